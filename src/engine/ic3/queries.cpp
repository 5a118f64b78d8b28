// Literals of latches are made once for each solver; a cube becomes assumptions in the order of activity.
#include "engine/ic3/queries.h"

#include "base/check.h"

namespace whynot::engine::ic3 {

using solve::Answer;
using solve::Lit;

namespace {

// What the last model says of the latches with these literals.
Cube values(const solve::Sat& sat, const std::vector<int>& literals) {
  std::vector<Bit> bits;
  for (std::size_t i = 0; i < literals.size(); ++i) bits.push_back(bit_of(i, sat.value(literals[i])));
  return Cube(std::move(bits));
}

}  // namespace

class Queries::Solver {
 public:
  enum class Demands { None, States, Steps };

  // Over the circuit's graph.
  Solver(Circuit& circuit, Demands demands, Context& context) : sat_(context), cnf_(circuit.graph(), sat_) {
    for (const Circuit::Latch& latch : circuit.latches()) {
      now.push_back(cnf_.literal(latch.current));
      then.push_back(demands == Demands::States ? 0 : cnf_.literal(latch.next));
    }
    require(circuit.states());
    if (demands != Demands::None) require(circuit.readings());
    if (demands == Demands::Steps) require(circuit.steps());
  }

  // Over the graph of an unrolling that begins with initial states.
  Solver(Circuit& circuit, encode::Unroll& first, Context& context) : sat_(context), cnf_(first.graph(), sat_) {
    require(first.required());
    for (Lit bit : circuit.latch_bits(first, 0)) now.push_back(cnf_.literal(bit));
    for (Lit bit : circuit.latch_bits(first, 1)) then.push_back(cnf_.literal(bit));
  }

  solve::Sat& sat() { return sat_; }
  solve::Cnf& cnf() { return cnf_; }
  void require(const std::vector<Lit>& all) {
    for (Lit l : all) cnf_.require(l);
  }

  static int literal(const std::vector<int>& of, Bit bit) {
    return value_of(bit) ? of[latch_of(bit)] : -of[latch_of(bit)];
  }
  void exclude(const Cube& cube) {
    std::vector<int> clause;
    for (Bit bit : cube.bits()) clause.push_back(-literal(now, bit));
    sat_.add(clause);
    ++clauses;
  }

  std::vector<int> now, then;  // by latch
  std::size_t clauses = 0;

