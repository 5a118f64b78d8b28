// The report as one file that opens in a browser, without a server: the explorer's page with the report inside.
#pragma once
#include <string_view>

#include "report/json/json.h"
#include "report/report.h"

namespace whynot::report {

// `page`: the explorer in one file, with `<!--REPORT-->` where the report goes.  `line`: what gave the report, as a
// line of the shell.
void write_html(const Report&, const JsonOptions&, std::string_view page, std::string_view line, const Write&);

}  // namespace whynot::report
