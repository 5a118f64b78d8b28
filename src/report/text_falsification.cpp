#include "report/findings.h"

namespace whynot::report {

std::string text_of(const Falsification& finding, const Report&, const Style&) { return dump(json_of(finding)) + "\n"; }

}  // namespace whynot::report
