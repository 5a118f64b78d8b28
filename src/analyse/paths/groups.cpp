// First choose what to show (one representative per group unless somebody selected others), then write the chosen ones
// as call trees: text with a heading for each group, or one drawing of all of them.
#include "analyse/paths/groups.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace whynot::analyse::paths {
namespace {

constexpr std::size_t most_shown = 10;

// A counterexample in the text, with what stands above it.
struct Shown {
  std::size_t trace;
  std::string head;
};

Shown alone(std::size_t trace) { return {trace, fmt::format("\n    counterexample {}\n", trace + 1)}; }

std::string group_head(const PathsGroup& group, std::size_t index) {
  std::string events;
  for (const std::string& event : group.events) events += (events.empty() ? "" : ", ") + event;
  return fmt::format("\n    group {}: {} counterexample{} ending at {}{}\n", index + 1, group.count,
                     group.count == 1 ? "" : "s", group.final, events.empty() ? "" : " after " + events);
}

// Those that were selected, else the groups' representatives or every one.
std::vector<Shown> shown_of(const PathsFinding& found, const GroupsView& view) {
  std::vector<Shown> shown;
  if (!view.selected.empty())
    for (const std::size_t number : view.selected) shown.push_back(alone(number));
  else if (!view.grouped)
    for (std::size_t i = 0; i < (found.sites.empty() ? found.traces.size() : found.listed); ++i)
      shown.push_back(alone(i));
  else
    for (std::size_t i = 0; i < found.groups.size(); ++i)
      shown.push_back({found.groups[i].representative, group_head(found.groups[i], i)});
  std::erase_if(shown, [&](const Shown& s) { return s.trace >= found.traces.size(); });
  return shown;
}

// The one counterexample that is to be unfolded, if it is one.
std::optional<std::size_t> unfolded(const GroupsView& view) {
  if (view.unfold.empty() || view.unfold == "all") return std::nullopt;
  return std::stoul(view.unfold) - 1;
}

ViewOptions tree_view(const std::vector<Shown>& shown, const GroupsView& view) {
  ViewOptions options = view.options;
  options.unfold = view.unfold == "all";
  for (const Shown& s : shown)
    options.names.push_back(view.named ? fmt::format("t{}", view.first_id + s.trace)
                                       : fmt::format("group {}", s.trace + 1));
  return options;
}

std::vector<const Trace*> traces_of(const PathsFinding& found, const std::vector<Shown>& shown) {
  std::vector<const Trace*> traces;
  traces.reserve(shown.size());
  for (const Shown& s : shown) traces.push_back(&found.traces[s.trace]);
  return traces;
}

std::string loop_text(const PathsLoop& loop) {
  std::string leaves;
  for (const std::string& symbol : loop.leaves) leaves += (leaves.empty() ? "" : " ") + symbol;
  return leaves.empty() ? "" : fmt::format("each round leaves {} on the stack\n", leaves);
}

std::string indented(const std::string& text) {
  std::string out;
  bool at_start = true;
  for (const char c : text) {
    if (at_start && c != '\n') out += "      ";
    out += c;
    at_start = c == '\n';
  }
  return out;
}

}  // namespace

std::string text_of_groups(const PathsFinding& found, const GroupsView& view) {
  std::vector<Shown> shown = shown_of(found, view);
  const std::size_t number = shown.size();
  if (number > most_shown) shown.erase(shown.begin() + most_shown, shown.end());
  const auto wanted = unfolded(view);
  const bool there = std::any_of(shown.begin(), shown.end(), [&](const Shown& s) { return s.trace == wanted; });
  if (wanted && view.named && !there && *wanted < found.traces.size()) shown.push_back(alone(*wanted));
  std::string out;
  for (const Shown& s : shown) {
    ViewOptions options = view.options;
    options.unfold = view.unfold == "all" || s.trace == wanted;
    out += s.head + indented(call_tree(found.traces[s.trace], options));
    if (s.trace < found.loops.size()) out += indented(loop_text(found.loops[s.trace]));
  }
  if (number > most_shown) out += fmt::format("\n    … and {} more; --json has all of them\n", number - most_shown);
  if (shown.size() > 1)
    out += "\n    together\n" + indented(prefix_tree_text(traces_of(found, shown), tree_view(shown, view)));
  return out;
}

Drawing drawing_of_groups(const PathsFinding& found, GroupsView view, std::size_t most_nodes) {
  view.grouped = true;
  const std::vector<Shown> shown = shown_of(found, view);
  ViewOptions options = tree_view(shown, view);
  options.most_nodes = std::min(options.most_nodes, most_nodes);
  return prefix_tree(traces_of(found, shown), options);
}

}  // namespace whynot::analyse::paths
