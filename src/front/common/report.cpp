#include "front/common/report.h"

namespace whynot::front {

void add_label(Diagnostic& d, Span where, std::string text) { d.labels.push_back({where, std::move(text)}); }

}  // namespace whynot::front
