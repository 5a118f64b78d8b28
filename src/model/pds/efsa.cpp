// One step of the automaton on one event: unknown arguments get values in all ways that matter, then guards decide.
#include "model/pds/efsa.h"

#include <fmt/format.h>

#include <algorithm>

namespace whynot {
namespace {

void sort_unique(std::vector<EfsaLocation>& locations) {
  std::sort(locations.begin(), locations.end());
  locations.erase(std::unique(locations.begin(), locations.end()), locations.end());
}

// Names the unnamed values by the order in which variables hold them: locations that differ in those names
// only are one.
void rename_others(EfsaLocation& location) {
  std::vector<std::uint32_t> seen;
  for (EfsaValue& value : location.values) {
    if (value.other == 0) continue;
    auto at = std::find(seen.begin(), seen.end(), value.other);
    if (at == seen.end()) at = seen.insert(seen.end(), value.other);
    value.other = static_cast<std::uint32_t>(at - seen.begin()) + 1;
  }
}

}  // namespace

bool agrees(const EfsaLocation& full, const EfsaLocation& shown) {
  if (full.state != shown.state || full.values.size() != shown.values.size()) return false;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> named;  // (in full, in shown)
  for (std::size_t i = 0; i < shown.values.size(); ++i) {
    const EfsaValue &a = full.values[i], &b = shown.values[i];
    if (b.unset()) continue;
    if (a.constant != b.constant || (a.other == 0) != (b.other == 0) || a.answers != b.answers) return false;
    for (const auto& [x, y] : named)
      if ((x == a.other) != (y == b.other)) return false;
    if (a.other) named.emplace_back(a.other, b.other);
  }
  return true;
}

bool Efsa::mentions(const std::string& event) const {
  return std::any_of(transitions.begin(), transitions.end(), [&](const EfsaTransition& t) {
    return t.trigger == EfsaTransition::Trigger::Event && t.event == event;
  });
}

bool Efsa::is_liveness() const {
  return std::any_of(states.begin(), states.end(), [](const EfsaState& s) { return s.repeat; });
}

std::string location_text(const Efsa& efsa, const EfsaLocation& location) {
  std::string out = efsa.states[location.state].name, shown;
  for (std::size_t i = 0; i < location.values.size(); ++i) {
    const EfsaValue& value = location.values[i];
    if (value.unset()) continue;
    shown += (shown.empty() ? "" : ", ") + efsa.variables[i].name + "=";
    if (value.other == 0) {
      shown += constant_text(value.constant);
      continue;
    }
    shown += fmt::format("#{}", value.other);
    for (std::size_t p = 0; p < efsa.patterns.size(); ++p)
      if (value.answers >> p & 1) shown += fmt::format(" ~ /{}/", efsa.patterns[p].text());
  }
  return shown.empty() ? out : out + "(" + shown + ")";
}

EfsaInterpreter::EfsaInterpreter(const Efsa& efsa, const Pds& pds)
    : efsa_(efsa), pds_(pds), constants_(efsa.constants) {
  for (const EfsaVariable& variable : efsa.variables)
    if (variable.domain) constants_.insert(constants_.end(), variable.domain->begin(), variable.domain->end());
  for (const EventInstance& event : pds.events)
    if (efsa.mentions(event.name))
      for (const auto& arg : event.args)
        if (arg) constants_.push_back(*arg);
  std::sort(constants_.begin(), constants_.end());
  constants_.erase(std::unique(constants_.begin(), constants_.end()), constants_.end());
}

std::vector<EfsaLocation> EfsaInterpreter::initial() const {
  std::vector<EfsaLocation> result;
  for (std::uint32_t s = 0; s < efsa_.states.size(); ++s)
    if (efsa_.states[s].initial) result.push_back({s, std::vector<EfsaValue>(efsa_.variables.size())});
  return result;
}

struct EfsaInterpreter::Choice {
  const EfsaLocation& from;
  std::vector<const EventInstance*> events{};
  std::vector<std::vector<EfsaValue>> args{};                  // per event
  std::vector<std::pair<std::size_t, std::size_t>> unknown{};  // (event, position) still to be given values
  std::uint32_t others = 0;                                    // unnamed values so far
  std::vector<EfsaValue> other_values{};
  std::vector<EfsaLocation> result{};
};

std::vector<EfsaLocation> EfsaInterpreter::successors(const EfsaLocation& from, std::uint32_t event_set) const {
  std::vector<const EventInstance*> events;
  for (std::uint32_t event : pds_.event_sets[event_set]) events.push_back(&pds_.events[event]);
  return successors(from, events);
}

std::vector<EfsaLocation> EfsaInterpreter::successors(const EfsaLocation& from,
                                                      std::span<const EventInstance* const> events) const {
  Choice choice{.from = from};
  for (const EventInstance* event : events) {
    if (!efsa_.mentions(event->name)) continue;
    choice.events.push_back(event);
    auto& args = choice.args.emplace_back();
    for (std::uint32_t i = 0; i < event->args.size(); ++i) {
      args.push_back({event->args[i].value_or(Value()), 0, 0});
      if (!event->args[i] && argument_matters(from.state, *event, i))
        choice.unknown.emplace_back(choice.events.size() - 1, i);
    }
  }
  for (const EfsaValue& value : from.values)
    if (value.other) {
      choice.others = std::max(choice.others, value.other);
      choice.other_values.push_back(value);
    }
  choose(choice, 0);
  sort_unique(choice.result);
  return std::move(choice.result);
}

// Whether a transition from the state looks at this argument; values of the others change nothing.
bool EfsaInterpreter::argument_matters(std::uint32_t state, const EventInstance& event, std::uint32_t position) const {
  const auto is_it = [&](const EfsaOperand& x) {
    return x.kind == EfsaOperand::Kind::Parameter && x.index == position;
  };
  for (const EfsaTransition& t : efsa_.transitions) {
    if (t.from != state || !t.fits(event)) continue;
    for (const auto& [variable, value] : t.assignments)
      if (is_it(value)) return true;
    std::vector<std::uint32_t> open;
    if (t.guard) open.push_back(*t.guard);
    while (!open.empty()) {
      const EfsaGuard& g = efsa_.guards[open.back()];
      open.pop_back();
      using Op = EfsaGuard::Op;
      if ((g.op == Op::Equal && (is_it(g.a) || is_it(g.b))) || (g.op == Op::Matches && is_it(g.a))) return true;
      if (g.op == Op::Not || g.op == Op::And || g.op == Op::Or) open.push_back(g.left);
      if (g.op == Op::And || g.op == Op::Or) open.push_back(g.right);
    }
  }
  return false;
}

// Gives values to the unknown arguments from the given one on, in all ways.
void EfsaInterpreter::choose(Choice& choice, std::size_t unknown) const {
  if (unknown == choice.unknown.size()) return fire(choice);
  const auto [event, position] = choice.unknown[unknown];
  EfsaValue& arg = choice.args[event][position];
  for (const Value& constant : constants_) {
    arg = {constant, 0, 0};
    choose(choice, unknown + 1);
  }
  for (std::size_t i = 0; i < choice.other_values.size(); ++i) {
    arg = choice.other_values[i];
    choose(choice, unknown + 1);
  }
  ++choice.others;
  for (std::uint32_t answers = 0; answers < 1u << efsa_.patterns.size(); ++answers) {
    arg = {Value(), choice.others, answers};
    choice.other_values.push_back(arg);
    choose(choice, unknown + 1);
    choice.other_values.pop_back();
  }
  --choice.others;
}

void EfsaInterpreter::fire(Choice& choice) const {
  static const std::vector<EfsaValue> no_args;
  bool enabled = false;
  const auto attempt = [&](const EfsaTransition& t, const std::vector<EfsaValue>& args) {
    if (t.guard && !holds(*t.guard, choice.from, args)) return;
    EfsaLocation next = choice.from;
    next.state = t.to;
    for (const auto& [variable, operand] : t.assignments) {
      next.values[variable] = value(operand, choice.from, args);
      const auto& domain = efsa_.variables[variable].domain;
      if (domain && std::find(domain->begin(), domain->end(), next.values[variable].constant) == domain->end()) return;
    }
    enabled = true;
    rename_others(next);
    choice.result.push_back(std::move(next));
  };
  using Trigger = EfsaTransition::Trigger;
  for (const EfsaTransition& t : efsa_.transitions) {
    if (t.from != choice.from.state) continue;
    if (t.trigger == Trigger::Any) attempt(t, no_args);
    for (std::size_t e = 0; e < choice.events.size(); ++e)
      if (t.fits(*choice.events[e])) attempt(t, choice.args[e]);
  }
  if (enabled) return;
  for (const EfsaTransition& t : efsa_.transitions)
    if (t.from == choice.from.state && t.trigger == Trigger::Else) attempt(t, no_args);
  if (!enabled && efsa_.missing == Efsa::Missing::Stay) choice.result.push_back(choice.from);
}

std::vector<EfsaLocation> EfsaInterpreter::after(std::span<const EfsaLocation> from, std::uint32_t event_set) const {
  std::vector<EfsaLocation> result;
  for (const EfsaLocation& at : from) {
    const std::vector<EfsaLocation> found = successors(at, event_set);
    result.insert(result.end(), found.begin(), found.end());
  }
  sort_unique(result);
  return result;
}

EfsaValue EfsaInterpreter::value(const EfsaOperand& x, const EfsaLocation& at,
                                 const std::vector<EfsaValue>& args) const {
  switch (x.kind) {
    case EfsaOperand::Kind::Variable: return at.values[x.index];
    case EfsaOperand::Kind::Parameter: return args[x.index];
    case EfsaOperand::Kind::Constant: return {efsa_.constants[x.index], 0, 0};
  }
  return {};
}

bool EfsaInterpreter::matches(std::uint32_t pattern, const EfsaValue& value) const {
  if (value.other) return value.answers >> pattern & 1;
  if (value.unset()) return false;
  return efsa_.patterns[pattern].found_in(value.constant.to_string());
}

bool EfsaInterpreter::holds(std::uint32_t guard, const EfsaLocation& at, const std::vector<EfsaValue>& args) const {
  const EfsaGuard& g = efsa_.guards[guard];
  switch (g.op) {
    case EfsaGuard::Op::Equal: return value(g.a, at, args) == value(g.b, at, args);
    case EfsaGuard::Op::Matches: return matches(g.left, value(g.a, at, args));
    case EfsaGuard::Op::Not: return !holds(g.left, at, args);
    case EfsaGuard::Op::And: return holds(g.left, at, args) && holds(g.right, at, args);
    case EfsaGuard::Op::Or: return holds(g.left, at, args) || holds(g.right, at, args);
  }
  return false;
}

MonitoredRun::MonitoredRun(const Pds& pds, const Efsa& efsa) : pds_(pds), efsa_(efsa), interpreter_(efsa, pds) {}

bool MonitoredRun::start(std::uint32_t initial, const EfsaLocation& shown) {
  run_.start(pds_.initial[initial]);
  return keep(interpreter_.initial(), shown);
}

bool MonitoredRun::step(std::uint32_t rule, const EfsaLocation& shown) {
  if (!run_.apply(pds_.rules[rule])) return false;
  std::vector<EfsaLocation> next;
  for (const EfsaLocation& at : possible_) {
    const auto& found = after(at, pds_.rules[rule].events);
    next.insert(next.end(), found.begin(), found.end());
  }
  return keep(std::move(next), shown);
}

const std::vector<EfsaLocation>& MonitoredRun::after(const EfsaLocation& at, std::uint32_t event_set) {
  const auto [row, fresh] = known_.try_emplace({at, event_set});
  if (!fresh) return row->second;
  row->second = interpreter_.after({&at, 1}, event_set);
  return row->second;
}

bool MonitoredRun::keep(std::vector<EfsaLocation> possible, const EfsaLocation& shown) {
  std::erase_if(possible, [&](const EfsaLocation& full) { return !agrees(full, shown); });
  sort_unique(possible);
  possible_ = std::move(possible);
  return !possible_.empty();
}

bool MonitoredRun::final() const { return !possible_.empty() && efsa_.states[possible_.front().state].final; }

bool accepts(const Pds& pds, const Efsa& efsa, std::span<const std::uint32_t> rules, bool through_final) {
  const EfsaInterpreter interpreter(efsa, pds);
  const auto is_final = [&](const EfsaLocation& l) { return efsa.states[l.state].final; };
  std::vector<EfsaLocation> at = interpreter.initial();
  for (std::uint32_t rule : rules) {
    if (!through_final) std::erase_if(at, is_final);
    at = interpreter.after(at, pds.rules[rule].events);
  }
  return std::any_of(at.begin(), at.end(), is_final);
}

}  // namespace whynot
