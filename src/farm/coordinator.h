// Hands out jobs, believes nobody, writes down what is done.  The loop is the same for children and for ranks.
#pragma once
#include <chrono>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/context.h"
#include "farm/answer.h"
#include "farm/hands.h"
#include "farm/job.h"
#include "farm/journal.h"

namespace whynot::farm {

// Whose answers are checked before they count.  Traces are replayed; what no trace shows is decided again, with
// certificates, by the coordinator's own program.
enum class Recheck : std::uint8_t { All, Violated, None };

struct Means {
  Recheck recheck = Recheck::All;
  std::string folder;       // where reports go …
  std::string folder_told;  // … and what the journal calls it
  std::function<std::string(const Job&)> key;
  // Why the traces of a report do not show what it says; nothing: they do.
  std::function<std::optional<std::string>(const Job&, const std::string& report)> replay;
  std::function<bool(const std::string& command)> certifies;
};

enum class State : std::uint8_t { Waiting, Running, Answered, Done, Failed, Ended, Refuted };

struct Result {
  State state = State::Waiting;
  Done done;        // of Done
  Answer answer;    // of Done
  std::string why;  // of Failed and Refuted
  unsigned attempts = 0;
  unsigned opinions = 0;  // second ones that were asked for
};

class Coordinator {
 public:
  Coordinator(const Jobs&, Journal&, Hands&, Means, Context&);

  // Until everything is done or the Context says stop.  False when a file cannot be written: `error` says why.
  bool run();
  const std::string& error() const { return error_; }
  const std::vector<Result>& results() const { return results_; }

 private:
  void restore();
  void restore_job(std::size_t);
  bool load(std::size_t, const Done&);
  void start_what_fits();
  void start(std::size_t);
  void start_again(std::size_t);
  void take(const Outcome&);
  void hear_answer(std::size_t, const Outcome&);
  void hear_second_opinion(std::size_t, const Outcome&);
  void recheck(std::size_t, const std::string& report);
  std::vector<const PropertyAnswer*> to_decide_again(std::size_t) const;
  void accept(std::size_t, bool confirmed);
  void refute(std::size_t, const std::string& why);
  void fail_attempt(std::size_t, const Outcome&);
  void end_others(std::size_t winner);
  void drop_all();
  void tell_progress();
  void write(bool good);  // notes that the journal could not be written
  std::string file_of(std::size_t) const;

  const Jobs& jobs_;
  Journal& journal_;
  Hands& hands_;
  Means means_;
  Context& context_;
  std::vector<Result> results_;
  std::vector<std::string> keys_;
  std::deque<std::size_t> waiting_, to_check_;
  std::map<std::size_t, std::string> reports_;  // of answers that are not believed yet
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
  std::size_t open_ = 0, ended_here_ = 0;
  std::string error_;
};

}  // namespace whynot::farm
