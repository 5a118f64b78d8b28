// The table of formats.  A format is a row here; its writer and its reader have files of their own where they are more
// than a few lines.
#include "report/formats.h"

#include <fmt/format.h>

#include "report/draw/drawings.h"
#include "report/file/csv.h"
#include "report/file/html.h"
#include "report/file/junit.h"
#include "report/file/sarif.h"
#include "report/json/json.h"
#include "report/json/jsonl.h"
#include "report/text/text.h"
#include "report/trace/itf.h"
#include "report/trace/nusmv_text.h"
#include "report/trace/nusmv_xml.h"
#include "report/trace/vcd.h"

namespace whynot::report {
namespace {

bool has(std::string_view text, std::string_view word) { return text.find(word) != std::string_view::npos; }

// Events are one a line, and name themselves first.
bool is_events(std::string_view text) {
  if (!text.starts_with('{')) return false;
  const std::size_t key = text.find_first_not_of(" \t\r\n", 1);
  return key != std::string_view::npos && text.substr(key).starts_with("\"event\"");
}

bool is_report(std::string_view text) {
  if (!text.starts_with('{') || is_events(text)) return false;
  return has(text, "\"whynot-report/") || (has(text, "\"traces\"") && !has(text, "\"states\""));
}

bool is_other_object(std::string_view text) { return text.starts_with('{') && !is_events(text) && !is_report(text); }
bool is_nusmv_xml(std::string_view text) { return !text.starts_with('{') && has(text, "<counter-example"); }
bool is_nusmv_text(std::string_view text) {
  return !text.starts_with('{') && !is_nusmv_xml(text) && has(text, "-> State:");
}

// The writers; names say what comes out.
void as_text(const Report& report, const WriteOptions& options, const Write& write) {
  write(write_text(report, options.style));
  std::string missing;
  for (const TraceEntry& t : report.traces) {
    const auto chart = options.chart ? chart_text(t.trace, *options.chart, missing) : std::nullopt;
    if (chart) write(fmt::format("\n{}:\n{}", t.id, *chart));
  }
}

JsonOptions json_options(const WriteOptions& options) {
  return {options.style.timing, options.keeps_words ? "" : options.style.as};
}

void as_json(const Report& report, const WriteOptions& options, const Write& write) {
  write_json(report, json_options(options), write);
}

void as_events(const Report& report, const WriteOptions& options, const Write& write) {
  write_jsonl(report, json_options(options), write);
}

void as_junit(const Report& report, const WriteOptions& options, const Write& write) {
  write_junit(report, {options.style.timing, options.style.as}, write);
}

void as_html(const Report& report, const WriteOptions& options, const Write& write) {
  write_html(report, {options.style.timing}, options.page, options.line, write);
}

// Formats that hold one trace get the first; a report without traces gives an empty text.
void as_itf(const Report& report, const WriteOptions&, const Write& write) {
  if (!report.traces.empty()) write(write_itf(report.traces.front(), report.file));
}

void as_nusmv_xml(const Report& report, const WriteOptions&, const Write& write) {
  if (!report.traces.empty()) write(write_nusmv_xml(report.traces.front(), "Counterexample"));
}

void as_vcd(const Report& report, const WriteOptions& options, const Write& write) {
  if (!report.traces.empty()) write(write_vcd(report.traces.front(), {options.unroll}));
}

void as_nusmv_text(const Report& report, const WriteOptions&, const Write& write) { write_nusmv_text(report, write); }
void as_sarif(const Report& report, const WriteOptions& options, const Write& write) {
  write(write_sarif(report, {.words_as = options.style.as}));
}
void as_csv(const Report& report, const WriteOptions&, const Write& write) { write(write_csv(report)); }
void as_dot(const Report& report, const WriteOptions&, const Write& write) { write(write_dot(report)); }
void as_svg(const Report& report, const WriteOptions& options, const Write& write) {
  write(write_svg(report, options.chart));
}

constexpr Format rows[] = {
    {.name = "human",
     .ending = ".txt",
     .called = "text",
     .holds = {.verdicts = true, .traces = true},
     .write = as_text,
     .join = join_texts,
     .for_people = true},
    {.name = "json",
     .ending = ".json",
     .called = "JSON",
     .holds = {.verdicts = true, .traces = true},
     .write = as_json,
     .read = read_json_traces,
     .looks_like = is_report,
     .join = join_json},
    {.name = "jsonl",
     .ending = ".jsonl",
     .called = "JSON lines",
     .holds = {.verdicts = true, .traces = true},
     .write = as_events,
     .read = read_jsonl_traces,
     .looks_like = is_events,
     .join = join_lines,
     .streams = true},
    {.name = "itf",
     .ending = ".itf.json",
     .called = "ITF",
     .holds = {.traces = true},
     .write = as_itf,
     .read = read_itf,
     .looks_like = is_other_object,
     .one_trace = true},
    {.name = "nusmv",
     .ending = ".txt",
     .called = "NuSMV, text",
     .holds = {.traces = true},
     .write = as_nusmv_text,
     .read = read_nusmv_text,
     .looks_like = is_nusmv_text},
    {.name = "nusmv-xml",
     .ending = ".xml",
     .called = "NuSMV, XML",
     .holds = {.traces = true},
     .write = as_nusmv_xml,
     .read = read_nusmv_xml,
     .looks_like = is_nusmv_xml,
     .one_trace = true},
    {.name = "vcd", .ending = ".vcd", .called = "VCD", .holds = {.traces = true}, .write = as_vcd, .one_trace = true},
    {.name = "sarif",
     .ending = ".sarif",
     .called = "SARIF",
     .holds = {.verdicts = true},
     .write = as_sarif,
     .join = join_sarif},
    {.name = "junit",
     .ending = ".xml",
     .called = "JUnit",
     .holds = {.verdicts = true},
     .write = as_junit,
     .join = join_junit},
    {.name = "dot", .ending = ".dot", .called = "DOT", .holds = {.traces = true, .drawings = true}, .write = as_dot},
    {.name = "svg",
     .ending = ".svg",
     .called = "SVG",
     .holds = {.traces = true, .drawings = true, .intervals = true},
     .write = as_svg,
     .one_trace = true,
     .lays_out = true},
    {.name = "html",
     .ending = ".html",
     .called = "HTML, one page",
     .holds = {.verdicts = true, .traces = true},
     .write = as_html,
     .subformulas = true},
    {.name = "csv",
     .ending = ".csv",
     .called = "CSV",
     .holds = {.traces = true, .intervals = true},
     .write = as_csv,
     .one_trace = true},
};

// The names of the formats that `wanted` holds of.
template <class Wanted>
std::string names(std::string_view between, Wanted wanted) {
  std::string text;
  for (const Format& format : rows) {
    if (!wanted(format)) continue;
    if (!text.empty()) text += between;
    text += format.name;
  }
  return text;
}

}  // namespace

std::span<const Format> formats() { return rows; }

const Format* format_named(std::string_view name) {
  for (const Format& format : rows)
    if (format.name == name) return &format;
  return nullptr;
}

const Format* format_of(std::string_view text) {
  if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);
  const std::size_t begin = text.find_first_not_of(" \t\r\n");
  if (begin == std::string_view::npos) return nullptr;
  for (const Format& format : rows)
    if (format.looks_like && format.looks_like(text.substr(begin))) return &format;
  return nullptr;
}

const std::string& format_words() {
  static const std::string words = names("|", [](const Format&) { return true; });
  return words;
}

std::vector<ForeignTrace> read_traces(std::string_view text, FileId file, Diagnostics& diagnostics) {
  if (const Format* format = format_of(text)) return format->read(text, file, diagnostics);
  diagnostics.error("trace.unknown-format", "the file has no trace in a format that is read here", {file, 0, 0}).help =
      fmt::format("these are read: {}", names(", ", [](const Format& f) { return f.read != nullptr; }));
  return {};
}

bool read_any(std::string_view text) {
  bool found = false;
  for (const Format& format : rows) {
    if (!format.read) continue;
    Diagnostics diagnostics;
    ExprPool pool;
    for (const ForeignTrace& trace : format.read(text, 0, diagnostics))
      found = bind_trace(trace, guess_signature(trace, pool), diagnostics).has_value() || found;
  }
  return found;
}

}  // namespace whynot::report
