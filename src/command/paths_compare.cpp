#include "command/paths_compare.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "analyse/paths/refine.h"

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
  for (auto& [index, group] : groups) result.push_back(std::move(group));
  return result;
}

}  // namespace

PathsComparison::PathsComparison(Run& run, session::Desk& desk, const Program& program)
    : run_(run), desk_(desk), program_(program), asked_(run.arguments.has("allow") || run.arguments.has("before")) {
  if (run.arguments.has("allow"))
    refined_ = analyse::paths::allow_events(program.input.pds, run.arguments.all("allow"), desk.diagnostics);
  if (run.arguments.has("before")) read_before(run.arguments.text("before"));
}

// A property of the files at hand, else a file.
void PathsComparison::read_before(const std::string& named) {
  const auto& properties = program_.input.properties;
  const auto at = std::find_if(properties.begin(), properties.end(), [&](const Efsa& p) { return p.name == named; });
  if (at != properties.end())
    other_property_ = &*at;
  else
    other_ = read_other_policy(run_, desk_, program_.files, named);
}

const Efsa* PathsComparison::property_before(const Efsa& now) {
  if (other_property_) return other_property_;
  if (!other_) return &now;
  const auto& properties = other_->input.properties;
  const auto at = std::find_if(properties.begin(), properties.end(), [&](const Efsa& p) { return p.name == now.name; });
  if (at != properties.end()) return &*at;
  if (properties.size() == 1) return &properties[0];  // it was given another name
  desk_.diagnostics
      .error("paths.unknown-property",
             fmt::format("`{}` has no property `{}` to compare with", run_.arguments.text("before"), now.name),
             properties[0].where)
      .help = "`-p` chooses the property that is checked; `--before` also takes the name of one beside it";
  return nullptr;
}

std::optional<report::PathRefinement> PathsComparison::compare(const Efsa& property, const PathsFinding& now,
                                                               const analyse::paths::PathsOptions& options,
                                                               const std::function<std::string(std::size_t)>& id) {
  const Efsa* const old = property_before(property);
  if (!old) return std::nullopt;
  const Program& then = other_ ? *other_ : program_;
  const PathsFinding before = analyse::paths::run_paths(then.input.pds, *old, options, run_.context);
  if (run_.arguments.has("before"))
    for (const Diagnostic& d : before.diagnostics)
      if (d.severity == Severity::Error) desk_.diagnostics.add(d);
  const auto difference =
      analyse::paths::compare_paths({then.input.pds, *old, before}, {system(), property, now}, options.all_final);
  report::PathRefinement result;
  result.allowed = run_.arguments.all("allow");
  result.before = run_.arguments.text("before");
  result.gone = groups_of(before, difference.gone);
  result.remaining = groups_of(before, difference.remaining);
  result.added = groups_of(now, difference.added, id);
  result.complete = before.complete && now.complete && then.whole && program_.whole;
  return result;
}

}  // namespace whynot::command
