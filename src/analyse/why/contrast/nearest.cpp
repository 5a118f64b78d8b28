// Tries changes one by one, then two by two, each by playing the trace once more; what is found is ranked: a run that
// keeps the trigger before one that does not, a change made once before one made each time round, a late one before an
// early one.
#include "analyse/why/contrast/nearest.h"

#include <algorithm>
#include <unordered_map>

#include "model/state_hash.h"
#include "model/system/replay_system.h"
#include "model/system/truth.h"

namespace whynot::analyse::why {
namespace {

constexpr std::size_t longest_run = 2'000, longest_rest = 64;

// A change that may be tried, and the transition it belongs to: 0 is the start, the one that closes the loop comes
// last.
struct Candidate {
  Change change;
  std::size_t transition = 0;
  bool in_loop = false;
  bool is_root = false;
  bool is_sample = false;  // one of too many values to try them all
};

class NearestSearch {
 public:
  NearestSearch(const NearestQuestion& question, Owing& owing, Continuations& continuations, Context& context)
      : q_(question),
        trace_(*question.trace),
        owing_(owing),
        continuations_(continuations),
        context_(context),
        player_(*question.system, *question.stepper, context) {
    for (const Choice& choice : player_.choices(trace_)) add_candidates(choice);
  }

  Nearest run() {
    if (q_.most > 0) try_singles();
    const bool wants_more = !result_.best || !result_.best->keeps_trigger;
    if (wants_more && q_.most > 1) try_several();
    if (several_ && (!result_.best || several_->keeps_trigger)) result_.best = std::move(several_);
    if (!result_.best || result_.best->changes.size() > 1) result_.single = 0;
    if (!player_.is_whole()) result_.complete = false;
    return std::move(result_);
  }

 private:
  using Changes = std::vector<const Candidate*>;

  void add_candidates(const Choice& choice) {
    Candidate candidate;
    candidate.transition = choice.place.closing ? trace_.steps.size() : choice.place.step;
    candidate.in_loop = trace_.loop && candidate.transition > *trace_.loop;
    candidate.is_root = !q_.roots || q_.roots->count(choice.place) > 0;
    if (candidate.is_root && !choice.all) all_listed_ = false;
    candidate.is_sample = !choice.all;
    for (const Value& other : choice.others) {
      candidate.change = {choice.place, choice.taken, other};
      candidates_.push_back(candidate);
    }
  }

  bool is_spent() {
    const bool spent = player_.spent() + evaluated_ > q_.work || context_.should_stop();
    if (spent) result_.complete = false;
    return spent;
  }

  void try_singles() {
    result_.tried = 1;
    result_.complete = all_listed_;
    for (const Candidate& candidate : candidates_) {
      if (!candidate.is_root) continue;
      if (is_spent()) return;
      auto found = attempt({&candidate});
      if (!found) continue;
      const Rank mine = rank(*found, candidate.is_sample);
      const bool is_alike = result_.best && mine.is_like(best_);
      if (is_alike) ++result_.single;
      if (result_.best && !(mine < best_)) continue;
      if (!is_alike) result_.single = 1;
      best_ = mine;
      result_.best = std::move(found);
    }
  }

  // Two changes and more, late ones first, until one helps.
  void try_several() {
    std::stable_sort(candidates_.begin(), candidates_.end(),
                     [](const Candidate& a, const Candidate& b) { return a.transition > b.transition; });
    for (std::size_t count = 2; count <= q_.most; ++count) {
      if (is_spent()) return;
      result_.tried = count;
      Changes chosen;
      if (extend(chosen, 0, count)) return;
    }
  }

  bool extend(Changes& chosen, std::size_t from, std::size_t count) {
    if (chosen.size() == count) {
      const bool has_root = std::any_of(chosen.begin(), chosen.end(), [](const Candidate* c) { return c->is_root; });
      if (!has_root) return false;
      auto found = attempt(chosen);
      if (!found) return false;
      const Rank mine = rank(*found, false);
      if (!several_ || mine < best_several_) {
        best_several_ = mine;
        several_ = std::move(found);
      }
      return several_->keeps_trigger;
    }
    for (std::size_t i = from; i < candidates_.size(); ++i) {
      if (is_spent()) return true;
      const bool is_taken = !chosen.empty() && chosen.back()->change.place == candidates_[i].change.place;
      if (is_taken) continue;
      chosen.push_back(&candidates_[i]);
      if (extend(chosen, i + 1, count)) return true;
      chosen.pop_back();
    }
    return false;
  }

