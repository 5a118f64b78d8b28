// The turns: a budget of states for each scope, a budget of steps for the induction as it always was, and one for an
// induction that asks thoroughly.
#include "analyse/falsify/deepen.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "analyse/falsify/samples/sampling.h"
#include "analyse/falsify/samples/unrolled.h"

namespace whynot::analyse::falsify {

using whynot::ots::DeepeningSpace;

namespace {

constexpr std::uint64_t first_states = 2'500;   // of the first turn; it is over in a moment
constexpr std::uint64_t steps_for_a_state = 2;  // of the solver, for each of the two inductions; but at least …
constexpr std::uint64_t first_steps = 250'000;  // … as many as a simple step takes
constexpr std::size_t first_depth = 3;          // that lemmas are asked about
constexpr std::uint64_t most_of_first_depths = 100'000;
constexpr std::uint64_t states_of_sampling = 20'000;   // of a turn, before it pays to look for invariants among them
constexpr std::uint64_t states_of_unrolling = 10'000;  // of a turn, before it pays to ask a solver
constexpr std::uint64_t states_of_wider = 40'000;      // … and one about further scopes
constexpr std::uint64_t states_for_a_conflict = 10;
constexpr std::size_t most_sampled = 3'000;  // of each scope

class Turns {
 public:
  Turns(const Ots& ots, const Predicate& goal, std::span<const Predicate> hints,
        std::span<const std::unique_ptr<DeepeningSpace>> spaces, const DeepenOptions& options, Context& context)
      : ots_(ots), options_(options), context_(context), searching_(context, Limits{}) {
    for (const auto& space : spaces) searches_.push_back({space.get(), false, 0});
    FalsifyOptions how = options.how;
    for (const bool thorough : {false, true}) {
      how.thorough = thorough;
      inductions_.push_back(std::make_unique<Procedure>(ots, goal, hints, *searches_[0].space, how, context));
    }
    goal_.name = goal.name;
    goal_.predicate = goal;
    goal_.text = text_of(ots, goal);
  }

  Deepened run() {
    searching_.resume();
    for (std::uint64_t states = first_states;; states *= 2) {
      if (search(states)) return falsified();
      if (const auto trace = unroll(states)) return falsified_by(*trace);
      if (auto wide = unroll_wider(states)) return std::move(*wide);
      if (const auto answer = induct(states)) return decided(*answer);
      if (const auto lemmas = sample(states)) return verified(*lemmas);
      if (is_over(states) || context_.should_stop()) return open();
    }
  }

 private:
  struct Search {
    DeepeningSpace* space;
    bool over;
    std::uint64_t looked_at;
  };

  // The scopes besides the first share half as much.
  std::uint64_t share(std::size_t at, std::uint64_t states) const {
    const std::uint64_t wanted = at == 0 ? states : states / (2 * (searches_.size() - 1));
    return std::min(wanted, options_.states.value_or(std::numeric_limits<std::uint64_t>::max()));
  }

  // Whether one of them violates the goal.
  bool search(std::uint64_t states) {
    for (std::size_t i = 0; i < searches_.size(); ++i) {
      Search& s = searches_[i];
      while (!s.over && !context_.should_stop() && is_affordable(s, i, share(i, states))) {
        s.looked_at += s.space->frontier();
        s.over = !s.space->deepen(searching_);
      }
      if (!s.space->violated()) continue;
      violated_ = i;
      return true;
    }
    return false;
  }

  // Lemmas are asked about the first few depths, whatever the turn.
  static bool is_affordable(const Search& s, std::size_t at, std::uint64_t states) {
    const std::uint64_t then = s.looked_at + s.space->frontier();
    const bool early = at == 0 && s.space->counts().size() <= first_depth && then <= most_of_first_depths;
    return early || then <= states;
  }

  // The induction that has an answer.
  std::optional<std::size_t> induct(std::uint64_t states) {
    for (std::size_t i = 0; i < inductions_.size(); ++i) {
      if (!inductions_[i] || context_.should_stop()) continue;
      const std::uint64_t steps = std::min(std::max(states * steps_for_a_state, first_steps), limit());
      if (inductions_[i]->go_on(steps)) continue;
      results_[i] = inductions_[i]->finish();
      inductions_[i].reset();
      if (results_[i]->outcome != Outcome::Open) return i;
    }
    return std::nullopt;
  }
  std::uint64_t limit() const {  // of one induction
    return options_.steps ? *options_.steps / 2 : std::numeric_limits<std::uint64_t>::max() / 2;
  }

