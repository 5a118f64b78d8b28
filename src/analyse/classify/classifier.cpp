#include "analyse/classify/classifier.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/check.h"
#include "model/path_formula.h"
#include "model/replay.h"
#include "model/truth.h"

namespace whynot::classify {
namespace {

constexpr std::size_t none = ~std::size_t{0};
constexpr std::size_t most_unexplained = 100;

bool is_anchor(const Fact& f, const Options& options) { return options.anchor && f.predicate == *options.anchor; }

}  // namespace

Classifier::Classifier(const Question& question, const Stepper& stepper, const Options& options, Vocabulary& vocabulary,
                       Context& context)
    : question_(question),
      stepper_(stepper),
      options_(options),
      vocabulary_(vocabulary),
      context_(context),
      bits_(question, context),
      violating_(make_runs(bits_, Polarity::Violating, context)),
      passing_(make_runs(bits_, Polarity::Passing, context)),
      minimiser_(*passing_, vocabulary),
      occurrence_(*violating_, vocabulary) {
  if (options.constants) minimiser_.allow_constants();
}

Classes Classifier::run() {
  result_.bound = question_.bound;
  result_.lassos = question_.violation.lassos;
  result_.anchored = options_.anchor.has_value();
  require_anchor();
  result_.complete = find_classes();
  result_.found = known_.size();
  if (result_.stopped.empty() && remove_redundant()) show_traces();
  for (Known& k : known_) result_.classes.push_back(std::move(k.found));
  result_.questions = violating_->questions() + passing_->questions();
  return std::move(result_);
}

bool Classifier::halt(std::string reason) {
  if (result_.stopped.empty()) result_.stopped = std::move(reason);
  return false;
}

void Classifier::require_anchor() {
  if (!options_.anchor) return;
  const TraceClass anchored = instance_of(vocabulary_, static_cast<PredicateId>(*options_.anchor));
  if (const auto member = occurrence_.of(anchored)) violating_->unroll().cnf().require(*member);
  else halt("the anchored predicate ties too many positions together");
}

// A violating run of at most this size in no known class but `except`, with these literals true.
Classifier::Next Classifier::find(std::size_t size, const std::vector<Lit>& also, std::size_t except, Trace& trace) {
  std::vector<int> assumed;
  for (const std::vector<Lit>& some : {violating_->within(size), also})
    for (Lit l : some) assumed.push_back(violating_->literal(l));
  for (std::size_t i = 0; i < known_.size(); ++i)
    if (i != except) assumed.push_back(violating_->literal(!known_[i].member));
  switch (violating_->solve(assumed)) {
    case solve::Answer::Unsat: return Next::None;
    case solve::Answer::Stopped: return Next::Halted;
    case solve::Answer::Sat: break;
  }
  trace = violating_->trace();
  return Next::Found;
}

// True when every counterexample is in a class.
bool Classifier::find_classes() {
  bool any = false;
  for (std::size_t size = 0; size < violating_->sizes(); ++size) {
    context_.progress(fmt::format("classes of counterexamples, size {}", size));
    while (true) {
      if (context_.should_stop()) return halt(std::string(stop_word(context_.stopped())));
      Trace trace;
      const Next next = find(size, {}, none, trace);
      if (next == Next::Halted) return halt(std::string(stop_word(context_.stopped())));
      if (next == Next::None) break;
      if (!any) smallest_size_ = size;
      any = true;
      confirm(trace, Polarity::Violating);
      if (!treat(trace, size)) return false;
    }
  }
  return !result_.insufficient || options_.keep_going;
}

bool Classifier::treat(const Trace& trace, std::size_t size) {
  std::size_t positions = violating_->telling_positions(size, trace);
  Minimal minimal = minimal_class(trace, positions);
  if (std::holds_alternative<Insufficiency>(minimal) && positions < trace.steps.size())
    minimal = minimal_class(trace, positions = trace.steps.size());
  if (std::holds_alternative<Halted>(minimal)) return halt(std::string(stop_word(context_.stopped())));
  if (auto* found = std::get_if<TraceClass>(&minimal)) return add(std::move(*found), trace, true);

  if (!result_.insufficient) report_insufficiency(trace, std::get<Insufficiency>(std::move(minimal)));
  if (!options_.keep_going) return false;
  const auto is_open = [](const Known& k) { return !k.found.explained; };
  if (static_cast<std::size_t>(std::count_if(known_.begin(), known_.end(), is_open)) >= most_unexplained)
    return halt(fmt::format("more than {} unexplained counterexamples", most_unexplained));
  std::vector<Fact> facts = vocabulary_.facts_of(trace, trace.steps.size());
  std::erase_if(facts, [&](const Fact& f) { return f.at.size() != 1; });
  for (PositionId p = 0; p + 1 < trace.steps.size(); ++p) facts.push_back(gap_between(p, p + 1));
  return add(renumbered(facts), trace, false);
}

// Two minimal sets, one of early and one of late variables; the other one is taken where it covers more.
Minimal Classifier::minimal_class(const Trace& trace, std::size_t positions) {
  const std::vector<Fact> facts = vocabulary_.facts_of(trace, positions);
  const std::vector<Fact> anchored = anchored_in(facts);
  result_.facts = std::max(result_.facts, facts.size() + positions * (positions - 1) / 2);
  if (options_.anchor && anchored.empty()) return Insufficiency{trace, {}};
  Minimal early = minimiser_.minimise(facts, positions, anchored, Minimiser::Preference::EarlierVariables);
  if (options_.smallest && std::holds_alternative<TraceClass>(early))
    return minimiser_.smallest(facts, positions, anchored);
  if (!std::holds_alternative<TraceClass>(early)) return early;
  Minimal late = minimiser_.minimise(facts, positions, anchored, Minimiser::Preference::LaterVariables);
  if (!std::holds_alternative<TraceClass>(late)) return late;
  auto chosen = more_general(std::get<TraceClass>(std::move(early)), std::get<TraceClass>(std::move(late)));
  if (!chosen) return Halted{};
  return *std::move(chosen);
}

std::vector<Fact> Classifier::anchored_in(const std::vector<Fact>& facts) const {
  const auto found = std::find_if(facts.begin(), facts.end(), [&](const Fact& f) { return is_anchor(f, options_); });
  if (found == facts.end()) return {};
  return {*found};
}

// The one that covers more, or says less; the first one when nothing tells them apart.  Nothing when stopped.
std::optional<TraceClass> Classifier::more_general(TraceClass first, TraceClass second) {
  if (first.facts == second.facts) return first;
  const std::optional<Lit> in_first = occurrence_.of(first), in_second = occurrence_.of(second);
  if (!in_second) return first;
  if (!in_first) return second;
  bool is_within = false, contains = false;
  if (!none_in(*in_first, *in_second, is_within)) return std::nullopt;
  if (!none_in(*in_second, *in_first, contains)) return std::nullopt;
  const auto says = [](const TraceClass& c) { return std::pair(c.positions, c.facts.size()); };
  if (is_within == contains) return says(second) < says(first) ? second : first;
  return is_within ? second : first;
}

bool Classifier::none_in(Lit in, Lit not_in, bool& none) {
  const int assumed[] = {violating_->literal(in), violating_->literal(!not_in)};
  const solve::Answer answer = violating_->solve(assumed);
  none = answer == solve::Answer::Unsat;
  return answer != solve::Answer::Stopped;
}

bool Classifier::add(TraceClass c, const Trace& trace, bool explained) {
  const std::optional<Lit> member = occurrence_.of(c);
  if (!member) return halt("a class ties too many positions together");
  known_.push_back({{}, *member});
  known_.back().found.constraint = std::move(c);
  known_.back().found.explained = explained;
  known_.back().found.representative = trace;  // until a shorter one is looked for
  return true;
}

void Classifier::report_insufficiency(const Trace& trace, Insufficiency found) {
  Indistinct made{trace, std::move(found.passing), std::move(found.placement), {}};
  if (!made.placement.empty()) confirm(made.passing, Polarity::Passing);
  const std::vector<Column>& columns = trace.signature->columns;
  for (std::size_t c = 0; c < columns.size(); ++c)
    for (std::size_t p = 0; p < made.placement.size(); ++p)
      if (trace.steps[p].state[c] != made.passing.steps[made.placement[p]].state[c]) {
        made.differ.push_back(columns[c].name);
        break;
      }
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
    std::vector<int> assumed = {violating_->literal(known_[candidate].member)};
    for (std::size_t i = 0; i < known_.size(); ++i)
      if (i != candidate && !removed[i]) assumed.push_back(violating_->literal(!known_[i].member));
    const solve::Answer answer = violating_->solve(assumed);
    if (answer == solve::Answer::Stopped) return halt(std::string(stop_word(context_.stopped())));
    removed[candidate] = answer == solve::Answer::Unsat;
  }
  std::vector<Known> kept;
  for (std::size_t i = 0; i < known_.size(); ++i)
    if (!removed[i]) kept.push_back(std::move(known_[i]));
  known_ = std::move(kept);
  return true;
}

