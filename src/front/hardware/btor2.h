// BTOR2 (Niemetz, Preiner, Wolf & Biere, "Btor2, BtorMC and Boolector 3.0", CAV 2018): circuits over words and arrays,
// a node a line.  A word of one bit is a boolean of ours; an array is a column for each element, up to a limit that is
// told.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "base/source.h"
#include "front/hardware/design.h"

namespace whynot::front::hardware {

// An input or a state, as witnesses number them: by their order in the file, inputs and states apart.
struct Btor2Cell {
  std::uint64_t id = 0;           // the number of its line
  std::string symbol;             // may be empty
  std::size_t variable = 0;       // its first one among those of the system
  std::size_t elements = 1;       // of an array; the variables follow one another
  std::uint32_t width = 1;        // of the word, or of an element
  std::uint32_t index_width = 0;  // of an array, else 0
  bool has_init = false, has_next = false;
};

struct Btor2File {
  Design design;
  std::vector<Btor2Cell> inputs, states;
  std::size_t bad = 0;                 // the first properties are those; justice properties follow
  std::vector<std::string> bad_words;  // the arguments of these lines: a number, perhaps with a minus
  std::uint64_t last_id = 0;
};

// Nothing after an error.  The pool must outlive the result.
std::optional<Btor2File> read_btor2(FileId, const Sources&, ExprPool&, Diagnostics&);

}  // namespace whynot::front::hardware
