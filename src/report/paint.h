// Colours of a terminal, or none.
#pragma once
#include <string>
#include <string_view>

namespace whynot::report {

class Paint {
 public:
  explicit Paint(bool on) : on_(on) {}
  std::string bold(std::string_view text) const { return wrapped("1", text); }
  std::string dim(std::string_view text) const { return wrapped("2", text); }
  std::string red(std::string_view text) const { return wrapped("1;31", text); }
  std::string green(std::string_view text) const { return wrapped("1;32", text); }
  std::string yellow(std::string_view text) const { return wrapped("1;33", text); }

 private:
  std::string wrapped(std::string_view code, std::string_view text) const {
    if (!on_ || text.empty()) return std::string(text);
    return std::string("\x1b[").append(code).append("m").append(text).append("\x1b[0m");
  }
  bool on_;
};

}  // namespace whynot::report
