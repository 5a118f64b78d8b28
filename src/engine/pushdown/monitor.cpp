// Interns locations and values, and computes the successors of a location for each class of events when it is needed.
#include "engine/pushdown/monitor.h"

#include <algorithm>

namespace whynot::engine::pushdown {
namespace {

using Kind = EfsaOperand::Kind;
using Op = EfsaGuard::Op;
using Trigger = EfsaTransition::Trigger;

// The nodes of a guard; children first.
std::vector<std::uint32_t> nodes_of(const Efsa& efsa, const EfsaTransition& transition) {
  std::vector<std::uint32_t> nodes, open;
  if (transition.guard) open.push_back(*transition.guard);
  while (!open.empty()) {
    const std::uint32_t at = open.back();
    const EfsaGuard& node = efsa.guards[at];
    open.pop_back();
    nodes.push_back(at);
    if (node.op == Op::Not || node.op == Op::And || node.op == Op::Or) open.push_back(node.left);
    if (node.op == Op::And || node.op == Op::Or) open.push_back(node.right);
  }
  std::sort(nodes.begin(), nodes.end());
  return nodes;
}

}  // namespace

Monitor::Monitor(const Pds& pds, const Efsa& efsa) : pds_(pds), efsa_(efsa) {
  for (const Value& value : efsa.constants) efsa_constants_.push_back(constant(value));
  for (std::uint32_t v = 0; v < efsa.variables.size(); ++v) elements_.push_back({v});
  relate_operands();
  classify_events();
  first_other_ = static_cast<Code>(constants_.size());
  find_live_variables();
  transitions_of_.resize(efsa.states.size());
  for (std::uint32_t t = 0; t < efsa.transitions.size(); ++t) transitions_of_[efsa.transitions[t].from].push_back(t);
  for (std::uint32_t s = 0; s < efsa.states.size(); ++s)
    if (efsa.states[s].initial) {
      std::vector<Code> location(1 + efsa.variables.size());
      location[0] = s;
      initial_.push_back(intern(std::move(location)));
    }
}

// ---- what values can meet

std::uint32_t Monitor::root(std::uint32_t element) {
  while (elements_[element].parent != element) {
    elements_[element].parent = elements_[elements_[element].parent].parent;
    element = elements_[element].parent;
  }
  return element;
}

void Monitor::unite(std::uint32_t a, std::uint32_t b) {
  a = root(a);
  b = root(b);
  if (a == b) return;
  elements_[b].parent = a;
  ValueClass moved = std::move(classes_[b]);
  classes_.erase(b);
  ValueClass& into = classes_[a];
  into.constants.insert(into.constants.end(), moved.constants.begin(), moved.constants.end());
  into.patterns |= moved.patterns;
}

std::uint32_t Monitor::parameter_element(const std::string& event, std::uint32_t position) {
  const auto [at, fresh] =
      parameter_elements_.try_emplace({event, position}, static_cast<std::uint32_t>(elements_.size()));
  if (fresh) elements_.push_back({at->second});
  return at->second;
}

std::uint32_t Monitor::element(const EfsaTransition& transition, const EfsaOperand& x) {
  return x.kind == Kind::Variable ? x.index : parameter_element(transition.event, x.index);
}

Monitor::Code Monitor::constant(const Value& value) {
  const auto [at, fresh] = constant_codes_.try_emplace(value, static_cast<Code>(constants_.size()));
  if (fresh) constants_.push_back(value);
  return at->second;
}

void Monitor::relate_operands() {
  const auto relate = [&](const EfsaTransition& t, const EfsaOperand& a, const EfsaOperand& b) {
    if (a.kind == Kind::Constant && b.kind == Kind::Constant) return;
    if (a.kind != Kind::Constant && b.kind != Kind::Constant) return unite(element(t, a), element(t, b));
    const EfsaOperand& open = a.kind == Kind::Constant ? b : a;
    const EfsaOperand& fixed = a.kind == Kind::Constant ? a : b;
    classes_[root(element(t, open))].constants.push_back(efsa_constants_[fixed.index]);
  };
  for (const EfsaTransition& t : efsa_.transitions) {
    std::uint32_t& positions = positions_.emplace_back(0);
    const auto use = [&](const EfsaOperand& x) {
      if (x.kind == Kind::Parameter) positions |= 1u << x.index;
    };
    for (const auto& [variable, operand] : t.assignments) use(operand);
    for (std::uint32_t index : nodes_of(efsa_, t)) {
      const EfsaGuard& node = efsa_.guards[index];
      if (node.op == Op::Equal || node.op == Op::Matches) use(node.a);
      if (node.op == Op::Equal) use(node.b);
      if (node.op == Op::Equal) relate(t, node.a, node.b);
      if (node.op == Op::Matches && node.a.kind != Kind::Constant)
        classes_[root(element(t, node.a))].patterns |= 1u << node.left;
    }
    for (const auto& [variable, operand] : t.assignments) relate(t, {Kind::Variable, variable}, operand);
  }
  for (std::uint32_t v = 0; v < efsa_.variables.size(); ++v)
    if (efsa_.variables[v].domain)
      for (const Value& value : *efsa_.variables[v].domain) classes_[root(v)].constants.push_back(constant(value));
}

void Monitor::classify_events() {
  std::map<std::vector<std::uint32_t>, std::uint32_t> ids;
  const auto class_id = [&](std::vector<std::uint32_t> events) {
    const auto [at, fresh] = ids.try_emplace(events, static_cast<std::uint32_t>(class_events_.size()));
    if (fresh) class_events_.push_back(std::move(events));
    return at->second;
  };
  class_id({});
  std::vector<bool> relevant;
  for (const EventInstance& event : pds_.events) {
    relevant.push_back(efsa_.mentions(event.name));
    if (!relevant.back()) continue;
    for (std::uint32_t i = 0; i < event.args.size(); ++i) {
      const auto at = parameter_elements_.find({event.name, i});
      if (at != parameter_elements_.end() && event.args[i])
        classes_[root(at->second)].constants.push_back(constant(*event.args[i]));
    }
  }
  for (const auto& set : pds_.event_sets) {
    std::vector<std::uint32_t> kept;
    std::copy_if(set.begin(), set.end(), std::back_inserter(kept), [&](std::uint32_t e) { return relevant[e]; });
    class_of_set_.push_back(class_id(std::move(kept)));
  }
  for (auto& [id, values] : classes_) {
    std::sort(values.constants.begin(), values.constants.end());
    values.constants.erase(std::unique(values.constants.begin(), values.constants.end()), values.constants.end());
  }
  for (const Value& value : constants_) {
    std::uint32_t answers = 0;
    for (std::size_t p = 0; p < efsa_.patterns.size(); ++p)
      if (value.defined() && efsa_.patterns[p].found_in(value.to_string())) answers |= 1u << p;
    pattern_answers_.push_back(answers);
  }
}

void Monitor::find_live_variables() {
  live_.assign(efsa_.states.size(), std::vector<bool>(efsa_.variables.size()));
  for (bool changed = true; changed;) {
    changed = false;
    for (const EfsaTransition& t : efsa_.transitions) {
      std::vector<bool> live = live_[t.to];
      for (const auto& [variable, operand] : t.assignments) live[variable] = false;
      for (const auto& [variable, operand] : t.assignments)
        if (operand.kind == Kind::Variable && live_[t.to][variable]) live[operand.index] = true;
      for (std::uint32_t index : nodes_of(efsa_, t))
        for (const EfsaOperand& x : {efsa_.guards[index].a, efsa_.guards[index].b})
          if (x.kind == Kind::Variable &&
              (efsa_.guards[index].op == Op::Equal || efsa_.guards[index].op == Op::Matches))
            live[x.index] = true;
      for (std::size_t v = 0; v < live.size(); ++v)
        if (live[v] && !live_[t.from][v]) live_[t.from][v] = changed = true;
    }
  }
}

// ---- locations

// Dead variables hold nothing; unnamed values are numbered in order.
std::vector<Monitor::Code> Monitor::settled(std::vector<Code> location) const {
  std::vector<std::uint32_t> seen;
  for (std::size_t v = 0; v + 1 < location.size(); ++v) {
    Code& code = location[v + 1];
    if (!live_[location[0]][v]) code = 0;
    if (code < first_other_) continue;
    auto at = std::find(seen.begin(), seen.end(), other_number(code));
    if (at == seen.end()) at = seen.insert(seen.end(), other_number(code));
    code = other(static_cast<std::uint32_t>(at - seen.begin()), other_answers(code));
  }
  return location;
}

std::uint32_t Monitor::intern(std::vector<Code> location) {
  const auto [at, fresh] =
      location_ids_.try_emplace(settled(std::move(location)), static_cast<std::uint32_t>(locations_.size()));
  if (fresh) locations_.push_back(at->first);
  return at->second;
}

std::vector<std::uint32_t> Monitor::every_state() {
  std::vector<std::uint32_t> result;
  for (std::uint32_t s = 0; s < efsa_.states.size(); ++s) {
    std::vector<Code> location(1 + efsa_.variables.size());
    location[0] = s;
    result.push_back(intern(std::move(location)));
  }
  return result;
}

EfsaLocation Monitor::location(std::uint32_t id) const {
  EfsaLocation result{locations_[id][0], {}};
  for (std::size_t v = 1; v < locations_[id].size(); ++v) {
    const Code code = locations_[id][v];
    if (code < first_other_)
      result.values.push_back({constants_[code], 0, 0});
    else
      result.values.push_back({Value(), other_number(code) + 1, other_answers(code)});
  }
  return result;
}

// ---- moves

std::span<const Monitor::Move> Monitor::moves(std::uint32_t location, std::uint32_t event_class) {
  const auto [row, fresh] =
      rows_.insert(pair_key(location, event_class), static_cast<std::uint32_t>(row_ranges_.size()));
  if (fresh) compute(location, event_class);
  const auto [begin, end] = row_ranges_[row];
  return std::span(moves_).subspan(begin, end - begin);
}

bool Monitor::blocks(std::uint32_t location, std::uint32_t event_class) {
  moves(location, event_class);
  return blocked_rows_.count(pair_key(location, event_class)) != 0;
}

struct Monitor::Firing {
  std::uint32_t location;
  std::vector<Code> from;
  std::vector<std::uint32_t> events;
  std::vector<std::vector<Code>> args{};  // per event
  struct Unknown {
    std::size_t event, position;
    std::vector<Code> known;  // constants and unnamed values that variables hold
    std::uint32_t patterns;
  };
  std::vector<Unknown> unknown{};
  std::uint32_t others = 0;   // numbers in use
  std::vector<Code> fresh{};  // unnamed values chosen on the way
  std::vector<Move> moves{};
  bool blocked = false;  // for some values no transition is enabled
};

void Monitor::compute(std::uint32_t location, std::uint32_t event_class) {
  Firing firing{.location = location, .from = locations_[location], .events = class_events_[event_class]};
  for (Code code : std::span(firing.from).subspan(1))
    if (code >= first_other_) firing.others = std::max(firing.others, other_number(code) + 1);
  for (std::size_t e = 0; e < firing.events.size(); ++e) {
    const EventInstance& event = pds_.events[firing.events[e]];
    firing.args.emplace_back(event.args.size());
    const std::uint32_t looked_at = positions_looked_at(firing.from[0], event);
    for (std::uint32_t i = 0; i < event.args.size(); ++i) {
      const auto at = parameter_elements_.find({event.name, i});
      if (!(looked_at >> i & 1)) continue;
      if (event.args[i]) {
        firing.args[e][i] = constant_codes_.at(*event.args[i]);
        continue;
      }
      Firing::Unknown& unknown = firing.unknown.emplace_back(Firing::Unknown{e, i, {}, 0});
      if (const auto values = classes_.find(root(at->second)); values != classes_.end()) {
        unknown.known = values->second.constants;
        unknown.patterns = values->second.patterns;
      }
      for (std::uint32_t v = 0; v < efsa_.variables.size(); ++v)
        if (firing.from[v + 1] >= first_other_ && root(v) == root(at->second))
          unknown.known.push_back(firing.from[v + 1]);
    }
  }
  choose(firing, 0);
  const auto begin = static_cast<std::uint32_t>(moves_.size());
  if (firing.blocked) blocked_rows_.insert(pair_key(location, event_class));
  moves_.insert(moves_.end(), firing.moves.begin(), firing.moves.end());
  row_ranges_.emplace_back(begin, static_cast<std::uint32_t>(moves_.size()));
}

std::uint32_t Monitor::positions_looked_at(std::uint32_t state, const EventInstance& event) const {
  std::uint32_t positions = 0;
  for (std::uint32_t index : transitions_of_[state])
    if (efsa_.transitions[index].fits(event)) positions |= positions_[index];
  return positions;
}

void Monitor::choose(Firing& firing, std::size_t index) {
  if (index == firing.unknown.size()) return fire(firing);
  const Firing::Unknown& unknown = firing.unknown[index];
  Code& arg = firing.args[unknown.event][unknown.position];
  for (Code code : unknown.known) {
    arg = code;
    choose(firing, index + 1);
  }
  for (std::size_t i = 0; i < firing.fresh.size(); ++i) {
    arg = firing.fresh[i];
    choose(firing, index + 1);
  }
  const std::uint32_t number = firing.others++;
  for (std::uint32_t answers = 0; answers <= unknown.patterns; ++answers) {
    if (answers & ~unknown.patterns) continue;
    arg = other(number, answers);
    firing.fresh.push_back(arg);
    choose(firing, index + 1);
    firing.fresh.pop_back();
  }
  --firing.others;
}

void Monitor::fire(Firing& firing) {
  static const std::vector<Code> no_args;
  bool enabled = false;
  const auto& transitions = transitions_of_[firing.from[0]];
  for (std::uint32_t index : transitions) {
    const EfsaTransition& t = efsa_.transitions[index];
    if (t.trigger == Trigger::Any) enabled |= attempt(firing, t, no_args, no_event);
    for (std::size_t e = 0; e < firing.events.size(); ++e)
      if (t.fits(pds_.events[firing.events[e]])) enabled |= attempt(firing, t, firing.args[e], firing.events[e]);
  }
  if (enabled) return;
  for (std::uint32_t index : transitions)
    if (efsa_.transitions[index].trigger == Trigger::Else)
      enabled |= attempt(firing, efsa_.transitions[index], no_args, no_event);
  if (enabled) return;
  firing.blocked = true;
  if (efsa_.missing == Efsa::Missing::Stay) add_move(firing, firing.location, no_event);
}

void Monitor::add_move(Firing& firing, std::uint32_t to, std::uint32_t event) {
  const auto same = std::find_if(firing.moves.begin(), firing.moves.end(), [&](const Move& m) { return m.to == to; });
  if (same == firing.moves.end())
    firing.moves.push_back({to, event});
  else if (same->event == no_event)
    same->event = event;
}

bool Monitor::attempt(Firing& firing, const EfsaTransition& t, const std::vector<Code>& args, std::uint32_t event) {
  if (t.guard && !holds(*t.guard, firing.from, args)) return false;
  std::vector<Code> next = firing.from;
  next[0] = t.to;
  for (const auto& [variable, operand] : t.assignments) {
    const Code code = next[variable + 1] = value(operand, firing.from, args);
    const auto& domain = efsa_.variables[variable].domain;
    if (domain &&
        (code >= first_other_ || std::find(domain->begin(), domain->end(), constants_[code]) == domain->end()))
      return false;
  }
  add_move(firing, intern(std::move(next)), event);
  return true;
}

Monitor::Code Monitor::value(const EfsaOperand& x, const std::vector<Code>& at, const std::vector<Code>& args) const {
  if (x.kind == Kind::Variable) return at[x.index + 1];
  return x.kind == Kind::Parameter ? args[x.index] : efsa_constants_[x.index];
}

bool Monitor::matches(std::uint32_t pattern, Code code) const {
  const std::uint32_t answers = code >= first_other_ ? other_answers(code) : pattern_answers_[code];
  return answers >> pattern & 1;
}

bool Monitor::holds(std::uint32_t guard, const std::vector<Code>& at, const std::vector<Code>& args) const {
  const EfsaGuard& g = efsa_.guards[guard];
  switch (g.op) {
    case Op::Equal: return value(g.a, at, args) == value(g.b, at, args);
    case Op::Matches: return matches(g.left, value(g.a, at, args));
    case Op::Not: return !holds(g.left, at, args);
    case Op::And: return holds(g.left, at, args) && holds(g.right, at, args);
    case Op::Or: return holds(g.left, at, args) || holds(g.right, at, args);
  }
  return false;
}

}  // namespace whynot::engine::pushdown
