// Why not another value: every answer against the successors that the Stepper lists.
#include "analyse/why/relation/instead.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "agree/random_model.h"
#include "analyse/why/relation/forced.h"
#include "unit/analyse/why/small_model.h"

namespace whynot::analyse::why {
namespace {

struct Asked {
  explicit Asked(const std::string& text) : model(text) {
    EXPECT_TRUE(model.ok()) << text;
    const auto found = model.counterexample(model.program->properties.at(0));
    EXPECT_TRUE(found) << text;
    trace = *found;
  }
  Place place(const char* variable, std::size_t step) const {
    return *place_named(model.system(), trace, variable, step);
  }
  Instead of(const char* variable, std::size_t step, const Value& value) {
    const Link link = chain(model.system(), trace, {place(variable, step)}).links.at(0);
    return instead(model.system(), trace, link.place, value, link.because, model.context);
  }
  std::string names(const Instead& found) const {
    std::string out;
    for (const auto& [place, value] : found.because)
      out += fmt::format("{}{}@{} = {}", out.empty() ? "" : ", ",
                         model.pool.name_of(model.system().variables[place.variable].variable), place.step,
                         value.to_string());
    return out;
  }

  SmallModel model;
  Trace trace;
};

TEST(Instead, AnotherInputWouldDo) {
  Asked a(R"(MODULE main
VAR level : 0..3;
IVAR pump : boolean;
ASSIGN init(level) := 0; next(level) := pump & level < 3 ? level + 1 : level;
INVARSPEC level < 2
)");
  const Instead found = a.of("level", 2, Value::integer(1));
  EXPECT_EQ(found.answer, Instead::Answer::Input);
  EXPECT_EQ(a.names(found), "pump@2 = FALSE");
  EXPECT_TRUE(found.minimal);
}

TEST(Instead, TheStepBeforeExcludesIt) {
  Asked a(R"(MODULE main
VAR pos : 0..3; brake : boolean;
ASSIGN init(pos) := 0; init(brake) := TRUE; next(brake) := brake;
  next(pos) := case brake & pos = 1 : 1; pos < 3 : pos + 1; TRUE : pos; esac;
LTLSPEC F pos = 3
)");
  const Instead found = a.of("pos", 2, Value::integer(2));
  EXPECT_EQ(found.answer, Instead::Answer::State);
  EXPECT_EQ(a.names(found), "brake@1 = TRUE");
  const History other = history(a.model.system(), a.trace, a.place("pos", 2), Value::integer(2), a.model.context);
  EXPECT_FALSE(other.run);
  EXPECT_TRUE(other.complete);
}

TEST(Instead, ItWasAFreeChoice) {
  Asked a("MODULE main\nVAR x : 0..3;\nASSIGN init(x) := 0; next(x) := {1, 2};\nINVARSPEC x = 0\n");
  const Value other = Value::integer(a.trace.steps.at(1).state[0] == Value::integer(1) ? 2 : 1);
  EXPECT_EQ(a.of("x", 1, other).answer, Instead::Answer::Pick);
  const Instead never = a.of("x", 1, Value::integer(3));
  EXPECT_EQ(never.answer, Instead::Answer::State);
  EXPECT_TRUE(never.because.empty());
}

TEST(Instead, AnotherHistoryAllowsIt) {
  Asked a(R"(MODULE main
VAR way : {left, right}; x : 0..4;
ASSIGN init(x) := 0; next(way) := way; next(x) := way = left & x < 4 ? x + 1 : x;
LTLSPEC F x = 4
)");
  const History other = history(a.model.system(), a.trace, a.place("x", 1), Value::integer(1), a.model.context);
  ASSERT_TRUE(other.run);
  EXPECT_EQ(other.kept, 0u);
  EXPECT_EQ(other.run->steps.back().state[1], Value::integer(1));
}

// All states by their types, where they are few.
std::vector<State> every_state(const Signature& signature, std::size_t most) {
  std::vector<State> states = {{}};
  for (const Column& column : signature.columns) {
    const auto size = column.type.size();
    if (!size || *size * states.size() > most) return {};
    std::vector<State> longer;
    for (const State& state : states)
      for (Integer i = 0; i < *size; ++i) {
        longer.push_back(state);
        longer.back().push_back(column.type.value(i));
      }
    states = std::move(longer);
  }
  return states;
}

class Listing {
 public:
  Listing(SmallModel& model, const Trace& trace, std::vector<State> states)
      : model_(model), trace_(trace), states_(std::move(states)) {
    std::size_t column = 0, input = 0;
    for (const VariableDecl& v : model.system().variables)
      slot_.push_back(v.kind == VariableKind::Input ? input++ : column++);
  }

  bool is_input(std::size_t v) const { return model_.system().variables[v].kind == VariableKind::Input; }
  const std::vector<Successor>& after(const State& from) {
    const auto entry = known_.try_emplace(from);
    std::vector<Successor>& found = entry.first->second;
    if (entry.second)
      model_.stepper->successors(from, model_.context, [&](Successor s) {
        found.push_back(std::move(s));
        return true;
      });
    return found;
  }
  const State& before(const Place& place) const {
    return trace_.steps[place.closing ? trace_.steps.size() - 1 : place.step - 1].state;
  }
  const Inputs& inputs(const Place& place) const {
    return place.closing ? trace_.closing_inputs : trace_.steps[place.step].inputs;
  }
  const Value& column(const State& state, std::size_t v) const { return state[slot_[v]]; }
  const Value& input(const Inputs& inputs, std::size_t v) const { return inputs[slot_[v]]; }

