#include "model/pds/pattern.h"

#include <fmt/format.h>

#include <regex>

namespace whynot {
namespace {

constexpr std::size_t max_pattern = 400;

// libstdc++'s breadth-first matcher: no backtracking, hence no exponential time and no deep recursion.
constexpr auto syntax = std::regex_constants::ECMAScript | std::regex_constants::__polynomial;

// Somewhere in the text, as early as possible, in one match of the whole text: std::regex_search would start anew at
// each of its characters, in quadratic time, and prefer the longest match to the first one.
std::string anywhere(const std::string& pattern) { return "[\\s\\S]*?(?:" + pattern + ")[\\s\\S]*"; }

}  // namespace

struct Pattern::Compiled {
  std::regex regex;
};

std::optional<Pattern> Pattern::compile(std::string_view text, std::string& error) {
  if (text.size() > max_pattern) {
    error = fmt::format("longer than {} characters", max_pattern);
    return std::nullopt;
  }
  try {
    Pattern result;
    result.text_ = text;
    const std::regex by_itself(result.text_, syntax);  // `a)(b` is none, though it is one between brackets
    result.compiled_ = std::make_shared<Compiled>(Compiled{std::regex(anywhere(result.text_), syntax)});
    return result;
  } catch (const std::regex_error& problem) {
    error = problem.what();
    return std::nullopt;
  }
}

bool Pattern::found_in(std::string_view text) const {
  return std::regex_match(text.begin(), text.end(), compiled_->regex);
}

std::optional<std::vector<std::string>> Pattern::groups_in(std::string_view text) const {
  std::match_results<std::string_view::const_iterator> match;
  if (!std::regex_match(text.begin(), text.end(), match, compiled_->regex)) return std::nullopt;
  std::vector<std::string> groups;
  for (std::size_t i = 1; i < match.size(); ++i) groups.push_back(match[i].str());
  return groups;
}

}  // namespace whynot
