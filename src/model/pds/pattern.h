// Regular expressions as users write them between slashes (ECMAScript syntax, searched for anywhere in the
// text).  Matching takes time linear in the text, but for lookahead, and a stack bounded by the pattern.
#pragma once
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace whynot {

class Pattern {
 public:
  // Nothing, and the reason in `error`, if the text is not a regular expression or too long.
  static std::optional<Pattern> compile(std::string_view text, std::string& error);

  const std::string& text() const { return text_; }
  bool found_in(std::string_view) const;
  // The texts of the groups of the first match (empty where a group took no part), or nothing.
  std::optional<std::vector<std::string>> groups_in(std::string_view) const;

 private:
  struct Compiled;
  std::string text_;
  std::shared_ptr<const Compiled> compiled_;
};

}  // namespace whynot
