// The finding of `paths` for people: sites first, then groups and what became of earlier counterexamples.
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

// A stack, the top first: of a high one what is on top.
std::vector<std::string> shortened(std::vector<std::string> stack) {
  constexpr std::size_t most = 6;
  if (stack.size() <= most) return stack;
  stack.resize(most);
  stack.push_back("…");
  return stack;
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

// A line for each control location and symbol: `(q0, s3) is erased in q0, q1`.
std::string text_of_erase(const Paths& paths) {
  if (paths.erase.empty()) return "";
  std::string out = fmt::format("    The erase relation has {}:\n", counted(paths.erase.size(), "tuple"));
  for (std::size_t i = 0; i < paths.erase.size();) {
    const auto& [from, symbol, first] = paths.erase[i];
    out += fmt::format("      ({}, {}) is erased in {}", printable(from), printable(symbol), printable(first));
    for (++i; i < paths.erase.size() && paths.erase[i][0] == from && paths.erase[i][1] == symbol; ++i)
      out += ", " + printable(paths.erase[i][2]);
    out += "\n";
  }
  return out;
}

constexpr std::size_t most_sites_told = 40;
constexpr std::size_t most_values_told = 6;

std::string place_text(const PathSite& site) {
  if (site.at.line == 0) return printable(site.point);
  return fmt::format("{}:{}", printable(site.at.file), site.at.line);
}

// `cron.c:31 in main: system(command) after setuid(0) at cron.c:12`
std::string text_of_site(const PathSite& site) {
  std::string out = place_text(site);
  if (!site.function.empty()) out += " in " + printable(site.function);
  const std::vector<std::string>& events = site.named.empty() ? site.events : site.named;
  if (!events.empty()) out += ": " + printable(events.back());
  for (std::size_t i = 0; i + 1 < events.size(); ++i) {
    out += fmt::format("{}{}", i == 0 ? " after " : ", ", printable(events[i]));
    if (i < site.places.size() && site.places[i].line != 0)
      out += fmt::format(" at {}:{}", printable(site.places[i].file), site.places[i].line);
  }
  if (site.feasible == "unknown") out += "  (feasibility unknown)";
  if (site.feasible == "no") out += "  (infeasible)";
  if (!site.representative.empty()) out += fmt::format("  {}", site.representative);
  return out;
}

// Values with which the program goes there: `with argc = 2, stat() = 0`.
std::string text_of_model(const PathSite& site) {
  if (site.feasible != "yes" || site.model.empty()) return "";
  const std::size_t shown = std::min(site.model.size(), most_values_told);
  const std::vector<std::string> first(site.model.begin(), site.model.begin() + static_cast<std::ptrdiff_t>(shown));
  return fmt::format("         with {}{}\n", joined(first, ", "), shown < site.model.size() ? ", …" : "");
}

std::string text_of_sites(const Paths& paths, const Style& style) {
  if (paths.sites.empty()) return "";
  std::string out =
      fmt::format("    {}{}:\n", paths.sites_complete ? "" : "at least ", counted(paths.sites.size(), "site"));
  const bool whole = paths.only_sites || style.verbosity > 0;
  const std::size_t most = whole ? paths.sites.size() : most_sites_told;
  for (std::size_t i = 0; i < std::min(paths.sites.size(), most); ++i) {
    out += fmt::format("      {}. {}\n", i + 1, text_of_site(paths.sites[i]));
    if (whole) out += text_of_model(paths.sites[i]);
  }
  if (paths.sites.size() > most)
    out += fmt::format("      … and {} more; --sites has all of them\n", paths.sites.size() - most);
  return out;
}

// What the verdict rests on where some violations cannot happen.
std::string text_of_infeasible(const Paths& paths) {
  if (paths.infeasible_sites + paths.infeasible == 0) return "";
  const std::string sites = paths.infeasible_sites == 0 ? "" : counted(paths.infeasible_sites, "site");
  const std::string runs = paths.infeasible == 0 ? "" : counted(paths.infeasible, "counterexample");
  return fmt::format("    Left out as infeasible: {}{}{} (--keep-infeasible shows sites of them).\n", sites,
                     sites.empty() || runs.empty() ? "" : ", ", runs);
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
  out += text_of_erase(paths);
  if (paths.verdict != "violated") return out + text_of_infeasible(paths);
  const std::uint64_t count = counterexamples_in(paths.groups);
  const std::string whole = paths.total && !paths.complete ? fmt::format(" of {}", to_string(*paths.total)) : "";
  out +=
      fmt::format("{}: {}{}{} in {}, {}\n", paint.bold(printable(paths.property)), paths.complete ? "" : "the first ",
                  counted(count, "counterexample"), whole, counted(paths.groups.size(), "group"),
                  paths.loops.empty() ? "mode " + paths.mode : "each with a loop that goes on forever");
  out += text_of_sites(paths, style) + text_of_infeasible(paths);
  if (paths.only_sites) return out;
  if (!paths.reason.empty()) out += fmt::format("    There may be more ({}).\n", printable(paths.reason));
  if (!paths.common.empty()) out += fmt::format("    On every error path: {}\n", joined(paths.common, ", "));
  if (!paths.common_sequence.empty())
    out += fmt::format("    In every group, in this order: {}\n", joined(paths.common_sequence, ", "));
  if (paths.common_prefix.steps != 0)
    out += fmt::format("    All begin with the same {}, up to <{}>.\n", counted(paths.common_prefix.steps, "step"),
                       joined(shortened(paths.common_prefix.stack), " "));
  if (style.verbosity >= 0) out += paths.text;
  return out;
}

}  // namespace whynot::report
