// The progress line: one line on a terminal's stderr, after half a second, at most ten times a second.
#pragma once
#include <chrono>
#include <iosfwd>
#include <string_view>

namespace whynot::command {

class ProgressLine {
 public:
  explicit ProgressLine(std::ostream& err) : err_(err) {}
  ~ProgressLine();
  void show(std::string_view text);

 private:
  using Clock = std::chrono::steady_clock;
  std::ostream& err_;
  Clock::time_point begin_ = Clock::now(), last_{};
  bool shown_ = false;
};

}  // namespace whynot::command
