// What `why` has in common for all kinds of model: the cells that are asked about, the trace that may be given, and how
// links and witnesses stand in a report.
#pragma once
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "analyse/why/chain.h"
#include "analyse/why/failure.h"
#include "command/analysis.h"
#include "command/command.h"
#include "report/finding/why.h"
#include "session/workbench.h"

namespace whynot::command {

struct CellAsked {
  std::string column;
  std::size_t step = 0;
};

struct WhyAsked {
  std::vector<CellAsked> cells;
  bool all = false;
  std::size_t changes = 2;          // of the contrast; 0: none is asked for
  bool takes_time = false;          // for the contrast, since it was asked for
  std::string instead = {};         // a value, for the one cell
  bool history = false;             // look at other runs for it
  std::optional<Trace> trace = {};  // given, rather than found
  std::size_t number = 1;           // of counterexamples that are compared
};

// What the words ask for.  Of the properties only those that a given trace violates are left.
struct WhyRefused {
  Prepared why;
};
std::variant<WhyAsked, WhyRefused> why_asked(Run&, session::Workbench&, std::vector<Property>&);

report::WhyPlace why_place(const session::Workbench&, const analyse::why::Place&);
report::WhyLink why_link(session::Workbench&, const analyse::why::Link&);
// The lines of the conditions, each once.
std::vector<report::WhyRule> why_rules(session::Workbench&, const std::vector<analyse::why::Condition>&);
report::WitnessSet why_witness(const analyse::why::Told&);

// Links and roots of a chain.
void add_chain(session::Workbench&, const analyse::why::Chain&, report::Why&);

// That the cell is not one of this trace.
void say_unknown_step(session::Workbench&, const CellAsked&, const Trace&);

}  // namespace whynot::command
