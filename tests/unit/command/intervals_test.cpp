// whynot intervals, sets and net, end to end.
#include <nlohmann/json.hpp>

#include "command_line.h"

namespace whynot::command {
namespace {

using nlohmann::json;

struct IntervalsLine : CommandLine {
  json ask(std::vector<std::string> words, int code = 10) {
    words.push_back("--json");
    words.push_back("--no-timing");
    const Outcome o = whynot(words);
    EXPECT_EQ(o.code, code) << o.out << o.err;
    return json::parse(o.out);
  }
};

TEST_F(IntervalsLine, TheContractsFields) {
  const json report = ask({"intervals", example("net"), "-p", "reach_b", "-v", "packet.ipdst"});
  const json& f = report["findings"][0];
  EXPECT_EQ(f["kind"], "intervals");
  EXPECT_EQ(f["property"], "reach_b");
  EXPECT_EQ(f["variable"], "packet.ipdst");
  EXPECT_EQ(f["type"], "unsigned word[3]");
  EXPECT_EQ(f["base"], report["traces"][0]["id"]);
  EXPECT_EQ(f["count"], "2");
  EXPECT_EQ(f["longest"], json::parse(R"({"lo":"4","hi":"5","length":"2"})"));
  EXPECT_EQ(f["around_base"], json::parse(R"({"lo":"4","hi":"5"})"));
  EXPECT_EQ(f["intervals"], json::parse(R"([{"lo":"4","hi":"5"}])"));
  EXPECT_EQ(f["cidr"], json::parse(R"(["4/2"])"));
  EXPECT_EQ(f["patterns"], json::parse(R"(["10*"])"));
  EXPECT_EQ(f["truncated"], false);
  EXPECT_EQ(f["route"]["intervals"], json::parse(R"([{"lo":"4","hi":"7"}])"));
  EXPECT_EQ(report["properties"][0]["verdict"], "violated");
}

TEST_F(IntervalsLine, HoldsIsZeroAndUndecidedIsThirty) {
  EXPECT_TRUE(ask({"intervals", example("net"), "-p", "upper", "-v", "packet.ipdst"}, 0)["findings"].empty());
  const std::string deep = file("deep.smv",
                                "MODULE main VAR n : 0..40; k : 0..3; ASSIGN init(n) := 0; next(n) := case n < 40 : n "
                                "+ 1; TRUE : 40; esac; INVARSPEC n < 40");
  ask({"intervals", deep, "-p", "invar1", "-v", "k", "--bound", "3", "--engine", "bmc"}, 30);
  EXPECT_EQ(ask({"intervals", deep, "-p", "invar1", "-v", "k"})["findings"][0]["count"], "4");
}

TEST_F(IntervalsLine, NegativeRangesSignedWordsBooleansAndEnums) {
  const std::string model = file("types.smv", R"(
MODULE main
FROZENVAR r : -9..7; w : signed word[4]; b : boolean; e : {red, green, blue}; i : {1, 2, 5};
INVARSPEC NAME r_ok := r > 3 | r < -6;
INVARSPEC NAME w_ok := w >= 0sd4_2 | w < -0sd4_6;
INVARSPEC NAME b_ok := b;
INVARSPEC NAME e_ok := e = red;
INVARSPEC NAME i_ok := i = 5;
)");
  const auto found = [&](const std::string& property, const std::string& variable, std::vector<std::string> more = {}) {
    std::vector<std::string> words = {"intervals", model, "-p", property, "-v", variable};
    words.insert(words.end(), more.begin(), more.end());
    return ask(words)["findings"][0];
  };
  EXPECT_EQ(found("r_ok", "r")["intervals"], json::parse(R"([{"lo":"-6","hi":"3"}])"));
  const json w = found("w_ok", "w");
  EXPECT_EQ(w["intervals"], json::parse(R"([{"lo":"-6","hi":"1"}])"));
  EXPECT_EQ(w["count"], "8");
  EXPECT_EQ(w["cidr"], json::parse(R"(["-6/3","-4/2","0/3"])"));
  EXPECT_EQ(found("b_ok", "b")["intervals"], json::parse(R"([{"lo":"0","hi":"0"}])"));
  EXPECT_EQ(found("i_ok", "i")["intervals"], json::parse(R"([{"lo":"1","hi":"2"}])"));
  EXPECT_EQ(found("e_ok", "e", {"--ordered"})["intervals"], json::parse(R"([{"lo":"1","hi":"2"}])"));
  const json refused = ask({"intervals", model, "-p", "e_ok", "-v", "e"}, 3);
  EXPECT_EQ(refused["diagnostics"][0]["code"], "intervals.not-a-number");
}

TEST_F(IntervalsLine, BadInput) {
  const std::string net = example("net");
  EXPECT_EQ(whynot({"intervals", net, "-p", "reach_b"}).code, 2);
  EXPECT_EQ(whynot({"intervals", net, "-p", "reach_b", "-v", "packet.ipdst", "--at-step", "soon"}).code, 2);
  EXPECT_EQ(whynot({"intervals", net, "-p", "reach_b", "-v", "packet.ipdst", "--contains", "7..4"}).code, 2);
  EXPECT_EQ(whynot({"intervals", net, "-p", "reach_b", "-v", "packet.ipdst", "--as", "roman"}).code, 2);
  const auto code = [&](std::vector<std::string> more) {
    std::vector<std::string> words = {"intervals", net};
    words.insert(words.end(), more.begin(), more.end());
    return ask(words, 3)["diagnostics"][0]["code"];
  };
  EXPECT_EQ(code({"-p", "nothing", "-v", "packet.ipdst"}), "app.unknown-property");
  EXPECT_EQ(code({"-p", "reach_b", "-v", "packet.ipdts"}), "app.unknown-column");
  EXPECT_EQ(code({"-p", "reach_b", "-v", "packet.ipdst2"}), "intervals.define");
  EXPECT_EQ(code({"-p", "reach_b", "-v", "location"}), "intervals.not-a-number");
  EXPECT_EQ(code({"-p", "reach_b", "-v", "packet.ipdst", "--at-step", "9"}), "intervals.no-such-step");
  EXPECT_EQ(code({"-v", "packet.ipdst"}), "intervals.one-property");
  EXPECT_EQ(whynot({"intervals", net, "-p", "reach_b", "-v", "packet.ipdst", "--base", folder / "none.json"}).code, 4);
}

TEST_F(IntervalsLine, BasesByNumberAndByFile) {
  const std::string net = example("net"), saved = folder / "base.json";
  EXPECT_EQ(whynot({"check", net, "-p", "reach_b", "--format", "json=" + saved}).code, 10);
  EXPECT_EQ(ask({"intervals", net, "-p", "reach_b", "-v", "packet.ipdst", "--base", saved})["findings"][0]["count"],
            "2");
  // The same trace is no counterexample of what it satisfies.
  EXPECT_EQ(
      ask({"intervals", net, "-p", "delivered", "-v", "packet.ipdst", "--base", saved}, 3)["diagnostics"][0]["code"],
      "intervals.not-a-counterexample");
  const json second = ask({"intervals", net, "-p", "reach_b", "-v", "packet.ipsrc", "--base", "2"});
  EXPECT_EQ(second["findings"][0]["base"], "t2");
  EXPECT_EQ(
      ask({"intervals", net, "-p", "reach_b", "-v", "packet.ipsrc", "--base", "1000"}, 3)["diagnostics"].back()["code"],
      "intervals.too-few");
}

TEST_F(IntervalsLine, LimitsAndWindows) {
  const std::string model = file("even.smv", "MODULE main FROZENVAR x : unsigned word[8]; INVARSPEC x[0:0] = 0ub1_1");
  const json all = ask({"intervals", model, "-p", "invar1", "-v", "x", "--contains", "4..6"})["findings"][0];
  EXPECT_EQ(all["intervals"].size(), 128u);
  EXPECT_EQ(all["truncated"], false);
  EXPECT_EQ(all["contains"], json::parse(R"({"lo":"4","hi":"6","holds":false,"count":"2","first_outside":"5"})"));
  const json some = ask({"intervals", model, "-p", "invar1", "-v", "x", "--limit", "3"})["findings"][0];
  EXPECT_EQ(some["intervals"].size(), 3u);
  EXPECT_EQ(some["truncated"], true);
  EXPECT_EQ(some["count"], "128");
  EXPECT_EQ(some["interval_count"], "128");
}

// A variable that changes: its value at other steps follows or is free, all others keep theirs.
TEST_F(IntervalsLine, StepsFreeVariablesAndInputs) {
  const std::string model = file("steps.smv", R"(
MODULE main
VAR x : 0..7; y : 0..7;
IVAR push : 0..3;
ASSIGN
  next(x) := (x + push) mod 8;
  init(y) := 0;
  next(y) := x;
INVARSPEC NAME small := y < 3;
)");
  const json report = ask({"intervals", model, "-p", "small", "-v", "x"});
  // y = x one step later and is fixed: x cannot move.
  EXPECT_EQ(report["findings"][0]["count"], "1");
  const json freed = ask({"intervals", model, "-p", "small", "-v", "x", "--free", "y"})["findings"][0];
  EXPECT_EQ(freed["intervals"], json::parse(R"([{"lo":"3","hi":"7"}])"));
  EXPECT_EQ(
      ask({"intervals", model, "-p", "small", "-v", "x", "--at-step", "1", "--free", "y,push"})["findings"][0]["count"],
      "8");
  // With x fixed the push is, too.
  const json push = ask({"intervals", model, "-p", "small", "-v", "push", "--free", "x,y"})["findings"][0];
  EXPECT_EQ(push["count"], "4");
  EXPECT_EQ(push["step"], "1");
  EXPECT_EQ(ask({"intervals", model, "-p", "small", "-v", "push", "--at-step", "0"}, 3)["diagnostics"][0]["code"],
            "intervals.no-such-step");
}

TEST_F(IntervalsLine, BoxesOfTwoVariables) {
  const json report = ask({"intervals", example("net"), "-p", "reach_b", "-v", "packet.ipsrc", "-v", "packet.ipdst"});
  ASSERT_EQ(report["findings"].size(), 3u);
  EXPECT_EQ(report["findings"][0]["intervals"], json::parse(R"([{"lo":"4","hi":"7"}])"));
  const json& boxes = report["findings"][2];
  EXPECT_EQ(boxes["kind"], "boxes");
  EXPECT_EQ(boxes["count"], "8");
  EXPECT_EQ(boxes["boxes"],
            json::parse(R"([{"packet.ipsrc":[{"lo":"4","hi":"7"}],"packet.ipdst":[{"lo":"4","hi":"5"}]}])"));
}

TEST_F(IntervalsLine, StoredSets) {
  const std::string net = example("net"), session = folder / "s.json";
  const auto keep = [&](const std::string& formula, const std::string& name) {
    ask({"intervals", net, "-f", formula, "-v", "packet.ipdst", "--name", name, "--session", session});
  };
  keep("packet.ipdst2 = 0ub3_100 -> F location = b", "some");
  keep("packet.ipdst1 = 0ub3_100 -> F location = b", "more");
  const auto sets = [&](std::vector<std::string> words, int code = 0) {
    words.insert(words.begin(), "sets");
    words.insert(words.end(), {"--session", session});
    return ask(words, code);
  };
  EXPECT_EQ(sets({"list"})["findings"].size(), 2u);
  EXPECT_EQ(sets({"show", "some"})["findings"][0]["patterns"], json::parse(R"(["10*"])"));
  EXPECT_EQ(sets({"diff", "more", "some", "--name", "rest"})["findings"][0]["intervals"],
            json::parse(R"([{"lo":"6","hi":"7"}])"));
  EXPECT_EQ(sets({"union", "rest", "some"})["findings"][0]["count"], "4");
  EXPECT_EQ(sets({"union", "rest", "some"})["findings"][0]["value"], nullptr);  // no base, no value in it
  EXPECT_EQ(sets({"show", "rest"})["findings"][0]["value"], nullptr);
  EXPECT_EQ(sets({"show", "some"})["findings"][0]["value"], "4");
  EXPECT_EQ(sets({"intersect", "rest", "some"})["findings"][0]["count"], "0");
  EXPECT_EQ(sets({"contains", "more", "4..7"})["findings"][0]["contains"]["holds"], true);
  EXPECT_EQ(sets({"contains", "some", "4..7"})["findings"][0]["contains"]["first_outside"], "6");
  EXPECT_EQ(sets({"contains", "some", "-1..4"})["findings"][0]["contains"]["count"], "1");
  EXPECT_EQ(whynot({"sets", "nth", "more", "3", "--session", session}).out, "7\n");
  EXPECT_EQ(sets({"nth", "more", "3"})["findings"][0]["members"], json::parse(R"(["7"])"));
  EXPECT_EQ(sets({"sample", "more", "5"})["findings"][0]["members"].size(), 5u);
  EXPECT_EQ(sets({"show", "sme"}, 3)["diagnostics"][0]["code"], "sets.unknown");
  EXPECT_EQ(sets({"delete", "some"})["findings"], json::array());
  EXPECT_EQ(sets({"list"})["findings"].size(), 2u);
  EXPECT_EQ(whynot({"sets", "forget"}).code, 2);
  EXPECT_EQ(whynot({"sets", "diff", "more", "--session", session}).code, 2);
  file("s.json", "{\"sets\": [3]}");
  EXPECT_EQ(sets({"list"}, 3)["diagnostics"][0]["code"], "sets.format");
}

// To name a variable twice says nothing new; to name none is a mistake.
TEST_F(IntervalsLine, OddNames) {
  const std::string net = example("net");
  const json twice = ask({"intervals", net, "-p", "reach_b", "-v", "packet.ipdst", "-v", "packet.ipdst", "--free",
                          "packet.ipsrc,packet.ipsrc"});
  EXPECT_EQ(twice["findings"].size(), 1u);
  EXPECT_EQ(whynot({"intervals", net, "-p", "reach_b", "-v", ""}).code, 2);
  EXPECT_EQ(whynot({"intervals", net, "-p", "reach_b", "-v", "packet.ipdst", "--base", "0"}).code, 2);
  EXPECT_EQ(whynot({"intervals", net, "-p", "reach_b", "-v", "packet.ipdst,packet.ipsrc", "--name", "s", "--session",
                    folder / "s.json"})
                .code,
            10);
  const Outcome kept = whynot({"sets", "list", "--session", folder / "s.json"});  // one set for each variable
  EXPECT_NE(kept.out.find("s.packet.ipdst"), std::string::npos) << kept.out;
  EXPECT_NE(kept.out.find("s.packet.ipsrc"), std::string::npos) << kept.out;
}

TEST_F(IntervalsLine, TextTellsRouteFromViolation) {
  const Outcome o = whynot({"intervals", example("net"), "-p", "reach_b", "-v", "packet.ipdst"});
  EXPECT_NE(o.out.find("2 of 8 values   4..5"), std::string::npos) << o.out;
  EXPECT_NE(o.out.find("4..7   4 values; the rest of them do not violate the property this way"), std::string::npos)
      << o.out;
}

// The base is a counterexample all the same.
TEST_F(IntervalsLine, NoValueAtEveryStepIsStillViolated) {
  const std::string model =
      file("up.smv", "MODULE main VAR n : 0..3; ASSIGN init(n) := 0; next(n) := n < 3 ? n + 1 : 3; INVARSPEC n < 2");
  const json report = ask({"intervals", model, "-p", "invar1", "-v", "n", "--at-step", "every"});
  EXPECT_EQ(report["findings"][0]["count"], "0");
  EXPECT_EQ(report["diagnostics"][0]["code"], "intervals.empty");
}

TEST_F(IntervalsLine, OnlyOneFormula) {
  EXPECT_EQ(
      whynot({"intervals", example("net"), "-f", "F location = b", "-f", "F location = a", "-v", "packet.ipdst"}).code,
      3);
}

TEST_F(IntervalsLine, TextOfNarrowAddressesAndOfCountsAlone) {
  const std::string model = file("byte.smv", "MODULE main FROZENVAR x : unsigned word[8]; INVARSPEC x < 0ud8_192");
  const std::string text = whynot({"intervals", model, "-p", "invar1", "-v", "x", "--as", "ipv4"}).out;
  EXPECT_NE(text.find("0.0.0.192/26"), std::string::npos) << text;
  const std::string wide = file("wide.smv", "MODULE main FROZENVAR x : unsigned word[40]; INVARSPEC x < 0ud40_192");
  const std::string odd = file("odd.smv", "MODULE main FROZENVAR x : 5..70000; INVARSPEC x < 70000");
  EXPECT_NE(whynot({"intervals", odd, "-v", "x"}).out.find("    bits        15      7      0\n"), std::string::npos);
  EXPECT_NE(whynot({"intervals", wide, "-v", "x", "--as", "ipv4"}).err.find("intervals.too-wide"), std::string::npos);
  const std::string none = whynot({"intervals", model, "-p", "invar1", "-v", "x", "--limit", "0"}).out;
  EXPECT_NE(none.find("64 of 256 values   … (1 intervals)"), std::string::npos) << none;
}

TEST_F(IntervalsLine, PrefixesAreIntervals) {
  const std::string model = file("prefix.smv",
                                 "MODULE main FROZENVAR x : unsigned word[8]; y : signed word[4];\n"
                                 "INVARSPEC NAME p := x < 0ud8_192; INVARSPEC NAME q := y > -0sd4_3;\n");
  const auto asked = [&](const char* p, const char* v, const char* window, const char* as) {
    const json c = ask({"intervals", model, "-p", p, "-v", v, std::string("--contains=") + window, "--as",
                        as})["findings"][0]["contains"];
    return c["lo"].get<std::string>() + ".." + c["hi"].get<std::string>() + " " + c["count"].get<std::string>();
  };
  EXPECT_EQ(asked("p", "x", "192/2", "dec"), "192..255 64");
  EXPECT_EQ(asked("p", "x", "200/7", "dec"), "200..201 2");
  EXPECT_EQ(asked("p", "x", "0.0.0.130/25", "ipv4"), "128..255 64");
  EXPECT_EQ(asked("p", "x", "77/0", "dec"), "0..255 64");
  EXPECT_EQ(asked("q", "y", "-3/3", "dec"), "-4..-3 2");
  EXPECT_EQ(asked("q", "y", "5/0", "dec"), "-8..7 6");
  for (const char* bad : {"4/9", "4/", "4/x", "/3", "1..2/3", "0.0.0.1/23"})
    EXPECT_EQ(whynot({"intervals", model, "-p", "p", "-v", "x", "--contains", bad, "--as", "ipv4"}).code, 2) << bad;
}

TEST_F(IntervalsLine, FoldersThatAreNoNetwork) {
  const Outcome empty = whynot({"net", "import", folder.string()});
  EXPECT_EQ(empty.code, 3) << empty.err;
  EXPECT_NE(empty.err.find("error[net.no-tables]"), std::string::npos) << empty.err;
  file("b.tf", "32$b$2$0$0$\n#\n");
  const Outcome cut = whynot({"net", "import", folder.string()});
  EXPECT_NE(cut.err.find("b.tf:1:6: warning[net.cut]: the first line announces 2 rules, there are 0"),
            std::string::npos);
  EXPECT_NE(cut.err.find("there are no links"), std::string::npos);
  file("a.tf", "hello\n");
  EXPECT_NE(whynot({"net", "import", folder.string()}).err.find("a.tf:1:1: error[net.format]"), std::string::npos);
  // A port that nobody takes packets from: the rest still means something.
  file("a.tf", "32$a$1$0$0$\n#\nfwd$[100000]$None$None$None$None$None$[110007]$#$#$$$id$\n");
  file("b.tf", "32$b$0$0$0$\n#\n");
  const Outcome lost = whynot({"net", "import", folder.string(), "--modify", "0.5", "--toward", "10.0.0.0/8"});
  EXPECT_EQ(lost.code, 0);
  EXPECT_NE(lost.err.find("a.tf:3:40: warning[net.unknown-port]: no rule takes packets from port 110007"),
            std::string::npos)
      << lost.err;
  EXPECT_NE(lost.err.find("modified: 0 of the 0 rules"), std::string::npos) << lost.err;
  EXPECT_EQ(whynot({"net", "import", folder.string(), "--reach", "a"}).code, 2);
  EXPECT_EQ(whynot({"net", "import", folder.string(), "--reach", "a,b,1.2.3"}).code, 2);
}

// Each of 2^32 blocks of the one goes with a set of its own of the other.
TEST_F(IntervalsLine, MoreBoxesThanCanBeToldApart) {
  const json r = ask({"intervals",
                      file("two.smv",
                           "MODULE main FROZENVAR a : unsigned word[32]; b : unsigned word[32];\n"
                           "INVARSPEC !(a > b);\n"),
                      "-v", "a", "-v", "b", "--limit", "3"});
  EXPECT_EQ(r["diagnostics"].back()["code"], "intervals.many-boxes");
  EXPECT_EQ(r["findings"][2]["kind"], "boxes");
  EXPECT_EQ(r["findings"][2]["truncated"], true);
  const json mixed = ask({"intervals",
                          file("mixed.smv",
                               "MODULE main IVAR i : 0..3; VAR x : 0..3; ASSIGN init(x) := 0; next(x) := i;\n"
                               "INVARSPEC x < 2;\n"),
                          "-v", "i", "-v", "x"});
  EXPECT_EQ(mixed["diagnostics"].back()["code"], "intervals.no-boxes");
}

// What is said of each of many variables is no more than the sum of it, if their bits do not mix.
TEST_F(IntervalsLine, ABoxOfTwentyVariables) {
  std::string model = "MODULE main FROZENVAR", all = "TRUE";
  std::vector<std::string> words = {"intervals"};
  for (int i = 0; i < 20; ++i) {
    const std::string name = "v" + std::to_string(i);
    model += " " + name + " : unsigned word[4];";
    all += " & " + name + " > 0ud4_2";
  }
  words.push_back(file("twenty.smv", model + " INVARSPEC !(" + all + ");"));
  for (int i = 0; i < 20; ++i) words.insert(words.end(), {"-v", "v" + std::to_string(i)});
  words.insert(words.end(), {"--timeout", "20s"});
  const json found = ask(words)["findings"].back();
  EXPECT_EQ(found["kind"], "boxes");
  EXPECT_EQ(found["count"], "19004963774880799438801");  // 13 ** 20
  ASSERT_EQ(found["boxes"].size(), 1u);
  EXPECT_EQ(found["boxes"][0]["v19"], json::parse(R"([{"lo":"3","hi":"15"}])"));
  EXPECT_EQ(found["around_base"]["v7"], json::parse(R"({"lo":"3","hi":"15"})"));
}

// A diagram of the product would be large; there is one solution.
TEST_F(IntervalsLine, FewSolutionsOfAHardCondition) {
  const json found = ask({"intervals",
                          file("product.smv",
                               "MODULE main FROZENVAR a : unsigned word[40]; b : unsigned word[40];\n"
                               "INIT b = 0ud40_987654321;\n"
                               "INVARSPEC a * b != 0ud40_12345678901;\n"),
                          "-v", "a", "--engine", "bmc"})["findings"][0];
  EXPECT_EQ(found["count"], "1");
  EXPECT_EQ(found["method"], "allsat");
  const std::uint64_t mask = (std::uint64_t{1} << 40) - 1;
  const std::uint64_t a = std::stoull(found["value"].get<std::string>());
  EXPECT_EQ((a * 987654321u) & mask, 12345678901u);
}

TEST_F(IntervalsLine, ArraysAndInstancesHaveNoValueOfTheirOwn) {
  const std::string model = file("parts.smv",
                                 "MODULE m VAR x : 0..3; MODULE main VAR a : array 1..2 of 0..3; b : m;\n"
                                 "INVARSPEC a[1] < 2;\n");
  for (const auto& [name, help] : {std::pair("a", "ask for a[1], a[2]"), std::pair("b", "ask for b.x")}) {
    const json report = ask({"intervals", model, "-v", name}, 3);
    EXPECT_EQ(report["diagnostics"].back()["code"], "intervals.not-a-number");
    EXPECT_NE(whynot({"intervals", model, "-v", name}).err.find(help), std::string::npos);
  }
}

TEST_F(IntervalsLine, SetsThatAreKept) {
  const std::string store = folder / "kept.json",
                    model =
                        file("kept.smv",
                             "MODULE main FROZENVAR x : 0..4; c : {red, green, blue}; d : {blue, green, red};\n"
                             "INVARSPEC NAME p := x < 3; INVARSPEC NAME h := x < 5; INVARSPEC NAME q := c != green;\n"
                             "INVARSPEC NAME r := d != green;\n");
  const auto sets = [&](std::vector<std::string> words, int code = 0) {
    words.insert(words.begin(), "sets");
    words.insert(words.end(), {"--session", store});
    return ask(std::move(words), code);
  };
  EXPECT_EQ(sets({"show", "none"}, 3)["diagnostics"][0]["code"], "sets.unknown");
  ask({"intervals", model, "-p", "p", "-v", "x", "--name", "before", "--session", store});
  // What holds is violated by no value.
  const json none = ask({"intervals", model, "-p", "h", "-v", "x", "--name", "after", "--session", store}, 0);
  EXPECT_EQ(none["findings"][0]["count"], "0");
  EXPECT_EQ(sets({"diff", "before", "after"})["findings"][0]["count"], "2");
  const json shown = sets({"show", "before"})["findings"][0];
  EXPECT_EQ(shown["domain"], "5");
  EXPECT_EQ(shown["model"], model);
  EXPECT_EQ(shown["free"], json::array());
  ask({"intervals", model, "-p", "q", "-v", "c", "--ordered", "--name", "c", "--session", store});
  ask({"intervals", model, "-p", "r", "-v", "d", "--ordered", "--name", "d", "--session", store});
  EXPECT_EQ(sets({"intersect", "c", "d"}, 3)["diagnostics"][0]["code"], "sets.different-types");
  EXPECT_EQ(whynot({"intervals", model, "-p", "p", "-v", "x", "--name=", "--session", store}).code, 2);
  EXPECT_EQ(whynot({"sets", "union", "before", "after", "--name=", "--session", store}).code, 2);
}

// The edge's own rules, and the core's filter of UDP behind the link.
TEST_F(IntervalsLine, FoldersOfRouterTablesAreModels) {
  const std::string campus = WHYNOT_EXAMPLES "/intervals/campus", reach = "edge_rtr,core_rtr,10.1.0.0/16";
  const json found = ask({"check", campus, "--reach", reach, "--reach", "edge_rtr,edge_gi1_2"});
  ASSERT_EQ(found["properties"].size(), 2u);
  EXPECT_EQ(found["diagnostics"][0]["code"], "net.approximated");
  const json f = ask({"intervals", campus, "--reach", reach, "-p", "ltl1", "-v", "packet.proto"})["findings"][0];
  EXPECT_EQ(f["intervals"], json::parse(R"([{"lo":"17","hi":"17"}])"));
  // As the model that is written.
  const std::string model = folder / "campus.smv";
  ASSERT_EQ(whynot({"net", "import", campus, "--reach", reach, "-o", model}).code, 0);
  EXPECT_EQ(ask({"intervals", model, "-p", "ltl1", "-v", "packet.proto"})["findings"][0]["intervals"], f["intervals"]);

  // The report besides: what was approximated.
  const json imported = ask({"net", "import", campus, "-o", model}, 0);
  EXPECT_EQ(imported["input"]["front"], "net");
  EXPECT_EQ(imported["diagnostics"][0]["code"], "net.approximated");
  EXPECT_EQ(whynot({"net", "import", campus, "--json"}).code, 2);

  EXPECT_EQ(whynot({"check", campus, "--reach", "edge_rtr,nowhere"}).code, 3);
  EXPECT_EQ(whynot({"check", campus, "--reach", "edge_rtr"}).code, 2);
  EXPECT_EQ(whynot({"check", model, "--reach", reach}).code, 2);
  const Outcome o = whynot({"shell", campus, "--reach", reach}, "check -q\nnet import\n");
  EXPECT_EQ(o.code, 10) << o.err;
  EXPECT_NE(o.out.find("MODULE packet"), std::string::npos) << o.out;
}

// More intervals than anybody can pass through, one by one.
TEST_F(IntervalsLine, ThousandsOfMillionsOfIntervals) {
  const Outcome o = whynot({"intervals",
                            file("many.smv",
                                 "MODULE main\nFROZENVAR a : unsigned word[32];\n"
                                 "INVARSPEC NAME p := a[0:0] = 0ub1_0 & a > 0ud32_100\n"),
                            "-p", "p", "-v", "a", "--limit", "3", "--json"});
  ASSERT_EQ(o.code, 10) << o.err;
  const json finding = json::parse(o.out)["findings"][0];
  EXPECT_EQ(finding["count"], "2147483699");
  EXPECT_EQ(finding["intervals"].size(), 3u);
  // The line tells of all of them, though few are listed.
  const Outcome text = whynot({"intervals",
                               file("high.smv",
                                    "MODULE main\nFROZENVAR a : unsigned word[64];\n"
                                    "INVARSPEC !(bool(a[63:63]) & bool(a[0:0]))\n"),
                               "-v", "a"});
  EXPECT_NE(text.out.find(" " + std::string(32, '.') + "X" + std::string(31, '-') + " "), std::string::npos)
      << text.out;
}

TEST_F(IntervalsLine, AListThatIsCutIsTold) {
  const Outcome o =
      whynot({"intervals", file("cut.smv", "MODULE main FROZENVAR a : unsigned word[22]; INVARSPEC bool(a[0:0])"), "-v",
              "a", "--format", "csv=" + (folder / "cut.csv").string()});
  EXPECT_NE(o.err.find("warning[intervals.cut]: `a` has 2097152 intervals: the lists end after 1000000"),
            std::string::npos)
      << o.err;
}

}  // namespace
}  // namespace whynot::command
