// A child process behind two pipes, driven by the server's event loop.  Jobs queue up and run one at a time.  A process
// that crashes, takes too long or is cancelled is killed; its job gets a sentence as its answer, and the next job
// starts a new process.
#include "face/web/worker_process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <boost/asio/io_context.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/read_until.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/streambuf.hpp>
#include <boost/asio/write.hpp>
#include <nlohmann/json.hpp>

#include "base/exit_code.h"
#include "host/files.h"

extern char** environ;

namespace whynot::face::web {
namespace {

namespace asio = boost::asio;
using Error = boost::system::error_code;

constexpr std::chrono::milliseconds grace{1500};  // between the wish to stop and the end

struct Pipe {
  int read = -1, write = -1;
  bool open() {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) return false;
    read = ends[0];
    write = ends[1];
    return true;
  }
};

std::vector<char*> pointers(std::vector<std::string>& words) {
  std::vector<char*> all;
  all.reserve(words.size());
  for (std::string& word : words) all.push_back(word.data());
  all.push_back(nullptr);
  return all;
}

// Ours, but for the place of temporary files, the only one that the worker may write.
std::vector<std::string> environment_with(const std::string& scratch) {
  std::vector<std::string> words;
  for (char** word = environ; *word; ++word)
    if (scratch.empty() || !std::string_view(*word).starts_with("TMPDIR=")) words.emplace_back(*word);
  if (!scratch.empty()) words.push_back("TMPDIR=" + scratch);
  return words;
}

// The program itself, with these ends of pipes as its standard input and output; -1 when it cannot be started.
pid_t spawn(const std::vector<std::string>& arguments, const std::string& scratch, int in, int out) {
  std::vector<std::string> words{"whynot", "worker", "--of-server"}, environment = environment_with(scratch);
  words.insert(words.end(), arguments.begin(), arguments.end());
  const std::vector<char*> argv = pointers(words), variables = pointers(environment);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, in, 0);
  posix_spawn_file_actions_adddup2(&actions, out, 1);
  // Nothing else: while a worker held the socket of a client, closing it here would not tell the client.
  posix_spawn_file_actions_addclosefrom_np(&actions, 3);
  posix_spawnattr_t attributes;  // a group of its own: ^C at the terminal is for the server
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
  pid_t pid = -1;
  if (posix_spawn(&pid, "/proc/self/exe", &actions, &attributes, argv.data(), variables.data()) != 0) pid = -1;
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return pid;
}

// Splits an answer: its small members are parsed, the report stays text.
Answer answer_of(const std::string& line) {
  constexpr std::string_view key = ",\"report\":";  // quotes within strings are escaped: this is the member
  const std::size_t at = line.find(key);
  const auto head = nlohmann::json::parse(line.substr(0, at) + "}", nullptr, false);
  if (at == std::string::npos || !head.is_object())
    return {exit_internal, "null", "the worker's answer cannot be read", ""};
  const std::size_t begin = at + key.size();
  return {head.value("code", static_cast<int>(exit_internal)), line.substr(begin, line.rfind('}') - begin),
          head.value("messages", ""), head.value("text", "")};
}

std::string how_it_ended(int status) {
  if (WIFSIGNALED(status))
    return fmt::format("the worker was ended by signal {} ({})", WTERMSIG(status), strsignal(WTERMSIG(status)));
  return fmt::format("the worker ended with code {}", WEXITSTATUS(status));
}

}  // namespace

class WorkerProcess::Impl : public std::enable_shared_from_this<WorkerProcess::Impl> {
 public:
  struct Job {
    std::uint64_t id;
    Question question;
    WorkerProcess::OnAnswer on_answer;
  };

  Impl(asio::io_context& io, std::vector<std::string> arguments, OnEvent on_event, WorkerLimits limits)
      : arguments_(std::move(arguments)),
        on_event_(std::move(on_event)),
        limits_(limits),
        in_(io),
        out_(io),
        deadline_(io),
        overrun_(io) {}
  ~Impl() { stop_process(); }

  std::uint64_t submit(Question question, OnAnswer on_answer) {
    if (jobs_.size() > limits_.queue) return 0;
    jobs_.push_back({++last_id_, std::move(question), std::move(on_answer)});
    if (jobs_.size() == 1) run_next();
    return last_id_;
  }

  void cancel(std::uint64_t id) {
    const auto job = std::find_if(jobs_.begin(), jobs_.end(), [&](const Job& j) { return j.id == id; });
    if (job == jobs_.end()) return;
    if (job != jobs_.begin()) {
      const OnAnswer on_answer = std::move(job->on_answer);
      jobs_.erase(job);
      return on_answer({exit_interrupted, "null", "cancelled", ""});
    }
    if (pid_ > 0) ::kill(pid_, SIGINT);
    deadline_.expires_after(grace);
    deadline_.async_wait([self = shared_from_this(), id](Error error) {
      if (!error && !self->jobs_.empty() && self->jobs_.front().id == id) self->end("cancelled");
    });
  }

  void cancel_all() {
    std::vector<std::uint64_t> ids;
    for (const Job& job : jobs_) ids.push_back(job.id);
    std::reverse(ids.begin(), ids.end());
    for (std::uint64_t id : ids) cancel(id);
  }

  void kill() {
    stop_process();
    for (const Job& job : std::exchange(jobs_, {})) job.on_answer({exit_interrupted, "null", "cancelled", ""});
  }

  void on_keep(OnKeep callback) { on_keep_ = std::move(callback); }

