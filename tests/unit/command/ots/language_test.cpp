// Derived observers, guards about the state after, bodies that transitions share: a specification that uses them has as
// many states at each depth, and the same verdicts, as one in which they were written out by hand.
#include <nlohmann/json.hpp>

#include "command_line.h"

namespace whynot::command {
namespace {

using nlohmann::json;

struct OtsLanguage : CommandLine {
  json finding(std::vector<std::string> arguments) {
    arguments.push_back("--json");
    const Outcome outcome = whynot(arguments);
    const json report = json::parse(outcome.out);
    EXPECT_FALSE(report["findings"].empty()) << outcome.out << outcome.err;
    return report["findings"].empty() ? json() : report["findings"][0];
  }

  // The items within a system of threads.
  std::string system(const std::string& name, const std::string& items) {
    return file(name,
                "ots X {\n  sort T = loose\n  sort S = enum { idle, busy, done }\n"
                "  observer st(t: T) : S = idle\n  observer turn : T\n" +
                    items +
                    "  invariant one(t: T, u: T) : st(t) = busy and st(u) = busy => t = u\n"
                    "  invariant none_done(t: T) : st(t) != done\n  scope two { T = { a, b } }\n}\n");
  }

  std::string short_one() {
    return system(
        "short.ots",
        "  derived working(t: T) : Bool = st(t) = busy\n"
        "  derived quiet : Bool = forall u: T. not working(u)\n"
        "  derived owner(t: T) : Bool = working(t) and turn = t\n"
        "  transition start(t: T) { when quiet, turn = t  st(t) := busy }\n"
        "  transition finish, fail(t: T) { when owner(t)  st(t) := done }\n"
        "  transition pass { when next(turn) != turn, forall u: T. next(working(u)) => u = turn  turn := any }\n"
        "  transition swap(t: T, u: T) { when exists x: T. next(working(x)), next(st(u)) = busy\n"
        "    for x: T. st(x) := if x = u then st(t) else st(x) }\n");
  }
  std::string long_one() {
    return system(
        "long.ots",
        "  transition start(t: T) { when forall u: T. not st(u) = busy, turn = t  st(t) := busy }\n"
        "  transition finish(t: T) { when st(t) = busy, turn = t  st(t) := done }\n"
        "  transition fail(t: T) { when st(t) = busy, turn = t  st(t) := done }\n"
        "  transition pass(to: T) { when to != turn, forall u: T. st(u) = busy => u = turn  turn := to }\n"
        "  transition swap(t: T, u: T) { when exists x: T. (if x = u then st(t) else st(x)) = busy, st(t) = busy\n"
        "    for x: T. st(x) := if x = u then st(t) else st(x) }\n");
  }
};

TEST_F(OtsLanguage, CountsAreThoseOfWhatIsWrittenOut) {
  const json counted = finding({"search", short_one(), "--count", "--scope", "two"});
  EXPECT_EQ(counted["search"]["depths"],
            finding({"search", long_one(), "--count", "--scope", "two"})["search"]["depths"]);
  EXPECT_GE(counted["search"]["depths"].size(), 4u);
}

TEST_F(OtsLanguage, VerdictsAreThoseOfWhatIsWrittenOut) {
  for (const std::string name : {"one", "none_done"}) {
    const json brief = finding({"falsify", short_one(), "-p", name}),
               full = finding({"falsify", long_one(), "-p", name});
    EXPECT_EQ(brief["outcome"], full["outcome"]) << name;
  }
  EXPECT_EQ(finding({"falsify", short_one(), "-p", "none_done"})["outcome"], "falsified");
}

TEST_F(OtsLanguage, FormulasOfTheCommandLineKnowThem) {
  EXPECT_EQ(whynot({"search", short_one(), "-f", "forall t: T. not owner(t)"}).code, 10);
  EXPECT_EQ(whynot({"search", short_one(), "-f", "quiet or (exists t: T. working(t))"}).code, 0);
}

TEST_F(OtsLanguage, NextBelongsToGuards) {
  const Outcome outcome = whynot({"check", system("wrong.ots", "  transition t(x: T) { turn := next(turn) }\n")});
  EXPECT_EQ(outcome.code, 3);
  EXPECT_NE(outcome.err.find("error[ots.next]"), std::string::npos) << outcome.err;
}

}  // namespace
}  // namespace whynot::command
