// SMV text that is read already: what router tables become is read like a file.
#pragma once
#include "session/front_end.h"

namespace whynot::session {

// Null after errors.
std::unique_ptr<Model> open_smv_text(FileId, Opening&);

}  // namespace whynot::session
