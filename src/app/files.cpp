#include "app/files.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <istream>
#include <iterator>
#include <memory>
#include <mutex>
#include <set>

namespace whynot::app {
namespace {

struct Close {
  void operator()(std::FILE* file) const {
    if (file != stdin) std::fclose(file);
  }
};
using File = std::unique_ptr<std::FILE, Close>;

std::string why(const std::string& path) { return fmt::format("{}: {}", path, std::strerror(errno)); }

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

bool write_in_place(const std::string& path, const Produce& produce) {
  File file(std::fopen(path.c_str(), "w"));
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

std::optional<std::string> read_file(const std::string& path, std::string& error) {
  struct stat status {};
  if (path != "-" && stat(path.c_str(), &status) == 0 && S_ISDIR(status.st_mode)) {
    error = fmt::format("{}: is a folder", path);
    return std::nullopt;
  }
  File file(path == "-" ? stdin : std::fopen(path.c_str(), "rb"));
  if (!file) {
    error = why(path);
    return std::nullopt;
  }
  std::string text;
  char buffer[65536];
  while (const std::size_t n = std::fread(buffer, 1, sizeof buffer, file.get())) text.append(buffer, n);
  if (std::ferror(file.get())) {
    error = why(path);
    return std::nullopt;
  }
  return text;
}

std::optional<std::string> read_file(const std::string& path, std::istream& in, std::string& error) {
  if (path != "-") return read_file(path, error);
  return std::string(std::istreambuf_iterator<char>(in), {});
}

std::optional<FileId> read_source(const std::string& path, Sources& sources, Diagnostics& diagnostics) {
  std::string error;
  if (const auto text = read_file(path, error)) return sources.add(path, *text);
  diagnostics.error("app.cannot-read", error, {sources.add(path, ""), 0, 0});
  return std::nullopt;
}

bool write_file(const std::string& path, std::string_view text, std::string& error) {
  return write_file(
      path, [&](const Write& write) { write(text); }, error);
}

bool write_file(const std::string& path, const Produce& produce, std::string& error) {
  if (is_special(path)) {
    if (write_in_place(path, produce)) return true;
    error = why(path);
    return false;
  }
  const std::string temporary = fmt::format("{}.{}.tmp", path, getpid());
  Unfinished::all().add(temporary);
  const bool written = write_in_place(temporary, produce) && std::rename(temporary.c_str(), path.c_str()) == 0;
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

}  // namespace whynot::app
