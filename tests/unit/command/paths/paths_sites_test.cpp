// Small C programs whose sites were marked by hand (`// SITE`): all are found, and no others; then what the report says
// of sites.  The marks are the oracle, and share nothing with the program.
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>

#include "command_line.h"

namespace whynot::command {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

struct PathsSites : CommandLine {
  static fs::path programs() { return fs::path(WHYNOT_EXAMPLES).parent_path() / "tests/models/c"; }

  void SetUp() override {
    CommandLine::SetUp();
    if (std::system("command -v clang-14 >/dev/null 2>&1 || command -v clang >/dev/null 2>&1") != 0)
      GTEST_SKIP() << "clang is not installed";
  }

  struct Marked {
    std::string policy;
    std::set<int> lines;
  };

  static Marked read(const fs::path& file) {
    std::ifstream in(file);
    Marked marked;
    std::string line;
    for (int number = 1; std::getline(in, line); ++number) {
      if (line.starts_with("// policy: ")) marked.policy = line.substr(11);
      if (line.find("// SITE") != std::string::npos) marked.lines.insert(number);
    }
    return marked;
  }

  json finding(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "paths");
    arguments.push_back("--json");
    const Outcome outcome = whynot(arguments);
    const json report = json::parse(outcome.out);
    EXPECT_FALSE(report["findings"].empty()) << outcome.out;
    return report["findings"].empty() ? json() : report["findings"][0];
  }

  static std::set<int> lines_of(const json& finding) {
    std::set<int> lines;
    for (const json& site : finding["sites"]) lines.insert(site["line"].get<int>());
    return lines;
  }

  void expect_marks(const fs::path& file, const std::vector<std::string>& policy, const std::set<int>& lines) {
    std::vector<std::string> arguments{"--c", file.string()};
    arguments.insert(arguments.end(), policy.begin(), policy.end());
    const json found = finding(arguments);
    EXPECT_EQ(lines_of(found), lines) << file << found.dump(1);
    EXPECT_EQ(found["verdict"], lines.empty() ? "holds" : "violated") << file;
    EXPECT_TRUE(found["sites_complete"].get<bool>()) << file;
    for (const json& site : found["sites"]) EXPECT_NE(site["feasible"], "no") << file;
  }
};

TEST_F(PathsSites, AreThoseThatWereMarked) {
  const fs::path folder = programs();
  std::size_t read_ones = 0;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() != ".c") continue;
    const Marked marked = read(entry.path());
    const fs::path own = folder / (marked.policy + ".efsa");
    if (fs::exists(own))
      expect_marks(entry.path(), {"-a", own.string()}, marked.lines);
    else
      expect_marks(entry.path(), {"--policy", marked.policy}, marked.lines);
    ++read_ones;
  }
  EXPECT_GE(read_ones, 40u);
}

// What a program asks of one text in several ways has to agree; where the program made the text, or the answer of the
// library is not taken apart, nobody knows.
TEST_F(PathsSites, TextsAreAskedLetterByLetter) {
  for (const char* name : {"texts-letters.c", "texts-length.c", "texts-places.c", "texts-mode.c", "texts-process.c"}) {
    const json found = finding({"--c", (programs() / name).string(), "--policy", "privilege-drop"});
    for (const json& site : found["sites"]) EXPECT_EQ(site["feasible"], "yes") << name << site.dump(1);
  }
  const std::string beginning =
      "#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\nint main(int argc, char **argv) {\n"
      "  char *s = argv[1], buffer[8];\n  if (argc != 2) return 1;\n  if (";
  for (const char* asked : {"strchr(s, '/') == 0 && s[0] == '/'", "atoi(s) == 5 && s[0] == 0",
                            "sprintf(buffer, \"%d\", 7) && buffer[0] == 'x'", "strtol(\"12\", 0, 10) != 12",
                            "strstr(s, \"ab\") && strcmp(s, \"c\") == 0"}) {
    const std::string program = file("texts.c", beginning + asked + ") system(\"a\");\n  return 0;\n}\n");
    const json found = finding({"--c", program, "--policy", "privilege-drop"});
    ASSERT_EQ(found["sites"].size(), 1u) << asked;
    EXPECT_EQ(found["sites"][0]["feasible"], "unknown") << asked;
  }
}

TEST_F(PathsSites, PoliciesTellGoodProgramsFromBadOnes) {
  const fs::path folder = fs::path(WHYNOT_EXAMPLES) / "policies/programs";
  for (const auto& entry : fs::directory_iterator(folder)) {
    const std::string name = entry.path().stem().string();
    expect_marks(entry.path(), {"--policy", name.substr(0, name.rfind('-'))}, read(entry.path()).lines);
  }
}

