// The nearest passing run, against a replay of all choices of the trace, changed alone and two at a time, on a list of
// the model's moves.
#include "analyse/why/contrast/nearest.h"

#include <algorithm>

#include "agree/random_model.h"
#include "support/listed_logic.h"
#include "unit/analyse/why/playing.h"

namespace whynot::analyse::why {
namespace {

struct Wanted {
  Place at;
  Value to;
};

// Plays choices again on the moves that are listed: of those that are left, column by column, the ones that have the
// trace's value, else the value before, else the first one.
class ListedPlayer {
 public:
  ListedPlayer(const listed::Transitions& model, const Trace& trace) : model_(model), trace_(trace) {
    std::size_t column = 0, input = 0;
    for (const VariableDecl& v : model.system().variables)
      place_.push_back(v.kind == VariableKind::Input ? input++ : column++);
  }

  // Whether it is a choice of the trace itself: open beside what is declared before it.
  bool is_choice(const Wanted& wanted) const {
    if (is_input(wanted.at)) return true;
    const State& like = trace_.steps[wanted.at.step].state;
    if (wanted.at.step == 0 && !wanted.at.closing) return chosen_start(like, {wanted}).has_value();
    const std::size_t before = wanted.at.closing ? trace_.steps.size() - 1 : wanted.at.step - 1;
    return advance(*model_.number_of(trace_.steps[before].state), *trace_.inputs_out_of(before), like, {wanted})
        .has_value();
  }

  // Nothing where the changes cannot be made.
  std::optional<Trace> play(const std::vector<Wanted>& changes, bool each_round) const {
    const auto start = chosen_start(trace_.steps[0].state, now(changes, 0, false));
    if (!start) return std::nullopt;
    Trace run;
    run.signature = trace_.signature;
    run.steps.push_back({model_.states()[*start], {}, {}});
    std::vector<std::size_t> states = {*start}, at_step = {0}, in_round = {0};
    for (std::size_t step = 0, rounds = 0; run.steps.size() < 400;) {
      const auto next = trace_.after(step);
      if (!next) return run;
      const bool closes = step + 1 == trace_.steps.size();
      // Later, where it is possible: the step is to be like that.
      State like = trace_.steps[*next].state;
      Inputs inputs = *trace_.inputs_out_of(step);
      std::vector<Wanted> here = each_round || rounds == 0 ? now(changes, *next, closes) : std::vector<Wanted>();
      for (const Wanted& w : here)
        if (rounds > 0 || is_input(w.at)) (is_input(w.at) ? inputs : like)[place_[w.at.variable]] = w.to;
      std::erase_if(here, [&](const Wanted& w) { return rounds > 0 || is_input(w.at); });
      const auto made = advance(states.back(), inputs, like, here);
      if (!made) return std::nullopt;
      const listed::Move& move = model_.moves()[*made];
      if (closes) ++rounds;
      step = *next;
      for (std::size_t i = 0; i < states.size(); ++i)
        if (at_step[i] == step && (each_round || in_round[i] > 0) && states[i] == move.to) {
          run.loop = i;
          run.closing_inputs = move.inputs;
          return run;
        }
      run.steps.push_back({model_.states()[move.to], move.inputs, {}});
      states.push_back(move.to);
      at_step.push_back(step);
      in_round.push_back(rounds);
    }
    return std::nullopt;
  }

 private:
  bool is_input(const Place& at) const { return model_.system().variables[at.variable].kind == VariableKind::Input; }
  static std::vector<Wanted> now(const std::vector<Wanted>& changes, std::size_t step, bool closes) {
    std::vector<Wanted> found;
    for (const Wanted& w : changes)
      if (w.at.step == step && w.at.closing == closes) found.push_back(w);
    return found;
  }

  std::optional<std::size_t> chosen_start(const State& like, const std::vector<Wanted>& wanted) const {
    std::vector<std::size_t> starts(model_.starts());
    for (std::size_t i = 0; i < starts.size(); ++i) starts[i] = i;
    const auto state_of = [&](std::size_t s) -> const State& { return model_.states()[s]; };
    return chosen(std::move(starts), state_of, nullptr, like, wanted);
  }

  std::optional<std::size_t> advance(std::size_t from, const Inputs& inputs, const State& like,
                                     const std::vector<Wanted>& wanted) const {
    std::vector<std::size_t> moves;
    for (const std::size_t m : model_.out_of(from))
      if (model_.moves()[m].inputs == inputs) moves.push_back(m);
    const auto state_of = [&](std::size_t m) -> const State& { return model_.states()[model_.moves()[m].to]; };
    return chosen(std::move(moves), state_of, &model_.states()[from], like, wanted);
  }

