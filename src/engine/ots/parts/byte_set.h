// A set of short texts of bytes: they stand one behind the other, and a table says where.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>

#include "engine/ots/store/big_array.h"

namespace whynot::engine::ots::parts {

class ByteSet {
 public:
  // Empty, with room for so many.
  void begin(std::uint64_t most) {
    std::size_t wanted = 1024;
    while (wanted * 3 < most * 4) wanted *= 2;
    slots_.assign(wanted, 0);
    bytes_.assign(1, 0);  // no text is at 0
  }

  // Whether it is new.  REQUIRES room, and that no text is the beginning of another.
  bool insert(std::string_view text, std::uint64_t hash) {
    const std::size_t mask = slots_.size() - 1;
    const std::uint64_t tag = hash >> tag_shift << tag_shift;
    for (std::size_t at = hash & mask;; at = (at + 1) & mask) {
      const std::uint64_t there = slots_[at];
      if (there == 0) {
        slots_[at] = tag | bytes_.size();
        bytes_.insert(bytes_.end(), text.begin(), text.end());
        return true;
      }
      if ((there ^ tag) >> tag_shift != 0) continue;
      const std::size_t begin = there & ((std::uint64_t{1} << tag_shift) - 1);
      if (bytes_.size() - begin >= text.size() && std::string_view(bytes_.data() + begin, text.size()) == text)
        return false;
    }
  }
  void prefetch(std::uint64_t hash) const { __builtin_prefetch(&slots_[hash & (slots_.size() - 1)], 1); }

 private:
  static constexpr unsigned tag_shift = 40;  // below it is the place of the text
  BigVector<std::uint64_t> slots_;
  BigVector<char> bytes_;
};

}  // namespace whynot::engine::ots::parts
