// whynot classify, end to end: counts of what is no invariant, anchors, orders as predicates, charts.
#include <nlohmann/json.hpp>

#include "command_line.h"

namespace whynot::app {
namespace {

using nlohmann::json;

constexpr const char* talk =
    "MODULE main\n"
    "VAR sender : {none, Alice, Bob, Eve}; receiver : {none, Alice, Bob, Eve};\n"
    "ASSIGN init(sender) := none; init(receiver) := none;\n"
    "INVARSPEC !(sender = Eve & receiver = Bob);\n"
    "LTLSPEC G (sender = Eve -> X sender != Bob);\n"
    "LTLSPEC F sender = Eve;\n";

struct ClassifyLine : CommandLine {
  json ask(std::vector<std::string> words, int code = 10) {
    words.insert(words.begin(), {"classify", file("talk.smv", talk)});
    words.insert(words.end(), {"--json", "--no-timing"});
    const Outcome o = whynot(words);
    EXPECT_EQ(o.code, code) << o.out << o.err;
    return json::parse(o.out);
  }
};

// 16 states, all reachable from the one initial state at each step: of 16^3 runs of length 3 those count in which
// Bob follows Eve, at steps 1 and 2 or 2 and 3; never both.
TEST_F(ClassifyLine, CountsSafetyFormulas) {
  const json f = ask({"-p", "ltl1", "--mode", "exact", "--bound", "3", "--vocabulary", "sender"})["findings"][0];
  EXPECT_EQ(f["total"], std::to_string(2 * 4 * 4 * 16));
  EXPECT_EQ(f["uncounted"], nullptr);
}

// Lassos of depth 1 and 2 without Eve: the initial state is alone, so loops start there or at step 1.
TEST_F(ClassifyLine, CountsLassos) {
  const json f = ask({"-p", "ltl2", "--bound", "2", "--keep-going", "--vocabulary", "sender"}, 30)["findings"][0];
  EXPECT_EQ(f["runs"], "lasso");
  EXPECT_EQ(f["total"], std::to_string(1 + 12 + 12));
}

TEST_F(ClassifyLine, AnAnchorsTotalIsOfWhatSatisfiesIt) {
  const std::vector<std::string> common = {"-p", "invar1", "--mode", "exact", "--bound", "2", "--vocabulary", "sender,receiver",
                                           "--predicate", "starts(i) := sender@i = Alice"};
  std::vector<std::string> anchored = common;
  anchored.insert(anchored.end(), {"--anchor", "starts"});
  EXPECT_EQ(ask(common)["findings"][0]["total"], "31");
  const json f = ask(anchored)["findings"][0];
  EXPECT_EQ(f["total"], "8");  // Eve to Bob at one of two steps, Alice to anybody at the other
  EXPECT_EQ(f["complete"], true);
}

TEST_F(ClassifyLine, OrdersThatUsersAskForAreShownAsOrders) {
  const json f = ask({"-p", "ltl1", "--mode", "any", "--bound", "3", "--vocabulary", "sender", "--predicate", "right_after(i, j) := i + 1 = j"})["findings"][0];
  ASSERT_EQ(f["classes"].size(), 1u);
  EXPECT_EQ(f["classes"][0]["facts"][0]["text"], "i + 1 = j");
  EXPECT_EQ(f["classes"][0]["sufficient"], "unbounded");
  EXPECT_EQ(f["unbounded"], true);
}

TEST_F(ClassifyLine, CertifiesOnlyWhatWasCountedApart) {
  EXPECT_EQ(ask({"-p", "invar1", "--bound", "2", "--vocabulary", "sender,receiver", "--certify"})["properties"][0]["certified"], true);
  const json p = ask({"-p", "ltl1", "--bound", "3", "--vocabulary", "sender", "--predicate", "right_after(i, j) := i + 1 = j", "--certify"})["properties"][0];
  EXPECT_EQ(p["certified"], false);
}

TEST_F(ClassifyLine, OtherModelsAreRefusedInWords) {
  for (const char* name : {"m.ots", "m.pds"}) {
    const Outcome o = whynot({"classify", file(name, "")});
    EXPECT_EQ(o.code, 2);
    EXPECT_NE(o.err.find("treats SMV models"), std::string::npos) << o.err;
  }
}

TEST_F(ClassifyLine, Charts) {
  const std::vector<std::string> line = {"classify", file("talk.smv", talk), "-p", "invar1", "--bound", "2", "--vocabulary", "sender,receiver"};
  std::vector<std::string> text = line, svg = line, wrong = line, few = line;
  text.insert(text.end(), {"--chart", "sender,receiver"});
  EXPECT_NE(whynot(text).out.find("   1         |------------>|\n"), std::string::npos) << whynot(text).out;
  svg.insert(svg.end(), {"--chart", "sender,receiver", "--format", "svg"});
  EXPECT_NE(whynot(svg).out.find("marker-end"), std::string::npos);
  wrong.insert(wrong.end(), {"--chart", "sender,reciever"});
  EXPECT_EQ(whynot(wrong).code, 3);
  few.insert(few.end(), {"--chart", "sender"});
  EXPECT_EQ(whynot(few).code, 2);
}

}  // namespace
}  // namespace whynot::app
