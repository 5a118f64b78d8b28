// A specification within a scope as clauses: every cell of a state is one of finitely many values, quantifiers are
// written out, so that each question has an answer.
//
// It takes truth values, elements of the scope and constants of finite sorts; whatever else a formula is about
// (numbers, collections) is refused by an exception, which does not leave this file's users.
#pragma once
#include <map>
#include <unordered_map>
#include <vector>

#include "model/ots/ots.h"
#include "solve/sat.h"

namespace whynot::encode::ots {

using whynot::ots::Ots;
using whynot::ots::Term;

struct NotPropositional {};  // thrown: a formula is about something else

// One of the values of a finite sort: a literal for each, of which one is true; one for a truth value.  A map has its
// values instead, one for each key.
struct Finite {
  std::vector<int> is;
  std::vector<Finite> parts;
};

class Propositional {
 public:
  // All of them must outlive it.  Throws NotPropositional where a cell has infinitely many values.
  Propositional(const Ots&, const whynot::ots::Scope&, solve::Sat&);

  using Cells = std::vector<Finite>;
  using Environment = std::unordered_map<whynot::ots::VarId, Finite>;

  Cells any_state();
  // The state after the transition, whose parameters are in the environment; the guard is not part of it.
  Cells after(const whynot::ots::Transition&, const Cells&, Environment&);
  Finite any_value(whynot::ots::SortId);
  Finite value(whynot::ots::SortId, std::size_t number) const;  // of finitely many
  std::size_t values(whynot::ots::SortId) const;                // how many

  whynot::ots::SortId sort_of_cell(std::size_t cell) const { return cells_[cell]; }

  int literal(Term formula, const Cells&, Environment&);
  // The one whose condition is true; one is.
  Finite one_of(const std::vector<Finite>& from, const std::vector<int>& where);
  int all(std::vector<int>);
  int any(std::vector<int>);
  int truth() const { return truth_; }

 private:
  Finite evaluate(Term, const Cells&, Environment&);
  std::vector<std::pair<std::size_t, int>> cells_at(std::size_t observer, const std::vector<Finite>& index);
  Finite observed(Term, const Cells&, Environment&);
  Finite looked_up(Term, const Cells&, Environment&);
  Finite conditional(int condition, const Finite& yes, const Finite& no);
  int quantified(Term, std::size_t at, const Cells&, Environment&);
  int equal(const Finite&, const Finite&);
  Finite constant(Term) const;
  void update(const whynot::ots::Update&, std::size_t at, const Cells& from, Environment&, Cells& to);

  struct Place {
    std::size_t begin = 0;
    std::vector<std::size_t> sizes;  // of the indexes
  };

  const Ots& ots_;
  solve::Sat& sat_;
  int truth_;
  std::vector<std::vector<Term>> domains_;  // by sort; empty: not finite
  std::vector<Place> places_;               // by observer
  std::vector<whynot::ots::SortId> cells_;
  std::map<std::vector<int>, int> gates_;
};

}  // namespace whynot::encode::ots
