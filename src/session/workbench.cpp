#include "session/workbench.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <utility>

#include "base/check.h"
#include "encode/obligations.h"
#include "engine/certify.h"
#include "engine/health.h"
#include "engine/race.h"
#include "expr/evaluate.h"
#include "host/files.h"
#include "model/replay.h"
#include "model/system/slots.h"
#include "session/subformulas.h"
#include "session/why.h"

namespace whynot::session {
namespace {

std::vector<const engine::Engine*> engines_named(const std::string& name) {
  if (name == "auto") return engine::engines();
  return {engine::engine_named(name)};
}

}  // namespace

ExitCode Workbench::open(const std::string& path, const NetworkOptions& of_folder) {
  report_.file = path;
  report_.front = "smv";
  report_.sources = &sources_;
  if (host::is_folder(path)) {
    const auto read = read_network(path, of_folder, sources_, diagnostics_);
    if (const auto* code = std::get_if<ExitCode>(&read)) return *code;
    const auto& model = std::get<NetworkModel>(read);
    const ExitCode code = open(path, model.text);
    for (const std::string& note : model.notes)
      diagnostics_.add({Severity::Note, "net.approximated", note, {file_, 0, 0}, {}, {}});
    return code;
  }
  std::string error;
  const auto text = host::read_file(path, error);
  if (text) return open(path, *text);
  diagnostics_.error("app.cannot-read", error, {sources_.add(path, ""), 0, 0});
  return exit_io;
}

ExitCode Workbench::open(const std::string& name, const std::string& text) {
  report_.file = name;
  report_.front = "smv";
  report_.sources = &sources_;
  text_ = text;
  file_ = sources_.add(name, text);
  program_ = front::smv::load(file_, sources_, pool_, diagnostics_);
  if (!program_) return exit_input;
  encode::discharge(program_->system, context_, diagnostics_);
  if (!diagnostics_.ok()) return exit_input;
  stepper_ = make_stepper(program_->system);
  report_.instances = program_->instances;
  report_.variables = program_->system.variables.size();
  return exit_ok;
}

bool Workbench::add_formula(const std::string& text, const std::string& kind) {
  std::optional<PropertyKind> as;
  for (PropertyKind k : {PropertyKind::Invariant, PropertyKind::Ltl, PropertyKind::Ctl})
    if (kind_word(k) == kind) as = k;
  auto property = formula("-f", text, as);
  if (!property) return false;
  const auto is_taken = [&](const std::string& name) {
    return std::any_of(program_->properties.begin(), program_->properties.end(),
                       [&](const Property& p) { return p.name == name; });
  };
  std::size_t number = 1;
  while (is_taken(fmt::format("f{}", number))) ++number;
  property->name = fmt::format("f{}", number);
  program_->properties.push_back(std::move(*property));
  formulas_.emplace_back(text, kind);
  return true;
}

bool Workbench::select(const std::vector<std::string>& names, std::vector<Property>& selected) {
  const auto& all = program_->properties;
  if (names.empty()) selected = all;
  for (const std::string& name : names) {
    const auto is_it = [&](const Property& p) { return p.name == name; };
    const auto found = std::find_if(all.begin(), all.end(), is_it);
    if (found != all.end()) {
      if (std::none_of(selected.begin(), selected.end(), is_it)) selected.push_back(*found);
      continue;
    }
    std::vector<std::string_view> candidates;
    for (const Property& p : all) candidates.push_back(p.name);
    const auto near = nearest_name(name, candidates);
    auto& error = diagnostics_.error("app.unknown-property", fmt::format("there is no property `{}`", name), {1, 0, 0});
    if (!near.empty())
      error.help = fmt::format("did you mean `{}`?", near);
    else if (!candidates.empty())
      error.help = fmt::format("the model has {}", fmt::join(candidates, ", "));
  }
  return diagnostics_.ok();
}

bool Workbench::knows_columns(const std::vector<std::string>& names) {
  std::vector<std::string_view> columns;
  for (const Column& column : stepper_->signature()->columns) columns.push_back(column.name);
  for (const std::string& name : names) {
    if (std::find(columns.begin(), columns.end(), name) != columns.end()) continue;
    auto& error =
        diagnostics_.error("app.unknown-column", fmt::format("the model has no variable `{}`", name), {1, 0, 0});
    if (const auto near = nearest_name(name, columns); !near.empty())
      error.help = fmt::format("did you mean `{}`?", near);
  }
  return diagnostics_.ok();
}

// The one way in for text about an open model.  What it owes belongs to the text, not to the model.
template <typename Read>
auto Workbench::settled(const std::string& name, const std::string& text, Read read) {
  std::vector<Obligation> owed;
  auto made = read(sources_.add(name, text), owed);
  if (made && !encode::discharge(pool_, owed, context_, diagnostics_)) made.reset();
  return made;
}

std::optional<Property> Workbench::formula(const std::string& name, const std::string& text,
                                           std::optional<PropertyKind> kind) {
  return settled(name, text, [&](FileId file, std::vector<Obligation>& owed) {
    return front::smv::parse_property(file, sources_, *program_, kind, owed, diagnostics_);
  });
}

Expr Workbench::expression(const std::string& text, front::smv::ExpressionRules rules) {
  const auto read = [&](FileId file, std::vector<Obligation>& owed) {
    return front::smv::parse_expression(file, sources_, *program_, rules, owed, diagnostics_);
  };
  return settled("expression", text, read).value_or(Expr());
}

// The route of a question: engines in turns, further runs, replay, why; all into the report.
void Workbench::run(const Property& property, const CheckOptions& options) {
  const auto begin = std::chrono::steady_clock::now();
  Query query{&system(), &property, {}, options.bound, &keep_};
  engine::Answer answer =
      options.race ? race(query, options) : engine::decide(query, engines_named(options.engine), context_);

  report::PropertyResult result;
  result.property = property;
  result.engine = answer.engine;
  std::vector<Trace> traces;
  if (const Trace* trace = trace_of(answer.verdict)) traces.push_back(*trace);
  if (!traces.empty() && options.number > 1)
    traces = several_traces(query, options, std::move(traces), result.complete);
  for (const Trace& trace : traces) {
    must_replay(property, trace);
    result.traces.push_back(add_trace(trace, property.name));
    if (options.subformulas) report_.traces.back().subformulas = subformulas_on(system(), property, trace);
  }
  if (!traces.empty()) {
    Why why = explain_failure(system(), property, traces.front());
    result.why = std::move(why.sentence);
    result.causes = std::move(why.causes);
    answer.verdict = Violated{traces.front()};
  }
  if (options.certify) {
    const auto doubt = engine::doubt(query, answer, context_);
    result.certified = !doubt;
    result.certified_reason = doubt.value_or("");
  }
  if (const auto* holds = std::get_if<Holds>(&answer.verdict))
    if (const auto* space = std::get_if<WholeSpace>(&holds->evidence); space && space->states == 0) warn_of_no_start();
  result.verdict = std::move(answer.verdict);
  result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  report_.properties.push_back(std::move(result));
}

void Workbench::leave_open(const Property& property, Verdict verdict) {
  report::PropertyResult result;
  result.property = property;
  result.verdict = std::move(verdict);
  report_.properties.push_back(std::move(result));
}

namespace {

// The model read once more, for a thread of its own.
class OwnWorkbench final : public engine::OwnQuestion {
 public:
  OwnWorkbench(Context& context, const std::string& text,
               const std::vector<std::pair<std::string, std::string>>& formulas, const Query& original)
      : workbench_(context), query_(original) {
    bool same = workbench_.open("model", text) == exit_ok;
    for (const auto& [formula, kind] : formulas) same = same && workbench_.add_formula(formula, kind);
    same = same && workbench_.select({original.property->name}, property_);
    WHYNOT_CHECK(same && property_.size() == 1, "a model that was read should be read again in the same way");
    query_.system = &workbench_.system();
    query_.property = &property_.front();
    query_.keep = nullptr;
  }
  const Query& query() const override { return query_; }

