// Specifications: each `ots` of the file is a model, within the scope that the name says; each system of a Maude or
// CafeOBJ file, too.
#include <fmt/format.h>

#include "front/algebra/load.h"
#include "front/ots/load.h"
#include "session/front_end.h"
#include "session/open/specification.h"
#include "session/unknown_name.h"

namespace whynot::session {
namespace {

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

// Those of the systems that have the scope which the name says.
std::vector<std::unique_ptr<Model>> models_of(std::vector<std::unique_ptr<ots::Ots>> systems, FileId file,
                                              Opening& opening) {
  std::vector<std::unique_ptr<Model>> models;
  if (!opening.diagnostics.ok()) return models;
  const std::string scope = opening.name.text("scope");
  std::vector<std::string> scopes;
  for (const auto& system : systems)
    for (const ots::Scope& s : system->scopes) scopes.push_back(s.name);
  for (auto& system : systems)
    if (has_scope(*system, scope)) {
      models.push_back(model_of(std::move(system), scope));
      Specification& kept = std::get<Specification>(models.back()->is);
      models.back()->reader = std::make_unique<OtsReader>(*kept.ots, kept.scope, opening.sources);
    }
  if (models.empty() && !systems.empty())
    unknown_name(opening.diagnostics, {"ots.unknown-scope", "scope", {file, 0, 0}}, scope, scopes);
  return models;
}

std::vector<std::unique_ptr<Model>> open_algebra(Opening& opening, front::algebra::Dialect dialect) {
  const auto file = opening.add(opening.name.files[0]);
  if (!file) return {};
  const auto load = [&](const std::string& path) { return opening.add_regular(path); };
  return models_of(front::algebra::load(opening.sources, *file, dialect, load, opening.diagnostics), *file, opening);
}

}  // namespace

std::vector<std::unique_ptr<Model>> open_ots(Opening& opening) {
  const auto file = opening.add(opening.name.files[0]);
  if (!file) return {};
  return models_of(front::ots::load(opening.sources, *file, opening.diagnostics), *file, opening);
}

std::vector<std::unique_ptr<Model>> open_maude(Opening& opening) {
  return open_algebra(opening, front::algebra::Dialect::Maude);
}

std::vector<std::unique_ptr<Model>> open_cafe(Opening& opening) {
  return open_algebra(opening, front::algebra::Dialect::Cafe);
}

}  // namespace whynot::session
