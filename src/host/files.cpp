// Opens, checks what was opened, reads up to a limit; writes beside the target and renames.
#include "host/files.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <istream>
#include <iterator>
#include <memory>
#include <mutex>
#include <set>
#include <vector>

#include "host/descriptor.h"
#include "host/interrupt.h"

namespace whynot::host {
namespace {

struct Close {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, Close>;

std::string why(const std::string& path) { return fmt::format("{}: {}", path, std::strerror(errno)); }

std::atomic<bool> only_regular_files{false};  // of the worker, which is told at its start

Reading wanted(Reading reading) {
  reading.only_regular = reading.only_regular || only_regular_files;
  return reading;
}

// Without waiting for whoever should write a pipe, and without taking a terminal over.
Descriptor open_input(const std::string& path) {
  return Descriptor(::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
}

std::string too_large(std::uint64_t most) { return fmt::format("is larger than {} MiB, the limit", most >> 20); }

// Why what was opened is not read; empty when it is.
std::string refusal_of(int file, const Reading& reading) {
  struct stat status {};
  if (fstat(file, &status) != 0) return std::strerror(errno);
  if (S_ISDIR(status.st_mode)) return "is a directory";
  const bool flows = S_ISFIFO(status.st_mode) || S_ISCHR(status.st_mode) || S_ISSOCK(status.st_mode);
  if (!S_ISREG(status.st_mode) && (reading.only_regular || !flows)) return "is not a regular file";
  return static_cast<std::uint64_t>(status.st_size) > reading.most ? too_large(reading.most) : "";
}

// Reads to the end, as long as there is something to wait for; what went wrong, or nothing.
std::string read_all(int file, std::uint64_t most, std::string& text) {
  std::vector<char> buffer(std::size_t{1} << 16);
  struct stat status {};
  if (fstat(file, &status) == 0 && S_ISREG(status.st_mode))
    text.reserve(std::min<std::uint64_t>(most, static_cast<std::uint64_t>(status.st_size)));
  while (text.size() <= most) {
    pollfd waiting{file, POLLIN, 0};
    const int ready = ::poll(&waiting, 1, 50);
    if (ready <= 0 && interrupt_flag()) return "interrupted";
    if (ready <= 0) continue;
    const ssize_t size = ::read(file, buffer.data(), buffer.size());
    if (size == 0) return "";
    if (size > 0) text.append(buffer.data(), static_cast<std::size_t>(size));
    if (size < 0 && errno != EAGAIN && errno != EINTR) return std::strerror(errno);
  }
  return too_large(most);
}

// Devices and pipes cannot be replaced by a rename; they are written in place.
bool is_special(const std::string& path) {
  struct stat status {};
  return stat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode);
}

// The temporary files that are there.  A process that has to end at once knows of no object that owns one.
class Unfinished {
 public:
  static Unfinished& all() {
    static Unfinished one;
    return one;
  }
  void add(const std::string& path) {
    const std::lock_guard lock(mutex_);
    paths_.insert(path);
  }
  void remove(const std::string& path) {
    const std::lock_guard lock(mutex_);
    paths_.erase(path);
  }
  void unlink_all() {
    const std::lock_guard lock(mutex_);
    for (const std::string& path : paths_) ::unlink(path.c_str());
  }

