#include "report/findings.h"

namespace whynot::report {
namespace {

Json partition_part(const SearchPartition& p) {
  return {{"ranks", p.ranks},
          {"crossings", p.crossings},
          {"cross_bytes", p.cross_bytes},
          {"largest_rank_states", p.largest_rank_states}};
}

Json search_part(const SearchSummary& search) {
  Json depths = Json::array();
  for (const SearchDepth& d : search.depths)
    depths.push_back({{"depth", d.depth}, {"states", d.states}, {"transitions", d.transitions}});
  Json out = {{"scope", search.scope}, {"symmetry", search.symmetry}, {"depths", std::move(depths)}};
  out["exhausted"] = search.exhausted;
  if (!search.stopped.empty()) out["stopped"] = search.stopped;
  if (search.fewest) out["fewest"] = *search.fewest;
  if (search.enough) out["enough"] = *search.enough;
  if (search.partition) out["partition"] = partition_part(*search.partition);
  return out;
}

Json cells_part(const InductionCase::Cells& cells) {
  Json out = Json::object();
  for (const auto& [column, value] : cells) out[column] = json_of(value);
  return out;
}

Json case_part(const InductionCase& c) {
  Json out = {{"transition", c.transition}, {"result", c.result}};
  if (!c.reason.empty()) out["reason"] = c.reason;
  if (c.result != "fails") return out;
  out["action"] = c.action;
  out["state"] = cells_part(c.state);
  out["next"] = cells_part(c.next);
  return out;
}

Json tried_part(const TriedEntry& t) {
  Json out = {{"what", t.what}};
  if (!t.scope.empty()) out["scope"] = t.scope;
  if (t.depth) out["depth"] = *t.depth;
  if (!t.result.empty()) out["result"] = t.result;
  return out;
}

}  // namespace

Json json_of(const Falsification& f) {
  Json out = {{"kind", "falsification"}};
  if (!f.property.empty()) out["property"] = f.property;
  if (!f.outcome.empty()) out["outcome"] = f.outcome;
  out["trace"] = f.trace.empty() ? Json(nullptr) : Json(f.trace);
  out["lemmas"] = Json::array();
  for (const LemmaEntry& l : f.lemmas) {
    out["lemmas"].push_back(
        {{"name", l.name}, {"from", l.from}, {"transition", l.transition}, {"text", l.text}, {"status", l.status}});
    if (l.fails_at) out["lemmas"].back()["fails_at"] = *l.fails_at;
  }
  out["search"] = f.search ? search_part(*f.search) : Json(nullptr);
  for (const InductionCase& c : f.cases) out["cases"].push_back(case_part(c));
  if (!f.fragment.empty()) out["fragment"] = f.fragment;
  for (const TriedEntry& t : f.tried) out["tried"].push_back(tried_part(t));
  if (!f.invariant.empty()) out["invariant"] = f.invariant;
  if (!f.certificate.empty()) out["certificate"] = f.certificate;
  return out;
}

}  // namespace whynot::report
