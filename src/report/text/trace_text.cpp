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

constexpr std::size_t any_number = static_cast<std::size_t>(-1);

class TraceLayout {
 public:
  // `most_lines`: of its steps.
  TraceLayout(TraceView view, const Style& style, std::string_view indent, std::size_t most_lines = any_number)
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
    if (style_.full)
      for (const StepLines& step : steps) out_ += step.text;
    else
      out_ += on_screen(steps, most_lines_, nothing(), indent_);
    out_ += back;
  }

  StepLines list_step(std::string_view head, std::size_t m, bool in_loop, std::string_view remark) const {
    const std::string margin =
        in_loop ? std::string(indent_.substr(0, indent_.size() - 2)) + "| " : std::string(indent_);
    std::string before, after;  // what leads into the step stands before what it leads to
    for (const ViewRow& row : view_.rows)
      if (listed(row, m)) (row.transition ? before : after) += list_line(row, m, margin);
    const std::string lines = before + after;
    const std::string quiet = lines.empty() ? "   " + std::string(nothing()) : "";
    return {fmt::format("{}{}{}{}\n{}", margin, paint_.bold(head), remark, quiet, lines), lines.empty(),
            remark.empty() ? moves_into(m) : std::vector<StepLines::Move>(), margin};
  }
  std::string_view nothing() const { return view_.left_out == 0 ? "nothing changes" : "nothing of this changes"; }

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
    if (view_.loop) out_ += fmt::format("{}| = repeats forever from step {}\n", indent_, *view_.loop);
    if (std::any_of(view_.rows.begin(), view_.rows.end(), input) ||
        std::any_of(view_.fixed.begin(), view_.fixed.end(), input))
      out_ += fmt::format("{}> = on the way into the step\n", indent_);
    if (view_.pale)
      out_ += fmt::format("{}{} = the failure does not rest on it (--full shows all)\n", indent_, pale_cell);
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

// With fewer rows and steps where the whole does not fit: the first of these columns, or the first there are.
static std::string fitted(TraceView view, const Style& style, const std::vector<std::string>& columns,
                          std::string_view indent) {
  std::string whole = TraceLayout(view, style, indent).write();
  if (style.full || std::count(whole.begin(), whole.end(), '\n') <= static_cast<std::ptrdiff_t>(screen_lines))
    return whole;
  keep_rows(view, columns, screen_lines / 3);
  constexpr std::size_t above_and_below = 12;
  return TraceLayout(std::move(view), style, indent, screen_lines - above_and_below).write();
}

std::string trace_on_screen(const TraceEntry& entry, const Style& style, const PropertyResult& result,
                            std::string_view indent, const Why* why) {
  if (style.full) return trace_text(entry, style, result.causes, indent);
  TraceView view = view_of(entry, style, result.causes);
  const bool chosen = !style.only.empty();  // by hand: that is what is shown
  if (chosen) return fitted(std::move(view), style, {}, indent);
  const std::vector<std::string> columns = columns_first(entry, result);
  if (!result.relevant.empty()) keep_rows(view, columns, view.rows.size());
  if (why && TraceLayout(view, style, indent).fits()) make_pale(view, entry, *why);
  return fitted(std::move(view), style, columns, indent);
}

// Where each cell is not that of the same step of the other run; beyond that run's end there is nothing to compare.
static void mark_differences(TraceView& view, const TraceView& theirs) {
  const auto folded = [&](std::size_t m) {
    return m < theirs.steps ? m : *theirs.loop + (m - theirs.steps) % (theirs.steps - *theirs.loop);
  };
  const std::size_t end = theirs.loop ? view.steps : std::min(view.steps, theirs.steps);
  for (ViewRow& row : view.rows) {
    const auto same =
        std::find_if(theirs.rows.begin(), theirs.rows.end(), [&](const ViewRow& r) { return r.label == row.label; });
    row.differs.assign(row.cells.size(), false);
    for (std::size_t m = 0; same != theirs.rows.end() && m < end; ++m) {
      const bool closes = row.transition && m >= theirs.steps && theirs.loop == folded(m);
      row.differs[m] = row.cells[m] != same->cells[closes ? theirs.steps : folded(m)];
    }
  }
}

// What never changes and yet differs is worth its row.
static void bring_back(TraceView& view, const ViewRow& row) {
  const auto is_it = [&](const ViewRow& other) { return other.label == row.label; };
  if (std::any_of(view.rows.begin(), view.rows.end(), is_it)) return;
  if (std::erase_if(view.fixed, is_it) == 0 && view.folded > 0) --view.folded;
  view.rows.push_back(row);
  view.has_closing = view.has_closing || (row.transition && row.shown_at_closing());
}

// What comes after the end of a finite failing run is told in a line, if it is more than that.
static std::string cut_after(TraceView& view, std::size_t steps, std::string_view indent) {
  if (view.steps <= steps + 1) return "";
  const std::size_t more = view.steps - steps;
  const std::string loop = view.loop ? fmt::format(", forever from step {} on", *view.loop) : "";
  for (ViewRow& row : view.rows) {
    row.cells.resize(steps);
    row.cells.emplace_back();
    row.changed.resize(steps);
    row.changed.push_back(false);
    row.differs.resize(steps);
    row.differs.push_back(false);
  }
  view.steps = steps;
  view.loop.reset();
  view.has_closing = false;
  return fmt::format("{}it goes on for {}{} (--full shows all)\n", indent, counted(more, "more step"), loop);
}

std::string trace_text_beside(const TraceEntry& entry, const TraceEntry& other, const Style& style,
                              const std::vector<std::string>& relevant, std::string_view indent) {
  Style everything = style;
  everything.full = true;
  const TraceView theirs = view_of(other, everything, {});
  TraceView view = view_of(entry, style, {}), ours = view_of(entry, everything, {});
  mark_differences(view, theirs);
  mark_differences(ours, theirs);
  std::vector<std::string> columns = relevant;
  for (const ViewRow& row : ours.rows) {
    if (std::find(row.differs.begin(), row.differs.end(), true) == row.differs.end()) continue;
    columns.push_back(row.transition ? row.label.substr(2) : row.label);
    bring_back(view, row);
  }
  if (!style.full && style.only.empty() && !relevant.empty()) keep_rows(view, columns, view.rows.size());
  std::string legend;
  if (!style.full && !theirs.loop) legend = cut_after(view, theirs.steps, indent);
  legend += fmt::format("{}* = differs from {}\n", indent, printable(other.id));
  const bool is_table = TraceLayout(view, style, indent).fits();
  for (ViewRow& row : view.rows)
    if (is_table) row.changed = row.differs;  // else the list tells what happens
  return fitted(std::move(view), style, columns, indent) + legend;
}

std::string write_trace_text(const TraceEntry& entry, const Style& style) {
  return trace_text(entry, style, {}, "    ");
}

}  // namespace whynot::report
