// Classes without predicates: causes that were planted are found, and what is found is checked run by run.
#include "analyse/classify/discover.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <set>

#include "analyse/classify/wording.h"
#include "base/random.h"
#include "encode/obligations.h"
#include "front/smv/smv.h"

namespace whynot::analyse::classify {
namespace {

struct Found {
  explicit Found(const std::string& text, std::size_t bound, bool at_once = false) {
    program = front::smv::load(sources.add("m.smv", text), sources, pool, diagnostics);
    if (!program) return;
    stepper = make_stepper(program->system);
    const Property& property = program->properties.front();
    const std::vector<Expr> own = support(property.formula);
    options.bound = bound;
    for (const VariableDecl& d : program->system.variables)
      (std::find(own.begin(), own.end(), d.variable) == own.end() ? options.vocabulary : options.own)
          .push_back(d.variable);
    Context context;
    outcome = discover(program->system, *stepper, property, options, at_once, context);
  }
  const Classes& classes() const { return std::get<Classes>(outcome.result); }
  std::vector<std::string> texts() const {
    std::vector<std::string> all;
    for (const Class& c : classes().classes) all.push_back(constraint_text(*outcome.vocabulary, c.constraint));
    return all;
  }

  Sources sources;
  ExprPool pool;
  Diagnostics diagnostics;
  std::optional<front::smv::Program> program;
  std::unique_ptr<Stepper> stepper;
  Options options;
  Outcome outcome;
};

using Texts = std::vector<std::string>;

// Noise, and a cause: A, and B in the next step.
std::string planted(std::uint64_t seed) {
  Random random(seed);
  const std::size_t noise = 1 + random.below(3);
  std::string text = "MODULE main\nIVAR a : {none, open, close}; b : boolean;\nVAR armed : boolean; bad : boolean;\n";
  for (std::size_t i = 0; i < noise; ++i) text += fmt::format("VAR n{} : 0..{};\n", i, 2 + random.below(4));
  text +=
      "ASSIGN init(armed) := FALSE; next(armed) := a = open;\n"
      "init(bad) := FALSE; next(bad) := bad | (armed & b);\n";
  for (std::size_t i = 0; i < noise; ++i)
    if (random.chance(50)) text += fmt::format("ASSIGN next(n{0}) := n{0} > 0 ? n{0} - 1 : 2;\n", i);
  return text + "INVARSPEC !bad\n";
}

TEST(Discover, APlantedCause) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const Found found(planted(seed), 5);
    ASSERT_TRUE(found.program) << planted(seed);
    ASSERT_TRUE(found.classes().complete) << seed;
    EXPECT_EQ(found.texts(), Texts{"exists i, j: a@i = open & b@j & i + 1 = j"}) << "seed " << seed;
  }
}

// What the assignment compares with a limit is a sum, which no fact about single variables says.
TEST(Discover, SumsThatStepsLookAt) {
  const Found found(
      "MODULE main\nIVAR step : 0..9; inc : boolean;\nFROZENVAR limit : 10..40;\nVAR c : 0..63; fast : boolean;\n"
      "ASSIGN init(c) := 0; init(fast) := FALSE; next(fast) := c > 20;\n"
      "next(c) := case inc & !fast & c + step <= limit : c + step; inc & fast & c + 1 <= limit : (c + step) mod 64;\n"
      "!inc & c >= step : c - step; TRUE : c; esac;\nINVARSPEC c <= limit\n",
      10);
  ASSERT_TRUE(found.program);
  ASSERT_TRUE(found.classes().complete);
  ASSERT_EQ(found.classes().classes.size(), 1u);
  const std::string text = found.texts()[0];
  for (const char* part : {"fast@i", "c@i + 1 <= limit@i", "c@i + step@j > limit@i & i + 1 = j", "inc@j"})
    EXPECT_NE(text.find(part), std::string::npos) << text;
  EXPECT_TRUE(found.classes().classes[0].flags.empty());
  EXPECT_EQ(sentence_of(*found.outcome.vocabulary, found.classes().classes[0].constraint),
            "at some step fast holds and c + 1 <= limit; in the next step c + step > limit on the way and inc holds");
}

