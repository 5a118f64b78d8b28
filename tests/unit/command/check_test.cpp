// What `check` says beyond verdicts: certificates, warnings about ill models, and the race of engines.
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "command_line.h"

namespace whynot::command {
namespace {

using nlohmann::json;

constexpr const char* counter = R"(MODULE main
VAR x : 0..5; b : boolean; n : -2..1; w : signed word[3];
IVAR go : boolean;
FROZENVAR f : boolean;
ASSIGN init(x) := 0; next(x) := case go & x < 5 : x + 1; TRUE : x; esac;
       init(w) := 0sd3_0; next(w) := w + 0sd3_1;
JUSTICE go;
CTLSPEC NAME reaches := AF x = 5
CTLSPEC NAME returns := AG EF w = -0sd3_2
CTLSPEC NAME until := E [ x < 3 U x = 3 ]
CTLSPEC NAME stays := EG b
CTLSPEC NAME bounded := EBF 2..4 x = 4
LTLSPEC NAME finally := F x = 5
LTLSPEC NAME keeps := G (f <-> X f)
INVARSPEC NAME low := x < 6
INVARSPEC NAME fails := x < 4
COMPUTE NAME shortest := MIN [x = 0, x = 5]
)";

json certified(const json& report, const std::string& name) {
  for (const json& p : report["properties"])
    if (p["name"] == name) return p["certified"];
  return nullptr;
}

class CheckCommand : public CommandLine {
 protected:
  json report(const std::string& model, std::vector<std::string> options = {}) {
    std::vector<std::string> words{"check", file("m.smv", model), "--json"};
    words.insert(words.end(), options.begin(), options.end());
    return json::parse(whynot(words).out);
  }
  // Of the warnings about the model as a whole.
  std::set<std::string> codes(const std::string& model) {
    const json made = report(model);
    std::set<std::string> result;
    for (const json& d : made["diagnostics"])
      if (const std::string code = d["code"]; code.starts_with("model.")) result.insert(code);
    return result;
  }
};

TEST_F(CheckCommand, CertifiesWhatItCanAndSaysWhyNot) {
  const json made = report(counter, {"--certify"});
  for (const json& p : made["properties"])
    EXPECT_EQ(p["certified"], true) << p["name"] << p.value("certified_reason", "");
  for (const char* engine : {"kind", "explicit", "bdd"})
    EXPECT_EQ(certified(report(counter, {"--certify", "--engine", engine, "-p", "low"}), "low"), true) << engine;
  EXPECT_EQ(certified(report(counter), "low"), false);
}

// Random runs get to a failing state somehow; bounded model checking goes from depth to depth.
TEST_F(CheckCommand, SaysWhereARunMayBeLongerThanNeeded) {
  const std::string model = file("way.smv",
                                 "MODULE main\nVAR x : 0..7;\nASSIGN init(x) := 0; next(x) := x < 7 ? x + 1 : 0;\n"
                                 "INVARSPEC x < 3;\nLTLSPEC G F x = 8;\nINVARSPEC x > 0;\n");
  const auto told = [&](const std::string& engine, const std::string& property) {
    const Outcome outcome = whynot({"check", model, "-p", property, "--engine", engine});
    const json p =
        json::parse(whynot({"check", model, "-p", property, "--engine", engine, "--json"}).out)["properties"][0];
    EXPECT_EQ(p["verdict"], "violated");
    EXPECT_EQ(p.contains("shortest"), outcome.out.find(" (perhaps not the least)") != std::string::npos);
    return p.value("shortest", true);
  };
  EXPECT_FALSE(told("sim", "invar1"));
  EXPECT_TRUE(told("sim", "invar2"));  // at the start
  for (const std::string engine : {"auto", "bmc", "bdd", "ic3", "explicit"})
    EXPECT_TRUE(told(engine, "invar1")) << engine;
  for (const std::string engine : {"auto", "bmc"}) EXPECT_TRUE(told(engine, "ltl1")) << engine;
  EXPECT_FALSE(told("bdd", "ltl1"));
}

// What such a property says of a state depends on the step that leaves it: engines close their loops differently.
TEST_F(CheckCommand, SaysSoOfPropertiesThatReadInputsAndNextValues) {
  const std::string model = file("steps.smv",
                                 "MODULE main\nVAR y : boolean;\nIVAR i : boolean;\nLTLSPEC F i;\n"
                                 "LTLSPEC G (next(y) = y);\n");
  for (const std::string engine : {"auto", "bmc", "bdd", "explicit", "live", "ic3"}) {
    const json made = json::parse(whynot({"check", model, "--engine", engine, "--json"}).out);
    for (const json& p : made["properties"]) {
      if (p["verdict"] != "violated") continue;
      const bool claims_to_be_shortest = p.value("shortest", true);
      if (claims_to_be_shortest || engine == "auto") {
        EXPECT_EQ(p["depth"], 1) << engine << " " << p["name"];
      }
    }
  }
}

TEST_F(CheckCommand, CertifiesValues) {
  const json made = report(R"(MODULE main
VAR x : 0..5; s : {idle, wait, done};
ASSIGN init(x) := 0; next(x) := case x < 4 : {x + 1, x + 2}; x = 4 : 4; TRUE : 0; esac;
       init(s) := idle; next(s) := case s = idle : wait; s = wait : {wait, done}; TRUE : idle; esac;
JUSTICE s = done;
COMPUTE NAME quick := MIN [x = 0, x = 4]
COMPUTE NAME slow := MAX [x = 0, x >= 4]
COMPUTE NAME at_once := MIN [x = 1, x = 1]
COMPUTE NAME never := MIN [x = 4, x = 0]
COMPUTE NAME for_ever := MAX [x = 4, x = 0]
COMPUTE NAME unfair := MAX [s = wait, s = done]
COMPUTE NAME nowhere := MIN [x = 0, x = 3 & x = 4]
COMPUTE NAME from_nowhere := MIN [FALSE, x = 3]
)",
                           {"--certify"});
  const std::map<std::string, json> values{{"quick", 2},
                                           {"slow", 4},
                                           {"at_once", 0},
                                           {"never", "infinity"},
                                           {"for_ever", "infinity"},
                                           {"unfair", "infinity"},
                                           {"nowhere", "infinity"},
                                           {"from_nowhere", "infinity"}};
  for (const json& p : made["properties"]) {
    EXPECT_EQ(p["value"], values.at(p["name"])) << p["name"];
    EXPECT_EQ(p["certified"], p["name"] != "unfair") << p["name"] << p.value("certified_reason", "");
    EXPECT_EQ(p.value("certified_reason", "").find("there is no longest way") == 0, p["name"] == "unfair");
  }
}

