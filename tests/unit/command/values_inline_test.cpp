// Values at the names in the source (`--inline`), against values worked out by hand.
#include <map>
#include <nlohmann/json.hpp>

#include "command_line.h"
#include "session/source_words.h"

namespace whynot::command {
namespace {

using nlohmann::json;

struct ValuesInline : CommandLine {
  json inline_of(const std::string& model, const std::string& step, const std::string& name = "m.smv") {
    const json report = json::parse(whynot({"check", file(name, model), "--inline", step, "--json"}).out);
    return report["traces"].at(0).value("values_inline", json());
  }
  // The names of a line with their values, in the order of the text; those of the next step with a quote.
  static std::vector<std::string> at(const json& values, int line) {
    std::vector<std::string> all;
    for (const json& one : values["lines"])
      if (one["line"] == line)
        for (const json& name : one["names"])
          all.push_back(name["name"].get<std::string>() + (name.contains("ahead") ? "'" : "") + "=" +
                        name["value"].dump());
    return all;
  }
  using Words = std::vector<std::string>;
};

TEST_F(ValuesInline, VariablesNextValuesInputsAndDefines) {
  const json values = inline_of(R"(MODULE main
IVAR up : boolean;
VAR x : 0..3; -- x is not a name here
DEFINE twice := x + x;
ASSIGN init(x) := 0;
  next(x) := case up : (x + 1) mod 4; TRUE : x; esac;
INVARSPEC twice < 4;
)",
                                "1");
  EXPECT_EQ(values["step"], 1);
  EXPECT_EQ(at(values, 3), Words{"x=1"});
  EXPECT_EQ(at(values, 4), (Words{"twice=2", "x=1", "x=1"}));
  EXPECT_EQ(at(values, 5), Words{});  // the initial value says nothing about step 1
  EXPECT_EQ(at(values, 6), (Words{"x'=2", "up'=true", "x=1", "x=1"}));
  EXPECT_EQ(at(values, 7), Words{"twice=2"});
  EXPECT_EQ(values["lines"][0]["names"][0]["column"], 6);
  EXPECT_EQ(values["lines"][0]["names"][0]["end_column"], 8);
}

TEST_F(ValuesInline, InstancesParametersAndArrays) {
  const json values = inline_of(R"(MODULE main
VAR a : cell(go); b : cell(a.v); go : boolean; row : array 0..1 of 0..2;
ASSIGN init(go) := TRUE; init(row[0]) := 2; init(row[1]) := 1;
INVARSPEC a.v | b.v | row[1] != 1;
MODULE cell(from)
VAR v : boolean;
ASSIGN init(v) := FALSE; next(v) := from;
)",
                                "0");
  EXPECT_EQ(at(values, 2), (Words{"go=true", "a.v=false", "go=true"}));
  EXPECT_EQ(at(values, 3), (Words{"go=true", "row[0]=2", "row[1]=1"}));
  EXPECT_EQ(at(values, 4), (Words{"a.v=false", "b.v=false", "row[1]=1"}));
  EXPECT_EQ(at(values, 5), Words{});
  EXPECT_EQ(at(values, 6), (Words{"a.v=false", "b.v=false"}));
  EXPECT_EQ(at(values, 7), (Words{"a.v=false", "b.v=false", "go=true", "a.v=false"}));
}

TEST_F(ValuesInline, TheLoopIsTheNextStepOfTheLast) {
  const json values =
      inline_of("MODULE main\nVAR x : boolean;\nASSIGN init(x) := TRUE;\n next(x) := !x;\nLTLSPEC F G x;\n", "1");
  EXPECT_EQ(at(values, 4), (Words{"x'=true", "x=false"}));
}

TEST_F(ValuesInline, WithoutSuchAStepThereIsNothing) {
  EXPECT_TRUE(inline_of("MODULE main\nVAR x : boolean;\nINVARSPEC x;\n", "9").is_null());
}

TEST_F(ValuesInline, PeopleSeeTheLines) {
  const auto said =
      whynot({"check", file("m.smv", "MODULE main\nVAR x : 0..3;\nASSIGN init(x) := 2;\nINVARSPEC x < 2;\n"),
              "--inline", "0"});
  EXPECT_NE(said.out.find("Step 0 in the source:"), std::string::npos) << said.out;
  EXPECT_NE(said.out.find("    4  INVARSPEC x < 2;\n           x = 2\n"), std::string::npos) << said.out;
}

// Names in <>, other words in [].
std::string split(const std::string& text, std::string_view front) {
  std::string out;
  for (const session::SourceWord& word : session::source_words(text, front)) {
    const std::string one = text.substr(word.begin, word.end - word.begin);
    out += word.is_name ? "<" + one + ">" : "[" + one + "]";
  }
  return out;
}

TEST(SourceWords, NamesNumbersAndSignsWithoutComments) {
  EXPECT_EQ(split("next(a-b) := x - 1; -- b\n/-- c\n --/d", "smv"), "<next>[(]<a-b>[)][:=]<x>[-][1][;]<d>");
  EXPECT_EQ(split("a-b // c\n/* d */ \"e f\" $g", "verilog"), "<a>[-]<b>[$g]");
  EXPECT_EQ(split("p -> q @ e1 # r", "pds"), "<p>[-][>]<q>[@]<e1>");
  EXPECT_EQ(split("sort Pid // all\n/* b", "ots"), "<sort><Pid>");
  EXPECT_EQ(split("x :", "smv"), "<x>[:]");
  EXPECT_EQ(split("", "smv"), "");
}

TEST_F(ValuesInline, ATraceNeedsItsModel) {
  EXPECT_EQ(whynot({"trace", "show", file("t.json", "{}"), "--inline", "0"}).code, 2);
}

}  // namespace
}  // namespace whynot::command
