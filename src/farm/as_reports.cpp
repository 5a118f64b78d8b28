// Every property of every row becomes a property of the report about its model, with the line where it is declared;
// what could not be read becomes an error of the input.
#include "farm/as_reports.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <map>

#include "farm/summary.h"
#include "host/files.h"

namespace whynot::farm {
namespace {

struct OfModel {
  Sources sources;
  FileId file = 0;
  report::Report report;
};

Span line_span(const OfModel& of, std::optional<std::size_t> line) {
  if (of.file == 0 || !line || *line == 0) return {};
  const std::string_view text = of.sources.text(of.file);
  std::size_t begin = 0;
  for (std::size_t n = 1; n < *line && begin != std::string_view::npos; ++n) begin = text.find('\n', begin) + 1;
  const std::size_t end = std::min(text.find('\n', begin), text.size());
  return {of.file, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)};
}

Verdict verdict_of(const PropertyAnswer& p) {
  if (p.verdict == "violated") return Violated{NoEvidence{p.reason}};
  if (p.verdict == "holds") return Holds{};
  if (p.bound) return NoneUpTo{*p.bound, p.reason};
  if (p.verdict != "value") return Unknown{p.reason};
  const bool number = !p.value.empty() && p.value.find_first_not_of("0123456789") == std::string::npos;
  return number ? Computed{Integer(p.value)} : Computed{};
}

void add_property(OfModel& of, const Row& row, const PropertyAnswer& p) {
  report::PropertyResult result;
  result.property.name = p.name == row.id ? p.name : fmt::format("{} {}", row.id, p.name);
  result.property.text = p.text.empty() ? p.name : p.text;
  result.property.where = line_span(of, p.line);
  result.verdict = verdict_of(p);
  result.why = p.why;
  if (!p.traces.empty()) result.why += fmt::format("{}(trace in {})", p.why.empty() ? "" : " ", row.report);
  of.report.properties.push_back(std::move(result));
}

void add_error(OfModel& of, std::string code, std::string message, Span where) {
  Diagnostic d;
  d.code = std::move(code);
  d.message = std::move(message);
  d.where = where;
  of.report.diagnostics.push_back(std::move(d));
}

void add_row(OfModel& of, const Row& row) {
  if (row.state == State::Refuted) return add_error(of, "farm.refuted", fmt::format("{}: {}", row.id, row.why), {});
  for (const Complaint& e : row.answer.errors)
    add_error(of, e.code, fmt::format("{}: {}", row.id, e.message), line_span(of, e.line));
  for (const PropertyAnswer& p : row.answer.properties) add_property(of, row, p);
  if (!row.answer.properties.empty() || !row.answer.errors.empty()) return;
  report::PropertyResult nothing;
  nothing.property.name = row.id;
  nothing.verdict = Unknown{row.why.empty() ? "not run" : row.why};
  of.report.properties.push_back(std::move(nothing));
}

}  // namespace

std::string joined_reports(const std::vector<Row>& rows, const report::Format& format,
                           const report::WriteOptions& options) {
  std::deque<OfModel> models;
  std::map<std::string, OfModel*> by_name;
  for (const Row& row : rows) {
    OfModel*& of = by_name[row.model];
    if (!of) {
      of = &models.emplace_back();
      std::string error;
      if (const auto text = host::read_file(row.model, error, {.only_regular = true}))
        of->file = of->sources.add(row.model, *text);
      of->report.file = row.model;
      of->report.sources = &of->sources;
    }
    add_row(*of, row);
  }
  std::vector<report::Part> parts;
  for (const OfModel& of : models) {
    parts.emplace_back();
    format.write(of.report, options, [&](std::string_view piece) { parts.back() += piece; });
  }
  return format.join(parts);
}

}  // namespace whynot::farm
