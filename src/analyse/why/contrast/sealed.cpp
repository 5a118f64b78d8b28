// A run that can pass at a step could pass at all steps before, so the step is found by bisection.
#include "analyse/why/contrast/sealed.h"

#include <algorithm>
#include <span>

#include "analyse/why/cone.h"

namespace whynot::analyse::why {
namespace {

constexpr std::size_t most_rounds = 64;

// The moments of the trace, and of further rounds of its loop until nothing new comes.
std::vector<Moment> all_moments(const Trace& trace, Owing& owing) {
  std::vector<Moment> moments = owing.along(trace);
  if (!trace.loop) return moments;
  const std::size_t length = trace.steps.size() - *trace.loop;
  for (std::size_t round = 0; round < most_rounds; ++round) {
    const std::size_t size = moments.size();
    for (std::size_t i = *trace.loop; i < trace.steps.size(); ++i) {
      const Inputs& inputs = i == *trace.loop ? trace.closing_inputs : trace.steps[i].inputs;
      moments.push_back(owing.after(moments.back(), inputs, trace.steps[i].state));
    }
    if (!std::equal(moments.end() - static_cast<std::ptrdiff_t>(length), moments.end(),
                    moments.begin() + static_cast<std::ptrdiff_t>(size - length)))
      continue;
    moments.resize(size);
    break;
  }
  return moments;
}

std::size_t folded(const Trace& trace, std::size_t position) {
  const std::size_t steps = trace.steps.size();
  return position < steps ? position : *trace.loop + (position - steps) % (steps - *trace.loop);
}

class SealedSearch {
 public:
  SealedSearch(const TransitionSystem& system, const Stepper& stepper, const Trace& trace, Owing& owing,
               Continuations& hope, Context& context)
      : trace_(trace),
        owing_(owing),
        hope_(hope),
        player_(system, stepper, context),
        moments_(all_moments(trace, owing)) {}

  Sealed run() {
    Sealed result;
    const auto first = first_hopeless(result.known);
    if (!result.known || !first) return result;
    result.step = first;
    if (*first == 0)
      begin(result);
    else
      result.choice = escape(*first);
    return result;
  }

  // After the step of this number, if the engines have found a way on from there.
  std::optional<Contrast> leave_at(std::size_t position) {
    Outlook& outlook = hope_.from(moments_[position]);
    if (!hope_.has_run(outlook)) return std::nullopt;
    Contrast made;
    made.run.signature = trace_.signature;
    for (std::size_t i = 0; i <= position; ++i) {
      const std::size_t step = folded(trace_, i);
      const bool closes = i >= trace_.steps.size() && step == *trace_.loop;
      made.run.steps.push_back(
          {trace_.steps[step].state, closes ? trace_.closing_inputs : trace_.steps[step].inputs, {}});
    }
    const std::size_t offset = made.run.steps.size() - 1;
    made.run.steps.insert(made.run.steps.end(), outlook.run.steps.begin() + 1, outlook.run.steps.end());
    if (outlook.run.loop) made.run.loop = *outlook.run.loop + offset;
    made.run.closing_inputs = outlook.run.closing_inputs;
    made.shared = shared_beginning(trace_, made.run);
    return made;
  }
  std::size_t last() const { return moments_.size() - 1; }

 private:
  Hope hope_at(std::size_t position) { return hope_.from(moments_[position]).hope; }

  std::optional<std::size_t> first_hopeless(bool& known) {
    known = false;
    const Hope end = hope_at(moments_.size() - 1);
    if (end == Hope::Unknown) return std::nullopt;
    known = true;
    if (end == Hope::Passes) return std::nullopt;
    std::size_t lowest = 0, highest = moments_.size() - 1;  // it is sealed at the highest
    while (lowest < highest) {
      const std::size_t middle = lowest + (highest - lowest) / 2;
      const Hope hope = hope_at(middle);
      if (hope == Hope::Unknown) known = false;
      if (hope == Hope::Unknown) return std::nullopt;
      if (hope == Hope::Fails)
        highest = middle;
      else
        lowest = middle + 1;
    }
    return highest;
  }

  void begin(Sealed& result) {
    const State& start = trace_.steps[0].state;
    std::vector<bool> kept(start.size(), false);
    const Hope any = hope_.from_start(start, kept).hope;
    result.every_run = any == Hope::Fails;
    if (result.every_run) return;
    std::vector<Choice> chosen = player_.choices_at(nullptr, nullptr, start, {0, 0, false});
    // What nothing asks for matters to no run.
    const std::vector<Expr> asked = asked_for();
    std::erase_if(chosen, [&](const Choice& choice) {
      const Expr variable = owing_.system().variables[choice.place.variable].variable;
      return std::find(asked.begin(), asked.end(), variable) == asked.end();
    });
    for (const Choice& choice : chosen) kept[player_.column(choice.place.variable)] = true;
    // Without the choices nothing differs between initial states, unless INIT ties them in other ways.
    result.minimal = hope_.from_start(start, kept).hope == Hope::Fails;
    if (!result.minimal) return;
    drop_idle(start, std::span(chosen), kept, result);
    for (const Choice& choice : chosen)
      if (kept[player_.column(choice.place.variable)]) result.initial.push_back(choice.place);
  }

  // The variables that the formula or any constraint depends on.
  std::vector<Expr> asked_for() const {
    std::vector<Expr> found;
    for (const VariableDecl& v : slice(owing_.system(), owing_.formula()).variables) found.push_back(v.variable);
    return found;
  }

