#include "report/findings.h"

namespace whynot::report {
namespace {

Json search_part(const SearchSummary& search) {
  Json depths = Json::array();
  for (const SearchDepth& d : search.depths)
    depths.push_back({{"depth", d.depth}, {"states", d.states}, {"transitions", d.transitions}});
  Json out = {{"scope", search.scope}, {"symmetry", search.symmetry}, {"depths", std::move(depths)}};
  out["exhausted"] = search.exhausted;
  if (!search.stopped.empty()) out["stopped"] = search.stopped;
  if (search.fewest) out["fewest"] = *search.fewest;
  if (search.enough) out["enough"] = *search.enough;
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
  if (!f.certificate.empty()) out["certificate"] = f.certificate;
  return out;
}

}  // namespace whynot::report
