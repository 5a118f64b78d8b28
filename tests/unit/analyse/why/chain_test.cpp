// Links against the Stepper: whatever step agrees with the reasons of a link gives the value that the link explains.
#include "analyse/why/chain.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "agree/random_model.h"
#include "unit/analyse/why/small_model.h"

namespace whynot::analyse::why {
namespace {

struct Traced {
  explicit Traced(const std::string& text) : model(text) {
    EXPECT_TRUE(model.ok()) << text;
    const auto found = model.counterexample(model.program->properties.at(0));
    EXPECT_TRUE(found) << text;
    trace = *found;
  }
  Chain of(const char* variable, std::size_t step) const {
    return chain(model.system(), trace, {*place_named(model.system(), trace, variable, step)});
  }
  std::string name(const Place& place) const {
    return fmt::format("{}@{}{}", model.pool.name_of(model.system().variables[place.variable].variable), place.step,
                       place.closing ? "'" : "");
  }
  std::string names(std::vector<Place> places) const {
    std::sort(places.begin(), places.end());
    std::vector<std::string> all;
    for (const Place& place : places) all.push_back(name(place));
    return fmt::format("{}", fmt::join(all, " "));
  }
  std::uint32_t line(const Link& link) const { return model.sources.place(link.where).line; }

  SmallModel model;
  Trace trace;
};

TEST(Chain, NamesTheBranchThatFiredAndOnlyWhatMattered) {
  const Traced t(R"(MODULE main
VAR out : 0..3; p : boolean; q : boolean; r : boolean;
ASSIGN init(out) := 0; init(p) := TRUE; init(q) := FALSE; init(r) := TRUE; next(p) := p; next(q) := q; next(r) := r;
  next(out) := case
    q & r : 1;
    p | r : 3;
    TRUE  : out;
  esac;
INVARSPEC out != 3
)");
  const Link link = t.of("out", 1).links.at(0);
  EXPECT_EQ(link.kind, Link::Kind::Assigned);
  EXPECT_EQ(t.line(link), 6u);
  EXPECT_EQ(link.branch, "p | r");
  EXPECT_EQ(link.gives, "3");
  EXPECT_EQ(t.names(link.because), "p@0 q@0");
  EXPECT_TRUE(link.minimal);
}

TEST(Chain, CallsAGuardThatDeniesADefineByItsName) {
  const Traced t(
      "MODULE main\nVAR sum : 0..9; out : boolean;\nDEFINE high := sum > 3;\n"
      "ASSIGN init(sum) := 1; next(sum) := sum; init(out) := FALSE;\n"
      "next(out) := case !high : TRUE; TRUE : out; esac;\nINVARSPEC !out\n");
  EXPECT_EQ(t.of("out", 1).links.at(0).branch, "!high");
}

TEST(Chain, ReadsNextValuesOfVariablesThatAreNotReadNow) {
  const Traced t(R"(MODULE main
VAR n : 0..2; copy : 0..2;
ASSIGN init(n) := 0; next(n) := n < 2 ? n + 1 : n; init(copy) := 0; next(copy) := next(n) > 0 ? next(n) : 0;
INVARSPEC copy != 2
)");
  const Link link = t.of("copy", 2).links.at(0);
  EXPECT_EQ(link.kind, Link::Kind::Assigned);
  EXPECT_EQ(t.names(link.because), "n@2");
}

TEST(Chain, FoldsTheStepsThatKeepAValue) {
  const Traced t(R"(MODULE main
VAR press : boolean; lamp : boolean; n : 0..4;
ASSIGN init(n) := 0; next(n) := n < 4 ? n + 1 : n; init(press) := FALSE; next(press) := n = 0;
  init(lamp) := FALSE; next(lamp) := case press : TRUE; lamp : TRUE; TRUE : FALSE; esac;
INVARSPEC !(lamp & n = 4)
)");
  const Chain found = t.of("lamp", 4);
  EXPECT_EQ(found.links.at(0).kind, Link::Kind::Kept);
  EXPECT_EQ(found.links.at(0).since, 2u);
  EXPECT_TRUE(found.roots.empty());
}

TEST(Chain, EndsAtInitialChoicesAndInputs) {
  const Traced t(R"(MODULE main
VAR sum : 0..7; offset : 0..1; unrelated : boolean;
IVAR more : 0..2;
ASSIGN init(sum) := 0; next(sum) := (sum + more + offset) mod 8; next(offset) := offset;
INVARSPEC sum < 5
)");
  EXPECT_EQ(t.names(t.of("sum", 2).roots), "offset@0 more@1 more@2");
}

TEST(Chain, GoesRoundTheLoop) {
  const Traced t(R"(MODULE main
VAR at : {idle, wait, serve}; busy : boolean;
ASSIGN init(at) := idle;
  next(at) := case at = idle : wait; at = wait & busy : wait; at = wait : serve; TRUE : idle; esac;
LTLSPEC G (at = wait -> F at = serve)
)");
  ASSERT_EQ(t.trace.loop, std::size_t{1});
  const Chain found = t.of("at", 1);
  EXPECT_NE(t.names(found.roots).find("busy@"), std::string::npos) << t.names(found.roots);
}

TEST(Chain, FoldsStepsBeyondTheLoop) {
  const Traced t(R"(MODULE main
VAR n : 0..2;
ASSIGN init(n) := 0; next(n) := n = 2 ? 1 : n + 1;
LTLSPEC F n = 0 & G n = 0
)");
  EXPECT_FALSE(place_named(t.model.system(), t.trace, "m", 0));
  if (!t.trace.loop) {
    EXPECT_FALSE(place_named(t.model.system(), t.trace, "n", 99));
  } else {
    EXPECT_TRUE(place_named(t.model.system(), t.trace, "n", 99));
  }
}

TEST(Chain, NamesTheConstraintsThatForceAValue) {
  SmallModel model(R"(MODULE main
VAR s : 0..2; flag : boolean; other : boolean;
INIT s = 0 & !flag
TRANS next(s) = (s < 2 ? s + 1 : s)
TRANS s = 1 -> next(flag)
INVARSPEC !flag | s != 2
)");
  ASSERT_TRUE(model.ok());
  const auto trace = model.counterexample(model.program->properties[0]);
  ASSERT_TRUE(trace);
  const Chain found = chain(model.system(), *trace, {*place_named(model.system(), *trace, "flag", 2)}, &model.context);
  const Link& link = found.links.at(0);
  EXPECT_EQ(link.kind, Link::Kind::Forced);
  ASSERT_EQ(link.core.size(), 1u);
  EXPECT_EQ(kind_word(link.core[0].kind), "TRANS");
  EXPECT_EQ(model.sources.place(link.core[0].where).line, 5u);
  ASSERT_EQ(link.because.size(), 1u);
  EXPECT_EQ(link.because[0], (Place{1, 0, false}));
  EXPECT_TRUE(found.roots.empty());
}

// All states by their types, where they are few.
std::vector<State> all_states(const Signature& signature, std::size_t most) {
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

class Judge {
 public:
  Judge(SmallModel& model, const Trace& trace, std::vector<State> states)
      : model_(model), trace_(trace), states_(std::move(states)) {
    std::size_t column = 0, input = 0;
    for (const VariableDecl& v : model.system().variables)
      slot_.push_back(v.kind == VariableKind::Input ? input++ : column++);
  }

  // Whether every step that agrees with the reasons gives the value.
  bool confirms(const Link& link) {
    bool same = true;
    for (const State& from : states_)
      model_.stepper->successors(from, model_.context, [&](Successor next) {
        const bool agrees = std::all_of(link.because.begin(), link.because.end(), [&](const Place& place) {
          return value(link, place, from, next) == on_trace(place);
        });
        same = same && (!agrees || next.state[slot_[link.place.variable]] == link.value);
        return same;
      });
    return same;
  }

  bool confirms_start(const Link& link) {
    bool same = true;
    model_.stepper->initial(model_.context, [&](State state) {
      const bool agrees = std::all_of(link.because.begin(), link.because.end(), [&](const Place& place) {
        return state[slot_[place.variable]] == on_trace(place);
      });
      same = same && (!agrees || state[slot_[link.place.variable]] == link.value);
      return same;
    });
    return same;
  }

 private:
  bool is_input(const Place& place) const {
    return model_.system().variables[place.variable].kind == VariableKind::Input;
  }
  Value value(const Link& link, const Place& place, const State& from, const Successor& next) const {
    if (is_input(place)) return next.inputs[slot_[place.variable]];
    const bool is_after = place.step == link.place.step && place.closing == link.place.closing;
    return (is_after ? next.state : from)[slot_[place.variable]];
  }
  Value on_trace(const Place& place) const {
    if (!is_input(place)) return trace_.steps[place.step].state[slot_[place.variable]];
    return (place.closing ? trace_.closing_inputs : trace_.steps[place.step].inputs)[slot_[place.variable]];
  }

  SmallModel& model_;
  const Trace& trace_;
  std::vector<State> states_;
  std::vector<std::size_t> slot_;
};

TEST(Chain, LinksOfRandomModelsAreConfirmedByTheStepper) {
  std::size_t tried = 0, forced = 0;
  for (std::uint64_t seed = 0; seed < seeds(300); ++seed) {
    SmallModel model(agree::random_model(seed));
    if (!model.ok()) continue;
    const std::vector<State> states = all_states(*model.stepper->signature(), 600);
    for (const Property& property : model.program->properties) {
      const auto trace = states.empty() ? std::nullopt : model.counterexample(property, "bmc", 6);
      if (!trace) continue;
      Judge judge(model, *trace, states);
      std::vector<Place> all;
      for (std::size_t v = 0; v < model.system().variables.size(); ++v)
        if (model.system().variables[v].kind != VariableKind::Input) all.push_back({trace->steps.size() - 1, v, false});
      for (const Link& link : chain(model.system(), *trace, all, &model.context).links) {
        const bool is_forced = link.kind == Link::Kind::Forced;
        const bool is_settled = is_forced || link.kind == Link::Kind::Assigned || link.kind == Link::Kind::Kept;
        if (!is_settled || (link.place.step == 0 && !link.place.closing)) continue;
        ++tried;
        forced += is_forced ? 1 : 0;
        ASSERT_TRUE(judge.confirms(link))
            << "seed " << seed << ", " << property.name << ", "
            << model.pool.name_of(model.system().variables[link.place.variable].variable) << "@" << link.place.step;
        if (!is_forced || !link.minimal) continue;
        for (std::size_t i = 0; i < link.because.size(); ++i) {
          Link less = link;
          less.because.erase(less.because.begin() + static_cast<std::ptrdiff_t>(i));
          EXPECT_FALSE(judge.confirms(less)) << "seed " << seed << ", " << property.name << ": not minimal";
        }
      }
    }
  }
  EXPECT_GT(tried, 500u);
  EXPECT_GT(forced, 0u);
}

TEST(Chain, ForcedValuesOfRandomConstraintsAreConfirmedByTheStepper) {
  std::size_t steps = 0, starts = 0;
  for (std::uint64_t seed = 0; seed < seeds(1500); ++seed) {
    const std::string text = random_constraints(seed, "INVARSPEC");
    SmallModel model(text);
    ASSERT_TRUE(model.ok()) << text;
    const auto trace = model.counterexample(model.program->properties[0], "bmc", 4);
    if (!trace) continue;
    Judge judge(model, *trace, all_states(*model.stepper->signature(), 600));
    std::vector<Place> all;
    for (std::size_t step = 0; step < trace->steps.size(); ++step)
      for (std::size_t v = 0; v < 3; ++v) all.push_back({step, v, false});
    for (const Link& link : chain(model.system(), *trace, all, &model.context).links) {
      if (link.kind != Link::Kind::Forced) continue;
      const bool is_start = link.place.step == 0 && !link.place.closing;
      (is_start ? starts : steps) += 1;
      const auto confirmed = [&](const Link& l) { return is_start ? judge.confirms_start(l) : judge.confirms(l); };
      ASSERT_TRUE(confirmed(link)) << text << link.place.variable << "@" << link.place.step;
      for (std::size_t i = 0; link.minimal && i < link.because.size(); ++i) {
        Link less = link;
        less.because.erase(less.because.begin() + static_cast<std::ptrdiff_t>(i));
        EXPECT_FALSE(confirmed(less)) << text << link.place.variable << "@" << link.place.step;
      }
    }
  }
  EXPECT_GT(steps, 100u);
  EXPECT_GT(starts, 50u);
}

}  // namespace
}  // namespace whynot::analyse::why
