#include "front/common/syntax.h"

#include <algorithm>

namespace whynot::front {
namespace {

// The length of the comment that begins here, or 0.
std::size_t comment_length(std::string_view text) {
  if (text.substr(0, 3) == "/--") {
    const std::size_t end = text.find("--/", 3);
    return end == std::string_view::npos ? text.size() : end + 3;
  }
  if (text.substr(0, 2) == "--") return std::min(text.find('\n'), text.size());
  return 0;
}

}  // namespace

std::string folded(std::string_view text, std::size_t limit) {
  std::string out;
  bool gap = false, after_name = false;
  for (std::size_t i = 0; i < text.size();) {
    // `a--b` is a name, not a comment.
    if (const std::size_t skipped = after_name ? 0 : comment_length(text.substr(i))) {
      i += skipped;
      gap = true;
      continue;
    }
    const char c = text[i++];
    if (c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v') {
      gap = true;
      after_name = false;
      continue;
    }
    if (gap && !out.empty()) out += ' ';
    gap = false;
    out += c;
    after_name = c == '-' ? after_name
                          : (c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'));
    if (limit && out.size() >= limit) return out + "…";
  }
  return out;
}

}  // namespace whynot::front
