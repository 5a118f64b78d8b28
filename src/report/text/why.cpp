// Chains as indented lines, each cell told once; then what all of it rests on.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "base/words.h"
#include "report/findings.h"
#include "report/spelling.h"
#include "report/text/why_contrast.h"
#include "report/text/why_instead.h"

namespace whynot::report {
namespace {

constexpr std::size_t lines_shown = 12, depth_shown = 2, roots_shown = 8, never_shown = 4, facts_shown = 3,
                      keepers_shown = 3;

class ChainText {
 public:
  explicit ChainText(const Why& why) : why_(why) {}

  std::string write() {
    for (const WhyPlace& place : why_.asked) {
      tell(place, 0);
      WhyPlace again = place;  // the first step of a loop is also come back to
      again.closing = true;
      if (!place.closing) tell(again, 0);
    }
    if (left_out_ > 0) out_ += fmt::format("    … {} more line{}: --all\n", left_out_, left_out_ == 1 ? "" : "s");
    return std::move(out_);
  }

 private:
  const WhyLink* link_of(const WhyPlace& place) const {
    const auto found =
        std::find_if(why_.chain.begin(), why_.chain.end(), [&](const auto& l) { return l.place == place; });
    return found == why_.chain.end() ? nullptr : &*found;
  }

  void tell(const WhyPlace& place, std::size_t depth) {
    const WhyLink* link = link_of(place);
    if (!link) return;
    if (!why_.all && (depth > depth_shown || lines_ >= lines_shown)) {
      ++left_out_;
      return;
    }
    ++lines_;
    std::vector<const WhyLink*> kept = stretch(*link);
    const WhyLink& origin = *kept.back();
    const bool again = std::find(told_.begin(), told_.end(), origin.place) != told_.end();
    kept.pop_back();
    out_ += fmt::format("    {:{}}{}{}: {}\n", "", 2 * depth, cell(*link), kept_by(*link, kept),
                        again ? "see above" : how(origin));
    if (again) return;
    told_.push_back(origin.place);
    const bool folds = !why_.all && origin.blockers.size() < origin.because.size();
    std::vector<const WhyLink*> blockers;
    for (const WhyPlace& earlier : origin.because) {
      const bool blocks = std::find(origin.blockers.begin(), origin.blockers.end(), earlier) != origin.blockers.end();
      if (!folds || !blocks)
        tell(earlier, depth + 1);
      else if (const WhyLink* const blocker = link_of(earlier))
        blockers.push_back(blocker);
    }
    if (!blockers.empty()) tell_blockers(blockers, depth + 1);
  }

  // "also: doors = closed, call2.lit = FALSE at step 2   (earlier branches did not apply)"
  void tell_blockers(const std::vector<const WhyLink*>& blockers, std::size_t depth) {
    if (depth > depth_shown || lines_ >= lines_shown) {
      ++left_out_;
      return;
    }
    ++lines_;
    std::string told;
    for (std::size_t i = 0; i < blockers.size(); ++i) {
      const WhyLink& link = *blockers[i];
      told +=
          fmt::format("{}{} = {}", i == 0 ? "" : ", ", printable(link.place.column), printable(link.value.to_string()));
      if (i + 1 == blockers.size() || when(*blockers[i + 1]) != when(link)) told += " " + when(link);
    }
    out_ += fmt::format("    {:{}}also: {}   (earlier branches did not apply)\n", "", 2 * depth, told);
  }

  // From a value that was kept back to where it came from, which is the last.
  std::vector<const WhyLink*> stretch(const WhyLink& link) const {
    std::vector<const WhyLink*> links = {&link};
    while (links.back()->kind == "kept" && !links.back()->place.closing) {
      const auto& because = links.back()->because;
      const auto same = std::find_if(because.begin(), because.end(),
                                     [&](const WhyPlace& p) { return p.column == link.place.column; });
      const WhyLink* const earlier = same == because.end() ? nullptr : link_of(*same);
      if (!earlier) break;
      links.push_back(earlier);
    }
    return links;
  }

