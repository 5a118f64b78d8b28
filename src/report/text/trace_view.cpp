// Filters columns, spells the cells, marks changes, and sets aside what never changes.
#include "report/text/trace_view.h"

#include <algorithm>
#include <set>

#include "report/number_text.h"
#include "report/spelling.h"

namespace whynot::report {
namespace {

constexpr std::size_t max_fixed = 8;  // more constant variables than this are folded

class ViewMaker {
 public:
  ViewMaker(const TraceEntry& entry, const Style& style, const std::vector<Cause>& causes)
      : entry_(entry), trace_(entry.trace), style_(style) {
    for (const Cause& cause : causes) causes_.insert(cause.column);
    view_.steps = trace_.steps.size();
    view_.loop = trace_.loop;
  }

  TraceView make() {
    const Signature& signature = *trace_.signature;
    for (std::size_t i = 0; i < signature.columns.size(); ++i)
      if (wanted(signature.columns[i].name))
        add(signature.columns[i],
            state_row(signature.columns[i].name, [&](std::size_t s) { return &trace_.steps[s].state[i]; }));
    if (entry_.define_values.size() == trace_.steps.size())
      for (std::size_t i = 0; i < entry_.defines.size(); ++i)
        if (wanted(entry_.defines[i].name))
          add(entry_.defines[i],
              state_row(entry_.defines[i].name, [&](std::size_t s) { return &entry_.define_values[s][i]; }));
    for (std::size_t i = 0; i < signature.inputs.size(); ++i)
      if (wanted(signature.inputs[i].name)) add(signature.inputs[i], input_row(i));
    add_actions();
    fold();
    return std::move(view_);
  }

 private:
  bool wanted(std::string_view name) const {
    return (style_.only.empty() || any_glob_matches(style_.only, name)) && !any_glob_matches(style_.hide, name);
  }

  // A word as it is asked for, everything else as it is.
  std::string cell_text(const Value& value) const {
    return value.is_word() ? word_text(value, style_.as) : value.to_string();
  }

  template <class At>
  ViewRow state_row(std::string_view name, At at) const {
    ViewRow row{printable(name), false, {}, {}};
    const std::size_t n = trace_.steps.size();
    for (std::size_t s = 0; s < n; ++s) {
      const bool changed = s > 0 && *at(s) != *at(s - 1);
      row.cells.push_back(s > 0 && !changed ? row.cells.back() : printable(cell_text(*at(s))));
      row.changed.push_back(changed);
    }
    const bool returns = trace_.loop && *at(*trace_.loop) != *at(n - 1);
    row.cells.push_back(returns ? row.cells[*trace_.loop] : "");
    row.changed.push_back(returns);
    return row;
  }

  ViewRow input_row(std::size_t i) const {
    ViewRow row{"> " + printable(trace_.signature->inputs[i].name), true, {}, {}};
    const Value* before = nullptr;
    const auto put = [&](const Inputs* inputs) {
      const Value* v = inputs && i < inputs->size() ? &(*inputs)[i] : nullptr;
      row.cells.push_back(v ? printable(cell_text(*v)) : "");
      row.changed.push_back(v && before && *v != *before);
      if (v) before = v;
    };
    for (const Step& step : trace_.steps) put(&step.inputs);
    put(trace_.loop ? &trace_.closing_inputs : nullptr);
    return row;
  }

  void add_actions() {
    ViewRow row{std::string(action_label), true, {}, {}};
    const auto put = [&](const SharedAction& action) {
      row.cells.push_back(action ? printable(action_text(*action)) : "");
      row.changed.push_back(false);
    };
    for (const Step& step : trace_.steps) put(step.action);
    put(trace_.closing_action);
    if (std::any_of(row.cells.begin(), row.cells.end(), [](const std::string& c) { return !c.empty(); })) {
      view_.has_closing = view_.has_closing || row.shown_at_closing();
      view_.rows.insert(view_.rows.begin(), std::move(row));
    }
  }