TEST(Discover, WhereNothingElseCoversThePropertyItselfDoes) {
  const std::string model =
      "MODULE main\nIVAR step : 0..9; inc : boolean;\nFROZENVAR limit : 10..40;\nVAR c : 0..63; fast : boolean;\n"
      "ASSIGN init(c) := 0; init(fast) := FALSE; next(fast) := c > 20;\n"
      "next(c) := case inc & c < limit : (c + step) mod 64; !inc & c > 9 : c - 9; TRUE : c; esac;\n";
  const Found found(model + "INVARSPEC c <= limit\n", 10);
  ASSERT_TRUE(found.program);
  ASSERT_TRUE(found.classes().complete);
  EXPECT_EQ(found.texts(), Texts{"exists i: !(c@i <= limit@i)"});
  EXPECT_FALSE(found.classes().classes[0].flags.empty());  // it restates the property, and says so
  const Found twice(model + "LTLSPEC G (c <= limit | X c <= limit)\n", 8);
  ASSERT_TRUE(twice.program);
  EXPECT_EQ(twice.texts(), Texts{"exists i, j: !(c@i <= limit@i) & !(c@j <= limit@j) & i + 1 = j"});
}

TEST(Discover, RangesAsWideAsTheyCanBe) {
  const Found found(
      "MODULE main\nFROZENVAR x : 0..15; y : unsigned word[6];\nVAR bad : boolean;\n"
      "ASSIGN init(bad) := FALSE; next(bad) := bad | (x >= 3 & x <= 9 & y > 0ud6_20);\nINVARSPEC !bad\n",
      3);
  ASSERT_TRUE(found.program);
  ASSERT_EQ(found.classes().classes.size(), 1u);
  const std::string text = found.texts()[0];
  EXPECT_NE(text.find("in 3..9"), std::string::npos) << text;
  EXPECT_NE(text.find(">= 0ud6_21"), std::string::npos) << text;
  EXPECT_TRUE(found.classes().discovered);
}

// Whoever asks forever and is never answered: only what the loop has forever tells.
TEST(Discover, WhatGoesOnForEver) {
  const Found found(
      "MODULE main\nIVAR go : boolean;\nVAR blocked : boolean; x : 0..2;\n"
      "ASSIGN init(blocked) := FALSE; next(blocked) := go ? {TRUE, FALSE} : blocked;\n"
      "init(x) := 0; next(x) := blocked ? 0 : (x + 1) mod 3;\nLTLSPEC G F x = 1\n",
      6);
  ASSERT_TRUE(found.program);
  EXPECT_TRUE(found.classes().complete);
  EXPECT_EQ(found.texts(), Texts{"from some step on: blocked"});
}

Texts sentences_of(const Found& found) {
  Texts all;
  for (const Class& c : found.classes().classes) all.push_back(sentence_of(*found.outcome.vocabulary, c.constraint));
  return all;
}

// An input compared with what there is: no fact about either says so.
TEST(Discover, WhatComesInComparedWithWhatThereIs) {
  const Found found(
      "MODULE main\nIVAR src : 0..3; dst : 0..3; load : boolean;\nVAR target : 0..3; loading : boolean; wrong : "
      "boolean;\n"
      "ASSIGN init(target) := 0; init(loading) := FALSE; init(wrong) := FALSE;\n"
      "next(target) := dst; next(loading) := load; next(wrong) := wrong | (loading & src = target & src != 0);\n"
      "INVARSPEC !wrong\n",
      5);
  ASSERT_TRUE(found.program);
  EXPECT_EQ(found.texts(), Texts{"exists i, j: load@i & src@j = target@i & i + 1 = j & src@j >= 1"});
  EXPECT_TRUE(found.classes().classes[0].flags.empty());
}

// What the property compares is told as the step makes it, where two variables are in it.
TEST(Discover, WhatAStepMakesOfThePropertysComparison) {
  const Found found(
      "MODULE main\nIVAR put : boolean; get : boolean; burst : boolean;\nVAR n : 0..7; cap : 3..5;\n"
      "ASSIGN init(n) := 0; next(cap) := cap;\n"
      "next(n) := case put & !get & n < cap & burst & n <= 5 : n + 2; put & !get & n < cap : n + 1;\n"
      "get & !put & n > 0 : n - 1; TRUE : n; esac;\nINVARSPEC n <= cap\n",
      6);
  ASSERT_TRUE(found.program);
  EXPECT_EQ(sentences_of(found),
            Texts{"at some step n + 1 <= cap and n + 2 > cap; in the next step put holds, get does "
                  "not hold and burst holds"});
}

