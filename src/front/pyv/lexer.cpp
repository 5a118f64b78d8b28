// One scan; longer signs are tried before shorter ones.  `#` begins a comment.
#include "front/pyv/lexer.h"

#include <fmt/format.h>

#include <array>
#include <cctype>

namespace whynot::front::pyv {
namespace {

constexpr std::array<std::string_view, 26> signs{"<->", "->", "!=", "~=", "<=", ">=", "(", ")", "[",
                                                 "]",   "{",  "}",  ",",  ".",  ":",  "!", "~", "|",
                                                 "&",   "=",  "'",  "*",  "<",  ">",  "+", "-"};

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }
bool is_annotation(char c) { return is_word(c) || c == '-'; }

class Lexer {
 public:
  Lexer(std::string_view text, FileId file, Diagnostics& diagnostics)
      : text_(text), file_(file), diagnostics_(diagnostics) {}

  std::vector<Token> run() {
    for (skip_blanks(); at_ < text_.size(); skip_blanks()) token();
    take(Token::Kind::End, at_);
    return std::move(tokens_);
  }

 private:
  void skip_blanks() {
    while (at_ < text_.size()) {
      if (std::isspace(static_cast<unsigned char>(text_[at_])))
        ++at_;
      else if (text_[at_] == '#')
        at_ = std::min(text_.find('\n', at_), text_.size());
      else
        return;
    }
  }

  void token() {
    const char c = text_[at_];
    if (c == '@') return take(Token::Kind::Annotation, end_of(at_ + 1, is_annotation));
    if (is_word(c)) {
      const bool number = std::isdigit(static_cast<unsigned char>(c));
      return take(number ? Token::Kind::Number : Token::Kind::Word, end_of(at_, is_word));
    }
    for (std::string_view sign : signs)
      if (text_.substr(at_).starts_with(sign)) return take(Token::Kind::Sign, at_ + sign.size());
    std::size_t end = at_ + 1;  // a character of several bytes is one mistake
    while (end < text_.size() && (static_cast<unsigned char>(text_[end]) & 0xc0) == 0x80) ++end;
    diagnostics_.error("pyv.character", fmt::format("`{}` belongs to no token", text_.substr(at_, end - at_)),
                       span(end));
    at_ = end;
  }

  template <class Belongs>
  std::size_t end_of(std::size_t end, Belongs belongs) const {
    while (end < text_.size() && belongs(text_[end])) ++end;
    return end;
  }

  Span span(std::size_t end) const { return {file_, static_cast<std::uint32_t>(at_), static_cast<std::uint32_t>(end)}; }

  void take(Token::Kind kind, std::size_t end) {
    tokens_.push_back({kind, text_.substr(at_, end - at_), span(end)});
    at_ = end;
  }

  std::string_view text_;
  FileId file_;
  Diagnostics& diagnostics_;
  std::size_t at_ = 0;
  std::vector<Token> tokens_;
};

}  // namespace

std::vector<Token> tokenize(const Sources& sources, FileId file, Diagnostics& diagnostics) {
  return Lexer(sources.text(file), file, diagnostics).run();
}

}  // namespace whynot::front::pyv
