// Takes turns between a run that violates the property and two ways to prove that there is none.
#include "engine/live/live.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/bmc.h"
#include "engine/live/counting.h"
#include "engine/live/saving.h"
#include "engine/turns/portfolio.h"
#include "model/system/bounds.h"
#include "model/system/path_formula.h"
#include "rewrite/linear.h"

namespace whynot::engine::live {
namespace {

constexpr std::uint64_t first_patience = 100;     // of a turn when nobody else waits; more each time
constexpr std::uint64_t least_conflicts = 1'000;  // of a question, however short the turn: else it might never end
// Counting proves what is easy with fewer latches; saved states are for what it has not proved by then.
constexpr std::uint64_t save_after = 1'000;

// In negation normal form: what the runs satisfy that violate the property.
Expr wanted_formula(const Query& query) {
  ExprPool& pool = *query.system->pool;
  const Expr violates = negation_normal_form(pool, path_formula(pool, *query.property), true);
  return with_compassion(*query.system, expand_bounds(pool, violates));
}

class LiveSearch : public Search {
 public:
  LiveSearch(Query query, Context& context)
      : query_(std::move(query)),
        context_(context),
        counting_(*query_.system, wanted_formula(query_), ic3::Facts::of(query_.keep), context) {}

  Verdict next() override {
    for (std::uint64_t patience = first_patience;; patience *= 2)
      if (auto verdict = advance(patience)) return *std::move(verdict);
  }

  std::optional<Verdict> advance(std::uint64_t effort) override {
    if (!leaves_runs_)
      if (auto verdict = look_for_run(effort / 2)) return verdict;
    if (auto verdict = prove(effort)) return verdict;
    if (auto verdict = prove_by_saving(effort)) return verdict;
    if (context_.should_stop()) return stopped();
    return std::nullopt;
  }

  std::optional<check::Certificate> certificate() override {
    if (saving_ && saving_->is_proved()) return saving_->certificate();
    if (!counting_.is_proved()) return std::nullopt;
    return counting_.certificate();
  }

  void leave_runs() override { leaves_runs_ = true; }
  std::optional<Verdict> so_far() const override { return violations_ ? violations_->so_far() : std::nullopt; }

 private:
  // A run, or a further one.  That there is none it leaves to the proof, which has something to show.
  std::optional<Verdict> look_for_run(std::uint64_t effort) {
    if (ended_) return std::nullopt;
    if (!violations_) violations_.emplace(query_, context_);
    auto verdict = violations_->advance(effort);
    if (!verdict || std::holds_alternative<Violated>(*verdict)) return verdict;
    if (context_.should_stop()) return verdict;
    ended_ = std::move(verdict);
    return std::nullopt;
  }

  std::optional<Verdict> prove(std::uint64_t effort) {
    const std::uint64_t end = counting_.spent() + effort;
    while (counting_.spent() < end && !context_.should_stop()) {
      context_.progress(fmt::format("k-liveness, k = {}", counting_.k()));
      if (!counting_.advance(std::max(effort, least_conflicts))) break;
      if (counting_.is_proved()) return Holds{counting_.words()};
      if (is_beyond_bound()) return ended_;
    }
    return std::nullopt;
  }

  std::optional<Verdict> prove_by_saving(std::uint64_t effort) {
    if (counting_.spent() < save_after || context_.should_stop()) return std::nullopt;
    if (!saving_) saving_.emplace(*query_.system, wanted_formula(query_), ic3::Facts::of(query_.keep), context_);
    const std::uint64_t end = saving_->spent() + effort;
    while (saving_->spent() < end && !context_.should_stop()) {
      context_.progress("liveness to safety");
      if (!saving_->advance(std::max(effort, least_conflicts))) break;
      if (saving_->is_proved()) return Holds{saving_->words()};
    }
    return std::nullopt;
  }

  // With a bound for runs, k is not to grow forever either.
  bool is_beyond_bound() const { return ended_ && query_.bound && counting_.k() > *query_.bound; }

  Verdict stopped() const {
    Verdict verdict = so_far().value_or(Unknown{context_.stop_reason()});
    if (auto* none = std::get_if<NoneUpTo>(&verdict)) none->reason = context_.stop_reason();
    return verdict;
  }

  Query query_;
  Context& context_;
  bool leaves_runs_ = false;
  std::optional<BmcSearch> violations_;  // made when it is first asked
  std::optional<Verdict> ended_;         // what bounded checking had to say at its end
  Counting counting_;
  std::optional<Saving> saving_;  // made once counting has taken long
};

class LiveEngine : public Engine {
 public:
  std::string_view name() const override { return "live"; }
  Powers powers() const override { return {.certifies = true}; }

  std::optional<std::string> refuses(const Query& query) const override {
    const Property& property = *query.property;
    if (!property.is_ltl() && !property.is_ctl()) return "k-liveness proves LTL, and CTL that says the same";
    if (auto reason = bmc_engine().refuses(query)) return reason;
    if (property.is_ctl() && !rewrite::is_linear(negation_normal_form(*query.system->pool, property.formula)))
      return "k-liveness proves LTL, and it is not known that an LTL formula says the same as this CTL formula";
    return std::nullopt;
  }

  std::unique_ptr<Search> start(Query query, Context& context) const override {
    return std::make_unique<LiveSearch>(std::move(query), context);
  }
};

}  // namespace

const Engine& live_engine() {
  static const LiveEngine engine;
  return engine;
}

}  // namespace whynot::engine::live
