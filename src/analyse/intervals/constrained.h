// Constrained counterexample sets: for which values of some variables does a base counterexample stay one,
// everything else held fixed (Toda & Inoue, sections 4 and 5)?  The unrolled model is evaluated in decision
// diagrams directly, without clauses; when those grow too large, all solutions are enumerated by SAT.
//
// Two sets come out.  The *route* is what keeps the run a run of the model: same states, same loop.  What
// *violates* is the part of it on which the property fails as well.  The paper's example takes one for the
// other: its packets 6 and 7 go the same way but the formula's premise is false for them.
#pragma once
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "analyse/intervals/family.h"
#include "analyse/intervals/value_set.h"
#include "base/context.h"
#include "base/keep.h"

namespace whynot::analyse::intervals {

enum class Together;  // how diagrams are laid out (diagram.h)

struct Question {
  const TransitionSystem* system = nullptr;
  const Property* property = nullptr;
  Trace base;  // a counterexample: replayed
  std::vector<Expr> targets;
  std::vector<Expr> free;   // variables that need not keep their values
  bool free_lasso = false;  // the last step may lead back to any step, or the trace may end there
  std::size_t step = 0;     // where targets are looked at; an input: at the transition that leaves it
};

struct Limits {
  std::uint64_t diagram_bytes = std::uint64_t{512} << 20;  // 0: no diagrams, enumerate at once
  std::uint64_t diagram_effort = 200'000;                  // looks at the clock
  std::uint64_t cubes = 1'000'000;                         // of an enumeration
};

// The sets of one question.  With several targets they are sets of tuples.
class Constrained {
 public:
  // Nothing when limits or the context said stop.
  static std::optional<Constrained> solve(const Question&, Context&, const Limits& = {});
  // Over all runs of the model, of any length and by any route: what the base does counts for nothing, the route is
  // what the targets can be on any run.  By backward reachability on the property's monitor, with diagrams that `keep`
  // may have.
  static std::optional<Constrained> over_all(const Question&, Keep*, Context&);

  bool is_over_all() const { return all_ != nullptr; }
  const std::string& method() const { return method_; }  // "bdd" or "allsat"
  const solve::Bdd& violating() const { return violating_; }
  const solve::Bdd& route() const { return route_; }
  const ValueSet::Manager& manager() const { return manager_; }
  // The bits of a target, most significant first.
  const std::vector<solve::BddVariable>& bits(std::size_t target) const { return bits_[target]; }

  // REQUIRES one target.
  ValueSet violating_set(const Scale& s) const { return {s, manager_, bits_[0], violating_}; }
  ValueSet route_set(const Scale& s) const { return {s, manager_, bits_[0], route_}; }

  // A counterexample of the family in which the targets have these numbers, over all runs a shortest one; nothing if
  // there is none, or it was not found.
  std::optional<Trace> witness(const std::vector<Integer>& numbers, Context&) const;

 private:
  using Families = std::vector<std::unique_ptr<Family>>;
  Constrained() = default;
  bool by_diagrams(Context&, const Limits&);
  bool by_diagrams(Together, std::uint64_t effort, Context&, const Limits&);
  bool by_either(Context&, const Limits&);
  bool by_enumeration(Context&, std::uint64_t cubes);
  std::optional<Trace> shortest(const std::vector<Integer>& numbers, Context&) const;

  std::shared_ptr<const Families> families_;  // one for each shape of the loop; null over all runs
  std::shared_ptr<const Question> all_;       // over all runs: what was asked
  std::vector<Family::Place> targets_;
  ValueSet::Manager manager_;
  std::vector<std::vector<solve::BddVariable>> bits_;
  solve::Bdd violating_, route_;
  std::string method_;
};

}  // namespace whynot::analyse::intervals
