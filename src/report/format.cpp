#include "report/format.h"

#include "report/json/json.h"
#include "report/trace/itf.h"
#include "report/trace/nusmv_text.h"
#include "report/trace/nusmv_xml.h"

namespace whynot::report {
namespace {

std::vector<ForeignTrace> read_as(Format format, std::string_view text, FileId file, Diagnostics& diagnostics) {
  switch (format) {
    case Format::Json: return read_json_traces(text, file, diagnostics);
    case Format::Jsonl: return read_jsonl_traces(text, file, diagnostics);
    case Format::Itf: return read_itf(text, file, diagnostics);
    case Format::NusmvText: return read_nusmv_text(text, file, diagnostics);
    case Format::NusmvXml: return read_nusmv_xml(text, file, diagnostics);
  }
  return {};
}

Format kind_of_json(std::string_view text) {
  const auto has = [&](std::string_view word) { return text.find(word) != std::string_view::npos; };
  const std::size_t first_key =
      text.find_first_not_of(" \t\r\n", 1);  // events are one a line, and name themselves first
  if (first_key != std::string_view::npos && text.substr(first_key).starts_with("\"event\"")) return Format::Jsonl;
  if (has("\"whynot-report/")) return Format::Json;
  return has("\"states\"") || !has("\"traces\"") ? Format::Itf : Format::Json;
}

}  // namespace

std::string_view format_name(Format format) {
  switch (format) {
    case Format::Json: return "json";
    case Format::Jsonl: return "jsonl";
    case Format::Itf: return "itf";
    case Format::NusmvText: return "nusmv";
    case Format::NusmvXml: return "nusmv-xml";
  }
  return "";
}

std::optional<Format> detect_format(std::string_view text) {
  if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);
  const std::size_t begin = text.find_first_not_of(" \t\r\n");
  if (begin == std::string_view::npos) return std::nullopt;
  if (text[begin] == '{') return kind_of_json(text.substr(begin));
  if (text.find("<counter-example") != std::string_view::npos) return Format::NusmvXml;
  if (text.find("-> State:") != std::string_view::npos) return Format::NusmvText;
  return std::nullopt;
}

std::vector<ForeignTrace> read_traces(std::string_view text, FileId file, Diagnostics& diagnostics,
                                      std::optional<Format> format) {
  if (!format) format = detect_format(text);
  if (format) return read_as(*format, text, file, diagnostics);
  diagnostics.error("trace.unknown-format", "the file has no trace in a format that is read here", {file, 0, 0}).help =
      "known are our own report (json, jsonl), itf, nusmv and nusmv-xml";
  return {};
}

bool read_any(std::string_view text) {
  bool found = false;
  for (const Format format : {Format::Json, Format::Jsonl, Format::Itf, Format::NusmvText, Format::NusmvXml}) {
    Diagnostics diagnostics;
    ExprPool pool;
    for (const ForeignTrace& trace : read_as(format, text, 0, diagnostics))
      found = bind_trace(trace, guess_signature(trace, pool), diagnostics).has_value() || found;
  }
  return found;
}

}  // namespace whynot::report
