// fork and exec, each child in a process group of its own, so that ^C is the coordinator's to deal with, and with a
// signal that ends it when the coordinator is gone.
#include "farm/children.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>

namespace whynot::farm {
namespace {

constexpr std::size_t most_output = std::size_t{1} << 30;
constexpr int not_started = 127;

struct Ends {
  int out, err;
};

// Between fork and exec nothing is allocated: another thread may have held the allocator.
[[noreturn]] void become(const char* program, char* const* words, const Ends& ends, const Task& task, pid_t parent) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::_exit(not_started);
  ::setpgid(0, 0);
  ::signal(SIGXFSZ, SIG_DFL);
  if (task.cpu_seconds) {
    const rlimit limit{*task.cpu_seconds, *task.cpu_seconds + 2};
    ::setrlimit(RLIMIT_CPU, &limit);
  }
  ::dup2(::open("/dev/null", O_RDONLY), 0);
  ::dup2(ends.out, 1);
  ::dup2(ends.err, 2);
  ::execv(program, words);
  ::_exit(not_started);
}

pid_t fork_off(const std::string& program, const Task& task, const Ends& ends) {
  std::vector<char*> words{const_cast<char*>(program.c_str())};
  for (const std::string& word : task.words) words.push_back(const_cast<char*>(word.c_str()));
  words.push_back(nullptr);
  const pid_t parent = ::getpid(), child = ::fork();
  if (child == 0) become(program.c_str(), words.data(), ends, task, parent);
  return child;
}

// False at the end of the stream.
bool take(int from, std::string& into) {
  std::array<char, 65536> buffer;
  const ssize_t got = ::read(from, buffer.data(), buffer.size());
  if (got <= 0) return false;
  if (into.size() < most_output) into.append(buffer.data(), static_cast<std::size_t>(got));
  return true;
}

// With what it has started itself.
void kill_all_of(pid_t child) {
  if (child <= 0) return;
  ::kill(-child, SIGKILL);
  ::kill(child, SIGKILL);  // it may not have come to be a group of its own
}

void close_end(int& end) {
  if (end >= 0) ::close(end);
  end = -1;
}

}  // namespace

Children::Children(unsigned count, std::string worker, std::string self)
    : count_(count), worker_(std::move(worker)), self_(std::move(self)) {}

Children::~Children() {
  for (Child& child : children_) {
    kill_all_of(child.id);
    end(child);
  }
}

unsigned Children::free_place() const {
  unsigned place = 1;
  const auto taken = [&] {
    return std::any_of(children_.begin(), children_.end(), [&](const Child& child) { return child.place == place; });
  };
  while (taken()) ++place;
  return place;
}

unsigned Children::start(const Task& task) {
  Child child{-1, -1, -1, free_place(), {}};
  child.outcome.number = task.number;
  child.outcome.ours = task.ours;
  std::array<int, 2> out{-1, -1}, err{-1, -1};
  const bool piped = ::pipe2(out.data(), O_CLOEXEC) == 0 && ::pipe2(err.data(), O_CLOEXEC) == 0;
  if (piped) child.id = fork_off(task.ours ? self_ : worker_, task, {out[1], err[1]});
  child.out = out[0];
  child.err = err[0];
  close_end(out[1]);
  close_end(err[1]);
  children_.push_back(std::move(child));
  return children_.back().place;
}

// Its streams have ended, or nobody cares for them.
void Children::end(Child& child) {
  close_end(child.out);
  close_end(child.err);
  int status = 0;
  rusage used{};
  if (child.id < 0 || ::wait4(child.id, &status, 0, &used) < 0) {
    child.outcome.exit = not_started;
    return;
  }
  const auto seconds = [](const timeval& t) {
    return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec);
  };
  child.outcome.exit = WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
  child.outcome.cpu_seconds = seconds(used.ru_utime) + seconds(used.ru_stime);
  child.outcome.megabytes = static_cast<double>(used.ru_maxrss) / 1024;
}

void Children::drop(std::size_t number) {
  for (Child& child : children_)
    if (child.outcome.number == number) {
      kill_all_of(child.id);
      end(child);
      child.id = 0;
    }
  std::erase_if(children_, [](const Child& child) { return child.id == 0; });
}

void Children::read_what_is_there(int milliseconds) {
  std::vector<pollfd> ends;
  for (const Child& child : children_) {
    ends.push_back({child.out, POLLIN, 0});  // a negative one is passed over
    ends.push_back({child.err, POLLIN, 0});
  }
  if (::poll(ends.data(), ends.size(), milliseconds) <= 0) return;
  for (std::size_t i = 0; i < children_.size(); ++i) {
    Child& child = children_[i];
    if (ends[2 * i].revents != 0 && !take(child.out, child.outcome.out)) close_end(child.out);
    if (ends[2 * i + 1].revents != 0 && !take(child.err, child.outcome.err)) close_end(child.err);
    if (child.outcome.out.size() >= most_output) kill_all_of(child.id);
  }
}

std::vector<Outcome> Children::wait_for(int milliseconds) {
  read_what_is_there(milliseconds);
  std::vector<Outcome> ended;
  for (Child& child : children_) {
    if (child.out >= 0 || child.err >= 0) continue;
    end(child);
    ended.push_back(std::move(child.outcome));
    child.id = 0;
  }
  std::erase_if(children_, [](const Child& child) { return child.id == 0; });
  return ended;
}

}  // namespace whynot::farm
