// Which lines the page may run.  It may ask every question about the open model, but names no file outside the
// model's folder, writes none, and does not change the limits that the server was started with.
#pragma once
#include <chrono>
#include <optional>
#include <string>
#include <string_view>

#include "command/options.h"

namespace whynot::face::web {

// Nothing, or why not.  `model`: the path of the open model.  `longest`: what --timeout may say at most.
std::optional<std::string> refuses_line(std::string_view line, const std::string& model,
                                        std::optional<std::chrono::milliseconds> longest = {});

// Whether the page may use the option at all; a file that it names has to be in the model's folder.
bool is_permitted(const command::OptionRow&);

// Whether the file is a regular one below the folder, with no symbolic link on the way.
bool is_beneath(const std::string& folder, const std::string& file);

}  // namespace whynot::face::web
