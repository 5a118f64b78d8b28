// Why a cell does not have another value, in lines of text.
#pragma once
#include <string>
#include <vector>

#include "report/finding/why.h"
#include "report/report.h"

namespace whynot::report {

std::string instead_text(const Why&, const Report&);
// "TRANS, line 4, and INVAR, line 5".
std::string rules_text(const std::vector<WhyRule>&);

}  // namespace whynot::report
