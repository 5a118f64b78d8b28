// Files of strangers: sessions that name what is not theirs, projects full of traps.  Nothing is started, nothing is
// changed, nothing is read that nobody asked for, and nobody waits forever.
#include <sys/stat.h>

#include <map>

#include "host/files.h"
#include "host/kept_file.h"
#include "serve_support.h"

namespace whynot::face::web {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using Words = std::vector<std::string>;

struct Ran {
  int code = -1;  // -1: did not end in time
  std::string text;
};

// The program in a folder, with a PATH of its own.
Ran run_in(const fs::path& place, const std::string& path, Words words, int seconds = 30) {
  words.insert(words.begin(), WHYNOT_BINARY);
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return {};
  const pid_t child = fork();
  if (child == 0) {
    dup2(open("/dev/null", O_RDONLY), 0);
    dup2(ends[1], 1);
    dup2(ends[1], 2);
    if (!path.empty()) setenv("PATH", path.c_str(), 1);
    alarm(static_cast<unsigned>(seconds));
    if (chdir(place.c_str()) != 0) _exit(126);
    execv(argv[0], argv.data());
    _exit(127);
  }
  ::close(ends[1]);
  Ran ran;
  char part[4096];
  for (ssize_t size; (size = ::read(ends[0], part, sizeof part)) > 0;)
    ran.text.append(part, static_cast<std::size_t>(size));
  ::close(ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  if (WIFEXITED(status)) ran.code = WEXITSTATUS(status);
  return ran;
}

void make_program(const fs::path& path, const std::string& text) {
  std::ofstream(path) << "#!/bin/sh\n" << text << "\n";
  fs::permissions(path, fs::perms::owner_all);
}

// Every file below a folder, with what it holds; links and pipes by what they are.
std::map<std::string, std::string> contents(const fs::path& folder) {
  std::map<std::string, std::string> all;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    const std::string name = entry.path().lexically_relative(folder).string();
    if (entry.is_symlink())
      all[name] = "-> " + fs::read_symlink(entry.path()).string();
    else if (entry.is_regular_file())
      all[name] = std::string((std::istreambuf_iterator<char>(std::ifstream(entry.path()).rdbuf())), {});
    else
      all[name] = "special";
  }
  return all;
}

struct HostileSession : ServeTest {
  std::string session(const std::string& model, const json& more = json::array(), const json& options = json::array()) {
    const json report = {{"schema", "whynot-report/1"},  {"input", {{"file", model}, {"front", "smv"}}},
                         {"diagnostics", json::array()}, {"properties", json::array()},
                         {"traces", json::array()},      {"findings", json::array()}};
    fs::create_directories(folder / "kept");
    return file("kept/session.json", json{{"schema", "whynot-session/1"},
                                          {"model", model},
                                          {"more", more},
                                          {"options", options},
                                          {"answers", {{{"line", "check"}, {"code", 0}, {"report", report}}}}}
                                         .dump());
  }
};

TEST_F(HostileSession, OpensNothingOutsideOfItsFolder) {
  const std::string secret = file("secret.smv", "MODULE main\nVAR secret : boolean;\n");
  session("");
  fs::create_symlink(secret, folder / "kept" / "link.smv");
  fs::create_directory_symlink(folder, folder / "kept" / "up");
  for (const std::string& model :
       Words{"/etc/passwd", secret, "../secret.smv", folder / "kept" / ".." / "secret.smv", "link.smv", "up/secret.smv",
             folder / "kept" / "up" / "secret.smv", "/dev/zero", "/proc/self/environ", "-", "--json", "@x"}) {
    Serve serve({session(model, json::array({secret, "/etc/passwd"}), json::array({"--automaton=" + secret}))},
                folder / "kept");
    ASSERT_GT(serve.port, 0) << model;
    serve.login();
    const json source = json::parse(body_of(serve.get("source")));
    EXPECT_EQ(source["text"], "") << model;
    EXPECT_EQ(source["more"], json::array()) << model;
    EXPECT_FALSE(source.contains("automaton")) << model;
    EXPECT_EQ(json::parse(body_of(serve.get("session")))["model"], "") << model;
    EXPECT_EQ(status_of(serve.run("check")), 400) << model;
    EXPECT_EQ(status_of(serve.get("report")), 200) << "what it holds itself is shown";
  }
}

TEST_F(HostileSession, OpensWhatLiesBesideItOrIsNamedAsWell) {
  const std::string model = counter();
  const std::string saved = session(model);
  const auto code = [](const Serve& serve) { return status_of(serve.run("check -p back")); };
  Serve named({saved, model});
  named.login();
  EXPECT_EQ(code(named), 200);
  EXPECT_NE(json::parse(body_of(named.get("source")))["text"], "");
  Serve other({saved, file("other.smv", "MODULE main\n")});
  other.login();
  EXPECT_EQ(code(other), 400) << "another one was named";
  fs::copy_file(model, folder / "kept" / "counter.smv");
  Serve beside({saved});
  beside.login();
  EXPECT_EQ(code(beside), 200);
  const Ran refused = run_in(folder, "", {"serve", model, model});
  EXPECT_EQ(refused.code, 2) << refused.text;
}

// The server answers all the while.
TEST_F(HostileSession, PipesAndDevicesHangNobody) {
  session("");
  ASSERT_EQ(mkfifo((folder / "kept" / "pipe.smv").c_str(), 0600), 0);
  for (const std::string model : {"pipe.smv", "."}) {
    Serve serve({session(model)}, folder / "kept");
    serve.login();
    const auto begin = std::chrono::steady_clock::now();
    EXPECT_NE(status_of(serve.get("source")), 0);
    EXPECT_NE(json::parse(body_of(serve.run("check")))["code"], 0);
    EXPECT_EQ(status_of(serve.get("session")), 200);
    EXPECT_EQ(status_of(serve.post("reload", "{}")), 200);
    EXPECT_EQ(status_of(serve.get("report")), 200);
    EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(10));
  }
  for (const std::string& model : Words{folder / "kept" / "pipe.smv", "/dev/zero", "/dev/null", "-"}) {
    const Ran ran = run_in(folder, "", {"serve", model}, 10);
    EXPECT_EQ(ran.code, 4) << model << ran.text;
  }
}

