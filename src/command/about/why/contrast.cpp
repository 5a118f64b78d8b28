// The findings of the analysis in the words of the report; runs go in by their replay.
#include "command/about/why/contrast.h"

#include <algorithm>
#include <set>

#include "command/about/why/common.h"
#include "engine/health.h"
#include "report/text/why_contrast.h"

namespace whynot::command {
namespace {

namespace why = analyse::why;

report::WhyChange change_of(const session::Workbench& bench, const why::Change& change) {
  const bool is_input = bench.system().variables[change.place.variable].kind == VariableKind::Input;
  return {why_place(bench, change.place), change.from, change.to, is_input};
}

// Whether assignments alone say what comes next, or there is no dead end within reach.
bool runs_go_on(session::Workbench& bench) {
  if (bench.system().trans.empty() && bench.system().invar.empty()) return true;
  constexpr std::uint64_t effort = 60;  // some hundredths of a second
  Context limited(bench.context(), effort);
  const auto health = engine::examine(bench.system(), &bench.keep(), limited);
  return health && !health->deadlock;
}

// An invariant is about all runs, also those that stop or are not fair; the engines were asked about others.
std::string kind_of_runs(session::Workbench& bench, const Property& property) {
  if (property.kind != PropertyKind::Invariant) return "";
  if (bench.system().has_fairness()) return "fair";
  return runs_go_on(bench) ? "" : "infinite";
}

report::WhySealed sealed_of(session::Workbench& bench, const Property& property, const why::Sealed& sealed,
                            const Trace& trace) {
  report::WhySealed made;
  if (sealed.step) made.kind = kind_of_runs(bench, property);
  made.minimal = sealed.minimal;
  made.known = sealed.known;
  made.step = sealed.step;
  if (const std::size_t steps = trace.steps.size(); sealed.step && trace.loop && *sealed.step >= steps)
    made.again = *trace.loop + (*sealed.step - steps) % (steps - *trace.loop);
  made.every_run = sealed.every_run;
  for (const why::Change& change : sealed.choice) made.choice.push_back(change_of(bench, change));
  const Slots slots(bench.system());
  for (const why::Place& place : sealed.initial) {
    const Value& value = trace.steps[0].state[slots.of(bench.system().variables[place.variable].variable)];
    made.initial.push_back({why_place(bench, place), value, {}, false});
  }
  return made;
}

// Without the run itself.
report::WhyContrasts contrasts_of(const session::Workbench& bench, const why::Contrasted& found) {
  report::WhyContrasts contrasts;
  contrasts.has_trigger = found.has_trigger;
  contrasts.tried = found.nearest.tried;
  contrasts.complete = found.nearest.complete;
  const auto& best = found.nearest.best;
  if (!best) return contrasts;
  report::WhyContrast& made = contrasts.found.emplace_back();
  for (const why::Change& change : best->changes) made.changes.push_back(change_of(bench, change));
  made.each_round = best->each_round;
  made.keeps_trigger = best->keeps_trigger;
  made.by_engines = found.by_engines;
  made.shared = best->shared;
  made.single = found.nearest.single;
  return contrasts;
}

// Of several changes that avoid the seal, the one that the nearest run makes.
void prefer_nearest(why::Contrasted& found) {
  const auto& best = found.nearest.best;
  if (!best || found.by_engines || !found.sealed.step || best->changes.size() != 1 || best->each_round) return;
  const why::Place& place = best->changes[0].place;
  if (found.sealed.choice.size() == 1 && found.sealed.choice[0].place.step == place.step &&
      found.sealed.choice[0].place.closing == place.closing)
    found.sealed.choice = best->changes;
}

// Every column, and every step, in which two runs differ.
void add_differences(const Trace& failing, const Trace& passing, report::CounterexampleClass::Contrast& made) {
  std::set<std::string> columns;
  const std::size_t most = std::max(failing.steps.size(), passing.steps.size());
  for (std::size_t step = 0; step < most; ++step) {
    const bool has_both = step < failing.steps.size() && step < passing.steps.size();
    bool differs = !has_both;
    const auto compare = [&](const std::vector<Column>& of, std::vector<Value> Step::*row) {
      for (std::size_t c = 0; has_both && c < of.size(); ++c) {
        const auto &a = failing.steps[step].*row, &b = passing.steps[step].*row;
        if (c >= a.size() || c >= b.size() || a[c] == b[c]) continue;
        columns.insert(of[c].name);
        differs = true;
      }
    };
    compare(failing.signature->columns, &Step::state);
    compare(failing.signature->inputs, &Step::inputs);
    if (differs) made.steps.push_back(step);
  }
  made.differ.assign(columns.begin(), columns.end());
}

}  // namespace

void add_contrast(session::Workbench& bench, const Property& property, const Trace& trace, const why::Failure& failure,
                  const std::vector<why::Place>& roots, const why::ContrastEffort& effort, report::Why& finding) {
  auto found =
      why::contrast(bench.system(), bench.stepper(), property, trace,
                    failure.witnesses.empty() ? nullptr : &failure.witnesses[0], &roots, effort, bench.context());
  if (!found) return;
  prefer_nearest(*found);
  finding.sealed = sealed_of(bench, property, found->sealed, trace);
  report::WhyContrasts contrasts = contrasts_of(bench, *found);
  if (auto& best = found->nearest.best) {
    const Property on_runs = why::on_runs(bench.pool(), property);
    best->run.signature = bench.stepper().signature();
    contrasts.found[0].trace = bench.cite(std::move(best->run), property.name, {&on_runs, Polarity::Passing});
  }
  finding.contrast = std::move(contrasts);
}

std::string contrast_line(session::Workbench& bench, const Property& property, const Trace& trace) {
  const why::ContrastEffort little{.most = 1, .work = 10'000, .questions = 8, .rounds = 1};
  if (bench.system().variables.size() * trace.steps.size() > little.work / 20) return "";
  const why::Failure failure = why::failure(bench.system(), property, trace);
  if (failure.witnesses.empty()) return "";
  auto found = why::contrast(bench.system(), bench.stepper(), property, trace, &failure.witnesses[0], nullptr, little,
                             bench.context());
  if (!found) return "";
  prefer_nearest(*found);
  const report::WhySealed sealed = sealed_of(bench, property, found->sealed, trace);
  const bool names_cause = sealed.every_run || !sealed.choice.empty() || !sealed.initial.empty();
  if (sealed.known && sealed.step && names_cause) return report::sealed_sentence(sealed);
  const auto& best = found->nearest.best;
  if (!best || found->by_engines || !best->keeps_trigger) return "";
  return report::contrast_sentence(contrasts_of(bench, *found));
}

std::optional<report::CounterexampleClass::Contrast> nearest_passing(session::Workbench& bench,
                                                                     const Property& property, const Trace& trace) {
  const why::ContrastEffort little{.most = 2, .work = 100'000, .questions = 4, .rounds = 1};
  const why::Failure failure = why::failure(bench.system(), property, trace);
  if (failure.witnesses.empty()) return std::nullopt;
  auto found = why::contrast(bench.system(), bench.stepper(), property, trace, &failure.witnesses[0], nullptr, little,
                             bench.context());
  if (!found || !found->nearest.best || found->by_engines) return std::nullopt;
  report::CounterexampleClass::Contrast made;
  made.sentence = report::text_of_changes(contrasts_of(bench, *found).found[0].changes);
  Trace& run = found->nearest.best->run;
  run.signature = bench.stepper().signature();
  add_differences(trace, run, made);
  const Property on_runs = why::on_runs(bench.pool(), property);
  made.passing = bench.cite(std::move(run), property.name, {&on_runs, Polarity::Passing});
  return made;
}

}  // namespace whynot::command
