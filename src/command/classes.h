// What `whynot classify` does whatever kind of model it is about: which variables facts speak of, which predicates
// there are, and how classes stand in the report.
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "analyse/classify/classify.h"
#include "base/context.h"
#include "base/diagnostic.h"
#include "base/exit_code.h"
#include "command/options.h"
#include "front/pred/pred.h"
#include "report/report.h"

namespace whynot::command {

struct ClassesDesk {
  const Arguments& arguments;
  const TransitionSystem& system;  // the variables that facts may speak of
  Sources& sources;
  Diagnostics& diagnostics;
  report::Report& report;
  Context& context;
  std::function<std::string(const Trace&, const std::string& property)> add_trace;  // its id
};

analyse::classify::Options classify_options(const Arguments&);
// The predicates that files and options give; after errors not exit_ok.
ExitCode read_predicates(ClassesDesk&, front::pred::PredicateSet&);

// Which variables built-in facts leave out by themselves, and why.
struct LeftOut {
  std::vector<Expr> own;    // the property speaks of them: "it is violated" explains nothing
  std::vector<Expr> large;  // their values are collections
};
// The options with what facts speak of and the anchor; nothing after errors.
std::optional<analyse::classify::Options> complete_options(ClassesDesk&, const front::pred::PredicateSet&,
                                                           const LeftOut&);

struct ClassesAsked {
  Property property;
  std::string engine;
  LeftOut left_out;
  std::string space;  // what runs were listed; empty for systems
};
// Adds verdict, traces and the finding to the report; the exit code.
ExitCode report_classes(ClassesDesk&, const ClassesAsked&, const analyse::classify::Outcome&, double seconds,
                        const Context&);

// Of two answers about different properties, the one that matters more.
ExitCode worse_of(ExitCode, ExitCode);

// Specifications and pushdown systems.
struct Run;
ExitCode classify_specification(Run&);
ExitCode classify_program(Run&);

}  // namespace whynot::command
