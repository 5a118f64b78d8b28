// Lines from a terminal, with editing, history and completion by libedit; from anything else as they come.
#pragma once
#include <iosfwd>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace whynot::app {

class LineEditor {
 public:
  // `words` complete the first word of a line.
  LineEditor(std::istream& in, std::ostream& err, bool terminal, std::vector<std::string> words);
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

}  // namespace whynot::app
