// When a loop looks whether it is to stop: after an amount of work, in however many turns that is done.  Heads may have
// thousands of rules, so that the number of turns says little about the time they take.
#pragma once
#include <cstddef>

#include "base/context.h"

namespace whynot::engine::pushdown {

class Pace {
 public:
  explicit Pace(Context& context) : context_(context) {}

  // `work`: the rules, or things that take as long, that a turn looks at.
  bool should_stop(std::size_t work) {
    if (work < left_) {
      left_ -= work;
      return context_.stopped() != Stop::None;
    }
    left_ = between_looks;
    return context_.look() != Stop::None;
  }

 private:
  static constexpr std::size_t between_looks = 1 << 14;

  Context& context_;
  std::size_t left_ = between_looks;
};

}  // namespace whynot::engine::pushdown
