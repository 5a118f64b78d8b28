// The export to CafeOBJ: where CafeOBJ is installed, every passage reduces to what the comment above it says.
#include <cstdio>
#include <cstdlib>

#include "command_line.h"

namespace whynot::command {
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
                                           Claimed{"2pc", "tfff"}, Claimed{"abp", "tfffftffffff"},
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
  ASSERT_EQ(whynot({"search", bank, "--depth", "0", "--export", path}).code, 0);
  std::ifstream in(path);
  const std::string module{std::istreambuf_iterator<char>(in), {}};
  EXPECT_EQ(claims(module), "ttftttt") << module;
  if (std::system("command -v cafeobj >/dev/null 2>&1") != 0) GTEST_SKIP() << "cafeobj is not installed";
  const std::string answer = run_cafeobj(path);
  EXPECT_EQ(reductions(answer), claims(module)) << module << answer;
}

struct Written {
  const char *name, *items, *truths;
  std::size_t left_out = 0;
  friend std::ostream& operator<<(std::ostream& out, const Written& w) { return out << w.name; }
};
struct CafeConstructs : CafeExport, ::testing::WithParamInterface<Written> {};

std::size_t occurrences(const std::string& text, const std::string& of) {
  std::size_t n = 0;
  for (std::size_t at = 0; (at = text.find(of, at)) != std::string::npos; ++at) ++n;
  return n;
}

TEST_P(CafeConstructs, PassagesReduceToWhatIsClaimed) {
  const auto& [name, items, truths, left_out] = GetParam();
  const std::string spec = file("w.ots", "ots W {\n  sort P = loose { i }\n" + std::string(items) + "}\n");
  const Outcome o = whynot({"search", spec, "--depth", "0", "--export", folder / "w.cafe"});
  std::ifstream in(folder / "w.cafe");
  const std::string module{std::istreambuf_iterator<char>(in), {}};
  EXPECT_EQ(claims(module), truths) << o.err << module;
  EXPECT_EQ(occurrences(module, "there is no passage"), left_out) << module;
  if (std::system("command -v cafeobj >/dev/null 2>&1") != 0) GTEST_SKIP() << "cafeobj is not installed";
  const std::string answer = run_cafeobj(folder / "w.cafe");
  EXPECT_EQ(reductions(answer), truths) << module << answer;
  EXPECT_EQ(answer.find("[Error]"), std::string::npos) << answer;
}

INSTANTIATE_TEST_SUITE_P(All, CafeConstructs,
                         ::testing::Values(Written{"RecursionOnLists", R"(
  fun len(l: list P) : Nat = if l = [] then 0 else 1 + len(tail(l))
  observer q : list P = [i]
  transition push(p: P) { when len(q) < 3  q := [p] ++ q }
  transition pop { when q != []  q := tail(q) }
  invariant some : 0 < len(q)
  invariant few : len(q) <= 2
)",
                                                   "tftf"},
                                           Written{"RecursionOnTermsAndNumbers", R"(
  sort N = free { zero | next(pred: N) }
  fun even(n: N) : Bool = if n is zero then true else not even(n.pred)
  fun sum(n: Nat) : Nat = if n = 0 then 0 else n + sum(n - 1)
  observer n : N = zero
  observer m : Nat = 3
  transition more { n := next(n) }
  transition count { when m < sum(3)  m := sum(2) + 1 }
  invariant e : even(n)
  invariant k : m = sum(2)
)",
                                                   "tftf"},
                                           Written{"SizesOfWhatIsEmpty", R"(
  sort M = free { m0 | m2(by: P) }
  observer q : list P = [i]
  observer lm : list M = []
  transition t(p: P, m: M) { when m in lm  q := (if |q| < 2 then q ++ [p] else q)
    lm := (if |lm| < 2 then lm ++ [m0] else lm) when m0 in lm }
  invariant large : if m2(head(q)) not in lm or m2(i) in lm then 3 + |q| < |lm| else q != []
)",
                                                   "fff"},
                                           Written{"QuantifiedInvariants", R"(
  sort L = enum { idle, busy }
  observer pc(p: P) : L = idle
  observer s : set P = {}
  observer b : Bool = false
  transition go(p: P) { when forall r: P. pc(r) = idle  pc(p) := busy }
  transition put(p: P) { s += p }
  transition flip { b := not b }
  invariant none : forall r: P. pc(r) = idle
  invariant led : (exists r: P. pc(r) = busy) or s = {}
  invariant lone(p: P) : pc(p) = busy => (forall r: P. r = p or pc(r) = idle) and not b
  invariant any(p: P) : p in s => exists r: P. r in s and r = p
)",
                                                   "tftftfft"},
                                           Written{"SeveralStartsPerIndex", R"(
  sort L = enum { red, amber, green }
  observer light(p: P) : L in { red, amber }
  observer at : Nat in { 0, 2 }
  init light(i) = red
  transition go(p: P) { when light(p) = amber  light(p) := green }
  invariant stops(p: P) : light(p) != green
  invariant first : light(i) = red or at = 1
)",
                                                   "ttttttftttt"}),
                         [](const auto& spec) { return spec.param.name; });

}  // namespace
}  // namespace whynot::command
