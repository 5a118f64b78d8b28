// Frames hold registers, memory is a map from addresses to values; what may have been written is forgotten.
#include "analyse/paths/code_run.h"

#include <algorithm>

#include "model/pds/pds.h"

namespace whynot::analyse::paths {
namespace {

using Op = CodeOp::Op;
using OperandKind = CodeOperand::Kind;

std::string register_place(const std::string& function, const std::string& name) {
  return "r " + function + " " + name;
}
std::string variable_place(const std::string& function, const std::string& name) {
  return "v " + function + " " + name;
}
std::string global_place(const std::string& name) { return "g " + name; }
std::string jump_place(const std::string& function, const std::string& block) { return "b " + function + " " + block; }
std::string call_place(const std::string& function) { return "c " + function; }
std::string memory_place(const std::string& key, const std::string& type) { return "m " + type + "\n" + key; }
const std::string all_memory = "m *", foreign_place = "x";

// `argc.addr` is where clang keeps `argc`.
std::string variable_name(std::string name) {
  if (name.ends_with(".addr")) name.resize(name.size() - 5);
  return name;
}

void join(CodeValue& into, const CodeValue& other) {
  into.rests_on.insert(other.rests_on.begin(), other.rests_on.end());
  into.since = std::min(into.since, other.since);
}

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

CodeRun::CodeRun(const PdsCode& code, Terms& terms, CodeRunOptions options, const std::string& entry)
    : code_(code), terms_(terms), options_(options) {
  Frame& first = frames_.emplace_back();
  first.function = entry;
  const auto parameters = code_.parameters.find(entry);
  if (parameters == code_.parameters.end()) return;
  for (const std::string& name : parameters->second) first.registers[name] = unknown(variable_name(name));
}

std::optional<CodeValue> CodeRun::take(const CodeStep* code, std::size_t step, std::uint32_t rule_size) {
  now_ = step;
  arguments_.clear();
  result_.reset();
  std::optional<CodeValue> demanded;
  if (code) {
    at_ = code->block;
    for (const CodeOp& op : code->ops) operate(op);
    for (const CodeOperand& x : code->arguments) arguments_.push_back(value_of(x));
    if (code->end == CodeStep::End::Branch) demanded = branched(*code);
    if (code->end == CodeStep::End::Branch || code->end == CodeStep::End::None) frames_.back().previous = code->block;
    if (code->end == CodeStep::End::Call && rule_size != 2) hand_over(*code);
  }
  if (rule_size == 2) enter(code);
  if (rule_size == 0) leave(code);
  return demanded;
}

CodeValue CodeRun::argument(int position) {
  if (position >= 0 && static_cast<std::size_t>(position) < arguments_.size())
    return arguments_[static_cast<std::size_t>(position)];
  if (position != Pds::from_result) return unknown("?");
  if (result_) return *result_;
  // The call was only just made: whatever it brings back will be this.
  auto& promised = frames_.back().promised;
  if (!promised) promised = unknown(frames_.back().function + "()");
  return *promised;
}

CodeValue CodeRun::unknown(const std::string& name) { return {terms_.unknown(name), {}, now_, now_}; }

void CodeRun::set(const std::string& name, CodeValue value) {
  value.made_at = now_;
  if (!name.empty()) frames_.back().registers[name] = std::move(value);
}

CodeValue CodeRun::value_of(const CodeOperand& x) {
  switch (x.kind) {
    case OperandKind::Number: return {terms_.number(x.name)};
    case OperandKind::Text: return {terms_.text(x.name)};
    case OperandKind::Function: return {terms_.function(x.name)};
    case OperandKind::Global: {
      const TermId whole = terms_.object(x.name, 0);
      return {x.path.empty() ? whole : terms_.computed("field %" + x.path, {whole})};
    }
    case OperandKind::Register: {
      const auto [at, fresh] = frames_.back().registers.try_emplace(x.name);
      if (fresh) at->second = unknown(variable_name(x.name));
      CodeValue value = at->second;
      if (value.made_at != now_ && !variables_.contains(value.term))
        value.rests_on.insert(register_place(frames_.back().function, x.name));
      return value;
    }
    case OperandKind::Unknown: break;
  }
  return unknown("?");
}

void CodeRun::operate(const CodeOp& op) {
  switch (op.op) {
    case Op::Variable: {
      const TermId object = terms_.object(variable_name(op.result), ++calls_);
      variables_[object] = {frames_.back().function, op.result};
      return set(op.result, {object});
    }
    case Op::Load: return set(op.result, load(op));
    case Op::Store: return store(op);
    case Op::Field:
    case Op::Compute: return set(op.result, computed(op));
    case Op::Choose: {
      CodeValue value = value_of(op.args[0]), one = value_of(op.args[1]), other = value_of(op.args[2]);
      const bool is_one = terms_.is_truth(value.term, true), is_other = terms_.is_truth(value.term, false);
      TermId term = terms_.computed("choose", {value.term, one.term, other.term});
      if (is_one) term = one.term;
      if (is_other) term = other.term;
      join(value, one);
      join(value, other);
      value.term = term;
      return set(op.result, std::move(value));
    }
    case Op::Merge: {
      const auto from = std::find(op.blocks.begin(), op.blocks.end(), frames_.back().previous);
      if (from == op.blocks.end()) return set(op.result, unknown(op.result));
      CodeValue value = value_of(op.args[static_cast<std::size_t>(from - op.blocks.begin())]);
      value.since = std::min(value.since, now_ == 0 ? 0 : now_ - 1);  // the step that came from there
      value.rests_on.insert(register_place(frames_.back().function, op.result));
      value.rests_on.insert(jump_place(frames_.back().function, at_));
      return set(op.result, std::move(value));
    }
    case Op::Other: return set(op.result, unknown(op.result));
  }
}

CodeValue CodeRun::computed(const CodeOp& op) {
  CodeValue result;
  std::vector<TermId> terms;
  for (const CodeOperand& x : op.args) {
    const CodeValue value = value_of(x);
    terms.push_back(value.term);
    join(result, value);
  }
  result.term = terms_.computed(op.op == Op::Field ? "field " + op.word : op.word, std::move(terms));
  return result;
}

bool CodeRun::is_own(TermId root) const {
  const auto variable = variables_.find(root);
  return variable != variables_.end() && !code_.shared.contains(variable->second);
}

Rest CodeRun::places_of(TermId address, const std::string& type) const {
  const TermId root = terms_.root(address);
  Rest places;
  const auto variable = variables_.find(root);
  if (variable != variables_.end()) {
    places.insert(variable_place(variable->second.first, variable->second.second));
    places.insert(call_place(variable->second.first));
    if (!code_.shared.contains(variable->second)) return places;
  }
  const Term& at = terms_[root];
  if (variable == variables_.end() && at.kind == Term::Kind::Object) {
    places.insert(global_place(at.text));
    if (code_.foreign.contains(at.text)) places.insert(foreign_place);
    if (!code_.shared_globals.contains(at.text) && !terms_.is_field(address)) return places;
  }
  std::vector<std::string> numbers;
  const Term& term = terms_[address];
  for (std::size_t i = 1; terms_.is_field(address) && i < term.args.size(); ++i)
    numbers.push_back(terms_[term.args[i]].kind == Term::Kind::Number ? terms_[term.args[i]].text : "");
  places.insert(memory_place(terms_.is_field(address) ? field_key(term.text.substr(6), numbers) : "", type));
  return places;
}

CodeValue CodeRun::load(const CodeOp& op) {
  CodeValue address = value_of(op.args[0]);
  const auto variable = variables_.find(address.term);
  const bool counts = variable != variables_.end() && code_.counters.contains(variable->second);
  const auto cell = memory_.find(address.term);
  CodeValue value;
  if (counts && !options_.counters)
    value = unknown(terms_[address.term].text);
  else if (cell != memory_.end() && cell->second.type == op.type)
    value = cell->second.value;
  else {
    std::string name = terms_.shown(address.term);
    if (name.starts_with('&')) name.erase(0, 1);
    value = unknown(name);
    memory_[address.term] = {value, op.type};
  }
  join(value, address);
  const Rest places = places_of(address.term, op.type);
  value.rests_on.insert(places.begin(), places.end());
  return value;
}

bool CodeRun::may_be_same(TermId written, const std::string& type, TermId other, const Cell& cell) const {
  if (written == other) return true;
  const TermId root = terms_.root(written), other_root = terms_.root(other);
  const auto is_object = [&](TermId id) { return terms_[id].kind == Term::Kind::Object; };
  if (root == other_root || !(is_object(root) && is_object(other_root))) {
    if (root != other_root && (is_own(root) || is_own(other_root))) return false;
    return changes(places_of(written, type), places_of(other, cell.type));
  }
  return false;
}

void CodeRun::store(const CodeOp& op) {
  CodeValue value = value_of(op.args[0]);
  const CodeValue address = value_of(op.args[1]);
  const bool is_parameter = op.args[0].kind == OperandKind::Register && value.made_at == ~std::size_t(0);
  if (!options_.copies && op.args[0].kind == OperandKind::Register && !is_parameter &&
      variables_.contains(address.term) && terms_[value.term].kind == Term::Kind::Unknown &&
      !terms_[value.term].text.ends_with("()"))
    value.term = terms_.unknown(terms_[address.term].text);
  join(value, address);
  value.since = std::min(value.since, now_);
  std::erase_if(memory_, [&](const auto& cell) {
    const bool same_field = terms_.root(cell.first) == terms_.root(address.term) && cell.first != address.term &&
                            terms_.is_field(cell.first) && terms_.is_field(address.term);
    if (same_field) {  // numbers that differ are different places
      const Term &a = terms_[cell.first], &b = terms_[address.term];
      if (a.args[0] == b.args[0] && a.text == b.text && a.args.size() == b.args.size())
        for (std::size_t i = 1; i < a.args.size(); ++i)
          if (a.args[i] != b.args[i] && terms_.is_constant(a.args[i]) && terms_.is_constant(b.args[i])) return false;
    }
    return may_be_same(address.term, op.type, cell.first, cell.second);
  });
  memory_[address.term] = {std::move(value), op.type};
}

// Somebody else's function: it may write what it is handed, and what it has itself.
void CodeRun::hand_over(const CodeStep& code) {
  std::set<TermId> handed;
  for (std::size_t i = 0; i < arguments_.size(); ++i)
    if (code.arguments[i].points) handed.insert(terms_.root(arguments_[i].term));
  std::erase_if(memory_, [&](const auto& cell) {
    const TermId root = terms_.root(cell.first);
    const Term& at = terms_[root];
    return handed.contains(root) || (at.kind == Term::Kind::Object && code_.foreign.contains(at.text));
  });
  result_ = unknown((code.callee.empty() ? "?" : code.callee) + "()");
  set(code.result, *result_);
}

void CodeRun::enter(const CodeStep* code) {
  Frame frame;
  frame.number = ++calls_;
  if (code) {
    frame.function = code->callee;
    frame.result = code->result;
    const auto parameters = code_.parameters.find(code->callee);
    if (parameters != code_.parameters.end())
      for (std::size_t i = 0; i < parameters->second.size() && i < arguments_.size(); ++i) {
        CodeValue value = arguments_[i];
        value.rests_on.insert(call_place(code->callee));
        value.since = std::min(value.since, now_);
        value.made_at = ~std::size_t(0);
        frame.registers[parameters->second[i]] = std::move(value);
      }
  }
  frames_.push_back(std::move(frame));
}

void CodeRun::leave(const CodeStep* code) {
  CodeValue back = code ? value_of(code->value) : unknown("?");
  const Frame left = std::move(frames_.back());
  frames_.pop_back();
  if (frames_.empty()) frames_.emplace_back();
  if (left.promised) back = *left.promised;
  back.rests_on.insert(call_place(left.function));
  back.since = std::min(back.since, now_);
  set(left.result, std::move(back));
}

CodeValue CodeRun::branched(const CodeStep& code) {
  CodeValue value = value_of(code.value);
  value.since = std::min(value.since, now_);
  const bool is_truth = !code.otherwise && code.equals.size() == 1 &&
                        (code.equals[0] == "0" || code.equals[0] == "1") &&
                        terms_[value.term].kind == Term::Kind::Computed;
  TermId any = is_truth ? value.term : terms_.truth(false);
  if (is_truth && code.equals[0] == "0") any = terms_.negated(any);
  if (!is_truth)
    for (const std::string& number : code.equals)
      any = terms_.computed("or i1", {any, terms_.equal(value.term, terms_.number(number))});
  value.term = code.otherwise ? terms_.negated(any) : any;
  return value;
}

// ---- what steps write

Rest written_by(const PdsCode& code, const CodeStep& step) {
  Rest written;
  for (const CodeOp& op : step.ops) {
    if (!op.result.empty()) written.insert(register_place(step.function, op.result));
    if (op.op != Op::Store) continue;
    const CodeOperand& to = op.args[1];
    if (to.kind == OperandKind::Register) written.insert(variable_place(step.function, to.name));
    if (to.kind == OperandKind::Global) written.insert(global_place(to.name));
    const std::pair place(step.function, to.name);
    const bool is_variable = to.kind == OperandKind::Register && code.variables.contains(place);
    const bool is_own =
        is_variable ? !code.shared.contains(place)
                    : to.kind == OperandKind::Global && to.path.empty() && !code.shared_globals.contains(to.name);
    if (!is_own) written.insert(memory_place("", op.type));
  }
  if (step.end == CodeStep::End::None || step.end == CodeStep::End::Branch)
    written.insert(jump_place(step.function, step.next_block));
  if (step.end == CodeStep::End::Return) written.insert(call_place(step.function));
  if (step.end != CodeStep::End::Call) return written;
  if (!step.result.empty()) written.insert(register_place(step.function, step.result));
  if (step.enters) {
    written.insert(call_place(step.callee));
    return written;
  }
  written.insert(foreign_place);
  if (std::any_of(step.arguments.begin(), step.arguments.end(), [](const CodeOperand& x) {
        return x.points && x.kind != OperandKind::Text && x.kind != OperandKind::Number &&
               x.kind != OperandKind::Function;
      }))
    written.insert(all_memory);
  return written;
}

bool changes(const Rest& written, const Rest& rests_on) {
  const auto split = [](const std::string& place) {
    const std::size_t line = place.find('\n');
    return std::pair(place.substr(0, line), line == place.npos ? "" : place.substr(line + 1));
  };
  for (const std::string& place : written) {
    if (rests_on.contains(place)) return true;
    if (!place.starts_with("m ")) continue;
    for (auto at = rests_on.lower_bound("m "); at != rests_on.end() && at->starts_with("m "); ++at) {
      if (place == all_memory || *at == all_memory) return true;
      const auto [type, key] = split(place);
      const auto [other_type, other_key] = split(*at);
      if (type == other_type && (key == other_key || key.empty() || other_key.empty())) return true;
    }
  }
  return false;
}

}  // namespace whynot::analyse::paths
