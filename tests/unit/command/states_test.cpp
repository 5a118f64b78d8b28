// whynot states, end to end.
#include <nlohmann/json.hpp>

#include "command_line.h"

namespace whynot::command {
namespace {

using nlohmann::json;

struct StatesCommandLine : CommandLine {
  json graph(std::vector<std::string> arguments, int code, const std::string& input = "") {
    arguments.push_back("--json");
    const Outcome o = whynot(arguments, input);
    EXPECT_EQ(o.code, code) << o.err << o.out;
    const json report = json::parse(o.out, nullptr, false);
    return report.is_object() && !report["findings"].empty() ? report["findings"][0] : json();
  }
};

constexpr const char* small_counter =
    "MODULE main\nVAR n : 0..9; up : boolean;\nASSIGN init(n) := 0; next(n) := up & n < 9 ? n + 1 : n;\n"
    "INVARSPEC NAME low := n < 3;\nINVARSPEC NAME any := n < 10;\n";

TEST_F(StatesCommandLine, AllStatesOfASmallModel) {
  const json g = graph({"states", file("counter.smv", small_counter)}, 0);
  EXPECT_EQ(g["kind"], "graph");
  EXPECT_TRUE(g["whole"]);
  EXPECT_EQ(g["states"], 20);
  EXPECT_EQ(g["nodes"].size(), 20u);
  EXPECT_TRUE(g["property"].is_null());
  EXPECT_TRUE(g["run"].empty());
}

TEST_F(StatesCommandLine, TheCounterexampleIsAmongThem) {
  const json g = graph({"states", file("counter.smv", small_counter), "-p", "low"}, 10);
  EXPECT_EQ(g["property"], "low");
  ASSERT_EQ(g["run"].size(), 4u);
  EXPECT_EQ(g["nodes"][g["run"][3].get<std::size_t>()]["state"]["n"], 3);
  EXPECT_TRUE(g["nodes"][g["run"][0].get<std::size_t>()]["initial"]);
}

TEST_F(StatesCommandLine, GroupsAndLimits) {
  const std::string model = file("counter.smv", small_counter);
  const json by = graph({"states", model, "--by", "n"}, 0);
  EXPECT_EQ(by["nodes"].size(), 10u);
  EXPECT_EQ(by["nodes"][0]["states"], 2);
  EXPECT_EQ(by["by"], json::array({"n"}));
  EXPECT_EQ(by["edges"].size(), 19u);  // each stays, and all but the last go on
  const json few = graph({"states", model, "--limit", "5"}, 0);
  EXPECT_FALSE(few["whole"]);
  EXPECT_EQ(few["nodes"].size(), 5u);
  EXPECT_NE(whynot({"states", model, "--by", "m"}).code, 0);
  EXPECT_EQ(whynot({"states", model, "--limit", "0"}).code, 2);
}

TEST_F(StatesCommandLine, ARunThatIsGiven) {
  const std::string model = file("counter.smv", small_counter);
  const std::string run = whynot({"check", model, "-p", "low", "--json"}).out;
  const json g = graph({"states", model, "-p", "low", "--trace", "-", "--limit", "6"}, 0, run);
  EXPECT_EQ(g["run"].size(), 4u);
  EXPECT_EQ(g["trace"], "t1");
  const std::string other = file("other.smv", "MODULE main\nVAR n : 0..9; up : boolean;\nASSIGN next(n) := 5;\n");
  const Outcome refused = whynot({"states", other, "--trace", "-"}, run);
  EXPECT_EQ(refused.code, 3);
  EXPECT_NE(refused.err.find("trace.refused"), std::string::npos);
}

TEST_F(StatesCommandLine, OtherKindsOfModels) {
  const std::string spec = file("lock.ots",
                                "ots Lock {\n  sort Pid = loose\n  observer taken(p: Pid) : Bool = false\n"
                                "  transition take(p: Pid) { when not taken(p)  taken(p) := true }\n"
                                "  invariant free(p: Pid) : not taken(p)\n  scope two { Pid <= 2 }\n}\n");
  const json g = graph({"states", spec, "--scope", "two"}, 0);
  EXPECT_TRUE(g["whole"]);
  EXPECT_EQ(g["edges"][0]["action"], "take");
  EXPECT_EQ(whynot({"states", spec, "-p", "free"}).code, 2);  // its run has to be given
  const std::string program =
      file("p.pds", "pds p\ninit a\nproc a\nentry -> x\nx call b -> y\ny ret\nproc b\nentry -> z\nz ret\n");
  const Outcome o = whynot({"states", program});
  EXPECT_TRUE(o.code == 0 || o.code == 3) << o.err;  // whatever it thinks of the text, it ends
}

TEST_F(StatesCommandLine, DrawnAndTold) {
  const std::string model = file("counter.smv", small_counter);
  const Outcome text = whynot({"states", model, "-p", "low"});
  EXPECT_NE(text.out.find("20 states"), std::string::npos) << text.out;
  EXPECT_NE(text.out.find("all that can be reached"), std::string::npos);
  EXPECT_NE(text.out.find("[step 3]"), std::string::npos);
  EXPECT_NE(whynot({"states", model, "-p", "low", "--format", "svg"}).out.find("<svg"), std::string::npos);
  EXPECT_NE(whynot({"states", model, "-p", "low", "--format", "dot"}).out.find("digraph"), std::string::npos);
}

TEST_F(StatesCommandLine, TheStoryOfAFailureHasCells) {
  const json why = graph({"why", file("counter.smv", small_counter), "-p", "low"}, 10);
  ASSERT_TRUE(why.contains("story"));
  std::size_t cells = 0;
  for (const json& sentence : why["story"])
    for (const json& part : sentence) cells += part.contains("cell");
  EXPECT_GT(cells, 0u);
  EXPECT_EQ(why["story"][0][0]["text"], why["sentence"]);
}

}  // namespace
}  // namespace whynot::command
