// The report as SARIF 2.1.0, for code scanning: properties are rules; violated is `fail` with level error,
// holds is `pass`, undecided is `open`.  A trace is a code flow: frozen variables are its immutable state, the
// first step its initial state, and each further step tells what changed.  Long and wide traces are cut, for
// services refuse large files; the cut is said in the last step's message.
#pragma once
#include <cstddef>
#include <string>
#include <string_view>

#include "report/report.h"

namespace whynot::report {

struct SarifOptions {
  std::string_view version = "0.2.0";
  std::size_t traces = 10;                 // at most so many of a property …
  std::size_t steps = 200, columns = 200;  // … and so many of a trace
  std::string words_as = {};               // in messages, as `word_text` has it
};

std::string write_sarif(const Report&, const SarifOptions& = {});

}  // namespace whynot::report
