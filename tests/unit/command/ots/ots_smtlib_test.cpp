// Questions of the induction as SMT-LIB: whole scripts, recursive functions included, that another solver reads.
#include <cstdio>
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "command_line.h"

namespace whynot::command {
namespace {

using nlohmann::json;

constexpr const char* stack = R"(ots STACK {
  sort Item = loose { bottom }
  fun len(l: list Item) : Nat = if l = [] then 0 else 1 + len(tail(l))
  fun deep(l: list Item) : Bool = 1 < len(l) or bottom in l
  observer items : list Item = []
  observer height : Nat = 0
  transition push(i: Item) { items := [i] ++ items  height += 1 }
  transition pop { when items != []  items := tail(items)  height -= 1 }
  invariant counted : height = len(items)
  invariant empty : deep(items) => items != []
  scope two { Item = { bottom, a } }
}
)";

struct SmtExport : CommandLine {
  std::string script(const std::string& spec) {
    whynot({"search", spec, "--depth", "0", "--export", folder / "x.smt2"});
    std::ifstream in(folder / "x.smt2");
    return {std::istreambuf_iterator<char>(in), {}};
  }
  std::string answers() {  // of cvc5, one letter each
    const std::string path = folder / "x.smt2";
    FILE* pipe = popen(
        ("timeout -k 1 60 cvc5 --incremental --lang=smt2 --tlimit-per=300 " + path + " 2>&1 </dev/null").c_str(), "r");
    char buffer[4096];
    std::string out;
    while (pipe && std::fgets(buffer, sizeof buffer, pipe)) out += buffer[0];
    if (pipe) pclose(pipe);
    return out;
  }
};

std::size_t questions(const std::string& script) {
  std::size_t n = 0;
  for (std::size_t at = 0; (at = script.find("(check-sat)", at)) != std::string::npos; ++at) ++n;
  return n;
}

TEST_F(SmtExport, RecursiveFunctionsAreSaid) {
  const std::string text = script(file("stack.ots", stack));
  EXPECT_EQ(questions(text), 6u);
  EXPECT_NE(text.find("(declare-fun len ("), std::string::npos) << text;
  EXPECT_EQ(text.find("(_ len"), std::string::npos) << text;
  if (std::system("command -v cvc5 >/dev/null 2>&1") != 0) GTEST_SKIP() << "cvc5 is not installed";
  EXPECT_EQ(answers(), "uuuuuu") << text;
}

TEST_F(SmtExport, EveryExampleIsRead) {
  const bool installed = std::system("command -v cvc5 >/dev/null 2>&1") == 0;
  for (const char* example : {"flawed", "tas", "qlock", "2pc", "abp", "suzuki", "nslpk"}) {
    const std::string text = script(std::string(WHYNOT_EXAMPLES) + "/ots/" + example + ".ots");
    EXPECT_GT(questions(text), 0u) << example;
    if (!installed) continue;
    const std::string answered = answers();
    EXPECT_EQ(answered.size(), questions(text)) << example;
    EXPECT_EQ(answered.find_first_not_of("us"), std::string::npos) << example << answered;  // unsat, unknown, sat
  }
  if (!installed) GTEST_SKIP() << "cvc5 is not installed";
}

TEST_F(SmtExport, RecursiveFunctionsAreCertified) {
  if (std::system("command -v cvc5 >/dev/null 2>&1") != 0) GTEST_SKIP() << "cvc5 is not installed";
  const Outcome o = whynot({"prove", file("stack.ots", stack), "--certify", "--json"});
  EXPECT_EQ(o.code, 0) << o.out;
  const json report = json::parse(o.out);
  for (const json& p : report["properties"]) EXPECT_EQ(p["certified"], true) << p;
}

// Not every solver has arrays indexed by arrays, nor lets a specification use its own words.
TEST_F(SmtExport, SetsOfMapsAndWordsOfSolversAreCertified) {
  const std::string spec = file("odd.ots", R"(ots ODD {
  sort P = loose { as }
  sort K = enum { select, store }
  sort C = free { none | par(of: set P) }
  observer m : map P K = [_ := select]
  observer seen : set (map P K) = {}
  observer let : set (set (set P)) = {}
  observer bags : bag (map P Bool) = {}
  observer at : map (set P) C = [_ := none]
  transition push(p: P) { when p != as  m := m[p := store]  bags += [_ := true][p := false] }
  transition save(p: P) { seen += m  let += { {p} }  at := at[{p} := par({p})]  bags -= [_ := true] }
  invariant kept : m[as] = select
  invariant all(n: map P K) : n in seen => n[as] = select
  invariant sets(t: set (set P)) : t in let => {} not in t
  invariant false_(n: map P Bool) : n in bags => not (forall p: P. n[p])
  invariant under(s: set P) : at[s] is par => s != {}
}
)");
  const Outcome proved = whynot({"falsify", spec, "--certify", "--json"});
  EXPECT_EQ(proved.code, 0) << proved.out << proved.err;
  const json report = json::parse(proved.out);
  const bool installed = std::system("command -v cvc5 >/dev/null 2>&1") == 0;
  for (const json& p : report["properties"]) EXPECT_EQ(p["certified"], installed) << p;
  EXPECT_EQ(whynot({"search", spec, "-f", "forall p: P. m[p] = select", "--scope", "any", "--json"}).code, 10);
}

// The solver alone takes minutes for the steps that it is allowed, where it unfolds functions of lists.
TEST_F(SmtExport, WhatUnfoldsForeverIsGivenUpSoon) {
  const Outcome o = whynot({"prove", std::string(WHYNOT_EXAMPLES) + "/ots/abp.ots", "--json"});
  EXPECT_EQ(o.code, 30);
  EXPECT_EQ(json::parse(o.out)["findings"][0]["lemmas"].size(), 4u);
}

}  // namespace
}  // namespace whynot::command
