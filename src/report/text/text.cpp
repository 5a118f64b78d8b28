// One block for each property: headline, reason, trace; then the findings and a closing line.
#include "report/text/text.h"

#include <fmt/format.h>

#include <algorithm>

#include "report/findings.h"
#include "report/number_text.h"
#include "report/paint.h"
#include "report/spelling.h"
#include "report/summary.h"
#include "report/text/trace_text.h"

namespace whynot::report {
namespace {

constexpr std::string_view indent = "    ";
constexpr std::size_t max_name_width = 30, source_column = 64;

class TextReport {
 public:
  TextReport(const Report& report, const Style& style) : report_(report), style_(style), paint_(style.color) {
    for (const PropertyResult& r : report.properties)
      name_width_ = std::max(name_width_, std::min(display_width(printable(r.property.name)), max_name_width));
  }

  std::string write() {
    if (report_.properties.empty() && report_.findings.empty() && !report_.traces.empty()) return traces_alone();
    if (!report_.exported.empty()) return exported();
    if (style_.verbosity >= 0) write_head();
    bool tall = !out_.empty();  // the block before has more than its verdict line
    const bool classified = std::any_of(report_.findings.begin(), report_.findings.end(), is_classification);
    std::string below;  // classes have many runs, which come after what was asked for
    for (const PropertyResult& r : report_.properties) {
      std::string more = style_.verbosity >= 0 ? details(r) : "";
      if (style_.verbosity >= 0) (classified ? below : more) += traces_of(r);
      if (tall || (!more.empty() && !out_.empty())) out_ += "\n";
      out_ += verdict_line(r) + more;
      tall = !more.empty();
    }
    for (const Finding& finding : report_.findings)
      if (const std::string text = text_of(finding, report_, style_); !text.empty())
        out_ += (out_.empty() ? "" : "\n") + said(text);
    out_ += below;
    if (classified && style_.verbosity >= 0) out_ += other_traces();
    write_summary();
    return std::move(out_);
  }

 private:
  // What is not the property's own text.
  std::string said(std::string_view text) const { return with_words_as(text, style_.as); }

  static bool is_classification(const Finding& finding) { return std::holds_alternative<Classification>(finding); }

  std::string exported() const {
    if (style_.verbosity < 0) return "";
    return fmt::format("{} is written as {}; nothing was searched\n", printable(report_.file),
                       printable(report_.exported));
  }

  // Those that only findings cite: all where they are few, else by the command that shows them.
  std::string other_traces() const {
    constexpr std::size_t few = 4;
    std::vector<const TraceEntry*> others;
    for (const TraceEntry& entry : report_.traces) {
      const auto has = [&](const PropertyResult& r) {
        return std::find(r.traces.begin(), r.traces.end(), entry.id) != r.traces.end();
      };
      if (std::none_of(report_.properties.begin(), report_.properties.end(), has)) others.push_back(&entry);
    }
    std::string out;
    for (std::size_t i = 0; i < std::min(few, others.size()); ++i)
      out += fmt::format("\n{}{}", indent, other_trace(*others[i]));
    if (others.size() > few)
      out += fmt::format("\n{}{}: write the report with `--json -o FILE`, then `whynot trace show FILE`\n", indent,
                         named(others[few]->id, others.back()->id));
    return out;
  }

  // A run that passes stands beside the counterexample that it is nearest to.
  std::string other_trace(const TraceEntry& entry) const {
    const std::string id = printable(entry.id);
    for (const Finding& finding : report_.findings) {
      const auto* classification = std::get_if<Classification>(&finding);
      if (!classification) continue;
      for (const CounterexampleClass& c : classification->classes) {
        const TraceEntry* failing = report_.trace(c.representative);
        if (c.contrast && c.contrast->passing == entry.id && failing)
          return fmt::format("{}, a passing run\n{}", id,
                             trace_text_beside(entry, *failing, style_, relevant_to(classification->property), indent));
      }
    }
    return fmt::format("{}\n{}", id, trace_on_screen(entry, style_, {}, indent));
  }

  std::vector<std::string> relevant_to(std::string_view property) const {
    for (const PropertyResult& r : report_.properties)
      if (r.property.name == property) return r.relevant;
    return {};
  }

  static std::string named(const std::string& first, const std::string& last) {
    return first == last ? first : fmt::format("{} to {}", first, last);
  }

