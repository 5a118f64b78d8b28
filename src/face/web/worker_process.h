// The worker as its server sees it: lines go in one at a time, events come out, then one answer for each line.
#pragma once
#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace boost::asio {
class io_context;
}

namespace whynot::face::web {

struct Question {
  std::string line;
  std::string input = {};                // what the line reads where it names the file "-"
  std::string option = {}, ending = {};  // the answer is the file that this option of the line writes
  std::vector<std::string> files = {};   // these are to be read; there is no line
};

struct Answer {
  int code = 0;
  std::string report;    // JSON; "null" when the line gave none
  std::string messages;  // what a person would have read on stderr
  std::string text;      // of a line that names a format, or of a file: what was written
};

struct WorkerLimits {
  std::size_t queue = 8;  // lines that wait
  std::size_t answer_bytes = std::size_t{512} << 20;
  std::size_t kept_bytes = std::size_t{64} << 20;  // of a session that is to be written
  std::chrono::milliseconds time{610'000};         // of one line: it should have stopped by itself before
};

class WorkerProcess {
 public:
  using OnEvent = std::function<void(const std::string& line)>;
  using OnAnswer = std::function<void(const Answer&)>;
  using OnKeep = std::function<std::string(const std::string& text)>;

  // `arguments`: of `whynot worker`.  The process starts with the first line, and again after it has ended.
  WorkerProcess(boost::asio::io_context&, std::vector<std::string> arguments, OnEvent, WorkerLimits = {});
  ~WorkerProcess();

  // Writes the session's file, which the worker may not; empty, or what went wrong.
  void on_keep(OnKeep);
  // The job's number, or 0 when too many wait.
  std::uint64_t submit(Question, OnAnswer);
  // Stops the job if it runs (what it found is in its answer; if it does not stop in time it is killed), forgets it
  // if it waits.
  void cancel(std::uint64_t job);
  void cancel_all();
  // Ends the process; its jobs are answered as cancelled.
  void kill();

 private:
  class Impl;
  std::shared_ptr<Impl> impl_;
};

}  // namespace whynot::face::web
