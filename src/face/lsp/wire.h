// JSON-RPC over a stream, as the language server protocol frames it, and places in texts as it counts them.
#pragma once
#include <iosfwd>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "face/lsp/names.h"

namespace whynot::face::lsp {

// The next message; discarded JSON where its content is none; nothing: the input has ended, or has no more frames.
std::optional<nlohmann::json> read_message(std::istream&);
std::string framed(const nlohmann::json&);

// Lines and columns from 0; columns count the units of UTF-16.
nlohmann::json position_of(std::string_view text, std::size_t place);
nlohmann::json range_of(std::string_view text, const Range&);
// The byte at a position; the end of its line, or of the text, where there is none.
std::size_t place_of(std::string_view text, const nlohmann::json& position);

// file:///a%20b.smv; nothing where it is no name of a file.
std::optional<std::string> path_of(std::string_view uri);

}  // namespace whynot::face::lsp
