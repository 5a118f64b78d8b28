// Routing tables in the dialects of routers: the same routes, printed in each, lead packets the same ways.
#include "front/net/routes.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <set>

#include "base/random.h"
#include "front/net/network.h"
#include "front/net/ports.h"
#include "support/rounds.h"

namespace whynot::front::net {
namespace {

constexpr std::size_t destination_field = whynot::net::index_of(Field::IpDst);

struct PrintedRoute {
  std::uint32_t value = 0;
  std::size_t length = 0;
  std::vector<int> interfaces;  // none: dropped
};

std::string dotted(std::uint32_t n) {
  return fmt::format("{}.{}.{}.{}", n >> 24, n >> 16 & 255, n >> 8 & 255, n & 255);
}

std::string linux_text(const std::vector<PrintedRoute>& routes) {
  std::string out;
  for (const PrintedRoute& r : routes) {
    const std::string prefix = r.length == 0 ? "default" : fmt::format("{}/{}", dotted(r.value), r.length);
    if (r.interfaces.empty()) out += fmt::format("blackhole {}\n", prefix);
    if (r.interfaces.size() == 1)
      out += fmt::format("{} via 192.168.0.{} dev eth{} proto static metric 100\n", prefix, r.interfaces[0] + 1,
                         r.interfaces[0]);
    if (r.interfaces.size() < 2) continue;
    out += fmt::format("{} proto bgp metric 20\n", prefix);
    for (int i : r.interfaces) out += fmt::format("\tnexthop via 192.168.0.{} dev eth{} weight 1\n", i + 1, i);
  }
  return out;
}
std::string cisco_text(const std::vector<PrintedRoute>& routes) {
  std::string out =
      "Codes: C - connected, S - static, O - OSPF\n\nGateway of last resort is 192.168.0.1 to network 0.0.0.0\n\n"
      "      10.0.0.0/8 is variably subnetted, 9 subnets, 4 masks\n";
  for (const PrintedRoute& r : routes) {
    const std::string prefix = fmt::format("{}/{}", dotted(r.value), r.length);
    if (r.interfaces.empty()) out += fmt::format("S        {} is directly connected, Null0\n", prefix);
    for (std::size_t i = 0; i < r.interfaces.size(); ++i)
      out += fmt::format("{:<8} {} [110/2] via 192.168.0.{}, 00:01:02, eth{}\n", i == 0 ? "O" : "",
                         i == 0 ? prefix : "", r.interfaces[i] + 1, r.interfaces[i]);
  }
  std::string upper;
  for (std::size_t i = 0; i < out.size(); ++i) upper += out.compare(i, 3, "eth") == 0 ? 'E' : out[i];
  return upper;
}
std::string junos_text(const std::vector<PrintedRoute>& routes) {
  std::string out =
      "inet.0: 12 destinations, 12 routes (12 active, 0 holddown, 0 hidden)\n+ = Active Route, - = Last Active\n\n";
  for (const PrintedRoute& r : routes) {
    out += fmt::format("{:<18} *[OSPF/10] 1w2d 03:04:05, metric 3\n", fmt::format("{}/{}", dotted(r.value), r.length));
    if (r.interfaces.empty()) out += "                      Reject\n";
    for (std::size_t i = 0; i < r.interfaces.size(); ++i)
      out += fmt::format("                    {}  to 192.168.0.{} via eth{}\n", i == 0 ? ">" : " ", r.interfaces[i] + 1,
                         r.interfaces[i]);
  }
  return out;
}

// The names of the locations that a packet may go to next, from the one router.
std::vector<std::string> next_by_tables(const std::string& text, std::uint32_t address, std::string* said = nullptr) {
  Sources sources;
  Diagnostics diagnostics;
  Tables tables;
  read_routes(sources.add("r.routes", text), sources, "r", tables, diagnostics);
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

std::vector<std::string> next_by_hand(const std::vector<PrintedRoute>& routes, std::uint32_t address) {
  const PrintedRoute* best = nullptr;
  for (const PrintedRoute& r : routes)
    if (r.length == 0 || (address ^ r.value) >> (32 - r.length) == 0)
      if (!best || r.length > best->length) best = &r;
  if (!best || best->interfaces.empty()) return {"drop"};
  std::vector<std::string> names;
  for (int i : best->interfaces) names.push_back(fmt::format("r_eth{}", i));
  std::sort(names.begin(), names.end());
  return names;
}

TEST(NetRoutes, DialectsAgreeWithTheLongestPrefix) {
  Random random(9);
  for (std::size_t round = 0; round < rounds(60); ++round) {
    std::vector<PrintedRoute> routes;
    std::set<std::pair<std::uint32_t, std::size_t>> taken;
    const std::size_t count = 1 + random.below(12);
    for (std::size_t i = 0; i < count; ++i) {
      PrintedRoute r;
      r.length = random.below(5) * 8;
      const std::uint32_t mask = r.length == 0 ? 0 : ~0u << (32 - r.length);
      r.value = (0x0a000000u | static_cast<std::uint32_t>(random.next() & 0x00030303u)) & mask;
      const std::size_t interfaces = random.below(3);
      for (std::size_t k = 0; k < interfaces; ++k) r.interfaces.push_back(static_cast<int>(2 * random.below(3) + k));
      if (taken.insert({r.value, r.length}).second) routes.push_back(r);
    }
    for (int k = 0; k < 6; ++k) {
      const auto address = static_cast<std::uint32_t>(0x0a000000u | (random.next() & 0x00030303u));
      for (const auto& text : {linux_text(routes), cisco_text(routes), junos_text(routes)}) {
        std::string said;
        EXPECT_EQ(next_by_tables(text, address, &said), next_by_hand(routes, address)) << dotted(address) << "\n"
                                                                                       << text;
        EXPECT_EQ(said, "") << text;
      }
    }
  }
}

// Every line is understood or named.
TEST(NetRoutes, OddLinesAreNamed) {
  std::string said;
  const std::string text =
      "default via 10.0.0.1\n10.0.0.0/24 dev eth0 proto kernel scope link src 10.0.0.2\nlocal 10.0.0.2 dev eth0\n"
      "2001:db8::/32 dev eth1\n10.9.0.0/16 via 172.16.0.1\n";
  EXPECT_EQ(next_by_tables(text, 0x08080808u, &said), std::vector<std::string>{"r_eth0"});  // through its next hop
  EXPECT_EQ(next_by_tables(text, 0x0a000002u), std::vector<std::string>{"drop"});
  EXPECT_NE(said.find("net.route: `2001:db8::/32 dev eth1` is no route that is understood"), std::string::npos) << said;
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

TEST(NetRoutes, LinksInPlainText) {
  Sources sources;
  Diagnostics diagnostics;
  Tables tables;
  read_routes(sources.add("a.routes", "default via 10.0.0.2 dev eth0\n"), sources, "a", tables, diagnostics);
  read_routes(sources.add("b.routes", "default dev eth1\n"), sources, "b", tables, diagnostics);
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

}  // namespace
}  // namespace whynot::front::net
