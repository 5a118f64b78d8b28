// BTOR2 files: every operator against arithmetic on small numbers, arrays, states, and what is refused.
#include "front/hardware/btor2.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <functional>
#include <map>

#include "expr/evaluate.h"
#include "front/hardware/witness.h"

namespace whynot::front::hardware {
namespace {

struct ReadBtor2 {
  Sources sources;
  Diagnostics diagnostics;
  ExprPool pool;
  std::optional<Btor2File> file;

  explicit ReadBtor2(const std::string& text) {
    file = read_btor2(sources.add("x.btor2", text), sources, pool, diagnostics);
  }
  std::string code() const { return diagnostics.all().empty() ? "" : diagnostics.all()[0].code; }
  // Of a definition without variables.
  long value(std::size_t define) const {
    const Value v = CompiledExpr(pool, file->design.system.defines[define].value, [](Expr) { return 0u; }).run({});
    return v.is_boolean() ? v.as_boolean() : static_cast<long>(v.bits());
  }
};

// Numbers of w bits, as BTOR2 and SMT-LIB define it.
struct Numbers {
  long w;
  long all() const { return (1L << w) - 1; }
  long cut(long n) const { return n & all(); }
  long sign(long n) const { return n >> (w - 1) & 1 ? n - (1L << w) : n; }
  bool fits(long n) const { return -(1L << (w - 1)) <= n && n < 1L << (w - 1); }
  long sdiv(long a, long b) const {
    if (b == 0) return sign(a) < 0 ? 1 : all();
    return cut(sign(a) / sign(b));
  }
  long srem(long a, long b) const { return b == 0 ? a : cut(sign(a) % sign(b)); }
  long smod(long a, long b) const {
    if (b == 0) return a;
    const long m = sign(b);
    return cut(((sign(a) % m) + m) % m);
  }
  long shift(long a, long by) const { return by >= w ? 0 : cut(a << by); }
  long sra(long a, long b) const { return cut(sign(a) >> std::min(b, w)); }
  long rol(long a, long b) const { return cut(a << b % w | a >> (w - b % w)); }
};

using Binary = std::function<long(const Numbers&, long, long)>;

// Name, whether the result is one bit, meaning.
std::map<std::string, std::pair<bool, Binary>> binaries() {
  using N = const Numbers&;
  return {
      {"eq", {true, [](N, long a, long b) { return long(a == b); }}},
      {"neq", {true, [](N, long a, long b) { return long(a != b); }}},
      {"ugt", {true, [](N, long a, long b) { return long(a > b); }}},
      {"ugte", {true, [](N, long a, long b) { return long(a >= b); }}},
      {"ult", {true, [](N, long a, long b) { return long(a < b); }}},
      {"ulte", {true, [](N, long a, long b) { return long(a <= b); }}},
      {"sgt", {true, [](N n, long a, long b) { return long(n.sign(a) > n.sign(b)); }}},
      {"sgte", {true, [](N n, long a, long b) { return long(n.sign(a) >= n.sign(b)); }}},
      {"slt", {true, [](N n, long a, long b) { return long(n.sign(a) < n.sign(b)); }}},
      {"slte", {true, [](N n, long a, long b) { return long(n.sign(a) <= n.sign(b)); }}},
      {"and", {false, [](N, long a, long b) { return a & b; }}},
      {"nand", {false, [](N n, long a, long b) { return n.cut(~(a & b)); }}},
      {"nor", {false, [](N n, long a, long b) { return n.cut(~(a | b)); }}},
      {"or", {false, [](N, long a, long b) { return a | b; }}},
      {"xnor", {false, [](N n, long a, long b) { return n.cut(~(a ^ b)); }}},
      {"xor", {false, [](N, long a, long b) { return a ^ b; }}},
      {"rol", {false, [](N n, long a, long b) { return n.rol(a, b); }}},
      {"ror", {false, [](N n, long a, long b) { return n.rol(a, n.w - b % n.w); }}},
      {"sll", {false, [](N n, long a, long b) { return n.shift(a, b); }}},
      {"srl", {false, [](N n, long a, long b) { return b >= n.w ? 0 : a >> b; }}},
      {"sra", {false, [](N n, long a, long b) { return n.sra(a, b); }}},
      {"add", {false, [](N n, long a, long b) { return n.cut(a + b); }}},
      {"sub", {false, [](N n, long a, long b) { return n.cut(a - b); }}},
      {"mul", {false, [](N n, long a, long b) { return n.cut(a * b); }}},
      {"udiv", {false, [](N n, long a, long b) { return b == 0 ? n.all() : a / b; }}},
      {"urem", {false, [](N, long a, long b) { return b == 0 ? a : a % b; }}},
      {"sdiv", {false, [](N n, long a, long b) { return n.sdiv(a, b); }}},
      {"srem", {false, [](N n, long a, long b) { return n.srem(a, b); }}},
      {"smod", {false, [](N n, long a, long b) { return n.smod(a, b); }}},
      {"uaddo", {true, [](N n, long a, long b) { return long(a + b > n.all()); }}},
      {"usubo", {true, [](N, long a, long b) { return long(a < b); }}},
      {"umulo", {true, [](N n, long a, long b) { return long(a * b > n.all()); }}},
      {"udivo", {true, [](N, long, long) { return 0L; }}},
      {"saddo", {true, [](N n, long a, long b) { return long(!n.fits(n.sign(a) + n.sign(b))); }}},
      {"ssubo", {true, [](N n, long a, long b) { return long(!n.fits(n.sign(a) - n.sign(b))); }}},
      {"smulo", {true, [](N n, long a, long b) { return long(!n.fits(n.sign(a) * n.sign(b))); }}},
      {"sdivo", {true, [](N n, long a, long b) { return long(b != 0 && !n.fits(n.sign(a) / n.sign(b))); }}},
  };
}

TEST(Btor2, BinaryOperators) {
  for (const auto& [name, meaning] : binaries())
    for (long w = 1; w <= 3; ++w) {
      std::string text = fmt::format("1 sort bitvec {}\n2 sort bitvec 1\n", w);
      for (long n = 0; n < 1L << w; ++n) text += fmt::format("{} constd 1 {}\n", 10 + n, n);
      long id = 100;
      for (long a = 0; a < 1L << w; ++a)
        for (long b = 0; b < 1L << w; ++b, ++id)
          text += fmt::format("{} {} {} {} {} r{}\n", id, name, meaning.first ? 2 : 1, 10 + a, 10 + b, id);
      const ReadBtor2 read(text);
      ASSERT_TRUE(read.file) << name << " " << read.code();
      std::size_t define = 0;
      for (long a = 0; a < 1L << w; ++a)
        for (long b = 0; b < 1L << w; ++b)
          EXPECT_EQ(read.value(define++), meaning.second(Numbers{w}, a, b))
              << name << " " << w << ": " << a << ", " << b;
    }
}

TEST(Btor2, OtherOperators) {
  const ReadBtor2 read(
      "1 sort bitvec 3\n2 sort bitvec 1\n3 sort bitvec 4\n4 sort bitvec 6\n5 constd 1 -3\n6 consth 4 2a\n7 one 2\n"
      "10 not 1 5 a\n11 inc 1 5 b\n12 dec 1 5 c\n13 neg 1 5 d\n14 redand 2 5 e\n15 redor 2 5 f\n16 redxor 2 5 g\n"
      "17 slice 2 5 1 1 h\n18 uext 4 5 3 i\n19 sext 4 5 3 j\n20 concat 3 7 5 k\n21 ite 1 -7 5 -5 l\n22 slice 1 6 5 3 "
      "m\n"
      "23 nego 2 5 n\n24 iff 2 7 -7 o\n25 implies 2 -7 7 p\n26 uext 1 5 0 q\n27 ones 4 r\n28 const 1 110 s\n");
  ASSERT_TRUE(read.file) << read.code();
  const long expected[] = {2, 6, 4, 3, 0, 1, 0, 0, 5, 61, 13, 2, 5, 0, 0, 1, 5, 63, 6};
  for (std::size_t i = 0; i < std::size(expected); ++i) EXPECT_EQ(read.value(i), expected[i]) << i;
}

TEST(Btor2, ArraysAreColumns) {
  const ReadBtor2 read(
      "1 sort bitvec 2\n2 sort bitvec 4\n3 sort array 1 2\n4 sort bitvec 1\n5 zero 2\n6 state 3 mem\n7 init 3 6 5\n"
      "8 input 1 at\n9 input 2 what\n10 write 3 6 8 9\n11 next 3 6 10\n12 read 2 6 8\n13 eq 4 6 10\n14 ones 2\n"
      "15 eq 4 12 14\n16 bad 15 full\n17 ite 3 13 6 10\n18 neq 4 17 6\n19 bad 18\n");
  ASSERT_TRUE(read.file) << read.code();
  EXPECT_EQ(read.file->design.system.variables.size(), 6u);
  EXPECT_EQ(read.pool.name_of(read.file->design.system.variables[3].variable), "mem[3]");
  EXPECT_EQ(read.file->design.properties[1].name, "bad1");
  EXPECT_EQ(read.file->states[0].elements, 4u);
}

TEST(Btor2, Refuses) {
  const std::string sorts = "1 sort bitvec 1\n2 sort bitvec 4\n3 zero 2\n4 state 2 s\n5 input 1 i\n";
  const std::pair<std::string, std::string> wrong[] = {
      {"x sort bitvec 1\n", "btor2.number"},
      {"1 sort bitvec\n", "btor2.missing"},
      {"1\n", "btor2.missing"},
      {"1 sort bitvec 0\n", "btor2.number"},
      {"1 sort bitvec 9999999\n", "btor2.number"},
      {"1 sort tuple 2\n", "btor2.unknown"},
      {"1 sort bitvec 20\n2 sort array 1 1\n", "btor2.array-limit"},
      {"1 sort bitvec 1\n1 zero 1\n", "btor2.order"},
      {sorts + "6 frobnicate 1 3\n", "btor2.unknown"},
      {sorts + "6 constx 1 3\n", "btor2.unknown"},
      {sorts + "6 not 9 3\n", "btor2.undefined"},
      {sorts + "6 not 2 9\n", "btor2.undefined"},
      {sorts + "6 not 1 3\n", "btor2.sort"},
      {sorts + "6 and 2 3 5\n", "btor2.sort"},
      {sorts + "6 slice 1 3 4 4\n", "btor2.sort"},
      {sorts + "6 bad 3\n", "btor2.sort"},
      {sorts + "6 const 2 101\n", "btor2.number"},
      {sorts + "6 constd 2 16\n", "btor2.number"},
      {sorts + "6 constd 2 -9\n", "btor2.number"},
      {sorts + "6 consth 2 g\n", "btor2.number"},
      {sorts + "6 next 2 3 4\n", "btor2.state"},
      {sorts + "6 next 2 4 5\n", "btor2.sort"},
      {sorts + "6 next 2 4 3\n7 next 2 4 3\n", "btor2.redefined"},
      {sorts + "6 one 2\n7 init 2 4 6\n", "btor2.order"},
      {sorts + "6 not 2 3 name more\n", "btor2.extra"},
      {sorts + "6 justice 2 5\n", "btor2.missing"},
      {sorts + "6 sort array 2 2\n7 state 6\n8 bad -7\n", "btor2.sort"},
      {sorts + "6 sort array 2 2\n7 state 6\n8 read 2 7 5\n", "btor2.sort"},
      {sorts + "6 input 1 \n", "btor2.missing"},
      {sorts + "6 and 2 3 3 \n", "btor2.missing"},
      {sorts + "\t\n", "btor2.blank"},
      {sorts + "6 input\t1\n", "btor2.blank"},
      {sorts + "6 input 1", "btor2.truncated"},
      {sorts + "; a remark", "btor2.truncated"},
  };
  for (const auto& [text, code] : wrong) {
    const ReadBtor2 read(text);
    EXPECT_FALSE(read.file) << text;
    EXPECT_EQ(read.code(), code) << text;
  }
}

TEST(Btor2, RemarksFollowABlank) {
  const ReadBtor2 read("; first\n  1 sort bitvec 4 ; a sort\n\n2 input 1 a;b ; named\n3 not 1 2 ;\r\n4 state 1 s\r\n");
  ASSERT_TRUE(read.file) << read.code();
  EXPECT_EQ(read.file->inputs[0].symbol, "a;b");
  EXPECT_EQ(read.file->states[0].symbol, "s");
}

TEST(Btor2, AWitnessOfTooManyValues) {
  ReadBtor2 read("1 sort bitvec 16\n2 sort bitvec 1\n3 sort array 1 2\n4 state 3 mem\n");
  ASSERT_TRUE(read.file) << read.code();
  std::string text = "sat\nb0\n";
  for (int step = 0; step < 1000; ++step) text += fmt::format("@{}\n", step);
  const FileId witness = read.sources.add("x.wit", text + ".\n");
  EXPECT_FALSE(read_witnesses(*read.file, witness, read.sources, read.diagnostics));
  EXPECT_EQ(read.code(), "witness.too-large");
}

}  // namespace
}  // namespace whynot::front::hardware
