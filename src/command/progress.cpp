#include "command/progress.h"

#include <fmt/format.h>

#include <ostream>

#include "base/context.h"

namespace whynot::command {

ProgressLine::~ProgressLine() {
  if (shown_) err_ << "\r\033[K" << std::flush;
}

void ProgressLine::show(std::string_view text) {
  using namespace std::chrono_literals;
  const auto now = Clock::now();
  if (now - begin_ < 500ms || now - last_ < 100ms) return;
  last_ = now;
  shown_ = true;
  const double seconds = std::chrono::duration<double>(now - begin_).count();
  err_ << fmt::format("\r\033[K{}  {:.1f} s  {} MB  ^C keeps what is found", text, seconds, resident_bytes() >> 20)
       << std::flush;
}

}  // namespace whynot::command
