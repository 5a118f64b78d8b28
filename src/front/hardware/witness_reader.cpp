// Both formats line by line; then the design is run on what they choose.
#include <fmt/format.h>

#include <algorithm>

#include "expr/evaluate.h"
#include "front/hardware/witness.h"
#include "model/system/slots.h"

namespace whynot::front::hardware {
namespace {

constexpr std::size_t most_cells = 20'000'000;  // steps times columns

struct WitnessFailed {};  // told already

class WitnessLines {
 public:
  WitnessLines(FileId file, const Sources& sources, std::size_t columns, Diagnostics& diagnostics)
      : file_(file), text_(sources.text(file)), columns_(columns), diagnostics_(diagnostics) {}

  // The next line that is not empty and no comment; false at the end.
  bool next() {
    while (at_ < text_.size()) {
      begin_ = at_;
      const std::size_t end = std::min(text_.find('\n', at_), text_.size());
      line_ = text_.substr(at_, end - at_);
      at_ = std::min(end + 1, text_.size());
      while (!line_.empty() && (line_.back() == '\r' || line_.back() == ' ')) line_.remove_suffix(1);
      if (!line_.empty() && line_[0] != 'c' && line_[0] != ';') return true;
    }
    line_ = {};
    return false;
  }
  // The same where a line may be empty: the inputs of a design without inputs.
  bool next_even_empty() {
    if (at_ >= text_.size()) return false;
    const std::size_t end = std::min(text_.find('\n', at_), text_.size());
    begin_ = at_;
    line_ = text_.substr(at_, end - at_);
    at_ = std::min(end + 1, text_.size());
    while (line_.ends_with('\r')) line_.remove_suffix(1);
    return true;
  }
  void need(bool got, std::string_view what) {
    if (!got) fail("witness.truncated", fmt::format("the file ends where {} should stand", what));
  }
  std::string_view line() const { return line_; }

  [[noreturn]] void fail(std::string code, std::string message) {
    const auto begin = static_cast<std::uint32_t>(std::min(begin_, text_.size()));
    diagnostics_.error(std::move(code), std::move(message),
                       {file_, begin, begin + static_cast<std::uint32_t>(line_.size())});
    throw WitnessFailed{};
  }

