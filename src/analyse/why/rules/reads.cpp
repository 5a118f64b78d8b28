// From a term down to the cells that decide it: of a false conjunction one false operand is enough, of a true one all
// are needed, and so on.  Then cells are left out one by one, where going through all values of those left out shows
// that the terms stay as they are.
#include "analyse/why/rules/reads.h"

#include <algorithm>

#include "base/random.h"

namespace whynot::analyse::why {
namespace {

constexpr std::size_t most_terms_visited = 200'000, most_states_tried = 4096, most_values_tried = 64,
                      states_sampled = 32;
constexpr unsigned deepest_function = 200;

}  // namespace

// One visit of a term and what it is made of; gives up where that takes too long.
struct StateReads::Walk {
  const StateReads& of;
  std::size_t visits = 0;
  bool gave_up = false;
  unsigned depth = 0;

  Value value(ots::Term t, ots::Environment& env) const { return of.evaluator_.evaluate(t, of.state_, env); }

  Cells cells(ots::Term t, ots::Environment& env) {
    gave_up = gave_up || ++visits > most_terms_visited || depth > deepest_function;
    if (gave_up) return {};
    switch (t.op()) {
      case ots::Op::And:
      case ots::Op::Or:
      case ots::Op::Implies: return junction(t, env);
      case ots::Op::Ite: return choice(t, env);
      case ots::Op::Forall:
      case ots::Op::Exists: return quantified(t, env);
      default: return strict(t, env);
    }
  }

  // One operand that decides is enough: the one with the fewest cells, the first if there is no difference.
  Cells junction(ots::Term t, ots::Environment& env) {
    const bool decides = !t.is(ots::Op::And);
    std::optional<Cells> best;
    Cells all;
    for (std::size_t i = 0; i < t.arity(); ++i) {
      const Value v = value(t.arg(i), env);
      const bool negated = t.is(ots::Op::Implies) && i == 0;
      Cells own = cells(t.arg(i), env);
      if (v.defined() && (v.as_boolean() != negated) == decides && (!best || own.size() < best->size())) best = own;
      all.merge(own);
    }
    return best ? *best : all;
  }

  Cells choice(ots::Term t, ots::Environment& env) {
    Cells all = cells(t.arg(0), env);
    if (const Value condition = value(t.arg(0), env); condition.defined())
      all.merge(cells(t.arg(condition.as_boolean() ? 1 : 2), env));
    return all;
  }

  Cells quantified(ots::Term t, ots::Environment& env) {
    std::vector<ots::VarId> vars;
    for (std::size_t i = 1; i < t.arity(); ++i) vars.push_back(t.arg(i).var());
    ots::TermPool& pool = *of.ots_.pool;
    const ots::Term body = t.is(ots::Op::Exists) ? t.arg(0) : pool.not_(t.arg(0));
    std::optional<ots::Environment> instance;
    of.evaluator_.solve(vars, conjuncts(pool, body), of.state_, env, [&](const ots::Environment& found) {
      instance = found;
      return false;
    });
    if (instance) return cells(t.arg(0), *instance);
    Cells all;
    if (each(vars, 0, env, [&] { all.merge(cells(t.arg(0), env)); })) return all;
    return of.mentioned(std::span(&t, 1));
  }

  // For all values of the variables; false where they cannot be listed.
  template <class Visit>
  bool each(const std::vector<ots::VarId>& vars, std::size_t at, ots::Environment& env, const Visit& visit) {
    if (at == vars.size()) {
      visit();
      return true;
    }
    const auto* domain = of.evaluator_.values_of(of.ots_.pool->variable(vars[at]).sort);
    if (!domain) return false;
    bool listed = true;
    for (const Value& v : *domain) {
      env[vars[at]] = v;
      listed = listed && each(vars, at + 1, env, visit);
    }
    env.erase(vars[at]);
    return listed;
  }

  // What is undefined is so by its first undefined argument.
  Cells strict(ots::Term t, ots::Environment& env) {
    Cells all;
    std::vector<Value> args;
    for (std::size_t i = 0; i < t.arity(); ++i) {
      args.push_back(value(t.arg(i), env));
      Cells own = cells(t.arg(i), env);
      if (!args.back().defined()) return own;
      all.merge(own);
    }
    if (t.is(ots::Op::Observe)) {
      const auto cell = of.evaluator_.layout().cell(static_cast<std::uint32_t>(t.a()), args);
      if (cell) all.insert(*cell);
    }
    if (t.is(ots::Op::Call)) all.merge(called(of.ots_.functions[static_cast<std::size_t>(t.a())], args));
    return all;
  }

