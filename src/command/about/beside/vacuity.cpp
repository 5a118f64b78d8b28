// Side questions about properties that hold.  `check` asks the few that find mistakes most often, with little effort;
// `why` asks them all.
#include "command/about/beside/vacuity.h"

#include <fmt/format.h>

#include "analyse/variants/vacuity.h"
#include "base/words.h"
#include "command/about/beside/lost_runs.h"
#include "report/number_text.h"

namespace whynot::command {
namespace {

namespace variants = analyse::variants;

constexpr variants::Allowance for_all{100, 60}, for_one{2'000, 80};

std::string_view reason_word(variants::Vacuity::Reason reason) {
  switch (reason) {
    case variants::Vacuity::Reason::Antecedent: return "antecedent";
    case variants::Vacuity::Reason::Irrelevant: return "irrelevant";
    case variants::Vacuity::Reason::Constant: return "constant";
  }
  return "";
}

report::Vacuity finding_of(session::Workbench& bench, const Property& property, const variants::Vacuity& v) {
  report::Vacuity finding;
  finding.property = property.name;
  finding.status = v.reason == variants::Vacuity::Reason::Antecedent ? "suspicious" : "note";
  finding.reason = reason_word(v.reason);
  finding.part = v.part_text;
  finding.sentence = v.sentence;
  if (property.where.file != 0) finding.line = bench.sources().place(property.where).line;
  return finding;
}

bool may_be_asked(const Property& property) { return property.formula && property.kind != PropertyKind::Compute; }

void warn(session::Workbench& bench, const Property& property, const report::Vacuity& finding) {
  const std::string told = report::with_words_as(finding.sentence, report::plain_words);
  bench.diagnostics().warning("vacuity.antecedent", fmt::format("`{}` {}", property.name, told), property.where).help =
      fmt::format("see whynot why {} -p {}", quoted_word(bench.model().file), quoted_word(property.name));
}

std::string_view use_words(variants::Holding::Use::Kind kind) {
  switch (kind) {
    case variants::Holding::Use::Kind::Used: return "is put to use by this run";
    case variants::Holding::Use::Kind::Shown: return "is shown by this run";
    case variants::Holding::Use::Kind::True: return "is true of this run";
  }
  return "";
}

void show_use(session::Workbench& bench, const Property& property, variants::Holding& holding, Answer& answer) {
  const auto use = holding.witness();
  if (!use) return;
  report::Vacuity finding;
  finding.property = property.name;
  finding.status = "interesting";
  finding.witness = bench.cite(use->run, property.name);
  finding.sentence = use_words(use->kind);
  answer.findings.push_back(std::move(finding));
}

}  // namespace

std::vector<report::Finding> warn_of_vacuity(session::Workbench& bench, std::span<const Property> holding) {
  std::vector<report::Finding> findings;
  variants::SideQuestions ask(bench.context(), for_all);
  for (const Property& property : holding) {
    if (!may_be_asked(property)) continue;
    variants::Holding one(bench.system(), property, &bench.keep(), ask);
    const auto found = one.antecedents();
    if (found.empty() || !one.has_runs().value_or(false)) continue;
    for (const variants::Vacuity& v : found) {
      report::Vacuity finding = finding_of(bench, property, v);
      finding.is_told = true;
      warn(bench, property, finding);
      findings.emplace_back(std::move(finding));
    }
  }
  return findings;
}

void tell_holding(session::Workbench& bench, const Property& property, Answer& answer) {
  if (!may_be_asked(property)) return;
  variants::SideQuestions ask(bench.context(), for_one);
  variants::Holding holding(bench.system(), property, &bench.keep(), ask);
  if (!holding.has_runs().value_or(true)) {
    answer.findings.push_back(no_run(bench, property));
    return;
  }
  const auto suspicious = holding.antecedents();
  for (const auto& v : suspicious) {
    const report::Vacuity finding = finding_of(bench, property, v);
    warn(bench, property, finding);
    answer.findings.emplace_back(finding);
  }
  for (const auto& v : holding.irrelevant(suspicious)) answer.findings.emplace_back(finding_of(bench, property, v));
  for (const auto& v : holding.constants()) answer.findings.emplace_back(finding_of(bench, property, v));
  if (suspicious.empty()) show_use(bench, property, holding, answer);
}

}  // namespace whynot::command
