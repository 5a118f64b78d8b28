// States as keys of hash tables.
#pragma once
#include "model/trace.h"

namespace whynot {

struct StateHash {
  std::size_t operator()(const State& state) const {
    std::size_t hash = state.size();
    for (const Value& value : state) hash = hash * 0x9e3779b97f4a7c15u + value.hash();
    return hash ^ (hash >> 31);
  }
};

}  // namespace whynot
