#include "analyse/falsify/graph.h"

#include <gtest/gtest.h>

namespace whynot::analyse::falsify {
namespace {

Lemma lemma(std::string name, std::string transition, std::optional<std::size_t> parent, std::vector<std::size_t> needs,
            LemmaStatus status) {
  Lemma l;
  l.name = std::move(name);
  l.text = "\"" + l.name + "\" holds";
  l.transition = std::move(transition);
  l.parent = parent;
  l.needs = std::move(needs);
  l.status = status;
  return l;
}

TEST(LemmaGraph, ShowsEachLemmaOnce) {
  Falsification f;
  f.lemmas.push_back(lemma("SP", "", {}, {1, 2}, LemmaStatus::Relative));
  f.lemmas.push_back(lemma("L1", "send2", 0, {}, LemmaStatus::Proved));
  f.lemmas.push_back(lemma("L2", "send3", 0, {1}, LemmaStatus::Open));
  f.lemmas[2].reason = "fake1: the solver does not know";
  EXPECT_EQ(graph_as_text(f),
            "SP [relative]: \"SP\" holds\n"
            "  L1 [proved] from send2: \"L1\" holds\n"
            "  L2 [open] from send3: \"L2\" holds\n"
            "    ! fake1: the solver does not know\n"
            "    L1 (above)\n");
  const std::string dot = to_dot(draw(f));
  EXPECT_NE(dot.find("n0 -> n2 [label=\"send3\"]"), std::string::npos) << dot;
  EXPECT_NE(dot.find("label=\"L2 [open]\\n\\\"L2\\\" holds\""), std::string::npos) << dot;
}

}  // namespace
}  // namespace whynot::analyse::falsify
