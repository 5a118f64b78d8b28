// The syntax tree of mypyvy's language: what was written, with its places; names are not looked up yet.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "base/source.h"

namespace whynot::front::pyv {

struct Name {
  std::string text;
  Span where;
};

struct Param {  // of a transition, a definition, a quantifier; its sort may be left to be inferred
  Name name;
  Name sort;  // empty: not written
};

struct Syntax;
using SyntaxPtr = std::unique_ptr<Syntax>;

struct Syntax {
  enum class Kind {
    Name,  // word, with args when it was applied
    Bool,  // word: true, false
    Not,
    And,
    Or,
    Implies,
    Iff,
    Equal,
    Unequal,
    If,
    Let,       // params: the one name; args: value, body
    Distinct,  // args
    After,     // new(e) or e'
    Before,    // old(e)
    Forall,
    Exists,  // params, body
  };
  Kind kind = Kind::Name;
  std::string word;
  Span where;
  std::vector<SyntaxPtr> args;
  std::vector<Param> params;
  unsigned depth = 1;
  bool after = false;  // Name: f'(x), of the state after; its arguments are not
};

struct SymbolSyntax {  // relation, function or constant
  Name name;
  std::vector<Name> sorts;
  Name result;  // empty: a relation
  bool mutable_ = false;
  SyntaxPtr derived;  // what defines it, where it is derived
};

enum class States { Zero = 0, One = 1, Two = 2 };

struct FormulaSyntax {  // axiom, init, safety, invariant, theorem
  Name name;            // empty: none given
  States states = States::One;
  SyntaxPtr body;
};

struct DefinitionSyntax {  // transitions too
  Name name;
  std::vector<Param> params;
  std::vector<Name> modifies;
  States states = States::One;
  SyntaxPtr body;
};

struct CallSyntax {  // of a transition in a trace; without arguments any instance
  Name name;
  std::vector<SyntaxPtr> args;  // null: `*`
  bool applied = false;
};
struct TraceStepSyntax {
  std::vector<CallSyntax> calls;  // one of them
  bool any = false;               // any transition
  bool initially = false;         // assert init
  SyntaxPtr assertion;
  Span where;
};
struct TraceSyntax {
  bool sat = true;
  std::vector<TraceStepSyntax> steps;
  Span where;
};

struct FileSyntax {
  std::vector<Name> sorts;
  std::vector<SymbolSyntax> symbols;
  std::vector<FormulaSyntax> axioms, inits, theorems;
  struct Claim {
    bool safety = true;
    FormulaSyntax formula;
  };
  std::vector<Claim> claims;  // safety and invariants, in the order of the file
  std::vector<DefinitionSyntax> definitions, transitions;
  std::vector<TraceSyntax> traces;
  bool older = false;  // the state after a transition is unmarked, `old` is the one before
};

}  // namespace whynot::front::pyv
