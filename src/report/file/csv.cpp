#include "report/file/csv.h"

#include <fmt/format.h>

#include <algorithm>

#include "report/number_text.h"
#include "report/text/trace_view.h"

namespace whynot::report {
namespace {

std::string csv_cell(const std::string& text) {
  if (text.find_first_of("\",\n") == std::string::npos) return text;
  std::string out = "\"";
  for (char c : text) out += c == '"' ? "\"\"" : std::string(1, c);
  return out + "\"";
}

std::string intervals_table(const Report& report) {
  std::string out = "property,variable,lo,hi,length,from,to\n";
  for (const Finding& finding : report.findings) {
    const auto* f = std::get_if<Intervals>(&finding);
    if (!f || f->boxes) continue;
    const NumberStyle style = number_style(*f);
    for (const Interval& i : f->intervals)
      out += fmt::format("{},{},{},{},{},{},{}\n", csv_cell(f->property), csv_cell(f->variable), to_string(i.lo),
                         to_string(i.hi), to_string(Integer(i.hi - i.lo + 1)), csv_cell(number_text(i.lo, style)),
                         csv_cell(number_text(i.hi, style)));
  }
  return out;
}

void append_destinations(std::string& out, const std::string& pair, std::string_view change, const Destinations& d) {
  for (const std::string& cidr : d.cidr) out += fmt::format("{},{},{}\n", pair, change, csv_cell(cidr));
}

std::string difference_table(const NetworkDifference& difference) {
  std::string out = "from,to,change,prefix\n";
  for (const NetworkPair& p : difference.pairs) {
    const std::string pair = fmt::format("{},{}", csv_cell(p.from), csv_cell(p.to));
    append_destinations(out, pair, "lost", p.lost);
    append_destinations(out, pair, "gained", p.gained);
    append_destinations(out, pair, "rerouted", p.rerouted);
  }
  append_destinations(out, ",", "loop made", difference.made);
  append_destinations(out, ",", "loop mended", difference.mended);
  return out;
}

std::string trace_table(const TraceEntry& entry) {
  Style style;
  style.full = true;
  const TraceView view = view_of(entry, style, {});
  std::string out = "step";
  for (const ViewRow& row : view.rows) out += "," + csv_cell(row.transition ? row.label.substr(2) : row.label);
  out += '\n';
  for (std::size_t i = 0; i < view.steps + (view.has_closing ? 1 : 0); ++i) {
    out += i < view.steps ? std::to_string(i) : "back";
    if (i < view.steps && view.loop == i) out += " (loop)";
    for (const ViewRow& row : view.rows) out += "," + csv_cell(row.cells[i]);
    out += '\n';
  }
  return out;
}

}  // namespace

std::string write_csv(const Report& report) {
  const bool intervals = std::any_of(report.findings.begin(), report.findings.end(),
                                     [](const Finding& f) { return std::holds_alternative<Intervals>(f); });
  if (intervals) return intervals_table(report);
  for (const Finding& finding : report.findings)
    if (const auto* difference = std::get_if<NetworkDifference>(&finding)) return difference_table(*difference);
  return report.traces.empty() ? std::string() : trace_table(report.traces.front());
}

}  // namespace whynot::report
