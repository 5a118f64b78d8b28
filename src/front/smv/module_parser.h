// From the text of a file to its modules.
#pragma once
#include "base/diagnostic.h"
#include "base/source.h"
#include "front/smv/module.h"

namespace whynot::front::smv {

// What could be read.  After an error, reading goes on behind the next `;` or at the next section; a
// declaration that is broken stands in the result with Error nodes or a Bad type, so that its name is known.
File parse_file(FileId, const Sources&, front::Symbols&, Diagnostics&);

}  // namespace whynot::front::smv
