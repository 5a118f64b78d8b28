// whynot explain on models that are no systems: the trace of a violation, step by step.
#include <nlohmann/json.hpp>

#include "command_line.h"

namespace whynot::command {
namespace {

using nlohmann::json;

struct ExplainTraceLine : CommandLine {
  static std::string example(const std::string& name) { return WHYNOT_EXAMPLES "/" + name; }
  json report(std::vector<std::string> arguments, int code) {
    arguments.insert(arguments.begin(), "explain");
    arguments.push_back("--json");
    const Outcome o = whynot(arguments);
    EXPECT_EQ(o.code, code) << o.err;
    return json::parse(o.out);
  }
};

// The rules from the root down to the fact, and the goal that is open, if any.
std::vector<std::string> rules_of(const json& finding) {
  std::vector<std::string> rules;
  for (const json* n = &finding["proof"]; n; n = (*n)["children"].empty() ? nullptr : &(*n)["children"][0]) {
    EXPECT_EQ((*n)["open"].get<bool>(), (*n)["rule"].is_null());
    EXPECT_TRUE(finding["states"].contains((*n)["state"].get<std::string>()));
    rules.push_back((*n)["open"] ? "open" : (*n)["rule"].get<std::string>());
  }
  return rules;
}

TEST_F(ExplainTraceLine, ASpecificationsViolationIsShownStepByStep) {
  const json r = report({example("ots/nspk.ots"), "-p", "SP"}, 10);
  ASSERT_EQ(r["findings"].size(), 1u);
  const json& f = r["findings"][0];
  EXPECT_EQ(f["kind"], "evidence");
  EXPECT_EQ(f["proved"], "EF !SP");
  EXPECT_EQ(f["proof"]["bound"], 4);
  EXPECT_EQ(f["open"], 0);
  EXPECT_TRUE(f["checked"]);
  EXPECT_EQ(f["traces"], r["properties"][0]["traces"]);
  EXPECT_EQ(rules_of(f),
            (std::vector<std::string>{"EU", "EU-step", "EU-step", "EU-step", "EU-step", "EU-now", "atom"}));
  EXPECT_EQ(f["states"].size(), 5u);
  EXPECT_NE(f["proof"]["children"][0]["summary"].get<std::string>().find("send1("), std::string::npos);
}

TEST_F(ExplainTraceLine, BudgetAndDepthLeaveTheRestOpen) {
  for (const char* option : {"--budget", "--depth"}) {
    const json r = report({example("ots/nspk.ots"), "-p", "SP", option, "3"}, 10);
    EXPECT_EQ(rules_of(r["findings"][0]), (std::vector<std::string>{"EU", "EU-step", "EU-step", "open"}));
    EXPECT_EQ(r["findings"][0]["open"], 1);
  }
  const json none = report({example("ots/nspk.ots"), "-p", "SP", "--budget", "0"}, 10);
  EXPECT_EQ(rules_of(none["findings"][0]), std::vector<std::string>{"open"});
}

TEST_F(ExplainTraceLine, WhatHoldsIsShownByItsLemmas) {
  const json r = report({example("ots/nslpk.ots"), "-p", "SP"}, 0);
  EXPECT_EQ(r["properties"][0]["verdict"], "holds");
  EXPECT_EQ(r["findings"][0]["kind"], "falsification");
}

TEST_F(ExplainTraceLine, AProgramsShortestViolationIsShownStepByStep) {
  const json r = report({example("pushdown/running.pds")}, 10);
  const json& f = r["findings"][0];
  EXPECT_EQ(f["kind"], "evidence");
  EXPECT_EQ(f["proof"]["bound"], 7);
  EXPECT_EQ(f["traces"].size(), 1u);
  EXPECT_EQ(rules_of(f).size(), 10u);
  const json refined = report({example("pushdown/running.pds"), "-a", example("pushdown/running-refined.efsa")}, 10);
  EXPECT_EQ(refined["findings"].size(), refined["properties"].size());
}

TEST_F(ExplainTraceLine, OptionsAboutProofsOfSystemsAreRefused) {
  const Outcome o = whynot({"explain", example("ots/nspk.ots"), "-p", "SP", "--strategy", "shortest"});
  EXPECT_EQ(o.code, 2);
  EXPECT_NE(o.err.find("--strategy"), std::string::npos);
}

}  // namespace
}  // namespace whynot::command
