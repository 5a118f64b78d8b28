// The program at a terminal: keys in, screen out.  Editing, completion, history, ^C.
#include <poll.h>
#include <pty.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>

#include "unit/command/command_line.h"

namespace whynot::face::shell {
namespace {

class Terminal {
 public:
  Terminal(std::vector<std::string> words, const std::string& home) {
    words.insert(words.begin(), WHYNOT_BINARY);
    std::vector<char*> argv;
    for (std::string& word : words) argv.push_back(word.data());
    argv.push_back(nullptr);
    pid_ = forkpty(&keys_, nullptr, nullptr, nullptr);
    if (pid_ != 0) return;
    setenv("TERM", "xterm", 1);
    setenv("HOME", home.c_str(), 1);
    execv(argv[0], argv.data());
    _exit(127);
  }
  ~Terminal() {
    if (pid_ > 0) kill(pid_, SIGKILL), waitpid(pid_, nullptr, 0);
    close(keys_);
  }
  Terminal(const Terminal&) = delete;

  void type(const std::string& keys) const {
    [[maybe_unused]] const auto written = write(keys_, keys.data(), keys.size());
  }
  // Whether the screen shows the text, after what was waited for before.  Two minutes are "never": a busy machine is no
  // failure.
  bool shows(const std::string& text) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::minutes(2);
    while (true) {
      if (const std::size_t at = screen_.find(text, seen_); at != std::string::npos) {
        seen_ = at + text.size();
        return true;
      }
      pollfd waiting{keys_, POLLIN, 0};
      char part[4096];
      if (std::chrono::steady_clock::now() > end || poll(&waiting, 1, 1000) < 0) return false;
      if (!waiting.revents) continue;
      const ssize_t size = read(keys_, part, sizeof part);
      if (size <= 0) return false;
      screen_.append(part, static_cast<std::size_t>(size));
    }
  }
  // The exit code; -1 when it does not end.
  int ends() {
    while (shows("\n")) {}
    int status = 0;
    for (int i = 0; i < 6000; ++i, usleep(20'000))
      if (waitpid(pid_, &status, WNOHANG) == pid_) return pid_ = -1, WIFEXITED(status) ? WEXITSTATUS(status) : -2;
    return -1;
  }
  const std::string& screen() const { return screen_; }

 private:
  pid_t pid_ = -1;
  int keys_ = -1;
  std::string screen_;
  std::size_t seen_ = 0;
};

struct AtTheTerminal : command::CommandLine {
  std::string model() {
    return file("two.smv",
                "MODULE main\nVAR left : boolean; right : boolean;\nINIT !left & !right\n"
                "CTLSPEC NAME meet := AG !(left & right)\nINVARSPEC NAME apart := !(left & right)\n");
  }
  std::string home() { return std::filesystem::path(file("home", "")).parent_path(); }
};

TEST_F(AtTheTerminal, AProofIsWalkedThrough) {
  Terminal t({"explain", model(), "-p", "meet", "-i"}, home());
  ASSERT_TRUE(t.shows("meet root> ")) << t.screen();
  t.type("alt\t\r");  // completed
  ASSERT_TRUE(t.shows("EU: EF (left & right)")) << t.screen();
  // Keys wait for the prompt: before, they are the terminal's own, and ^C throws away what nobody has read yet.
  ASSERT_TRUE(t.shows("meet root> ")) << t.screen();
  t.type("forward\r");
  ASSERT_TRUE(t.shows("meet 0> ")) << t.screen();
  t.type("nonsense\r");
  ASSERT_TRUE(t.shows("there is no command `nonsense`")) << t.screen();
  ASSERT_TRUE(t.shows("meet 0> ")) << t.screen();
  t.type("go");
  ASSERT_TRUE(t.shows("go")) << t.screen();
  t.type("\x03");  // what was begun is dropped, the session goes on
  ASSERT_TRUE(t.shows("meet 0> ")) << t.screen();
  t.type("goal\r");
  ASSERT_TRUE(t.shows("E [TRUE BU 0..1 left & right]")) << t.screen();
  ASSERT_TRUE(t.shows("meet 0> ")) << t.screen();
  t.type("\x1b[A\r");  // the last line again
  ASSERT_TRUE(t.shows("E [TRUE BU 0..1 left & right]")) << t.screen();
  ASSERT_TRUE(t.shows("meet 0> ")) << t.screen();
  t.type("quit\r");
  EXPECT_EQ(t.ends(), 10) << t.screen();
}

TEST_F(AtTheTerminal, TheShellCompletesNames) {
  Terminal t({"shell", model()}, home());
  ASSERT_TRUE(t.shows("two.smv> ")) << t.screen();
  t.type("che\t-p ap\t\r");
  ASSERT_TRUE(t.shows("depth 1")) << t.screen();
  ASSERT_TRUE(t.shows("two.smv> ")) << t.screen();
  t.type("quit\r");
  EXPECT_EQ(t.ends(), 0) << t.screen();
}

}  // namespace
}  // namespace whynot::face::shell
