// Classes of latches that were never seen to differ: 64 random runs split them first, then each state that a solver
// finds, until no initial state and no step splits one any more.
#include "engine/ic3/twins.h"

#include <algorithm>
#include <map>
#include <optional>
#include <tuple>
#include <utility>

#include "engine/sim/random_circuit.h"

namespace whynot::engine::ic3 {
namespace {

using solve::Answer;
using solve::Lit;

constexpr std::size_t twin_steps = 32;          // steps of the random runs
constexpr std::uint64_t twin_conflicts = 1000;  // of a question

// What was seen of each latch, lane by lane; the opposite where it begins with TRUE, so that opposites look the same.
class Classes {
 public:
  explicit Classes(std::size_t latches) : seen_(latches), opposite_(latches, false) {}

  void see(const std::vector<Lanes>& values, Lanes good) {
    if (!good) return;
    const Lanes first = good & (~good + 1);
    for (std::size_t i = 0; i < seen_.size(); ++i) {
      if (seen_[i].empty()) opposite_[i] = (values[i] & first) != 0;
      seen_[i].push_back((opposite_[i] ? ~values[i] : values[i]) & good);
    }
  }

  // A latch and the one that it is like, or no other where it is constant.
  struct Pair {
    std::size_t latch;
    std::optional<std::size_t> like;
    bool differs;  // it has always the opposite value; of a constant: it is TRUE
  };
  std::vector<Pair> pairs() const {
    std::map<std::vector<Lanes>, std::size_t> first;
    std::vector<Pair> result;
    for (std::size_t i = 0; i < seen_.size(); ++i) {
      const bool is_constant = std::all_of(seen_[i].begin(), seen_[i].end(), [](Lanes l) { return l == 0; });
      if (is_constant) {
        result.push_back({i, std::nullopt, opposite_[i]});
        continue;
      }
      const auto [at, fresh] = first.emplace(seen_[i], i);
      if (!fresh) result.push_back({i, at->second, opposite_[i] != opposite_[at->second]});
    }
    return result;
  }

 private:
  std::vector<std::vector<Lanes>> seen_;
  std::vector<bool> opposite_;
};

using Pair = Classes::Pair;

// A solver that is asked for a state in which some pair is not what it seems, one after the other.
class Splitter {
 public:
  Splitter(const solve::Aig& graph, Context& context) : sat_(context), cnf_(graph, sat_) {}

  void require(const std::vector<Lit>& conditions) {
    for (Lit l : conditions) cnf_.require(l);
  }
  std::vector<int> literals(const std::vector<Lit>& bits) {
    std::vector<int> result;
    result.reserve(bits.size());
    for (Lit l : bits) result.push_back(cnf_.literal(l));
    return result;
  }

  // Of literals by latch: `given` are as the pairs say (all of them may be as they like where there are none), of
  // `asked` one is not.
  Answer ask(const std::vector<Pair>& pairs, const std::vector<int>& given, const std::vector<int>& asked) {
    std::vector<int> assumed, some;
    for (const Pair& pair : pairs) {
      if (!given.empty()) assumed.push_back(switched(given, pair, true));
      some.push_back(switched(asked, pair, false));
    }
    return sat_.solve_with(some, assumed, twin_conflicts);
  }
  std::vector<Lanes> values(const std::vector<int>& of) const {
    std::vector<Lanes> result;
    result.reserve(of.size());
    for (int literal : of) result.push_back(sat_.value(literal) ? ~Lanes{0} : 0);
    return result;
  }
  std::uint64_t spent() const { return sat_.effort(); }

 private:
  // A literal under which the pair is as it seems, or is not.
  int switched(const std::vector<int>& of, const Pair& pair, bool as_it_seems) {
    const std::pair<Key, bool> key{{pair.latch, pair.like.value_or(of.size()), pair.differs}, as_it_seems};
    const auto known = switches_.find(key);
    if (known != switches_.end()) return known->second;
    const int on = sat_.new_variable(), a = of[pair.latch];
    const bool equal = pair.differs != as_it_seems;
    if (pair.like) {
      const int b = equal ? of[*pair.like] : -of[*pair.like];
      sat_.add({-on, -a, b});
      sat_.add({-on, a, -b});
    } else {
      sat_.add({-on, equal ? -a : a});
    }
    switches_.emplace(key, on);
    return on;
  }

