// The ways in which a system may start, as far as a claim about initial states can tell: which of the things that it
// names are the same, and which of its initial values each observer has there that has several.
#pragma once
#include <optional>
#include <vector>

#include "model/ots/ots.h"

namespace whynot::encode::ots {

struct CafeStart {
  std::vector<std::pair<whynot::ots::Term, whynot::ots::Term>> same;    // parameters, and what they are
  std::vector<std::pair<whynot::ots::Term, whynot::ots::Term>> apart;   // things that differ
  std::vector<std::pair<whynot::ots::Term, whynot::ots::Term>> values;  // what observers show
};

// `claim` is over `params`.  Observers of truth values are left open.  Nothing where there are too many ways, or where
// an observer is asked about something that is neither a parameter nor a constant.
std::optional<std::vector<CafeStart>> cafe_starts(const whynot::ots::Ots&,
                                                  const std::vector<whynot::ots::VarId>& params,
                                                  whynot::ots::Term claim);

}  // namespace whynot::encode::ots
