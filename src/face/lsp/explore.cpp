#include "face/lsp/explore.h"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>

namespace whynot::face::lsp {
namespace {

constexpr int most_milliseconds = 10'000;

// The first line that comes within that time.
std::string first_line(int from) {
  std::string line;
  for (char c = 0; c != '\n';) {
    struct pollfd waits {
      from, POLLIN, 0
    };
    if (poll(&waits, 1, most_milliseconds) <= 0 || read(from, &c, 1) != 1) return "";
    if (c != '\n') line += c;
  }
  return line;
}

}  // namespace

std::string Explorer::address(const std::string& path) {
  end();
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return "";
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, ends[1], 1);
  std::string program = "whynot", serve = "serve", dashes = "--", file = path;
  char* const words[] = {program.data(), serve.data(), dashes.data(), file.data(), nullptr};
  if (posix_spawn(&server_, "/proc/self/exe", &actions, nullptr, words, environ) != 0) server_ = -1;
  posix_spawn_file_actions_destroy(&actions);
  close(ends[1]);
  output_ = ends[0];
  std::string line = server_ > 0 ? first_line(output_) : "";
  if (!line.starts_with("http://127.0.0.1:")) {
    end();
    return "";
  }
  return line;
}

void Explorer::end() {
  if (server_ > 0) {
    kill(server_, SIGTERM);
    waitpid(server_, nullptr, 0);
  }
  if (output_ >= 0) close(output_);
  server_ = output_ = -1;
}

}  // namespace whynot::face::lsp
