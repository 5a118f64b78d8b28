// Fields stand one after the other, each where its alignment allows.
#include "front/c/layout.h"

#include <algorithm>
#include <charconv>

#include "front/c/ir_text.h"

namespace whynot::front::c {

void Layout::define(std::string_view line) {
  const std::size_t at = line.find(" = type ");
  if (line.starts_with('%') && at != std::string_view::npos)
    types_[std::string(line.substr(0, at))] = trimmed(line.substr(at + 8));
}

std::optional<std::uint64_t> Layout::size(std::string_view type) const {
  const auto known = extent(type, 0);
  return known ? std::optional(known->size) : std::nullopt;
}

std::optional<Layout::Extent> Layout::structure(std::string_view fields, bool packed, int depth) const {
  Extent whole;
  for (const std::string_view field : split_commas(fields)) {
    const auto part = extent(field, depth + 1);
    if (!part) return std::nullopt;
    const std::uint64_t alignment = packed ? 1 : part->alignment;
    whole.size = (whole.size + alignment - 1) / alignment * alignment + part->size;
    whole.alignment = std::max(whole.alignment, alignment);
  }
  whole.size = (whole.size + whole.alignment - 1) / whole.alignment * whole.alignment;
  return whole;
}

std::optional<Layout::Extent> Layout::extent(std::string_view type, int depth) const {
  type = trimmed(type);
  if (depth > 20 || type.empty()) return std::nullopt;
  if (type.ends_with('*') || type == "ptr" || type == "double") return Extent{8, 8};
  if (type == "float") return Extent{4, 4};
  if (type == "x86_fp80") return Extent{16, 16};
  if (const auto named = types_.find(type); named != types_.end()) return extent(named->second, depth + 1);
  const auto inner = [&](std::size_t cut) {
    return type.substr(cut, type.size() < 2 * cut ? 0 : type.size() - 2 * cut);
  };
  if (type.starts_with("<{")) return structure(inner(2), true, depth);
  if (type.starts_with('{')) return structure(inner(1), false, depth);
  std::uint64_t number = 0;
  const bool is_array = type.starts_with('[');
  const char* const end = type.data() + type.size();
  const auto read = std::from_chars(type.data() + 1, end, number);
  if (read.ec != std::errc() || number > (1u << 30)) return std::nullopt;
  if (type.starts_with('i') && read.ptr == end) {
    const std::uint64_t bytes = std::max<std::uint64_t>(1, number / 8);
    const bool usual = number == 1 || bytes == 1 || bytes == 2 || bytes == 4 || bytes == 8;
    return usual ? std::optional(Extent{bytes, bytes}) : std::nullopt;
  }
  const std::size_t of = type.find(" x ");
  if (!is_array || of == std::string_view::npos) return std::nullopt;
  const auto element = extent(type.substr(of + 3, type.size() - of - 4), depth + 1);
  return element ? std::optional(Extent{number * element->size, element->alignment}) : std::nullopt;
}

}  // namespace whynot::front::c
