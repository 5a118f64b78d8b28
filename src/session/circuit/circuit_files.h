// Files beside a circuit: witnesses of the hardware model checking competition, in and out.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/model.h"
#include "model/query.h"
#include "report/report.h"

namespace whynot::session {

// Whether the model is an AIGER or a BTOR2 file: what these files are about.
bool is_circuit(const Model&);
// Whether it is hardware: a circuit, or Verilog.
bool is_design(const Model&);

// Properties of which no witness is written: of Verilog, all that are not about single states.
std::vector<std::string> without_witness(const Model&, const report::Report&);
// What the report says of the model's own properties; of Verilog, over the BTOR2 that `convert` makes of it.  REQUIRES
// a design.
std::string witness_text(const Model&, const Sources&, const report::Report&);

// A circuit whose one question is answered by one step of induction, as the invariants of these properties say; by its
// number, a property of states that holds.  `file`: how its name ends says in which form it is.  REQUIRES a design.
struct Proved {
  std::string property;
  std::vector<Invariant::Clause> clauses;
};
std::string certificate_text(const Model&, const Sources&, const std::vector<Proved>&, std::string_view file);

bool looks_like_witness(std::string_view text);
// Of value change dumps the one run, on which the design computes what it computes.  Nothing after errors.
std::optional<std::vector<report::TraceEntry>> read_wave(FileId, const Model&, const Sources&, Diagnostics&);
// The runs of a file, each with its property.  Nothing after errors.  REQUIRES a design.
std::optional<std::vector<report::TraceEntry>> read_witness(FileId, const Model&, const Sources&, Diagnostics&);

}  // namespace whynot::session
