// Frames ask solvers that look at the cone of a question only; all begin as copies of one that knows the step.
#include "engine/ic3/queries.h"

#include "base/check.h"

namespace whynot::engine::ic3 {

using solve::Answer;
using solve::CircuitSat;
using solve::Lit;

namespace {

// What the last model says of the latches with these literals.
Cube values(const solve::Sat& sat, const std::vector<int>& literals) {
  std::vector<Bit> bits;
  for (std::size_t i = 0; i < literals.size(); ++i) bits.push_back(bit_of(i, sat.value(literals[i])));
  return Cube(std::move(bits));
}

// The literal that says the latch has the bit's value.
Lit literal(const std::vector<Lit>& of, Bit bit) { return of[latch_of(bit)] ^ !value_of(bit); }
int literal(const std::vector<int>& of, Bit bit) { return value_of(bit) ? of[latch_of(bit)] : -of[latch_of(bit)]; }

}  // namespace

struct Queries::Solver {
  CircuitSat sat;
  std::vector<Lit> now, then;  // by latch
  std::size_t clauses = 0;

  void require(const std::vector<Lit>& all) {
    for (Lit l : all) sat.require(l);
  }
  void exclude(const Cube& cube) {
    std::vector<Lit> clause;
    for (Bit bit : cube.bits()) clause.push_back(!literal(now, bit));
    sat.require_any(clause);
    ++clauses;
  }
};

// Steps from state to state, all latches of both.
class Queries::Walker {
 public:
  Walker(Circuit& circuit, Context& context) : sat(context), cnf_(circuit.graph(), sat) {
    for (const Circuit::Latch& latch : circuit.latches()) {
      now.push_back(cnf_.literal(latch.current));
      then.push_back(cnf_.literal(latch.next));
    }
    for (const auto* all : {&circuit.states(), &circuit.readings(), &circuit.steps()})
      for (Lit l : *all) cnf_.require(l);
  }
  solve::Sat sat;
  std::vector<int> now, then;  // by latch

