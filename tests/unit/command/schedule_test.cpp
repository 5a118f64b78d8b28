// Several properties of a model: the easy ones are answered first, and reported in the order of the file.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "command_line.h"

namespace whynot::command {
namespace {

using nlohmann::json;

struct Scheduled : CommandLine {
  // A property that no engine settles soon, about words that the others do not speak of.
  static std::string hard(const std::string& name) {
    return fmt::format("INVARSPEC NAME {} := (a * b) * (a + b) = a * a * b + b * b * a;\n", name);
  }
  static std::string model(const std::string& properties) {
    return "MODULE main\nVAR a : word[24]; b : word[24]; x : boolean; n : 0..60;\n"
           "ASSIGN init(x) := TRUE; init(n) := 0; next(n) := n < 60 ? n + 1 : n;\n" +
           properties;
  }
  static std::string hard_and_easy() {
    std::string properties = hard("hard");
    for (int i = 1; i <= 49; ++i)
      properties += i % 2 ? fmt::format("INVARSPEC NAME p{} := n != {};\n", i, i)
                          : fmt::format("LTLSPEC NAME p{} := G (n = {} -> X n != {});\n", i, i, i);
    return model(properties);
  }
  static std::vector<std::string> lines(const std::string& text) {
    std::vector<std::string> found;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);) found.push_back(line);
    return found;
  }
};

TEST_F(Scheduled, ATrivialPropertyDoesNotWaitForAHardOne) {
  const std::string path = file("two.smv", model(hard("hard") + "INVARSPEC NAME easy := x;\n"));
  const json report = json::parse(whynot({"check", path, "--timeout", "2s", "--json"}).out);
  EXPECT_EQ(report["properties"][0]["verdict"], "undecided");
  EXPECT_EQ(report["properties"][0]["name"], "hard") << "in the order of the file";
  EXPECT_TRUE(report["properties"][0]["reason"].get<std::string>().starts_with("stopped by --timeout 2s"));
  EXPECT_EQ(report["properties"][1]["verdict"], "violated");
}

TEST_F(Scheduled, ManyEasyOnesAreAnsweredBesideAHardOne) {
  const json report =
      json::parse(whynot({"check", file("many.smv", hard_and_easy()), "--timeout", "6s", "--json"}).out);
  ASSERT_EQ(report["properties"].size(), 50u);
  EXPECT_EQ(report["properties"][0]["verdict"], "undecided");
  for (std::size_t i = 1; i < 50; ++i) {
    EXPECT_EQ(report["properties"][i]["name"], fmt::format("p{}", i));
    EXPECT_EQ(report["properties"][i]["verdict"], i % 2 ? "violated" : "holds") << i;
  }
}

TEST_F(Scheduled, VerdictsAreToldAsTheyCome) {
  const std::string path = file("two.smv", model(hard("hard") + "INVARSPEC NAME easy := x;\n"));
  std::vector<std::string> told;
  for (const std::string& line : lines(whynot({"check", path, "--timeout", "1s", "--format", "jsonl"}).out))
    if (const json event = json::parse(line); event["event"] == "verdict") told.push_back(event["name"]);
  EXPECT_EQ(told, (std::vector<std::string>{"easy", "hard"}));
}

TEST_F(Scheduled, TheSameLineGivesTheSameBytes) {
  std::string properties;
  for (int i = 1; i <= 24; ++i)
    properties += fmt::format("INVARSPEC NAME p{} := n != {} | x;\nCTLSPEC NAME c{} := AF n > {};\n", i, i, i, i);
  const std::string path = file("same.smv", model(properties));
  for (const char* format : {"json", "jsonl"}) {
    const std::vector<std::string> line{"check", path, "--no-timing", "--format", format};
    EXPECT_EQ(whynot(line).out, whynot(line).out);
  }
}

TEST_F(Scheduled, ALimitOfOnePropertyLeavesTheOthersTheirs) {
  const std::string path = file("each.smv", model(hard("h1") + hard("h2") + "INVARSPEC NAME late := n != 50;\n"));
  for (const char* engine : {"auto", "bmc"}) {
    const json report =
        json::parse(whynot({"check", path, "--timeout-each", "300ms", "--engine", engine, "--json"}).out);
    for (std::size_t i : {0u, 1u})
      EXPECT_TRUE(report["properties"][i]["reason"].get<std::string>().starts_with("stopped by --timeout-each 300ms"))
          << report["properties"][i];
    EXPECT_EQ(report["properties"][2]["verdict"], "violated") << engine;
  }
  const json alone = json::parse(whynot({"check", path, "-p", "h1", "--timeout-each", "200ms", "--json"}).out);
  EXPECT_TRUE(alone["properties"][0]["reason"].get<std::string>().starts_with("stopped by --timeout-each 200ms"));
}

TEST_F(Scheduled, WhatIsViolatedAtOnceDoesNotWaitForDiagrams) {
  const std::string path = file("product.smv",
                                "MODULE main\nVAR a : word[12]; b : word[12];\n"
                                "ASSIGN init(a) := 0ud12_7; next(a) := a * b;\nINVARSPEC a != 0ud12_7;\n");
  const json report = json::parse(whynot({"check", path, "--json"}).out);
  EXPECT_EQ(report["properties"][0]["verdict"], "violated");
  EXPECT_NE(report["properties"][0]["engine"], "bdd") << "a diagram of the product takes longer than a glance";
}

TEST_F(Scheduled, DeepRunsOfSimulationsAreShortened) {
  const std::string path = file("deep.smv",
                                "MODULE main\nVAR a : word[24]; n : 0..60; b : boolean;\n"
                                "ASSIGN init(n) := 0; next(n) := case n < 60 : {n, n + 1}; TRUE : n; esac;\n"
                                "INVARSPEC n != 12;\n");
  const auto depth = [&](const std::string& engine) {
    const json report = json::parse(whynot({"check", path, "--engine", engine, "--json"}).out);
    EXPECT_EQ(report["properties"][0]["verdict"], "violated") << engine;
    return report["traces"][0]["steps"].size();
  };
  EXPECT_EQ(depth("auto"), 13u);
  EXPECT_GE(depth("sim"), 13u);
}

}  // namespace
}  // namespace whynot::command
