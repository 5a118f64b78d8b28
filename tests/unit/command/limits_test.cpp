// Limits and signals: obeyed in time, told as they are, and nothing that was found is lost.
#include <sys/resource.h>
#include <sys/wait.h>

#include <atomic>
#include <chrono>
#include <csignal>
#include <nlohmann/json.hpp>
#include <thread>

#include "command/last_word.h"
#include "command_line.h"

namespace whynot::command {
namespace {

using nlohmann::json;
using Clock = std::chrono::steady_clock;

// A second is promised on an idle machine; tests run beside others, and under sanitizers.
constexpr std::chrono::seconds soon{8};

struct Limited : CommandLine {
  // The program itself, which gets a signal after a while (0: none).
  Outcome program(const std::vector<std::string>& words, int signal = 0,
                  std::chrono::milliseconds after = std::chrono::milliseconds(400)) {
    const std::string out = folder / "stdout", err = folder / "stderr";
    const pid_t child = fork();
    if (child == 0) {
      std::vector<char*> argv{const_cast<char*>("whynot")};
      for (const std::string& word : words) argv.push_back(const_cast<char*>(word.c_str()));
      argv.push_back(nullptr);
      if (!std::freopen(out.c_str(), "w", stdout) || !std::freopen(err.c_str(), "w", stderr)) _exit(99);
      execv(WHYNOT_BINARY, argv.data());
      _exit(99);
    }
    if (signal) {
      std::this_thread::sleep_for(after);
      kill(child, signal);
    }
    asked = Clock::now();
    int status = 0;
    waitpid(child, &status, 0);
    ended_after = Clock::now() - asked;
    return {WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status), text_of(out), text_of(err)};
  }
  static std::string text_of(const std::string& path) {
    std::ifstream in(path);
    return {std::istreambuf_iterator<char>(in), {}};
  }

  Clock::time_point asked;
  Clock::duration ended_after{};
};

std::string hard_property(const std::string& name) {
  return "INVARSPEC NAME " + name +
         " := a <= 0ud32_1 | b <= 0ud32_1 | extend(a, 32) * extend(b, 32) != 0ud64_9345208821757322069;\n";
}
const std::string hard_model = "MODULE main\nFROZENVAR a : word[32]; b : word[32];\nVAR t : boolean;\n" +
                               hard_property("hard") + "INVARSPEC NAME simple := t | !t;\n" + hard_property("harder");

std::string million() {
  return "MODULE main\nVAR a : array 0..999999 of boolean; i : 0..7;\nINVARSPEC a[i] | !a[i];\nINVARSPEC a[0];\n";
}

TEST_F(Limited, TheReasonTellsOfTheTimeoutAndOfWhatHadNoTurn) {
  const Outcome o = whynot({"check", file("hard.smv", hard_model), "--timeout", "4s", "--json"});
  EXPECT_EQ(o.code, 30);
  const json properties = json::parse(o.out)["properties"];
  ASSERT_EQ(properties.size(), 3u);
  EXPECT_TRUE(properties[0]["reason"].get<std::string>().starts_with("stopped by --timeout 4s")) << properties[0];
  EXPECT_EQ(o.out.find("not looked for"), std::string::npos);
  EXPECT_EQ(properties[1]["verdict"], "holds") << "it does not wait for the hard one";
  EXPECT_TRUE(properties[2]["reason"].get<std::string>().starts_with("stopped by --timeout 4s")) << properties[2];
}

TEST_F(Limited, WhatHasNoTurnSaysWhereTheTimeWent) {
  const Outcome o = whynot({"check", file("hard.smv", hard_model), "--timeout", "0ms", "--json"});
  EXPECT_EQ(o.code, 30);
  const json properties = json::parse(o.out)["properties"];
  ASSERT_EQ(properties.size(), 3u);
  EXPECT_TRUE(properties[0]["reason"].get<std::string>().starts_with("stopped by --timeout 0ms")) << properties[0];
  EXPECT_EQ(properties[1]["reason"], "not tried: the time went to `hard`");
  EXPECT_EQ(properties[2]["reason"], "not tried: the time went to `hard`");
}

TEST_F(Limited, SignalsEndSolversAndGiveTheirCodes) {
  const std::string model = file("hard.smv", hard_model);
  for (const auto& [signal, code] : {std::pair{SIGINT, 130}, std::pair{SIGTERM, 143}}) {
    const Outcome o = program({"check", model, "--json"}, signal);
    EXPECT_EQ(o.code, code);
    EXPECT_LT(ended_after, soon);
    const json report = json::parse(o.out);
    EXPECT_EQ(report["properties"].size(), 3u);
    EXPECT_EQ(report["interrupted"], true);
  }
}

// Z3 has a handler of its own for ^C, which would take the signal for itself.
TEST_F(Limited, InterruptsReachUsThroughZ3) {
  const Outcome o =
      program({"search", std::string(WHYNOT_EXAMPLES) + "/ots/nspk.ots", "--scope", "any", "--depth", "30"}, SIGINT);
  EXPECT_EQ(o.code, 130);
  EXPECT_LT(ended_after, soon);
}

// A step that asks nobody is ended from outside, and the report is one all the same.
TEST_F(Limited, StepsThatCannotEndGiveTheLastWord) {
  const std::string model = file("array.smv", million());
  const Outcome limited = program({"check", model, "--timeout", "300ms", "--json"});
  EXPECT_LT(ended_after, soon);
  EXPECT_EQ(limited.code, 30) << limited.err;
  const json report = json::parse(limited.out);
  EXPECT_EQ(report["schema"], "whynot-report/1");
  EXPECT_EQ(report["diagnostics"].back()["code"], "app.stopped") << report;
  const Outcome interrupted = program({"check", model, "--json"}, SIGINT);
  EXPECT_EQ(interrupted.code, 130);
  EXPECT_LT(ended_after, soon);
  EXPECT_EQ(json::parse(interrupted.out)["interrupted"], true);
}

TEST_F(Limited, AWaitForInputEndsToo) {
  const std::string script = folder / "pipe";
  ASSERT_EQ(std::system(("mkfifo " + script).c_str()), 0);
  std::thread keeps_it_open([&] { std::ofstream(script) << std::flush, std::this_thread::sleep_for(soon); });
  const std::string command = "timeout -s INT 0.5 " + std::string(WHYNOT_BINARY) + " shell < " + script;
  const auto begin = Clock::now();
  [[maybe_unused]] const int status = std::system(command.c_str());
  EXPECT_LT(Clock::now() - begin, soon - std::chrono::seconds(1));
  keeps_it_open.join();
}

double cpu_seconds() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_utime.tv_sec) + 1e-6 * static_cast<double>(usage.ru_utime.tv_usec);
}

