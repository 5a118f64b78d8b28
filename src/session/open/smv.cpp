// SMV models, and what router tables become: a system with its properties, names as in the text.
#include "session/open/smv.h"

#include "encode/obligations.h"
#include "front/smv/smv.h"

namespace whynot::session {
namespace {

class SmvReader final : public Reader {
 public:
  SmvReader(std::shared_ptr<front::smv::Scope> scope, const ExprPool& pool, const Sources& sources)
      : scope_(std::move(scope)), pool_(pool), sources_(sources) {}

  std::optional<Property> formula(FileId file, std::string name, std::optional<PropertyKind> kind, Context& context,
                                  Diagnostics& diagnostics) const override {
    std::vector<Obligation> owed;
    auto property = front::smv::parse_property(file, sources_, *scope_, kind, owed, diagnostics);
    if (!property || !encode::discharge(pool_, owed, context, diagnostics)) return std::nullopt;
    property->name = std::move(name);
    return property;
  }

  Expr expression(FileId file, Allowed allowed, Context& context, Diagnostics& diagnostics) const override {
    std::vector<Obligation> owed;
    const front::smv::ExpressionRules rules{allowed.boolean, allowed.next, allowed.inputs};
    const auto e = front::smv::parse_expression(file, sources_, *scope_, rules, owed, diagnostics);
    return e && encode::discharge(pool_, owed, context, diagnostics) ? *e : Expr();
  }

 private:
  std::shared_ptr<front::smv::Scope> scope_;
  const ExprPool& pool_;
  const Sources& sources_;
};

}  // namespace

std::unique_ptr<Model> open_smv_text(FileId file, Opening& opening) {
  System made{std::make_unique<ExprPool>(), {}, 0};
  auto program = front::smv::load(file, opening.sources, *made.pool, opening.diagnostics);
  if (!program || !encode::discharge(program->system, opening.context, opening.diagnostics)) return nullptr;
  made.system = std::move(program->system);
  made.instances = program->instances;
  auto model = std::make_unique<Model>();
  model->reader = std::make_unique<SmvReader>(std::move(program->scope), *made.pool, opening.sources);
  model->is = std::move(made);
  model->properties = std::move(program->properties);
  model->stepper = make_stepper(model->system());
  return model;
}

std::vector<std::unique_ptr<Model>> open_smv(Opening& opening) {
  std::vector<std::unique_ptr<Model>> models;
  if (const auto file = opening.add(opening.name.files[0]))
    if (auto model = open_smv_text(*file, opening)) models.push_back(std::move(model));
  return models;
}

}  // namespace whynot::session
