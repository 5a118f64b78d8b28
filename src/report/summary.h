// A verdict in the words that every format shares.
#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "report/report.h"

namespace whynot::report {

enum class Outcome { Holds, Violated, Undecided, Value };

Outcome outcome(const Verdict&);
std::string_view outcome_word(Outcome);  // "holds", "violated", "undecided", "value"

// Why it is undecided, or violated without a trace; else empty.
std::string reason(const Verdict&);
// How it was proved: "k-induction, k = 1", "all 113 states"; else empty.
std::string proof(const Verdict&);
// The value of a COMPUTE: a number or "infinity".  REQUIRES Outcome::Value.
std::string computed(const Verdict&);
// Of the first trace.
std::optional<std::size_t> depth(const Report&, const PropertyResult&);
// All its traces were replayed; false without traces.
bool replayed(const Report&, const PropertyResult&);

struct Counts {
  std::size_t holds = 0, violated = 0, undecided = 0, values = 0;
};
Counts count(const Report&);
std::string counts_text(const Counts&);  // "1 violated, 1 holds, 1 undecided"

}  // namespace whynot::report
