// The lemmas as a tree, then what was tried: failing steps, searches, who confirmed it.
#include <fmt/format.h>

#include "report/findings.h"
#include "report/paint.h"
#include "report/spelling.h"

namespace whynot::report {
namespace {

std::string elements_text(std::size_t n) { return n == 1 ? "1 element" : fmt::format("{} elements", n); }

std::string search_text(const SearchSummary& search) {
  std::string out = "    searched with any number of elements\n";
  if (!search.depths.empty())
    out = fmt::format("    searched scope {}, symmetry {}{}\n", printable(search.scope), search.symmetry,
                      search.exhausted ? ": all there is" : "");
  if (!search.depths.empty()) out += fmt::format("    {:>7} {:>14} {:>14}\n", "depth", "states", "transitions");
  for (const SearchDepth& d : search.depths)
    out += fmt::format("    {:>7} {:>14} {:>14}\n", d.depth, d.states, d.transitions);
  if (search.fewest)
    out += fmt::format("    a counterexample of this length can do with {} of each loose sort\n",
                       elements_text(*search.fewest));
  if (search.enough)
    out += fmt::format("    up to this depth no counterexample needs more than {}\n", elements_text(*search.enough));
  if (!search.stopped.empty()) {
    const std::string_view lead = search.stopped.starts_with("stopped") ? "" : "stopped: ";
    out += fmt::format("    {}{}\n", lead, printable(search.stopped));
  }
  return out;
}

std::string indented(const std::string& text) {
  std::string out;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    out += "    " + printable(text.substr(begin, end - begin)) + "\n";
    begin = end + 1;
  }
  return out;
}

std::string cells_text(const InductionCase::Cells& cells, const InductionCase::Cells* before) {
  std::string out;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (before && (*before)[i].second == cells[i].second) continue;
    out += fmt::format("{}{} = {}", out.empty() ? "" : ", ", cells[i].first, cells[i].second.to_string());
  }
  return printable(out);
}

std::string cases_text(const std::vector<InductionCase>& cases) {
  std::string out;
  for (const InductionCase& c : cases) {
    if (c.result == "unknown")
      out += fmt::format("    {}: the solver does not know{}{}\n", printable(c.transition),
                         c.reason.empty() ? "" : ": ", printable(c.reason));
    if (c.result == "fails")
      out += fmt::format("    fails by {}\n      from {}\n      to   {}\n", printable(c.action),
                         cells_text(c.state, nullptr), cells_text(c.next, &c.state));
  }
  return out;
}

std::string tried_text(const std::vector<TriedEntry>& tried) {
  std::string out;
  for (const TriedEntry& t : tried)
    out += fmt::format("    tried {}{}{}\n", t.what,
                       t.scope.empty() ? "" : fmt::format(" in scope {}", printable(t.scope)),
                       t.result.empty() ? "" : ": " + printable(t.result));
  return out;
}

// All states of a scope are not all that there are.
std::string within_text(const Falsification& f) {
  const bool by_search = f.outcome == "verified" && f.lemmas.empty() && f.search && f.search->exhausted;
  return by_search ? fmt::format(" in scope `{}`", printable(f.search->scope)) : "";
}

}  // namespace

std::string text_of(const Falsification& f, const Report&, const Style& style) {
  const Paint paint(style.color);
  std::string out;
  if (!f.property.empty())
    out += fmt::format("{}: {}{}\n", paint.bold(printable(f.property)), f.outcome, within_text(f));
  if (style.verbosity < 0) return out;
  if (!f.text.empty())
    out += indented(f.text);
  else
    for (const LemmaEntry& l : f.lemmas)
      out += fmt::format("    {} [{}]{}: {}\n", printable(l.name), l.status,
                         l.transition.empty() ? "" : " from " + printable(l.transition), printable(l.text));
  out += cases_text(f.cases);
  if (f.outcome == "open") {
    out += tried_text(f.tried);
    if (!f.fragment.empty()) out += fmt::format("    fragment: {}\n", printable(f.fragment));
  }
  if (f.search && (f.property.empty() || f.search->enough || style.verbosity > 0)) out += search_text(*f.search);
  if (!f.certificate.empty()) out += fmt::format("    certificate: {}\n", printable(f.certificate));
  return out;
}

}  // namespace whynot::report
