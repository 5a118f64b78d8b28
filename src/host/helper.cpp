// Looks through the directories of programs, but for the working directory and those of projects.
#include "host/helper.h"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <mutex>

#include "host/files.h"

extern char** environ;

namespace whynot::host {
namespace {

namespace fs = std::filesystem;

bool is_program(const std::string& path) {
  std::error_code none;
  return fs::is_regular_file(path, none) && access(path.c_str(), X_OK) == 0;
}

// The working directory and the projects, but for those that hold this program: whoever may write there had it anyway.
std::vector<fs::path> untrusted(const std::vector<fs::path>& projects) {
  std::error_code none;
  std::vector<fs::path> folders = projects;
  folders.push_back(fs::current_path(none));
  std::erase_if(folders, [](const fs::path& folder) { return folder.empty() || is_within("/proc/self/exe", folder); });
  return folders;
}

bool is_in_one(const fs::path& path, const std::vector<fs::path>& folders) {
  return std::any_of(folders.begin(), folders.end(), [&](const fs::path& folder) { return is_within(path, folder); });
}

std::string joined(const std::vector<std::string>& folders) {
  std::string path;
  for (const std::string& folder : folders) path += (path.empty() ? "" : ":") + folder;
  return path;
}

std::vector<std::string> environment_with(const std::string& path) {
  std::vector<std::string> words;
  for (char** word = environ; *word; ++word)
    if (!std::string_view(*word).starts_with("PATH=")) words.emplace_back(*word);
  words.push_back("PATH=" + path);
  return words;
}

std::optional<Helper> seek(const std::string& name, const std::string& path, const std::vector<fs::path>& projects) {
  const std::vector<std::string> folders = helper_folders(path, projects);
  if (name.starts_with('/')) {
    if (!is_program(name)) return std::nullopt;
    return Helper{name, environment_with(joined(folders))};
  }
  if (name.empty() || name.find('/') != std::string::npos) return std::nullopt;
  for (const std::string& folder : folders) {
    const std::string program = fs::path(folder) / name;
    if (is_program(program) && !is_in_one(program, untrusted(projects)))
      return Helper{program, environment_with(joined(folders))};
  }
  return std::nullopt;
}

}  // namespace

std::vector<std::string> helper_folders(std::string_view path, const std::vector<fs::path>& projects) {
  const std::vector<fs::path> avoided = untrusted(projects);
  std::vector<std::string> folders;
  for (std::size_t begin = 0; begin <= path.size();) {
    const std::size_t end = std::min(path.find(':', begin), path.size());
    const fs::path named(path.substr(begin, end - begin));
    begin = end + 1;
    std::error_code error;
    const fs::path folder = named.is_absolute() ? fs::canonical(named, error) : fs::path();
    if (!folder.empty() && !error && !is_in_one(folder, avoided)) folders.push_back(folder.string());
  }
  return folders;
}

std::optional<Helper> find_helper(const std::string& name, const std::vector<fs::path>& projects) {
  static std::mutex mutex;
  static std::map<std::vector<std::string>, Helper> found;
  const char* path = std::getenv("PATH");
  std::vector<std::string> key{name, path ? path : ""};
  for (const fs::path& project : projects) key.push_back(project.string());
  std::lock_guard lock(mutex);
  if (const auto before = found.find(key); before != found.end()) return before->second;
  auto helper = seek(name, key[1], projects);
  if (helper) found.emplace(std::move(key), *helper);
  return helper;
}

}  // namespace whynot::host
