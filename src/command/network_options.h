// What the command line says about a folder of router tables.
#pragma once
#include <optional>

#include "command/options.h"
#include "session/network_input.h"

namespace whynot::command {

// Of --reach, --modify, --toward and --seed; or what is wrong with them.
std::optional<UsageError> read_network_options(const Arguments&, session::NetworkOptions&);

}  // namespace whynot::command
