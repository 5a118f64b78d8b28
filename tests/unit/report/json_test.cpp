// The JSON report against CONTRACT.md, byte by byte.
#include "report/json/json.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "report/json/jsonl.h"
#include "report/json/value.h"
#include "unit/report/samples.h"

namespace whynot::report {
namespace {

TEST(Json, Report) {
  NetSample sample;
  EXPECT_EQ(write_json(sample.report), R"({
  "schema": "whynot-report/1",
  "input": {"file":"net.smv","front":"smv","instances":1,"variables":3},
  "diagnostics": [
    {"severity":"warning","code":"smv.unused","message":"`hops` is never used","file":"net.smv","line":2,"column":5,"end_line":2,"end_column":13}
  ],
  "properties": [
    {"name":"reach_b","kind":"ltl","text":"F location = b","line":3,"verdict":"violated","engine":"bmc","depth":4,"seconds":0.03125,"traces":["t1"],"certified":false,"why":"location is never b, and from step 2 the run goes between r3 and c forever."},
    {"name":"no_loop","kind":"invar","text":"hops < 9","verdict":"holds","engine":"kind","proof":{"by":"k-induction","k":1,"simple_paths":false},"seconds":0.0,"traces":[],"certified":false},
    {"name":"ltl2","kind":"ltl","text":"G F location = a","verdict":"undecided","reason":"no counterexample of depth at most 20; longer ones were not looked for","bound":20,"seconds":0.0,"traces":[],"certified":false},
    {"name":"compute1","kind":"compute","text":"MIN [location = a, location = b]","value":"infinity","seconds":0.0,"traces":[],"certified":false}
  ],
  "traces": [
    {"id":"t1","property":"reach_b","columns":["packet.ipsrc","location","hops"],"frozen":["packet.ipsrc"],"ranges":{"location":["a","b","c","r1","r3"]},"input_columns":["go"],"steps":[
      {"state":{"packet.ipsrc":"0ud3_5","location":"a","hops":0},"inputs":{},"action":null},
      {"state":{"packet.ipsrc":"0ud3_5","location":"r1","hops":1},"inputs":{"go":true},"action":null},
      {"state":{"packet.ipsrc":"0ud3_5","location":"r3","hops":2},"inputs":{"go":false},"action":null},
      {"state":{"packet.ipsrc":"0ud3_5","location":"c","hops":2},"inputs":{"go":true},"action":null}],"loop":2,"closing":{"inputs":{"go":false},"action":null},"replayed":true}
  ],
  "findings": [],
  "suggestions": [
    "whynot intervals net.smv -p reach_b -v packet.ipsrc",
    "whynot serve net.smv"
  ]
}
)");
}

TEST(Json, LargeReportsComeInPiecesOfTheSameText) {
  NetSample sample;
  sample.report.traces.resize(3000, TraceEntry(sample.report.traces.front()));
  std::string together;
  std::size_t pieces = 0, longest = 0;
  write_json(sample.report, {}, [&](std::string_view piece) {
    together += piece;
    longest = std::max(longest, piece.size());
    ++pieces;
  });
  EXPECT_GT(pieces, 1u);
  EXPECT_LT(longest, std::size_t{1} << 21);
  EXPECT_EQ(together, write_json(sample.report));
  EXPECT_EQ(nlohmann::json::parse(together)["traces"].size(), 3000u);
}

TEST(Json, Events) {
  NetSample sample;
  sample.report.properties.resize(2);
  sample.report.suggestions.clear();
  EXPECT_EQ(
      write_jsonl(sample.report, {.timing = false}),
      R"({"event":"started","schema":"whynot-report/1","input":{"file":"net.smv","front":"smv","instances":1,"variables":3}}
{"event":"verdict","name":"reach_b","kind":"ltl","text":"F location = b","line":3,"verdict":"violated","engine":"bmc","depth":4,"traces":["t1"],"certified":false,"why":"location is never b, and from step 2 the run goes between r3 and c forever."}
{"event":"trace","id":"t1","property":"reach_b","columns":["packet.ipsrc","location","hops"],"frozen":["packet.ipsrc"],"ranges":{"location":["a","b","c","r1","r3"]},"input_columns":["go"],"steps":[{"state":{"packet.ipsrc":"0ud3_5","location":"a","hops":0},"inputs":{},"action":null},{"state":{"packet.ipsrc":"0ud3_5","location":"r1","hops":1},"inputs":{"go":true},"action":null},{"state":{"packet.ipsrc":"0ud3_5","location":"r3","hops":2},"inputs":{"go":false},"action":null},{"state":{"packet.ipsrc":"0ud3_5","location":"c","hops":2},"inputs":{"go":true},"action":null}],"loop":2,"closing":{"inputs":{"go":false},"action":null},"replayed":true}
{"event":"verdict","name":"no_loop","kind":"invar","text":"hops < 9","verdict":"holds","engine":"kind","proof":{"by":"k-induction","k":1,"simple_paths":false},"traces":[],"certified":false}
{"event":"done","violated":1,"holds":1,"undecided":0,"values":0,"diagnostics":[{"severity":"warning","code":"smv.unused","message":"`hops` is never used","file":"net.smv","line":2,"column":5,"end_line":2,"end_column":13}]}
)");
  EXPECT_EQ(progress_event("ltl1", "bmc bound 14"), R"({"event":"progress","property":"ltl1","text":"bmc bound 14"})"
                                                    "\n");
}

nlohmann::json parsed(const Report& report, JsonOptions options = {}) {
  return nlohmann::json::parse(write_json(report, options));
}

TEST(Json, VerdictsAsTheContractNamesThem) {
  NetSample sample;
  auto& properties = sample.report.properties;
  properties[0].verdict = Violated{NoEvidence{"no single trace shows that EF p fails"}};
  properties[0].traces.clear();
  properties[1].verdict = Holds{WholeSpace{113}};
  properties[2].verdict = Unknown{"timeout"};
  properties[3].verdict = Computed{Integer(5)};
  properties.push_back(properties[1]);
  properties[4].verdict = NoneUpTo{17, "stopped by --timeout 30s"};
  properties.push_back(properties[1]);
  properties[5].verdict = Holds{WholeSpace{power_of_two(70)}};
  properties.push_back(properties[1]);
  properties[6].verdict = Holds{Invariant{{{{{0, 0, false}}, "x[0:0] = 0ud1_0"}, {{}, "FALSE"}}}};
  const auto json = parsed(sample.report)["properties"];
  EXPECT_EQ(json[0]["verdict"], "violated");
  EXPECT_EQ(json[0]["reason"], "no single trace shows that EF p fails");
  EXPECT_FALSE(json[0].contains("depth"));
  EXPECT_EQ(json[1]["verdict"], "holds");
  EXPECT_EQ(json[1]["proof"]["states"], 113);
  EXPECT_EQ(json[2]["verdict"], "undecided");
  EXPECT_EQ(json[2]["reason"], "timeout");
  EXPECT_FALSE(json[2].contains("bound"));
  EXPECT_EQ(json[3]["value"], 5);
  EXPECT_FALSE(json[3].contains("verdict"));
  EXPECT_EQ(json[4]["reason"], "stopped by --timeout 30s after depth 17: no counterexample up to there");
  EXPECT_EQ(json[4]["bound"], 17);
  EXPECT_EQ(json[5]["proof"]["states"], "1180591620717411303424") << "numbers end at 2^53";
  EXPECT_EQ(json[6]["proof"].dump(), R"({"by":"invariant","clauses":["x[0:0] = 0ud1_0","FALSE"]})");
}

TEST(Json, TimingCanBeLeftOut) {
  NetSample sample;
  EXPECT_EQ(write_json(sample.report, {.timing = false}).find("seconds"), std::string::npos);
  EXPECT_EQ(write_json(sample.report), write_json(sample.report));
}

TEST(Json, Values) {
  const auto text = [](const Value& v) { return dump(json_of(v)); };
  EXPECT_EQ(text(Value::boolean(true)), "true");
  EXPECT_EQ(text(Value::integer(power_of_two(53))), "9007199254740992");
  EXPECT_EQ(text(Value::integer(power_of_two(53) + 1)), "\"9007199254740993\"");
  EXPECT_EQ(text(Value::integer(-power_of_two(80))), "\"-1208925819614629174706176\"");
  EXPECT_EQ(text(Value::word(8, false, 255)), "\"0ud8_255\"");
  EXPECT_EQ(text(Value::word(8, true, 255)), "\"0sd8_-1\"");
  EXPECT_EQ(text(sym("open")), "\"open\"");
  EXPECT_EQ(text(Value::term("enc1", {sym("a"), num(2)})), R"({"op":"enc1","args":["a",2]})");
  EXPECT_EQ(text(Value::set({num(2), num(1), num(2)})), R"({"set":[1,2]})");
  EXPECT_EQ(text(Value::bag({num(2), num(1), num(2)})), R"({"bag":[1,2,2]})");
  EXPECT_EQ(text(Value::list({num(2), num(1)})), "[2,1]");
  EXPECT_EQ(text(Value::map({{sym("k"), num(1)}})), R"({"map":[["k",1]]})");
  EXPECT_EQ(text(Value()), "null");
}

TEST(Json, BytesThatAreNotUtf8DoNotThrow) {
  NetSample sample;
  sample.report.file = "a\xff\xc0.smv";
  sample.report.properties[0].property.name = "p\x80";
  sample.report.diagnostics[0].message = "\xed\xa0\x80";
  sample.report.suggestions = {"\xfe"};
  const auto json = parsed(sample.report);
  EXPECT_EQ(json["input"]["file"], "a\\xff\\xc0.smv");
  EXPECT_EQ(json["properties"][0]["name"], "p\\x80");
  EXPECT_EQ(json["diagnostics"][0]["message"], "\\xed\\xa0\\x80");
}

TEST(Json, DefinesInstancesActionsAndCauses) {
  NetSample sample;
  TraceEntry& entry = sample.report.traces[0];
  entry.defines = {{"far", sample.pool.boolean_type(), {}, false}};
  entry.define_values.assign(4, {Value::boolean(true)});
  entry.trace.steps[1].action = Action{"call", {sym("x")}, {1, 12, 15}, "direct", "open(f)"};
  PropertyResult& result = sample.report.properties[0];
  result.property.instance = "left.lo";
  result.causes = {{2, "location", "location = r3"}};
  result.complete = true;
  result.certified_reason = "no proof was kept";
  const auto json = parsed(sample.report);
  const auto& step = json["traces"][0]["steps"][1];
  EXPECT_EQ(step["state"]["far"], true);
  EXPECT_EQ(step["action"].dump(), R"x({"args":["x"],"event":"open(f)","kind":"direct","line":2,"name":"call"})x");
  EXPECT_EQ(json["traces"][0]["columns"].back(), "far");
  EXPECT_EQ(json["properties"][0]["instance"], "left.lo");
  EXPECT_EQ(json["properties"][0]["causes"][0]["step"], 2);
  EXPECT_EQ(json["properties"][0]["complete"], true);
  EXPECT_EQ(json["properties"][0]["certified_reason"], "no proof was kept");
}

// A column must cost the same in a wide trace as in a narrow one.
TEST(Json, WideTraces) {
  ExprPool pool;
  auto signature = std::make_shared<Signature>();
  State state;
  for (int i = 0; i < 50'000; ++i) {
    signature->columns.push_back({"instance" + std::to_string(i) + ".flag", pool.boolean_type(), {}, false});
    state.push_back(Value::boolean(i % 2 == 0));
  }
  Report report;
  report.traces.resize(1);
  report.traces[0].id = "t1";
  report.traces[0].trace.signature = signature;
  report.traces[0].trace.steps.assign(4, Step{state, {}, {}});
  const std::string text = write_json(report);
  Diagnostics diagnostics;
  const auto traces = read_json_traces(text, 0, diagnostics);
  ASSERT_EQ(traces.size(), 1u);
  const auto trace = bind_trace(traces[0], signature, diagnostics);
  ASSERT_TRUE(trace);
  EXPECT_EQ(trace->steps[3].state, state);
}

TEST(Json, TracesKnowTheirProperty) {
  NetSample sample;
  Diagnostics diagnostics;
  for (const std::string& text : {write_json(sample.report), write_jsonl(sample.report)}) {
    const auto traces =
        text.starts_with("{\"event") ? read_jsonl_traces(text, 0, diagnostics) : read_json_traces(text, 0, diagnostics);
    ASSERT_EQ(traces.size(), 1u);
    EXPECT_EQ(traces[0].id, "t1");
    EXPECT_EQ(traces[0].property, "reach_b");
    EXPECT_EQ(traces[0].text, "F location = b");
    EXPECT_EQ(traces[0].frozen, std::vector<std::string>{"packet.ipsrc"});
  }
}

std::string first_code(std::string_view text, bool lines = false) {
  Diagnostics diagnostics;
  lines ? read_jsonl_traces(text, 0, diagnostics) : read_json_traces(text, 0, diagnostics);
  return diagnostics.all().empty() ? "" : diagnostics.all()[0].code;
}

TEST(Json, BadReportsAreRefused) {
  EXPECT_EQ(first_code("{\"traces\": ["), "trace.json");
  EXPECT_EQ(first_code("{}"), "trace.shape");
  EXPECT_EQ(first_code("{\"traces\": [{}]}"), "trace.shape");
  EXPECT_EQ(first_code("{\"traces\": [{\"steps\": [{\"state\": {\"x\": 1.5}}]}]}"), "trace.bad-value");
  EXPECT_EQ(first_code("{\"traces\": [{\"steps\": [{\"state\": {}}], \"loop\": 1}]}"), "trace.bad-loop");
  EXPECT_EQ(first_code("{\"event\":\"started\"}\n{\"event\":\n", true), "trace.json");
  EXPECT_EQ(first_code("\n\n{\"event\":\"done\"}\n", true), "");
}

TEST(Json, ErrorsPointIntoTheFile) {
  Diagnostics diagnostics;
  read_jsonl_traces("{\"event\":\"started\"}\n{\"event\" 1}\n", 3, diagnostics);
  ASSERT_EQ(diagnostics.all().size(), 1u);
  EXPECT_EQ(diagnostics.all()[0].where.file, 3u);
  EXPECT_EQ(diagnostics.all()[0].where.begin, 29u);
}

}  // namespace
}  // namespace whynot::report
