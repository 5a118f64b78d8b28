#include "base/drawing.h"

#include <gtest/gtest.h>

namespace whynot {
namespace {

Drawing diamond() {
  Drawing d;
  d.title = "a \"title\" & more";
  d.nodes = {{"top", Drawing::Look::Plain, true}, {"left <1>"}, {"right\nsecond line", Drawing::Look::Bad}, {"bottom"}};
  d.edges = {{0, 1, "l"}, {0, 2, "", true}, {1, 3, ""}, {2, 3, ""}, {3, 0, "again"}, {1, 1, "self"}};
  return d;
}

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t n = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++n;
  return n;
}

TEST(Drawing, DotHasEveryNodeAndEdge) {
  const std::string dot = to_dot(diamond());
  EXPECT_EQ(count(dot, " -> "), 6u);
  EXPECT_EQ(count(dot, "peripheries=2"), 1u);
  EXPECT_NE(dot.find("right\\nsecond line"), std::string::npos);
}

TEST(Drawing, SvgEscapesAndDrawsAll) {
  const std::string svg = to_svg(diamond());
  EXPECT_EQ(count(svg, "<path d=\"M"), 6u + 1u);  // and the tip
  EXPECT_EQ(count(svg, "<rect "), 4u + 1u + 1u);  // a second outline, the background
  EXPECT_NE(svg.find("left &lt;1&gt;"), std::string::npos);
  EXPECT_NE(svg.find("a &quot;title&quot; &amp; more"), std::string::npos);
}

TEST(Drawing, EmptyAndHugeOnes) {
  EXPECT_NE(to_svg({}).find("</svg>"), std::string::npos);
  Drawing huge;
  huge.nodes.resize(max_drawn + 1, {"x"});
  EXPECT_NE(to_svg(huge).find("too many to draw"), std::string::npos);
}

}  // namespace
}  // namespace whynot
