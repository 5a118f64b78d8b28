// Reading and writing whole files, with errors as text.
#pragma once
#include <functional>
#include <iosfwd>
#include <optional>
#include <string>
#include <string_view>

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
bool write_file(const std::string& path, std::string_view text, std::string& error);
// The same for what is made in pieces: `produce` gets a function that writes one.
bool write_file(const std::string& path,
                const std::function<void(const std::function<void(std::string_view)>&)>& produce, std::string& error);

// A file with a name that nobody could guess, readable by us alone, which goes when this does.
class TemporaryFile {
 public:
  explicit TemporaryFile(std::string_view text, std::string_view ending = "");
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  ~TemporaryFile();

  bool good() const { return good_; }
  const std::string& path() const { return path_; }

 private:
  std::string path_;
  bool good_ = false;
};

// All that are there, and what has been written of files: for a process that ends at once.
void remove_temporary_files();

}  // namespace whynot::app
