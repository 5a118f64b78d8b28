// What engines said of a model is not worked out twice: a later question about it begins where an earlier one ended.
#include "session/decided.h"

#include <gtest/gtest.h>

#include <sstream>

#include "session/workbench.h"
#include "unit/command/command_line.h"

namespace whynot::command {
namespace {

class Decided : public CommandLine {
 protected:
  std::shared_ptr<session::Opened> opened;
  void SetUp() override {
    CommandLine::SetUp();
    const std::string model = file("m.smv",
                                   "MODULE main\nVAR x : 0..30;\nASSIGN init(x) := 0; next(x) := (x + 1) mod 31;\n"
                                   "INVARSPEC NAME low := x < 9;\nINVARSPEC NAME fine := x < 31;\nLTLSPEC NAME on := "
                                   "G (x = 3 -> X x = 3);\nCTLSPEC NAME back := AG EF x = 0;\n");
    session::Session session;
    Context context;
    std::istringstream in;
    opened = session.open({.front = "smv", .files = {model}, .options = {}}, in, context);
    ASSERT_EQ(opened->models.size(), 1u);
  }

  struct Outcome {
    std::map<std::string, std::string> engines;  // of each property
    std::uint64_t questions = 0;                 // that went to the solver
  };
  // As one line of a session asks.
  Outcome ask(const session::Deciding& how, bool together) {
    class Hears final : public engine::Schedule::Listener {
     public:
      Hears(Outcome& outcome, std::span<const Property> asked) : outcome_(outcome), asked_(asked) {}
      void begins(std::size_t) override {}
      void not_tried(std::size_t, std::size_t) override { FAIL(); }
      void answered(std::size_t i, engine::Answer answer, double) override {
        outcome_.engines[asked_[i].name] = engine::is_conclusive(answer.verdict) ? answer.engine : "";
      }

     private:
      Outcome& outcome_;
      std::span<const Property> asked_;
    };
    Context context;
    session::Workbench bench(opened, {}, context, how);
    Outcome outcome;
    const std::vector<Property>& properties = bench.model().properties;
    Hears hears(outcome, properties);
    if (together) {
      bench.decide_all(properties, hears);
    } else {
      for (std::size_t i = 0; i < properties.size(); ++i) hears.answered(i, bench.decide(properties[i]), 0);
    }
    for (const auto& [name, number] : context.statistics()) outcome.questions += number;
    return outcome;
  }
};

TEST_F(Decided, IsKeptFromOneLineToTheNext) {
  for (const bool together : {true, false}) {
    SetUp();
    const Outcome first = ask({"auto"}, together);
    EXPECT_GT(first.questions, 0u);
    EXPECT_EQ(first.engines.size(), 4u);
    for (const bool next : {true, false}) {
      const Outcome again = ask({"auto"}, next);
      EXPECT_EQ(again.engines, first.engines);
      EXPECT_EQ(again.questions, 0u);
    }
  }
}

// Bounded search says no more than "not up to the bound" of what holds: under a larger bound it is asked again.
TEST_F(Decided, ButNotWhatAnotherEngineOrBoundWouldSay) {
  const Outcome shallow = ask({"bmc", 5}, true);
  EXPECT_EQ(shallow.engines.at("low"), "");
  EXPECT_EQ(shallow.engines.at("on"), "bmc");
  const Outcome deep = ask({"bmc", 12}, true);
  EXPECT_EQ(deep.engines.at("low"), "bmc");
  EXPECT_GT(deep.questions, 0u);
  EXPECT_GT(ask({"kind", 12}, true).questions, 0u);
}

}  // namespace
}  // namespace whynot::command
