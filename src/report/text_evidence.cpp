#include "report/findings.h"

namespace whynot::report {

std::string text_of(const Evidence& finding, const Report&, const Style&) { return dump(json_of(finding)) + "\n"; }

}  // namespace whynot::report
