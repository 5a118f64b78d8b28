// Open-addressing tables for the inner loops of tabulation and enumeration: 64-bit keys (mostly two ids),
// 32-bit values, linear probing, no deletion.
#pragma once
#include <cstdint>
#include <utility>
#include <vector>

namespace whynot::engine::pushdown {

inline std::uint64_t pair_key(std::uint32_t high, std::uint32_t low) { return std::uint64_t(high) << 32 | low; }

class FlatMap {
 public:
  static constexpr std::uint32_t none = ~0u;

  // The value of the key, which is `value` if the key is new; and whether it is.
  std::pair<std::uint32_t, bool> insert(std::uint64_t key, std::uint32_t value) {
    if (2 * (size_ + 1) > slots_.size()) grow();
    Slot& slot = slots_[place(key)];
    if (slot.key == key) return {slot.value, false};
    slot = {key, value};
    ++size_;
    return {value, true};
  }
  bool insert(std::uint64_t key) { return insert(key, 0).second; }

  std::uint32_t find(std::uint64_t key) const {
    if (slots_.empty()) return none;
    const Slot& slot = slots_[place(key)];
    return slot.key == key ? slot.value : none;
  }
  bool contains(std::uint64_t key) const { return !slots_.empty() && slots_[place(key)].key == key; }

  void assign(std::uint64_t key, std::uint32_t value) {
    if (2 * (size_ + 1) > slots_.size()) grow();
    Slot& slot = slots_[place(key)];
    size_ += slot.key != key;
    slot = {key, value};
  }

  std::size_t size() const { return size_; }
  void clear() {
    // A table that was large once would make every later clearing slow.
    if (slots_.size() > 64 && size_ < slots_.size() / 16) slots_.resize(slots_.size() / 4);
    for (Slot& slot : slots_) slot.key = empty;
    size_ = 0;
  }

 private:
  struct Slot {
    std::uint64_t key = empty;
    std::uint32_t value = 0;
  };
  static constexpr std::uint64_t empty = ~std::uint64_t{0};

  // Keys that follow each other are neighbours, as they are in use: a table is often larger than a cache.
  std::size_t place(std::uint64_t key) const {
    constexpr unsigned near = 3;  // bits
    std::uint64_t h = (key >> near) * 0x9e3779b97f4a7c15u;
    h ^= h >> 32;
    const std::size_t mask = slots_.size() - 1;
    std::size_t at = (h << near | (key & ((1u << near) - 1))) & mask;
    while (slots_[at].key != empty && slots_[at].key != key) at = (at + 1) & mask;
    return at;
  }
  void grow() {
    std::vector<Slot> old(slots_.empty() ? 16 : 2 * slots_.size());
    old.swap(slots_);
    for (const Slot& slot : old)
      if (slot.key != empty) slots_[place(slot.key)] = slot;
  }

  std::vector<Slot> slots_;
  std::size_t size_ = 0;
};

}  // namespace whynot::engine::pushdown
