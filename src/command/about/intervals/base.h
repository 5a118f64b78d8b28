// The counterexample that sets of values are about: found by deciding the property, or read from a file.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "command/about/intervals/request.h"

namespace whynot::command {

class IntervalBase {
 public:
  IntervalBase(Run& run, session::Workbench& bench, const IntervalRequest& asked, const Property& property)
      : run_(run), bench_(bench), asked_(asked), property_(property) {}

  // Decides or reads, and cites the trace; there is none when the property holds or is open, or after errors.
  Answer find();

  explicit operator bool() const { return trace_.has_value(); }
  const Trace& trace() const { return *trace_; }
  const std::string& id() const { return id_; }  // of the trace in the report; empty: there is none

  // REQUIRES a trace.  Steps as the report counts them: the inputs of a step are those of the transition into it.
  std::vector<std::size_t> steps_of(const Target&);  // those that are asked about; none after errors
  std::size_t end_of(const Target&) const;
  Integer value_of(const Target&, std::size_t step) const;

 private:
  Answer read(const std::string& path);
  void start_from(const std::string& id);
  bool one_trace_settles() const;
  Diagnostic& error(std::string code, std::string message);
  void no_single_trace();

  Run& run_;
  session::Workbench& bench_;
  const IntervalRequest& asked_;
  const Property& property_;
  std::optional<Trace> trace_;
  std::string id_;
};

}  // namespace whynot::command
