// The set of packed states of a rank, which is there to save room.  Beside each group of places stand tags of a byte:
// a state is looked for where the tag says so, and tables may be nearly full.  Groups are filled from their beginning,
// and nothing is ever taken out.
#pragma once
#include <bit>
#include <cstdint>
#include <vector>

#include "engine/ots/store/packing.h"
#include "engine/ots/store/store.h"
#include "engine/ots/store/visited.h"

namespace whynot::engine::ots {

class DenseVisited {
 public:
  // Two steps ahead of an insertion: where its tags stand, then where they point to.  REQUIRES what insert does.
  void prefetch(std::uint64_t hash) const {
    const Shard& shard = shards_[Visited::shard_of(hash)];
    __builtin_prefetch(&shard.tags[shard.place(hash)], 1);
  }
  void prefetch_slot(std::uint64_t hash) const {
    const Shard& shard = shards_[Visited::shard_of(hash)];
    const std::size_t group = shard.place(hash);
    const std::uint64_t same = matches(shard.tags[group], tag_of(hash)), ready = same | free_places(shard.tags[group]);
    if (ready != 0) __builtin_prefetch(&shard.slots[group * width + first(same != 0 ? same : ready)], 1);
  }

  // Whether the state is new.  REQUIRES that no other thread works on this shard.
  bool insert(Root root, std::uint64_t hash) {
    Shard& shard = shards_[Visited::shard_of(hash)];
    if (shard.size >= (width - 1) * shard.groups) shard.grow();
    const std::uint64_t tag = tag_of(hash);
    for (std::size_t group = shard.place(hash);; group = shard.after(group)) {
      std::uint64_t& tags = shard.tags[group];
      for (std::uint64_t same = matches(tags, tag); same != 0; same &= same - 1)
        if (shard.slots[group * width + first(same)] == root) return false;
      const std::uint64_t free = free_places(tags);
      if (free == 0) continue;
      shard.put(group, first(free), tag, root);
      ++shard.size;
      return true;
    }
  }

 private:
  static constexpr std::size_t width = 8;  // places of a group
  static constexpr std::uint64_t ones = 0x0101010101010101u, highest = 0x8080808080808080u;
  // A tag is one of 128 bytes; 0 is a free place.  The bits are neither those of the shard nor those of the place.
  static std::uint64_t tag_of(std::uint64_t hash) { return 0x80 | (hash >> 32 & 0x7f); }
  // The highest bit of each byte that is the tag, and perhaps of bytes above such a one.
  static std::uint64_t matches(std::uint64_t tags, std::uint64_t tag) {
    const std::uint64_t differs = tags ^ (tag * ones);
    return (differs - ones) & ~differs & highest;
  }
  static std::uint64_t free_places(std::uint64_t tags) { return ~tags & highest; }
  static std::size_t first(std::uint64_t marks) { return static_cast<std::size_t>(std::countr_zero(marks)) / 8; }

  struct Shard {
    Shard() { allocate(8); }
    std::size_t place(std::uint64_t hash) const { return static_cast<std::uint32_t>(hash) * groups >> 32; }
    std::size_t after(std::size_t group) const { return group + 1 == groups ? 0 : group + 1; }
    void allocate(std::size_t n) {
      tags = make_big_array<std::uint64_t>(n);
      slots = make_big_array<Root>(n * width);
      groups = n;
      std::fill_n(tags.get(), n, std::uint64_t{0});
    }
    void put(std::size_t group, std::size_t place, std::uint64_t tag, const Root& root) {
      tags[group] |= tag << 8 * place;
      slots[group * width + place] = root;
    }
    // States keep their order, more or less: the larger table is filled from its beginning.
    void grow() {
      const BigArray<std::uint64_t> old_tags = std::move(tags);
      const BigArray<Root> old = std::move(slots);
      const std::size_t old_groups = groups;
      allocate(old_groups + (old_groups + 1) / 2);
      for (std::size_t g = 0; g < old_groups; ++g)
        for (std::uint64_t full = old_tags[g] & highest; full != 0; full &= full - 1) {
          const Root& root = old[g * width + first(full)];
          const std::uint64_t hash = hash_of(root);
          std::size_t group = place(hash);
          while (free_places(tags[group]) == 0) group = after(group);
          put(group, first(free_places(tags[group])), tag_of(hash), root);
        }
    }
    BigArray<std::uint64_t> tags;
    BigArray<Root> slots;  // those without a tag are not initialised
    std::size_t groups = 0, size = 0;
  };
  std::vector<Shard> shards_ = std::vector<Shard>(Visited::shards);
};

}  // namespace whynot::engine::ots
