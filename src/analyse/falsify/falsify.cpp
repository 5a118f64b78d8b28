// A queue of lemmas: each is searched for a violation, then tried by induction, and the failing cases become new
// lemmas.
#include "analyse/falsify/falsify.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <limits>

#include "analyse/falsify/generalise.h"
#include "base/check.h"
#include "encode/ots/encoder.h"

namespace whynot::analyse::falsify {

using whynot::ots::BoundedSpace;
using whynot::ots::Op;
using whynot::ots::SortKind;
using whynot::ots::Transition;
using Truth = Induction::Truth;

std::string_view status_word(LemmaStatus s) {
  switch (s) {
    case LemmaStatus::Proved: return "proved";
    case LemmaStatus::Relative: return "relative";
    case LemmaStatus::Falsified: return "falsified";
    case LemmaStatus::Open: return "open";
  }
  return "";
}

std::string_view outcome_word(Outcome o) {
  if (o == Outcome::Falsified) return "falsified";
  return o == Outcome::Verified ? "verified" : "open";
}

namespace {

constexpr std::uint64_t steps_of_proof = 5'000'000;  // for a question that a verdict hangs on

// Any closed term of a sort, for a parameter that the failing case does not speak of.
Term some_term(const Ots& ots, whynot::ots::SortId id, const whynot::ots::Scope& scope) {
  const auto& sort = ots.sorts[id];
  whynot::ots::TermPool& pool = *ots.pool;
  switch (sort.kind) {
    case SortKind::Bool: return pool.boolean(false);
    case SortKind::Nat:
    case SortKind::Int: return pool.number(0, id);
    case SortKind::Set:
    case SortKind::Bag:
    case SortKind::List: return pool.make(Op::Empty, id, {});
    case SortKind::Map: return pool.make(Op::Constant, id, {some_term(ots, sort.element, scope)});
    case SortKind::Loose: {
      const auto elements = domain(ots, id, &scope);
      WHYNOT_CHECK(elements && !elements->empty(), "a run with a parameter of the sort should have an element of it");
      return elements->front();
    }
    case SortKind::Free: break;
  }
  // The constructor with the fewest fields of its own sort ends the recursion: the sort is inhabited.
  const auto recursive = [&](std::uint32_t c) {
    const auto& fields = ots.constructors[c].fields;
    return std::count_if(fields.begin(), fields.end(),
                         [&](const auto& f) { return ots.sorts[f.sort].kind == SortKind::Free; });
  };
  const auto& all = sort.constructors;
  const std::uint32_t least = *std::min_element(
      all.begin(), all.end(), [&](std::uint32_t a, std::uint32_t b) { return recursive(a) < recursive(b); });
  std::vector<Term> args;
  for (const auto& f : ots.constructors[least].fields) args.push_back(some_term(ots, f.sort, scope));
  return pool.make(Op::Construct, id, args, least);
}

}  // namespace

class Procedure::Igf {
 public:
  Igf(const Ots& ots, const Predicate& goal, std::span<const Predicate> hints, BoundedSpace& space,
      const FalsifyOptions& options, Context& context)
      : ots_(ots),
        space_(space),
        options_(options),
        context_(context),
        hints_(hints.begin(), hints.end()),
        induction_(ots, bodies(goal, hints)),
        stepper_(make_stepper(ots, space.scope())) {
    induction_.obey(context);
    if (options.thorough) induction_.insist();
    result_.property = goal.name;
    result_.scope = space.scope().name;
    result_.symmetry = space.symmetry();
    begin(goal);
  }

  bool go_on(std::uint64_t steps) {
    induction_.allow(steps);
    while (!is_over()) {
      const std::size_t next = queue_.front();
      queue_.pop_front();
      ++result_.rounds;
      context_.progress(fmt::format("round {}: {} ({} open)", result_.rounds, lemmas()[next].name, queue_.size()));
      if (!search(next)) induct(next);
      if (induction_.spent() && !is_over()) return true;
    }
    return false;
  }
  bool is_over() {
    return queue_.empty() || result_.outcome == Outcome::Falsified || result_.rounds >= options_.rounds ||
           context_.should_stop();
  }

  Falsification finish() {
    if (!queue_.empty() && result_.outcome != Outcome::Falsified) {
      const std::string_view hint = induction_.spent() ? "; --timeout gives it more time" : "";
      result_.reason = context_.should_stop() ? context_.stop_reason()
                                              : fmt::format("gave up after {} rounds{}", result_.rounds, hint);
    }
    result_.depths = space_.counts();
    if (result_.outcome != Outcome::Falsified) conclude();
    lemmas().insert(lemmas().end(), refuted_.begin(), refuted_.end());
    result_.queries = induction_.queries();
    return std::move(result_);
  }