// What never changes would tell by how long the run is; what does change tells the cause.
TEST(Discover, CausesInsteadOfLengths) {
  const Found found(
      "MODULE main\nFROZENVAR outside : -9..9; error : -2..2;\nVAR room : -9..9; on : boolean;\n"
      "ASSIGN init(room) := 0; init(on) := FALSE;\n"
      "next(room) := case room > outside : room - 1; room < outside : room + 1; TRUE : room; esac;\n"
      "next(on) := case room + error < -5 : TRUE; TRUE : on; esac;\nINVARSPEC !on\n",
      9);
  ASSERT_TRUE(found.program);
  EXPECT_EQ(found.texts(), Texts{"exists i, j: room@i + error@i < -5 & i + 1 = j"});
}

// Whichever of the two comes first is told of the step before, and the other one of the last.
TEST(Discover, AnyOfThePropertysVariablesMayComeLast) {
  const Found found(
      "MODULE client(granted)\nVAR state : {idle, waiting, busy};\nASSIGN init(state) := idle;\n"
      "next(state) := case state = idle : {idle, waiting}; state = waiting & granted : busy;\n"
      "state = busy : {busy, idle}; TRUE : state; esac;\n"
      "MODULE main\nIVAR maint : boolean; pick : 1..2;\nVAR owner : {none, c1, c2};\n"
      "a : client(owner = c1); b : client(owner = c2);\n"
      "ASSIGN init(owner) := none; next(owner) := case maint : none;\n"
      "owner = none & pick = 1 & a.state = waiting : c1; owner = none & pick = 2 & b.state = waiting : c2;\n"
      "owner = c1 & a.state = busy & next(a.state) = idle : none;\n"
      "owner = c2 & b.state = busy & next(b.state) = idle : none; TRUE : owner; esac;\n"
      "INVARSPEC !(a.state = busy & b.state = busy)\n",
      8);
  ASSERT_TRUE(found.program);
  ASSERT_EQ(found.classes().classes.size(), 1u);
  EXPECT_EQ(found.texts(), Texts{"exists i, j: owner@i = c2 & a.state@j = busy & i + 1 = j"});
  EXPECT_EQ(found.classes().classes[0].images.size(), 1u);
}

// That a guard of the model is never met again says why, where the property only says that.
TEST(Discover, WhatIsNeverGrantedAgain) {
  const Found found(
      "MODULE user(taken, turn, me)\nVAR st : {idle, entering, critical};\nASSIGN init(st) := idle;\n"
      "next(st) := case st = idle : {idle, entering}; st = entering & !taken & turn = me : critical;\n"
      "st = critical : {critical, idle}; TRUE : st; esac;\nFAIRNESS st != critical\n"
      "MODULE main\nVAR turn : 1..2; u : user(v.st = critical, turn, 1); v : user(u.st = critical, turn, 2);\n"
      "LTLSPEC G (u.st = entering -> F u.st = critical)\n",
      6);
  ASSERT_TRUE(found.program);
  ASSERT_TRUE(found.classes().complete);
  for (const Class& c : found.classes().classes) EXPECT_TRUE(c.flags.empty());
  EXPECT_NE(found.texts()[0].find("from some step on: !("), std::string::npos) << found.texts()[0];
}

// Guards that differ by the number of the one whose turn it is are the same of another user.
TEST(Discover, GuardsChangePlacesWithTheNumbersInThem) {
  const Found found(
      "MODULE user(taken, turn, me)\nVAR st : {idle, entering, critical};\nASSIGN init(st) := idle;\n"
      "next(st) := case st = idle : {idle, entering}; st = entering & !taken & turn = me : critical;\n"
      "st = critical : {critical, idle}; TRUE : st; esac;\nFAIRNESS st != critical\n"
      "MODULE main\nVAR taken : boolean; turn : 1..2; u : user(taken, turn, 1); v : user(taken, turn, 2);\n"
      "LTLSPEC G ((u.st = entering -> F u.st = critical) & (v.st = entering -> F v.st = critical))\n",
      4);
  ASSERT_TRUE(found.program);
  ASSERT_EQ(found.classes().classes.size(), 1u);
  EXPECT_EQ(found.classes().classes[0].images.size(), 1u);
  EXPECT_EQ(found.classes().classes[0].image_values[0].size(), std::string("1 and 2").size());
}

