// Both options make a second question out of the first: the same policy on a program in which some events are allowed,
// or another policy on the same program.  The answer is the difference between the two sets of counterexamples, in the
// groups of the first.
#include "command/about/paths/compare.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <sstream>

#include "analyse/paths/points.h"
#include "analyse/paths/refine.h"
#include "front/pds/pds.h"
#include "host/files.h"

namespace whynot::command {
namespace {

using analyse::paths::PathsFinding;

// The groups of some runs, in the order of the finding's groups.
std::vector<report::PathGroup> groups_of(const PathsFinding& found, const std::vector<std::size_t>& runs,
                                         const std::function<std::string(std::size_t)>& id = {}) {
  std::map<std::size_t, report::PathGroup> groups;
  for (std::size_t run : runs) {
    const analyse::paths::PathsGroup& group = found.groups[found.runs[run].group];
    const auto [at, fresh] =
        groups.try_emplace(found.runs[run].group, report::PathGroup{group.final, group.events, 0, ""});
    if (fresh && id) at->second.representative = id(run);
    ++at->second.count;
  }
  std::vector<report::PathGroup> result;
  result.reserve(groups.size());
  for (auto& [index, group] : groups) result.push_back(std::move(group));
  return result;
}

}  // namespace

PathsComparison::PathsComparison(Run& run, session::Workbench& bench)
    : run_(run), bench_(bench), asked_(run.arguments.has("allow") || run.arguments.has("before")) {
  if (run.arguments.has("allow")) allow_events();
  if (run.arguments.has("before")) read_before(run.arguments.text("before"));
}

void PathsComparison::allow_events() {
  const Program& program = bench_.model().program();
  std::vector<std::string> events;
  Pds program_then = program.pds;
  for (const std::string& name : run_.arguments.all("allow")) {
    const auto& known = program.pds.events;
    const bool is_event = std::any_of(known.begin(), known.end(), [&](const EventInstance& event) {
      return analyse::paths::is_meant(name, event.text());
    });
    const auto rules = is_event ? std::nullopt : analyse::paths::rules_at(program.pds, bench_.sources(), name);
    if (rules)
      program_then = analyse::paths::without_events(program_then, *rules);
    else
      events.push_back(name);
  }
  auto pds = analyse::paths::allow_events(program_then, events, bench_.diagnostics());
  if (!pds) return;
  refined_ = std::make_unique<Model>();
  refined_->is = Program{std::move(*pds), program.whole, {}, program.code};
  refined_->stepper = make_stepper(refined_->program().pds);
}

// A property of the files at hand, else a file.
void PathsComparison::read_before(const std::string& named) {
  const auto& properties = bench_.model().properties;
  const auto at =
      std::find_if(properties.begin(), properties.end(), [&](const Property& p) { return p.name == named; });
  if (at != properties.end())
    other_property_ = &automaton_of(*at);
  else
    open_before(named);
}

// The same program with the policy of another file in place of its own; if that file holds a program, then with both.
// What is said about the program is not told a second time.
void PathsComparison::open_before(const std::string& path) {
  Diagnostics& diagnostics = bench_.diagnostics();
  const auto file = host::read_source(path, bench_.sources(), diagnostics);
  if (!file) return;
  session::ModelName name = bench_.opened()->name;
  std::erase_if(name.options, [](const auto& option) { return option.first == "automaton"; });
  if (front::pds::holds_program(bench_.sources(), *file)) {
    name = {"pds", {path}, {}};
  } else {
    name.options.emplace_back("automaton", path);
    name.other_policy = true;
  }
  std::istringstream nothing;
  other_ = run_.session.open(name, nothing, run_.context);
  const bool failed = other_->models.empty();
  for (Diagnostic d : other_->said) {
    const bool about_it = other_->sources.name(d.where.file) == path;
    if (!about_it && d.severity != Severity::Error) continue;
    d.where.file = about_it ? *file : 1;
    d.labels.clear();
    diagnostics.add(std::move(d));
  }
  if (!failed && other_->models[0]->model->properties.empty())
    diagnostics.error("pds.no-property", fmt::format("`{}` has no `property` section to compare with", path),
                      {*file, 0, 0});
  if (failed || !diagnostics.ok()) other_.reset();
}

const Efsa* PathsComparison::property_before(const Efsa& now) {
  if (other_property_) return other_property_;
  if (!other_) return &now;
  const auto& properties = model_before().properties;
  const auto at =
      std::find_if(properties.begin(), properties.end(), [&](const Property& p) { return p.name == now.name; });
  if (at != properties.end()) return &automaton_of(*at);
  if (properties.size() == 1) return &automaton_of(properties[0]);  // it was given another name
  bench_.diagnostics()
      .error("paths.unknown-property",
             fmt::format("`{}` has no property `{}` to compare with", run_.arguments.text("before"), now.name),
             {1, 0, 0})
      .help = "`-p` chooses the property that is checked; `--before` also takes the name of one beside it";
  return nullptr;
}

std::optional<report::PathRefinement> PathsComparison::compare(const Efsa& property, const PathsFinding& now,
                                                               const analyse::paths::PathsOptions& options,
                                                               const std::function<std::string(std::size_t)>& id) {
  const Efsa* const old = property_before(property);
  if (!old) return std::nullopt;
  const Program& then = model_before().program();
  const PathsFinding before = analyse::paths::run_paths(then.pds, *old, options, run_.context);
  if (run_.arguments.has("before"))
    for (const Diagnostic& d : before.diagnostics)
      if (d.severity == Severity::Error) bench_.diagnostics().add(d);
  const auto difference = analyse::paths::compare_paths({then.pds, *old, before},
                                                        {model().program().pds, property, now}, options.all_final);
  report::PathRefinement result;
  result.allowed = run_.arguments.all("allow");
  result.before = run_.arguments.text("before");
  result.gone = groups_of(before, difference.gone);
  result.remaining = groups_of(before, difference.remaining);
  result.added = groups_of(now, difference.added, id);
  result.complete = before.complete && now.complete && then.whole && bench_.model().program().whole;
  return result;
}

}  // namespace whynot::command
