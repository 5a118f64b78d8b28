// Reports about several models in one text, for the formats that have a place for it.
#pragma once
#include <span>
#include <string>

namespace whynot::report {

// One model's report as a format wrote it.
using Part = std::string;

std::string join_texts(std::span<const Part>);  // one after the other
std::string join_lines(std::span<const Part>);  // events
std::string join_json(std::span<const Part>);   // {"schema": …, "models": [report, …]}
std::string join_sarif(std::span<const Part>);  // one run for each

}  // namespace whynot::report
