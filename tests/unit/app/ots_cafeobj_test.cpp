// The export to CafeOBJ: where CafeOBJ is installed, every passage reduces to what the comment above it says.
#include <cstdio>
#include <cstdlib>

#include "command_line.h"

namespace whynot::app {
namespace {

struct CafeExport : CommandLine {
  Outcome exported(const std::string& example, const std::string& to) {
    return whynot(
        {"search", std::string(WHYNOT_EXAMPLES) + "/ots/" + example + ".ots", "--depth", "0", "--export", to});
  }
};

// The truth values that lines of the text end or begin with, one letter each.
std::string claims(const std::string& module) {
  std::istringstream lines(module);
  std::string out;
  for (std::string line; std::getline(lines, line);)
    if (line.starts_with("-- ")) out += line.ends_with(": true") ? "t" : line.ends_with(": false") ? "f" : "";
  return out;
}
std::string reductions(const std::string& answer) {
  std::istringstream lines(answer);
  std::string out;
  for (std::string line; std::getline(lines, line);)
    if (line.starts_with("(") && line.ends_with(":Bool"))
      out += line == "(true):Bool" ? "t" : line == "(false):Bool" ? "f" : "?";
  return out;
}

std::string run_cafeobj(const std::string& file) {
  std::string answer;  // it does not heed SIGTERM
  FILE* pipe = popen(("timeout -k 1 60 cafeobj -batch " + file + " 2>&1 </dev/null").c_str(), "r");
  char buffer[4096];
  while (pipe && std::fgets(buffer, sizeof buffer, pipe)) answer += buffer;
  if (pipe) pclose(pipe);
  return answer;
}

TEST_F(CafeExport, PassagesReduceToWhatIsClaimed) {
  const bool installed = std::system("command -v cafeobj >/dev/null 2>&1") == 0;
  const std::vector<std::pair<std::string, std::string>> expected = {
      {"flawed", "tff"}, {"tas", "tfftf"}, {"qlock", "tfft"}, {"nspk", "tffttfff"}, {"nslpk", "tfftt"}};
  for (const auto& [example, truths] : expected) {
    const std::string path = folder / (example + ".cafe");
    exported(example, path);
    std::ifstream in(path);
    const std::string module{std::istreambuf_iterator<char>(in), {}};
    EXPECT_EQ(claims(module), truths) << example;
    if (!installed) continue;
    const std::string answer = run_cafeobj(path);
    EXPECT_EQ(reductions(answer), truths) << example << "\n" << answer;
  }
  if (!installed) GTEST_SKIP() << "cafeobj is not installed";
}

TEST_F(CafeExport, WhatRewritingCannotDecideIsRefusedByName) {
  const auto refused = [&](const std::string& example, const std::string& why) {
    const Outcome o = exported(example, folder / (example + ".cafe"));
    EXPECT_EQ(o.code, 2);
    EXPECT_NE(o.err.find(why), std::string::npos) << o.err;
  };
  refused("abp", "arithmetic");
  refused("2pc", "quantifiers");
  refused("suzuki", "several initial states");
}

}  // namespace
}  // namespace whynot::app
