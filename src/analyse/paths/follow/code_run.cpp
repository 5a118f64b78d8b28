// Frames hold registers and variables, memory is a map from addresses to values; what may have been written is
// forgotten.
#include "analyse/paths/follow/code_run.h"

#include <algorithm>

#include "model/pds/pds.h"

namespace whynot::analyse::paths {
namespace {

using Op = CodeOp::Op;
using OperandKind = CodeOperand::Kind;

// Numbers behind the first one say which field it is; without a key it may be any of that type.
std::string field_key(const std::string& type, const std::vector<std::string>& numbers) {
  std::string key = type;
  for (std::size_t i = 1; i < numbers.size(); ++i) {
    if (numbers[i].empty()) return "";
    key += "." + numbers[i];
  }
  return numbers.size() < 2 || type.find('%') == type.npos ? "" : key;
}

}  // namespace

CodeRun::CodeRun(CodeImage& image, RunTables& tables, CodeRunOptions options, std::uint32_t entry)
    : image_(&image), tables_(&tables), options_(options) {
  frames_.push_back(frame_of(entry));
  if (entry == none) return;
  for (const std::uint32_t parameter : image.function(entry).parameters)
    slot(parameter) = {unknown(image.reg(parameter).name), 0};
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
    if (end == CodeStep::End::Call && rule_size != 2) hand_over(*code);
  }
  if (rule_size == 2) enter(code);
  if (rule_size == 0) leave(code);
  return demanded;
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

CodeValue CodeRun::unknown(const std::string& name) { return {tables_->terms.unknown(name), 0, now_, now_}; }

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
      return {x.is->path.empty() ? whole : terms.computed("field %" + x.is->path, {whole})};
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
  return unknown("?");
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
      if (op.result != none) set(op.result, unknown(image_->reg(op.result).name));
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
  result.term = tables_->terms.computed(op.word, std::move(terms));
  return result;
}

// ---- memory

RestId CodeRun::places_of(TermId address, std::uint32_t type) {
  const std::uint64_t key = std::uint64_t(address) << 32 | type;
  if (const auto known = tables_->places_known.find(key); known != tables_->places_known.end()) return known->second;
  return tables_->places_known[key] = places_worked_out(address, type);
}

RestId CodeRun::places_worked_out(TermId address, std::uint32_t type) {
  const Terms& terms = tables_->terms;
  const PdsCode& code = image_->code();
  const TermId root = terms.root(address);
  RestId places = 0;
  const auto add = [&](PlaceId place) { places = tables_->rests.with(places, place); };
  const auto owner = tables_->owners.find(root);
  if (owner != tables_->owners.end()) {
    const ImageRegister& reg = image_->reg(owner->second);
    add(reg.variable);
    add(image_->function(reg.function).call);
  }
  const Term& at = terms[root];
  if (owner == tables_->owners.end() && at.kind == Term::Kind::Object) {
    add(image_->places().global(at.text));
    if (code.foreign.contains(at.text)) add(image_->places().foreign());
    if (!code.shared_globals.contains(at.text) && !terms.is_field(address)) return places;
  }
  std::vector<std::string> numbers;
  const Term& term = terms[address];
  for (std::size_t i = 1; terms.is_field(address) && i < term.args.size(); ++i)
    numbers.push_back(terms[term.args[i]].kind == Term::Kind::Number ? terms[term.args[i]].text : "");
  const std::string field = terms.is_field(address) ? field_key(term.text.substr(6), numbers) : "";
  add(image_->places().memory(field, image_->type(type)));
  return places;
}

CodeRun::Cell* CodeRun::find(TermId address) {
  const auto at = std::lower_bound(memory_.begin(), memory_.end(), address,
                                   [](const auto& cell, TermId id) { return cell.first < id; });
  return at != memory_.end() && at->first == address ? &at->second : nullptr;
}

void CodeRun::keep(TermId address, Cell cell) {
  if (Cell* const known = find(address)) {
    *known = cell;
    return;
  }
  const auto at = std::lower_bound(memory_.begin(), memory_.end(), address,
                                   [](const auto& other, TermId id) { return other.first < id; });
  memory_.insert(at, {address, cell});
}

template <class If>
void CodeRun::forget_if(If is_forgotten) {
  std::erase_if(memory_, [&](const auto& cell) { return is_forgotten(cell.first, cell.second); });
}

