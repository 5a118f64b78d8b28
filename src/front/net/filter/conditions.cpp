// Names that programs print are looked up, numbers and ranges become lists of aligned blocks.
#include "front/net/filter/conditions.h"

#include <array>

#include "front/net/routes/words.h"

namespace whynot::front::net {
namespace {

struct Named {
  std::string_view name;
  std::uint32_t number;
};

// As /etc/protocols and /etc/services have them; what programs print instead of numbers.
constexpr std::array<Named, 19> protocols = {{{"ip", 0},
                                              {"all", 0},
                                              {"icmp", 1},
                                              {"igmp", 2},
                                              {"ipencap", 4},
                                              {"tcp", 6},
                                              {"udp", 17},
                                              {"dccp", 33},
                                              {"ipv6", 41},
                                              {"gre", 47},
                                              {"esp", 50},
                                              {"ah", 51},
                                              {"icmp6", 58},
                                              {"icmpv6", 58},
                                              {"ipv6-icmp", 58},
                                              {"ospf", 89},
                                              {"vrrp", 112},
                                              {"sctp", 132},
                                              {"udplite", 136}}};
constexpr std::array<Named, 36> services = {
    {{"ftp-data", 20},      {"ftp", 21},          {"ssh", 22},          {"telnet", 23}, {"smtp", 25},
     {"domain", 53},        {"bootps", 67},       {"bootpc", 68},       {"tftp", 69},   {"http", 80},
     {"kerberos", 88},      {"pop3", 110},        {"sunrpc", 111},      {"ntp", 123},   {"epmap", 135},
     {"netbios-ns", 137},   {"netbios-dgm", 138}, {"netbios-ssn", 139}, {"imap2", 143}, {"imap", 143},
     {"snmp", 161},         {"snmp-trap", 162},   {"bgp", 179},         {"ldap", 389},  {"https", 443},
     {"microsoft-ds", 445}, {"submission", 587},  {"ldaps", 636},       {"imaps", 993}, {"pop3s", 995},
     {"openvpn", 1194},     {"isakmp", 500},      {"syslog", 514},      {"mdns", 5353}, {"ipsec-nat-t", 4500},
     {"mysql", 3306}}};

template <std::size_t N>
std::optional<std::uint32_t> number_of(std::string_view word, const std::array<Named, N>& names) {
  const auto known = std::find_if(names.begin(), names.end(), [&](const Named& n) { return n.name == word; });
  if (known != names.end()) return known->number;
  return whole_number(word);
}

constexpr std::size_t port_bits = 16;

}  // namespace

std::optional<Ternary> protocol(std::string_view word) {
  const auto n = number_of(word, protocols);
  if (!n || *n > 255) return std::nullopt;
  return *n == 0 ? Ternary{} : Ternary{*n, 255};
}

std::optional<std::vector<Ternary>> ports(std::string_view word) {
  const auto one = number_of(word, services);
  if (one) return *one < 65536 ? std::optional(std::vector<Ternary>{{*one, 65535}}) : std::nullopt;
  const std::size_t between = word.find_first_of(":-");
  if (between == std::string_view::npos) return std::nullopt;
  const std::string_view first = word.substr(0, between), last = word.substr(between + 1);
  const auto lo = first.empty() ? std::optional<std::uint32_t>(0) : number_of(first, services);
  const auto hi = last.empty() ? std::optional<std::uint32_t>(65535) : number_of(last, services);
  if (!lo || !hi || *lo > *hi || *hi > 65535) return std::nullopt;
  return range(*lo, *hi, port_bits);
}

std::optional<std::vector<Ternary>> addresses(std::string_view word, std::size_t width) {
  const auto one = read_address(word);
  const std::size_t dash = one ? std::string_view::npos : word.find('-');
  const auto lo = one ? one : read_address(word.substr(0, dash));
  const auto hi = one || dash == std::string_view::npos ? one : read_address(word.substr(dash + 1));
  if (!lo || !hi || lo->width != hi->width || lo->value > hi->value) return std::nullopt;
  if (lo->width != width) return std::vector<Ternary>();
  return one ? std::vector<Ternary>{one->on(width)} : range(lo->value, hi->value, width);
}

}  // namespace whynot::front::net
