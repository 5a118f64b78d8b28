#include "engine/engine.h"

#include <algorithm>

#include "base/check.h"
#include "engine/bmc.h"
#include "engine/explicit/explicit.h"
#include "engine/ic3/ic3.h"
#include "engine/induction.h"
#include "engine/live/live.h"
#include "engine/sim/simulation.h"
#include "engine/symbolic_engine.h"

namespace whynot::engine {

const std::vector<const Engine*>& engines() {
  static const std::vector<const Engine*> all = {&symbolic_engine(),  &bmc_engine(),        &induction_engine(),
                                                 &ic3::ic3_engine(),  &simulation_engine(), &explicit_engine(),
                                                 &live::live_engine()};
  return all;
}

const Engine* engine_named(std::string_view name) {
  for (const Engine* engine : engines())
    if (engine->name() == name) return engine;
  return nullptr;
}

const Engine& engine_with(bool Powers::*power) {
  const auto found =
      std::find_if(engines().begin(), engines().end(), [&](const Engine* e) { return e->powers().*power; });
  WHYNOT_CHECK(found != engines().end(), "for each power there is an engine that has it");
  return **found;
}

const std::string& engine_words() {
  static const std::string words = [] {
    std::string all = "auto";
    for (const Engine* engine : engines()) all.append("|").append(engine->name());
    return all;
  }();
  return words;
}

}  // namespace whynot::engine
