// Words are separated by blanks; parentheses, brackets, braces and commas stand for themselves.
#include <cctype>

#include "front/algebra/syntax/syntax.h"

namespace whynot::front::algebra {
namespace {

bool stands_alone(char c) { return std::string_view("()[]{},").find(c) != std::string_view::npos; }
bool is_blank(char c) { return std::isspace(static_cast<unsigned char>(c)); }

class Lexer {
 public:
  Lexer(std::string_view text, FileId file, Dialect dialect) : text_(text), file_(file), dialect_(dialect) {}

  Tokens run() {
    while (at_ < text_.size()) {
      if (is_blank(text_[at_]))
        ++at_;
      else if (!skip_comment())
        take();
    }
    return std::move(tokens_);
  }

 private:
  bool skip_comment() {
    const std::string_view rest = text_.substr(at_);
    const bool maude = dialect_ == Dialect::Maude;
    if (maude && (rest.starts_with("***(") || rest.starts_with("---("))) {
      skip_block();
      return true;
    }
    const bool line =
        maude ? rest.starts_with("***") || rest.starts_with("---") : rest.starts_with("--") || rest.starts_with("**");
    if (line) at_ = std::min(text_.find('\n', at_), text_.size());
    return line;
  }

  void skip_block() {
    std::size_t depth = 0;
    for (at_ += 3; at_ < text_.size(); ++at_) {
      if (text_[at_] == '(') ++depth;
      if (text_[at_] == ')' && --depth == 0) {
        ++at_;
        return;
      }
    }
  }

  void take() {
    std::size_t end = at_ + 1;
    if (!stands_alone(text_[at_]))
      while (end < text_.size() && !is_blank(text_[end]) && !stands_alone(text_[end])) ++end;
    tokens_.push_back(
        {text_.substr(at_, end - at_), {file_, static_cast<std::uint32_t>(at_), static_cast<std::uint32_t>(end)}});
    at_ = end;
  }

  std::string_view text_;
  FileId file_;
  Dialect dialect_;
  std::size_t at_ = 0;
  Tokens tokens_;
};

}  // namespace

Span span_of(const Tokens& tokens) { return tokens.empty() ? Span{} : join(tokens.front().where, tokens.back().where); }

Tokens tokenize(const Sources& sources, FileId file, Dialect dialect) {
  return Lexer(sources.text(file), file, dialect).run();
}

}  // namespace whynot::front::algebra