// One fact about a step instead of what it leads to.
TEST(Discover, WhatChanges) {
  const Found found(
      "MODULE main\nVAR a : -3..5;\nASSIGN init(a) := 1;\n"
      "next(a) := case a = -3 : {-3, -2}; a = 5 : {4, 5}; TRUE : {a - 1, a, a + 1}; esac;\nINVARSPEC a = 1\n",
      5);
  ASSERT_TRUE(found.program);
  EXPECT_EQ(sentences_of(found), Texts{"at some step a changes"});
}

// What did not happen before, or in between.
TEST(Discover, WhatDidNotHappenBeforeOrBetween) {
  const Found before("MODULE main\nVAR ev : {none, open, close, write};\nLTLSPEC G (ev = write -> O ev = open)\n", 6);
  ASSERT_TRUE(before.program);
  ASSERT_TRUE(before.classes().complete);
  EXPECT_EQ(before.texts(), Texts{"exists i: no ev = open before i & ev@i = write"});
  EXPECT_EQ(sentences_of(before), Texts{"at some step ev is write and ev is never open before that"});
  const Found between(
      "MODULE main\nVAR ev : {none, open, close, write};\nLTLSPEC G (ev = write -> (ev != close) S (ev = open))\n", 6);
  ASSERT_TRUE(between.program);
  EXPECT_EQ(between.texts(), (Texts{"exists i: no ev = open before i & ev@i = write",
                                    "exists i < j: ev@i = close & no ev = open between i and j & ev@j = write"}));
}

// Numbers that the model only tells apart are names: no range of them.
TEST(Discover, NumbersThatAreNames) {
  const Found found(
      "MODULE main\nVAR c : array 1..3 of {none, shared, owned};\nIVAR who : 1..3; op : {read, write};\n"
      "ASSIGN init(c[1]) := none; init(c[2]) := none; init(c[3]) := none;\n"
      "next(c[1]) := case who = 1 & op = write : owned; who = 1 & c[1] = none : shared; TRUE : c[1]; esac;\n"
      "next(c[2]) := case who = 2 & op = write : owned; who = 2 & c[2] = none : shared; TRUE : c[2]; esac;\n"
      "next(c[3]) := case who = 3 & op = write : owned; who = 3 & c[3] = none : shared; TRUE : c[3]; esac;\n"
      "INVARSPEC !(c[1] = owned & c[2] != none | c[2] = owned & c[3] != none | c[3] = owned & c[1] != none)\n",
      4);
  ASSERT_TRUE(found.program);
  for (const std::string& text : found.texts()) EXPECT_EQ(text.find("who@j >="), std::string::npos) << text;
}

// Of whole runs, where there is nothing else to be said.
TEST(Discover, WhatNeverHappens) {
  const auto sentences = [](const std::string& text) {
    const Found found("MODULE main\n" + text, 6);
    EXPECT_TRUE(found.program && found.classes().complete) << text;
    return sentences_of(found);
  };
  EXPECT_EQ(sentences("VAR y : boolean;\nLTLSPEC F y\n"), Texts{"y never holds"});
  EXPECT_EQ(sentences("VAR i : 0..3;\nLTLSPEC F (i = 3)\n"), Texts{"i is never 3"});
  EXPECT_EQ(sentences("VAR i : 0..7;\nLTLSPEC F (i = 5)\n"), Texts{"i is never 5"});
  EXPECT_EQ(sentences("VAR y : boolean;\nLTLSPEC F (next(y) != y)\n"), (Texts{"y always holds", "y never holds"}));
  EXPECT_EQ(sentences("VAR i : 0..9; y : boolean;\nLTLSPEC F (next(i) != i)\n"), Texts{"i never changes"});
  EXPECT_EQ(sentences("VAR a : boolean; b : boolean;\nLTLSPEC G F (a & X b)\n"),
            Texts{"a & next(b) does not hold from some step on forever"});
}

