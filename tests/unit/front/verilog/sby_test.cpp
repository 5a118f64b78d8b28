// Files of SymbiYosys: what is followed and what is refused; words that may go into a script.
#include "front/verilog/sby.h"

#include <gtest/gtest.h>

#include "front/verilog/eventual.h"
#include "front/verilog/messages.h"

namespace whynot::front::verilog {
namespace {

struct ReadSby {
  Sources sources;
  Diagnostics diagnostics;
  std::optional<Sby> sby;

  explicit ReadSby(const std::string& text, const std::string& task = "") {
    sby = read_sby(sources.add("x.sby", text), task, sources, diagnostics);
  }
  std::string said() const { return diagnostics.all().empty() ? "" : diagnostics.all()[0].message; }
};

constexpr const char* two_tasks = R"([tasks]
bmc
prove deep

[options]
bmc: mode bmc
prove: mode prove
~deep: depth 5
deep: depth 50
multiclock on

[engines]
smtbmc

[script]
read -formal -DWIDTH=4 fifo.sv   # the design
deep:
read_verilog -D DEEP small.v
--
hierarchy -top fifo -chparam DEPTH 8
prep -top fifo

[files]
rtl/fifo.sv

[file small.v]
module small; endmodule
)";

TEST(Sby, TheFirstTask) {
  const ReadSby read(two_tasks);
  ASSERT_TRUE(read.sby) << read.said();
  EXPECT_EQ(read.sby->task, "bmc");
  EXPECT_EQ(read.sby->mode, "bmc");
  EXPECT_EQ(read.sby->depth, 5u);
  EXPECT_TRUE(read.sby->multiclock);
  EXPECT_EQ(read.sby->request.files, std::vector<std::string>{"fifo.sv"});
  EXPECT_EQ(read.sby->request.defines, std::vector<std::string>{"WIDTH=4"});
  EXPECT_EQ(read.sby->request.top, "fifo");
  ASSERT_EQ(read.sby->request.parameters.size(), 1u);
  EXPECT_EQ(read.sby->request.parameters[0].second, "8");
  ASSERT_EQ(read.sby->files.size(), 2u);
  EXPECT_EQ(read.sby->files[0].text, "module small; endmodule\n");
  EXPECT_EQ(read.sby->files[1].path, "rtl/fifo.sv");
}

TEST(Sby, AnotherTask) {
  const ReadSby read(two_tasks, "prove");
  ASSERT_TRUE(read.sby) << read.said();
  EXPECT_EQ(read.sby->mode, "prove");
  EXPECT_EQ(read.sby->depth, 50u);
  EXPECT_EQ(read.sby->request.files, (std::vector<std::string>{"fifo.sv", "small.v"}));
  EXPECT_EQ(ReadSby(two_tasks, "live").said(), "there is no task `live`");
}

TEST(Sby, WhatIsNotFollowed) {
  const std::string files = "[files]\na.v\n[script]\n";
  EXPECT_EQ(ReadSby("").said(), "the script reads no file");
  EXPECT_EQ(ReadSby(files + "read a.v\ncutpoint top/x\n").said(),
            "the command `cutpoint` is not followed: it may make another design");
  EXPECT_EQ(ReadSby(files + "read b.v\n").said(), "`b.v` is not among the files");
  EXPECT_EQ(ReadSby(files + "read a.v; prep\n").said(), "several commands stand in one line");
  EXPECT_EQ(ReadSby(files + "read -vhdl a.v\n").said(), "`-vhdl` needs a reader that is not there");
  EXPECT_EQ(ReadSby("[options]\nmode fast\n").said(), "the mode `fast` is not known");
  EXPECT_EQ(ReadSby("[options]\ndepth many\n").said(), "the depth should be a number");
  EXPECT_EQ(ReadSby(files + "read -D\n").said(), "`-D` should be followed by a word");
  EXPECT_EQ(ReadSby("[file a b]\n").said(), "expected [file NAME]");
}

TEST(Scripts, OnlyTameWords) {
  for (const char* name : {"fifo.sv", "a-b_c.v", "x+y.v"}) EXPECT_TRUE(is_tame_file_name(name)) << name;
  for (const char* name : {"", "a b.v", "a;b.v", "-x.v", ".v", "a\nb", "a\"b", "$x", "a/b", "é.v", "!x", "#x"})
    EXPECT_FALSE(is_tame_file_name(name)) << name;
  EXPECT_TRUE(is_identifier("fifo_2$x"));
  for (const char* name : {"", "2x", "a b", "a;exec", "\\a"}) EXPECT_FALSE(is_identifier(name)) << name;
  EXPECT_TRUE(is_define("A=8'h3f"));
  for (const char* word : {"=3", "A=", "A=1;2", "A=1 2"}) EXPECT_FALSE(is_define(word)) << word;
}

TEST(Scripts, WhatYosysIsTold) {
  Request request;
  request.files = {"d0/fifo.sv"};
  request.folders = {"d0"};
  request.defines = {"A=1"};
  request.top = "fifo";
  request.parameters = {{"DEPTH", "4"}};
  const std::string script = reading_script(request);
  EXPECT_EQ(script.find("read_verilog -formal -sv -D A=1 -I d0 d0/fifo.sv\nchparam -set DEPTH 4 fifo\n"), 0u) << script;
  EXPECT_NE(circuit_script(false).find("async2sync\nchformal -early\n"), std::string::npos);
  EXPECT_NE(circuit_script(true).find("clk2fflogic\n"), std::string::npos);
}

TEST(Scripts, WhatShouldComeIsTwoCovers) {
  const std::string text =
      "module \\x\n  wire $formal$a.sv:7$1_CHECK\n"
      "  attribute \\src \"a\"\n  cell $live \\u.lbl\n    connect \\A \\g\n    connect \\EN \\r\n  end\n"
      "  cell $assert \\b\n    connect \\A \\c\n    connect \\EN 1'1\n  end\nend\n";
  EXPECT_EQ(split_eventual(text),
            "module \\x\n  attribute \\init 1'0\n  wire $formal$a.sv:7$1_CHECK\n"
            "  attribute \\src \"a\"\n  cell $cover \\u.lbl$live$comes\n    connect \\A \\g\n"
            "    connect \\EN \\g\n  end\n  cell $cover \\u.lbl$live$asks\n    connect \\A \\r\n    connect \\EN \\r\n"
            "  end\n  cell $assert \\b\n    connect \\A \\c\n    connect \\EN 1'1\n  end\nend\n");
  EXPECT_EQ(eventual_part("u.lbl$fair$asks").cell, "u.lbl");
  EXPECT_TRUE(eventual_part("u.lbl$fair$asks").is_assumed);
  EXPECT_FALSE(eventual_part("u.lbl").is_part);
}

TEST(Messages, AtTheLineThatTheySpeakOf) {
  Sources sources;
  Diagnostics diagnostics;
  const FileId file = sources.add("x.v", "module x;\n  assert property (@(posedge clk) a);\nendmodule\n");
  tell_messages(
      "d0/x.v:2: ERROR: syntax error, unexpected '@'\nnoise\nWarning: all is not well\n"
      "Warning: all is not well\nd0/y.v:7: Warning: far away\n",
      [&](std::string_view name) { return name == "d0/x.v" ? file : 0; }, file, sources, diagnostics);
  ASSERT_EQ(diagnostics.all().size(), 3u);
  const Diagnostic& error = diagnostics.all()[0];
  EXPECT_EQ(error.code, "verilog.error");
  EXPECT_EQ(sources.text(error.where), "assert property (@(posedge clk) a);");
  EXPECT_NE(error.help.find("immediate assertions only"), std::string::npos);
  EXPECT_EQ(diagnostics.all()[1].code, "verilog.warning");
  EXPECT_EQ(diagnostics.all()[2].message, "far away (d0/y.v:7)");
}

TEST(Messages, PlacesAtTheirEnd) {
  Sources sources;
  Diagnostics diagnostics;
  const FileId file = sources.add("x.v", "module x;\n  reg m [3:0];\nendmodule\n");
  tell_messages(
      "Warning: Replacing memory \\m with list of registers. See d0/x.v:2\nWarning: See below: none\n",
      [&](std::string_view name) { return name == "d0/x.v" ? file : 0; }, file, sources, diagnostics);
  ASSERT_EQ(diagnostics.all().size(), 2u);
  EXPECT_EQ(diagnostics.all()[0].message, "Replacing memory \\m with list of registers.");
  EXPECT_EQ(sources.text(diagnostics.all()[0].where), "reg m [3:0];");
  EXPECT_EQ(diagnostics.all()[1].message, "See below: none");
}

TEST(Messages, WhatNothingDrivesIsToldOnceForEachWire) {
  Sources sources;
  Diagnostics diagnostics;
  const FileId file = sources.add("x.v", "module x;\n  wire [5:0] part;\n  wire one;\nendmodule\n");
  const auto wires = wire_origins(
      "module \\x\n  attribute \\src \"d0/x.v:2.14-2.18\"\n  wire width 6 \\part\n  attribute \\src "
      "\"d0/x.v:9.1-9.2\"\n"
      "  wire \\far\n  wire \\bare\n  attribute \\src \"d0/x.v:3.8-3.11\"\n  attribute \\keep 1\n  wire \\u.one\n");
  EXPECT_EQ(wires.size(), 3u);
  std::string text;
  for (const char* wire : {"part [5]", "part [3]", "part [2]", "far", "u.one", "bare"})
    text += std::string("Warning: Wire x.\\") + wire + " is used but has no driver.\n";
  tell_messages(
      text + text, [&](std::string_view name) { return name == "d0/x.v" ? file : 0; }, file, sources, diagnostics,
      wires);
  ASSERT_EQ(diagnostics.all().size(), 4u);
  EXPECT_EQ(diagnostics.all()[0].message, "part[5], part[3:2] is used but has no driver");
  EXPECT_EQ(sources.text(diagnostics.all()[0].where), "wire [5:0] part;");
  EXPECT_EQ(sources.place(diagnostics.all()[1].where).line, 1u);  // it has no line 9
  EXPECT_EQ(sources.text(diagnostics.all()[2].where), "wire one;");
  EXPECT_EQ(diagnostics.all()[3].message, "bare is used but has no driver");
}

TEST(Messages, WhatWouldBeAnotherWireIsRefused) {
  Sources sources;
  Diagnostics diagnostics;
  const FileId file = sources.add("x.v", "module x;\n  always @* assert (u.r && !w);\nendmodule\n");
  tell_messages(
      "d0/x.v:2: Warning: Identifier `\\u.r' is implicitly declared.\n"
      "d0/x.v:2: Warning: Identifier `\\w' is implicitly declared.\n",
      [&](std::string_view) { return file; }, file, sources, diagnostics);
  ASSERT_EQ(diagnostics.all().size(), 2u);
  EXPECT_FALSE(diagnostics.ok());
  EXPECT_EQ(diagnostics.all()[0].severity, Severity::Error);
  EXPECT_EQ(diagnostics.all()[0].code, "verilog.error");
  EXPECT_NE(diagnostics.all()[0].message.find("such as `u.r`"), std::string::npos);
  EXPECT_NE(diagnostics.all()[0].help.find("array of structs"), std::string::npos);
  EXPECT_EQ(diagnostics.all()[1].severity, Severity::Warning);
  EXPECT_NE(diagnostics.all()[1].help.find("declare it"), std::string::npos);
}

}  // namespace
}  // namespace whynot::front::verilog