  // A simulation, or a file of traces: nothing was decided.
  std::string traces_alone() {
    for (const TraceEntry& entry : report_.traces) {
      if (&entry != &report_.traces.front()) out_ += "\n";
      if (report_.traces.size() > 1)
        out_ += printable(entry.id) + (entry.property.empty() ? "" : "  " + printable(entry.property)) + "\n";
      out_ += trace_on_screen(entry, style_, {}, "") + source_lines(entry, "");
    }
    return std::move(out_);
  }

  // With --inline: the lines of the source that name something, and its values at that step.
  std::string source_lines(const TraceEntry& entry, std::string_view before) const {
    if (!entry.values_inline || !report_.sources) return "";
    std::string out = fmt::format("\n{}Step {} in the source:\n", before, entry.values_inline->step);
    std::uint32_t shown = 0;
    std::vector<std::string> said_here;
    const auto& names = entry.values_inline->names;
    for (std::size_t i = 0; i < names.size(); ++i) {
      const std::uint32_t line = report_.sources->place(names[i].where).line;
      if (line != shown) {
        shown = line;
        said_here.clear();
        out += fmt::format("{}{:>5}  {}\n{}       ", before, line,
                           printable(report_.sources->line(names[i].where.file, line)), before);
      }
      const std::string text = fmt::format("{}{} = {}", printable(names[i].name), names[i].ahead ? "'" : "",
                                           said(names[i].value.to_string()));
      if (std::find(said_here.begin(), said_here.end(), text) == said_here.end()) {
        out += (said_here.empty() ? "" : "   ") + text;
        said_here.push_back(text);
      }
      if (i + 1 == names.size() || report_.sources->place(names[i + 1].where).line != line) out += "\n";
    }
    return out;
  }

  void write_head() {
    if (report_.properties.empty() && !report_.findings.empty()) return;  // nothing was decided
    out_ += printable(report_.file) + ": ";
    if (report_.instances != 0) out_ += counted(report_.instances, "module instance") + ", ";
    if (report_.variables != 0) out_ += counted(report_.variables, "variable") + "; ";
    out_ += counted(report_.properties.size(), "property", "properties") + "\n";
  }

  std::string mark(Outcome what) const {
    switch (what) {
      case Outcome::Violated: return paint_.red("x");
      case Outcome::Holds: return paint_.green("+");
      case Outcome::Undecided: return paint_.yellow("?");
      case Outcome::Value: return "=";
    }
    return "";
  }

  // The word of the verdict, padded before it is coloured.
  std::string word(const PropertyResult& r) const {
    const Outcome what = outcome(r.verdict);
    if (what == Outcome::Value) return padded(computed(r.verdict), 9);
    const std::string text = padded(outcome_word(what), 9);
    if (what == Outcome::Violated) return paint_.red(text);
    return what == Outcome::Holds ? paint_.green(text) : paint_.yellow(text);
  }

  std::vector<std::string> facts(const PropertyResult& r) const {
    std::vector<std::string> out;
    if (const std::string how = proof(r.verdict); !how.empty()) out.push_back("(" + how + ")");
    if (const auto d = depth(report_, r))
      out.push_back(fmt::format("depth {}{}", *d, r.may_be_longer ? " (perhaps not the least)" : ""));
    if (style_.timing) out.push_back(fmt::format("{:.2f} s", r.seconds));
    if (style_.verbosity >= 1 && !r.engine.empty()) out.push_back("by " + printable(r.engine));
    if (!r.traces.empty()) out.push_back(replayed(report_, r) ? "replayed ok" : "not replayed");
    if (r.certified) out.push_back("certified");
    if (!r.property.instance.empty()) out.push_back("in " + printable(r.property.instance));
    return out;
  }

  std::string verdict_line(const PropertyResult& r) const {
    const std::string name = padded(printable(r.property.name), name_width_);
    std::string tail;
    for (const std::string& fact : facts(r)) tail += "   " + fact;
    std::size_t width = 2 + display_width(name) + 3 + 9 + display_width(tail);
    std::string line = fmt::format("{} {}   {}{}", mark(outcome(r.verdict)), paint_.bold(name), word(r), tail);
    if (const auto at = line_of(report_.sources, r.property.where)) {
      line += std::string(width + 3 < source_column ? source_column - width : 3, ' ');
      line += paint_.dim(fmt::format("{}:{}", printable(report_.sources->name(r.property.where.file)), at));
    }
    line.erase(line.find_last_not_of(' ') + 1);
    return line + "\n";
  }

