// Policy refinement (sections 1 and 6 of the paper): allow events, or edit the automaton, and see what
// becomes of the counterexamples.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "analyse/paths/paths.h"

namespace whynot::analyse {
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

PathsDifference compare_paths(const PathsFinding& before, const PathsFinding& after, const Pds& refined_system,
                              const Efsa& refined_property, const PathsOptions& options) {
  PathsDifference result;
  std::set<std::vector<std::uint32_t>> known;
  for (std::size_t i = 0; i < before.rules.size(); ++i) {
    known.insert(before.rules[i]);
    const bool still = before.loops.empty()
                           ? accepts(refined_system, refined_property, before.rules[i], options.all_final)
                           : !refuse_lasso(refined_system, refined_property, before.loops[i].run);
    (still ? result.remaining : result.gone).push_back(i);
  }
  for (std::size_t i = 0; i < after.rules.size(); ++i)
    if (!known.contains(after.rules[i])) result.added.push_back(i);
  return result;
}

}  // namespace whynot::analyse
