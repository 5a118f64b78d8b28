// Programs of others that are started: clang, cvc5, a browser.  They are found by absolute path, never in the working
// directory or in that of a project: a project of strangers may bring programs of these names along.
#pragma once
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace whynot::host {

struct Helper {
  std::string path;                      // absolute
  std::vector<std::string> environment;  // ours, but for the PATH: what it starts itself is found as it was
};

// `name`: an absolute path, which stands as it is, or a bare name that is sought on the PATH.  Nothing when there is no
// such program.  What was found once stays: the PATH is not asked again.  `projects`: directories that are not trusted.
std::optional<Helper> find_helper(const std::string& name, const std::vector<std::filesystem::path>& projects = {});

// The directories of a PATH in which helpers are sought: absolute ones, with links resolved, neither in the working
// directory nor in one of these.
std::vector<std::string> helper_folders(std::string_view path, const std::vector<std::filesystem::path>& projects);

}  // namespace whynot::host