  std::string details(const PropertyResult& r) const {
    std::string out;
    const Outcome what = outcome(r.verdict);
    const bool tells_text = what == Outcome::Violated || what == Outcome::Undecided || style_.verbosity >= 1;
    if (tells_text && !r.property.text.empty()) out += std::string(indent) + printable(r.property.text) + "\n";
    if (const std::string why = reason(r.verdict); !why.empty())
      out += std::string(indent) + printable(said(why)) + "\n";
    if (const std::string why = because(r); !why.empty())
      out += std::string(indent) + paint_.bold("Why:") + " " + said(why) + "\n";
    if (style_.verbosity >= 1)
      for (const std::string& definition : r.definitions)
        out += fmt::format("{}  {}\n", indent, printable(said(definition)));
    if (!r.contrast.empty()) out += std::string(indent) + printable(said(r.contrast)) + "\n";
    if (style_.verbosity >= 1) out += clauses_of(r);
    if (!r.certified_reason.empty()) out += fmt::format("{}Not certified: {}\n", indent, printable(r.certified_reason));
    return out;
  }

  // What holds in every state, so that the property does.
  std::string clauses_of(const PropertyResult& r) const {
    const auto* holds = std::get_if<Holds>(&r.verdict);
    const auto* invariant = holds ? std::get_if<Invariant>(&holds->evidence) : nullptr;
    if (!invariant || invariant->clauses.empty()) return "";
    std::string out = fmt::format("{}{}\n", indent, paint_.bold("Always:"));
    for (const Invariant::Clause& clause : invariant->clauses)
      out += fmt::format("{}  {}\n", indent, printable(said(clause.text)));
    return out;
  }

  // Whether a proof shows it state by state, so that the table would say it again.  Further rows are only in the table.
  bool is_told_by_proof(const TraceEntry& entry) const {
    if (!entry.defines.empty() || !entry.subformulas.empty()) return false;
    const auto tells = [&](const Finding& f) {
      const auto* evidence = std::get_if<Evidence>(&f);
      return evidence && !evidence->proof.position &&
             std::find(evidence->traces.begin(), evidence->traces.end(), entry.id) != evidence->traces.end();
    };
    return std::any_of(report_.findings.begin(), report_.findings.end(), tells);
  }

  std::string traces_of(const PropertyResult& r) const {
    std::string out;
    if (r.property.kind == PropertyKind::Automaton) return out;  // the finding shows its traces, folded
    for (std::size_t i = 0; i < r.traces.size(); ++i)
      if (const TraceEntry* entry = report_.trace(r.traces[i]); entry && !is_told_by_proof(*entry)) {
        out += "\n";
        if (r.traces.size() > 1)
          out += fmt::format("{}{}, {} of {}\n", indent, printable(entry->id), i + 1, r.traces.size());
        out += trace_on_screen(*entry, style_, r, indent, why_of(*entry)) + source_lines(*entry, indent);
      }
    if (r.complete) out += fmt::format("\n{}There are no others that differ in the columns asked for.\n", indent);
    return out;
  }

  const Why* why_of(const TraceEntry& entry) const {
    for (const Finding& finding : report_.findings)
      if (const auto* why = std::get_if<Why>(&finding); why && why->trace == entry.id) return why;
    return nullptr;
  }

  std::string because(const PropertyResult& r) const {
    if (!r.why.empty()) return printable(r.why);
    std::string out;
    for (const Cause& cause : r.causes)
      out += fmt::format("{}{} at step {}", out.empty() ? "" : ", ", printable(cause.text), cause.step);
    return out.empty() ? out : out + ".";
  }

  void write_summary() {
    if (report_.properties.empty() && !report_.findings.empty() && !report_.interrupted) return;
    if (!report_.properties.empty() && style_.verbosity >= 0) out_ += "\n";
    const std::string line =
        fmt::format("{}{}.", report_.interrupted ? "Interrupted. So far: " : "", counts_text(count(report_)));
    out_ += line;
    if (style_.verbosity >= 0 && !report_.suggestions.empty()) {
      const std::string lead = "   More:  ";
      for (std::size_t i = 0; i < report_.suggestions.size(); ++i) {
        out_ += i == 0 ? lead : fmt::format("\n{:{}}", "", line.size() + lead.size());
        out_ += printable(report_.suggestions[i]);
      }
    }
    out_ += "\n";
  }

  const Report& report_;
  const Style& style_;
  Paint paint_;
  std::size_t name_width_ = 0;
  std::string out_;
};

}  // namespace

std::string write_text(const Report& report, const Style& style) { return TextReport(report, style).write(); }

}  // namespace whynot::report
