// `whynot serve` as a program: what it prints, answers, streams, and how it ends.
#include <atomic>
#include <filesystem>
#include <fstream>
#include <map>

#include "report/formats.h"
#include "serve_support.h"

namespace whynot::face::web {
namespace {

using nlohmann::json;

struct ServeProgram : ServeTest {};

TEST_F(ServeProgram, PrintsItsAddressAndLogsIn) {
  Serve serve({counter()});
  ASSERT_GT(serve.port, 0) << serve.line();
  EXPECT_EQ(serve.token.size(), 32u);
  const std::string response = serve.login();
  EXPECT_EQ(status_of(response), 200);
  EXPECT_NE(response.find("HttpOnly; SameSite=Strict; Path=/"), std::string::npos);
  EXPECT_EQ(response.find(serve.token), std::string::npos) << "the cookie is not the token";
  EXPECT_EQ(status_of(serve.ask("GET / HTTP/1.1\r\n{host}\r\n")), 200);
}

// A simple client, without Origin, that has the token.
TEST_F(ServeProgram, ClientsThatAreNoBrowsersCanLogIn) {
  Serve serve({counter()});
  const std::string body = json{{"token", serve.token}}.dump();
  EXPECT_EQ(
      status_of(serve.ask("POST /api/v1/login HTTP/1.1\r\n{host}Content-Type: application/json\r\nContent-Length: " +
                          std::to_string(body.size()) + "\r\n\r\n" + body)),
      200);
  EXPECT_EQ(status_of(serve.ask("GET /api/v1/report HTTP/1.1\r\n{host}X-Whynot-Token: {token}\r\n\r\n")), 200);
}

TEST_F(ServeProgram, ReportHasAllVerdicts) {
  Serve serve({counter()});
  serve.login();
  const json report = json::parse(body_of(serve.get("report")));
  EXPECT_EQ(report["schema"], "whynot-report/1");
  ASSERT_EQ(report["properties"].size(), 2u);
  EXPECT_EQ(report["properties"][0]["verdict"], "violated");
  EXPECT_EQ(report["properties"][0]["depth"], 3);
  EXPECT_EQ(report["properties"][1]["verdict"], "holds");
  EXPECT_EQ(report["traces"][0]["steps"].size(), 4u);
  const json source = json::parse(body_of(serve.get("source")));
  EXPECT_NE(source["text"].get<std::string>().find("INVARSPEC"), std::string::npos);
  EXPECT_EQ(source["changed"], false);
}

// Every cone has diagrams of its own, and each reserves addresses by the gigabyte: the limit is about what is used.
TEST_F(ServeProgram, ReservedAddressesAreNoMemory) {
  std::string model = "MODULE main\nVAR\n", properties;
  for (int i = 0; i < 40; ++i) {
    const std::string name = "w" + std::to_string(i);
    model += name + " : word[8];\n";
    properties += "ASSIGN init(" + name + ") := 0ud8_0; next(" + name + ") := " + name + " + 0ud8_3;\n";
    properties += "CTLSPEC AG EF " + name + " = 0ud8_1\n";
  }
  Serve serve({file("many.smv", model + properties), "--memory", "1G", "--engine", "bdd"});
  serve.login();
  const json report = json::parse(body_of(serve.get("report")));
  ASSERT_EQ(report["properties"].size(), 40u) << report["diagnostics"];
  for (const json& property : report["properties"]) EXPECT_EQ(property["verdict"], "holds") << property;
}

TEST_F(ServeProgram, EventsAreThoseOfTheJsonlFormat) {
  Serve serve({counter()});
  serve.login();
  Socket socket(serve.port);
  socket.send(serve.filled("GET /api/v1/events HTTP/1.1\r\n{host}{auth}\r\n"));
  const std::string text =
      socket.read([](const std::string& t) { return t.find("\"event\":\"done\"") != std::string::npos; });
  EXPECT_NE(text.find("Content-Type: text/event-stream"), std::string::npos);
  std::vector<std::string> kinds;
  for (std::size_t at = 0; (at = text.find("data: {\"event\":\"", at)) != std::string::npos; ++at) {
    const std::string kind = text.substr(at + 16, text.find('"', at + 16) - at - 16);
    if (kind != "progress" && kind != "job") kinds.push_back(kind);
  }
  EXPECT_EQ(kinds, (std::vector<std::string>{"started", "verdict", "trace", "verdict", "done"}));
}

TEST_F(ServeProgram, SimulationByHand) {
  Serve serve({counter()});
  serve.login();
  const json first = json::parse(body_of(serve.run("simulate --choose 0")))["report"];
  ASSERT_EQ(first["choices"].size(), 1u);
  EXPECT_EQ(first["choices"][0]["state"]["x"], 0);
  const json then = json::parse(body_of(serve.run("simulate --choose 1,1")))["report"];
  EXPECT_EQ(then["traces"][0]["steps"].size(), 2u);
  EXPECT_EQ(then["choices"][0]["state"]["x"], 2);
  EXPECT_EQ(json::parse(body_of(serve.run("simulate --choose 7")))["code"], 3);
}

TEST_F(ServeProgram, TracesAreSentAlong) {
  Serve serve({counter()});
  serve.login();
  const json report = json::parse(body_of(serve.get("report")));
  const auto ask = [&](const std::string& line, const std::string& input) {
    return json::parse(body_of(serve.post("run", json{{"line", line}, {"input", input}}.dump())));
  };
  EXPECT_EQ(ask("trace show -", report.dump())["report"]["traces"].size(), 1u);
  EXPECT_EQ(ask("trace replay - -p small", report.dump())["code"], 0);
  json other = report;
  other["traces"][0]["steps"][1]["state"]["x"] = 5;
  const json refused = ask("trace replay - -p small", other.dump());
  EXPECT_EQ(refused["code"], 10);
  EXPECT_EQ(refused["report"]["diagnostics"][0]["code"], "trace.refused");
  const json converted = ask("trace convert - --format vcd", report.dump());
  EXPECT_EQ(converted["report"], nullptr);
  EXPECT_NE(converted["text"].get<std::string>().find("$enddefinitions"), std::string::npos);
  EXPECT_EQ(ask("trace show -", "nonsense")["code"], 3);
  EXPECT_EQ(json::parse(body_of(serve.run("trace show -")))["code"], 3) << "an empty text";
}

TEST_F(ServeProgram, DownloadsAreWhatTheCommandWrites) {
  const std::string model = counter();
  Serve serve({model});
  serve.login();
  const auto download = [&](const std::string& line, const std::string& as, const std::string& input = "") {
    return serve.post("download", json{{"line", line}, {"as", as}, {"input", input}}.dump());
  };
  const auto has = [](const std::string& response, const std::string& header) {
    return response.substr(0, response.find("\r\n\r\n") + 2).find("\r\n" + header + "\r\n") != std::string::npos;
  };
  for (const auto& [as, ending] : std::map<std::string, std::string>{{"human", ".txt"},
                                                                     {"json", ".json"},
                                                                     {"jsonl", ".jsonl"},
                                                                     {"html", ".html"},
                                                                     {"sarif", ".sarif"},
                                                                     {"junit", ".xml"},
                                                                     {"itf", ".itf.json"},
                                                                     {"nusmv", ".txt"},
                                                                     {"nusmv-xml", ".xml"},
                                                                     {"vcd", ".vcd"},
                                                                     {"dot", ".dot"},
                                                                     {"svg", ".svg"}}) {
    const std::string response = download("check -p small --no-timing # in a page", as);
    EXPECT_EQ(status_of(response), 200) << as;
    EXPECT_TRUE(has(response, "Content-Type: application/octet-stream")) << "no browser shows it: " << as;
    EXPECT_TRUE(has(response, "Content-Disposition: attachment; filename=\"counter-check" + ending + "\"")) << as;
    if (as == "html") continue;  // it tells with which limits the worker was asked
    EXPECT_EQ(body_of(response), printed("check " + model + " -p small --no-timing --format " + as)) << as;
  }
  const std::string table = body_of(download("intervals -p small -v x --at-step 3", "csv"));
  EXPECT_EQ(table, printed("intervals " + model + " -p small -v x --at-step 3 --format csv"));
  const std::string report = body_of(serve.get("report"));
  EXPECT_NE(body_of(download("trace convert -", "vcd", report)).find("$enddefinitions"), std::string::npos);
  EXPECT_EQ(json::parse(body_of(serve.get("session")))["answers"].size(), 1u) << "nothing was asked anew";
}

// The page knows no format by name: what it offers, and when, it is told.
TEST_F(ServeProgram, TellsThePageWhatFormatsHold) {
  Serve serve({counter()});
  serve.login();
  const json downloads = json::parse(body_of(serve.get("options")))["downloads"];
  std::string words;
  for (const json& one : downloads) {
    EXPECT_FALSE(one["called"].get<std::string>().empty()) << one;
    EXPECT_FALSE(one["holds"].empty()) << one;
    if (one["option"] != "format") continue;
    if (!words.empty()) words += '|';
    words += one["name"].get<std::string>();
  }
  EXPECT_EQ(words, report::format_words());
}

TEST_F(ServeProgram, DownloadsHaveHarmlessNames) {
  Serve serve({file("a\"b;\r\nX: c.smv", "MODULE main\nVAR x : boolean;\nINVARSPEC x;\n")});
  serve.login();
  const std::string response = serve.post("download", R"({"line":"check","as":"human"})");
  EXPECT_NE(response.find("filename=\"a-b---X--c-check.txt\"\r\n"), std::string::npos) << response;
}

// What an option of the command writes into a file of its own.
TEST_F(ServeProgram, FilesThatOptionsWriteAreDownloadedToo) {
  Serve program({file("p.pds", "pds p\ninit <m>\nproc main entry m\n  m -> m @ log\n"), "-a",
                 file("p.efsa", "property quiet\nstate q0 initial ; state q1 final\nq0 -> q1 on log\n")});
  program.login();
  const auto ask = [](const Serve& serve, const std::string& line, const std::string& as) {
    return serve.post("download", json{{"line", line}, {"as", as}}.dump());
  };
  EXPECT_TRUE(body_of(ask(program, "paths", "graph-dot")).starts_with("digraph"));
  EXPECT_NE(body_of(ask(program, "paths", "graph-svg")).find("<svg"), std::string::npos);
  EXPECT_EQ(status_of(ask(program, "paths", "pds")), 422) << "it is no C program";
  Serve specification({file("up.ots",
                            "ots up {\n  observer n : Nat = 0\n  transition up { n := n + 1 }\n"
                            "  invariant low : n < 2\n}\n")});
  specification.login();
  for (const std::string as : {"maude", "smt2", "cafe"})
    EXPECT_EQ(status_of(ask(specification, "search -p low --depth 0", as)), 200) << as;
}

// A trace that is sent along is where an analysis begins; nothing reads the worker's own input.
TEST_F(ServeProgram, AnalysesBeginWithTracesThatAreSent) {
  Serve serve({counter()});
  serve.login();
  const std::string report = body_of(serve.get("report"));
  const auto ask = [&](const std::string& line, const std::string& input) {
    return json::parse(body_of(serve.post("run", json{{"line", line}, {"input", input}}.dump())));
  };
  const json found = ask("intervals -p small -v x --at-step 3 --base -", report);
  EXPECT_EQ(found["code"], 10) << found;
  EXPECT_EQ(ask("intervals -p small -v x --base -", "")["code"], 3) << "nothing was sent";
  EXPECT_EQ(ask("intervals -p small -v x --base=-", "nonsense")["code"], 3);
  EXPECT_EQ(ask("check -p back", "")["code"], 0) << "and the next question is still heard";
}

TEST_F(ServeProgram, OffersTheOptionsOfTheTable) {
  Serve serve({counter()});
  EXPECT_EQ(status_of(serve.ask("GET /api/v1/options HTTP/1.1\r\n{host}\r\n")), 401) << "not without the token";
  serve.login();
  const json rows = json::parse(body_of(serve.get("options")))["options"];
  const auto row = [&](const std::string& name, const std::string& command) -> json {
    for (const json& r : rows)
      if (r["name"] == name && std::find(r["commands"].begin(), r["commands"].end(), command) != r["commands"].end())
        return r;
    return nullptr;
  };
  EXPECT_EQ(row("mode", "classify")["choices"], (json{"exact", "upto", "any"}));
  EXPECT_EQ(row("mode", "paths")["kind"], "choice");
  EXPECT_EQ(row("allow", "paths")["many"], true);
  EXPECT_EQ(row("engine", "check")["choices"][0], "auto");
  EXPECT_EQ(row("scope", "check"), nullptr) << "the model is a system";
  EXPECT_EQ(row("bound", "check")["kind"], "count");
  EXPECT_EQ(row("script", "explain"), nullptr) << "a file is written or read by it";
  EXPECT_EQ(row("output", "*"), nullptr);
}

TEST_F(ServeProgram, WrongModelsAreServedWithTheirDiagnostics) {
  Serve serve({file("wrong.smv", "MODULE main\nVAR x : 0..3;\nINVARSPEC y > 2;\n")});
  serve.login();
  const json report = json::parse(body_of(serve.get("report")));
  ASSERT_FALSE(report["diagnostics"].empty());
  EXPECT_EQ(report["diagnostics"][0]["line"], 3);
}

TEST_F(ServeProgram, HostileTextStaysText) {
  const std::string name = "<img src=x onerror=alert(1)>";
  Serve serve({file("hostile.smv", "MODULE main\n-- ]]></script> \xe2\x80\xae \xed\xa0\x80 \xff " + name +
                                       "\nVAR x : {a, b};\nINVARSPEC x = a -- <script>\n")});
  serve.login();
  for (const std::string part : {"report", "source", "session"}) {
    const std::string response = serve.get(part);
    EXPECT_NE(response.find("Content-Type: application/json"), std::string::npos);
    EXPECT_FALSE(json::parse(body_of(response), nullptr, false).is_discarded()) << part;
  }
}

TEST_F(ServeProgram, ReloadReadsTheModelAgain) {
  const std::string path = counter();
  Serve serve({path});
  serve.login();
  serve.get("report");
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  file("counter.smv",
       "MODULE main\nVAR x : 0..7;\nASSIGN init(x) := 0; next(x) := x;\nINVARSPEC NAME small := x < 3;\n");
  EXPECT_EQ(json::parse(body_of(serve.get("source")))["changed"], true);
  EXPECT_EQ(status_of(serve.post("reload", "{}")), 200);
  const json report = json::parse(body_of(serve.get("report")));
  ASSERT_EQ(report["properties"].size(), 1u);
  EXPECT_EQ(report["properties"][0]["verdict"], "holds");
  const json session = json::parse(body_of(serve.get("session")));
  ASSERT_EQ(session["answers"].size(), 1u) << "what was asked of the model as it was is gone";
  EXPECT_EQ(session["answers"][0]["report"], report);
}

TEST_F(ServeProgram, TheAutomatonIsASourceToo) {
  const std::string program = file("p.pds", "pds p\ninit <m>\nproc main entry m\n  m -> m @ log\n");
  const std::string policy = file("p.efsa", "property quiet\nstate q0 initial ; state q1 final\nq0 -> q1 on log\n");
  Serve serve({program, "-a", policy});
  serve.login();
  EXPECT_EQ(json::parse(body_of(serve.get("source")))["automaton"]["text"].get<std::string>().substr(0, 14),
            "property quiet");
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  file("p.efsa", "property loud\nstate q0 initial ; state q1 final\nq0 -> q1 on log\n");
  EXPECT_EQ(json::parse(body_of(serve.get("source")))["changed"], true);
}

// A question that takes longer than anybody waits.
std::string hard_model() {
  std::string text = "MODULE main\nVAR\n  a : unsigned word[64];\n  b : unsigned word[64];\n  c : unsigned word[64];\n";
  text += "ASSIGN\n  next(a) := a * b + c; next(b) := b * c + a; next(c) := c * a + b;\n";
  return text +
         "INIT a = 0ud64_12345678901; INIT b = 0ud64_987654321; INIT c = 0ud64_5555555551;\nINVARSPEC NAME hard := a "
         "!= 0ud64_77 | b * b != c;\n";
}

TEST_F(ServeProgram, CancelStopsAndTheNextQuestionRuns) {
  Serve serve({file("hard.smv", hard_model())});
  serve.login();
  Socket events(serve.port);  // who comes later is told what runs, so that it can be stopped
  events.send(serve.filled("GET /api/v1/events HTTP/1.1\r\n{host}{auth}\r\n"));
  const auto tells = [](const std::string& text) { return text.find(R"("state":"running")") != std::string::npos; };
  EXPECT_TRUE(tells(events.read(tells)));
  EXPECT_EQ(status_of(serve.post("cancel", "{}")), 200);
  const json report = json::parse(body_of(serve.get("report")));  // of the opening line, which has been stopped
  EXPECT_FALSE(report.contains("running")) << report;
  EXPECT_EQ(json::parse(body_of(serve.run("simulate --steps 1")))["code"], 0);
}

// The opening line may take long: questions have a worker of their own until it is through.
TEST_F(ServeProgram, QuestionsAreAnsweredWhileTheModelIsOpened) {
  Serve serve({file("hard.smv", hard_model())});
  serve.login();
  const json answer = json::parse(body_of(serve.post("run", R"({"line":"simulate --steps 2"})")));
  EXPECT_EQ(answer["code"], 0) << answer;
  const json session = json::parse(body_of(serve.get("session")));
  ASSERT_EQ(session["answers"].size(), 2u);  // that of the opening line is always the first
  EXPECT_EQ(session["answers"][0]["line"], "check --subformulas");
  EXPECT_TRUE(session["answers"][0]["report"]["running"]);
  EXPECT_EQ(session["answers"][1]["line"], "simulate --steps 2");
  EXPECT_EQ(status_of(serve.post("cancel", "{}")), 200);
  const json report = json::parse(body_of(serve.get("report")));
  EXPECT_FALSE(report.contains("running")) << report;
  EXPECT_EQ(json::parse(body_of(serve.get("session")))["answers"].size(), 2u);
}

TEST_F(ServeProgram, ClientsThatGoCancelTheirQuestion) {
  Serve serve({file("hard.smv", hard_model())});
  serve.login();
  serve.post("cancel", "{}");
  serve.get("report");
  const std::string body = R"({"line":"check --engine bmc --bound 5000"})";
  Socket events(serve.port);
  events.send(serve.filled("GET /api/v1/events HTTP/1.1\r\n{host}{auth}\r\n"));
  events.read([](const std::string& t) { return t.find("\r\n\r\n") != std::string::npos; });
  {
    Socket gone(serve.port);
    gone.send(
        serve.filled("POST /api/v1/run HTTP/1.1\r\n{own}{auth}Content-Type: application/json\r\nContent-Length: " +
                     std::to_string(body.size()) + "\r\n\r\n" + body));
    const auto runs = [](const std::string& t) { return t.find("--bound 5000") != std::string::npos; };
    EXPECT_TRUE(runs(events.read(runs)));
  }
  EXPECT_EQ(json::parse(body_of(serve.run("simulate --steps 1")))["code"], 0);
}

TEST_F(ServeProgram, TooManyQuestionsAreTurnedAway) {
  Serve serve({file("hard.smv", hard_model())});
  serve.login();
  const std::string body = R"({"line":"check"})";
  std::vector<std::unique_ptr<Socket>> sockets;
  for (int i = 0; i < 12; ++i) {
    sockets.push_back(std::make_unique<Socket>(serve.port));
    sockets.back()->send(
        serve.filled("POST /api/v1/run HTTP/1.1\r\n{own}{auth}Content-Type: application/json\r\nContent-Length: " +
                     std::to_string(body.size()) + "\r\n\r\n" + body));
  }
  EXPECT_TRUE(comes_true([&] {
    return std::any_of(sockets.begin(), sockets.end(), [](const auto& socket) {
      const std::chrono::milliseconds a_moment{20};
      return status_of(socket->read([](const std::string& t) { return t.size() > 12; }, a_moment)) == 503;
    });
  }));
}

// The process whose parent the server is; not every kernel lists children, but each tells parents.
pid_t worker_of(pid_t server) {
  for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
    std::ifstream status(entry.path() / "status");
    for (std::string line; std::getline(status, line);)
      if (line == "PPid:\t" + std::to_string(server)) return std::stoi(entry.path().filename().string());
  }
  return -1;
}

// A process that nobody waits for stays in the table, as a zombie.
bool has_ended(pid_t process) {
  if (::kill(process, 0) != 0) return true;
  std::ifstream status("/proc/" + std::to_string(process) + "/status");
  for (std::string line; std::getline(status, line);)
    if (line.starts_with("State:")) return line.find('Z') != std::string::npos;
  return true;
}

TEST_F(ServeProgram, AWorkerThatDiesTakesNobodyAlong) {
  Serve serve({counter()});
  serve.login();
  serve.get("report");
  const pid_t worker = worker_of(serve.pid());
  ASSERT_GT(worker, 0);
  ::kill(worker, SIGKILL);
  EXPECT_EQ(json::parse(body_of(serve.run("check -p back")))["code"], 0);
}

TEST_F(ServeProgram, AWorkerThatDiesWhileItOpensTheModelSaysSo) {
  Serve serve({file("hard.smv", hard_model())});
  serve.login();
  pid_t worker = -1;
  ASSERT_TRUE(comes_true([&] { return (worker = worker_of(serve.pid())) > 0; }));
  ::kill(worker, SIGKILL);
  const json report = json::parse(body_of(serve.get("report")));
  ASSERT_EQ(report["diagnostics"].size(), 1u);
  EXPECT_EQ(report["diagnostics"][0]["code"], "app.worker");
  EXPECT_NE(report["diagnostics"][0]["message"].get<std::string>().find("signal 9"), std::string::npos);
  EXPECT_EQ(json::parse(body_of(serve.run("simulate --steps 1")))["code"], 0);
  const json session = json::parse(body_of(serve.get("session")));
  ASSERT_EQ(session["answers"].size(), 2u);
  EXPECT_EQ(session["answers"][0]["report"], report) << "the first answer is still that of the opening";
}

// What was to be decided is listed with the reason, whenever the worker has come to say what that is.
TEST_F(ServeProgram, WhatADeadWorkerLeavesOpenIsListed) {
  json properties;
  for (int wait = 100; properties.empty() && wait < 10'000; wait *= 2) {
    Serve serve({file("hard.smv", hard_model())});
    serve.login();
    std::this_thread::sleep_for(std::chrono::milliseconds(wait));
    const pid_t worker = worker_of(serve.pid());
    ASSERT_GT(worker, 0);
    ::kill(worker, SIGKILL);
    properties = json::parse(body_of(serve.get("report")))["properties"];
  }
  ASSERT_FALSE(properties.empty());
  for (const json& property : properties) {
    EXPECT_EQ(property["verdict"], "undecided");
    EXPECT_NE(property["reason"].get<std::string>().find("signal 9"), std::string::npos) << property;
  }
}

TEST_F(ServeProgram, EndsCleanlyOnTermAndInterrupt) {
  for (const auto& [signal, code] : {std::pair{SIGTERM, 0}, std::pair{SIGINT, 130}}) {
    Serve serve({file("hard.smv", hard_model())});
    serve.login();
    Socket listener(serve.port);
    listener.send(serve.filled("GET /api/v1/events HTTP/1.1\r\n{host}{auth}\r\n"));
    listener.read([](const std::string& t) { return t.find("whynot") != std::string::npos; });
    const pid_t worker = worker_of(serve.pid());
    serve.kill(signal);
    EXPECT_EQ(serve.wait(), code);
    EXPECT_TRUE(worker <= 0 || comes_true([&] { return has_ended(worker); })) << "a worker stays behind";
  }
}

TEST_F(ServeProgram, ListensOnLoopbackOnly) {
  Serve serve({counter()});
  ASSERT_GT(serve.port, 0);
  std::ifstream table("/proc/net/tcp");
  char wanted[8];
  std::snprintf(wanted, sizeof wanted, ":%04X", serve.port);
  int found = 0;
  for (std::string line; std::getline(table, line);) {
    if (line.find(wanted) == std::string::npos || line.find(" 0A ") == std::string::npos) continue;
    ++found;
    EXPECT_NE(line.find("0100007F" + std::string(wanted)), std::string::npos) << line;
  }
  EXPECT_EQ(found, 1);
}

TEST_F(ServeProgram, WarnsWhenItIsRootAndSaysThatAPortIsTaken) {
  Serve first({counter()});
  const std::string command =
      std::string(WHYNOT_BINARY) + " serve " + counter() + " --port " + std::to_string(first.port) + " 2>&1";
  FILE* pipe = popen(command.c_str(), "r");
  ASSERT_NE(pipe, nullptr);
  std::string output(4096, '\0');
  output.resize(fread(output.data(), 1, output.size(), pipe));
  EXPECT_EQ(WEXITSTATUS(pclose(pipe)), 4) << output;
  EXPECT_EQ(output.find("running as root") != std::string::npos, geteuid() == 0) << output;
  EXPECT_EQ(output.find("#t="), std::string::npos) << output;
}

TEST_F(ServeProgram, TheTokenIsNotInTheArguments) {
  Serve serve({counter()});
  std::ifstream arguments("/proc/" + std::to_string(serve.pid()) + "/cmdline");
  const std::string text((std::istreambuf_iterator<char>(arguments)), {});
  EXPECT_EQ(text.find(serve.token), std::string::npos);
  Serve other({counter()});
  EXPECT_NE(serve.token, other.token);
}

// With a browser of our own on the PATH: it is given a file that only we can read, which goes with the server.
TEST_F(ServeProgram, OpensThePageByAPrivateFile) {
  const std::string seen = folder / "seen";
  const std::string browser = file("xdg-open", "#!/bin/sh\n{ stat -c '%a %n' \"$1\"; cat \"$1\"; } > '" + seen +
                                                   ".new'\nmv '" + seen + ".new' '" + seen + "'\n");
  std::filesystem::permissions(browser, std::filesystem::perms::owner_all);
  const std::string path = std::getenv("PATH");
  setenv("PATH", (folder.string() + ":" + path).c_str(), 1);
  Serve serve({counter(), "--open"});
  setenv("PATH", path.c_str(), 1);
  ASSERT_TRUE(comes_true([&] { return std::filesystem::exists(seen); }));
  std::string mode, page, text;
  std::ifstream in(seen);
  ASSERT_TRUE(in >> mode >> page);
  std::getline(in >> std::ws, text);
  EXPECT_EQ(mode, "600");
  EXPECT_NE(text.find("url=http://127.0.0.1:" + std::to_string(serve.port) + "/#t=" + serve.token), std::string::npos);
  serve.kill(SIGTERM);
  EXPECT_EQ(serve.wait(), 0);
  EXPECT_FALSE(std::filesystem::exists(page));
}

// Many clients at once, asking, leaving and cancelling: everybody gets an answer, and the server stays.
TEST_F(ServeProgram, ManyClientsAtOnce) {
  Serve serve({counter()});
  serve.login();
  serve.get("report");
  std::vector<std::thread> clients;
  std::atomic<int> answered{0}, strange{0};
  for (int client = 0; client < 12; ++client)
    clients.emplace_back([&, client] {
      for (int i = 0; i < 25; ++i) {
        const int way = (client + i) % 5;
        if (way == 3) {
          Socket leaves(serve.port);
          leaves.send(serve.filled("GET /api/v1/events HTTP/1.1\r\n{host}{auth}\r\n"));
          continue;
        }
        const int status = status_of(way == 0   ? serve.run("simulate --steps 2")
                                     : way == 1 ? serve.get("report")
                                     : way == 2 ? serve.post("cancel", "{}")
                                                : serve.get("session"));
        answered += status == 200 || status == 503;
        strange += status != 200 && status != 503;
      }
    });
  for (std::thread& client : clients) client.join();
  EXPECT_EQ(strange, 0);
  EXPECT_EQ(answered, 12 * 20);
  EXPECT_EQ(json::parse(body_of(serve.run("check -p back")))["code"], 0);
}

TEST_F(ServeProgram, WithoutAModelItSaysSo) {
  Serve serve({});
  serve.login();
  const json report = json::parse(body_of(serve.get("report")));
  EXPECT_NE(report["diagnostics"][0]["message"].get<std::string>().find("no model"), std::string::npos);
  EXPECT_EQ(status_of(serve.run("check")), 400);
}

}  // namespace
}  // namespace whynot::face::web
