#include "front/common/lexer.h"

#include <gtest/gtest.h>

namespace whynot::front {
namespace {

struct Lexed {
  explicit Lexed(std::string text)
      : file(sources.add("t.smv", std::move(text))), tokens(lex(file, sources, symbols, diagnostics)) {}

  std::vector<std::string> texts() const {
    std::vector<std::string> out;
    for (const Token& t : tokens)
      if (t.kind != Tok::End) out.emplace_back(sources.text({file, t.begin, t.end}));
    return out;
  }

  Sources sources;
  Symbols symbols;
  Diagnostics diagnostics;
  FileId file;
  std::vector<Token> tokens;
};

using Texts = std::vector<std::string>;

TEST(Lexer, NamesTakeDashesDollarsAndHashes) {
  EXPECT_EQ(Lexed("a-b $x").texts(), (Texts{"a-b", "$", "x"}));
  EXPECT_EQ(Lexed("a - b").texts(), (Texts{"a", "-", "b"}));
  EXPECT_EQ(Lexed("n$1#2\\x").texts(), (Texts{"n$1#2\\x"}));
}

TEST(Lexer, ReservedWordsAreNoNames) {
  const Lexed l("MODULE main X Xa xnor");
  EXPECT_EQ(l.tokens[0].kind, Tok::KwModule);
  EXPECT_EQ(l.tokens[1].kind, Tok::Identifier);
  EXPECT_EQ(l.tokens[2].kind, Tok::X);
  EXPECT_EQ(l.tokens[3].kind, Tok::Identifier);
  EXPECT_EQ(l.tokens[4].kind, Tok::Xnor);
}

TEST(Lexer, EveryReservedWordHasItsToken) {
  Symbols symbols;
  for (std::size_t i = 0; i < reserved_count; ++i) EXPECT_EQ(symbols.find(reserved_words[i]), i) << reserved_words[i];
}

TEST(Lexer, CommentsEndWithTheLineOrTheirBracket) {
  EXPECT_EQ(Lexed("a -- b\nc").texts(), (Texts{"a", "c"}));
  EXPECT_EQ(Lexed("a /-- b\n x --/ c").texts(), (Texts{"a", "c"}));
  EXPECT_EQ(Lexed("a -- no newline").texts(), (Texts{"a"}));
  EXPECT_EQ(Lexed("x-- comment\ny").texts(), (Texts{"x", "y"}));
  EXPECT_EQ(Lexed("x--y").texts(), (Texts{"x--y"}));
}

TEST(Lexer, CommentThatDoesNotEndIsReported) {
  const Lexed l("a /-- b");
  ASSERT_EQ(l.diagnostics.all().size(), 1u);
  EXPECT_EQ(l.diagnostics.all()[0].code, "smv.unterminated-comment");
}

TEST(Lexer, PreprocessorLinesAreReported) {
  const Lexed l("#define N 3\nx");
  ASSERT_EQ(l.diagnostics.all().size(), 1u);
  EXPECT_EQ(l.diagnostics.all()[0].code, "smv.preprocessor");
  EXPECT_EQ(l.texts(), (Texts{"x"}));
}

TEST(Lexer, NumbersRangesAndMembers) {
  EXPECT_EQ(Lexed("0..3").texts(), (Texts{"0", "..", "3"}));
  EXPECT_EQ(Lexed("1.5").tokens[0].kind, Tok::Real);
  EXPECT_EQ(Lexed("a.1.2").texts(), (Texts{"a", ".", "1", ".", "2"}));
}

TEST(Lexer, WordConstants) {
  for (const char* text : {"0ud8_255", "0sb_1010", "0h4_F", "0B8_1", "0uo_17", "0sd8_128"}) {
    const Lexed l(text);
    EXPECT_EQ(l.tokens[0].kind, Tok::WordNumber) << text;
    EXPECT_EQ(l.tokens.size(), 2u) << text;
  }
  EXPECT_EQ(Lexed("0b").texts(), (Texts{"0", "b"}));
}

TEST(Lexer, LongestOperatorWins) {
  EXPECT_EQ(Lexed("a<->b->c<=d<<e::f:=g").texts(),
            (Texts{"a", "<->", "b", "->", "c", "<=", "d", "<<", "e", "::", "f", ":=", "g"}));
}

TEST(Lexer, ByteOrderMarkAndCarriageReturnsAreBlank) {
  const Lexed l("\xEF\xBB\xBFMODULE\r\nmain\r\n");
  EXPECT_EQ(l.texts(), (Texts{"MODULE", "main"}));
}

TEST(Lexer, StrangeBytesAreOneToken) {
  const Lexed l(std::string("a ~ \xC3\xB6\xC3\xA4 ") + std::string(3, '\0') + " b");
  EXPECT_EQ(l.tokens[1].kind, Tok::Illegal);
  EXPECT_EQ(l.tokens[2].kind, Tok::Illegal);
  EXPECT_EQ(l.tokens[3].kind, Tok::Illegal);
  EXPECT_EQ(l.tokens[4].kind, Tok::Identifier);
}

TEST(Lexer, EmptyTextIsOneEnd) { EXPECT_EQ(Lexed("").tokens.size(), 1u); }

}  // namespace
}  // namespace whynot::front
