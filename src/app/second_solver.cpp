#include "app/second_solver.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <filesystem>

namespace whynot::app {
namespace {

// A file that is gone when this ends.
class TemporaryFile {
 public:
  explicit TemporaryFile(const std::string& text) {
    path_ = (std::filesystem::temp_directory_path() / "whynot-XXXXXX").string();
    const int file = ::mkstemp(path_.data());
    good_ = file >= 0 && ::write(file, text.data(), text.size()) == static_cast<ssize_t>(text.size());
    if (file >= 0) ::close(file);
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  ~TemporaryFile() { ::unlink(path_.c_str()); }

  bool good() const { return good_; }
  const std::string& path() const { return path_; }

 private:
  std::string path_;
  bool good_ = false;
};

pid_t spawn(const std::string& path, int out) {
  const pid_t child = ::fork();
  if (child != 0) return child;
  ::dup2(out, 1);
  ::dup2(::open("/dev/null", O_RDWR), 2);
  ::execlp("cvc5", "cvc5", "--lang=smt2", path.c_str(), static_cast<char*>(nullptr));
  ::_exit(127);
}

// What it prints, until it ends or the context says stop.
std::string output_of(int in, pid_t child, Context& context) {
  std::string out;
  std::array<char, 4096> buffer;
  while (true) {
    pollfd ready{in, POLLIN, 0};
    const int polled = ::poll(&ready, 1, 50);
    if (context.should_stop()) {
      ::kill(child, SIGKILL);
      return out;
    }
    if (polled <= 0) continue;
    const ssize_t got = ::read(in, buffer.data(), buffer.size());
    if (got <= 0) return out;
    out.append(buffer.data(), static_cast<std::size_t>(got));
  }
}

// cvc5's answer to one script; empty when it cannot be run.
std::string answer_to(const std::string& script, Context& context, int& status) {
  const TemporaryFile file("(set-logic ALL)\n" + script);
  int ends[2];
  if (!file.good() || ::pipe2(ends, O_CLOEXEC) != 0) return "";
  const pid_t child = spawn(file.path(), ends[1]);
  ::close(ends[1]);
  const std::string out = child < 0 ? "" : output_of(ends[0], child, context);
  ::close(ends[0]);
  if (child >= 0) ::waitpid(child, &status, 0);
  return out.substr(0, out.find('\n'));
}

}  // namespace

SecondOpinion ask_cvc5(const std::vector<std::string>& scripts, Context& context) {
  for (const std::string& script : scripts) {
    context.progress("cvc5");
    int status = 0;
    const std::string answer = answer_to(script, context, status);
    if (answer == "unsat") continue;
    if (context.should_stop()) return {false, std::string(stop_word(context.stopped()))};
    if (WIFEXITED(status) && WEXITSTATUS(status) == 127) return {false, "cvc5 is not installed (Debian package cvc5)"};
    return {false, answer.empty() ? "cvc5 gave no answer" : fmt::format("cvc5 answered `{}`", answer)};
  }
  return {true, ""};
}

}  // namespace whynot::app
