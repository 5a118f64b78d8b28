// Traces as value change dumps (IEEE 1364), for waveform viewers.
//
// Step k stands at time 10k.  Module instances are scopes; booleans and words are wires, integers are
// `integer`s where they fit; enums are strings (a GTKWave extension) and, for viewers without it, a wire
// `NAME_code` with their place in the declaration.  `step` counts, `loop` is 1 inside the loop, and the loop
// is passed several times.  Inputs are shown as hardware has them: at the step that they lead out of.
#pragma once
#include <cstddef>
#include <string>

#include "report/report.h"

namespace whynot::report {

struct VcdOptions {
  std::size_t passes = 2;  // of the loop, the first included
};

std::string write_vcd(const TraceEntry&, const VcdOptions& = {});

}  // namespace whynot::report
