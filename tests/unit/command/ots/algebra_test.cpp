// Commands about modules of Maude and CafeOBJ.
#include "command_line.h"

namespace whynot::command {
namespace {

struct AlgebraCommands : CommandLine {
  std::string example(const std::string& name) { return std::string(WHYNOT_EXAMPLES) + "/ots/" + name; }
};

TEST_F(AlgebraCommands, SearchesOfAFileAreItsProperties) {
  const Outcome outcome = whynot({"search", example("lock.maude")});
  EXPECT_EQ(outcome.code, 0) << outcome.out << outcome.err;
  EXPECT_NE(outcome.out.find("search2: verified"), std::string::npos) << outcome.out;
}

TEST_F(AlgebraCommands, AFormulaNamesObserversAsReportsDo) {
  const Outcome outcome = whynot({"search", example("lock.maude"), "-f", "forall c: Client. place(c) != holding"});
  EXPECT_EQ(outcome.code, 10) << outcome.out << outcome.err;
  EXPECT_NE(outcome.out.find("grant(c1)"), std::string::npos) << outcome.out;
}

TEST_F(AlgebraCommands, PredicatesOfStatesAreInvariants) {
  const Outcome outcome = whynot({"prove", example("queue.cafe"), "-p", "ahead"});
  EXPECT_EQ(outcome.code, 0) << outcome.out << outcome.err;
  EXPECT_EQ(whynot({"search", example("queue.cafe"), "--scope", "two"}).code, 0);
}

TEST_F(AlgebraCommands, AScopeSaysWhichOfSeveralSystems) {
  const std::string two =
      file("two.maude",
           "mod A is pr NAT . sort S . op n:_ : Nat -> S [ctor] . op init : -> S . eq init = n: 0 .\n"
           "  rl [up] : n: 0 => n: 1 . endm\n"
           "mod B is pr NAT . sort S . op n:_ : Nat -> S [ctor] . op init : -> S . eq init = n: 0 .\n"
           "  rl [up] : n: 0 => n: 1 . rl [on] : n: 1 => n: 2 . endm\n");
  EXPECT_NE(whynot({"search", two, "--count"}).out.find("1              2              1"), std::string::npos);
  EXPECT_NE(whynot({"search", two, "--count", "--scope", "B"}).out.find("2              3              2"),
            std::string::npos);
}

TEST_F(AlgebraCommands, WhatIsOutsideIsRefusedWithItsPlace) {
  const Outcome outcome = whynot({"check", file("x.maude", "fmod A is\n  sort S .\n  mb x : S .\nendfm\n")});
  EXPECT_EQ(outcome.code, 3);
  EXPECT_NE(outcome.err.find("x.maude:3:3: error[algebra.unsupported]"), std::string::npos) << outcome.err;
}

// What we export is read back, and has as many states at each depth.
TEST_F(AlgebraCommands, OurExportsAreReadBack) {
  const auto depths = [&](const std::string& model, const std::string& depth) {
    const Outcome outcome = whynot({"search", model, "--count", "--depth", depth});
    EXPECT_EQ(outcome.code, 0) << model << outcome.err;
    const std::size_t table = outcome.out.find("depth ");
    return table == std::string::npos ? outcome.out : outcome.out.substr(table);
  };
  const std::pair<const char*, const char*> all[] = {
      {"tas", "9"}, {"flawed", "9"}, {"nspk", "4"}, {"nslpk", "3"}, {"2pc", "9"}};
  for (const auto& [name, depth] : all) {
    const std::string original = std::string(WHYNOT_EXAMPLES) + "/ots/" + name + ".ots";
    const std::string exported = file(std::string(name) + ".maude", "");
    EXPECT_EQ(whynot({"search", original, "--export", exported}).code, 0) << name;
    EXPECT_EQ(depths(exported, depth), depths(original, depth)) << name;
  }
}

}  // namespace
}  // namespace whynot::command
