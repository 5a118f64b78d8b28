// Specifications: each `ots` of the file is a model, within the scope that the name says.
#include <fmt/format.h>

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
    if (has_scope(*system, scope)) {
      models.push_back(model_of(std::move(system), scope));
      Specification& kept = std::get<Specification>(models.back()->is);
      models.back()->reader = std::make_unique<OtsReader>(*kept.ots, kept.scope, opening.sources);
    }
  if (models.empty() && !systems.empty())
    unknown_name(opening.diagnostics, {"ots.unknown-scope", "scope", {*file, 0, 0}}, scope, scopes);
  return models;
}

}  // namespace whynot::session
