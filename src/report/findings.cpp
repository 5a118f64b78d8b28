#include "report/findings.h"

namespace whynot::report {

Json json_of(const Finding& finding) {
  return std::visit([](const auto& f) { return json_of(f); }, finding);
}

std::string text_of(const Finding& finding, const Report& report, const Style& style) {
  return std::visit([&](const auto& f) { return text_of(f, report, style); }, finding);
}

}  // namespace whynot::report
