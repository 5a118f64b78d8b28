#include "engine/ic3/cube/cube.h"

#include <algorithm>
#include <iterator>

namespace whynot::engine::ic3 {

Cube::Cube(std::vector<Bit> bits) : bits_(std::move(bits)) {
  std::sort(bits_.begin(), bits_.end());
  for (Bit bit : bits_) signature_ |= std::uint64_t{1} << (bit % 64);
}

bool Cube::has(Bit bit) const { return std::binary_search(bits_.begin(), bits_.end(), bit); }

bool Cube::contains(const Cube& other) const {
  if (size() > other.size() || (signature_ & ~other.signature_) != 0) return false;
  return std::includes(other.bits_.begin(), other.bits_.end(), bits_.begin(), bits_.end());
}

Cube Cube::without(Bit bit) const {
  std::vector<Bit> rest = bits_;
  rest.erase(std::remove(rest.begin(), rest.end(), bit), rest.end());
  return Cube(std::move(rest));
}

Cube Cube::common_with(const Cube& other) const {
  std::vector<Bit> both;
  std::set_intersection(bits_.begin(), bits_.end(), other.bits_.begin(), other.bits_.end(), std::back_inserter(both));
  return Cube(std::move(both));
}

}  // namespace whynot::engine::ic3
