// Rendering of diagnostics with their source lines, and the nearest name by edit distance.
#include "base/diagnostic.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>

namespace whynot {

std::string_view severity_word(Severity severity) {
  switch (severity) {
    case Severity::Error: return "error";
    case Severity::Warning: return "warning";
    case Severity::Note: return "note";
  }
  return "";
}

namespace {

constexpr std::size_t max_line_shown = 120;

// The source line with `words` under a row of carets.
void render_excerpt(std::string& out, const Span& where, std::string_view words, const Sources& sources) {
  const Place place = sources.place(where);
  std::string_view line = sources.line(where.file, place.line);
  std::size_t begin = std::min<std::size_t>(place.column - 1, line.size());
  std::size_t length =
      std::clamp<std::size_t>(where.end - where.begin, 1, std::max<std::size_t>(line.size() - begin, 1));
  std::size_t cut = 0;
  if (line.size() > max_line_shown && begin > max_line_shown / 2) cut = begin - max_line_shown / 2;
  line = line.substr(cut, max_line_shown);
  begin -= cut;
  length = std::min(length, line.size() > begin ? line.size() - begin : 1);
  std::string pad(begin, ' ');
  for (std::size_t i = 0; i < std::min(begin, line.size()); ++i)
    if (line[i] == '\t') pad[i] = '\t';
  out += fmt::format("{:>5} | {}\n      | {}{}{}{}\n", place.line, line, pad,
                     std::string(std::max<std::size_t>(length, 1), '^'), words.empty() ? "" : " ", words);
}

// How many bytes of a text are one character that a terminal shows and does not obey; 0: none are.
std::size_t shown_character(std::string_view text) {
  const auto first = static_cast<unsigned char>(text[0]);
  if (first < 0x80) return first >= 0x20 && first != 0x7f ? 1 : 0;
  const auto length = static_cast<std::size_t>(std::countl_one(first));
  if (length < 2 || length > 4 || text.size() < length) return 0;
  char32_t code = first & (0x7fu >> length);
  for (const char c : text.substr(1, length - 1)) {
    if ((c & 0xc0) != 0x80) return 0;
    code = code << 6 | (c & 0x3fu);
  }
  constexpr std::array<char32_t, 5> least = {0, 0, 0xa0, 0x800, 0x10000};  // below U+00A0 are control characters
  const bool is_surrogate = code >= 0xd800 && code <= 0xdfff;
  const bool turns_writing = (code >= 0x202a && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069);
  return code < least[length] || code > 0x10ffff || is_surrogate || turns_writing ? 0 : length;
}

// Names and texts come from files: a terminal obeys control characters, and bytes that are no UTF-8 may be anything.
// Each is shown as a question mark.
std::string as_shown(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size();) {
    const bool is_layout = text[i] == '\n' || text[i] == '\t';
    const std::size_t length = is_layout ? 1 : shown_character(text.substr(i));
    if (length == 0)
      out += '?';
    else
      out += text.substr(i, length);
    // Control characters of two bytes are one question mark.
    const bool two = length == 0 && text[i] == '\xc2' && i + 1 < text.size() && (text[i + 1] & 0xe0) == 0x80;
    i += two ? 2 : std::max<std::size_t>(length, 1);
  }
  return out;
}

}  // namespace

Diagnostic& Diagnostics::error(std::string code, std::string message, Span where) {
  add({Severity::Error, std::move(code), std::move(message), where, {}, {}});
  return all_.size() <= limit_ ? all_.back() : beyond_limit_;
}

Diagnostic& Diagnostics::warning(std::string code, std::string message, Span where) {
  add({Severity::Warning, std::move(code), std::move(message), where, {}, {}});
  return all_.size() <= limit_ ? all_.back() : beyond_limit_;
}

void Diagnostics::add(Diagnostic diagnostic) {
  if (diagnostic.severity == Severity::Error) ++errors_;
  if (all_.size() > limit_) return;
  if (all_.size() == limit_)
    diagnostic = {Severity::Note, "base.too-many", "more diagnostics are not shown", diagnostic.where, {}, {}};
  all_.push_back(std::move(diagnostic));
}

std::string render(const Diagnostic& diagnostic, const Sources& sources) {
  const Place place = sources.place(diagnostic.where);
  std::string out = fmt::format("{}:{}:{}: {}[{}]: {}\n", sources.name(diagnostic.where.file), place.line, place.column,
                                severity_word(diagnostic.severity), diagnostic.code, diagnostic.message);
  if (!sources.text(diagnostic.where.file).empty()) render_excerpt(out, diagnostic.where, "", sources);
  for (const Label& label : diagnostic.labels) render_excerpt(out, label.where, label.text, sources);
  if (!diagnostic.help.empty()) out += fmt::format("      = help: {}\n", diagnostic.help);
  return as_shown(out);
}

std::string_view nearest_name(std::string_view word, const std::vector<std::string_view>& candidates) {
  constexpr std::size_t longest = 64;
  if (word.size() > longest) return {};
  std::string_view best;
  std::size_t best_distance = std::max<std::size_t>(1, word.size() / 3) + 1;
  // Insertions, deletions, substitutions and swaps of neighbours, row by row.
  std::array<std::array<std::size_t, longest + 1>, 3> rows;
  for (std::string_view candidate : candidates) {
    if (candidate.size() > longest || candidate == word) continue;
    for (std::size_t j = 0; j <= candidate.size(); ++j) rows[0][j] = j;
    for (std::size_t i = 1; i <= word.size(); ++i) {
      const auto &above = rows[(i - 1) % 3], &higher = rows[(i + 1) % 3];
      auto& row = rows[i % 3];
      row[0] = i;
      for (std::size_t j = 1; j <= candidate.size(); ++j) {
        row[j] = std::min({above[j] + 1, row[j - 1] + 1, above[j - 1] + (word[i - 1] != candidate[j - 1])});
        const bool swapped = i > 1 && j > 1 && word[i - 1] == candidate[j - 2] && word[i - 2] == candidate[j - 1];
        if (swapped) row[j] = std::min(row[j], higher[j - 2] + 1);
      }
    }
    const std::size_t distance = rows[word.size() % 3][candidate.size()];
    if (distance < best_distance) {
      best_distance = distance;
      best = candidate;
    }
  }
  return best;
}

}  // namespace whynot
