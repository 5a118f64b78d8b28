// Values over all runs: the symbolic engine tells the states that violating runs have at the step asked for; the
// numbers of the targets in them are read off bit by bit, the most significant first, into diagrams of their own.
#include <map>
#include <set>

#include "analyse/intervals/constrained.h"
#include "encode/circuit.h"
#include "engine/engine.h"
#include "engine/symbolic/violating.h"

namespace whynot::analyse::intervals {

using engine::symbolic::Model;
using engine::symbolic::ModelStore;
using engine::symbolic::ViolatingRuns;
using solve::Bdd;
using solve::BddManager;
using solve::BddVariable;

namespace {

bool is_input(const TransitionSystem& system, Expr variable) {
  return std::any_of(system.variables.begin(), system.variables.end(),
                     [&](const VariableDecl& v) { return v.variable == variable && v.kind == VariableKind::Input; });
}

// The bits of the targets' numbers, each target's most significant first, as functions of the model's bits.
std::vector<Bdd> number_bits(Model& model, const std::vector<Expr>& targets) {
  encode::BitSystem& system = model.bits().system();
  std::vector<Bdd> all;
  for (Expr target : targets) {
    const Type type = target.type();
    const std::size_t width = Scale::of(type, true)->width();
    const encode::Bits form =
        encode::form_of_code(system.graph(), type, system.variables()[system.index_of(target)].current);
    const encode::Bits number =
        type.is_integer_like() ? encode::fit_signed(form, width) : encode::fit_unsigned(form, width);
    std::vector<Bdd> bits = model.bits().functions(number);
    all.insert(all.end(), bits.rbegin(), bits.rend());
  }
  return all;
}

// The values of a list of functions on a set, as a set over one variable for each.
class Range {
 public:
  Range(BddManager& from, std::vector<Bdd> functions, BddManager& to, std::vector<BddVariable> variables)
      : from_(from), functions_(std::move(functions)), to_(to), variables_(std::move(variables)) {
    std::set<BddVariable> later;
    for (std::size_t i = functions_.size(); i-- > 0;) {
      std::vector<BddVariable> gone;  // that no later function reads
      for (BddVariable v : functions_[i].support())
        if (later.insert(v).second) gone.push_back(v);
      gone_.push_back(from_.cube_of(gone));
    }
    std::reverse(gone_.begin(), gone_.end());
    read_.assign(later.begin(), later.end());
  }

  Bdd of(const Bdd& set) {
    const std::set<BddVariable> read(read_.begin(), read_.end());
    std::vector<BddVariable> others;
    for (BddVariable v : set.support())
      if (!read.count(v)) others.push_back(v);
    return go(0, set.exists(from_.cube_of(others)));
  }

 private:
  Bdd go(std::size_t at, const Bdd& set) {
    if (!set.is_satisfiable() || at == functions_.size()) return to_.constant(set.is_satisfiable());
    const auto [known, is_new] = made_.try_emplace({at, set.node().key()});
    if (!is_new) return known->second.second;
    const Bdd high = go(at + 1, set.and_exists(functions_[at], gone_[at])),
              low = go(at + 1, set.and_exists(!functions_[at], gone_[at]));
    Bdd result = to_.variable(variables_[at]).ite(high, low);
    made_[{at, set.node().key()}] = {set, result};
    return result;
  }

  BddManager& from_;
  std::vector<Bdd> functions_;
  BddManager& to_;
  std::vector<BddVariable> variables_, read_;
  std::vector<Bdd> gone_;
  std::map<std::pair<std::size_t, std::uint32_t>, std::pair<Bdd, Bdd>> made_;  // the set is held, for its key stays so
};

}  // namespace

std::optional<Constrained> Constrained::over_all(const Question& q, Keep* keep, Context& context) {
  const auto store = ModelStore::of(*q.system, keep, context);
  std::vector<Expr> roots = q.targets;
  roots.push_back(q.property->formula);
  Model& model = store->model_for(roots);
  struct Watched {  // by us, until we leave
    Model& model;
    Watched(Model& m, Context& c) : model(m) { model.watch(&c); }
    ~Watched() { model.watch(nullptr); }
  } watched(model, context);

  auto violating = ViolatingRuns::of(model, *q.property);
  auto any = violating ? ViolatingRuns::any(model) : std::nullopt;
  if (!any) return std::nullopt;
  Constrained result;
  result.method_ = "bdd";
  result.all_ = std::make_shared<const Question>(q);
  result.manager_ = std::make_shared<BddManager>();
  result.manager_->watch(&context);
  std::vector<BddVariable> variables;
  for (Expr target : q.targets) {
    result.bits_.emplace_back();
    for (std::size_t i = 0; i < Scale::of(target.type(), true)->width(); ++i)
      variables.push_back(result.bits_.back().emplace_back(result.manager_->new_variable()));
  }
  const bool inputs = is_input(*q.system, q.targets[0]);
  const auto at_step = [&](ViolatingRuns& runs) { return inputs ? runs.inputs_after(q.step) : runs.states_at(q.step); };
  {
    Range range(model.bits().manager(), number_bits(model, q.targets), *result.manager_, variables);
    result.violating_ = range.of(at_step(*violating));
    result.route_ = range.of(at_step(*any));
  }
  result.manager_->watch(nullptr);
  const bool failed = model.bits().manager().failed() || result.manager_->failed();
  return failed ? std::nullopt : std::optional(std::move(result));
}

// The same question of a system that starts with these values.
std::optional<Trace> Constrained::shortest(const std::vector<Integer>& numbers, Context& context) const {
  TransitionSystem system = *all_->system;
  ExprPool& pool = *system.pool;
  if (all_->step > 0 || is_input(system, all_->targets[0])) return std::nullopt;
  for (std::size_t t = 0; t < numbers.size(); ++t) {
    const Expr target = all_->targets[t];
    const Value value = Scale::of(target.type(), true)->value(numbers[t]);
    system.init.push_back({pool.eq(target, pool.constant(value, target.type())), {}});
  }
  const Query query{&system, all_->property, {}, std::nullopt, nullptr};
  const engine::Engine& engine = engine::engine_with(&engine::Powers::shortest);
  if (engine.refuses(query)) return std::nullopt;
  const Verdict verdict = engine.start(query, context)->next();
  const Trace* trace = trace_of(verdict);
  return trace ? std::optional(*trace) : std::nullopt;
}

}  // namespace whynot::analyse::intervals