  // Deeper than the search comes where states are many.
  std::optional<Trace> unroll(std::uint64_t states) {
    if (searches_[0].space->exhausted() || states < states_of_unrolling || context_.should_stop()) return std::nullopt;
    if (!unrolled_) unrolled_.emplace(ots_, searches_[0].space->scope(), goal_.predicate, false, context_);
    return unrolled_->go_on(states / states_for_a_conflict);
  }

  // More of one sort than the searches have; each scope in turn.
  std::optional<Deepened> unroll_wider(std::uint64_t states) {
    if (states < states_of_wider) return std::nullopt;
    for (std::size_t i = 0; i < options_.wider.size() && !context_.should_stop(); ++i) {
      const whynot::ots::Scope& scope = options_.wider[i];
      if (i == wider_.size())
        wider_.push_back(std::make_unique<Unrolled>(ots_, scope, goal_.predicate, true, context_));
      const auto trace = wider_[i]->go_on(states / states_for_a_conflict);
      if (!trace) continue;
      Deepened out = falsified_by(*trace);
      out.found.scope = scope.name;
      return out;
    }
    return std::nullopt;
  }

  Deepened falsified_by(const Trace& trace) {
    Deepened out;
    Falsification& f = out.found;
    f.property = goal_.name;
    f.outcome = Outcome::Falsified;
    f.trace = trace;
    f.through = 0;
    goal_.status = LemmaStatus::Falsified;
    goal_.fails_at = trace.steps.size() - 1;
    f.lemmas.push_back(goal_);
    describe(f, *searches_[0].space);
    out.tried = tried();
    return out;
  }

  // One kind of candidates in a turn, once the search has seen everything or has taken as long as that does.
  std::optional<std::vector<Predicate>> sample(std::uint64_t states) {
    const bool searched = std::all_of(searches_.begin(), searches_.end(), [](const Search& s) { return s.over; });
    const bool early = !searched && states < states_of_sampling << level_;
    if (!options_.how.generalise || level_ == sampling_levels || early || context_.should_stop()) return std::nullopt;
    std::vector<Samples> samples;
    for (const Search& s : searches_) samples.push_back({&s.space->scope(), s.space->sample(most_sampled)});
    return invariant_from_samples(ots_, goal_.predicate, samples, level_++, context_);
  }

  bool is_over(std::uint64_t states) const {
    const bool searched = std::all_of(searches_.begin(), searches_.end(), [&](const Search& s) {
      return s.over || (options_.states && states >= *options_.states);
    });
    const bool induced = (!inductions_[0] && !inductions_[1]) || states * steps_for_a_state >= limit();
    const bool sampled = !options_.how.generalise || level_ == sampling_levels;
    const bool unrolls = unrolled_ && unrolled_->goes_on() && !searches_[0].space->exhausted();
    const bool unrolled = !unrolls || (options_.states && states >= *options_.states);
    return searched && induced && sampled && unrolled && is_over_wider(states);
  }

  bool is_over_wider(std::uint64_t states) const {
    if (options_.states && states >= *options_.states) return true;
    return wider_.size() == options_.wider.size() &&
           std::none_of(wider_.begin(), wider_.end(), [](const auto& u) { return u->goes_on(); });
  }

  Deepened falsified() {
    DeepeningSpace& space = *searches_[violated_].space;
    Deepened out = falsified_by(space.violation());
    describe(out.found, space);
    return out;
  }

  Deepened decided(std::size_t by) {
    Deepened out;
    out.found = std::move(*results_[by]);
    out.tried = tried();
    return out;
  }

  Deepened verified(const std::vector<Predicate>& invariant) {
    Deepened out;
    Falsification& f = out.found;
    f.property = goal_.name;
    f.outcome = Outcome::Verified;
    goal_.status = LemmaStatus::Relative;
    f.lemmas.push_back(goal_);
    for (std::size_t i = 1; i < invariant.size(); ++i) {
      Lemma lemma;
      lemma.name = invariant[i].name;
      lemma.predicate = invariant[i];
      lemma.text = text_of(ots_, invariant[i]);
      lemma.from = goal_.name;
      lemma.parent = 0;
      lemma.status = LemmaStatus::Relative;
      lemma.generalised = true;
      f.lemmas[0].needs.push_back(i);
      f.lemmas.push_back(std::move(lemma));
    }
    describe(f, *searches_[0].space);
    out.tried = tried();
    return out;
  }

