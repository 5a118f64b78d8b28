// Random traces through every format that is both written and read.
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

std::string messages(const Diagnostics& diagnostics) {
  std::string out;
  for (const Diagnostic& d : diagnostics.all()) out += d.code + ": " + d.message + "\n";
  return out;
}

void expect_same(const Trace& expected, const Trace& found, const std::string& text) {
  ASSERT_EQ(expected.steps.size(), found.steps.size()) << text;
  for (std::size_t i = 0; i < expected.steps.size(); ++i)
    EXPECT_EQ(expected.steps[i], found.steps[i]) << "step " << i << "\n" << text;
  EXPECT_EQ(expected.loop, found.loop) << text;
  EXPECT_EQ(expected.closing_inputs, found.closing_inputs) << text;
  EXPECT_EQ(expected.closing_action, found.closing_action) << text;
}

// `write` gives the text of an entry; it must be detected as `format` and read back the same.
template <class Write>
void check_round_trips(std::string_view format, bool actions, std::uint64_t seed, Write write) {
  Random random(seed);
  for (int round = 0; round < 400; ++round) {
    ExprPool pool;
    const TraceEntry entry = TraceMaker(pool, random).entry(actions);
    const std::string text = write(entry);
    ASSERT_EQ(format_of(text), format_named(format)) << text;
    Diagnostics diagnostics;
    const auto traces = read_traces(text, 0, diagnostics);
    ASSERT_EQ(traces.size(), 1u) << messages(diagnostics) << text;
    const auto trace = bind_trace(traces[0], entry.trace.signature, diagnostics);
    ASSERT_TRUE(trace) << messages(diagnostics) << text;
    EXPECT_TRUE(diagnostics.all().empty()) << messages(diagnostics);
    expect_same(entry.trace, *trace, text);
    if (::testing::Test::HasFailure()) return;
  }
}

Report report_of(const TraceEntry& entry) {
  Report report;
  report.file = "m.smv";
  report.front = "smv";
  report.traces = {entry};
  return report;
}

TEST(RoundTrip, Json) {
  check_round_trips("json", true, 1, [](const TraceEntry& e) { return write_json(report_of(e)); });
}
TEST(RoundTrip, Jsonl) {
  check_round_trips("jsonl", true, 2, [](const TraceEntry& e) { return write_jsonl(report_of(e)); });
}
TEST(RoundTrip, Itf) {
  check_round_trips("itf", true, 3, [](const TraceEntry& e) { return write_itf(e, "m.smv"); });
}
TEST(RoundTrip, NusmvText) {
  check_round_trips("nusmv", false, 4, [](const TraceEntry& e) { return write_nusmv_text(e, "LTL Counterexample"); });
}
TEST(RoundTrip, NusmvXml) {
  check_round_trips("nusmv-xml", false, 5,
                    [](const TraceEntry& e) { return write_nusmv_xml(e, "LTL Counterexample"); });
}

// Without a model: what is guessed shows the same values, and a second trip changes nothing.
TEST(RoundTrip, GuessedSignaturesKeepTheText) {
  NetSample sample;
  const std::string text = write_nusmv_text(sample.report.traces[0], "LTL Counterexample");
  Diagnostics diagnostics;
  const auto traces = read_traces(text, 0, diagnostics);
  ASSERT_EQ(traces.size(), 1u);
  ExprPool pool;
  const auto signature = guess_signature(traces[0], pool);
  const auto trace = bind_trace(traces[0], signature, diagnostics);
  ASSERT_TRUE(trace) << messages(diagnostics);
  EXPECT_EQ(signature->columns[0].type.to_string(), "unsigned word[3]");
  EXPECT_EQ(signature->columns[1].type.to_string(), "{a, c, r1, r3}");
  EXPECT_EQ(signature->columns[2].type.to_string(), "0..2");
  EXPECT_TRUE(signature->inputs[0].type.is_boolean());
  TraceEntry again;
  again.trace = *trace;
  EXPECT_EQ(write_nusmv_text(again, "LTL Counterexample"), text);
}

}  // namespace
}  // namespace whynot::report
