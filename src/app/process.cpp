#include "app/process.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>

namespace whynot::app {
namespace {

constexpr int not_found = 127, no_folder = 126;

[[noreturn]] void become(const std::vector<std::string>& words, const std::string& folder, int out, int err) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);  // if we end at once
  if (!folder.empty() && ::chdir(folder.c_str()) != 0) ::_exit(no_folder);
  ::dup2(::open("/dev/null", O_RDONLY), 0);
  ::dup2(out, 1);
  ::dup2(err, 2);
  std::vector<char*> arguments;
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  ::execvp(arguments[0], arguments.data());
  ::_exit(not_found);
}

// False at the end of the stream.
bool take(int from, std::string& into) {
  std::array<char, 65536> buffer;
  const ssize_t got = ::read(from, buffer.data(), buffer.size());
  if (got <= 0) return false;
  into.append(buffer.data(), static_cast<std::size_t>(got));
  return true;
}

void collect(int out, int err, pid_t child, ProcessResult& result, Context& context) {
  std::array<pollfd, 2> ends{{{out, POLLIN, 0}, {err, POLLIN, 0}}};
  while (ends[0].fd >= 0 || ends[1].fd >= 0) {
    const int ready = ::poll(ends.data(), ends.size(), 50);
    if (context.should_stop()) {
      ::kill(child, SIGKILL);
      return;
    }
    if (ready <= 0) continue;
    for (std::size_t i = 0; i < ends.size(); ++i)
      if (ends[i].fd >= 0 && ends[i].revents != 0 && !take(ends[i].fd, i == 0 ? result.out : result.err))
        ends[i].fd = -1;
  }
}

}  // namespace

ProcessResult run_process(const std::vector<std::string>& words, const std::string& folder, Context& context) {
  ProcessResult result;
  int out[2], err[2];
  if (::pipe2(out, O_CLOEXEC) != 0) return result;
  if (::pipe2(err, O_CLOEXEC) != 0) {
    ::close(out[0]), ::close(out[1]);
    return result;
  }
  const pid_t child = ::fork();
  if (child == 0) become(words, folder, out[1], err[1]);
  ::close(out[1]), ::close(err[1]);
  if (child > 0) {
    collect(out[0], err[0], child, result, context);
    int status = 0;
    ::waitpid(child, &status, 0);
    if (WIFEXITED(status)) result.status = WEXITSTATUS(status);
    result.found = result.status != not_found;
  }
  ::close(out[0]), ::close(err[0]);
  return result;
}

}  // namespace whynot::app
