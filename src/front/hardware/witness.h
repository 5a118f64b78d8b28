// Counterexamples as the hardware model checking competition writes them: what a run chooses, for simulators to follow.
// A witness says nothing of what is computed, so that reading one is running the design.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "front/hardware/aiger.h"
#include "front/hardware/btor2.h"
#include "model/trace.h"

namespace whynot::front::hardware {

// A property by its kind and its number among those of its kind: b0, j1.
struct WitnessOf {
  bool justice = false;
  std::size_t number = 0;
  std::string text() const;
};

enum class WitnessSays { Holds, Violated, Unknown };

// One property's part of the file.  The trace is one of the file's design; null unless violated.
std::string write_witness(const AigerFile&, WitnessOf, WitnessSays, const Trace*);
std::string write_witness(const Btor2File&, WitnessOf, WitnessSays, const Trace*);

// What a witness tells: values for columns that nothing computes; those it leaves out are 0.
struct Witness {
  WitnessOf of;
  struct Given {
    std::size_t step = 0, column = 0;
    Value value;
  };
  std::vector<Given> given;
  std::size_t steps = 0;
  std::optional<std::size_t> loop = {};  // where the last step leads back to, if that is told
};
// Of the violated properties; nothing after errors.
std::optional<std::vector<Witness>> read_witnesses(const AigerFile&, FileId, const Sources&, Diagnostics&);
std::optional<std::vector<Witness>> read_witnesses(const Btor2File&, FileId, const Sources&, Diagnostics&);

// What a value change dump tells of the columns of a design; others than bits and words are left out.
bool looks_like_vcd(std::string_view text);
std::optional<Witness> read_vcd(const TransitionSystem&, FileId, const Sources&, Diagnostics&);

// The run: what is assigned is computed.  Of justice properties, with the loop that it closes, if any.
Trace run_of(const TransitionSystem&, const Witness&);

}  // namespace whynot::front::hardware
