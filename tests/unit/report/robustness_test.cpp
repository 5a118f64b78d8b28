// Readers meet damaged files: no crash, no endless loop, and an error or a trace.
#include <gtest/gtest.h>

#include "report/formats.h"
#include "report/json/json.h"
#include "report/json/jsonl.h"
#include "report/trace/itf.h"
#include "report/trace/nusmv_text.h"
#include "report/trace/nusmv_xml.h"
#include "unit/report/samples.h"

namespace whynot::report {
namespace {

std::vector<std::string> seeds() {
  NetSample sample;
  const TraceEntry& entry = sample.report.traces[0];
  std::vector<std::string> out = {write_json(sample.report), write_jsonl(sample.report), write_itf(entry, "net.smv"),
                                  write_nusmv_text(sample.report), write_nusmv_xml(entry, "LTL Counterexample")};
  Random random(11);
  for (int i = 0; i < 5; ++i) {
    ExprPool pool;
    const TraceEntry made = TraceMaker(pool, random).entry(true);
    out.push_back(write_itf(made, ""));
    out.push_back(write_nusmv_text(made, ""));
  }
  return out;
}

TEST(Robustness, ReadersFindWhatIsThere) {
  for (const std::string& text : seeds()) EXPECT_TRUE(read_any(text)) << text;
}

TEST(Robustness, TruncatedFiles) {
  for (const std::string& text : seeds())
    for (std::size_t length = 0; length < text.size(); length += 1 + text.size() / 150)
      read_any(std::string_view(text).substr(0, length));
}

TEST(Robustness, MutatedFiles) {
  Random random(5);
  const std::string pieces[] = {"{",
                                "}",
                                "[",
                                "]",
                                "\"",
                                "-> State: 1.1 <-\n",
                                "-- Loop starts here\n",
                                " = ",
                                "<node>",
                                "</node>",
                                "0ud",
                                "\xff",
                                "#bigint",
                                "9999999999999999999999",
                                "null",
                                "-1",
                                "1e999",
                                "<loops> 7 0 -3 </loops>"};
  for (const std::string& text : seeds())
    for (int round = 0; round < 150; ++round) {
      std::string damaged = text;
      for (std::size_t n = 1 + random.below(4); n > 0; --n) {
        const std::size_t at = random.below(damaged.size() + 1);
        if (random.chance(50))
          damaged.insert(at, pieces[random.below(std::size(pieces))]);
        else
          damaged.erase(at, random.below(12));
      }
      read_any(damaged);
    }
}

std::string repeated(std::string_view piece, std::size_t n) {
  std::string out;
  for (std::size_t i = 0; i < n; ++i) out += piece;
  return out;
}

TEST(Robustness, DeepNestingIsRefused) {
  const std::size_t n = 100'000;
  const std::string brackets = repeated("[", n) + repeated("]", n), terms = repeated("f(", n) + "a" + repeated(")", n);
  Diagnostics diagnostics;
  EXPECT_TRUE(read_itf("{\"vars\":[\"x\"],\"states\":[{\"x\":" + brackets + "}]}", 0, diagnostics).empty());
  ASSERT_EQ(diagnostics.all().size(), 1u);
  EXPECT_EQ(diagnostics.all()[0].code, "trace.too-deep");
  read_any(repeated("[", n));
  read_any(repeated("{\"a\":", n));
  read_any("<counter-example>" + repeated("<node>", n) + repeated("</node>", n) + "</counter-example>");
  read_any("<counter-example>" + repeated("<node>", n));
  EXPECT_TRUE(read_any("-> State: 1.1 <-\n x = " + terms + "\n"));  // a symbol with a long name
  read_any("-> State: 1.1 <-\n x = " + repeated("[", n) + "\n");
  read_any("-> State: 1.1 <-\n " + repeated("a.", n) + " = 1\n");
}

// Formats of changes unfold: a short file may mean a huge trace.
TEST(Robustness, LargeTracesAreRefused) {
  std::string text = "-> State: 1.1 <-\n";
  for (int i = 0; i < 5000; ++i) text += "  v" + std::to_string(i) + " = TRUE\n";
  text += repeated("-> State: 1.2 <-\n", 5000);
  for (std::size_t at = text.find("1.2"); at != std::string::npos; at = text.find("1.2", at))
    text.replace(at, 3, "1.9");
  Diagnostics diagnostics;
  read_nusmv_text(text, 0, diagnostics);
  ASSERT_FALSE(diagnostics.ok());
  EXPECT_EQ(diagnostics.all()[0].code, "trace.too-large");
}

TEST(Robustness, HugeNumbersAreNoValues) {
  const std::string digits(200'000, '9');
  EXPECT_TRUE(read_any("-> State: 1.1 <-\n x = " + digits + "\n y = 0ud4000000000_1\n z = 0ub_" + digits + "\n"));
  read_any("{\"vars\":[\"x\"],\"states\":[{\"x\":{\"#bigint\":\"" + digits + "\"}}]}");
  read_any("{\"vars\":[\"x\"],\"states\":[{\"x\":" + digits + "}]}");
}

}  // namespace
}  // namespace whynot::report
