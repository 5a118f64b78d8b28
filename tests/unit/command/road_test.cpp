// One road for every command and every kind of model: what does not apply is refused before a file is read, what is
// given and applies is read, and lines of a session know what earlier ones found.
#include <gtest/gtest.h>

#include <map>
#include <nlohmann/json.hpp>

#include "base/words.h"
#include "command/options.h"
#include "session/front_end.h"
#include "unit/command/command_line.h"

namespace whynot::command {
namespace {

class Road : public CommandLine {
 protected:
  std::string smv() {
    return file("m.smv",
                "MODULE main\nVAR x : 0..3;\nASSIGN init(x) := 0; next(x) := (x + 1) mod 4;\n"
                "INVARSPEC NAME small := x < 3;\n");
  }
  std::string ots() {
    return file("s.ots",
                "ots S {\n  observer n : Nat = 0\n  transition up { when n < 2  n += 1 }\n"
                "  invariant low : n < 2\n}\n");
  }
  std::string pds() {
    return file("p.pds",
                "pds m\ninit <s>\ns -> t @ e\nt -> s\n"
                "property p\nstate a initial\nstate b final\na -> b on e\na -> a else\n");
  }
  // A model of each language that needs nothing else than its file.
  std::map<std::string, std::string> models() { return {{"smv", smv()}, {"ots", ots()}, {"pds", pds()}}; }
};

TEST_F(Road, CommandsForAnotherKindSayWhichOneToUse) {
  const std::vector<std::pair<std::string, std::string>> cases = {{"falsify", smv()},   {"search", smv()},
                                                                  {"prove", pds()},     {"paths", ots()},
                                                                  {"intervals", pds()}, {"intervals", ots()}};
  for (const auto& [name, model] : cases) {
    const Outcome o = whynot({name, model});
    EXPECT_EQ(o.code, 2) << name << " " << model;
    EXPECT_NE(o.err.find("e.g. whynot "), std::string::npos) << o.err;
    EXPECT_EQ(o.err.find("error["), std::string::npos) << o.err;
  }
}

// Every command, every kind of model, every option: refused with what to do, or read.
TEST_F(Road, EveryOptionIsRefusedOrRead) {
  const std::map<OptionKind, std::string> samples = {
      {OptionKind::Count, "7"}, {OptionKind::Positive, "2"},  {OptionKind::Duration, "20s"},
      {OptionKind::Size, "3G"}, {OptionKind::Format, "json"}, {OptionKind::Engine, "bdd"},
  };
  for (const auto& [language, model] : models()) {
    const session::FrontEnd& front = *session::front_end_named(language);
    for (const CommandRow& command : command_table()) {
      if (!command.is_about_model() || !command.prepare[static_cast<std::size_t>(front.makes)]) continue;
      for (const OptionRow& option : option_table()) {
        if (!applies(option, command.name) || option.name == "c") continue;  // which says that the model is another
        std::vector<std::string> words{std::string(command.name), model, "--" + std::string(option.name)};
        const auto all = words_of(option);
        if (option.kind == OptionKind::Language)
          words.push_back(language);
        else if (option.kind == OptionKind::Choice)
          words.push_back(all.back());
        else if (option.kind == OptionKind::Text)
          words.push_back(option.role == Role::File || option.name == "output" ? (folder / "x").string() : "x");
        else if (option.kind != OptionKind::Flag)
          words.push_back(samples.at(option.kind));
        std::vector<std::string> unread;
        const Outcome o = whynot(words, "", &unread);
        const std::string line = std::string(command.name) + " --" + std::string(option.name) + " on " + language;
        if (!fits(option, front) && words.back() != option.usual) {
          EXPECT_EQ(o.code, 2) << line;
          EXPECT_NE(o.err.find("not for"), std::string::npos) << line << o.err;
        } else if (o.code != 2 && o.code != 3 && option.role != Role::Limit && option.role != Role::Look) {
          EXPECT_EQ(unread, std::vector<std::string>{}) << line;
        }
      }
    }
  }
}

TEST_F(Road, AValueThatIsUsualAnywayIsTaken) {
  EXPECT_EQ(whynot({"check", pds(), "--engine", "auto"}).code, 10);
  EXPECT_EQ(whynot({"paths", pds(), "--bound", "50", "--engine=auto"}).code, 10);
  EXPECT_EQ(whynot({"check", pds(), "--engine", "bmc"}).code, 2);
  EXPECT_EQ(whynot({"paths", pds(), "--bound", "51"}).code, 2);
}

TEST_F(Road, ATextWithoutASuffixTellsItsLanguage) {
  EXPECT_EQ(whynot({"check", file("model", "-- a comment\nMODULE main\nVAR x : boolean;\nINVARSPEC x | !x;\n")}).code,
            0);
  EXPECT_EQ(whynot({"check", file("spec", "ots S { observer n : Bool = true  invariant i : n }\n")}).code, 0);
}

TEST_F(Road, EveryKindOfModelCanBeWalkedThrough) {
  for (const auto& [language, model] : models()) {
    const Outcome o = whynot({"simulate", model, "--steps", "3", "--json"});
    EXPECT_EQ(o.code, 0) << language << o.err;
    EXPECT_NE(o.out.find("\"replayed\":true"), std::string::npos) << language;
  }
}

TEST_F(Road, ProgramsGiveSomeCounterexamplesThatDiffer) {
  const std::string two = file("two.pds",
                               "pds m\ninit <s>\ns -> t @ e\ns -> u @ e\n"
                               "property p\nstate a initial\nstate b final\na -> b on e\na -> a else\n");
  const auto number = [&](const std::vector<std::string>& more) {
    std::vector<std::string> words{"check", two, "--json"};
    words.insert(words.end(), more.begin(), more.end());
    return nlohmann::json::parse(whynot(words).out)["properties"][0]["traces"].size();
  };
  EXPECT_EQ(number({}), 2u);
  EXPECT_EQ(number({"-n", "1"}), 1u);
  EXPECT_EQ(number({"-n", "5"}), 2u);
  EXPECT_EQ(number({"-n", "5", "--different", "control"}), 1u);
}

TEST_F(Road, ASessionForgetsWhatChanged) {
  const std::string model = smv();
  const Outcome same = whynot({"shell", model, "--no-timing"}, "check\ncheck\n");
  const std::size_t half = same.out.size() / 2;
  EXPECT_EQ(same.out.substr(0, half), same.out.substr(half));
  // `simulate` writes no file; a formula of one line is not a property of the next.
  const Outcome two = whynot({"shell", model, "-q"}, "check -f 'x < 9'\ncheck\ncheck -p f1\n");
  EXPECT_EQ(two.code, 3) << two.out;
}

// The automaton of an LTL property adds bits to the diagrams that are kept; evidence speaks of states only.
TEST_F(Road, EvidenceAfterAnLtlPropertyIsThatOfASingleCommand) {
  const std::string model =
      file("l.smv",
           "MODULE main\nVAR x : 0..7; y : boolean;\nASSIGN init(x) := 0;\n"
           "next(x) := case y : (x + 1) mod 8; TRUE : {0, x}; esac;\n"
           "CTLSPEC NAME c := AG (x < 9 & EF x = 5)\nLTLSPEC NAME l := G (x = 3 -> F (x = 0 & y))\n");
  const Outcome single = whynot({"explain", model, "-p", "c", "--depth", "all", "--json", "--no-timing"});
  const Outcome both =
      whynot({"shell", model, "--json", "--no-timing"}, "check -p l --engine bdd\nexplain -p c --depth all\n");
  EXPECT_NE(both.out.find(single.out), std::string::npos) << both.out << both.err;
}

TEST_F(Road, LinesOfASessionSayWhatSingleCommandsSay) {
  const std::string model = smv();
  const std::vector<std::string> lines = {
      "check", "explain -p small", "check -n 2", "classify -p small --bound 4", "intervals -p small -v x", "check"};
  std::string script;
  std::vector<std::string> alone;
  for (const std::string& line : lines) {
    script += line + " --json\n";
    std::vector<std::string> words = *split_words(line);
    words.insert(words.begin() + 1, model);
    words.insert(words.end(), {"--json", "--no-timing"});
    alone.push_back(whynot(words).out);
  }
  const Outcome together = whynot({"shell", model, "--no-timing"}, script);
  std::string all;
  for (const std::string& one : alone) all += one;
  EXPECT_EQ(together.out, all);
}

}  // namespace
}  // namespace whynot::command
