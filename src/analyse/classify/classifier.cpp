// The loop of the paper's Algorithm 1: take a counterexample outside all classes, make a class of it, exclude the
// class.
#include "analyse/classify/classifier.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "analyse/classify/facts/atoms.h"
#include "analyse/classify/facts/lasting.h"
#include "analyse/classify/facts/named_steps.h"
#include "analyse/classify/widen.h"
#include "base/check.h"

namespace whynot::analyse::classify {
namespace {

constexpr std::size_t none = ~std::size_t{0};
constexpr std::size_t most_unexplained = 100;

bool is_anchor(const Fact& f, const Options& options) { return options.anchor && f.predicate == *options.anchor; }

}  // namespace

Classifier::Classifier(Space& space, const Options& options, Vocabulary& vocabulary, Context& context)
    : space_(space),
      violating_(space.violating()),
      options_(options),
      vocabulary_(vocabulary),
      context_(context),
      minimiser_(space.passing(), vocabulary),
      alike_(vocabulary.system()) {
  if (options.constants) minimiser_.allow_constants();
}

void Classifier::lift(const std::vector<Class>& classes) {
  for (const Class& c : classes)
    if (c.explained && minimiser_.sufficient(c.constraint) == Answer::Unsat) add(c.constraint, c.representative, true);
}

Classes Classifier::run() {
  if (options_.anchor) result_.anchor = static_cast<PredicateId>(*options_.anchor);
  require_anchor();
  result_.complete = find_classes();
  result_.found = known_.size();
  if (result_.stopped.empty() && remove_redundant()) show_traces();
  for (Known& k : known_) result_.classes.push_back(std::move(k.found));
  result_.questions = violating_.questions() + space_.passing().questions();
  result_.passing_seen = minimiser_.passing_seen();
  return std::move(result_);
}

bool Classifier::halt(std::string reason) {
  if (result_.stopped.empty()) result_.stopped = std::move(reason);
  return false;
}

bool Classifier::halt_if_stopped(Answer answer) { return answer != Answer::Stopped || halt(space_.stopped()); }

void Classifier::require_anchor() {
  if (!options_.anchor) return;
  if (const auto id = violating_.know(instance_of(vocabulary_, static_cast<PredicateId>(*options_.anchor))))
    violating_.keep_only(*id);
  else
    halt("the anchored predicate ties too many positions together");
}

std::vector<Classifier::ClassId> Classifier::all_but(std::size_t except) const {
  std::vector<ClassId> ids;
  for (std::size_t i = 0; i < known_.size(); ++i)
    if (i != except) ids.push_back(known_[i].id);
  return ids;
}

// True when every counterexample is in a class.
bool Classifier::find_classes() {
  bool any = false;
  for (std::size_t size = 0; size < violating_.sizes(); ++size) {
    context_.progress(fmt::format("classes of counterexamples, size {}", size));
    while (true) {
      if (context_.should_stop()) return halt(context_.stop_reason());
      const Answer answer = violating_.find(size, {}, all_but(none));
      if (!halt_if_stopped(answer)) return false;
      if (answer == Answer::Unsat) break;
      const Trace trace = violating_.trace();
      if (!any && known_.empty()) smallest_size_ = size;  // else it may be one of a lifted class
      any = true;
      space_.confirm(trace, Polarity::Violating);
      if (!result_.first) result_.first = trace;
      if (!treat(trace, size)) return false;
    }
  }
  return !result_.insufficient || options_.keep_going;
}

bool Classifier::treat(const Trace& trace, std::size_t size) {
  std::size_t positions = violating_.telling_positions(size, trace);
  Minimal minimal = minimal_class(trace, positions);
  if (std::holds_alternative<Insufficiency>(minimal) && positions < trace.steps.size())
    minimal = minimal_class(trace, positions = trace.steps.size());
  if (std::holds_alternative<Halted>(minimal)) return halt(space_.stopped());
  if (auto* found = std::get_if<TraceClass>(&minimal)) {
    if (!vocabulary_.grammar().is_rich()) return add(std::move(*found), trace, true);
    const TraceClass joined = with_lasting_facts_joined(vocabulary_, std::move(*found));
    return add(joined, trace, true) && add_images(joined);
  }

  if (!result_.insufficient) report_insufficiency(trace, std::get<Insufficiency>(std::move(minimal)));
  if (!options_.keep_going) return false;
  const auto is_open = [](const Known& k) { return !k.found.explained; };
  if (static_cast<std::size_t>(std::count_if(known_.begin(), known_.end(), is_open)) >= most_unexplained)
    return halt(fmt::format("more than {} unexplained counterexamples", most_unexplained));
  std::vector<Fact> facts = *vocabulary_.facts_of(trace, trace.steps.size());  // minimal_class has had them
  const std::vector<Fact> anchored = anchored_in(facts);
  std::erase_if(facts, [&](const Fact& f) { return f.at.size() != 1 || is_anchor(f, options_); });
  facts.insert(facts.end(), anchored.begin(), anchored.end());
  for (PositionId p = 0; p + 1 < trace.steps.size(); ++p) facts.push_back(gap_between(p, p + 1));
  return add(renumbered(facts), trace, false);
}

Minimal Classifier::minimal_class(const Trace& trace, std::size_t positions) {
  const std::optional<std::vector<Fact>> all = vocabulary_.facts_of(trace, positions);
  if (!all) {
    halt("a predicate holds at too many positions of a trace to list them all");
    return Halted{};
  }
  if (options_.anchor && anchored_in(*all).empty()) return Insufficiency{trace, {}};
  const bool chooses = vocabulary_.grammar().one_early && !trace.loop;
  return chooses ? without_one_of_last(*all, positions) : minimal_of(*all, positions);
}

// Of one of the property's variables nothing is said at the last step: of the one that gives the cheapest class.  Where
// none can be left out, all is said.
Minimal Classifier::without_one_of_last(const std::vector<Fact>& facts, std::size_t positions) {
  const auto last = static_cast<PositionId>(positions - 1);
  std::optional<TraceClass> best;
  for (Expr left_out : vocabulary_.grammar().early) {
    std::vector<Fact> fewer = facts;
    std::erase_if(fewer, [&](const Fact& f) {
      if (f.at != std::vector{last}) return false;
      const std::vector<Expr> read = variables_read(vocabulary_.predicate(f.predicate));
      return std::find(read.begin(), read.end(), left_out) != read.end();
    });
    Minimal next = minimal_of(fewer, positions);
    if (std::holds_alternative<Halted>(next)) return next;
    auto* made = std::get_if<TraceClass>(&next);
    if (made && (!best || price_of(vocabulary_, *made) < price_of(vocabulary_, *best))) best = std::move(*made);
  }
  if (!best) return minimal_of(facts, positions);
  return *std::move(best);
}

// Two minimal sets, one of early and one of late variables; the other one is taken where it covers more.
Minimal Classifier::minimal_of(const std::vector<Fact>& facts, std::size_t positions) {
  const std::vector<Fact> anchored = anchored_in(facts);
  result_.facts = std::max(result_.facts, facts.size() + positions * (positions - 1) / 2);
  if (auto named = by_last_step(facts, positions)) return *std::move(named);
  Minimal early = minimiser_.minimise(facts, positions, anchored, Minimiser::Preference::EarlierVariables);
  if (options_.smallest && std::holds_alternative<TraceClass>(early))
    return minimiser_.smallest(facts, positions, anchored);
  if (!std::holds_alternative<TraceClass>(early)) return early;
  if (vocabulary_.grammar().is_rich()) return cheapest(facts, positions, anchored, std::get<TraceClass>(early));
  Minimal late = minimiser_.minimise(facts, positions, anchored, Minimiser::Preference::LaterVariables);
  if (!std::holds_alternative<TraceClass>(late)) return late;
  auto chosen = more_general(std::get<TraceClass>(std::move(early)), std::get<TraceClass>(std::move(late)));
  if (!chosen) return Halted{};
  if (options_.tells_end && anchored.empty() && waits(*chosen))
    if (auto ending = with_end(facts, positions)) return *std::move(ending);
  return *std::move(chosen);
}

// The class with one fact about the last step that it cannot do without; nothing where there is none.
std::optional<TraceClass> Classifier::with_end(const std::vector<Fact>& facts, std::size_t positions) {
  const std::vector last{static_cast<PositionId>(positions - 1)};
  for (const Fact& end : facts) {
    if (end.at != last) continue;
    std::vector<Fact> others = facts;
    std::erase(others, end);
    Minimal found = minimiser_.minimise(others, positions, {end}, Minimiser::Preference::LaterVariables);
    auto* made = std::get_if<TraceClass>(&found);
    if (!made || waits(*made) || is_minimal(*made) != Answer::Sat) continue;
    return std::move(*made);
  }
  return std::nullopt;
}

// The step that the model has a name for and that came last, with what must be so for it to violate the property.
// Nothing where that is not known, or where the rest does without the step.
std::optional<TraceClass> Classifier::by_last_step(std::vector<Fact> facts, std::size_t positions) {
  const auto is_named = [&](const Fact& f) { return is_named_step(vocabulary_.predicate(f.predicate)); };
  const auto comes_before = [](const Fact& a, const Fact& b) { return a.at[1] < b.at[1]; };
  std::vector<Fact> steps;
  std::copy_if(facts.begin(), facts.end(), std::back_inserter(steps), is_named);
  if (options_.anchor || steps.empty()) return std::nullopt;
  const Fact last = *std::max_element(steps.begin(), steps.end(), comes_before);
  std::erase(facts, last);
  Minimal found = minimiser_.minimise(facts, positions, {last}, Minimiser::Preference::LaterVariables);
  auto* made = std::get_if<TraceClass>(&found);
  if (!made) return std::nullopt;
  TraceClass without = *made;
  std::erase_if(without.facts, [&](const Fact& f) { return !f.is_gap() && f.predicate == last.predicate; });
  if (minimiser_.sufficient(without) != Answer::Sat) return std::nullopt;
  return widened(std::move(*made), minimiser_, vocabulary_);
}

// Of the classes that several orders of leaving out facts give, the one that costs a reader the least.
Minimal Classifier::cheapest(const std::vector<Fact>& facts, std::size_t positions, const std::vector<Fact>& anchored,
                             TraceClass first) {
  using enum Minimiser::Preference;
  auto best = widened(std::move(first), minimiser_, vocabulary_);
  for (const auto preference : {LaterVariables, EarlierComparisons, LaterComparisons}) {
    Minimal next = best ? minimiser_.minimise(facts, positions, anchored, preference) : Minimal(Halted{});
    if (!std::holds_alternative<TraceClass>(next)) return Halted{};
    auto wide = widened(std::get<TraceClass>(std::move(next)), minimiser_, vocabulary_);
    if (!wide) return Halted{};
    if (price_of(vocabulary_, *wide) < price_of(vocabulary_, *best)) best = std::move(wide);
  }
  auto changing = best ? cheapest_of_changes(facts, positions, anchored) : std::nullopt;
  if (changing && price_of(vocabulary_, *changing) < price_of(vocabulary_, *best)) best = std::move(changing);
  if (!best) return Halted{};
  return *std::move(best);
}

// What never changes holds at any step, and may leave nothing to tell but how long the run is.
std::optional<TraceClass> Classifier::cheapest_of_changes(std::vector<Fact> facts, std::size_t positions,
                                                          const std::vector<Fact>& anchored) {
  if (std::erase_if(facts, [&](const Fact& f) { return is_lasting(vocabulary_, f); }) == 0) return std::nullopt;
  Minimal found = minimiser_.minimise(facts, positions, anchored, Minimiser::Preference::LaterComparisons);
  auto* made = std::get_if<TraceClass>(&found);
  return made ? widened(std::move(*made), minimiser_, vocabulary_) : std::nullopt;
}

std::vector<Fact> Classifier::anchored_in(const std::vector<Fact>& facts) const {
  const auto found = std::find_if(facts.begin(), facts.end(), [&](const Fact& f) { return is_anchor(f, options_); });
  if (found == facts.end()) return {};
  return {*found};
}

// The one that covers more, or says less; the first one when nothing tells them apart.  Nothing when stopped.
std::optional<TraceClass> Classifier::more_general(TraceClass first, TraceClass second) {
  if (first.facts == second.facts) return first;
  const std::optional<ClassId> a = violating_.know(first), b = violating_.know(second);
  if (!b) return first;
  if (!a) return second;
  const std::size_t any_size = violating_.sizes() - 1;
  const Answer first_only = violating_.find(any_size, std::span(&*a, 1), std::span(&*b, 1));
  if (first_only == Answer::Stopped) return std::nullopt;
  const Answer second_only = violating_.find(any_size, std::span(&*b, 1), std::span(&*a, 1));
  if (second_only == Answer::Stopped) return std::nullopt;
  const auto says = [](const TraceClass& c) { return std::pair(c.positions, c.facts.size()); };
  if (first_only == second_only) return says(second) < says(first) ? second : first;
  return first_only == Answer::Unsat ? second : first;
}

bool Classifier::add(TraceClass c, const Trace& trace, bool explained) {
  const std::optional<ClassId> id = violating_.know(c);
  if (!id) return halt("a class ties too many positions together");
  known_.push_back({{}, *id});
  known_.back().found.constraint = std::move(c);
  known_.back().found.explained = explained;
  known_.back().found.representative = trace;  // until a shorter one is looked for
  return true;
}

// What is a class of some instances is often one of others too.  Each is checked like any other; without this they
// would be found in other words.
bool Classifier::add_images(const TraceClass& c) {
  for (Alike::Image& image : alike_.images(c, vocabulary_)) {
    const auto is_known = [&](const Known& k) {
      return in_normal_order(k.found.constraint) == in_normal_order(image.constraint);
    };
    if (std::any_of(known_.begin(), known_.end(), is_known)) continue;
    const Answer passing = minimiser_.sufficient(image.constraint);
    const Answer minimal = passing == Answer::Unsat ? is_minimal(image.constraint) : Answer::Unsat;
    const auto id = minimal == Answer::Sat ? violating_.know(image.constraint) : std::nullopt;
    const Answer found = id ? violating_.find(violating_.sizes() - 1, std::span(&*id, 1), {}) : Answer::Unsat;
    if (!halt_if_stopped(passing) || !halt_if_stopped(minimal) || !halt_if_stopped(found)) return false;
    if (found == Answer::Sat && !add(std::move(image.constraint), violating_.trace(), true)) return false;
  }
  return true;
}

Answer Classifier::is_minimal(const TraceClass& c) {
  for (std::size_t left_out = 0; left_out < c.facts.size(); ++left_out) {
    TraceClass weaker = c;
    weaker.facts.erase(weaker.facts.begin() + static_cast<std::ptrdiff_t>(left_out));
    if (const Answer answer = minimiser_.sufficient(weaker); answer != Answer::Sat) return answer;
  }
  return Answer::Sat;
}

void Classifier::report_insufficiency(const Trace& trace, Insufficiency found) {
  Indistinct made{trace, std::move(found.passing), std::move(found.placement), {}};
  if (!made.placement.empty()) space_.confirm(made.passing, Polarity::Passing);
  const auto compare = [&](const std::vector<Column>& columns, std::vector<Value> Step::*row) {
    for (std::size_t c = 0; c < columns.size(); ++c) {
      const auto differs = [&](std::size_t p) {
        const std::vector<Value>&here = trace.steps[p].*row, &there = made.passing.steps[made.placement[p]].*row;
        return c < here.size() && c < there.size() && here[c] != there[c];
      };
      for (std::size_t p = 0; p < made.placement.size(); ++p)
        if (differs(p)) {
          made.differ.push_back(columns[c].name);
          break;
        }
    }
  };
  compare(trace.signature->columns, &Step::state);
  compare(trace.signature->inputs, &Step::inputs);
  result_.insufficient = std::move(made);
}

// One class after the other, those with many facts and those found late first, against the ones still there.
bool Classifier::remove_redundant() {
  std::vector<std::size_t> order(known_.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    const Known &x = known_[a], &y = known_[b];
    return std::tuple(x.found.explained, -static_cast<std::ptrdiff_t>(x.found.constraint.facts.size()), b) <
           std::tuple(y.found.explained, -static_cast<std::ptrdiff_t>(y.found.constraint.facts.size()), a);
  });
  std::vector<bool> removed(known_.size(), false);
  for (std::size_t candidate : order) {
    std::vector<ClassId> others;
    for (std::size_t i = 0; i < known_.size(); ++i)
      if (i != candidate && !removed[i]) others.push_back(known_[i].id);
    const Answer answer = violating_.find(violating_.sizes() - 1, std::span(&known_[candidate].id, 1), others);
    if (!halt_if_stopped(answer)) return false;
    removed[candidate] = answer == Answer::Unsat;
  }
  std::vector<Known> kept;
  for (std::size_t i = 0; i < known_.size(); ++i)
    if (!removed[i]) kept.push_back(std::move(known_[i]));
  known_ = std::move(kept);
  return true;
}

