// What yosys writes of circuits, without yosys: names, places, and designs of it.
#include "front/verilog/netlist.h"

#include <gtest/gtest.h>

#include "expr/print.h"
#include "front/verilog/design.h"
#include "front/verilog/pasts.h"

namespace whynot::front::verilog {
namespace {

TEST(Origins, TheInnermostPlace) {
  const auto one = read_origin("d0/fifo.sv:8.8-8.27|d0/inc.vh:4.30-5.52");
  ASSERT_TRUE(one);
  EXPECT_EQ(one->file, "d0/inc.vh");
  EXPECT_EQ(one->begin.line, 4u);
  EXPECT_EQ(one->begin.column, 30u);
  EXPECT_EQ(one->end.line, 5u);
  EXPECT_EQ(one->end.column, 52u);
  for (const char* text : {"", "x", "a.v:3", "a.v:3.1", "a.v:0.0-0.0", "a.v:x.1-2.2", "a-b.v:3.1"})
    EXPECT_FALSE(read_origin(text)) << text;
}

// A register with an asynchronous reset, its value before, and an assertion that is asked when en is true.
constexpr const char* btor2 =
    "; made\n1 sort bitvec 1\n2 sort bitvec 2\n3 input 1 clk ; d0/x.v:1.10-1.13\n4 input 1 rst ; d0/x.v:1.20-1.23\n"
    "5 input 1 en ; d0/x.v:1.30-1.32\n6 state 2 _witness_.anyinit_procdff_7\n7 const 2 00\n8 ite 2 4 7 6\n"
    "9 state 2 _witness_.anyinit_procdff_8\n10 eq 1 8 9\n11 state 1\n12 ite 1 5 10 11\n13 const 1 1\n14 const 1 0\n"
    "15 ite 1 5 13 14\n16 not 1 12\n17 and 1 15 16\n18 state 1\n19 init 1 18 13\n20 and 1 18 5\n"
    "21 bad 20 d0/x.v:9.1-9.9\n22 uext 1 11 0 _witness_.anyseq_1\n23 uext 2 8 0 u.count ; d0/x.v:3.3-3.8\n"
    "24 uext 2 8 0 count ; d0/x.v:2.3-2.8\n25 uext 1 3 0 u.clk\n26 next 2 6 8\n27 next 2 9 8\n28 next 1 18 14\n"
    "29 uext 1 10 0 same ; d0/x.v:2.10-2.14\n";
constexpr const char* info = "name x\nbad 17 d0/x.v:5.1-5.30\nposedge 3\n";
constexpr const char* json =
    R"({"modules": {"x": {"cells": {
      "$flatten\\u.\\v.$assert$d0/x.v:5$3": {"type": "$assert", "attributes": {"src": "d0/x.v:4.5-5.27"}},
      "c_x": {"type": "$cover", "attributes": {"src": "d0/x.v:6.1-6.17"}}}}}})";
constexpr const char* source =
    "module x (input clk, rst, en);\n  reg [1:0] count, same;\n  // the counter\n"
    "  always @* if (en)\n    assert (count  ==\told);\n  c_x: cover (en);\nendmodule\n";

TEST(Netlists, NamesGoWhereTheyBelong) {
  const auto netlist = read_netlist(btor2, info, json);
  ASSERT_TRUE(netlist);
  const std::string& text = netlist->btor2;
  EXPECT_NE(text.find("6 state 2 $past(count)\n"), std::string::npos) << text;
  EXPECT_NE(text.find("18 state 1 $initstate\n"), std::string::npos) << text;
  EXPECT_EQ(text.find("_witness_.anyseq"), std::string::npos) << text;
  EXPECT_NE(text.find("30 bad 17\n"), std::string::npos) << text;
  ASSERT_EQ(netlist->asserts.size(), 1u);
  EXPECT_EQ(netlist->asserts[0].instance, "u.v");
  EXPECT_EQ(netlist->asserts[0].label, "");
  ASSERT_EQ(netlist->covers.size(), 1u);
  EXPECT_EQ(netlist->covers[0].label, "c_x");
  EXPECT_EQ(netlist->origins.at(4).begin.column, 20u);
}

