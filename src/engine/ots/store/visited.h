// The set of packed states, in shards so that threads can fill it side by side: a shard has one owner at a time.
#pragma once
#include <algorithm>
#include <cstdint>
#include <vector>

#include "engine/ots/store/packing.h"
#include "engine/ots/store/store.h"

namespace whynot::engine::ots {

class Visited {
 public:
  static constexpr std::size_t shards = 64;

  static std::size_t shard_of(std::uint64_t hash) { return hash >> 58; }

  // REQUIRES what insert does.
  void prefetch(std::uint64_t hash) const {
    const Shard& shard = shards_[shard_of(hash)];
    __builtin_prefetch(&shard.slots[hash & (shard.room - 1)], 1);
  }

  void prefetch_slot(std::uint64_t) const {}  // there is one step only

  // Whether the state is new.  REQUIRES that no other thread works on this shard.
  bool insert(Root root, std::uint64_t hash) {
    Shard& shard = shards_[shard_of(hash)];
    if (4 * (shard.size + 1) > 3 * shard.room) shard.grow();
    const std::size_t mask = shard.room - 1;
    for (std::size_t slot = hash & mask;; slot = (slot + 1) & mask) {
      if (shard.slots[slot] == root) return false;
      if (shard.slots[slot] != empty) continue;
      shard.slots[slot] = root;
      ++shard.size;
      return true;
    }
  }

 private:
  static constexpr Root empty{undefined_word, undefined_word, undefined_word};
  static constexpr std::size_t few = 1 << 12;  // places that cost little
  struct Shard {
    Shard() { allocate(64); }
    void allocate(std::size_t n) {
      slots = make_big_array<Root>(n);
      room = n;
      std::fill_n(slots.get(), n, empty);
    }
    void grow() {
      const BigArray<Root> old = std::move(slots);
      const std::size_t old_room = room;
      allocate((old_room < few ? 4 : 2) * old_room);
      for (std::size_t i = 0; i < old_room; ++i) {
        if (old[i] == empty) continue;
        std::size_t slot = hash_of(old[i]) & (room - 1);
        while (slots[slot] != empty) slot = (slot + 1) & (room - 1);
        slots[slot] = old[i];
      }
    }
    BigArray<Root> slots;
    std::size_t room = 0, size = 0;
  };
  std::vector<Shard> shards_ = std::vector<Shard>(shards);
};

}  // namespace whynot::engine::ots