CodeValue CodeRun::load_own(const ImageOp& op) {
  const ImageRegister& reg = image_->reg(op.args[0].reg);
  Cell& cell = slot(op.args[0].reg);
  CodeValue value = cell.value;
  if (reg.counts && !options_.counters)
    value = unknown(reg.name);
  else if (cell.type != op.type) {
    value = unknown(reg.name);
    cell = {value, op.type};
  }
  rest(value, reg.variable);
  rest(value, image_->function(reg.function).call);
  return value;
}

CodeValue CodeRun::load(const ImageOp& op) {
  if (op.args[0].reg != none && image_->reg(op.args[0].reg).is_own) return load_own(op);
  const CodeValue address = value_of(op.args[0]);
  const auto owner = tables_->owners.find(address.term);
  const bool counts = owner != tables_->owners.end() && image_->reg(owner->second).counts;
  const Cell* cell = find(address.term);
  CodeValue value;
  if (counts && !options_.counters)
    value = unknown(tables_->terms[address.term].text);
  else if (cell && cell->type == op.type)
    value = cell->value;
  else {
    std::string name = tables_->terms.shown(address.term);
    if (name.starts_with('&')) name.erase(0, 1);
    value = unknown(name);
    keep(address.term, {value, op.type});
  }
  join(value, address);
  value.rests_on = tables_->rests.joined(value.rests_on, places_of(address.term, op.type));
  return value;
}

bool CodeRun::may_be_same(TermId written, std::uint32_t type, TermId other, const Cell& cell) {
  if (written == other) return true;
  const Terms& terms = tables_->terms;
  const TermId root = terms.root(written), other_root = terms.root(other);
  const auto is_object = [&](TermId id) { return terms[id].kind == Term::Kind::Object; };
  if (root != other_root && is_object(root) && is_object(other_root)) return false;
  const RestId places = places_of(written, type), others = places_of(other, cell.type);
  return image_->places().changes(tables_->rests[places], tables_->rests[others]);
}

// Numbers that differ are different places.
bool CodeRun::are_different_fields(TermId one, TermId other) const {
  const Terms& terms = tables_->terms;
  if (one == other || !terms.is_field(one) || !terms.is_field(other)) return false;
  const Term &a = terms[one], &b = terms[other];
  if (a.args[0] != b.args[0] || a.text != b.text || a.args.size() != b.args.size()) return false;
  for (std::size_t i = 1; i < a.args.size(); ++i)
    if (a.args[i] != b.args[i] && terms.is_constant(a.args[i]) && terms.is_constant(b.args[i])) return true;
  return false;
}

void CodeRun::store(const ImageOp& op) {
  Terms& terms = tables_->terms;
  CodeValue value = value_of(op.args[0]);
  const bool is_own = op.args[1].reg != none && image_->reg(op.args[1].reg).is_own;
  const CodeValue address = is_own ? CodeValue{} : value_of(op.args[1]);
  const bool of_register = op.args[0].is->kind == OperandKind::Register;
  const bool is_parameter = of_register && value.made_at == CodeValue::never;
  const bool to_variable = is_own || tables_->owners.contains(address.term);
  if (!options_.copies && of_register && !is_parameter && to_variable &&
      terms[value.term].kind == Term::Kind::Unknown && !terms[value.term].text.ends_with("()"))
    value.term = terms.unknown(is_own ? image_->reg(op.args[1].reg).name : terms[address.term].text);
  if (!is_own) join(value, address);
  value.since = std::min(value.since, now_);
  if (is_own) {
    slot(op.args[1].reg) = {value, op.type};
    return;
  }
  forget_if([&](TermId at, const Cell& cell) {
    return !are_different_fields(at, address.term) && may_be_same(address.term, op.type, at, cell);
  });
  keep(address.term, {value, op.type});
}

// ---- calls

// Somebody else's function: it may write what it is handed, and what it has itself.
void CodeRun::hand_over(const ImageStep& code) {
  const Terms& terms = tables_->terms;
  std::vector<TermId> handed;
  for (std::size_t i = 0; i < arguments_.size(); ++i)
    if (code.arguments[i].is->points) handed.push_back(terms.root(arguments_[i].term));
  forget_if([&](TermId address, const Cell&) {
    const TermId root = terms.root(address);
    const Term& at = terms[root];
    return std::find(handed.begin(), handed.end(), root) != handed.end() ||
           (at.kind == Term::Kind::Object && image_->code().foreign.contains(at.text));
  });
  result_ = unknown((code.is->callee.empty() ? "?" : code.is->callee) + "()");
  set(code.result, *result_);
}

void CodeRun::enter(const ImageStep* code) {
  Frame frame = frame_of(code ? code->callee : none);
  if (code) frame.result = code->result;
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
