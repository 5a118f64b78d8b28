#include "engine/engine.h"

namespace whynot::engine {

const std::vector<const Engine*>& engines() {
  static const std::vector<const Engine*> all = {};
  return all;
}

const Engine* engine_named(std::string_view name) {
  for (const Engine* engine : engines())
    if (engine->name() == name) return engine;
  return nullptr;
}

}  // namespace whynot::engine
