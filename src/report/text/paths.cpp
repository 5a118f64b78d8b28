#include <fmt/format.h>

#include <algorithm>

#include "report/findings.h"
#include "report/paint.h"
#include "report/spelling.h"

namespace whynot::report {
namespace {

std::string joined(const std::vector<std::string>& words, std::string_view between) {
  std::string out;
  for (const std::string& word : words) out += (out.empty() ? "" : std::string(between)) + printable(word);
  return out;
}

constexpr std::size_t most_groups_told = 10;

std::string told(std::string_view what, const std::vector<PathGroup>& groups) {
  std::string out;
  for (std::size_t i = 0; i < std::min(groups.size(), most_groups_told); ++i)
    out += fmt::format("      {}: {} ending at {}{}{}\n", what, groups[i].count, printable(groups[i].final_point),
                       groups[i].events.empty() ? "" : " after ", joined(groups[i].events, ", "));
  if (groups.size() > most_groups_told)
    out += fmt::format("      … and {} more\n", counted(groups.size() - most_groups_told, "group"));
  return out;
}

std::string text_of_refinement(const PathRefinement& r, const Style& style) {
  std::string out = "    ";
  if (!r.allowed.empty()) out += fmt::format("Allowed: {}.  ", joined(r.allowed, ", "));
  if (!r.before.empty()) out += fmt::format("Before: {}.  ", printable(r.before));
  out += fmt::format("{} gone, {} remain, {} new{}.\n", counted(counterexamples_in(r.gone), "counterexample"),
                     counterexamples_in(r.remaining), counterexamples_in(r.added),
                     r.complete ? "" : ", among those that were listed");
  if (style.verbosity < 0) return out;
  return out + told("gone", r.gone) + told("remains", r.remaining) + told("new", r.added);
}

}  // namespace

std::uint64_t counterexamples_in(const std::vector<PathGroup>& groups) {
  std::uint64_t count = 0;
  for (const PathGroup& group : groups) count += group.count;
  return count;
}

std::string text_of(const Paths& paths, const Report&, const Style& style) {
  const Paint paint(style.color);
  std::string out;
  if (paths.refinement) out += text_of_refinement(*paths.refinement, style);
  if (paths.verdict != "violated") return out;
  const std::uint64_t count = counterexamples_in(paths.groups);
  const std::string whole = paths.total && !paths.complete ? fmt::format(" of {}", to_string(*paths.total)) : "";
  out +=
      fmt::format("{}: {}{}{} in {}, {}\n", paint.bold(printable(paths.property)), paths.complete ? "" : "the first ",
                  counted(count, "counterexample"), whole, counted(paths.groups.size(), "group"),
                  paths.loops.empty() ? "mode " + paths.mode : "each with a loop that goes on for ever");
  if (!paths.reason.empty()) out += fmt::format("    There may be more ({}).\n", printable(paths.reason));
  if (!paths.common.empty()) out += fmt::format("    On every error path: {}\n", joined(paths.common, ", "));
  if (!paths.common_sequence.empty())
    out += fmt::format("    In every group, in this order: {}\n", joined(paths.common_sequence, ", "));
  if (style.verbosity >= 0) out += paths.text;
  return out;
}

}  // namespace whynot::report
