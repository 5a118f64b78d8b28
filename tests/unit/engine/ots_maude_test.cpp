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
#include "support/random_maps.h"
#include "support/rounds.h"

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
class MaudeAgreesOnExamples : public ::testing::TestWithParam<Case> {};

void expect_agreement(OtsInput& input, const char* scope_name, std::optional<std::size_t> depth) {
  const auto& scope = input.scope(scope_name);
  const auto made = MaudeModule::make(input.ots(), scope);
  ASSERT_TRUE(std::holds_alternative<MaudeModule>(made)) << std::get<encode::ots::MaudeRefusal>(made).reason;
  const MaudeModule& module = std::get<MaudeModule>(made);
  Context context;
  const SearchOutcome count = search(input.ots(), scope, {}, {depth, false, 1, {}}, context);
  const std::string counted = run_maude(module.text() + module.count_command(depth));
  EXPECT_NE(counted.find("states: " + std::to_string(count.depths.back().states + module.extra_states()) + " "),
            std::string::npos)
      << counted;
  for (const auto& invariant : input.ots().invariants) {
    const std::vector<whynot::ots::Predicate> goal{predicate_of(invariant)};
    const auto command = module.search_command(input.ots(), scope, goal[0], depth);
    ASSERT_TRUE(std::holds_alternative<std::string>(command)) << invariant.name;
    const bool ours =
        std::holds_alternative<Violated>(search(input.ots(), scope, goal, {depth, false, 1, {}}, context).verdicts[0]);
    const std::string answer = run_maude(module.text() + std::get<std::string>(command));
    EXPECT_EQ(answer.find("Solution 1") != std::string::npos, ours) << invariant.name << "\n" << answer;
    EXPECT_EQ(answer.find("No solution") != std::string::npos, !ours) << invariant.name << "\n" << answer;
  }
}

TEST_P(MaudeAgreesOnExamples, InStatesAndVerdicts) {
  if (std::system("command -v maude >/dev/null 2>&1") != 0) GTEST_SKIP() << "maude is not installed";
  const auto& [example, scope, depth] = GetParam();
  OtsInput input(read_example(example));
  expect_agreement(input, scope, depth);
}

INSTANTIATE_TEST_SUITE_P(Examples, MaudeAgreesOnExamples,
                         ::testing::Values(Case{"nspk", "paper", 3}, Case{"nslpk", "paper", 3},
                                           Case{"qlock", "three", {}}, Case{"flawed", "two", {}},
                                           Case{"flawed", "six", {}}, Case{"tas", "three", {}}, Case{"2pc", "two", {}},
                                           Case{"2pc", "three", {}}, Case{"abp", "any", 6}, Case{"suzuki", "two", 6}));

// What the examples do not use: maps, parameters of enumerations, several values to start with, what is taken out of
// bags.
constexpr const char* bank = R"(ots BANK {
  sort Acc = loose
  sort Coin = enum { small, big }
  sort Slip = free { slip(acc: Acc, coin: Coin) }
  fun worth(c: Coin) : Nat = if c = small then 1 else 2
  observer balance : map Acc Nat = [_ := 1]
  observer open : map Acc Bool in { [_ := true], [_ := false] }
  observer limit : Nat in { 2, 3 }
  observer desk : bag Slip = {}
  transition order(a: Acc, c: Coin) { when open[a], |desk| < 2  desk += slip(a, c) }
  transition serve(a: Acc, c: Coin) {
    when slip(a, c) in desk, balance[a] < limit
    balance := balance[a := balance[a] + worth(c)]
    desk -= slip(a, c)
  }
  transition pay(a: Acc, b: Acc) {
    when 0 < balance[a], a != b
    balance := balance[a := balance[a] - 1][b := balance[b] + 1]
  }
  transition toggle(a: Acc) { open := open[a := not open[a]] }
  invariant low(a: Acc) : balance[a] <= limit
  invariant rich(a: Acc, b: Acc) : balance[a] + balance[b] <= 8 or a = b
  scope two { Acc = { x, y } }
}
)";

TEST(MaudeAgrees, OnWhatTheExamplesDoNotUse) {
  if (std::system("command -v maude >/dev/null 2>&1") != 0) GTEST_SKIP() << "maude is not installed";
  OtsInput input(bank);
  expect_agreement(input, "two", 4);
}

// A pattern matches what is built: what an observer shows is no part of it.
TEST(MaudeAgrees, OnObserversWithinPatterns) {
  if (std::system("command -v maude >/dev/null 2>&1") != 0) GTEST_SKIP() << "maude is not installed";
  OtsInput input(R"(ots LEFT {
    sort N = enum { a, b }
    sort M = free { m(x: N, v: Nat) }
    fun next(v: Nat) : Nat = v + 1
    observer left(n: N) : N = b
    observer s : set M = { m(b, 1), m(a, 2) }
    observer got : Nat = 0
    transition take(n: N, v: Nat) { when m(left(n), v) in s, got = 0  got := next(v) }
    transition more { when m(b, next(0)) in s, got = 2  got := 3 }
    transition turn(n: N) { when got = 3  left(n) := a  got := 0 }
    invariant low : got < 3
    scope all {}
  })");
  expect_agreement(input, "all", {});
}

TEST(MaudeAgrees, OnMapsThatAreEqualAtEveryKey) {
  if (std::system("command -v maude >/dev/null 2>&1") != 0) GTEST_SKIP() << "maude is not installed";
  for (unsigned seed = 700; seed < 700 + rounds(12); ++seed) {
    const RandomMaps model(seed);
    SCOPED_TRACE(model.text());
    OtsInput input(model.text());
    expect_agreement(input, "all", 3);
  }
}

}  // namespace
}  // namespace whynot::engine::ots
