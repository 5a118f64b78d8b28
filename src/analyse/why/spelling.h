// Expressions as the property's own text has them.  The pool keeps one node for `a < 3` and for `3 > a`, and of a
// DEFINE that is a constant only its value: which of the spellings was meant, the text of the property tells.
#pragma once
#include <string>
#include <utility>
#include <vector>

#include "analyse/why/reading.h"

namespace whynot::analyse::why {

class Spelling {
 public:
  Spelling(const TransitionSystem&, const Property&);

  // Parts that have a name: they are not taken apart.
  const ExprNames& names() const { return names_; }
  std::string of(Expr) const;
  // In the order in which the text names them; what it does not name comes last, as it was.
  void sort_as_written(std::vector<Expr>& variables) const;
  // The same, and names of constants where the text has them.
  const ExprNames& names_in(Expr atom) const;

 private:
  struct Told {
    std::string text;
    bool names_constants = false;
  };
  Told told(Expr) const;
  bool stands_in_text(const std::string& spelling) const;
  std::string turned(Expr comparison, const ExprNames&) const;

  const ExprPool& pool_;
  std::string text_, instance_;  // without white space; with a dot at its end
  ExprNames names_, with_constants_;
};

}  // namespace whynot::analyse::why
