// When a step may be a cycle of one clock, and when it must not.
#include "front/verilog/clocking.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace whynot::front::verilog {
namespace {

// A flat design as yosys writes it; nets 2 and 3 are the inputs ca and cb.
std::string design(const std::string& cells) {
  return fmt::format(
      R"({{"modules": {{"other": {{"attributes": {{}}}}, "top": {{"attributes": {{"top": "1"}}, "cells": {{{}}},
      "netnames": {{"ca": {{"bits": [2]}}, "u.clk": {{"bits": [2]}}, "cb": {{"bits": [3]}}, "$gated": {{"bits": [9]}}}}
      }}}}}})",
      cells);
}

std::string flip_flop(const std::string& name, int clock, int rising = 1, const std::string& type = "$dff") {
  return fmt::format(
      R"("{}": {{"type": "{}", "parameters": {{"CLK_POLARITY": "{}"}}, "port_directions": {{"CLK": "input", "Q": "output"}},
      "connections": {{"CLK": [{}], "Q": [20]}}}})",
      name, type, rising, clock);
}

std::string cell(const std::string& name, const std::string& type, const std::string& in, int out) {
  return fmt::format(
      R"("{}": {{"type": "{}", "parameters": {{}}, "port_directions": {{"A": "input", "Y": "output"}},
      "connections": {{"A": {}, "Y": [{}]}}}})",
      name, type, in, out);
}

std::string phases(const std::string& cells) {
  const auto found = clocking_of(design(cells));
  return found ? found->phases : "nothing";
}

TEST(Clocking, OneClockUnderTwoNamesIsOne) {
  const auto found = clocking_of(design(flip_flop("a", 2) + "," + flip_flop("b", 2, 1, "$adff")));
  ASSERT_TRUE(found);
  EXPECT_EQ(found->top, "top");
  EXPECT_EQ(found->clocks, std::vector<std::string>{"ca"});
  EXPECT_EQ(found->phases, "");
}

TEST(Clocking, WhatOneStepWouldGetWrong) {
  EXPECT_EQ(phases(flip_flop("a", 2) + "," + flip_flop("b", 3)), "it has 2 clocks (ca, cb)");
  EXPECT_EQ(phases(flip_flop("a", 2) + "," + flip_flop("b", 2, 0)), "both edges of ca count");
  EXPECT_EQ(phases(flip_flop("a", 2) + "," + cell("l", "$dlatch", "[5]", 6)), "it has latches beside the clock ca");
  EXPECT_EQ(phases(flip_flop("a", 2) + "," + cell("g", "$ff", "[5]", 6)), "it has a global clock beside ca");
  EXPECT_EQ(phases(flip_flop("a", 9) + "," + cell("g", "$and", "[2]", 9)), "its clock one without a name is computed");
  EXPECT_EQ(phases(flip_flop("a", 2) + "," + cell("n", "$not", "[2]", 9)), "its clock ca is also read as a value");
}

TEST(Clocking, PortsOfMemoriesCountWhereTheyAreClocked) {
  const std::string memory =
      R"("m": {"type": "$mem_v2", "parameters": {"WR_CLK_ENABLE": "01", "WR_CLK_POLARITY": "11"},
      "port_directions": {"WR_CLK": "input"}, "connections": {"WR_CLK": [3, 2]}})";
  EXPECT_EQ(phases(memory), "");  // port 0 alone has a clock
  EXPECT_EQ(phases(memory + "," + flip_flop("a", 2)), "it has 2 clocks (ca, cb)");
}

TEST(Clocking, WithoutAClock) {
  EXPECT_EQ(phases(cell("g", "$ff", "[5]", 6) + "," + cell("l", "$dlatch", "[5]", 6)), "");
  EXPECT_FALSE(clocking_of("{"));
  EXPECT_FALSE(clocking_of("{\"modules\": {}}"));
  EXPECT_FALSE(clocking_of("{\"modules\": {\"top\": {\"attributes\": {\"top\": \"1\"}, \"cells\": 3}}}"));
}

}  // namespace
}  // namespace whynot::front::verilog
