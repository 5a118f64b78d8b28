// Cells of DEFINEs: no column of a trace, but what sentences speak of.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "command/about/why/common.h"

namespace whynot::command {

bool is_define(session::Workbench&, const std::string& name);

struct DefinedCell {
  report::WhyLink link;                        // what it is there, and what it is made of
  std::vector<analyse::why::Place> from = {};  // the cells that make it so
};

// Nothing where no DEFINE has the name, or it has no value at that step.
std::optional<DefinedCell> defined_cell(session::Workbench&, const Trace&, const CellAsked&);

}  // namespace whynot::command
