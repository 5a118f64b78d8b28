// One scan; longer signs are tried before shorter ones.
#include "front/ots/lexer.h"

#include <fmt/format.h>

#include <array>
#include <cctype>

namespace whynot::front::ots {
namespace {

constexpr std::array<std::string_view, 26> signs{":=", "+=", "-=", "=>", "!=", "<=", ">=", "++", "(",
                                                 ")",  "{",  "}",  "[",  "]",  ",",  ";",  ":",  ".",
                                                 "|",  "=",  "<",  ">",  "+",  "-",  "&",  "!"};

bool starts_word(char c) { return std::isalpha(static_cast<unsigned char>(c)) || c == '_'; }
bool continues_word(char c) { return starts_word(c) || std::isdigit(static_cast<unsigned char>(c)) || c == '\''; }

class Lexer {
 public:
  Lexer(std::string_view text, FileId file, Diagnostics& diagnostics)
      : text_(text), file_(file), diagnostics_(diagnostics) {}

  std::vector<Token> run() {
    while (skip_blanks(), at_ < text_.size()) {
      const char c = text_[at_];
      if (starts_word(c))
        take(Token::Kind::Word, end_of(continues_word));
      else if (std::isdigit(static_cast<unsigned char>(c)))
        take(Token::Kind::Number, end_of([](char d) { return std::isdigit(static_cast<unsigned char>(d)) != 0; }));
      else
        take_sign();
    }
    take(Token::Kind::End, at_);
    return std::move(tokens_);
  }

 private:
  template <class Belongs>
  std::size_t end_of(Belongs belongs) const {
    std::size_t end = at_;
    while (end < text_.size() && belongs(text_[end])) ++end;
    return end;
  }

  void take(Token::Kind kind, std::size_t end) {
    tokens_.push_back({kind, text_.substr(at_, end - at_), span(end)});
    at_ = end;
  }

  void take_sign() {
    for (std::string_view sign : signs)
      if (text_.substr(at_).starts_with(sign)) return take(Token::Kind::Sign, at_ + sign.size());
    std::size_t end = at_ + 1;  // a character of several bytes is one mistake
    while (end < text_.size() && (static_cast<unsigned char>(text_[end]) & 0xc0) == 0x80) ++end;
    diagnostics_.error("ots.character", fmt::format("`{}` belongs to no token", text_.substr(at_, end - at_)),
                       span(end));
    at_ = end;
  }

  void skip_blanks() {
    while (at_ < text_.size()) {
      if (std::isspace(static_cast<unsigned char>(text_[at_]))) {
        ++at_;
      } else if (text_.substr(at_).starts_with("//")) {
        at_ = std::min(text_.find('\n', at_), text_.size());
      } else if (text_.substr(at_).starts_with("/*")) {
        const std::size_t end = text_.find("*/", at_ + 2);
        if (end == std::string_view::npos)
          diagnostics_.error("ots.comment", "this comment does not end", span(at_ + 2));
        at_ = end == std::string_view::npos ? text_.size() : end + 2;
      } else {
        return;
      }
    }
  }

  Span span(std::size_t end) const { return {file_, static_cast<std::uint32_t>(at_), static_cast<std::uint32_t>(end)}; }

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

}  // namespace whynot::front::ots
