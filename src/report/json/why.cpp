// A finding of `why` as an object; what was not asked for is not there.
#include <algorithm>

#include "report/findings.h"
#include "report/json/parts.h"
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
  for (std::size_t i = 0; i < cells.size(); ++i)
    if (witness.cells[i].place.closing) cells[i]["closing"] = true;
  return {{"cells", std::move(cells)}, {"minimal", witness.minimal}};
}

Json rules_part(const std::vector<WhyRule>& rules) {
  Json out = Json::array();
  for (const WhyRule& rule : rules)
    out.push_back({{"kind", rule.kind}, {"line", rule.line ? Json(rule.line) : Json(nullptr)}});
  return out;
}

Json link_part(const WhyLink& link) {
  Json out = {{"cell", place_part(link.place)}, {"value", json_of(link.value)}, {"kind", link.kind}};
  out["line"] = link.line ? Json(link.line) : Json(nullptr);
  if (!link.rule.empty()) out["rule"] = valid_utf8(link.rule);
  out["branch"] = link.branch.empty() ? Json(nullptr) : Json(valid_utf8(link.branch));
  out["gives"] = link.gives.empty() ? Json(nullptr) : Json(valid_utf8(link.gives));
  out["allowed"] = link.allowed.empty() ? Json(nullptr) : Json(valid_utf8(link.allowed));
  out["because"] = Json::array();
  for (const WhyPlace& place : link.because) {
    const bool blocks = std::find(link.blockers.begin(), link.blockers.end(), place) != link.blockers.end();
    out["because"].push_back(place_part(place));
    out["because"].back()["role"] = blocks ? "blocker" : "producer";
  }
  out["since"] = link.since;
  out["minimal"] = link.minimal;
  out["core"] = rules_part(link.core);
  return out;
}

Json change_part(const WhyChange& change, bool each_round) {
  Json out = place_part(change.place);
  out["from"] = json_of(change.from);
  out["to"] = json_of(change.to);
  out["each_round"] = each_round;
  return out;
}

Json changes_part(const std::vector<WhyChange>& changes, bool each_round) {
  Json out = Json::array();
  for (const WhyChange& change : changes) out.push_back(change_part(change, each_round));
  return out;
}

Json sealed_part(const WhySealed& sealed) {
  Json out;
  out["step"] = sealed.step ? Json(*sealed.step) : Json(nullptr);
  out["from_start"] = sealed.step == std::size_t{0};
  out["every_run"] = sealed.every_run;
  out["runs"] = sealed.kind.empty() ? "all" : sealed.kind;
  out["complete"] = sealed.known;
  out["choice"] = sealed.choice.empty() ? Json(nullptr) : changes_part(sealed.choice, false);
  out["initial"] = Json::array();
  for (const WhyChange& value : sealed.initial)
    out["initial"].push_back({{"column", valid_utf8(value.place.column)}, {"value", json_of(value.from)}});
  return out;
}

Json contrast_part(const WhyContrast& contrast) {
  return {{"changes", changes_part(contrast.changes, contrast.each_round)},
          {"keeps_trigger", contrast.keeps_trigger},
          {"shared", contrast.shared},
          {"trace", contrast.trace},
          {"single", contrast.single},
          {"nearest", !contrast.by_engines}};
}

Json instead_part(const WhyInstead& instead) {
  Json out = place_part(instead.place);
  out["value"] = json_of(instead.value);
  out["answer"] = instead.answer;
  out["because"] = Json::array();
  for (const WhyValue& because : instead.because) {
    out["because"].push_back(place_part(because.place));
    out["because"].back()["value"] = json_of(because.value);
  }
  out["core"] = rules_part(instead.core);
  out["minimal"] = instead.minimal;
  out["line"] = instead.line ? Json(instead.line) : Json(nullptr);
  out["trace"] = instead.trace.empty() ? Json(nullptr) : Json(instead.trace);
  if (!instead.rule.empty()) out["rule"] = valid_utf8(instead.rule);
  for (const WhyBlocked& blocked : instead.blocked)
    out["blocked"].push_back({{"rule", valid_utf8(blocked.rule)},
                              {"line", blocked.line ? Json(blocked.line) : Json(nullptr)},
                              {"condition", valid_utf8(blocked.condition)}});
  if (instead.answer == "history") out["shared"] = instead.step;
  if (instead.answer == "time") out["first"] = instead.step;
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

Json shared_part(const WhyShared& shared) {
  Json out = {{"counterexamples", shared.counterexamples}, {"passing", shared.passing}, {"facts", Json::array()}};
  for (const WhySharedFact& fact : shared.facts) {
    Json told = {{"column", valid_utf8(fact.column)}};
    told["kind"] = fact.value ? "choice" : "branch";
    told["value"] = fact.value ? json_of(*fact.value) : Json(nullptr);
    told["line"] = fact.line ? Json(fact.line) : Json(nullptr);
    told["branch"] = fact.branch.empty() ? Json(nullptr) : Json(valid_utf8(fact.branch));
    told["gives"] = fact.gives.empty() ? Json(nullptr) : Json(valid_utf8(fact.gives));
    told["with"] = fact.with.empty() ? Json(nullptr) : Json(valid_utf8(fact.with));
    told["passing"] = fact.passing;
    out["facts"].push_back(std::move(told));
  }
  return out;
}

}  // namespace

Json json_of(const Why& why) {
  Json out = {{"kind", "why"}, {"property", valid_utf8(why.property)}};
  out["trace"] = why.trace.empty() ? Json(nullptr) : Json(why.trace);
  out["sentence"] = valid_utf8(why.sentence);
  if (why.asked.empty()) out["story"] = story_part(why);
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
  if (!why.instead.empty()) out["instead"] = instead_part(why.instead.front());
  if (why.sealed) out["sealed"] = sealed_part(*why.sealed);
  if (why.contrast) {
    out["contrast"] = Json::array();
    for (const WhyContrast& contrast : why.contrast->found) out["contrast"].push_back(contrast_part(contrast));
    out["contrast_complete"] = why.contrast->complete;
  }
  out["fairness"] = why.fairness ? fairness_part(*why.fairness) : Json(nullptr);
  out["relevant"] = Json::array();
  for (const std::string& column : why.relevant) out["relevant"].push_back(valid_utf8(column));
  out["shared_by"] = why.shared_by ? shared_part(*why.shared_by) : Json(nullptr);
  return out;
}

}  // namespace whynot::report
