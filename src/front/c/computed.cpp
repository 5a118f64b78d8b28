// What each rule computes, kept beside the text; and which value a branch tests.
#include <fmt/format.h>

#include <algorithm>

#include "front/c/writer.h"

namespace whynot::front::c {

void Writer::note_code(const std::string& name, const Function& function) {
  result_.code.parameters[name] = function.parameters;
  for (const auto& [reg, size] : function.sizes) result_.code.sizes[{name, reg}] = size;
  std::set<std::string> variables;
  std::set<std::string> sums;
  for (const Block& block : function.blocks)
    for (const CodeOp& op : block.ops) {
      if (op.op == CodeOp::Op::Variable) {
        variables.insert(op.result);
        result_.code.variables.emplace(name, op.result);
      }
      if (op.word.starts_with("add") || op.word.starts_with("sub")) sums.insert(op.result);
      if (op.op == CodeOp::Op::Field && op.args.size() == 2) sums.insert(op.result);
      if (op.op == CodeOp::Op::Store && sums.contains(op.args[0].name))
        result_.code.counters.emplace(name, op.args[1].name);
    }
  const auto goes_away = [&](const CodeOperand& x) {
    if (x.kind == CodeOperand::Kind::Register && variables.contains(x.name)) result_.code.shared.emplace(name, x.name);
    if (x.kind == CodeOperand::Kind::Global) result_.code.shared_globals.insert(x.name);
  };
  for (const Block& block : function.blocks) {
    for (const CodeOp& op : block.ops)
      for (std::size_t i = 0; i < op.args.size(); ++i)
        if (!(op.op == CodeOp::Op::Load || (op.op == CodeOp::Op::Store && i == 1))) goes_away(op.args[i]);
    for (const Call& call : block.calls)
      for (const CodeOperand& x : call.operands) goes_away(x);
    goes_away(block.value);
  }
}

CodeStep Writer::step_of(const std::string& function, const Block& block, std::size_t begin, std::size_t end) {
  CodeStep step;
  step.function = function;
  step.block = step.next_block = block.label;
  step.ops.assign(block.ops.begin() + static_cast<std::ptrdiff_t>(begin),
                  block.ops.begin() + static_cast<std::ptrdiff_t>(end));
  return step;
}

void Writer::keep_step(const std::string& from, const std::string& callee, const std::string& to) {
  result_.code.from_start = starts_once_;
  CodeStep& step = result_.code.steps[PdsCode::step_name(from, callee, to)] = at_hand_;
  if (step.function == entry_ && from == entry_point(entry_))
    step.ops.insert(step.ops.begin(), initial_.begin(), initial_.end());
}

void Writer::note_initial(std::span<const Module> modules) {
  std::set<std::string> read;
  const auto note = [&](const CodeOperand& x) {
    if (x.kind == CodeOperand::Kind::Global) read.insert(x.name);
  };
  bool starts_once = entry_ == "main" && constructed_.empty() && !taken_.contains(entry_);
  for (const Module& module : modules)
    for (const Function& function : module.functions)
      for (const Block& block : function.blocks) {
        for (const CodeOp& op : block.ops) std::for_each(op.args.begin(), op.args.end(), note);
        for (const Call& call : block.calls) {
          starts_once = starts_once && call.callee != entry_;
          std::for_each(call.operands.begin(), call.operands.end(), note);
        }
      }
  starts_once_ = starts_once;
  if (!starts_once) return;
  for (const Module& module : modules)
    for (const CodeOp& store : module.initial)
      if (read.contains(store.args[1].name)) initial_.push_back(store);
}

std::string Writer::return_text(const Block& block, const std::string& from) {
  at_hand_.end = CodeStep::End::Return;
  at_hand_.value = block.value;
  keep_step(from, "", "");
  return rule({from, "", "", "", block.place});
}

std::string Writer::branch_text(const Block& block, const std::string& label, const std::string& from,
                                const std::string& to) {
  CodeStep whole = at_hand_;
  at_hand_.next_block = label;
  const auto way =
      std::find_if(block.ways.begin(), block.ways.end(), [&](const BranchTo& w) { return w.label == label; });
  std::string event;
  if (way != block.ways.end() && block.ways.size() > 1) {
    at_hand_.end = CodeStep::End::Branch;
    at_hand_.value = block.value;
    at_hand_.otherwise = way->otherwise;
    if (way->otherwise) {
      for (const BranchTo& other : block.ways)
        if (&other != &*way) at_hand_.equals.insert(at_hand_.equals.end(), other.equals.begin(), other.equals.end());
    } else {
      at_hand_.equals = way->equals;
    }
    if (block.ways.size() == 2 && !way->otherwise) event = tested_event(block);
  }
  keep_step(from, "", to);
  at_hand_ = std::move(whole);
  return rule({from, "", to, event, block.place});
}

std::string Writer::tested_event(const Block& block) {
  const auto made_by = [&](const CodeOperand& x) -> const CodeOp* {
    for (const CodeOp& op : block.ops)
      if (x.kind == CodeOperand::Kind::Register && op.result == x.name) return &op;
    return nullptr;
  };
  bool taken = at_hand_.equals[0] != "0";
  CodeOperand tested = at_hand_.value;
  for (const CodeOp* op = made_by(tested); op; op = made_by(tested)) {
    const bool is_not = op->word == "xor i1" && op->args.size() == 2 && op->args[1].name == "1";
    const bool is_same = op->word == "zext i1" || op->word == "freeze";
    const bool compares = op->word.starts_with("icmp ") && op->args[1].kind == CodeOperand::Kind::Number;
    if (!is_not && !is_same && !compares) break;
    tested = op->args[0];
    if (is_not) taken = !taken;
    if (compares) taken = holds(op->word.substr(5), op->args[1].name) != taken;
  }
  if (tested.kind != CodeOperand::Kind::Register) return "";
  at_hand_.arguments = {tested};
  return taken ? " @ true(?)" : " @ false(?)";
}

bool Writer::holds(std::string_view predicate, const std::string& number) {
  const bool negative = number.starts_with('-'), zero = number == "0";
  if (predicate == "eq") return zero;
  if (predicate == "ne") return !zero;
  if (predicate == "slt") return !negative && !zero;
  if (predicate == "sle") return !negative;
  if (predicate == "sgt") return negative;
  if (predicate == "sge") return negative || zero;
  if (predicate == "ult") return !zero;
  if (predicate == "ugt") return false;
  return predicate == "ule" || zero;
}

}  // namespace whynot::front::c