 private:
  Workbench workbench_;
  std::vector<Property> property_;
  Query query_;
};

}  // namespace

engine::Answer Workbench::race(const Query& query, const CheckOptions& options) {
  const auto make = [&] { return std::make_unique<OwnWorkbench>(context_, text_, formulas_, query); };
  engine::Answer answer = engine::race(engines_named(options.engine), make, context_);
  if (const Trace* trace = trace_of(answer.verdict)) {
    Trace own = *trace;
    own.signature = stepper_->signature();
    answer.verdict = Violated{std::move(own)};
  }
  return answer;
}

void Workbench::warn_of_no_start() {
  if (!std::exchange(warned_of_no_start_, true))
    diagnostics_.warning("model.no-initial-state", "no state is initial: every property holds", {1, 0, 0});
}

void Workbench::examine(const std::vector<Property>& checked) {
  constexpr std::uint64_t effort = 60;  // some hundredths of a second
  const Span model{1, 0, 0};
  for (const Property& p : checked)
    if (p.is_ctl() && !system().compassion.empty()) {
      diagnostics_.warning("model.compassion-in-ctl", "CTL does not know COMPASSION: it is left out here", p.where);
      break;
    }
  Context limited(context_, effort);
  const auto health = engine::examine(system(), &keep_, limited);
  if (!health || health->is_good()) return;
  using Runs = engine::Health::Runs;
  if (!health->has_initial_state) {
    warn_of_no_start();
    return;
  }
  if (!health->has_step) {
    diagnostics_.warning("model.no-step", "there is no step at all: every CTL and LTL property holds", model);
    return;
  }
  if (health->runs == Runs::None)
    diagnostics_.warning("model.no-infinite-run",
                         "no fair infinite run starts in an initial state: every CTL and LTL property holds", model);
  else if (health->runs == Runs::Some)
    diagnostics_.warning("model.lost-initial-state",
                         "no fair infinite run starts in some of the initial states: CTL and LTL say nothing of them",
                         model);
  if (health->deadlock) {
    const std::size_t depth = health->deadlock->depth();
    const std::string message = depth ? fmt::format("no step leaves a state that can be reached in {}", depth)
                                      : "no step leaves some initial state";
    diagnostics_.warning("model.dead-end", message, model).help = "CTL and LTL speak of infinite runs only";
  }
}

// One run after another, each different in the columns from all before; `first` where
// it does not treat the question.
std::vector<Trace> Workbench::several_traces(Query query, const CheckOptions& options, std::vector<Trace> first,
                                             bool& complete) {
  for (const VariableDecl& v : system().variables) {
    const std::string& name = pool_.name_of(v.variable);
    if (std::find(options.different.begin(), options.different.end(), name) != options.different.end())
      query.different.push_back(v.variable);
  }
  const engine::Engine& several = engine::engine_with(&engine::Powers::several);
  if (several.refuses(query)) return first;
  const auto search = several.start(std::move(query), context_);
  std::vector<Trace> traces;
  while (traces.size() < options.number) {
    const Verdict verdict = search->next();
    const Trace* trace = trace_of(verdict);
    if (!trace) {
      complete = !std::holds_alternative<Unknown>(verdict);
      break;
    }
    traces.push_back(*trace);
  }
  return traces.empty() ? first : traces;
}

// Nothing unchecked is shown: a trace that the model's own meaning does not confirm is our bug.
void Workbench::must_replay(const Property& property, const Trace& trace) {
  const auto refusal = replay(system(), *stepper_, trace, property);
  if (refusal)
    WHYNOT_CHECK(false, fmt::format("a trace for `{}` failed replay at step {}: {}", property.name, refusal->step,
                                    refusal->reason));
}

std::string Workbench::add_trace(Trace trace, const std::string& property) {
  report::TraceEntry entry;
  entry.id = fmt::format("t{}", report_.traces.size() + 1);
  entry.replayed = true;
  entry.property = property;
  entry.trace = std::move(trace);
  add_watched(entry);
  report_.traces.push_back(std::move(entry));
  return report_.traces.back().id;
}

bool Workbench::watch(const std::string& text) {
  const Expr e = expression(text, {.boolean = false, .next = true, .inputs = true});
  if (e) watched_.push_back({text, e, {}});
  return bool(e);
}

void Workbench::watch_defines() { watched_.insert(watched_.end(), system().defines.begin(), system().defines.end()); }

void Workbench::add_watched(report::TraceEntry& entry) const {
  if (watched_.empty()) return;
  const Slots slots(system());
  std::vector<CompiledExpr> compiled;
  for (const Define& one : watched_) {
    entry.defines.push_back({one.name, one.value.type(), one.where, false});
    compiled.emplace_back(pool_, one.value, [&](Expr leaf) { return slots.of(leaf); });
  }
  for (std::size_t i = 0; i < entry.trace.steps.size(); ++i) {
    const auto around = slots.around(entry.trace, i);
    entry.define_values.emplace_back();
    for (const CompiledExpr& value : compiled) entry.define_values.back().push_back(value.run(around));
  }
}

report::Report& Workbench::report() {
  report_.diagnostics = diagnostics_.all();
  report_.interrupted = context_.stopped() == Stop::Interrupted;
  return report_;
}

}  // namespace whynot::session