  using Key = std::tuple<std::size_t, std::size_t, bool>;
  solve::Sat sat_;
  solve::Cnf cnf_;
  std::map<std::pair<Key, bool>, int> switches_;
};

class TwinSearch {
 public:
  TwinSearch(Circuit& circuit, std::uint64_t effort, Context& context)
      : circuit_(circuit),
        effort_(effort),
        classes_(circuit.latches().size()),
        start_(circuit.initial().graph(), context),
        step_(circuit.graph(), context) {
    for (std::size_t i = 0; i < circuit.latches().size(); ++i) {
      first_.push_back(circuit.at_start(i));
      now_.push_back(circuit.latches()[i].current);
      then_.push_back(circuit.latches()[i].next);
    }
    for (const auto* conditions : {&circuit.states(), &circuit.readings(), &circuit.steps()})
      step_conditions_.insert(step_conditions_.end(), conditions->begin(), conditions->end());
  }

  Twins run() {
    simulate();
    start_.require(circuit_.initial().required());
    step_.require(step_conditions_);
    const bool confirmed =
        split(start_, {}, start_.literals(first_)) && split(step_, step_.literals(now_), step_.literals(then_));
    Twins twins;
    twins.spent = spent();
    if (confirmed)
      for (const Pair& pair : classes_.pairs()) tell(pair, twins.cubes);
    return twins;
  }

 private:
  std::uint64_t spent() const { return start_.spent() + step_.spent(); }

  void simulate() {
    Random random(1);
    RandomCircuit start(circuit_.initial().graph(), {{}, circuit_.initial().required(), {}, first_});
    RandomCircuit step(circuit_.graph(), {now_, step_conditions_, {}, then_});
    Lanes good = start.choose(random);
    std::vector<Lanes> state = values(start, first_);
    for (std::size_t i = 0; i < twin_steps && good; ++i) {
      classes_.see(state, good);
      for (std::size_t l = 0; l < now_.size(); ++l) step.give(now_[l], state[l]);
      good &= step.choose(random);
      state = values(step, then_);
    }
  }
  static std::vector<Lanes> values(const RandomCircuit& circuit, const std::vector<Lit>& bits) {
    std::vector<Lanes> result;
    result.reserve(bits.size());
    for (Lit l : bits) result.push_back(circuit.value(l));
    return result;
  }

  // Until nothing splits the classes any more; false when it took too long.
  bool split(Splitter& splitter, const std::vector<int>& given, const std::vector<int>& asked) {
    while (spent() < effort_) {
      const std::vector<Pair> pairs = classes_.pairs();
      if (pairs.empty()) return true;
      switch (splitter.ask(pairs, given, asked)) {
        case Answer::Unsat: return true;
        case Answer::Stopped: return false;
        case Answer::Sat: classes_.see(splitter.values(asked), ~Lanes{0}); break;
      }
    }
    return false;
  }

  static void tell(const Pair& pair, std::vector<Cube>& cubes) {
    if (!pair.like) {
      cubes.emplace_back(std::vector<Bit>{bit_of(pair.latch, !pair.differs)});
      return;
    }
    for (const bool value : {false, true})
      cubes.emplace_back(std::vector<Bit>{bit_of(pair.latch, value), bit_of(*pair.like, value == pair.differs)});
  }

  Circuit& circuit_;
  std::uint64_t effort_;
  Classes classes_;
  Splitter start_, step_;
  std::vector<Lit> first_, now_, then_, step_conditions_;
};

}  // namespace

Twins find_twins(Circuit& circuit, std::uint64_t effort, Context& context) {
  if (circuit.latches().empty()) return {};
  return TwinSearch(circuit, effort, context).run();
}

}  // namespace whynot::engine::ic3
