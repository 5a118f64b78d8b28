// What is known of terms from the truths that a run has demanded so far: a range for each, and one number that it is
// not. Quick, and less than a solver knows: a contradiction that it finds is one, others it may miss.
#pragma once
#include <cstdint>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "analyse/paths/follow/terms.h"

namespace whynot::analyse::paths {

class Facts {
 public:
  // False if this contradicts what is known.
  bool add(const Terms&, TermId truth, bool value = true);

 private:
  struct Known {
    std::int64_t low = std::numeric_limits<std::int64_t>::min(), high = std::numeric_limits<std::int64_t>::max();
    std::optional<std::int64_t> not_this{};
  };
  Known& of(TermId);
  static bool settle(Known&);
  bool is(TermId, std::int64_t);
  bool is_not(TermId, std::int64_t);
  bool compare(const Terms&, const Term& comparison, TermId itself, bool value);

  std::vector<std::pair<TermId, Known>> known_;  // sorted
};

}  // namespace whynot::analyse::paths
