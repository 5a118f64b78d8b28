// Classes as text: the sentence of each, its counts, and what they share.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>

#include "report/findings.h"
#include "report/paint.h"
#include "report/spelling.h"

namespace whynot::report {
namespace {

std::string name_of(std::size_t index) {
  return index < 26 ? std::string(1, static_cast<char>('A' + index)) : fmt::format("C{}", index + 1);
}

std::string scope_of(const Classification& f) {
  if (f.unbounded) return "of any length";
  return fmt::format("{} {}", f.mode == "exact" ? "of exactly" : "up to", counted(f.bound, "step"));
}

std::string headline(const Classification& f) {
  const std::string name = printable(f.property);
  if (f.classes.empty() && f.insufficient) return name + ": the facts do not tell counterexamples from runs that pass";
  if (f.classes.empty()) return fmt::format("{}: {}", name, printable(f.stopped.empty() ? none_found(f) : f.stopped));
  const std::string cover = fmt::format("{}: {} {}", name, counted(f.classes.size(), "class", "classes"),
                                        f.classes.size() == 1 ? "covers" : "cover");
  const bool ended = !f.insufficient && f.stopped.empty();
  if (!f.complete && ended && !f.space.empty())
    return cover + " the counterexamples that were listed; there may be others";
  if (!f.complete && ended && f.mode == "any")
    return fmt::format("{} every counterexample {}; of longer ones it is not proved", cover, scope_of(f));
  if (!f.complete)
    return fmt::format("{}: {} so far; {} in none", name, counted(f.classes.size(), "class", "classes"),
                       f.insufficient ? "some counterexamples are" : "other counterexamples may be");
  return fmt::format("{} every counterexample {} ({}checked: no run outside {})", cover, scope_of(f),
                     f.discovered ? "facts found by whynot; " : "", f.classes.size() == 1 ? "it" : "them");
}

std::string length_of(const Report& report, const std::string& id) {
  const TraceEntry* entry = report.trace(id);
  if (!entry) return "";
  return fmt::format("shortest {}{}", counted(entry->trace.depth(), "step"), entry->trace.loop ? " with its loop" : "");
}

std::string numbers_of(const Classification& f, const CounterexampleClass& c) {
  if (!c.count || !f.total) return "";
  std::string text = fmt::format("{} of {}", *c.count, *f.total);
  if (c.share) text += fmt::format(" ({:.1f} %)", 100 * *c.share);
  if (c.only && f.classes.size() > 1) text += fmt::format(", {} in no other class", *c.only);
  return text;
}

// "2232 also in B, 16 also in C".
std::string overlap_of(const Classification& f, std::size_t index) {
  std::vector<std::string> parts;
  for (std::size_t j = 0; index < f.overlap.size() && j < f.overlap[index].size(); ++j)
    if (j != index && f.overlap[index][j] != "0")
      parts.push_back(fmt::format("{} also in {}", f.overlap[index][j], name_of(j)));
  return fmt::format("{}", fmt::join(parts, ", "));
}

std::string class_text(const Classification& f, std::size_t index, const Report& report, const Paint& paint) {
  const CounterexampleClass& c = f.classes[index];
  std::vector<std::string> about;
  for (const std::string& part : {length_of(report, c.representative), numbers_of(f, c)})
    if (!part.empty()) about.push_back(part);
  if (!c.representative.empty())
    about.push_back(c.canonical.empty() || c.canonical == c.representative
                        ? c.representative
                        : fmt::format("{}, in this class only: {}", c.representative, c.canonical));
  if (!c.since.empty()) about.push_back(c.since == "new" ? paint.bold("new") : c.since);
  std::string text = fmt::format(" {}  {}\n", paint.bold(name_of(index)), fmt::join(about, "   "));
  if (!c.sentence.empty()) text += fmt::format("    {}\n", printable(c.sentence));
  text += fmt::format("    {}\n", paint.dim(printable(c.constraint)));
  if (c.contrast)
    text += fmt::format("    nearest run that passes: {} = {} but for {}\n", c.contrast->passing, c.representative,
                        printable(c.contrast->sentence));
  for (const CounterexampleClass::Detail& d : c.details)
    text += fmt::format("    in {:.0f} % of them, and in {:.0f} % of the runs that pass: {}\n", 100 * d.share,
                        100 * d.among_passing, printable(d.sentence));
  if (!c.below.empty()) {
    std::vector<std::string> names;
    for (std::size_t g : c.below) names.push_back(fmt::format("G{}", g + 1));
    text += fmt::format("    below {}\n", fmt::join(names, ", "));
  }
  if (const std::string overlap = overlap_of(f, index); !overlap.empty())
    text += fmt::format("    {}\n", paint.dim(overlap));
  for (const std::string& flag : c.flags) text += fmt::format("    {} {}\n", paint.yellow("note:"), printable(flag));
  if (c.sufficient == "unbounded") text += "    proved for runs of any length\n";
  if (f.mode == "any" && c.sufficient == "bounded")
    text += fmt::format("    proved up to {} only\n", counted(f.bound, "step"));
  return text;
}

// Where classes are too many to read one by one: what several of them have in common, the most frequent first.
std::string groups_text(const Classification& f) {
  std::vector<std::size_t> open(f.classes.size());
  for (std::size_t i = 0; i < open.size(); ++i) open[i] = i;
  std::string text;
  while (open.size() > 1) {
    std::map<std::string, std::vector<std::size_t>> sharing;
    for (std::size_t i : open)
      for (const Fact& fact : f.classes[i].facts)
        if (std::vector<std::size_t>& of = sharing[fact.text]; of.empty() || of.back() != i) of.push_back(i);
    const auto most = std::max_element(sharing.begin(), sharing.end(),
                                       [](const auto& a, const auto& b) { return a.second.size() < b.second.size(); });
    if (most == sharing.end() || most->second.size() < 2) break;
    text += fmt::format("    {} have {}\n", most->second.size(), printable(most->first));
    std::erase_if(open, [&](std::size_t i) {
      return std::find(most->second.begin(), most->second.end(), i) != most->second.end();
    });
  }
  if (text.empty()) return text;
  return fmt::format("\n what they share:\n{}{}\n", text,
                     open.empty() ? "" : fmt::format("    {} share nothing\n", open.size()));
}

std::string classes_text(const Classification& f, const Report& report, const Paint& paint) {
  std::string text = f.classes.size() > most_entries ? groups_text(f) : "";
  for (std::size_t i = 0; i < f.classes.size() && i < most_entries; ++i) text += class_text(f, i, report, paint);
  if (f.classes.size() > most_entries)
    text += fmt::format(" {} further classes: `--json` has them all\n", f.classes.size() - most_entries);
  return text;
}

// "0", "0 and 1", "0, 1 and 2"
std::string in_a_row(const std::vector<std::string>& words) {
  if (words.size() == 1) return words[0];
  return fmt::format("{} and {}", fmt::join(words.begin(), words.end() - 1, ", "), words.back());
}

// "2 classes, which cover all counterexamples"
std::string given_by(const Classification::Cure& cure) {
  if (!cure.classes) return "not tried";
  if (*cure.classes == 0) return "still too weak";
  return fmt::format("{} {}, {}", *cure.classes, *cure.classes == 1 ? "class" : "classes",
                     cure.complete ? "all counterexamples covered" : "not all counterexamples covered");
}

std::string cures_text(const Classification& f) {
  std::string text;
  for (const Classification::Cure& cure : f.cures)
    text += fmt::format("    with {}: {}\n", printable(cure.add), given_by(cure));
  return text;
}

std::string insufficient_text(const Insufficient& i, bool lassos, const Paint& paint) {
  std::string text =
      fmt::format(" {} {} violates the property, {} does not, and every fact about {} holds of {} as well\n",
                  paint.yellow("?"), i.counterexample, i.passing, i.counterexample, i.passing);
  std::vector<std::string> ours, theirs;
  for (std::size_t n = 0; n < i.positions.size(); ++n) {
    ours.push_back(std::to_string(n));
    theirs.push_back(std::to_string(i.positions[n].second));
  }
  if (!ours.empty())
    text += fmt::format("    {0} {1} of {2} {3} {0} {4} of {5}\n", ours.size() == 1 ? "step" : "steps", in_a_row(ours),
                        i.counterexample, ours.size() == 1 ? "is" : "are", in_a_row(theirs), i.passing);
  if (!i.differ.empty())
    text += fmt::format("    they differ in {}: name some of these in --vocabulary, or write a predicate over them\n",
                        printable(fmt::format("{}", fmt::join(i.differ, ", "))));
  else
    text += fmt::format(
        "    they differ in no variable there; facts about inputs{} or about fixed positions (--constants) may tell "
        "them "
        "apart\n",
        lassos ? ", about the loop (`i >= loop`)" : "");
  return text;
}

}  // namespace

std::string none_found(const Classification& f) {
  return fmt::format("no counterexample {}{}", scope_of(f),
                     f.anchor.empty() ? "" : fmt::format(" satisfies {}", f.anchor));
}

std::string text_of(const Classification& f, const Report& report, const Style& style) {
  const Paint paint(style.color);
  std::string text = headline(f) + "\n";
  for (std::size_t g = 0; g < f.generic.size(); ++g)
    text += fmt::format("{} G{}  {}\n", g == 0 ? "\n all counterexamples:\n" : "", g + 1,
                        printable(f.generic[g].constraint));
  if (!f.generic.empty())
    text += fmt::format("\n those that satisfy {}:\n", printable(f.anchor));
  else if (!f.classes.empty())
    text += "\n";
  text += classes_text(f, report, paint);
  if (f.insufficient) text += "\n" + insufficient_text(*f.insufficient, f.lassos, paint) + cures_text(f);
  if (f.insufficient && f.uncovered && f.total && *f.uncovered != "0")
    text += fmt::format("    {} of {} counterexamples are in no class\n", *f.uncovered, *f.total);
  for (std::size_t i = 0; i < f.descriptors.size(); ++i)
    text +=
        fmt::format("{}    {}   ({} of {} runs that pass have it too)\n", i == 0 ? "\n in every counterexample:\n" : "",
                    printable(f.descriptors[i].sentence), f.descriptors[i].passing, f.descriptors[i].all_passing);
  if (f.baseline && !f.baseline->gone.empty()) text += fmt::format("\n gone since {}:\n", printable(f.baseline->file));
  if (f.baseline)
    for (const std::string& gone : f.baseline->gone) text += fmt::format("    {}\n", printable(gone));
  if (!f.space.empty()) text += fmt::format("\n {}\n", paint.dim(printable(f.space)));
  std::vector<std::string> notes;
  if (f.found > f.classes.size())
    notes.push_back(counted(f.found - f.classes.size(), "redundant class", "redundant classes") + " left out");
  if (!f.excluded.empty() && !f.classes.empty() && f.insufficient)
    notes.push_back(fmt::format("no fact speaks of what the property speaks of ({})",
                                printable(fmt::format("{}", fmt::join(f.excluded, ", ")))));
  if (!f.large.empty())
    notes.push_back(fmt::format("nor of collections ({}), unless --vocabulary names them",
                                printable(fmt::format("{}", fmt::join(f.large, ", ")))));
  if (!f.not_compared.empty()) notes.push_back("overlaps not counted: " + f.not_compared);
  if (!f.unused.empty())
    notes.push_back(fmt::format("never used: {}", printable(fmt::format("{}", fmt::join(f.unused, ", ")))));
  if (!f.uncounted.empty() && !f.classes.empty()) notes.push_back("not counted: " + f.uncounted);
  if (!f.stopped.empty() && !f.classes.empty()) notes.push_back("ended early: " + f.stopped);
  if (!notes.empty()) text += fmt::format("\n {}\n", paint.dim(fmt::format("{}", fmt::join(notes, "; "))));
  return text;
}

}  // namespace whynot::report