std::optional<Trace> Classifier::smallest(const std::vector<Lit>& also, std::size_t except, std::size_t& size) {
  for (; size < violating_->sizes(); ++size) {
    Trace trace;
    std::vector<int> assumed;
    for (Lit l : also) assumed.push_back(violating_->literal(l));
    for (Lit l : violating_->within(size)) assumed.push_back(violating_->literal(l));
    for (std::size_t i = 0; except != none && i < known_.size(); ++i)
      if (i != except) assumed.push_back(violating_->literal(!known_[i].member));
    const solve::Answer answer = violating_->solve(assumed);
    if (answer == solve::Answer::Stopped) return std::nullopt;
    if (answer == solve::Answer::Unsat) continue;
    trace = violating_->trace();
    confirm(trace, Polarity::Violating);
    return trace;
  }
  return std::nullopt;
}

bool Classifier::show_traces() {
  for (std::size_t i = 0; i < known_.size(); ++i) {
    Class& c = known_[i].found;
    std::size_t size = smallest_size_;
    std::optional<Trace> representative = smallest({known_[i].member}, none, size);
    if (!representative) return halt(std::string(stop_word(context_.stopped())));
    c.representative = *std::move(representative);
    c.canonical = smallest({known_[i].member}, i, size);
    if (options_.anchor && is_decorated(c.constraint)) c.flags.emplace_back("decorative anchor: the class does without it");
    WHYNOT_CHECK(vocabulary_.satisfied(c.constraint, c.representative), "a representative should be in its class");
    for (std::size_t j = 0; c.canonical && j < known_.size(); ++j)
      WHYNOT_CHECK(vocabulary_.satisfied(known_[j].found.constraint, *c.canonical).has_value() == (i == j),
                   "a canonical counterexample should be in its class only");
  }
  return true;
}

