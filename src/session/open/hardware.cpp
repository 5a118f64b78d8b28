// Circuits: AIGER and BTOR2 files as systems; formulas about them are written in SMV.
#include "front/hardware/aiger.h"
#include "front/hardware/btor2.h"
#include "session/open/smv.h"

namespace whynot::session {
namespace {

using front::hardware::Design;
using ReadDesign = std::optional<Design> (*)(FileId, const Sources&, ExprPool&, Diagnostics&);

std::optional<Design> aiger_design(FileId file, const Sources& sources, ExprPool& pool, Diagnostics& diagnostics) {
  const auto read = front::hardware::read_aiger(file, sources, diagnostics);
  if (!read) return std::nullopt;
  return front::hardware::design_of(*read, pool);
}

std::optional<Design> btor2_design(FileId file, const Sources& sources, ExprPool& pool, Diagnostics& diagnostics) {
  auto read = front::hardware::read_btor2(file, sources, pool, diagnostics);
  if (!read) return std::nullopt;
  return std::move(read->design);
}

std::unique_ptr<Model> read_circuit(FileId file, ReadDesign read, const Sources& sources, Diagnostics& diagnostics) {
  System made;
  made.pool = std::make_unique<ExprPool>();
  auto design = read(file, sources, *made.pool, diagnostics);
  if (!design) return nullptr;
  made.system = std::move(design->system);
  made.again = [&sources, file, read](Sources& own, Context&) {
    Diagnostics told_already;
    const FileId same = own.add(std::string(sources.name(file)), std::string(sources.text(file)));
    return read_circuit(same, read, own, told_already);
  };
  auto model = std::make_unique<Model>();
  model->reader = read_formulas(front::smv::scope_of(made.system), *made.pool, sources);
  model->is = std::move(made);
  model->properties = std::move(design->properties);
  model->stepper = make_stepper(model->system());
  return model;
}

std::vector<std::unique_ptr<Model>> open_circuit(ReadDesign read, Opening& opening) {
  std::vector<std::unique_ptr<Model>> models;
  if (const auto file = opening.add(opening.name.files[0]))
    if (auto model = read_circuit(*file, read, opening.sources, opening.diagnostics))
      models.push_back(std::move(model));
  return models;
}

}  // namespace

std::vector<std::unique_ptr<Model>> open_aiger(Opening& opening) { return open_circuit(aiger_design, opening); }
std::vector<std::unique_ptr<Model>> open_btor2(Opening& opening) { return open_circuit(btor2_design, opening); }

}  // namespace whynot::session
