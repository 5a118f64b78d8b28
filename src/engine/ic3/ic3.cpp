// The search: frames grow until one of them is an invariant or a cube reaches an initial state; what is found is made
// small (tighten), readable (words) or short (bmc) before it is told.
#include "engine/ic3/ic3.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/bits.h"
#include "engine/bmc.h"
#include "engine/ic3/blocking.h"
#include "engine/ic3/facts.h"
#include "engine/ic3/tighten.h"
#include "engine/ic3/twins.h"
#include "engine/ic3/way.h"
#include "engine/ic3/words.h"
#include "engine/induction.h"
#include "expr/print.h"

namespace whynot::engine::ic3 {
namespace {

constexpr std::uint64_t first_patience = 5'000;   // conflicts of a question when nobody else waits; more each time
constexpr std::uint64_t least_conflicts = 1'000;  // of a question, however short the turn: else it might never end
// What comes after the verdict is known may take as much as the verdict did, or this much.
constexpr std::uint64_t least_afterwards = 20'000;
constexpr std::uint64_t shortening_is_worth = 4;  // times as much: people read the run
// Latches that are always equal are looked for once a question has turned out not to be easy.
constexpr std::uint64_t twins_after = 100, twins_effort = 4'000, twins_looks_a_unit = 16;

class Ic3Search : public Search {
 public:
  Ic3Search(Query query, Context& context)
      : query_(std::move(query)),
        context_(context),
        kept_(bits_of(*query_.system, query_.keep, context)),
        bits_(*kept_) {
    circuit_.emplace(bits_, invariant_of(*query_.system->pool, *query_.property), context);
    blocking_.emplace(*circuit_, context);
    facts_ = Facts::of(query_.keep);
    reader_.emplace(facts_, *circuit_);
  }

  Verdict next() override {
    for (std::uint64_t patience = first_patience;; patience *= 2)
      if (auto verdict = advance(patience)) return *std::move(verdict);
  }

  std::optional<Verdict> advance(std::uint64_t effort) override {
    if (answered_) return Unknown{"IC3 gives one counterexample only"};
    const std::uint64_t end = spent() + effort;
    blocking_->learn(reader_->fresh());
    do {
      if (context_.should_stop()) return stopped();
      if (violations_) return violations_->advance(effort);
      if (!advance_once(effort)) break;
      if (verdict_) {
        answered_ = true;
        return std::move(verdict_);
      }
    } while (spent() < end);
    if (context_.should_stop()) return stopped();
    return std::nullopt;
  }

  // Where all that is shorter was not looked at.
  bool may_be_longer() const override {
    if (violations_ || !way_ || way_->depth() <= least_depth()) return false;
    return !shortening_ || (!shortening_->found() && !shortening_->is_done());
  }

 private:
  std::size_t least_depth() const { return blocking_->least_depth() + circuit_->leaves(); }

  std::uint64_t spent() const {
    return blocking_->queries().spent() + twins_spent_.value_or(0) + (shortening_ ? shortening_->spent() : 0);
  }

  void look_for_twins() {
    const Twins twins = find_twins(*circuit_, twins_effort, context_);
    twins_spent_ = twins.spent / twins_looks_a_unit;
    blocking_->learn(twins.cubes);
  }

  // Some work; false when it took too long.
  bool advance_once(std::uint64_t effort) {
    if (shortening_) return shorten(effort);
    if (!twins_spent_ && spent() > twins_after) look_for_twins();
    blocking_->queries().limit(std::max(effort, least_conflicts));
    if (!blocking_->advance()) return false;
    context_.progress(fmt::format("ic3 frame {}", blocking_->frame()));
    switch (blocking_->state()) {
      case Blocking::State::Open: return true;
      case Blocking::State::Proved: verdict_ = proved(); return true;
      case Blocking::State::Failed: return failed();
    }
    return true;
  }

  std::uint64_t afterwards() const { return std::max(least_afterwards, spent()); }

  Verdict proved() {
    const Places places(*circuit_);
    Fact fact;
    for (const Cube& cube : blocking_->proof()) fact.push_back(places.clause(cube));
    facts_->add(std::move(fact));
    Invariant invariant;
    for (const Cube& cube : tightened(*circuit_, blocking_->queries(), blocking_->proof(), afterwards(), context_))
      invariant.clauses.push_back({places.clause(cube), to_string(*query_.system->pool, clause_of(*circuit_, cube))});
    return Holds{std::move(invariant)};
  }

  // Whether a finite run to a failing state is what the property forbids.
  bool failed() {
    if (query_.property->kind != PropertyKind::Invariant) {
      violations_.emplace(query_, context_);
      return true;
    }
    way_ = walk(*circuit_, blocking_->queries(), blocking_->way(), context_);
    if (!way_) return false;
    const std::size_t least = least_depth();
    if (way_->depth() <= least) {
      verdict_ = Violated{*way_};
      return true;
    }
    shortening_.emplace(*circuit_, least, way_->depth() - 1, context_);
    shortening_end_ = shortening_is_worth * afterwards();
    return true;
  }

  // The run that is known is the answer when it takes too long to tell whether there are shorter ones.
  bool shorten(std::uint64_t conflicts) {
    const bool went_on = shortening_->advance(conflicts);
    if (shortening_->is_done() || shortening_->spent() > shortening_end_)
      verdict_ = Violated{shortening_->found() ? *shortening_->found() : *way_};
    return went_on || verdict_;
  }

  Verdict stopped() const {
    if (way_) return Violated{*way_};
    const std::size_t least = blocking_->least_depth();
    if (least == 0 || violations_) return Unknown{context_.stop_reason()};
    return NoneUpTo{least - 1, context_.stop_reason()};
  }

  Query query_;
  Context& context_;
  std::shared_ptr<encode::BitSystem> kept_;
  encode::BitSystem& bits_;
  std::optional<Circuit> circuit_;
  std::optional<Blocking> blocking_;
  std::shared_ptr<Facts> facts_;
  std::optional<FactReader> reader_;
  std::optional<std::uint64_t> twins_spent_;  // once they were looked for
  std::optional<BmcSearch> violations_;
  std::optional<Trace> way_;
  std::optional<Shortening> shortening_;
  std::uint64_t shortening_end_ = 0;
  std::optional<Verdict> verdict_;
  bool answered_ = false;
};

class Ic3Engine : public Engine {
 public:
  std::string_view name() const override { return "ic3"; }
  Powers powers() const override { return {.clauses = true}; }

  std::optional<std::string> refuses(const Query& query) const override {
    if (!invariant_of(*query.system->pool, *query.property))
      return "IC3 proves invariants only: INVARSPEC p, AG p and G p";
    return bmc_engine().refuses(query);
  }

  std::unique_ptr<Search> start(Query query, Context& context) const override {
    return std::make_unique<Ic3Search>(std::move(query), context);
  }
};

}  // namespace

const Engine& ic3_engine() {
  static const Ic3Engine engine;
  return engine;
}

}  // namespace whynot::engine::ic3
