#include "engine/bits.h"

namespace whynot::engine {

std::shared_ptr<encode::BitSystem> bits_of(const TransitionSystem& system, Keep* keep, Context& context) {
  const auto make = [&] {
    auto bits = std::make_shared<encode::BitSystem>(system);
    bits->settle_fits(context);
    return bits;
  };
  if (!keep) return make();
  auto kept = keep->get<encode::BitSystem>(make);
  return &kept->system() == &system ? kept : make();
}

}  // namespace whynot::engine
