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

struct Claimed {
  const char *example, *truths;
  friend std::ostream& operator<<(std::ostream& out, const Claimed& c) { return out << c.example; }
};
struct CafeExamples : CafeExport, ::testing::WithParamInterface<Claimed> {};

TEST_P(CafeExamples, PassagesReduceToWhatIsClaimed) {
  const auto& [example, truths] = GetParam();
  const std::string path = folder / (std::string(example) + ".cafe");
  exported(example, path);
  std::ifstream in(path);
  const std::string module{std::istreambuf_iterator<char>(in), {}};
  EXPECT_EQ(claims(module), truths);
  if (std::system("command -v cafeobj >/dev/null 2>&1") != 0) GTEST_SKIP() << "cafeobj is not installed";
  const std::string answer = run_cafeobj(path);
  EXPECT_EQ(reductions(answer), truths) << answer;
}

INSTANTIATE_TEST_SUITE_P(All, CafeExamples,
                         ::testing::Values(Claimed{"flawed", "tff"}, Claimed{"tas", "tfftf"}, Claimed{"qlock", "tfft"},
                                           Claimed{"nspk", "tffttfff"}, Claimed{"nslpk", "tfftt"},
                                           Claimed{"2pc", "tfff"}, Claimed{"abp", "tfffft"},
                                           Claimed{"suzuki", "tffttfftfftff"}));

// What the examples do not use: maps, what is taken out of bags, numbers below zero, several values to start with.
TEST_F(CafeExport, OtherDataToo) {
  const std::string bank = file("bank.ots", R"(ots BANK {
  sort Acc = loose { bank }
  sort Slip = free { slip(acc: Acc, sum: Int) }
  observer balance : map Acc Int = [_ := 0]
  observer limit : Int in { -1, 0 }
  observer open : Bool in { true, false }
  observer desk : bag Slip = {}
  init open or limit = 0
  transition order(a: Acc) { when open  desk += slip(a, 1) }
  transition serve(a: Acc, n: Int) {
    when slip(a, n) in desk, a != bank
    balance := balance[a := balance[a] - n]
    desk -= slip(a, n)
  }
  invariant kept(a: Acc) : limit <= balance[a]
  invariant small(a: Acc, n: Int) : slip(a, n) in desk => n <= 1
  invariant closed : not open => limit = 0
  scope two { Acc = { bank, x } }
}
)");
  const std::string path = folder / "bank.cafe";
  ASSERT_EQ(whynot({"search", bank, "--depth", "0", "--export", path}).code, 30);
  std::ifstream in(path);
  const std::string module{std::istreambuf_iterator<char>(in), {}};
  EXPECT_EQ(claims(module), "ttftttt") << module;
  if (std::system("command -v cafeobj >/dev/null 2>&1") != 0) GTEST_SKIP() << "cafeobj is not installed";
  const std::string answer = run_cafeobj(path);
  EXPECT_EQ(reductions(answer), claims(module)) << module << answer;
}

TEST_F(CafeExport, WhatRewritingCannotFollowIsRefusedByName) {
  const auto refused = [&](const std::string& item, const std::string& why) {
    const std::string spec = file("r.ots", "ots R {\n  sort P = loose\n  observer q : list P = []\n" + item + "}\n");
    const Outcome o = whynot({"search", spec, "--depth", "0", "--export", folder / "r.cafe"});
    EXPECT_EQ(o.code, 2);
    EXPECT_NE(o.err.find(why), std::string::npos) << o.err;
  };
  refused("  fun len(l: list P) : Nat = if l = [] then 0 else 1 + len(tail(l))\n", "recursive functions");
  refused("  invariant all : forall p: P. p not in q\n", "quantifiers of an invariant (`all`)");
  refused("  observer n(p: P) : Nat in { 0, 1 }\n", "the initial values of `n`");
}

}  // namespace
}  // namespace whynot::app
