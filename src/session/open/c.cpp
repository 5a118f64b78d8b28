// C programs: clang's intermediate text becomes the text of a pushdown system.
#include "session/c_sources.h"
#include "session/open/program.h"

namespace whynot::session {

std::vector<std::unique_ptr<Model>> open_c(Opening& opening) {
  std::vector<std::unique_ptr<Model>> models;
  const auto text = read_c_sources(opening);
  opening.reads_all_it_tells = false;  // headers
  if (!text) return models;
  const FileId made = opening.sources.add("program.pds", *text);
  auto model = open_program(std::span(&made, 1), opening);
  if (!model) return models;
  std::get<Program>(model->is).made = made;
  models.push_back(std::move(model));
  return models;
}

}  // namespace whynot::session