  WitnessOf property(std::string_view word) {
    const auto number = word.size() < 2 ? std::nullopt : parse_digits(word.substr(1), 10);
    if (!number || *number > 1'000'000'000 || (word[0] != 'b' && word[0] != 'j'))
      fail("witness.property", "a property should stand here: b0, j0");
    return {word[0] == 'j', static_cast<std::size_t>(*number)};
  }
  void count(std::size_t steps) {
    if (steps * std::max<std::size_t>(columns_, 1) > most_cells)
      fail("witness.too-large", fmt::format("more than {} values", most_cells));
  }

 private:
  FileId file_;
  std::string_view text_;
  std::size_t columns_;
  Diagnostics& diagnostics_;
  std::size_t at_ = 0, begin_ = 0;
  std::string_view line_;
};

// AIGER -----------------------------------------------------------------------------------------------------

void take_row(WitnessLines& lines, std::size_t step, std::size_t first, std::size_t count, Witness& to) {
  if (lines.line().size() != count)
    lines.fail("witness.row", fmt::format("{} values are needed here, not {}", count, lines.line().size()));
  for (std::size_t i = 0; i < count; ++i) {
    const char c = lines.line()[i];
    if (c != '0' && c != '1' && c != 'x') lines.fail("witness.row", "values are 0, 1, or x for any");
    to.given.push_back({step, first + i, Value::boolean(c == '1')});
  }
}

Witness aiger_witness(const AigerFile& file, WitnessLines& lines) {
  Witness witness;
  lines.need(lines.next(), "the property");
  witness.of = lines.property(lines.line());
  lines.need(lines.next_even_empty(), "the latches");
  take_row(lines, 0, file.inputs.size(), file.latches.size(), witness);
  while (true) {
    lines.need(lines.next_even_empty(), "a row of inputs, or the end: a dot");
    if (lines.line() == ".") return witness;
    lines.count(witness.steps + 1);
    take_row(lines, witness.steps++, 0, file.inputs.size(), witness);
  }
}

// BTOR2 -----------------------------------------------------------------------------------------------------

std::vector<std::string_view> words_of(std::string_view line) {
  std::vector<std::string_view> words;
  for (std::size_t at = 0; (at = line.find_first_not_of(' ', at)) != std::string_view::npos;) {
    const std::size_t end = std::min(line.find(' ', at), line.size());
    words.push_back(line.substr(at, end - at));
    at = end;
  }
  return words;
}

Value value_of(std::string_view digits, std::uint32_t width, WitnessLines& lines) {
  std::string known(digits);
  std::replace(known.begin(), known.end(), 'x', '0');
  const auto bits = known.find('_') == std::string::npos ? parse_digits(known, 2) : std::nullopt;
  if (!bits || digits.size() != width) lines.fail("witness.value", fmt::format("{} binary digits are needed", width));
  return width == 1 ? Value::boolean(*bits != 0) : Value::word(width, false, *bits);
}

void take_cell(const std::vector<Btor2Cell>& cells, std::size_t step, WitnessLines& lines, Witness& to) {
  const auto words = words_of(lines.line());
  const auto number = parse_digits(words[0], 10);
  if (!number || *number >= cells.size())
    lines.fail("witness.cell", fmt::format("`{}` is not an input or state: there are {}", words[0], cells.size()));
  const Btor2Cell& cell = cells[static_cast<std::size_t>(*number)];
  const std::size_t value = cell.index_width ? 2 : 1;
  if (words.size() <= value) lines.fail("witness.value", "a value is missing");
  std::size_t element = 0;
  if (cell.index_width) {
    const std::string_view index = words[1];
    const bool is_index = index.size() == cell.index_width + 2 && index.front() == '[' && index.back() == ']';
    const auto bits = is_index ? parse_digits(index.substr(1, cell.index_width), 2) : std::nullopt;
    if (!bits)
      lines.fail("witness.value", fmt::format("an index of {} binary digits in brackets is needed", cell.index_width));
    element = static_cast<std::size_t>(*bits);
  }
  to.given.push_back({step, cell.variable + element, value_of(words[value], cell.width, lines)});
}

Witness btor2_witness(const Btor2File& file, WitnessLines& lines) {
  Witness witness;
  lines.need(lines.next(), "the property");
  witness.of = lines.property(words_of(lines.line())[0]);
  const std::vector<Btor2Cell>* cells = nullptr;
  while (true) {
    lines.need(lines.next(), "a step, or the end: a dot");
    const std::string_view line = lines.line();
    if (line == ".") return witness;
    if (line[0] != '#' && line[0] != '@') {
      if (!cells) lines.fail("witness.step", "a step should stand here: #0 or @0");
      take_cell(*cells, witness.steps - 1, lines, witness);
      continue;
    }
    const auto step = parse_digits(line.substr(1), 10);
    const bool follows = step && (*step == witness.steps || *step + 1 == witness.steps);
    if (!follows) lines.fail("witness.step", "steps should stand in their order");
    witness.steps = static_cast<std::size_t>(*step) + 1;
    lines.count(witness.steps);
    cells = line[0] == '#' ? &file.states : &file.inputs;
  }
}

template <class File, class One>
std::optional<std::vector<Witness>> read_all(const File& file, std::string_view violated, WitnessLines lines, One one) {
  try {
    std::vector<Witness> found;
    while (lines.next()) {
      if (lines.line() == violated)
        found.push_back(one(file, lines));
      else  // of what holds or is unknown there is nothing to follow
        while (lines.line() != ".") lines.need(lines.next(), "the end: a dot");
    }
    return found;
  } catch (const WitnessFailed&) {
    return std::nullopt;
  }
}

// The run ---------------------------------------------------------------------------------------------------

class Running {
 public:
  Running(const TransitionSystem& system, const Witness& witness) : system_(system), slots_(system) {
    rows_.assign(witness.steps, zeros());
    for (const Witness::Given& g : witness.given)
      if (g.step < rows_.size()) rows_[g.step][g.column] = g.value;
    std::vector<Expr> next;
    for (const Assignment& a : system.next_assignments) next.push_back(system.pool->eq(a.variable, a.value));
    next_.emplace(*system.pool, next, [&](Expr leaf) { return slots_.of(leaf); });
  }

