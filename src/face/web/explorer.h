// What the page's server answers: the interface /api/v1 on one open model, whose questions a worker decides.
//
//   POST login {"token"}     a cookie for the token
//   GET  report              of the opening line, which checks every property; waits for it (?wait=0: as far as it is)
//   GET  events              the jsonl events of every line that runs, as server-sent events
//   GET  source              the text of the model as it is on disk (a folder's is what `net import` answers), of
//                            further sources and of its automaton
//   GET  session             every line so far with its report: what `serve` opens again
//   POST run {"line"}        runs a line of the shell, answers with its report
//   POST download {"line", "as"}  the same, as a file in one of the formats that `options` lists
//   POST cancel              stops what runs
//   POST reload              reads the model again
//
// Besides those of the lines there are the events job (a line begins or ends), changed and reloaded (the file).
#pragma once
#include <chrono>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "face/web/guard.h"
#include "face/web/message.h"
#include "face/web/worker_process.h"
#include "session/forward.h"

namespace boost::asio {
class io_context;
}

namespace whynot::face::web {

// A report that grows: what the events of a line have told so far, as text.
class GrowingReport {
 public:
  void take(const std::string& event);
  // With this as its diagnostic, when there is a message; marked as running otherwise.
  std::string report(const std::string& file, const std::string& message) const;

 private:
  std::vector<std::string> unanswered(const std::string& message) const;

  std::string input_, open_;  // open: the properties that were to be decided, a list
  std::vector<std::string> properties_, traces_, findings_;
};

// One line that has been answered.
struct Entry {
  std::string line;
  int code = 0;
  std::string report;
  std::uint64_t job = 0;  // its number, by which a page knows answers that it has; none in a session from a file
  bool whole = true;      // false: of a session that was saved while the line ran
};

class Explorer {
 public:
  struct Options {
    std::string model;                                 // a file or a folder; may be empty: nothing is open
    std::vector<std::string> more;                     // further sources of a C program
    const session::FrontEnd* front = nullptr;          // the model's language
    std::string automaton;                             // the file of a program's policy, when it has one of its own
    std::string opening = "check --subformulas";       // the line that is run first
    std::vector<std::string> given;                    // options that say which model is meant, for every line
    std::vector<std::string> defaults;                 // further options of every line
    std::string session;                               // the file that keeps sets
    std::optional<std::chrono::milliseconds> longest;  // what a question may take
    std::vector<Entry> saved;                          // of a session: the first is the opening line's
  };

  Explorer(boost::asio::io_context&, Options);
  ~Explorer();

  Guard& guard() { return guard_; }
  void handle(const Request&, const ExchangePtr&);
  // Begins the opening line, and looks after the file.
  void start();
  void stop() {
    worker_.kill();
    beside_.kill();
    reader_.kill();
  }

 private:
  void handle_api(const Request&, const ExchangePtr&);
  void get(std::string_view name, const Request&, const ExchangePtr&);
  void post(std::string_view name, const Request&, const ExchangePtr&);
  void get_report(const Request&, const ExchangePtr&);
  void get_events(const ExchangePtr&);
  void run(const Request&, const ExchangePtr&);
  void download(const Request&, const ExchangePtr&);
  // What the body of a request asks; nothing when it was refused, and answered so.
  std::optional<Question> read_question(const nlohmann::json& body, const ExchangePtr&) const;
  void ask(Question, const ExchangePtr&, std::function<Response(std::uint64_t, const Answer&)>);
  void cancel(const Request&);
  void open();
  void opened(const Answer&);
  void watch_file();
  std::string stamp() const;
  void get_source(const ExchangePtr&);
  Response source_of(const Answer&) const;

  std::uint64_t submit(Question, std::function<void(std::uint64_t, const Answer&)>);
  void rest();
  void stop_job(std::uint64_t);
  void remember(const std::string& line, std::uint64_t job, const Answer&);
  void broadcast(const std::string& event, bool keep);
  std::string current_report() const;

  boost::asio::io_context& io_;
  Options options_;
  Guard guard_;
  WorkerProcess worker_;
  WorkerProcess beside_;               // for questions, while the opening line runs
  WorkerProcess reader_;               // of the sources: they are shown while the worker works
  bool opening_ = false;               // the line that runs is the opening one
  std::optional<std::string> report_;  // of the opening line, when it is done
  GrowingReport growing_;
  std::vector<std::shared_ptr<const std::string>> kept_;  // events for those who come later
  std::map<std::uint64_t, std::string> jobs_;             // that run or wait, with their lines
  std::vector<Entry> entries_;
  std::size_t entries_bytes_ = 0;
  std::vector<std::function<void()>> waiting_;  // for the opening line
  std::set<ExchangePtr> listeners_;
  std::string stamp_, told_;  // of the file: as it was read, as listeners know it
};

}  // namespace whynot::face::web
