// Routing tables in the dialects of routers: the same routes, printed in each, lead packets the same ways.
#include "front/net/routes/routes.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <set>

#include "base/random.h"
#include "front/net/address.h"
#include "front/net/network.h"
#include "front/net/ports.h"
#include "front/net/routes/links.h"
#include "support/rounds.h"

namespace whynot::front::net {
namespace {

constexpr std::size_t destination_field = whynot::net::index_of(Field::IpDst);

struct PrintedRoute {
  Bits value = 0;
  std::size_t length = 0;
  bool six = false;
  std::vector<int> interfaces;  // none: dropped
};

std::string dotted(std::uint32_t n) {
  return fmt::format("{}.{}.{}.{}", n >> 24, n >> 16 & 255, n >> 8 & 255, n & 255);
}
// 2001:db8:GROUP:GROUP::
std::string with_colons(Bits n) {
  std::string out;
  for (int i = 7; i >= 4; --i) out += fmt::format("{:x}:", static_cast<unsigned>(n >> (16 * i) & 0xffff));
  return out + ":";
}
std::string prefix_of(const PrintedRoute& r) {
  return fmt::format("{}/{}", r.six ? with_colons(r.value) : dotted(static_cast<std::uint32_t>(r.value)), r.length);
}
std::string gateway_of(const PrintedRoute& r, int i) {
  return r.six ? fmt::format("fe80::{}", i + 1) : fmt::format("192.168.0.{}", i + 1);
}

std::string linux_text(const std::vector<PrintedRoute>& routes) {
  std::string out;
  for (const PrintedRoute& r : routes) {
    const std::string prefix = r.length == 0 ? "default" : prefix_of(r);
    if (r.interfaces.empty()) out += fmt::format("blackhole {}\n", prefix);
    if (r.interfaces.size() == 1)
      out += fmt::format("{} via {} dev eth{} proto static metric 100\n", prefix, gateway_of(r, r.interfaces[0]),
                         r.interfaces[0]);
    if (r.interfaces.size() < 2) continue;
    out += fmt::format("{} proto bgp metric 20\n", prefix);
    for (int i : r.interfaces) out += fmt::format("\tnexthop via {} dev eth{} weight 1\n", gateway_of(r, i), i);
  }
  return out;
}
std::string cisco_text(const std::vector<PrintedRoute>& routes) {
  std::string out =
      "Codes: C - connected, S - static, O - OSPF\n\nGateway of last resort is 192.168.0.1 to network 0.0.0.0\n\n"
      "      10.0.0.0/8 is variably subnetted, 9 subnets, 4 masks\n";
  for (const PrintedRoute& r : routes) {
    const std::string prefix = prefix_of(r);
    if (r.interfaces.empty()) out += fmt::format("S        {} is directly connected, Null0\n", prefix);
    for (std::size_t i = 0; i < r.interfaces.size(); ++i)
      out += fmt::format("{:<8} {} [110/2] via {}, 00:01:02, eth{}\n", i == 0 ? "O" : "", i == 0 ? prefix : "",
                         gateway_of(r, r.interfaces[i]), r.interfaces[i]);
  }
  std::string upper;
  for (std::size_t i = 0; i < out.size(); ++i) upper += out.compare(i, 3, "eth") == 0 ? 'E' : out[i];
  return upper;
}
std::string junos_text(const std::vector<PrintedRoute>& routes) {
  std::string out = routes[0].six ? "inet6.0" : "inet.0";
  out += ": 12 destinations, 12 routes (12 active, 0 holddown, 0 hidden)\n+ = Active Route, - = Last Active\n\n";
  for (const PrintedRoute& r : routes) {
    out += fmt::format("{:<18} *[OSPF/10] 1w2d 03:04:05, metric 3\n", prefix_of(r));
    if (r.interfaces.empty()) out += "                      Reject\n";
    for (std::size_t i = 0; i < r.interfaces.size(); ++i)
      out += fmt::format("                    {}  to {} via eth{}\n", i == 0 ? ">" : " ",
                         gateway_of(r, r.interfaces[i]), r.interfaces[i]);
  }
  return out;
}

// The names of the locations that a packet may go to next, from the one router.
std::vector<std::string> next_by_tables(const std::string& text, Bits address, std::string* said = nullptr,
                                        bool six = false) {
  Sources sources;
  Diagnostics diagnostics;
  Tables tables;
  if (six) declare(*read_layout("dst:128 src:128"), tables);
  read_routes(sources.add("r.routes", text), std::nullopt, sources, "r", tables, diagnostics);
  if (said)
    for (const Diagnostic& d : diagnostics.all()) *said += d.code + ": " + d.message + "\n";
  const Network network = flatten(tables);
  for (const Rule& rule : network.locations[0].rules) {
    if (!rule.when[destination_field].matches(address)) continue;
    std::vector<std::string> names;
    for (std::size_t to : rule.to) {
      std::string name = network.locations[to].name;
      for (char& c : name) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
      names.push_back(name);
    }
    std::sort(names.begin(), names.end());
    return names;
  }
  return {"drop"};
}

std::vector<std::string> next_by_hand(const std::vector<PrintedRoute>& routes, Bits address) {
  const PrintedRoute* best = nullptr;
  for (const PrintedRoute& r : routes)
    if (r.length == 0 || (address ^ r.value) >> ((r.six ? 128 : 32) - r.length) == 0)
      if (!best || r.length > best->length) best = &r;
  if (!best || best->interfaces.empty()) return {"drop"};
  std::vector<std::string> names;
  for (int i : best->interfaces) names.push_back(fmt::format("r_eth{}", i));
  std::sort(names.begin(), names.end());
  return names;
}

// Addresses that routes tell apart: of IPv4 two bits of each byte but the first, of IPv6 of the third and fourth group.
Bits random_address(Random& random, bool six) {
  const Bits bits = random.next();
  if (!six) return 0x0a000000u | (bits & 0x00030303u);
  return Bits{0x20010db8} << 96 | (bits & 0x00030003u) << 64;
}

void compare_dialects(Random& random, bool six) {
  std::vector<PrintedRoute> routes;
  std::set<std::pair<Bits, std::size_t>> taken;
  const std::size_t count = 1 + random.below(12);
  for (std::size_t i = 0; i < count; ++i) {
    PrintedRoute r;
    r.six = six;
    r.length = random.below(5) * (six ? 16 : 8);
    r.value = random_address(random, six) & whynot::net::leading_bits(r.length, six ? 128 : 32);
    const std::size_t interfaces = random.below(3);
    for (std::size_t k = 0; k < interfaces; ++k) r.interfaces.push_back(static_cast<int>(2 * random.below(3) + k));
    if (taken.insert({r.value, r.length}).second) routes.push_back(r);
  }
  for (int k = 0; k < 6; ++k) {
    const Bits address = random_address(random, six);
    for (const auto& text : {linux_text(routes), cisco_text(routes), junos_text(routes)}) {
      std::string said;
      EXPECT_EQ(next_by_tables(text, address, &said, six), next_by_hand(routes, address))
          << with_colons(address) << "\n"
          << text;
      EXPECT_EQ(said, "") << text;
    }
  }
}

TEST(NetRoutes, DialectsAgreeWithTheLongestPrefix) {
  Random random(9);
  for (std::size_t round = 0; round < rounds(60); ++round) compare_dialects(random, round % 2 == 1);
}

TEST(NetRoutes, AddressesOfBothFamilies) {
  const auto value = [](std::string_view text) { return read_address(text).value().value; };
  EXPECT_EQ(value("10.1.2.3"), Bits{0x0a010203});
  EXPECT_EQ(value("::1"), Bits{1});
  EXPECT_EQ(value("2001:db8::ff00:42:8329"), Bits{0x20010db800000000} << 64 | Bits{0x0000ff0000428329});
  EXPECT_EQ(value("::ffff:10.1.2.3"), Bits{0xffff} << 32 | Bits{0x0a010203});
  EXPECT_EQ(value("1:2:3:4:5:6:7:8"), Bits{0x0001000200030004} << 64 | Bits{0x0005000600070008});
  EXPECT_EQ(read_address("10.1.2.3/255.255.0.0").value().length, 16u);
  EXPECT_EQ(prefix_text(*read_address("2001:db8::/33")), "2001:db8:0:0:0:0:0:0/33");
  for (const char* wrong : {"", "10.1.2", "10.1.2.256", "10.1.2.3/33", "1:2:3", "::1::", "12345::", "::/129",
                            "00:01:02", "10.0.0.0/255.0.255.0", "1:2:3:4:5:6:7:8:9"})
    EXPECT_FALSE(read_address(wrong)) << wrong;
}

// Ranges and what is outside, number by number.
TEST(NetRoutes, RangesAreWhatTheySay) {
  const auto matches = [](const std::vector<Ternary>& list, Bits n) {
    return std::count_if(list.begin(), list.end(), [&](const Ternary& t) { return t.matches(n); });
  };
  for (unsigned lo = 0; lo < 32; ++lo)
    for (unsigned hi = lo; hi < 32; ++hi) {
      const auto inside = range(lo, hi, 5), rest = outside(inside, 5);
      for (unsigned n = 0; n < 32; ++n) {
        EXPECT_EQ(matches(inside, n), lo <= n && n <= hi ? 1 : 0);
        EXPECT_EQ(matches(rest, n), lo <= n && n <= hi ? 0 : 1);
      }
    }
  EXPECT_EQ(range(0, ~Bits{0}, 128).size(), 1u);
}

// Every line is understood or named.
TEST(NetRoutes, OddLinesAreNamed) {
  std::string said;
  const std::string text =
      "default via 10.0.0.1\n10.0.0.0/24 dev eth0 proto kernel scope link src 10.0.0.2\nlocal 10.0.0.2 dev eth0\n"
      "2001:db8::/32 dev eth1\n10.9.0.0/16 via 172.16.0.1\n";
  EXPECT_EQ(next_by_tables(text, 0x08080808u, &said), std::vector<std::string>{"r_eth0"});  // through its next hop
  EXPECT_EQ(next_by_tables(text, 0x0a000002u), std::vector<std::string>{"drop"});
  EXPECT_EQ(said, "net.family: 1 routes of IPv6 are left out\n");
  said.clear();
  next_by_tables("0.0.0.0/1 dev eth0\nwhat is this\n10.0.0.0/8 scope link\n11.0.0.0/8 via 200.0.0.1\n", 1, &said);
  EXPECT_EQ(
      said,
      "net.route: `what is this` is not a route that is understood\nnet.route: this route names neither a next hop nor "
      "an interface\nnet.route: no route leads to this next hop\n");
  // Next hops behind next hops, and one that is behind itself.
  EXPECT_EQ(next_by_tables("10.0.0.0/8 via 20.0.0.1\n20.0.0.0/8 via 30.0.0.1\n30.0.0.0/8 dev eth3\n", 0x0a000001u),
            std::vector<std::string>{"r_eth3"});
  EXPECT_EQ(next_by_tables("10.0.0.0/8 via 20.0.0.1\n20.0.0.0/8 via 10.0.0.1\n", 0x0a000001u),
            std::vector<std::string>{"drop"});
}

// The least metric decides; of IPv6, lines with the same one are one route.
TEST(NetRoutes, Metrics) {
  const std::string text = "10.0.0.0/8 dev eth1 metric 200\n10.0.0.0/8 dev eth0 metric 100\n";
  EXPECT_EQ(next_by_tables(text, 0x0a000001u), std::vector<std::string>{"r_eth0"});
  const std::string six = "fe80::/64 dev eth0 metric 256 pref medium\nfe80::/64 dev eth1 metric 256 pref medium\n";
  EXPECT_EQ(next_by_tables(six, Bits{0xfe80} << 112, nullptr, true), (std::vector<std::string>{"r_eth0", "r_eth1"}));
  const auto both = families_of("default via fe80::1 dev eth0\n2001:db8::/32 dev eth0\n10.0.0.0/8 dev eth1\n");
  EXPECT_TRUE(both.four && both.six);
}

// `show ip cef`, and routes below the subnets' common length.
TEST(NetRoutes, OtherTablesOfCisco) {
  std::string said;
  const std::string cef =
      "Prefix               Next Hop             Interface\n0.0.0.0/0            172.20.4.2           Vlan2\n"
      "                     172.20.4.9           Vlan3\n10.0.0.0/8           attached             Null0\n"
      "10.3.0.1/32          receive\n10.4.0.0/16          attached             Vlan4\n";
  EXPECT_EQ(next_by_tables(cef, 0x01020304u, &said), (std::vector<std::string>{"r_vlan2", "r_vlan3"}));
  EXPECT_EQ(next_by_tables(cef, 0x0a030001u), std::vector<std::string>{"drop"});
  EXPECT_EQ(next_by_tables(cef, 0x0a090001u), std::vector<std::string>{"drop"});
  EXPECT_EQ(next_by_tables(cef, 0x0a040001u), std::vector<std::string>{"r_vlan4"});
  const std::string classful =
      "     10.0.0.0/24 is subnetted, 2 subnets\nC       10.1.1.0 is directly connected, Ethernet0\n"
      "O       10.1.2.0 [110/2] via 10.1.1.9, 00:01:02, Ethernet1\n";
  EXPECT_EQ(next_by_tables(classful, 0x0a010107u, &said), std::vector<std::string>{"r_ethernet0"});
  EXPECT_EQ(next_by_tables(classful, 0x0a010207u), std::vector<std::string>{"r_ethernet1"});
  EXPECT_EQ(said, "");
}

using Names = std::vector<std::string>;

// Tables of VRFs and of Junos: the usual one is read, the others are named; a single one is what was meant.
TEST(NetRoutes, OneTableOfSeveral) {
  std::string said;
  const std::string usual = "VRF: default\n C      10.0.0.0/8 is directly connected, Ethernet1\n\n";
  const std::string red = "VRF: RED\n C      10.1.0.0/16 is directly connected, Ethernet2\n";
  EXPECT_EQ(next_by_tables(usual + red, 0x0a010001u, &said), Names{"r_ethernet1"});
  EXPECT_EQ(said, "net.route: the table RED is left out\n");
  said.clear();
  EXPECT_EQ(next_by_tables(red, 0x0a010001u, &said), Names{"r_ethernet2"});
  // A heading is no default route.
  const std::string eos = "VRF name: default\nGateway of last resort:\n S      0.0.0.0/0 [1/0] via 10.0.0.1, Vlan5\n";
  EXPECT_EQ(next_by_tables(eos, 1, &said), Names{"r_vlan5"});
  const std::string nexus =
      "IP Route Table for VRF \"default\"\n'*' denotes best ucast next-hop\n\n10.0.0.0/24, ubest/mbest: 1/0, attached\n"
      "    *via 10.0.0.1, Eth1/1, [0/0], 3w0d, direct\n10.0.0.1/32, ubest/mbest: 1/0, attached\n"
      "    *via 10.0.0.1, Eth1/1, [0/0], 3w0d, local\n10.2.0.0/16, ubest/mbest: 1/0\n"
      "    *via 10.0.0.7, [20/0], 02:46:06, bgp-64512, external, tag 65000\n";
  EXPECT_EQ(next_by_tables(nexus, 0x0a000009u, &said), Names{"r_eth1_1"});
  EXPECT_EQ(next_by_tables(nexus, 0x0a000001u), Names{"drop"});
  EXPECT_EQ(next_by_tables(nexus, 0x0a020001u), Names{"r_eth1_1"});  // through its next hop
  EXPECT_EQ(said, "");
}

// Routes that are listed and not taken: not active, spare, dead.
TEST(NetRoutes, WhatIsListedAndNotTaken) {
  std::string said;
  const std::string junos =
      "    user@host> show route\n\n    inet.0: 3 destinations, 5 routes (2 active, 0 holddown, 1 hidden)\n"
      "    + = Active Route, - = Last Active, * = Both\n\n"
      "    10.1.0.0/16         [BGP/170] 3w3d 03:12:24, localpref 120, from 10.9.9.9\n"
      "                          AS path: 65151 I, validation-state: unverified\n"
      "                        >  to 10.0.0.1 via ge-0/0/1.0\n"
      "    10.2.0.0/16\n                       *[OSPF/10] 1w0d 15:44:41, metric 12\n"
      "                        >  to 10.0.0.2 via ge-0/0/2.0\n"
      "                       [BGP/170] 1d 00:00:01\n                        >  to 10.0.0.3 via ge-0/0/3.0\n"
      "    224.0.0.5/32       *[OSPF/10] 29w6d 21:48:09, metric 1\n                          MultiRecv\n";
  EXPECT_EQ(next_by_tables(junos, 0x0a010001u, &said), Names{"drop"});
  EXPECT_EQ(next_by_tables(junos, 0x0a020001u, &said), Names{"r_ge_0_0_2_0"});
  const std::string spare =
      "O    10.1.0.0/16 [110/0] via 10.0.0.9, 04:43:27, GigabitEthernet0/0 (!)\n"
      "                 [110/9] via 10.0.0.5, 04:43:27, GigabitEthernet0/3\n"
      "S    10.3.0.0/16 is directly connected, Gi0/3\n                 is directly connected, Gi0/2\n"
      "n*Nd 0.0.0.0/0 [6/0], 3w2d, Null0\nm    10.4.0.0/16 [251/0] via 10.0.0.7, 04:14:21, Sdwan-system-intf\n"
      "B    10.5.0.0/16 [200/0] via 0.0.0.0, 00:12:22, Null0\n";
  EXPECT_EQ(next_by_tables(spare, 0x0a010001u, &said), Names{"r_gigabitethernet0_3"});
  EXPECT_EQ(next_by_tables(spare, 0x0a030001u), (Names{"r_gi0_2", "r_gi0_3"}));
  EXPECT_EQ(next_by_tables(spare, 0x0a040001u), Names{"r_sdwan_system_intf"});
  EXPECT_EQ(next_by_tables(spare, 0x0a050001u), Names{"drop"});
  EXPECT_EQ(next_by_tables(spare, 0x0b000001u), Names{"drop"});
  const std::string dead =
      "10.1.0.0/16 proto bgp \\ nexthop via 10.0.0.1 dev eth1 weight 1 dead linkdown \\ nexthop via 10.0.0.2 dev eth2 "
      "weight 1 \\ nexthop via inet6 fe80::3 dev eth3 weight 1\n";
  EXPECT_EQ(next_by_tables(dead, 0x0a010001u, &said), (Names{"r_eth2", "r_eth3"}));
  EXPECT_EQ(said, "");
  next_by_tables("10.0.0.0/8 tos 0x10 dev eth0\n", 1, &said);
  EXPECT_EQ(said, "net.route: this route is for packets with one type of service\n");
}

TEST(NetRoutes, LinksInPlainText) {
  Sources sources;
  Diagnostics diagnostics;
  Tables tables;
  read_routes(sources.add("a.routes", "default via 10.0.0.2 dev eth0\n"), std::nullopt, sources, "a", tables,
              diagnostics);
  read_routes(sources.add("b.routes", "default dev eth1\n"), std::nullopt, sources, "b", tables, diagnostics);
  read_plain_links(sources.add("links.txt", "# one link\na:eth0 -- b:eth0\nc eth0 a eth3\nnonsense\n"), sources, tables,
                   diagnostics);
  std::vector<std::string> codes;
  for (const Diagnostic& d : diagnostics.all()) codes.push_back(d.code);
  EXPECT_EQ(codes, (std::vector<std::string>{"net.link", "net.link"}));
  const Network network = flatten(tables);
  ASSERT_EQ(network.locations[0].name, "a");
  EXPECT_EQ(network.locations[network.locations[0].rules[0].to[0]].name, "b");
  EXPECT_EQ(network.locations[network.locations[1].rules[0].to[0]].name, "b_eth1");
}

// Routes lead to units, a list of neighbours names the interfaces.
TEST(NetRoutes, LinksOfInterfacesAreThoseOfTheirUnits) {
  const auto next = [](const std::string& routes, const std::string& link) {
    Sources sources;
    Diagnostics diagnostics;
    Tables tables;
    read_routes(sources.add("a.routes", routes), std::nullopt, sources, "a", tables, diagnostics);
    read_routes(sources.add("b.routes", "default dev ge-0/0/1.7\n"), std::nullopt, sources, "b", tables, diagnostics);
    read_plain_links(sources.add("links.txt", link), sources, tables, diagnostics);
    const Network network = flatten(tables);
    Names names;
    for (const auto& rule : network.locations[0].rules) names.push_back(network.locations[rule.to[0]].name);
    return names;
  };
  EXPECT_EQ(next("default dev ge-0/0/2.0\n", "a ge-0/0/2 b ge-0/0/1\n"), Names{"b"});
  EXPECT_EQ(next("default dev ge-0/0/2\n", "a ge-0/0/2.0 b ge-0/0/1.7\n"), Names{"b"});
  EXPECT_EQ(next("10.0.0.0/8 dev eth0.5\ndefault dev eth0.7\n", "a eth0 b ge-0/0/1\n"), (Names{"b", "b"}));
  EXPECT_EQ(next("default dev eth0.5\n", "a eth1 b ge-0/0/1\n"), Names{"a_eth0_5"});
}

}  // namespace
}  // namespace whynot::front::net