TEST(Discover, WhatIsNeverAnswered) {
  const Found found(
      "MODULE main\nVAR req : boolean; ack : boolean; busy : boolean;\n"
      "ASSIGN init(ack) := FALSE; next(ack) := req & !busy;\nLTLSPEC G (req -> F ack)\n",
      6);
  ASSERT_TRUE(found.program);
  EXPECT_TRUE(found.classes().complete);
  EXPECT_EQ(found.texts(), Texts{"exists i: req@i & from i on: !ack"});
}

// The input on the way back to where the loop starts belongs to it, the one on the way into it does not.
TEST(Discover, InputsOfALoop) {
  const Found found("MODULE main\nIVAR go : boolean;\nVAR x : boolean;\nASSIGN next(x) := go;\nLTLSPEC G F x\n", 4);
  ASSERT_TRUE(found.program);
  EXPECT_TRUE(found.classes().complete);
  EXPECT_EQ(found.texts(), Texts{"from some step on: !go"});
}

// What has no part in the failure is not spoken of, though it goes along with it: the number of entries is told by the
// pointers as well.
TEST(Discover, OnlyWhatCanHaveAPart) {
  const Found found(
      "MODULE main\nIVAR push : boolean; pop : boolean;\nVAR n : 0..3; rd : 0..3; wr : 0..3; seen : 0..3;\n"
      "ASSIGN init(n) := 0; init(rd) := 0; init(wr) := 0; init(seen) := 0;\n"
      "next(n) := case push & !pop & n < 3 : n + 1; pop & !push & n > 0 : n - 1; TRUE : n; esac;\n"
      "next(wr) := push ? (wr + 1) mod 4 : wr; next(rd) := pop ? (rd + 1) mod 4 : rd; next(seen) := wr;\n"
      "INVARSPEC n <= 2\n",
      6);
  ASSERT_TRUE(found.program);
  EXPECT_TRUE(found.classes().complete);
  EXPECT_EQ(found.texts(), Texts{"exists i, j: n@i >= 2 & push@j & !pop@j & i + 1 = j"});
}

// Variables are compared where the model does; that two timers stand at 0 says nothing of the lights.
TEST(Discover, ComparesWhatTheModelCompares) {
  const Found found(
      "MODULE light(go, other)\nVAR c : {red, green}; timer : 0..3;\n"
      "ASSIGN init(c) := red; init(timer) := 0;\n"
      "next(c) := case c = red & go & other.c = red : green; c = green & timer = 3 : red; TRUE : c; esac;\n"
      "next(timer) := c = green & timer < 3 ? timer + 1 : 0;\n"
      "MODULE main\nIVAR n : boolean; w : boolean;\nVAR a : light(n, b); b : light(w, a);\n"
      "INVARSPEC !(a.c = green & b.c = green)\n",
      6);
  ASSERT_TRUE(found.program);
  EXPECT_TRUE(found.classes().complete);
  for (const std::string& text : found.texts())
    for (const char* pair : {"timer@i = a.timer", "timer@i = b.timer", "timer@i < "})
      EXPECT_EQ(text.find(pair), std::string::npos) << text;
}

// Who has the bus is told by a number: with the two parts their numbers change places, and the range that has only the
// end of its type is that number.
TEST(Discover, InstancesAndTheirNumbersChangePlaces) {
  const Found found(
      "MODULE part(bus, me)\nVAR on : boolean; want : boolean;\n"
      "ASSIGN init(on) := FALSE; init(want) := FALSE; next(want) := {TRUE, FALSE};\n"
      "next(on) := on | (bus = me & want);\n"
      "MODULE main\nVAR bus : 0..2; a : part(bus, 1); b : part(bus, 2);\nASSIGN init(bus) := 0;\n"
      "INVARSPEC !(a.on & b.on)\n",
      5);
  ASSERT_TRUE(found.program);
  EXPECT_TRUE(found.classes().complete);
  ASSERT_EQ(found.classes().classes.size(), 1u) << fmt::format("{}", fmt::join(found.texts(), "\n"));
  const Class& only = found.classes().classes[0];
  ASSERT_EQ(only.images.size(), 1u);
  EXPECT_TRUE(only.image_values[0] == "1 and 2" || only.image_values[0] == "2 and 1") << only.image_values[0];
  EXPECT_EQ(found.texts()[0].find(">= 2"), std::string::npos) << found.texts()[0];
}

