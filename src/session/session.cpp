// A model is kept under its name (files, language, options that change its meaning) together with the stamps of all
// files that were read for it; if a stamp has changed, it is read again.  The least recently used model goes first, and
// answers go before they take up too much memory.
#include "session/session.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/check.h"

namespace whynot::session {
namespace {

constexpr std::size_t most_answer_cells = 2'000'000;  // of all answers about a model: some 64 MB

bool is_fresh(const Opened& opened) {
  return std::all_of(opened.read.begin(), opened.read.end(), [](const Stamp& stamp) { return stamp.is_fresh(); });
}

// Says so where a text looks like another language.
void add_hint(const FrontEnd& front, const Sources& sources, Diagnostics& diagnostics, std::vector<Diagnostic>& said) {
  said = diagnostics.all();
  const auto error = std::find_if(
      said.begin(), said.end(), [](const Diagnostic& d) { return d.severity == Severity::Error && d.where.file > 0; });
  if (error == said.end()) return;
  const FrontEnd* other = front_end_by_text(sources.text(error->where.file));
  if (!other || other->makes == front.makes) return;
  const std::string hint = fmt::format("this looks like {0}: --lang {0}", other->name);
  error->help = error->help.empty() ? hint : fmt::format("{}; {}", error->help, hint);
}

std::shared_ptr<Opened> opened_as(const ModelName& name, std::istream& in, Context& context) {
  const FrontEnd* front = front_end_named(name.front);
  WHYNOT_CHECK(front && !name.files.empty(), "a model's name should have a language and a file");
  auto opened = std::make_shared<Opened>();
  opened->name = name;
  Diagnostics diagnostics;
  Opening opening{opened->name, opened->sources, diagnostics, context, in, opened->read};
  std::vector<std::unique_ptr<Model>> models = front->open(opening);
  const auto name_it = [&](Model& model) {
    model.file = name.files[0];
    model.front = front->told;
  };
  for (auto& model : models) name_it(*model);
  if (name.listed && !models.empty()) {
    auto listed = list_system(*models[0], opening);
    models.clear();
    if (listed) {
      name_it(*listed);
      models.push_back(std::move(listed));
    }
  }
  // Standard input can be read only once; and what was cut short is not the whole of it.
  const bool from_input = std::find(name.files.begin(), name.files.end(), "-") != name.files.end();
  opened->may_be_kept = opening.reads_all_it_tells && !from_input && context.stopped() == Stop::None;
  add_hint(*front, opened->sources, diagnostics, opened->said);
  if (!diagnostics.ok()) return opened;
  for (auto& model : models) {
    opened->models.push_back(std::make_unique<OpenModel>());
    opened->models.back()->model = std::move(model);
  }
  return opened;
}

// How large a report is, in values.
std::size_t cells_of(const report::Report& report) {
  std::size_t cells = report.properties.size() + 100 * report.findings.size();
  for (const report::TraceEntry& t : report.traces)
    cells += t.trace.steps.size() * (t.trace.signature->columns.size() + t.defines.size() + 1);
  return cells;
}

}  // namespace

OpenModel& Opened::having(const std::vector<std::string>& names) const {
  WHYNOT_CHECK(!models.empty(), "a model should be open");
  for (const auto& one : models) {
    const auto& properties = one->model->properties;
    const auto is_there = [&](const std::string& name) {
      return std::any_of(properties.begin(), properties.end(), [&](const Property& p) { return p.name == name; });
    };
    if (std::all_of(names.begin(), names.end(), is_there)) return *one;
  }
  return *models.front();
}

report::Report Opened::report() const {
  report::Report report;
  report.file = name.files.empty() ? "" : name.files[0];
  if (const FrontEnd* front = front_end_named(name.front)) report.front = front->told;
  report.sources = &sources;
  report.diagnostics = said;
  return report;
}

std::shared_ptr<Opened> Session::open(const ModelName& name, std::istream& in, Context& context) {
  const auto kept = std::find_if(opened_.begin(), opened_.end(), [&](const auto& o) { return o->name == name; });
  if (kept != opened_.end() && is_fresh(**kept)) {
    opened_.splice(opened_.begin(), opened_, kept);
    return opened_.front();
  }
  if (kept != opened_.end()) opened_.erase(kept);
  auto opened = opened_as(name, in, context);
  if (opened->models.empty() || !opened->may_be_kept) return opened;
  opened_.push_front(opened);
  if (opened_.size() > most_models) opened_.pop_back();
  return opened;
}

const KeptAnswer* Session::answer(const Opened& opened, const std::string& line) const {
  const auto found = opened.answers.find(line);
  return found == opened.answers.end() ? nullptr : &found->second;
}

void Session::remember(Opened& opened, const std::string& line, KeptAnswer answer) {
  std::size_t cells = cells_of(answer.report);
  if (!opened.may_be_kept || cells > most_answer_cells) return;
  for (const auto& [other, kept] : opened.answers) cells += cells_of(kept.report);
  if (cells > most_answer_cells) opened.answers.clear();
  opened.answers.insert_or_assign(line, std::move(answer));
}

void Session::forget_computed() {
  for (const auto& opened : opened_) {
    opened->answers.clear();
    for (const auto& one : opened->models) one->keep.clear();
  }
}

ExitCode failure_of(std::span<const Diagnostic> said, const Context& context) {
  const auto any = [&](auto... codes) {
    return std::any_of(said.begin(), said.end(), [&](const Diagnostic& d) { return ((d.code == codes) || ...); });
  };
  if (any("c.stopped", "verilog.stopped"))
    return context.stopped() == Stop::Interrupted ? exit_interrupted : exit_undecided;
  if (any("explain.strategy")) return exit_usage;  // a word of the command line, not of the model
  return any("app.cannot-read", "app.cannot-write") ? exit_io : exit_input;
}

}  // namespace whynot::session
