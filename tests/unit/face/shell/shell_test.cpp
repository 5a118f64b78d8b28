// The shell and its worker, in this process: lines in, streams and codes out.
#include "face/shell/shell.h"

#include <gtest/gtest.h>
#include <linux/landlock.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "base/words.h"
#include "face/cli/run.h"
#include "face/shell/confine.h"
#include "face/web/guard.h"
#include "face/web/permitted.h"
#include "host/files.h"
#include "host/kept_file.h"

namespace whynot::face::shell {
namespace {

using Words = std::vector<std::string>;

TEST(SplitWords, QuotesAsInAShell) {
  EXPECT_EQ(split_words("check  -f 'G x = 0'  --bound=3"), (Words{"check", "-f", "G x = 0", "--bound=3"}));
  EXPECT_EQ(split_words(R"(a"b c"\ d "\"" '\' "")"), (Words{"ab c d", "\"", "\\", ""}));
  EXPECT_EQ(split_words("check # the rest"), (Words{"check"}));
  EXPECT_EQ(split_words("a#b"), (Words{"a#b"}));
  EXPECT_EQ(split_words("  "), Words{});
  EXPECT_FALSE(split_words("check 'x"));
  for (const std::string word : {"plain", "", "two words", "it's", "\"", "$(x)", "a\\b"})
    EXPECT_EQ(split_words(quoted_word(word)), Words{word});
}

struct ShellTest : ::testing::Test {
  std::filesystem::path folder;
  std::string model;
  void SetUp() override {
    folder = std::filesystem::temp_directory_path() / ("whynot-shell-" + std::to_string(::getpid()) + "-" +
                                                       ::testing::UnitTest::GetInstance()->current_test_info()->name());
    std::filesystem::create_directories(folder);
    model = folder / "m.smv";
    std::ofstream(model) << "MODULE main\nVAR x : 0..3;\nASSIGN init(x) := 0; next(x) := (x + 1) mod 4;\nINVARSPEC "
                            "NAME low := x < 2;\nINVARSPEC NAME fine := x < 4;\n";
  }
  void TearDown() override { std::filesystem::remove_all(folder); }

  struct Outcome {
    int code;
    std::string out, err;
  };
  Outcome whynot(const Words& arguments, const std::string& input) const {
    std::istringstream in(input);
    std::ostringstream out, err;
    const int code = cli::run(arguments, {in, out, err, false, false, {}});
    return {code, out.str(), err.str()};
  }
};

TEST_F(ShellTest, LinesAreCommandLinesWithoutTheModel) {
  const Outcome o =
      whynot({"shell", model}, "check -p low\ncheck -p fine --json\n# nothing\n\nquit\ncheck -p nobody\n");
  EXPECT_EQ(o.code, 10);
  EXPECT_NE(o.out.find("x low"), std::string::npos);
  EXPECT_NE(o.out.find("\"schema\": \"whynot-report/1\""), std::string::npos);
  EXPECT_EQ(whynot({"shell", model}, "check -p fine").code, 0);
}

TEST_F(ShellTest, AsksWhyOfACell) {
  const Outcome cell = whynot({"shell", model}, "why x@1 -p low\n");
  EXPECT_NE(cell.out.find("x = 1 at step 1: "), std::string::npos) << cell.out << cell.err;
  for (const char* line : {"why x@1 = 3 -p low\n", "why x@1=3 -p low\n", "why x@1 =3 -p low\n"}) {
    const Outcome other = whynot({"shell", model}, line);
    EXPECT_NE(other.out.find("x cannot be 3 at step 1 because x = 0 at step 0."), std::string::npos)
        << line << other.out << other.err;
  }
  const Outcome contrast = whynot({"shell", model}, "why not -p low\n");
  EXPECT_NE(contrast.out.find("Sealed from the start: every run fails."), std::string::npos)
      << contrast.out << contrast.err;
}

TEST_F(ShellTest, WhyIsAboutThePropertyBefore) {
  const Outcome o = whynot({"shell", model}, "check -p low\nwhy x@1\nwhy x@2 = 3\nback\n");
  EXPECT_EQ(o.code, 10) << o.err;
  EXPECT_EQ(o.out.find("fine"), std::string::npos) << o.out;
  const std::size_t other = o.out.find("x cannot be 3 at step 2");
  ASSERT_NE(other, std::string::npos) << o.out;
  EXPECT_NE(o.out.find("x = 1 at step 1: ", other), std::string::npos) << o.out;
  EXPECT_EQ(whynot({"shell", model}, "back\n").code, 2);
}

TEST_F(ShellTest, OptionsOfTheShellAreThoseOfEveryLine) {
  const Outcome o = whynot({"shell", "--json", "--no-timing", model}, "check -p fine\n");
  EXPECT_EQ(o.code, 0);
  EXPECT_EQ(o.out.find("seconds"), std::string::npos);
  EXPECT_TRUE(nlohmann::json::accept(o.out));
}

TEST_F(ShellTest, ModelsAreOpenedAndReloaded) {
  const Outcome o = whynot({"shell"}, "open " + model + "\nreload\ncheck -p fine\n");
  EXPECT_EQ(o.code, 0) << o.err;
  EXPECT_NE(o.out.find("properties: low, fine"), std::string::npos);
  EXPECT_EQ(whynot({"shell"}, "open nowhere.smv\n").code, 4);
  EXPECT_EQ(whynot({"shell"}, "reload\n").code, 2);
  EXPECT_EQ(whynot({"shell"}, "check\n").code, 2);
  EXPECT_EQ(whynot({"shell", "nowhere.smv"}, "").code, 4);
  EXPECT_NE(whynot({"shell"}, "help\nhelp check\n").out.find("reload"), std::string::npos);
}

TEST_F(ShellTest, AScriptStopsAtItsFirstError) {
  const Outcome o = whynot({"shell", model}, "check -p fine\ncheck -p nobody\ncheck -p low\n");
  EXPECT_EQ(o.code, 3);
  EXPECT_NE(o.err.find("line 2"), std::string::npos);
  EXPECT_EQ(o.out.find("low"), std::string::npos);
  EXPECT_EQ(whynot({"shell", model}, "chekc\n").code, 2);
  EXPECT_EQ(whynot({"shell", model}, "check 'x\n").code, 2);
  EXPECT_EQ(whynot({"shell", model}, "shell\n").code, 2);
}

TEST_F(ShellTest, CompletesCommandsAndTheirOptions) {
  const Shell shell({model}, {});
  EXPECT_EQ(shell.completions("che"), Words{"check"});
  EXPECT_EQ(shell.completions("check --diff"), Words{"--different"});
  EXPECT_EQ(shell.completions("simulate --diff"), Words{});
  EXPECT_EQ(shell.completions("re"), Words{"reload"});
}

TEST_F(ShellTest, CompletesNamesOfTheOpenModel) {
  std::ofstream(model) << "MODULE main\nVAR left : boolean; lamp : boolean; up : boolean;\n"
                          "INVARSPEC NAME low := left\nINVARSPEC NAME high := up\n";
  std::ostringstream out;
  std::istringstream in;
  Shell shell({}, {});
  ASSERT_EQ(shell.execute("open " + quoted_word(model), {in, out, out, false, false, {}}), 0) << out.str();
  EXPECT_EQ(shell.completions("check -p "), (Words{"low", "high"}));
  EXPECT_EQ(shell.completions("classify --property h"), Words{"high"});
  EXPECT_EQ(shell.completions("check -n 3 --different l"), (Words{"left", "lamp"}));
  EXPECT_EQ(shell.completions("check --different up,la"), Words{"up,lamp"});
  EXPECT_EQ(shell.completions("intervals -v u"), Words{"up"});
  EXPECT_EQ(shell.completions("check -v u"), Words{});
}

TEST_F(ShellTest, TheWorkerAnswersEveryLineAfterItsEvents) {
  std::ostringstream out;
  std::istringstream in("{\"id\":1,\"line\":\"check\"}\nnonsense\n{\"id\":2,\"line\":\"check -p nobody\"}\n");
  std::ostringstream err;
  // In a child: the worker confines its whole process.
  const pid_t child = fork();
  if (child == 0) {
    const int code = cli::run({"worker", model}, {in, out, err, false, false, {}});
    std::vector<std::string> kinds;
    std::istringstream lines(out.str());
    for (std::string line; std::getline(lines, line);) {
      const auto event = nlohmann::json::parse(line, nullptr, false);
      if (event.is_discarded()) _exit(2);
      if (event["event"] != "progress") kinds.push_back(event["event"]);
      if (event["event"] == "answer" && event["id"].is_null() && event["code"] != 2) _exit(6);
      if (event["event"] == "answer" && !event["id"].is_null() && event["code"] != (event["id"] == 1 ? 10 : 3))
        _exit(3);
    }
    const std::vector<std::string> expected = {"hello",  "started", "verdict", "trace", "verdict", "done",
                                               "answer", "answer",  "started", "done",  "answer"};
    _exit(code != 0 ? 4 : kinds == expected ? 0 : 5);
  }
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 0);
}

// Not in its session's folder either, nor in the one that it works in, whether or not `.whynot` is there.
TEST_F(ShellTest, TheWorkerWritesOnlyTemporaryFiles) {
  if (syscall(SYS_landlock_create_ruleset, nullptr, 0, LANDLOCK_CREATE_RULESET_VERSION) < 0)
    GTEST_SKIP() << "the kernel has no Landlock";
  std::filesystem::create_directories(folder / "session");
  std::filesystem::create_directories(folder / "temporary");
  const pid_t child = fork();
  if (child == 0) {
    setenv("TMPDIR", (folder / "temporary").c_str(), 1);
    if (chdir(folder.c_str()) != 0) _exit(9);
    confine({"--session=" + (folder / "session" / "sets.json").string()});
    std::string error;
    const bool here = host::write_file(folder / "temporary" / "x", "{}", error) && host::TemporaryFile("x").good();
    const bool there = host::write_file("x", "{}", error) || host::write_kept(".whynot/sets.json", "{}", error) ||
                       host::write_kept(folder / "session" / "sets.json", "{}", error);
    const bool removed = std::remove(model.c_str()) == 0 || truncate(model.c_str(), 0) == 0;
    _exit(!here ? 2 : there ? 3 : removed ? 4 : host::read_file(model, error) ? 0 : 5);
  }
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 0);
  EXPECT_FALSE(std::filesystem::exists(folder / ".whynot"));
  EXPECT_GT(std::filesystem::file_size(model), 0u);
}

TEST_F(ShellTest, TheWorkerReadsRegularFilesOnly) {
  const std::string pipe = folder / "pipe.smv";
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  const pid_t child = fork();
  if (child == 0) {
    confine({});
    std::string error;
    for (const std::string& path : {pipe, std::string("/dev/zero"), std::string("/dev/null"), folder.string()})
      if (host::read_file(path, error)) _exit(2);
    _exit(host::read_file(model, error) ? 0 : 3);
  }
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 0);
}

TEST(Secrets, AreRandomAndCompared) {
  const std::string a = web::random_secret(), b = web::random_secret();
  EXPECT_EQ(a.size(), 32u);
  EXPECT_NE(a, b);
  EXPECT_TRUE(web::same_secret(a, a));
  EXPECT_FALSE(web::same_secret(a, b));
  EXPECT_FALSE(web::same_secret(a.substr(1), a));
  EXPECT_FALSE(web::same_secret("", a));
  EXPECT_FALSE(web::same_secret(a + "0", a));
}

TEST_F(ShellTest, FilesOfThePageAreBelowTheModel) {
  std::ofstream(folder / "a.efsa") << "x";
  std::filesystem::create_symlink("/etc/passwd", folder / "link");
  EXPECT_TRUE(web::is_beneath(folder, folder / "a.efsa"));
  EXPECT_FALSE(web::is_beneath(folder, folder / "link"));
  EXPECT_FALSE(web::is_beneath(folder, folder / ".." / folder.filename() / "b"));
  EXPECT_FALSE(web::is_beneath(folder, "/etc/passwd"));
  EXPECT_FALSE(web::is_beneath(folder, folder));
  EXPECT_EQ(web::refuses_line("paths -a " + quoted_word((folder / "a.efsa").string()), model), std::nullopt);
  EXPECT_EQ(web::refuses_line("check -p low -n 3 --different x", model), std::nullopt);
  EXPECT_NE(web::refuses_line("check -o x", model), std::nullopt);
  EXPECT_EQ(web::refuses_line("paths --graph report", model), std::nullopt);
  EXPECT_NE(web::refuses_line("paths --graph report --graph report.svg", model), std::nullopt);
  EXPECT_NE(web::refuses_line("paths --graph report.svg", model), std::nullopt);
}

TEST_F(ShellTest, TheExportIsOneFileWithItsReport) {
  const std::string path = folder / "r.html";
  EXPECT_EQ(whynot({"check", model, "--format", "html=" + path}, "").code, 10);
  std::ifstream file(path);
  const std::string text((std::istreambuf_iterator<char>(file)), {});
  const std::string begin = "<script type=\"application/json\" id=\"whynot-report\">";
  const std::size_t at = text.find(begin);
  ASSERT_NE(at, std::string::npos);
  const std::size_t end = text.find("</script>", at);
  const auto data = nlohmann::json::parse(text.substr(at + begin.size(), end - at - begin.size()), nullptr, false);
  ASSERT_TRUE(data.is_object());
  EXPECT_EQ(data["report"]["properties"].size(), 2u);
  EXPECT_EQ(data["line"], "check");
  EXPECT_NE(data["source"]["text"].get<std::string>().find("x < 2"), std::string::npos);
}

}  // namespace
}  // namespace whynot::face::shell
