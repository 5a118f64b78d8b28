// How names get their meaning.  The language that uses the elaborator says what `x`, `self`, `x.y` and `x[2]`
// of things that are no values denote.
#pragma once
#include <string>

#include "base/diagnostic.h"
#include "base/source.h"
#include "front/common/symbols.h"
#include "front/common/term.h"

namespace whynot::front {

class Resolver {
 public:
  virtual ~Resolver() = default;

  // What a name alone denotes; Unresolved where nothing (it is reported unless a longer name has a meaning).
  virtual Term name(Symbol, Span) = 0;
  // `owner.member`, where the owner is an Entity or Unresolved.
  virtual Term member(const Term& owner, Symbol, Span) = 0;
  // `owner[index]`, likewise.
  virtual Term element(const Term& owner, const Integer& index, Span) = 0;
  virtual Term self(Span) = 0;

  // For messages: what an entity is ("an instance of module `m`"), and what is wrong with a name.
  virtual std::string describe(const Term& entity) const = 0;
  virtual Diagnostic undefined(const Term& unresolved, Span) = 0;
};

}  // namespace whynot::front