  template <class StateOf>
  std::optional<std::size_t> chosen(std::vector<std::size_t> list, const StateOf& state_of, const State* from,
                                    const State& like, const std::vector<Wanted>& wanted) const {
    const auto keep = [&](std::size_t column, const Value& value) {
      const auto has = [&](std::size_t i) { return state_of(i)[column] == value; };
      if (std::none_of(list.begin(), list.end(), has)) return false;
      std::erase_if(list, [&](std::size_t i) { return !has(i); });
      return true;
    };
    // Under constraints a choice is what is open beside the same past, inputs and values declared before it.
    const TransitionSystem& system = model_.system();
    const bool is_tied = !system.trans.empty() || !system.invar.empty() || !system.init.empty();
    const auto wish = [&](std::size_t column) {
      return std::find_if(wanted.begin(), wanted.end(),
                          [&](const Wanted& w) { return place_[w.at.variable] == column; });
    };
    for (std::size_t column = 0; !is_tied && column < like.size(); ++column)
      if (wish(column) != wanted.end() && !keep(column, wish(column)->to)) return std::nullopt;
    for (std::size_t column = 0; column < like.size() && !list.empty(); ++column) {
      if (wish(column) != wanted.end()) {
        if (!keep(column, wish(column)->to)) return std::nullopt;
        continue;
      }
      if (keep(column, like[column]) || (from && keep(column, (*from)[column]))) continue;
      const Type type = trace_.signature->columns[column].type;
      const auto least = std::min_element(list.begin(), list.end(), [&](std::size_t a, std::size_t b) {
        return type.index_of(state_of(a)[column]) < type.index_of(state_of(b)[column]);
      });
      keep(column, Value(state_of(*least)[column]));
    }
    return list.empty() ? std::nullopt : std::optional(list.front());
  }

  const listed::Transitions& model_;
  const Trace& trace_;
  std::vector<std::size_t> place_;
};

// What helps, by brute force.
struct Helping {
  std::size_t keeping = 0, losing = 0;
};

class BruteForce {
 public:
  BruteForce(const SmallModel& model, const Trace& trace, const NearestQuestion& question)
      : model_(model),
        trace_(trace),
        question_(question),
        list_(model.system(), *model.stepper, context_),
        player_(list_, trace) {
    const auto& variables = model.system().variables;
    for (std::size_t v = 0; v < variables.size(); ++v)
      for (std::size_t t = 0; t <= trace.steps.size(); ++t) {
        const bool closes = t == trace.steps.size();
        if (closes && !trace.loop) continue;
        const Place at{closes ? *trace.loop : t, v, closes};
        if (variables[v].kind == VariableKind::Input && t == 0) continue;
        const Type type = variables[v].variable.type();
        for (Integer i = 0; i < *type.size(); ++i)
          if (!(type.value(i) == taken_at(at))) wanted_.push_back({at, type.value(i)});
      }
    std::erase_if(wanted_, [&](const Wanted& w) { return !player_.is_choice(w); });
    std::sort(wanted_.begin(), wanted_.end(),
              [](const Wanted& a, const Wanted& b) { return a.at.variable < b.at.variable; });
  }

  Helping singles() {
    Helping count;
    for (const Wanted& w : wanted_) attempt({w}, count);
    return count;
  }
  Helping pairs() {
    Helping count;
    for (std::size_t a = 0; a < wanted_.size(); ++a)
      for (std::size_t b = a + 1; b < wanted_.size(); ++b)
        if (!(wanted_[a].at == wanted_[b].at)) attempt({wanted_[a], wanted_[b]}, count);
    return count;
  }
  std::size_t wishes() const { return wanted_.size(); }
  bool is_known() const { return known_; }
  const std::string& example() const { return example_; }

 private:
  Value taken_at(const Place& at) const {
    const auto& variables = model_.system().variables;
    const auto is_input = [&](std::size_t v) { return variables[v].kind == VariableKind::Input; };
    std::size_t slot = 0;
    for (std::size_t v = 0; v < at.variable; ++v) slot += is_input(v) == is_input(at.variable) ? 1 : 0;
    if (!is_input(at.variable)) return trace_.steps[at.step].state[slot];
    return (at.closing ? trace_.closing_inputs : trace_.steps[at.step].inputs)[slot];
  }

  void attempt(const std::vector<Wanted>& changes, Helping& count) {
    bool helps = false, keeps_it = false;
    for (const bool each_round : {false, true}) {
      if (each_round && !trace_.loop) continue;
      const auto run = player_.play(changes, each_round);
      if (!run || !is_passing(*run)) continue;
      helps = true;
      keeps_it = keeps_it || keeps(model_.system(), question_.triggers, *run);
    }
    count.keeping += keeps_it ? 1 : 0;
    count.losing += helps && !keeps_it ? 1 : 0;
    if (keeps_it || (helps && example_.empty()))
      for (const Wanted& w : changes)
        example_ += fmt::format("{}@{}{}={} ", w.at.variable, w.at.step, w.at.closing ? "'" : "", w.to.to_string());
  }

