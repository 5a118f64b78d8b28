// A co-safety formula as a deterministic automaton that reads a run position by position and says whether what it
// has read makes the formula true, whatever comes after: by progression (Bacchus & Kabanza 2000).  A state is what
// is still asked of the positions to come, as alternatives of obligations that are never simplified by what they
// mean; so it accepts exactly where FormulaTruth says true on the run so far.
//
// Past operators are values that are carried along; they may stand above atoms and other past operators only.
#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "expr/expr.h"
#include "model/system/transition_system.h"

namespace whynot::analyse::classify {

class FormulaMonitor {
 public:
  using StateId = std::uint32_t;
  static constexpr StateId initial = 0;    // before the first position
  static constexpr StateId accepting = 1;  // and forever after

  // In negation normal form, with F, U, X and past operators; nothing where past operators stand above
  // others, or the formula is very large.
  static std::optional<FormulaMonitor> of(const TransitionSystem&, Expr formula);

  // What is read at a position: of each atom whether it holds there; where it speaks of a transition, of the one
  // into the position.
  struct Atom {
    Expr condition;
    bool of_transition = false;
  };
  const std::vector<Atom>& atoms() const { return atoms_; }
  // REQUIRES a value for each atom.
  StateId next(StateId, const std::vector<bool>& values);
  std::size_t states() const { return states_.size(); }
  // Whether a state had more alternatives than it makes sense to keep: what it says cannot be relied on.
  bool overflowed() const { return overflowed_; }

 private:
  enum : std::size_t { none = ~std::size_t{0} };
  struct Node {
    Op op;
    std::vector<std::size_t> args;
    std::size_t atom = none;
    bool negated = false;  // the atom
    bool is_past = false;  // known from what has been read: an atom of states, or a past operator
  };
  // Alternatives of obligations: nodes, or nodes.size() + n for "the transition into the position satisfies
  // the atom of node n".
  using Obligations = std::set<std::size_t>;
  using Alternatives = std::set<Obligations>;
  struct Situation {
    Alternatives open;
    std::vector<bool> known;  // of past nodes, at the position read last
    bool started = false;
    friend auto operator<=>(const Situation&, const Situation&) = default;
  };
  struct AlternativesOf;  // as truth values for model/ltl.h
  FormulaMonitor() = default;
  bool add_nodes(const TransitionSystem&, Expr formula);
  std::size_t atom(Expr, bool of_transition);
  std::vector<bool> known_after(const Situation&, const std::vector<bool>& values) const;
  Alternatives progressed(std::size_t obligation, const std::vector<bool>& values, const std::vector<bool>& known);
  Alternatives both(const Alternatives&, const Alternatives&);
  StateId intern(Situation);

  std::vector<Node> nodes_;  // the formula last
  std::vector<Atom> atoms_;
  std::vector<Situation> states_;
  std::map<Situation, StateId> ids_;
  bool overflowed_ = false;
};

}  // namespace whynot::analyse::classify