 private:
  solve::Cnf cnf_;
};

Queries::Queries(Circuit& circuit, const Activity& activity, Context& context)
    : circuit_(circuit), activity_(activity), context_(context), lifting_(circuit, activity) {
  blank_ = blank(Demands::Steps);
  blank_failing_ = blank(circuit.leaves() ? Demands::Steps : Demands::States);
  blank_failing_->sat.require(circuit.fails());
  first_ = std::make_unique<encode::Unroll>(circuit.system(), circuit.cone(), encode::Start::Initial, context);
  first_->extend();
  frames_.push_back(std::make_unique<Solver>(Solver{CircuitSat(first_->graph(), context), {}, {}}));
  frames_[0]->require(first_->required());
  frames_[0]->now = circuit.latch_bits(*first_, 0);
  frames_[0]->then = circuit.latch_bits(*first_, 1);
  for (std::size_t i = 0; i < circuit.latches().size(); ++i) {
    const Lit start = circuit.at_start(i);
    start_literals_.push_back(circuit.initial().cnf().literal(start));
    constant_at_start_.emplace_back();
    if (start.node() == 0) constant_at_start_.back() = start.complemented();
  }
}

Queries::~Queries() = default;

std::unique_ptr<Queries::Solver> Queries::blank(Demands demands) {
  auto solver = std::make_unique<Solver>(Solver{CircuitSat(circuit_.graph(), context_), {}, {}});
  for (const Circuit::Latch& latch : circuit_.latches()) {
    solver->now.push_back(latch.current);
    solver->then.push_back(latch.next);
    if (demands == Demands::Steps) solver->sat.prepare(latch.next);
  }
  solver->require(circuit_.states());
  solver->require(circuit_.readings());
  if (demands == Demands::Steps) solver->require(circuit_.steps());
  return solver;
}

void Queries::open(const std::vector<Cube>& excluded) {
  frames_.emplace_back();
  rebuild(top(), excluded);
  failing_ = std::make_unique<Solver>(*blank_failing_);
  for (const Cube& cube : excluded) failing_->exclude(cube);
}

void Queries::rebuild(std::size_t level, const std::vector<Cube>& excluded) {
  constexpr std::uint64_t nodes_a_part = 100;
  frames_[level] = std::make_unique<Solver>(*blank_);
  for (const Cube& cube : excluded) frames_[level]->exclude(cube);
  spent_ += 1 + circuit_.graph().size() / nodes_a_part;
}

void Queries::exclude(const Cube& cube, std::size_t first, std::size_t last) {
  for (std::size_t i = first; i <= last; ++i) frames_[i]->exclude(cube);
  if (last == top()) failing_->exclude(cube);
}

std::size_t Queries::clauses(std::size_t level) const { return frames_[level]->clauses; }

// A question costs as much as it gives values to variables.
Answer Queries::noted(Answer answer, std::uint64_t effort) {
  constexpr std::uint64_t values_a_part = 100;
  spent_ += 1 + effort / values_a_part;
  context_.count("ic3.questions");
  return answer;
}

Found Queries::found_by(const Solver& solver) const {
  Found result;
  result.inputs.resize(circuit_.graph().size(), false);
  for (Lit bit : solver.now) result.inputs[bit.node()] = solver.sat.value(Lit::of(bit.node(), false));
  for (std::uint32_t node : circuit_.free_bits()) result.inputs[node] = solver.sat.value(Lit::of(node, false));
  return result;
}

Found Queries::start_found_by(const Solver& solver) {
  const auto input_value = [&](std::uint32_t node) { return solver.sat.value(Lit::of(node, false)); };
  const std::vector<bool> values = evaluate(first_->graph(), input_value);
  std::vector<Bit> bits;
  for (std::size_t i = 0; i < solver.now.size(); ++i)
    bits.push_back(bit_of(i, values[solver.now[i].node()] != solver.now[i].complemented()));
  return {Cube(std::move(bits)), {}};
}

Answer Queries::failing() {
  CircuitSat& sat = failing_->sat;
  const std::uint64_t before = sat.effort();
  const Answer answer = sat.solve({}, {}, conflicts_);
  if (answer == Answer::Sat) found_ = found_by(*failing_);
  return noted(answer, sat.effort() - before);
}

Answer Queries::predecessor(const Cube& cube, std::size_t level) {
  core_ = cube;
  if (cube.size() == 0) return Answer::Unsat;  // nothing is outside of it
  Solver& solver = *frames_[level];
  std::vector<Lit> outside, into;
  const std::vector<Bit> bits = activity_.most_active_first(cube);
  for (Bit bit : bits) {
    outside.push_back(!literal(solver.now, bit));
    into.push_back(literal(solver.then, bit));
  }
  const std::uint64_t before = solver.sat.effort();
  const Answer answer = noted(solver.sat.solve(outside, into, conflicts_), solver.sat.effort() - before);
  if (answer == Answer::Sat) found_ = level == 0 ? start_found_by(solver) : found_by(solver);
  if (answer != Answer::Unsat) return answer;
  std::vector<Bit> needed;
  for (std::size_t i = 0; i < bits.size(); ++i)
    if (solver.sat.failed(into[i])) needed.push_back(bits[i]);
  core_ = Cube(std::move(needed));
  return answer;
}

Answer Queries::meets_start(const Cube& cube) {
  for (Bit bit : cube.bits())
    if (const auto constant = constant_at_start_[latch_of(bit)]; constant && *constant != value_of(bit))
      return Answer::Unsat;
  solve::Sat& sat = circuit_.initial().sat();
  std::vector<int> assumed;
  for (Bit bit : activity_.most_active_first(cube)) assumed.push_back(literal(start_literals_, bit));
  const std::uint64_t before = sat.effort();
  const Answer answer = noted(sat.solve(assumed, conflicts_), sat.effort() - before);
  if (answer == Answer::Sat) start_ = values(sat, start_literals_);
  return answer;
}

Answer Queries::successor(const Cube& state, const Cube& to) {
  if (!walking_) walking_ = std::make_unique<Walker>(circuit_, context_);
  std::vector<int> assumed;
  for (Bit bit : state.bits()) assumed.push_back(literal(walking_->now, bit));
  for (Bit bit : to.bits()) assumed.push_back(literal(walking_->then, bit));
  const std::uint64_t before = walking_->sat.effort();
  const Answer answer = noted(walking_->sat.solve(assumed, conflicts_), walking_->sat.effort() - before);
  if (answer == Answer::Sat) arrival_ = values(walking_->sat, walking_->then);
  return answer;
}

Cube Queries::lifted(const Found& from, const Cube& to) {
  std::vector<Lit> goals = circuit_.steps();
  for (Bit bit : to.bits()) goals.push_back(literal(blank_->then, bit));
  return lifted(from, std::move(goals));
}

Cube Queries::lifted_failing(const Found& from) {
  std::vector<Lit> goals{circuit_.fails()};
  if (circuit_.leaves()) goals.insert(goals.end(), circuit_.steps().begin(), circuit_.steps().end());
  return lifted(from, std::move(goals));
}

Cube Queries::lifted(const Found& from, std::vector<Lit> goals) {
  constexpr std::uint64_t nodes_a_part = 200;
  goals.insert(goals.end(), circuit_.readings().begin(), circuit_.readings().end());
  const std::uint64_t before = lifting_.effort();
  Cube result = lifting_.lifted(goals, from.inputs);
  spent_ += (lifting_.effort() - before) / nodes_a_part;
  return result;
}

}  // namespace whynot::engine::ic3