  Deepened open() {
    for (std::size_t i = 0; i < inductions_.size(); ++i)
      if (inductions_[i]) results_[i] = inductions_[i]->finish();
    // An answer may come with the last questions.
    for (std::size_t i = 0; i < results_.size(); ++i)
      if (results_[i]->outcome != Outcome::Open) return decided(i);
    Deepened out;
    out.found = *results_[0];
    describe(out.found, *searches_[0].space);
    out.tried = tried();
    out.suggestion = suggestion();
    return out;
  }

  static void describe(Falsification& f, const DeepeningSpace& space) {
    f.scope = space.scope().name;
    f.symmetry = space.symmetry();
    f.depths = space.counts();
  }

  std::vector<Tried> tried() const {
    std::vector<Tried> out;
    for (const Search& s : searches_) {
      Tried t{"search", s.space->scope().name, s.space->none_up_to(), ""};
      if (s.space->violated())
        t.result = "violated";
      else if (s.space->exhausted())
        t.result =
            fmt::format("no violation, and nothing beyond depth {}: {} states", t.depth.value_or(0), s.space->states());
      else if (t.depth)
        t.result = fmt::format("no violation up to depth {}: {} states", *t.depth, s.space->states());
      else
        t.result = "not begun";
      if (!s.space->stopped().empty()) t.result += "; " + s.space->stopped();
      out.push_back(std::move(t));
    }
    for (std::size_t i = 0; i < inductions_.size(); ++i) {
      Tried t{i == 0 ? "induction" : "thorough induction", "", {}, "not finished"};
      if (results_[i])
        t.result = fmt::format("{} in {} rounds with {} questions", outcome_word(results_[i]->outcome),
                               results_[i]->rounds, results_[i]->queries);
      out.push_back(std::move(t));
    }
    if (unrolled_ && unrolled_->works())
      out.push_back({"unrolling",
                     searches_[0].space->scope().name,
                     {},
                     fmt::format("no violation in fewer than {} steps", unrolled_->none_below())});
    for (std::size_t i = 0; i < wider_.size(); ++i)
      if (wider_[i]->works())
        out.push_back({"unrolling",
                       options_.wider[i].name,
                       {},
                       fmt::format("no violation in fewer than {} steps", wider_[i]->none_below())});
    if (level_ > 0)
      out.push_back({"invariants from samples", "", {}, fmt::format("{} of {} kinds tried", level_, sampling_levels)});
    return out;
  }

  std::string suggestion() const {
    std::string out;
    const auto say = [&](const std::string& what) { out += (out.empty() ? "" : "; ") + what; };
    const Search& first = searches_[0];
    if (options_.states || options_.steps) say("--timeout sets the limit instead of a count of steps");
    if (!first.over) say(fmt::format("--depth {} searches deeper", first.space->none_up_to().value_or(0) + 1));
    if (first.space->exhausted()) say("a scope with more elements (`scope` in the specification) may show more");
    for (const Lemma& l : results_[0]->lemmas)
      if (l.parent && l.status == LemmaStatus::Open && l.text.size() < 120) {
        say(fmt::format("a lemma stated with `using`, such as what excludes or implies {}: {}", l.name, l.text));
        break;
      }
    return out;
  }

  const Ots& ots_;
  DeepenOptions options_;
  Context& context_;
  Context searching_;  // a search that has no more memory leaves the induction alone
  std::vector<Search> searches_;
  std::vector<std::unique_ptr<Procedure>> inductions_;
  std::vector<std::optional<Falsification>> results_{std::nullopt, std::nullopt};
  std::size_t violated_ = 0;
  std::size_t level_ = 0;  // of candidates, to be tried next
  std::optional<Unrolled> unrolled_;
  std::vector<std::unique_ptr<Unrolled>> wider_;
  Lemma goal_;
};

}  // namespace

Deepened falsify_deeper(const Ots& ots, const Predicate& goal, std::span<const Predicate> hints,
                        std::span<const std::unique_ptr<DeepeningSpace>> spaces, const DeepenOptions& options,
                        Context& context) {
  return Turns(ots, goal, hints, spaces, options, context).run();
}

}  // namespace whynot::analyse::falsify
