// Differences of networks, and the lines to blame, for people.
#include <fmt/format.h>

#include <algorithm>

#include "report/findings.h"
#include "report/number_text.h"
#include "report/paint.h"
#include "report/spelling.h"

namespace whynot::report {
namespace {

constexpr std::size_t blocks_in_line = 8, pairs_in_text = 40, rule_in_text = 100, shadows_in_line = 8;

std::string cidr_text(const std::vector<std::string>& cidr) {
  const std::vector<std::string> shown(
      cidr.begin(), std::next(cidr.begin(), static_cast<std::ptrdiff_t>(std::min(cidr.size(), blocks_in_line))));
  const std::string more = cidr.size() > blocks_in_line ? fmt::format(" … ({})", cidr.size()) : "";
  return fmt::format("{}{}", fmt::join(shown, " "), more);
}

std::string destinations_text(std::string_view label, const Destinations& d) {
  if (d.count == 0) return "";
  const std::string example = d.example.empty() ? "" : "   e.g. " + d.example;
  std::string out =
      fmt::format("    {:<10} {} destinations   {}{}\n", label, grouped(d.count), cidr_text(d.cidr), example);
  if (!d.before.empty())
    out += fmt::format("               {} before, {} now\n", fmt::join(d.before, " "), fmt::join(d.after, " "));
  return out;
}

}  // namespace

std::string text_of(const NetworkDifference& found, const Report&, const Style& style) {
  const Paint paint(style.color);
  std::string out = fmt::format("from {} to {}\n", printable(found.before), printable(found.after));
  std::size_t shown = 0;
  for (const NetworkPair& p : found.pairs) {
    if (shown++ == pairs_in_text) {
      out += fmt::format("… ({} pairs)\n", found.pairs.size());
      break;
    }
    const std::string sets = destinations_text("lost", p.lost) + destinations_text("gained", p.gained) +
                             destinations_text("rerouted", p.rerouted);
    out += fmt::format("{}\n{}", paint.bold(fmt::format("{} to {}", printable(p.from), printable(p.to))),
                       sets.empty() ? "    no difference\n" : sets);
  }
  if (found.pairs.empty()) out += "no pair of locations is touched\n";
  if (!found.has_loops) return out;
  const std::string loops = destinations_text("made", found.made) + destinations_text("mended", found.mended);
  return out + paint.bold("loops") + "\n" + (loops.empty() ? "    no difference\n" : loops);
}

std::string text_of(const Blame& found, const Report&, const Style& style) {
  const Paint paint(style.color);
  const std::string end = found.arrives ? "arrives" : fmt::format("does not arrive: {}", printable(found.end));
  std::string out = fmt::format("{}   from {} to {}: {}\n", paint.bold(found.address), printable(found.from),
                                printable(found.to), end);
  for (const BlameHop& h : found.hops) {
    const std::string place = h.line == 0 ? "no line matches" : fmt::format("{}:{}", printable(h.file), h.line);
    out += fmt::format("    {:<16} {:<24} to {}\n", printable(h.at), place, printable(h.to));
    if (h.line != 0) out += fmt::format("        {}\n", printable(h.rule.substr(0, rule_in_text)));
    if (h.shadowed_by.empty()) continue;
    const std::vector<std::size_t> lines(
        h.shadowed_by.begin(),
        std::next(h.shadowed_by.begin(), static_cast<std::ptrdiff_t>(std::min(h.shadowed_by.size(), shadows_in_line))));
    out += fmt::format("        a part of it is taken by line{} {}{}\n", lines.size() == 1 ? "" : "s",
                       fmt::join(lines, ", "), lines.size() < h.shadowed_by.size() ? ", …" : "");
  }
  if (found.repair)
    out += fmt::format("    repair: {}:{}{}: {}\n", printable(found.repair->file), found.repair->line,
                       found.repair->end_line == 0 ? "" : fmt::format("-{}", found.repair->end_line),
                       printable(found.repair->change));
  else if (!found.arrives)
    out += "    no change of one line was found that mends it\n";
  return out;
}

}  // namespace whynot::report
