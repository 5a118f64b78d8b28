// The static cone of influence, and that no chain leads out of it.
#include "analyse/why/cone.h"

#include "agree/random_model.h"
#include "analyse/why/chain.h"
#include "unit/analyse/why/small_model.h"

namespace whynot::analyse::why {
namespace {

std::string names(SmallModel& model, Expr formula) {
  std::string out;
  for (Expr v : cone(model.system(), formula)) out += (out.empty() ? "" : " ") + model.pool.name_of(v);
  return out;
}

TEST(Cone, FollowsAssignmentsAndConstraints) {
  SmallModel model(R"(MODULE main
VAR a : boolean; b : boolean; c : boolean; d : boolean; e : boolean; f : boolean;
ASSIGN next(a) := b; next(b) := c; next(e) := !e; init(f) := d;
INVAR c -> d
INVARSPEC a
INVARSPEC e
)");
  ASSERT_TRUE(model.ok());
  EXPECT_EQ(names(model, model.program->properties[0].formula), "a b c d");
  EXPECT_EQ(names(model, model.program->properties[1].formula), "e");
  EXPECT_EQ(names(model, Expr()), "");
}

TEST(Cone, HoldsEveryChainOfRandomModels) {
  std::size_t tried = 0;
  for (std::uint64_t seed = 0; seed < seeds(120); ++seed) {
    SmallModel model(agree::random_model(seed));
    if (!model.ok()) continue;
    for (const Property& property : model.program->properties) {
      const auto trace = model.counterexample(property, "bmc", 5);
      if (!trace) continue;
      const std::vector<Expr> inside = cone(model.system(), property.formula);
      std::vector<Place> from;
      for (std::size_t v = 0; v < model.system().variables.size(); ++v) {
        const VariableDecl& d = model.system().variables[v];
        const bool is_inside = std::find(inside.begin(), inside.end(), d.variable) != inside.end();
        if (is_inside && d.kind != VariableKind::Input) from.push_back({trace->steps.size() - 1, v, false});
      }
      for (const Link& link : chain(model.system(), *trace, from).links) {
        const Expr variable = model.system().variables[link.place.variable].variable;
        ASSERT_NE(std::find(inside.begin(), inside.end(), variable), inside.end())
            << "seed " << seed << " " << model.pool.name_of(variable);
        ++tried;
      }
    }
  }
  EXPECT_GT(tried, 100u);
}

}  // namespace
}  // namespace whynot::analyse::why
