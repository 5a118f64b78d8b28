// AIGER 1.9 (Biere, Heljanko & Wieringa, "AIGER 1.9 and beyond", 2011): and-inverter circuits with latches, in an ascii
// and a binary form.  A literal is twice a variable, plus one if it is negated; variable 0 is FALSE.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "base/source.h"
#include "front/hardware/design.h"

namespace whynot::front::hardware {

using AigerLiteral = std::uint32_t;

struct AigerFile {
  struct Point {  // an input, an output, a bad state, a constraint or a fairness constraint
    AigerLiteral literal = 0;
    Span where;
    std::string name = {};
  };
  struct Latch {
    AigerLiteral literal = 0, next = 0;
    AigerLiteral reset = 0;  // 0, 1, or the latch's own literal: any value
    Span where;
    std::string name = {};
  };
  struct Justice {
    std::vector<AigerLiteral> literals;
    Span where;
    std::string name = {};
  };
  struct And {
    AigerLiteral literal = 0, left = 0, right = 0;
  };
  std::uint32_t variables = 0;  // the largest number of one
  std::vector<Point> inputs;
  std::vector<Latch> latches;
  std::vector<Point> outputs, bad, constraints;
  std::vector<Justice> justice;
  std::vector<Point> fairness;
  std::vector<And> ands;  // arguments before what is made of them

  // What must never be true: the bad states or, in files that say nothing but outputs, the outputs.
  const std::vector<Point>& questions() const;
};

// Nothing after an error, which is told with its byte.
std::optional<AigerFile> read_aiger(FileId, const Sources&, Diagnostics&);
// In either form, numbered without gaps.
std::string write_aiger(const AigerFile&, bool binary);

// The names of columns: those of the file's symbols, else i0, i1, … and l0, l1, …
struct AigerNames {
  std::vector<std::string> inputs, latches;
};
AigerNames names_of(const AigerFile&);
// Inputs first, then latches.  The pool must outlive the design.
Design design_of(const AigerFile&, ExprPool&);

}  // namespace whynot::front::hardware
