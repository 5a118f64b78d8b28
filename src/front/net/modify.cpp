#include "front/net/modify.h"

#include <charconv>

#include "base/random.h"

namespace whynot::front::net {

std::optional<Prefix> read_prefix(std::string_view text) {
  const std::size_t slash = text.find('/');
  if (slash == std::string_view::npos) return std::nullopt;
  const auto number = [](std::string_view digits, int base) -> std::optional<std::uint32_t> {
    std::uint32_t n = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), n, base);
    return error == std::errc() && end == digits.data() + digits.size() ? std::optional(n) : std::nullopt;
  };
  const auto length = number(text.substr(slash + 1), 10);
  if (!length || *length > 32) return std::nullopt;
  std::string_view address = text.substr(0, slash);
  std::optional<std::uint32_t> value = 0;
  if (address.find('.') == std::string_view::npos) {
    value = number(address, 16);
  } else {
    for (int part = 0; part < 4 && value; ++part) {
      const std::size_t end = part < 3 ? address.find('.') : address.size();
      const auto byte = end == std::string_view::npos ? std::nullopt : number(address.substr(0, end), 10);
      value = byte && *byte < 256 ? std::optional(*value << 8 | *byte) : std::nullopt;
      if (value) address.remove_prefix(part < 3 ? end + 1 : end);
    }
  }
  if (!value) return std::nullopt;
  Prefix prefix{*value, *length};
  if (text.find('.') != std::string_view::npos) prefix.value &= prefix.mask();
  return prefix;
}

Moved modify(Tables& tables, double probability, const Prefix& toward, std::uint64_t seed) {
  Random random(seed);
  Moved moved;
  for (Router& router : tables.routers)
    for (TransferRule& rule : router.rules) {
      Ternary& destination = rule.match[static_cast<std::size_t>(Field::IpDst)];
      if (destination.mask == 0) continue;
      ++moved.of;
      if (static_cast<double>(random.next() >> 11) * 0x1p-53 >= probability) continue;
      destination.value = (destination.value & ~toward.mask()) | (toward.value & toward.mask() & destination.mask);
      ++moved.rules;
    }
  return moved;
}

}  // namespace whynot::front::net
