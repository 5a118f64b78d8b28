// Matches the patterns of the map against the events and procedures of each rule.
#include "front/pds/event_map.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "front/pds/suggest.h"

namespace whynot::front::pds {
namespace {

struct Bound {
  std::optional<Value> value;
  int origin = Pds::from_nowhere;
};
using Bindings = std::map<std::string, Bound>;

// The arguments of an instance against a pattern: what the names stand for, or nothing if a constant
// differs or the number does not fit.  A constant in the pattern against `?` may be equal: it fits.
std::optional<Bindings> match(const EventPattern& pattern, const std::vector<std::optional<Value>>& args) {
  if (args.size() < pattern.parameters.size() || (args.size() > pattern.parameters.size() && !pattern.open_ended))
    return std::nullopt;
  Bindings result;
  for (std::size_t i = 0; i < pattern.parameters.size(); ++i) {
    const ParameterSyntax& parameter = pattern.parameters[i];
    if (parameter.kind == ParameterSyntax::Kind::Constant && args[i] && *args[i] != parameter.constant)
      return std::nullopt;
    if (parameter.kind != ParameterSyntax::Kind::Name) continue;
    Bound& bound = result.try_emplace(parameter.name, Bound{args[i], static_cast<int>(i)}).first->second;
    if (bound.value && args[i] && *bound.value != *args[i])
      return std::nullopt;  // a name that stands twice has one value
    if (!bound.value) bound = {args[i], static_cast<int>(i)};
  }
  return result;
}

std::vector<std::optional<Value>> args_of(const EventSyntax& event) {
  std::vector<std::optional<Value>> args;
  for (const ConstantSyntax& arg : event.args) args.push_back(arg.value);
  return args;
}

// All ways in which a source fits a rule, and which of the rule's events it takes up.  A call rule is a call
// of its procedure with unknown arguments, unless an event of that name says more.
std::vector<Bindings> fits(const MapSource& source, const RuleSyntax& rule, const std::string& point,
                           std::vector<bool>& taken) {
  const EventPattern& pattern = source.pattern;
  const auto named = [&](const std::string& name) {
    return source.regex ? source.regex->found_in(name) : name == pattern.name.text;
  };
  std::vector<Bindings> result;
  const auto attempt = [&](const std::vector<std::optional<Value>>& args) {
    auto bound = match(pattern, args);
    if (!bound) return false;
    if (!source.result.empty()) (*bound)[source.result] = {std::nullopt, Pds::from_result};
    result.push_back(std::move(*bound));
    return true;
  };
  if (source.is_point) {
    std::vector<std::optional<Value>> args(pattern.parameters.size());
    if (source.regex) {
      const auto groups = source.regex->groups_in(point);
      if (!groups) return result;
      for (std::size_t i = 0; i < std::min(args.size(), groups->size()); ++i) args[i] = Value::symbol((*groups)[i]);
    } else if (point != pattern.name.text) {
      return result;
    }
    attempt(args);
    return result;
  }
  bool told = false;
  for (std::size_t i = 0; i < rule.events.size(); ++i) {
    const EventSyntax& event = rule.events[i];
    told = told || (rule.callee && event.name.text == rule.callee->text);
    if (named(event.name.text) && attempt(args_of(event))) taken[i] = true;
  }
  if (rule.callee && !told && named(rule.callee->text))
    attempt(std::vector<std::optional<Value>>(pattern.parameters.size()));
  return result;
}

EventInstance made(const EventPattern& event, const Bindings& bound) {
  EventInstance result{event.name.text, {}};
  for (const ParameterSyntax& parameter : event.parameters) {
    const auto at = bound.find(parameter.name);
    result.args.push_back(at == bound.end() ? std::nullopt : at->second.value);
  }
  return result;
}

std::vector<int> origins_of(const EventPattern& event, const Bindings& bound) {
  std::vector<int> result;
  for (const ParameterSyntax& parameter : event.parameters) {
    const auto at = bound.find(parameter.name);
    result.push_back(at == bound.end() ? Pds::from_nowhere : at->second.origin);
  }
  return result;
}

// In another order: the commonest slip.
bool same_letters(std::string a, std::string_view other) {
  std::string b(other);
  std::sort(a.begin(), a.end());
  std::sort(b.begin(), b.end());
  return a == b;
}

bool is_branch(const EventSyntax& event) {
  return event.args.size() == 1 && !event.args[0].value && (event.name.text == "true" || event.name.text == "false");
}

}  // namespace

EventMap::EventMap(const PdsDocument& document, Pds& pds, Diagnostics& diagnostics)
    : pds_(pds), diagnostics_(diagnostics) {
  for (const EventsSection& section : document.events)
    for (const MapSyntax& map : section.maps) {
      check(map);
      maps_.push_back(&map);
      defined_[map.event.name.text] = true;
      for (const MapSource& source : map.sources) looks_at_branches_ |= is_branch_name(source.pattern.name.text);
    }
  for (const PropertySection& property : document.properties)
    for (const TransitionSyntax& transition : property.transitions)
      for (const EventPattern& event : transition.events) looks_at_branches_ |= is_branch_name(event.name.text);
  sets_.emplace(std::vector<std::uint32_t>(), 0);
}

void EventMap::check(const MapSyntax& map) {
  for (const ParameterSyntax& parameter : map.event.parameters) {
    if (parameter.kind != ParameterSyntax::Kind::Name || map.event.open_ended)
      diagnostics_.error("pds.map-parameter", "an event that is defined has names as parameters", parameter.where);
  }
  for (const MapSource& source : map.sources)
    for (const auto& [name, value] : source.with) {
      std::vector<std::string> names;
      for (const ParameterSyntax& parameter : map.event.parameters) names.push_back(parameter.name);
      if (std::find(names.begin(), names.end(), name.text) == names.end())
        unknown(diagnostics_, "pds.unknown-parameter", "parameter", name, names, "`with` sets parameters of the event");
    }
}

void EventMap::check_points(const std::vector<std::string>& symbols) {
  for (const MapSyntax* map : maps_)
    for (const MapSource& source : map->sources)
      if (source.is_point && !source.regex &&
          std::find(symbols.begin(), symbols.end(), source.pattern.name.text) == symbols.end())
        unknown(diagnostics_, "pds.unknown-symbol", "stack symbol", source.pattern.name, symbols, "no rule has it");
}

std::uint32_t EventMap::events_of(const RuleSyntax& rule, const std::string& point) {
  if (maps_.empty() && rule.events.empty()) return 0;
  std::vector<std::uint32_t> set;
  origins_.clear();
  note_names(rule);
  std::vector<bool> taken(rule.events.size());
  for (const MapSyntax* map : maps_)
    for (const MapSource& source : map->sources)
      for (Bindings& bound : fits(source, rule, point, taken)) {
        for (const auto& [name, value] : source.with) bound[name.text] = {value, Pds::from_nowhere};
        set.push_back(intern(made(map->event, bound)));
        note_origins(set.back(), origins_of(map->event, bound));
      }
  for (std::size_t i = 0; i < rule.events.size(); ++i) {
    const EventSyntax& event = rule.events[i];
    if (taken[i] || defined_.contains(event.name.text) || (is_branch(event) && !looks_at_branches_)) continue;
    set.push_back(intern({event.name.text, args_of(event)}));
    std::vector<int> positions(event.args.size());
    std::iota(positions.begin(), positions.end(), 0);
    note_origins(set.back(), std::move(positions));
  }
  std::sort(set.begin(), set.end());
  set.erase(std::unique(set.begin(), set.end()), set.end());
  const auto [at, fresh] = sets_.try_emplace(set, static_cast<std::uint32_t>(pds_.event_sets.size()));
  if (fresh) pds_.event_sets.push_back(set);
  return at->second;
}

bool EventMap::is_branch_name(std::string_view name) { return name == "true" || name == "false"; }

// Of those only that have something to tell.
void EventMap::note_origins(std::uint32_t event, std::vector<int> origins) {
  const auto& args = pds_.events[event].args;
  if (std::any_of(args.begin(), args.end(), [](const auto& arg) { return !arg; }))
    origins_.emplace_back(event, std::move(origins));
}

void EventMap::note_names(const RuleSyntax& rule) {
  if (maps_.empty()) return;
  for (const EventSyntax& event : rule.events) called_.insert(event.name.text);
  if (rule.callee) called_.insert(rule.callee->text);
}

// A name that nothing is called by is a slip of the pen if it is nearly one that something is.
void EventMap::check_calls() {
  std::set<std::string_view> mapped;
  for (const MapSyntax* map : maps_)
    for (const MapSource& source : map->sources) mapped.insert(source.pattern.name.text);
  std::vector<std::string_view> others;
  for (const std::string& name : called_)
    if (!mapped.contains(name)) others.push_back(name);
  for (const MapSyntax* map : maps_) {
    const bool matches = std::any_of(map->sources.begin(), map->sources.end(), [&](const MapSource& source) {
      return source.is_point || source.regex || called_.contains(source.pattern.name.text);
    });
    for (const MapSource& source : map->sources) {
      const std::string& name = source.pattern.name.text;
      if (source.is_point || source.regex || called_.contains(name)) continue;
      const std::string_view near = nearest_name(name, others);
      if (near.empty() || (!same_letters(name, near) && (matches || near[0] != name[0]))) continue;
      diagnostics_.warning("pds.no-call", fmt::format("no call of `{}`", name), source.pattern.name.where).help =
          fmt::format("did you mean `{}`?", near);
    }
  }
}

std::uint32_t EventMap::intern(EventInstance event) {
  const auto [at, fresh] = events_.try_emplace(event.text(), static_cast<std::uint32_t>(pds_.events.size()));
  if (fresh) pds_.events.push_back(std::move(event));
  return at->second;
}

}  // namespace whynot::front::pds
