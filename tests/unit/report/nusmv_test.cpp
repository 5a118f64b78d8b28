// NuSMV's traces: written in its shape, read in all the shapes it has.
#include <gtest/gtest.h>

#include "report/formats.h"
#include "report/trace/nusmv_text.h"
#include "report/trace/nusmv_xml.h"
#include "unit/report/samples.h"

namespace whynot::report {
namespace {

TEST(NusmvText, Report) {
  NetSample sample;
  EXPECT_EQ(write_nusmv_text(sample.report), R"(-- specification F location = b  is false
-- as demonstrated by the following execution sequence
Trace Description: LTL Counterexample 
Trace Type: Counterexample 
  -> State: 1.1 <-
    packet.ipsrc = 0ud3_5
    location = a
    hops = 0
  -> Input: 1.2 <-
    go = TRUE
  -> State: 1.2 <-
    location = r1
    hops = 1
  -> Input: 1.3 <-
    go = FALSE
  -- Loop starts here
  -> State: 1.3 <-
    location = r3
    hops = 2
  -> Input: 1.4 <-
    go = TRUE
  -> State: 1.4 <-
    location = c
  -> Input: 1.5 <-
    go = FALSE
  -> State: 1.5 <-
    location = r3
-- invariant hops < 9  is true
-- specification G F location = a  is undecided: no counterexample of depth at most 20; longer ones were not looked for
-- the result of MIN [location = a, location = b] is infinity
)");
}

TEST(NusmvXml, Lasso) {
  NetSample sample;
  TraceEntry entry = sample.report.traces[0];
  entry.trace.steps.erase(entry.trace.steps.begin() + 1, entry.trace.steps.begin() + 3);
  entry.trace.loop = 1;
  EXPECT_EQ(write_nusmv_xml(entry, "LTL Counterexample"), R"(<?xml version="1.0" encoding="UTF-8"?>
<counter-example type="0" id="1" desc="LTL Counterexample" >
	<node>
		<state id="1">
			<value variable="packet.ipsrc">0ud3_5</value>
			<value variable="location">a</value>
			<value variable="hops">0</value>
		</state>
		<input id="2">
			<value variable="go">TRUE</value>
		</input>
	</node>
	<node>
		<state id="2">
			<value variable="packet.ipsrc">0ud3_5</value>
			<value variable="location">c</value>
			<value variable="hops">2</value>
		</state>
		<input id="3">
			<value variable="go">FALSE</value>
		</input>
	</node>
	<node>
		<state id="3">
			<value variable="packet.ipsrc">0ud3_5</value>
			<value variable="location">c</value>
			<value variable="hops">2</value>
		</state>
	</node>
	<loops> 2 </loops>
</counter-example>
)");
}

TEST(NusmvText, NegativeWordsAsNusmvSpellsThem) {
  EXPECT_EQ(nusmv_value(Value::word(8, true, 255)), "-0sd8_1");
  EXPECT_EQ(nusmv_value(Value::word(8, true, 127)), "0sd8_127");
  EXPECT_EQ(nusmv_value(Value::word(8, false, 255)), "0ud8_255");
}

std::vector<ForeignTrace> read(std::string_view text, Diagnostics& diagnostics) {
  return read_traces(text, 0, diagnostics);
}

std::string shown(const ForeignRow& row) {
  std::string out;
  for (const ForeignCell& cell : row) out += (out.empty() ? "" : " ") + cell.value.to_string();
  return out;
}

// Two processes: inputs are carried on, several states equal the last, comments and a banner stand around.
constexpr std::string_view processes = R"(*** This is a banner
WARNING *** something else ***
-- specification AG (p.st = idle -> EF p.st = busy)  is true
-- specification  G (p.st = busy ->  F p.st = idle)  is false
-- as demonstrated by the following execution sequence
Trace Description: LTL Counterexample 
Trace Type: Counterexample 
  -> State: 1.1 <-
    p.st = idle
    q.st = idle
  -> Input: 1.2 <-
    _process_selector_ = p
    running = FALSE
  -- Loop starts here
  -> State: 1.2 <-
    p.st = busy
  -> Input: 1.3 <-
    _process_selector_ = q
  -- Loop starts here
  -> State: 1.3 <-
  -> Input: 1.4 <-
  -> State: 1.4 <-
-- no counterexample of another kind
-- invariant p.st = idle  is false
-- as demonstrated by the following execution sequence
Trace Description: AG alpha Counterexample 
Trace Type: Counterexample 
  -> State: 2.1 <-
    p.st = idle
    q.st = idle
  -> State: 2.2 <-
    p.st = busy
)";

TEST(NusmvText, ReadsWhatTheToolPrints) {
  Diagnostics diagnostics;
  const auto traces = read(processes, diagnostics);
  ASSERT_EQ(traces.size(), 2u);
  EXPECT_TRUE(diagnostics.all().empty());
  const ForeignTrace& lasso = traces[0];
  EXPECT_EQ(lasso.text, "G (p.st = busy ->  F p.st = idle)");
  EXPECT_EQ(lasso.columns, (std::vector<std::string>{"p.st", "q.st"}));
  EXPECT_EQ(lasso.inputs, (std::vector<std::string>{"_process_selector_", "running"}));
  ASSERT_EQ(lasso.steps.size(), 3u);  // the fourth state is the loop's first again
  EXPECT_EQ(lasso.loops, (std::vector<std::size_t>{1, 2}));
  EXPECT_EQ(shown(lasso.steps[2].state), "busy idle");
  EXPECT_EQ(shown(lasso.steps[0].inputs), "");
  EXPECT_EQ(shown(lasso.steps[1].inputs), "p FALSE");
  EXPECT_EQ(shown(lasso.steps[2].inputs), "q FALSE");
  EXPECT_EQ(shown(lasso.closing_inputs), "q FALSE");
  EXPECT_EQ(traces[1].id, "2");
  EXPECT_EQ(traces[1].text, "p.st = idle");
  EXPECT_EQ(traces[1].steps.size(), 2u);
  EXPECT_TRUE(traces[1].loops.empty());
}

TEST(NusmvText, TheLoopMayBeChosen) {
  Diagnostics diagnostics;
  const auto traces = read(processes, diagnostics);
  ExprPool pool;
  const auto signature = guess_signature(traces[0], pool);
  EXPECT_EQ(bind_trace(traces[0], signature, diagnostics)->loop, 1u);
  EXPECT_EQ(bind_trace(traces[0], signature, diagnostics, {.loop = 1})->loop, 2u);
  EXPECT_EQ(bind_trace(traces[0], signature, diagnostics, {.loop = 9})->loop, 2u);
}

TEST(NusmvText, TracesWithoutVerdictLinesAreToldApartByNumber) {
  Diagnostics diagnostics;
  const auto traces = read("  -> State: 1.1 <-\r\n    x = 1\r\n  -> State: 2.1 <-\r\n    x = 2\r\n", diagnostics);
  ASSERT_EQ(traces.size(), 2u);
  EXPECT_EQ(shown(traces[1].steps[0].state), "2");
}

TEST(NusmvText, AllVariablesInEveryState) {  // plugin 1
  Diagnostics diagnostics;
  const auto traces = read(
      "-> State: 1.1 <-\n  x = 1\n  y = a\n-- Loop starts here\n-> State: 1.2 <-\n  x = 2\n  y = a\n-> State: 1.3 <-\n "
      " x = 2\n  y = a\n",
      diagnostics);
  ASSERT_EQ(traces.size(), 1u);
  EXPECT_EQ(traces[0].steps.size(), 2u);
  EXPECT_EQ(traces[0].loops, std::vector<std::size_t>{1});
}

TEST(NusmvText, LoopsThatDoNotClose) {
  Diagnostics diagnostics;
  const auto self = read("-> State: 1.1 <-\n  x = 1\n-- Loop starts here\n-> State: 1.2 <-\n  x = 2\n", diagnostics);
  EXPECT_EQ(self[0].steps.size(), 2u);
  EXPECT_EQ(self[0].loops, std::vector<std::size_t>{1});
  EXPECT_TRUE(diagnostics.all().empty());
  const auto open = read("-- Loop starts here\n-> State: 1.1 <-\n  x = 1\n-> State: 1.2 <-\n  x = 2\n", diagnostics);
  EXPECT_EQ(open[0].steps.size(), 2u);
  EXPECT_EQ(open[0].loops, std::vector<std::size_t>{0});
  ASSERT_EQ(diagnostics.all().size(), 1u);
  EXPECT_EQ(diagnostics.all()[0].code, "trace.open-loop");
}

TEST(NusmvText, NoTrace) {
  Diagnostics diagnostics;
  read_nusmv_text("-- specification AG p  is true\n", 0, diagnostics);
  ASSERT_EQ(diagnostics.all().size(), 1u);
  EXPECT_EQ(diagnostics.all()[0].code, "trace.empty");
}

constexpr std::string_view xml = R"(-- specification  G (a & n < 3)  is false
<?xml version="1.0" encoding="UTF-8"?>
<counter-example type="0" id="7" desc="LTL Counterexample" >
  <node>
    <state id="1"> <value variable="n">0</value> <value variable="full">FALSE</value> </state>
    <combinatorial id="2"> <value variable="d">1</value> </combinatorial>
    <input id="2"> <value variable="req">TRUE</value> </input>
  </node>
  <node>
    <state id="2"> <value variable="n">1</value> <value variable="full">FALSE</value> </state>
    <input id="3"> <value variable="req">FALSE</value> </input>
  </node>
  <node>
    <state id="3"> <value variable="n">1</value> <value variable="full">FALSE</value> </state>
    <input id="4"> <value variable="req">TRUE</value> </input>
  </node>
  <node> <state id="4"> <value variable="n">1</value> <value variable="full">FALSE</value> </state> </node>
  <loops> 2 ,3 </loops>
</counter-example>
)";

