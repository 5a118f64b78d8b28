#include "report/findings.h"
#include "report/spelling.h"

namespace whynot::report {
namespace {

Json place_part(const WhyPlace& place) {
  return {{"column", valid_utf8(place.column)}, {"step", place.step}, {"closing", place.closing}};
}

Json witness_part(const WitnessSet& witness) {
  Json cells = Json::array();
  for (const WitnessCell& cell : witness.cells)
    cells.push_back({{"step", cell.place.step},
                     {"column", valid_utf8(cell.place.column)},
                     {"value", json_of(cell.value)},
                     {"role", cell.role},
                     {"atom", valid_utf8(cell.atom)},
                     {"holds", cell.holds}});
  return {{"cells", std::move(cells)}, {"minimal", witness.minimal}};
}

Json link_part(const WhyLink& link) {
  Json out = {{"cell", place_part(link.place)}, {"value", json_of(link.value)}, {"kind", link.kind}};
  out["line"] = link.line ? Json(link.line) : Json(nullptr);
  out["branch"] = link.branch.empty() ? Json(nullptr) : Json(valid_utf8(link.branch));
  out["gives"] = link.gives.empty() ? Json(nullptr) : Json(valid_utf8(link.gives));
  out["allowed"] = link.allowed.empty() ? Json(nullptr) : Json(valid_utf8(link.allowed));
  out["because"] = Json::array();
  for (const WhyPlace& place : link.because) out["because"].push_back(place_part(place));
  out["since"] = link.since;
  out["minimal"] = link.minimal;
  return out;
}

Json fairness_part(const FairnessHint& hint) {
  Json out = {{"never_taken", Json::array()}, {"suffices", Json::array()}, {"smallest", hint.smallest}};
  for (const NeverTaken& never : hint.never_taken)
    out["never_taken"].push_back({{"column", valid_utf8(never.column)},
                                  {"value", json_of(never.value)},
                                  {"always_possible", never.always_possible}});
  for (const std::string& condition : hint.suffices) out["suffices"].push_back(valid_utf8(condition));
  return out;
}

}  // namespace

Json json_of(const Why& why) {
  Json out = {{"kind", "why"}, {"property", valid_utf8(why.property)}};
  out["trace"] = why.trace.empty() ? Json(nullptr) : Json(why.trace);
  out["sentence"] = valid_utf8(why.sentence);
  out["witnesses"] = Json::array();
  for (const WitnessSet& witness : why.witnesses) out["witnesses"].push_back(witness_part(witness));
  out["further"] = why.witnesses.empty() ? 0 : why.witnesses.size() - 1;
  out["chain"] = Json::array();
  for (const WhyLink& link : why.chain) out["chain"].push_back(link_part(link));
  out["roots"] = Json::array();
  for (const WhyPlace& place : why.roots)
    for (const WhyLink& link : why.chain)
      if (link.place == place) {
        Json root = place_part(place);
        root["value"] = json_of(link.value);
        root["kind"] = link.kind;
        out["roots"].push_back(std::move(root));
      }
  out["fairness"] = why.fairness ? fairness_part(*why.fairness) : Json(nullptr);
  out["relevant"] = Json::array();
  for (const std::string& column : why.relevant) out["relevant"].push_back(valid_utf8(column));
  return out;
}

}  // namespace whynot::report
