// From the formula outwards: a variable brings along what its assignments read, and what a constraint ties it to.
#include "analyse/why/cone.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

namespace whynot::analyse::why {
namespace {

std::vector<Expr> variables_of(Expr e) {
  std::vector<Expr> found;
  for_each_postorder(e, [&](Expr part) {
    if (part.is(Op::Variable)) found.push_back(part);
  });
  return found;
}

class Cone {
 public:
  explicit Cone(const TransitionSystem& system) {
    for (const auto* assignments : {&system.init_assignments, &system.next_assignments, &system.invar_assignments})
      for (const Assignment& a : *assignments) {
        auto& read = reads_[a.variable];
        const std::vector<Expr> more = variables_of(a.value);
        read.insert(read.end(), more.begin(), more.end());
      }
    for (const auto* constraints : {&system.init, &system.trans, &system.invar})
      for (const Constraint& c : *constraints) {
        const std::vector<Expr> tied = variables_of(c.condition);
        for (Expr v : tied) reads_[v].insert(reads_[v].end(), tied.begin(), tied.end());
      }
  }

  void add(Expr formula) {
    std::vector<Expr> open = variables_of(formula);
    while (!open.empty()) {
      const Expr v = open.back();
      open.pop_back();
      if (!inside_.insert(v).second) continue;
      const auto& read = reads_[v];
      open.insert(open.end(), read.begin(), read.end());
    }
  }
  bool has(Expr variable) const { return inside_.count(variable) > 0; }

 private:
  std::unordered_map<Expr, std::vector<Expr>, ExprHash> reads_;
  std::unordered_set<Expr, ExprHash> inside_;
};

}  // namespace

std::vector<Expr> cone(const TransitionSystem& system, Expr formula) {
  Cone made(system);
  if (formula) made.add(formula);
  std::vector<Expr> found;
  for (const VariableDecl& v : system.variables)
    if (made.has(v.variable)) found.push_back(v.variable);
  return found;
}

TransitionSystem slice(const TransitionSystem& system, Expr formula) {
  Cone kept(system);
  kept.add(formula);
  for (const auto* constraints : {&system.trans, &system.invar, &system.justice})
    for (const Constraint& c : *constraints) kept.add(c.condition);
  for (const Compassion& c : system.compassion) {
    kept.add(c.p);
    kept.add(c.q);
  }
  // An initial condition on several variables may have no solution; one that gives a variable its value has.
  for (const Constraint& c : system.init)
    if (variables_of(c.condition).size() > 1) kept.add(c.condition);
  TransitionSystem made = system;
  const auto is_idle = [&](Expr variable) { return !kept.has(variable); };
  std::erase_if(made.variables, [&](const VariableDecl& v) { return is_idle(v.variable); });
  for (auto* assignments : {&made.init_assignments, &made.next_assignments, &made.invar_assignments})
    std::erase_if(*assignments, [&](const Assignment& a) { return is_idle(a.variable); });
  std::erase_if(made.init, [&](const Constraint& c) {
    const std::vector<Expr> read = variables_of(c.condition);
    return std::any_of(read.begin(), read.end(), is_idle);
  });
  return made;
}

}  // namespace whynot::analyse::why
