// Verilog on the command line, with yosys: verdicts against a list of all states that shares no code with us, clocks,
// what is told of mistakes, and commands that speak of the sources.
#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <random>
#include <set>

#include "command_line.h"

namespace whynot::command {
namespace {

using nlohmann::json;

bool has_yosys() { return std::system("command -v yosys >/dev/null 2>&1") == 0; }

struct Verilog : CommandLine {
  void SetUp() override {
    if (!has_yosys()) GTEST_SKIP() << "yosys is not installed";
    CommandLine::SetUp();
  }
  void TearDown() override {
    if (!folder.empty()) CommandLine::TearDown();
  }
  static json check(const std::string& model, std::vector<std::string> more = {}) {
    std::vector<std::string> words{"check", model, "--json", "--no-why"};
    words.insert(words.end(), more.begin(), more.end());
    const Outcome outcome = whynot(words);
    return json::parse(outcome.out.empty() ? fmt::format("{{\"failed\": {}}}", json(outcome.err).dump()) : outcome.out);
  }
  static std::map<std::string, std::string> answers(const json& report) {
    std::map<std::string, std::string> found;
    if (report.contains("failed")) found["failed"] = report["failed"];
    for (const json& p : report.value("properties", json::array())) {
      std::string& answer = found[p["name"]] = p["verdict"];
      if (p.contains("depth") && !p["depth"].is_null()) answer += fmt::format(" {}", p["depth"].get<int>());
    }
    return found;
  }
};

// Random designs ------------------------------------------------------------------------------------------------------

// Words of two bits; each operation is a wire of its own, so that widths are no question.
struct RandomDesign {
  struct Operation {
    int op, a, b, c;
  };
  static constexpr int leaves = 6;  // 3 registers, 2 inputs, a constant
  bool asynchronous = false, early_assume = false;
  std::vector<Operation> operations;
  std::array<int, 3> next{}, reset{};
  int bad = 0, bad_value = 0, assumed = 0;

  explicit RandomDesign(std::uint32_t seed) {
    std::mt19937 random(seed);
    const auto below = [&](std::size_t n) { return static_cast<int>(random() % n); };
    asynchronous = below(2) != 0;
    for (int i = 0; i < 8; ++i) {
      const std::size_t known = leaves + operations.size();
      operations.push_back({below(7), below(known), below(known), below(known)});
    }
    for (int& n : next) n = leaves + below(8);
    for (int& r : reset) r = below(4);
    bad = leaves + below(8);
    bad_value = below(4);
    assumed = leaves + below(8);
  }

  // By the numbers of wires: registers, inputs, the constant 1, operations.
  std::vector<int> values(const std::array<int, 3>& registers, int in) const {
    std::vector<int> v{registers[0], registers[1], registers[2], in & 3, in >> 2 & 1, 1};
    for (const Operation& o : operations) {
      const int a = v[o.a], b = v[o.b], c = v[o.c];
      const std::array<int, 7> results{(a + b) & 3, (a - b) & 3, a & b, a ^ b, a < b, a == b, c != 0 ? a : b};
      v.push_back(results[static_cast<std::size_t>(o.op)]);
    }
    return v;
  }

