// Classes that are known from before: written as predicates, read back, compared, and left out.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "command_line.h"

namespace whynot::command {
namespace {

using nlohmann::json;

// Two ways to be bad: by `level`, and by `a`, then later `b`.
std::string machine(int least, bool by_order) {
  return fmt::format(
      "MODULE main\nIVAR a : boolean; b : boolean; fed : 0..7;\nVAR level : 0..7; armed : boolean; bad : boolean;\n"
      "ASSIGN init(level) := 0; next(level) := fed; init(armed) := FALSE; next(armed) := armed | a;\n"
      "init(bad) := FALSE; next(bad) := bad | level >= {}{};\nINVARSPEC NAME safe := !bad;\n",
      least, by_order ? " | (armed & b)" : "");
}

struct KnownClasses : CommandLine {
  json classify(const std::string& model, std::vector<std::string> more, int code) {
    if (std::find(more.begin(), more.end(), "--predicates") == more.end()) more.push_back("--discover");
    more.insert(more.begin(), {"classify", model, "--bound", "4", "--hide", "armed", "--json", "--no-timing"});
    const Outcome o = whynot(more);
    EXPECT_EQ(o.code, code) << o.out << o.err;
    return json::parse(o.out)["findings"][0];
  }
  std::vector<std::pair<std::string, std::string>> counts(const json& finding) {
    std::vector<std::pair<std::string, std::string>> all;
    for (const json& c : finding["classes"]) all.emplace_back(c["count"], c["only"]);
    std::sort(all.begin(), all.end());
    return all;
  }
  std::string path(const std::string& name) const { return folder / name; }
};

TEST_F(KnownClasses, WhatIsWrittenIsReadBackAsTheSameClasses) {
  const std::string model = file("m.smv", machine(4, true));
  const json found = classify(model, {"--write-predicates", path("m.pred")}, 10);
  const json again = classify(model, {"--predicates", path("m.pred")}, 10);
  EXPECT_GE(found["classes"].size(), 2u);
  EXPECT_EQ(counts(again), counts(found));
  EXPECT_EQ(again["complete"], true);
  for (const json& c : again["classes"]) EXPECT_EQ(c["facts"].size(), 1u);
  ASSERT_EQ(found["predicates"].size(), found["classes"].size());
  EXPECT_EQ(found["predicates"][0]["name"], "d1");
}

TEST_F(KnownClasses, LoopsAreWrittenToo) {
  const std::string model = file("m.smv",
                                 "MODULE main\nVAR \"call.lit\" : boolean; last : 0..2; done : boolean;\n"
                                 "ASSIGN next(done) := !\"call.lit\" & last = 2;\nLTLSPEC G F done;\n");
  const auto ask = [&](std::vector<std::string> more) {
    more.insert(more.begin(), {"classify", model, "--bound", "3", "--json", "--no-timing"});
    const Outcome o = whynot(more);
    EXPECT_EQ(o.code, 10) << o.out << o.err;
    return json::parse(o.out)["findings"][0];
  };
  const json found = ask({"--write-predicates", path("m.pred")}), again = ask({"--predicates", path("m.pred")});
  EXPECT_EQ(found["discovered"], true);
  EXPECT_EQ(counts(again), counts(found));
}

TEST_F(KnownClasses, ExceptLeavesThemOut) {
  const std::string model = file("m.smv", machine(4, true));
  classify(model, {"--write-predicates", path("m.pred")}, 10);
  EXPECT_EQ(whynot({"check", model, "--except", path("m.pred")}).code, 0);
  EXPECT_EQ(whynot({"check", model, "--except", "exists i: level@i >= 4"}).code, 10);
  const Outcome rest = whynot({"check", model, "--json", "--except", "exists i: level@i >= 4"});
  const json shown = json::parse(rest.out);
  EXPECT_EQ(shown["properties"][0]["verdict"], "violated");
  for (const json& step : shown["traces"][0]["steps"]) EXPECT_LT(step["state"]["level"], 4);
  EXPECT_EQ(whynot({"check", model, "--except", "exists i: level@i >= 4", "--except", "exists i < j: a@i & b@j"}).code,
            0);
  EXPECT_EQ(whynot({"check", model, "-n", "3", "--except", path("m.pred")}).code, 2);
}

// `armed` says that there was a y, and no x since: what the predicate says of the positions between.
TEST_F(KnownClasses, WhatLiesBetweenIsToldByHand) {
  const std::string model = file("m.smv",
                                 "MODULE main\nVAR x : boolean; y : boolean; armed : boolean;\n"
                                 "ASSIGN init(armed) := FALSE; next(armed) := y | (armed & !x);\n"
                                 "INVARSPEC !(armed & y);\n");
  const std::string known = file("m.pred",
                                 "pair(i, j) := y@i & y@j & i < j;\nhide *;\n"
                                 "quiet(i, j) := no x between i and j & pair(i, j);\n");
  const Outcome o = whynot({"classify", model, "--bound", "5", "--predicates", known, "--certify", "--json"});
  ASSERT_EQ(o.code, 10) << o.out << o.err;
  const json report = json::parse(o.out), f = report["findings"][0];
  EXPECT_EQ(report["properties"][0]["certified"], true);
  EXPECT_EQ(f["complete"], true);
  ASSERT_EQ(f["classes"].size(), 1u);
  EXPECT_EQ(f["classes"][0]["constraint"], "exists i, j: quiet(i, j)");
  EXPECT_EQ(f["classes"][0]["count"], f["total"]);
}

// Any two of three cells: one entry, with the count of all three pairs, whatever the order of declarations.
TEST_F(KnownClasses, ClassesOfSeveralInstancesAreOne) {
  const auto cells = [&](const std::string& name, const std::string& declared) {
    return file(
        name,
        "MODULE cell\nIVAR hit : boolean;\nVAR down : boolean;\nASSIGN init(down) := FALSE; next(down) := hit;\n"
        "MODULE main\nVAR " +
            declared +
            "alarm : boolean;\nASSIGN init(alarm) := FALSE;\nnext(alarm) := alarm | (p1.down & p2.down) | "
            "(p1.down & p3.down) | (p2.down & p3.down);\nINVARSPEC !alarm;\n");
  };
  for (const std::string& model :
       {cells("a.smv", "p1 : cell; p2 : cell; p3 : cell; "), cells("b.smv", "p3 : cell; p1 : cell; p2 : cell; ")}) {
    const Outcome o = whynot({"classify", model, "--bound", "4", "--discover", "--certify", "--json"});
    ASSERT_EQ(o.code, 10) << o.out << o.err;
    const json f = json::parse(o.out)["findings"][0];
    ASSERT_EQ(f["classes"].size(), 1u) << f["classes"];
    EXPECT_EQ(f["classes"][0]["orbit"]["members"], 3);
    EXPECT_EQ(f["classes"][0]["orbit"]["of"].size(), 3u);
    EXPECT_EQ(f["classes"][0]["count"], f["total"]);
    EXPECT_EQ(f["predicates"].size(), 3u);
    EXPECT_EQ(f["uncovered"], "0");
  }
}

// What is left without a proof for every length is undecided, not fine.
TEST_F(KnownClasses, ExceptOfLassosIsBounded) {
  const std::string model = file("m.smv", "MODULE main\nVAR x : boolean;\nLTLSPEC G F x;\n");
  const Outcome o = whynot({"check", model, "--json", "--bound", "4", "--except", "from some step on: !x"});
  EXPECT_EQ(o.code, 30) << o.err;
  EXPECT_EQ(json::parse(o.out)["properties"][0]["bound"], 4);
}

TEST_F(KnownClasses, ABaselineTellsWhatIsNewGrownAndGone) {
  const std::string before = file("before.smv", machine(6, false)), both = file("both.smv", machine(6, true)),
                    wider = file("wider.smv", machine(4, false)), mended = file("mended.smv", machine(8, false)),
                    report = path("before.json");
  const std::vector<std::string> against = {"--baseline", report};
  whynot({"classify", before, "--bound", "4", "--hide", "armed", "--discover", "--json", "-o", report});
  EXPECT_EQ(classify(before, against, 0)["classes"][0]["since"], "known");
  const json more = classify(both, against, 10);
  EXPECT_EQ(more["baseline"]["new"].size(), 1u);
  EXPECT_EQ(more["baseline"]["known"].size(), 1u);
  EXPECT_EQ(classify(wider, against, 0)["baseline"]["grown"].size(), 1u);
  EXPECT_EQ(classify(mended, against, 0)["baseline"]["gone"].size(), 1u);
}

TEST_F(KnownClasses, WhatIsNoReportIsRefused) {
  const std::string model = file("m.smv", machine(4, true)), other = file("other.json", "{\"findings\": []}"),
                    broken = file("broken.json", "{\"findings\": ");
  const auto refusal = [&](const std::string& known) {
    const Outcome o = whynot({"classify", model, "--bound", "4", "--baseline", known});
    EXPECT_NE(o.code, 0);
    return o.err + o.out;
  };
  EXPECT_NE(refusal(other).find("classes.none"), std::string::npos);
  EXPECT_NE(refusal(broken).find("classes.json"), std::string::npos);
  EXPECT_EQ(whynot({"check", model, "--except", path("missing.pred")}).code, 4);
}

}  // namespace
}  // namespace whynot::command
