// Matches foreign names to columns and reads each value by its column's type.
#include "report/trace/foreign.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "report/literal.h"
#include "report/spelling.h"

namespace whynot::report {

void ForeignBuilder::set(ForeignRow& row, std::size_t index, Value value, std::uint32_t at) {
  if (row.size() <= index) row.resize(index + 1);
  row[index] = {std::move(value), at};
}

std::size_t ForeignBuilder::index_of(std::string_view name, std::vector<std::string>& names, Index& index) {
  const auto [entry, is_new] = index.emplace(std::string(name), names.size());
  if (is_new) names.emplace_back(name);
  return entry->second;
}

bool ForeignBuilder::add(ForeignStep step) {
  cells_ += step.state.size() + step.inputs.size() + 1;
  if (cells_ > max_foreign_cells) {
    diagnostics_->error("trace.too-large", fmt::format("the trace has more than {} values", max_foreign_cells),
                        {trace_.file, step.at, step.at});
    return false;
  }
  trace_.steps.push_back(std::move(step));
  return true;
}

// Rows may be of different length: what is missing at the end is undefined.
static bool same_row(const ForeignRow& a, const ForeignRow& b) {
  const std::size_t common = std::min(a.size(), b.size());
  const auto undefined = [](const ForeignCell& c) { return !c.value.defined(); };
  return std::equal(a.begin(), a.begin() + static_cast<std::ptrdiff_t>(common), b.begin()) &&
         std::all_of(a.begin() + static_cast<std::ptrdiff_t>(common), a.end(), undefined) &&
         std::all_of(b.begin() + static_cast<std::ptrdiff_t>(common), b.end(), undefined);
}

void ForeignBuilder::close_repeated_loop(std::vector<std::size_t> loops) {
  std::vector<ForeignStep>& steps = trace_.steps;
  std::erase_if(loops, [&](std::size_t l) { return l >= steps.size(); });
  std::sort(loops.begin(), loops.end());
  loops.erase(std::unique(loops.begin(), loops.end()), loops.end());
  if (loops.empty()) return;
  const std::size_t last = steps.size() - 1;
  std::vector<std::size_t> before;
  std::copy_if(loops.begin(), loops.end(), std::back_inserter(before),
               [&](std::size_t l) { return l < last && same_row(steps[l].state, steps[last].state); });
  trace_.closing_inputs = steps[last].inputs;
  trace_.closing_action = steps[last].action;
  if (!before.empty()) {
    trace_.loops = std::move(before);
    steps.pop_back();
    return;
  }
  trace_.loops = std::move(loops);
  if (trace_.loops.front() != last)
    diagnostics_->warning(
        "trace.open-loop",
        fmt::format("the last state is not the one that the loop returns to, step {}; the loop is taken to "
                    "lead from the last state there",
                    trace_.loops.front()),
        {trace_.file, steps[last].at, steps[last].at});
}

namespace {

// The columns of a model and where a foreign trace has them.  Names are also known as writers of ours spell
// them where they are not plain UTF-8.
class NameTable {
 public:
  explicit NameTable(const std::vector<Column>& columns) {
    for (std::size_t i = 0; i < columns.size(); ++i) index_.emplace(columns[i].name, i);
    for (std::size_t i = 0; i < columns.size(); ++i) {
      index_.emplace(valid_utf8(columns[i].name), i);
      index_.emplace(printable(columns[i].name), i);
    }
  }
  const std::size_t* find(const std::string& name) const {
    const auto found = index_.find(name);
    return found == index_.end() ? nullptr : &found->second;
  }

 private:
  std::unordered_map<std::string, std::size_t> index_;
};

class Binder {
 public:
  Binder(const ForeignTrace& foreign, const Signature& signature, Diagnostics& diagnostics, bool incomplete)
      : foreign_(foreign), signature_(signature), diagnostics_(diagnostics), incomplete_(incomplete) {
    state_map_ = positions(foreign.columns, signature.columns);
    input_map_ = positions(foreign.inputs, signature.inputs);
    missing_.resize(signature.columns.size() + signature.inputs.size());
    bad_.resize(missing_.size());
  }

