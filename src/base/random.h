// A small deterministic generator (splitmix64): the same seed gives the same run on every machine,
// which the standard distributions do not promise.
#pragma once
#include <cstddef>
#include <cstdint>

namespace whynot {

class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  std::uint64_t next() {
    std::uint64_t z = (state_ += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }
  // Uniform in 0..n-1, up to a bias nobody can measure.  REQUIRES n > 0.
  std::size_t below(std::size_t n) { return static_cast<std::size_t>(next() % n); }
  // lo..hi, both included.
  std::int64_t between(std::int64_t lo, std::int64_t hi) {
    return lo + static_cast<std::int64_t>(below(static_cast<std::size_t>(hi - lo + 1)));
  }
  bool chance(unsigned percent) { return below(100) < percent; }

 private:
  std::uint64_t state_;
};

}  // namespace whynot