TEST(NusmvXml, InputsStandInTheNodeTheyLeave) {
  Diagnostics diagnostics;
  const auto traces = read(xml, diagnostics);
  ASSERT_EQ(traces.size(), 1u);
  const ForeignTrace& trace = traces[0];
  EXPECT_EQ(trace.id, "7");
  ASSERT_EQ(trace.steps.size(), 3u);
  EXPECT_EQ(trace.loops, (std::vector<std::size_t>{1, 2}));
  EXPECT_EQ(shown(trace.steps[0].inputs), "");
  EXPECT_EQ(shown(trace.steps[1].inputs), "TRUE");
  EXPECT_EQ(shown(trace.steps[2].inputs), "FALSE");
  EXPECT_EQ(shown(trace.closing_inputs), "TRUE");
}

TEST(NusmvXml, SeveralDocumentsInOneFile) {
  Diagnostics diagnostics;
  EXPECT_EQ(read(std::string(xml) + std::string(xml), diagnostics).size(), 2u);
}

TEST(NusmvXml, BadDocumentsAreRefusedWhereTheyAreBad) {
  Diagnostics diagnostics;
  Sources sources;
  const std::string text = "-- a\n<counter-example>\n<node></state></node></counter-example>";
  read_nusmv_xml(text, sources.add("t.xml", text), diagnostics);
  ASSERT_EQ(diagnostics.all().size(), 1u);
  EXPECT_EQ(diagnostics.all()[0].code, "trace.xml");
  EXPECT_EQ(sources.place(diagnostics.all()[0].where).line, 3u);
  Diagnostics empty;
  read_nusmv_xml("<other/>", 0, empty);
  EXPECT_EQ(empty.all()[0].code, "trace.empty");
}

}  // namespace
}  // namespace whynot::report
