// The file of a session, in which sets are kept: for its owner's eyes alone, whole at every moment, and never reached
// through a symbolic link, by which a project of strangers could lead elsewhere.
#pragma once
#include <optional>
#include <string>
#include <string_view>

namespace whynot::host {

// Nothing when it is not there (without an error) or cannot be read (with one).
std::optional<std::string> read_kept(const std::string& path, std::string& error);
// Makes its directory if need be.  False with `error`.
bool write_kept(const std::string& path, std::string_view text, std::string& error);

}  // namespace whynot::host