  State state(const ForeignRow& row, std::size_t step, std::uint32_t at) {
    return values(row, state_map_, signature_.columns, 0, step, at);
  }
  Inputs inputs(const ForeignRow& row, std::size_t step, std::uint32_t at) {
    return values(row, input_map_, signature_.inputs, signature_.columns.size(), step, at);
  }
  bool ok() const { return ok_; }

  void say_ignored() {
    if (ignored_.empty()) return;
    std::string names;
    for (std::size_t i = 0; i < ignored_.size() && i < 8; ++i)
      names += (i ? ", `" : "`") + printable(ignored_[i]) + "`";
    if (ignored_.size() > 8) names += ", …";
    diagnostics_.add({Severity::Note,
                      "trace.ignored",
                      fmt::format("{} not a variable of the model and ignored: {}",
                                  counted(ignored_.size(), "name is", "names are"), names),
                      {foreign_.file, 0, 0},
                      {},
                      {}});
  }

 private:
  // For each column of the model its position in the foreign rows.
  std::vector<std::optional<std::size_t>> positions(const std::vector<std::string>& names,
                                                    const std::vector<Column>& columns) {
    const NameTable table(columns);
    std::vector<std::optional<std::size_t>> out(columns.size());
    for (std::size_t i = 0; i < names.size(); ++i) {
      if (const std::size_t* column = table.find(names[i]))
        out[*column] = i;
      else
        ignored_.push_back(names[i]);
    }
    return out;
  }

  std::vector<Value> values(const ForeignRow& row, const std::vector<std::optional<std::size_t>>& map,
                            const std::vector<Column>& columns, std::size_t base, std::size_t step, std::uint32_t at) {
    std::vector<Value> out(columns.size());
    for (std::size_t i = 0; i < columns.size(); ++i) {
      const bool given = map[i] && *map[i] < row.size() && row[*map[i]].value.defined();
      if (!given) {
        if (!incomplete_) say_missing(columns[i], base + i, step, at);
        continue;
      }
      const ForeignCell& cell = row[*map[i]];
      auto value = conform(cell.value, columns[i].type);
      if (value)
        out[i] = std::move(*value);
      else
        say_bad(columns[i], cell, base + i, step);
    }
    return out;
  }

  // A column is complained about once: its later steps say nothing new.
  void say_missing(const Column& column, std::size_t index, std::size_t step, std::uint32_t at) {
    ok_ = false;
    if (missing_[index]) return;
    missing_[index] = true;
    diagnostics_.error("trace.missing-column",
                       fmt::format("`{}` has no value at step {}", printable(column.name), step),
                       {foreign_.file, at, at});
  }
  void say_bad(const Column& column, const ForeignCell& cell, std::size_t index, std::size_t step) {
    ok_ = false;
    if (bad_[index]) return;
    bad_[index] = true;
    std::string shown = printable(cell.value.to_string());
    if (shown.size() > 60) shown = printable(shown.substr(0, 60)) + "…";
    diagnostics_.error("trace.bad-value",
                       fmt::format("`{} = {}` at step {}: the variable is of type {}", printable(column.name), shown,
                                   step, column.type.to_string()),
                       {foreign_.file, cell.at, cell.at});
  }

