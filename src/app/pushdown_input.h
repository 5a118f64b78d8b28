// What `whynot paths` opens: programs and policies in our own text, in other tools' formats, or C sources.
#pragma once
#include <optional>

#include "app/command.h"
#include "app/desk.h"
#include "front/pds/pds.h"

namespace whynot::app {

// The operands and the files of -a, as one model with its properties.  Nothing after errors, which the desk has.
std::optional<front::PushdownInput> read_program(Run&, Desk&);

}  // namespace whynot::app
