// What `whynot intervals` is asked, read from its options: which variables to vary and at which step, what else may
// change, which counterexample to start from, and how much to list.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "analyse/intervals/value_set.h"
#include "command/analysis.h"

namespace whynot::command {

// A variable and how its values are numbered.
struct Target {
  VariableDecl decl;
  std::string name;
  std::size_t column = 0;  // among the columns, or among the inputs
  analyse::intervals::Scale scale;

  bool is_input() const { return decl.kind == VariableKind::Input; }
};

enum class Over { Run, Length, All };  // by which runs: the base's own, all of its length, all

struct IntervalRequest {
  Over over = Over::Run;
  std::vector<Target> targets;
  std::vector<Target> free;         // variables that need not keep their values
  std::optional<std::size_t> step;  // as the report counts; nothing: the first that has a value
  bool every_step = false;
  std::size_t base_number = 1;           // of the counterexample to start from …
  std::optional<std::string> base_file;  // … unless a file has it
  bool as_text = false;
  std::uint64_t limit = 0;  // of the lists
  std::optional<analyse::intervals::Interval> window;
};

// A mistake in the words of the command; errors about the model are in the diagnostics.
std::optional<UsageError> read_interval_request(const Run&, session::Workbench&, const std::vector<Property>&,
                                                IntervalRequest&);

}  // namespace whynot::command
