// A breadth-first search with the Stepper.  Each state found is a stack symbol, named by its values, and each step a
// rule that replaces one symbol by another and carries the events whose conditions hold.
#include "session/system_states.h"

#include <fmt/format.h>

#include <deque>
#include <set>
#include <unordered_map>

#include "expr/evaluate.h"
#include "model/state_hash.h"
#include "model/system/slots.h"

namespace whynot::session {
namespace {

constexpr std::size_t most_states = 100'000, most_steps = 1'000'000;

class Lister {
 public:
  Lister(const Model& model, std::span<const Expr> conditions, std::span<const front::pds::WhenSyntax> whens,
         Context& context)
      : model_(model), slots_(model.system()), whens_(whens), context_(context) {
    for (const Expr condition : conditions)
      conditions_.emplace_back(*model.system().pool, condition, [&](Expr leaf) { return slots_.of(leaf); });
  }

  SystemStates run() {
    result_.section.name = {model_.file, {}};
    bool finished = model_.stepper->initial(context_, [&](State state) {
      front::pds::ConfigurationSyntax initial;
      initial.stack.push_back({index_of(std::move(state)), {}});
      result_.section.initial.push_back(std::move(initial));
      return may_go_on();
    });
    for (std::size_t next = 0; next < states_.size() && finished && may_go_on(); ++next)
      finished = model_.stepper->successors(*states_[next], context_, [&](Successor s) {
        add_step(next, s);
        return may_go_on();
      });
    result_.whole = finished && may_go_on();
    if (!finished && states_.empty()) stand_in();
    return std::move(result_);
  }

 private:
  bool may_go_on() const { return states_.size() <= most_states && steps_.size() <= most_steps; }

  // Stopped before the first state: the properties are still there, undecided.
  void stand_in() {
    result_.section.symbols.push_back({"state", {}});
    result_.section.initial.emplace_back().stack.push_back({"state", {}});
  }

  std::string index_of(State state) {
    const auto [at, fresh] = numbers_.try_emplace(std::move(state), states_.size());
    if (fresh) {
      states_.push_back(&at->first);
      names_.push_back(name_of(at->first));
    }
    return names_[at->second];
  }

  // The state itself: that is what a person wants to read on the stack.
  std::string name_of(const State& state) const {
    const Signature& signature = *model_.stepper->signature();
    std::string out;
    for (std::size_t i = 0; i < state.size(); ++i)
      out += fmt::format("{}{} = {}", out.empty() ? "" : ", ", signature.columns[i].name, state[i].to_string());
    return out.empty() ? "state" : out;
  }

  void add_step(std::size_t from, const Successor& s) {
    const std::string to = index_of(s.state);
    const auto values = slots_.values(*states_[from], &s.inputs, &s.state);
    std::vector<std::size_t> events;
    for (std::size_t i = 0; i < conditions_.size(); ++i)
      if (conditions_[i].run(values).is_true()) events.push_back(i);
    if (!steps_.insert({from, numbers_.at(s.state), events}).second) return;
    front::pds::RuleSyntax rule;
    rule.left.stack.push_back({names_[from], {}});
    rule.right.stack.push_back({to, {}});
    rule.any_control = true;
    for (const std::size_t i : events) rule.events.push_back({whens_[i].event, {}});
    result_.section.rules.push_back(std::move(rule));
  }

  const Model& model_;
  Slots slots_;
  std::span<const front::pds::WhenSyntax> whens_;
  Context& context_;
  std::vector<CompiledExpr> conditions_;
  std::unordered_map<State, std::size_t, StateHash> numbers_;
  std::deque<const State*> states_;
  std::vector<std::string> names_;
  std::set<std::tuple<std::size_t, std::size_t, std::vector<std::size_t>>> steps_;
  SystemStates result_;
};

}  // namespace

SystemStates list_states(const Model& model, std::span<const Expr> conditions,
                         std::span<const front::pds::WhenSyntax> whens, Context& context) {
  return Lister(model, conditions, whens, context).run();
}

}  // namespace whynot::session