 private:
  std::mutex mutex_;
  std::set<std::string> paths_;
};

using Write = std::function<void(std::string_view)>;
using Produce = std::function<void(const Write&)>;

bool write_in_place(const std::string& path, const Produce& produce, const char* mode) {
  File file(std::fopen(path.c_str(), mode));
  if (!file) return false;
  bool good = true;
  produce([&](std::string_view text) {
    good = good && std::fwrite(text.data(), 1, text.size(), file.get()) == text.size();
  });
  return good && std::fflush(file.get()) == 0;
}

}  // namespace

bool is_folder(const std::string& path) {
  struct stat status {};
  return stat(path.c_str(), &status) == 0 && S_ISDIR(status.st_mode);
}

std::string folder_of(const std::string& path) {
  if (is_folder(path)) return path;
  const std::filesystem::path folder = std::filesystem::path(path).parent_path();
  return folder.empty() ? "." : folder.string();
}

bool is_within(const std::filesystem::path& path, const std::filesystem::path& folder) {
  std::error_code error;
  const auto inner = std::filesystem::canonical(path, error);
  if (error) return false;
  const auto outer = std::filesystem::canonical(folder, error);
  if (error) return false;
  return std::mismatch(outer.begin(), outer.end(), inner.begin(), inner.end()).first == outer.end();
}

void read_only_regular_files() { only_regular_files = true; }

std::optional<std::string> read_descriptor(int file, const std::string& path, std::string& error,
                                           const Reading& reading) {
  std::string text;
  std::string refusal = refusal_of(file, reading);
  if (refusal.empty()) refusal = read_all(file, reading.most, text);
  if (refusal.empty()) return text;
  error = fmt::format("{}: {}", path, refusal);
  return std::nullopt;
}

std::optional<std::string> read_file(const std::string& path, std::string& error, const Reading& reading) {
  if (path == "-" && !reading.only_regular) return read_descriptor(STDIN_FILENO, path, error, {reading.most, false});
  const Descriptor file = open_input(path);
  if (file >= 0) return read_descriptor(file, path, error, wanted(reading));
  error = why(path);
  return std::nullopt;
}

std::optional<std::string> read_file(const std::string& path, std::istream& in, std::string& error) {
  if (path != "-") return read_file(path, error);
  std::string text(std::istreambuf_iterator<char>(in), {});
  if (text.size() <= largest_input) return text;
  error = fmt::format("{}: {}", path, too_large(largest_input));
  return std::nullopt;
}

std::optional<std::string> read_beginning(const std::string& path, std::string& error) {
  const Descriptor file = open_input(path);
  const std::string refusal = file < 0 ? std::strerror(errno) : refusal_of(file, {largest_input, true});
  std::string text(4096, '\0');
  const ssize_t size = refusal.empty() ? ::read(file, text.data(), text.size()) : 0;
  if (!refusal.empty() || size < 0) {
    error = refusal.empty() ? why(path) : fmt::format("{}: {}", path, refusal);
    return std::nullopt;
  }
  text.resize(static_cast<std::size_t>(size));
  return text;
}

bool is_readable(const std::string& path, std::string& error) {
  const Descriptor file = open_input(path);
  const std::string refusal = file < 0 ? std::strerror(errno) : refusal_of(file, {largest_input, true});
  if (!refusal.empty()) error = fmt::format("{}: {}", path, refusal);
  return refusal.empty();
}

std::optional<FileId> read_source(const std::string& path, Sources& sources, Diagnostics& diagnostics,
                                  const Reading& reading) {
  std::string error;
  if (auto text = read_file(path, error, reading)) return sources.add(path, std::move(*text));
  diagnostics.error("app.cannot-read", error, {sources.add(path, ""), 0, 0});
  return std::nullopt;
}

bool write_file(const std::string& path, std::string_view text, std::string& error) {
  return write_file(
      path, [&](const Write& write) { write(text); }, error);
}

bool write_file(const std::string& path, const Produce& produce, std::string& error) {
  if (is_special(path)) {
    if (write_in_place(path, produce, "we")) return true;
    error = why(path);
    return false;
  }
  const std::string temporary = fmt::format("{}.{}.tmp", path, getpid());
  Unfinished::all().add(temporary);
  std::remove(temporary.c_str());  // of an earlier process of this number, or a link that somebody put there
  const bool written = write_in_place(temporary, produce, "wxe") && std::rename(temporary.c_str(), path.c_str()) == 0;
  if (!written) {
    error = why(path);
    std::remove(temporary.c_str());
  }
  Unfinished::all().remove(temporary);
  return written;
}

TemporaryFile::TemporaryFile(std::string_view text, std::string_view ending) {
  std::error_code none;
  path_ = (std::filesystem::temp_directory_path(none) / fmt::format("whynot-XXXXXX{}", ending)).string();
  const int file = mkostemps(path_.data(), static_cast<int>(ending.size()), O_CLOEXEC);
  if (file >= 0) Unfinished::all().add(path_);
  good_ = file >= 0 && ::write(file, text.data(), text.size()) == static_cast<ssize_t>(text.size());
  if (file >= 0) ::close(file);
}

TemporaryFile::~TemporaryFile() {
  ::unlink(path_.c_str());
  Unfinished::all().remove(path_);
}

void remove_temporary_files() { Unfinished::all().unlink_all(); }

TemporaryFolder::TemporaryFolder() {
  std::error_code error;
  const std::filesystem::path above = std::filesystem::temp_directory_path(error);
  if (error) return;
  path_ = (above / "whynot-XXXXXX").string();
  if (!mkdtemp(path_.data())) path_.clear();
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code none;
  if (!path_.empty()) std::filesystem::remove_all(path_, none);
}

}  // namespace whynot::host
