// The conditions of the branches of assignments, with those of the branches that they are in.
#include "analyse/classify/facts/guards.h"

#include <algorithm>

#include "rewrite/definitions.h"

namespace whynot::analyse::classify {
namespace {

constexpr std::size_t most_guards = 12, most_conditions = 4, most_branches = 200;  // of one assignment

bool speaks_of(Expr condition, const std::vector<Expr>& own) {
  const std::vector<Expr> read = support(condition);
  return std::any_of(read.begin(), read.end(),
                     [&](Expr x) { return std::find(own.begin(), own.end(), x) != own.end(); });
}

bool reads_next(Expr condition) {
  return contains_op(condition, [](Op op) { return op == Op::Next; });
}

// A value that an assignment has where all of this is asked for, and what came before in the case is not.
struct Branch {
  Expr value;
  std::vector<Expr> asked;
};

}  // namespace

std::vector<Expr> guards_of(const TransitionSystem& system, const std::vector<Expr>& own) {
  std::vector<Expr> found;
  const auto add = [&](std::vector<Expr> asked) {
    std::erase_if(asked, [&](Expr e) { return speaks_of(e, own) || support(e).empty(); });
    if (asked.size() < 2 || asked.size() > most_conditions || found.size() == most_guards) return;
    if (std::any_of(asked.begin(), asked.end(), reads_next)) return;
    const Expr guard = system.pool->all(asked);
    if (std::find(found.begin(), found.end(), guard) == found.end()) found.push_back(guard);
  };
  for (const Assignment& a : system.next_assignments) {
    std::vector<Branch> open{{a.value, {}}};
    for (std::size_t seen = 0; !open.empty() && seen < most_branches; ++seen) {
      const Branch branch = std::move(open.back());
      open.pop_back();
      if (!branch.value.is(Op::Ite)) continue;
      open.push_back({branch.value.arg(2), branch.asked});
      std::vector<Expr> asked = branch.asked;
      for (Expr e : rewrite::conjuncts(branch.value.arg(0)))
        if (std::find(asked.begin(), asked.end(), e) == asked.end()) asked.push_back(e);
      add(asked);
      open.push_back({branch.value.arg(1), std::move(asked)});
    }
  }
  return found;
}

}  // namespace whynot::analyse::classify
