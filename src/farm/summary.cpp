// Rows, and the formats that are a farm's own: a table, JSON and a page.  JUnit and SARIF are written by those who
// write them for single models (as_reports.h).
#include "farm/summary.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

#include "farm/as_reports.h"
#include "report/json/value.h"
#include "report/paint.h"
#include "report/spelling.h"

namespace whynot::farm {
namespace {

using report::Json;

Row row_of(const Job& job, const Result& result) {
  Row row{job.id,
          job.command,
          job.model,
          result.state,
          result.done.exit,
          result.answer,
          result.done.recheck,
          result.done.report,
          result.state == State::Done ? result.done.why : result.why};
  row.cpu_seconds = result.done.cpu_seconds;
  return row;
}

// The more an answer says, the larger.
int weight(const PropertyAnswer& p) {
  if (p.verdict == "violated") return 3;
  return p.is_decided() ? 2 : 1;
}

bool says_more(const PropertyAnswer& one, const PropertyAnswer& other) {
  if (weight(one) != weight(other)) return weight(one) > weight(other);
  return one.bound.value_or(0) > other.bound.value_or(0);
}

int exit_of(const Answer& answer) {
  const auto any = [&](std::string_view verdict) {
    return std::any_of(answer.properties.begin(), answer.properties.end(),
                       [&](const PropertyAnswer& p) { return p.verdict == verdict; });
  };
  if (any("violated")) return exit_violated;
  return any("undecided") || answer.properties.empty() ? exit_undecided : exit_ok;
}

// Of a portfolio, what says most of each property.
void merge_first(Row& row, const Row& other) {
  for (const PropertyAnswer& p : other.answer.properties) {
    const auto mine = std::find_if(row.answer.properties.begin(), row.answer.properties.end(),
                                   [&](const PropertyAnswer& q) { return q.name == p.name; });
    const bool is_new = mine == row.answer.properties.end();
    if (!is_new && !says_more(p, *mine)) continue;
    if (is_new)
      row.answer.properties.push_back(p);
    else
      *mine = p;
    row.by = other.id;
    row.report = other.report;
    row.recheck = other.recheck;
  }
}

// Of cubes, what says least, but a violation of one is a violation.
void merge_cube(Row& row, const Row& other) {
  for (const PropertyAnswer& p : other.answer.properties) {
    const auto mine = std::find_if(row.answer.properties.begin(), row.answer.properties.end(),
                                   [&](const PropertyAnswer& q) { return q.name == p.name; });
    const bool is_new = mine == row.answer.properties.end();
    const bool worse = !is_new && (p.verdict == "violated" || (mine->verdict != "violated" && says_more(*mine, p)));
    if (!is_new && !worse) continue;
    if (is_new)
      row.answer.properties.push_back(p);
    else
      *mine = p;
    row.by = other.id;
    row.report = other.report;
    row.recheck = other.recheck;
  }
}

bool covers(const Result& result) {
  const auto& properties = result.answer.properties;
  return result.state == State::Done && properties.size() == 1 &&
         (properties[0].verdict == "holds" || properties[0].bound.has_value());
}

// Without an answer for every cube, and without a proof that there are no others, only a violation counts.
void doubt(Row& row, const std::string& why) {
  for (PropertyAnswer& p : row.answer.properties)
    if (p.verdict != "violated") {
      p.verdict = "undecided";
      p.bound.reset();
      p.reason = why;
    }
}

Row row_of(const Group& group, const Jobs& jobs, const std::vector<Result>& results) {
  const Job& first = jobs.all[group.jobs.front()];
  Row row{group.id, first.command, first.model, State::Waiting, 0, {}, "", "", ""};
  bool complete = true, covered = group.mode != Mode::Cubes;
  for (const std::size_t i : group.jobs) {
    const Result& result = results[i];
    row.cpu_seconds += result.done.cpu_seconds;
    if (jobs.all[i].is_cover) covered = covers(result);
    if (result.state == State::Refuted || (result.state == State::Failed && row.state == State::Waiting)) {
      row.state = result.state;
      row.why = fmt::format("{}: {}", jobs.all[i].id, result.why);
    }
    complete = complete && result.state == State::Done;
    if (result.state != State::Done || jobs.all[i].is_cover) continue;
    if (row.state != State::Refuted) row.state = State::Done;
    row.answer.errors.insert(row.answer.errors.end(), result.answer.errors.begin(), result.answer.errors.end());
    if (group.mode == Mode::Cubes)
      merge_cube(row, row_of(jobs.all[i], result));
    else
      merge_first(row, row_of(jobs.all[i], result));
    if (result.done.exit == exit_input || result.done.exit == exit_usage) row.exit = result.done.exit;
  }
  if (group.mode == Mode::Cubes && !complete) doubt(row, "not every cube has an answer");
  if (group.mode == Mode::Cubes && !covered) doubt(row, "the cubes are not known to cover all runs");
  if (!row.answer.properties.empty()) row.exit = exit_of(row.answer);
  return row;
}

std::string state_word(const Row& row) {
  switch (row.state) {
    case State::Done: return row.exit == exit_input || row.exit == exit_usage ? "refused" : "done";
    case State::Failed: return "failed";
    case State::Refuted: return "refuted";
    default: return "not run";
  }
}

// What is said of a row as a whole; empty: its properties say it.
std::string said_of(const Row& row) {
  if (row.state == State::Refuted) return "the re-check disagrees: " + row.why;
  if (row.state == State::Failed) return "failed: " + row.why;
  if (row.state != State::Done) return "not run yet";
  if (!row.answer.errors.empty()) return row.answer.errors[0].message;
  return row.answer.properties.empty() ? row.why : "";
}

struct Counts {
  std::size_t violated = 0, hold = 0, undecided = 0, failed = 0, refuted = 0, open = 0, refused = 0;
};

Counts count(const std::vector<Row>& rows) {
  Counts counts;
  for (const Row& row : rows) {
    if (row.state == State::Refuted)
      ++counts.refuted;
    else if (row.state == State::Failed)
      ++counts.failed;
    else if (row.state != State::Done)
      ++counts.open;
    else if (row.exit == exit_violated)
      ++counts.violated;
    else if (row.exit == exit_undecided)
      ++counts.undecided;
    else
      ++(row.exit == exit_ok ? counts.hold : counts.refused);
  }
  return counts;
}

std::string counts_text(const std::vector<Row>& rows) {
  const Counts c = count(rows);
  std::string out = report::counted(rows.size(), "job") + ":";
  const auto add = [&](std::size_t n, std::string_view what) {
    if (n > 0) out += fmt::format("{} {} {}", out.back() == ':' ? "" : ",", n, what);
  };
  add(c.refuted, "refuted by the re-check");
  add(c.violated, "violated");
  add(c.undecided, "undecided");
  add(c.failed, "failed");
  add(c.refused, "refused");
  add(c.open, "not run");
  add(c.hold, "good");
  return out;
}

std::string as_text(const std::vector<Row>& rows, const report::Style& style) {
  std::string out;
  const std::string* model = nullptr;
  for (const Row& row : rows) {
    if (!model || *model != row.model) out += fmt::format("{}{}\n", model ? "\n" : "", row.model);
    model = &row.model;
    const std::string said = said_of(row);
    if (!said.empty()) out += fmt::format("  ? {}: {}\n", row.id, said);
    if (row.state == State::Refuted) continue;
    for (const PropertyAnswer& p : row.answer.properties) {
      const std::string_view sign = p.verdict == "violated" ? "x" : "?";
      out += fmt::format("  {} {}: {} {}", p.is_decided() && p.verdict != "violated" ? "+" : sign, row.id, p.name,
                         p.words());
      if (!row.recheck.empty() && row.recheck != "none" && p.is_decided()) out += fmt::format(" ({})", row.recheck);
      out += "\n";
      if (!p.why.empty() && style.verbosity >= 0) out += fmt::format("      {}\n", p.why);
      if (!p.traces.empty() && style.verbosity >= 0) out += fmt::format("      whynot trace show {}\n", row.report);
    }
  }
  return out + (out.empty() ? "" : "\n") + counts_text(rows) + "\n";
}

Json property_part(const PropertyAnswer& p) {
  Json out = {{"name", report::valid_utf8(p.name)}};
  if (p.verdict == "value")
    out["value"] = p.value;
  else
    out["verdict"] = p.verdict;
  if (p.bound) out["bound"] = *p.bound;
  if (p.depth) out["depth"] = *p.depth;
  if (p.line) out["line"] = *p.line;
  if (!p.reason.empty()) out["reason"] = report::valid_utf8(p.reason);
  if (!p.why.empty()) out["why"] = report::valid_utf8(p.why);
  return out;
}

Json row_part(const Row& row, bool timing) {
  Json out = {{"id", report::valid_utf8(row.id)},
              {"command", row.command},
              {"model", report::valid_utf8(row.model)},
              {"state", state_word(row)}};
  if (row.state == State::Done) out["exit"] = row.exit;
  if (!row.why.empty()) out["why"] = report::valid_utf8(row.why);
  Json properties = Json::array(), errors = Json::array();
  for (const PropertyAnswer& p : row.answer.properties) properties.push_back(property_part(p));
  for (const Complaint& e : row.answer.errors)
    errors.push_back({{"code", report::valid_utf8(e.code)}, {"message", report::valid_utf8(e.message)}});
  if (row.state != State::Refuted) out["properties"] = std::move(properties);
  if (!errors.empty()) out["errors"] = std::move(errors);
  if (!row.recheck.empty()) out["recheck"] = row.recheck;
  if (timing && !row.by.empty()) out["by"] = report::valid_utf8(row.by);
  if (!row.report.empty() && (timing || row.by.empty())) out["report"] = report::valid_utf8(row.report);
  if (timing) out["cpu_s"] = row.cpu_seconds;
  return out;
}

std::string as_json(const std::vector<Row>& rows, bool timing) {
  const Counts c = count(rows);
  const Json summary = {{"jobs", rows.size()},      {"violated", c.violated}, {"good", c.hold},
                        {"undecided", c.undecided}, {"failed", c.failed},     {"refused", c.refused},
                        {"refuted", c.refuted},     {"not_run", c.open}};
  std::string out = "{\n  \"schema\": \"whynot-farm/1\",\n  \"summary\": " + report::dump(summary) + ",\n  \"jobs\": [";
  for (std::size_t i = 0; i < rows.size(); ++i)
    out += (i == 0 ? "\n    " : ",\n    ") + report::dump(row_part(rows[i], timing));
  return out + "\n  ]\n}\n";
}

std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : report::valid_utf8(text)) {
    if (c == '<')
      out += "&lt;";
    else if (c == '&')
      out += "&amp;";
    else if (c == '"')
      out += "&quot;";
    else
      out += c;
  }
  return out;
}