TEST(Netlists, ADesignForPeople) {
  const auto netlist = read_netlist(btor2, info, json);
  ASSERT_TRUE(netlist);
  Sources sources;
  Diagnostics diagnostics;
  ExprPool pool;
  const FileId verilog = sources.add("rtl/x.v", source), text = sources.add("x.btor2", netlist->btor2);
  const auto design = read_design(
      *netlist, text, "clk", [&](std::string_view name) { return name == "d0/x.v" ? verilog : 0; }, sources, pool,
      diagnostics);
  ASSERT_TRUE(design);
  std::vector<std::string> columns;
  for (const VariableDecl& v : design->system.variables) columns.push_back(pool.name_of(v.variable));
  // Neither the clock, nor the value for what is not asked; the register before what holds it.
  EXPECT_EQ(columns, (std::vector<std::string>{"rst", "en", "count", "$past(count)", "$past(count)#2", "$initstate"}));
  ASSERT_EQ(design->properties.size(), 2u);
  const Property& p = design->properties[0];
  EXPECT_EQ(p.name, "x.v:5");
  EXPECT_EQ(p.instance, "u.v");
  EXPECT_EQ(p.text, "assert (count == old)");
  EXPECT_EQ(p.kind, PropertyKind::Invariant);
  EXPECT_EQ(to_string(pool, p.formula), "en -> count = $past(count)#2");
  EXPECT_EQ(design->properties[1].name, "c_x");
  EXPECT_EQ(design->properties[1].kind, PropertyKind::Cover);
  EXPECT_EQ(kind_word(design->properties[1].kind), "cover");
  ASSERT_EQ(design->system.defines.size(), 2u);  // u.count and same
}

// Of `q` the upper bit is constant, as are the lower ones of `r`, which begins with any value; nothing drives `w`, nor
// the upper bits of `p`; `view` is what an output shows of `q`.
constexpr const char* parts =
    "1 sort bitvec 1\n2 sort bitvec 2\n3 sort bitvec 3\n4 input 1 d ; d0/x.v:1.20-1.21\n5 const 1 0\n6 const 2 00\n"
    "7 const 2 01\n8 state 2\n9 init 2 8 6\n10 concat 3 5 8\n11 uext 3 10 0 view ; d0/x.v:1.30-1.34\n"
    "12 uext 3 10 0 q ; d0/x.v:2.13-2.14\n13 state 1\n14 concat 3 13 7\n15 uext 3 14 0 r ; d0/x.v:3.13-3.14\n"
    "16 state 1\n17 state 1\n18 concat 2 16 17\n19 uext 2 18 0 w ; d0/x.v:4.14-4.15\n20 state 1\n21 concat 2 20 4\n"
    "22 uext 2 21 0 p ; d0/x.v:5.14-5.15\n23 eq 2 8 7\n24 eq 1 18 21\n25 and 1 24 13\n26 slice 1 8 0 0\n"
    "27 concat 2 26 4\n28 next 2 8 27\n29 next 1 13 4\n";

std::string shown(const TransitionSystem& system) {
  const ExprPool& pool = *system.pool;
  std::string text;
  for (const VariableDecl& v : system.variables) text += pool.name_of(v.variable) + "; ";
  for (const Assignment& a : system.init_assignments)
    text += "init(" + pool.name_of(a.variable) + ") := " + to_string(pool, a.value) + "; ";
  for (const Assignment& a : system.next_assignments)
    text += "next(" + pool.name_of(a.variable) + ") := " + to_string(pool, a.value) + "; ";
  for (const Constraint& c : system.init) text += "INIT " + to_string(pool, c.condition) + "; ";
  return text;
}

