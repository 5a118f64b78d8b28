// Whatever they are read from, known classes end as predicates: a report says of each class how it is declared as one,
// and a class as text, `exists i < j: …`, is a declaration in other words.
#include "command/about/known/known_classes.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "analyse/classify/known/known.h"
#include "encode/obligations.h"
#include "host/files.h"
#include "report/json/value.h"

namespace whynot::command {
namespace {

// "exists i < j: BODY" as "NAME(i, j) := BODY & i < j".
std::string declared(const std::string& name, const std::string& constraint) {
  constexpr std::string_view exists = "exists ";
  const std::size_t colon = constraint.find(':');
  if (!constraint.starts_with(exists) || colon == std::string::npos) return fmt::format("{} := {}", name, constraint);
  std::vector<std::string> positions(1), order;
  for (const char c : constraint.substr(exists.size(), colon - exists.size())) {
    if (c == ',' || c == '<') {
      positions.emplace_back();
      if (c == '<') order.push_back(std::to_string(positions.size() - 2));
    } else if (c != ' ') {
      positions.back() += c;
    }
  }
  std::string made = fmt::format("{}({}) := {}", name, fmt::join(positions, ", "), constraint.substr(colon + 1));
  for (const std::string& at : order) {
    const std::size_t n = std::stoul(at);
    made += fmt::format(" & {} < {}", positions[n], positions[n + 1]);
  }
  return made;
}

class KnownReader {
 public:
  KnownReader(const ClassesOf& about, std::string property) : about_(about), property_(std::move(property)) {}

  std::optional<std::vector<KnownClass>> read(const std::string& file_or_text) {
    std::string ignored;
    if (!host::is_readable(file_or_text, ignored) && file_or_text.find_first_of("@: ") != std::string::npos) {
      const bool is_declared = file_or_text.find(":=") != std::string::npos;
      add(about_.bench.sources().add("--except", is_declared ? file_or_text : declared("class", file_or_text)), {});
    } else if (const auto file = host::read_source(file_or_text, about_.bench.sources(), about_.bench.diagnostics())) {
      const std::string_view text = about_.bench.sources().text(*file);
      const std::size_t begin = text.find_first_not_of(" \t\r\n");
      if (begin != std::string_view::npos && text[begin] == '{')
        add_report(*file, text);
      else
        add(*file, {});
    }
    return about_.bench.diagnostics().ok() ? std::optional(std::move(found_)) : std::nullopt;
  }

 private:
  // What a file of predicates says; `told` is what is known of each.
  void add(FileId file, const KnownClass& told) {
    front::pred::PredicateSet set;
    set.constants = true;
    Diagnostics& diagnostics = about_.bench.diagnostics();
    if (!front::pred::load(file, about_.bench.sources(), about_.system, set, diagnostics)) return;
    if (!encode::discharge(*about_.system.pool, set.owed, about_.bench.context(), diagnostics)) return;
    for (Predicate& p : set.predicates) {
      KnownClass made = told;
      if (made.text.empty()) made.text = p.name;
      made.predicate = std::move(p);
      found_.push_back(std::move(made));
    }
  }

  void add_report(FileId file, std::string_view text) {
    const auto document = report::parse_json(text, {file, 0, "classes"}, about_.bench.diagnostics());
    if (!document) return;
    const auto* findings = report::member(*document, "findings");
    bool is_classified = false;
    for (const auto& finding : findings && findings->is_array() ? *findings : nlohmann::json::array()) {
      if (report::string_member(finding, "kind") != "classification") continue;
      is_classified = true;
      if (report::string_member(finding, "property") == property_) add_finding(file, finding);
    }
    if (!is_classified)
      about_.bench.diagnostics().error("classes.none", "this is not a report of `whynot classify`", {file, 0, 0}).help =
          "write one with `whynot classify MODEL --json -o FILE`, or with `--write-predicates FILE`";
  }

