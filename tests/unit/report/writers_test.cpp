// Formats that are only written: VCD, JUnit, SARIF.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <pugixml.hpp>

#include "report/file/html.h"
#include "report/file/junit.h"
#include "report/file/sarif.h"
#include "report/json/jsonl.h"
#include "report/trace/nusmv_text.h"
#include "report/trace/vcd.h"
#include "unit/report/samples.h"

namespace whynot::report {
namespace {

// Whoever writes every trace of a large set never holds more than a few of them as text.
TEST(Pieces, ReportsAreHandedOnAsTheyAreMade) {
  NetSample sample;
  constexpr std::size_t traces = 200;
  while (sample.report.traces.size() < traces) {
    sample.report.traces.push_back(sample.report.traces[0]);
    sample.report.traces.back().id = "t" + std::to_string(sample.report.traces.size());
    sample.report.properties[0].traces.push_back(sample.report.traces.back().id);
  }
  const auto pieces = [](const std::function<void(const Write&)>& produce) {
    std::size_t count = 0;
    produce([&](std::string_view) { ++count; });
    return count;
  };
  const Report& r = sample.report;
  EXPECT_GE(pieces([&](const Write& w) { write_jsonl(r, {}, w); }), traces);
  EXPECT_GE(pieces([&](const Write& w) { write_nusmv_text(r, w); }), traces);
  EXPECT_GE(pieces([&](const Write& w) { write_junit(r, {}, w); }), traces);
  EXPECT_GT(pieces([&](const Write& w) { write_html(r, {}, "<html><!--REPORT--></html>", "check", w); }),
            pieces([&](const Write& w) { write_json(r, {}, w); }));  // those of the report, and the page around them
}

TEST(Html, HoldsTheReportAndNothingThatEndsItsScript) {
  NetSample sample;
  sample.report.file = "</script><!--.smv";
  const std::string text = in_one(
      [&](const Write& w) { write_html(sample.report, {.timing = false}, "<a><!--REPORT--></a>", "check -f '<'", w); });
  EXPECT_TRUE(text.starts_with("<a><script type=\"application/json\" id=\"whynot-report\">")) << text.substr(0, 80);
  EXPECT_TRUE(text.ends_with("}</script></a>"));
  EXPECT_EQ(text.find('<', 10), text.rfind("</script>")) << "no other tag in between";
  const std::size_t begin = text.find('{');
  const auto held = nlohmann::json::parse(text.substr(begin, text.rfind("</script>") - begin));
  EXPECT_EQ(held["line"], "check -f '<'");
  EXPECT_EQ(held["report"]["input"]["file"], "</script><!--.smv");
}

TEST(Vcd, Lasso) {
  NetSample sample;
  EXPECT_EQ(write_vcd(sample.report.traces[0]), R"($version whynot $end
$timescale 1ns $end
$scope module main $end
$var integer 32 ! step $end
$var wire 1 " loop $end
$var string 1 $ location $end
$var wire 3 % location_code $end
$var integer 32 & hops $end
$var wire 1 ' go $end
$scope module packet $end
$var wire 3 # ipsrc $end
$upscope $end
$upscope $end
$enddefinitions $end
#0
$dumpvars
b00000000000000000000000000000000 !
0"
b101 #
sa $
b000 %
b00000000000000000000000000000000 &
1'
$end
#10
b00000000000000000000000000000001 !
sr1 $
b011 %
b00000000000000000000000000000001 &
0'
#20
b00000000000000000000000000000010 !
1"
sr3 $
b100 %
b00000000000000000000000000000010 &
1'
#30
b00000000000000000000000000000011 !
sc $
b010 %
0'
#40
b00000000000000000000000000000100 !
sr3 $
b100 %
1'
#50
b00000000000000000000000000000101 !
sc $
b010 %
0'
#60
)");
}

TEST(Junit, Report) {
  NetSample sample;
  EXPECT_EQ(write_junit(sample.report), R"(<?xml version="1.0" encoding="UTF-8"?>
<testsuites>
<testsuite name="net.smv" tests="4" failures="1" errors="0" skipped="1" time="0.031">
  <testcase classname="net.smv" name="reach_b" file="net.smv" line="3" time="0.031">
    <failure type="violated" message="violated at depth 4: location is never b, and from step 2 the run goes between r3 and c forever.">F location = b

    fixed      packet.ipsrc = 0ud3_5
    step       0   1    | 2       3    | -&gt;2
    location   a  *r1   |*r3     *c    |
    hops       0  *1    |*2       2    |
    &gt; go           TRUE |*FALSE  *TRUE | FALSE
    | = repeats forever from step 2
    &gt; = on the way into the step
</failure>
  </testcase>
  <testcase classname="net.smv" name="no_loop" time="0.000"/>
  <testcase classname="net.smv" name="ltl2" time="0.000">
    <skipped message="undecided: no counterexample of depth at most 20; longer ones were not looked for"/>
  </testcase>
  <testcase classname="net.smv" name="compute1" time="0.000">
    <system-out>value infinity</system-out>
  </testcase>
</testsuite>
</testsuites>
)");
}

TEST(Vcd, NamesAndNumbers) {
  ExprPool pool;
  auto signature = std::make_shared<Signature>();
  signature->columns = {{"left.lo.a[1]", pool.range_type(-3, 3), {}, false},
                        {"big", pool.range_type(0, power_of_two(40)), {}, false},
                        {"pc(a.b c)", sort_type(pool, "Pc"), {}, false}};
  TraceEntry entry;
  entry.trace.signature = signature;
  entry.trace.steps = {{{num(-3), Value::integer(power_of_two(40)), Value::term("f", {sym("a"), sym("b")})}, {}, {}}};
  const std::string text = write_vcd(entry);
  for (const char* part :
       {"$scope module left $end\n$scope module lo $end\n$var integer 32 # \\a[1] $end\n", "$var wire 42 $ big $end\n",
        "$var string 1 % \\pc(a.b_c) $end\n", "b11111111111111111111111111111101 #\n", "sf(a,_b) %\n",
        "b010000000000000000000000000000000000000000 $\n"})
    EXPECT_NE(text.find(part), std::string::npos) << part << "\nnot in\n" << text;
}

TEST(Vcd, TheLastInputOfAFiniteTraceIsUnknown) {
  NetSample sample;
  TraceEntry entry = sample.report.traces[0];
  entry.trace.loop.reset();
  EXPECT_NE(write_vcd(entry).find("#30\nb00000000000000000000000000000011 !\nsc $\nb010 %\nx'\n#40\n"),
            std::string::npos)
      << write_vcd(entry);
}

TEST(Vcd, PassesOfTheLoop) {
  NetSample sample;
  EXPECT_NE(write_vcd(sample.report.traces[0], {.passes = 5}).find("#120\n"), std::string::npos);
  EXPECT_EQ(write_vcd(sample.report.traces[0], {.passes = 1}).find("#50\n"), std::string::npos);
}

TEST(Junit, SpecialCharactersAndInputErrors) {
  NetSample sample;
  sample.report.properties[0].property.name = "a<b & \"c\"\x01\xff";
  sample.report.properties[0].property.text = "x < 3 & ]]>";
  sample.report.diagnostics[0].severity = Severity::Error;
  const std::string text = write_junit(sample.report, {.timing = false});
  EXPECT_EQ(text.find(" time="), std::string::npos);
  pugi::xml_document document;
  ASSERT_TRUE(document.load_string(text.c_str()));
  const auto suite = document.child("testsuites").child("testsuite");
  EXPECT_STREQ(suite.attribute("tests").value(), "5");
  EXPECT_STREQ(suite.attribute("errors").value(), "1");
  auto test = suite.first_child();
  EXPECT_STREQ(test.child("error").attribute("type").value(), "smv.unused");
  test = test.next_sibling();
  EXPECT_STREQ(test.attribute("name").value(), "a<b & \"c\"\\x01\\xff");
  EXPECT_EQ(std::string(test.child("failure").child_value()).find("x < 3 & ]]>\n"), 0u);
}

TEST(Sarif, PropertiesAreRulesAndTracesCodeFlows) {
  NetSample sample;
  const auto run = nlohmann::json::parse(write_sarif(sample.report))["runs"][0];
  EXPECT_EQ(run["tool"]["driver"]["rules"].size(), 4u);
  const auto& results = run["results"];
  EXPECT_EQ(results[0]["kind"], "fail");
  EXPECT_EQ(results[0]["level"], "error");
  EXPECT_EQ(results[0]["locations"][0]["physicalLocation"]["region"]["startLine"], 3);
  EXPECT_EQ(results[1]["kind"], "pass");
  EXPECT_EQ(results[1]["level"], "none");
  EXPECT_EQ(results[2]["kind"], "open");
  EXPECT_EQ(results[3]["kind"], "informational");
  const auto& flow = results[0]["codeFlows"][0]["threadFlows"][0];
  EXPECT_EQ(flow["immutableState"]["packet.ipsrc"]["text"], "0ud3_5");
  EXPECT_EQ(flow["initialState"]["location"]["text"], "a");
  ASSERT_EQ(flow["locations"].size(), 4u);
  EXPECT_FALSE(flow["locations"][3]["state"].contains("hops"));
  EXPECT_EQ(flow["locations"][3]["state"]["input go"]["text"], "TRUE");
  EXPECT_EQ(run["invocations"][0]["toolExecutionNotifications"][0]["descriptor"]["id"], "smv.unused");
}

TEST(Sarif, LargeTracesAreCut) {
  NetSample sample;
  TraceEntry& entry = sample.report.traces[0];
  for (int i = 0; i < 1000; ++i) entry.trace.steps.push_back(entry.trace.steps.back());
  const auto run = nlohmann::json::parse(write_sarif(sample.report, {.steps = 10, .columns = 1}))["runs"][0];
  const auto& flow = run["results"][0]["codeFlows"][0]["threadFlows"][0];
  ASSERT_EQ(flow["locations"].size(), 10u);
  EXPECT_EQ(flow["initialState"].size(), 1u);
  EXPECT_EQ(flow["locations"][9]["location"]["message"]["text"], "step 9; 994 further steps are left out");
}

TEST(Sarif, FileNamesBecomeReferences) {
  NetSample sample;
  sample.report.file = "a b/\xff#.smv";
  const auto run = nlohmann::json::parse(write_sarif(sample.report))["runs"][0];
  EXPECT_EQ(run["results"][1]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"], "a%20b/%FF%23.smv");
}

}  // namespace
}  // namespace whynot::report