TEST_F(HostileSession, HugeAndDeepOnesAreRefused) {
  const std::string huge = file("huge.json", "{");
  fs::resize_file(huge, host::largest_session + 1);
  EXPECT_EQ(run_in(folder, "", {"serve", huge}).code, 4);
  const std::string deep = R"({"schema":"whynot-session/1","answers":[{"report":{"x":)" + std::string(300000, '[') +
                           std::string(300000, ']') + "}}]}";
  EXPECT_EQ(run_in(folder, "", {"serve", file("deep.json", deep)}).code, 3);
  for (const std::string& text : Words{"{", "{}", R"({"schema":"whynot-session/1","answers":{}})",
                                       R"({"schema":"whynot-report/2"})", "{\"schema\":\"\xff\"}"})
    EXPECT_EQ(run_in(folder, "", {"serve", file("broken.json", text)}).code, 3) << text;
}

struct HostileSets : ServeTest {
  Words store{"intervals", "counter.smv", "-p", "small", "-v", "x", "--at-step", "3", "--name", "a"};
};

TEST_F(HostileSets, LinksAreNotFollowed) {
  counter();
  fs::create_directories(folder / "elsewhere");
  fs::create_directory_symlink("elsewhere", folder / ".whynot");
  const Ran stored = run_in(folder, "", store);
  EXPECT_NE(stored.text.find("symbolic link"), std::string::npos) << stored.text;
  EXPECT_TRUE(fs::is_empty(folder / "elsewhere"));
  EXPECT_NE(run_in(folder, "", {"sets", "list"}).code, 0);
  fs::remove(folder / ".whynot");
  fs::create_directories(folder / ".whynot");
  const std::string target = file("elsewhere/sets.json", "{}");
  fs::create_symlink(target, folder / ".whynot" / "sets.json");
  EXPECT_NE(run_in(folder, "", store).text.find("symbolic link"), std::string::npos);
  EXPECT_EQ(contents(folder / "elsewhere"), (std::map<std::string, std::string>{{"sets.json", "{}"}}));
}

TEST_F(HostileSets, AreForTheirOwnersEyes) {
  counter();
  const mode_t before = umask(0);
  EXPECT_EQ(run_in(folder, "", store).code, 10);
  Serve serve({"counter.smv", "--session", "deep/er/sets.json"}, folder);
  serve.login();
  EXPECT_EQ(json::parse(body_of(serve.run("intervals -p small -v x --at-step 3 --name a")))["code"], 10);
  umask(before);
  const auto mode = [&](const char* name) { return static_cast<unsigned>(fs::status(folder / name).permissions()); };
  EXPECT_EQ(mode(".whynot"), 0700u);
  EXPECT_EQ(mode(".whynot/sets.json"), 0600u);
  EXPECT_EQ(mode("deep/er"), 0700u);
  EXPECT_EQ(mode("deep/er/sets.json"), 0600u);
  fs::permissions(folder / ".whynot", fs::perms::all);
  fs::permissions(folder / ".whynot" / "sets.json", fs::perms::all);
  EXPECT_EQ(run_in(folder, "", {"sets", "union", "a", "a", "--name", "b"}).code, 0);
  EXPECT_EQ(mode(".whynot"), 0700u);
  EXPECT_EQ(mode(".whynot/sets.json"), 0600u);
  EXPECT_EQ(contents(folder / ".whynot").size(), 1u) << "nothing else stays";
}

