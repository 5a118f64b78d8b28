// What is wrong with an input, said so that its author can mend it.  Front ends collect diagnostics and
// go on: a user sees all mistakes of a file at once.
#pragma once
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/source.h"

namespace whynot {

enum class Severity { Error, Warning, Note };
std::string_view severity_word(Severity);

struct Label {
  Span where;
  std::string text;
};

struct Diagnostic {
  Severity severity = Severity::Error;
  std::string code;     // stable, e.g. "smv.type-mismatch"; tests and scripts match on it
  std::string message;  // lower case, no full stop; source text in backticks
  Span where;
  std::vector<Label> labels;  // further places, each with its own words
  std::string help;           // what to do about it; may be empty
};

// Collects diagnostics in the order they were found.  A flood of errors is cut at `limit`, with a last
// diagnostic that says so; counting goes on.
class Diagnostics {
 public:
  explicit Diagnostics(std::size_t limit = 100) : limit_(limit) {}

  Diagnostic& error(std::string code, std::string message, Span where);
  Diagnostic& warning(std::string code, std::string message, Span where);
  void add(Diagnostic);

  std::size_t errors() const { return errors_; }
  bool ok() const { return errors_ == 0; }
  const std::vector<Diagnostic>& all() const { return all_; }

 private:
  std::vector<Diagnostic> all_;
  std::size_t limit_, errors_ = 0;
  Diagnostic beyond_limit_;  // written to, never shown
};

// The compiler-style text: `file:line:column: error[code]: message`, the source line, a caret line, the
// labels and the help.  Long lines are cut around the caret.
std::string render(const Diagnostic&, const Sources&);

// The candidate nearest to `word` by edit distance, or "" when none is near enough to suggest.
std::string_view nearest_name(std::string_view word, const std::vector<std::string_view>& candidates);

}  // namespace whynot
