// What yosys writes of circuits, without yosys: names, places, and designs of it.
#include "front/verilog/netlist.h"

#include <gtest/gtest.h>

#include "expr/print.h"
#include "front/verilog/design.h"

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

TEST(Netlists, WhatYosysDoesNotWrite) {
  EXPECT_FALSE(read_netlist("x\n", "", json));
  EXPECT_FALSE(read_netlist("1 sort bitvec 1\n", "", "{"));
  EXPECT_FALSE(read_netlist("1 sort bitvec 1\n", "", "{\"modules\": {\"x\": {\"cells\": {\"a\": {}}}}}"));
}

}  // namespace
}  // namespace whynot::front::verilog