// Two variables decide together, and no class that leaves the property's own words out tells which.
TEST(Discover, SaysWhereAClassIsThePropertyAgain) {
  const Found found("MODULE main\nVAR x : 0..2; y : 0..2;\nINIT x = 0\nLTLSPEC G F (x = 2 & y = 1)\n", 3);
  ASSERT_TRUE(found.program);
  EXPECT_TRUE(found.classes().complete);
  ASSERT_FALSE(found.classes().classes.empty());
  for (const Class& c : found.classes().classes)
    EXPECT_EQ(c.flags, Texts{"follows from the formula: it says what the property says"});
}

// The model says nothing of x: whoever chooses it violates the property or not.
TEST(Discover, WhatTheModelLeavesOpen) {
  const Found found("MODULE main\nVAR x : boolean; y : boolean;\nASSIGN next(y) := !y;\nLTLSPEC G F x\n", 3);
  ASSERT_TRUE(found.program);
  ASSERT_EQ(found.texts(), Texts{"from some step on: !x"});
  EXPECT_EQ(found.classes().classes[0].flags,
            Texts{"follows from the formula: the model leaves open what it speaks of"});
}

// Plain facts would do, value by value.
TEST(Discover, OneRangeInsteadOfManyValues) {
  const Found found(
      "MODULE main\nIVAR refill : boolean; drain : 0..3;\nVAR level : 0..31; slow : boolean; alarm : boolean;\n"
      "ASSIGN init(level) := 5; init(alarm) := FALSE; next(alarm) := level > 15;\n"
      "next(level) := case refill & (level < 12 | slow & level < 24) : level + 4;\n"
      "  level >= drain : level - drain; TRUE : 0; esac;\nINVARSPEC !alarm\n",
      6);
  ASSERT_TRUE(found.program);
  EXPECT_EQ(found.texts(), Texts{"exists i < j: level@i >= 16"});
  EXPECT_EQ(sentence_of(*found.outcome.vocabulary, found.classes().classes[0].constraint),
            "at some step, and not the last one, level is at least 16");
}

// Two causes: the request goes a step before its answer does, and a request that is given up is answered.
TEST(Discover, CausesInsteadOfThePropertyAgain) {
  const Found found(
      "MODULE main\nIVAR send : boolean;\nVAR req : boolean; ack : boolean; timer : 0..3;\n"
      "ASSIGN init(req) := FALSE; init(ack) := FALSE; init(timer) := 0;\n"
      "next(req) := case !req & !ack & send : TRUE; req & ack : FALSE; req & timer = 3 : FALSE; TRUE : req; esac;\n"
      "next(timer) := case req & !ack & timer < 3 : timer + 1; !req : 0; TRUE : timer; esac;\n"
      "next(ack) := case req & !ack : {TRUE, FALSE}; !req : FALSE; TRUE : ack; esac;\nINVARSPEC ack -> req\n",
      7);
  ASSERT_TRUE(found.program);
  EXPECT_TRUE(found.classes().complete);
  EXPECT_EQ(found.classes().classes.size(), 2u);
  for (const Class& c : found.classes().classes) EXPECT_EQ(c.flags, Texts{}) << found.texts()[0];
}

TEST(Discover, StepsByTheModelsNames) {
  const Found found(
      "MODULE main\nVAR key : boolean; door : {shut, open}; lost : boolean;\n"
      "INIT !key & door = shut & !lost\n"
      "DEFINE find := !key & next(key) & next(door) = door & next(lost) = lost;\n"
      "  enter := key & next(door) = open & next(key) = key & next(lost) = lost;\n"
      "  break_in := next(door) = open & next(lost) & next(key) = key;\n"
      "TRANS find | enter | break_in\nINVARSPEC !lost\n",
      4, true);
  ASSERT_TRUE(found.program);
  EXPECT_EQ(found.texts(), Texts{"exists i, j: break_in(i, j)"});
  EXPECT_EQ(found.classes().classes[0].flags, Texts{});
  EXPECT_EQ(sentence_of(*found.outcome.vocabulary, found.classes().classes[0].constraint),
            "at some step break_in happens");
}