// Its server writes for the worker, and says when it cannot.
TEST_F(HostileSets, WhatThePageStoresIsWrittenByTheServer) {
  counter();
  fs::create_directories(folder / "elsewhere");
  Serve serve({"counter.smv"}, folder);
  serve.login();
  const std::string line = "intervals -p small -v x --at-step 3 --name a";
  EXPECT_EQ(json::parse(body_of(serve.run("sets list")))["code"], 0);
  EXPECT_FALSE(fs::exists(folder / ".whynot")) << "asking stores nothing";
  EXPECT_EQ(json::parse(body_of(serve.run(line)))["code"], 10);
  EXPECT_TRUE(fs::exists(folder / ".whynot" / "sets.json"));
  EXPECT_EQ(json::parse(body_of(serve.run("sets delete a")))["code"], 0);
  fs::remove_all(folder / ".whynot");
  fs::create_directory_symlink("elsewhere", folder / ".whynot");
  const json refused = json::parse(body_of(serve.run(line)));
  EXPECT_NE(refused.dump().find("symbolic link"), std::string::npos) << refused;
  EXPECT_TRUE(fs::is_empty(folder / "elsewhere"));
}

struct HostileProject : ServeTest {
  std::string marker, before_path;
  fs::path project;

  // Programs of our names in the working folder and below, a database of commands that would load a library or run
  // them, links that lead out, a pipe, and a session that asks for more than its own.
  void SetUp() override {
    ServeTest::SetUp();
    project = folder / "project";
    marker = folder / "marker";
    before_path = std::getenv("PATH");
    fs::create_directories(project / "bin");
    for (const fs::path& place : {project, project / "bin"})
      for (const char* name :
           {"clang", "clang-14", "cvc5", "maude", "xdg-open", "gcc", "cc", "as", "ld", "sh", "yosys"})
        make_program(place / name, "echo trapped > '" + marker + "'");
    put("counter.smv",
        "MODULE main\nVAR x : 0..7;\nASSIGN init(x) := 0; next(x) := (x + 1) mod 8;\n"
        "INVARSPEC NAME small := x < 3;\n");
    put("p.pds", "pds p\ninit <m>\nproc main entry m\n  m -> m @ log\n");
    put("p.efsa", "property quiet\nstate q0 initial ; state q1 final\nq0 -> q1 on log\n");
    put("up.ots", "ots up {\n  observer b : Bool = true\n  transition stay { b := true }\n  invariant low : b\n}\n");
    put("a.c", "void log(void);\nint main(void) { log(); return 0; }\n");
    put("@args", "-fplugin=./trap.so a.c\n");
    put("trap.so", "no library");
    put("evil.lua", "os.execute('echo trapped > " + marker + "')\n");
    put("compile_commands.json",
        json::array(
            {{{"file", "a.c"},
              {"directory", "."},
              {"arguments", {"./cc", "-fplugin=./trap.so", "-B.", "@args", "-include", "/etc/passwd", "-o", marker}}}})
            .dump());
    fs::create_directory_symlink(folder, project / ".whynot");
    fs::create_symlink("/etc/passwd", project / "passwd.smv");
    ASSERT_EQ(mkfifo((project / "pipe.smv").c_str(), 0600), 0);
    put("session.json", json{{"schema", "whynot-session/1"},
                             {"model", "/etc/passwd"},
                             {"options", {"--automaton=/etc/passwd", "--session=" + marker}},
                             {"answers", {{{"line", "check"}, {"report", {{"schema", "whynot-report/1"}}}}}}}
                            .dump());
    put("tables/r.tf", "");
    fs::create_directories(project / "tables");
    ASSERT_EQ(mkfifo((project / "tables" / "pipe.tf").c_str(), 0600), 0);
  }
  void put(const std::string& name, const std::string& text) const { std::ofstream(project / name) << text; }
  std::string trapped_path() const { return ":.:bin:./bin:" + (project / "bin").string() + ":" + before_path + ":"; }
};

