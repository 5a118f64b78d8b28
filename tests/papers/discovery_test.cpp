// Classes that nobody wrote predicates for, on the models that come with the program: what is found, how many
// counterexamples it covers, and what is said of it.  The counts are exact, so they are compared as they are.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "command/run.h"

namespace whynot::command {
namespace {

using Json = nlohmann::json;
using Texts = std::vector<std::string>;

struct Found {
  int code = 0;
  Json finding;

  Texts all(const char* member) const {
    Texts found;
    for (const Json& c : finding.at("classes")) found.push_back(c.at(member).get<std::string>());
    return found;
  }
  Texts flags() const {
    Texts found;
    for (const Json& c : finding.at("classes"))
      for (const Json& flag : c.at("flags")) found.push_back(flag.get<std::string>());
    return found;
  }
};

Found classify(const std::string& model, const std::string& property, const Texts& options = {}) {
  Texts words = {"classify", std::string(WHYNOT_EXAMPLES "/") + model + ".smv", "-p", property, "--json"};
  words.insert(words.end(), options.begin(), options.end());
  std::istringstream in;
  std::ostringstream out, err;
  Found found;
  found.code = command::run(words, {in, out, err, false, false});
  const Json report = Json::parse(out.str());
  for (const Json& finding : report.at("findings"))
    if (finding.at("kind") == "classification") found.finding = finding;
  return found;
}

TEST(Discovery, Net) {
  const Found f = classify("net", "reach_b");
  EXPECT_EQ(f.code, 10);
  EXPECT_EQ(f.all("constraint"), Texts{"exists i: packet.ipsrc@i >= 0ud3_4 & packet.ipdst@i in 0ud3_4..0ud3_5"});
  EXPECT_EQ(f.all("sentence"), Texts{"packet.ipsrc is at least 4 and packet.ipdst is between 4 and 5"});
  EXPECT_EQ(f.all("count"), Texts{"224"});
  EXPECT_EQ(f.finding.at("classes")[0].at("contrast").at("sentence"), "packet.ipsrc = 0 instead of 4 initially");
}

TEST(Discovery, Counter) {
  const Found f = classify("counter", "within");
  EXPECT_EQ(f.all("constraint"), Texts{"exists i, j: value@i = limit@i & !reset@j & i + 1 = j"});
  EXPECT_EQ(f.all("count"), Texts{"1707"});
  EXPECT_TRUE(f.flags().empty());
}

TEST(Discovery, RunningExample) {
  const Found f = classify("classify/running", "safe", {"--bound", "8", "--discover"});
  EXPECT_EQ(f.all("constraint"),
            (Texts{"exists i: type@i = Plaintext & secret@i", "exists i < j: type@i = Encrypted & secret@j"}));
  EXPECT_EQ(f.all("count"), (Texts{"17158422", "18416656"}));
  EXPECT_EQ(f.finding.at("total"), "18999710");
}

TEST(Discovery, Lift) {
  const Found f = classify("lift", "served3");
  EXPECT_EQ(f.code, 10);
  EXPECT_TRUE(f.finding.at("complete"));
  EXPECT_TRUE(f.flags().empty());
  const Json& details = f.finding.at("classes").at(0).at("details");
  ASSERT_FALSE(details.empty());
  for (const Json& d : details) {
    const std::string text = d.at("text");
    EXPECT_TRUE(text.find("call1.lit") != std::string::npos || text.find("call2.lit") != std::string::npos) << text;
    EXPECT_GT(d.at("share"), 0.05);
    EXPECT_LT(d.at("share"), 0.95);
  }
}

TEST(Discovery, Mutex) {
  const Found f = classify("mutex", "always_both");
  EXPECT_TRUE(f.finding.at("complete"));
  EXPECT_EQ(f.finding.at("total"), "108939");
  ASSERT_EQ(f.flags().size(), 1u);
  EXPECT_TRUE(f.flags()[0].starts_with("follows from the formula"));
}

TEST(Discovery, NeedhamSchroederSymmetric) {
  const Found f = classify("classify/ns_symmetric", "safe", {"--bound", "9"});
  EXPECT_EQ(f.all("count"), (Texts{"6319", "724"}));
  EXPECT_EQ(f.finding.at("total"), "6962");
  ASSERT_FALSE(f.finding.at("descriptors").empty());
  for (const Json& d : f.finding.at("descriptors")) EXPECT_EQ(d.at("count"), "6962");
}

TEST(Discovery, NeedhamSchroederPublic) {
  const Found f = classify("classify/ns_public", "safe", {"--bound", "9"});
  EXPECT_EQ(f.all("count"), Texts{"11"});
  ASSERT_FALSE(f.finding.at("descriptors").empty());
  const Json& first = f.finding.at("descriptors")[0];
  EXPECT_NE(first.at("text").get<std::string>().find("m.receiver@i = m.sender@j"), std::string::npos) << first;
  EXPECT_EQ(first.at("count"), "11");
}

// The steps of stealing are named as the model names them.
TEST(Discovery, TableOne) {
  for (const char* model : {"classify/table1_symmetric", "classify/table1_public"}) {
    const Found f = classify(model, "auth", {"--discover"});
    EXPECT_TRUE(f.finding.at("complete")) << model;
    EXPECT_TRUE(f.flags().empty()) << model;
    const Texts classes = f.all("constraint");
    ASSERT_GE(classes.size(), 2u) << model;
    EXPECT_EQ(classes[0], "exists i, j: theft_from_alice(i, j)");
    EXPECT_EQ(classes[1], "exists i, j: theft_from_bob(i, j)");
  }
}

}  // namespace
}  // namespace whynot::command
