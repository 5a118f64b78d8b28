// Formulas of mypyvy as terms.  Sorts of variables are inferred from their use; names that begin with a capital letter
// and that nobody binds are universally quantified over the whole formula.
//
// What a symbol is in the state after a transition is marked: an Observe whose `b` is 1.  It does not leave this room.
#pragma once
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "front/pyv/syntax.h"
#include "model/ots/ots.h"

namespace whynot::front::pyv {

using whynot::ots::SortId;
using whynot::ots::Term;
using whynot::ots::VarId;

// A formula with a name: definitions, derived relations, claims, transitions.
struct Macro {
  std::vector<VarId> params;
  Term body;
  States states = States::One;
};

struct Language {  // what the names of a file mean
  whynot::ots::Ots* ots = nullptr;
  std::map<std::string, SortId> sorts;
  std::map<std::string, std::uint32_t> observers;
  std::map<std::string, Macro> macros;
  bool older = false;
};

// The term in the state after: mutable observers marked.  Nothing where one is marked already.
std::optional<Term> after(const whynot::ots::Ots&, Term);
bool speaks_of_after(Term);

struct Elaborated {
  std::vector<VarId> params;  // those given
  Term body;                  // null after errors; implicit quantifiers are part of it
};
// `params` are free in the formula.
Elaborated elaborate(const Language&, const std::vector<Param>& params, const Syntax&, States, Diagnostics&);

}  // namespace whynot::front::pyv