// 2^20 shorter runs stand before the second site.
TEST_F(PathsSites, AreFoundBehindManyShorterRuns) {
  std::string text = "#include <stdlib.h>\n#include <unistd.h>\nextern int c(int);\nint main(void) {\n  int n = 0;\n";
  for (int i = 0; i < 20; ++i) text += "  if (c(" + std::to_string(i) + ")) n++;\n";
  text += "  if (c(20)) system(\"x\");\n  execl(\"/bin/ls\", \"ls\", (char *)0);\n  return n;\n}\n";
  const json found = finding({"--c", file("many.c", text), "--policy", "privilege-drop", "--limit", "5"});
  EXPECT_EQ(lines_of(found), (std::set<int>{26, 27}));
  EXPECT_TRUE(found["sites_complete"].get<bool>());
  EXPECT_LE(found["counterexamples"].size(), 5u);
  for (const json& site : found["sites"]) EXPECT_TRUE(site["representative"].is_string());
}

// Their shortest runs are refused for many reasons, one after the other; there is a longer one all the same.
TEST_F(PathsSites, BehindLoopsAndChecksAreFeasible) {
  for (const auto& [name, policy] :
       {std::pair("feasible-count.c", "privilege-drop"), std::pair("feasible-server.c", "check-then-use")}) {
    const json found = finding({"--c", (programs() / name).string(), "--policy", policy});
    ASSERT_FALSE(found["sites"].empty()) << name;
    for (const json& site : found["sites"]) EXPECT_EQ(site["feasible"], "yes") << name << site.dump(1);
    EXPECT_FALSE(found["counterexamples"].empty()) << name;
  }
}

// Identities go through functions of another file, and through what a pointer points at.
TEST_F(PathsSites, AreFoundInProgramsOfSeveralFiles) {
  const std::string library = file("lib.c",
                                   "#include <stdlib.h>\n#include <string.h>\n"
                                   "char *make(const char *s) { return strdup(s); }\n"
                                   "void release(char **p) { free(*p); *p = NULL; }\n");
  const std::string source =
      file("main.c",
           "#include <stdlib.h>\nvoid release(char **p);\nchar *make(const char *s);\n"
           "int main(int argc, char **argv) {\n  char *a = make(\"x\"), *b = make(\"y\");\n"
           "  release(&a);\n  release(&b);\n  if (argc > 1) {\n    char *c = make(argv[1]), *d = c;\n"
           "    free(c);\n    free(d);\n  }\n  return 0;\n}\n");
  const json found = finding({"--c", source, library, "--policy", "double-free"});
  EXPECT_EQ(lines_of(found), (std::set<int>{11})) << found.dump(1);
}

// What the policy knows as an argument is told by the name that the program has for it, through calls as well.
TEST_F(PathsSites, NameArgumentsAsTheProgramDoes) {
  const std::string source = file("names.c",
                                  "#include <sys/stat.h>\n#include <fcntl.h>\nstruct job { const char *name; };\n"
                                  "static int look(const char *p) { struct stat s; return stat(p, &s); }\n"
                                  "int work(struct job *j) { return look(j->name) ? 0 : open(j->name, O_RDONLY); }\n"
                                  "int main(int argc, char **argv) {\n  if (look(argv[1])) return 1;\n"
                                  "  return open(argv[1], O_RDONLY) + work((struct job *)argv[2]);\n}\n");
  const json found = finding({"--c", source, "--policy", "check-then-use"});
  ASSERT_EQ(found["sites"].size(), 2u) << found.dump(1);
  EXPECT_EQ(found["sites"][0]["events"], (json{"check(?)", "use(?)"}));
  EXPECT_EQ(found["sites"][0]["named"], (json{"check(argv[1])", "use(argv[1])"}));
  const Outcome table = whynot({"paths", "--c", source, "--policy", "check-then-use", "--sites"});
  EXPECT_NE(table.out.find("use(argv[1]) after check(argv[1]) at"), std::string::npos) << table.out;
  EXPECT_NE(table.out.find("with "), std::string::npos) << table.out;
}

TEST_F(PathsSites, PointsAreAllowedOrAskedForAlone) {
  const std::string source = file("two.c",
                                  "#include <stdlib.h>\nint main(int argc, char **argv) {\n  if (argc > 1)\n"
                                  "    system(\"a\");\n  else\n    system(\"b\");\n  return 0;\n}\n");
  EXPECT_EQ(lines_of(finding({"--c", source, "--policy", "privilege-drop"})), (std::set<int>{4, 6}));
  EXPECT_EQ(lines_of(finding({"--c", source, "--policy", "privilege-drop", "--only", "two.c:6"})), (std::set<int>{6}));
  EXPECT_EQ(lines_of(finding({"--c", source, "--policy", "privilege-drop", "--allow", "two.c:6"})), (std::set<int>{4}));
  EXPECT_EQ(whynot({"paths", "--c", source, "--policy", "privilege-drop", "--only", "two.c:3000"}).code, 3);
  const Outcome table = whynot({"paths", "--c", source, "--policy", "privilege-drop", "--sites"});
  EXPECT_NE(table.out.find("2 sites"), std::string::npos) << table.out;
  EXPECT_EQ(table.out.find("group 1"), std::string::npos) << table.out;
}

