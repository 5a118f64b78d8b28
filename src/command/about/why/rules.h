// Why a run of a specification, or of a program, violates a property, for a report.
#pragma once
#include "command/about/why/common.h"
#include "model/pds/pds_lasso.h"

namespace whynot::command {

// Sentence and causes of a violation, for every report that has one.
void tell_why(const Model&, const Property&, const Trace&, Answer&);
void tell_why(const Model&, const Sources&, const Property&, const Trace&, const PdsLasso& by, Answer&);

// The finding of `why`; REQUIRES a trace that has been cited.
report::Why why_of_program(session::Workbench&, const WhyAsked&, const Property&, const Trace&, const PdsLasso& by,
                           const std::string& id);

}  // namespace whynot::command
