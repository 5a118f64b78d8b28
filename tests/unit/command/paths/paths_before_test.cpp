// whynot paths --before: a policy was edited, and what that makes of the counterexamples.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "command_line.h"

namespace whynot::command {
namespace {

using nlohmann::json;

// An archiver that loads classes; the story of section 6.
constexpr const char* archiver = R"(pds archiver
init <start>
start -> opened @ args("out.tar", "src")
opened -> call load ret loaded
opened -> loaded
loaded -> done @ read("src")
loaded -> done @ read("/etc/passwd")
done -> done
proc load entry l0
  l0 -> l1 @ read("A.class")
  l1 -> return
)";

std::string file_policy(const std::string& guard, const std::string& name = "files") {
  return fmt::format(
      "property {}\nvar from : file\nstate p1 initial; state p2; state bad final\n"
      "p1 -> p2 on args(a, f) do from := f\np1 -> p1 else\np2 -> bad on read(f) when {}\np2 -> p2 else\n",
      name, guard);
}
const std::string strict_policy = file_policy("f != from"),
                  refined_policy = file_policy("f != from && f !~ /\\.class$/"),
                  other_policy = file_policy("f == from");

struct PathsBefore : CommandLine {
  void SetUp() override {
    CommandLine::SetUp();
    program = file("archiver.pds", archiver);
  }
  json refinement(std::vector<std::string> arguments, int code) {
    arguments.push_back("--json");
    const Outcome o = whynot(arguments);
    EXPECT_EQ(o.code, code) << o.err;
    return json::parse(o.out)["findings"][0]["refinement"];
  }
  std::string program;
};

TEST_F(PathsBefore, TellsWhatIsGoneWhatRemainsAndWhatIsNew) {
  const std::string before = file("old.efsa", strict_policy);
  json r = refinement({"paths", program, "-a", file("new.efsa", refined_policy), "--before", before}, 10);
  EXPECT_EQ(r["before"], before);
  EXPECT_EQ(r["allowed"], json::array());
  EXPECT_EQ(r["gone"], 1);
  EXPECT_EQ(r["remaining"], 1);
  EXPECT_EQ(r["added"], 1);  // once classes may be read, the run goes on to the next violation
  EXPECT_TRUE(r["complete"]);
  const json passwd = json::array({"args(\"out.tar\", \"src\")", "read(\"/etc/passwd\")"});
  EXPECT_EQ(r["groups"]["gone"][0]["final"], "l1");
  EXPECT_EQ(r["groups"]["remaining"][0]["events"], passwd);
  EXPECT_EQ(r["groups"]["remaining"][0]["count"], 1);
  EXPECT_EQ(r["groups"]["added"][0]["events"], passwd);
  EXPECT_EQ(r["groups"]["added"][0]["representative"], "t2");

  r = refinement({"paths", program, "-a", file("new.efsa", other_policy), "--before", before}, 10);
  EXPECT_EQ(r["gone"], 2);
  EXPECT_EQ(r["remaining"], 0);
  EXPECT_EQ(r["added"], 2);
  r = refinement({"paths", program, "-a", file("new.efsa", strict_policy), "--before", before}, 10);
  EXPECT_EQ(r["gone"], 0);
  EXPECT_EQ(r["remaining"], 2);
  EXPECT_EQ(r["added"], 0);
}

TEST_F(PathsBefore, TheTextSaysItAndTheGroups) {
  const Outcome o =
      whynot({"paths", program, "-a", file("new.efsa", refined_policy), "--before", file("old.efsa", strict_policy)});
  EXPECT_NE(o.out.find("1 counterexample gone, 1 remain, 1 new."), std::string::npos) << o.out;
  EXPECT_NE(o.out.find("gone: 1 ending at l1 after args("), std::string::npos) << o.out;
  EXPECT_NE(o.out.find("remains: 1 ending at done"), std::string::npos) << o.out;
  EXPECT_NE(o.out.find("new: 1 ending at done"), std::string::npos) << o.out;
}

TEST_F(PathsBefore, MayBeAnotherPropertyOrOneOfAnotherName) {
  const std::string both = file("both.efsa", refined_policy + file_policy("f != from", "files_before"));
  EXPECT_EQ(refinement({"paths", program, "-a", both, "-p", "files", "--before", "files_before"}, 10)["gone"], 1);
  const std::string renamed = file("old.efsa", file_policy("f != from", "strict"));
  EXPECT_EQ(refinement({"paths", program, "-a", file("new.efsa", refined_policy), "--before", renamed}, 10)["gone"], 1);
}

TEST_F(PathsBefore, ProgramAndPolicyInOneFile) {
  const std::string old = file("old.pds", archiver + strict_policy),
                    edited = file("new.pds", archiver + refined_policy);
  EXPECT_EQ(refinement({"paths", edited, "--before", old}, 10)["gone"], 1);
  // The policy alone takes the place of the one beside the program.
  EXPECT_EQ(refinement({"paths", edited, "--before", file("old.efsa", strict_policy)}, 10)["gone"], 1);
  // Another program: it never reads /etc/passwd.
  std::string mended = archiver + strict_policy;
  mended.erase(mended.find("loaded -> done @ read(\"/etc"),
               std::string("loaded -> done @ read(\"/etc/passwd\")").size());
  const json r = refinement({"paths", file("mended.pds", mended), "--before", old}, 10);
  EXPECT_EQ(r["gone"], 1);
  EXPECT_EQ(r["remaining"], 1);
}

TEST_F(PathsBefore, EventsBelongToThePolicy) {
  const std::string coarse = file("old.efsa",
                                  "events e\nmap touch(f) <- call read(f)\nproperty p\nstate q initial; state bad "
                                  "final\nq -> bad on touch(f) when f !~ /src/\nq -> q else\n");
  const json r = refinement({"paths", program, "-a", file("new.efsa", refined_policy), "--before", coarse}, 10);
  EXPECT_EQ(r["gone"], 1);
  EXPECT_EQ(r["remaining"], 1);
}

TEST_F(PathsBefore, GoesWithAllow) {
  const json r = refinement({"paths", program, "-a", file("new.efsa", strict_policy), "--before",
                             file("old.efsa", strict_policy), "--allow", "read(A.class)"},
                            10);
  EXPECT_EQ(r["allowed"], json::array({"read(A.class)"}));
  EXPECT_EQ(r["gone"], 1);
  EXPECT_EQ(r["remaining"], 1);
  EXPECT_EQ(r["added"], 1);
}

// Each run that was listed is judged by itself: a cut list does not make old ones new.
TEST_F(PathsBefore, CutListsAreSaidToBeCut) {
  std::string wide = "pds wide\ninit <a>\na -> end @ bad(0)\nend -> end\n";
  for (int i = 1; i <= 9; ++i) wide += fmt::format("a -> b{0} @ bad({0})\nb{0} -> end\n", i);
  const std::string p = file("p.pds", wide);
  const auto on = [](const std::string& guard) {
    return "property p\nstate q initial; state f final\nq -> f on bad(n)" + guard + "\nq -> q else\n";
  };
  const std::string old = file("old.efsa", on("")), now = file("new.efsa", on(" when n != 0"));
  json r = refinement({"paths", p, "-a", now, "--before", old, "--limit", "3"}, 10);
  EXPECT_FALSE(r["complete"]);
  EXPECT_EQ(r["added"], 0);
  EXPECT_EQ(r["gone"].get<int>() + r["remaining"].get<int>(), 3);
  r = refinement({"paths", p, "-a", now, "--before", old, "--no-traces"}, 10);
  EXPECT_TRUE(r["complete"]);
  EXPECT_EQ(r["gone"], 1);
  EXPECT_EQ(r["remaining"], 9);
  const Outcome o = whynot({"paths", p, "-a", now, "--before", old, "--limit", "3"});
  EXPECT_NE(o.out.find("0 new, among those that were listed."), std::string::npos) << o.out;
}

TEST_F(PathsBefore, InfiniteRunsToo) {
  const std::string p = file("p.pds", "pds m\ninit <a>\na -> a @ log\na -> b\nb -> b @ read\n");
  const auto silent = [](const std::string& event) {
    return "property quiet\nstate q initial; state s repeat; state over\nq -> q on any\nq -> s on any\ns -> over on " +
           event + "\ns -> s else\nover -> over on any\n";
  };
  const json r =
      refinement({"paths", p, "-a", file("n.efsa", silent("log")), "--before", file("o.efsa", silent("read"))}, 10);
  EXPECT_EQ(r["gone"], 1);
  EXPECT_EQ(r["remaining"], 0);
  EXPECT_EQ(r["added"], 1);
}

TEST_F(PathsBefore, FiniteSystemsToo) {
  const std::string model = file("m.smv",
                                 "MODULE main\nVAR x : 0..3;\nASSIGN init(x) := 0;\n"
                                 "next(x) := case x < 3 : {x, x + 1}; TRUE : 0; esac;\n");
  const auto at = [](int top) {
    return fmt::format(
        "events e\nmap high <- when next(x) = {}\nproperty p\nstate q initial; state f final\nq -> f on "
        "high\nq -> q else\n",
        top);
  };
  const json r = refinement({"paths", model, "-a", file("n.efsa", at(3)), "--before", file("o.efsa", at(2))}, 10);
  EXPECT_EQ(r["gone"], 1);
  EXPECT_EQ(r["added"], 1);
}

TEST_F(PathsBefore, Mistakes) {
  const std::string now = file("new.efsa", refined_policy);
  EXPECT_EQ(whynot({"paths", program, "-a", now, "--before", folder / "none.efsa"}).code, 4);
  const std::string two = file("two.efsa", file_policy("f != from", "a") + file_policy("f != from", "b"));
  Outcome o = whynot({"paths", program, "-a", now, "--before", two});
  EXPECT_EQ(o.code, 3);
  EXPECT_NE(o.err.find("has no property `files` to compare with"), std::string::npos) << o.err;
  o = whynot({"paths", program, "-a", now, "--before", file("bad.efsa", "property p\nstate q initial\n")});
  EXPECT_EQ(o.code, 3);
  EXPECT_NE(o.err.find("bad.efsa:1:10: error[pds.no-final-state]"), std::string::npos) << o.err;
  const std::string stuck = "property files\nstate q initial; state f final\nq -> f on read(f) when f == \"x\"\n";
  o = whynot({"paths", program, "-a", now, "--before", file("stuck.efsa", stuck)});
  EXPECT_EQ(o.code, 3);
  EXPECT_NE(o.err.find("pds.blocked"), std::string::npos) << o.err;
}

// What is wrong with the program is said once, not once for each policy.
TEST_F(PathsBefore, WarningsOfTheProgramAreSaidOnce) {
  const std::string p = file("p.pds", "pds m\ninit <a>\na -> b @ read(1)\na -> b @ args(1, 2)\n");
  const Outcome o =
      whynot({"paths", p, "-a", file("new.efsa", refined_policy), "--before", file("old.efsa", strict_policy)});
  const std::size_t first = o.err.find("pds.dead-end");
  ASSERT_NE(first, std::string::npos) << o.err;
  EXPECT_EQ(o.err.find("pds.dead-end", first + 1), std::string::npos) << o.err;
}

}  // namespace
}  // namespace whynot::command
