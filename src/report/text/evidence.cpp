// Evidence for people: the verdict is told above; here what was proved, then the states in order, each with
// what is settled there.  It fits a screen: runs of steps that say the same become one line, long formulas end after
// three, and what is still too much is left out in the middle.
#include <fmt/format.h>

#include <algorithm>

#include "report/draw/witness.h"
#include "report/findings.h"
#include "report/paint.h"
#include "report/report.h"
#include "report/spelling.h"

namespace whynot::report {
namespace {

constexpr std::size_t lines_of_screen = 27;  // of a screen of 40, after the verdict and before what was checked
constexpr std::size_t fewest_lines = 8;      // of one of several
constexpr std::size_t lines_of_formula = 3;  // of a formula, or of a state's values
constexpr std::size_t fewest_folded = 3, most_changes = 6;
constexpr std::size_t no_place = ~std::size_t{0};

using Lines = std::vector<std::string>;

// What a run of states does to a column: "floor rises to 4"; empty: nothing.
std::string change_of(const std::string& column, const std::vector<const Value*>& values) {
  const Value& last = *values.back();
  const auto differs = [&](const Value* v) { return *v != *values.front(); };
  if (std::none_of(values.begin(), values.end(), differs)) return "";
  const auto is_integer = [](const Value* v) { return v->is_integer(); };
  const auto below = [](const Value* a, const Value* b) { return a->as_integer() < b->as_integer(); };
  const bool numbers = std::all_of(values.begin(), values.end(), is_integer);
  const auto text = printable(last.to_string());
  if (numbers && std::is_sorted(values.begin(), values.end(), below))
    return fmt::format("{} rises to {}", column, text);
  if (numbers && std::is_sorted(values.rbegin(), values.rend(), below))
    return fmt::format("{} falls to {}", column, text);
  return last == *values.front() ? fmt::format("{} changes and is {} again", column, text)
                                 : fmt::format("{} becomes {}", column, text);
}

class Screen {
 public:
  Screen(const Evidence& evidence, const Style& style, std::size_t most)
      : evidence_(evidence),
        witness_(witness_of(evidence)),
        width_(std::max<std::size_t>(style.width, 60)),
        full_(style.full || style.verbosity > 0),
        most_(most),
        paint_(style.color) {}

  std::string places() const {
    std::vector<Lines> blocks;
    for (std::size_t i = 0; i < witness_.places.size(); ++i) blocks.push_back(block(i));
    if (!full_ && total(blocks) > most_) blocks = folded(blocks);
    if (evidence_.view.backward) std::reverse(blocks.begin(), blocks.end());
    return full_ || total(blocks) <= most_ ? joined(blocks, 0, blocks.size()) : cut(blocks);
  }

  // Cut to a few lines, where it does not fit one.
  Lines wrapped(const std::string& indent, const std::string& text, std::string_view between = " ") const {
    Lines lines{indent};
    std::size_t used = display_width(indent);
    const std::string further(used + 2, ' ');
    bool fresh = true;  // nothing but the indent is in the line
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t gap = text.find(between, at), end = text.find_first_not_of(' ', std::min(gap, text.size()));
      const std::string word = text.substr(at, gap - at);
      const std::size_t size = display_width(word);
      if (!fresh && used + size > width_) {
        if (!full_ && lines.size() == lines_of_formula) {
          lines.back() += "…";
          break;
        }
        while (lines.back().ends_with(' ')) lines.back().pop_back();
        lines.push_back(further);
        used = further.size();
      }
      lines.back() += word;
      used += size;
      fresh = false;
      if (end == std::string::npos) break;
      lines.back() += text.substr(gap, end - gap);
      used += end - gap;
      at = end;
    }
    return lines;
  }

 private:
  static std::size_t total(const std::vector<Lines>& blocks) {
    std::size_t lines = 0;
    for (const Lines& b : blocks) lines += b.size();
    return lines;
  }

  static std::string joined(const std::vector<Lines>& blocks, std::size_t begin, std::size_t end) {
    std::string out;
    for (std::size_t i = begin; i < end; ++i)
      for (const std::string& line : blocks[i]) out += line + "\n";
    return out;
  }

  std::string indent_of(std::size_t i) const {
    return std::string(2 + 2 * std::min<std::size_t>(witness_.places[i].depth, 20), ' ');
  }

  // "   | stays forever": what closes a loop, and the inputs with which it does.
  std::string loops_of(std::size_t i) const {
    std::string out;
    for (const Witness::Edge& e : witness_.edges) {
      if (!e.back || e.from != i) continue;
      const std::string with = e.label.empty() ? "" : fmt::format(" [{}]", printable(e.label));
      out += e.to == i ? "   | stays forever" + with
                       : fmt::format("   | back to {}, forever{}", witness_.places[e.to].name, with);
    }
    return out;
  }

