// Circuits on the command line: verdicts against a list of all states, witnesses and certificates against a simulator
// that shares no code, and every system in other languages with the same answers.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "agree/random_model.h"
#include "command_line.h"
#include "support/circuit_oracle.h"
#include "support/rounds.h"

namespace whynot::command {
namespace {

using nlohmann::json;

constexpr const char* counter_aag =
    "aag 11 1 2 0 8 1\n2\n4 13\n6 21\n22\n8 4 3\n10 5 2\n12 11 9\n14 4 2\n16 15 6\n18 14 7\n20 19 17\n22 6 4\n"
    "i0 en\nl0 c[0]\nl1 c[1]\nb0 full\n";
// A counter that stops at a limit; the limit is free, and frozen.
constexpr const char* limited_btor2 =
    "1 sort bitvec 2\n2 sort bitvec 1\n3 zero 1\n4 state 1 n\n5 init 1 4 3\n6 state 1 lim\n7 next 1 6 6\n8 input 2 en\n"
    "9 one 1\n10 add 1 4 9\n11 ite 1 8 10 4\n12 next 1 4 11\n13 ones 1\n14 eq 2 6 13\n15 constraint 14\n16 eq 2 4 6\n"
    "17 bad 16\n";

struct Hardware : CommandLine {
  std::string path(const std::string& name) const { return folder / name; }
  std::string text(const std::string& name) const {
    std::ifstream in(path(name));
    return {std::istreambuf_iterator<char>(in), {}};
  }
  static json check(const std::string& model, std::vector<std::string> more = {}) {
    std::vector<std::string> words{"check", model, "--json", "--no-why"};
    words.insert(words.end(), more.begin(), more.end());
    const Outcome outcome = whynot(words);
    return json::parse(outcome.out.empty() ? fmt::format("{{\"failed\": {}}}", json(outcome.err).dump()) : outcome.out);
  }
  // "violated 3", "holds", by name; of linear time the length of a lasso may differ from language to language.
  static std::map<std::string, std::string> answers(const json& report) {
    std::map<std::string, std::string> found;
    if (report.contains("failed")) found["failed"] = report["failed"];
    for (const json& p : report.value("properties", json::array())) {
      std::string& answer = found[p["name"]] = p["verdict"];
      if (p["kind"] == "invar" && p.contains("depth")) answer += fmt::format(" {}", p["depth"].get<int>());
    }
    return found;
  }
};

TEST_F(Hardware, InputsBelongToTheStepThatReadsThem) {
  const json report = check(file("counter.aag", counter_aag));
  EXPECT_EQ(report["input"]["front"], "aiger");
  const json& p = report["properties"][0];
  EXPECT_EQ(p["name"], "full");
  EXPECT_EQ(p["kind"], "invar");
  EXPECT_EQ(p["line"], 5);
  EXPECT_EQ(p["verdict"], "violated");
  EXPECT_EQ(p["depth"], 3);
  EXPECT_EQ(report["traces"][0]["columns"], json({"en", "c[0]", "c[1]"}));
  EXPECT_EQ(report["traces"][0]["steps"][0]["state"]["en"], true);
}

TEST_F(Hardware, FormulasSpeakOfTheNamesOfTheFile) {
  const std::string model = file("counter.aag", counter_aag);
  EXPECT_EQ(whynot({"check", model, "-f", "AG EF c[0]"}).code, 0);
  EXPECT_EQ(whynot({"check", model, "-f", "G (\"en\" -> X (c[0] xor c[1]))"}).code, 10);
  EXPECT_EQ(whynot({"why", model, "-p", "full"}).code, 10);
  EXPECT_EQ(whynot({"classify", model, "-p", "full", "--bound", "4"}).code, 10);
  EXPECT_EQ(whynot({"simulate", model, "--steps", "4"}).code, 0);
  EXPECT_EQ(whynot({"intervals", file("limited.btor2", limited_btor2), "-p", "bad0", "-v", "n"}).code, 10);
}

TEST_F(Hardware, AStepOfInductionThatFails) {
  const std::string model =
      file("round.smv",
           "MODULE main\nVAR x : 0..7;\nASSIGN init(x) := 0;\n"
           "next(x) := case x = 2 : 0; TRUE : (x + 1) mod 8; esac;\nINVARSPEC NAME low := x != 5;\n");
  for (const int k : {1, 2}) {
    const json report = check(model, {"--show-step", std::to_string(k)});
    EXPECT_EQ(report["properties"][0]["verdict"], "holds");
    ASSERT_EQ(report["traces"].size(), 1u) << report.dump(1);
    const json& trace = report["traces"][0];
    EXPECT_EQ(trace["role"], "step");
    ASSERT_EQ(trace["steps"].size(), static_cast<std::size_t>(k) + 1);
    EXPECT_EQ(trace["steps"][0]["state"]["x"], 5 - k);
  }
  const Outcome none = whynot({"check", model, "--show-step", "3"});
  EXPECT_NE(none.out.find("Every step of induction with k = 3 succeeds."), std::string::npos) << none.out;
}

TEST_F(Hardware, WavesAreRuns) {
  for (const std::string& model : {file("counter.aag", counter_aag), file("limited.btor2", limited_btor2)}) {
    const std::string wave = path("x.vcd");
    ASSERT_EQ(whynot({"check", model, "--format", "vcd=" + wave}).code, 10);
    const Outcome outcome =
        whynot({"trace", "replay", wave, "--model", model, "-p", model.ends_with("g") ? "full" : "bad0"});
    EXPECT_EQ(outcome.code, 0) << outcome.out << outcome.err;
  }
  const std::string model = file("counter.aag", counter_aag);
  const std::string head = "$scope module top $end $var wire 1 ! en $end $upscope $end $enddefinitions $end ";
  const auto replay = [&](const std::string& text) {
    return whynot({"trace", "replay", file("y.vcd", text), "--model", model, "-p", "full"});
  };
  EXPECT_EQ(replay(head + "#0 1! #1 1! #2 1! #3 0!").code, 0);  // each time is a step
  EXPECT_NE(replay(head + "#0 1! #1 0! #2 1! #3 0!").code, 0);
  for (const auto& [text, code] : {std::pair<std::string, std::string>{head + "#0 maybe", "vcd.malformed"},
                                   {head, "vcd.malformed"},
                                   {head + "#0 b1", "vcd.malformed"},
                                   {"$var wire 1 $end $enddefinitions $end", "vcd.malformed"},
                                   {"$var wire 1 ! no $end $enddefinitions $end #0 1!", "vcd.no-column"}}) {
    const Outcome outcome = replay(text);
    EXPECT_EQ(outcome.code, 3) << text;
    EXPECT_NE(outcome.err.find("error[" + code + "]"), std::string::npos) << text << outcome.err;
  }
  // vcd.too-large takes ten million values, more than a test should write.
}

TEST_F(Hardware, WavesOfLassosCloseTheirLoop) {
  const std::string model = file("j.aag", "aag 2 1 1 0 0 0 0 1 0\n2\n4 5\n2\n2\n4\n"), wave = path("j.vcd");
  ASSERT_EQ(whynot({"check", model, "--format", "vcd=" + wave}).code, 10);
  const Outcome outcome = whynot({"trace", "replay", wave, "--model", model, "-p", "justice0"});
  EXPECT_EQ(outcome.code, 0) << outcome.out << outcome.err;
}

// What SMV has no constant for can be read again.
TEST_F(Hardware, ShiftsBeyondTheWidthAreWrittenAsSmv) {
  const std::string model =
      file("s.btor2",
           "1 sort bitvec 3\n2 sort bitvec 1\n3 constd 1 4\n4 state 1 x\n5 sll 1 3 3\n6 srl 1 4 3\n"
           "7 sra 1 4 3\n8 or 1 5 6\n9 or 1 8 7\n10 next 1 4 9\n11 redor 2 4\n12 bad 11\n");
  const std::string written = path("s.smv");
  ASSERT_EQ(whynot({"convert", model, "-o", written}).code, 0);
  const Outcome outcome = whynot({"check", written});
  EXPECT_EQ(outcome.code, 10) << outcome.out << outcome.err;
}

TEST_F(Hardware, MistakesAreToldAtTheirPlace) {
  const Outcome aiger = whynot({"check", file("x.aag", "aag 1 1 0 0 0\n3\n")});
  EXPECT_EQ(aiger.code, 3);
  EXPECT_NE(aiger.err.find("error[aiger.literal]"), std::string::npos) << aiger.err;
  const Outcome btor2 = whynot({"check", file("x.btor2", "1 sort bitvec 4\n2 not 1 7\n")});
  EXPECT_EQ(btor2.code, 3);
  EXPECT_NE(btor2.err.find("x.btor2:2:9: error[btor2.undefined]"), std::string::npos) << btor2.err;
}

TEST_F(Hardware, WitnessOfWords) {
  const std::string model = file("limited.btor2", limited_btor2);
  EXPECT_EQ(whynot({"check", model, "--witness", path("out.wit")}).code, 10);
  EXPECT_EQ(text("out.wit"), "sat\nb0\n#0\n1 11 lim#0\n@0\n0 1 en@0\n@1\n0 1 en@1\n@2\n0 1 en@2\n@3\n0 1 en@3\n.\n");
  const Outcome replayed = whynot({"trace", "replay", path("out.wit"), "--model", model, "-p", "bad0"});
  EXPECT_EQ(replayed.code, 0);
  EXPECT_EQ(replayed.out.find("0ud"), std::string::npos) << replayed.out;
  const std::string idle = file("idle.wit", "sat\nb0\n#0\n1 11\n@0\n0 1\n@1\n0 0\n@2\n0 1\n.\n");
  EXPECT_EQ(whynot({"trace", "replay", idle, "--model", model, "-p", "bad0"}).code, 10);
  const std::string forbidden = file("forbidden.wit", "sat\nb0\n#0\n1 10\n@0\n0 1\n.\n");
  EXPECT_EQ(whynot({"trace", "replay", forbidden, "--model", model}).code, 10) << "the constraint";
}

// btorsim reads no other parts beside a violation.
TEST_F(Hardware, WitnessesOfSeveralProperties) {
  const std::string model = file("two.btor2",
                                 "1 sort bitvec 1\n2 zero 1\n3 state 1 a\n4 init 1 3 2\n5 input 1 i\n6 next 1 3 5\n"
                                 "7 bad 2 never\n8 bad 3 set\n");
  EXPECT_EQ(whynot({"check", model, "--witness", path("out.wit")}).code, 10);
  EXPECT_TRUE(text("out.wit").starts_with("sat\nb1\n")) << text("out.wit");
  EXPECT_EQ(text("out.wit").find("unsat"), std::string::npos);
  EXPECT_EQ(whynot({"trace", "replay", path("out.wit"), "--model", model, "-p", "set"}).code, 0);
  EXPECT_EQ(whynot({"check", model, "-p", "never", "--witness", path("out.wit")}).code, 0);
  EXPECT_EQ(text("out.wit"), "unsat\nb0\n.\n");
}

TEST_F(Hardware, WitnessesOfSeveralAreEachAboutTheirOwn) {
  const std::string model = file("both.btor2",
                                 "1 sort bitvec 1\n2 zero 1\n3 state 1 a\n4 init 1 3 2\n5 input 1 i\n6 next 1 3 5\n"
                                 "7 bad -3 clear\n8 bad 3 set\n9 justice 1 3 stays\n");
  EXPECT_EQ(whynot({"check", model, "--witness", path("out.wit")}).code, 10);
  for (const char* name : {"clear", "set", "stays"}) {
    const Outcome outcome = whynot({"trace", "replay", path("out.wit"), "--model", model, "-p", name});
    EXPECT_EQ(outcome.code, 0) << outcome.out;
    EXPECT_NE(outcome.out.find(fmt::format("violates {}", name)), std::string::npos) << outcome.out;
  }
  // One that is about no other is judged by the property that is named.
  EXPECT_EQ(whynot({"check", model, "-p", "clear", "--witness", path("clear.wit")}).code, 10);
  EXPECT_EQ(whynot({"trace", "replay", path("clear.wit"), "--model", model, "-p", "set"}).code, 10);
}

TEST_F(Hardware, WitnessOfAnArray) {
  const std::string model = file("mem.btor2",
                                 "1 sort bitvec 1\n2 sort bitvec 2\n3 sort array 1 2\n4 state 3 mem\n5 input 1 at\n"
                                 "6 read 2 4 5\n7 next 3 4 4\n8 ones 2\n9 eq 1 6 8\n10 bad 9 hit\n");
  EXPECT_EQ(whynot({"check", model, "--witness", path("out.wit")}).code, 10);
  EXPECT_NE(text("out.wit").find("0 [1] "), std::string::npos) << text("out.wit");
  EXPECT_EQ(whynot({"trace", "replay", path("out.wit"), "--model", model, "-p", "hit"}).code, 0);
}

TEST_F(Hardware, WitnessesThatMeanNothing) {
  const std::string aiger = file("counter.aag", counter_aag), btor2 = file("limited.btor2", limited_btor2);
  const std::tuple<std::string, std::string, std::string> wrong[] = {
      {aiger, "1\nq0\n00\n1\n.\n", "witness.property"}, {aiger, "1\nb7\n00\n1\n.\n", "witness.property"},
      {aiger, "1\nb0\n0\n1\n.\n", "witness.row"},       {aiger, "1\nb0\n00\n2\n.\n", "witness.row"},
      {aiger, "1\nb0\n00\n1\n", "witness.truncated"},   {aiger, "1\nb0\n00\n.\n", "witness.truncated"},
      {btor2, "sat\nb0\n0 1\n.\n", "witness.step"},     {btor2, "sat\nb0\n@2\n.\n", "witness.step"},
      {btor2, "sat\nb0\n@0\n4 1\n.\n", "witness.cell"}, {btor2, "sat\nb0\n@0\n0 11\n.\n", "witness.value"},
      {btor2, "sat\nb0\n@0\n0\n.\n", "witness.value"},  {btor2, "unsat\nb0\n.\n", "app.no-trace"},
  };
  for (const auto& [model, text, code] : wrong) {
    const Outcome outcome = whynot({"trace", "replay", file("x.wit", text), "--model", model});
    EXPECT_EQ(outcome.code, 3) << text;
    EXPECT_NE(outcome.err.find(code), std::string::npos) << text << outcome.err;
  }
}

TEST_F(Hardware, FilesOfCircuitsAreForCircuits) {
  const std::string smv = file("x.smv", "MODULE main\nVAR x : boolean;\nINVARSPEC x;\n");
  EXPECT_EQ(whynot({"check", smv, "--witness", path("out")}).code, 2);
  EXPECT_EQ(whynot({"check", smv, "--certificate", path("out")}).code, 2);
  const Outcome violated = whynot({"check", file("counter.aag", counter_aag), "--certificate", path("out.aag")});
  EXPECT_NE(violated.err.find("certificate.none"), std::string::npos) << violated.err;
  EXPECT_EQ(whynot({"check", file("counter.aag", counter_aag), "--witness", path("no/such/folder")}).code, 4);
}

// Verdicts and depths are those of all states listed; witnesses and certificates are what they should be; the circuit
// in other languages has the same answers.
TEST_F(Hardware, RandomCircuits) {
  for (std::uint64_t seed = 1; seed <= rounds(60); ++seed) {
    const std::string text = oracle::random_aag(seed);
    const oracle::Aag circuit(text);
    const std::string model = file("x.aag", text);
    std::filesystem::remove(path("c.aag"));
    const json report = check(model, {"-p", "bad0", "--witness", path("w"), "--certificate", path("c.aag")});
    const auto depth = circuit.depth(0);
    const std::string expected = depth ? fmt::format("violated {}", *depth) : "holds";
    ASSERT_EQ(answers(report)["bad0"], expected) << text;
    if (depth) {
      EXPECT_TRUE(circuit.accepts(this->text("w"))) << text << this->text("w");
      EXPECT_EQ(whynot({"trace", "replay", path("w"), "--model", model, "-p", "bad0"}).code, 0) << text;
    } else {
      EXPECT_TRUE(circuit.is_certified_by(oracle::Aag(this->text("c.aag")), 0)) << text << this->text("c.aag");
    }
    if (!circuit.justice.empty()) {
      const json live = check(model, {"-p", "justice0", "--witness", path("w")});
      const bool fails = circuit.has_fair_run(0);
      EXPECT_EQ(live["properties"][0]["verdict"], fails ? "violated" : "holds") << text;
      if (fails) {
        EXPECT_TRUE(circuit.accepts(this->text("w"))) << text << this->text("w");
      }
    }
    const auto own = answers(check(model));
    for (const char* other : {"y.aig", "y.btor2", "y.smv"}) {
      ASSERT_EQ(whynot({"convert", model, "-o", path(other)}).code, 0) << text;
      EXPECT_EQ(answers(check(path(other))), own) << other << "\n" << text;
    }
  }
}

TEST_F(Hardware, CertificatesOfWords) {
  // n counts modulo 6 by twos: it is never odd.
  const std::string model =
      file("even.btor2",
           "1 sort bitvec 3\n2 sort bitvec 1\n3 zero 1\n4 state 1 n\n5 init 1 4 3\n6 constd 1 2\n"
           "7 add 1 4 6\n8 constd 1 4\n9 eq 2 4 8\n10 ite 1 9 3 7\n11 next 1 4 10\n12 constd 1 5\n"
           "13 eq 2 4 12\n14 bad 13 five\n");
  EXPECT_EQ(whynot({"check", model, "--certificate", path("c.btor2")}).code, 0);
  const json again = check(path("c.btor2"), {"--engine", "kind"});
  EXPECT_EQ(again["properties"][0]["verdict"], "holds") << text("c.btor2");
  EXPECT_EQ(text("c.btor2").find("five"), std::string::npos) << "the question is another one";
}

// What is asked of single states and of linear time has the same answers in every language.
TEST_F(Hardware, RandomSystemsInOtherLanguages) {
  for (std::uint64_t seed = 1; seed <= rounds(50); ++seed) {
    const std::string text = agree::random_model(seed);
    const std::string model = file("x.smv", text);
    const auto own = answers(check(model));
    ASSERT_EQ(whynot({"convert", model, "-o", path("y.smv")}).code, 0) << text;
    EXPECT_EQ(answers(check(path("y.smv"))), own) << text << this->text("y.smv");
    for (const char* other : {"y.aag", "y.btor2"}) {
      ASSERT_EQ(whynot({"convert", model, "-o", path(other)}).code, 0) << text;
      for (const auto& [name, answer] : answers(check(path(other)))) {
        ASSERT_TRUE(own.count(name)) << name << "\n" << text;
        // A formula about what was and is has become a question about states, which has a depth.
        EXPECT_EQ(answer.substr(0, own.at(name).size()), own.at(name)) << other << " " << name << "\n" << text;
      }
    }
  }
}

// `p` is violated in the state after three steps with `a`; on an infinite run the loop would take one more.
TEST_F(Hardware, WhatWasAndIsIsAskedOfStates) {
  const std::string text =
      "MODULE main\nVAR a : boolean; b : boolean;\nASSIGN init(b) := FALSE; next(b) := a;\n"
      "LTLSPEC NAME p := G !(b & Y b & Y Y b);\nLTLSPEC NAME q := G (O b -> O a);\nLTLSPEC NAME r := G (b -> F a);\n";
  const std::string model = file("x.smv", text), fair = file("fair.smv", text + "JUSTICE a\n");
  for (const char* other : {"y.aag", "y.btor2"}) {
    ASSERT_EQ(whynot({"convert", model, "-o", path(other)}).code, 0);
    const json report = check(path(other));
    EXPECT_EQ(answers(report).at("p"), "violated 3") << other;
    EXPECT_EQ(answers(report).at("q"), "holds") << other;
    EXPECT_EQ(answers(report).at("r"), "violated") << other;
    EXPECT_EQ(report["properties"][0]["kind"], "invar") << other;
    ASSERT_EQ(whynot({"convert", fair, "-o", path(other)}).code, 0);
    EXPECT_EQ(check(path(other))["properties"][0]["kind"], "ltl") << "a run must go on fairly";
  }
}

// A bad state whose symbol begins with `cover:` is wanted.
TEST_F(Hardware, CoversAreWrittenAndReadBack) {
  const std::string model = file("c.aag", "aag 4 1 2 0 1 2\n2\n4 2\n6 4\n8\n7\n8 6 4\nb0 cover:twice\nb1 low\n");
  const json report = check(model, {"--witness", path("w")});
  EXPECT_EQ(report["properties"][0]["kind"], "cover");
  EXPECT_EQ(report["properties"][0]["name"], "twice");
  EXPECT_EQ(report["properties"][0]["verdict"], "holds") << report.dump(1);
  EXPECT_EQ(report["properties"][0]["depth"], 2);
  EXPECT_EQ(report["properties"][1]["verdict"], "violated");
  EXPECT_EQ(whynot({"trace", "replay", path("w"), "--model", model, "-p", "twice"}).code, 0);
  for (const char* other : {"y.aag", "y.aig", "y.btor2"}) {
    const Outcome outcome = whynot({"convert", model, "-o", path(other)});
    EXPECT_EQ(outcome.err, "") << other;
    const json again = check(path(other));
    EXPECT_EQ(again["properties"][0]["kind"], "cover") << other;
    EXPECT_EQ(again["properties"][0]["name"], "twice") << other;
    EXPECT_EQ(again["properties"][0]["depth"], 2) << other;
  }
  const std::string never = file("n.btor2",
                                 "1 sort bitvec 1\n2 zero 1\n3 state 1 s\n4 init 1 3 2\n5 next 1 3 3\n"
                                 "6 bad 3 cover:high\n");
  EXPECT_EQ(answers(check(never, {"--witness", path("w")})).at("high"), "violated");
  EXPECT_EQ(text("w").substr(0, 5), "unsat") << text("w");
}

TEST_F(Hardware, WhatIsNotConverted) {
  const std::string model = file("x.smv", "MODULE main\nVAR x : boolean;\nCTLSPEC NAME p := AG EF x;\n");
  const Outcome outcome = whynot({"convert", model, "-o", path("y.aag")});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_NE(outcome.err.find("convert.left-out"), std::string::npos) << outcome.err;
  EXPECT_EQ(whynot({"convert", model}).code, 2);
  EXPECT_EQ(whynot({"convert", model, "-o", path("y.vhdl")}).code, 2);
  const std::string endless = file("n.smv", "MODULE main\nVAR n : integer;\nINVARSPEC n = n;\n");
  const Outcome infinite = whynot({"convert", endless, "-o", path("y.aag")});
  EXPECT_EQ(infinite.code, 3) << infinite.err;  // convert.infinite, or refused before by the front end
}

}  // namespace
}  // namespace whynot::command
