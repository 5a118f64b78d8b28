#include "engine/engine.h"

#include "engine/bmc.h"
#include "engine/explicit/explicit.h"
#include "engine/induction.h"
#include "engine/symbolic_engine.h"

namespace whynot::engine {

const std::vector<const Engine*>& engines() {
  static const std::vector<const Engine*> all = {&symbolic_engine(), &bmc_engine(), &induction_engine(),
                                                 &explicit_engine()};
  return all;
}

const Engine* engine_named(std::string_view name) {
  for (const Engine* engine : engines())
    if (engine->name() == name) return engine;
  return nullptr;
}

}  // namespace whynot::engine
