// Router tables: the format, folding of VLANs, filters and links, and the model that comes out.
#include <gtest/gtest.h>

#include <algorithm>

#include "front/net/ports.h"
#include "front/net/smv_text.h"
#include "front/smv/smv.h"

namespace whynot::front::net {
namespace {

// 128 bits: ctrl, tp_dst, tp_src, proto, ip_dst, ip_src, vlan.
std::string bits(std::string ip_dst, std::string vlan = std::string(16, 'x'), std::string proto = std::string(8, 'x')) {
  ip_dst.resize(32, 'x');
  const std::string x16(16, 'x'), x32(32, 'x');
  const std::string all = std::string(8, 'x') + x16 + x16 + proto + ip_dst + x32 + vlan;
  std::string out;
  for (std::size_t i = 0; i < all.size(); ++i) out += (i && i % 8 == 0 ? "," : "") + std::string(1, all[i]);
  return out;
}
std::string vlan(unsigned n) {
  std::string out;
  for (int i = 15; i >= 0; --i) out += (n >> i & 1) ? '1' : '0';
  return out;
}
std::string forward(const std::string& in, const std::string& match, const std::string& out) {
  return "fwd$" + in + "$" + match + "$None$None$None$None$" + out + "$#$#$$$id$\n";
}
// Routing rewrites the VLAN: a mask of ones but for the VLAN's bits.
std::string route(const std::string& in, const std::string& match, unsigned to_vlan, const std::string& out) {
  std::string mask, rewrite;
  for (int i = 0; i < 16; ++i) {
    mask += std::string(i ? "," : "") + (i < 14 ? "11111111" : "00000000");
    rewrite += std::string(i ? "," : "") + (i < 14 ? "00000000" : vlan(to_vlan).substr(i == 14 ? 0 : 8, 8));
  }
  return "rw$" + in + "$" + match + "$" + mask + "$" + rewrite + "$None$None$" + out + "$#$#$$$id$\n";
}

struct Small {  // router one (1) sends 10* to two (2) over a link, the rest to its own port 2; two filters protocol 17
  Small() {
    const std::string one = "32$one_rtr$5$0$0$\n#\n" + forward("[100001]", bits(""), "[100000]") +
                            route("[100000]", bits("10"), 7, "[110001]") + route("[100000]", bits("1"), 8, "[110002]") +
                            forward("[110001]", bits("", vlan(7)), "[120001]") +
                            forward("[110002]", bits("", vlan(8)), "[120002]");
    const std::string two = "32$two_rtr$4$0$0$\n#\n" + forward("[200001]", bits("", vlan(7), "00010001"), "[]") +
                            forward("[200001]", bits("", vlan(7)), "[200000]") +
                            route("[200000]", bits(""), 9, "[210003]") +
                            forward("[210003]", bits("", vlan(9)), "[220003]");
    read_rules(sources.add("one_rtr.tf", one), sources, "one_rtr", tables, diagnostics);
    read_rules(sources.add("two_rtr.tf", two), sources, "two_rtr", tables, diagnostics);
    read_links(sources.add("topology.tf", "32$$1$0$0$\n#\nlink$[120001]$None$None$None$None$None$[200001]$#$#$$$_1$\n"),
               sources, tables, diagnostics);
    read_port_names(sources.add("port_map.txt", "$one_rtr\ngi1/2:100002\n$two_rtr\nte1/3:200003\n"), sources, tables,
                    diagnostics);
  }
  Sources sources;
  Diagnostics diagnostics;
  Tables tables;
};

std::vector<std::string> names(const Network& network) {
  std::vector<std::string> out;
  for (const Location& l : network.locations) out.push_back(l.name);
  return out;
}

TEST(NetImport, FoldsWhatLiesBetweenTables) {
  Small small;
  ASSERT_TRUE(small.diagnostics.ok());
  const Network network = flatten(small.tables);
  EXPECT_EQ(names(network), (std::vector<std::string>{"one_rtr", "two_rtr", "one_gi1_2", "two_te1_3", "drop"}));
  const auto& rules = network.locations[0].rules;
  ASSERT_EQ(rules.size(), 3u);
  // To 10*: protocol 17 is filtered at the other end of the link, the rest goes to the next table.
  const auto proto = static_cast<std::size_t>(Field::Proto), dst = static_cast<std::size_t>(Field::IpDst);
  EXPECT_EQ(rules[0].when[proto], (Ternary{17, 255}));
  EXPECT_EQ(rules[0].when[dst], (Ternary{0x80000000u, 0xc0000000u}));
  EXPECT_EQ(rules[0].to, std::vector<std::size_t>{network.drop()});
  EXPECT_EQ(rules[1].to, std::vector<std::size_t>{1});
  EXPECT_EQ(rules[2].to, std::vector<std::size_t>{2});
  EXPECT_EQ(network.locations[1].rules[0].to, std::vector<std::size_t>{3});
  EXPECT_GE(network.notes.size(), 2u);
}

// What is rewritten besides the VLAN is not followed: it has to be said.
TEST(NetImport, OtherRewritesAreNoted) {
  Small small;
  EXPECT_EQ(small.tables.rewrites, 0u);
  std::string rule = route("[300000]", bits("11"), 7, "[310001]");
  rule.replace(rule.find("$11111111") + 1, 8, "00000000");
  read_rules(small.sources.add("three_rtr.tf", "32$three_rtr$1$0$0$\n#\n" + rule), small.sources, "three_rtr",
             small.tables, small.diagnostics);
  EXPECT_EQ(small.tables.rewrites, 1u);
  const auto notes = flatten(small.tables).notes;
  EXPECT_TRUE(std::any_of(notes.begin(), notes.end(),
                          [](const std::string& n) { return n.starts_with("1 rules rewrite other header fields"); }));
}

TEST(NetImport, TheModelIsSmv) {
  Small small;
  const Network network = flatten(small.tables);
  const std::string text =
      smv_text(network, {{"one_rtr", "two_te1_3", read_prefix("128.0.0.0/2")}, {"one_rtr", "drop", {}}});
  Sources sources;
  Diagnostics diagnostics;
  ExprPool pool;
  const auto program = front::smv::load(sources.add("net.smv", text), sources, pool, diagnostics);
  std::string messages;
  for (const Diagnostic& d : diagnostics.all()) messages += render(d, sources);
  ASSERT_TRUE(program) << messages << text;
  EXPECT_EQ(program->properties.size(), 2u);
  EXPECT_NE(text.find("(location = one_rtr & packet.ipdst2 = 0uh32_80000000) -> F (location = two_te1_3)"),
            std::string::npos);
}

constexpr auto destination = static_cast<std::size_t>(Field::IpDst);

// The rules of the tables, before anything is made of them; those on destinations only.
TEST(NetImport, ModifiedRulesMoveIntoTheRange) {
  Tables all = Small().tables, none = all, some = all, again = all;
  const Prefix toward = *read_prefix("171.67.160.0/19");
  EXPECT_EQ(modify(none, 0, toward, 1).rules, 0u);
  const Moved moved = modify(all, 1, toward, 1);
  EXPECT_EQ(moved.rules, 2u);
  EXPECT_EQ(moved.of, 2u);
  EXPECT_EQ(all.routers[0].rules[1].match[destination], (Ternary{0x80000000u, 0xc0000000u}));
  const Network network = flatten(all);
  for (const Location& l : network.locations)
    for (const Rule& r : l.rules)
      EXPECT_EQ(r.when[destination].value, toward.value & r.when[destination].mask & toward.mask());
  EXPECT_EQ(modify(some, 0.5, toward, 9).rules, modify(again, 0.5, toward, 9).rules);
  EXPECT_EQ(smv_text(flatten(some), {}), smv_text(flatten(again), {}));
}

// Bits below the prefix stay, and so does what the rule does not match.
TEST(NetImport, AMovedRuleKeepsTheRestOfItsBits) {
  Tables tables;
  TransferRule longer{{100000}, {}}, shorter{{100000}, {}};
  longer.match[destination] = {0x0441a870u, 0xfffffff0u};  // the paper's example: 68.65.168.112/28
  shorter.match[destination] = {0x0a000000u, 0xff000000u};
  tables.routers.push_back({"r", {longer, shorter}});
  modify(tables, 1, *read_prefix("171.67.160.0/19"), 0);
  EXPECT_EQ(tables.routers[0].rules[0].match[destination], (Ternary{0xab43a870u, 0xfffffff0u}));
  EXPECT_EQ(tables.routers[0].rules[1].match[destination], (Ternary{0xab000000u, 0xff000000u}));
}

// What is wrong, each as `code line:column message`.
struct Complaints {
  std::vector<std::string> all;

