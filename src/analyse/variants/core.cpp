// Cores by deletion, in large pieces first: what is still excluded after conditions are dropped never needed them.
#include "analyse/variants/core.h"

#include <algorithm>
#include <functional>

#include "expr/print.h"

namespace whynot::analyse::variants {
namespace {

using Kept = std::vector<bool>;  // of the items

// Items none of which can be dropped; nothing when the whole is not known to do it.
std::optional<Kept> minimal(std::size_t items, const std::function<bool(const Kept&)>& does) {
  Kept kept(items, true);
  if (!does(kept)) return std::nullopt;
  for (std::size_t size = std::max<std::size_t>(1, items / 2); size > 0; size /= 2)
    for (std::size_t begin = 0; begin < items; begin += size) {
      Kept fewer = kept;
      std::fill(fewer.begin() + static_cast<std::ptrdiff_t>(begin),
                fewer.begin() + static_cast<std::ptrdiff_t>(std::min(items, begin + size)), false);
      if (fewer != kept && does(fewer)) kept = std::move(fewer);
    }
  return kept;
}

void add_conjuncts(Expr condition, Constraint whole, std::string_view what, std::vector<Blamed>& into) {
  std::vector<Expr> open = {condition};
  while (!open.empty()) {
    const Expr e = open.back();
    open.pop_back();
    if (e.is(Op::And)) {
      open.push_back(e.arg(1));
      open.push_back(e.arg(0));
    } else {
      into.push_back({std::string(what), e, whole.where});
    }
  }
}

std::vector<Blamed> conjuncts(const std::vector<Constraint>& constraints, std::string_view what) {
  std::vector<Blamed> found;
  for (const Constraint& c : constraints) add_conjuncts(c.condition, c, what, found);
  return found;
}

std::vector<Constraint> chosen(const std::vector<Blamed>& all, const Kept& kept, std::string_view what) {
  std::vector<Constraint> found;
  for (std::size_t i = 0; i < all.size(); ++i)
    if (kept[i] && all[i].what == what) found.push_back({all[i].condition, all[i].where});
  return found;
}

std::vector<Blamed> chosen(const std::vector<Blamed>& all, const Kept& kept) {
  std::vector<Blamed> found;
  for (std::size_t i = 0; i < all.size(); ++i)
    if (kept[i]) found.push_back(all[i]);
  return found;
}

void append(std::vector<Blamed>& all, std::vector<Blamed> more) { all.insert(all.end(), more.begin(), more.end()); }

class Stuck {
 public:
  Stuck(const TransitionSystem& system, const State& state, SideQuestions& ask) : system_(system), ask_(ask) {
    append(all_, conjuncts(system.trans, "TRANS"));
    add_assignments(system.next_assignments, true);
    of_steps_ = all_.size();
    append(all_, conjuncts(system.invar, "INVAR"));
    add_assignments(system.invar_assignments, false);
    std::size_t column = 0;
    for (const VariableDecl& v : system.variables)
      if (v.kind != VariableKind::Input) values_.emplace_back(v.variable, state[column++]);
  }

  DeadEnd run() {
    DeadEnd found;
    const auto core =
        minimal(all_.size(), [&](const Kept& kept) { return is_stuck(kept, Kept(values_.size(), true)); });
    if (!core) return found;
    found.core = chosen(all_, *core);
    keep_what_is_read(*core);
    const auto few = minimal(values_.size(), [&](const Kept& kept) { return is_stuck(*core, kept); });
    for (std::size_t i = 0; few && i < values_.size(); ++i)
      if ((*few)[i]) found.values.push_back(values_[i]);
    return found;
  }

 private:
  void add_assignments(const std::vector<Assignment>& assignments, bool of_next) {
    ExprPool& pool = *system_.pool;
    for (const Assignment& a : assignments) {
      const Expr target = of_next ? pool.next(a.variable) : a.variable;
      const bool is_choice = a.value.type().is(TypeKind::Set);
      all_.push_back(
          {to_string(pool, target), is_choice ? pool.in(target, a.value) : pool.eq(target, a.value), a.where});
    }
  }

  // The others can have any value now.
  void keep_what_is_read(const Kept& core) {
    std::vector<Expr> read;
    for (const Blamed& b : chosen(all_, core))
      for (Expr e : support(b.condition)) read.push_back(e);
    std::erase_if(values_, [&](const auto& v) { return std::find(read.begin(), read.end(), v.first) == read.end(); });
  }

  // A variable that becomes true with the first step never does.
  bool is_stuck(const Kept& conditions, const Kept& values) {
    ExprPool& pool = *system_.pool;
    TransitionSystem variant;
    variant.pool = system_.pool;
    variant.variables = system_.variables;
    const Expr moved = pool.variable("a step was taken", pool.boolean_type());
    variant.variables.push_back({moved, VariableKind::State, {}});
    variant.init.push_back({pool.not_(moved), {}});
    variant.next_assignments.push_back({moved, pool.boolean(true), {}});
    for (std::size_t i = 0; i < values.size(); ++i)
      if (values[i])
        variant.init.push_back(
            {pool.eq(values_[i].first, pool.constant(values_[i].second, values_[i].first.type())), {}});
    for (std::size_t i = 0; i < all_.size(); ++i)
      if (conditions[i]) (i < of_steps_ ? variant.trans : variant.invar).push_back({all_[i].condition, {}});
    return ask_.holds(variant, about(PropertyKind::Invariant, pool.not_(moved))).value_or(false);
  }

  const TransitionSystem& system_;
  SideQuestions& ask_;
  std::vector<Blamed> all_;   // those of steps first …
  std::size_t of_steps_ = 0;  // … which are so many
  std::vector<std::pair<Expr, Value>> values_;
};

}  // namespace

std::vector<Blamed> against_runs(const TransitionSystem& system, bool initial_state_only, SideQuestions& ask) {
  std::vector<Blamed> all;
  append(all, conjuncts(system.justice, "JUSTICE"));
  append(all, conjuncts(system.trans, "TRANS"));
  append(all, conjuncts(system.invar, "INVAR"));
  append(all, conjuncts(system.init, "INIT"));
  const PropertyKind kind = initial_state_only ? PropertyKind::Invariant : PropertyKind::Ltl;
  const Property nothing = about(kind, system.pool->boolean(false));
  const auto core = minimal(all.size(), [&](const Kept& kept) {
    TransitionSystem variant = system;
    variant.justice = chosen(all, kept, "JUSTICE");
    variant.trans = chosen(all, kept, "TRANS");
    variant.invar = chosen(all, kept, "INVAR");
    variant.init = chosen(all, kept, "INIT");
    return ask.holds(variant, nothing).value_or(false);
  });
  return core ? chosen(all, *core) : std::vector<Blamed>{};
}

DeadEnd dead_end(const TransitionSystem& system, const State& state, SideQuestions& ask) {
  return Stuck(system, state, ask).run();
}

}  // namespace whynot::analyse::variants
