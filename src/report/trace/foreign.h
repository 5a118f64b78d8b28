// Traces as other tools write them, before a model gives them types: names and what stands beside them.
// Every reader makes a ForeignTrace; `bind_trace` turns it into a Trace over a model's signature.
//
// The conventions are those of Trace: inputs stand at the step that they lead into, and the state that a
// loop returns to is not repeated.  Readers bring other conventions to this one.
#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/diagnostic.h"
#include "expr/expr.h"
#include "model/trace.h"

namespace whynot::report {

struct ForeignCell {
  Value value;           // undefined: not given
  std::uint32_t at = 0;  // byte offset in the file

  friend bool operator==(const ForeignCell& a, const ForeignCell& b) { return a.value == b.value; }
};
using ForeignRow = std::vector<ForeignCell>;  // aligned with the names; may be shorter

struct ForeignStep {
  ForeignRow state, inputs;
  SharedAction action;
  std::uint32_t at = 0;
};

struct ForeignTrace {
  std::string id, property;  // where the file tells
  std::string text;          // of the property, or a description
  FileId file = 0;
  std::vector<std::string> columns, inputs;                    // names in the order of the file
  std::unordered_map<std::string, std::vector<Value>> ranges;  // of enumerations all values, in order, where it tells
  std::vector<std::string> frozen;                             // those columns that the file says are constant
  std::vector<ForeignStep> steps;
  // The steps that may start the loop; NuSMV marks every state equal to the last.  The first is taken, since
  // its loop has all the others in it.
  std::vector<std::size_t> loops;
  ForeignRow closing_inputs;
  SharedAction closing_action;
};

// How many cells a file may unfold to: formats that write changes only can ask for any amount of memory.
constexpr std::size_t max_foreign_cells = 10'000'000;
constexpr std::size_t max_foreign_bytes = std::size_t{1} << 30;

// Collects the rows of one trace; knows where each name stands.
class ForeignBuilder {
 public:
  ForeignBuilder(FileId file, Diagnostics& diagnostics) : diagnostics_(&diagnostics) { trace_.file = file; }

  ForeignTrace& trace() { return trace_; }
  std::size_t column(std::string_view name) { return index_of(name, trace_.columns, column_index_); }
  std::size_t input(std::string_view name) { return index_of(name, trace_.inputs, input_index_); }
  static void set(ForeignRow& row, std::size_t index, Value value, std::uint32_t at);

  // False when the trace has become too large; that has been said.
  bool add(ForeignStep);
  // For formats that write the loop's first state again at the end, with the 0-based steps that may be it.
  void close_repeated_loop(std::vector<std::size_t> loops);

 private:
  using Index = std::unordered_map<std::string, std::size_t>;
  static std::size_t index_of(std::string_view name, std::vector<std::string>& names, Index& index);

  ForeignTrace trace_;
  Index column_index_, input_index_;
  std::size_t cells_ = 0;
  Diagnostics* diagnostics_;
};

struct BindOptions {
  std::size_t loop = 0;     // which of ForeignTrace::loops; the last one when there are fewer
  bool incomplete = false;  // values may be missing: they are undefined then, and no error
};

// The trace over a model's columns, or nothing when a column has no value or one of the wrong type: each is
// an error (trace.missing-column, trace.bad-value).  Names that the model does not know are ignored, since
// other tools print DEFINEs among the variables; one note lists them (trace.ignored).
std::optional<Trace> bind_trace(const ForeignTrace&, std::shared_ptr<const Signature>, Diagnostics&,
                                const BindOptions& = {});

// A signature for a trace without a model: the types that the values look like.
std::shared_ptr<const Signature> guess_signature(const ForeignTrace&, ExprPool&);

}  // namespace whynot::report
