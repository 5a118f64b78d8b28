// Frames hold registers and variables, memory is a map from addresses to values; what may have been written is
// forgotten.
#include "analyse/paths/follow/code_run.h"

#include <algorithm>

#include "model/pds/pds.h"

namespace whynot::analyse::paths {
namespace {

using Op = CodeOp::Op;
using OperandKind = CodeOperand::Kind;

}  // namespace

CodeRun::CodeRun(CodeImage& image, RunTables& tables, CodeRunOptions options, std::uint32_t entry)
    : image_(&image), tables_(&tables), options_(options) {
  frames_.push_back(frame_of(entry));
  if (entry == none) return;
  const auto& parameters = image.function(entry).parameters;
  for (const std::uint32_t parameter : parameters)
    slot(parameter) = {born(image.reg(parameter).name, Birth::Is::Outside, 0), 0};
  const bool counts_arguments = image.function(entry).name == "main" && !parameters.empty();
  if (counts_arguments) tables_->terms.is_never_negative(slot(parameters[0]).value.term);
}

CodeRun::Frame CodeRun::frame_of(std::uint32_t function) const {
  Frame frame;
  frame.function = function;
  if (function != none) frame.registers.resize(image_->function(function).registers);
  return frame;
}

// Of a frame that was entered by a step that nobody knows, the first step of its own tells whose it is.
void CodeRun::adopt(std::uint32_t function) {
  Frame& frame = frames_.back();
  if (frame.function == function) return;
  frame.function = function;
  frame.registers.assign(image_->function(function).registers, {});
}

// REQUIRES that it is one of the frame's function.
CodeRun::Cell& CodeRun::slot(std::uint32_t reg) { return frames_.back().registers[image_->reg(reg).index]; }

std::optional<CodeValue> CodeRun::take(const ImageStep* code, std::uint32_t step, std::uint32_t rule_size) {
  now_ = step;
  arguments_.clear();
  result_.reset();
  std::optional<CodeValue> demanded;
  if (code) {
    const CodeStep::End end = code->is->end;
    adopt(code->function);
    jump_ = code->jump;
    for (const ImageOp& op : code->ops) operate(op);
    for (const ImageOperand& x : code->arguments) arguments_.push_back(value_of(x));
    if (end == CodeStep::End::Branch) demanded = branched(*code);
    if (end == CodeStep::End::Branch || end == CodeStep::End::None) frames_.back().previous = code->block;
    if (end == CodeStep::End::Call && !code->is->equals.empty()) demanded = pointed(*code);
    if (end == CodeStep::End::Call && rule_size != 2) hand_over(*code);
    if (rule_size == 2 && !resume_thread(*code)) demanded = never_runs();
  }
  if (rule_size == 2) enter(code);
  if (rule_size == 0) leave(code);
  return demanded;
}

// A demand that is not met: the threads are over.
CodeValue CodeRun::never_runs() {
  CodeValue out{tables_->terms.truth(false)};
  rest(out, image_->places().threads());
  out.since = 0;
  return out;
}

const Birth* CodeRun::birth(TermId id) const {
  const auto at = tables_->births.of.find(id);
  return at == tables_->births.of.end() ? nullptr : &at->second;
}

const std::string& CodeRun::function_name(const Frame& frame) const {
  static const std::string nobody;
  return frame.function == none ? nobody : image_->function(frame.function).name;
}

CodeValue CodeRun::argument(int position) {
  if (position >= 0 && static_cast<std::size_t>(position) < arguments_.size())
    return arguments_[static_cast<std::size_t>(position)];
  if (position != Pds::from_result) return unknown("?");
  if (result_) return *result_;
  // The call was only just made: whatever it brings back will be this.
  auto& promised = frames_.back().promised;
  if (!promised) promised = unknown(function_name(frames_.back()) + "()");
  return *promised;
}

CodeValue CodeRun::unknown(const std::string& name, bool lost) {
  const TermId made = tables_->terms.unknown(name, lost);
  if (lost) tables_->births.of[made] = {Birth::Is::Kept, step_number()};
  return {made, 0, now_, now_};
}

CodeValue CodeRun::born(const std::string& name, Birth::Is how, std::uint32_t step) {
  const CodeValue made = unknown(name);
  tables_->births.of[made.term] = {how, step};
  return made;
}

// `%struct.s|0|1`: as an operation on the whole would have it.
TermId CodeRun::part_of(TermId whole, const std::string& path) {
  Terms& terms = tables_->terms;
  std::size_t at = path.find('|');
  if (at == path.npos) return terms.computed("field %" + path, {whole});
  std::vector<TermId> args{whole};
  const std::string word = "field " + path.substr(0, at);
  while (at != path.npos) {
    const std::size_t next = path.find('|', at + 1);
    args.push_back(terms.number(path.substr(at + 1, next == path.npos ? path.npos : next - at - 1)));
    at = next;
  }
  return terms.computed(word, std::move(args));
}

void CodeRun::join(CodeValue& into, const CodeValue& other) {
  into.rests_on = tables_->rests.joined(into.rests_on, other.rests_on);
  into.since = std::min(into.since, other.since);
}

void CodeRun::rest(CodeValue& on, PlaceId place) { on.rests_on = tables_->rests.with(on.rests_on, place); }

void CodeRun::set(std::uint32_t reg, CodeValue value) {
  value.made_at = now_;
  if (reg != none) slot(reg) = {value, 0};
}

CodeValue CodeRun::value_of(const ImageOperand& x) {
  Terms& terms = tables_->terms;
  switch (x.is->kind) {
    case OperandKind::Number: return {terms.number(x.is->name)};
    case OperandKind::Text: return {terms.text(x.is->name)};
    case OperandKind::Function: return {terms.function(x.is->name)};
    case OperandKind::Global: {
      const TermId whole = terms.object(x.is->name, 0);
      return {x.is->path.empty() ? whole : part_of(whole, x.is->path)};
    }
    case OperandKind::Register: {
      Cell& at = slot(x.reg);
      const ImageRegister& reg = image_->reg(x.reg);
      if (at.type == none) at = {unknown(reg.name), 0};
      CodeValue value = at.value;
      if (value.made_at != now_ && !tables_->owners.contains(value.term)) rest(value, reg.place);
      return value;
    }
    case OperandKind::Unknown: break;
  }
  return unknown("?", true);
}

void CodeRun::operate(const ImageOp& op) {
  switch (op.op) {
    case Op::Variable: {
      const ImageRegister& reg = image_->reg(op.result);
      if (reg.is_own) {
        slot(op.result) = {};
        return;
      }
      const TermId object = tables_->terms.object(reg.name);
      tables_->owners[object] = op.result;
      frames_.back().objects.push_back(object);
      return set(op.result, {object});
    }
    case Op::Load: return set(op.result, load(op));
    case Op::Store: return store(op);
    case Op::Field:
    case Op::Compute: return set(op.result, computed(op));
    case Op::Choose: return set(op.result, chosen(op));
    case Op::Merge: return set(op.result, merged(op));
    case Op::Other:
      if (op.result != none) set(op.result, unknown(image_->reg(op.result).name, op.word != CodeOp::from_outside));
  }
}

CodeValue CodeRun::chosen(const ImageOp& op) {
  Terms& terms = tables_->terms;
  CodeValue value = value_of(op.args[0]);
  const CodeValue one = value_of(op.args[1]), other = value_of(op.args[2]);
  const bool is_one = terms.is_truth(value.term, true), is_other = terms.is_truth(value.term, false);
  TermId term = terms.computed("choose", {value.term, one.term, other.term});
  if (is_one) term = one.term;
  if (is_other) term = other.term;
  join(value, one);
  join(value, other);
  value.term = term;
  return value;
}

CodeValue CodeRun::merged(const ImageOp& op) {
  const auto from = std::find(op.blocks.begin(), op.blocks.end(), frames_.back().previous);
  const ImageRegister& reg = image_->reg(op.result);
  if (from == op.blocks.end()) return unknown(reg.name);
  CodeValue value = value_of(op.args[static_cast<std::size_t>(from - op.blocks.begin())]);
  value.since = std::min(value.since, now_ == 0 ? 0 : now_ - 1);  // the step that came from there
  rest(value, reg.place);
  rest(value, jump_);
  return value;
}

CodeValue CodeRun::computed(const ImageOp& op) {
  CodeValue result;
  std::vector<TermId> terms;
  for (const ImageOperand& x : op.args) {
    const CodeValue value = value_of(x);
    terms.push_back(value.term);
    join(result, value);
  }
  result.term = tables_->terms.computed(op.word, std::move(terms), image_->width(op.type));
  return result;
}

// ---- calls

void CodeRun::enter(const ImageStep* code) {
  Frame frame = frame_of(code ? code->callee : none);
  if (code) frame.result = code->result;
  const std::size_t named = frame.function == none ? 0 : image_->function(frame.function).parameters.size();
  if (arguments_.size() > named)  // the others are read off a list that is not followed
    hand_out({arguments_.begin() + static_cast<std::ptrdiff_t>(named), arguments_.end()});
  if (frame.function != none) {
    const ImageFunction& callee = image_->function(code->callee);
    for (std::size_t i = 0; i < callee.parameters.size() && i < arguments_.size(); ++i) {
      CodeValue value = arguments_[i];
      rest(value, callee.call);
      value.since = std::min(value.since, now_);
      value.made_at = CodeValue::never;
      frame.registers[image_->reg(callee.parameters[i]).index] = {value, 0};
    }
  }
  frames_.push_back(std::move(frame));
}

// What its variables held is gone with it.
void CodeRun::leave(const ImageStep* code) {
  CodeValue back = code ? value_of(code->value) : unknown("?");
  const Frame left = std::move(frames_.back());
  frames_.pop_back();
  if (frames_.empty()) frames_.push_back(frame_of(none));
  if (!left.objects.empty())
    forget_if([&](TermId address, const Cell&) {
      const TermId root = tables_->terms.root(address);
      return std::find(left.objects.begin(), left.objects.end(), root) != left.objects.end();
    });
  if (left.promised) back = *left.promised;
  if (left.function != none) rest(back, image_->function(left.function).call);
  back.since = std::min(back.since, now_);
  if (left.result == none) return;
  adopt(image_->reg(left.result).function);
  set(left.result, back);
}

// That a call through a pointer comes to this function.
CodeValue CodeRun::pointed(const ImageStep& code) {
  CodeValue value = value_of(code.value);
  value.since = std::min(value.since, now_);
  value.term = tables_->terms.equal(value.term, tables_->terms.function(code.is->equals[0]));
  return value;
}

CodeValue CodeRun::branched(const ImageStep& code) {
  Terms& terms = tables_->terms;
  const CodeStep& is = *code.is;
  CodeValue value = value_of(code.value);
  value.since = std::min(value.since, now_);
  const bool is_truth = !is.otherwise && is.equals.size() == 1 && (is.equals[0] == "0" || is.equals[0] == "1") &&
                        terms[value.term].kind == Term::Kind::Computed;
  TermId any = is_truth ? value.term : terms.truth(false);
  if (is_truth && is.equals[0] == "0") any = terms.negated(any);
  if (!is_truth)
    for (const std::string& number : is.equals)
      any = terms.computed("or i1", {any, terms.equal(value.term, terms.number(number))});
  value.term = is.otherwise ? terms.negated(any) : any;
  return value;
}

}  // namespace whynot::analyse::paths