TEST_F(PathsSites, WhatIsInfeasibleIsCountedAndKeptOnRequest) {
  const fs::path program = programs() / "infeasible-range.c";
  const json dropped = finding({"--c", program.string(), "--policy", "privilege-drop"});
  EXPECT_EQ(dropped["infeasible_sites"], 1);
  const json kept = finding({"--c", program.string(), "--policy", "privilege-drop", "--keep-infeasible"});
  ASSERT_EQ(kept["sites"].size(), 1u);
  EXPECT_EQ(kept["sites"][0]["feasible"], "no");
}

TEST_F(PathsSites, AliasesMayBeLeftOutOrAllowed) {
  const std::string copy = file("copy.c",
                                "#include <stdlib.h>\nint main(int argc, char **argv) {\n  char *p = argv[1], *q;\n"
                                "  q = p;\n  free(p);\n  free(q);\n  return 0;\n}\n");
  const auto number = [&](const std::string& source, const std::string& aliases) {
    return lines_of(finding({"--c", source, "--policy", "double-free", "--alias", aliases})).size();
  };
  EXPECT_EQ(number(copy, "none"), 0u);
  EXPECT_EQ(number(copy, "local"), 1u);
  EXPECT_GE(number((programs() / "alias-copy.c").string(), "may"), 2u);
}

// One result for each site, at the line of C, with a print that does not move with lines.
TEST_F(PathsSites, AreResultsOfSarif) {
  const fs::path program = programs() / "calls-two-sites.c";
  const Outcome outcome = whynot({"paths", "--c", program.string(), "--policy", "chroot-chdir", "--format", "sarif"});
  const json run = json::parse(outcome.out)["runs"][0];
  ASSERT_EQ(run["results"].size(), 2u) << run.dump(1);
  std::set<std::string> prints;
  for (const json& result : run["results"]) {
    EXPECT_EQ(result["ruleId"], "chroot_chdir");
    const json& place = result["locations"][0]["physicalLocation"];
    EXPECT_TRUE(place["artifactLocation"]["uri"].get<std::string>().ends_with("calls-two-sites.c"));
    EXPECT_GT(place["region"]["startLine"].get<int>(), 3);
    EXPECT_FALSE(result["codeFlows"][0]["threadFlows"][0]["locations"].empty());
    prints.insert(result["partialFingerprints"]["whynotSite/v1"].get<std::string>());
  }
  EXPECT_EQ(prints.size(), 2u);
  EXPECT_NE(run["tool"]["driver"]["rules"][0]["shortDescription"]["text"].get<std::string>().find("CWE-243"),
            std::string::npos);
}

// Handlers may do what nobody followed: that is not `holds`.  An entry that is named is followed alone.
TEST_F(PathsSites, WhatIsNotFollowedIsToldInPlaceOfHolds) {
  const std::string handler =
      file("h.c",
           "#include <signal.h>\n#include <stdlib.h>\nstatic void stop(int n) { system(\"x\"); }\n"
           "int main(void) { signal(SIGINT, stop); return 0; }\n");
  const Outcome outcome = whynot({"paths", "--c", handler, "--policy", "privilege-drop", "--entry", "main"});
  EXPECT_EQ(outcome.code, 30) << outcome.out;
  EXPECT_NE(outcome.out.find("`stop`"), std::string::npos) << outcome.out;
  EXPECT_EQ(whynot({"paths", "--c", handler, "--policy", "privilege-drop"}).code, 10);
  const std::string ignored = file(
      "i.c", "#include <signal.h>\nint main(void) { signal(SIGPIPE, SIG_IGN); signal(SIGHUP, SIG_DFL); return 0; }\n");
  EXPECT_EQ(whynot({"paths", "--c", ignored, "--policy", "privilege-drop"}).code, 0);
}

TEST_F(PathsSites, SlipsInMapsAreWarnedOf) {
  const std::string source = file("s.c", "#include <stdlib.h>\nint main(void) { return system(\"a\"); }\n");
  const std::string policy = file("s.efsa",
                                  "property p\nstate q initial\nstate b final\nq -> b on run\nq -> q else\n"
                                  "b -> b on any\nevents e\nmap run <- call sytsem(_) | call popen(_, _)\n");
  const Outcome outcome = whynot({"paths", "--c", source, "-a", policy});
  EXPECT_NE(outcome.err.find("pds.no-call"), std::string::npos) << outcome.err;
  EXPECT_NE(outcome.err.find("did you mean `system`?"), std::string::npos) << outcome.err;
  const Outcome unknown = whynot({"paths", "--c", source, "--policy", "privilege-drp"});
  EXPECT_EQ(unknown.code, 3);
  EXPECT_NE(unknown.err.find("pds.unknown-policy"), std::string::npos) << unknown.err;
}

}  // namespace
}  // namespace whynot::command
