// Reading and writing whole files, with errors as text.  Every input is read here, so that a name that leads to a
// device, to a pipe that nobody writes or to more than memory holds does no harm.
#pragma once
#include <cstdint>
#include <filesystem>
#include <functional>
#include <iosfwd>
#include <optional>
#include <string>
#include <string_view>

#include "base/diagnostic.h"

namespace whynot::host {

bool is_folder(const std::string& path);
// That of a file; of a directory, itself.
std::string folder_of(const std::string& path);
// Whether a path leads into a directory or is the directory, after resolving links; false when one of them is not
// there.
bool is_within(const std::filesystem::path& path, const std::filesystem::path& folder);

constexpr std::uint64_t largest_input = std::uint64_t{256} << 20;    // bytes: of a model, a trace, a policy, …
constexpr std::uint64_t largest_session = std::uint64_t{160} << 20;  // of a saved session, or of stored sets

struct Reading {
  std::uint64_t most = largest_input;
  bool only_regular = false;  // else also pipes and terminals: a person may name one, a file or a page may not
};
// In this process nothing else is read from now on, whoever asks.
void read_only_regular_files();

// "-" is standard input.  Nothing when it cannot be read; `error` says why.  ^C ends the wait for a pipe.
std::optional<std::string> read_file(const std::string& path, std::string& error, const Reading& = {});
// The same, but "-" is what `in` has left.
std::optional<std::string> read_file(const std::string& path, std::istream& in, std::string& error);
// What has been opened, without waiting, and stays open; `path` is for what is said of it.
std::optional<std::string> read_descriptor(int file, const std::string& path, std::string& error, const Reading&);
// The first few thousand bytes of a regular file.
std::optional<std::string> read_beginning(const std::string& path, std::string& error);
// Whether it is a regular file of a size that is read; `error` says why not.
bool is_readable(const std::string& path, std::string& error);
// Adds a file's text, or an error about it; "-" is standard input.
std::optional<FileId> read_source(const std::string& path, Sources&, Diagnostics&, const Reading& = {});
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

// A directory of the same kind, which goes with what is in it.
class TemporaryFolder {
 public:
  TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  ~TemporaryFolder();

  const std::string& path() const { return path_; }  // empty when it could not be made

 private:
  std::string path_;
};

// All that are there, and what has been written of files: for a process that ends at once.
void remove_temporary_files();

}  // namespace whynot::host
