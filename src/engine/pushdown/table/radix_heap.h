// A priority queue for Dijkstra's kind of search, where no key below the last one taken is ever added:
// buckets by the highest bit in which a key differs from that one.
#pragma once
#include <array>
#include <bit>
#include <cstdint>
#include <utility>
#include <vector>

namespace whynot::engine::pushdown {

template <class T>
class RadixHeap {
 public:
  bool empty() const { return size_ == 0; }
  // REQUIRES key >= the key of the last pop.
  void push(std::uint32_t key, T value) {
    buckets_[bucket(key)].emplace_back(key, value);
    ++size_;
  }
  std::pair<std::uint32_t, T> pop() {
    if (buckets_[0].empty()) refill();
    const auto result = buckets_[0].back();
    buckets_[0].pop_back();
    --size_;
    return result;
  }

 private:
  std::size_t bucket(std::uint32_t key) const { return static_cast<std::size_t>(std::bit_width(key ^ last_)); }
  void refill() {
    std::size_t from = 1;
    while (buckets_[from].empty()) ++from;
    std::vector<std::pair<std::uint32_t, T>> moved;
    moved.swap(buckets_[from]);
    last_ = moved.front().first;
    for (const auto& [key, value] : moved) last_ = std::min(last_, key);
    for (const auto& item : moved) buckets_[bucket(item.first)].push_back(item);
  }

  std::array<std::vector<std::pair<std::uint32_t, T>>, 33> buckets_;
  std::uint32_t last_ = 0;
  std::size_t size_ = 0;
};

}  // namespace whynot::engine::pushdown
