// One solver with the step and, for each clause, a literal that switches it on.
#include "engine/ic3/tighten.h"

#include <algorithm>
#include <optional>

namespace whynot::engine::ic3 {
namespace {

using solve::Answer;
using solve::Lit;

constexpr std::uint64_t most_conflicts = 2000;  // of a question; what takes longer stays as it is

class Tightening {
 public:
  Tightening(Circuit& circuit, Queries& queries, std::vector<Cube> cubes, std::uint64_t effort, Context& context)
      : queries_(queries), effort_(effort), sat_(context), cnf_(circuit.graph(), sat_) {
    for (const auto* conditions : {&circuit.states(), &circuit.readings(), &circuit.steps()})
      for (Lit l : *conditions) cnf_.require(l);
    if (!circuit.leaves()) cnf_.require(!circuit.fails());
    for (const Circuit::Latch& latch : circuit.latches()) {
      now_.push_back(cnf_.literal(latch.current));
      then_.push_back(cnf_.literal(latch.next));
    }
    fails_ = cnf_.literal(circuit.leaves() ? circuit.fails() : circuit.fails_next());
    for (Cube& cube : cubes) add(std::move(cube));
  }

  std::vector<Cube> run() {
    keep_needed();
    drop_clauses();
    drop_literals();
    drop_clauses();
    std::vector<Cube> result;
    for (std::size_t i : kept_) result.push_back(cubes_[i]);
    return result;
  }

 private:
  void add(Cube cube) {
    kept_.push_back(cubes_.size());
    switch_.push_back(switched(cube));
    cubes_.push_back(std::move(cube));
  }
  int switched(const Cube& cube) {
    std::vector<int> clause = outside(cube);
    clause.push_back(-sat_.new_variable());
    sat_.add(clause);
    return -clause.back();
  }

  int literal(const std::vector<int>& of, Bit bit) const {
    return value_of(bit) ? of[latch_of(bit)] : -of[latch_of(bit)];
  }
  std::vector<int> outside(const Cube& cube) const {
    std::vector<int> clause;
    for (Bit bit : cube.bits()) clause.push_back(-literal(now_, bit));
    return clause;
  }
  std::vector<int> into(const Cube& cube) const {
    std::vector<int> result;
    for (Bit bit : cube.bits()) result.push_back(literal(then_, bit));
    return result;
  }

  bool may_go_on() const { return asked_ < effort_; }

  // Whether under these clauses no step leads there; `used_` has those that this rests on.
  bool is_closed(const std::vector<std::size_t>& under, std::vector<int> assumed, std::span<const int> beside = {}) {
    for (std::size_t i : under) assumed.push_back(switch_[i]);
    asked_ += 1 + static_cast<std::uint64_t>(sat_.variables()) / 500;
    const std::uint64_t before = sat_.effort();
    const Answer answer =
        beside.empty() ? sat_.solve(assumed, most_conflicts) : sat_.solve_with(beside, assumed, most_conflicts);
    asked_ += sat_.effort() - before;
    used_.clear();
    if (answer != Answer::Unsat) return false;
    for (std::size_t i : under)
      if (sat_.failed(switch_[i])) used_.push_back(i);
    return true;
  }

  // What the property needs, and what that needs, and so on.
  void keep_needed() {
    while (may_go_on()) {
      std::vector<bool> is_needed(cubes_.size(), false);
      std::vector<std::size_t> open;
      const auto need_used = [&] {
        for (std::size_t i : used_)
          if (!is_needed[i]) open.push_back(i);
        for (std::size_t i : used_) is_needed[i] = true;
      };
      if (!is_closed(kept_, {fails_})) return;
      need_used();
      while (!open.empty()) {
        const std::size_t next = open.back();
        open.pop_back();
        if (!is_closed(kept_, into(cubes_[next]))) return;
        need_used();
      }
      const std::size_t before = kept_.size();
      std::erase_if(kept_, [&](std::size_t i) { return !is_needed[i]; });
      if (kept_.size() == before) return;
    }
  }

  // The largest part that is closed under steps; nothing if the property does not follow from it.
  std::optional<std::vector<std::size_t>> closed_part(std::vector<std::size_t> part) {
    while (may_go_on()) {
      if (!is_closed(part, {fails_})) return std::nullopt;
      const auto leaves = [&](std::size_t i) { return !is_closed(part, into(cubes_[i])); };
      const auto gone = std::find_if(part.begin(), part.end(), leaves);
      if (gone == part.end()) return part;
      part.erase(gone);
    }
    return std::nullopt;
  }

  void drop_clauses() {
    std::vector<std::size_t> longest_first = kept_;
    std::stable_sort(longest_first.begin(), longest_first.end(),
                     [&](std::size_t a, std::size_t b) { return cubes_[a].size() > cubes_[b].size(); });
    for (std::size_t candidate : longest_first) {
      std::vector<std::size_t> rest = kept_;
      if (std::erase(rest, candidate) == 0 || !may_go_on()) continue;
      if (auto part = closed_part(std::move(rest))) kept_ = *std::move(part);
    }
  }

  // A shorter clause says more, so that the others still follow.
  void drop_literals() {
    for (std::size_t i : kept_)
      for (Bit bit : std::vector<Bit>(cubes_[i].bits())) {
        const Cube larger = cubes_[i].without(bit);
        if (!may_go_on() || larger.size() == 0 || queries_.meets_start(larger) != Answer::Unsat) continue;
        if (!is_closed(kept_, into(larger), outside(larger))) continue;
        cubes_[i] = larger;
        switch_[i] = switched(larger);
      }
  }

  Queries& queries_;
  std::uint64_t effort_, asked_ = 0;
  solve::Sat sat_;
  solve::Cnf cnf_;
  std::vector<int> now_, then_;
  int fails_ = 0;
  std::vector<Cube> cubes_;
  std::vector<int> switch_;  // by cube
  std::vector<std::size_t> kept_, used_;
};

}  // namespace

std::vector<Cube> tightened(Circuit& circuit, Queries& queries, std::vector<Cube> cubes, std::uint64_t effort,
                            Context& context) {
  return Tightening(circuit, queries, std::move(cubes), effort, context).run();
}

}  // namespace whynot::engine::ic3
