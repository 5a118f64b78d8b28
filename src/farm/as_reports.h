// A farm's rows as reports, one for each model, for formats that know no farms.
#pragma once
#include <string>
#include <vector>

#include "report/formats.h"

namespace whynot::farm {

struct Row;

// REQUIRES a format that joins.
std::string joined_reports(const std::vector<Row>&, const report::Format&, const report::WriteOptions&);

}  // namespace whynot::farm
