// C programs end to end, each small enough that everybody sees which events may follow which.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "command_line.h"

namespace whynot::command {
namespace {

using nlohmann::json;

struct PathsOfC : CommandLine {
  std::string program;  // as a pushdown system
  std::string said;

  void SetUp() override {
    CommandLine::SetUp();
    if (std::system("command -v clang-14 >/dev/null 2>&1 || command -v clang >/dev/null 2>&1") != 0)
      GTEST_SKIP() << "clang is not installed";
  }

  // Exit code 30: what is installed for later is not followed.
  void compile(const std::vector<std::string>& files, int code = 0) {
    program = folder / "program.pds";
    std::vector<std::string> arguments{"paths", "--c"};
    arguments.insert(arguments.end(), files.begin(), files.end());
    arguments.insert(
        arguments.end(),
        {"-a", file("none.efsa", "property none stutter\nstate q initial\nstate r final\nq -> r on nothing\n"),
         "--save-pds", program});
    const Outcome o = whynot(arguments);
    EXPECT_EQ(o.code, code) << o.err;
    said = o.err;
  }

  // Whether some run has these events, in this order.
  bool may(const std::vector<std::string>& events) {
    std::string policy = "property p\n";
    for (std::size_t i = 0; i <= events.size(); ++i)
      policy += fmt::format("state q{}{}{}\n", i, i == 0 ? " initial" : "", i == events.size() ? " final" : "");
    for (std::size_t i = 0; i < events.size(); ++i)
      policy += fmt::format("q{0} -> q{1} on {2}\nq{0} -> q{0} on any\n", i, i + 1, events[i]);
    const Outcome o = whynot({"paths", program, "-a", file("p.efsa", policy), "--limit", "1", "-q"});
    EXPECT_TRUE(o.code == 0 || o.code == 10) << o.err << policy;
    return o.code == 10;
  }
};

constexpr const char* prelude = "void ev(const char *name, ...);\n#define E(name) ev(name)\n";

TEST_F(PathsOfC, SwitchGotoAndLoops) {
  compile({file("a.c", std::string(prelude) + R"(
int main(int argc, char **argv) {
  switch (argc) {
    case 1: E("one"); break;
    case 2: E("two"); /* falls through */
    case 3: E("three"); break;
    default: goto out;
  }
  for (int i = 0; i < 3; i++) {
    if (i == 2) continue;
    E("loop");
    if (i == 1) break;
    E("again");
  }
  do E("once"); while (0);
out:
  E("out");
  return 0;
}
)")});
  EXPECT_TRUE(may({"ev(\"two\")", "ev(\"three\")"}));
  EXPECT_FALSE(may({"ev(\"one\")", "ev(\"three\")"}));
  EXPECT_FALSE(may({"ev(\"three\")", "ev(\"two\")"}));
  EXPECT_TRUE(may({"ev(\"loop\")", "ev(\"again\")", "ev(\"loop\")", "ev(\"out\")"}));
  EXPECT_FALSE(may({"ev(\"once\")", "ev(\"again\")"}));
  EXPECT_FALSE(may({"ev(\"once\")", "ev(\"once\")"})) << "a condition that is constant is no branch";
  EXPECT_FALSE(may({"ev(\"out\")", "ev(\"once\")"}));
}

TEST_F(PathsOfC, RecursionBringsReturnsBackInOrder) {
  compile({file("a.c", std::string(prelude) + R"(
static int odd(int n);
static int even(int n) { if (n == 0) return 1; E("down even"); int r = odd(n - 1); E("up even"); return r; }
static int odd(int n) { if (n == 0) return 0; E("down odd"); int r = even(n - 1); E("up odd"); return r; }
int main(void) { even(4); E("end"); return 0; }
)")});
  EXPECT_TRUE(may({"ev(\"down even\")", "ev(\"down odd\")", "ev(\"up odd\")", "ev(\"up even\")", "ev(\"end\")"}));
  EXPECT_FALSE(may({"ev(\"up odd\")", "ev(\"down even\")"}));
  EXPECT_FALSE(may({"ev(\"end\")", "ev(\"up even\")"}));
}

TEST_F(PathsOfC, CallsThroughPointersReachWhatFitsTheirType) {
  compile({file("a.c", std::string(prelude) + R"(
int open(const char *, int, ...);
static void quiet(void) { E("quiet"); }
static void loud(void) { E("loud"); }
static void unused(void) { E("unused"); }
static int number(int n) { E("number"); return n; }
static int (*numbers[])(int) = {number};
static int through(int (*f)(const char *, int, ...), const char *path) { return f(path, 0); }
int main(int argc, char **argv) {
  void (*f)(void) = argc > 1 ? quiet : loud;
  f();
  E("middle");
  through(open, "/etc/passwd");
  E("last");
  numbers[0](argc);
  if (0) unused();
  return 0;
}
)")});
  EXPECT_TRUE(may({"ev(\"quiet\")", "ev(\"middle\")"}));
  EXPECT_TRUE(may({"ev(\"loud\")", "ev(\"middle\")"}));
  EXPECT_FALSE(may({"ev(\"middle\")", "ev(\"loud\")"}));
  EXPECT_FALSE(may({"ev(\"number\")", "ev(\"middle\")"}));
  EXPECT_TRUE(may({"ev(\"last\")", "ev(\"number\")"}));
  // Functions of other people, too; what is passed to them through a variable is not known.
  EXPECT_TRUE(may({"ev(\"middle\")", "open(\"/etc/passwd\", 0)", "ev(\"last\")"}));
  EXPECT_FALSE(may({"ev(\"last\")", "open(...)"}));
  EXPECT_NE(said.find("calls through pointers may reach"), std::string::npos) << said;
}

TEST_F(PathsOfC, LibrariesMayCallWhatTheyAreHanded) {
  compile({file("a.c", std::string(prelude) + R"(
typedef unsigned long size;
void qsort(void *, size, size, int (*)(const void *, const void *));
void (*signal(int, void (*)(int)))(int);
static int order(const void *a, const void *b) { E("compare"); return 0; }
static void stop(int number) { E("signal"); }
int main(void) {
  int numbers[3] = {3, 1, 2};
  signal(2, stop);
  qsort(numbers, 3, sizeof *numbers, order);
  E("sorted");
  return 0;
}
)")});
  EXPECT_TRUE(may({"qsort(...)", "ev(\"compare\")", "ev(\"compare\")", "ev(\"sorted\")"}));
  EXPECT_TRUE(may({"order(_, _)", "ev(\"compare\")"}));
  EXPECT_FALSE(may({"ev(\"compare\")", "qsort(...)"}));
  EXPECT_FALSE(may({"ev(\"sorted\")", "ev(\"compare\")"}));
  EXPECT_TRUE(may({"signal(...)", "ev(\"signal\")", "ev(\"sorted\")"}));
  EXPECT_FALSE(may({"ev(\"signal\")", "signal(...)"}));
  EXPECT_NE(said.find("`qsort` may call the functions"), std::string::npos) << said;
  EXPECT_NE(said.find("`stop` may run between any two events once installed"), std::string::npos) << said;
}

TEST_F(PathsOfC, SomeCallsDoNotComeBack) {
  compile({file("a.c", std::string(prelude) + R"(
#include <stdlib.h>
#include <setjmp.h>
static jmp_buf place;
static void die(int how) { E("dying"); if (how) exit(3); abort(); }
void _exit(int);
int main(int argc, char **argv) {
  if (argc == 5) { E("leaving"); _exit(1); E("left"); }
  if (argc == 4) { if (setjmp(place)) E("again"); E("set"); longjmp(place, 1); E("jumped"); }
  if (argc == 3) { die(argc); E("dead"); }
  E("end");
  return 0;
}
)")});
  EXPECT_TRUE(may({"ev(\"dying\")", "exit(3)"}));
  EXPECT_TRUE(may({"ev(\"dying\")", "abort"}));
  EXPECT_FALSE(may({"ev(\"dying\")", "ev(\"dead\")"}));
  EXPECT_FALSE(may({"exit(3)", "abort"}));
  EXPECT_FALSE(may({"ev(\"leaving\")", "ev(\"left\")"}));
  EXPECT_FALSE(may({"ev(\"leaving\")", "ev(\"end\")"}));
  EXPECT_TRUE(may({"ev(\"set\")", "longjmp(_, 1)"}));
  EXPECT_FALSE(may({"ev(\"set\")", "ev(\"jumped\")"}));
  EXPECT_TRUE(may({"ev(\"end\")"}));
  EXPECT_TRUE(may({"ev(\"set\")", "longjmp(_, 1)", "ev(\"again\")"}));
  EXPECT_NE(said.find("longjmp goes back to each setjmp of its buffer"), std::string::npos) << said;
}

TEST_F(PathsOfC, ConstantArgumentsAreWhatTheSourceSays) {
  compile({file("a.c", std::string(prelude) + R"(
int printf(const char *, ...);
static int sum(int n, ...) { return n; }
static const char name[] = "table";
enum { READ = 4, WRITE = 2 };
int main(int argc, char **argv) {
  ev("", 0);
  ev("abc" + 1, READ | WRITE);
  ev(&"abcdef"[3], -1);
  ev(name, 'x');
  ev("a\n\"b\"", argc);
  printf("%d %s\n", 3, "x");
  sum(2, 7, 8);
  ev(argv[0], (char *)0);
  return 0;
}
)")});
  for (const char* event :
       {"ev(\"\", 0)", "ev(\"bc\", 6)", "ev(\"def\", -1)", "ev(\"table\", 120)", R"(ev("a\\n\"b\"", 99))",
        R"(printf("%d %s\\n", 3, "x"))", "sum(2, 7, 8)", "sum(2, ...)", "printf(...)", "ev(\"anything\", 0)"})
    EXPECT_TRUE(may({event})) << event;
  for (const char* event :
       {"ev(\"abc\", 6)", "ev(\"bc\", 4)", "ev(\"abcdef\", -1)", "ev(\"table\", 1)", "sum(2)", "sum(2, 8, ...)"})
    EXPECT_FALSE(may({event})) << event;
}

TEST_F(PathsOfC, SeveralFilesAreOneProgram) {
  const std::string header = std::string(prelude) + "void shared(void);\nvoid other(void);\n";
  // A static function before one that all see, and two static ones: each file means its own.
  compile({file("a.c", header + "static void help(void) { E(\"help of a\"); }\nvoid other(void) { help(); }\n"),
           file("b.c", header + "void help(void) { E(\"help of b\"); }\nint main(void) { E(\"start\"); help(); "
                                "E(\"middle\"); other(); shared(); return 0; }\n"),
           file("c.c", header + "static void help(void) { E(\"help of c\"); }\nvoid shared(void) { E(\"last\"); "
                                "help(); }\nvoid same(void) __attribute__((alias(\"shared\")));\n")});
  EXPECT_TRUE(may({"ev(\"start\")", "ev(\"help of b\")", "ev(\"middle\")", "ev(\"help of a\")", "ev(\"last\")",
                   "ev(\"help of c\")"}));
  EXPECT_FALSE(may({"ev(\"help of a\")", "ev(\"middle\")"}));
  EXPECT_FALSE(may({"ev(\"help of c\")", "ev(\"last\")"}));
  EXPECT_TRUE(may({"help", "help", "help"})) << "events have the names of the sources";
  EXPECT_FALSE(may({"help", "help", "help", "help"}));
}

TEST_F(PathsOfC, EveryCommandKnowsThemByTheirNames) {
  const std::string first = file("a.c", "void b(void);\nvoid e(int);\nint main(void) { b(); e(1); return 0; }\n"),
                    second = file("b.c", "void e(int);\n\nvoid b(void) { e(2); }\n"),
                    policy = file("p.efsa",
                                  "property p\nstate q initial ; state r ; state s final\nq -> r on e(n) when n == 2\n"
                                  "q -> q else\nr -> s on e(n) when n == 1\nr -> r else\n");
  for (const char* command : {"paths", "check", "explain", "classify"}) {
    const Outcome o = whynot({command, first, second, "-a", policy, "--json"});
    ASSERT_EQ(o.code, 10) << command << o.err;
    const json report = json::parse(o.out);
    EXPECT_EQ(report["input"]["front"], "c");
    const json step = report["traces"][0]["steps"][2]["action"];
    EXPECT_EQ(step["event"], "e(2)");
    EXPECT_EQ(step["line"], 3);
    EXPECT_EQ(step["file"], second);
  }
  EXPECT_EQ(whynot({"shell", first, second}, "paths -q -a " + policy + "\n").code, 10);
  EXPECT_EQ(whynot({"simulate", first}).code, 0);
}
TEST_F(PathsOfC, CompileCommandsSayHowToCompile) {
  const std::string a = file("a.c", std::string(prelude) +
                                        "#include \"inner/b.h\"\nint main(void) {\n#ifdef LOUD\n  "
                                        "E(\"loud\");\n#endif\n  E(WORD);\n  return 0;\n}\n");
  std::filesystem::create_directories(folder / "include" / "inner");
  file("include/inner/b.h", "#define WORD \"from the header\"\n");
  const json commands = json::array(
      {{{"file", "a.c"}, {"directory", folder.string()}, {"command", "cc -O2 -DLOUD -I include -c a.c -o 'a b.o'"}}});
  compile({file("compile_commands.json", commands.dump())});
  EXPECT_TRUE(may({"ev(\"loud\")", "ev(\"from the header\")"}));
  const json list = json::array(
      {{{"file", a}, {"directory", folder.string()}, {"arguments", {"cc", "-isystem", "include", "-c", a}}}});
  compile({file("compile_commands.json", list.dump())});
  EXPECT_FALSE(may({"ev(\"loud\")"}));
  EXPECT_TRUE(may({"ev(\"from the header\")"}));
  const json quoted =
      json::array({{{"file", "a.c"}, {"directory", folder.string()}, {"command", R"(cc "-DWORD=\"a\n\"" -c a.c)"}}});
  file("a.c", std::string(prelude) + "int main(void) {\n  E(WORD);\n  return 0;\n}\n");
  compile({file("compile_commands.json", quoted.dump())});
  EXPECT_TRUE(may({R"(ev("a\\n"))"})) << "within double quotes a shell keeps most backslashes";
}

TEST_F(PathsOfC, BrokenCompileCommandsAreShownWhereTheyBreak) {
  const std::string policy = file("p.efsa", "property p stutter\nstate q initial\nstate r final\nq -> r on x\n");
  const auto message = [&](const std::string& text) {
    const Outcome o = whynot({"paths", "--c", file("compile_commands.json", text), "-a", policy});
    EXPECT_EQ(o.code, 3) << text;
    return o.err;
  };
  EXPECT_TRUE(
      message("[\n  {\"file\": }\n]").starts_with((folder / "compile_commands.json:2:12: error[c.json]:").string()));
  EXPECT_NE(message(std::string(300, '[')).find("error[c.too-deep]"), std::string::npos);
  EXPECT_NE(message("{}").find("error[c.compile-commands]"), std::string::npos);
  EXPECT_NE(message("[]").find("error[c.no-sources]"), std::string::npos);
  EXPECT_NE(message("[{\"file\": \"a.c\"}, {\"directory\": \"/\"}]").find("command 2 has no `file`"),
            std::string::npos);
  EXPECT_NE(message("[{\"file\": \"a.c\", \"directory\": \"/no/such\"}]").find("no directory `/no/such`"),
            std::string::npos);
}

TEST_F(PathsOfC, ExamplesShowWhatTheySay) {
  const auto findings = [](const std::string& program, const std::string& policy) {
    const std::string folder = WHYNOT_EXAMPLES "/pushdown/";
    return json::parse(whynot({"paths", "--c", folder + program, "-a", folder + policy, "--json"}).out)["findings"];
  };
  const auto counts = [](const json& all) {
    std::vector<std::size_t> result;
    for (const json& finding : all) result.push_back(finding["counterexamples"].size());
    return result;
  };
  const json running = findings("running.c", "running-c.efsa"), four = findings("fig1.c", "fig1-c.efsa");
  EXPECT_EQ(counts(running), std::vector<std::size_t>{2});
  EXPECT_EQ(running[0]["groups"].size(), 1u) << "they differ in where they wait only";
  EXPECT_EQ(counts(four), (std::vector<std::size_t>{2, 0, 1, 1}));
  EXPECT_EQ(four[0]["common"], json::array({"seteuid(0)"}));
  const json archiver = findings("archiver.c", "tar-c.efsa");
  EXPECT_EQ(archiver[0]["verdict"], "holds");
  EXPECT_EQ(archiver[1]["verdict"], "violated");
  EXPECT_EQ(findings("login.c", "login-c.efsa")[0]["verdict"], "violated");
}

TEST_F(PathsOfC, FilesMayHaveSpacesInTheirNames) {
  compile({file("a b.c", std::string(prelude) + "int main(void) {\n  E(\"x\");\n  return 0;\n}\n")});
  const std::string policy = file("p.efsa", "property p stutter\nstate q initial\nstate r final\nq -> r on ev(...)\n");
  const Outcome o = whynot({"paths", program, "-a", policy, "--json"});
  ASSERT_EQ(o.code, 10) << o.err;
  EXPECT_EQ(json::parse(o.out)["traces"][0]["steps"][1]["action"]["line"], 4);
}

TEST_F(PathsOfC, WhatCannotBeWrittenOrWaitedForIsNotTheInputsFault) {
  const std::string source = file("a.c", "int main(void) { return 0; }\n");
  const std::string policy = file("p.efsa", "property p stutter\nstate q initial\nstate r final\nq -> r on x\n");
  EXPECT_EQ(whynot({"paths", "--c", source, "-a", policy, "--save-pds", folder / "none" / "x.pds"}).code, 4);
  EXPECT_EQ(whynot({"paths", "--c", source, "-a", policy, "--timeout", "0ms"}).code, 30);
}

}  // namespace
}  // namespace whynot::command