// The smallest counterexample of a class that is in none of the others, from this size on.
std::optional<Trace> Classifier::smallest(ClassId in, const std::vector<ClassId>& outside, std::size_t& size) {
  for (; size < violating_.sizes(); ++size) {
    const Answer answer = violating_.find(size, std::span(&in, 1), outside);
    if (answer == Answer::Stopped) return std::nullopt;
    if (answer == Answer::Unsat) continue;
    Trace trace = violating_.trace();
    space_.confirm(trace, Polarity::Violating);
    return trace;
  }
  return std::nullopt;
}

bool Classifier::show_traces() {
  for (std::size_t i = 0; i < known_.size(); ++i) {
    Class& c = known_[i].found;
    std::size_t size = smallest_size_;
    std::optional<Trace> representative = smallest(known_[i].id, {}, size);
    if (!representative) return halt(space_.stopped());
    c.representative = *std::move(representative);
    c.canonical = smallest(known_[i].id, all_but(i), size);
    if (options_.anchor && is_decorated(c.constraint))
      c.flags.emplace_back("decorative anchor: the class does without it");
    WHYNOT_CHECK(vocabulary_.satisfied(c.constraint, c.representative), "a representative should be in its class");
    if (options_.certify && c.explained && !certify_minimal(c.constraint))
      result_.doubt = "showing that no fact is superfluous took too long";
    for (std::size_t j = 0; c.canonical && j < known_.size(); ++j)
      WHYNOT_CHECK(vocabulary_.satisfied(known_[j].found.constraint, *c.canonical).has_value() == (i == j),
                   "a canonical counterexample should be in its class only");
  }
  return true;
}

// For each fact a passing run that has all the others: replayed, and evaluated by itself.
bool Classifier::certify_minimal(const TraceClass& c) {
  for (std::size_t left_out = 0; left_out < c.facts.size(); ++left_out) {
    if (is_anchor(c.facts[left_out], options_)) continue;  // kept in any case
    TraceClass weaker = c;
    weaker.facts.erase(weaker.facts.begin() + static_cast<std::ptrdiff_t>(left_out));
    const Answer answer = minimiser_.sufficient(weaker);
    if (answer == Answer::Stopped) return false;
    WHYNOT_CHECK(answer == Answer::Sat, "no fact of a class should be superfluous");
    const Trace passing = space_.passing().trace();
    space_.confirm(passing, Polarity::Passing);
    WHYNOT_CHECK(vocabulary_.satisfied(weaker, passing), "a run that shows a fact to be needed should have the others");
  }
  return true;
}

bool Classifier::is_decorated(TraceClass c) {
  std::erase_if(c.facts, [&](const Fact& f) { return is_anchor(f, options_); });
  return minimiser_.sufficient(c) == Answer::Unsat;
}

}  // namespace whynot::analyse::classify
