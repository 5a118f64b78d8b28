// Writer of changes, and a reader that goes line by line and carries values forward.
#include "report/trace/nusmv_text.h"

#include <fmt/format.h>

#include <set>

#include "report/spelling.h"
#include "report/summary.h"

namespace whynot::report {
namespace {

constexpr std::string_view simulation_trace = "Simulation Trace";

// The lines for what differs from `before`; everything where there is no before.
void write_changes(std::string& out, const std::vector<Column>& columns, const std::vector<Value>& values,
                   const std::vector<Value>* before) {
  for (std::size_t i = 0; i < columns.size() && i < values.size(); ++i)
    if (!before || i >= before->size() || (*before)[i] != values[i])
      out += fmt::format("    {} = {}\n", printable(columns[i].name), nusmv_value(values[i]));
}

class TextWriter {
 public:
  TextWriter(const TraceEntry& entry, std::size_t number) : entry_(entry), trace_(entry.trace), number_(number) {}

  std::string write() {
    for (std::size_t i = 0; i < trace_.steps.size(); ++i) {
      input(i, trace_.steps[i].inputs);
      if (trace_.loop == i) out_ += "  -- Loop starts here\n";
      state(i, i);
    }
    if (trace_.loop) {
      input(trace_.steps.size(), trace_.closing_inputs);
      state(trace_.steps.size(), *trace_.loop);
    }
    return std::move(out_);
  }

 private:
  void input(std::size_t position, const Inputs& inputs) {
    if (position == 0 || trace_.signature->inputs.empty()) return;
    out_ += fmt::format("  -> Input: {}.{} <-\n", number_, position + 1);
    write_changes(out_, trace_.signature->inputs, inputs, inputs_);
    inputs_ = &inputs;
  }
  void state(std::size_t position, std::size_t step) {
    out_ += fmt::format("  -> State: {}.{} <-\n", number_, position + 1);
    write_changes(out_, trace_.signature->columns, trace_.steps[step].state, state_);
    state_ = &trace_.steps[step].state;
    if (step >= entry_.define_values.size()) return;
    write_changes(out_, entry_.defines, entry_.define_values[step], defines_);
    defines_ = &entry_.define_values[step];
  }

  const TraceEntry& entry_;
  const Trace& trace_;
  std::size_t number_;
  std::string out_;
  const std::vector<Value>*state_ = nullptr, *inputs_ = nullptr, *defines_ = nullptr;
};

std::string verdict_line(const PropertyResult& result) {
  const std::string text = printable(result.property.text);
  const bool invariant = result.property.kind == PropertyKind::Invariant;
  switch (outcome(result.verdict)) {
    case Outcome::Value: return fmt::format("-- the result of {} is {}\n", text, computed(result.verdict));
    case Outcome::Undecided:
      return fmt::format("-- {} {}  is undecided: {}\n", invariant ? "invariant" : "specification", text,
                         printable(reason(result.verdict)));
    case Outcome::Holds:
    case Outcome::Violated: break;
  }
  const bool holds = outcome(result.verdict) == Outcome::Holds;
  return fmt::format("-- {} {}  is {}\n", invariant ? "invariant" : "specification", text, holds ? "true" : "false");
}

std::string_view trimmed(std::string_view line) {
  const std::size_t begin = line.find_first_not_of(" \t\r");
  if (begin == std::string_view::npos) return {};
  return line.substr(begin, line.find_last_not_of(" \t\r") - begin + 1);
}

// Reads line by line.  Rows are carried on from block to block, which is what plugin 0 means and plugin 1
// cannot tell.
class TextReader {
 public:
  TextReader(std::string_view text, FileId file, Diagnostics& diagnostics)
      : text_(text), file_(file), diagnostics_(diagnostics) {}

  std::vector<ForeignTrace> read() {
    std::size_t begin = 0;
    while (begin < text_.size() && !failed_) {
      const std::size_t end = std::min(text_.find('\n', begin), text_.size());
      at_ = static_cast<std::uint32_t>(begin);
      line(trimmed(text_.substr(begin, end - begin)));
      begin = end + 1;
    }
    finish_trace();
    return std::move(out_);
  }

 private:
  enum class Block { None, State, Input };

  void line(std::string_view line) {
    if (line.starts_with("-- Loop starts here"))
      loop_next_ = true;
    else if (line.starts_with("--"))
      comment(line.substr(2));
    else if (line.starts_with("Trace Description:"))
      start_trace(trimmed(line.substr(18)));
    else if (line.starts_with("-> State:"))
      start_state(trimmed(line.substr(9)));
    else if (line.starts_with("-> Input:"))
      start_block(Block::Input);
    else if (block_ != Block::None)
      assignment(line);
  }

