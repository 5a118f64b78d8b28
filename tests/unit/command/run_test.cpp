// The command line end to end, in this process: arguments in, streams and exit code out.
#include "command/run.h"

#include <nlohmann/json.hpp>
#include <set>

#include "command_line.h"

namespace whynot::command {
namespace {

TEST_F(CommandLine, NoCommandShowsHelpAndIsAUsageError) {
  const Outcome o = whynot({});
  EXPECT_EQ(o.code, 2);
  EXPECT_NE(o.out.find("Usage: whynot COMMAND"), std::string::npos);
  EXPECT_EQ(whynot({"--help"}).code, 0);
  EXPECT_EQ(whynot({"help", "check"}).code, 0);
  EXPECT_EQ(whynot({"--version"}).out, "whynot 0.2.0\n");
}

TEST_F(CommandLine, UsageErrorsSayWhatToDo) {
  EXPECT_NE(whynot({"chekc", "x"}).err.find("did you mean `whynot check`?"), std::string::npos);
  EXPECT_NE(whynot({"check", "--boundd", "3", "x"}).err.find("did you mean `--bound`?"), std::string::npos);
  EXPECT_EQ(whynot({"check", "--bound", "many", "x"}).code, 2);
  EXPECT_EQ(whynot({"check", "--timeout", "3 days", "x"}).code, 2);
  EXPECT_EQ(whynot({"check", "--engine", "magic", "x"}).code, 2);
  EXPECT_EQ(whynot({"check"}).code, 2);
  EXPECT_EQ(whynot({"simulate", "--different", "a", "x"}).code, 2);
}

TEST_F(CommandLine, NumbersSayTheirLeast) {
  EXPECT_NE(whynot({"check", "--bound", "-1", "x"}).err.find("--bound must be 0 or more"), std::string::npos);
  EXPECT_NE(whynot({"check", "-n", "0", "x"}).err.find("--number must be 1 or more"), std::string::npos);
}

TEST_F(CommandLine, FormatsAreNotMixedInOnePlace) {
  const std::string net = example("net");
  const Outcome both = whynot({"check", net, "--json", "--format", "junit"});
  EXPECT_EQ(both.code, 2);
  EXPECT_NE(both.err.find("--format json=FILE"), std::string::npos) << both.err;
  EXPECT_EQ(both.out, "");
  EXPECT_EQ(whynot({"check", net, "--json", "--format", "junit=" + (folder / "j.xml").string()}).code, 10);
}

TEST_F(CommandLine, GlobsThatMatchNothingAreNamed) {
  const std::string net = example("net");
  EXPECT_NE(whynot({"check", net, "--vars", "nope*"}).err.find("--vars 'nope*' matches no column"), std::string::npos);
  EXPECT_EQ(whynot({"check", net, "--vars", "loc*"}).err, "");
}

TEST_F(CommandLine, AModelWithoutPropertiesIsNotGreen) {
  const std::string empty = file("empty.smv", "MODULE main\nVAR b : boolean;\nASSIGN next(b) := !b;\n");
  const Outcome o = whynot({"check", empty});
  EXPECT_EQ(o.code, 0);
  EXPECT_NE(o.err.find("warning[model.no-properties]"), std::string::npos) << o.err;
  EXPECT_NE(whynot({"check", empty, "--format", "junit"}).out.find("<skipped message="), std::string::npos);
}

TEST_F(CommandLine, NoMoreIsOfferedWhereThereIsNone) {
  const std::string one =
      file("one.smv", "MODULE main\nVAR x : 0..3;\nASSIGN init(x) := 0; next(x) := 1;\nINVARSPEC x = 0\n");
  EXPECT_NE(whynot({"check", one}).out.find("-n 5"), std::string::npos);
  EXPECT_EQ(whynot({"check", one, "-n", "3"}).out.find("-n 5"), std::string::npos);
}

TEST_F(CommandLine, MissingFilesAreExitFour) {
  const Outcome o = whynot({"check", folder / "nowhere.smv"});
  EXPECT_EQ(o.code, 4);
  EXPECT_NE(o.err.find("No such file"), std::string::npos);
}

TEST_F(CommandLine, CheckFindsTheLostPacket) {
  const std::string net = example("net");
  const Outcome o = whynot({"check", net});
  EXPECT_EQ(o.code, 10);
  EXPECT_NE(o.out.find("reach_b"), std::string::npos);
  EXPECT_NE(o.out.find("replayed ok"), std::string::npos);
  EXPECT_NE(o.out.find("Why: "), std::string::npos);
  EXPECT_EQ(whynot({"check", net, "-p", "upper"}).code, 0);
  EXPECT_EQ(whynot({"check", net, "--exit-zero"}).code, 0);
}

TEST_F(CommandLine, JsonIsOneObjectAsTheContractHasIt) {
  const Outcome o = whynot({"check", example("net"), "--json", "--no-timing"});
  const auto report = nlohmann::json::parse(o.out);
  EXPECT_EQ(report["schema"], "whynot-report/1");
  const auto& p = report["properties"][0];
  EXPECT_EQ(p["name"], "reach_b");
  EXPECT_EQ(p["kind"], "ltl");
  EXPECT_EQ(p["verdict"], "violated");
  EXPECT_EQ(p["depth"], 4);
  const auto& t = report["traces"][0];
  EXPECT_EQ(t["id"], p["traces"][0]);
  EXPECT_EQ(t["loop"], 3);
  EXPECT_EQ(t["replayed"], true);
  EXPECT_EQ(t["steps"].size(), 4u);
  EXPECT_EQ(t["steps"][0]["state"]["location"], "a");
  EXPECT_TRUE(t["steps"][3]["state"].contains("packet.ipsrc"));
  EXPECT_FALSE(p.contains("seconds"));
}

TEST_F(CommandLine, SameInputGivesTheSameBytes) {
  const std::string lift = example("lift");
  EXPECT_EQ(whynot({"check", lift, "--json", "--no-timing"}).out, whynot({"check", lift, "--json", "--no-timing"}).out);
}

TEST_F(CommandLine, EventsAreTheSameLiveAndInAFile) {
  const std::string net = example("net"), path = folder / "events.jsonl";
  const Outcome live = whynot({"check", net, "--format", "jsonl", "--no-timing"});
  EXPECT_EQ(live.code, 10);
  EXPECT_EQ(whynot({"check", net, "--format", "jsonl=" + path, "--no-timing"}).out, "");
  std::stringstream kept;
  kept << std::ifstream(path).rdbuf();
  EXPECT_EQ(live.out, kept.str());
  std::vector<std::string> events;
  std::istringstream lines(live.out);
  for (std::string line; std::getline(lines, line);) events.push_back(nlohmann::json::parse(line)["event"]);
  EXPECT_EQ(events.front(), "started");
  EXPECT_EQ(events.back(), "done");
  EXPECT_EQ(events[1], "verdict");
  EXPECT_EQ(events[2], "trace");
}

TEST_F(CommandLine, SeveralCounterexamplesDiffer) {
  const Outcome o =
      whynot({"check", example("net"), "-p", "reach_b", "-n", "8", "--different", "packet.ipsrc", "--json"});
  const auto report = nlohmann::json::parse(o.out);
  std::set<std::string> sources;
  for (const auto& t : report["traces"]) sources.insert(t["steps"][0]["state"]["packet.ipsrc"]);
  EXPECT_EQ(sources.size(), report["traces"].size());
  EXPECT_EQ(sources, (std::set<std::string>{"0ud3_4", "0ud3_5", "0ud3_6", "0ud3_7"}));  // then there are no more
}

TEST_F(CommandLine, FormulasOnTheCommandLine) {
  const std::string lift = example("lift");
  EXPECT_EQ(whynot({"check", lift, "-f", "floor <= 3"}).code, 0);
  EXPECT_EQ(whynot({"check", lift, "-f", "G floor < 3"}).code, 10);
  EXPECT_EQ(whynot({"check", lift, "-f", "EF floor = 3"}).code, 0);
  const Outcome wrong = whynot({"check", lift, "-f", "G flor < 3"});
  EXPECT_EQ(wrong.code, 3);
  EXPECT_NE(wrong.err.find("floor"), std::string::npos);
}

TEST_F(CommandLine, UnknownNamesAreInputErrors) {
  const std::string lift = example("lift");
  const Outcome o = whynot({"check", lift, "-p", "serve3", "--json"});
  EXPECT_EQ(o.code, 3);
  EXPECT_EQ(nlohmann::json::parse(o.out)["diagnostics"][0]["code"], "app.unknown-property");
  EXPECT_NE(o.err.find("did you mean `served3`?"), std::string::npos);
  EXPECT_EQ(whynot({"check", lift, "-n", "2", "--different", "flor"}).code, 3);
}

TEST_F(CommandLine, WarningsOfTheModelAreToldOnce) {
  const std::string model = file("idle.smv", "MODULE main\nVAR x : boolean; y : boolean;\nINVARSPEC x\n");
  const Outcome o = whynot({"check", model, "-p", "nosuch"});
  EXPECT_EQ(o.code, 3);
  const std::size_t first = o.err.find("smv.unused");
  ASSERT_NE(first, std::string::npos);
  EXPECT_EQ(o.err.find("smv.unused", first + 1), std::string::npos);
  EXPECT_NE(o.err.find("app.unknown-property"), std::string::npos);
}

TEST_F(CommandLine, WrongModelsAreExitThreeWithDiagnosticsInJsonToo) {
  const std::string bad = file("bad.smv", "MODULE main\nVAR x : 0..3;\nASSIGN next(x) := y;\nINVARSPEC x < z\n");
  const Outcome o = whynot({"check", bad, "--json"});
  EXPECT_EQ(o.code, 3);
  const auto report = nlohmann::json::parse(o.out);
  EXPECT_EQ(report["diagnostics"].size(), 2u);
  EXPECT_EQ(report["diagnostics"][0]["line"], 3);
  EXPECT_NE(o.err.find("bad.smv:3:19: error[smv.undefined-name]"), std::string::npos);
}

TEST_F(CommandLine, ExpectComparesVerdicts) {
  const std::string net = example("net");
  EXPECT_EQ(whynot({"check", net, "--expect", file("good", "reach_b violated\nupper holds\n")}).code, 0);
  const Outcome o = whynot({"check", net, "--expect", file("wrong", "reach_b holds\n")});
  EXPECT_EQ(o.code, 10);
  EXPECT_NE(o.err.find("reach_b: expected holds, got violated"), std::string::npos);
}

TEST_F(CommandLine, ExpectComparesValuesToo) {
  const std::string model = file("turn.smv",
                                 "MODULE main\nVAR n : 0..3;\nASSIGN init(n) := 0; next(n) := n < 3 ? n + 1 : 3;\n"
                                 "COMPUTE NAME way := MIN [n = 0, n = 3]\nCOMPUTE NAME back := MIN [n = 3, n = 0]\n");
  const auto compared = [&](const std::string& lines) {
    return whynot({"check", model, "--expect", file("lines", lines)});
  };
  EXPECT_EQ(compared("way 3\r\nback infinity\n").code, 0);
  EXPECT_EQ(compared("way value\nback value\n").code, 0);
  const Outcome o = compared("way 2\nback holds\nforth value\n");
  EXPECT_EQ(o.code, 10);
  EXPECT_EQ(o.err, "way: expected 2, got 3\nback: expected holds, got infinity\nforth: expected value, got missing\n");
}

TEST_F(CommandLine, ExpectRefusesLinesThatExpectNothing) {
  for (const char* line : {"reach_b", "reach_b vioalted", "upper -1"}) {
    const Outcome o = whynot({"check", example("net"), "--expect", file("odd", std::string("# ok\n") + line + "\n")});
    EXPECT_EQ(o.code, 3) << line;
    EXPECT_NE(o.err.find("odd:2:1: error[app.expectation]"), std::string::npos) << o.err;
  }
}

TEST_F(CommandLine, TracesAreDrawnWhereNothingElseIs) {
  const std::string lift = example("lift");
  const Outcome dot = whynot({"check", lift, "-p", "served3", "--format", "dot"});
  EXPECT_EQ(dot.code, 10) << dot.err;
  EXPECT_NE(dot.out.find("digraph"), std::string::npos) << dot.out;
  EXPECT_NE(dot.out.find("step 0"), std::string::npos) << dot.out;
  const Outcome svg = whynot({"check", lift, "-p", "served3", "--format", "svg"});
  EXPECT_NE(svg.out.find("step 0"), std::string::npos) << svg.out;
  const std::string none = file("none.smv", "MODULE main VAR x : boolean; INVARSPEC x | !x;");
  EXPECT_NE(whynot({"check", none, "--format", "svg"}).out.find("nothing to draw"), std::string::npos);
  EXPECT_NE(whynot({"check", none, "--format", "dot"}).out.find("digraph"), std::string::npos);
  EXPECT_EQ(whynot({"check", lift, "-n", "0"}).code, 2);
}

// Runs of no property are written too, and read again.
TEST_F(CommandLine, SimulationsInOtherFormats) {
  const std::string model = file("m.smv",
                                 "MODULE main IVAR go : boolean; VAR x : 0..3; ASSIGN init(x) := 0; "
                                 "next(x) := go & x < 3 ? x + 1 : x;");
  const Outcome text = whynot({"simulate", model, "--steps", "2", "--format", "nusmv"});
  EXPECT_NE(text.out.find("Trace Type: Simulation"), std::string::npos) << text.out;
  EXPECT_EQ(whynot({"trace", "replay", file("t.txt", text.out), "--model", model}).code, 0);
  const Outcome table = whynot({"simulate", model, "--steps", "2", "--format", "csv"});
  EXPECT_TRUE(table.out.starts_with("step,x,go\n0,0,\n1,")) << table.out;
  const std::string spec =
      file("n.ots", "ots N { observer n : Nat = 0 transition rise { n += 1 } invariant I : n < 2 }");
  const Outcome chain = whynot({"search", spec, "-p", "I", "--format", "dot"});
  EXPECT_NE(chain.out.find("rise"), std::string::npos) << chain.out;
}

// A further row, of a boolean, a number or a word, with next values and inputs; in traces of files too.
TEST_F(CommandLine, ExpressionsAreFurtherRows) {
  const std::string model =
      file("count.smv",
           "MODULE main\nIVAR go : boolean;\nVAR n : 0..3;\nDEFINE twice := 2 * n;\n"
           "ASSIGN init(n) := 0; next(n) := go & n < 3 ? n + 1 : n;\nINVARSPEC NAME low := n < 2\n");
  const std::string report = file("report.json", "");
  const Outcome o = whynot({"check", model, "--eval", "n + 1 > 2", "--eval", "next(n) - n", "--json", "-o", report});
  ASSERT_EQ(o.code, 10) << o.err;
  const auto steps = nlohmann::json::parse(std::ifstream(report))["traces"][0]["steps"];
  EXPECT_EQ(steps[1]["state"]["n + 1 > 2"], false);
  EXPECT_EQ(steps[2]["state"]["n + 1 > 2"], true);
  EXPECT_EQ(steps[0]["state"]["next(n) - n"], 1);
  EXPECT_FALSE(steps[0]["state"].contains("twice"));
  EXPECT_NE(whynot({"classify", model, "-p", "low", "--bound", "3", "--json", "-v"}).out.find("\"twice\""),
            std::string::npos);
  EXPECT_EQ(whynot({"check", model, "--eval", "m"}).code, 3);
  EXPECT_EQ(whynot({"trace", "show", report, "--eval", "n"}).code, 2);
  const Outcome shown = whynot({"trace", "show", report, "--model", model, "--eval", "n * 7"});
  EXPECT_EQ(shown.code, 0) << shown.err;
  EXPECT_NE(shown.out.find("n * 7"), std::string::npos) << shown.out;
  EXPECT_NE(shown.out.find("14"), std::string::npos) << shown.out;
}

TEST_F(CommandLine, ATimeBeyondEveryClockIsNoLimit) {
  EXPECT_EQ(whynot({"check", example("lift"), "-f", "floor <= 3", "--timeout", "99999999999h"}).code, 0);
}

TEST_F(CommandLine, TracesGoRoundThroughOtherFormats) {
  const std::string lift = example("lift");
  for (const std::string format : {"json", "itf", "nusmv", "nusmv-xml"}) {
    const std::string path = folder / ("trace." + format);
    ASSERT_EQ(whynot({"check", lift, "-p", "served3", "--format", format + "=" + path}).code, 10) << format;
    const Outcome o = whynot({"trace", "replay", path, "--model", lift, "-p", "served3"});
    EXPECT_EQ(o.code, 0) << format << ": " << o.out << o.err;
    EXPECT_NE(o.out.find("replayed ok"), std::string::npos) << format;
    EXPECT_EQ(whynot({"trace", "show", path}).code, 0) << format;
    EXPECT_EQ(whynot({"trace", "replay", path, "--model", lift, "-p", "no_gap"}).code, 10) << format;
  }
}

// What a finite trace shows of formulas about infinite runs, of branching ones, of numbers.
TEST_F(CommandLine, ATraceShowsNoMoreThanItCan) {
  const std::string model = file("ends.smv", R"(MODULE main
VAR x : 0..5;
INIT x = 0
TRANS (x < 3 & next(x) = x + 1) | (x = 4 & next(x) = 4) | (x = 0 & next(x) = 4)
LTLSPEC NAME not3 := G x != 3;
LTLSPEC NAME not4 := G x != 4;
CTLSPEC NAME ag := AG x != 3;
CTLSPEC NAME ef := EF x = 4;
COMPUTE NAME most := MAX [x = 0, x = 4];
INVARSPEC NAME never3 := x != 3;
INVARSPEC NAME never4 := x != 4;
)");
  const std::string three = folder / "three.json", four = folder / "four.json";
  ASSERT_EQ(whynot({"check", model, "-p", "never3", "--json", "-o", three}).code, 10);
  ASSERT_EQ(whynot({"check", model, "-p", "never4", "--json", "-o", four}).code, 10);
  const auto replay = [&](const std::string& trace, const std::string& name) {
    const Outcome told = whynot({"trace", "replay", trace, "--model", model, "-p", name});
    return told.out.substr(0, told.out.find_first_of(";."));
  };
  EXPECT_EQ(replay(three, "never3"), "+ replayed ok: violates never3: x is 3 at step 3");
  const std::string ends =
      "x refused at step 3: no infinite run goes on from there: CTL and LTL speak of infinite runs only\n";
  EXPECT_EQ(replay(three, "not3"), ends);
  EXPECT_EQ(replay(three, "ag"), ends);
  EXPECT_EQ(replay(four, "not4"), "+ replayed ok: violates not4: x is 4 at step 1");
  EXPECT_EQ(replay(four, "ef"), "x refused at step 0: no single trace shows that the property fails\n");
  EXPECT_EQ(replay(four, "most"), "x refused at step 0: no trace settles a number (COMPUTE)\n");
  EXPECT_EQ(whynot({"why", model, "-p", "not3", "--trace", three}).code, 10);
  EXPECT_NE(whynot({"why", model, "-p", "not3", "--trace", three}).err.find("no infinite run"), std::string::npos);
}

TEST_F(CommandLine, TracesComeFromStandardInputToo) {
  const std::string lift = example("lift");
  const std::string trace = whynot({"check", lift, "-p", "served3", "--format", "itf"}).out;
  EXPECT_EQ(whynot({"trace", "replay", "-", "--model", lift, "-p", "served3"}, trace).code, 0);
  EXPECT_EQ(whynot({"trace", "diff", "-", file("same.itf", trace)}, trace).code, 0);
  EXPECT_EQ(whynot({"trace", "diff", "-", file("same.itf", trace), "--json"}, trace).code, 2);
}

TEST_F(CommandLine, FilesWithoutATraceAreInputErrors) {
  const std::string nonsense = file("x.txt", "nonsense");
  for (const std::string& path : {nonsense, file("empty.json", ""), file("none.json", "{\"traces\": []}")}) {
    const Outcome o = whynot({"trace", "show", path, "--json"});
    EXPECT_EQ(o.code, 3) << path;
    EXPECT_EQ(nlohmann::json::parse(o.out)["input"]["file"], path);
    EXPECT_EQ(nlohmann::json::parse(o.out)["diagnostics"].size(), 1u) << path;
    EXPECT_EQ(whynot({"trace", "diff", path, nonsense}).code, 3) << path;
  }
  EXPECT_EQ(whynot({"trace", "show", folder / "nobody.json", "--json"}).code, 4);
}

TEST_F(CommandLine, SimulateWalksAndRepeatsBySeed) {
  const std::string lift = example("lift");
  const Outcome a = whynot({"simulate", lift, "--steps", "6", "--seed", "5", "--json"});
  EXPECT_EQ(a.code, 0);
  EXPECT_EQ(nlohmann::json::parse(a.out)["traces"][0]["steps"].size(), 7u);
  EXPECT_EQ(a.out, whynot({"simulate", lift, "--steps", "6", "--seed", "5", "--json"}).out);
  const Outcome narrow =
      whynot({"simulate", lift, "--constraint", "!call1.lit & !call2.lit & !call3.lit", "--steps", "3"});
  EXPECT_EQ(narrow.code, 0);
  EXPECT_NE(narrow.out.find("floor"), std::string::npos) << narrow.out;
  const Outcome by_hand = whynot({"simulate", lift, "-i", "--json"}, "1\n2\nq\n");
  EXPECT_EQ(nlohmann::json::parse(by_hand.out)["traces"][0]["steps"].size(), 2u);
}

TEST_F(CommandLine, LimitsGiveUndecided) {
  const Outcome o = whynot(
      {"check", example("counter"), "-f", "G value <= 0ud8_200 | F value = 0ud8_3", "--timeout", "1ms", "--json"});
  EXPECT_TRUE(o.code == 30 || o.code == 0 || o.code == 10) << o.code;
  EXPECT_TRUE(nlohmann::json::accept(o.out));
}

TEST_F(CommandLine, EveryExampleIsFine) {
  for (const std::string name : {"net", "lift", "mutex", "counter"})
    EXPECT_EQ(whynot({"check", example(name)}).code, 10) << name;
}

}  // namespace
}  // namespace whynot::command
