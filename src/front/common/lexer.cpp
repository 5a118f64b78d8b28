// One scan; longer signs are tried before shorter ones, and names are looked up among the keywords.
#include "front/common/lexer.h"

#include <algorithm>

namespace whynot::front {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_name_part(char c) { return is_letter(c) || is_digit(c) || c == '$' || c == '#' || c == '-' || c == '\\'; }
bool is_hex(char c) { return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); }
bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v'; }

struct Punctuation {
  std::string_view text;
  Tok kind;
};

// Longest first: `<->` before `<`.
constexpr Punctuation punctuation[] = {
    {"<->", Tok::Iff},       {"<<<", Tok::RotateLeft}, {">>>", Tok::RotateRight}, {"->", Tok::Implies},
    {":=", Tok::Assign},     {"::", Tok::ColonColon},  {"..", Tok::DotDot},       {"<<", Tok::ShiftLeft},
    {">>", Tok::ShiftRight}, {"!=", Tok::NotEqual},    {"<=", Tok::LessEqual},    {">=", Tok::GreaterEqual},
    {"(", Tok::LeftParen},   {")", Tok::RightParen},   {"[", Tok::LeftBracket},   {"]", Tok::RightBracket},
    {"{", Tok::LeftBrace},   {"}", Tok::RightBrace},   {",", Tok::Comma},         {";", Tok::Semicolon},
    {":", Tok::Colon},       {".", Tok::Dot},          {"?", Tok::Question},      {"+", Tok::Plus},
    {"-", Tok::Minus},       {"*", Tok::Star},         {"/", Tok::Slash},         {"=", Tok::Equal},
    {"<", Tok::Less},        {">", Tok::Greater},      {"&", Tok::And},           {"|", Tok::Or},
    {"!", Tok::Not}};

class Lexer {
 public:
  Lexer(FileId file, std::string_view text, Symbols& symbols, Diagnostics& diagnostics)
      : file_(file), text_(text), symbols_(symbols), diagnostics_(diagnostics) {}

  std::vector<Token> run() {
    tokens_.reserve(text_.size() / 4 + 16);
    if (text_.substr(0, 3) == "\xEF\xBB\xBF") at_ = 3;  // byte order mark
    while (skip_blank()) token();
    add(Tok::End, text_.size());
    return std::move(tokens_);
  }

 private:
  char look(std::size_t ahead = 0) const { return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0'; }
  Span span(std::size_t begin, std::size_t end) const {
    return {file_, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)};
  }
  void add(Tok kind, std::size_t end, Symbol symbol = no_symbol) {
    tokens_.push_back({kind, static_cast<std::uint32_t>(at_), static_cast<std::uint32_t>(end), symbol});
    at_ = end;
  }

  // Skips white space and comments; false at the end of the text.
  bool skip_blank() {
    while (at_ < text_.size()) {
      if (is_space(look())) {
        ++at_;
      } else if (text_.compare(at_, 3, "/--") == 0) {
        skip_block_comment();
      } else if (text_.compare(at_, 2, "--") == 0) {
        at_ = std::min(text_.find('\n', at_), text_.size());
      } else if (look() == '#' && at_line_begin()) {
        skip_directive();
      } else {
        return true;
      }
    }
    return false;
  }

  void skip_block_comment() {
    const std::size_t end = text_.find("--/", at_ + 3);
    if (end == std::string_view::npos) {
      diagnostics_.error("smv.unterminated-comment", "this comment does not end: `/--` needs `--/`",
                         span(at_, at_ + 3));
      at_ = text_.size();
    } else {
      at_ = end + 3;
    }
  }

  bool at_line_begin() const {
    std::size_t i = at_;
    while (i > 0 && (text_[i - 1] == ' ' || text_[i - 1] == '\t')) --i;
    return i == 0 || text_[i - 1] == '\n';
  }

  void skip_directive() {
    const std::size_t end = std::min(text_.find('\n', at_), text_.size());
    diagnostics_.error("smv.preprocessor", "preprocessor lines are not part of the language", span(at_, end)).help =
        "run `cpp -P` over the file first, or write a DEFINE";
    at_ = end;
  }