// What happens once and is never made good says more than what is so forever after.
TEST(Discover, WhatCannotBeMadeGood) {
  const Found found(
      "MODULE main\nIVAR go : boolean;\nVAR held : boolean; pc : {start, work, error, done};\n"
      "ASSIGN init(held) := FALSE; init(pc) := start;\n"
      "next(pc) := case !go : pc; pc = start & !held : work; pc = work : {error, done}; pc = start : start;\n"
      "  TRUE : start; esac;\n"
      "next(held) := case go & pc = start : TRUE; go & pc = done : FALSE; TRUE : held; esac;\n"
      "JUSTICE go\nLTLSPEC G F pc = work\n",
      8);
  ASSERT_TRUE(found.program);
  EXPECT_TRUE(found.classes().complete);
  EXPECT_EQ(found.texts(), Texts{"exists i: pc@i = error"});
}

std::string arbiter(const std::vector<std::string>& order) {
  std::string text =
      "MODULE client(granted)\nIVAR ask : boolean; stop : boolean;\nVAR wants : boolean; uses : boolean;\n"
      "ASSIGN init(wants) := FALSE; init(uses) := FALSE;\n"
      "next(wants) := case granted : FALSE; ask : TRUE; TRUE : wants; esac;\n"
      "next(uses) := case granted : TRUE; stop : FALSE; TRUE : uses; esac;\n"
      "MODULE main\nIVAR pick : 1..3; hurry : boolean;\n";
  for (const std::string& name : order) text += fmt::format("VAR {0} : client(g_{0});\n", name);
  text += "DEFINE free := !c1.uses & !c2.uses & !c3.uses;\n";
  for (int i = 1; i <= 3; ++i) text += fmt::format("  g_c{0} := pick = {0} & c{0}.wants & (free | hurry);\n", i);
  return text + "INVARSPEC !(c1.uses & c2.uses) & !(c1.uses & c3.uses) & !(c2.uses & c3.uses)\n";
}

// All classes by themselves, whichever stands for the others.
std::set<std::string> whole_orbits(const Found& found) {
  std::set<std::string> all;
  for (const Class& c : found.classes().classes) {
    all.insert(constraint_text(*found.outcome.vocabulary, c.constraint));
    for (const TraceClass& image : c.images) all.insert(constraint_text(*found.outcome.vocabulary, image));
  }
  return all;
}

TEST(Discover, PermutedModelsHavePermutedClasses) {
  const Found first(arbiter({"c1", "c2", "c3"}), 4);
  ASSERT_TRUE(first.program);
  ASSERT_EQ(first.classes().classes.size(), 1u);
  EXPECT_EQ(whole_orbits(first).size(), 6u);
  for (const Texts& order : {Texts{"c3", "c1", "c2"}, Texts{"c2", "c3", "c1"}}) {
    const Found other(arbiter(order), 4);
    ASSERT_EQ(other.classes().classes.size(), 1u);
    EXPECT_EQ(whole_orbits(other).size(), 6u);
    EXPECT_EQ(other.classes().total, first.classes().total);
    EXPECT_EQ(other.classes().classes[0].count, first.classes().classes[0].count);
  }
}

TEST(Discover, PartsThatReadNothing) {
  const Found found("MODULE main\nVAR x : 0..3; y : 0..3;\nINIT x = 0\nLTLSPEC F ((x + y = 4 & 1 = 2) | 2 = 1)\n", 3,
                    true);
  ASSERT_TRUE(found.program);
  EXPECT_FALSE(found.classes().classes.empty() && !found.classes().insufficient);
}

TEST(Discover, PlainFactsAreLeftAsTheyAre) {
  const Found found(
      "MODULE main\nIVAR a : boolean;\nVAR bad : boolean;\n"
      "ASSIGN init(bad) := FALSE; next(bad) := bad | a;\nINVARSPEC !bad\n",
      4);
  ASSERT_TRUE(found.program);
  EXPECT_FALSE(found.classes().discovered);
  EXPECT_EQ(found.texts(), Texts{"exists i: a@i"});
}

}  // namespace
}  // namespace whynot::analyse::classify
