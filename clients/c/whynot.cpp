// A session is a child process and two pipes.  One thread asks at a time and reads until its answer is there; others
// may write a wish to cancel meanwhile.  SIGPIPE is kept from the caller: a worker that is gone is an answer like any
// other.
#include "whynot.h"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <ctime>
#include <mutex>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

extern char** environ;

namespace {

using nlohmann::json;

constexpr int api_version = 1;
constexpr int code_usage = 2, code_internal = 70;

std::string dumped(const json& value) { return value.dump(-1, ' ', false, json::error_handler_t::replace); }

char* copied(const std::string& text) {
  char* out = static_cast<char*>(std::malloc(text.size() + 1));
  if (out) std::memcpy(out, text.c_str(), text.size() + 1);
  return out;
}

// While it lives, writing to a closed pipe is an error and no signal.
class WithoutSigpipe {
 public:
  WithoutSigpipe() {
    sigset_t pending;
    sigemptyset(&pipe_);
    sigaddset(&pipe_, SIGPIPE);
    sigpending(&pending);
    was_pending_ = sigismember(&pending, SIGPIPE) == 1;
    pthread_sigmask(SIG_BLOCK, &pipe_, &before_);
  }
  ~WithoutSigpipe() {
    const struct timespec at_once {};
    if (!was_pending_)
      while (sigtimedwait(&pipe_, nullptr, &at_once) > 0) {}
    pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  }
  WithoutSigpipe(const WithoutSigpipe&) = delete;
  WithoutSigpipe& operator=(const WithoutSigpipe&) = delete;

 private:
  sigset_t pipe_, before_;
  bool was_pending_ = false;
};

json failed(int code, const std::string& message) {
  return {{"event", "answer"}, {"code", code}, {"messages", message + "\n"}, {"report", nullptr}};
}

}  // namespace

struct whynot_session {
  ~whynot_session() {
    end();
    if (to_ >= 0) close(to_);
    if (from_ >= 0) close(from_);
  }

  bool start(const std::vector<std::string>& options) {
    int in[2], out[2];
    if (pipe2(in, O_CLOEXEC) != 0) return false;
    if (pipe2(out, O_CLOEXEC) != 0) {
      close(in[0]);
      close(in[1]);
      return false;
    }
    to_ = in[1];
    from_ = out[0];
    const bool spawned = spawn(options, in[0], out[1]);
    close(in[0]);
    close(out[1]);
    return spawned;
  }

  // Kills the worker, whatever it does.
  void end() {
    const std::lock_guard lock(process_);
    if (pid_ <= 0) return;
    kill(pid_, SIGKILL);
    waitpid(pid_, nullptr, 0);
    pid_ = -1;
  }

  json ask(json request, whynot_event on_event, void* user) {
    const std::lock_guard asking(asking_);
    {
      const std::lock_guard lock(writing_);
      running_ = ++last_id_;
    }
    request["id"] = last_id_;
    json answer = write(request) ? answer_to(last_id_, on_event, user) : failed(code_internal, "the worker has ended");
    const std::lock_guard lock(writing_);
    running_ = 0;
    return answer;
  }

  bool cancel() {
    long id = 0;
    {
      const std::lock_guard lock(writing_);
      id = running_;
    }
    return id != 0 && write({{"cancel", id}});
  }

  bool hears_hello() {
    std::string line;
    if (!read_line(line)) return false;
    const json hello = json::parse(line, nullptr, false);
    return hello.is_object() && hello.value("protocol", "") == "whynot-worker/1";
  }

 private:
  bool spawn(const std::vector<std::string>& options, int in, int out) {
    const char* named = std::getenv("WHYNOT_PROGRAM");
    std::vector<std::string> words{named ? named : "whynot", "worker"};
    words.insert(words.end(), options.begin(), options.end());
    std::vector<char*> argv;
    for (std::string& word : words) argv.push_back(word.data());
    argv.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, in, 0);
    posix_spawn_file_actions_adddup2(&actions, out, 1);
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0);
    const bool good = posix_spawnp(&pid_, argv[0], &actions, nullptr, argv.data(), environ) == 0;
    if (!good) pid_ = -1;
    posix_spawn_file_actions_destroy(&actions);
    return good;
  }

  bool write(const json& message) {
    const std::lock_guard lock(writing_);
    const WithoutSigpipe guard;
    const std::string text = dumped(message) + "\n";
    for (std::size_t done = 0; done < text.size();) {
      const ssize_t n = ::write(to_, text.data() + done, text.size() - done);
      if (n < 0 && errno == EINTR) continue;
      if (n <= 0) return false;
      done += static_cast<std::size_t>(n);
    }
    return true;
  }

  bool read_line(std::string& line) {
    std::size_t end = 0;
    while ((end = buffer_.find('\n')) == std::string::npos) {
      char piece[65536];
      const ssize_t n = read(from_, piece, sizeof piece);
      if (n < 0 && errno == EINTR) continue;
      if (n <= 0) return false;
      buffer_.append(piece, static_cast<std::size_t>(n));
    }
    line = buffer_.substr(0, end);
    buffer_.erase(0, end + 1);
    return true;
  }

  json answer_to(long id, whynot_event on_event, void* user) {
    for (std::string line; read_line(line);) {
      json said = json::parse(line, nullptr, false);
      const std::string event = said.is_object() ? said.value("event", "") : "";
      if (event == "answer" && said["id"] == id) {
        said.erase("id");
        return said;
      }
      if (event == "keep")
        write({{"kept", "libwhynot keeps no sets"}});
      else if (event != "answer" && on_event)
        on_event(line.c_str(), user);
    }
    return failed(code_internal, "the worker has ended");
  }

  std::mutex asking_, writing_, process_;
  pid_t pid_ = -1;
  int to_ = -1, from_ = -1;
  long last_id_ = 0, running_ = 0;
  std::string buffer_;
};

extern "C" {

const char* whynot_version(void) { return WHYNOT_VERSION; }

int whynot_api_version(void) { return api_version; }

whynot_session* whynot_open(const char* model, const char* const* options, char** error) {
  if (error) *error = nullptr;
  const auto fail = [&](const std::string& why) -> whynot_session* {
    if (error) *error = copied(why);
    return nullptr;
  };
  whynot_session* session = nullptr;
  try {
    if (!model || !*model) return fail("there is no model");
    std::vector<std::string> words;
    for (; options && *options; ++options) words.emplace_back(*options);
    session = new whynot_session;
    std::string why;
    if (!session->start(words) || !session->hears_hello()) {
      why = "cannot start whynot: is it on the PATH, and are the options right?";
    } else {
      const json answer = session->ask({{"open", model}}, nullptr, nullptr);
      if (answer.value("code", code_internal) != 0) why = answer.value("messages", "");
    }
    if (why.empty()) return session;
    delete session;
    return fail(why);
  } catch (...) {
    delete session;
    return nullptr;
  }
}

char* whynot_run(whynot_session* session, const char* request, whynot_event on_event, void* user) {
  try {
    json asked = json::parse(request ? request : "", nullptr, false);
    if (!session || !asked.is_object()) return copied(dumped(failed(code_usage, "a request is a JSON object")));
    for (const char* own : {"id", "cancel", "kept"}) asked.erase(own);
    return copied(dumped(session->ask(std::move(asked), on_event, user)));
  } catch (...) {
    return nullptr;
  }
}

int whynot_cancel(whynot_session* session) {
  try {
    return session && session->cancel() ? 1 : 0;
  } catch (...) {
    return 0;
  }
}

void whynot_close(whynot_session* session) { delete session; }

void whynot_free(char* text) { std::free(text); }
}
