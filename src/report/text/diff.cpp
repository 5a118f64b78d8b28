// Matches columns by name, follows loops up to where both runs must have repeated, and lists what differs.
#include "report/text/diff.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

#include "report/number_text.h"
#include "report/spelling.h"

namespace whynot::report {
namespace {

constexpr std::size_t max_lines = 60;

struct SharedColumn {
  std::string name;
  std::size_t left = 0, right = 0;
};

std::vector<SharedColumn> shared_columns(const std::vector<Column>& left, const std::vector<Column>& right,
                                         TraceDifference& out) {
  std::map<std::string_view, std::size_t> index;
  for (std::size_t i = 0; i < right.size(); ++i) index.emplace(right[i].name, i);
  std::vector<SharedColumn> shared;
  for (std::size_t i = 0; i < left.size(); ++i) {
    const auto found = index.find(left[i].name);
    if (found == index.end()) {
      out.only_left.push_back(left[i].name);
      continue;
    }
    shared.push_back({left[i].name, i, found->second});
    index.erase(found);
  }
  for (const Column& column : right)
    if (index.contains(column.name)) out.only_right.push_back(column.name);
  return shared;
}

// Up to where two runs must be compared: words of periods p and q that agree on p + q letters agree forever.
std::size_t horizon(const Trace& left, const Trace& right) {
  const std::size_t l = left.steps.size(), r = right.steps.size();
  if (left.loop && right.loop) return std::max(*left.loop, *right.loop) + (l - *left.loop) + (r - *right.loop) + 1;
  if (left.loop) return r;
  return right.loop ? l : std::min(l, r);
}

class Comparer {
 public:
  Comparer(const Trace& left, const Trace& right) : left_(left), right_(right) {
    columns_ = shared_columns(left.signature->columns, right.signature->columns, out_);
    inputs_ = shared_columns(left.signature->inputs, right.signature->inputs, out_);
  }

  TraceDifference compare() {
    const bool both_finite = !left_.loop && !right_.loop;
    out_.lengths_differ =
        both_finite ? left_.steps.size() != right_.steps.size() : left_.loop.has_value() != right_.loop.has_value();
    if (left_.steps.empty() || right_.steps.empty()) return std::move(out_);
    std::size_t l = 0, r = 0;
    const std::size_t end = horizon(left_, right_);
    for (std::size_t position = 0; position < end; ++position) {
      compare_rows(position, columns_, left_.steps[l].state, right_.steps[r].state, false);
      if (position + 1 == end) break;
      compare_rows(position + 1, inputs_, *left_.inputs_out_of(l), *right_.inputs_out_of(r), true);
      l = *left_.after(l);
      r = *right_.after(r);
    }
    return std::move(out_);
  }

 private:
  void compare_rows(std::size_t position, const std::vector<SharedColumn>& columns, const std::vector<Value>& left,
                    const std::vector<Value>& right, bool input) {
    for (const SharedColumn& column : columns) {
      if (column.left >= left.size() || column.right >= right.size()) continue;
      const Value &a = left[column.left], &b = right[column.right];
      if (a != b) out_.cells.push_back({position, column.name, input, a.to_string(), b.to_string()});
    }
  }

  const Trace &left_, &right_;
  std::vector<SharedColumn> columns_, inputs_;
  TraceDifference out_;
};

std::string shape(const Trace& trace) {
  const std::string steps = counted(trace.steps.size(), "step");
  return trace.loop ? fmt::format("{}, repeats from step {}", steps, *trace.loop) : steps + ", no loop";
}

std::string listed(const std::vector<std::string>& names) {
  std::string out;
  for (const std::string& name : names) out += (out.empty() ? "" : ", ") + printable(name);
  return out;
}

std::vector<std::array<std::string, 4>> table_of(const TraceDifference& d, const Style& style, std::string_view left,
                                                 std::string_view right) {
  std::vector<std::array<std::string, 4>> lines = {{"step", "", std::string(left), std::string(right)}};
  for (const auto& cell : d.cells) {
    if (!style.full && lines.size() > max_lines) break;
    lines.push_back({std::to_string(cell.position), (cell.input ? "> " : "") + printable(cell.column),
                     printable(with_words_as(cell.left, style.as)), printable(with_words_as(cell.right, style.as))});
  }
  return lines;
}

std::string write_table(const std::vector<std::array<std::string, 4>>& lines) {
  std::array<std::size_t, 4> widths{};
  for (const auto& line : lines)
    for (std::size_t i = 0; i < 4; ++i) widths[i] = std::max(widths[i], display_width(line[i]));
  std::string out;
  for (const auto& line : lines) {
    std::string text;
    for (std::size_t i = 0; i < 4; ++i) text += (i ? "  " : "") + padded(line[i], widths[i]);
    text.erase(text.find_last_not_of(' ') + 1);
    out += text + "\n";
  }
  return out;
}

}  // namespace

TraceDifference difference(const Trace& left, const Trace& right) { return Comparer(left, right).compare(); }

std::string write_diff(const Trace& left, const Trace& right, std::string_view left_name, std::string_view right_name,
                       const Style& style) {
  TraceDifference d = difference(left, right);
  std::erase_if(d.cells, [&](const auto& cell) {
    return (!style.only.empty() && !any_glob_matches(style.only, cell.column)) ||
           any_glob_matches(style.hide, cell.column);
  });
  std::string out = fmt::format("{}: {}\n{}: {}\n", left_name, shape(left), right_name, shape(right));
  if (!d.only_left.empty()) out += fmt::format("only in {}: {}\n", left_name, listed(d.only_left));
  if (!d.only_right.empty()) out += fmt::format("only in {}: {}\n", right_name, listed(d.only_right));
  if (d.same()) return out + "no difference\n";
  if (d.cells.empty()) return out + "no difference in the values of the steps that both have\n";
  out += fmt::format("{}, the first at step {}\n", counted(d.cells.size(), "difference"), d.cells.front().position);
  const auto lines = table_of(d, style, left_name, right_name);
  out += write_table(lines);
  if (lines.size() - 1 < d.cells.size())
    out += fmt::format("… {} more (--full shows them)\n", d.cells.size() - (lines.size() - 1));
  return out;
}

}  // namespace whynot::report
