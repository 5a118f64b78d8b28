// Tokens of the pushdown languages.  Names are generous, since program points and mangled functions must be
// written as they are: letters, digits and _ . $ : # @ -, or anything between double quotes.  Statements end
// with their line, so each token knows whether it is the first of one.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>

#include "base/diagnostic.h"
#include "base/source.h"

namespace whynot::front::pds {

struct PdsToken {
  enum class Kind : std::uint8_t { End, Name, Number, String, Punctuation } kind = Kind::End;
  std::string text;  // of a String without its quotes, escapes resolved
  Span where;
  bool first_on_line = true;

  bool is(std::string_view punctuation) const { return kind == Kind::Punctuation && text == punctuation; }
  bool is_word(std::string_view word) const { return kind == Kind::Name && text == word; }
};

class PdsLexer {
 public:
  PdsLexer(const Sources&, FileId, Diagnostics&);

  const PdsToken& peek() const { return token_; }
  const PdsToken& peek_second();
  PdsToken take();

  // In place of the current token: a regular expression between slashes (the token holds what is between
  // them; of kind End if there is none), everything up to white space, or up to the
  // end of the line or a comment.
  PdsToken take_regex();
  PdsToken take_word();
  PdsToken take_rest_of_line();

  // To the first token of the next line, or of a line further down that starts a section.
  void skip_line();

 private:
  PdsToken scan();
  PdsToken scan_name(std::uint32_t begin, bool first);
  PdsToken scan_string(std::uint32_t begin, bool first);
  bool skip_space();
  char at(std::uint32_t offset) const { return offset < text_.size() ? text_[offset] : '\0'; }
  PdsToken token(PdsToken::Kind, std::uint32_t begin, bool first) const;

  std::string_view text_;
  FileId file_;
  Diagnostics& diagnostics_;
  std::uint32_t next_ = 0;
  PdsToken token_, second_;
  bool has_second_ = false;
};

}  // namespace whynot::front::pds
