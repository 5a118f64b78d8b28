#include "command/about/intervals/before.h"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "command/command.h"

namespace whynot::command {
namespace {

// What is wrong with the other model is said here, without its places.
void pass_on(const std::vector<Diagnostic>& said, const std::string& path, Diagnostics& to) {
  for (const Diagnostic& d : said)
    if (d.severity == Severity::Error) {
      auto& error = to.error(d.code, fmt::format("{}: {}", path, d.message), {1, 0, 0});
      error.help = d.help;
    }
}

// By its name; what -f added, by its text.
std::optional<Property> same_property(session::Workbench& old, const Property& property) {
  const auto& known = old.model().properties;
  const auto found =
      std::find_if(known.begin(), known.end(), [&](const Property& p) { return p.name == property.name; });
  if (found != known.end()) return *found;
  return old.formula(property.name, property.text, property.kind);
}

}  // namespace

std::optional<IntervalSets> sets_before(Run& run, session::Workbench& now, const Property& property, SetsOf sets_of) {
  const std::string path = run.arguments.text("before");
  const session::FrontEnd* front = session::front_end_by_suffix(path);
  session::ModelName name = now.opened()->name;
  name.files = {path};
  if (front) name.front = front->name;
  std::istringstream nothing;
  const auto opened = run.session.open(name, nothing, run.context);
  if (opened->models.empty()) {
    pass_on(opened->said, path, now.diagnostics());
    return std::nullopt;
  }
  session::Workbench old(opened, {}, run.context, now.deciding());
  const auto asked = same_property(old, property);
  IntervalRequest request;
  const bool read = asked && !read_interval_request(run, old, {*asked}, request) && old.diagnostics().ok();
  auto sets = read ? sets_of(run, old, std::move(request), *asked) : std::nullopt;
  if (sets) return sets;
  pass_on(old.diagnostics().all(), path, now.diagnostics());
  if (now.diagnostics().ok())
    now.diagnostics().warning("intervals.before-open",
                              fmt::format("`{}` is not decided in {}: nothing is compared", property.name, path),
                              property.where);
  return std::nullopt;
}

}  // namespace whynot::command