  template <class Wanted>
  bool has(const State& from, const Place& place, const Value& value, Wanted wanted) {
    const auto& list = after(from);
    return std::any_of(list.begin(), list.end(),
                       [&](const Successor& s) { return column(s.state, place.variable) == value && wanted(s); });
  }

  Instead::Answer answer(const Place& place, const Value& value) {
    if (has(before(place), place, value, [&](const Successor& s) { return s.inputs == inputs(place); }))
      return Instead::Answer::Pick;
    const bool any = has(before(place), place, value, [](const Successor&) { return true; });
    return any ? Instead::Answer::Input : Instead::Answer::State;
  }

  // Whether no state that agrees with these has a successor with the value.
  bool excludes(const std::vector<Instead::Because>& because, const Place& place, const Value& value) {
    return std::none_of(states_.begin(), states_.end(), [&](const State& from) {
      const bool agrees = std::all_of(because.begin(), because.end(), [&](const Instead::Because& b) {
        return column(from, b.place.variable) == b.value;
      });
      return agrees && has(from, place, value, [](const Successor&) { return true; });
    });
  }

  // Whether a run that keeps so many states of the trace has the value at the position.
  bool reaches(std::size_t kept, std::size_t position, std::size_t variable, const Value& value) {
    std::set<State> now;
    if (kept == 0)
      model_.stepper->initial(model_.context, [&](State state) {
        now.insert(std::move(state));
        return true;
      });
    else
      now.insert(trace_.steps[kept - 1].state);
    for (std::size_t at = kept == 0 ? 0 : kept - 1; at < position; ++at) {
      std::set<State> next;
      for (const State& state : now)
        for (const Successor& s : after(state)) next.insert(s.state);
      now = std::move(next);
    }
    return std::any_of(now.begin(), now.end(), [&](const State& s) { return column(s, variable) == value; });
  }

 private:
  SmallModel& model_;
  const Trace& trace_;
  std::vector<State> states_;
  std::vector<std::size_t> slot_;
  std::map<State, std::vector<Successor>> known_;
};

TEST(Instead, AnswersOnRandomModelsAreThoseOfTheStepper) {
  std::size_t picks = 0, inputs = 0, states = 0, histories = 0;
  for (std::uint64_t seed = 0; seed < seeds(260); ++seed) {
    SmallModel model(agree::random_model(seed));
    if (!model.ok()) continue;
    const std::vector<State> all = every_state(*model.stepper->signature(), 300);
    if (all.empty()) continue;
    for (const Property& property : model.program->properties) {
      const auto trace = model.counterexample(property, "bmc", 5);
      if (!trace || trace->steps.size() < 2) continue;
      Listing listing(model, *trace, all);
      for (std::size_t v = 0; v < model.system().variables.size(); ++v) {
        if (listing.is_input(v)) continue;
        const Place place{trace->steps.size() - 1, v, false};
        const Link link = chain(model.system(), *trace, {place}).links.at(0);
        const Type type = model.system().variables[v].variable.type();
        for (Integer i = 0; i < *type.size(); ++i) {
          const Value value = type.value(i);
          if (value == link.value) continue;
          const std::string about =
              fmt::format("seed {}, {}, {}@{} = {}", seed, property.name,
                          model.pool.name_of(model.system().variables[v].variable), place.step, value.to_string());
          const Instead found = instead(model.system(), *trace, place, value, link.because, model.context);
          ASSERT_EQ(found.answer, listing.answer(place, value)) << about;
          picks += found.answer == Instead::Answer::Pick ? 1 : 0;
          if (found.answer == Instead::Answer::Input) {
            ++inputs;
            ASSERT_FALSE(found.because.empty()) << about;
            Inputs changed = listing.inputs(place);
            const auto slot = [&](std::size_t variable) {
              return static_cast<std::size_t>(&listing.input(changed, variable) - changed.data());
            };
            for (const auto& [where, other] : found.because) changed[slot(where.variable)] = other;
            EXPECT_TRUE(listing.has(listing.before(place), place, value, [&](const Successor& s) {
              return s.inputs == changed;
            })) << about;
          }
          if (found.answer != Instead::Answer::State) continue;
          ++states;
          ASSERT_TRUE(listing.excludes(found.because, place, value)) << about;
          for (std::size_t k = 0; found.minimal && k < found.because.size(); ++k) {
            std::vector<Instead::Because> less = found.because;
            less.erase(less.begin() + static_cast<std::ptrdiff_t>(k));
            EXPECT_FALSE(listing.excludes(less, place, value)) << about << ": not minimal";
          }
          const History other = history(model.system(), *trace, place, value, model.context);
          if (other.run) {
            ++histories;
            Trace run = *other.run;
            run.signature = model.stepper->signature();
            EXPECT_FALSE(replay_run(*model.stepper, run)) << about;
            EXPECT_EQ(listing.column(run.steps.back().state, v), value) << about;
            EXPECT_TRUE(listing.reaches(other.kept, place.step, v, value)) << about;
            EXPECT_FALSE(listing.reaches(other.kept + 1, place.step, v, value)) << about;
          } else {
            ASSERT_TRUE(other.complete) << about;
            EXPECT_FALSE(listing.reaches(0, place.step, v, value)) << about;
          }
        }
      }
    }
  }
  EXPECT_GT(picks, 50u);
  EXPECT_GT(inputs, 3u);
  EXPECT_GT(states, 100u);
  EXPECT_GT(histories, 10u);
}

}  // namespace
}  // namespace whynot::analyse::why
