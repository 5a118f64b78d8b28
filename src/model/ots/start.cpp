// Cell after cell is given each of its values; an instance of a condition is looked at as soon as all cells that it may
// read are known, so that what cannot be completed is left early.  What reads one cell only limits its values at once.
#include "model/ots/start.h"

#include <algorithm>
#include <set>

namespace whynot::ots {
namespace {

constexpr std::size_t most_instances = 200'000;  // of one condition; one that has more is looked at as a whole

struct Condition {
  Term formula;
  Environment env;
};

class Starts {
 public:
  Starts(const Ots& ots, const Evaluator& evaluator, std::vector<std::vector<Value>> choices, Context& context,
         const std::function<bool(State)>& found)
      : ots_(ots),
        evaluator_(evaluator),
        choices_(std::move(choices)),
        context_(context),
        found_(found),
        due_(choices_.size()),
        state_(choices_.size()) {}

  bool run() {
    for (Term c : conjuncts(*ots_.pool, ots_.init))
      if (!add(c)) return true;  // false whatever the state
    for (const auto& c : choices_)
      if (c.empty()) return true;
    choose(0);
    return !stopped_;
  }

 private:
  // The instances of a condition, each due when the last cell that it reads is known.  False where one cannot hold.
  bool add(Term condition) {
    std::vector<VarId> vars;
    Term body = condition;
    for (; body.is(Op::Forall); body = body.arg(0))
      for (std::size_t i = 1; i < body.arity(); ++i) vars.push_back(body.arg(i).var());
    std::size_t instances = 1;
    for (VarId v : vars) {
      const auto* values = evaluator_.values_of(ots_.pool->variable(v).sort);
      instances = values ? std::min(instances * values->size(), most_instances + 1) : most_instances + 1;
    }
    Environment env;
    if (instances > most_instances) return place({condition, env});
    return instantiate(vars, 0, body, env);
  }

  bool instantiate(const std::vector<VarId>& vars, std::size_t at, Term body, Environment& env) {
    if (at == vars.size()) {
      for (Term part : conjuncts(*ots_.pool, body))
        if (!place({part, env})) return false;
      return true;
    }
    for (const Value& v : *evaluator_.values_of(ots_.pool->variable(vars[at]).sort)) {
      env[vars[at]] = v;
      if (!instantiate(vars, at + 1, body, env)) return false;
    }
    return true;
  }

  bool place(Condition c) {
    std::set<std::size_t> reads;
    Environment env = c.env;
    collect(c.formula, env, reads);
    if (reads.empty()) return holds(c);
    if (reads.size() > 1) {
      due_[*reads.rbegin()].push_back(std::move(c));
      return true;
    }
    const std::size_t cell = *reads.begin();
    std::erase_if(choices_[cell], [&](const Value& v) {
      state_[cell] = v;
      return !holds(c);
    });
    state_[cell] = Value();
    return !choices_[cell].empty();
  }

  // All cells that the term may read, whatever they hold.
  void collect(Term t, const Environment& env, std::set<std::size_t>& reads) {
    for (std::size_t i = 0; i < t.arity(); ++i) collect(t.arg(i), env, reads);
    if (!t.is(Op::Observe)) return;
    const auto& params = ots_.observers[static_cast<std::size_t>(t.a())].params;
    std::vector<std::vector<Value>> index;
    for (std::size_t i = 0; i < t.arity(); ++i) {
      const Term arg = t.arg(i);
      const auto known = arg.is(Op::Var) ? env.find(arg.var()) : env.end();
      if (known != env.end())
        index.push_back({known->second});
      else
        index.push_back(*evaluator_.values_of(ots_.pool->variable(params[i]).sort));
    }
    std::vector<Value> here(index.size());
    cells_at(static_cast<std::uint32_t>(t.a()), index, here, 0, reads);
  }

  void cells_at(std::uint32_t observer, const std::vector<std::vector<Value>>& index, std::vector<Value>& here,
                std::size_t at, std::set<std::size_t>& reads) {
    if (at == index.size()) {
      if (const auto cell = evaluator_.layout().cell(observer, here)) reads.insert(*cell);
      return;
    }
    for (const Value& v : index[at]) {
      here[at] = v;
      cells_at(observer, index, here, at + 1, reads);
    }
  }

  bool holds(const Condition& c) const {
    Environment env = c.env;
    return evaluator_.evaluate(c.formula, state_, env).is_true();
  }

  // False when it is over.
  bool choose(std::size_t cell) {
    if (cell == choices_.size()) return found_(state_);
    for (const Value& v : choices_[cell]) {
      if (context_.should_stop()) {
        stopped_ = true;
        return false;
      }
      state_[cell] = v;
      const auto& due = due_[cell];
      if (std::all_of(due.begin(), due.end(), [&](const Condition& c) { return holds(c); }) && !choose(cell + 1))
        return false;
    }
    return true;
  }

  const Ots& ots_;
  const Evaluator& evaluator_;
  std::vector<std::vector<Value>> choices_;
  Context& context_;
  const std::function<bool(State)>& found_;
  std::vector<std::vector<Condition>> due_;  // by the last cell that they read
  State state_;
  bool stopped_ = false;
};

}  // namespace

bool for_each_start(const Ots& ots, const Evaluator& evaluator, std::vector<std::vector<Value>> choices,
                    Context& context, const std::function<bool(State)>& found) {
  return Starts(ots, evaluator, std::move(choices), context, found).run();
}

}  // namespace whynot::ots
