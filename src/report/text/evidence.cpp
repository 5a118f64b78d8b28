// Evidence for people: the verdict is told above; here what was proved, then the states in order, each with
// what is settled there.
#include <fmt/format.h>

#include <algorithm>

#include "report/draw/witness.h"
#include "report/findings.h"
#include "report/paint.h"
#include "report/spelling.h"

namespace whynot::report {
namespace {

std::string block(const Witness& witness, std::size_t i, const Paint& paint) {
  const WitnessPlace& place = witness.places[i];
  const std::string indent(2 + 2 * std::min<std::size_t>(place.depth, 20), ' ');
  std::string line = indent + (place.from == ~std::size_t{0} ? "" : "`> ") + paint.bold(printable(place.name));
  for (const std::string& v : place.values) line += "  " + printable(v);
  for (const Witness::Edge& e : witness.edges)
    if (e.back && e.from == i)
      line += e.to == i ? "   | stays for ever" : fmt::format("   | back to {}, for ever", witness.places[e.to].name);
  std::string out = line + "\n";
  for (const std::string& s : place.says) out += fmt::format("{}     {}\n", indent, printable(s));
  return out;
}

std::string abstract_text(const Evidence& evidence) {
  std::string out = "  All shortest witnesses at once:\n";
  for (std::size_t i = 0; i < evidence.abstract.size(); ++i)
    out += fmt::format("    step {}  {}   ({} state{})\n", i, printable(evidence.abstract[i].formula),
                       evidence.abstract[i].states, evidence.abstract[i].states == "1" ? "" : "s");
  return out + fmt::format("    {} concrete witness{}\n",
                           evidence.witnesses.empty() ? "too many to count:" : evidence.witnesses,
                           evidence.witnesses == "1" ? "" : "es");
}

std::string alternatives_text(const Alternatives& alternatives) {
  std::string out = fmt::format("  At goal {} could be chosen:\n", alternatives.at);
  for (std::size_t i = 0; i < alternatives.list.size(); ++i)
    out += fmt::format("    {:>2}  {}{}\n", i + 1, printable(alternatives.list[i].text),
                       alternatives.list[i].chosen ? "   <- chosen" : "");
  if (alternatives.list.empty()) out += "    nothing\n";
  return out + (alternatives.more ? "    (there may be more; a strategy narrows them)\n" : "");
}

}  // namespace

std::string text_of(const Evidence& evidence, const Report&, const Style& style) {
  if (style.verbosity < 0) return "";
  const Paint paint(style.color);
  std::string out =
      fmt::format("{} {}\n", evidence.holds ? paint.green("+") : paint.red("x"), printable(evidence.headline));
  if (!evidence.label.empty()) out += fmt::format("  {}\n", paint.bold(printable(evidence.label)));
  const Witness witness = witness_of(evidence);
  std::vector<std::string> blocks;
  for (std::size_t i = 0; i < witness.places.size(); ++i) blocks.push_back(block(witness, i, paint));
  if (evidence.view.backward) std::reverse(blocks.begin(), blocks.end());
  for (const std::string& b : blocks) out += b;
  if (!evidence.abstract.empty()) out += abstract_text(evidence);
  if (evidence.alternatives) out += alternatives_text(*evidence.alternatives);
  if (evidence.suggestion)
    out += fmt::format("  You chose like this {} times: --strategy '{}' does so by itself.\n",
                       evidence.suggestion->times, printable(evidence.suggestion->strategy));
  for (const StrategyUse& use : evidence.strategies)
    if (use.used + use.could_not > 0)
      out += fmt::format("  {}: decided {} time{}{}{}\n", printable(use.name), use.used, use.used == 1 ? "" : "s",
                         use.could_not ? fmt::format(", could not {}", use.could_not) : "",
                         use.price ? fmt::format("; {} against it", counted(use.price, "state")) : "");
  std::string completeness = "complete";
  if (evidence.open > 0) completeness = counted(evidence.open, "goal") + " open (…+): --depth all expands everything";
  out += fmt::format("  {}, {}\n", evidence.checked ? "checked ok" : paint.yellow("not checked"), completeness);
  for (const std::string& note : evidence.notes) out += fmt::format("  {}\n", printable(note));
  return out;
}

}  // namespace whynot::report
