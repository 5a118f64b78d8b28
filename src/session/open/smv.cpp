// SMV models, and what router tables become: a system with its properties, names as in the text.
#include "session/open/smv.h"

#include "encode/obligations.h"

namespace whynot::session {
namespace {

class SmvReader final : public Reader {
 public:
  SmvReader(std::shared_ptr<front::smv::Scope> scope, const ExprPool& pool, const Sources& sources)
      : scope_(std::move(scope)), pool_(pool), sources_(sources) {}

  std::optional<Property> formula(FileId file, const std::string& name, std::optional<PropertyKind> kind,
                                  Context& context, Diagnostics& diagnostics) const override {
    std::vector<Obligation> owed;
    auto property = front::smv::parse_property(file, sources_, *scope_, kind, owed, diagnostics);
    if (!property || !encode::discharge(pool_, owed, context, diagnostics)) return std::nullopt;
    property->name = name;
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

std::unique_ptr<Reader> read_formulas(std::shared_ptr<front::smv::Scope> scope, const ExprPool& pool,
                                      const Sources& sources) {
  return std::make_unique<SmvReader>(std::move(scope), pool, sources);
}

namespace {

std::unique_ptr<Model> read_model(FileId file, Sources& sources, Context& context, Diagnostics& diagnostics) {
  System made;
  made.pool = std::make_unique<ExprPool>();
  auto program = front::smv::load(file, sources, *made.pool, diagnostics);
  if (!program || !encode::discharge(program->system, context, diagnostics)) return nullptr;
  made.system = std::move(program->system);
  made.instances = program->instances;
  made.again = [&sources, file](Sources& own, Context& own_context) {
    Diagnostics told_already;
    const FileId same = own.add(std::string(sources.name(file)), std::string(sources.text(file)));
    return read_model(same, own, own_context, told_already);
  };
  auto model = std::make_unique<Model>();
  model->reader = read_formulas(std::move(program->scope), *made.pool, sources);
  model->is = std::move(made);
  model->properties = std::move(program->properties);
  model->stepper = make_stepper(model->system());
  return model;
}

}  // namespace

std::unique_ptr<Model> open_smv_text(FileId file, Opening& opening) {
  return read_model(file, opening.sources, opening.context, opening.diagnostics);
}

std::vector<std::unique_ptr<Model>> open_smv(Opening& opening) {
  std::vector<std::unique_ptr<Model>> models;
  if (const auto file = opening.add(opening.name.files[0]))
    if (auto model = open_smv_text(*file, opening)) models.push_back(std::move(model));
  return models;
}

}  // namespace whynot::session
