// Finds the steps of one system's runs in another system, and judges the runs by the other's automaton.
#include "analyse/paths/refine.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <unordered_map>

namespace whynot::analyse::paths {
namespace {

// Without quotes, and without spaces but for those within quotes.
std::string plain(std::string_view event) {
  std::string out;
  bool quoted = false;
  for (std::size_t i = 0; i < event.size(); ++i) {
    if (event[i] == '"')
      quoted = !quoted;
    else if (quoted && event[i] == '\\' && i + 1 < event.size())
      out += event[++i];
    else if (quoted || event[i] != ' ')
      out += event[i];
  }
  return out;
}

std::vector<std::uint32_t> translated(const std::vector<std::string>& from, const std::vector<std::string>& to) {
  std::unordered_map<std::string_view, std::uint32_t> index;
  for (std::uint32_t i = 0; i < to.size(); ++i) index.emplace(to[i], i);
  std::vector<std::uint32_t> result;
  for (const std::string& name : from) {
    const auto at = index.find(name);
    result.push_back(at == index.end() ? Pds::none : at->second);
  }
  return result;
}

// Where the steps of one system are in another.  Rules that differ in nothing but their events are told by their order;
// where an event map made one of several, or several of one, any of them may be meant.
class Counterparts {
 public:
  Counterparts(const Pds& from, const Pds& to)
      : controls_(translated(from.controls, to.controls)), symbols_(translated(from.symbols, to.symbols)) {
    for (const PdsConfiguration& initial : from.initial) initial_.push_back(start_there(initial, to));
    rules_.resize(from.rules.size());
    const auto same = [&](const PdsRule& a, const PdsRule& b) { return shape_there(a) == shape(b); };
    if (std::equal(from.rules.begin(), from.rules.end(), to.rules.begin(), to.rules.end(), same)) {
      for (std::uint32_t i = 0; i < rules_.size(); ++i) rules_[i] = {i};  // the usual case
    } else {
      match(from, to);
    }
  }

  const std::vector<std::uint32_t>& of_rule(std::uint32_t rule) const { return rules_[rule]; }
  std::uint32_t of_initial(std::uint32_t initial) const { return initial_[initial]; }  // Pds::none if it is not there

 private:
  using Shape = std::array<std::uint32_t, 6>;

  void match(const Pds& from, const Pds& to) {
    std::map<Shape, std::vector<std::uint32_t>> alike_from, alike_to;
    for (std::uint32_t i = 0; i < from.rules.size(); ++i) alike_from[shape_there(from.rules[i])].push_back(i);
    for (std::uint32_t i = 0; i < to.rules.size(); ++i) alike_to[shape(to.rules[i])].push_back(i);
    for (const auto& [shape, rules] : alike_from) {
      const auto there = alike_to.find(shape);
      if (there == alike_to.end()) continue;
      const bool in_order = rules.size() == there->second.size();
      for (std::size_t k = 0; k < rules.size(); ++k)
        rules_[rules[k]] = in_order ? std::vector{there->second[k]} : there->second;
    }
  }

  static Shape shape(const PdsRule& r) {
    return {r.control, r.symbol, r.to, r.size, r.size > 0 ? r.push[0] : 0, r.size > 1 ? r.push[1] : 0};
  }
  Shape shape_there(PdsRule rule) const {
    rule.control = controls_[rule.control];
    rule.symbol = symbols_[rule.symbol];
    rule.to = controls_[rule.to];
    for (std::uint32_t i = 0; i < rule.size; ++i) rule.push[i] = symbols_[rule.push[i]];
    return shape(rule);
  }
  std::uint32_t start_there(const PdsConfiguration& initial, const Pds& to) const {
    std::vector<std::uint32_t> stack;
    for (std::uint32_t symbol : initial.stack) stack.push_back(symbols_[symbol]);
    const auto at = std::find_if(to.initial.begin(), to.initial.end(), [&](const PdsConfiguration& other) {
      return other.control == controls_[initial.control] && other.stack == stack;
    });
    return at == to.initial.end() ? Pds::none : static_cast<std::uint32_t>(at - to.initial.begin());
  }

  std::vector<std::uint32_t> controls_, symbols_, initial_;
  std::vector<std::vector<std::uint32_t>> rules_;
};

// Puts runs of one system to the automaton of another: sets of the interpreter's locations, remembered.
class Judge {
 public:
  Judge(const Pds& from, const PathsSide& side, bool all_final)
      : pds_(side.pds),
        efsa_(side.property),
        all_final_(all_final),
        counterparts_(from, side.pds),
        interpreter_(side.property, side.pds) {
    start_ = interned(interpreter_.initial());
  }

