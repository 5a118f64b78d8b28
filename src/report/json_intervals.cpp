#include "report/findings.h"

namespace whynot::report {
namespace {

Json interval_part(const Interval& i) { return {{"lo", to_string(i.lo)}, {"hi", to_string(i.hi)}}; }

}  // namespace

Json json_of(const Intervals& found) {
  Json longest = nullptr, around = nullptr, all = Json::array();
  if (!found.longest.empty()) {
    longest = interval_part(found.longest.front());
    longest["length"] = to_string(Integer(found.longest.front().hi - found.longest.front().lo + 1));
  }
  if (!found.around_base.empty()) around = interval_part(found.around_base.front());
  for (const Interval& i : found.intervals) all.push_back(interval_part(i));
  return {{"kind", "intervals"},
          {"property", found.property},
          {"variable", found.variable},
          {"type", found.type},
          {"base", found.base},
          {"value", to_string(found.value)},
          {"count", to_string(found.count)},
          {"longest", std::move(longest)},
          {"around_base", std::move(around)},
          {"intervals", std::move(all)},
          {"cidr", found.cidr},
          {"patterns", found.patterns},
          {"truncated", found.truncated}};
}

}  // namespace whynot::report
