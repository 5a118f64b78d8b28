// Volatile variables: what handlers and threads write may change at any time, and what others define is theirs to
// write. One that only the rest of the program writes stays as it is while nobody takes a step.
#include "front/c/writer.h"

namespace whynot::front::c {
namespace {

using Op = CodeOp::Op;

bool is_of_all(const CodeOp& op) { return op.op == Op::Load && op.word == CodeOp::from_outside; }

}  // namespace

// Functions whose address is taken, and those that they call.
std::set<std::string> Writer::on_the_side() const {
  std::set<std::string> out = taken_;
  for (bool grows = true; grows;) {
    const std::size_t before = out.size();
    for (const auto& [name, step] : result_.code.steps)
      if (step.enters && out.contains(step.function)) out.insert(step.callee);
    grows = out.size() > before;
  }
  return out;
}

void Writer::settle_volatile() {
  const std::set<std::string> aside = on_the_side();
  std::set<std::string> theirs = result_.code.foreign;
  for (const auto& [name, step] : result_.code.steps)
    for (const CodeOp& op : step.ops)
      if (op.op == Op::Store && (!follows_ || aside.contains(step.function))) theirs.insert(op.args[1].name);
  for (auto& [name, step] : result_.code.steps)
    for (CodeOp& op : step.ops) {
      if (!is_of_all(op)) continue;
      const CodeOperand& at = op.args[0];
      if (at.kind == CodeOperand::Kind::Global && !theirs.contains(at.name))
        op.word.clear();
      else
        op = {Op::Other, op.result, CodeOp::from_outside, "", {}, {}};
    }
}

}  // namespace whynot::front::c
