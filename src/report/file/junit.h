// The report as JUnit XML, in the dialect that CI servers share: a test case per property.  Violated is a
// failure with the trace as its text, undecided is skipped, and an error in the input is an error.
#pragma once
#include <string>

#include "report/file/several.h"
#include "report/pieces.h"
#include "report/report.h"

namespace whynot::report {

struct JunitOptions {
  bool timing = true;
  std::string words_as = {};  // as `word_text` has it
};

std::string write_junit(const Report&, const JunitOptions& = {});
void write_junit(const Report&, const JunitOptions&, const Write&);
std::string join_junit(std::span<const Part>);  // one suite for each

}  // namespace whynot::report
