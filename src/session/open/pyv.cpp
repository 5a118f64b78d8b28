// mypyvy's specifications: one for each file, within a scope that the name says or that was made.
#include <fmt/format.h>

#include "front/pyv/load.h"
#include "session/front_end.h"
#include "session/open/specification.h"

namespace whynot::session {
namespace {

class PyvReader final : public Reader {
 public:
  PyvReader(front::pyv::Language language, std::shared_ptr<ots::Ots> ots, const Sources& sources)
      : language_(std::move(language)), ots_(std::move(ots)), sources_(sources) {}

  std::optional<Property> formula(FileId file, const std::string& name, std::optional<PropertyKind>, Context&,
                                  Diagnostics& diagnostics) const override {
    auto predicate = front::pyv::load_predicate(language_, sources_, file, diagnostics);
    if (!predicate) return std::nullopt;
    predicate->name = name;
    const std::string text(sources_.text(file));
    return property_of(name, text, {file, 0, static_cast<std::uint32_t>(text.size())}, {std::move(*predicate), {}});
  }

  Expr expression(FileId, Allowed, Context&, Diagnostics&) const override { return {}; }

 private:
  front::pyv::Language language_;
  std::shared_ptr<ots::Ots> ots_;  // that the language is of
  const Sources& sources_;
};

// What a transition leaves open must be few enough things to be tried.
void warn_of_open(const Specification& specification, Diagnostics& diagnostics) {
  for (const ots::Transition& t : specification.ots->transitions)
    for (ots::VarId v : t.params)
      if (!domain(*specification.ots, specification.ots->pool->variable(v).sort, &specification.scope))
        diagnostics
            .error("pyv.too-open",
                   fmt::format("`{}` leaves `{}` open in more ways than a search can try within scope `{}`", t.name,
                               specification.ots->pool->variable(v).name, specification.scope.name),
                   t.where)
            .help = "name a smaller scope, or say more of what the symbol becomes";
}

}  // namespace

std::vector<std::unique_ptr<Model>> open_pyv(Opening& opening) {
  std::vector<std::unique_ptr<Model>> models;
  const auto file = opening.add(opening.name.files[0]);
  if (!file) return models;
  auto loaded = front::pyv::load(opening.name.files[0], opening.sources, *file, opening.diagnostics);
  if (!loaded) return models;
  if (!has_scope_named(*loaded->ots, opening, *file)) return models;
  auto model = model_of(loaded->ots, opening.name.text("scope"));
  model->reader = std::make_unique<PyvReader>(std::move(loaded->language), loaded->ots, opening.sources);
  warn_of_open(model->specification(), opening.diagnostics);
  if (opening.diagnostics.ok()) models.push_back(std::move(model));
  return models;
}

}  // namespace whynot::session
