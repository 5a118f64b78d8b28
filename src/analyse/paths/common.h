// What all counterexamples have in common (the paper's future work): events on every error path there is,
// decided by reachability, and the longest common sequence of the groups' events.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "analyse/paths/paths.h"
#include "base/context.h"
#include "engine/pushdown/product.h"

namespace whynot::analyse::paths {

class CommonEvents {
 public:
  CommonEvents(engine::pushdown::Product& product, bool all_final, Context& context)
      : product_(product), all_final_(all_final), context_(context) {}

  // Of the candidates (events of the Pds), those without whose rules no final state is reachable, in the order given.
  std::vector<std::string> on_every_path(const std::vector<std::uint32_t>& candidates);
  // Likewise those without whose rules no infinite run visits repeat states forever.
  std::vector<std::string> on_every_infinite_run(const std::vector<std::uint32_t>& candidates);

 private:
  engine::pushdown::Product& product_;
  bool all_final_;
  Context& context_;
};

// Nothing if there are too many or too long sequences for an exact answer.
std::optional<std::vector<std::string>> longest_common_sequence(const std::vector<PathsGroup>&);

}  // namespace whynot::analyse::paths
