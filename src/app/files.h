// Reading and writing whole files, with errors as text.
#pragma once
#include <iosfwd>
#include <optional>
#include <string>

#include "base/diagnostic.h"

namespace whynot::app {

bool is_folder(const std::string& path);
// "-" is standard input.  Nothing when it cannot be read; `error` says why.
std::optional<std::string> read_file(const std::string& path, std::string& error);
// The same, but "-" is what `in` has left.
std::optional<std::string> read_file(const std::string& path, std::istream& in, std::string& error);
// Adds a file's text, or an error about it; "-" is standard input.
std::optional<FileId> read_source(const std::string& path, Sources&, Diagnostics&);
// Through a temporary file beside it, so that a half-written file is never seen.  False with `error`.
bool write_file(const std::string& path, const std::string& text, std::string& error);

}  // namespace whynot::app
