// Reads what all commands about specifications share (the start of the search, the depth, files to export to), and adds
// what they have to say in common to the report.
#include "command/about/specification.h"

#include <fmt/format.h>

#include <algorithm>
#include <thread>

#include "analyse/falsify/falsify.h"
#include "analyse/falsify/passages.h"
#include "analyse/falsify/said.h"
#include "command/about/expects.h"
#include "command/about/why/rules.h"
#include "encode/ots/encoder.h"
#include "encode/ots/maude.h"
#include "host/files.h"
#include "report/json/json.h"
#include "report/trace/foreign.h"
#include "session/helpers/second_solver.h"

namespace whynot::command {
namespace {

constexpr std::uint64_t default_memory = 2ull << 30;  // a search without a depth must end somewhere

std::vector<ots::Predicate> predicates_of(std::span<const Property> properties) {
  std::vector<ots::Predicate> predicates;
  for (const Property& p : properties) predicates.push_back(goal_of(p).predicate);
  return predicates;
}

std::string smt_scripts(const ots::Ots& ots, std::span<const Property> goals) {
  std::string out =
      "; Each part is unsatisfiable if the invariants hold initially and are kept together.\n(set-logic ALL)\n";
  for (const std::string& script : analyse::falsify::certificate_scripts(ots, predicates_of(goals)))
    out += "(push 1)\n" + script + "(pop 1)\n";
  return out;
}

// The specification in another tool's language, by the file's suffix; nothing, and why, when there is none such.
std::optional<std::string> exported(const Specification& specification, std::span<const Property> goals,
                                    const std::string& path, Context& context, std::string& error) {
  const ots::Ots& ots = *specification.ots;
  if (path.ends_with(".maude")) {
    const auto made = encode::ots::MaudeModule::make(ots, specification.scope);
    if (const auto* module = std::get_if<encode::ots::MaudeModule>(&made)) return module->text();
    error = std::get<encode::ots::MaudeRefusal>(made).reason;
    return std::nullopt;
  }
  if (path.ends_with(".smt2")) {
    const auto refusal = encode::ots::Encoder::refuses(ots);
    if (!refusal) return smt_scripts(ots, goals);
    error = *refusal;
    return std::nullopt;
  }
  if (path.ends_with(".cafe")) return analyse::falsify::cafeobj_with_passages(ots, predicates_of(goals), context);
  error = fmt::format("`--export {}`: the suffix tells no language", path);
  return std::nullopt;
}

}  // namespace

AboutSpecification::AboutSpecification(Run& run, session::Workbench& bench)
    : run_(run), bench_(bench), certifies_(run.arguments.has("certify")) {
  if (!run.arguments.has("memory")) run.context.limit_memory(default_memory);
}

std::optional<UsageError> AboutSpecification::prepare(std::span<const Property> properties) {
  selected_.assign(properties.begin(), properties.end());
  if (arguments().has("from")) read_start(arguments().text("from"));
  if (!bench_.diagnostics().ok() || !arguments().has("export")) return std::nullopt;
  return write_export(properties);
}

Answer AboutSpecification::leave(const Property& property, Verdict verdict) {
  Answer answer{std::move(verdict)};
  report::Falsification none;
  none.outcome = "open";
  return complete(answer, property, std::move(none));
}

Together AboutSpecification::together() {
  if (!from_) compare_with_expects(bench_.model().specification(), bench_.report(), bench_.diagnostics());
  const bool asked = arguments().command == "check" || arguments().command == "prove";
  if (asked && !arguments().has("property") && !arguments().has("formula")) check_said();
  return {};
}

// Theorems and runs that the specification states of itself.
void AboutSpecification::check_said() {
  const ots::Ots& ots = specification();
  std::size_t right = 0;
  const auto tell = [&](const analyse::falsify::Said& said, const char* code, const std::string& what, Span where) {
    if (said.is_so == true)
      ++right;
    else
      bench_.diagnostics().warning(said.is_so ? code : "ots.not-known", fmt::format("{}: {}", what, said.why), where);
  };
  for (const ots::Theorem& t : ots.theorems)
    tell(analyse::falsify::check_theorem(ots, t, context()), "ots.theorem", fmt::format("theorem `{}`", t.name),
         t.where);
  for (const ots::Run& r : ots.runs)
    tell(analyse::falsify::check_run(ots, r, ots.scopes, context()), "ots.run",
         fmt::format("a run is said {}to exist", r.exists ? "" : "not "), r.where);
  if (right > 0)
    bench_.diagnostics().add({Severity::Note,
                              "ots.as-said",
                              fmt::format("{} of {} theorems and traces are as the specification says", right,
                                          ots.theorems.size() + ots.runs.size()),
                              ots.theorems.empty() ? ots.runs[0].where : ots.theorems[0].where,
                              {},
                              ""});
}

// TRACE[@STEP]: a state of a trace that a report holds; the last one unless a step is named.
void AboutSpecification::read_start(const std::string& named) {
  Diagnostics& diagnostics = bench_.diagnostics();
  const Span place{1, 0, 0};
  const auto [path, step] = split_step(named);
  const auto file = host::read_source(path, bench_.sources(), diagnostics);
  if (!file) return;
  const auto traces = report::read_json_traces(bench_.sources().text(*file), *file, diagnostics);
  if (!diagnostics.ok()) return;
  if (traces.empty()) {
    diagnostics.error("ots.no-trace", fmt::format("`{}` holds no trace", path), place);
    return;
  }
  const auto trace = report::bind_trace(traces[0], bench_.stepper().signature(), diagnostics);
  if (!trace || trace->steps.empty()) return;
  const std::size_t wanted = step.value_or(trace->steps.size() - 1);
  if (wanted >= trace->steps.size())
    diagnostics.error("ots.no-step",
                      fmt::format("the trace in `{}` has steps 0 to {}, not {}", path, trace->steps.size() - 1, wanted),
                      place);
  else if (const auto refusal = replay(bench_.model(), *trace))
    diagnostics.error("ots.not-a-run",
                      fmt::format("the trace in `{}` is not a run of the specification: {}", path, refusal->reason),
                      place);
  else
    from_ = trace->steps[wanted].state;
}

std::optional<UsageError> AboutSpecification::write_export(std::span<const Property> properties) {
  const std::string path = arguments().text("export");
  std::string error;
  const auto text = exported(bench_.model().specification(), properties, path, context(), error);
  if (!text) return UsageError{error, "e.g. --export spec.maude, --export spec.smt2, --export spec.cafe"};
  if (!host::write_file(path, *text, error))
    bench_.diagnostics().error("app.cannot-write", fmt::format("cannot write {}", error), {1, 0, 0});
  bench_.report().exported = path;
  return std::nullopt;
}

analyse::falsify::LemmaForm AboutSpecification::lemma_form() const {
  using analyse::falsify::LemmaForm;
  return arguments().text("lemma-form", "paper") == "wp" ? LemmaForm::WeakestPrecondition : LemmaForm::Paper;
}

// It stays where it is: the stepper looks at its scope.
std::unique_ptr<const Model> AboutSpecification::within(const ots::Scope& scope) {
  auto model = std::make_unique<Model>();
  model->is = Specification{bench_.model().specification().ots, scope};
  const Specification& made = model->specification();
  model->stepper = make_stepper(*made.ots, made.scope);
  return model;
}

engine::ots::SearchOptions AboutSpecification::search_options(bool seeks) const {
  const Arguments& a = arguments();
  engine::ots::SearchOptions options;
  // The depth of `explain` is one of proofs.
  options.depth = a.has("depth") && a.command != "explain" ? a.count("depth") : a.count("bound");
  options.symmetry = a.text("symmetry", seeks ? "on" : "off") == "on" && !from_;
  const unsigned cores = std::max(1u, std::thread::hardware_concurrency());
  options.threads = static_cast<unsigned>(std::clamp<std::uint64_t>(a.count("threads").value_or(cores), 1, 256));
  options.from = from_;
  options.memory_bytes = a.bytes("memory").value_or(default_memory);
  return options;
}

// A lemma's counterexample may take a step that the scope's `where` leaves out of the search.
void AboutSpecification::warn_of_excluded(const Trace& trace, const Specification& of) {
  if (of.scope.wheres.empty()) return;
  const auto stepper = make_stepper(*of.ots, of.scope);
  for (std::size_t i = 1; i < trace.steps.size(); ++i) {
    const SharedAction& action = trace.steps[i].action;
    for (const auto& [t, extra] : of.scope.wheres) {
      const ots::Transition& transition = of.ots->transitions[t];
      if (!action || action->name != transition.name) continue;
      std::unordered_map<ots::VarId, Value> env;
      for (std::size_t p = 0; p < transition.params.size(); ++p) env[transition.params[p]] = action->args[p];
      if (stepper->evaluate(trace.steps[i - 1].state, extra, env).is_true()) continue;
      bench_.diagnostics().warning(
          "ots.outside-scope",
          fmt::format("step {} of the trace is an instance of `{}` that scope `{}` excludes; it is a step of the "
                      "specification all the same",
                      i, transition.name, of.scope.name),
          transition.where);
    }
  }
}

void AboutSpecification::warn_of_no_start(const std::vector<ots::DepthCount>& depths) {
  if (depths.empty() || depths[0].states > 0 || std::exchange(warned_, true)) return;
  bench_.diagnostics().warning("ots.no-initial-state",
                               fmt::format("within scope `{}` no state is initial: everything holds", scope().name),
                               specification().where);
}

report::SearchSummary AboutSpecification::summary_of(const std::vector<ots::DepthCount>& depths,
                                                     const std::string& scope, bool symmetry,
                                                     const std::optional<engine::ots::Partition>& partition) {
  report::SearchSummary out;
  out.scope = scope;
  out.symmetry = symmetry ? "on" : "off";
  for (const ots::DepthCount& d : depths) out.depths.push_back({d.depth, d.states, d.transitions});
  if (const auto& p = partition)
    out.partition = report::SearchPartition{p->ranks, p->crossings, p->cross_bytes, p->largest_rank_states};
  return out;
}

void AboutSpecification::certify(std::span<const ots::Predicate> facts, Answer& answer,
                                 report::Falsification& finding) {
  if (!certifies_) return;
  const session::SecondOpinion opinion =
      session::ask_cvc5(analyse::falsify::certificate_scripts(specification(), facts),
                        host::folder_of(arguments().operands[0]), context());
  answer.doubt = opinion.confirmed ? "" : opinion.reason;
  finding.certificate = opinion.confirmed ? "confirmed by cvc5" : opinion.reason;
}

Answer& AboutSpecification::complete(Answer& answer, const Property& property, report::Falsification finding,
                                     const Model* of) {
  finding.property = property.name;
  if (const Trace* trace = trace_of(answer.verdict)) {
    const Claim claim{&property, Polarity::Violating, !from_};
    warn_of_excluded(*trace, of ? of->specification() : bench_.model().specification());
    finding.trace = bench_.cite(*trace, property.name, claim, of);
    tell_why(of ? *of : bench_.model(), property, *trace, answer);
    answer.traces.push_back(finding.trace);
  }
  answer.findings.push_back(std::move(finding));
  return answer;
}

bool has_scope(session::Workbench& bench) {
  if (!bench.model().specification().any_scope) return true;
  bench.diagnostics()
      .error("ots.any-scope",
             "`--scope any` looks for counterexamples of invariants by `whynot search`, from the initial states",
             {1, 0, 0})
      .help = "name a scope of the specification for the rest";
  return false;
}

}  // namespace whynot::command