TEST_F(CheckCommand, RacingEnginesGiveTheSameVerdicts) {
  const json alone = report(counter), raced = report(counter, {"--race"});
  ASSERT_EQ(raced["properties"].size(), alone["properties"].size());
  for (std::size_t i = 0; i < alone["properties"].size(); ++i) {
    const json &a = alone["properties"][i], &b = raced["properties"][i];
    EXPECT_EQ(a.value("verdict", ""), b.value("verdict", "")) << a["name"];
    EXPECT_FALSE(b["engine"].get<std::string>().empty());
  }
  for (const json& trace : raced["traces"]) EXPECT_EQ(trace["replayed"], true);
  EXPECT_EQ(report(counter, {"--race", "-f", "AG x < 6"})["properties"][0]["verdict"], "holds");
}

TEST_F(CheckCommand, WarnsAboutModelsThatSayNothing) {
  const std::string start = "MODULE main\nVAR b : boolean; x : 0..3;\n", end = "\nINVARSPEC TRUE\n";
  EXPECT_EQ(codes(start + "INIT b & !b" + end), std::set<std::string>{"model.no-initial-state"});
  EXPECT_EQ(codes(start + "TRANS FALSE" + end), std::set<std::string>{"model.no-step"});
  EXPECT_EQ(codes(start + "INIT x = 0\nTRANS next(x) = x + 1" + end),
            (std::set<std::string>{"model.no-infinite-run", "model.dead-end"}));
  EXPECT_EQ(codes(start + "TRANS next(x) = x + 1 | (x = 0 & next(x) = 0)" + end),
            (std::set<std::string>{"model.lost-initial-state", "model.dead-end"}));
  EXPECT_EQ(codes(start + "INIT x = 0\nTRANS next(x) = x + 1 | (x = 0 & next(x) = 0)" + end),
            std::set<std::string>{"model.dead-end"});
  EXPECT_EQ(codes(start + "JUSTICE FALSE" + end), std::set<std::string>{"model.no-infinite-run"});
  EXPECT_EQ(codes(start + "COMPASSION (b, x = 1)\nCTLSPEC AF b" + end),
            std::set<std::string>{"model.compassion-in-ctl"});
  EXPECT_EQ(codes(start + "ASSIGN next(x) := (x + 1) mod 4;" + end), std::set<std::string>{});
}

}  // namespace
}  // namespace whynot::command
