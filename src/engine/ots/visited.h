// The set of packed states, in shards so that threads can fill it side by side: a shard has one owner at a time.
#pragma once
#include <cstdint>
#include <vector>

#include "engine/ots/packing.h"
#include "engine/ots/store.h"

namespace whynot::engine::ots {

class Visited {
 public:
  static constexpr std::size_t shards = 64;

  static std::size_t shard_of(std::uint64_t hash) { return hash >> 58; }

  // Whether the state is new.  REQUIRES that no other thread works on this shard.
  bool insert(Root root, std::uint64_t hash) {
    Shard& shard = shards_[shard_of(hash)];
    if (4 * (shard.size + 1) > 3 * shard.slots.size()) shard.grow();
    const std::size_t mask = shard.slots.size() - 1;
    for (std::size_t slot = hash & mask;; slot = (slot + 1) & mask) {
      if (shard.slots[slot] == root) return false;
      if (shard.slots[slot] != empty) continue;
      shard.slots[slot] = root;
      ++shard.size;
      return true;
    }
  }

 private:
  static constexpr Root empty = ~Root{0};
  struct Shard {
    std::vector<Root> slots = std::vector<Root>(64, empty);
    std::size_t size = 0;
    void grow() {
      std::vector<Root> larger(slots.size() * 2, empty);
      const std::size_t mask = larger.size() - 1;
      for (Root r : slots) {
        if (r == empty) continue;
        std::size_t slot = mix(r) & mask;
        while (larger[slot] != empty) slot = (slot + 1) & mask;
        larger[slot] = r;
      }
      slots.swap(larger);
    }
  };
  std::vector<Shard> shards_ = std::vector<Shard>(shards);
};

}  // namespace whynot::engine::ots
