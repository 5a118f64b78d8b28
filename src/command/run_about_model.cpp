// The road of every command about a model: refuse by the tables, open or find the model, choose properties, prepare the
// analysis from the options, let it treat them, finish.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <new>

#include "command/analysis.h"

namespace whynot::command {
namespace {

class Clock {
 public:
  // Since the last time it was asked.
  double seconds() {
    const auto now = std::chrono::steady_clock::now();
    return std::chrono::duration<double>(now - std::exchange(begin_, now)).count();
  }

 private:
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

session::Deciding deciding_of(const Arguments& a, const session::Opened& opened) {
  session::Deciding deciding;
  deciding.bound = opened.having(a.all("property")).model->depth.value_or(deciding.bound);
  deciding.engine = a.text("engine", deciding.engine);
  deciding.bound = a.count("bound").value_or(deciding.bound);
  deciding.race = a.has("race") && a.count("threads") != 1u;
  deciding.each.time = a.duration("timeout-each");
  if (deciding.each.time) deciding.each.time_words = "--timeout-each " + a.text("timeout-each");
  return deciding;
}

// Further columns of the traces; false after errors.
bool watch_what_is_asked(const Arguments& a, session::Workbench& bench) {
  if (a.has("verbose") && bench.model().kind() == Kind::System) bench.watch_defines();
  if (const auto step = a.count("inline")) bench.show_inline(*step);
  bool all = true;
  for (const std::string& text : a.all("eval")) all = bench.watch(text) && all;
  return all;
}

// One line about one model, on its way.
class Road final : private Hearer {
 public:
  Road(Run& run, session::Workbench& bench, Analysis& analysis) : run_(run), bench_(bench), analysis_(analysis) {}

  // False after errors.
  bool treat(std::span<const Property> properties) {
    for (const Property& property : properties) open_properties_.push_back({&property, open_properties_.size()});
    if (analysis_.treats_at_once())
      analysis_.treat_all(properties, *this);
    else
      for (std::size_t i = 0; i < properties.size() && bench_.diagnostics().ok(); ++i) take_turn(properties[i], i);
    report::sort_as_asked(bench_.report());
    tell_progress(run_, bench_.report());
    Together together = analysis_.together();
    open_ = open_ || together.open;
    for (report::Finding& finding : together.findings) bench_.report().findings.push_back(std::move(finding));
    return bench_.diagnostics().ok();
  }
  bool open() const { return open_; }

 private:
  void begins(std::size_t place) override {
    const auto here = std::find_if(open_properties_.begin(), open_properties_.end(),
                                   [&](const OpenProperty& p) { return p.place == place; });
    here->tried = true;
    tell_progress(run_, bench_.report(), open_properties_, here->property->name);
    run_.context.progress(here->property->name);
  }

  void answered(std::size_t place, Answer answer) override {
    const auto here = std::find_if(open_properties_.begin(), open_properties_.end(),
                                   [&](const OpenProperty& p) { return p.place == place; });
    add(*here->property, place, std::move(answer));
    open_properties_.erase(here);  // now that it is told: where memory runs out it is answered once more
    if (run_.events) run_.events->update(bench_.report());
  }

  // Those whose turn does not come are in the report as well, with the reason.
  void take_turn(const Property& property, std::size_t place) {
    const Stop why = run_.context.look();
    if (why != Stop::None && place > 0)
      return answered(place, analysis_.leave(property, not_tried(run_.context, why, slowest())));
    begins(place);
    try {
      answered(place, analysis_.treat(property));
    } catch (const std::bad_alloc&) {  // the others may need less
      run_.session.forget_computed();
      answered(place, analysis_.leave(property, Unknown{"out of memory"}));
    }
  }

  // The property that took the most time.
  std::string slowest() const {
    const auto& properties = bench_.report().properties;
    const auto found = std::max_element(properties.begin(), properties.end(),
                                        [](const auto& a, const auto& b) { return a.seconds < b.seconds; });
    return found == properties.end() ? "" : found->property.name;
  }

  void add(const Property& property, std::size_t place, Answer answer) {
    report::Report& report = bench_.report();
    report::PropertyResult result;
    result.property = property;
    result.place = place;
    result.verdict = std::move(answer.verdict);
    result.engine = std::move(answer.engine);
    const double since = clock_.seconds();
    result.seconds = answer.seconds.value_or(since);
    result.traces = std::move(answer.traces);
    result.certified = answer.doubt && answer.doubt->empty();
    result.certified_reason = answer.doubt.value_or("");
    result.why = std::move(answer.why);
    result.contrast = std::move(answer.contrast);
    result.causes = std::move(answer.causes);
    result.relevant = std::move(answer.relevant);
    result.definitions = std::move(answer.definitions);
    result.may_be_longer = answer.may_be_longer;
    result.complete = answer.complete;
    result.settled = answer.settled;
    open_ = open_ || answer.open;
    for (report::Finding& finding : answer.findings) report.findings.push_back(std::move(finding));
    report.properties.push_back(std::move(result));
  }

