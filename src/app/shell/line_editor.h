// Lines from a terminal, with editing, history and completion (libedit); from anything else, lines as they come.
#pragma once
#include <functional>
#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

namespace whynot::app {

class LineEditor {
 public:
  using Completions = std::function<std::vector<std::string>(const std::string& line)>;

  // Edits when `interactive`; the history is kept in the user's state folder between sessions.
  LineEditor(std::istream& in, bool interactive, Completions);
  ~LineEditor();
  LineEditor(const LineEditor&) = delete;
  LineEditor& operator=(const LineEditor&) = delete;

  // The next line; nothing at the end of the input.
  std::optional<std::string> next(const std::string& prompt);

 private:
  std::istream& in_;
  bool interactive_;
};

}  // namespace whynot::app