  // Leaves out the initial choices that are not needed, the last ones first: as many at once as can go together, which
  // gives what leaving out one after the other would.
  void drop_idle(const State& start, std::span<const Choice> chosen, std::vector<bool>& kept, Sealed& result) {
    if (chosen.empty()) return;
    std::vector<bool> fewer = kept;
    for (const Choice& choice : chosen) fewer[player_.column(choice.place.variable)] = false;
    const Hope without = hope_.from_start(start, fewer).hope;
    if (without == Hope::Fails) kept = std::move(fewer);
    if (without == Hope::Unknown) result.minimal = false;
    if (without != Hope::Passes || chosen.size() == 1) return;
    const std::size_t half = chosen.size() / 2;
    drop_idle(start, chosen.subspan(half), kept, result);
    drop_idle(start, chosen.first(half), kept, result);
  }

  // What to choose otherwise on the way into the position.
  std::vector<Change> escape(std::size_t position) {
    const std::size_t to = folded(trace_, position);
    const bool closes = position >= trace_.steps.size() && to == *trace_.loop;
    const Place at{to, 0, closes};
    const Moment& before = moments_[position - 1];
    State from = before.state;
    from.resize(owing_.columns());
    const Inputs& inputs = closes ? trace_.closing_inputs : trace_.steps[to].inputs;
    const State& state = trace_.steps[to].state;
    const auto helps = [&](const Wish& wish) {
      const auto made = player_.step(from, inputs, state, wish);
      return made && hope_.from(owing_.after(before, made->inputs, made->state)).hope == Hope::Passes;
    };
    const std::vector<Choice> choices = player_.choices_at(&from, &inputs, state, at);
    for (const Choice& choice : choices)
      for (const Value& other : choice.others)
        if (helps({{choice.place.variable, other}})) return {{choice.place, choice.taken, other}};
    return differences(before, choices, {from, inputs, state, at}, helps);
  }

  struct Taken {  // a transition of the trace
    const State& from;
    const Inputs& inputs;
    const State& state;
    Place at;
  };

  // What the engines' run chooses otherwise, without what need not differ.
  template <class Helps>
  std::vector<Change> differences(const Moment& before, const std::vector<Choice>& choices, const Taken& taken,
                                  const Helps& helps) {
    Outlook& outlook = hope_.from(before);
    if (!hope_.has_run(outlook)) return {};
    const bool ends = outlook.run.steps.size() < 2;
    const Inputs& inputs = ends ? outlook.run.closing_inputs : outlook.run.steps[1].inputs;
    const State& state = outlook.run.steps[ends ? 0 : 1].state;
    if (ends && !outlook.run.loop) return {};
    std::vector<Change> changes;
    for (const Choice& choice : choices) {
      const std::size_t variable = choice.place.variable, column = player_.column(variable);
      const Value& other = player_.is_input(variable) ? inputs[column] : state[column];
      if (!(other == choice.taken)) changes.push_back({choice.place, choice.taken, other});
    }
    // What may be chosen only after that.
    State there = state;
    there.resize(owing_.columns());
    for (const Choice& choice : player_.choices_at(&taken.from, &inputs, there, taken.at)) {
      const std::size_t variable = choice.place.variable, column = player_.column(variable);
      const Value& was = player_.is_input(variable) ? taken.inputs[column] : taken.state[column];
      const bool is_known =
          std::any_of(changes.begin(), changes.end(), [&](const Change& c) { return c.place.variable == variable; });
      if (!is_known && !(was == choice.taken)) changes.push_back({choice.place, was, choice.taken});
    }
    Wish all;
    for (const Change& change : changes) all[change.place.variable] = change.to;
    if (!helps(all)) return {};
    for (std::size_t i = changes.size(); i-- > 0;) {
      Wish wish;
      for (std::size_t j = 0; j < changes.size(); ++j)
        if (j != i) wish[changes[j].place.variable] = changes[j].to;
      if (helps(wish)) changes.erase(changes.begin() + static_cast<std::ptrdiff_t>(i));
    }
    return changes;
  }

  const Trace& trace_;
  Owing& owing_;
  Continuations& hope_;
  Player player_;
  std::vector<Moment> moments_;
};

}  // namespace

Sealed sealed(const TransitionSystem& system, const Stepper& stepper, const Trace& trace, Owing& owing,
              Continuations& continuations, Context& context) {
  return SealedSearch(system, stepper, trace, owing, continuations, context).run();
}

std::optional<Contrast> latest(const TransitionSystem& system, const Stepper& stepper, const Trace& trace,
                               const Sealed& sealed, Owing& owing, Continuations& continuations, Context& context) {
  SealedSearch search(system, stepper, trace, owing, continuations, context);
  if (!sealed.known) return std::nullopt;
  if (sealed.step && *sealed.step > 0) return search.leave_at(*sealed.step - 1);
  // Never sealed: the run leaves within the first round of the loop, or else it would be longer than need be.
  if (!sealed.step) return search.leave_at(trace.loop ? std::min(*trace.loop, search.last()) : search.last());
  if (sealed.every_run) return std::nullopt;
  Outlook other = continuations.from_start(trace.steps[0].state, std::vector<bool>(trace.steps[0].state.size(), false));
  if (!continuations.has_run(other)) return std::nullopt;
  Contrast made;
  made.run = std::move(other.run);
  made.run.signature = trace.signature;
  return made;
}

}  // namespace whynot::analyse::why