  // In a trace of one step nothing changes, and that is no reason to hide the state.
  void add(const Column& column, ViewRow row) {
    const bool changes = std::find(row.changed.begin(), row.changed.end(), true) != row.changed.end();
    const std::size_t moments = row.transition ? trace_.depth() : trace_.steps.size();
    const bool fixed = !style_.full && !changes && (column.frozen || moments > 1);
    if (!fixed) {
      view_.has_closing = view_.has_closing || (row.transition && row.shown_at_closing());
      view_.rows.push_back(std::move(row));
      return;
    }
    const Keep unless_frozen = causes_.contains(column.name) ? Keep::Always : Keep::Never;
    keep_.push_back(column.frozen ? Keep::Frozen : unless_frozen);
    row.cells = {row.transition ? row.cells[1] : row.cells[0]};  // one of many that are the same
    view_.fixed.push_back(std::move(row));
  }

  void fold() {
    if (view_.fixed.size() <= max_fixed || !style_.only.empty()) return;
    const auto frozen = static_cast<std::size_t>(std::count(keep_.begin(), keep_.end(), Keep::Frozen));
    std::vector<ViewRow> kept;
    for (std::size_t i = 0; i < keep_.size(); ++i)
      if (keep_[i] == Keep::Always || (keep_[i] == Keep::Frozen && frozen <= max_fixed))
        kept.push_back(std::move(view_.fixed[i]));
    view_.folded = keep_.size() - kept.size();
    view_.fixed = std::move(kept);
  }

  enum class Keep { Always, Frozen, Never };

  const TraceEntry& entry_;
  const Trace& trace_;
  const Style& style_;
  std::set<std::string> causes_;
  std::vector<Keep> keep_;  // of view_.fixed
  TraceView view_;
};

}  // namespace

TraceView view_of(const TraceEntry& entry, const Style& style, const std::vector<Cause>& causes) {
  return entry.trace.steps.empty() ? TraceView{} : ViewMaker(entry, style, causes).make();
}

std::string action_text(const Action& action) {
  std::string out = action.name;
  if (!action.args.empty()) out = Value::term(action.name, action.args).to_string();
  for (const std::string& word : {action.kind, action.event}) {
    if (!word.empty() && !out.empty()) out += ' ';
    out += word;
  }
  return out;
}

// Of a row the steps that some reason names, the last place being the transition that closes the loop.
static std::vector<bool> named_cells(const TraceView& view, const ViewRow& row, const Why& why) {
  const std::string label = row.transition ? row.label.substr(2) : row.label;
  std::vector<bool> named(view.steps + 1, false);
  const auto name = [&](const WhyPlace& place, std::size_t since) {
    if (printable(place.column) != label) return;
    for (std::size_t step = std::min(since, place.step); step <= place.step && step < view.steps; ++step)
      named[row.transition && place.closing ? view.steps : step] = true;
  };
  for (const WitnessCell& cell : why.witnesses.front().cells) name(cell.place, cell.place.step);
  for (const WhyLink& link : why.chain) {
    name(link.place, link.kind == "kept" && !link.place.closing ? link.since : link.place.step);
    for (const WhyPlace& place : link.because) name(place, place.step);
  }
  return named;
}

void make_pale(TraceView& view, const TraceEntry& entry, const Why& why) {
  if (why.witnesses.empty() || why.chain.empty() || !why.asked.empty()) return;
  const auto is_define = [&](const ViewRow& row) {
    return std::any_of(entry.defines.begin(), entry.defines.end(),
                       [&](const Column& c) { return printable(c.name) == row.label; });
  };
  for (ViewRow& row : view.rows) {
    if (row.label == action_label || is_define(row)) continue;
    const std::vector<bool> named = named_cells(view, row, why);
    for (std::size_t m = 0; m < row.cells.size(); ++m) {
      if (named[m] || row.cells[m].empty() || (m == view.steps && !row.transition)) continue;
      row.cells[m] = pale_cell;
      row.changed[m] = false;
    }
  }
  const auto is_pale = [](const std::string& cell) { return cell.empty() || cell == pale_cell; };
  view.left_out += std::erase_if(
      view.rows, [&](const ViewRow& row) { return std::all_of(row.cells.begin(), row.cells.end(), is_pale); });
  view.pale = std::any_of(view.rows.begin(), view.rows.end(), [](const ViewRow& row) {
    return std::find(row.cells.begin(), row.cells.end(), pale_cell) != row.cells.end();
  });
}

}  // namespace whynot::report
