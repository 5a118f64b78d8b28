// What is said when a command cannot end in time by itself.  Every loop of ours asks its Context, and solvers are
// interrupted; but a foreign library, or a step that was thought to be short, may still be at work when the wish to
// stop is most of a second old.  Then the report as it stood when that step began is written by the watcher's thread,
// and the process ends.
#pragma once
#include <atomic>
#include <functional>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/context.h"
#include "command/events.h"
#include "command/run.h"
#include "model/property.h"
#include "report/report.h"

namespace whynot::command {

struct Run;

class LastWord {
 public:
  // `leave` ends the process; without it there is no last word.  With the usual grace the wish to stop is obeyed within
  // a second.
  LastWord(Context& context, Leave leave, std::chrono::milliseconds grace = std::chrono::milliseconds(700));

  // Renders the report as it is to be if nothing more comes, with these properties undecided; those without a turn
  // give way to `busy`, the one that is worked on.  It is rendered at once, since later its owner is at work on it; so
  // that this costs little, at most a fiftieth of the time goes into it, except for the first properties.
  void keep(Run&, report::Report&, std::span<const OpenProperty> open = {}, const std::string& busy = "");
  // While the command itself writes, nobody interferes: a timeout waits, and after a signal the process ends without a
  // further word.
  std::unique_lock<std::mutex> writing() { return std::unique_lock(writing_); }
  // The command has had its say: what is left is the end of the process, however long that takes.
  void is_said() { said_ = true; }

 private:
  struct Text {
    std::string out, err;
    std::vector<std::pair<std::string, std::string>> files;
    int code = 0;
  };
  struct Rest {
    std::span<const OpenProperty> open;
    const std::string& busy;
  };
  Text render(Run&, report::Report&, const Rest&, Stop why) const;
  void look();
  void say(Stop why);

  using Clock = std::chrono::steady_clock;
  Context& context_;
  Leave leave_;
  std::chrono::milliseconds grace_;
  std::mutex writing_;
  std::mutex mutex_;  // of the texts
  Text interrupted_, limited_;
  Clock::time_point next_ = Clock::now();
  bool named_ = false;                       // some properties were kept
  std::atomic<bool> said_ = false;           // by the command itself
  std::optional<Clock::time_point> asked_;   // when it was first seen that the command is to stop
  std::optional<WhenStopped> when_stopped_;  // the last: it ends before what it uses
};

}  // namespace whynot::command
