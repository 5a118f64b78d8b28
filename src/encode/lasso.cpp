// A label for each subformula, position and round; promises of the last position are bound when the next one is made.
#include "encode/lasso.h"

#include <algorithm>
#include <unordered_map>

#include "base/check.h"
#include "encode/literals.h"
#include "model/ltl.h"
#include "model/property.h"
#include "model/system/formula_parts.h"

namespace whynot::encode {

Lasso::Lasso(Unroll& unroll, Expr formula, Closing closing) : unroll_(unroll) {
  const TransitionSystem& system = unroll.system().system();
  add_nodes(formula);
  if (closing == Closing::States) readings_.clear();
  at_end_.resize(nodes_.size());
  before_start_.resize(nodes_.size());
  const auto chain = [&](Expr condition) { return LoopChain{unroll.system().condition(condition), std::nullopt, {}}; };
  for (const Constraint& c : system.justice) justice_.push_back(chain(c.condition));
  for (const Compassion& c : system.compassion) compassion_.emplace_back(chain(c.p), chain(c.q));
  end_state_.resize(unroll.identity(0).size() + readings_.size());
  for (Lit& bit : end_state_) bit = unroll_.graph().input();
  add_position();
  unroll_.cnf().require(label(nodes_.size() - 1, 0, 0));
}

void Lasso::add_nodes(Expr formula) {
  std::unordered_map<Expr, std::size_t, ExprHash> index;
  const auto is_input = [&](Expr v) {
    return unroll_.system().variables()[unroll_.system().index_of(v)].kind == VariableKind::Input;
  };
  for (const auto& [e, is_atom] : formula_parts(formula)) {
    Node node;
    node.formula = e;
    if (is_atom) {
      node.atom = unroll_.system().condition(e);
      node.leaves = speaks_of_transition(e, is_input);
      const Lit reading = *node.atom ^ node.atom->complemented();  // an atom and its negation read the same
      const bool known = std::find(readings_.begin(), readings_.end(), reading) != readings_.end();
      if (node.leaves && !known) readings_.push_back(reading);
    } else {
      for (std::size_t i = 0; i < e.arity(); ++i) {
        node.args.push_back(index.at(e.arg(i)));
        node.rounds = std::max(node.rounds, nodes_[node.args.back()].rounds);
      }
      node.rounds += is_past(e.op());
    }
    node.labels.resize(node.rounds + 1);
    const std::size_t here = nodes_.size();
    index.emplace(e, here);
    if (e.is(Op::X))
      targets_.push_back(node.args[0]);
    else if (is_future(e.op()))
      targets_.push_back(here);
    if (is_eventuality(e.op())) {
      eventualities_.push_back(here);
      eventuality_chains_.push_back({Lit(), node.args.back(), {}});
    }
    nodes_.push_back(std::move(node));
  }
  std::sort(targets_.begin(), targets_.end());
  targets_.erase(std::unique(targets_.begin(), targets_.end()), targets_.end());
}

Lit Lasso::label(std::size_t node, std::size_t round, std::size_t position) const {
  return nodes_[node].labels[std::min(round, nodes_[node].rounds)][position];
}

// The label at the end of the loop (or just before it), whatever the bound is.
Lit& Lasso::end_label(std::size_t node, std::size_t round, std::vector<std::vector<std::optional<Lit>>>& kept) {
  auto& rounds = kept[node];
  if (rounds.empty()) rounds.resize(nodes_[node].rounds + 1);
  std::optional<Lit>& made = rounds[std::min(round, nodes_[node].rounds)];
  if (!made) made = unroll_.graph().input();
  return *made;
}

Lit Lasso::promise(std::size_t node, std::size_t round) {
  const Lit promised = unroll_.graph().input();
  promises_.push_back({promised, node, round});
  return promised;
}

// The label one position back.  In a later round the start of the loop comes after its end.
Lit Lasso::before(std::size_t node, std::size_t round, std::size_t position, bool at_start) {
  const Lit previous = position == 0 ? Aig::constant(at_start) : label(node, round, position - 1);
  if (round == 0) return previous;
  return unroll_.graph().ite(loop_starts_[position], end_label(node, round - 1, before_start_), previous);
}

// What a temporal operator looks at one position on, or back.
Lit Lasso::neighbour(const Node& node, std::size_t round, std::size_t position) {
  const Op op = node.formula.op();
  const std::size_t here = static_cast<std::size_t>(&node - nodes_.data());
  const std::size_t seen = is_shift(op) ? node.args[0] : here;
  if (is_future(op)) return promise(seen, round);
  if (is_past(op)) return before(seen, round, position, holds_before_start(op));
  return {};
}

Lit Lasso::make_label(Node& node, std::size_t round, std::size_t position) {
  Aig& g = unroll_.graph();
  if (node.atom) {
    if (!node.leaves) return unroll_.at(*node.atom, position);
    const Lit promised = g.input();
    open_atoms_.emplace_back(promised, *node.atom);
    return promised;
  }
  const Lit a = label(node.args[0], round, position);
  const Lit b = node.args.size() > 1 ? label(node.args[1], round, position) : Lit();
  return unfold(node.formula.op(), Literals{g}, a, b, neighbour(node, round, position));
}

void Lasso::add_position() {
  const std::size_t position = positions_++;
  unroll_.extend_to(position + 1);
  std::vector<Promise> due;
  due.swap(promises_);
  for (const auto& [promised, atom] : open_atoms_)
    unroll_.cnf().require_any(std::vector{!promised, unroll_.at(atom, position - 1)});
  open_atoms_.clear();
  add_loop_start(position);
  for (Node& node : nodes_)
    for (std::size_t round = 0; round <= node.rounds; ++round)
      node.labels[round].push_back(make_label(node, round, position));
  for (const Promise& p : due) unroll_.cnf().require_any(std::vector{!p.promised, label(p.node, p.round, position)});
  for (std::size_t node : targets_)
    for (std::size_t round = 0; round <= nodes_[node].rounds; ++round)
      unroll_.cnf().require_any(
          std::vector{!loop_starts_[position], !end_label(node, round, at_end_), label(node, round + 1, position)});
}

// What must be the same where a loop starts and where it ends.
std::vector<Lit> Lasso::closing_bits(std::size_t position) {
  std::vector<Lit> bits = unroll_.identity(position);
  for (Lit reading : readings_)
    bits.push_back(position == 0 ? Aig::constant(false) : unroll_.at(reading, position - 1));
  return bits;
}

void Lasso::add_loop_start(std::size_t position) {
  Aig& g = unroll_.graph();
  const Lit starts = g.input();
  const Lit inside = position == 0 ? Aig::constant(false) : in_loop_.back();
  loop_starts_.push_back(starts);
  in_loop_.push_back(g.or_(inside, starts));
  unroll_.cnf().require_any(std::vector{!starts, !inside});
  if (position == 0 && !readings_.empty()) unroll_.cnf().require(!starts);
  const std::vector<Lit> state = closing_bits(position);
  for (std::size_t i = 0; i < state.size(); ++i) {
    unroll_.cnf().require_any(std::vector{!starts, !end_state_[i], state[i]});
    unroll_.cnf().require_any(std::vector{!starts, end_state_[i], !state[i]});
  }
}

Lit Lasso::on_loop(LoopChain& chain, std::size_t position) {
  Aig& g = unroll_.graph();
  while (chain.reached.size() <= position) {
    const std::size_t p = chain.reached.size();
    const Lit goal = chain.node ? label(*chain.node, nodes_[*chain.node].rounds, p) : unroll_.at(chain.goal, p);
    const Lit here = g.and_(in_loop_[p], goal);
    chain.reached.push_back(p == 0 ? here : g.or_(chain.reached.back(), here));
  }
  return chain.reached[position];
}

void Lasso::require_when(Lit active, std::initializer_list<Lit> any) {
  std::vector<Lit> clause = {!active};
  clause.insert(clause.end(), any.begin(), any.end());
  unroll_.cnf().require_any(clause);
}

Lasso::Bound Lasso::close(std::size_t k) {
  WHYNOT_CHECK(k + 1 >= positions_, "bounds should go up");
  while (positions_ <= k) add_position();
  const Bound bound{unroll_.graph().input(), k == 0 ? Aig::constant(false) : in_loop_[k - 1]};
  const Lit active = bound.active, loops = bound.loops;
  require_when(active, {!loop_starts_[k]});
  const std::vector<Lit> state = closing_bits(k);
  for (std::size_t i = 0; i < state.size(); ++i) {
    require_when(active, {!end_state_[i], state[i]});
    require_when(active, {end_state_[i], !state[i]});
  }
  for (std::size_t node : targets_)
    for (std::size_t round = 0; round <= nodes_[node].rounds; ++round)
      require_when(active, {!loops, !label(node, round, k), end_label(node, round, at_end_)});
  for (std::size_t node = 0; k > 0 && node < nodes_.size(); ++node)
    for (std::size_t round = 0; round < before_start_[node].size(); ++round)
      if (const auto& end = before_start_[node][round])
        require_when(active, {!loops, !*end, label(node, round, k - 1)});
  // Nothing is known beyond the end of a finite run.
  for (const Promise& p : promises_)
    if (p.round == 0) require_when(active, {loops, !p.promised});
  for (const auto& [promised, atom] : open_atoms_) require_when(active, {loops, !promised});
  for (std::size_t i = 0; k > 0 && i < eventualities_.size(); ++i) {
    const std::size_t node = eventualities_[i];
    require_when(active, {!loops, !label(node, nodes_[node].rounds, k), on_loop(eventuality_chains_[i], k - 1)});
  }
  close_fairness(bound, k);
  return bound;
}

void Lasso::close_fairness(const Bound& bound, std::size_t k) {
  if (justice_.empty() && compassion_.empty()) return;
  require_when(bound.active, {bound.loops});
  if (k == 0) return;
  for (LoopChain& chain : justice_) require_when(bound.active, {on_loop(chain, k - 1)});
  for (auto& [p, q] : compassion_) require_when(bound.active, {!on_loop(p, k - 1), on_loop(q, k - 1)});
}

std::optional<std::size_t> Lasso::loop_start(std::size_t bound, const std::vector<bool>& model) const {
  for (std::size_t i = 0; i < bound; ++i)
    if (model[loop_starts_[i].node()]) return i;
  return std::nullopt;
}

}  // namespace whynot::encode
