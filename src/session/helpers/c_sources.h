// C sources to a pushdown system: clang makes LLVM's text of them, front/c the system.
#pragma once
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "front/c/pushdown.h"
#include "host/helper.h"
#include "session/front_end.h"

namespace whynot::session {

// The clang that sources in these folders are read with: that of WHYNOT_CLANG, or one of the PATH.
std::optional<host::Helper> find_clang(const std::vector<std::filesystem::path>& projects);

// The text of a `pds` section, and what its rules compute; the files of the name are sources or one
// compile_commands.json.  What was abstracted becomes notes; clang's own messages are passed on as errors.
std::optional<front::c::Pushdown> read_c_sources(Opening&);

}  // namespace whynot::session