  Cells called(const ots::Function& function, const std::vector<Value>& args) {
    ots::Environment env;
    for (std::size_t i = 0; i < args.size(); ++i) env[function.params[i]] = args[i];
    ++depth;
    Cells read = cells(function.body, env);
    --depth;
    return read;
  }
};

StateReads::StateReads(const ots::Ots& ots, const ots::Evaluator& evaluator, const State& state,
                       const std::vector<std::set<Value>>& seen)
    : ots_(ots), evaluator_(evaluator), state_(state), seen_(seen) {
  evaluator.layout().for_each(
      [&](std::uint32_t o, const std::vector<Value>&, std::size_t) { observer_of_.push_back(o); });
}

std::vector<Value> StateReads::values_in(const State& state, std::span<const ots::Term> terms,
                                         const ots::Environment& given) const {
  std::vector<Value> values;
  ots::Environment env = given;
  for (ots::Term t : terms) values.push_back(evaluator_.evaluate(t, state, env));
  return values;
}

void StateReads::mentioned(ots::Term t, std::set<std::int64_t>& functions, std::set<std::uint32_t>& observers) const {
  ots::for_each_subterm(t, [&](ots::Term part) {
    if (part.is(ots::Op::Observe)) observers.insert(static_cast<std::uint32_t>(part.a()));
    if (part.is(ots::Op::Call) && functions.insert(part.a()).second)
      mentioned(ots_.functions[static_cast<std::size_t>(part.a())].body, functions, observers);
  });
}

StateReads::Cells StateReads::mentioned(std::span<const ots::Term> terms) const {
  std::set<std::int64_t> functions;
  std::set<std::uint32_t> observers;
  for (ots::Term t : terms) mentioned(t, functions, observers);
  Cells cells;
  for (std::size_t cell = 0; cell < observer_of_.size(); ++cell)
    if (observers.count(observer_of_[cell])) cells.insert(cell);
  return cells;
}

std::pair<std::vector<Value>, bool> StateReads::values_of(std::size_t cell) const {
  const auto* domain = evaluator_.values_of(ots_.observers[observer_of_[cell]].sort);
  if (domain && domain->size() <= most_values_tried) return {*domain, true};
  return {{seen_[cell].begin(), seen_[cell].end()}, false};
}

// One cell changed alone is tried before all of them together.
StateReads::Without StateReads::without(std::span<const ots::Term> terms, const ots::Environment& env, const Cells& all,
                                        const Cells& kept) const {
  const std::vector<Value> wanted = values_in(state_, terms, env);
  std::vector<std::pair<std::size_t, std::vector<Value>>> freed;
  std::size_t cases = 1;
  bool listed = true;
  State state = state_;
  for (const std::size_t cell : all) {
    if (kept.count(cell)) continue;
    auto [values, whole] = values_of(cell);
    for (const Value& v : values) {
      state[cell] = v;
      if (values_in(state, terms, env) != wanted) return Without::Open;
    }
    state[cell] = state_[cell];
    listed = listed && whole;
    cases = std::min(most_states_tried + 1, cases * std::max<std::size_t>(1, values.size()));
    freed.emplace_back(cell, std::move(values));
  }
  if (!listed || cases > most_states_tried) return Without::Unknown;
  for (std::size_t n = 0; n < cases; ++n) {
    std::size_t rest = n;
    for (const auto& [cell, values] : freed) {
      state[cell] = values[rest % values.size()];
      rest /= values.size();
    }
    if (values_in(state, terms, env) != wanted) return Without::Open;
  }
  return Without::Settled;
}

Settled StateReads::settle(std::span<const ots::Term> terms, const ots::Environment& given) const {
  Walk walk{*this};
  Cells kept;
  ots::Environment env = given;
  for (ots::Term t : terms) kept.merge(walk.cells(t, env));
  const Cells all = mentioned(terms);
  if (walk.gave_up) return {{all.begin(), all.end()}, false};
  bool minimal = true;
  const Cells found = kept;
  for (auto cell = found.rbegin(); cell != found.rend(); ++cell) {
    kept.erase(*cell);
    const Without answer = without(terms, given, all, kept);
    if (answer != Without::Settled) kept.insert(*cell);
    minimal = minimal && answer != Without::Unknown;
  }
  const std::vector<std::size_t> cells(kept.begin(), kept.end());
  if (confirms(terms, given, cells)) return {cells, minimal};
  return {{all.begin(), all.end()}, false};
}

bool StateReads::confirms(std::span<const ots::Term> terms, const ots::Environment& env,
                          std::span<const std::size_t> cells) const {
  const std::vector<Value> wanted = values_in(state_, terms, env);
  std::vector<std::pair<std::size_t, std::vector<Value>>> freed;
  for (const std::size_t cell : mentioned(terms))
    if (std::find(cells.begin(), cells.end(), cell) == cells.end()) freed.emplace_back(cell, values_of(cell).first);
  Random random(cells.size() + 1);
  for (std::size_t n = 0; n < states_sampled; ++n) {
    State state = state_;
    for (const auto& [cell, values] : freed)
      if (!values.empty()) state[cell] = values[random.below(values.size())];
    if (values_in(state, terms, env) != wanted) return false;
  }
  return true;
}

}  // namespace whynot::analyse::why