  struct Rank {
    bool loses_trigger = false, is_sample = false, each_round = false;
    std::size_t differs = 0;  // the larger the less of the run is shared
    friend auto operator<=>(const Rank&, const Rank&) = default;
    bool is_like(const Rank& other) const {
      return loses_trigger == other.loses_trigger && is_sample == other.is_sample;
    }
  };
  Rank rank(const Contrast& contrast, bool is_sample) const {
    std::size_t first = trace_.steps.size();
    for (const Change& change : contrast.changes)
      if (!change.place.closing) first = std::min(first, change.place.step);
    return {!contrast.keeps_trigger, is_sample, contrast.each_round, trace_.steps.size() - first};
  }

  // Made once and, if that does not help, each time round.
  std::optional<Contrast> attempt(const Changes& changes) {
    const bool in_loop = std::any_of(changes.begin(), changes.end(), [](const Candidate* c) { return c->in_loop; });
    std::optional<Contrast> loses;
    for (const bool each_round : {false, true}) {
      if (each_round && !in_loop) continue;
      auto run = play(changes, each_round);
      if (!run) continue;
      Contrast made;
      for (const Candidate* c : changes) made.changes.push_back(c->change);
      std::sort(made.changes.begin(), made.changes.end(),
                [](const Change& a, const Change& b) { return a.place < b.place; });
      made.each_round = each_round;
      made.keeps_trigger = keeps(*q_.system, q_.triggers, *run);
      made.shared = shared_beginning(trace_, *run);
      made.run = std::move(*run);
      if (made.keeps_trigger) return made;
      if (!loses) loses = std::move(made);
    }
    return loses;
  }

  // The run that these changes make, if it passes.
  std::optional<Trace> play(const Changes& changes, bool each_round) {
    std::vector<Wish> wishes(trace_.steps.size() + 1);
    for (const Candidate* c : changes) wishes[c->transition][c->change.place.variable] = c->change.to;
    const auto start = player_.start(trace_.steps[0].state, wishes[0]);
    if (!start) return std::nullopt;
    Trace run;
    run.signature = trace_.signature;
    run.steps.push_back({*start, {}, {}});
    return trace_.loop ? round_the_loop(run, wishes, each_round) : to_the_end(run, wishes);
  }

  bool follow(Trace& run, std::size_t step, std::size_t next, const Wish& wish) {
    const auto made = player_.step(run.steps.back().state, *trace_.inputs_out_of(step), trace_.steps[next].state, wish);
    if (made) run.steps.push_back({made->state, made->inputs, {}});
    return made.has_value();
  }

  // In later rounds a change is what the step would be like, as far as the model allows.
  bool follow_if_possible(Trace& run, std::size_t step, std::size_t next, const Wish& wish) {
    Inputs inputs = *trace_.inputs_out_of(step);
    State like = trace_.steps[next].state;
    for (const auto& [variable, value] : wish)
      (player_.is_input(variable) ? inputs : like)[player_.column(variable)] = value;
    const auto made = player_.step(run.steps.back().state, inputs, like, {});
    if (made) run.steps.push_back({made->state, made->inputs, {}});
    return made.has_value();
  }

  std::optional<Trace> round_the_loop(Trace& run, const std::vector<Wish>& wishes, bool each_round) {
    const std::size_t last = trace_.steps.size() - 1;
    const Wish none;
    std::unordered_multimap<std::size_t, std::pair<std::size_t, std::size_t>> seen;  // by state: step, place in run
    std::size_t at = 0, rounds = 0;
    while (run.steps.size() < longest_run) {
      const bool settled = each_round || rounds > 0;
      const std::size_t hash = StateHash()(run.steps.back().state);
      for (auto [i, end] = seen.equal_range(hash); settled && i != end; ++i)
        if (i->second.first == at && run.steps[i->second.second].state == run.steps.back().state)
          return closed(run, i->second.second);
      if (settled) seen.emplace(hash, std::pair(at, run.steps.size() - 1));
      const std::size_t next = *trace_.after(at);
      const std::size_t transition = at == last ? last + 1 : next;
      const Wish& wish = each_round || rounds == 0 ? wishes[transition] : none;
      const bool made = rounds == 0 ? follow(run, at, next, wish) : follow_if_possible(run, at, next, wish);
      if (!made) return std::nullopt;
      if (at == last) ++rounds;
      at = next;
    }
    result_.complete = false;
    return std::nullopt;
  }

