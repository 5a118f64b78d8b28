// Two circuits, one for initial states and one for a step; lengths of runs grow.  A violating run is made once more
// from its seed, so that no history is kept.
#include "engine/sim/simulation.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "encode/unroll.h"
#include "engine/bits.h"
#include "engine/induction.h"
#include "engine/sim/random_circuit.h"
#include "model/property.h"

namespace whynot::engine {
namespace {

using encode::Bits;
using encode::Start;
using encode::Unroll;
using solve::Lit;

constexpr std::size_t first_length = 50, last_length = 3200, longer = 4;  // steps of a run
constexpr std::uint64_t nodes_a_unit = 50'000, most_nodes = 2'000'000'000;
constexpr std::uint64_t start_conflicts = 10'000;

// The system over a cone, as what a random circuit needs.
class RandomSystem {
 public:
  RandomSystem(encode::BitSystem& bits, Expr invariant, Context& context)
      : bits_(bits),
        cone_(bits.cone(std::span(&invariant, 1))),
        first_(bits, cone_, Start::Initial, context),
        step_(bits, cone_, Start::Anywhere, context) {
    const Lit fails = !bits.condition(invariant);
    leaves_ = speaks_of_transition(
        invariant, [&](Expr v) { return bits.variables()[bits.index_of(v)].kind == VariableKind::Input; });
    step_.extend();
    if (!leaves_) fails_first_ = first_.at(fails, 0);
    fails_step_ = step_.at(fails, leaves_ ? 0 : 1);
    before_ = frame(step_, 0);
    after_ = frame(step_, 1);
    initial_ = frame(first_, 0);
    make_circuits();
  }

  const std::vector<bool>& cone() const { return cone_; }
  std::uint64_t work() const { return start_circuit_->work() + step_circuit_->work(); }

  // The bits of all variables of the cone, one after the other: of a state, and of the inputs that led to it.
  using Frame = std::vector<Lanes>;
  struct Result {
    Lanes good = 0;   // there is such a state, such a step
    Lanes fails = 0;  // and the invariant does not hold
  };
  Result start(Frame& to, Random& random) {
    const Lanes good = start_circuit_->choose(random);
    read(*start_circuit_, initial_, to);
    return {good, good & start_circuit_->value(fails_first_)};
  }
  Result step(const Frame& from, Frame& to, Random& random) {
    for (std::size_t i = 0; i < before_.size(); ++i)
      if (is_given_[i]) step_circuit_->give(before_[i], from[i]);
    const Lanes good = step_circuit_->choose(random);
    read(*step_circuit_, after_, to);
    return {good, good & step_circuit_->value(fails_step_)};
  }
  // An initial state by a solver; false when there is none, or it takes too long.
  bool find_start(Frame& to) {
    if (first_.sat().solve({}, start_conflicts) != solve::Answer::Sat) return false;
    const std::vector<bool> model = first_.cnf().model();
    to.clear();
    for (const Lit bit : initial_) to.push_back(model[bit.node()] != bit.complemented() ? ~Lanes{0} : 0);
    return true;
  }

  // Values of the variables of one kind in a lane.
  std::vector<Value> values(const std::vector<bool>& lane, bool inputs) const {
    std::vector<Value> result;
    std::size_t at = 0;
    for (std::size_t i = 0; i < cone_.size(); ++i) {
      const encode::VariableBits& v = bits_.variables()[i];
      const bool wanted = is_input(i) == inputs;
      Integer code = 0;
      for (std::size_t bit = 0; cone_[i] && bit < v.current.size(); ++bit)
        if (lane[at++]) boost::multiprecision::bit_set(code, static_cast<unsigned>(bit));
      if (wanted) result.push_back(cone_[i] ? encode::value_of_code(v.type(), code) : Value());
    }
    return result;
  }

 private:
  bool is_input(std::size_t i) const { return bits_.variables()[i].kind == VariableKind::Input; }

  Bits frame(Unroll& unroll, std::size_t number) {
    Bits all;
    for (std::size_t i = 0; i < cone_.size(); ++i) {
      if (!cone_[i]) continue;
      const Bits bits = unroll.bits(i, is_input(i) ? 0 : number);
      all.insert(all.end(), bits.begin(), bits.end());
    }
    return all;
  }

