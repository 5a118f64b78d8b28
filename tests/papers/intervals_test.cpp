// Toda & Inoue, "Interval-based counterexample analysis for error explanation": the example of section 3.
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "command/run.h"

namespace whynot {
namespace {

const std::string folder = std::string(WHYNOT_EXAMPLES) + "/intervals/";

nlohmann::json finding(const std::string& property, const std::string& variable) {
  std::istringstream in;
  std::ostringstream out, err;
  const int code = command::run(
      {"intervals", folder + "net.smv", "-p", property, "-v", variable, "--base", folder + "base.itf.json", "--json"},
      {in, out, err});
  EXPECT_EQ(code, 10) << err.str();
  return nlohmann::json::parse(out.str())["findings"][0];
}

nlohmann::json interval(const char* lo, const char* hi) { return {{{"lo", lo}, {"hi", hi}}}; }

// The paper says 4 to 7 for destinations: that is the route.  Those of it that violate the formula are 4 and 5.
TEST(IntervalPaper, DestinationsOfTheLostPacket) {
  const auto f = finding("reach_b", "packet.ipdst");
  EXPECT_EQ(f["value"], "5");
  EXPECT_EQ(f["intervals"], interval("4", "5"));
  EXPECT_EQ(f["patterns"], nlohmann::json({"10*"}));
  EXPECT_EQ(f["route"]["intervals"], interval("4", "7"));
}

TEST(IntervalPaper, SourcesOfTheLostPacket) {
  const auto f = finding("reach_b", "packet.ipsrc");
  EXPECT_EQ(f["intervals"], interval("4", "7"));
  EXPECT_EQ(f["patterns"], nlohmann::json({"1**"}));
}

// Without the premise route and violation are one set.
TEST(IntervalPaper, DestinationsThatNeverReachB) {
  const auto f = finding("all_reach_b", "packet.ipdst");
  EXPECT_EQ(f["intervals"], interval("4", "7"));
  EXPECT_EQ(f["patterns"], nlohmann::json({"1**"}));
  EXPECT_EQ(f["route"]["intervals"], interval("4", "7"));
}

}  // namespace
}  // namespace whynot
