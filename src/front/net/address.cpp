// Dots and colons to numbers, and lists of aligned blocks for what is no single one.
#include "front/net/address.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace whynot::front::net {
namespace {

std::optional<std::uint32_t> number(std::string_view digits, int base) {
  std::uint32_t n = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), n, base);
  const bool whole = error == std::errc() && end == digits.data() + digits.size();
  return whole ? std::optional(n) : std::nullopt;
}

std::vector<std::string_view> parts_of(std::string_view text, char between) {
  std::vector<std::string_view> parts;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(between, begin), text.size());
    parts.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return parts;
}

std::optional<Bits> dotted(std::string_view text) {
  const auto parts = parts_of(text, '.');
  if (parts.size() != 4) return std::nullopt;
  Bits value = 0;
  for (const std::string_view part : parts) {
    const auto byte = number(part, 10);
    if (!byte || *byte > 255) return std::nullopt;
    value = value << 8 | *byte;
  }
  return value;
}

// Groups of 16 bits, the last two perhaps as an address of IPv4.
std::optional<std::vector<std::uint32_t>> groups_of(std::string_view text) {
  std::vector<std::uint32_t> groups;
  if (text.empty()) return groups;
  const auto parts = parts_of(text, ':');
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (i + 1 == parts.size() && parts[i].find('.') != std::string_view::npos) {
      const auto four = dotted(parts[i]);
      if (!four) return std::nullopt;
      groups.push_back(static_cast<std::uint32_t>(*four >> 16));
      groups.push_back(static_cast<std::uint32_t>(*four & 0xffff));
      continue;
    }
    const auto group = parts[i].size() <= 4 ? number(parts[i], 16) : std::nullopt;
    if (!group) return std::nullopt;
    groups.push_back(*group);
  }
  return groups;
}

// `::` stands for as many zeros as are missing, once.
std::optional<Bits> with_colons(std::string_view text) {
  const std::size_t gap = text.find("::");
  const bool has_gap = gap != std::string_view::npos;
  auto groups = groups_of(text.substr(0, gap));
  const auto tail = has_gap ? groups_of(text.substr(gap + 2)) : std::vector<std::uint32_t>();
  if (!groups || !tail) return std::nullopt;
  const std::size_t given = groups->size() + tail->size();
  if (has_gap ? given > 7 : given != 8) return std::nullopt;
  groups->resize(8 - tail->size());
  groups->insert(groups->end(), tail->begin(), tail->end());
  Bits value = 0;
  for (const std::uint32_t group : *groups) value = value << 16 | group;
  return value;
}

// Without a length: the whole address.
std::optional<Prefix> address(std::string_view text) {
  const bool six = text.find(':') != std::string_view::npos;
  const auto value = six ? with_colons(text) : dotted(text);
  const std::size_t width = six ? 128 : 32;
  return value ? std::optional(Prefix{*value, width, width}) : std::nullopt;
}

// `/19`, or a mask of leading ones.
std::optional<std::size_t> length_of(std::string_view text, std::size_t width) {
  if (const auto mask = text.find_first_of(".:") == std::string_view::npos ? std::nullopt : address(text)) {
    const std::size_t ones = whynot::net::count_ones(mask->value);
    const bool is_mask = mask->width == width && mask->value == whynot::net::leading_bits(ones, width);
    return is_mask ? std::optional(ones) : std::nullopt;
  }
  const auto length = number(text, 10);
  return length && *length <= width ? std::optional<std::size_t>(*length) : std::nullopt;
}

}  // namespace

std::optional<Prefix> read_address(std::string_view text) {
  const std::size_t slash = text.find('/');
  auto prefix = address(text.substr(0, slash));
  if (!prefix || slash == std::string_view::npos) return prefix;
  const auto length = length_of(text.substr(slash + 1), prefix->width);
  if (!length) return std::nullopt;
  prefix->length = *length;
  prefix->value &= prefix->mask();
  return prefix;
}

std::optional<Prefix> read_prefix(std::string_view text) {
  const std::size_t slash = text.find('/');
  if (slash == std::string_view::npos) return std::nullopt;
  const std::string_view digits = text.substr(0, slash);
  if (digits.find_first_of(".:") != std::string_view::npos) return read_address(text);
  const auto value = number(digits, 16);
  const auto length = length_of(text.substr(slash + 1), 32);
  return value && length ? std::optional(Prefix{*value, *length, 0}) : std::nullopt;
}

std::string prefix_text(const Prefix& p) {
  if (p.width != 128) {
    const auto n = static_cast<std::uint32_t>(p.value);
    return fmt::format("{}.{}.{}.{}/{}", n >> 24, n >> 16 & 255, n >> 8 & 255, n & 255, p.length);
  }
  std::string text;
  for (std::size_t i = 0; i < 8; ++i)
    text += fmt::format("{}{:x}", i == 0 ? "" : ":", static_cast<std::uint32_t>(p.value >> (112 - 16 * i) & 0xffff));
  return fmt::format("{}/{}", text, p.length);
}

// The largest aligned block that begins at `lo` and does not go beyond `hi`, again and again.
std::vector<Ternary> range(Bits lo, Bits hi, std::size_t width) {
  std::vector<Ternary> blocks;
  while (true) {
    std::size_t free = 0;
    while (free < width && (lo >> free & 1) == 0 && (lo | whynot::net::low_bits(free + 1)) <= hi) ++free;
    blocks.push_back({lo, whynot::net::leading_bits(width - free, width)});
    const Bits last = lo | whynot::net::low_bits(free);
    if (last >= hi) return blocks;
    lo = last + 1;
  }
}

std::vector<Ternary> outside(const std::vector<Ternary>& conditions, std::size_t width) {
  std::vector<Ternary> rest = {{}};
  for (const Ternary& c : conditions) {
    std::vector<Ternary> left;
    for (const Ternary& r : rest) {
      if ((c.value ^ r.value) & c.mask & r.mask) {
        left.push_back(r);
        continue;
      }
      Ternary inside = r;
      for (Bits open = c.mask & ~r.mask & whynot::net::low_bits(width); open != 0;) {
        const Bits bit = whynot::net::highest_bit(open);
        left.push_back({inside.value | (~c.value & bit), inside.mask | bit});
        inside = {inside.value | (c.value & bit), inside.mask | bit};
        open &= ~bit;
      }
    }
    rest = std::move(left);
  }
  return rest;
}

}  // namespace whynot::front::net
