// The part of PSL that NuSMV checks as LTL or CTL, lowered to SMV's operators while it is read.
#pragma once
#include "front/common/parser.h"

namespace whynot::front::smv {

// Reads a PSL formula; the parser stands behind `PSLSPEC` and an optional name.
front::Tree parse_psl(front::Parser&);

}  // namespace whynot::front::smv