  void make_circuits() {
    RandomCircuit::Parts start, step;
    start.choices = choices(first_, true);
    step.choices = choices(step_, false);
    for (std::size_t i = 0; i < cone_.size(); ++i)
      for (std::size_t bit = 0; cone_[i] && bit < bits_.variables()[i].current.size(); ++bit)
        is_given_.push_back(!is_input(i) && step_.graph().is_input(before_[is_given_.size()].node()));
    for (std::size_t i = 0; i < before_.size(); ++i)
      if (is_given_[i]) step.given.push_back(before_[i]);
    start.required = first_.required();
    step.required = step_.required();
    start.wanted = initial_;
    start.wanted.push_back(fails_first_);
    step.wanted = after_;
    step.wanted.push_back(fails_step_);
    start_circuit_.emplace(first_.graph(), std::move(start));
    step_circuit_.emplace(step_.graph(), std::move(step));
  }

  std::vector<RandomCircuit::Choice> choices(Unroll& unroll, bool start) {
    std::vector<RandomCircuit::Choice> found;
    for (std::size_t i = 0; i < cone_.size(); ++i) {
      const encode::VariableBits& v = bits_.variables()[i];
      const std::size_t to = start ? 0 : 1, from = v.always ? to : 0;
      if (!cone_[i] || is_input(i) || (!start && v.kind == VariableKind::Frozen)) continue;
      RandomCircuit::Choice choice{unroll.bits(i, to), {}};
      const auto is_free = [&](Lit bit) { return unroll.graph().is_input(bit.node()); };
      if (!std::all_of(choice.bits.begin(), choice.bits.end(), is_free)) continue;
      const auto image = [&](Lit l) { return unroll.at(l, from); };
      for (const encode::BitSystem::Member& member : bits_.members(i, start)) {
        choice.members.push_back({image(member.guard), {}});
        for (const Lit bit : member.code) choice.members.back().code.push_back(image(bit));
      }
      if (!choice.members.empty()) found.push_back(std::move(choice));
    }
    return found;
  }

  static void read(const RandomCircuit& circuit, const Bits& bits, Frame& to) {
    to.resize(bits.size());
    for (std::size_t i = 0; i < bits.size(); ++i) to[i] = circuit.value(bits[i]);
  }

  encode::BitSystem& bits_;
  std::vector<bool> cone_;
  Unroll first_, step_;
  bool leaves_ = false;
  Lit fails_first_ = solve::Aig::constant(false), fails_step_;
  Bits initial_, before_, after_;
  std::vector<bool> is_given_;  // of `before_`: part of a state, and not computed from other bits
  std::optional<RandomCircuit> start_circuit_, step_circuit_;
};

class SimulationSearch final : public Search {
 public:
  SimulationSearch(Query query, Context& context)
      : query_(std::move(query)),
        context_(context),
        kept_(bits_of(*query_.system, query_.keep, context)),
        bits_(*kept_),
        seeds_(context.seed()) {
    runs_go_on_ = query_.property->kind == PropertyKind::Invariant || bits_.is_total();
    if (runs_go_on_) system_.emplace(bits_, invariant_of(*query_.system->pool, *query_.property), context);
  }

  bool may_be_longer() const override { return true; }
  Verdict next() override {
    while (true)
      if (auto verdict = advance(1000)) return *std::move(verdict);
  }

  std::optional<Verdict> advance(std::uint64_t effort) override {
    if (!runs_go_on_) return Unknown{"a run that is simulated may end, and the property speaks of infinite ones"};
    const std::uint64_t end = system_->work() + effort * nodes_a_unit;
    while (system_->work() < end) {
      if (context_.should_stop()) return Unknown{context_.stop_reason()};
      if (system_->work() > most_nodes) return Unknown{"no random run violates it"};
      if (run_.step == length_ || !run_.begun) {
        if (!begin_run()) return Unknown{"no random run was found"};
      } else {
        take_step(run_);
      }
      if (run_.fails) return shown();
    }
    return std::nullopt;
  }

 private:
  struct Run {
    explicit Run(std::uint64_t seed) : random(seed) {}
    Random random;
    RandomSystem::Frame initial, now, after;
    std::size_t step = 0;
    bool begun = false;
    Lanes fails = 0, restarted = 0;
  };