  void token() {
    const char c = look();
    if (is_letter(c)) return name();
    if (is_digit(c)) return number();
    if (c == '"') return quoted_name();
    for (const Punctuation& p : punctuation)
      if (c == p.text[0] && text_.compare(at_, p.text.size(), p.text) == 0) return add(p.kind, at_ + p.text.size());
    illegal();
  }

  void name() {
    std::size_t end = at_ + 1;
    while (end < text_.size() && is_name_part(text_[end])) {
      if (text_[end] == '-' && ends_before_dash(end)) break;
      ++end;
    }
    const Symbol symbol = symbols_.intern(text_.substr(at_, end - at_));
    const bool reserved = symbol < reserved_count;
    add(reserved ? static_cast<Tok>(static_cast<std::size_t>(first_reserved) + symbol) : Tok::Identifier, end, symbol);
  }

  // NuSMV takes the longest match: `x--y` is a name, but `x-- comment` begins with the name `x--` and `x->y`
  // with `x-`.  Such names are never meant: dashes that no name character follows begin a comment or an arrow.
  bool ends_before_dash(std::size_t dash) const {
    if (text_.compare(dash, 2, "->") == 0) return true;
    if (text_.compare(dash, 2, "--") != 0) return false;
    std::size_t i = dash;
    while (i < text_.size() && text_[i] == '-') ++i;
    return i == text_.size() || !is_name_part(text_[i]);
  }

  void quoted_name() {
    const std::size_t end = text_.find('"', at_ + 1);
    if (end == std::string_view::npos) return illegal();
    add(Tok::Identifier, end + 1, symbols_.intern(text_.substr(at_, end + 1 - at_)));  // the quotes belong to it
  }

  void number() {
    if (const std::size_t end = word_constant_end()) return add(Tok::WordNumber, end);
    std::size_t end = at_;
    while (end < text_.size() && is_digit(text_[end])) ++end;
    bool real = false;
    if (end + 1 < text_.size() && text_[end] == '.' && is_digit(text_[end + 1])) {
      // `a.1.2` is a path: after a dot, the digits are a member's name.
      real = tokens_.empty() || tokens_.back().kind != Tok::Dot;
      if (real)
        for (++end; end < text_.size() && is_digit(text_[end]);) ++end;
    }
    add(real ? Tok::Real : Tok::Number, end);
  }

  // The end of `0[us]?[bBoOdDhH][0-9]*_[0-9a-fA-F_]+`, or 0.  Signed ones may have a minus before the digits, as
  // reports write them: what a report shows can be pasted into a formula.
  std::size_t word_constant_end() const {
    if (look() != '0') return 0;
    std::size_t i = at_ + 1;
    const auto char_at = [&](std::size_t k) { return k < text_.size() ? text_[k] : '\0'; };
    const bool is_signed = char_at(i) == 's';
    if (char_at(i) == 'u' || is_signed) ++i;
    if (char_at(i) == '\0' || std::string_view("bBoOdDhH").find(char_at(i)) == std::string_view::npos) return 0;
    for (++i; is_digit(char_at(i));) ++i;
    if (char_at(i) != '_') return 0;
    if (is_signed && char_at(i + 1) == '-') ++i;
    if (!is_hex(char_at(i + 1))) return 0;
    ++i;
    while (is_hex(char_at(i)) || char_at(i) == '_') ++i;
    return i;
  }

  // One token for a run of bytes that mean nothing; a character of several bytes is not cut.
  void illegal() {
    std::size_t end = at_ + 1;
    if (static_cast<unsigned char>(look()) >= 0x80)
      while (end < text_.size() && static_cast<unsigned char>(text_[end]) >= 0x80) ++end;
    else if (look() == '\0')
      while (end < text_.size() && text_[end] == '\0') ++end;
    add(Tok::Illegal, end);
  }

  FileId file_;
  std::string_view text_;
  Symbols& symbols_;
  Diagnostics& diagnostics_;
  std::size_t at_ = 0;
  std::vector<Token> tokens_;
};

}  // namespace

std::vector<Token> lex(FileId file, const Sources& sources, Symbols& symbols, Diagnostics& diagnostics) {
  return Lexer(file, sources.text(file), symbols, diagnostics).run();
}

}  // namespace whynot::front
