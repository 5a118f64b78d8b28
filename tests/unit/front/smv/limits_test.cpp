// Sizes and depths that input can drive: nothing recurses without a limit, nothing is quadratic.
#include <fmt/format.h>

#include "loaded.h"

namespace whynot::front::smv {
namespace {

std::string chain(const std::string& part, const std::string& between, int n) {
  std::string out = part;
  for (int i = 1; i < n; ++i) out += between + part;
  return out;
}

TEST(Limits, LongChainsOfDefines) {
  for (const bool forward : {true, false}) {
    constexpr int n = 100'000;
    std::string text = "MODULE main\nVAR x : boolean;\nDEFINE\n";
    for (int i = 0; i < n; ++i) {
      const int from = forward ? i - 1 : i + 1;
      text += fmt::format("d{} := !{};\n", i, from < 0 || from == n ? "x" : fmt::format("d{}", from));
    }
    const Loaded l(fmt::format("{}INVARSPEC d{}\n", text, forward ? n - 1 : 0));
    ASSERT_TRUE(l.program) << l.messages();
  }
}

TEST(Limits, ACircleOfManyDefines) {
  std::string text = "MODULE main\nDEFINE\n";
  for (int i = 0; i < 100'000; ++i) text += fmt::format("d{} := !d{};\n", i, (i + 1) % 100'000);
  EXPECT_EQ(Loaded(text).codes(), Texts{"smv.circular-definition@100002"});
}

TEST(Limits, LongChainsOfOperators) {
  const std::string head = "MODULE main\nVAR x : boolean; y : 0..7; z : {a, b};\n";
  for (const char* op : {" & ", " | ", " -> ", " <-> ", " xor "})
    EXPECT_TRUE(Loaded(head + "INVAR " + chain("x", op, 100'000) + "\n").program) << op;
  for (const char* op : {" + ", " - "})
    EXPECT_TRUE(Loaded(head + "INVAR 3 < " + chain("y", op, 50'000) + "\n").program) << op;
  EXPECT_TRUE(Loaded(head + "INVAR y in {" + chain("1", ", ", 100'000) + "}\n").program);
  EXPECT_TRUE(Loaded(head + "INVAR y in (" + chain("1", " union ", 100'000) + ")\n").program);
  EXPECT_TRUE(Loaded(head + "INVAR " + std::string(100'000, '!') + "x\n").program);
  EXPECT_TRUE(Loaded(head + "LTLSPEC " + chain("X", " ", 100'000) + " x\n").program);
  EXPECT_TRUE(Loaded(head + "INVAR case " + chain("x : FALSE", "; ", 50'000) + "; TRUE : TRUE; esac\n").program);
}

TEST(Limits, BigEnumerations) {
  std::string symbols, branches;
  for (int i = 0; i < 5000; ++i) {
    symbols += fmt::format("{}s{}", i ? ", " : "", i);
    branches += fmt::format("e = s{} : s{};\n", i, (i * 7 + 1) % 5000);
  }
  const Loaded l("MODULE main\nVAR e : {" + symbols + "};\nASSIGN next(e) := case\n" + branches +
                 "TRUE : s0; esac; init(e) := {" + symbols + "};\n");
  ASSERT_TRUE(l.program) << l.messages();
  EXPECT_EQ(l.obligations(), Texts{});
}

TEST(Limits, DeepNestingIsADiagnostic) {
  const auto refused = [](const std::string& text) { return Loaded(text).codes(); };
  const std::string head = "MODULE main\nVAR x : boolean;\n";
  EXPECT_EQ(refused(head + "INVAR " + std::string(100'000, '(') + "x" + std::string(100'000, ')') + "\n"),
            Texts{"smv.too-deep@3"});
  EXPECT_EQ(refused(head + "PSLSPEC " + std::string(100'000, '(') + "x" + std::string(100'000, ')') + ";\n"),
            Texts{"smv.too-deep@3"});
  EXPECT_EQ(refused(head + "PSLSPEC " + std::string(100'000, '!') + "x;\n"), Texts{"smv.too-deep@3"});
  EXPECT_EQ(refused(head + "DEFINE d := " + std::string(100'000, '[') + "x" + std::string(100'000, ']') + ";\n"),
            Texts{"smv.too-deep@3"});
  EXPECT_EQ(refused("MODULE main\nVAR x : " + chain("array 0..0 of", " ", 100'000) + " boolean;\n"),
            Texts{"smv.too-deep@2"});
  EXPECT_TRUE(Loaded("MODULE main\nVAR x : " + chain("array 0..0 of", " ", 500) + " boolean;\n").program);
}

TEST(Limits, DeepAndManyInstances) {
  std::string deep, wide;
  for (int i = 0; i < 3000; ++i) deep += fmt::format("MODULE m{}\nVAR c : m{};\n", i, i + 1);
  EXPECT_EQ(Loaded(deep + "MODULE m3000\nMODULE main\nVAR c : m0;\n").codes(), Texts{"smv.too-deep@2000"});
  for (int i = 0; i < 40; ++i) wide += fmt::format("MODULE m{0}\nVAR c : m{1}; d : m{1};\n", i, i + 1);
  const Loaded l(wide + "MODULE m40\nMODULE main\nVAR c : m0;\n");
  ASSERT_EQ(l.codes().size(), 1u);
  EXPECT_TRUE(l.codes()[0].starts_with("smv.too-large"));
}

TEST(Limits, ParametersPassedOnAndOn) {
  std::string text = "MODULE a(p)\nDEFINE q := p;\nMODULE main\nVAR x : boolean;\nm0 : a(x);\n";
  for (int i = 1; i < 50'000; ++i) text += fmt::format("m{} : a(m{}.q);\n", i, i - 1);
  EXPECT_TRUE(Loaded(text + "INVARSPEC m49999.q\n").program);
  EXPECT_EQ(
      Loaded("MODULE a(p)\nDEFINE q := p; p.z := TRUE;\nMODULE main\nVAR x : a(y.p); y : a(x.p);\nINVARSPEC x.q\n")
          .codes()
          .size(),
      1u);
}

TEST(Limits, StrangeFiles) {
  std::string bytes;
  for (int i = 0; i < 256; ++i) bytes += static_cast<char>(i);
  for (const std::string& text :
       {std::string(), std::string(" \n"), std::string("MODULE"), std::string("MODULE main VAR"),
        std::string("MODULE main\nVAR x : {"), std::string("MODULE main\nASSIGN next("),
        std::string("MODULE main\nSPEC"), std::string("MODULE main\nPSLSPEC"),
        std::string("MODULE main\nCOMPUTE MIN ["), std::string(1000, '\0'), bytes + bytes})
    Loaded tried(text);  // no crash is all that is asked
  EXPECT_TRUE(Loaded("\xEF\xBB\xBFMODULE main\r\nVAR x : boolean;\r\nINVARSPEC x -- no newline").program);
}

}  // namespace
}  // namespace whynot::front::smv
