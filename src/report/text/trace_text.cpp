// A table where it fits the width, else a list of changes step by step.
#include "report/text/trace_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "report/literal.h"
#include "report/paint.h"
#include "report/spelling.h"
#include "report/text/text.h"
#include "report/text/trace_fold.h"
#include "report/text/trace_view.h"

namespace whynot::report {
namespace {

class TraceLayout {
 public:
  // `most_lines`: of its steps; 0: as many as there are.
  TraceLayout(TraceView view, const Style& style, std::string_view indent, std::size_t most_lines = 0)
      : view_(std::move(view)), style_(style), paint_(style.color), indent_(indent), most_lines_(most_lines) {
    for (const ViewRow& row : view_.rows) label_width_ = std::max(label_width_, display_width(row.label));
  }

  // Whether it is a table.
  bool fits() {
    if (widths_.empty()) measure();
    return table_width() <= style_.width;
  }

  std::string write() {
    if (view_.steps == 0) return "";
    if (widths_.empty()) measure();
    write_fixed();
    if (view_.rows.empty())
      out_ += fmt::format("{}{}\n", indent_, counted(view_.steps, "step"));
    else if (table_width() <= style_.width)
      write_table();
    else
      write_list();
    write_legend();
    return std::move(out_);
  }

 private:
  std::size_t moments() const { return view_.steps + (view_.has_closing ? 1 : 0); }
  bool closing(std::size_t m) const { return m == view_.steps; }

  void measure() {
    for (std::size_t m = 0; m < moments(); ++m) {
      std::size_t width = display_width(head_of(m));
      for (const ViewRow& row : view_.rows) width = std::max(width, display_width(cell(row, m)));
      widths_.push_back(width);
    }
  }
  std::string head_of(std::size_t m) const { return closing(m) ? fmt::format("->{}", *view_.loop) : std::to_string(m); }
  // A state row has no value of its own on the way back: it is the loop's first step again.
  static std::string_view cell(const ViewRow& row, std::size_t m) {
    if (m + 1 == row.cells.size() && !row.transition) return "";
    return row.cells[m];
  }
  std::size_t table_width() const {
    std::size_t width = indent_.size() + label_width_ + 2;
    for (const std::size_t w : widths_) width += w + 3;
    return width;
  }

  void write_fixed() {
    if (!view_.fixed.empty()) {
      const std::size_t label = std::max<std::size_t>(label_width_, 5);
      std::string line = std::string(indent_) + padded("fixed", label);
      for (const ViewRow& row : view_.fixed) {
        const std::string item = fmt::format("{} = {}", row.label, row.cells[0]);
        if (display_width(line) + 3 + display_width(item) > style_.width &&
            display_width(line) > indent_.size() + label) {
          out_ += line + "\n";
          line = std::string(indent_) + std::string(label, ' ');
        }
        line += "   " + item;
      }
      out_ += line + "\n";
    }
    if (view_.folded != 0)
      out_ += paint_.dim(fmt::format("{}{} never {} (--full shows them)", indent_,
                                     counted(view_.folded, view_.fixed.empty() ? "variable" : "more variable"),
                                     view_.folded == 1 ? "changes" : "change")) +
              "\n";
    if (view_.left_out != 0)
      out_ +=
          paint_.dim(fmt::format("{}{} left out (--full shows all)", indent_, counted(view_.left_out, "more column"))) +
          "\n";
  }

  void write_table() {
    label_width_ = std::max<std::size_t>(label_width_, view_.fixed.empty() ? 4 : 5);
    table_line(
        "step", [&](std::size_t m) { return head_of(m); }, [](std::size_t) { return false; });
    for (const ViewRow& row : view_.rows)
      table_line(
          row.label, [&](std::size_t m) { return cell(row, m); },
          [&](std::size_t m) { return !closing(m) && row.changed[m]; });
  }