 private:
  static std::vector<Term> bodies(const Predicate& goal, std::span<const Predicate> hints) {
    std::vector<Term> out{goal.body};
    for (const Predicate& h : hints) out.push_back(h.body);
    return out;
  }
  std::vector<Lemma>& lemmas() { return result_.lemmas; }

  void begin(const Predicate& goal) {
    add(lemma_for(goal, text_of(ots_, goal)), true);
    for (const Predicate& h : hints_) add(lemma_for(h, text_of(ots_, h)), true);
  }

  // What was found with a hint that is false is worth nothing.
  void begin_without(std::size_t hint, const Trace& trace) {
    refuted_.push_back(lemmas()[hint]);
    refuted_.back().status = LemmaStatus::Falsified;
    refuted_.back().fails_at = trace.steps.size() - 1;
    hints_.erase(hints_.begin() + static_cast<std::ptrdiff_t>(hint - 1));
    const Predicate goal = lemmas()[0].predicate;
    lemmas().clear();
    known_.clear();
    cubes_.clear();
    queue_.clear();
    retry_.clear();
    begin(goal);
  }

  std::size_t add(Lemma lemma, bool enqueue) {
    known_.push_back(lemma.predicate);
    cubes_.push_back(cube_of(ots_, lemma.predicate));
    lemmas().push_back(std::move(lemma));
    if (enqueue) queue_.push_back(lemmas().size() - 1);
    return lemmas().size() - 1;
  }

  // Step (b) of the procedure.
  bool search(std::size_t at) {
    const auto trace = space_.find(lemmas()[at].predicate, context_);
    if (!trace) return false;
    if (lemmas()[at].generalised) {
      lemmas()[at].reason = "generalised beyond what holds";
      return false;
    }
    std::size_t first = at;
    while (lemmas()[first].parent) first = *lemmas()[first].parent;
    Trace whole = extend(*trace, at);
    if (first != 0) {
      begin_without(first, whole);
      return true;
    }
    result_.outcome = Outcome::Falsified;
    result_.through = at;
    result_.trace = std::move(whole);
    return true;
  }

  // Lemma 1 of the paper, chained: a state that violates a necessary lemma violates its parent or does so after
  // the transition that gave the lemma.
  Trace extend(Trace trace, std::size_t at) {
    while (true) {
      Lemma& lemma = lemmas()[at];
      lemma.status = LemmaStatus::Falsified;
      lemma.fails_at = trace.steps.size() - 1;
      if (!lemma.parent) break;
      const Lemma& parent = lemmas()[*lemma.parent];
      const State& here = trace.steps.back().state;
      if (!stepper_->violation(here, parent.predicate)) trace.steps.push_back(step_to_parent(here, lemma));
      at = *lemma.parent;
    }
    const auto refusal = replay_specification(*stepper_, trace, &lemmas()[at].predicate);
    WHYNOT_CHECK(!refusal, refusal->reason);
    return trace;
  }

  Step step_to_parent(const State& here, const Lemma& lemma) {
    const auto t =
        static_cast<std::uint32_t>(std::find_if(ots_.transitions.begin(), ots_.transitions.end(),
                                                [&](const Transition& x) { return x.name == lemma.transition; }) -
                                   ots_.transitions.begin());
    const Transition& transition = ots_.transitions[t];
    const auto instance = stepper_->violation(here, lemma.predicate);
    WHYNOT_CHECK(instance, "the state should violate the lemma it was found for");
    std::unordered_map<whynot::ots::VarId, Value> env;
    for (std::size_t i = 0; i < instance->size(); ++i) env[lemma.predicate.params[i]] = (*instance)[i];
    for (Term a : lemma.args)
      for (whynot::ots::VarId v : free_variables(a))
        if (!env.count(v))
          env[v] = stepper_->evaluate(here, some_term(ots_, ots_.pool->variable(v).sort, space_.scope()), {});
    Action action{transition.name, {}, transition.where, {}, {}};
    for (Term a : lemma.args) action.args.push_back(stepper_->evaluate(here, a, env));
    auto to = stepper_->fire(here, t, action.args);
    WHYNOT_CHECK(to, "a failing case should imply the guard of its transition");
    action.args.resize(transition.shown());
    return {std::move(*to), {}, std::move(action)};
  }

