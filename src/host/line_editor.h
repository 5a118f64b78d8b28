// Lines from a terminal, with editing, history and completion by libedit; from anything else as they come.
#pragma once
#include <functional>
#include <iosfwd>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace whynot::host {

class LineEditor {
 public:
  // The words that may stand in place of the last word of the line so far.
  using Completions = std::function<std::vector<std::string>(const std::string& line)>;

  // Edits when `terminal`; the history is kept in the user's state directory between sessions.
  LineEditor(std::istream& in, std::ostream& err, bool terminal, Completions);
  ~LineEditor();
  LineEditor(const LineEditor&) = delete;
  LineEditor& operator=(const LineEditor&) = delete;

  // Nothing at the end.
  std::optional<std::string> read(const std::string& prompt);

 private:
  struct Edit;
  std::istream& in_;
  std::ostream& err_;
  std::unique_ptr<Edit> edit_;
};

// Completions of the first word of a line.
LineEditor::Completions first_words(std::vector<std::string>);

}  // namespace whynot::host
