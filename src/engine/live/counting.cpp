// The product with a counter beside it; IC3 on it, and once more from what it has learned when the counter is too
// short.
#include "engine/live/counting.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "base/check.h"
#include "engine/ic3/tighten.h"
#include "engine/ic3/words.h"
#include "engine/live/stages.h"
#include "expr/print.h"

namespace whynot::engine::live {
namespace {

using ic3::Blocking;
using ic3::Circuit;
using ic3::Clause;
using ic3::Cube;
using ic3::Lemmas;
using ic3::Places;

constexpr std::size_t first_length = 8, growth = 4;
constexpr std::uint64_t least_afterwards = 20'000;  // to make a proof small

struct Counter {
  TransitionSystem system;
  std::vector<Expr> kept;  // kept[i]: more than i promises were
};

Counter counter_of(const Product& product, std::size_t length) {
  Counter made{product.system, {}};
  ExprPool& pool = *made.system.pool;
  for (std::size_t i = 0; i < length; ++i) {
    const Expr kept = pool.variable(fmt::format("kept?{}", i + 1), pool.boolean_type());
    const Expr now = product.promises[i % product.promises.size()].kept;
    const Expr next = pool.or_(kept, i == 0 ? now : pool.and_(made.kept.back(), now));
    made.system.variables.push_back({kept, VariableKind::State, {}});
    made.system.init_assignments.push_back({kept, pool.boolean(false), {}});
    made.system.next_assignments.push_back({kept, next, {}});
    made.kept.push_back(kept);
  }
  return made;
}

}  // namespace

// Of one length of the counter; what remains when only k grows, and what does not.
struct Counting::Counted {
  Counted(const Product& product, std::size_t length, Context& context)
      : counter(counter_of(product, length)), bits(counter.system) {
    bits.settle_fits(context);
  }

  Counter counter;
  encode::BitSystem bits;
  std::unique_ptr<Circuit> circuit;
  std::unique_ptr<Blocking> blocking;
  std::optional<ic3::FactReader> facts;

  std::vector<std::vector<Clause>> learned() const {
    const Places places(*circuit);
    std::vector<std::vector<Clause>> result;
    for (const std::vector<Cube>& level : blocking->lemmas()) {
      result.emplace_back();
      for (const Cube& cube : level) result.back().push_back(places.clause(cube));
    }
    return result;
  }
};

Counting::Counting(const TransitionSystem& model, Expr formula, std::shared_ptr<ic3::Facts> facts, Context& context)
    : model_(model), facts_(std::move(facts)), context_(context), product_(product_of(model, formula)) {
  count_to(1);
}

Counting::~Counting() = default;

void Counting::count_to(std::size_t k) {
  std::vector<std::vector<Clause>> learned;  // with shorter counters: numbers of latches may change
  if (counted_) {
    spent_before_ = spent();
    learned = counted_->learned();
  }
  if (!counted_ || counted_->counter.kept.size() < k)
    counted_ = std::make_unique<Counted>(product_, k == 1 ? first_length : growth * k, context_);
  k_ = k;
  Counted& now = *counted_;
  now.blocking.reset();
  now.circuit = std::make_unique<Circuit>(now.bits, now.counter.system.pool->not_(now.counter.kept[k - 1]), context_);
  now.blocking = std::make_unique<Blocking>(*now.circuit, context_, in_order(Places(*now.circuit), learned));
  now.facts.emplace(facts_, *now.circuit);
}

// What was learned, and that the counter passes every value: it has then not come to the new k where it had not come to
// the old one.
Lemmas Counting::in_order(const Places& places, const std::vector<std::vector<Clause>>& learned) const {
  Lemmas lemmas(std::max<std::size_t>(learned.size(), 2));
  for (std::size_t level = 0; level < learned.size(); ++level)
    for (const Clause& clause : learned[level]) {
      auto cube = places.cube(clause);
      WHYNOT_CHECK(cube, "a longer counter should have the latches of a shorter one");
      lemmas[level].push_back(*std::move(cube));
    }
  const std::size_t first = product_.system.variables.size();
  for (std::size_t i = first + 1; i < first + k_; ++i)
    lemmas.back().push_back(*places.cube({{i - 1, 0, true}, {i, 0, false}}));
  return lemmas;
}

std::uint64_t Counting::spent() const { return spent_before_ + counted_->blocking->queries().spent(); }

bool Counting::advance(std::uint64_t conflicts) {
  if (proof_) return true;
  Blocking& blocking = *counted_->blocking;
  blocking.queries().limit(conflicts);
  blocking.learn(counted_->facts->fresh());
  if (!blocking.advance()) return false;
  switch (blocking.state()) {
    case Blocking::State::Open: break;
    case Blocking::State::Failed: count_to(k_ + 1 + k_ / 4); break;
    case Blocking::State::Proved: finish(); break;
  }
  return true;
}

void Counting::finish() {
  Blocking& blocking = *counted_->blocking;
  proof_ = ic3::tightened(*counted_->circuit, blocking.queries(), blocking.proof(), std::max(least_afterwards, spent()),
                          context_);
}

check::Certificate Counting::certificate() const {
  const Places places(*counted_->circuit);
  std::vector<Clause> clauses;
  for (const Cube& cube : *proof_) clauses.push_back(places.clause(cube));
  return stages_of(product_, clauses, k_);
}

// That a counter passes every value goes without saying, once it is told as a number.
bool Counting::is_about_order(const Clause& clause) const {
  const auto is_counter = [&](const Invariant::Literal& l) { return l.variable >= product_.system.variables.size(); };
  return clause.size() > 1 && std::all_of(clause.begin(), clause.end(), is_counter);
}

// What a variable remembers is told by the formula, how far the counter is by a number.
Invariant Counting::words() {
  ExprPool& pool = *model_.pool;
  const Expr number = pool.variable("kept", pool.range_type(0, k_));
  std::unordered_map<Expr, Expr, ExprHash> meaning;
  const std::vector<Expr> told = meaning_of_memories(product_);
  for (std::size_t i = 0; i < told.size(); ++i)
    meaning.emplace(product_.system.variables[model_.variables.size() + i].variable, told[i]);
  for (std::size_t i = 0; i < k_; ++i)
    meaning.emplace(counted_->counter.kept[i], pool.not_(pool.lt(number, pool.integer(i + 1))));
  Invariant result;
  result.clauses.push_back({{}, to_string(pool, pool.lt(number, pool.integer(k_)))});
  const Places places(*counted_->circuit);
  for (const Cube& cube : *proof_) {
    if (is_about_order(places.clause(cube))) continue;
    const Expr clause = substitute(pool, ic3::clause_of(*counted_->circuit, cube), [&](Expr leaf) {
      const auto found = meaning.find(leaf);
      return found == meaning.end() ? Expr() : found->second;
    });
    result.clauses.push_back({{}, to_string(pool, clause)});
  }
  return result;
}

}  // namespace whynot::engine::live
