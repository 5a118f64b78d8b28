// Classes as JSON, member by member as CONTRACT.md names them; what only some classifications have comes last.
#include "report/findings.h"
#include "report/literal.h"

namespace whynot::report {
namespace {

template <class T>
Json or_null(const std::optional<T>& value) {
  return value ? Json(*value) : Json(nullptr);
}

Json class_part(const CounterexampleClass& c) {
  Json facts = Json::array();
  for (const Fact& fact : c.facts)
    facts.push_back({{"text", fact.text}, {"predicate", fact.predicate}, {"args", fact.args}});
  Json made = {{"constraint", c.constraint},
               {"sentence", c.sentence},
               {"positions", c.positions},
               {"facts", std::move(facts)},
               {"representative", text_or_null(c.representative)},
               {"canonical", text_or_null(c.canonical)},
               {"count", or_null(c.count)},
               {"only", or_null(c.only)},
               {"share", or_null(c.share)},
               {"flags", c.flags},
               {"sufficient", text_or_null(c.sufficient)},
               {"below", c.below}};
  if (!c.since.empty()) made["since"] = c.since;
  if (c.orbit)
    made["orbit"] = {{"of", c.orbit->of}, {"members", c.orbit->members}, {"constraints", c.orbit->constraints}};
  if (c.contrast)
    made["contrast"] = {{"passing", c.contrast->passing},
                        {"differ", c.contrast->differ},
                        {"steps", c.contrast->steps},
                        {"sentence", c.contrast->sentence}};
  made["details"] = Json::array();
  for (const CounterexampleClass::Detail& d : c.details)
    made["details"].push_back({{"text", d.text},
                               {"sentence", d.sentence},
                               {"count", d.count},
                               {"share", d.share},
                               {"share_passing", d.among_passing}});
  return made;
}

Json baseline_part(const Classification& c) {
  const auto names = [&](std::string_view since) {
    Json found = Json::array();
    for (const CounterexampleClass& one : c.classes)
      if (one.since == since) found.push_back(one.constraint);
    return found;
  };
  return {{"file", c.baseline->file},
          {"new", names("new")},
          {"grown", names("grown")},
          {"known", names("known")},
          {"gone", c.baseline->gone}};
}

Json insufficient_part(const Insufficient& i) {
  Json positions = Json::object();
  for (const auto& [name, at] : i.positions) positions[name] = at;
  return {{"counterexample", i.counterexample}, {"passing", i.passing}, {"positions", positions}, {"differ", i.differ}};
}

Json cures_part(const Classification& c) {
  Json cures = Json::array();
  for (const Classification::Cure& cure : c.cures)
    cures.push_back({{"add", cure.add},
                     {"line", cure.line},
                     {"classes", cure.classes ? Json(*cure.classes) : Json(nullptr)},
                     {"complete", cure.classes ? Json(cure.complete) : Json(nullptr)}});
  return cures;
}

}  // namespace

Json json_of(const Classification& c) {
  Json classes = Json::array();
  for (const CounterexampleClass& one : c.classes) classes.push_back(class_part(one));
  Json generic = Json::array();
  for (const auto& one : c.generic) generic.push_back({{"constraint", one.constraint}, {"sentence", one.sentence}});
  Json predicates = Json::array();
  for (const auto& p : c.predicates)
    predicates.push_back(
        {{"name", p.name}, {"text", p.text}, {"kind", p.kind}, {"cost", p.cost}, {"sentence", p.sentence}});
  Json made = {{"kind", "classification"},
               {"property", c.property},
               {"mode", c.mode},
               {"bound", c.bound},
               {"complete", c.complete},
               {"total", or_null(c.total)},
               {"classes", std::move(classes)},
               {"insufficient", c.insufficient ? insufficient_part(*c.insufficient) : Json(nullptr)},
               {"uncovered", or_null(c.uncovered)},
               {"unbounded", c.unbounded},
               {"discovered", c.discovered},
               {"runs", c.lassos ? "lasso" : "finite"},
               {"overlap", c.overlap},
               {"uncompared", text_or_null(c.not_compared)},
               {"space", text_or_null(c.space)},
               {"excluded", c.excluded},
               {"collections", c.large},
               {"unused", c.unused},
               {"generic", std::move(generic)},
               {"anchor", c.anchor.empty() ? Json(nullptr) : Json(c.anchor)},
               {"effort",
                {{"rounds", c.rounds},
                 {"questions", c.questions},
                 {"samples", {c.found, c.passing_seen}},
                 {"found", c.found},
                 {"facts", c.facts}}},
               {"uncounted", text_or_null(c.uncounted)},
               {"stopped", text_or_null(c.stopped)},
               {"predicates", std::move(predicates)}};
  Json descriptors = Json::array();
  for (const auto& d : c.descriptors)
    descriptors.push_back({{"text", d.text},
                           {"sentence", d.sentence},
                           {"count", d.count},
                           {"passing", d.passing},
                           {"passing_samples", json_of(read_literal(d.passing))},
                           {"all_passing", d.all_passing}});
  made["descriptors"] = std::move(descriptors);
  if (c.baseline) made["baseline"] = baseline_part(c);
  if (!c.cures.empty()) made["cures"] = cures_part(c);
  return made;
}

}  // namespace whynot::report