  bool begin_run() {
    if (run_.begun) length_ = std::min(longer * length_, last_length);
    seed_ = seeds_.next();
    run_ = Run(seed_);
    context_.progress(fmt::format("simulation of {} steps", length_));
    return start(run_);
  }

  // Lanes without an initial state take that of another.
  bool start(Run& run) {
    const auto [good, fails] = system_->start(run.initial, run.random);
    if (!good && !system_->find_start(run.initial)) return false;
    const int from = good ? std::countr_zero(good) : 0;
    for (Lanes& bit : run.initial) {
      const Lanes copied = (bit >> from) & 1 ? ~Lanes{0} : 0;
      if (good) bit = (bit & good) | (copied & ~good);
    }
    run.now = run.initial;
    run.fails = fails;
    run.begun = true;
    return true;
  }

  void take_step(Run& run) {
    const auto [good, fails] = system_->step(run.now, run.after, run.random);
    run.restarted = ~good;
    run.fails = fails;
    for (std::size_t i = 0; i < run.now.size(); ++i) run.now[i] = (run.after[i] & good) | (run.initial[i] & ~good);
    ++run.step;
  }

  // The run of the first lane that fails, from its last beginning.
  std::optional<Verdict> shown() {
    const int lane = std::countr_zero(run_.fails);
    const std::size_t steps = run_.step;
    std::vector<std::vector<bool>> frames;
    Run again(seed_);
    start(again);
    for (frames.push_back(in_lane(again.now, lane)); again.step < steps;) {
      take_step(again);
      if ((again.restarted >> lane) & 1) frames.clear();
      frames.push_back(in_lane(again.now, lane));
    }
    run_.begun = false;  // asked again, it goes on with other runs
    auto trace = completed(trace_of_frames(frames));
    if (!trace) return Unknown{context_.stop_reason()};
    return Violated{*std::move(trace)};
  }

  static std::vector<bool> in_lane(const RandomSystem::Frame& frame, int lane) {
    std::vector<bool> bits;
    for (const Lanes word : frame) bits.push_back((word >> lane) & 1);
    return bits;
  }

  Trace trace_of_frames(const std::vector<std::vector<bool>>& frames) const {
    Trace trace;
    trace.signature = std::make_shared<Signature>(signature_of(*query_.system));
    for (std::size_t i = 0; i < frames.size(); ++i) {
      Step step;
      step.state = system_->values(frames[i], false);
      if (i > 0) step.inputs = system_->values(frames[i], true);
      trace.steps.push_back(std::move(step));
    }
    return trace;
  }

  std::optional<Trace> completed(Trace trace) {
    const std::vector<bool>& cone = system_->cone();
    if (std::find(cone.begin(), cone.end(), false) == cone.end()) return trace;
    return encode::complete(bits_, trace, context_);
  }

  Query query_;
  Context& context_;
  std::shared_ptr<encode::BitSystem> kept_;
  encode::BitSystem& bits_;
  Random seeds_;
  bool runs_go_on_ = false;
  std::optional<RandomSystem> system_;
  std::size_t length_ = first_length;
  std::uint64_t seed_ = 0;
  Run run_{0};
};

class SimulationEngine final : public Engine {
 public:
  std::string_view name() const override { return "sim"; }
  Powers powers() const override { return {.glances = true, .wanders = true}; }

  std::optional<std::string> refuses(const Query& query) const override {
    for (const VariableDecl& v : query.system->variables)
      if (!encode::has_code(v.variable.type()))
        return fmt::format("random simulation needs finite types, and {} is of type {}",
                           query.system->pool->name_of(v.variable), v.variable.type().to_string());
    if (!invariant_of(*query.system->pool, *query.property))
      return "random simulation refutes invariants only: INVARSPEC p, AG p and G p";
    if (query.property->kind != PropertyKind::Invariant && query.system->has_fairness())
      return "a run that is simulated is finite, and only infinite ones are fair";
    return std::nullopt;
  }

  std::unique_ptr<Search> start(Query query, Context& context) const override {
    return std::make_unique<SimulationSearch>(std::move(query), context);
  }
};

}  // namespace

const Engine& simulation_engine() {
  static const SimulationEngine engine;
  return engine;
}

}  // namespace whynot::engine