// It took 22 seconds: each `!` was looked through for temporal operators.
TEST_F(Limited, DeepFormulasTakeTheTimeOfTheirLength) {
  const std::string model =
      file("deep.smv", "MODULE main\nVAR x : boolean;\nLTLSPEC G " + std::string(60'000, '!') + "x\n");
  const double before = cpu_seconds();
  EXPECT_EQ(whynot({"check", model}).code, 10);
#ifdef WHYNOT_SANITIZED
  constexpr double most = 40;
#else
  constexpr double most = 8;
#endif
  EXPECT_LT(cpu_seconds() - before, most);
}

TEST_F(Limited, ASimulationThatIsCutShortSaysSo) {
  const std::string model = example("counter");
  const Outcome o = whynot({"simulate", model, "--steps", "100000000", "--timeout", "100ms", "-o", folder / "out"});
  EXPECT_EQ(o.code, 30);
  const Outcome none = whynot({"simulate", model, "--timeout", "0ms"});
  EXPECT_EQ(none.code, 30);
  EXPECT_EQ(none.err.find("no initial state"), std::string::npos) << "that is not known";
}

TEST_F(Limited, AGraphThatIsCutShortIsNotDrawn) {
  const std::string graph = folder / "graph.dot";
  const std::string program = std::string(WHYNOT_EXAMPLES) + "/pushdown/running.pds";
  EXPECT_EQ(whynot({"paths", program, "--timeout", "0ms", "--graph", graph}).code, 30);
  EXPECT_NE(text_of(graph).find("stopped by --timeout 0ms"), std::string::npos) << text_of(graph);
}

TEST_F(Limited, WidthsBeyondDiagramsAreLeftToTheOtherEngines) {
  const std::string model =
      file("wide.smv",
           "MODULE main\nVAR w : word[70000];\nASSIGN init(w) := 0ud70000_0;\n"
           "  next(w) := w + 0ud70000_1;\nINVARSPEC w != 0ud70000_2;\nCTLSPEC EF w = 0ud70000_1;\n");
  const json by_all = json::parse(whynot({"check", model, "-p", "invar1", "--json"}).out);
  EXPECT_EQ(by_all["properties"][0]["verdict"], "violated");
  const Outcome by_diagrams = whynot({"check", model, "-p", "ctl1", "--engine", "bdd", "--json"});
  EXPECT_EQ(by_diagrams.code, 30);
  EXPECT_EQ(json::parse(by_diagrams.out)["properties"][0]["reason"], "more bits than decision diagrams take");
}

TEST_F(Limited, CountsOfStatesHaveAnySize) {
  const auto proof = [&](const std::string& width) {
    const std::string model = file(
        "free.smv", "MODULE main\nVAR w : word[" + width + "]; b : boolean;\nCTLSPEC AG EF (b & w[0:0] = 0b1_1)\n");
    return json::parse(whynot({"check", model, "--engine", "bdd", "--json"}).out)["properties"][0]["proof"];
  };
  EXPECT_EQ(proof("9")["states"], 1024);
  EXPECT_EQ(proof("79")["states"], "1208925819614629174706176");
}

TEST_F(Limited, NoStateAtAllIsAWarning) {
  const std::string model = file("none.smv", "MODULE main\nVAR b : boolean;\nINIT b & !b\nCTLSPEC AG b\n");
  const Outcome o = whynot({"check", model, "--engine", "bdd"});
  EXPECT_NE(o.err.find("warning[model.no-initial-state]"), std::string::npos);
  EXPECT_EQ(o.out.find("all 0 states"), std::string::npos);
  EXPECT_EQ(o.err.find("no-initial-state", o.err.find("no-initial-state") + 1), std::string::npos) << "said twice";
}

// A report that has been written is not written again, though the process may take a while to end.
TEST(LastWord, IsNotSaidAfterTheReport) {
  for (const bool is_written : {false, true}) {
    Context context({.time = std::chrono::milliseconds(1), .memory_bytes = {}}, 0);
    context.start_watcher();
    std::atomic<int> said = 0;
    LastWord last_word(
        context, [&](Stop, int, const std::string&, const std::string&) { ++said; }, std::chrono::milliseconds(20));
    if (is_written) last_word.is_said();
    for (int i = 0; i < 100 && said == 0; ++i)
      std::this_thread::sleep_for(std::chrono::milliseconds(is_written ? 2 : 20));
    EXPECT_EQ(said > 0, !is_written);
  }
}

}  // namespace
}  // namespace whynot::command
