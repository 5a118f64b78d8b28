// Sessions of `whynot serve`: what is kept of the lines that were run, and opened again.
#include <filesystem>

#include "serve_support.h"

namespace whynot::face::web {
namespace {

using nlohmann::json;

struct ServeSession : ServeTest {};

TEST_F(ServeSession, RunsLinesAndKeepsTheSession) {
  Serve serve({counter()});
  serve.login();
  const json answer = json::parse(body_of(serve.run("check -f 'G x < 5' -p small")));
  EXPECT_EQ(answer["code"], 10);
  EXPECT_EQ(answer["report"]["properties"].size(), 2u);
  const json wrong = json::parse(body_of(serve.run("check -p nobody")));
  EXPECT_EQ(wrong["code"], 3);
  EXPECT_EQ(wrong["report"]["diagnostics"][0]["code"], "app.unknown-property");
  const json session = json::parse(body_of(serve.get("session")));
  EXPECT_EQ(session["answers"].size(), 3u);

  Serve again({file("saved.json", session.dump())});
  again.login();
  EXPECT_EQ(json::parse(body_of(again.get("report")))["properties"].size(), 2u);
  EXPECT_EQ(json::parse(body_of(again.get("session")))["answers"].size(), 3u);
  EXPECT_EQ(json::parse(body_of(again.run("check -p back")))["code"], 0);
}

TEST_F(ServeSession, WhatASessionWasSavedInTheMiddleOfIsAskedAgain) {
  const json begun = {{"schema", "whynot-report/1"}, {"properties", json::array()}, {"running", true}};
  const json kept = {{"schema", "whynot-report/1"}, {"properties", json::array()}};
  const json session = {{"schema", "whynot-session/1"},
                        {"model", counter()},
                        {"answers",
                         {{{"line", "check"}, {"code", 0}, {"report", begun}},
                          {{"line", "check -p nobody"}, {"code", 3}, {"report", kept}}}}};
  Serve serve({file("begun.json", session.dump())});
  serve.login();
  EXPECT_EQ(json::parse(body_of(serve.get("report")))["properties"].size(), 2u);
  const json answers = json::parse(body_of(serve.get("session")))["answers"];
  ASSERT_EQ(answers.size(), 2u);
  EXPECT_EQ(answers[0]["report"]["properties"].size(), 2u);
  EXPECT_EQ(answers[1]["line"], "check -p nobody");
}

// The policy that `serve` was given belongs to every question, and to the session.
TEST_F(ServeSession, GivenOptionsHoldForEveryLineAndStayInTheSession) {
  const std::string program = file("p.pds", "pds p\ninit <m>\nproc main entry m\n  m -> m @ log\n");
  const std::string policy = file("p.efsa", "property quiet\nstate q0 initial ; state q1 final\nq0 -> q1 on log\n");
  Serve serve({program, "-a", policy});
  serve.login();
  for (const std::string& line :
       std::vector<std::string>{"paths -p quiet", "explain -p quiet", "classify -p quiet", "paths -a " + policy})
    EXPECT_EQ(json::parse(body_of(serve.run(line)))["code"], 10) << line;
  const json given = json::parse(body_of(serve.get("options")))["given"];
  ASSERT_EQ(given.size(), 1u);
  EXPECT_EQ(given[0]["text"], "-a " + policy);
  json session = json::parse(body_of(serve.get("session")));
  session["options"].push_back("--session=/tmp/elsewhere");
  session["options"].push_back("--memory=1K");
  Serve again({file("saved.json", session.dump())});
  again.login();
  EXPECT_EQ(json::parse(body_of(again.get("session")))["options"], (json{"--automaton=" + policy})) << "and no others";
  EXPECT_EQ(json::parse(body_of(again.get("source")))["automaton"]["file"], policy);
  EXPECT_EQ(json::parse(body_of(again.run("paths -p quiet")))["code"], 10);
  again.post("reload", "{}");
  EXPECT_EQ(json::parse(body_of(again.get("report")))["properties"][0]["verdict"], "violated");
}

TEST_F(ServeSession, BrokenSessionsAreRefusedOrReadAsFarAsTheyGo) {
  Serve odd({file("odd.json", R"({"schema":"whynot-session/1","model":7,"more":[1],"options":"x","answers":[
    1, {"line":3,"code":"x","report":{"schema":"whynot-report/1","input":{"file":"m","front":"smv"},"properties":[],
    "traces":[],"findings":[],"diagnostics":[]}}, {"report":null}]})")});
  odd.login();
  EXPECT_EQ(json::parse(body_of(odd.get("session")))["answers"].size(), 1u);
  EXPECT_EQ(printed("serve " + file("none.json", R"({"schema":"whynot-session/1","answers":[]})")), "");
}

TEST_F(ServeSession, SetsAreKeptInTheSessionsFile) {
  const std::string session = folder / "kept" / "sets.json";
  Serve serve({counter(), "--session", session});
  serve.login();
  const auto names = [&] {
    std::vector<std::string> found;
    const json answer = json::parse(body_of(serve.run("sets list")));
    for (const json& f : answer["report"]["findings"]) found.push_back(f["name"]);
    return found;
  };
  using Words = std::vector<std::string>;
  EXPECT_EQ(names(), Words{});
  EXPECT_EQ(json::parse(body_of(serve.run("intervals -p small -v x --name a --at-step 3")))["code"], 10);
  EXPECT_TRUE(std::filesystem::exists(session));
  EXPECT_EQ(json::parse(body_of(serve.run("sets union a a --name b")))["code"], 0);
  EXPECT_EQ(names(), (Words{"a", "b"}));
  const json asked = json::parse(body_of(serve.run("sets contains a 3..3")))["report"]["findings"][0]["contains"];
  EXPECT_EQ(asked["holds"], true);
  EXPECT_EQ(json::parse(body_of(serve.run("sets delete a")))["code"], 0);
  EXPECT_EQ(names(), Words{"b"});
  EXPECT_EQ(json::parse(body_of(serve.run("sets show a")))["code"], 3);
}

}  // namespace
}  // namespace whynot::face::web