  // " (kept since step 2, by stop = FALSE)"
  std::string kept_by(const WhyLink& link, const std::vector<const WhyLink*>& kept) const {
    if (kept.empty()) return "";
    std::vector<std::string> keepers;
    for (const WhyLink* at : kept)
      for (const WhyPlace& place : at->because) {
        const WhyLink* const keeper = place.column == link.place.column ? nullptr : link_of(place);
        const std::string said =
            keeper ? fmt::format("{} = {}", printable(place.column), printable(keeper->value.to_string())) : "";
        if (keeper && std::find(keepers.begin(), keepers.end(), said) == keepers.end()) keepers.push_back(said);
      }
    if (keepers.size() > keepers_shown) keepers.resize(keepers_shown);
    const std::size_t since = kept.back()->place.step - 1;
    return fmt::format(" (kept since step {}{}{})", since, keepers.empty() ? "" : ", by ", fmt::join(keepers, ", "));
  }

  static std::string when(const WhyLink& link) {
    if (link.kind == "input")
      return fmt::format("on the way {} step {}", link.place.closing ? "back to" : "into", link.place.step);
    return fmt::format("{} step {}", link.place.closing ? "back at" : "at", link.place.step);
  }

  static std::string cell(const WhyLink& link) {
    return fmt::format("{} = {} {}", printable(link.place.column), printable(link.value.to_string()), when(link));
  }

  static std::string how(const WhyLink& link) {
    if (link.kind == "input") return "an input, chosen freely";
    if (link.place.column == "action") return "chosen";
    if (link.kind == "forced") return fmt::format("no other value is left by {}", rules_text(link.core));
    if (link.kind == "free") return "no assignment: a free choice";
    if (link.kind == "defined") return fmt::format("line {} defines it as {}", link.line, printable(link.gives));
    if (link.kind == "initial choice" && link.gives.empty()) return "an initial choice";
    const std::string line = link.line ? fmt::format("line {}", link.line) : "as declared";
    if (link.kind == "initial") return fmt::format("the initial value, {}", line);
    const std::string guard = link.branch.empty() ? "" : fmt::format(" [{}]", printable(link.branch));
    if (!link.rule.empty()) return rule_text(link, guard);
    if (!link.allowed.empty()) return fmt::format("chosen from {}, {}{}", printable(link.allowed), line, guard);
    return link.gives.empty() ? line : fmt::format("{}{} gives {}", line, guard, printable(link.gives));
  }

  // "enter2(a), line 14 [pc(a) = es] gives cs"
  static std::string rule_text(const WhyLink& link, const std::string& guard) {
    const std::string line = link.line ? fmt::format(", line {}", link.line) : "";
    const std::string gives = link.gives.empty() ? "" : " gives " + link.gives;
    return fmt::format("{}{}{}{}", printable(link.rule), line, guard, printable(gives));
  }