  Lines block(std::size_t i) const {
    const WitnessPlace& place = witness_.places[i];
    const std::string indent = indent_of(i), arrow = place.from == no_place ? "" : "`> ";
    std::string text = printable(place.name);
    if (!place.inputs.empty()) text += printable(fmt::format("  [{}]", fmt::join(place.inputs, ", ")));
    for (const std::string& v : place.values) text += "  " + printable(v);
    Lines out = wrapped(indent + arrow, text, place.is_set ? " " : "  ");
    out.back() += loops_of(i);
    const std::string said = place.says.size() == 1 ? printable(place.says.front()) : "";
    const bool beside = place.from != no_place && out.size() == 1 && !said.empty() &&
                        display_width(out[0]) + display_width(said) + 5 <= width_;
    if (beside) {
      out[0] += paint_.dim(fmt::format("   ({})", said));
    } else {
      for (const std::string& s : place.says)
        for (std::string& line : wrapped(indent + "     ", printable(s))) out.push_back(std::move(line));
    }
    if (!place.is_set && !out[0].empty())
      out[0].replace(indent.size() + arrow.size(), place.name.size(), paint_.bold(place.name));
    return out;
  }

  // ---- runs of states that say the same

  bool leads_on(std::size_t i) const { return i > 0 && witness_.places[i].from == i - 1; }
  bool is_alike(std::size_t i, std::size_t j) const {
    const WitnessPlace &a = witness_.places[i], &b = witness_.places[j];
    return !a.is_set && !b.is_set && !a.open && !b.open && a.depth == b.depth && a.on_the_way == b.on_the_way &&
           besides(a) == besides(b) && loops_of(j).empty();
  }
  // What is said but for the number of steps that are left.
  static Lines besides(const WitnessPlace& place) {
    return {place.says.begin() + (place.on_the_way ? 1 : 0), place.says.end()};
  }
  bool is_entered(std::size_t i) const {  // by the return of a loop
    const auto enters = [&](const Witness::Edge& e) { return e.back && e.to == i; };
    return std::any_of(witness_.edges.begin(), witness_.edges.end(), enters);
  }

  std::vector<Lines> folded(const std::vector<Lines>& blocks) const {
    std::vector<Lines> out;
    for (std::size_t i = 0; i < blocks.size();) {
      std::size_t end = i + 1;
      if (leads_on(i) && !is_entered(i) && loops_of(i).empty())
        while (end < blocks.size() && leads_on(end) && is_alike(i, end) && !is_entered(end)) ++end;
      if (end - i >= fewest_folded) {
        out.push_back(fold(i, end));
        i = end;
      } else {
        out.push_back(blocks[i++]);
      }
    }
    return out;
  }

  Lines fold(std::size_t begin, std::size_t end) const {
    const WitnessPlace &first = witness_.places[begin], &last = witness_.places[end - 1];
    Lines said = besides(first);
    if (first.on_the_way) said.insert(said.begin(), "on the way");
    if (const std::string what = changes(begin, end); !what.empty()) said.push_back(what);
    return wrapped(indent_of(begin) + "`> ",
                   printable(fmt::format("{} to {}: {}", first.name, last.name, fmt::join(said, ", "))));
  }

  std::string changes(std::size_t begin, std::size_t end) const {
    std::vector<const NamedState*> states;
    for (std::size_t i = begin - 1; i < end; ++i)
      if (const NamedState* s = state(witness_.places[i].name)) states.push_back(s);
    if (states.size() < 2 || evidence_.view.show == EvidenceView::Show::None) return "";
    std::vector<std::string> found;
    for (std::size_t c = 0; c < states.front()->values.size(); ++c) {
      std::vector<const Value*> values;
      values.reserve(states.size());
      for (const NamedState* s : states) values.push_back(&s->values[c].second);
      if (std::string text = change_of(printable(states.front()->values[c].first), values); !text.empty())
        found.push_back(std::move(text));
    }
    const std::size_t more = found.size() > most_changes ? found.size() - most_changes : 0;
    found.resize(found.size() - more);
    if (more > 0) found.push_back(fmt::format("and {} change", counted(more, "more variable")));
    return fmt::format("{}", fmt::join(found, ", "));
  }

  const NamedState* state(const std::string& name) const {
    const auto is_it = [&](const NamedState& s) { return s.name == name; };
    const auto found = std::find_if(evidence_.states.begin(), evidence_.states.end(), is_it);
    return found == evidence_.states.end() ? nullptr : &*found;
  }

