#include "front/net/location_names.h"

#include <algorithm>

#include "front/common/token.h"

namespace whynot::front::net {
namespace {

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool may_stand_inside(char c) { return is_letter(c) || (c >= '0' && c <= '9') || c == '-'; }

}  // namespace

// What the model itself calls so.
LocationNames::LocationNames() : taken_{"drop", "packet", "location", "main"} {
  taken_.insert(std::begin(front::reserved_words), std::end(front::reserved_words));
}

std::string location_word(const std::string& text) {
  std::string word = text;
  std::replace_if(
      word.begin(), word.end(), [](char c) { return !may_stand_inside(c); }, '_');
  return word.empty() || !is_letter(word.front()) ? "at_" + word : word;
}

const std::string& LocationNames::of(const std::string& key, const std::string& wanted) {
  const auto [entry, is_new] = names_.try_emplace(key);
  if (!is_new) return entry->second;
  const std::string word = location_word(wanted);
  std::string name = word;
  for (std::size_t n = 2; !taken_.insert(name).second; ++n) name = word + "_" + std::to_string(n);
  return entry->second = std::move(name);
}

}  // namespace whynot::front::net
