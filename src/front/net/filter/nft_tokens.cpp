#include "front/net/filter/nft_tokens.h"

#include <algorithm>

namespace whynot::front::net {
namespace {

bool ends_word(char c) {
  return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '{' || c == '}' || c == ';' || c == ',' || c == '"' ||
         c == '=' || c == '#';
}

}  // namespace

std::vector<std::string_view> nft_tokens(std::string_view text) {
  std::vector<std::string_view> tokens;
  for (std::size_t i = 0; i < text.size();) {
    const char c = text[i];
    if (c == '#') {
      while (i < text.size() && text[i] != '\n') ++i;
    } else if (c == '\\' && i + 1 < text.size() && text[i + 1] == '\n') {
      i += 2;
    } else if (c == ' ' || c == '\t' || c == '\r') {
      ++i;
    } else if (c == '"') {
      const std::size_t end = std::min(text.find('"', i + 1), text.size());
      tokens.push_back(text.substr(i + 1, end - i - 1));
      i = std::min(end + 1, text.size());
    } else if (text.substr(i, 2) == "!=" || text.substr(i, 2) == "==") {
      tokens.push_back(text.substr(i, 2));
      i += 2;
    } else if (ends_word(c)) {
      tokens.push_back(text.substr(i++, 1));
    } else {
      std::size_t end = i + 1;
      while (end < text.size() && !ends_word(text[end]) && text.substr(end, 2) != "!=") ++end;
      // `key:` of a map: the colon is no part of a name, of an address it is.
      if (text[end - 1] == ':' && end - i > 1 && text.substr(end - 2, 2) != "::") --end;
      tokens.push_back(text.substr(i, end - i));
      i = end;
    }
  }
  return tokens;
}

}  // namespace whynot::front::net