  // Steps (c) and (d).
  void induct(std::size_t at) {
    const Predicate p = lemmas()[at].predicate;
    if (const Truth initially = induction_.holds_initially(p); initially != Truth::Yes)
      lemmas()[at].reason = initially == Truth::No ? "it may fail initially with more elements than the scope has"
                                                   : "the solver does not know whether it holds initially";
    for (const Transition& t : ots_.transitions) {
      if (context_.should_stop()) return;
      const StepResult step = induction_.split(p, t, known_, options_.form);
      if (induction_.spent()) return take_up_again(at);
      if (!step.decided && lemmas()[at].reason.empty())
        lemmas()[at].reason = fmt::format("{}: {}", t.name, step.reason);
      for (const FailingCase& c : step.cases)
        if (!need(at, t, c)) return take_up_again(at);
      auto& failing = lemmas()[at].failing;
      const bool noted = std::find(failing.begin(), failing.end(), t.name) != failing.end();
      if (!step.cases.empty() && !noted) failing.push_back(t.name);
    }
    // Lemmas of its own may have answered what the solver left open.
    if (!lemmas()[at].reason.empty() && lemmas()[at].reason.find("more elements") == std::string::npos)
      retry_.push_back(at);
  }

  // What was left open only because the steps came to their end is asked again when there are more.
  void take_up_again(std::size_t at) {
    lemmas()[at].reason.clear();
    queue_.push_front(at);
    --result_.rounds;
  }

  // False when it was not found out what it needs: the solver's steps came to their end.
  bool need(std::size_t at, const Transition& t, const FailingCase& c) {
    for (std::size_t i = 0; i < cubes_.size(); ++i)
      if (subsumes(ots_, cubes_[i], c.cube)) return note(at, i);
    if (options_.generalise)
      if (const auto general = generalised(at, t, c)) return note(at, *general);
    if (induction_.spent()) return false;
    const Predicate predicate = lemma_of(ots_, fmt::format("L{}", ++named_), c.cube);
    Lemma lemma = derived(at, t, lemma_for(predicate, text_of(ots_, c.cube)));
    lemma.args = c.args;
    return note(at, add(std::move(lemma), true));
  }

  static Lemma lemma_for(const Predicate& predicate, std::string text) {
    Lemma lemma;
    lemma.name = predicate.name;
    lemma.predicate = predicate;
    lemma.text = std::move(text);
    return lemma;
  }

  // With where it comes from: a failing case of another lemma's induction.
  Lemma derived(std::size_t parent, const Transition& t, Lemma lemma) {
    lemma.from = lemmas()[parent].name;
    lemma.transition = t.name;
    lemma.parent = parent;
    return lemma;
  }

  bool note(std::size_t at, std::size_t needed) {
    auto& needs = lemmas()[at].needs;
    if (needed != at && std::find(needs.begin(), needs.end(), needed) == needs.end()) needs.push_back(needed);
    return true;
  }

  std::optional<std::size_t> generalised(std::size_t at, const Transition& t, const FailingCase& c) {
    for (const Cube& cube : generalisations(ots_, c.cube, space_, context_)) {
      if (context_.should_stop()) return std::nullopt;
      Predicate candidate = lemma_of(ots_, fmt::format("L{}", named_ + 1), cube);
      std::vector<Predicate> assumed = known_;
      assumed.push_back(candidate);
      if (!is_inductive(candidate, assumed)) continue;
      ++named_;
      Lemma lemma = derived(at, t, lemma_for(candidate, text_of(ots_, cube)));
      lemma.generalised = true;
      return add(std::move(lemma), false);
    }
    return std::nullopt;
  }

  bool is_inductive(const Predicate& p, std::span<const Predicate> assumed) {
    if (induction_.holds_initially(p) != Truth::Yes) return false;
    return std::all_of(ots_.transitions.begin(), ots_.transitions.end(),
                       [&](const Transition& t) { return induction_.step_holds(p, t, assumed) == Truth::Yes; });
  }

  // Verified when nothing waits and all lemmas together are inductive, asked afresh.
  void conclude() {
    for (const std::size_t at : retry_)
      if (is_inductive(lemmas()[at].predicate, known_)) lemmas()[at].reason.clear();
    const bool undecided =
        std::any_of(lemmas().begin(), lemmas().end(), [](const Lemma& l) { return !l.reason.empty(); });
    if (queue_.empty() && !undecided && result_.reason.empty() && check_certificate(ots_, known_, context_))
      result_.outcome = Outcome::Verified;
    for (std::size_t i = 0; i < lemmas().size(); ++i) {
      Lemma& l = lemmas()[i];
      const bool waits = std::find(queue_.begin(), queue_.end(), i) != queue_.end() || !l.reason.empty();
      if (waits) continue;
      const std::vector<Predicate> alone{l.predicate};
      if (l.needs.empty() && is_inductive(l.predicate, alone))
        l.status = LemmaStatus::Proved;
      else if (result_.outcome == Outcome::Verified)
        l.status = LemmaStatus::Relative;
    }
    if (result_.outcome == Outcome::Open && result_.reason.empty())
      for (const Lemma& l : lemmas())
        if (!l.reason.empty() && result_.reason.empty()) result_.reason = fmt::format("{}: {}", l.name, l.reason);
    if (result_.outcome == Outcome::Open && result_.reason.empty())
      result_.reason = "the solver could not confirm the lemmas together";
  }

