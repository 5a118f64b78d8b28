// AIGER files: names, both forms, and what is refused.
#include "front/hardware/aiger.h"

#include <gtest/gtest.h>

#include "support/circuit_oracle.h"
#include "support/rounds.h"

namespace whynot::front::hardware {
namespace {

struct Read {
  Sources sources;
  Diagnostics diagnostics;
  std::optional<AigerFile> file;

  explicit Read(const std::string& text) { file = read_aiger(sources.add("x.aag", text), sources, diagnostics); }
  std::string code() const { return diagnostics.all().empty() ? "" : diagnostics.all()[0].code; }
  std::string message() const { return diagnostics.all().empty() ? "" : diagnostics.all()[0].message; }
};

TEST(Aiger, NamesAndQuestions) {
  const Read read("aag 3 1 1 1 1 1 1\n2\n4 6 1\n4\n6\n3\n6 4 2\ni0 en\nl0 count[0]\nb0 full\no0 out\nc\nanything\n");
  ASSERT_TRUE(read.file) << read.message();
  ExprPool pool;
  const Design design = design_of(*read.file, pool);
  ASSERT_EQ(design.properties.size(), 1u);
  EXPECT_EQ(design.properties[0].name, "full");
  EXPECT_EQ(design.properties[0].text, "!full");
  EXPECT_EQ(pool.name_of(design.system.variables[0].variable), "en");
  EXPECT_EQ(pool.name_of(design.system.variables[1].variable), "count[0]");
  EXPECT_EQ(design.system.invar.size(), 1u);
  EXPECT_EQ(design.system.defines.size(), 2u) << "full and out";
}

TEST(Aiger, OutputsAreQuestionsWhereThereAreNoOthers) {
  EXPECT_EQ(Read("aag 1 1 0 1 0\n2\n2\n").file->questions().size(), 1u);
  EXPECT_EQ(Read("aag 1 1 0 1 0 0 1\n2\n2\n3\n").file->questions().size(), 0u) << "a constraint: 1.9";
}

TEST(Aiger, NamesThatAreTaken) {
  const Read read("aag 3 2 1 0 0 1\n2\n4\n6 6\n6\ni0 l0\ni1 l0\n");
  const AigerNames names = names_of(*read.file);
  EXPECT_EQ(names.inputs, (std::vector<std::string>{"l0", "l0#2"}));
  EXPECT_EQ(names.latches, (std::vector<std::string>{"l0#3"}));
}

TEST(Aiger, TheBinaryFormIsTheSameFile) {
  for (std::uint64_t seed = 1; seed <= rounds(60); ++seed) {
    const std::string text = oracle::random_aag(seed);
    const Read first(text);
    ASSERT_TRUE(first.file) << first.message() << "\n" << text;
    const Read binary(write_aiger(*first.file, true));
    ASSERT_TRUE(binary.file) << binary.message() << "\n" << text;
    const std::string again = write_aiger(*binary.file, false);
    EXPECT_EQ(again, write_aiger(*first.file, false));
    const oracle::Aag one(text), other(again);
    for (unsigned s = 0; s < 1u << one.latches; ++s)
      for (unsigned in = 0; in < 1u << one.inputs; ++in) {
        const auto a = one.values(s, in), b = other.values(s, in);
        EXPECT_EQ(one.successor(a), other.successor(b)) << text;
        EXPECT_EQ(oracle::Aag::is(a, one.bad[0]), oracle::Aag::is(b, other.bad[0])) << text;
      }
  }
}

TEST(Aiger, RefusesAtTheByte) {
  const std::pair<std::string, std::string> wrong[] = {
      {"", "aiger.header"},
      {"agg 1 1 0 0 0\n2\n", "aiger.header"},
      {"aag 1 1 0 0 1\n2\n2 2 2\n", "aiger.header"},
      {"aig 3 1 0 0 1\n\x02\x02", "aiger.header"},
      {"aag 1 1 0 0\n2\n", "aiger.number"},
      {"aag 1 x 0 0 0\n", "aiger.number"},
      {"aag 1 1 0 0 0\n2 2\n", "aiger.number"},
      {"aag 1 1 0 0 0\n", "aiger.truncated"},
      {"aag 1 1 0 0 0\n2", "aiger.truncated"},
      {"aag 90000 0 0 0 90000\n", "aiger.truncated"},
      {"aag 99999999999 0 0 0 0\n", "aiger.too-large"},
      {"aig 2000000 2000000 0 0 0\n", "aiger.too-large"},
      {"aag 1 1 0 0 0\n3\n", "aiger.literal"},
      {"aag 1 1 0 0 0\n0\n", "aiger.literal"},
      {"aag 1 1 0 1 0\n2\n4\n", "aiger.literal"},
      {"aag 2 2 0 0 0\n2\n2\n", "aiger.redefined"},
      {"aag 2 1 0 1 0\n2\n4\n", "aiger.undefined"},
      {"aag 2 1 1 0 0\n2\n4 2 2\n", "aiger.reset"},
      {"aag 3 1 0 1 2\n2\n4\n4 6 2\n6 4 2\n", "aiger.cycle"},
      {"aag 1 1 0 0 0\n2\nx0 name\n", "aiger.symbol"},
      {"aag 1 1 0 0 0\n2\ni1 name\n", "aiger.symbol"},
      {"aag 1 1 0 0 0\n2\ni0\n", "aiger.symbol"},
      {"aag 1 1 0 0 0\n2\ni0 a\ni0 b\n", "aiger.symbol"},
      {"aag 1 1 0 0 0\n2\ni0 name", "aiger.truncated"},
      {"aag 1 1 0 0 0\n2\nc\nremark", "aiger.truncated"},
      {"aag1 1 0 0 0\n2\n", "aiger.number"},
      {"aag 1  1 0 0 0\n2\n", "aiger.number"},
      {"aag 1 1 0 0 0 \n2\n", "aiger.number"},
      {"aag 2 1 1 0 0\n2\n4\t2\n", "aiger.number"},
      {std::string("aig 2 1 0 0 1\n\x00\x02", 16), "aiger.order"},
      {std::string("aig 2 1 0 0 1\n\x02\x09", 16), "aiger.order"},
      {std::string("aig 2 1 0 0 1\n\x82", 15), "aiger.truncated"},
      {std::string("aig 2 1 0 0 1\n\xff\xff\xff\xff\xff\xff", 20), "aiger.too-large"},
  };
  for (const auto& [text, code] : wrong) {
    const Read read(text);
    EXPECT_FALSE(read.file) << text;
    EXPECT_EQ(read.code(), code) << text;
    EXPECT_NE(read.message().find("(byte "), std::string::npos) << read.message();
  }
  EXPECT_EQ(Read("aag 1 1 0 0 0\n3\n").message(), "an input 3 should be even and at least 2 (byte 14)");
}

TEST(Aiger, EveryBeginningOfAFileIsReadOrRefused) {
  const std::string ascii = oracle::random_aag(7);
  const std::string binary = write_aiger(*Read(ascii).file, true);
  for (const std::string& text : {ascii, binary})
    for (std::size_t n = 0; n < text.size(); ++n) {
      const Read read(text.substr(0, n));
      EXPECT_EQ(read.file.has_value(), read.diagnostics.ok());
    }
}

}  // namespace
}  // namespace whynot::front::hardware
