// Tables of names, each once.
#include "analyse/paths/follow/library.h"

#include <algorithm>
#include <array>

namespace whynot::analyse::paths {
namespace library {
namespace {

// They look at what they are handed, and write nothing that a program sees.
constexpr std::array readers{
    "printf",      "fprintf", "puts",    "fputs",   "perror",   "syslog",   "strlen", "strcmp", "strncmp", "strcasecmp",
    "strncasecmp", "strchr",  "strrchr", "strstr",  "memcmp",   "memchr",   "write",  "fwrite", "open",    "creat",
    "access",      "unlink",  "remove",  "rename",  "link",     "symlink",  "mkdir",  "rmdir",  "chdir",   "chroot",
    "chmod",       "chown",   "system",  "execl",   "execv",    "execvp",   "execve", "execlp", "popen",   "fopen",
    "atoi",        "atol",    "getenv",  "strdup",  "putenv",   "getpwnam", "setenv", "free",   "strndup", "send",
    "strpbrk",     "strspn",  "strcspn", "vprintf", "vfprintf", "dprintf",  "vsyslog"};
// Likewise; of these, nothing else was known before.
constexpr std::array users{"openat",    "open64",   "close",     "fclose",     "pclose",    "fflush",
                           "opendir",   "closedir", "readdir",   "mkdirat",    "unlinkat",  "faccessat",
                           "fchmodat",  "lchown",   "fchown",    "fchmod",     "mkfifo",    "mknod",
                           "truncate",  "lseek",    "ftruncate", "fsync",      "socket",    "bind",
                           "connect",   "listen",   "umask",     "setuid",     "seteuid",   "setreuid",
                           "setresuid", "setgid",   "setegid",   "setregid",   "setresgid", "setgroups",
                           "getuid",    "geteuid",  "getgid",    "getegid",    "getpid",    "getppid",
                           "isatty",    "fork",     "vfork",     "setsid",     "kill",      "sleep",
                           "usleep",    "alarm",    "malloc",    "calloc",     "getgrnam",  "getpwuid",
                           "getgrgid",  "putchar",  "fputc",     "putc",       "getchar",   "fgetc",
                           "getc",      "rand",     "srand",     "random",     "exit",      "_exit",
                           "abort",     "unsetenv", "clearenv",  "isalpha",    "isdigit",   "isspace",
                           "closelog",  "va_end",   "realloc",   "initgroups", "signal",    "__errno_location"};
// They write what they have from elsewhere to one of their arguments: bytes, or things that were not there before.
struct Output {
  std::string_view callee;
  std::size_t argument;
  bool bytes = false;  // that may be those of anything
  bool further = false;
};
constexpr std::array outputs{Output{"stat", 1},
                             Output{"lstat", 1},
                             Output{"fstat", 1},
                             Output{"fstatat", 2},
                             Output{"stat64", 1},
                             Output{"lstat64", 1},
                             Output{"fstat64", 1},
                             Output{"pipe", 0},
                             Output{"time", 0},
                             Output{"wait", 0},
                             Output{"waitpid", 1},
                             Output{"gettimeofday", 0},
                             Output{"mkstemp", 0},
                             Output{"read", 1, true},
                             Output{"pread", 1, true},
                             Output{"recv", 1, true},
                             Output{"fread", 0, true},
                             Output{"readlink", 1, true},
                             Output{"scanf", 1, true, true},
                             Output{"fscanf", 2, true, true},
                             Output{"__isoc99_scanf", 1, true, true},
                             Output{"__isoc99_fscanf", 2, true, true}};
constexpr std::array pure{"strcmp", "strncmp", "strcasecmp", "strncasecmp", "memcmp", "strlen",  "atoi",   "atol",
                          "atoll",  "strtol",  "strtoul",    "strtoll",     "strchr", "strrchr", "strstr", "strpbrk",
                          "strspn", "strcspn", "strcoll",    "memchr",      "index",  "rindex",  "strnlen"};
constexpr std::array makers{"strcpy",   "strncpy",  "stpcpy",   "strcat",    "strncat",  "strlcpy", "strlcat",
                            "sprintf",  "snprintf", "vsprintf", "vsnprintf", "sscanf",   "strtok",  "qsort",
                            "bsearch",  "strdup",   "strndup",  "asprintf",  "basename", "dirname", "strftime",
                            "memset",   "memcpy",   "memmove",  "memccpy",   "swab",     "strsep",  "__isoc99_sscanf",
                            "strerror", "abs",      "labs",     "div",       "toupper",  "tolower", "htons",
                            "htonl",    "ntohs",    "ntohl",    "inet_addr", "atof",     "strtod",  "vasprintf"};
constexpr std::array memory_makers{"malloc", "calloc", "strdup", "strndup", "realloc"};
constexpr std::array stable{"getuid", "geteuid", "getgid", "getegid", "getpid", "getenv", "isatty"};
constexpr std::array changers{"setuid",   "seteuid",   "setreuid", "setresuid", "setgid", "setegid",
                              "setregid", "setresgid", "fork",     "vfork",     "setenv", "unsetenv",
                              "putenv",   "clearenv",  "open",     "close",     "dup2",   "setsid"};
constexpr std::array never_negative{"getpid", "getppid", "umask", "isatty", "strftime", "fread", "fwrite"};

template <class Names>
bool is_one_of(const Names& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

const Output* output_of(std::string_view callee) {
  const auto at = std::find_if(outputs.begin(), outputs.end(), [&](const Output& o) { return o.callee == callee; });
  return at == outputs.end() ? nullptr : &*at;
}

}  // namespace

std::string_view plain_name(std::string_view callee) {
  if (!callee.starts_with("llvm.")) return callee;
  callee.remove_prefix(5);
  return callee.substr(0, callee.find('.'));
}

bool writes_to(std::string_view callee, std::size_t argument) {
  if (is_one_of(readers, callee) || is_one_of(users, callee)) return false;
  if (const Output* const output = output_of(callee))
    return output->further ? argument >= output->argument : argument == output->argument;
  if (callee.ends_with("sscanf")) return argument >= 2;
  if (is_pure(callee)) return callee.starts_with("strto") && argument == 1;  // where the number ends
  return !is_maker(callee) || argument == 0;
}

bool is_pure(std::string_view callee) { return is_one_of(pure, callee); }
bool is_maker(std::string_view callee) { return is_one_of(makers, callee); }
bool is_stable(std::string_view callee) { return is_one_of(stable, callee); }
bool changes_process(std::string_view callee) { return is_one_of(changers, callee); }
bool is_never_negative(std::string_view callee) { return is_one_of(never_negative, callee); }
bool makes_memory(std::string_view callee) { return is_one_of(memory_makers, callee); }

bool keeps_nothing(std::string_view callee) {
  return is_one_of(readers, callee) || is_one_of(users, callee) || output_of(callee) != nullptr || is_pure(callee) ||
         is_maker(callee);
}

bool writes_bytes(std::string_view callee) {
  const Output* const output = output_of(callee);
  return output && output->bytes;
}

bool brings_new(std::string_view callee) {
  return makes_memory(callee) || (keeps_nothing(callee) && !is_pure(callee) && !is_maker(callee));
}

}  // namespace library
}  // namespace whynot::analyse::paths
