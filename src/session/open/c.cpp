// C programs: clang's intermediate text becomes the text of a pushdown system.
#include "session/helpers/c_sources.h"
#include "session/open/program.h"

namespace whynot::session {

std::vector<std::unique_ptr<Model>> open_c(Opening& opening) {
  std::vector<std::unique_ptr<Model>> models;
  auto read = read_c_sources(opening);
  opening.reads_all_it_tells = false;  // headers
  if (!read) return models;
  const FileId made = opening.sources.add("program.pds", read->text);
  auto model = open_program(std::span(&made, 1), opening);
  if (!model) return models;
  Program& program = std::get<Program>(model->is);
  program.made = made;
  program.code = std::make_shared<const PdsCode>(std::move(read->code));
  program.unfollowed = std::move(read->unfollowed);
  models.push_back(std::move(model));
  return models;
}

}  // namespace whynot::session
