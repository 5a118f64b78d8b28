// The text report against what a reader should see.
#include "report/text/text.h"

#include <gtest/gtest.h>

#include "report/number_text.h"
#include "unit/report/samples.h"

namespace whynot::report {
namespace {

TEST(Text, Report) {
  NetSample sample;
  EXPECT_EQ(write_text(sample.report, Style{}), R"(net.smv: 1 module instance, 3 variables; 4 properties

x reach_b    violated    depth 4   0.03 s   replayed ok         net.smv:3
    F location = b
    Why: location is never b, and from step 2 the run goes between r3 and c forever.

    fixed      packet.ipsrc = 0ud3_5
    step       0   1    | 2       3    | ->2
    location   a  *r1   |*r3     *c    |
    hops       0  *1    |*2       2    |
    > go           TRUE |*FALSE  *TRUE | FALSE
    | = repeats forever from step 2
    > = on the way into the step

+ no_loop    holds       (k-induction, k = 1)   0.00 s

? ltl2       undecided   0.00 s
    G F location = a
    no counterexample of depth at most 20; longer ones were not looked for

= compute1   infinity    0.00 s

1 violated, 1 holds, 1 undecided, 1 value computed.   More:  whynot intervals net.smv -p reach_b -v packet.ipsrc
                                                             whynot serve net.smv
)");
}

TEST(Text, WordsInSentences) {
  const std::string said = "x <= 0ud8_171 (x0ud3_5 = 0sd4_3, 4..0ud3_5)";
  EXPECT_EQ(with_words_as(said, "hex"), "x <= 0xab (x0ud3_5 = 0x3, 4..0x5)");
  EXPECT_EQ(with_words_as(said, "dec"), "x <= 171 (x0ud3_5 = 3, 4..5)");
  EXPECT_EQ(with_words_as("0ud8_255, 0ud2_1", "signed"), "-1, 1");
  EXPECT_EQ(with_words_as("0ud3_5 and 0ud3_x", "bin"), "101 and 0ud3_x");
  EXPECT_EQ(with_words_as("0sd5_-3 < 0ud3_5", plain_words), "-3 < 5");
  EXPECT_EQ(with_words_as("ip = 0ud32_167772161, port = 0ud16_80", "ipv4"), "ip = 10.0.0.1, port = 80");
  EXPECT_EQ(with_words_as("0ud3_5", "smv"), "0ud3_5");
  EXPECT_EQ(with_words_as(said, ""), said);
}

TEST(Text, CommandsWithinATextStayAsTheyAre) {
  EXPECT_EQ(with_words_as("x is 0ud3_5. More: whynot check m.smv -f 'x = 0ud3_5'\nx is 0ud3_4", plain_words),
            "x is 5. More: whynot check m.smv -f 'x = 0ud3_5'\nx is 4");
  EXPECT_EQ(with_words_as("ask `whynot check m.smv -f 'x = 0ud3_5'`: 0ud3_4", plain_words),
            "ask `whynot check m.smv -f 'x = 0ud3_5'`: 4");
}

TEST(Text, TallTracesBecomeAListOfChanges) {
  NetSample sample;
  Style style;
  style.width = 30;
  EXPECT_EQ(write_trace_text(sample.report.traces[0], style), R"(    fixed      packet.ipsrc = 0ud3_5
    step 0
      location = a
      hops = 0
    step 1
      > go = TRUE
      location = r1
      hops = 1
  | step 2   the loop starts here
  |   > go = FALSE
  |   location = r3
  |   hops = 2
  | step 3
  |   > go = TRUE
  |   location = c
  | back to step 2
  |   > go = FALSE
  |   location = r3
    | = repeats forever from step 2
    > = on the way into the step
)");
}

TEST(Text, FullShowsAllValuesOfAllSteps) {
  NetSample sample;
  Style style;
  style.full = true;
  EXPECT_EQ(write_trace_text(sample.report.traces[0], style),
            R"(    step           0        1      | 2        3      | ->2
    packet.ipsrc   0ud3_5   0ud3_5 | 0ud3_5   0ud3_5 |
    location       a       *r1     |*r3      *c      |
    hops           0       *1      |*2        2      |
    > go                    TRUE   |*FALSE   *TRUE   | FALSE
    | = repeats forever from step 2
    > = on the way into the step
)");
  style.width = 30;
  EXPECT_EQ(write_trace_text(sample.report.traces[0], style), R"(    step 0
       packet.ipsrc = 0ud3_5
       location = a
       hops = 0
    step 1
       > go = TRUE
       packet.ipsrc = 0ud3_5
      *location = r1
      *hops = 1
  | step 2   the loop starts here
  |   *> go = FALSE
  |    packet.ipsrc = 0ud3_5
  |   *location = r3
  |   *hops = 2
  | step 3
  |   *> go = TRUE
  |    packet.ipsrc = 0ud3_5
  |   *location = c
  |    hops = 2
  | back to step 2
  |   *> go = FALSE
  |   *location = r3
    | = repeats forever from step 2
    > = on the way into the step
)");
}

TEST(Text, FiltersByName) {
  NetSample sample;
  Style style;
  style.only = {"loc*", "packet.*"};
  style.hide = {"*.ipsrc"};
  EXPECT_EQ(write_trace_text(sample.report.traces[0], style), R"(    step       0   1  | 2    3 |
    location   a  *r1 |*r3  *c |
    | = repeats forever from step 2
)");
}

TEST(Text, QuietHasVerdictsAndTheirSum) {
  NetSample sample;
  Style style;
  style.verbosity = -1;
  style.timing = false;
  EXPECT_EQ(write_text(sample.report, style),
            R"(x reach_b    violated    depth 4   replayed ok                  net.smv:3
+ no_loop    holds       (k-induction, k = 1)
? ltl2       undecided
= compute1   infinity
1 violated, 1 holds, 1 undecided, 1 value computed.
)");
}

TEST(Text, ColoursAddNothingButColours) {
  NetSample sample;
  Style style;
  style.color = true;
  std::string coloured = write_text(sample.report, style), plain;
  EXPECT_NE(coloured.find("\x1b[1;31mx"), std::string::npos);
  for (std::size_t i = 0; i < coloured.size(); ++i) {
    if (coloured[i] == '\x1b')
      i = coloured.find('m', i);
    else
      plain += coloured[i];
  }
  // Padding stands before the end of a colour, so only blanks at the ends of lines may differ.
  const auto squeezed = [](std::string s) {
    for (std::size_t at; (at = s.find(" \n")) != std::string::npos;) s.erase(at, 1);
    return s;
  };
  EXPECT_EQ(squeezed(plain), write_text(sample.report, Style{}));
}

// A trace over booleans v0, v1, … of which only those in `changing` change.
TraceEntry flags(ExprPool& pool, std::size_t columns, std::size_t steps, std::size_t changing) {
  auto signature = std::make_shared<Signature>();
  for (std::size_t i = 0; i < columns; ++i)
    signature->columns.push_back({"v" + std::to_string(i), pool.boolean_type(), {}, false});
  TraceEntry entry;
  entry.id = "t1";
  entry.trace.signature = signature;
  for (std::size_t s = 0; s < steps; ++s) {
    State state;
    for (std::size_t i = 0; i < columns; ++i) state.push_back(Value::boolean(i < changing && s % 2 == 1));
    entry.trace.steps.push_back({state, {}, {}});
  }
  return entry;
}

TEST(Text, ManyConstantVariablesAreFolded) {
  ExprPool pool;
  EXPECT_EQ(write_trace_text(flags(pool, 18, 2, 1), Style{}), R"(    17 variables never change (--full shows them)
    step   0       1
    v0     FALSE  *TRUE
)");
  Style style;
  style.only = {"v?"};
  EXPECT_EQ(write_trace_text(flags(pool, 9, 2, 7), style).find("never change"), std::string::npos);
}

TEST(Text, CausesAreNeverFolded) {
  ExprPool pool;
  NetSample sample;
  sample.report.traces = {flags(pool, 18, 2, 1)};
  sample.report.properties.resize(1);
  sample.report.properties[0].why.clear();
  sample.report.properties[0].causes = {{1, "v9", "v9 = FALSE"}, {0, "v0", "v0 = FALSE"}};
  const std::string text = write_text(sample.report, Style{});
  EXPECT_NE(text.find("Why: v9 = FALSE at step 1, v0 = FALSE at step 0.\n"), std::string::npos) << text;
  EXPECT_NE(text.find("fixed   v9 = FALSE\n    16 more variables never change"), std::string::npos) << text;
}

TEST(Text, TheStateOfASingleStepIsShown) {
  ExprPool pool;
  TraceEntry entry = flags(pool, 10, 1, 0);
  const std::string text = write_trace_text(entry, Style{});
  EXPECT_NE(text.find("    v9     FALSE\n"), std::string::npos) << text;
  entry.trace.loop = 0;
  EXPECT_NE(write_trace_text(entry, Style{}).find("v9   | FALSE |"), std::string::npos)
      << write_trace_text(entry, Style{});
}

TEST(Text, NothingChangesIsSaid) {
  ExprPool pool;
  TraceEntry entry = flags(pool, 2, 4, 1);
  entry.trace.steps[2] = entry.trace.steps[1];
  Style style;
  style.width = 10;
  EXPECT_NE(write_trace_text(entry, style).find("steps 2 and 3   nothing changes\n"), std::string::npos)
      << write_trace_text(entry, style);
  style.full = true;
  EXPECT_NE(write_trace_text(entry, style).find("    step 3\n"), std::string::npos) << write_trace_text(entry, style);
}

TEST(Text, QuietStepsOfALoopAreOneLine) {
  ExprPool pool;
  TraceEntry entry = flags(pool, 2, 30, 1);
  for (std::size_t i = 2; i < 30; ++i) entry.trace.steps[i] = entry.trace.steps[1];
  entry.trace.loop = 10;
  Style style;
  style.width = 40;
  const std::string text = write_trace_text(entry, style);
  EXPECT_NE(text.find("    steps 2 to 9   nothing changes\n  | step 10   the loop starts here"), std::string::npos)
      << text;
  EXPECT_NE(text.find("  | steps 11 to 29   nothing changes\n"), std::string::npos) << text;
}

TEST(Text, ActionsStandOnTheWayIntoTheirStep) {
  ExprPool pool;
  TraceEntry entry = flags(pool, 1, 2, 1);
  entry.trace.steps[1].action = Action{"send", {sym("p1"), sym("intr")}, {}, "", ""};
  EXPECT_EQ(write_trace_text(entry, Style{}), R"(    step       0       1
    > action           send(p1, intr)
    v0         FALSE  *TRUE
    > = on the way into the step
)");
}

TEST(Text, SeveralTracesAreNumbered) {
  ExprPool pool;
  NetSample sample;
  TraceEntry second = flags(pool, 1, 2, 1);
  second.id = "t2";
  sample.report.traces.push_back(second);
  sample.report.properties[0].traces = {"t1", "t2"};
  sample.report.properties[0].complete = true;
  const std::string text = write_text(sample.report, Style{});
  EXPECT_NE(text.find("\n    t2, 2 of 2\n"), std::string::npos) << text;
  EXPECT_NE(text.find("There are no others that differ"), std::string::npos);
  EXPECT_NE(text.find("not replayed"), std::string::npos);  // the second one was not
}

TEST(Text, NamesCannotSteerTheTerminal) {
  NetSample sample;
  sample.report.file = "a\x1b[2Jb\xff.smv";
  const std::string text = write_text(sample.report, Style{});
  EXPECT_EQ(text.find("a\\x1b[2Jb\\xff.smv: 1 module"), 0u) << text;
}

TEST(Text, EmptyReports) {
  Report report;
  report.file = "m.smv";
  EXPECT_EQ(write_text(report, Style{}), "m.smv: 0 properties\nno properties.\n");
  report.interrupted = true;
  EXPECT_EQ(write_text(report, Style{}), "m.smv: 0 properties\nInterrupted. So far: no properties.\n");
}

}  // namespace
}  // namespace whynot::report
