// Our search against Maude's, where Maude is installed: the same numbers of states, the same verdicts.
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "encode/ots/maude.h"
#include "engine/ots/search.h"
#include "ots_support.h"

namespace whynot::engine::ots {
namespace {

using encode::ots::MaudeModule;

std::string run_maude(const std::string& script) {
  const auto file = std::filesystem::temp_directory_path() / ("whynot-" + std::to_string(::getpid()) + ".maude");
  std::ofstream(file) << "set include BOOL on .\n" << script << "quit\n";
  std::string answer;
  FILE* pipe =
      popen(("timeout 60 maude -no-banner -no-wrap -batch " + file.string() + " 2>&1 </dev/null").c_str(), "r");
  char buffer[4096];
  while (pipe && std::fgets(buffer, sizeof buffer, pipe)) answer += buffer;
  if (pipe) pclose(pipe);
  std::filesystem::remove(file);
  return answer;
}

struct Case {
  const char *example, *scope;
  std::optional<std::size_t> depth;
};
class MaudeAgrees : public ::testing::TestWithParam<Case> {};

TEST_P(MaudeAgrees, OnStatesAndVerdicts) {
  if (std::system("command -v maude >/dev/null 2>&1") != 0) GTEST_SKIP() << "maude is not installed";
  const auto& [example, scope_name, depth] = GetParam();
  OtsInput input(read_example(example));
  const auto& scope = input.scope(scope_name);
  const auto made = MaudeModule::make(input.ots(), scope);
  ASSERT_TRUE(std::holds_alternative<MaudeModule>(made)) << std::get<encode::ots::MaudeRefusal>(made).reason;
  const MaudeModule& module = std::get<MaudeModule>(made);
  Context context;
  const SearchOutcome count = search(input.ots(), scope, {}, {depth, false, 1, {}}, context);
  const std::string counted = run_maude(module.text() + MaudeModule::count_command(depth));
  EXPECT_NE(counted.find("states: " + std::to_string(count.depths.back().states) + " "), std::string::npos) << counted;
  for (const auto& invariant : input.ots().invariants) {
    const std::vector<whynot::ots::Predicate> goal{predicate_of(invariant)};
    const auto command = module.search_command(input.ots(), scope, goal[0], depth);
    if (!std::holds_alternative<std::string>(command)) continue;
    const bool ours =
        std::holds_alternative<Violated>(search(input.ots(), scope, goal, {depth, false, 1, {}}, context).verdicts[0]);
    const std::string answer = run_maude(module.text() + std::get<std::string>(command));
    EXPECT_EQ(answer.find("Solution 1") != std::string::npos, ours) << invariant.name << "\n" << answer;
    EXPECT_EQ(answer.find("No solution") != std::string::npos, !ours) << invariant.name << "\n" << answer;
  }
}

INSTANTIATE_TEST_SUITE_P(Examples, MaudeAgrees,
                         ::testing::Values(Case{"nspk", "paper", 3}, Case{"nslpk", "paper", 3},
                                           Case{"qlock", "three", {}}, Case{"flawed", "two", {}},
                                           Case{"flawed", "six", {}}, Case{"tas", "three", {}}, Case{"2pc", "two", {}},
                                           Case{"2pc", "three", {}}, Case{"abp", "any", 6}));

}  // namespace
}  // namespace whynot::engine::ots
