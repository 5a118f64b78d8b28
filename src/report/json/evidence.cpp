// Evidence as JSON: the proof as a tree of nodes, the states that it names, and what was asked about it.
#include "report/findings.h"

namespace whynot::report {
namespace {

Json certificate_part(const ProofCertificate& certificate) {
  Json out = {{"kind", certificate.kind}, {"formula", certificate.formula}};
  if (certificate.states) out["states"] = *certificate.states;
  if (!certificate.layers.empty()) out["layers"] = certificate.layers;
  for (const std::string& j : certificate.justice) out["justice"].push_back(text_or_null(j));
  return out;
}

Json values_part(const NamedValues& named) {
  Json out = Json::object();
  for (const auto& [column, value] : named) append(out, column, json_of(value));
  return out;
}

// Proofs are as deep as they were expanded, which the analysis limits.
Json node_part(const ProofNode& node) {
  Json out = {{"goal", node.goal},
              {"state", text_or_null(node.state)},
              {"set", text_or_null(node.set)},
              {"open", node.open},
              {"rule", text_or_null(node.rule)},
              {"bound", node.bound ? Json(*node.bound) : Json(nullptr)},
              {"by", text_or_null(node.by)},
              {"summary", node.summary},
              {"children", Json::array()}};
  if (node.position) {
    out.erase("state");
    out["position"] = *node.position;
  }
  if (!node.because.empty()) out["because"] = node.because;
  if (node.certificate) out["certificate"] = certificate_part(*node.certificate);
  for (const NamedValues& step : node.inputs) out["inputs"].push_back(values_part(step));
  for (const ProofNode& child : node.children) out["children"].push_back(node_part(child));
  return out;
}

Json alternatives_part(const Alternatives& alternatives) {
  Json list = Json::array();
  for (const Alternative& one : alternatives.list) list.push_back({{"text", one.text}, {"chosen", one.chosen}});
  return {{"at", alternatives.at}, {"list", std::move(list)}, {"more", alternatives.more}};
}

}  // namespace

Json json_of(const Evidence& evidence) {
  Json states = Json::object();
  for (const NamedState& state : evidence.states) append(states, state.name, values_part(state.values));
  Json out = {{"kind", "evidence"},
              {"property", evidence.property},
              {"holds", evidence.holds},
              {"proved", evidence.proved},
              {"checked", evidence.checked},
              {"open", evidence.open},
              {"proof", node_part(evidence.proof)},
              {"states", std::move(states)},
              {"traces", evidence.traces},
              {"summary", evidence.headline}};
  if (!evidence.label.empty()) out["class"] = evidence.label;
  for (const StrategyUse& use : evidence.strategies)
    out["strategies"].push_back({{"text", use.name},
                                 {"name", use.name},
                                 {"decided", use.used},
                                 {"used", use.used},
                                 {"could_not", use.could_not},
                                 {"price", use.price}});
  for (const AbstractStep& step : evidence.abstract)
    out["abstract"].push_back({{"formula", step.formula}, {"states", step.states}});
  if (!evidence.abstract.empty())
    out["witnesses"] = evidence.witnesses.empty() ? Json(nullptr) : Json(evidence.witnesses);
  if (evidence.abstract_loop) out["abstract_loop"] = *evidence.abstract_loop;
  if (evidence.alternatives) out["alternatives"] = alternatives_part(*evidence.alternatives);
  if (evidence.suggestion)
    out["suggestion"] = {{"strategy", evidence.suggestion->strategy}, {"times", evidence.suggestion->times}};
  return out;
}

}  // namespace whynot::report