  // What comes after the end of a finite trace is free.
  bool is_passing(const Trace& run) {
    if (run.loop) return passes(model_.system(), *model_.stepper, question_.formula, run);
    listed::Beginning beginning;
    for (const Step& s : run.steps) beginning.states.push_back(*list_.number_of(s.state));
    for (std::size_t i = 1; i < run.steps.size(); ++i) beginning.inputs.push_back(run.steps[i].inputs);
    const auto some = listed::Runs(list_, question_.formula).some(true, beginning);
    known_ = known_ && some;
    return some.value_or(false);
  }

  const SmallModel& model_;
  const Trace& trace_;
  const NearestQuestion& question_;
  Context context_;
  listed::Transitions list_;
  ListedPlayer player_;
  std::vector<Wanted> wanted_;
  bool known_ = true;
  std::string example_;
};

struct Compared {
  std::size_t singles = 0, pairs = 0, one = 0, two = 0, none = 0, losing = 0;
};

void compare(SmallModel& model, const Property& property, const std::string& about, Compared& count) {
  const auto trace = model.counterexample(property, "bmc", 4);
  const Expr formula = trace ? formula_on_run(model.pool, property) : Expr();
  if (!formula || !Owing::takes(formula)) return;
  const Playing playing(model, property, *trace);
  BruteForce brute(model, *trace, playing.question);
  if (!playing.near.complete || brute.wishes() > 60) return;
  const Helping one = brute.singles();
  const auto& best = playing.near.best;
  if (!brute.is_known()) return;
  ++count.singles;
  const bool one_is_enough = one.keeping > 0;
  const Helping two = one_is_enough ? Helping() : brute.pairs();
  if (!brute.is_known()) return;
  count.pairs += one_is_enough ? 0 : 1;
  const std::string why = about + "\n" + brute.example() + "; told: " + (best ? playing.text(best->changes) : "none");
  ASSERT_EQ(best.has_value(), one.keeping + one.losing + two.keeping + two.losing > 0) << why;
  if (!best) {
    ++count.none;
    EXPECT_EQ(playing.near.tried, 2u) << why;
    return;
  }
  EXPECT_EQ(best->keeps_trigger, one.keeping + two.keeping > 0) << why;
  const bool by_one = one_is_enough || (two.keeping == 0 && one.losing > 0);
  EXPECT_EQ(best->changes.size(), by_one ? 1u : 2u) << why;
  if (by_one) {
    EXPECT_EQ(playing.near.single, one_is_enough ? one.keeping : one.losing) << why;
  }
  EXPECT_TRUE(passes(model.system(), *model.stepper, formula, best->run)) << why;
  (by_one ? count.one : count.two) += 1;
  count.losing += best->keeps_trigger ? 0 : 1;
}

TEST(Nearest, IsTheOneOfBruteForce) {
  Compared count;
  agree::Shape shape;
  shape.partial = false;
  for (std::uint64_t seed = 0; seed < seeds(240) && !::testing::Test::HasFailure(); ++seed) {
    const std::string text = agree::random_model(seed, shape);
    SmallModel model(text);
    if (!model.ok()) continue;
    for (const Property& property : model.program->properties)
      compare(model, property, fmt::format("seed {}, {}: {}", seed, property.name, property.text), count);
  }
  RecordProperty("compared", fmt::format("{} {} {} {} {} {}", count.singles, count.pairs, count.one, count.two,
                                         count.none, count.losing));
  EXPECT_GT(count.singles, 100u);
  EXPECT_GT(count.pairs, 60u);
  EXPECT_GT(count.one, 20u);
  EXPECT_GT(count.two, 5u);
}

TEST(Nearest, UnderConstraintsIsTheOneOfBruteForce) {
  Compared count;
  for (std::uint64_t seed = 0; seed < seeds(300) && !::testing::Test::HasFailure(); ++seed)
    for (const char* kind : {"LTLSPEC", "INVARSPEC"}) {
      const std::string text = random_constraints(seed, kind);
      SmallModel model(text);
      ASSERT_TRUE(model.ok()) << text;
      compare(model, model.program->properties[0], fmt::format("seed {}\n{}", seed, text), count);
    }
  EXPECT_GT(count.singles, 100u);
  EXPECT_GT(count.pairs, 40u);
}

}  // namespace
}  // namespace whynot::analyse::why