  bool violates(const PdsLasso& run) {
    const std::uint32_t initial = counterparts_.of_initial(run.initial);
    if (initial == Pds::none || efsa_.is_liveness() == run.loop.empty()) return false;
    return run.loop.empty() ? reaches_final(run.stem) : repeats({initial, run.stem, run.loop});
  }

 private:
  using Locations = std::vector<EfsaLocation>;

  bool reaches_final(const std::vector<std::uint32_t>& rules) {
    std::size_t at = start_;
    for (std::uint32_t rule : rules) {
      const auto& meant = counterparts_.of_rule(rule);
      if (meant.empty()) return false;
      at = after(at, meant);
    }
    const Locations& last = *sets_[at];
    return std::any_of(last.begin(), last.end(), [&](const EfsaLocation& l) { return efsa_.states[l.state].final; });
  }

  bool repeats(PdsLasso lasso) const {
    for (auto* rules : {&lasso.stem, &lasso.loop})
      for (std::uint32_t& rule : *rules) {
        const auto& meant = counterparts_.of_rule(rule);
        if (meant.empty()) return false;
        rule = meant.front();
      }
    return !refuse_lasso(pds_, efsa_, lasso);
  }

  std::size_t after(std::size_t at, const std::vector<std::uint32_t>& rules) {
    if (rules.size() == 1) return after(at, pds_.rules[rules[0]].events);
    Locations all;
    for (std::uint32_t rule : rules) {
      const Locations& some = *sets_[after(at, pds_.rules[rule].events)];
      all.insert(all.end(), some.begin(), some.end());
    }
    return interned(std::move(all));
  }

  std::size_t after(std::size_t at, std::uint32_t event_set) {
    const auto key = std::pair(at, event_set);
    if (const auto known = steps_.find(key); known != steps_.end()) return known->second;
    Locations from = *sets_[at];
    if (!all_final_) std::erase_if(from, [&](const EfsaLocation& l) { return efsa_.states[l.state].final; });
    return steps_[key] = interned(interpreter_.after(from, event_set));
  }

  std::size_t interned(Locations locations) {
    std::sort(locations.begin(), locations.end());
    locations.erase(std::unique(locations.begin(), locations.end()), locations.end());
    const auto [at, fresh] = ids_.try_emplace(std::move(locations), sets_.size());
    if (fresh) sets_.push_back(&at->first);
    return at->second;
  }

  const Pds& pds_;
  const Efsa& efsa_;
  bool all_final_;
  Counterparts counterparts_;
  EfsaInterpreter interpreter_;
  std::map<Locations, std::size_t> ids_;
  std::vector<const Locations*> sets_;
  std::map<std::pair<std::size_t, std::uint32_t>, std::size_t> steps_;  // by set of locations and of events
  std::size_t start_ = 0;
};

}  // namespace

bool is_meant(std::string_view wanted, std::string_view event) {
  return wanted == event || wanted == event.substr(0, event.find('(')) || plain(wanted) == plain(event);
}

std::optional<Pds> allow_events(const Pds& pds, const std::vector<std::string>& events, Diagnostics& diagnostics) {
  std::vector<bool> allowed(pds.events.size());
  bool known = true;
  for (const std::string& wanted : events) {
    bool found = false;
    std::vector<std::string_view> names;
    for (std::size_t e = 0; e < pds.events.size(); ++e) {
      names.push_back(pds.events[e].name);
      if (!is_meant(wanted, pds.events[e].text())) continue;
      found = allowed[e] = true;
    }
    if (found) continue;
    known = false;
    const std::string_view near = nearest_name(wanted, names);
    diagnostics.error("paths.unknown-event", fmt::format("the model has no event `{}`", wanted), {}).help =
        near.empty() ? std::string() : fmt::format("did you mean `{}`?", near);
  }
  if (!known) return std::nullopt;
  Pds refined = pds;
  for (auto& set : refined.event_sets) std::erase_if(set, [&](std::uint32_t e) { return allowed[e]; });
  return refined;
}

PathsDifference compare_paths(const PathsSide& before, const PathsSide& after, bool all_final) {
  PathsDifference result;
  Judge now(before.pds, after, all_final);
  for (std::size_t i = 0; i < before.found.runs.size(); ++i)
    (now.violates(before.found.runs[i].steps) ? result.remaining : result.gone).push_back(i);
  Judge then(after.pds, before, all_final);
  for (std::size_t i = 0; i < after.found.runs.size(); ++i)
    if (!then.violates(after.found.runs[i].steps)) result.added.push_back(i);
  return result;
}

}  // namespace whynot::analyse::paths
