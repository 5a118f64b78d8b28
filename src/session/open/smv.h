// SMV text that is read already: what router tables become is read like a file.
#pragma once
#include <memory>

#include "front/smv/smv.h"
#include "session/front_end.h"

namespace whynot::session {

// Null after errors.
std::unique_ptr<Model> open_smv_text(FileId, Opening&);

// Formulas in SMV about a model whose names the scope has.  Pool and sources must outlive the reader.
std::unique_ptr<Reader> read_formulas(std::shared_ptr<front::smv::Scope>, const ExprPool&, const Sources&);

}  // namespace whynot::session