bool Classifier::is_decorated(TraceClass c) {
  std::erase_if(c.facts, [&](const Fact& f) { return is_anchor(f, options_); });
  return minimiser_.sufficient(c) == solve::Answer::Unsat;
}

// No trace is shown that the model's own meaning does not confirm.
void Classifier::confirm(const Trace& trace, Polarity polarity) const {
  const TransitionSystem& system = *question_.system;
  const auto refusal = polarity == Polarity::Violating ? replay(system, stepper_, trace, *question_.property, polarity)
                                                       : replay_run(system, stepper_, trace);
  if (refusal) WHYNOT_CHECK(false, fmt::format("a trace failed replay at step {}: {}", refusal->step, refusal->reason));
  if (polarity == Polarity::Passing) WHYNOT_CHECK(passes(trace), "a passing run should not violate the property");
}

// What a condition on transitions says of the last position of a finite run is open, whatever its parts say.
bool Classifier::passes(const Trace& trace) const {
  const TransitionSystem& system = *question_.system;
  const Property& property = *question_.property;
  const bool of_transitions = speaks_of_transition(question_.violation.bad, [&](Expr v) {
    return std::any_of(system.variables.begin(), system.variables.end(),
                       [&](const VariableDecl& d) { return d.variable == v && d.kind == VariableKind::Input; });
  });
  if (property.kind == PropertyKind::Invariant) {
    const TraceTruth truth(system, trace, property.formula);
    for (std::size_t i = 0; i + (of_transitions ? 1 : 0) < trace.steps.size(); ++i)
      if (truth.at(property.formula, i) == Truth::False) return false;
    return true;
  }
  if (of_transitions && !trace.loop) return true;
  const Expr ltl = property.is_ltl() ? property.formula : path_formula(*system.pool, property.formula, Polarity::Violating);
  return TraceTruth(system, trace, ltl).at(ltl, 0) != Truth::False;
}

}  // namespace whynot::classify
