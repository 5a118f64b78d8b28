// Candidates are weeded out within the scope, those that the goal rests on collected, and confirmed beyond it one by
// one.
#include "analyse/falsify/samples/sampling.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "analyse/falsify/induction.h"
#include "analyse/falsify/samples/houdini.h"

namespace whynot::analyse::falsify {
namespace {

constexpr std::array<CandidateShape, sampling_levels> shapes{
    {{2, 3, false}, {3, 3, false}, {2, 3, true}, {3, 4, false}, {3, 3, true}}};
constexpr std::size_t most_dropped = 60;  // lemmas that hold within the scope and are not confirmed beyond it
constexpr std::uint64_t steps_of_confirming = 2'000'000;

class FromSamples {
 public:
  FromSamples(const Ots& ots, const Predicate& goal, const Scope& scope, std::vector<Predicate> candidates,
              Context& context)
      : ots_(ots), candidates_(std::move(candidates)), context_(context) {
    candidates_.insert(candidates_.begin(), goal);
    houdini_.emplace(ots, scope, candidates_, context);
  }

  std::optional<std::vector<Predicate>> run() {
    houdini_->run();
    for (std::size_t turn = 0; turn < most_dropped && is_possible(); ++turn) {
      if (!collect()) return std::nullopt;
      const std::optional<std::size_t> doubtful = unconfirmed();
      if (!doubtful) return context_.should_stop() ? std::nullopt : std::optional(shortest());
      if (*doubtful == 0) return std::nullopt;
      houdini_->drop(*doubtful);
      houdini_->run();
    }
    return std::nullopt;
  }

 private:
  using Scope = whynot::ots::Scope;

  bool is_possible() const { return houdini_->works() && houdini_->stays(0) && !context_.should_stop(); }

  // What the goal rests on, and what that rests on.
  bool collect() {
    order_ = {0};
    reasons_.clear();
    for (std::size_t i = 0; i < order_.size(); ++i)
      for (std::size_t t = 0; t < ots_.transitions.size(); ++t) {
        const auto why = houdini_->reasons(order_[i], t);
        if (!why || context_.should_stop()) return false;
        for (std::size_t w : *why)
          if (std::find(order_.begin(), order_.end(), w) == order_.end()) order_.push_back(w);
        reasons_[{order_[i], t}] = *why;
      }
    return true;
  }

  // The first that the solver does not confirm for any number of elements.
  std::optional<std::size_t> unconfirmed() {
    std::vector<Term> later;
    for (std::size_t i : order_) later.push_back(candidates_[i].body);
    Induction induction(ots_, later);
    induction.obey(context_);
    induction.insist(steps_of_confirming);
    for (std::size_t n = order_.size(); n-- > 0;) {  // lemmas before the goal: it fails where they do
      const std::size_t i = order_[n];
      if (confirmed_.count(i) == 0 && induction.holds_initially(candidates_[i]) != Induction::Truth::Yes) return i;
      confirmed_.insert(i);
      for (std::size_t t = 0; t < ots_.transitions.size(); ++t)
        if (!is_kept(induction, i, t)) return i;
    }
    return std::nullopt;
  }

  bool is_kept(Induction& induction, std::size_t i, std::size_t t) {
    const std::vector<std::size_t>& why = reasons_.at({i, t});
    const auto key = std::pair(std::pair(i, t), why);
    if (kept_.count(key)) return true;
    std::vector<Predicate> known;
    known.reserve(why.size());
    for (std::size_t w : why) known.push_back(candidates_[w]);
    if (induction.step_holds(candidates_[i], ots_.transitions[t], known) != Induction::Truth::Yes) return false;
    kept_.insert(key);
    return true;
  }

  // Without what can be spared within the scope, if that is confirmed beyond it.
  std::vector<Predicate> shortest() {
    std::vector<Predicate> found = needed();
    houdini_->shrink(order_);
    const bool confirmed = collect() && !unconfirmed() && !context_.should_stop();
    return confirmed ? needed() : found;
  }

  std::vector<Predicate> needed() const {
    std::vector<Predicate> out;
    for (std::size_t i : order_) {
      out.push_back(candidates_[i]);
      if (i != 0) out.back().name = fmt::format("L{}", out.size() - 1);
    }
    return out;
  }

  const Ots& ots_;
  std::vector<Predicate> candidates_;  // the goal is the first
  Context& context_;
  std::optional<Houdini> houdini_;
  std::vector<std::size_t> order_;
  std::map<std::pair<std::size_t, std::size_t>, std::vector<std::size_t>> reasons_;  // by candidate and transition
  std::set<std::size_t> confirmed_;                                                  // initially
  std::set<std::pair<std::pair<std::size_t, std::size_t>, std::vector<std::size_t>>> kept_;
};

}  // namespace

std::optional<std::vector<Predicate>> invariant_from_samples(const Ots& ots, const Predicate& goal,
                                                             std::span<const Samples> samples, std::size_t level,
                                                             Context& context) {
  std::vector<Samples> some;
  for (const Samples& s : samples)
    if (!s.states.empty()) some.push_back(s);
  if (some.empty()) return std::nullopt;
  std::vector<Predicate> candidates = candidate_clauses(ots, some, shapes[level], context);
  if (candidates.empty() || context.should_stop()) return std::nullopt;
  return FromSamples(ots, goal, *some[0].scope, std::move(candidates), context).run();
}

}  // namespace whynot::analyse::falsify
