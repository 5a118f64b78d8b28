#include "report/findings.h"
#include "report/spelling.h"

namespace whynot::report {

Json json_of(const Vacuity& v) {
  const auto text = [](const std::string& s) { return s.empty() ? Json(nullptr) : Json(valid_utf8(s)); };
  Json out = {{"kind", "vacuity"}, {"property", valid_utf8(v.property)}, {"status", v.status}};
  out["reason"] = text(v.reason);
  out["part"] = text(v.part);
  out["line"] = v.line ? Json(v.line) : Json(nullptr);
  out["witness"] = text(v.witness);
  out["sentence"] = text(v.sentence);
  return out;
}

}  // namespace whynot::report
