// Columns by what they have to do with the failure; then stretches of steps in which nothing, or only a number, moves;
// and if that is not enough, a gap in the middle.
#include "report/text/trace_fold.h"

#include <fmt/format.h>

#include <algorithm>

#include "report/spelling.h"

namespace whynot::report {
namespace {

std::size_t lines_of(const StepLines& step) {
  return static_cast<std::size_t>(std::count(step.text.begin(), step.text.end(), '\n'));
}

// The place of a row among the columns; as many as there are for one that is not wanted.
std::size_t place_of(const ViewRow& row, const std::vector<std::string>& columns) {
  for (std::size_t i = 0; i < columns.size(); ++i)
    if (row.label == (row.transition ? "> " : "") + printable(columns[i])) return i;
  return columns.size();
}

constexpr std::size_t fewest_moves = 4;  // that are told together

bool goes_on(const StepLines& step, const StepLines& next) {
  return !step.moves.empty() && step.margin == next.margin &&
         std::equal(step.moves.begin(), step.moves.end(), next.moves.begin(), next.moves.end(),
                    [](const auto& a, const auto& b) { return a.label == b.label && a.by == b.by; });
}

// "steps 2 to 99   t = 2 … 99"
std::string told_together(const std::vector<StepLines>& steps, std::size_t begin, std::size_t end) {
  std::string moves;
  for (std::size_t i = 0; i < steps[begin].moves.size(); ++i)
    moves += fmt::format("{}{} = {} … {}", i == 0 ? "" : ", ", steps[begin].moves[i].label, steps[begin].moves[i].now,
                         steps[end - 1].moves[i].now);
  return fmt::format("{}steps {} to {}   {}\n", steps[begin].margin, begin, end - 1, moves);
}

std::vector<StepLines> without_quiet_steps(const std::vector<StepLines>& steps, std::string_view nothing) {
  std::vector<StepLines> out;
  for (std::size_t i = 0; i < steps.size();) {
    std::size_t end = i, moved = i + 1;
    while (end < steps.size() && steps[end].quiet && steps[end].margin == steps[i].margin) ++end;
    while (moved < steps.size() && goes_on(steps[moved - 1], steps[moved])) ++moved;
    if (end >= i + 2) {
      const std::string_view between = end == i + 2 ? "and" : "to";
      out.push_back({fmt::format("{}steps {} {} {}   {}\n", steps[i].margin, i, between, end - 1, nothing), true});
      i = end;
    } else if (moved >= i + fewest_moves) {
      out.push_back({told_together(steps, i, moved)});
      i = moved;
    } else {
      out.push_back(steps[i++]);
    }
  }
  return out;
}

}  // namespace

void keep_rows(TraceView& view, const std::vector<std::string>& columns, std::size_t most) {
  const std::size_t before = view.rows.size();
  if (!columns.empty()) {
    std::erase_if(view.rows, [&](const ViewRow& row) {
      return row.label != action_label && place_of(row, columns) == columns.size();
    });
    std::stable_sort(view.rows.begin(), view.rows.end(), [&](const ViewRow& a, const ViewRow& b) {
      const bool is_action = a.label == action_label, other = b.label == action_label;
      if (is_action || other) return is_action && !other;
      return place_of(a, columns) < place_of(b, columns);
    });
  }
  if (view.rows.size() > most) view.rows.resize(most);
  view.left_out += before - view.rows.size();
  view.has_closing = std::any_of(view.rows.begin(), view.rows.end(),
                                 [](const ViewRow& row) { return row.transition && row.shown_at_closing(); });
}

std::string on_screen(const std::vector<StepLines>& all, std::size_t most_lines, std::string_view nothing,
                      std::string_view indent) {
  const std::vector<StepLines> steps = without_quiet_steps(all, nothing);
  std::size_t lines = 0, begin = 0, end = steps.size();
  for (const StepLines& step : steps) lines += lines_of(step);
  std::string head, tail;
  if (lines > most_lines) {
    const std::size_t most_at_end = most_lines / 3, most_at_start = most_lines - most_at_end - 1;
    for (std::size_t used = 0; begin < end && (used += lines_of(steps[begin])) <= most_at_start; ++begin)
      head += steps[begin].text;
    for (std::size_t used = 0; end > begin && (used += lines_of(steps[end - 1])) <= most_at_end; --end)
      tail.insert(0, steps[end - 1].text);
    return fmt::format("{}{}… {} left out here (--full shows all)\n{}", head, indent, counted(end - begin, "change"),
                       tail);
  }
  for (const StepLines& step : steps) head += step.text;
  return head;
}

}  // namespace whynot::report
