// Opens the directory first and works relative to it; a new file is written and renamed over the old one.
#include "host/kept_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

#include "host/descriptor.h"
#include "host/files.h"

namespace whynot::host {
namespace {

namespace fs = std::filesystem;

constexpr const char* own_folder = ".whynot";

struct Place {
  std::string folder, name;
  bool is_own;  // the directory is one of ours: nobody else made it, nobody else looks into it

  explicit Place(const fs::path& path)
      : folder(path.parent_path().empty() ? "." : path.parent_path().string()),
        name(path.filename().string()),
        is_own(path.parent_path().filename() == own_folder) {}
};

std::string why_not(const std::string& path) {
  const int error = errno;
  struct stat status {};
  const bool is_link = lstat(path.c_str(), &status) == 0 && S_ISLNK(status.st_mode);
  return fmt::format(
      "{}: {}", path,
      is_link ? "is a symbolic link, which is not followed; --session names another file" : std::strerror(error));
}

int open_folder(const Place& place) {
  return open(place.folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC | (place.is_own ? O_NOFOLLOW : 0));
}

// With those above it, for us alone.
void make_folder(const fs::path& folder) {
  std::error_code none;
  if (folder.empty() || fs::exists(fs::symlink_status(folder, none))) return;
  make_folder(folder.parent_path());
  mkdir(folder.c_str(), S_IRWXU);
}

// A new file in the directory; what an earlier process of the same number left there goes.
int open_new(int folder, const std::string& name) {
  constexpr int flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC;
  unlinkat(folder, name.c_str(), 0);
  return openat(folder, name.c_str(), flags, S_IRUSR | S_IWUSR);
}

bool replace(int folder, const std::string& name, std::string_view text) {
  const std::string temporary = fmt::format(".{}.{}.tmp", name, getpid());
  Descriptor file(open_new(folder, temporary));
  if (!file) return false;
  if (write_all(file, text) && fsync(file) == 0 && file.close() &&
      renameat(folder, temporary.c_str(), folder, name.c_str()) == 0)
    return fsync(folder) == 0;
  const int error = errno;
  unlinkat(folder, temporary.c_str(), 0);
  errno = error;
  return false;
}

}  // namespace

std::optional<std::string> read_kept(const std::string& path, std::string& error) {
  const Place place(path);
  const Descriptor folder(open_folder(place));
  const Descriptor file(
      folder ? openat(folder, place.name.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_NOFOLLOW | O_CLOEXEC) : -1);
  if (file) return read_descriptor(file, path, error, {largest_session, true});
  if (errno != ENOENT) error = why_not(folder ? path : place.folder);
  return std::nullopt;
}

bool write_kept(const std::string& path, std::string_view text, std::string& error) {
  const Place place(path);
  make_folder(place.folder);
  const Descriptor folder(open_folder(place));
  struct stat status {};
  const bool is_ours = place.is_own && folder && fstat(folder, &status) == 0 && status.st_uid == geteuid();
  if (is_ours) fchmod(folder, S_IRWXU);
  if (folder && replace(folder, place.name, text)) return true;
  error = why_not(folder ? path : place.folder);
  return false;
}

}  // namespace whynot::host
