// The truth of a formula's parts in the report, against values worked out by hand.
#include <map>
#include <nlohmann/json.hpp>

#include "command_line.h"

namespace whynot::command {
namespace {

using nlohmann::json;

struct Subformulas : CommandLine {
  // x counts 0 1 2 3 and then 2 3 2 3 …; the input i is free.
  const char* counter = R"(MODULE main
IVAR i : boolean;
VAR x : 0..3;
ASSIGN init(x) := 0; next(x) := case x = 3 : 2; TRUE : x + 1; esac;
)";
  json trace_of(const std::string& property, const std::vector<std::string>& more = {"--subformulas"}) {
    std::vector<std::string> words{"check", file("m.smv", counter + property), "--json"};
    words.insert(words.end(), more.begin(), more.end());
    return json::parse(whynot(words).out)["traces"][0];
  }
  // Text to truth, the first four steps.
  std::map<std::string, std::string> rows_of(const std::string& property) {
    std::map<std::string, std::string> rows;
    const json trace = trace_of(property);
    for (const json& part : trace["subformulas"]) rows[part["text"]] = part["truth"].get<std::string>().substr(0, 4);
    return rows;
  }
};

TEST_F(Subformulas, FutureOperators) {
  const auto rows = rows_of("LTLSPEC F G x = 2;\n");
  EXPECT_EQ(rows.at("F G x = 2"), "FFFF");
  EXPECT_EQ(rows.at("G x = 2"), "FFFF");
  EXPECT_EQ(rows.at("x = 2"), "FFTF");
}

TEST_F(Subformulas, PastOperatorsAndConnectives) {
  const auto rows = rows_of("LTLSPEC G (O x = 1 -> x < 3);\n");
  EXPECT_EQ(rows.at("O x = 1"), "FTTT");
  EXPECT_EQ(rows.at("x < 3"), "TTTF");
  EXPECT_EQ(rows.at("O x = 1 -> x < 3"), "TTTF");
}

TEST_F(Subformulas, TheFormulaIsFirstAndPartsPointOnward) {
  const json parts = trace_of("LTLSPEC F G x = 2;\n")["subformulas"];
  ASSERT_EQ(parts.size(), 3u);
  EXPECT_EQ(parts[0]["op"], "F");
  EXPECT_EQ(parts[0]["args"], json::array({1}));
  EXPECT_EQ(parts[1]["args"], json::array({2}));
  EXPECT_EQ(parts[2]["op"], "atom");
  EXPECT_EQ(parts[2]["places"], json::parse(R"([{"column":"x","ahead":0}])"));
}

TEST_F(Subformulas, BoundsAndInputs) {
  const json parts = trace_of("LTLSPEC F [0, 2] (x = 3 | i);\n")["subformulas"];
  EXPECT_EQ(parts[0]["bounds"], json::array({0, 2}));
  bool seen = false;
  for (const json& part : parts)
    if (part["text"] == "i") seen = part["places"] == json::parse(R"([{"column":"i","ahead":1}])");
  EXPECT_TRUE(seen) << parts;
}

TEST_F(Subformulas, InvariantsAreLookedAtOnTheRun) {
  const auto rows = rows_of("INVARSPEC x < 3;\n");
  EXPECT_EQ(rows.at("x < 3"), "TTTF");
  EXPECT_EQ(rows.at("G x < 3"), "FFFF");
}

TEST_F(Subformulas, OnlyWhenAsked) {
  EXPECT_FALSE(trace_of("LTLSPEC F G x = 2;\n", {}).contains("subformulas"));
  const std::string page = folder / "report.html";
  whynot({"check", file("m.smv", std::string(counter) + "LTLSPEC F G x = 2;\n"), "--format", "html=" + page});
  std::ostringstream text;
  text << std::ifstream(page).rdbuf();
  EXPECT_NE(text.str().find("subformulas"), std::string::npos);
}

TEST_F(Subformulas, TooManyAreLeftOut) {
  std::string long_formula = "x = 0";
  for (int i = 0; i < 100; ++i) long_formula = "X (" + long_formula + ")";
  EXPECT_FALSE(trace_of("LTLSPEC " + long_formula + ";\n").contains("subformulas"));
}

}  // namespace
}  // namespace whynot::command