  // The beginning, and the end, of what is too long for a screen.
  std::string cut(const std::vector<Lines>& blocks) const {
    const std::size_t at_end = most_ / 3, at_start = most_ - at_end - 1;
    std::size_t begin = 0, end = blocks.size(), lines = 0;
    while (begin < end && (begin == 0 || lines + blocks[begin].size() <= at_start)) lines += blocks[begin++].size();
    lines = 0;
    while (end > begin && lines + blocks[end - 1].size() <= at_end) lines += blocks[--end].size();
    if (begin >= end) return joined(blocks, 0, blocks.size());
    return joined(blocks, 0, begin) +
           paint_.dim(fmt::format("  … {} left out here (--full shows all)\n", counted(end - begin, "place"))) +
           joined(blocks, end, blocks.size());
  }

  const Evidence& evidence_;
  const Witness witness_;
  std::size_t width_;
  bool full_;
  std::size_t most_;
  Paint paint_;
};

std::string abstract_text(const Evidence& evidence) {
  std::string out = evidence.abstract_loop ? "  All shortest lassos at once:\n" : "  All shortest witnesses at once:\n";
  for (std::size_t i = 0; i < evidence.abstract.size(); ++i)
    out += fmt::format("    {} step {}  {}   ({} state{})\n", i >= evidence.abstract_loop.value_or(i + 1) ? "|" : " ",
                       i, printable(evidence.abstract[i].formula), evidence.abstract[i].states,
                       evidence.abstract[i].states == "1" ? "" : "s");
  if (evidence.abstract_loop) out += fmt::format("    | = repeats from step {}, forever\n", *evidence.abstract_loop);
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

std::string strategies_text(const Evidence& evidence) {
  std::string out;
  for (const StrategyUse& use : evidence.strategies)
    if (use.used + use.could_not > 0)
      out += fmt::format("  {}: decided {} time{}{}{}\n", printable(use.name), use.used, use.used == 1 ? "" : "s",
                         use.could_not ? fmt::format(", could not {}", use.could_not) : "",
                         use.price ? fmt::format("; {} against it", counted(use.price, "state")) : "");
  return out;
}

// Goals that are open for a reason: a strategy will not have them expanded.
std::size_t left_open(const ProofNode& root) {
  std::size_t found = 0;
  for (std::vector<const ProofNode*> todo{&root}; !todo.empty();) {
    const ProofNode& n = *todo.back();
    todo.pop_back();
    found += n.open && !n.because.empty();
    for (const ProofNode& child : n.children) todo.push_back(&child);
  }
  return found;
}

std::string open_goals(const Evidence& evidence) {
  if (evidence.open == 0) return "complete";
  const std::size_t left = left_open(evidence.proof);
  const std::string goals = counted(evidence.open, "goal");
  if (left == evidence.open) return goals + " left open by strategies (…+)";
  return goals + " open (…+): --depth all expands " + (left > 0 ? "what no strategy leaves open" : "everything");
}

// One of several has less of the screen.
std::size_t lines_for_each(const Report& report) {
  const auto is_evidence = [](const Finding& f) { return std::holds_alternative<Evidence>(f); };
  const auto all = std::count_if(report.findings.begin(), report.findings.end(), is_evidence);
  return std::max(fewest_lines, lines_of_screen / std::max<std::size_t>(1, static_cast<std::size_t>(all)));
}

}  // namespace

std::string text_of(const Evidence& evidence, const Report& report, const Style& style) {
  if (style.verbosity < 0) return "";
  const Paint paint(style.color);
  const Screen screen(evidence, style, lines_for_each(report));
  const std::string mark = evidence.holds ? paint.green("+") : paint.red("x");
  std::string out = fmt::format("{} {}\n", mark, fmt::join(screen.wrapped("", printable(evidence.headline)), "\n"));
  if (!evidence.label.empty()) out += fmt::format("  {}\n", paint.bold(printable(evidence.label)));
  out += screen.places();
  if (!evidence.abstract.empty()) out += abstract_text(evidence);
  if (evidence.alternatives) out += alternatives_text(*evidence.alternatives);
  if (evidence.suggestion)
    out += fmt::format("  You chose like this {} times: --strategy '{}' does so by itself.\n",
                       evidence.suggestion->times, printable(evidence.suggestion->strategy));
  out += strategies_text(evidence);
  out += fmt::format("  {}, {}\n", evidence.checked ? "checked ok" : paint.yellow("not checked"), open_goals(evidence));
  for (const std::string& note : evidence.notes) out += fmt::format("  {}\n", printable(note));
  return out;
}

}  // namespace whynot::report
