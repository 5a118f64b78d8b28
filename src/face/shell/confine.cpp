// Each restriction is a separate system call (resource limits, prctl, Landlock), made once before the first line is
// read.  None can be undone by the process, so an input that takes control of a reader gains little.
#include "face/shell/confine.h"

#include <fcntl.h>
#include <linux/landlock.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <filesystem>

#include "command/options.h"
#include "host/files.h"

namespace whynot::face::shell {
namespace {

constexpr rlim_t largest_file = rlim_t{64} << 20;

void limit(int resource, rlim_t value) {
  struct rlimit old {};
  if (getrlimit(static_cast<__rlimit_resource>(resource), &old) != 0) return;
  const rlim_t allowed = std::min(value, old.rlim_max);
  const struct rlimit wanted { allowed, allowed };
  setrlimit(static_cast<__rlimit_resource>(resource), &wanted);
}

constexpr std::uint64_t replacing_files = LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_MAKE_REG |
                                          LANDLOCK_ACCESS_FS_MAKE_DIR | LANDLOCK_ACCESS_FS_REMOVE_FILE;
// What yosys is given: a directory with links to the sources, which goes again.
constexpr std::uint64_t filling_folders = LANDLOCK_ACCESS_FS_MAKE_SYM | LANDLOCK_ACCESS_FS_REMOVE_DIR;
constexpr std::uint64_t changing_files = replacing_files | filling_folders | LANDLOCK_ACCESS_FS_MAKE_CHAR |
                                         LANDLOCK_ACCESS_FS_MAKE_SOCK | LANDLOCK_ACCESS_FS_MAKE_FIFO |
                                         LANDLOCK_ACCESS_FS_MAKE_BLOCK;

void allow(int rules, const std::filesystem::path& path, std::uint64_t what) {
  const int place = open(path.c_str(), O_PATH | O_CLOEXEC);
  if (place < 0) return;
  landlock_path_beneath_attr attribute{};
  attribute.allowed_access = what;
  attribute.parent_fd = place;
  syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &attribute, 0);
  close(place);
}

// Since 6.2; a kernel that does not know it would refuse the whole set of rules.
std::uint64_t truncating() {
  const long version = syscall(SYS_landlock_create_ruleset, nullptr, 0, LANDLOCK_CREATE_RULESET_VERSION);
  return version >= 3 ? std::uint64_t{1} << 14 : 0;
}

// By Landlock, where the kernel has it (5.13 and later); elsewhere the list of permitted options has to do.
void write_only_below(const std::filesystem::path& folder) {
  landlock_ruleset_attr attribute{};
  attribute.handled_access_fs = changing_files | truncating();
  const int rules = static_cast<int>(syscall(SYS_landlock_create_ruleset, &attribute, sizeof attribute, 0));
  if (rules < 0) return;
  allow(rules, folder, replacing_files | filling_folders | truncating());
  allow(rules, "/dev/null", LANDLOCK_ACCESS_FS_WRITE_FILE | truncating());
  syscall(SYS_landlock_restrict_self, rules, 0);
  close(rules);
}

#ifdef WHYNOT_SANITIZED
constexpr bool is_sanitized = true;  // its shadow is terabytes
#else
constexpr bool is_sanitized = false;
#endif

// Both the engines' own limit and, with room for what is not resident, the hard one.  It is about memory that may be
// written: the diagrams' addresses are reserved by the gigabyte and cost nothing.
void limit_memory(const std::vector<std::string>& options) {
  std::vector<std::string> words{"serve"};  // whose options they are
  words.insert(words.end(), options.begin(), options.end());
  const auto parsed = command::parse_arguments(words);
  const auto* arguments = std::get_if<command::Arguments>(&parsed);
  const auto most = arguments ? arguments->bytes("memory") : std::nullopt;
  if (most && !is_sanitized) limit(RLIMIT_DATA, *most + (std::uint64_t{1} << 30));
}

}  // namespace

void confine(const std::vector<std::string>& options, bool dies_with_parent) {
  if (dies_with_parent) prctl(PR_SET_PDEATHSIG, SIGKILL);
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_FSIZE, largest_file);
  limit(RLIMIT_NOFILE, 64);
  limit_memory(options);
  host::read_only_regular_files();
  std::error_code none;
  write_only_below(std::filesystem::temp_directory_path(none));  // what cvc5 is asked, what is downloaded
}

}  // namespace whynot::face::shell
