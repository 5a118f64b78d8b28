// Matches the patterns of the map against the events and procedures of each rule.
#include "front/pds/event_map.h"

#include <fmt/format.h>

#include <algorithm>

#include "front/pds/suggest.h"

namespace whynot::front::pds {
namespace {

using Bindings = std::map<std::string, std::optional<Value>>;

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
    auto& bound = result.try_emplace(parameter.name, args[i]).first->second;
    if (bound && args[i] && *bound != *args[i]) return std::nullopt;  // a name that stands twice has one value
    if (!bound) bound = args[i];
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
    if (bound) result.push_back(std::move(*bound));
    return bound.has_value();
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
    result.args.push_back(at == bound.end() ? std::nullopt : at->second);
  }
  return result;
}

}  // namespace

EventMap::EventMap(const PdsDocument& document, Pds& pds, Diagnostics& diagnostics)
    : pds_(pds), diagnostics_(diagnostics) {
  for (const EventsSection& section : document.events)
    for (const MapSyntax& map : section.maps) {
      check(map);
      maps_.push_back(&map);
      defined_[map.event.name.text] = true;
    }
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
  std::vector<bool> taken(rule.events.size());
  for (const MapSyntax* map : maps_)
    for (const MapSource& source : map->sources)
      for (Bindings& bound : fits(source, rule, point, taken)) {
        for (const auto& [name, value] : source.with) bound[name.text] = value;
        set.push_back(intern(made(map->event, bound)));
      }
  for (std::size_t i = 0; i < rule.events.size(); ++i)
    if (!taken[i] && !defined_.contains(rule.events[i].name.text))
      set.push_back(intern({rule.events[i].name.text, args_of(rule.events[i])}));
  std::sort(set.begin(), set.end());
  set.erase(std::unique(set.begin(), set.end()), set.end());
  const auto [at, fresh] = sets_.try_emplace(set, static_cast<std::uint32_t>(pds_.event_sets.size()));
  if (fresh) pds_.event_sets.push_back(set);
  return at->second;
}

std::uint32_t EventMap::intern(EventInstance event) {
  const auto [at, fresh] = events_.try_emplace(event.text(), static_cast<std::uint32_t>(pds_.events.size()));
  if (fresh) pds_.events.push_back(std::move(event));
  return at->second;
}

}  // namespace whynot::front::pds
