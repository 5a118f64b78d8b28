// How a failing run could have passed, in lines of text.
#pragma once
#include <string>

#include "report/finding/why.h"
#include "report/report.h"

namespace whynot::report {

// The sealed step and the nearest passing run, a line each; a single one of them for `check`.
std::string contrast_text(const Why&);
std::string sealed_sentence(const WhySealed&);
std::string contrast_sentence(const WhyContrasts&);
// "reset = FALSE instead of TRUE at step 3".
std::string text_of_changes(const std::vector<WhyChange>&);
// The passing runs, with marks where they differ from the failing one.
std::string passing_text(const Why&, const Report&, const Style&);

}  // namespace whynot::report