  Trace run(const Witness& witness) {
    Trace trace;
    trace.signature = std::make_shared<Signature>(signature_of(system_));
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      State state = std::move(rows_[i]);
      if (i == 0)
        start(state);
      else
        assign_next(trace.steps.back().state, state);
      trace.steps.push_back({std::move(state), {}, {}});
    }
    if (witness.loop)
      close_loop(trace, *witness.loop);
    else if (witness.of.justice && !trace.steps.empty())
      find_loop(trace);
    return trace;
  }

 private:
  State zeros() const {
    State state;
    for (const VariableDecl& v : system_.variables) state.push_back(v.variable.type().value(0));
    return state;
  }
  Value evaluate(Expr e, const State& state) const {
    return CompiledExpr(*system_.pool, e, [&](Expr leaf) { return slots_.of(leaf); })
        .run(slots_.values(state, nullptr, nullptr));
  }

  // First values may speak of what is declared before.
  void start(State& state) const {
    std::vector<const Assignment*> order;
    for (const Assignment& a : system_.init_assignments) order.push_back(&a);
    std::sort(order.begin(), order.end(),
              [&](const auto* a, const auto* b) { return slots_.of(a->variable) < slots_.of(b->variable); });
    for (const Assignment* a : order) state[slots_.of(a->variable)] = evaluate(a->value, state);
    assign_always(state);
  }
  // These may speak of one another, in any order, but not in circles.
  void assign_always(State& state) const {
    bool changed = !system_.invar_assignments.empty();
    for (std::size_t round = 0; changed && round <= system_.invar_assignments.size(); ++round) {
      changed = false;
      for (const Assignment& a : system_.invar_assignments) {
        Value value = evaluate(a.value, state);
        changed = changed || value != state[slots_.of(a.variable)];
        state[slots_.of(a.variable)] = std::move(value);
      }
    }
  }

  void assign_next(const State& from, State& to) {
    next_->run_all(slots_.values(from, nullptr, nullptr), values_);
    if (places_.empty())
      for (std::size_t i = 0; i < next_->nodes().size(); ++i) places_.emplace(next_->nodes()[i], i);
    for (const Assignment& a : system_.next_assignments) to[slots_.of(a.variable)] = values_[places_.at(a.value)];
    assign_always(to);
  }

  // Once round where the file passes the loop several times.
  static void close_loop(Trace& trace, std::size_t loop) {
    const auto begin = trace.steps.begin() + static_cast<std::ptrdiff_t>(loop);
    const std::size_t length = trace.steps.size() - loop;
    trace.loop = loop;
    for (std::size_t once = 1; once < length; ++once) {
      const auto again = begin + static_cast<std::ptrdiff_t>(once);
      if (length % once != 0 || !std::equal(again, trace.steps.end(), begin)) continue;
      trace.steps.resize(loop + once);
      return;
    }
  }

  // The step to which what is computed after the last one fits.
  void find_loop(Trace& trace) {
    State after = trace.steps[0].state;
    std::vector<bool> is_computed(after.size(), false);
    assign_next(trace.steps.back().state, after);
    for (const Assignment& a : system_.next_assignments) is_computed[slots_.of(a.variable)] = true;
    for (std::size_t i = 0; i < trace.steps.size() && !trace.loop; ++i) {
      bool same = true;
      for (std::size_t c = 0; c < after.size(); ++c)
        same = same && (!is_computed[c] || after[c] == trace.steps[i].state[c]);
      if (same) trace.loop = i;
    }
  }

  const TransitionSystem& system_;
  Slots slots_;
  std::vector<State> rows_;
  std::optional<CompiledExpr> next_;
  std::unordered_map<Expr, std::size_t, ExprHash> places_;
  std::vector<Value> values_;
};

}  // namespace

std::optional<std::vector<Witness>> read_witnesses(const AigerFile& file, FileId id, const Sources& sources,
                                                   Diagnostics& diagnostics) {
  const std::size_t columns = file.inputs.size() + file.latches.size();
  return read_all(file, "1", WitnessLines(id, sources, columns, diagnostics), aiger_witness);
}

std::optional<std::vector<Witness>> read_witnesses(const Btor2File& file, FileId id, const Sources& sources,
                                                   Diagnostics& diagnostics) {
  const std::size_t columns = file.design.system.variables.size();
  return read_all(file, "sat", WitnessLines(id, sources, columns, diagnostics), btor2_witness);
}

Trace run_of(const TransitionSystem& system, const Witness& witness) { return Running(system, witness).run(witness); }

}  // namespace whynot::front::hardware
