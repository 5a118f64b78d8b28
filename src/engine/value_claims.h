// The value of a COMPUTE as claims of CTL, each of which has a certificate: that no way is shorter (or longer), and
// that one is as short (or as long).  RTCTL's bounded operators say just that (Emerson, Mok, Sistla & Srinivasan 1992).
#pragma once
#include <string>
#include <vector>

#include "expr/expr.h"
#include "model/property.h"
#include "model/query.h"

namespace whynot::engine {

struct Claim {
  Property property;
  bool holds;             // or is violated
  std::string otherwise;  // what it means for the certificate if the claim is wrong
};

// The claims that together say that the COMPUTE has this value.
std::vector<Claim> value_claims(ExprPool&, const Compute&, const Computed&);

}  // namespace whynot::engine
