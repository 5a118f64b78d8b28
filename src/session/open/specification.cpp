// A specification as a model: its invariants are the properties, its scope makes it finite.
#include "session/open/specification.h"

#include <algorithm>

#include "session/unknown_name.h"

namespace whynot::session {
namespace {

constexpr std::size_t default_elements = 3;  // of each loose sort, where the specification has no scope

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

ots::Scope scope_of(ots::Ots& ots, const std::string& name) {
  if (const ots::Scope* scope = name.empty() ? nullptr : ots.scope(name)) return *scope;
  if (name == "any") return make_scope(ots, "any", default_elements);
  return ots.scopes.empty() ? make_scope(ots, "default", default_elements) : ots.scopes[0];
}

}  // namespace

Property property_of(std::string name, std::string text, Span where, Goal goal) {
  Property property;
  property.name = std::move(name);
  property.kind = PropertyKind::Ots;
  property.text = std::move(text);
  property.where = where;
  property.subject = std::make_shared<const Subject>(Subject{std::move(goal)});
  return property;
}

bool has_scope(const ots::Ots& ots, const std::string& name) {
  return name.empty() || name == "any" || ots.scope(name);
}

bool has_scope_named(const ots::Ots& ots, Opening& opening, FileId file) {
  const std::string scope = opening.name.text("scope");
  if (has_scope(ots, scope)) return true;
  std::vector<std::string> scopes;
  for (const ots::Scope& s : ots.scopes) scopes.push_back(s.name);
  unknown_name(opening.diagnostics, {"ots.unknown-scope", "scope", {file, 0, 0}}, scope, scopes);
  return false;
}

std::unique_ptr<Model> model_of(std::shared_ptr<ots::Ots> ots, const std::string& scope) {
  auto model = std::make_unique<Model>();
  const bool any = scope == "any" && !ots->scope("any");
  Specification made{std::move(ots), {}, any};
  made.scope = scope_of(*made.ots, scope);
  for (const ots::Invariant& i : made.ots->invariants)
    model->properties.push_back(property_of(i.name, i.text, i.where, goal_of(*made.ots, i)));
  model->is = std::move(made);
  Specification& kept = std::get<Specification>(model->is);
  model->stepper = make_stepper(*kept.ots, kept.scope);
  return model;
}

}  // namespace whynot::session