  std::string text() const {
    const std::array<const char*, 7> forms{"w{0} + w{1}",
                                           "w{0} - w{1}",
                                           "w{0} & w{1}",
                                           "w{0} ^ w{1}",
                                           "{{1'b0, w{0} < w{1}}}",
                                           "{{1'b0, w{0} == w{1}}}",
                                           "w{2} != 0 ? w{0} : w{1}"};
    std::string out = "module random (input clk, input rst, input [1:0] i, input j);\n  reg [1:0] r0, r1, r2;\n";
    for (int k = 0; k < 3; ++k) out += fmt::format("  wire [1:0] w{0} = r{0};\n", k);
    out += "  wire [1:0] w3 = i, w4 = {1'b0, j}, w5 = 2'd1;\n";
    for (std::size_t k = 0; k < operations.size(); ++k) {
      const Operation& o = operations[k];
      out += fmt::format("  wire [1:0] w{} = {};\n", leaves + k,
                         fmt::format(fmt::runtime(forms[static_cast<std::size_t>(o.op)]), o.a, o.b, o.c));
    }
    out += fmt::format("  always @(posedge clk{})\n    if (rst) begin\n", asynchronous ? " or posedge rst" : "");
    for (int k = 0; k < 3; ++k) out += fmt::format("      r{} <= {};\n", k, reset[static_cast<std::size_t>(k)]);
    out += "    end else begin\n";
    for (int k = 0; k < 3; ++k) out += fmt::format("      r{} <= w{};\n", k, next[static_cast<std::size_t>(k)]);
    out += "    end\n  initial assume (rst);\n";
    out += fmt::format("  always @(posedge clk) if (!rst) begin\n    assume (w{} != 3);\n", assumed);
    out += fmt::format("    never: assert (w{0} != {1});\n    some: cover (w{0} == {1});\n  end\nendmodule\n", bad,
                       bad_value);
    return out;
  }

