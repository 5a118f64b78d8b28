// How names get their meaning.  The language that uses the elaborator says what `x`, `self`, `x.y` and `x[2]`
// of things that are no values denote.
#pragma once
#include <vector>

#include "base/source.h"
#include "front/common/symbols.h"
#include "front/common/term.h"

namespace whynot::front {

class Resolver {
 public:
  virtual ~Resolver() = default;

  // What a name alone denotes; Unresolved where nothing (the elaborator reports it unless a member follows).
  virtual Term name(Symbol, Span) = 0;
  // `owner.member`, where the owner is an Entity or Unresolved.
  virtual Term member(const Term& owner, Symbol, Span) = 0;
  // `owner[index]`, likewise.
  virtual Term element(const Term& owner, const Integer& index, Span) = 0;
  virtual Term self(Span) = 0;

  // For messages: what an entity is ("module instance"), and the names that a misspelt one may mean.
  virtual std::string describe(const Term& entity) const = 0;
  virtual std::vector<std::string_view> candidates() const = 0;
  virtual std::string text(Symbol) const = 0;
};

}  // namespace whynot::front
