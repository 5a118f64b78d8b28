// Pushdown systems with their automata, in our own text and in other tools' formats.
#include <fmt/format.h>

#include <algorithm>

#include "session/open/program.h"
#include "session/policies.h"
#include "session/unknown_name.h"

namespace whynot::session {
namespace {

Property policy_property(Efsa efsa) {
  Property property;
  property.name = efsa.name;
  property.kind = PropertyKind::Automaton;
  property.text = efsa.is_liveness() ? fmt::format("no run visits repeat states of `{}` forever", efsa.name)
                                     : fmt::format("no run reaches a final state of `{}`", efsa.name);
  if (!efsa.about.empty()) property.text = efsa.about;
  property.where = efsa.where;
  property.subject = std::make_shared<const Subject>(Subject{std::move(efsa)});
  return property;
}

// Those that come with the program, by name.
void add_policies(Opening& opening, std::vector<FileId>& files) {
  std::vector<std::string> names;
  for (const Policy& policy : policies()) names.emplace_back(policy.name);
  for (const std::string& name : opening.name.all("policy")) {
    const auto at = std::find(names.begin(), names.end(), name);
    if (at == names.end())
      unknown_name(opening.diagnostics, {"pds.unknown-policy", "policy", {}}, name, names);
    else
      files.push_back(opening.sources.add(name + ".efsa",
                                          std::string(policies()[static_cast<std::size_t>(at - names.begin())].text)));
  }
}

}  // namespace

std::unique_ptr<Model> open_program(std::span<const FileId> texts, Opening& opening,
                                    const front::pds::SystemModel& states) {
  std::vector<FileId> all(texts.begin(), texts.end());
  for (const std::string& path : opening.name.all("automaton"))
    if (const auto file = opening.add(path)) all.push_back(*file);
  add_policies(opening, all);
  if (!opening.diagnostics.ok()) return nullptr;
  const std::span<const FileId> without_properties = opening.name.other_policy ? texts : std::span<const FileId>();
  auto input = front::pds::read_pushdown(opening.sources, all, opening.diagnostics, states, without_properties);
  if (!input) return nullptr;
  auto model = std::make_unique<Model>();
  model->is = Program{std::move(input->pds), true, {}};
  model->stepper = make_stepper(model->program().pds);
  for (Efsa& efsa : input->properties) model->properties.push_back(policy_property(std::move(efsa)));
  return model;
}

std::vector<std::unique_ptr<Model>> open_pds(Opening& opening) {
  std::vector<FileId> texts;
  for (const std::string& path : opening.name.files)
    if (const auto file = opening.add(path)) texts.push_back(*file);
  std::vector<std::unique_ptr<Model>> models;
  if (opening.diagnostics.ok())
    if (auto model = open_program(texts, opening)) models.push_back(std::move(model));
  return models;
}

}  // namespace whynot::session