TEST(Netlists, RegistersHaveTheirConstantBitsAgain) {
  std::string text = parts;
  text.replace(text.find("23 eq 2"), 7, "23 eq 1");
  const auto netlist = read_netlist(text, "bad 25 d0/x.v:6.1-6.2\n", json, {{"q", "r"}, {}});
  ASSERT_TRUE(netlist);
  EXPECT_NE(netlist->btor2.find("8 state 2 q[1:0]\n"), std::string::npos) << netlist->btor2;
  EXPECT_NE(netlist->btor2.find("20 state 1 p[1]\n"), std::string::npos) << netlist->btor2;
  Sources sources;
  Diagnostics diagnostics;
  ExprPool pool;
  const FileId verilog =
      sources.add("x.v", "module x (input clk,  d\n reg [2:0] q;\n reg [2:0] r;\n wire w;\n wire p;\n");
  const auto design = read_design(
      *netlist, sources.add("x.btor2", netlist->btor2), "", [&](std::string_view) { return verilog; }, sources, pool,
      diagnostics);
  ASSERT_TRUE(design);
  EXPECT_EQ(shown(design->system),
            "d; q; r; w; p[1]; init(q) := 0ud3_0; next(q) := 0ud1_0 :: (word1(bool(q[0:0])) :: word1(d)); "
            "next(r) := word1(d) :: 0ud2_1; INIT r[1:0] = 0ud2_1; ");
  EXPECT_EQ(sources.place(design->system.variables[1].where).line, 2u);
}

TEST(Netlists, CallsAreCalledWhatStandsInTheirLine) {
  const std::vector<std::string> symbols{"\\$past$d0/x.v:2$7$0", "u.v.$past$d0/x.v:2$7$0", "$past$d0/x.v:3$1$0",
                                         "$past$d0/x.v:3$1$1",   "$past$d0/x.v:3$4$0",     "$past$d0/x.v:4$5$0",
                                         "$past$d0/x.v:5$6$0",   "$past$d0/x.v:9$6$0",     "$past$d0/x.v:3$1"};
  const std::vector<std::string> lines{"", "  if ($past( a +  b[i] )) // not $past(c)",
                                       "$past(f(a, b), 2) || $rose (c)", "$past($past(a)) `MACRO",
                                       "$past(a) != $past(b)"};
  const auto names = past_names(symbols, [&](std::string_view file, std::uint32_t line) {
    return file == "d0/x.v" && line <= lines.size() ? std::string_view(lines[line - 1]) : std::string_view();
  });
  std::map<std::string, std::string> found;
  for (const auto& [symbol, past] : names) found[symbol] = past.name;
  const std::map<std::string, std::string> wanted{{symbols[0], "$past(a+b[i])"},
                                                  {symbols[1], "u.v.$past(a+b[i])"},
                                                  {symbols[2], "$past(f(a,b))"},
                                                  {symbols[3], "$past(f(a,b),2)"},
                                                  {symbols[4], "$past(c)"}};
  EXPECT_EQ(found, wanted);
  EXPECT_EQ(names.at(symbols[4]).origin.begin.column, 22u);
}

TEST(Netlists, NamesOfCallsStay) {
  EXPECT_EQ(publish_pasts("  wire $past$a.v:1$2$0\n  connect \\Q { $past$a.v:1$2$0 [1:0] \\q }\n"),
            "  wire \\$past$a.v:1$2$0\n  connect \\Q { \\$past$a.v:1$2$0 [1:0] \\q }\n");
  EXPECT_EQ(publish_pasts("wire $flatten\\u.\\v.$past$a.v:1$2$0 $flatten\\u.$and$1 $0$past$a.v:1$2$0"),
            "wire \\u.v.$past$a.v:1$2$0 $flatten\\u.$and$1 $0$past$a.v:1$2$0");
  EXPECT_EQ(register_names("    connect \\Q \\q\n    connect \\Q \\u.r [3:0]\n    connect \\Q $auto$1\n"),
            (std::set<std::string>{"q", "u.r"}));
}

TEST(Netlists, WhatYosysDoesNotWrite) {
  EXPECT_FALSE(read_netlist("x\n", "", json));
  EXPECT_FALSE(read_netlist("1 sort bitvec 1\n", "", "{"));
  EXPECT_FALSE(read_netlist("1 sort bitvec 1\n", "", "{\"modules\": {\"x\": {\"cells\": {\"a\": {}}}}}"));
}

}  // namespace
}  // namespace whynot::front::verilog