  template <class Cell, class Changed>
  void table_line(std::string_view label, Cell cell_of, Changed changed) {
    std::string line = std::string(indent_) + padded(label, label_width_);
    for (std::size_t m = 0; m < moments(); ++m) {
      line += view_.loop && (m == *view_.loop || closing(m)) ? " |" : "  ";
      const std::string text = padded(cell_of(m), widths_[m]);
      line.append(changed(m) ? "*" : " ").append(changed(m) ? paint_.bold(text) : text);
    }
    if (view_.loop && !view_.has_closing) line += " |";
    line.erase(line.find_last_not_of(' ') + 1);
    out_ += line + "\n";
  }

  void write_list() {
    std::vector<StepLines> steps;
    for (std::size_t s = 0; s < view_.steps; ++s) {
      const bool in_loop = view_.loop && s >= *view_.loop;
      const bool starts = view_.loop == s;
      steps.push_back(list_step(fmt::format("step {}", s), s, in_loop, starts ? "   the loop starts here" : ""));
      steps.back().quiet = steps.back().quiet && !starts;
    }
    std::string back;
    if (view_.loop) back = list_step(fmt::format("back to step {}", *view_.loop), view_.steps, true, "").text;
    if (most_lines_ > 0)
      out_ += on_screen(steps, most_lines_, indent_);
    else
      for (const StepLines& step : steps) out_ += step.text;
    out_ += back;
  }

  StepLines list_step(std::string_view head, std::size_t m, bool in_loop, std::string_view remark) const {
    const std::string margin =
        in_loop ? std::string(indent_.substr(0, indent_.size() - 2)) + "| " : std::string(indent_);
    std::string before, after;  // what leads into the step stands before what it leads to
    for (const ViewRow& row : view_.rows)
      if (listed(row, m)) (row.transition ? before : after) += list_line(row, m, margin);
    const std::string lines = before + after;
    const std::string_view nothing = lines.empty() ? "   nothing changes" : "";
    return {fmt::format("{}{}{}{}\n{}", margin, paint_.bold(head), remark, nothing, lines), lines.empty(),
            remark.empty() ? moves_into(m) : std::vector<StepLines::Move>(), margin};
  }

  // Numbers that change, where nothing else does.
  std::vector<StepLines::Move> moves_into(std::size_t m) const {
    constexpr std::size_t few = 3;
    std::vector<StepLines::Move> moves;
    for (const ViewRow& row : view_.rows) {
      if (!listed(row, m)) continue;
      const Value before = m == 0 || m == view_.steps ? Value() : read_literal(row.cells[m - 1]);
      const Value now = read_literal(row.cells[m]);
      if (row.transition || !before.is_integer() || !now.is_integer() || moves.size() == few) return {};
      moves.push_back({row.label, to_string(Integer(now.as_integer() - before.as_integer())), row.cells[m]});
    }
    return moves;
  }
  std::string list_line(const ViewRow& row, std::size_t m, std::string_view margin) const {
    const std::string text = fmt::format("{} = {}", row.label, row.cells[m]);
    const bool is_beside = !row.differs.empty();
    std::string_view star;
    if (is_beside) star = row.differs[m] ? "*" : " ";
    if (style_.full && !is_beside) star = row.changed[m] ? "*" : " ";
    return fmt::format("{}  {}{}\n", margin, star, row.changed[m] ? paint_.bold(text) : text);
  }
  bool listed(const ViewRow& row, std::size_t m) const {
    if (row.cells[m].empty()) return false;
    const bool begins_to_differ = m > 0 && !row.differs.empty() && row.differs[m] && !row.differs[m - 1];
    return m == 0 || style_.full || row.changed[m] || begins_to_differ || first_input(row, m) ||
           row.label == action_label;
  }
  // Inputs are shown where they first have a value: into step 1, or on the way back to a single step.
  static bool first_input(const ViewRow& row, std::size_t m) {
    return row.transition && m > 0 && row.cells[m - 1].empty();
  }