  // The least depth of a failure; nothing: there is none.
  std::optional<int> depth() const {
    using State = std::array<int, 3>;
    std::set<State> seen, now;
    for (int all = 0; all < 64; ++all) now.insert({all & 3, all >> 2 & 3, all >> 4});
    for (int d = 0; !now.empty(); ++d) {
      std::set<State> later;
      for (const State& held : now)
        for (int in = 0; in < 16; ++in) {
          const bool rst = in >> 3 != 0;
          if (d == 0 && !rst) continue;
          const State state = rst && asynchronous ? reset : held;
          const std::vector<int> v = values(state, in);
          if (!rst && v[assumed] == 3) continue;
          if (!rst && v[bad] == bad_value) return d;
          const State to = rst ? reset : State{v[next[0]], v[next[1]], v[next[2]]};
          if (seen.insert(to).second) later.insert(to);
        }
      now = std::move(later);
    }
    return std::nullopt;
  }
};

TEST_F(Verilog, RandomDesignsAsAListOfStatesHasThem) {
  int fail = 0, hold = 0;
  for (std::uint32_t seed = 1; seed <= 16; ++seed) {
    const RandomDesign design(seed);
    SCOPED_TRACE(design.text());
    const auto depth = design.depth();
    const auto found = answers(check(file("random.v", design.text()), {"--certify"}));
    ASSERT_TRUE(found.contains("never")) << (found.contains("failed") ? found.at("failed") : "");
    EXPECT_EQ(found.at("never"), depth ? fmt::format("violated {}", *depth) : "holds");
    EXPECT_EQ(found.at("some"), depth ? fmt::format("holds {}", *depth) : "violated");
    ++(depth ? fail : hold);
  }
  EXPECT_GT(fail, 2);
  EXPECT_GT(hold, 2);
}

// Names and places
// ------------------------------------------------------------------------------------------------------

constexpr const char* two_leaves = R"(module leaf (input clk, input d, output reg q);
  initial q = 0;
  always @(posedge clk) q <= d;
  always @(posedge clk)
    assert (!q);
endmodule
module top (input clk, input [1:0] d, output [1:0] q);
  leaf u0 (clk, d[0], q[0]);
  leaf u1 (clk, d[1], q[1]);
  always @(posedge clk) begin
    both: assert (q != 3);
    assert (q != 2); assert (1);
    c_two: cover (q == 2);
    m_three: assume (d != 3);
  end
endmodule
)";

TEST_F(Verilog, PropertiesByLabelOrLine) {
  const std::string model = file("leaves.sv", two_leaves);
  const json report = check(model);
  EXPECT_EQ(report["input"]["front"], "verilog");
  const std::map<std::string, std::string> wanted{
      {"u0.leaves.sv:5", "violated 1"}, {"u1.leaves.sv:5", "violated 1"}, {"both", "holds"},
      {"leaves.sv:12", "violated 1"},   {"leaves.sv:12#2", "holds"},      {"c_two", "holds 1"}};
  EXPECT_EQ(answers(report), wanted) << report.dump(1);
  EXPECT_EQ(report["properties"][0]["line"], 5);
  EXPECT_EQ(report["properties"][0]["text"], "assert (!q)");
  const json& cover = report["properties"][5];
  EXPECT_EQ(cover["name"], "c_two");
  EXPECT_EQ(cover["kind"], "cover");
  EXPECT_EQ(cover["line"], 13);
  EXPECT_EQ(whynot({"check", model, "-p", "leaves.sv:12"}).code, 10);
  EXPECT_EQ(whynot({"check", model, "-p", "c_two", "-p", "both"}).code, 0);
  EXPECT_EQ(whynot({"check", model, "--top", "leaf", "-p", "leaves.sv:5"}).code, 10);
  EXPECT_EQ(report["traces"][0]["columns"], json({"d", "u0.q", "u1.q"}));  // no clock
}

TEST_F(Verilog, WhatIsAskedTwiceIsTwoProperties) {
  const std::string model = file("twice.sv", R"(module part #(parameter ID = 0) (input clk, input d);
  reg q = 0;
  always @(posedge clk) q <= d;
  always @(posedge clk) lim: assert (!q || ID != 1);
endmodule
module twice (input clk, input [1:0] a);
  genvar i;
  generate for (i = 0; i < 3; i = i + 1) begin : g
    part #(.ID(i)) p (clk, a[0]);
  end endgenerate
  always @(posedge clk) begin
    two: assert (a <= 3);
    five: assert (a != 3);
    assert (a != 3);
    c1: cover (a == 2);
    c2: cover (a == 2);
  end
endmodule
)");
  const std::map<std::string, std::string> wanted{
      {"g[0].p.lim", "holds"}, {"g[1].p.lim", "violated 1"},  {"g[2].p.lim", "holds"}, {"two", "holds"},
      {"five", "violated 0"},  {"twice.sv:14", "violated 0"}, {"c1", "holds 0"},       {"c2", "holds 0"}};
  const json report = check(model);
  EXPECT_EQ(answers(report), wanted) << report.dump(1);
}

TEST_F(Verilog, EveryCommandSpeaksOfTheSources) {
  const std::string model = file("leaves.sv", two_leaves);
  const Outcome why = whynot({"why", model, "-p", "leaves.sv:12"});
  EXPECT_EQ(why.code, 10);
  EXPECT_NE(why.out.find("u1.q"), std::string::npos) << why.out;
  EXPECT_EQ(whynot({"classify", model, "-p", "leaves.sv:12", "--bound", "3"}).code, 10);
  EXPECT_EQ(whynot({"intervals", model, "-p", "leaves.sv:12", "-v", "d"}).code, 10);
  EXPECT_EQ(whynot({"explain", model, "-f", "EF q = 0ud2_2"}).code, 0);
  EXPECT_EQ(whynot({"explain", model, "-p", "c_two"}).code, 0);
  EXPECT_EQ(whynot({"simulate", model, "--steps", "3"}).code, 0);
  EXPECT_EQ(whynot({"check", model, "-f", "G (d = 0ud2_1 -> X u0.q)"}).code, 0);
  EXPECT_EQ(whynot({"check", model, "--race", "-p", "c_two", "-p", "both"}).code, 0);
  const std::string trace = folder / "t.json", wave = folder / "t.vcd", circuit = folder / "leaves.btor2";
  ASSERT_EQ(whynot({"check", model, "-p", "leaves.sv:12", "--json", "-o", trace, "--format", "vcd=" + wave}).code, 10);
  EXPECT_EQ(whynot({"trace", "replay", trace, "--model", model}).code, 0);
  ASSERT_EQ(whynot({"convert", model, "-o", circuit}).code, 0);
  const auto replayed = [&](const char* from, const char* as) {
    EXPECT_EQ(whynot({"check", model, "-p", from, "--json", "-o", trace}).out, "");
    return whynot({"trace", "replay", trace, "--model", model, "-p", as});
  };
  EXPECT_NE(replayed("c_two", "c_two").out.find("replayed ok: reaches c_two"), std::string::npos);
  EXPECT_EQ(replayed("u0.leaves.sv:5", "c_two").code, 10) << "it is not reached there";
  const auto both = answers(check(circuit));
  EXPECT_EQ(both.at("leaves.sv:12"), "violated 1");
  EXPECT_EQ(both.at("both"), "holds");
}

TEST_F(Verilog, FilesOfSymbiYosys) {
  file("leaves.sv", two_leaves);
  const std::string sby =
      file("x.sby",
           "[tasks]\nprove\ncover\n[options]\nprove: mode prove\ncover: mode cover\ndepth 0\n[script]\n"
           "read -formal leaves.sv\nread own.v\nprep -top top\n[files]\nleaves.sv\n[file own.v]\n"
           "module own; endmodule\n");
  EXPECT_EQ(answers(check(sby)).size(), 5u);
  EXPECT_EQ(answers(check(sby, {"--task", "cover", "--engine", "bmc"})).at("c_two"), "undecided");  // by its depth
  EXPECT_EQ(answers(check(sby, {"--task", "cover"})).at("c_two"), "holds 1");
  EXPECT_EQ(answers(check(sby, {"--task", "cover", "--engine", "bmc", "--bound", "2"})).at("c_two"), "holds 1");
}

// Clocks
// ----------------------------------------------------------------------------------------------------------------

TEST_F(Verilog, TwoClocksAreNotOne) {
  const std::string two = file("two.v", R"(module two (input ca, input cb);
  reg [1:0] a = 0, b = 0;
  always @(posedge ca) a <= a + 1'b1;
  always @(posedge cb) b <= a;
  always @(posedge cb) follows: assert (b == a || b + 2'd1 == a);
endmodule
)");
  const Outcome told = whynot({"check", two});
  EXPECT_EQ(told.code, 10);
  EXPECT_NE(told.err.find("note[verilog.phases]: it has 2 clocks (ca, cb)"), std::string::npos) << told.err;
  const std::string edges = file("edges.v", R"(module edges (input clk);
  reg a = 0, b = 0;
  always @(posedge clk) a <= !a;
  always @(negedge clk) b <= a;
  always @(posedge clk) same: assert (a == b);
endmodule
)");
  EXPECT_EQ(answers(check(edges)).at("same"), "holds");
}

TEST_F(Verilog, MemoriesAndWhatIsBeforeTheStart) {
  file("start.hex", "1 2 3\n");
  const std::string model = file("memory.sv", R"(module memory (input clk, input [1:0] at, input we, input [3:0] w);
  reg [3:0] m [0:3];
  initial $readmemh("start.hex", m);
  reg [3:0] old;
  always @(posedge clk) begin
    if (we) m[at] <= w;
    old <= w;
    if (!$initstate) begin
      kept: assert (old == $past(w));
      filled: assert (m[0] == 1 || m[0] != 6);
    end else
      first: assert (m[1] == 2);
    any: assert (m[3] != 9);
  end
endmodule
)");
  const std::map<std::string, std::string> wanted{
      {"kept", "holds"}, {"filled", "violated 1"}, {"first", "holds"}, {"any", "violated 0"}};
  const json report = check(model);
  EXPECT_EQ(answers(report), wanted) << report.dump(1);
}

// Nor what yosys takes where an assumption is not asked for.
TEST_F(Verilog, AssumptionsBringNoColumns) {
  const std::string model = file("begins.sv", R"(module begins (input clk, input rst, input d);
  reg began = 0, q;
  always @(posedge clk) begin
    began <= 1;
    q <= d && !rst;
    if (!began) assume (rst);
    if (began) a_q: assert (!q);
  end
endmodule
)");
  const json report = check(model);
  EXPECT_EQ(answers(report), (std::map<std::string, std::string>{{"a_q", "violated 2"}}));
  EXPECT_EQ(report["traces"][0]["columns"], json({"d", "rst", "began", "q"}));
}

// Partial writes, two ports, and a write that is always made: what a mask stands for is left out only where it may be.
// Where nothing is written yosys leaves address and data open: they are no columns.
TEST_F(Verilog, WhatIsNotWrittenIsNoColumn) {
  const std::string model =
      file("queue.sv", R"(module queue (input clk, input rst, input push, input pop, input [3:0] d);
  reg [3:0] m [0:1];
  reg wp, rp;
  reg [1:0] n;
  always @(posedge clk)
    if (rst) begin wp <= 0; rp <= 0; n <= 0; end
    else begin
      if (push && n != 2) begin m[wp] <= d; wp <= !wp; end
      if (pop && n != 0) rp <= !rp;
      n <= n + (push && n != 2) - (pop && n != 0);
    end
  initial assume (rst);
  always @(posedge clk) if (!rst) low: assert (!(n == 1 && m[rp] > 12));
  always @(posedge clk) if (!rst) room: assert (n != 3);
endmodule
)");
  const json report = check(model);
  EXPECT_EQ(answers(report).at("low"), "violated 2") << report.dump(1);
  EXPECT_EQ(answers(report).at("room"), "holds");
  EXPECT_EQ(report["traces"][0]["columns"],
            json({"d", "pop", "push", "rst", "$initstate", "n", "m[0]", "m[1]", "rp", "wp"}));
}

TEST_F(Verilog, MasksOfMemories) {
  const std::string model =
      file("masks.sv", R"(module masks (input clk, input a, input b, input [1:0] at, input [3:0] w);
  reg [3:0] one [0:3], two [0:3];
  integer i;
  initial for (i = 0; i < 4; i = i + 1) begin one[i] = 0; two[i] = 0; end
  reg [3:0] copy = 0, half = 0;
  always @(posedge clk) begin
    if (a) one[at] <= w;
    if (b) one[0] <= 4'd9;
    if (a) two[at][1:0] <= w[1:0];
    if (b) copy <= 4'd9; else if (a && at == 0) copy <= w;
    if (a && at == 2) half <= {2'b00, w[1:0]};
    shadow: assert (one[0] == copy);
    low: assert (two[2] == half);
    never: assert (two[1] < 4);
    five: assert (one[3] != 5);
  end
endmodule
)");
  const std::map<std::string, std::string> wanted{
      {"shadow", "holds"}, {"low", "holds"}, {"never", "holds"}, {"five", "violated 1"}};
  const json report = check(model);
  EXPECT_EQ(answers(report), wanted) << report.dump(1);
  const std::string plain = file("plain.sv", R"(module plain (input clk, input a, input [1:0] at, input [3:0] w);
  reg [3:0] one [0:3];
  always @(posedge clk) if (a) one[at] <= w;
  always @* five: assert (one[3] != 5);
endmodule
)");
  const json columns = check(plain)["traces"][0]["columns"];  // no address and no data of nothing
  EXPECT_EQ(columns, json({"a", "at", "w", "one[0]", "one[1]", "one[2]", "one[3]"}));
}

TEST_F(Verilog, SentencesSpeakVerilog) {
  const std::string two = file("two.v", R"(module two (input ca, input cb);
  reg [1:0] a = 0, b = 0;
  always @(posedge ca) a <= a + 1'b1;
  always @(posedge cb) b <= a;
  always @(posedge cb) follows: assert (b == a || b + 2'd1 == a);
endmodule
)");
  const Outcome edge = whynot({"why", two});
  EXPECT_NE(
      edge.out.find("Why: $rose(cb) is TRUE, $past(follows.enabled) is TRUE and $past((b==a)|((b+1)==a)) is FALSE"),
      std::string::npos)
      << edge.out;
  const std::string memory = file("m.sv", R"(module m (input clk, input [1:0] wa, input [1:0] ra, input [7:0] w);
  reg [7:0] mem [0:3];
  reg [1:0] next = 0;
  initial begin mem[0] = 0; mem[1] = 0; mem[2] = 0; mem[3] = 0; end
  always @(posedge clk) begin mem[wa] <= w; next <= ra; end
  always @* seen: assert (mem[ra] != 8'hab);
  always @(posedge clk) if (!$initstate) again: assert (next + 2'd1 != $past(ra + 2'd1));
endmodule
)");
  const Outcome read = whynot({"why", memory, "-p", "seen"});
  EXPECT_NE(read.out.find("Why: mem[ra] is 0xab at step 1."), std::string::npos) << read.out;
  EXPECT_EQ(read.out.find("0ud"), std::string::npos) << read.out;
  const Outcome past = whynot({"check", memory, "-p", "again", "--full"});
  EXPECT_NE(past.out.find("$past(ra+2'd1)"), std::string::npos) << past.out;
}

TEST_F(Verilog, ColumnsAreTheRegistersOfTheSource) {
  const std::string model = file("kept.sv", R"(module kept (input clk, input go, input [3:0] d, output [3:0] o);
  reg [3:0] q = 0, r;
  wire [1:0] loose;
  reg began = 0;
  assign o = q;
  always @(posedge clk) begin
    q <= {1'b0, q[1:0], go};
    r <= {d[1:0], 2'b01};
    began <= 1;
    a_q: assert (q != 5);
    a_r: assert (r != 4'hd);
    a_loose: assert (loose != 2);
    if (began) a_past: assert ($past(q + d) != 4'h7 || !$past(go && q[0]));
  end
endmodule
)");
  const std::string wave = folder / "kept.vcd";
  const json report = check(model, {"--certify"});
  const std::map<std::string, std::string> wanted{
      {"a_q", "violated 3"}, {"a_r", "violated 0"}, {"a_loose", "violated 0"}, {"a_past", "violated 2"}};
  EXPECT_EQ(answers(report), wanted) << report.dump(1);
  const json columns = report["traces"][0]["columns"];
  EXPECT_EQ(std::set<std::string>(columns.begin(), columns.end()),
            (std::set<std::string>{"d", "go", "loose", "q", "r", "began", "$past(q+d)", "$past(go&&q[0])"}))
      << columns.dump();
  ASSERT_EQ(whynot({"check", model, "-p", "a_q", "--format", "vcd=" + wave}).code, 10);
  std::ifstream waves(wave);
  const std::string shown((std::istreambuf_iterator<char>(waves)), {});
  EXPECT_NE(shown.find("wire 4 ) q $end"), std::string::npos) << shown;
  EXPECT_EQ(whynot({"trace", "replay", wave, "--model", model, "-p", "a_q"}).code, 0);
  const Outcome why = whynot({"why", model, "-p", "a_q", "--cell", "q@3"});
  EXPECT_NE(why.out.find("kept.sv"), std::string::npos) << why.out;
  const std::string circuit = folder / "kept.btor2";
  ASSERT_EQ(whynot({"convert", model, "-o", circuit}).code, 0);
  EXPECT_EQ(answers(check(circuit)), wanted);
}

TEST_F(Verilog, WitnessesAndCertificatesAreAboutWhatConvertWrites) {
  const std::string model = file("leaves.sv", two_leaves), wit = folder / "x.wit";
  const Outcome outcome = whynot({"check", model, "-p", "leaves.sv:12", "-p", "c_two", "--witness", wit});
  EXPECT_EQ(outcome.code, 10);
  EXPECT_EQ(outcome.err.find("witness.none"), std::string::npos) << outcome.err;
  const std::string circuit = folder / "x.btor2", named = folder / "one.btor2";
  ASSERT_EQ(whynot({"convert", model, "-o", circuit}).code, 0);
  for (const std::string& asked : {"leaves.sv:12", "c_two"})
    for (const std::string& of : {model, circuit})
      EXPECT_EQ(whynot({"trace", "replay", wit, "--model", of, "-p", asked}).code, 0) << asked << " " << of;
  EXPECT_EQ(answers(check(circuit)).at("c_two"), "holds 1");
  ASSERT_EQ(whynot({"convert", model, "-p", "both", "-o", named}).code, 0);
  EXPECT_EQ(answers(check(named)), (std::map<std::string, std::string>{{"both", "holds"}}));
  for (const std::string form : {"aag", "aig", "btor2"}) {
    const std::string certificate = folder / ("both." + form);
    ASSERT_EQ(whynot({"check", model, "-p", "both", "--certificate", certificate}).code, 0);
    const json shown = check(certificate, {"--engine", "kind"});
    EXPECT_EQ(shown["properties"][0]["verdict"], "holds") << form;
    EXPECT_EQ(shown["properties"][0]["proof"]["k"], 1) << form << shown.dump(1);
  }
}

TEST_F(Verilog, WhatComesSomeTime) {
  const std::string model = file("live.sv", R"(module server (input clk, input request, input busy, output reg grant);
  initial grant = 0;
  reg waits = 0;
  always @(posedge clk) begin
    waits <= (request || waits) && busy;
    grant <= (request || waits) && !busy;
    if (request) served: assert property (s_eventually grant);
    assert property (s_eventually !grant);
  end
`ifdef FREE
  always @* assume property (s_eventually !busy);
`endif
endmodule
)");
  const json stuck = check(model), free = check(model, {"--define", "FREE"});
  EXPECT_EQ(answers(stuck).at("served").substr(0, 8), "violated") << stuck.dump(1);
  EXPECT_EQ(answers(stuck).at("live.sv:8").substr(0, 8), "violated");
  const Outcome outcome = whynot({"check", model, "--witness", folder / "live.wit"});
  EXPECT_NE(outcome.err.find("[witness.none]"), std::string::npos) << outcome.err;
  EXPECT_EQ(stuck["properties"][0]["kind"], "ltl");
  EXPECT_EQ(answers(free).at("served"), "holds") << free.dump(1);
  // What is sampled at an edge is called by its own name, not by that of a register for it.
  EXPECT_EQ(stuck["traces"][0]["columns"], json({"busy", "request", "grant", "waits"}));
}

// Mistakes
// --------------------------------------------------------------------------------------------------------------

struct VerilogCodes : Verilog {
  void expect_told(const std::vector<std::string>& words, int code, const std::string& diagnostic,
                   const std::string& said) {
    const Outcome outcome = whynot(words);
    SCOPED_TRACE(diagnostic);
    EXPECT_EQ(outcome.code, code) << outcome.out << outcome.err;
    EXPECT_NE(outcome.err.find("[" + diagnostic + "]"), std::string::npos) << outcome.out << outcome.err;
    EXPECT_NE(outcome.err.find(said), std::string::npos) << outcome.err;
  }
};

TEST_F(VerilogCodes, WhatYosysSaysStandsAtItsLine) {
  const std::string wrong =
      file("wrong.sv", "module wrong (input clk, input a);\n  assert property (@(posedge clk) a);\nendmodule\n");
  expect_told({"check", wrong}, 3, "verilog.error", "wrong.sv:2:3: error");
  expect_told({"check", wrong}, 3, "verilog.error", "immediate assertions only");
  const std::string header = file("bad.vh", "wire x = ;\n");
  expect_told({"check", file("uses.v", "module uses;\n`include \"bad.vh\"\nendmodule\n")}, 3, "verilog.error",
              "bad.vh:1:1: error");
  const std::string loose = file("loose.v", "module loose (input a);\n  always @* assert (a || !nobody);\nendmodule\n");
  expect_told({"check", loose}, 10, "verilog.warning", "loose.v:2:3: warning");
  expect_told({"check", loose, "--top", "another"}, 3, "verilog.error", "another");
  const std::string inside =
      file("inside.sv",
           "module part (input clk, input [3:0] d);\n  reg [3:0] r;\n  always @(posedge clk) r <= d;\n"
           "endmodule\nmodule inside (input clk, input [3:0] d);\n  part u (.clk(clk), .d(d));\n"
           "  always @* assert (u.r < 9);\nendmodule\n");
  expect_told({"check", inside, "--top", "inside"}, 3, "verilog.error", "inside.sv:7:3: error");
}

TEST_F(VerilogCodes, NamesThatAreNotGivenToYosys) {
  const std::string text = "module x (input a);\n  always @* assert (a);\nendmodule\n";
  expect_told({"check", file("a;b.v", text)}, 3, "verilog.file-name", "`a;b.v` is not a name");
  EXPECT_EQ(whynot({"check", file("x.v", text), "--top", "x;exec"}).code, 2);
  EXPECT_EQ(whynot({"check", file("x.v", text), "--define", "A B"}).code, 2);
  EXPECT_EQ(whynot({"check", file("x.v", text), "--parameter", "A=1"}).code, 2);
  EXPECT_EQ(whynot({"check", file("x.v", text), "--top", "x", "--parameter", "A=1;x"}).code, 2);
  EXPECT_EQ(whynot({"check", file("x.v", text), "--task", "bmc"}).code, 2);
  std::filesystem::create_directory(folder / "a folder; with blanks");
  EXPECT_EQ(whynot({"check", file("a folder; with blanks/x.v", text)}).code, 10);
  expect_told({"check", file("x.sby", "[files]\nx.v\n[script]\nread x.v\nprep -top x;\n")}, 3, "verilog.sby",
              "x.sby:5:1");
  expect_told({"check", file("y.sby", "[files]\nx.v\n[script]\nread -D \"x x.v\nprep -top x\n")}, 3, "verilog.sby",
              "y.sby");
}

TEST_F(VerilogCodes, WhatIsTakenForGranted) {
  const std::string two = file("two.v",
                               "module one (input a);\n  always @* assert (a);\nendmodule\n"
                               "module two (input a);\n  always @* assert (a);\nendmodule\n");
  expect_told({"check", two}, 10, "verilog.top", "--top names another module");
  const std::string parts = file("parts.v",
                                 "module part #(parameter W = 2) (input [W-1:0] a);\n  always @* assert (a != 0);\n"
                                 "endmodule\nmodule whole (input [2:0] a);\n  part #(.W(3)) p (a);\nendmodule\n");
  EXPECT_EQ(whynot({"check", parts}).err.find("verilog.top"), std::string::npos);
}

TEST_F(VerilogCodes, YosysThatDoesNotDoItsWork) {
  const std::string model = file("x.v", "module x (input a);\n  always @* assert (a);\nendmodule\n");
  expect_told({"check", model, "--timeout", "1ms"}, 30, "verilog.stopped", "timeout");
  setenv("WHYNOT_YOSYS", "/bin/true", 1);
  expect_told({"check", model}, 3, "verilog.yosys", "yosys did not write what it should");
  setenv("WHYNOT_YOSYS", (folder / "yosys").c_str(), 1);
  expect_told({"check", model}, 3, "verilog.no-yosys", "apt install yosys");
  unsetenv("WHYNOT_YOSYS");
  const char* before = std::getenv("TMPDIR");
  const std::string kept = before ? before : "";
  setenv("TMPDIR", (folder / "nowhere").c_str(), 1);
  expect_told({"check", model}, 3, "verilog.folder", "a temporary directory");
  if (before)
    setenv("TMPDIR", kept.c_str(), 1);
  else
    unsetenv("TMPDIR");
}

}  // namespace
}  // namespace whynot::command