constexpr std::string_view page_head = R"(<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>whynot farm</title><style>
body{font:15px/1.5 system-ui,sans-serif;margin:2rem;color:#1c2430;background:#fff}
table{border-collapse:collapse;width:100%}th,td{text-align:left;padding:.3rem .7rem;border-bottom:1px solid #d7dde5;vertical-align:top}
th{position:sticky;top:0;background:#fff}.violated,.refuted{color:#a3262a}.holds,.value{color:#1d6b3a}.undecided,.failed{color:#7a5a00}
small{color:#5a6675}@media(prefers-color-scheme:dark){body,th{background:#12171e;color:#dde4ec}td,th{border-color:#2c3540}
.violated,.refuted{color:#ff8d8f}.holds,.value{color:#7fd79c}.undecided,.failed{color:#e7c35c}small{color:#9aa7b5}a{color:#8ab8ff}}
</style></head><body>
)";

std::string as_page(const std::vector<Row>& rows) {
  std::string out(page_head);
  out += fmt::format(
      "<h1>whynot farm</h1>\n<p>{}</p>\n<table><thead><tr><th>job</th><th>model</th><th>property</th>"
      "<th>answer</th><th>re-check</th></tr></thead><tbody>\n",
      escaped(counts_text(rows)));
  const auto line = [&](const Row& row, std::string_view property, std::string_view kind, const std::string& said) {
    const std::string id = row.report.empty()
                               ? escaped(row.id)
                               : fmt::format("<a href=\"{}\">{}</a>", escaped(row.report), escaped(row.id));
    out += fmt::format("<tr><td>{}</td><td>{}</td><td>{}</td><td class=\"{}\">{}</td><td>{}</td></tr>\n", id,
                       escaped(row.model), escaped(property), kind, said, escaped(row.recheck));
  };
  for (const Row& row : rows) {
    if (const std::string said = said_of(row); !said.empty())
      line(row, "", row.state == State::Refuted ? "refuted" : "failed", escaped(said));
    if (row.state == State::Refuted) continue;
    for (const PropertyAnswer& p : row.answer.properties)
      line(row, p.name, p.verdict,
           escaped(p.words()) + (p.why.empty() ? "" : fmt::format("<br><small>{}</small>", escaped(p.why))));
  }
  return out + "</tbody></table>\n</body></html>\n";
}

}  // namespace

std::vector<Row> rows_of(const Jobs& jobs, const std::vector<Result>& results) {
  std::vector<Row> rows;
  for (const Group& group : jobs.groups) {
    if (group.mode != Mode::All)
      rows.push_back(row_of(group, jobs, results));
    else
      for (const std::size_t i : group.jobs) rows.push_back(row_of(jobs.all[i], results[i]));
  }
  return rows;
}

ExitCode exit_code_of(const std::vector<Row>& rows) {
  constexpr std::array by_gravity =
      std::to_array<ExitCode>({exit_ok, exit_undecided, exit_violated, exit_usage, exit_input, exit_internal});
  std::size_t worst = 0;
  for (const Row& row : rows) {
    int code = row.state == State::Done ? row.exit : exit_undecided;
    if (row.state == State::Refuted) code = exit_internal;
    const auto at = std::find(by_gravity.begin(), by_gravity.end(), code);
    if (at != by_gravity.end()) worst = std::max(worst, static_cast<std::size_t>(at - by_gravity.begin()));
  }
  return by_gravity[worst];
}

namespace {

// How a format tells of many jobs in a way of its own; null: it joins the reports of the jobs, or cannot.
using Written = std::string (*)(const std::vector<Row>&, const report::WriteOptions&);
Written own_way(std::string_view format) {
  if (format == "json") return [](const auto& rows, const auto& o) { return as_json(rows, o.style.timing); };
  if (format == "html") return [](const auto& rows, const auto&) { return as_page(rows); };
  if (format == "human") return [](const auto& rows, const auto& o) { return as_text(rows, o.style); };
  return nullptr;
}

}  // namespace

bool has_format(const report::Format& format) { return own_way(format.name) || (format.join && !format.streams); }

std::string written(const std::vector<Row>& rows, const report::Format& format, const report::WriteOptions& options) {
  if (const Written write = own_way(format.name)) return write(rows, options);
  return joined_reports(rows, format, options);
}

}  // namespace whynot::farm