  void write_legend() {
    const auto input = [](const ViewRow& row) { return row.transition; };
    if (view_.loop) out_ += fmt::format("{}| = repeats for ever from step {}\n", indent_, *view_.loop);
    if (std::any_of(view_.rows.begin(), view_.rows.end(), input) ||
        std::any_of(view_.fixed.begin(), view_.fixed.end(), input))
      out_ += fmt::format("{}> = on the way into the step\n", indent_);
  }

  TraceView view_;
  const Style& style_;
  Paint paint_;
  std::string_view indent_;
  std::size_t most_lines_;
  std::size_t label_width_ = 0;
  std::vector<std::size_t> widths_;
  std::string out_;
};

}  // namespace

std::string trace_text(const TraceEntry& entry, const Style& style, const std::vector<Cause>& causes,
                       std::string_view indent) {
  return TraceLayout(view_of(entry, style, causes), style, indent).write();
}

std::string trace_text_beside(const TraceEntry& entry, const TraceEntry& other, const Style& style,
                              std::string_view indent) {
  Style everything = style;
  everything.full = true;
  const TraceView theirs = view_of(other, everything, {});
  const auto folded = [&](std::size_t m) {
    if (m < theirs.steps || !theirs.loop) return std::min(m, theirs.steps);
    return *theirs.loop + (m - theirs.steps) % (theirs.steps - *theirs.loop);
  };
  TraceView view = view_of(entry, style, {});
  for (ViewRow& row : view.rows) {
    const auto same =
        std::find_if(theirs.rows.begin(), theirs.rows.end(), [&](const ViewRow& r) { return r.label == row.label; });
    row.differs.assign(row.cells.size(), false);
    for (std::size_t m = 0; same != theirs.rows.end() && m < view.steps; ++m) {
      const bool closes = row.transition && m >= theirs.steps && theirs.loop == folded(m);
      row.differs[m] = row.cells[m] != same->cells[closes ? theirs.steps : folded(m)];
    }
  }
  const std::string legend = fmt::format("{}* = differs from {}\n", indent, printable(other.id));
  TraceLayout list(view, style, indent);
  if (!list.fits()) return list.write() + legend;  // of what happens; in a table all marks are differences
  for (ViewRow& row : view.rows) row.changed = row.differs;
  return TraceLayout(std::move(view), style, indent).write() + legend;
}

// Those that the failure rests on; what was asked for besides stays too.
static std::vector<std::string> columns_first(const TraceEntry& entry, const PropertyResult& result) {
  std::vector<std::string> columns = result.relevant;
  const auto add = [&](const std::string& name) {
    if (std::find(columns.begin(), columns.end(), name) == columns.end()) columns.push_back(name);
  };
  for (const Cause& cause : result.causes) add(cause.column);
  for (const Column& column : entry.defines) add(column.name);
  return columns;
}

std::string trace_on_screen(const TraceEntry& entry, const Style& style, const PropertyResult& result,
                            std::string_view indent) {
  if (style.full) return trace_text(entry, style, result.causes, indent);
  TraceView view = view_of(entry, style, result.causes);
  const std::vector<std::string> columns = columns_first(entry, result);
  const bool chosen = !style.only.empty();  // by hand: that is what is shown
  if (!chosen && !result.relevant.empty()) keep_rows(view, columns, view.rows.size());
  const std::string whole = TraceLayout(view, style, indent).write();
  if (std::count(whole.begin(), whole.end(), '\n') <= static_cast<std::ptrdiff_t>(screen_lines)) return whole;
  keep_rows(view, chosen ? std::vector<std::string>() : columns, screen_lines / 3);
  constexpr std::size_t above_and_below = 12;
  return TraceLayout(std::move(view), style, indent, screen_lines - above_and_below).write();
}

std::string write_trace_text(const TraceEntry& entry, const Style& style) {
  return trace_text(entry, style, {}, "    ");
}

}  // namespace whynot::report
