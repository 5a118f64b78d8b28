// The parts of the parser that all sections share: names, constants, regular expressions, and guards
// (`||` over `&&` over `!` over comparisons).
#pragma once
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "base/source.h"
#include "front/pds/lexer.h"
#include "front/pds/syntax.h"

namespace whynot::front::pds {

class PdsReader {
 protected:
  PdsReader(const Sources& sources, FileId file, Diagnostics& diagnostics)
      : lexer_(sources, file, diagnostics), diagnostics_(diagnostics) {}

  const PdsToken& peek() const { return lexer_.peek(); }
  bool at_end() const { return peek().kind == PdsToken::Kind::End; }
  bool accept(std::string_view punctuation);
  bool accept_word(std::string_view word);
  void expect(std::string_view punctuation);
  void expect_word(std::string_view word);
  // Says what was wanted in place of the current token, once per statement.
  void fail(std::string_view wanted);

  NameSyntax name(std::string_view wanted);  // a name, a number or a quoted string
  Value constant(std::string_view wanted);
  Pattern regex();
  OperandSyntax operand();
  std::vector<GuardSyntax> guard();

  PdsLexer lexer_;
  Diagnostics& diagnostics_;
  bool failed_ = false;

 private:
  std::uint32_t disjunction(std::vector<GuardSyntax>&, unsigned depth);
  std::uint32_t conjunction(std::vector<GuardSyntax>&, unsigned depth);
  std::uint32_t negation(std::vector<GuardSyntax>&, unsigned depth);
  std::uint32_t comparison(std::vector<GuardSyntax>&);
};

}  // namespace whynot::front::pds
