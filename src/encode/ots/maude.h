// An OTS within a scope as a Maude module: a state is one term of its observers, a transition one conditional rule
// whose matching conditions bind the parameters.  Maude's search then is an oracle that shares nothing with ours.
#pragma once
#include <optional>
#include <string>
#include <variant>

#include "model/ots/ots.h"

namespace whynot::encode::ots {

struct MaudeRefusal {
  std::string reason;
};

class MaudeModule {
 public:
  // The module, or why the system has no such form.
  static std::variant<MaudeModule, MaudeRefusal> make(const whynot::ots::Ots&, const whynot::ots::Scope&);

  const std::string& text() const { return text_; }
  // A command that counts the states within a depth (all of them without one): "states: N" in its answer, of which
  // extra_states() are none of the system's own.
  std::string count_command(std::optional<std::size_t> depth) const;
  std::size_t extra_states() const { return steps_to_start_; }
  // A command that looks for a violation: "Solution 1" in its answer.
  std::variant<std::string, MaudeRefusal> search_command(const whynot::ots::Ots&, const whynot::ots::Scope&,
                                                         const whynot::ots::Predicate&,
                                                         std::optional<std::size_t> depth) const;

 private:
  std::string text_;
  std::size_t steps_to_start_ = 0;  // from the term `init` to a state; one where several states are initial
};

}  // namespace whynot::encode::ots