  static std::string shown(const Diagnostic& d, const Sources& sources) {
    const Place place = sources.place(d.where);
    return d.code + " " + std::to_string(place.line) + ":" + std::to_string(place.column) + " " + d.message;
  }
  Complaints(const Diagnostics& diagnostics, const Sources& sources) {
    for (const Diagnostic& d : diagnostics.all()) all.push_back(shown(d, sources));
  }
};

std::vector<std::string> complaints_about_rules(const std::string& lines, std::size_t announced) {
  Tables tables;
  Sources sources;
  Diagnostics diagnostics;
  read_rules(sources.add("r.tf", "32$r$" + std::to_string(announced) + "$0$0$\n#\n" + lines), sources, "r", tables,
             diagnostics);
  return Complaints(diagnostics, sources).all;
}

TEST(NetImport, BadLinesAreToldWithTheirPlace) {
  const std::string good = forward("[100001]", bits(""), "[100000]");
  using Said = std::vector<std::string>;
  EXPECT_EQ(complaints_about_rules(good, 1), Said{});
  EXPECT_EQ(complaints_about_rules(good + "fwd$[1, 1x]$None$None$None$None$None$[]$#$#$$$i$\n", 2),
            Said{"net.format 4:9 `1x` is not a port"});
  EXPECT_EQ(complaints_about_rules(good + "fwd$oops\n", 2),
            Said{"net.format 4:1 this line has 2 fields separated by `$`, a rule has 13"});
  EXPECT_EQ(complaints_about_rules("fwd$1$None$None$None$None$None$[]$#$#$$$i$\n", 1),
            Said{"net.format 3:5 `1` is not a list of ports"});
  EXPECT_EQ(complaints_about_rules("drop$[]$None$None$None$None$None$[]$#$#$$$i$\n", 1),
            Said{"net.format 3:1 `drop` is not an action of this file: it should be `fwd` or `rw`"});
  EXPECT_EQ(complaints_about_rules("fwd$[]$01x$None$None$None$None$[]$#$#$$$i$\n", 1),
            Said{"net.format 3:8 this match has 3 bits, a header has 128"});
  EXPECT_EQ(complaints_about_rules("fwd$[]$0z$None$None$None$None$[]$#$#$$$i$\n", 1),
            Said{"net.format 3:9 `z` in a match: it has the characters `01x`, with commas between bytes, or is None"});
  EXPECT_EQ(complaints_about_rules(good, 7), Said{"net.cut 1:6 the first line announces 7 rules, there are 1"});
  EXPECT_EQ(complaints_about_rules("fwd$[]$None$None$None$None$None$[]$#\n", 1),
            Said{"net.cut 3:1 this rule ends after 9 of 13 fields: those that count are there"});
}

// As the notes of the format have it, without a last `$`.
TEST(NetImport, ARuleNeedsNoSeparatorAtItsEnd) {
  EXPECT_EQ(complaints_about_rules("fwd$[100001]$None$None$None$None$None$[100000]$#$#$file$[1]$id\r\n", 1),
            std::vector<std::string>{});
}

TEST(NetImport, LinesOfThePortMapAreLookedAt) {
  Tables tables;
  Sources sources;
  Diagnostics diagnostics;
  read_port_names(
      sources.add("port_map.txt",
                  "$r\nte1/1:100001\nte1/2\n:100002\nte1/3:10000x\nte1/4:120004\nte9:100001\n\nvlan:7:100005\r\n"),
      sources, tables, diagnostics);
  EXPECT_EQ(
      Complaints(diagnostics, sources).all,
      (std::vector<std::string>{"net.port-map 3:1 `te1/2` names no port", "net.port-map 4:1 `:100002` names no port",
                                "net.port-map 5:1 `te1/3:10000x` names no port",
                                "net.port-map 6:1 `120004` is not a receiving port: it names no interface",
                                "net.port-map 7:1 port 100001 is called `te9` here and `te1/1` before"}));
  EXPECT_TRUE(diagnostics.ok());
  EXPECT_EQ(tables.port_names.size(), 2u);
  EXPECT_EQ(tables.port_names.at(100005).name, "vlan:7");
}

std::vector<std::string> complaints_about_ports(const std::string& rules, const std::string& links,
                                                const std::string& names = "") {
  Tables tables;
  Sources sources;
  Diagnostics ignored, diagnostics;
  read_rules(sources.add("r.tf", rules), sources, "r", tables, ignored);
  read_rules(sources.add("s.tf", forward("[200001]", bits(""), "[200000]") + forward("[200000]", bits(""), "[]")),
             sources, "s", tables, ignored);
  read_links(sources.add("topology.tf", links), sources, tables, ignored);
  read_port_names(sources.add("port_map.txt", names), sources, tables, ignored);
  check_ports(tables, sources, diagnostics);
  return Complaints(diagnostics, sources).all;
}
std::string link(const std::string& from, const std::string& to) {
  return "link$[" + from + "]$None$None$None$None$None$[" + to + "]$#$#$$$_1$\n";
}

TEST(NetImport, PortsThatDoNotFitAreTold) {
  const std::string whole = forward("[100001]", bits(""), "[100000]") + forward("[100000]", bits(""), "[110001]") +
                            forward("[110001]", bits(""), "[120001]");
  using Said = std::vector<std::string>;
  EXPECT_EQ(complaints_about_ports(whole, link("120001", "200001")), Said{});
  EXPECT_EQ(complaints_about_ports(whole + forward("[100000]", "None", "[120001, 110002]"), ""),
            Said{"net.unknown-port 4:48 no rule takes packets from port 110002: they are dropped"});
  EXPECT_EQ(complaints_about_ports(whole + forward("[100000]", "None", "[210001]"), ""),
            Said{"net.port 4:40 port 210001 is of router 2, the table r is of router 1"});
  EXPECT_EQ(complaints_about_ports(whole + forward("[130001]", "None", "[]"), ""),
            Said{"net.port 4:6 port 130001 is of stage 3; there are 0, 1 and 2"});
  EXPECT_EQ(complaints_about_ports(whole + forward("[100001]", "None", "[120001]"), ""),
            Said{"net.port 4:40 this rule leads from port 100001 to port 120001"});
  EXPECT_EQ(complaints_about_ports(whole + forward("[120001]", "None", "[]"), ""),
            Said{"net.unknown-port 4:6 packets leave at the sending port 120001: no rule applies to them there"});
  EXPECT_EQ(complaints_about_ports(forward("[200001]", bits(""), "[200000]"), ""),
            Said{"net.port 1:5 r and s are both tables of router 2"});
  EXPECT_EQ(complaints_about_ports(whole, link("110001", "210001")),
            (Said{"net.port 1:7 this link begins at port 110001 of stage 1",
                  "net.port 1:41 this link leads to port 210001, which does not receive"}));
  EXPECT_EQ(complaints_about_ports(whole, link("120009", "300001")),
            (Said{"net.unknown-port 1:7 no rule sends to port 120009: no packet takes this link",
                  "net.unknown-port 1:41 no rule takes packets from port 300001: they are dropped"}));
  EXPECT_EQ(complaints_about_ports(whole, link("120001", "200001") + link("120001", "200001")),
            Said{"net.unknown-port 2:7 port 120001 is linked to 200001 before"});
  EXPECT_EQ(complaints_about_ports(whole, "", "$s\na:200001\n$t\nb:900001\nc:900002\n"),
            (Said{"net.unknown-port 1:6 port 100001 has no name: port_map.txt does not have 100001",
                  "net.unknown-port 4:1 `b` is a port of router 9, of which there is no table"}));
}

// Names of files and interfaces are no names of SMV yet, and may be the same after they became some.
TEST(NetImport, LocationsHaveNamesOfTheirOwn) {
  Tables tables;
  for (const auto& [number, name] : {std::pair<std::size_t, const char*>{1, "next"}, {2, "drop"}, {3, "3 com"}}) {
    const std::string n = std::to_string(number);
    Sources sources;
    Diagnostics diagnostics;
    read_rules(sources.add(name, forward("[" + n + "00000]", bits("1"), "[" + n + "20001]") +
                                     forward("[" + n + "00000]", bits("0"), "[" + n + "20002]")),
               sources, name, tables, diagnostics);
    tables.port_names[number * 100000 + 1] = {"gi1/1", {}};
    tables.port_names[number * 100000 + 2] = {"gi1-1", {}};
  }
  const Network network = flatten(tables);
  EXPECT_EQ(names(network),
            (std::vector<std::string>{"next_2", "drop_2", "at_3_com", "at_3_com_gi1_1", "at_3_com_gi1_1_2",
                                      "drop_gi1_1", "drop_gi1_1_2", "next_gi1_1", "next_gi1_1_2", "drop"}));
  EXPECT_EQ(std::count_if(network.notes.begin(), network.notes.end(),
                          [](const std::string& n) { return n.starts_with("the location of router"); }),
            3);
}

std::vector<std::string> next_of(const Network& network, std::size_t location, std::size_t rule) {
  std::vector<std::string> out;
  for (std::size_t t : network.locations[location].rules[rule].to) out.push_back(network.locations[t].name);
  return out;
}

// A port that is named twice is one port; where all of several ways end in filters, nothing is left.
TEST(NetImport, OddListsOfPorts) {
  Tables tables;
  Sources sources;
  Diagnostics diagnostics;
  const std::string rules =
      forward("[100000]", bits("1"), "[110001, 110001]") + forward("[100000]", bits("01"), "[120001]") +
      forward("[100000]", bits("00"), "[110002, 110003]") + forward("[110001]", bits(""), "[120001]") +
      forward("[110002]", bits("1"), "[120002]") + forward("[110003]", bits("1"), "[120003]");
  const std::string two = forward("[200001]", bits("", vlan(9)), "[200000]");
  read_rules(sources.add("one", rules), sources, "one", tables, diagnostics);
  read_rules(sources.add("two", two), sources, "two", tables, diagnostics);
  read_links(sources.add("topology.tf", link("120002", "200001") + link("120003", "200001")), sources, tables,
             diagnostics);
  const Network network = flatten(tables);
  EXPECT_EQ(next_of(network, 0, 0), std::vector<std::string>{"one_p1"});
  EXPECT_EQ(next_of(network, 0, 1), std::vector<std::string>{"one_p1"});
  EXPECT_EQ(next_of(network, 0, 2), std::vector<std::string>{"drop"});
}

// Part of a VLAN may be set.
TEST(NetImport, APartOfTheVlanIsSet) {
  Small small;
  std::string rule = forward("[110002]", bits("", vlan(8)), "[120001]");
  std::string mask, rewrite;
  for (int i = 0; i < 16; ++i) {
    mask += std::string(i ? "," : "") + (i < 15 ? "11111111" : "11111000");  // 8 becomes 8 | 7
    rewrite += std::string(i ? "," : "") + (i < 15 ? "00000000" : "00001111");
  }
  rule.replace(rule.find("$None$None"), 10, "$" + mask + "$" + rewrite);
  Tables tables;
  read_rules(small.sources.add("x", rule), small.sources, "x", tables, small.diagnostics);
  ASSERT_EQ(tables.routers[0].rules.size(), 1u);
  EXPECT_EQ(tables.routers[0].rules[0].vlan(8), 15u);
  EXPECT_EQ(tables.routers[0].rules[0].vlan(16), 23u);
}

TEST(NetImport, Prefixes) {
  EXPECT_EQ(read_prefix("171.67.160.0/19")->value, 0xab43a000u);
  EXPECT_EQ(read_prefix("ab43a000/19")->mask(), 0xffffe000u);
  EXPECT_EQ(read_prefix("1.2.3.4/0")->value, 0u);
  for (const char* bad : {"", "1.2.3/8", "1.2.3.4", "1.2.3.400/8", "1.2.3.4/33", "x/3", "1.2.3.4.5/8"})
    EXPECT_FALSE(read_prefix(bad)) << bad;
}

}  // namespace
}  // namespace whynot::front::net