  const Why& why_;
  std::string out_;
  std::size_t lines_ = 0, left_out_ = 0;
  std::vector<WhyPlace> told_;
};

// What to ask next: the last cell of the witness that an assignment gave a new value.
std::string more_text(const Why& why, const Report& report) {
  if (!why.asked.empty() || why.witnesses.empty()) return "";
  const auto asked = std::find_if(report.properties.begin(), report.properties.end(),
                                  [&](const PropertyResult& r) { return r.property.name == why.property; });
  const bool is_named = asked != report.properties.end() && line_of(report.sources, asked->property.where) > 0 &&
                        report.sources->name(asked->property.where.file) != "-f";
  const WhyPlace* best = nullptr;
  for (const WitnessCell& cell : why.witnesses[0].cells)
    for (const WhyLink& link : why.chain)
      if (link.place == cell.place && (link.kind == "assigned" || link.kind == "rule")) best = &cell.place;
  if (!is_named || !best) return "";
  return fmt::format("      More: whynot why {} -p {} --cell {}", printable(report.file), printable(why.property),
                     quoted_word(fmt::format("{}@{}", printable(best->column), best->step)));
}

// "enter1(a) at step 1", "owner(n) = TRUE initially"
std::string choice_text(const WhyLink& link) {
  const std::string value = printable(link.value.to_string());
  if (link.place.column == "action") return fmt::format("{} at step {}", value, link.place.step);
  const std::string when = link.place.step == 0 ? "initially" : fmt::format("at step {}", link.place.step);
  return fmt::format("{} = {} {}", printable(link.place.column), value, when);
}

// "Rests on 2 choices: enter1(a) at step 1, enter2(a) at step 3."
std::string rules_taken(const Why& why, const Report& report) {
  std::vector<std::string> taken;
  for (const WhyPlace& place : why.roots)
    for (const WhyLink& link : why.chain)
      if (link.place == place) taken.push_back(choice_text(link));
  const std::size_t all = taken.size();
  if (!why.all && all > roots_shown) {
    taken.resize(roots_shown);
    taken.push_back(fmt::format("… and {} others: --all", all - roots_shown));
  }
  return fmt::format("    Rests on {} choice{}: {}.{}\n", all, all == 1 ? "" : "s", fmt::join(taken, ", "),
                     more_text(why, report));
}

// "Rests on 3 choices of base, add."
std::string roots_text(const Why& why, const Report& report) {
  if (why.chain.empty()) return "";
  const bool is_only_run = why.sealed && why.sealed->every_run && why.sealed->kind.empty();
  if (why.roots.empty())
    return fmt::format("    Rests on no choice{}.\n", is_only_run ? ": every run is like this" : "");
  const auto is_rule = [](const WhyPlace& place) { return place.column == "action"; };
  if (std::any_of(why.roots.begin(), why.roots.end(), is_rule)) return rules_taken(why, report);
  std::vector<std::string> columns;
  for (const WhyPlace& place : why.roots)
    if (std::find(columns.begin(), columns.end(), place.column) == columns.end()) columns.push_back(place.column);
  const std::size_t shown = why.all ? columns.size() : std::min(columns.size(), roots_shown);
  std::string names =
      fmt::format("{}", fmt::join(columns.begin(), columns.begin() + static_cast<std::ptrdiff_t>(shown), ", "));
  if (shown < columns.size()) names += fmt::format(" … and {} others: --all", columns.size() - shown);
  return fmt::format("    Rests on {} choice{} of {}.{}\n", why.roots.size(), why.roots.size() == 1 ? "" : "s",
                     printable(names), more_text(why, report));
}

std::string never_text(const NeverTaken& never) {
  return fmt::format("{} = {}", printable(never.column), printable(never.value.to_string()));
}

// "Possible in the loop and never taken: push = TRUE, din = 0 … and 3 others: --all"
std::string never_line(const std::vector<NeverTaken>& never, bool all) {
  std::vector<std::string> words;
  words.reserve(never.size());
  for (const NeverTaken& n : never) words.push_back(never_text(n));
  const std::size_t shown = all ? words.size() : std::min(words.size(), never_shown);
  const std::size_t more = words.size() - shown;
  words.resize(shown);
  return fmt::format("    Possible in the loop and never taken: {}{}\n", fmt::join(words, ", "),
                     more ? fmt::format(" … and {}: --all", counted(more, "other")) : ".");
}

// `lit`, `!lit`, `who = 0` or `at != critical`.
bool is_about(std::string_view condition, const std::string& column) {
  if (condition.starts_with('!')) condition.remove_prefix(1);
  return condition == column || condition.starts_with(column + " ");
}

// From some step on nothing that the loop could take would have helped.
bool is_sealed(const Why& why) { return why.sealed && (why.sealed->step || why.sealed->every_run); }

// "who = 0 is possible at every step of the loop and never happens.", of what the constraints are about.
std::string hint_text(const FairnessHint& hint, bool all) {
  if (hint.never_taken.empty()) return "";
  if (hint.suffices.empty()) return never_line(hint.never_taken, all);
  const auto is_meant = [&](const NeverTaken& never) {
    return std::any_of(hint.suffices.begin(), hint.suffices.end(),
                       [&](const std::string& condition) { return is_about(condition, never.column); });
  };
  std::string out;
  for (const NeverTaken& never : hint.never_taken)
    if (all || is_meant(never))
      out += fmt::format("    {} is possible at {} step of the loop and never happens.\n", never_text(never),
                         never.always_possible ? "every" : "some");
  return out + fmt::format("    With JUSTICE {} the property holds.\n",
                           printable(fmt::format("{}", fmt::join(hint.suffices, "; JUSTICE "))));
}

// "take line 13 [at_limit], where value becomes 0"
std::string shared_fact(const WhySharedFact& fact, bool one) {
  const std::string column = printable(fact.column), s = one ? "s" : "";
  if (fact.value) return fmt::format("choose{} {} = {}", s, column, printable(fact.value->to_string()));
  const std::string guard = fact.branch.empty() ? "" : fmt::format(" [{}]", printable(fact.branch));
  const std::string value =
      fact.gives.empty() ? "" : fmt::format(", where {} becomes {}", column, printable(fact.gives));
  const std::string place = fact.line ? fmt::format("line {}", fact.line) : "the declaration of " + column;
  const std::string with = fact.with.empty() ? "" : " with " + printable(fact.with);
  return fmt::format("take{} {}{}{}{}", s, place, guard, with, value);
}

std::string beside_passing(const WhySharedFact& fact, std::size_t passing) {
  if (passing == 0) return "no passing run was found to compare with";
  if (fact.passing > 0) return fmt::format("{} of {} passing runs near them do too", fact.passing, passing);
  if (passing > 2) return fmt::format("none of {} passing runs near them does", passing);
  return passing == 2 ? "neither of 2 passing runs near them does" : "the nearest passing run does not";
}

std::string who_share(std::size_t counterexamples) {
  if (counterexamples == 1) return "The only counterexample";
  return counterexamples == 2 ? "Both counterexamples" : fmt::format("All {} counterexamples", counterexamples);
}

// "All 5 counterexamples take line 13 [at_limit], where value becomes 0; none of 3 passing runs near them does."
std::string shared_text(const WhyShared& shared, bool all) {
  const bool one = shared.counterexamples == 1;
  const std::string who = who_share(shared.counterexamples);
  if (shared.facts.empty())
    return fmt::format("    {} {} no branch or choice{} that passing runs nearby lack.\n", who, one ? "has" : "have",
                       one ? "" : " in common");
  std::string out;
  const std::size_t shown = all ? shared.facts.size() : std::min(shared.facts.size(), facts_shown);
  for (std::size_t i = 0; i < shown; ++i)
    out += fmt::format("    {} {}; {}.\n", who, shared_fact(shared.facts[i], one),
                       beside_passing(shared.facts[i], shared.passing));
  if (shown < shared.facts.size())
    out += fmt::format("    {} other branches and choices are common to them: --all\n", shared.facts.size() - shown);
  return out;
}

}  // namespace

std::string text_of(const Why& why, const Report& report, const Style& style) {
  if (style.verbosity < 0) return "";
  const bool may_hint = why.fairness && (why.all || !why.fairness->suffices.empty() || !is_sealed(why));
  const std::string hint = may_hint ? hint_text(*why.fairness, why.all) : "";
  const std::string text =
      ChainText(why).write() + instead_text(why, report) + contrast_text(why) + roots_text(why, report) + hint +
      (why.shared_by ? shared_text(*why.shared_by, why.all) : "") + passing_text(why, report, style);
  const bool is_alone = std::count_if(report.findings.begin(), report.findings.end(),
                                      [](const Finding& finding) { return std::holds_alternative<Why>(finding); }) == 1;
  return is_alone || text.empty() ? text : fmt::format("{}:\n{}", printable(why.property), text);
}

}  // namespace whynot::report
