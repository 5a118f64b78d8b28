// A node is said from its arguments up, as far as they have names or numbers: what is long, or deep, is not said.
#include "front/verilog/spoken.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>

namespace whynot::front::verilog {
namespace {

constexpr std::size_t longest = 40, deepest = 4;

constexpr std::array<std::pair<std::string_view, std::string_view>, 16> signs = {{
    {"add", "+"},
    {"sub", "-"},
    {"mul", "*"},
    {"and", "&"},
    {"or", "|"},
    {"xor", "^"},
    {"eq", "=="},
    {"neq", "!="},
    {"ult", "<"},
    {"slt", "<"},
    {"ugt", ">"},
    {"sgt", ">"},
    {"ulte", "<="},
    {"slte", "<="},
    {"ugte", ">="},
    {"sgte", ">="},
}};

std::string_view sign_of(std::string_view op) {
  const auto found = std::find_if(signs.begin(), signs.end(), [&](const auto& s) { return s.first == op; });
  return found == signs.end() ? "" : found->second;
}

// Binary digits as a number.
std::string constant(std::string_view digits) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value, 2);
  return error == std::errc() && end == digits.data() + digits.size() ? fmt::format("{}", value) : "";
}

bool is_zero(const std::optional<NodeWords>& node) {
  if (!node || node->words->size() < 3 || (*node->words)[0] != "const") return false;
  return (*node->words)[2].find_first_not_of('0') == std::string::npos;
}

std::string spoken_at(std::string_view number, const NodeText& text, std::size_t depth, bool is_part) {
  const auto node = text(number);
  if (!node || depth > deepest) return "";
  if (!node->name.empty()) return node->name;
  const std::vector<std::string>& words = *node->words;
  const std::string& op = words[0];
  if (words.size() < 3) return "";
  if (op == "const") return constant(words[2]);
  if (op == "concat" && words.size() >= 4 && is_zero(text(words[2]))) return spoken_at(words[3], text, depth, is_part);
  std::string first = spoken_at(words[2], text, depth + 1, true);
  if (first.empty()) return "";
  if (op == "concat") {
    const std::string low = words.size() < 4 ? "" : spoken_at(words[3], text, depth + 1, true);
    return low.empty() ? "" : fmt::format("{{{},{}}}", first, low);
  }
  if (op == "uext") return first;  // as is a word with zeros before it
  if (op == "not") return fmt::format("~{}", first);
  if (op == "slice" && words.size() >= 5)
    return words[3] == words[4] ? fmt::format("{}[{}]", first, words[3])
                                : fmt::format("{}[{}:{}]", first, words[3], words[4]);
  const std::string_view sign = sign_of(op);
  const std::string second = sign.empty() || words.size() < 4 ? "" : spoken_at(words[3], text, depth + 1, true);
  if (second.empty()) return "";
  return is_part ? fmt::format("({}{}{})", first, sign, second) : fmt::format("{}{}{}", first, sign, second);
}

}  // namespace

std::string spoken_node(std::string_view number, const NodeText& text) {
  const std::string result = spoken_at(number, text, 0, false);
  return result.size() > longest ? "" : result;
}

}  // namespace whynot::front::verilog
