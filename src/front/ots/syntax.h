// The syntax tree of the OTS language: what was written, with its places; names are not looked up yet.
#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/source.h"

namespace whynot::front::ots {

struct Name {
  std::string text;
  Span where;
};

struct TypeSyntax {
  Name word;  // Bool, Nat, Int, a sort; or set, bag, list, map
  std::vector<TypeSyntax> args;
  Span where;
};

struct Param {
  Name name;
  TypeSyntax type;
};

struct Syntax;
using SyntaxPtr = std::unique_ptr<Syntax>;

struct Syntax {
  enum class Kind {
    Name,  // word, with args when it was applied
    Number,
    Unary,   // word: not, -
    Binary,  // word: => or and = != in notin < <= > >= + - ++
    If,
    Field /* word */,
    Is /* word */,
    Index,
    Store,
    Braces,
    Brackets,
    ConstantMap,
    Size,
    Quantifier,  // word: forall, exists
  };
  Kind kind = Kind::Name;
  std::string word;
  Span where;
  std::vector<SyntaxPtr> args;
  std::vector<Param> params;
  unsigned depth = 1;
};

struct ConstructorSyntax {
  Name name;
  std::vector<Param> fields;  // a field's name may be empty
};
struct SortSyntax {
  enum class Kind { Loose, Enum, Free };
  Name name;
  Kind kind = Kind::Loose;
  std::vector<ConstructorSyntax> members;
};
struct FunctionSyntax {
  Name name;
  std::vector<Param> params;
  TypeSyntax type;
  SyntaxPtr body;
};
using DerivedSyntax = FunctionSyntax;  // reads the state
struct ObserverSyntax {
  Name name;
  std::vector<Param> params;
  TypeSyntax type;
  std::vector<SyntaxPtr> initial;  // one after `=`, several after `in`; none: any value of its finite sort
  bool rigid = false;
};
struct EffectSyntax {
  Name observer;
  std::vector<SyntaxPtr> index;
  std::string sign;  // := += -=
  std::vector<SyntaxPtr> values;
  SyntaxPtr when;
  Span where;
  std::vector<Param> each;  // for x: T, … . effect
};
struct TransitionSyntax {
  Name name;
  std::vector<Name> also;  // further ones with the same body
  std::vector<Param> params;
  std::vector<SyntaxPtr> when;
  std::vector<EffectSyntax> effects;
};
struct InvariantSyntax {  // axioms too
  Name name;
  std::vector<Param> params;
  SyntaxPtr body;
  std::vector<Name> uses;
};
struct ScopeSyntax {
  struct Members {
    Name sort;
    std::vector<Name> elements;
  };
  struct Limit {
    Name sort;
    std::int64_t limit = 0;
  };
  struct Where {
    Name transition;
    SyntaxPtr condition;
  };
  Name name;
  std::vector<Members> members;
  std::vector<Limit> limits;
  std::vector<Where> wheres;
};
struct ExpectSyntax {
  Name subject;  // `states` or an invariant
  std::string word;
  std::optional<Name> scope;
  std::optional<std::size_t> depth;
  std::vector<std::pair<std::optional<std::size_t>, std::uint64_t>> counts;
  Span where;
};

struct SystemSyntax {
  Name name;
  std::vector<SortSyntax> sorts;
  std::vector<FunctionSyntax> functions;
  std::vector<ObserverSyntax> observers;
  std::vector<DerivedSyntax> derived;
  std::vector<SyntaxPtr> inits;
  std::vector<TransitionSyntax> transitions;
  std::vector<InvariantSyntax> invariants, axioms;
  std::vector<ScopeSyntax> scopes;
  std::vector<ExpectSyntax> expects;
};

}  // namespace whynot::front::ots
