// First the checker passes judgement on the proof as it stands; only then is the tree copied into the report, with
// short names for its states and the runs in it as traces.
#include "command/about/explain/evidence.h"

#include <fmt/format.h>

#include <algorithm>

#include "analyse/explain/show/runs.h"
#include "analyse/explain/show/summary.h"
#include "analyse/explain/walk/drive.h"
#include "base/check.h"
#include "engine/certify.h"
#include "engine/engine.h"
#include "engine/partial/endless.h"
#include "expr/print.h"

namespace whynot::command {
namespace {

constexpr std::size_t most_traces = 10;

constexpr std::size_t most_layers = 40, longest_formula = 100'000, short_formula = 40;
constexpr std::uint64_t effort_of_invariant = 100;
constexpr std::size_t most_shortened = 4;

// A formula over all of its own, if it is not too long to be read: as a text it may be far longer than in memory.
std::optional<std::string> spelled(const ExprPool& pool, Expr e) {
  std::unordered_map<Expr, std::size_t, ExprHash> size;
  for_each_postorder(e, [&](Expr part) {
    std::size_t all = 1;
    for (std::size_t i = 0; i < part.arity(); ++i) all = std::min(longest_formula, all + size.at(part.arg(i)));
    size[part] = all;
  });
  if (size.at(e) >= longest_formula) return std::nullopt;
  return to_string(pool, e);
}

// The sets of a rule about all runs, each within the formula.
std::optional<report::ProofCertificate> certificate_of(explain::Builder& builder, explain::NodeId id) {
  const explain::Proof& proof = builder.proof();
  const explain::Node& n = proof.at(id);
  std::vector<Expr> layers;
  report::ProofCertificate out;
  Expr within = proof.reachable;
  if (n.rule == explain::Rule::AG && n.bound) {
    out.kind = "induction";
    out.states = *n.bound;
    within = n.goal.formula.arg(0);
  } else if (n.rule == explain::Rule::AG) {
    out.kind = "invariant";
    if (!explain::is_true(proof.pool(), n.closed) && n.closed != within) within = proof.pool().and_(within, n.closed);
  } else if (n.rule == explain::Rule::AUFair) {
    out.kind = "ranks";
    for (const explain::Layer& layer : n.layers) {
      layers.push_back(layer.set);
      out.justice.push_back(layer.justice ? to_string(proof.pool(), proof.system->justice[*layer.justice].condition)
                                          : "");
    }
  } else if (n.rule == explain::Rule::AU && *n.bound < most_layers) {
    out.kind = "layers";
    for (std::size_t rank = 0; rank <= *n.bound; ++rank)
      layers.push_back(builder.oracle().describe(builder.oracle().ring(n.goal.formula, rank)));
  } else {
    return std::nullopt;
  }
  if (!within) within = builder.oracle().expression(builder.oracle().reachable());
  if (!within) return std::nullopt;
  const auto formula = spelled(proof.pool(), within);
  if (!formula) return std::nullopt;
  out.formula = *formula;
  for (const Expr layer : layers) {
    const auto text = layer ? spelled(proof.pool(), layer) : std::nullopt;
    if (!text) return std::nullopt;
    out.layers.push_back(*text);
  }
  return out;
}

// "x <= 4 & !(y & z)": what an engine whose proofs are clauses needs beside the condition for it to be kept by every
// step from the state on, or from the model's own start; nothing where it needs longer than a moment, or its answer is
// not confirmed.
std::optional<std::string> short_invariant(session::Workbench& workbench, Expr always, const State* from) {
  Property said;
  said.name = "always";
  said.kind = PropertyKind::Invariant;
  said.formula = always;
  Context limited(workbench.context(), effort_of_invariant);
  Query query = workbench.query(said);
  std::optional<TransitionSystem> started;
  if (from) {
    started = engine::partial::started_in(workbench.system(), *from);
    query.system = &*started;
    query.keep = nullptr;
  }
  const engine::Engine& engine = engine::engine_with(&engine::Powers::clauses);
  if (engine.refuses(query)) return std::nullopt;
  const auto search = engine.start(query, limited);
  engine::Answer answer{search->next(), std::string(engine.name()), nullptr};
  const auto* holds = std::get_if<Holds>(&answer.verdict);
  const auto* invariant = holds ? std::get_if<Invariant>(&holds->evidence) : nullptr;
  if (!invariant || engine::doubt(query, answer, limited)) return std::nullopt;
  std::string text = to_string(workbench.pool(), always);
  if (!invariant->clauses.empty()) text = fmt::format("({})", text);
  for (const Invariant::Clause& clause : invariant->clauses) text += fmt::format(" & ({})", clause.text);
  return text;
}

// Whether a goal of the initial states, or of one state, says that a fact is always true.
bool is_always_a_fact(const explain::Proof& proof, explain::NodeId id) {
  const explain::Node& n = proof.at(id);
  const Expr said = n.goal.formula;
  const bool is_plain = said.is(Op::AG) && bounds_of(said).unbounded() && explain::is_plain(said.arg(0));
  return n.rule == explain::Rule::AG && is_plain && (id == proof.root ? proof.holds : n.goal.state.has_value());
}

// Instead of all states that can be reached, where that takes longer to say.
void shorten(session::Workbench& workbench, const explain::Proof& proof, report::ProofNode& root) {
  std::vector<std::pair<explain::NodeId, report::ProofNode*>> open{{proof.root, &root}};
  for (std::size_t tried = 0; !open.empty() && tried < most_shortened;) {
    const auto [id, node] = open.back();
    open.pop_back();
    const auto& premises = proof.at(id).premises;
    for (std::size_t i = premises.size(); i-- > 0;) open.emplace_back(premises[i], &node->children[i]);
    auto& certificate = node->certificate;
    if (!is_always_a_fact(proof, id) || proof.at(id).bound ||
        (certificate && certificate->formula.size() <= short_formula))
      continue;
    ++tried;
    const State* from = id == proof.root ? nullptr : &*proof.at(id).goal.state;
    const auto text = short_invariant(workbench, proof.at(id).goal.formula.arg(0), from);
    if (!text || (certificate && text->size() >= certificate->formula.size())) continue;
    certificate.emplace();
    certificate->kind = "invariant";
    certificate->formula = *text;
  }
}

// Of the steps between the states of a rule.
std::vector<report::NamedValues> inputs_of(const Signature& signature, const explain::Node& n) {
  std::vector<report::NamedValues> all;
  if (signature.inputs.empty()) return all;
  for (const Inputs& inputs : n.inputs) {
    report::NamedValues named;
    for (std::size_t i = 0; i < inputs.size(); ++i) named.emplace_back(signature.inputs[i].name, inputs[i]);
    all.push_back(std::move(named));
  }
  return all;
}

// The tree of the report; children are made before their parents, since proofs can be deep.
report::ProofNode tree_of(explain::Builder& builder, const Signature& signature, const StateNames& names) {
  const explain::Proof& proof = builder.proof();
  const std::vector<explain::NodeId> order = explain::in_order(proof, proof.root);
  std::unordered_map<explain::NodeId, report::ProofNode> made;
  for (auto id = order.rbegin(); id != order.rend(); ++id) {
    const explain::Node& n = proof.at(*id);
    report::ProofNode out;
    out.goal = to_string(proof.pool(), n.goal.formula);
    if (n.goal.state)
      out.state = names.of(*n.goal.state);
    else
      out.set = to_string(proof.pool(), n.goal.set);
    out.open = n.rule == explain::Rule::Open;
    if (!out.open) out.rule = explain::rule_name(n.rule);
    out.bound = n.bound;
    if (!n.by.empty())
      out.by = n.by == "user" ? n.by : "strategy " + n.by;
    else if (!out.open)
      out.by = "default";
    out.certificate = certificate_of(builder, *id);
    out.inputs = inputs_of(signature, n);
    out.because = builder.because(*id);
    out.summary = explain::summary(builder, *id);
    for (const auto& s : builder.strategies())
      if (auto words = s->says(builder.view(), *id, out.summary)) out.summary = std::move(*words);
    for (const explain::NodeId p : n.premises) {
      out.children.push_back(std::move(made.at(p)));
      made.erase(p);
    }
    made.emplace(*id, std::move(out));
  }
  return std::move(made.at(proof.root));
}

// Only what has passed is shown: a goal whose rule takes the checker too long is open again.  Where that does not
// help, because what all goals rest on takes too long or time is up, the refusal is told.
std::optional<explain::Refusal> check_or_reopen(explain::Builder& builder, explain::Checker& checker,
                                                const Property& property, std::vector<std::string>& notes) {
  std::size_t reopened = 0;
  auto refusal = checker.check(builder.proof(), property.formula);
  for (; refusal && refusal->stopped && refusal->node != explain::no_node &&
         refusal->node != builder.proof().fairness && !builder.is_open(refusal->node) && !builder.oracle().stopped();
       ++reopened) {
    builder.reopen(refusal->node);
    refusal = checker.check(builder.proof(), property.formula);
  }
  if (refusal && !refusal->stopped)
    WHYNOT_CHECK(false, fmt::format("the proof for `{}` was refused: {}", property.name, refusal->reason));
  if (reopened > 0)
    notes.push_back(fmt::format(
        "{} goal{} took too long to check and {} open: --strategy that names single states (not `largest`), or "
        "-f with a part of the property, gives smaller sets",
        reopened, reopened == 1 ? "" : "s", reopened == 1 ? "stays" : "stay"));
  if (refusal)
    notes.push_back(
        fmt::format("the checker gave up ({}): what is shown rests on the decision diagrams alone; a longer "
                    "--timeout, or `whynot check --certify`, may tell more",
                    refusal->reason));
  return refusal;
}

}  // namespace

void add_runs(session::Workbench& workbench, const explain::Proof& proof, const Property& property,
              report::Evidence& evidence) {
  for (Trace& trace : explain::runs_of(proof, workbench.stepper(), most_traces)) {
    const bool tells = !proof.holds || explain::is_existential(proof.at(proof.root).goal.formula);
    if (trace.steps.size() == 1 && !trace.loop && (!tells || !evidence.traces.empty())) continue;
    evidence.traces.push_back(workbench.cite(std::move(trace), property.name));
  }
}

namespace {

// Whether a name of the model is the prefix and a number.
bool clashes(const TransitionSystem& system, const std::string& prefix) {
  const auto is_such = [&](const std::string& name) {
    return name.size() > prefix.size() && name.starts_with(prefix) &&
           name.find_first_not_of("0123456789", prefix.size()) == std::string::npos;
  };
  for (const VariableDecl& v : system.variables) {
    if (is_such(system.pool->name_of(v.variable))) return true;
    if (v.variable.type().kind() != TypeKind::Enum) continue;
    const auto& values = v.variable.type().values();
    if (std::any_of(values.begin(), values.end(), [&](const Value& x) { return is_such(x.to_string()); })) return true;
  }
  return std::any_of(system.defines.begin(), system.defines.end(), [&](const Define& d) { return is_such(d.name); });
}

}  // namespace

StateNames::StateNames(const explain::Proof& proof) {
  std::string prefix = "s";
  while (clashes(*proof.system, prefix)) {
    if (prefix == "s")
      prefix = "state";
    else
      prefix += '_';
  }
  for (const explain::NodeId id : explain::in_order(proof, proof.root)) {
    const auto& state = proof.at(id).goal.state;
    if (state && names_.try_emplace(*state, fmt::format("{}{}", prefix, states_.size())).second)
      states_.push_back(*state);
  }
}

const std::string& StateNames::of(const State& s) const { return names_.at(s); }

report::Evidence evidence_of(session::Workbench& workbench, explain::Builder& builder, explain::Checker& checker,
                             const Property& property, bool traces) {
  const explain::Proof& proof = builder.proof();
  report::Evidence evidence;
  const auto refusal = check_or_reopen(builder, checker, property, evidence.notes);
  evidence.property = property.name;
  evidence.holds = proof.holds;
  evidence.proved = to_string(proof.pool(), proof.at(proof.root).goal.formula);
  evidence.checked = !refusal;
  evidence.open = builder.leaves().size();
  const StateNames names(proof);
  evidence.proof = tree_of(builder, *workbench.stepper().signature(), names);
  if (evidence.checked) shorten(workbench, proof, evidence.proof);
  const auto& columns = workbench.stepper().signature()->columns;
  for (const State& s : names.states()) {
    report::NamedState named{names.of(s), {}};
    for (std::size_t c = 0; c < columns.size(); ++c) named.values.emplace_back(columns[c].name, s[c]);
    evidence.states.push_back(std::move(named));
  }
  evidence.headline = explain::headline(builder);
  for (const auto& s : builder.strategies()) {
    const auto [again, once] = builder.price_of(*s);
    evidence.strategies.push_back({s->name(), s->used, s->could_not, again + once});
  }
  if (traces) add_runs(workbench, proof, property, evidence);
  return evidence;
}

}  // namespace whynot::command
