// Reading and writing whole files, with errors as text.
#pragma once
#include <iosfwd>
#include <optional>
#include <string>

namespace whynot::app {

// "-" is standard input.  Nothing when it cannot be read; `error` says why.
std::optional<std::string> read_file(const std::string& path, std::string& error);
// The same, but "-" is what `in` has left.
std::optional<std::string> read_file(const std::string& path, std::istream& in, std::string& error);
// Through a temporary file beside it, so that a half-written file is never seen.  False with `error`.
bool write_file(const std::string& path, const std::string& text, std::string& error);

}  // namespace whynot::app
