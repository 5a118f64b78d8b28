// Specifications: each `ots` of the file is a model, within the scope that the name says.
#include <fmt/format.h>

#include <algorithm>

#include "front/ots/load.h"
#include "session/front_end.h"
#include "session/unknown_name.h"

namespace whynot::session {
namespace {

constexpr std::size_t default_elements = 3;  // of each loose sort, where the specification has no scope

Property property_of(std::string name, std::string text, Span where, Goal goal) {
  Property property;
  property.name = std::move(name);
  property.kind = PropertyKind::Ots;
  property.text = std::move(text);
  property.where = where;
  property.subject = std::make_shared<const Subject>(Subject{std::move(goal)});
  return property;
}

class OtsReader final : public Reader {
 public:
  OtsReader(ots::Ots& ots, const ots::Scope& scope, const Sources& sources)
      : ots_(ots), scope_(scope), sources_(sources) {}

  std::optional<Property> formula(FileId file, const std::string& name, std::optional<PropertyKind>, Context&,
                                  Diagnostics& diagnostics) const override {
    auto predicate = front::ots::load_predicate(ots_, &scope_, sources_, file, diagnostics);
    if (!predicate) return std::nullopt;
    predicate->name = name;
    const std::string text(sources_.text(file));
    return property_of(name, text, {file, 0, static_cast<std::uint32_t>(text.size())}, {std::move(*predicate), {}});
  }

  Expr expression(FileId, Allowed, Context&, Diagnostics&) const override { return {}; }

 private:
  ots::Ots& ots_;
  const ots::Scope& scope_;
  const Sources& sources_;
};

// The invariant with those that it says it uses, and those that they use, each once.
Goal goal_of(const ots::Ots& ots, const ots::Invariant& invariant) {
  Goal goal{predicate_of(invariant), {}};
  std::vector<const ots::Invariant*> used{&invariant};
  for (std::size_t i = 0; i < used.size(); ++i)
    for (const std::uint32_t use : used[i]->uses)
      if (std::find(used.begin(), used.end(), &ots.invariants[use]) == used.end()) used.push_back(&ots.invariants[use]);
  for (std::size_t i = 1; i < used.size(); ++i) goal.given.push_back(predicate_of(*used[i]));
  return goal;
}

bool has_scope(const ots::Ots& ots, const std::string& name) {
  return name.empty() || name == "any" || ots.scope(name);
}

ots::Scope scope_of(ots::Ots& ots, const std::string& name) {
  if (const ots::Scope* scope = name.empty() ? nullptr : ots.scope(name)) return *scope;
  if (name == "any") return make_scope(ots, "any", default_elements);
  return ots.scopes.empty() ? make_scope(ots, "default", default_elements) : ots.scopes[0];
}

std::unique_ptr<Model> model_of(std::shared_ptr<ots::Ots> ots, const std::string& scope, const Sources& sources) {
  auto model = std::make_unique<Model>();
  const bool any = scope == "any" && !ots->scope("any");
  Specification made{std::move(ots), {}, any};
  made.scope = scope_of(*made.ots, scope);
  for (const ots::Invariant& i : made.ots->invariants)
    model->properties.push_back(property_of(i.name, i.text, i.where, goal_of(*made.ots, i)));
  model->is = std::move(made);
  Specification& kept = std::get<Specification>(model->is);
  model->stepper = make_stepper(*kept.ots, kept.scope);
  model->reader = std::make_unique<OtsReader>(*kept.ots, kept.scope, sources);
  return model;
}

}  // namespace

std::vector<std::unique_ptr<Model>> open_ots(Opening& opening) {
  std::vector<std::unique_ptr<Model>> models;
  const auto file = opening.add(opening.name.files[0]);
  if (!file) return models;
  auto systems = front::ots::load(opening.sources, *file, opening.diagnostics);
  if (!opening.diagnostics.ok()) return models;
  const std::string scope = opening.name.text("scope");
  std::vector<std::string> scopes;
  for (const auto& system : systems)
    for (const ots::Scope& s : system->scopes) scopes.push_back(s.name);
  for (auto& system : systems)
    if (has_scope(*system, scope)) models.push_back(model_of(std::move(system), scope, opening.sources));
  if (models.empty() && !systems.empty())
    unknown_name(opening.diagnostics, {"ots.unknown-scope", "scope", {*file, 0, 0}}, scope, scopes);
  return models;
}

}  // namespace whynot::session