  const Ots& ots_;
  BoundedSpace& space_;
  FalsifyOptions options_;
  Context& context_;
  std::vector<Predicate> hints_;  // those that are not refuted: lemmas 1, 2, … begin with them
  std::vector<Lemma> refuted_;
  Induction induction_;
  std::unique_ptr<whynot::ots::OtsStepper> stepper_;
  Falsification result_;
  std::vector<Predicate> known_;  // of all lemmas, in order
  std::vector<Cube> cubes_;
  std::deque<std::size_t> queue_;
  std::vector<std::size_t> retry_;
  std::size_t named_ = 0;
};

Procedure::Procedure(const Ots& ots, const Predicate& goal, std::span<const Predicate> hints, BoundedSpace& space,
                     const FalsifyOptions& options, Context& context)
    : igf_(std::make_unique<Igf>(ots, goal, hints, space, options, context)) {}
Procedure::~Procedure() = default;
bool Procedure::go_on(std::uint64_t steps) { return igf_->go_on(steps); }
bool Procedure::is_over() const { return igf_->is_over(); }
Falsification Procedure::finish() { return igf_->finish(); }

Falsification falsify(const Ots& ots, const Predicate& goal, std::span<const Predicate> hints, BoundedSpace& space,
                      const FalsifyOptions& options, Context& context) {
  Procedure procedure(ots, goal, hints, space, options, context);
  procedure.go_on(options.effort.value_or(std::numeric_limits<std::uint64_t>::max()));
  return procedure.finish();
}

namespace {

std::vector<Term> bodies_of(std::span<const Predicate> predicates) {
  std::vector<Term> out;
  for (const Predicate& p : predicates) out.push_back(p.body);
  return out;
}

bool is_kept(Induction& induction, const Ots& ots, const Predicate& p, std::span<const Predicate> known) {
  if (induction.holds_initially(p) != Truth::Yes) return false;
  return std::all_of(ots.transitions.begin(), ots.transitions.end(),
                     [&](const Transition& t) { return induction.step_holds(p, t, known) == Truth::Yes; });
}

}  // namespace

bool Proof::proved() const {
  if (k) return true;
  return initially == Truth::Yes && std::all_of(steps.begin(), steps.end(), [](const Step& s) { return s.proved(); });
}

Proof prove(Ots& ots, const Predicate& p, std::span<const Predicate> lemmas, LemmaForm form, std::size_t k,
            Context& context) {
  std::vector<Predicate> given(lemmas.begin(), lemmas.end());
  given.push_back(p);  // before the step it holds for all values of its parameters
  const auto scopes = small_scopes(ots);
  Induction induction(ots, bodies_of(given));
  induction.obey(context);
  induction.insist(steps_of_proof);
  Proof proof;
  proof.initially = induction.holds_initially(p);
  for (const Transition& t : ots.transitions) {
    Proof::Step step{t.name, {}, {}, {}};
    if (context.should_stop())
      step.result = {{}, false, context.stop_reason()};
    else
      step.result = induction.split(p, t, given, form);
    if (!step.proved()) step.fails = find_failing_step(ots, p, t, given, scopes, context);
    for (const FailingCase& c : step.result.cases) step.lemmas.push_back(text_of(ots, c.cube));
    proof.steps.push_back(std::move(step));
  }
  for (std::size_t i = 2; i <= k && !proof.proved() && !context.should_stop(); ++i)
    if (induction.k_inductive(p, i, given) == Truth::Yes) proof.k = i;
  return proof;
}

bool is_inductive_with(const Ots& ots, const Predicate& p, std::span<const Predicate> facts, bool thoroughly,
                       Context& context) {
  std::vector<Predicate> known(facts.begin(), facts.end());
  known.push_back(p);
  Induction induction(ots, bodies_of(known));
  induction.obey(context);
  if (thoroughly) induction.insist();
  return is_kept(induction, ots, p, known);
}

bool check_certificate(const Ots& ots, std::span<const Predicate> all, Context& context) {
  Induction fresh(ots, bodies_of(all));
  fresh.obey(context);
  fresh.insist(steps_of_proof);
  return std::all_of(all.begin(), all.end(), [&](const Predicate& p) { return is_kept(fresh, ots, p, all); });
}

std::vector<std::string> certificate_scripts(const Ots& ots, std::span<const Predicate> all) {
  Induction fresh(ots, bodies_of(all));
  std::vector<std::string> scripts;
  for (const Predicate& p : all) {
    scripts.push_back(fresh.initial_script(p));
    for (const Transition& t : ots.transitions) scripts.push_back(fresh.step_script(p, t, all));
  }
  return scripts;
}

}  // namespace whynot::analyse::falsify
