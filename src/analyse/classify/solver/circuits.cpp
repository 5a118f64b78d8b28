#include "analyse/classify/solver/circuits.h"

namespace whynot::analyse::classify {

using encode::Bits;
using solve::Aig;
using solve::Lit;

PredicateCircuits::Leaf PredicateCircuits::leaf(Expr e, Aig& graph) const {
  ExprPool& pool = *vocabulary_.system().pool;
  Leaf made;
  if (e.is(Op::At)) {
    made = {Leaf::Kind::Value, e.arg(0), static_cast<std::size_t>(e.a()), {}};
  } else if (e == place_of_last(pool)) {
    made.kind = Leaf::Kind::Last;
  } else if (e == place_of_loop(pool)) {
    made.kind = Leaf::Kind::Loop;
  } else {
    made.kind = Leaf::Kind::Place;
    while (e.type() == place_of_last(pool).type() && e != place_of_argument(pool, made.argument)) ++made.argument;
  }
  for (std::size_t i = 0; i < encode::code_width(e.type()); ++i) made.bits.push_back(graph.input());
  return made;
}

const PredicateCircuits::Circuit& PredicateCircuits::circuit(Expr body) {
  const auto [entry, fresh] = circuits_.try_emplace(body);
  Circuit& made = entry->second;
  if (!fresh) return made;
  // Only what the evaluation reads is a leaf: the Variable below an At is not.
  std::vector<bool> below_at;
  for_each_postorder(body, [&](Expr e) {
    if (!e.is(Op::At)) return;
    if (e.arg(0).id() >= below_at.size()) below_at.resize(e.arg(0).id() + 1);
    below_at[e.arg(0).id()] = true;
  });
  encode::Blaster blaster(*vocabulary_.system().pool, made.graph, [&](Expr e) {
    if (e.is(Op::Variable) && e.id() < below_at.size() && below_at[e.id()])
      return Bits(encode::code_width(e.type()), Aig::constant(false));
    made.leaves.push_back(leaf(e, made.graph));
    return made.leaves.back().bits;
  });
  made.holds = blaster.condition(body);
  return made;
}

Lit PredicateCircuits::instance(Expr body, Aig& to, const Source& source) {
  const Circuit& c = circuit(body);
  solve::Substitution copy(c.graph, to);
  for (const Leaf& leaf : c.leaves) {
    std::optional<Bits> bits;
    if (leaf.kind == Leaf::Kind::Value) bits = source.code(leaf.variable, leaf.argument);
    if (leaf.kind == Leaf::Kind::Place) bits = source.place(leaf.argument);
    if (leaf.kind == Leaf::Kind::Last) bits = source.last();
    if (leaf.kind == Leaf::Kind::Loop) bits = source.loop();
    if (!bits) return Aig::constant(false);
    for (std::size_t i = 0; i < leaf.bits.size(); ++i)
      copy.set(leaf.bits[i].node(), i < bits->size() ? (*bits)[i] : Aig::constant(false));
  }
  return copy.apply(c.holds);
}

Lit PredicateCircuits::leaving(Expr body, RunFrames& runs, std::size_t step, Source source) {
  bool reads_after = false;
  source.code = [&](Expr variable, std::size_t argument) {
    reads_after = reads_after || argument == 1;
    return argument == 0 ? runs.code(variable, step) : runs.code_after(variable, step);
  };
  const Lit holds = instance(body, runs.graph(), source);
  return reads_after ? runs.graph().or_(!runs.leaves(step), holds) : holds;
}

}  // namespace whynot::analyse::classify