 private:
  solve::Sat sat_;
  solve::Cnf cnf_;
};

Queries::Queries(Circuit& circuit, const Activity& activity, Context& context)
    : circuit_(circuit), activity_(activity), context_(context) {
  first_ = std::make_unique<encode::Unroll>(circuit.system(), circuit.cone(), encode::Start::Initial, context);
  first_->extend();
  frames_.push_back(std::make_unique<Solver>(circuit, *first_, context));
  lifting_ = std::make_unique<Solver>(circuit, Solver::Demands::None, context);
  for (std::size_t i = 0; i < circuit.latches().size(); ++i)
    start_literals_.push_back(circuit.initial().cnf().literal(circuit.at_start(i)));
}

Queries::~Queries() = default;

void Queries::open(const std::vector<Cube>& excluded) {
  frames_.emplace_back();
  rebuild(top(), excluded);
  failing_ = std::make_unique<Solver>(circuit_, circuit_.leaves() ? Solver::Demands::Steps : Solver::Demands::States,
                                      context_);
  failing_->cnf().require(circuit_.fails());
  for (const Cube& cube : excluded) failing_->exclude(cube);
}

void Queries::rebuild(std::size_t level, const std::vector<Cube>& excluded) {
  frames_[level] = std::make_unique<Solver>(circuit_, Solver::Demands::Steps, context_);
  for (const Cube& cube : excluded) frames_[level]->exclude(cube);
  spent_ += 1 + static_cast<std::uint64_t>(frames_[level]->sat().variables()) / 20;
}

void Queries::exclude(const Cube& cube, std::size_t first, std::size_t last) {
  for (std::size_t i = first; i <= last; ++i) frames_[i]->exclude(cube);
  if (last == top()) failing_->exclude(cube);
}

std::size_t Queries::clauses(std::size_t level) const { return frames_[level]->clauses; }

// A question costs as much as it has variables to give values to, besides what the search took.
Answer Queries::noted(Answer answer, const solve::Sat& sat, std::uint64_t before) {
  constexpr std::uint64_t variables_a_part = 500;
  spent_ += 1 + static_cast<std::uint64_t>(sat.variables()) / variables_a_part + sat.effort() - before;
  context_.count("ic3.questions");
  return answer;
}

Found Queries::state_of(Solver& solver) {
  Found result{values(solver.sat(), solver.now), {}};
  if (&solver == frames_[0].get()) return result;  // an initial state: nobody lifts it
  for (std::uint32_t node : circuit_.free_bits()) {
    const int literal = lifting_->cnf().literal(Lit::of(node, false));
    result.free.push_back(solver.cnf().input_value(node) ? literal : -literal);
  }
  return result;
}

Answer Queries::failing() {
  solve::Sat& sat = failing_->sat();
  const std::uint64_t before = sat.effort();
  const Answer answer = noted(sat.solve({}, conflicts_), sat, before);
  if (answer == Answer::Sat) found_ = state_of(*failing_);
  return answer;
}

Answer Queries::predecessor(const Cube& cube, std::size_t level) {
  core_ = cube;
  if (cube.size() == 0) return Answer::Unsat;  // nothing is outside of it
  Solver& solver = *frames_[level];
  std::vector<int> outside, into;
  const std::vector<Bit> bits = activity_.most_active_first(cube);
  for (Bit bit : bits) {
    outside.push_back(-Solver::literal(solver.now, bit));
    into.push_back(Solver::literal(solver.then, bit));
  }
  const std::uint64_t before = solver.sat().effort();
  const Answer answer = noted(solver.sat().solve_with(outside, into, conflicts_), solver.sat(), before);
  if (answer == Answer::Sat) found_ = state_of(solver);
  if (answer != Answer::Unsat) return answer;
  std::vector<Bit> needed;
  for (std::size_t i = 0; i < bits.size(); ++i)
    if (solver.sat().failed(into[i])) needed.push_back(bits[i]);
  core_ = Cube(std::move(needed));
  return answer;
}

Answer Queries::meets_start(const Cube& cube) {
  solve::Sat& sat = circuit_.initial().sat();
  std::vector<int> assumed;
  for (Bit bit : activity_.most_active_first(cube)) assumed.push_back(Solver::literal(start_literals_, bit));
  const std::uint64_t before = sat.effort();
  const Answer answer = noted(sat.solve(assumed, conflicts_), sat, before);
  if (answer == Answer::Sat) start_ = values(sat, start_literals_);
  return answer;
}

Answer Queries::successor(const Cube& state, const Cube& to) {
  if (!walking_) walking_ = std::make_unique<Solver>(circuit_, Solver::Demands::Steps, context_);
  std::vector<int> assumed;
  for (Bit bit : state.bits()) assumed.push_back(Solver::literal(walking_->now, bit));
  for (Bit bit : to.bits()) assumed.push_back(Solver::literal(walking_->then, bit));
  solve::Sat& sat = walking_->sat();
  const std::uint64_t before = sat.effort();
  const Answer answer = noted(sat.solve(assumed, conflicts_), sat, before);
  if (answer == Answer::Sat) arrival_ = values(sat, walking_->then);
  return answer;
}

Cube Queries::lifted(const Found& from, const Cube& to) {
  std::vector<int> otherwise;
  for (Bit bit : to.bits()) otherwise.push_back(-Solver::literal(lifting_->then, bit));
  for (Lit condition : circuit_.steps()) otherwise.push_back(-lifting_->cnf().literal(condition));
  return lifted(from, std::move(otherwise));
}

Cube Queries::lifted_failing(const Found& from) {
  std::vector<int> otherwise{-lifting_->cnf().literal(circuit_.fails())};
  if (circuit_.leaves())
    for (Lit condition : circuit_.steps()) otherwise.push_back(-lifting_->cnf().literal(condition));
  return lifted(from, std::move(otherwise));
}

Cube Queries::lifted(const Found& from, std::vector<int> otherwise) {
  for (Lit condition : circuit_.readings()) otherwise.push_back(-lifting_->cnf().literal(condition));
  if (otherwise.empty()) return {};
  std::vector<int> assumed = from.free;
  const std::vector<Bit> bits = activity_.most_active_first(from.state);
  for (Bit bit : bits) assumed.push_back(Solver::literal(lifting_->now, bit));
  solve::Sat& sat = lifting_->sat();
  const std::uint64_t before = sat.effort();
  const Answer answer = noted(sat.solve_with(otherwise, assumed, conflicts_), sat, before);
  WHYNOT_CHECK(answer != Answer::Sat, "a step should be a function of its state and its free bits");
  if (answer == Answer::Stopped) return from.state;
  std::vector<Bit> needed;
  for (Bit bit : bits)
    if (sat.failed(Solver::literal(lifting_->now, bit))) needed.push_back(bit);
  return Cube(std::move(needed));
}

}  // namespace whynot::engine::ic3
