// Scans on demand; the parser learns whether a line ended before a token.
#include "front/pds/lexer.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>

namespace whynot::front::pds {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_name_start(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '.' || c == '$' || (c & 0x80);
}
bool is_name_inner(char c) { return is_name_start(c) || is_digit(c) || c == ':' || c == '#' || c == '@' || c == '-'; }

constexpr std::array<std::string_view, 12> punctuation = {
    "...", "->", "<-", ":=", "==", "!=", "!~", "&&", "||", "~", "=", ":"};

}  // namespace

PdsLexer::PdsLexer(const Sources& sources, FileId file, Diagnostics& diagnostics)
    : text_(sources.text(file)), file_(file), diagnostics_(diagnostics) {
  token_ = scan();
}

PdsToken PdsLexer::take() {
  PdsToken taken = std::move(token_);
  token_ = has_second_ ? std::move(second_) : scan();
  has_second_ = false;
  return taken;
}

const PdsToken& PdsLexer::peek_second() {
  if (!has_second_) second_ = scan();
  has_second_ = true;
  return second_;
}

PdsToken PdsLexer::take_regex() {
  const std::uint32_t begin = token_.where.begin;
  std::uint32_t end = begin + 1;
  while (at(end) != '/' && at(end) != '\n' && at(end) != '\0') end += at(end) == '\\' && at(end + 1) == '/' ? 2 : 1;
  if (at(begin) != '/' || at(end) != '/' || end == begin + 1) {
    PdsToken none = token_;
    none.kind = PdsToken::Kind::End;
    return none;
  }
  next_ = end + 1;
  PdsToken result = token(PdsToken::Kind::String, begin, token_.first_on_line);
  result.text = text_.substr(begin + 1, end - begin - 1);
  has_second_ = false;
  token_ = scan();
  return result;
}

PdsToken PdsLexer::take_word() {
  const std::uint32_t begin = token_.where.begin;
  next_ = begin;
  while (next_ < text_.size() && !std::isspace(static_cast<unsigned char>(text_[next_]))) ++next_;
  PdsToken result = token(PdsToken::Kind::String, begin, token_.first_on_line);
  has_second_ = false;
  token_ = scan();
  return result;
}

PdsToken PdsLexer::take_rest_of_line() {
  const std::uint32_t begin = token_.where.begin;
  std::uint32_t end = begin;
  // Names of SMV may have `#` within.
  const auto comment = [&](std::uint32_t i) { return text_.substr(i, 2) == "//" || (at(i) == '#' && end != i); };
  for (next_ = begin; next_ < text_.size() && text_[next_] != '\n' && !comment(next_); ++next_)
    if (!std::isspace(static_cast<unsigned char>(text_[next_]))) end = next_ + 1;
  PdsToken result = token(PdsToken::Kind::String, begin, token_.first_on_line);
  result.text.resize(end - begin);
  result.where.end = end;
  has_second_ = false;
  token_ = scan();
  return result;
}

void PdsLexer::skip_line() {
  do take();
  while (token_.kind != PdsToken::Kind::End && !token_.first_on_line);
}

PdsToken PdsLexer::token(PdsToken::Kind kind, std::uint32_t begin, bool first) const {
  return {kind, std::string(text_.substr(begin, next_ - begin)), {file_, begin, next_}, first};
}

// Whether a line ended on the way.
bool PdsLexer::skip_space() {
  bool line = next_ == 0;
  if (line && text_.starts_with("\xEF\xBB\xBF")) next_ = 3;  // some editors begin every file with this mark
  while (next_ < text_.size()) {
    const char c = text_[next_];
    if (c == '#' || (c == '/' && at(next_ + 1) == '/')) {
      next_ = static_cast<std::uint32_t>(std::min(text_.find('\n', next_), text_.size()));
    } else if (c == ' ' || c == '\t' || c == '\r' || c == '\n') {
      line = line || c == '\n';
      ++next_;
    } else {
      break;
    }
  }
  return line;
}

PdsToken PdsLexer::scan() {
  const bool first = skip_space();
  const std::uint32_t begin = next_;
  if (begin >= text_.size()) return token(PdsToken::Kind::End, begin, true);
  const char c = text_[begin];
  if (text_.substr(begin, 3) != "..." && (is_name_start(c) || is_digit(c) || (c == '-' && is_digit(at(begin + 1)))))
    return scan_name(begin, first);
  if (c == '"') return scan_string(begin, first);
  for (std::string_view p : punctuation)
    if (text_.substr(begin, p.size()) == p) {
      next_ += static_cast<std::uint32_t>(p.size());
      return token(PdsToken::Kind::Punctuation, begin, first);
    }
  ++next_;
  return token(PdsToken::Kind::Punctuation, begin, first);
}

// `-` before `>` starts an arrow, and `:` before anything but a name character ends a label or starts `:=`;
// Java's constructors `File.<init>` are names.
PdsToken PdsLexer::scan_name(std::uint32_t begin, bool first) {
  ++next_;
  for (; next_ < text_.size(); ++next_) {
    const char c = text_[next_];
    if (c == '<' && text_[next_ - 1] == '.') {
      const std::size_t close = text_.find('>', next_);
      const std::string_view inner = text_.substr(next_ + 1, close == text_.npos ? 0 : close - next_ - 1);
      if (inner.empty() || !std::all_of(inner.begin(), inner.end(), is_name_inner)) break;
      next_ = static_cast<std::uint32_t>(close);
    } else if (!is_name_inner(c) || (c == '-' && at(next_ + 1) == '>') || (c == ':' && !is_name_inner(at(next_ + 1)))) {
      break;
    }
  }
  PdsToken result = token(PdsToken::Kind::Name, begin, first);
  const std::string_view digits = std::string_view(result.text).substr(result.text[0] == '-' ? 1 : 0);
  if (std::all_of(digits.begin(), digits.end(), is_digit)) result.kind = PdsToken::Kind::Number;
  return result;
}

PdsToken PdsLexer::scan_string(std::uint32_t begin, bool first) {
  std::string value;
  for (++next_; next_ < text_.size() && text_[next_] != '"' && text_[next_] != '\n'; ++next_) {
    if (text_[next_] == '\\' && (at(next_ + 1) == '"' || at(next_ + 1) == '\\')) ++next_;
    value += text_[next_];
  }
  const bool closed = at(next_) == '"';
  if (closed) ++next_;
  PdsToken result = token(PdsToken::Kind::String, begin, first);
  result.text = std::move(value);
  if (!closed) diagnostics_.error("pds.open-string", "this string has no closing quote on its line", result.where);
  return result;
}

}  // namespace whynot::front::pds
