// What a certificate's steps take for values that no diagram chooses: those that the model gives by a function, and
// those of variables outside the cone, which any run of the others can be completed with.
#pragma once
#include "check/certificate.h"
#include "encode/bit_system.h"

namespace whynot::engine::symbolic {

// Each after those that it reads.  Values that read each other in a circle are left out.
std::vector<check::Certificate::Given> given_in_steps(const encode::BitSystem&, const std::vector<bool>& cone);

}  // namespace whynot::engine::symbolic
