#include "base/source.h"

#include <gtest/gtest.h>

#include "base/diagnostic.h"

namespace whynot {

TEST(Sources, PlacesStartAtOneAndCountBytes) {
  Sources sources;
  const FileId file = sources.add("a.smv", "one\ntwo three\n\nlast");
  EXPECT_EQ(sources.place({file, 0, 1}).line, 1u);
  EXPECT_EQ(sources.place({file, 8, 13}).line, 2u);
  EXPECT_EQ(sources.place({file, 8, 13}).column, 5u);
  EXPECT_EQ(sources.text(Span{file, 8, 13}), "three");
  EXPECT_EQ(sources.line(file, 2), "two three");
  EXPECT_EQ(sources.line(file, 3), "");
  EXPECT_EQ(sources.line(file, 9), "");
}

// What a file calls its things is not obeyed by the terminal.
TEST(Diagnostics, ControlCharactersAreShownNotSent) {
  Sources sources;
  const FileId file = sources.add("a\x1b[2J.smv", "x \x1b]0;title\x07 \xc2\x9b y \x7f\n");
  const std::string text = render({Severity::Error, "c.d", "found `\x1b[31m`", {file, 0, 1}, {}, "\x08"}, sources);
  for (const char c : text) EXPECT_TRUE(c == '\n' || static_cast<unsigned char>(c) >= 0x20) << int(c);
  EXPECT_EQ(text.find("\xc2\x9b"), std::string::npos);
  EXPECT_EQ(text.find('\x7f'), std::string::npos);
  EXPECT_EQ(text.rfind("a?[2J.smv:1:1: error[c.d]: found `?[31m`\n", 0), 0u) << text;
}

TEST(Diagnostics, RendersCaretUnderTheSpan) {
  Sources sources;
  const FileId file = sources.add("lift.smv", "next(floor) := floor + open;\n");
  Diagnostics diagnostics;
  diagnostics.error("smv.type-mismatch", "`floor + open` adds range 1..4 and boolean", {file, 23, 27}).help =
      "write toint(open)";
  EXPECT_FALSE(diagnostics.ok());
  EXPECT_EQ(render(diagnostics.all()[0], sources),
            "lift.smv:1:24: error[smv.type-mismatch]: `floor + open` adds range 1..4 and boolean\n"
            "    1 | next(floor) := floor + open;\n"
            "      |                        ^^^^\n"
            "      = help: write toint(open)\n");
}

TEST(Diagnostics, AFloodIsCutButCounted) {
  Diagnostics diagnostics(3);
  for (int i = 0; i < 10; ++i) diagnostics.error("x", "y", {});
  EXPECT_EQ(diagnostics.errors(), 10u);
  EXPECT_EQ(diagnostics.all().size(), 4u);
  EXPECT_EQ(diagnostics.all().back().code, "base.too-many");
}

TEST(NearestName, SuggestsOnlyWhatIsNear) {
  EXPECT_EQ(nearest_name("flor", {"floor", "door"}), "floor");
  EXPECT_EQ(nearest_name("xyz", {"floor", "door"}), "");
}

// Tables of routers may hold any bytes: what a terminal is sent is UTF-8, and nothing that it obeys.
TEST(Diagnostics, BytesThatAreNoTextAreShownAsQuestionMarks) {
  Sources sources;
  const std::string line = "a\xff \xc3\xa4 \xe2\x80\xae \xed\xa0\x80 \xc2\x9b \xf0\x9f\x98\x80 \xe2\x82";
  const FileId file = sources.add("r.routes", line + "\n");
  Diagnostics diagnostics;
  diagnostics.warning("net.route", "`" + line + "`", {file, 0, 1});
  const std::string shown = "a? \xc3\xa4 ??? ??? ? \xf0\x9f\x98\x80 ??";
  EXPECT_EQ(render(diagnostics.all()[0], sources),
            "r.routes:1:1: warning[net.route]: `" + shown + "`\n    1 | " + shown + "\n      | ^\n");
}

}  // namespace whynot