TEST_F(HostileProject, NoCommandFallsIntoATrap) {
  const auto before = contents(folder);
  const std::vector<Words> commands = {
      {"check", "counter.smv"},
      {"check", "passwd.smv"},
      {"check", "tables"},
      {"check", "compile_commands.json", "-a", "p.efsa"},
      {"explain", "counter.smv", "-p", "small"},
      {"explain", "counter.smv", "-p", "small", "--strategy", "evil.lua"},
      {"classify", "counter.smv", "-p", "small"},
      {"intervals", "counter.smv", "-p", "small", "-v", "x", "--name", "a"},
      {"sets", "list"},
      {"sets", "union", "a", "b", "--name", "c"},
      {"paths", "p.pds", "-a", "p.efsa"},
      {"paths", "compile_commands.json", "-a", "p.efsa"},
      {"paths", "--c", "a.c", "-a", "p.efsa"},
      {"paths", "--c", "@args", "-a", "p.efsa"},
      {"falsify", "up.ots", "--certify"},
      {"search", "up.ots", "--depth", "2"},
      {"prove", "up.ots", "--certify"},
      {"net", "import", "tables"},
      {"simulate", "counter.smv", "--steps", "2"},
      {"trace", "show", "session.json"},
      {"trace", "replay", "session.json", "--model", "counter.smv"},
      {"examples"},
      {"doctor"},
      {"help"},
      {"shell", "counter.smv"},
      {"serve", "pipe.smv"},
      {"serve", "tables/pipe.tf"},
  };
  for (const Words& words : commands) {
    const Ran ran = run_in(project, trapped_path(), words);
    EXPECT_GE(ran.code, 0) << json(words) << " did not end";
    EXPECT_NE(ran.code, 70) << json(words) << ran.text;
    EXPECT_FALSE(fs::exists(marker)) << json(words) << ran.text;
    fs::remove(marker);
  }
  EXPECT_EQ(contents(folder), before);
}

TEST_F(HostileProject, TheHelpersOfTheSystemAreStartedAllTheSame) {
  const Ran c = run_in(project, trapped_path(), {"paths", "compile_commands.json", "-a", "p.efsa"});
  const bool has_clang = std::system("command -v clang-14 >/dev/null 2>&1 || command -v clang >/dev/null 2>&1") == 0;
  EXPECT_EQ(c.code, has_clang ? 10 : 3) << c.text;
  const Ran certified = run_in(project, trapped_path(), {"prove", "up.ots", "--certify", "--json"});
  const bool has_cvc5 = std::system("command -v cvc5 >/dev/null 2>&1") == 0;
  EXPECT_EQ(certified.text.find("\"certified\":true") != std::string::npos ||
                certified.text.find("\"certified\": true") != std::string::npos,
            has_cvc5)
      << certified.text;
}

TEST_F(HostileProject, TheServerFallsIntoNoneEither) {
  const auto before = contents(folder);
  for (const Words& words : std::vector<Words>{{"counter.smv"},
                                               {"compile_commands.json", "-a", "p.efsa"},
                                               {"a.c", "-a", "p.efsa"},
                                               {"up.ots", "--certify"},
                                               {"passwd.smv"},
                                               {"session.json"},
                                               {"tables"}}) {
    Serve serve(words, project, trapped_path());  // whose questions end by themselves
    ASSERT_GT(serve.port, 0) << json(words);
    serve.login();
    EXPECT_EQ(status_of(serve.get("report")), 200) << json(words);
    for (const std::string line : {"check", "paths", "prove", "sets list", "net import",
                                   "intervals -p small -v x --name a", "explain -p small --strategy evil.lua"})
      EXPECT_NE(status_of(serve.run(line)), 0) << json(words) << line;
    EXPECT_NE(status_of(serve.get("source")), 0) << json(words);
    EXPECT_FALSE(fs::exists(marker)) << json(words);
    serve.kill(SIGTERM);
    EXPECT_EQ(serve.wait(), 0) << json(words);
  }
  EXPECT_EQ(contents(folder), before);
}

// A pipe that a person names is read, to its end and no further than the limit; ^C ends the wait for it.
TEST_F(HostileProject, PipesThatAPersonNamesAreRead) {
  const std::string pipe = project / "pipe.smv", model = project / "counter.smv";
  std::thread writer([&] { std::ofstream(pipe) << std::ifstream(model).rdbuf(); });
  EXPECT_EQ(run_in(project, "", {"check", "pipe.smv"}).code, 10);
  writer.join();
  EXPECT_EQ(std::system(("bash -c '" WHYNOT_BINARY " check <(cat " + model + ") >/dev/null'").c_str()) >> 8, 10);
  const auto begin = std::chrono::steady_clock::now();
  EXPECT_EQ(std::system(("cd " + project.string() +
                         " && timeout -s INT -k 2 0.5 " WHYNOT_BINARY
                         " check pipe.smv 2>/dev/null; test $? = 130 -o $? = 124")
                            .c_str()),
            0);
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(3)) << "^C";
  EXPECT_EQ(run_in(project, "", {"check", "/dev/zero"}).code, 4);
  EXPECT_EQ(run_in(project, "", {"check", "."}).code, 3) << "a folder without tables";
  EXPECT_EQ(run_in(project, "", {"paths", "p.pds", "-a", "bin"}).code, 4) << "a folder is no file";
}

}  // namespace
}  // namespace whynot::face::web
