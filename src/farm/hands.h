// Those who do the work: child processes here, or the ranks of an MPI program on many machines.  The coordinator knows
// no more of them than this.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace whynot::farm {

struct Task {
  std::size_t number = 0;          // told again when it ends
  std::vector<std::string> words;  // of a command line, without the program
  std::optional<std::uint64_t> cpu_seconds;
  bool ours = false;  // for the coordinator's own program on its own machine: to find out whether an answer is true
};

struct Outcome {
  std::size_t number = 0;
  bool ours = false;
  int exit = 0;  // negative: the signal that ended it
  std::string out, err;
  double cpu_seconds = 0, megabytes = 0;
};

class Hands {
 public:
  virtual ~Hands() = default;
  virtual unsigned count() const = 0;
  virtual bool has_free(bool ours) const = 0;
  // Which of them takes it.  REQUIRES a free one.
  virtual unsigned start(const Task&) = 0;
  // Nobody waits for it any more; its outcome does not come.
  virtual void drop(std::size_t number) = 0;
  // Those that have ended; waits for a moment when there are none.
  virtual std::vector<Outcome> wait() = 0;
};

}  // namespace whynot::farm
