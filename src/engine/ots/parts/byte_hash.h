// For places in tables, of short texts of bytes: eight at a time.
#pragma once
#include <cstdint>
#include <cstring>
#include <string_view>

#include "engine/ots/store/store.h"

namespace whynot::engine::ots::parts {

inline std::uint64_t byte_hash(std::string_view bytes) {
  std::uint64_t h = bytes.size() * 0x9e3779b97f4a7c15u, word = 0;
  for (; bytes.size() >= sizeof word; bytes.remove_prefix(sizeof word)) {
    std::memcpy(&word, bytes.data(), sizeof word);
    h = scatter(h ^ word);
  }
  word = 0;
  if (!bytes.empty()) std::memcpy(&word, bytes.data(), bytes.size());
  return scatter(h ^ word);
}

}  // namespace whynot::engine::ots::parts