  Run& run_;
  session::Workbench& bench_;
  Analysis& analysis_;
  Clock clock_;
  std::vector<OpenProperty> open_properties_;
  bool open_ = false;  // the question
};

ExitCode fail(Run& run, session::Workbench& bench) {
  return fail_with_diagnostics(run, bench.report(), session::failure_of(bench.diagnostics().all(), run.context));
}

// By what an answer is known: the line, the formats that it was made for, and how the files look that it names.
std::string key_of(const Arguments& a) {
  std::string key = line_of(a);
  for (const std::string& format : a.given("format")) key += " =" + format.substr(0, format.find('='));
  if (!a.given("json").empty()) key += " =json";
  for (const OptionRow& option : option_table())
    if (option.page == Page::Beside && applies(option, a.command))
      for (const std::string& value : a.given(option.name)) key += " " + session::Stamp(split_step(value).file).looks;
  return key;
}

// Whether the same line gives the same answer again, and does nothing else.
bool may_be_remembered(const Run& run) {
  const Arguments& a = run.arguments;
  if (!run.keeps || run.context.stopped() != Stop::None || a.has("timeout-each")) return false;
  for (const OptionRow& option : option_table()) {
    const auto& values = a.given(option.name);
    if (!applies(option, a.command) || values.empty() || option.name == "output") continue;
    const bool from_input = option.page == Page::Beside && split_step(values.back()).file == "-";
    if (option.role == Role::File || from_input) return false;
  }
  return true;
}

ExitCode say_again(Run& run, const session::KeptAnswer& kept) {
  report::Report report = kept.report;
  return finish(run, report, kept.open);
}

ExitCode ask(Run& run, const CommandRow& command, const std::shared_ptr<session::Opened>& opened) {
  const Arguments& a = run.arguments;
  if (const auto* kept = may_be_remembered(run) ? run.session.answer(*opened, key_of(a)) : nullptr)
    return say_again(run, *kept);
  session::Workbench bench(opened, a.all("property"), run.context, deciding_of(a, *opened));
  tell_diagnostics(run, bench.report());
  tell_progress(run, bench.report());
  if (!watch_what_is_asked(a, bench)) return fail(run, bench);
  const bool by_property = option_named("property", command.name) != nullptr;
  std::optional<std::vector<Property>> properties{std::in_place};
  if (by_property) properties = bench.select(a.all("property"), a.all("formula"), kind_asked(a));
  if (!properties || !bench.knows_columns(a.list("different"))) return fail(run, bench);

  Prepared prepared = command.prepare[static_cast<std::size_t>(bench.model().kind())](run, bench, *properties);
  if (const auto* mistake = std::get_if<UsageError>(&prepared.is)) return usage_error(run, *mistake);
  if (const auto* code = std::get_if<ExitCode>(&prepared.is)) return *code;
  if (!bench.diagnostics().ok() || std::holds_alternative<Prepared::Failed>(prepared.is)) return fail(run, bench);
  Analysis& analysis = *std::get<std::unique_ptr<Analysis>>(prepared.is);
  Road road(run, bench, analysis);
  if (!road.treat(*properties)) return fail(run, bench);
  if (!analysis.speaks()) return exit_ok;
  if (may_be_remembered(run)) run.session.remember(*opened, key_of(a), {bench.report(), road.open()});
  return finish(run, bench.report(), road.open());
}

}  // namespace

std::optional<PropertyKind> kind_asked(const Arguments& a) {
  for (const PropertyKind kind : {PropertyKind::Invariant, PropertyKind::Ltl, PropertyKind::Ctl})
    if (kind_word(kind) == a.text("kind")) return kind;
  return std::nullopt;
}

ExitCode run_about_model(Run& run, const CommandRow& command) {
  const session::FrontEnd& front = front_of(run.arguments, command);
  if (command.name == "check" && run.arguments.operands.size() > 1 && !front.several) return run_several(run, command);
  if (const auto mistake = refuses(command, run.arguments, front)) return usage_error(run, *mistake);
  const session::ModelName name = model_named(run.arguments, command, front);
  if (const auto mistake = front.refuses ? front.refuses(name) : std::nullopt)
    return usage_error(run, mistake->message, mistake->help);
  if (const auto code = command.shortcut ? command.shortcut(run, name) : std::nullopt) return *code;
  const auto opened = run.session.open(name, run.in, run.context);
  if (!opened->models.empty()) return ask(run, command, opened);
  report::Report report = opened->report();
  return fail_with_diagnostics(run, report, session::failure_of(report.diagnostics, run.context));
}

}  // namespace whynot::command
