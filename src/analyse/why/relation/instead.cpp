// Questions about one step, from the closest to the farthest; then about whole runs, which keep one state less each
// time.
#include "analyse/why/relation/instead.h"

#include <algorithm>

#include "analyse/why/relation/forced.h"
#include "encode/unroll.h"

namespace whynot::analyse::why {
namespace {

constexpr std::uint64_t conflicts_of_history = 20'000;

class Question {
 public:
  Question(const TransitionSystem& system, const Trace& trace, const Place& place, const Value& value,
           const std::vector<Place>& reason, Context& context)
      : system_(system),
        trace_(trace),
        place_(place),
        is_start_(place.step == 0 && !place.closing),
        asked_{place.variable, is_input(place.variable) ? Side::Input : Side::After, value},
        reason_(reason),
        relation_(system, is_start_ ? Relation::Of::Start : Relation::Of::Step, context) {}

  Instead run() {
    before_ = is_start_ ? beside() : facts_before(system_, trace_, place_);
    if (!is_start_) inputs_ = input_facts(system_, trace_, place_);
    std::erase_if(inputs_, [&](const Fact& f) { return f.variable == place_.variable; });
    const auto here = possible(before_, inputs_);
    if (!here) return {};
    if (*here) return {Instead::Answer::Pick};
    const auto with_others = possible(before_, {});
    if (!with_others) return {};
    return *with_others ? other_inputs() : excluded();
  }

 private:
  bool is_input(std::size_t variable) const { return system_.variables[variable].kind == VariableKind::Input; }

  // Of an initial state: its other values.
  std::vector<Fact> beside() const {
    std::vector<Fact> facts;
    for (std::size_t v = 0; v < system_.variables.size(); ++v)
      if (!is_input(v) && v != place_.variable)
        facts.push_back({v, Side::After, value_at(system_, trace_, {0, v, false})});
    return facts;
  }

  std::optional<bool> possible(std::vector<Fact> facts, const std::vector<Fact>& inputs) {
    facts.insert(facts.end(), inputs.begin(), inputs.end());
    facts.push_back(asked_);
    return relation_.possible(facts);
  }

  // As many inputs as possible stay.
  Instead other_inputs() {
    Instead result{Instead::Answer::Input};
    std::vector<Fact> kept;
    std::vector<std::size_t> changed;
    for (const Fact& input : inputs_) {
      kept.push_back(input);
      if (possible(before_, kept).value_or(false)) continue;
      kept.pop_back();
      changed.push_back(input.variable);
    }
    if (!possible(before_, kept).value_or(false)) return {};
    std::vector<Fact> needed;
    needed.reserve(changed.size());
    for (const std::size_t v : changed) needed.push_back({v, Side::Input, relation_.value(v, Side::Input)});
    for (const Fact& fact : needed)
      result.because.push_back({{place_.step, fact.variable, place_.closing}, fact.value});
    result.minimal = std::all_of(needed.begin(), needed.end(), [&](const Fact& fact) {
      std::vector<Fact> facts = before_;
      facts.insert(facts.end(), kept.begin(), kept.end());
      facts.push_back(asked_);
      return relation_.possible(facts, relation_.all_conditions(), &fact) == std::optional(false);
    });
    return result;
  }

  Instead excluded() {
    std::vector<Fact> facts = before_;
    const std::size_t last = place_.closing ? trace_.steps.size() - 1 : place_.step - 1;
    const auto matters = [&](const Fact& fact) {
      return std::find(reason_.begin(), reason_.end(), Place{is_start_ ? 0 : last, fact.variable, false}) !=
             reason_.end();
    };
    std::stable_partition(facts.begin(), facts.end(), matters);
    const auto core = relation_.core(std::move(facts), asked_, true);
    if (!core) return {};
    Instead result{Instead::Answer::State};
    for (const Fact& fact : core->facts)
      result.because.push_back({{is_start_ ? 0 : last, fact.variable, false}, fact.value});
    for (const std::size_t i : core->conditions) result.core.push_back(relation_.conditions()[i]);
    result.minimal = core->minimal;
    return result;
  }

  const TransitionSystem& system_;
  const Trace& trace_;
  Place place_;
  bool is_start_;
  Fact asked_;
  const std::vector<Place>& reason_;
  Relation relation_;
  std::vector<Fact> before_, inputs_;
};

}  // namespace

Instead instead(const TransitionSystem& system, const Trace& trace, const Place& place, const Value& value,
                const std::vector<Place>& reason, Context& context) {
  if (!Relation::takes(system)) return {};
  return Question(system, trace, place, value, reason, context).run();
}

History history(const TransitionSystem& system, const Trace& trace, const Place& place, const Value& value,
                Context& context) {
  History result;
  if (!Relation::takes(system) || system.variables[place.variable].kind == VariableKind::Input) return result;
  encode::BitSystem bits(system);
  encode::Unroll unroll(bits, bits.everything(), encode::Start::Initial, context);
  const std::size_t at = place.closing ? trace.steps.size() : place.step;
  unroll.extend_to(at + 1);
  const auto is = [&](std::size_t variable, std::size_t frame, const Value& v) {
    const Type type = system.variables[variable].variable.type();
    return unroll.cnf().literal(
        encode::equal_constant(unroll.graph(), unroll.bits(variable, frame), encode::code_of(type, v)));
  };
  const int wanted = is(place.variable, at, value);
  for (std::size_t kept = at + 1; kept-- > 0;) {
    std::vector<int> assumed = {wanted};
    for (std::size_t step = 0; step < kept; ++step)
      for (std::size_t v = 0; v < system.variables.size(); ++v)
        if (system.variables[v].kind != VariableKind::Input)
          assumed.push_back(is(v, step, value_at(system, trace, {step, v, false})));
    const solve::Answer answer = unroll.sat().solve(assumed, conflicts_of_history);
    if (answer == solve::Answer::Stopped) return result;
    if (answer == solve::Answer::Unsat) continue;
    result.run = unroll.trace(at, std::nullopt);
    result.kept = kept;
    return result;
  }
  result.complete = true;
  return result;
}

}  // namespace whynot::analyse::why