  // The last step is the one at `loop` once more.
  std::optional<Trace> closed(Trace& run, std::size_t loop) {
    run.loop = loop;
    run.closing_inputs = run.steps.back().inputs;
    run.steps.pop_back();
    return checked(run);
  }

  std::optional<Trace> checked(Trace& run) {
    evaluated_ += run.steps.size() * (player_weight() + 1);
    if (!passes(*q_.system, *q_.stepper, q_.formula, run)) return std::nullopt;
    return std::move(run);
  }
  std::uint64_t player_weight() const { return q_.system->variables.size(); }

  // A finite trace fails within its steps: what comes after them is free.
  std::optional<Trace> to_the_end(Trace& run, const std::vector<Wish>& wishes) {
    Moment moment = owing_.start(run.steps[0].state);
    for (std::size_t i = 0; i + 1 < trace_.steps.size(); ++i) {
      if (!follow(run, i, i + 1, wishes[i + 1])) return std::nullopt;
      moment = owing_.after(moment, run.steps.back().inputs, run.steps.back().state);
    }
    if (!moment.owed) result_.complete = false;
    if (!moment.owed || owing_.is_broken(moment)) return std::nullopt;
    Trace resting = run;
    if (rest(resting))
      if (auto passing = checked(resting)) return passing;
    Outlook& outlook = continuations_.from(moment);
    const bool has_run = continuations_.has_run(outlook);
    if (outlook.hope != Hope::Fails && !has_run) result_.complete = false;
    if (!has_run) return std::nullopt;
    append(run, outlook.run);
    return checked(run);
  }

  // Nothing new happens: inputs stay, and so does whatever may.
  bool rest(Trace& run) {
    Inputs inputs = run.steps.back().inputs;
    if (run.steps.size() == 1)
      for (const Column& input : q_.stepper->signature()->inputs) {
        if (!input.type.size()) return false;
        inputs.push_back(input.type.value(0));
      }
    const std::size_t from = run.steps.size() - 1;
    while (run.steps.size() < from + longest_rest) {
      const auto made = player_.step(run.steps.back().state, inputs, run.steps.back().state, {});
      if (!made) return false;
      for (std::size_t i = from; i < run.steps.size(); ++i)
        if (run.steps[i].state == made->state) {
          run.loop = i;
          run.closing_inputs = inputs;
          return true;
        }
      run.steps.push_back({made->state, inputs, {}});
    }
    return false;
  }

 public:
  static void append(Trace& run, const Trace& rest) {
    const std::size_t offset = run.steps.size() - 1;
    run.steps.insert(run.steps.end(), rest.steps.begin() + 1, rest.steps.end());
    if (rest.loop) run.loop = *rest.loop + offset;
    run.closing_inputs = rest.closing_inputs;
  }

 private:
  const NearestQuestion& q_;
  const Trace& trace_;
  Owing& owing_;
  Continuations& continuations_;
  Context& context_;
  Player player_;
  std::vector<Candidate> candidates_;
  bool all_listed_ = true;
  std::uint64_t evaluated_ = 0;
  Nearest result_;
  Rank best_;
  std::optional<Contrast> several_;  // changes together
  Rank best_several_;
};

}  // namespace

Nearest nearest(const NearestQuestion& question, Owing& owing, Continuations& continuations, Context& context) {
  return NearestSearch(question, owing, continuations, context).run();
}

bool passes(const TransitionSystem& system, const Stepper& stepper, Expr formula, const Trace& run) {
  Property property;
  property.kind = PropertyKind::Ltl;
  property.formula = formula;
  return !replay_system(system, stepper, run, property, Polarity::Passing);
}

bool keeps(const TransitionSystem& system, const std::vector<Trigger>& triggers, const Trace& run) {
  const Slots slots(system);
  return std::all_of(triggers.begin(), triggers.end(), [&](const Trigger& trigger) {
    std::size_t step = trigger.step;
    if (step >= run.steps.size()) {
      if (!run.loop) return false;
      step = *run.loop + (step - run.steps.size()) % (run.steps.size() - *run.loop);
    }
    const CompiledExpr atom(*system.pool, trigger.atom, [&](Expr leaf) { return slots.of(leaf); });
    return atom.run(slots.around(run, step)) == Value::boolean(trigger.holds);
  });
}

std::size_t shared_beginning(const Trace& a, const Trace& b) {
  std::size_t shared = 0;
  while (shared < a.steps.size() && shared < b.steps.size() && a.steps[shared] == b.steps[shared]) ++shared;
  return shared;
}

}  // namespace whynot::analyse::why
