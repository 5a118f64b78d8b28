// From what other tools write to values of a model's columns.
#include <gtest/gtest.h>

#include "report/formats.h"
#include "report/literal.h"
#include "report/trace/itf.h"
#include "report/trace/nusmv_text.h"
#include "unit/report/samples.h"

namespace whynot::report {
namespace {

TEST(Literal, ByLooks) {
  const std::pair<const char*, Value> cases[] = {
      {"TRUE", Value::boolean(true)},
      {"-12", num(-12)},
      {"open", sym("open")},
      {"0ud8_255", Value::word(8, false, 255)},
      {"0ub3_100", Value::word(3, false, 4)},
      {"0uh8_fF", Value::word(8, false, 255)},
      {"0uo6_17", Value::word(6, false, 15)},
      {"0b_101", Value::word(3, false, 5)},
      {"-0sd8_1", Value::word(8, true, 255)},
      {"0sd8_-1", Value::word(8, true, 255)},
      {"0sb3_100", Value::word(3, true, 4)},
      {"-0sd8_128", Value::word(8, true, 128)},
      {"f(a, g(1))", Value::term("f", {sym("a"), Value::term("g", {num(1)})})},
      {"{}", Value::set({})},
      {"{a, b}", Value::set({sym("a"), sym("b")})},
      {"{|1, 1|}", Value::bag({num(1), num(1)})},
      {"[a, 2]", Value::list({sym("a"), num(2)})},
      {"{a -> 1, b -> 2}", Value::map({{sym("a"), num(1)}, {sym("b"), num(2)}})}};
  for (const auto& [text, value] : cases) {
    EXPECT_EQ(read_literal(text), value) << text;
    EXPECT_EQ(read_literal(value.to_string()), value) << text;
  }
}

TEST(Literal, WhatIsNoLiteralIsASymbol) {
  for (const char* text : {"0ud8_256", "-0sd8_129", "0ud_5", "0ud0_0", "0ud99999999_1", "0ub3_102", "{a", "f(a",
                           "f(a) b", "{a -> 1, b}", "a b", "", "-", "_", "0", "p[1]"}) {
    const Value v = read_literal(text);
    if (std::string_view(text) == "0")
      EXPECT_EQ(v, num(0));
    else
      EXPECT_EQ(v, sym(text)) << text;
  }
}

TEST(Conform, ByTheTypeOfTheColumn) {
  ExprPool pool;
  const Type boolean = pool.boolean_type(), byte = pool.word_type(8, false), sbyte = pool.word_type(8, true);
  EXPECT_EQ(conform(num(1), boolean), Value::boolean(true));
  EXPECT_EQ(conform(sym("0"), boolean), Value::boolean(false));
  EXPECT_EQ(conform(sym("true"), boolean), Value::boolean(true));
  EXPECT_EQ(conform(sym("FALSE"), boolean), Value::boolean(false));
  EXPECT_EQ(conform(Value::word(1, false, 1), boolean), Value::boolean(true));
  EXPECT_EQ(conform(num(2), boolean), std::nullopt);
  EXPECT_EQ(conform(num(255), byte), Value::word(8, false, 255));
  EXPECT_EQ(conform(num(256), byte), std::nullopt);
  EXPECT_EQ(conform(num(-1), byte), std::nullopt);
  EXPECT_EQ(conform(num(-128), sbyte), Value::word(8, true, 128));
  EXPECT_EQ(conform(sym("0ub8_00000001"), byte), Value::word(8, false, 1));
  EXPECT_EQ(conform(sym("0ud7_1"), byte), std::nullopt);
  EXPECT_EQ(conform(Value::boolean(true), pool.word_type(1, false)), Value::word(1, false, 1));
  EXPECT_EQ(conform(sym("7"), pool.range_type(0, 7)), num(7));
  EXPECT_EQ(conform(sym("8"), pool.range_type(0, 7)), std::nullopt);
  EXPECT_EQ(conform(Value::boolean(true), pool.range_type(0, 7)), std::nullopt);
  const Type mixed = pool.enum_type({sym("a"), num(3)});
  EXPECT_EQ(conform(sym("3"), mixed), num(3));
  EXPECT_EQ(conform(sym("a"), mixed), sym("a"));
  EXPECT_EQ(conform(sym("b"), mixed), std::nullopt);
  EXPECT_EQ(conform(Value(), mixed), std::nullopt);
}

TEST(Conform, Composites) {
  ExprPool pool;
  const Type range = pool.range_type(0, 9), set = composite_type(pool, TypeKind::Set, range),
             bag = composite_type(pool, TypeKind::Bag, range);
  const Type map = composite_type(pool, TypeKind::Map, range, pool.boolean_type());
  EXPECT_EQ(conform(sym("{3, 1}"), set), Value::set({num(1), num(3)}));
  EXPECT_EQ(conform(sym("{3, 10}"), set), std::nullopt);
  EXPECT_EQ(conform(Value::list({num(1)}), set), std::nullopt);
  EXPECT_EQ(conform(Value::map({{num(4), num(2)}}), bag), Value::bag({num(4), num(4)}));
  EXPECT_EQ(conform(Value::map({{num(4), num(2'000'000'000)}}), bag), std::nullopt);
  EXPECT_EQ(conform(Value::map({{num(4), num(-1)}}), bag), std::nullopt);
  EXPECT_EQ(conform(sym("{}"), map), Value::map({}));
  EXPECT_EQ(conform(sym("{TRUE -> 3}"), map), Value::map({{Value::boolean(true), num(3)}}));
}

struct Bound {
  Sources sources;
  Diagnostics diagnostics;
  std::optional<Trace> trace;
};

void bind_text(Bound& out, const std::string& text, std::shared_ptr<const Signature> signature) {
  const FileId file = out.sources.add("trace.txt", text);
  const auto traces = read_traces(text, file, out.diagnostics);
  ASSERT_EQ(traces.size(), 1u);
  out.trace = bind_trace(traces[0], std::move(signature), out.diagnostics);
}

TEST(Bind, UnknownNamesAreOneNote) {
  NetSample sample;
  std::string text = write_nusmv_text(sample.report.traces[0], "");
  text.insert(text.find("    hops"), "    some_define = TRUE\n    other.define = 3\n");
  Bound bound;
  bind_text(bound, text, sample.report.traces[0].trace.signature);
  ASSERT_TRUE(bound.trace);
  ASSERT_EQ(bound.diagnostics.all().size(), 1u);
  EXPECT_EQ(bound.diagnostics.all()[0].severity, Severity::Note);
  EXPECT_EQ(bound.diagnostics.all()[0].code, "trace.ignored");
  EXPECT_EQ(bound.diagnostics.all()[0].message,
            "2 names are not a variable of the model and ignored: `some_define`, `other.define`");
}

TEST(Bind, IllTypedValuesPointAtTheirLine) {
  NetSample sample;
  std::string text = write_nusmv_text(sample.report.traces[0], "");
  text.replace(text.find("location = r3"), 13, "location = r9");
  Bound bound;
  bind_text(bound, text, sample.report.traces[0].trace.signature);
  EXPECT_FALSE(bound.trace);
  ASSERT_EQ(bound.diagnostics.errors(), 1u);  // though the loop repeats it
  const Diagnostic& d = bound.diagnostics.all().back();
  EXPECT_EQ(d.code, "trace.bad-value");
  EXPECT_EQ(d.message, "`location = r9` at step 2: the variable is of type {a, b, c, r1, r3}");
  EXPECT_EQ(bound.sources.line(d.where.file, bound.sources.place(d.where).line), "    location = r9");
}

TEST(Bind, MissingColumnsAreErrors) {
  NetSample sample;
  std::string text = write_nusmv_text(sample.report.traces[0], "");
  text.erase(text.find("    hops = 0\n"), 13);
  Bound bound;
  bind_text(bound, text, sample.report.traces[0].trace.signature);
  EXPECT_FALSE(bound.trace);
  ASSERT_EQ(bound.diagnostics.all().size(), 1u);
  EXPECT_EQ(bound.diagnostics.all()[0].code, "trace.missing-column");
  EXPECT_EQ(bound.diagnostics.all()[0].message, "`hops` has no value at step 0");
}

TEST(Bind, NamesThatAreNotUtf8ComeBack) {
  ExprPool pool;
  auto signature = std::make_shared<Signature>();
  signature->columns = {{"a\xff", pool.boolean_type(), {}, false}, {"b\x01", pool.boolean_type(), {}, false}};
  TraceEntry entry;
  entry.trace.signature = signature;
  entry.trace.steps = {{{Value::boolean(true), Value::boolean(false)}, {}, {}}};
  for (const std::string& text : {write_itf(entry, "\xfe"), write_nusmv_text(entry, "")}) {
    Bound bound;
    bind_text(bound, text, signature);
    ASSERT_TRUE(bound.trace) << text;
    EXPECT_EQ(bound.trace->steps, entry.trace.steps);
  }
}

// The example of formats.md in spirit: numbers in both forms, params given once, no repeated state.
TEST(Itf, ForeignFiles) {
  constexpr std::string_view text = R"({"#meta": {"description": "made elsewhere"},
    "params": ["N"], "vars": ["x", "s", "m", "r", "t"], "loop": 1,
    "states": [
      {"#meta": {"index": 0}, "N": {"#bigint": "3"}, "x": 1, "s": {"#set": ["a", "b"]}, "m": {"#map": [["k", {"#bigint": "-4"}]]},
       "r": {"f": true, "g": {"#tup": [1, "z"]}}, "t": {"tag": "Banana", "value": {"#bigint": "12345678901234567890123"}}},
      {"x": {"#bigint": "2"}, "s": {"#set": []}, "m": {"#map": []}, "r": {"#unserializable": "Nat"}, "t": "z"}]})";
  Diagnostics diagnostics;
  const auto traces = read_itf(text, 0, diagnostics);
  ASSERT_EQ(traces.size(), 1u);
  EXPECT_EQ(traces[0].frozen, std::vector<std::string>{"N"});
  ExprPool pool;
  const auto trace = bind_trace(traces[0], guess_signature(traces[0], pool), diagnostics);
  ASSERT_TRUE(trace);
  EXPECT_EQ(trace->loop, 1u);
  EXPECT_EQ(trace->steps[0].state[2], Value::set({sym("a"), sym("b")}));
  EXPECT_EQ(trace->steps[0].state[4].to_string(), "{f -> TRUE, g -> [1, z]}");
  EXPECT_EQ(trace->steps[0].state[5].to_string(), "Banana(12345678901234567890123)");
  EXPECT_EQ(trace->steps[1].state[0], num(3));  // the parameter is carried on
}

TEST(Itf, WordsKeepTheirTypeWithoutAModel) {
  NetSample sample;
  Diagnostics diagnostics;
  const auto traces = read_itf(write_itf(sample.report.traces[0], ""), 0, diagnostics);
  ExprPool pool;
  const auto trace = bind_trace(traces[0], guess_signature(traces[0], pool), diagnostics);
  ASSERT_TRUE(trace);
  EXPECT_EQ(trace->steps[0].state[0], Value::word(3, false, 5));
  EXPECT_TRUE(trace->signature->columns[0].frozen);
}

std::string itf_code(std::string_view text) {
  Diagnostics diagnostics;
  read_itf(text, 0, diagnostics);
  return diagnostics.all().empty() ? "" : diagnostics.all()[0].code;
}

TEST(Itf, BadFilesAreRefused) {
  EXPECT_EQ(itf_code("[]"), "trace.shape");
  EXPECT_EQ(itf_code("{\"states\": 3}"), "trace.shape");
  EXPECT_EQ(itf_code("{\"states\": [{\"x\": 1.5}]}"), "trace.bad-value");
  EXPECT_EQ(itf_code("{\"states\": [{\"x\": {\"#bigint\": \"1a\"}}]}"), "trace.bad-value");
  EXPECT_EQ(itf_code("{\"states\": [{\"x\": 1}], \"loop\": 1}"), "trace.bad-loop");
  EXPECT_EQ(itf_code("{\"states\": [{\"x\": 1e999}]}"), "trace.json");
  EXPECT_EQ(itf_code("{\"states\": [{\"\xff\": 1}]}"), "trace.json");
}

TEST(Format, IsGuessedFromTheText) {
  EXPECT_EQ(format_of(""), nullptr);
  EXPECT_EQ(format_of("MODULE main"), nullptr);
  EXPECT_EQ(format_of("\xef\xbb\xbf{\"vars\": []}"), format_named("itf"));
  EXPECT_EQ(format_of("{\"traces\": []}"), format_named("json"));
  EXPECT_EQ(format_of("<?xml version=\"1.0\"?><counter-example/>"), format_named("nusmv-xml"));
  EXPECT_EQ(format_of("-- specification AG p is false\n<counter-example/>"), format_named("nusmv-xml"));
  EXPECT_EQ(format_of("x\n  -> State: 1.1 <-\n"), format_named("nusmv"));
  Diagnostics diagnostics;
  EXPECT_TRUE(read_traces("MODULE main", 0, diagnostics).empty());
  EXPECT_EQ(diagnostics.all()[0].code, "trace.unknown-format");
}

TEST(Bind, EmptyTraces) {
  NetSample sample;
  Diagnostics diagnostics;
  EXPECT_FALSE(bind_trace(ForeignTrace{}, sample.report.traces[0].trace.signature, diagnostics));
  EXPECT_EQ(diagnostics.all()[0].code, "trace.empty");
}

}  // namespace
}  // namespace whynot::report
