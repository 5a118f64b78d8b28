// Router tables: the format, folding of VLANs, filters and links, and the model that comes out.
#include <gtest/gtest.h>

#include <algorithm>

#include "front/net/smv_text.h"
#include "front/smv/smv.h"

namespace whynot::net {
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
    read_port_names(sources.add("port_map.txt", "$one_rtr\ngi1/2:100002\n$two_rtr\nte1/3:200003\n"), sources, tables);
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
  const auto program = smv::load(sources.add("net.smv", text), sources, pool, diagnostics);
  std::string messages;
  for (const Diagnostic& d : diagnostics.all()) messages += render(d, sources);
  ASSERT_TRUE(program) << messages << text;
  EXPECT_EQ(program->properties.size(), 2u);
  EXPECT_NE(text.find("(location = one_rtr & packet.ipdst2 = 0uh32_80000000) -> F (location = two_te1_3)"),
            std::string::npos);
}

TEST(NetImport, ModifiedRulesMoveIntoTheRange) {
  Small small;
  Network all = flatten(small.tables), none = all, some = all, again = all;
  const Prefix toward = *read_prefix("171.67.160.0/19");
  EXPECT_EQ(modify(none, 0, toward, 1), 0u);
  EXPECT_EQ(modify(all, 1, toward, 1), 3u);
  EXPECT_EQ(all.locations[0].rules[1].when[static_cast<std::size_t>(Field::IpDst)],
            (Ternary{0x80000000u, 0xc0000000u}));
  EXPECT_EQ(modify(some, 0.5, toward, 9), modify(again, 0.5, toward, 9));
  EXPECT_EQ(smv_text(some, {}), smv_text(again, {}));
}

TEST(NetImport, BadLinesAreToldWithTheirPlace) {
  Tables tables;
  Sources sources;
  Diagnostics diagnostics;
  const std::string good = forward("[100001]", bits(""), "[100000]");
  read_rules(
      sources.add("r.tf", "32$r$3$0$0$\n#\n" + good + "fwd$[1x]$None$None$None$None$None$[]$#$#$$$i$\nfwd$oops\n"),
      sources, "r", tables, diagnostics);
  ASSERT_EQ(diagnostics.errors(), 2u);
  EXPECT_EQ(diagnostics.all()[0].code, "net.format");
  EXPECT_EQ(sources.place(diagnostics.all()[1].where).line, 5u);
  EXPECT_EQ(tables.routers[0].rules.size(), 1u);
}

TEST(NetImport, Prefixes) {
  EXPECT_EQ(read_prefix("171.67.160.0/19")->value, 0xab43a000u);
  EXPECT_EQ(read_prefix("ab43a000/19")->mask(), 0xffffe000u);
  EXPECT_EQ(read_prefix("1.2.3.4/0")->value, 0u);
  for (const char* bad : {"", "1.2.3/8", "1.2.3.4", "1.2.3.400/8", "1.2.3.4/33", "x/3", "1.2.3.4.5/8"})
    EXPECT_FALSE(read_prefix(bad)) << bad;
}

}  // namespace
}  // namespace whynot::net