  const ForeignTrace& foreign_;
  const Signature& signature_;
  Diagnostics& diagnostics_;
  std::vector<std::optional<std::size_t>> state_map_, input_map_;
  std::vector<bool> missing_, bad_;
  std::vector<std::string> ignored_;
  bool incomplete_;
  bool ok_ = true;
};

// Everything that stands in one column of a foreign trace.
std::set<Value> values_in(const std::vector<const ForeignRow*>& rows, std::size_t index) {
  std::set<Value> out;
  for (const ForeignRow* row : rows)
    if (index < row->size() && (*row)[index].value.defined()) out.insert(by_looks((*row)[index].value));
  return out;
}

Type guess_type(const std::set<Value>& values, ExprPool& pool) {
  const auto all = [&](auto test) { return !values.empty() && std::all_of(values.begin(), values.end(), test); };
  if (all([](const Value& v) { return v.is_boolean(); })) return pool.boolean_type();
  if (all([](const Value& v) { return v.is_integer(); }))
    return pool.range_type(values.begin()->as_integer(), values.rbegin()->as_integer());
  const Value& first = values.empty() ? Value() : *values.begin();
  if (all([&](const Value& v) {
        return v.is_word() && v.width() == first.width() && v.is_signed() == first.is_signed();
      }))
    return pool.word_type(first.width(), first.is_signed());
  if (all([](const Value& v) { return v.is_symbol() || v.is_integer(); }))
    return pool.enum_type(std::vector<Value>(values.begin(), values.end()));
  TypeNode any;
  any.kind = TypeKind::Sort;
  any.name = "value";
  return pool.intern(std::move(any));
}

}  // namespace

std::optional<Trace> bind_trace(const ForeignTrace& foreign, std::shared_ptr<const Signature> signature,
                                Diagnostics& diagnostics, const BindOptions& options) {
  if (foreign.steps.empty()) {
    diagnostics.error("trace.empty", "the trace has no states", {foreign.file, 0, 0});
    return std::nullopt;
  }
  Binder binder(foreign, *signature, diagnostics, options.incomplete);
  Trace trace;
  for (std::size_t i = 0; i < foreign.steps.size(); ++i) {
    const ForeignStep& step = foreign.steps[i];
    trace.steps.push_back({binder.state(step.state, i, step.at), {}, step.action});
    if (i > 0) trace.steps[i].inputs = binder.inputs(step.inputs, i, step.at);
  }
  if (!foreign.loops.empty()) {
    trace.loop = foreign.loops[std::min(options.loop, foreign.loops.size() - 1)];
    trace.closing_inputs = binder.inputs(foreign.closing_inputs, foreign.steps.size(), foreign.steps.back().at);
    trace.closing_action = foreign.closing_action;
  }
  binder.say_ignored();
  trace.signature = std::move(signature);
  return binder.ok() ? std::optional(std::move(trace)) : std::nullopt;
}

namespace {

// An enumeration where the file lists its values; else what the values look like.
Type type_of(const ForeignTrace& foreign, const std::string& name, const std::set<Value>& values, ExprPool& pool) {
  const auto range = foreign.ranges.find(name);
  const auto listed = [&](const Value& v) {
    return std::find(range->second.begin(), range->second.end(), v) != range->second.end();
  };
  if (range != foreign.ranges.end() && std::all_of(values.begin(), values.end(), listed))
    return pool.enum_type(range->second);
  return guess_type(values, pool);
}

}  // namespace

std::shared_ptr<const Signature> guess_signature(const ForeignTrace& foreign, ExprPool& pool) {
  std::vector<const ForeignRow*> states, inputs{&foreign.closing_inputs};
  for (const ForeignStep& step : foreign.steps) {
    states.push_back(&step.state);
    inputs.push_back(&step.inputs);
  }
  const std::set<std::string> frozen(foreign.frozen.begin(), foreign.frozen.end());
  auto signature = std::make_shared<Signature>();
  for (std::size_t i = 0; i < foreign.columns.size(); ++i)
    signature->columns.push_back({foreign.columns[i],
                                  type_of(foreign, foreign.columns[i], values_in(states, i), pool),
                                  {},
                                  frozen.contains(foreign.columns[i])});
  for (std::size_t i = 0; i < foreign.inputs.size(); ++i)
    signature->inputs.push_back(
        {foreign.inputs[i], type_of(foreign, foreign.inputs[i], values_in(inputs, i), pool), {}, false});
  return signature;
}

}  // namespace whynot::report