  // Ends it without answering anybody.
  void drop() {
    jobs_.clear();
    stop_process();
  }

 private:
  bool start() {
    Pipe to, from;
    if (!to.open()) return false;
    if (!from.open()) {
      ::close(to.read);
      ::close(to.write);
      return false;
    }
    scratch_.emplace();
    pid_ = spawn(arguments_, scratch_->path(), to.read, from.write);
    ::close(to.read);
    ::close(from.write);
    in_.assign(to.write);
    out_.assign(from.read);
    buffer_ = std::make_shared<asio::streambuf>(limits_.answer_bytes);
    if (pid_ > 0) read();
    return pid_ > 0;
  }

  void run_next() {
    if (jobs_.empty()) return;
    reused_ = pid_ > 0;
    heard_ = false;
    if (!reused_ && !start()) return end("the worker cannot be started");
    const Job& job = jobs_.front();
    const nlohmann::json request = {{"id", job.id},
                                    {"line", job.question.line},
                                    {"input", job.question.input},
                                    {"option", job.question.option},
                                    {"ending", job.question.ending},
                                    {"files", job.question.files}};
    tell(request);
    overrun_.expires_after(limits_.time);
    overrun_.async_wait([self = shared_from_this(), id = job.id](Error error) {
      if (!error && !self->jobs_.empty() && self->jobs_.front().id == id) self->end("out of time");
    });
  }

  void read() {
    asio::async_read_until(out_, *buffer_, '\n',
                           [self = shared_from_this(), buffer = buffer_](Error error, std::size_t size) {
                             if (buffer != self->buffer_) return;  // of a process that has been replaced
                             if (error) return self->lost();
                             std::string line(size, '\0');
                             buffer->sgetn(line.data(), static_cast<std::streamsize>(size));
                             self->have_line(line);
                             if (buffer == self->buffer_) self->read();
                           });
  }

  void tell(const nlohmann::json& message) {
    const auto text =
        std::make_shared<std::string>(message.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n");
    asio::async_write(in_, asio::buffer(*text), [self = shared_from_this(), text](Error, std::size_t) {});
  }

  void keep(const std::string& line) {
    const auto message = nlohmann::json::parse(line, nullptr, false);
    const bool has_text = message.is_object() && message.contains("text") && message["text"].is_string();
    const bool can_keep = has_text && on_keep_ && line.size() <= limits_.kept_bytes;
    tell({{"kept", can_keep ? on_keep_(message["text"].get<std::string>()) : "the session is too large"}});
  }

  void have_line(const std::string& line) {
    heard_ = true;
    if (line.starts_with("{\"event\":\"keep\",")) return keep(line);
    constexpr std::string_view mark = "{\"code\":";
    if (!line.starts_with(mark)) return on_event_(line);
    finish(answer_of(line));
  }

  void finish(const Answer& answer) {
    if (jobs_.empty()) return;
    deadline_.cancel();
    overrun_.cancel();
    const Job job = std::move(jobs_.front());
    jobs_.pop_front();
    job.on_answer(answer);
    run_next();
  }

  // The process has ended by itself.  If it never took the job up, it was gone before: another one does the job.
  void lost() {
    if (!reused_ || heard_ || jobs_.empty()) return end("");
    stop_process();
    run_next();
  }

  // The process is gone, or has to go; the job it worked on gets a sentence for an answer.
  void end(const std::string& message) {
    const int status = stop_process();
    const bool cancelled = message == "cancelled";
    finish(
        {cancelled ? exit_interrupted : exit_internal, "null", message.empty() ? how_it_ended(status) : message, ""});
  }

  int stop_process() {
    Error ignored;
    deadline_.cancel();
    overrun_.cancel();
    in_.close(ignored);
    out_.close(ignored);
    buffer_.reset();
    int status = 0;
    if (pid_ > 0) {
      ::kill(pid_, SIGKILL);  // no harm when it has ended by itself: the status tells which
      waitpid(pid_, &status, 0);
    }
    pid_ = -1;
    scratch_.reset();
    return status;
  }

  std::vector<std::string> arguments_;
  OnEvent on_event_;
  OnKeep on_keep_;
  WorkerLimits limits_;
  asio::posix::stream_descriptor in_, out_;
  asio::steady_timer deadline_, overrun_;
  std::shared_ptr<asio::streambuf> buffer_;
  pid_t pid_ = -1;
  std::optional<host::TemporaryFolder> scratch_;  // of the process
  bool reused_ = false, heard_ = false;  // of the job that runs: its process had others before; has said something
  std::deque<Job> jobs_;                 // the first one runs
  std::uint64_t last_id_ = 0;
};

WorkerProcess::WorkerProcess(asio::io_context& io, std::vector<std::string> arguments, OnEvent on_event,
                             WorkerLimits limits)
    : impl_(std::make_shared<Impl>(io, std::move(arguments), std::move(on_event), limits)) {}
WorkerProcess::~WorkerProcess() { impl_->drop(); }
std::uint64_t WorkerProcess::submit(Question question, OnAnswer on_answer) {
  return impl_->submit(std::move(question), std::move(on_answer));
}
void WorkerProcess::on_keep(OnKeep callback) { impl_->on_keep(std::move(callback)); }
void WorkerProcess::cancel(std::uint64_t job) { impl_->cancel(job); }
void WorkerProcess::cancel_all() { impl_->cancel_all(); }
void WorkerProcess::kill() { impl_->kill(); }

}  // namespace whynot::face::web
