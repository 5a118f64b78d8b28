// Who confirms what: a large set is shown by clauses where some are found, a small one as it is.
#include "engine/certify.h"

#include <gtest/gtest.h>

#include <stdexcept>

#include "base/diagnostic.h"
#include "base/source.h"
#include "front/smv/smv.h"

namespace whynot::engine {
namespace {

// What is asked of IC3 while diagrams decide and what they say is confirmed.
std::uint64_t questions_to_clauses(const std::string& width, bool& confirmed) {
  const std::string text = "MODULE main\nFROZENVAR a : unsigned word[" + width + "]; b : unsigned word[" + width +
                           "];\nVAR p : unsigned word[" + width + "]; n : 0..7;\nASSIGN init(p) := uwconst(0, " +
                           width +
                           ");\n next(p) := a * b;\n init(n) := 0;\n next(n) := n < 7 ? n + 1 : n;\n"
                           "INVARSPEC n > 0 -> (p[0:0] = (a[0:0] & b[0:0]));\n";
  Sources sources;
  Diagnostics diagnostics;
  ExprPool pool;
  const auto program = front::smv::load(sources.add("product.smv", text), sources, pool, diagnostics);
  if (!program) throw std::runtime_error("the model cannot be read");
  Context context;
  const Query query{&program->system, &program->properties.at(0), {}, {}, nullptr};
  const Engine* const diagrams[] = {engine_named("bdd")};
  Answer answer = decide(query, diagrams, context);
  EXPECT_TRUE(std::holds_alternative<Holds>(answer.verdict));
  confirmed = !doubt(query, answer, context);
  const auto counts = context.statistics();
  const auto found = counts.find("ic3.questions");
  return found == counts.end() ? 0 : found->second;
}

TEST(Certify, ALargeSetIsShownByClauses) {
  bool confirmed = false;
  EXPECT_EQ(questions_to_clauses("2", confirmed), 0u);
  EXPECT_TRUE(confirmed);
  EXPECT_GT(questions_to_clauses("9", confirmed), 0u);
  EXPECT_TRUE(confirmed);
}

}  // namespace
}  // namespace whynot::engine
