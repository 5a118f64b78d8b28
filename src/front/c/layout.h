// How large the types of the intermediate language are, by the rules of the usual 64-bit targets.
#pragma once
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace whynot::front::c {

class Layout {
 public:
  void define(std::string_view line);  // `%struct.s = type { i32, i8* }`; others are left alone

  std::optional<std::uint64_t> size(std::string_view type) const;  // in bytes, if it is known

 private:
  struct Extent {
    std::uint64_t size = 0, alignment = 1;
  };
  std::optional<Extent> extent(std::string_view type, int depth) const;
  std::optional<Extent> structure(std::string_view fields, bool packed, int depth) const;

  std::map<std::string, std::string, std::less<>> types_;
};

}  // namespace whynot::front::c