  // A verdict line ends the trace before it, and names the property of the next.
  void comment(std::string_view words) {
    words = trimmed(words);
    if (!words.starts_with("specification ") && !words.starts_with("invariant ")) return;
    finish_trace();
    const std::size_t end = words.rfind(" is ");
    const std::size_t begin = words.find(' ');
    property_text_ = std::string(trimmed(words.substr(begin, end == std::string_view::npos ? end : end - begin)));
  }

  void start_trace(std::string_view description) {
    finish_trace();
    if (property_text_.empty()) property_text_ = std::string(description);
  }

  // "1.4 <-": another number before the dot is another trace.
  void start_state(std::string_view id) {
    const std::string number(id.substr(0, id.find('.')));
    if (builder_ && number != number_) finish_trace();
    number_ = number;
    start_block(Block::State);
    if (loop_next_) loops_.push_back(builder_->trace().steps.size());
    loop_next_ = false;
  }

  void start_block(Block block) {
    if (block_ == Block::State) finish_step();
    if (!builder_) builder_.emplace(file_, diagnostics_);
    if (block == Block::State) step_.at = at_;
    block_ = block;
  }

  void assignment(std::string_view line) {
    const std::size_t equals = line.find(" = ");
    if (equals == std::string_view::npos) return;
    const std::string_view name = trimmed(line.substr(0, equals)), value = trimmed(line.substr(equals + 3));
    const bool input = block_ == Block::Input;
    const std::size_t index = input ? builder_->input(name) : builder_->column(name);
    ForeignBuilder::set(input ? step_.inputs : step_.state, index, Value::symbol(std::string(value)), at_);
  }

  void finish_step() {
    failed_ = failed_ || !builder_->add(step_);
    block_ = Block::None;
  }

  void finish_trace() {
    if (!builder_) return;
    if (block_ == Block::State) finish_step();
    builder_->close_repeated_loop(std::move(loops_));
    ForeignTrace& trace = builder_->trace();
    trace.id = number_;
    trace.text = std::move(property_text_);
    if (!trace.steps.empty()) out_.push_back(std::move(trace));
    builder_.reset();
    step_ = {};
    loops_.clear();
    property_text_.clear();
    block_ = Block::None;
    loop_next_ = false;
  }

  std::string_view text_;
  FileId file_;
  Diagnostics& diagnostics_;
  std::vector<ForeignTrace> out_;
  std::optional<ForeignBuilder> builder_;
  ForeignStep step_;  // with what is carried on
  Block block_ = Block::None;
  std::vector<std::size_t> loops_;
  bool loop_next_ = false, failed_ = false;
  std::string number_, property_text_;
  std::uint32_t at_ = 0;
};

}  // namespace

std::string nusmv_value(const Value& v) {
  if (v.is_word() && v.is_signed() && v.as_integer() < 0)
    return fmt::format("-0sd{}_{}", v.width(), whynot::to_string(Integer(-v.as_integer())));
  return printable(v.to_string());
}

std::string_view nusmv_description(PropertyKind kind) {
  switch (kind) {
    case PropertyKind::Invariant: return "AG alpha Counterexample";
    case PropertyKind::Ltl:
    case PropertyKind::Psl: return "LTL Counterexample";
    default: return "CTL Counterexample";
  }
}

std::string write_nusmv_text(const TraceEntry& entry, std::string_view description, std::size_t number) {
  const std::string_view type = description == simulation_trace ? "Simulation" : "Counterexample";
  std::string out = fmt::format("Trace Description: {} \nTrace Type: {} \n", description, type);
  return out += TextWriter(entry, number).write();
}

void write_nusmv_text(const Report& report, const Write& write) {
  std::size_t number = 0;
  std::set<std::string_view> written;
  for (const PropertyResult& result : report.properties) {
    write(verdict_line(result));
    for (const std::string& id : result.traces) {
      const TraceEntry* entry = report.trace(id);
      if (!entry) continue;
      if (outcome(result.verdict) == Outcome::Violated)
        write("-- as demonstrated by the following execution sequence\n");
      write(write_nusmv_text(*entry, nusmv_description(result.property.kind), ++number));
      written.insert(entry->id);
    }
  }
  for (const TraceEntry& entry : report.traces)  // of no property: simulations, and traces of other tools
    if (!written.count(entry.id)) write(write_nusmv_text(entry, simulation_trace, ++number));
}

std::string write_nusmv_text(const Report& report) {
  return in_one([&](const Write& write) { write_nusmv_text(report, write); });
}

std::vector<ForeignTrace> read_nusmv_text(std::string_view text, FileId file, Diagnostics& diagnostics) {
  if (text.size() > max_foreign_bytes) {
    diagnostics.error("trace.too-large", "the file has more than 1 GiB", {file, 0, 0});
    return {};
  }
  auto out = TextReader(text, file, diagnostics).read();
  if (out.empty() && diagnostics.ok())
    diagnostics.error("trace.empty", "the text has no `-> State: … <-`", {file, 0, 0}).help =
        "NuSMV's plugins 0 and 1 are read, its tables are not";
  return out;
}

}  // namespace whynot::report
