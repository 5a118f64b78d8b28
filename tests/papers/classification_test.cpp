// Vick, Kang & Tripakis, "Counterexample Classification": the running example, the integer example of sections 3.3
// and 3.4, and the Needham-Schroeder case studies, by the command line and its JSON.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "command/run.h"

namespace whynot::command {
namespace {

using Json = nlohmann::json;

struct Answer {
  int code = 0;
  Json report;
  const Json& finding() const { return report.at("findings").at(0); }
  const Json& classes() const { return finding().at("classes"); }
  std::vector<std::string> constraints() const {
    std::vector<std::string> found;
    for (const Json& c : classes()) found.push_back(c.at("constraint"));
    return found;
  }
};

Answer classify(const std::string& model, std::vector<std::string> options) {
  std::vector<std::string> words = {"classify", std::string(WHYNOT_EXAMPLES "/classify/") + model + ".smv", "--json"};
  words.insert(words.end(), options.begin(), options.end());
  std::istringstream in;
  std::ostringstream out, err;
  Answer answer;
  answer.code = command::run(words, {in, out, err, false, false});
  answer.report = Json::parse(out.str());
  return answer;
}

std::string file(const std::string& name) { return std::string(WHYNOT_EXAMPLES "/classify/") + name; }

TEST(RunningExample, TwoClasses) {
  const Answer a = classify("running", {"--bound", "8"});
  EXPECT_EQ(a.code, 10);
  EXPECT_EQ(a.constraints(), (std::vector<std::string>{"exists i: type@i = Plaintext & secret@i",
                                                       "exists i < j: eve_key@i = KAB & secret@j"}));
  EXPECT_TRUE(a.finding().at("complete"));
}

TEST(RunningExample, ExactCounts) {
  struct Row {
    const char *k, *total, *plain, *key;
  };
  for (const Row& row :
       {Row{"2", "36", "28", "16"}, Row{"4", "3600", "2800", "2816"}, Row{"8", "16646400", "15097600", "16187392"}}) {
    const Answer a = classify("running", {"--bound", row.k, "--mode", "exact"});
    EXPECT_EQ(a.finding().at("total"), row.total);
    EXPECT_EQ(a.classes()[0].at("count"), row.plain);
    EXPECT_EQ(a.classes()[1].at("count"), row.key);
  }
  const Answer eight = classify("running", {"--bound", "8", "--mode", "exact"});
  EXPECT_NEAR(eight.classes()[0].at("share"), 0.907, 0.0005);
  EXPECT_NEAR(eight.classes()[1].at("share"), 0.972, 0.0005);
  EXPECT_EQ(eight.classes()[0].at("only"), "459008");
  EXPECT_EQ(eight.classes()[1].at("only"), "1548800");
}

TEST(RunningExample, UpToCountsAreSums) {
  EXPECT_EQ(classify("running", {"--bound", "2"}).finding().at("total"), "38");
  EXPECT_EQ(classify("running", {"--bound", "4"}).finding().at("total"), "4030");
}

TEST(RunningExample, TheVocabularyIsTakenExactly) {
  const Answer a = classify("running", {"--bound", "4", "--vocabulary", "eve_seen,type,secret"});
  EXPECT_EQ(a.constraints(), std::vector<std::string>{"exists i: eve_seen@i"});
  EXPECT_EQ(a.classes()[0].at("flags").size(), 1u);
}

TEST(RunningExample, TooWeak) {
  const Answer a = classify("running", {"--bound", "4", "--vocabulary", "sender"});
  EXPECT_EQ(a.code, 30);
  EXPECT_FALSE(a.finding().at("insufficient").at("differ").empty());
  const Answer on = classify("running", {"--bound", "3", "--vocabulary", "sender", "--keep-going"});
  EXPECT_EQ(on.code, 30);
  EXPECT_FALSE(on.classes().empty());
  EXPECT_TRUE(on.classes()[0].at("sufficient").is_null());
}

TEST(RunningExample, AnyLength) {
  const Answer a = classify("running", {"--mode", "any", "--bound", "4"});
  EXPECT_EQ(a.classes().size(), 2u);
  for (const Json& c : a.classes()) EXPECT_EQ(c.at("sufficient"), "unbounded");
  EXPECT_TRUE(a.finding().at("complete"));
}

TEST(IntegerExample, NoSolutionTwoClassesOneClass) {
  EXPECT_EQ(classify("integer", {"--bound", "1", "--predicate", "less(i) := a@i < 1"}).code, 30);
  EXPECT_EQ(classify("integer", {"--bound", "1", "--predicates", file("integer.pred")}).classes().size(), 2u);
  EXPECT_EQ(
      classify("integer", {"--bound", "1", "--predicates", file("integer.pred"), "--predicate", "other(i) := a@i != 1"})
          .classes()
          .size(),
      1u);
}

TEST(NeedhamSchroederSymmetric, TwoGenericClassesOfAnyLength) {
  const Answer a = classify("ns_symmetric", {"--vocabulary", "m", "--bound", "8", "--mode", "any"});
  ASSERT_EQ(a.classes().size(), 2u);
  EXPECT_EQ(a.constraints()[0], "exists i < j: m.sender@i = Bob & m.sender@j = Bob");
  for (const Json& c : a.classes()) EXPECT_EQ(c.at("sufficient"), "unbounded");
  EXPECT_TRUE(a.finding().at("unbounded"));
  EXPECT_EQ(a.report.at("properties")[0].at("depth"), 6);
}

TEST(NeedhamSchroederSymmetric, AnchoredReplay) {
  const Answer a = classify("ns_symmetric", {"--vocabulary", "m", "--bound", "8", "--predicates",
                                             file("ns_symmetric.pred"), "--anchor", "replay"});
  ASSERT_EQ(a.classes().size(), 2u);
  for (const std::string& c : a.constraints()) EXPECT_NE(c.find("replay("), std::string::npos);
}

TEST(NeedhamSchroederPublic, OneGenericClassManInTheMiddleNoReplay) {
  const Answer generic = classify("ns_public", {"--vocabulary", "m", "--bound", "9"});
  EXPECT_EQ(generic.classes().size(), 1u);
  EXPECT_EQ(generic.finding().at("total"), generic.classes()[0].at("count"));
  const Answer middle = classify("ns_public", {"--vocabulary", "m", "--bound", "9", "--predicates",
                                               file("ns_public.pred"), "--anchor", "man_in_the_middle"});
  EXPECT_EQ(middle.classes().size(), 1u);
  EXPECT_EQ(middle.classes()[0].at("count"), middle.finding().at("total"));
  const Answer replay = classify(
      "ns_public", {"--vocabulary", "m", "--bound", "9", "--predicates", file("ns_public.pred"), "--anchor", "replay"});
  EXPECT_EQ(replay.classes().size(), 0u);
  EXPECT_EQ(replay.code, 10);  // it is violated, though never so
}

TEST(NeedhamSchroederPublic, WithStealing) {
  const Answer a = classify("ns_public_steal", {"--vocabulary", "m", "--bound", "9"});
  EXPECT_LE(a.classes().size(), 9u);
  EXPECT_TRUE(a.finding().at("complete"));
}

TEST(Errors, NamesAndOptions) {
  EXPECT_EQ(classify("running", {"--vocabulary", "nobody"}).code, 3);
  EXPECT_EQ(classify("running", {"-p", "nothing"}).code, 3);
  EXPECT_EQ(classify("running", {"--anchor", "nothing"}).code, 3);
  EXPECT_EQ(classify("running", {"--predicate", "p(i) := y@i"}).code, 3);
}

// Table 1 of the paper.  The property is two literals, and the generic classes are their negations; the anchored
// counterexamples are one class more.  N points in time there are N - 1 steps here.
struct Table1 : ::testing::TestWithParam<std::tuple<const char*, const char*, int>> {
  Answer ask(std::vector<std::string> more) {
    const auto& [model, anchor, bound] = GetParam();
    more.insert(more.begin(), {"--mode", "exact", "--bound", std::to_string(bound), "--vocabulary", "alice,bob"});
    more.push_back("--no-count");
    return classify(model, more);
  }
};

TEST_P(Table1, TwoGenericClasses) {
  const Answer a = ask({});
  EXPECT_EQ(a.constraints(), (std::vector<std::string>{"exists i: alice.ne@i", "exists i: bob.ne@i"}));
  EXPECT_TRUE(a.finding().at("complete"));
  for (const Json& c : a.classes()) EXPECT_EQ(c.at("flags").size(), 1u);  // they restate the property
}

TEST_P(Table1, OneAnchoredClassMore) {
  const std::string model = std::get<0>(GetParam());
  const Answer a = ask({"--predicates", file(model + ".pred"), "--anchor", std::get<1>(GetParam())});
  EXPECT_EQ(a.classes().size(), 1u);
  EXPECT_EQ(a.classes()[0].at("facts").size(), 1u);  // the anchor alone
  EXPECT_EQ(a.finding().at("generic").size(), 2u);
}

INSTANTIATE_TEST_SUITE_P(Symmetric, Table1,
                         ::testing::Combine(::testing::Values("table1_symmetric"), ::testing::Values("replay"),
                                            ::testing::Range(7, 11)));
INSTANTIATE_TEST_SUITE_P(Public, Table1,
                         ::testing::Combine(::testing::Values("table1_public"), ::testing::Values("both"),
                                            ::testing::Range(8, 12)));

}  // namespace
}  // namespace whynot::command
