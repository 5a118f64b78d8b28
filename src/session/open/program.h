// Programs from texts in the language of pushdown systems, whoever wrote them: files, C sources, the states of a
// system.
#pragma once
#include <optional>
#include <span>

#include "front/pds/pds.h"
#include "session/front_end.h"

namespace whynot::session {

// The program of these texts, with the automata in them and in the files that the name's options give.  Null after
// errors.
std::unique_ptr<Model> open_program(std::span<const FileId> texts, Opening&,
                                    const front::pds::SystemModel& states = {});

}  // namespace whynot::session