  void add_finding(FileId file, const nlohmann::json& finding) {
    const auto *classes = report::member(finding, "classes"), *declarations = report::member(finding, "predicates"),
               *bound = report::member(finding, "bound");
    const std::size_t declared_ones = declarations && declarations->is_array() ? declarations->size() : 0;
    const std::size_t known = classes && classes->is_array() ? classes->size() : 0;
    for (std::size_t i = 0; i < std::max(known, declared_ones); ++i) {
      KnownClass told;
      const std::string text = i < declared_ones
                                   ? report::string_member((*declarations)[i], "text")
                                   : declared("class", report::string_member((*classes)[i], "constraint"));
      told.text = text.substr(std::min(text.size(), text.find(":=") + 3));
      told.mode = report::string_member(finding, "mode");
      if (bound && bound->is_number_unsigned()) told.bound = bound->get<std::size_t>();
      // With others of its orbit beside it, a class has no count of its own.
      if (i < known && known >= declared_ones) {
        told.text = report::string_member((*classes)[i], "constraint");
        told.count = parse_digits(report::string_member((*classes)[i], "count"), 10);
      }
      add(about_.bench.sources().add(std::string(about_.bench.sources().name(file)), text), told);
    }
  }

  const ClassesOf& about_;
  std::string property_;
  std::vector<KnownClass> found_;
};

std::string_view word_of(analyse::classify::Since since) {
  if (since == analyse::classify::Since::New) return "new";
  return since == analyse::classify::Since::Grown ? "grown" : "known";
}

// The same class, but with more counterexamples among the same runs.
bool has_more(const KnownClass& before, const report::Classification& now, const report::CounterexampleClass& c) {
  const auto count = c.count ? parse_digits(*c.count, 10) : std::nullopt;
  return before.count && count && before.mode == now.mode && before.bound == now.bound && *count > *before.count;
}

void tell(const std::vector<KnownClass>& known, const analyse::classify::Compared& compared,
          report::Classification& finding) {
  for (std::size_t i = 0; i < finding.classes.size(); ++i) {
    report::CounterexampleClass& c = finding.classes[i];
    c.since = word_of(compared.now[i]);
    if (compared.like[i] && has_more(known[*compared.like[i]], finding, c)) c.since = "grown";
  }
  for (std::size_t k = 0; k < known.size(); ++k)
    if (compared.gone[k]) finding.baseline->gone.push_back(known[k].text);
}

}  // namespace

std::optional<std::vector<KnownClass>> read_known(const ClassesOf& about, const std::string& file_or_text,
                                                  const std::string& property) {
  return KnownReader(about, property).read(file_or_text);
}

std::vector<Predicate> predicates_of(const std::vector<KnownClass>& known) {
  std::vector<Predicate> predicates;
  predicates.reserve(known.size());
  for (const KnownClass& k : known) predicates.push_back(k.predicate);
  return predicates;
}

void add_baseline(const ClassesOf& about, const Property& property, const analyse::classify::Options& options,
                  analyse::classify::Outcome& outcome, Answer& answer) {
  const std::string file = about.arguments.text("baseline");
  if (file.empty() || answer.findings.empty()) return;
  const auto known = read_known(about, file, property.name);
  if (!known) return;
  report::Classification& finding = std::get<report::Classification>(answer.findings.back());
  const auto compared = analyse::classify::compare(about.system, about.bench.stepper(), property, options,
                                                   predicates_of(*known), outcome, about.bench.context());
  answer.open = answer.open || !compared;
  if (!compared) return;
  finding.baseline = report::Classification::Baseline{file, {}};
  tell(*known, *compared, finding);
  const bool is_new = std::any_of(finding.classes.begin(), finding.classes.end(),
                                  [](const report::CounterexampleClass& c) { return c.since == "new"; });
  answer.open = answer.open && !is_new && !compared->nothing_new;
  answer.settled = !is_new && !answer.open;
}

}  // namespace whynot::command
