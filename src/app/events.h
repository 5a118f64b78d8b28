// What comes out of a command while it runs, as the events of the jsonl format: each verdict when it is known,
// each trace and finding once.  The page listens to these.
#pragma once
#include <chrono>
#include <functional>
#include <string>
#include <string_view>

#include "report/report.h"

namespace whynot::app {

class EventFeed {
 public:
  using Sink = std::function<void(const std::string& line)>;  // with its end of line
  explicit EventFeed(Sink sink) : sink_(std::move(sink)) {}

  // At most ten times a second.
  void progress(std::string_view text);
  // Tells what is new in the report.
  void update(const report::Report&);
  void finish(const report::Report&);

 private:
  Sink sink_;
  std::chrono::steady_clock::time_point last_progress_{};
  bool started_ = false;
  std::size_t properties_ = 0, traces_ = 0, findings_ = 0;  // told so far
};

}  // namespace whynot::app
