// fork and exec; output is collected until the program ends or the Context says stop.
#include "host/process.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>

namespace whynot::host {
namespace {

constexpr int not_started = 127;

std::vector<char*> pointers(std::vector<std::string>& words) {
  std::vector<char*> all;
  all.reserve(words.size());
  for (std::string& word : words) all.push_back(word.data());
  all.push_back(nullptr);
  return all;
}

// Between fork and exec nothing is allocated: another thread may have held the allocator.
[[noreturn]] void become(const ProcessRoom& room, const char* program, char* const* arguments, char* const* environment,
                         int out, int err) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);  // if we end at once
  if (room.most_bytes > 0) {
    const rlimit most{room.most_bytes, room.most_bytes};
    ::setrlimit(RLIMIT_AS, &most);
    ::setrlimit(RLIMIT_FSIZE, &most);
  }
  if (!room.folder.empty() && ::chdir(room.folder.c_str()) != 0) ::_exit(not_started);
  ::dup2(::open("/dev/null", O_RDONLY), 0);
  ::dup2(out, 1);
  ::dup2(err, 2);
  ::execve(program, arguments, environment);
  ::_exit(not_started);
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
    if (context.look() != Stop::None) {  // rarely asked, so the clock each time
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

ProcessResult run_process(const Helper& helper, const std::vector<std::string>& words, Context& context,
                          const ProcessRoom& room) {
  std::vector<std::string> all{helper.path}, environment = helper.environment;
  all.insert(all.end(), words.begin(), words.end());
  const std::vector<char*> arguments = pointers(all), variables = pointers(environment);
  ProcessResult result;
  int out[2], err[2];
  if (::pipe2(out, O_CLOEXEC) != 0) return result;
  if (::pipe2(err, O_CLOEXEC) != 0) {
    ::close(out[0]);
    ::close(out[1]);
    return result;
  }
  const pid_t child = ::fork();
  if (child == 0) become(room, helper.path.c_str(), arguments.data(), variables.data(), out[1], err[1]);
  ::close(out[1]);
  ::close(err[1]);
  if (child > 0) {
    collect(out[0], err[0], child, result, context);
    int status = 0;
    ::waitpid(child, &status, 0);
    if (WIFEXITED(status)) result.status = WEXITSTATUS(status);
    if (result.status == not_started && result.err.empty()) result.err = helper.path + " cannot be started";
  }
  ::close(out[0]);
  ::close(err[0]);
  return result;
}

}  // namespace whynot::host
