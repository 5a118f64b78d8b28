// Finds things that stand in a vector by what they are: an open-addressing table of their indices and hashes,
// so that models of hundreds of thousands of rules need neither a node nor a copy of the key for each.
#pragma once
#include <cstdint>
#include <vector>

namespace whynot::front::pds {

class IndexTable {
 public:
  static constexpr std::uint32_t none = ~0u;

  // The index with that hash for which `same` holds, or `none`.
  template <class Same>
  std::uint32_t find(std::uint64_t hash, Same same) const {
    return slots_.empty() ? none : slots_[place(mixed(hash), same)].index;
  }
  // As find; if there is none, `index` is what will be found from now on.
  template <class Same>
  std::uint32_t find_or_add(std::uint64_t hash, std::uint32_t index, Same same) {
    if (2 * (size_ + 1) > slots_.size()) grow();
    Slot& slot = slots_[place(mixed(hash), same)];
    if (slot.index != none) return slot.index;
    slot = {mixed(hash), index};
    ++size_;
    return none;
  }

 private:
  struct Slot {
    std::uint32_t hash = 0, index = none;
  };

  static std::uint32_t mixed(std::uint64_t hash) {
    return static_cast<std::uint32_t>(hash * 0x9e3779b97f4a7c15u >> 32);
  }

  template <class Same>
  std::size_t place(std::uint32_t hash, Same same) const {
    const std::size_t mask = slots_.size() - 1;
    std::size_t at = hash & mask;
    while (slots_[at].index != none && !(slots_[at].hash == hash && same(slots_[at].index))) at = (at + 1) & mask;
    return at;
  }
  void grow() {
    std::vector<Slot> old(slots_.empty() ? 64 : 2 * slots_.size());
    old.swap(slots_);
    for (const Slot& slot : old)
      if (slot.index != none) slots_[place(slot.hash, [](std::uint32_t) { return false; })] = slot;
  }

  std::vector<Slot> slots_;
  std::size_t size_ = 0;
};

}  // namespace whynot::front::pds
