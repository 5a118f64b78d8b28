// Progression: each position turns what is asked of the rest of the run into alternatives of simpler obligations.
#include "analyse/classify/listed/formula_monitor.h"

#include <algorithm>
#include <unordered_map>

#include "base/check.h"
#include "model/ltl.h"
#include "model/property.h"
#include "model/system/formula_parts.h"

namespace whynot::analyse::classify {
namespace {

constexpr std::size_t largest_formula = 200, most_alternatives = 4000;

using ObligationSets = std::set<std::set<std::size_t>>;

// Without alternatives that ask for more than another one.
ObligationSets without_stronger(const ObligationSets& all) {
  ObligationSets kept;
  for (const auto& a : all) {
    const auto asks_less = [&](const std::set<std::size_t>& b) {
      return b != a && std::includes(a.begin(), a.end(), b.begin(), b.end());
    };
    if (std::none_of(all.begin(), all.end(), asks_less)) kept.insert(a);
  }
  return kept;
}

ObligationSets either(ObligationSets a, const ObligationSets& b) {
  a.insert(b.begin(), b.end());
  return without_stronger(a);
}

struct Booleans {
  static bool both(bool a, bool b) { return a && b; }
  static bool either(bool a, bool b) { return a || b; }
};

ObligationSets settled_as(bool value) { return value ? ObligationSets{{}} : ObligationSets{}; }

}  // namespace

FormulaMonitor::Alternatives FormulaMonitor::both(const Alternatives& a, const Alternatives& b) {
  Alternatives made;
  overflowed_ = overflowed_ || a.size() * b.size() > most_alternatives;
  if (overflowed_) return made;
  for (const Obligations& x : a)
    for (const Obligations& y : b) {
      Obligations joined = x;
      joined.insert(y.begin(), y.end());
      made.insert(std::move(joined));
    }
  return without_stronger(made);
}

struct FormulaMonitor::AlternativesOf {
  FormulaMonitor& monitor;
  Alternatives both(const Alternatives& a, const Alternatives& b) const { return monitor.both(a, b); }
  Alternatives either(const Alternatives& a, const Alternatives& b) const { return classify::either(a, b); }
};

std::optional<FormulaMonitor> FormulaMonitor::of(const TransitionSystem& system, Expr formula) {
  FormulaMonitor made;
  if (!made.add_nodes(system, formula)) return std::nullopt;
  Situation start{{{made.nodes_.size() - 1}}, std::vector<bool>(made.nodes_.size(), false), false};
  made.intern(std::move(start));
  made.states_.push_back({settled_as(true), {}, true});
  return made;
}

std::size_t FormulaMonitor::atom(Expr condition, bool of_transition) {
  for (std::size_t i = 0; i < atoms_.size(); ++i)
    if (atoms_[i].condition == condition) return i;
  atoms_.push_back({condition, of_transition});
  return atoms_.size() - 1;
}

bool FormulaMonitor::add_nodes(const TransitionSystem& system, Expr formula) {
  const auto is_input = [&](Expr x) {
    return std::any_of(system.variables.begin(), system.variables.end(),
                       [&](const VariableDecl& v) { return v.variable == x && v.kind == VariableKind::Input; });
  };
  std::unordered_map<Expr, std::size_t, ExprHash> index;
  for (const auto& [e, is_atom] : formula_parts(formula)) {
    if (nodes_.size() > largest_formula) return false;
    Node node{e.op(), {}, none, false, false};
    if (is_atom) {
      const bool of_transition = speaks_of_transition(e, is_input);
      node.negated = e.is(Op::Not);
      node.atom = atom(node.negated ? e.arg(0) : e, of_transition);
      node.is_past = !of_transition;
    } else {
      bool all_past = true;
      for (std::size_t i = 0; i < e.arity(); ++i) {
        node.args.push_back(index.at(e.arg(i)));
        all_past = all_past && nodes_[node.args.back()].is_past;
      }
      if (whynot::is_past(e.op()) && !all_past) return false;
      node.is_past = all_past && !is_future(e.op());
    }
    index.emplace(e, nodes_.size());
    nodes_.push_back(std::move(node));
  }
  return true;
}

std::vector<bool> FormulaMonitor::known_after(const Situation& from, const std::vector<bool>& values) const {
  std::vector<bool> now(nodes_.size(), false);
  for (std::size_t n = 0; n < nodes_.size(); ++n) {
    const Node& node = nodes_[n];
    if (!node.is_past) continue;
    if (node.atom != none) {
      now[n] = values[node.atom] != node.negated;
      continue;
    }
    const std::size_t seen = is_shift(node.op) ? node.args[0] : n;
    const bool before = from.started ? from.known[seen] : holds_before_start(node.op);
    const bool a = now[node.args[0]], b = now[node.args.back()];
    now[n] = unfold(node.op, Booleans(), a, b, before);
  }
  return now;
}

// No deeper than there are nodes.
FormulaMonitor::Alternatives FormulaMonitor::progressed(std::size_t obligation, const std::vector<bool>& values,
                                                        const std::vector<bool>& known) {
  if (obligation >= nodes_.size()) {
    const Node& entered = nodes_[obligation - nodes_.size()];
    return settled_as(values[entered.atom] != entered.negated);
  }
  const Node& node = nodes_[obligation];
  if (node.is_past) return settled_as(known[obligation]);
  if (node.atom != none) return {{nodes_.size() + obligation}};
  WHYNOT_CHECK(node.op != Op::G && node.op != Op::V, "only co-safety formulas should be read on finite runs");
  if (node.op == Op::X) return {{node.args[0]}};
  const auto part = [&](std::size_t i) { return progressed(node.args[i], values, known); };
  const Alternatives a = part(0), b = node.args.size() > 1 ? part(1) : Alternatives();
  return unfold(node.op, AlternativesOf{*this}, a, b, Alternatives{{obligation}});
}

FormulaMonitor::StateId FormulaMonitor::next(StateId from, const std::vector<bool>& values) {
  if (from == accepting) return accepting;
  const Situation before = states_[from];
  Situation after{{}, known_after(before, values), true};
  for (const Obligations& all : before.open) {
    Alternatives met = settled_as(true);
    for (std::size_t o : all) met = both(met, progressed(o, values, after.known));
    after.open = either(std::move(after.open), met);
  }
  if (after.open == settled_as(true)) return accepting;
  return intern(std::move(after));
}

FormulaMonitor::StateId FormulaMonitor::intern(Situation s) {
  // The accepting state has its number already, once there is a first one.
  const auto [known, is_new] = ids_.emplace(std::move(s), static_cast<StateId>(states_.size()));
  if (is_new) states_.push_back(known->first);
  return known->second;
}

}  // namespace whynot::analyse::classify
