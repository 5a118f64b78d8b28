// A table of library functions; what `sigaction` installs is found where its structure is written.
#include "front/c/starts.h"

#include <algorithm>
#include <set>

namespace whynot::front::c {
namespace {

using Kind = Waiting::Kind;

struct Starter {
  std::string_view callee;
  Kind kind;
  std::size_t position;  // of the function among the arguments
};

constexpr Starter starters[] = {
    {"signal", Kind::Handler, 1},    {"__sysv_signal", Kind::Handler, 1}, {"bsd_signal", Kind::Handler, 1},
    {"sigset", Kind::Handler, 1},    {"ssignal", Kind::Handler, 1},       {"atexit", Kind::AtExit, 0},
    {"on_exit", Kind::AtExit, 0},    {"pthread_create", Kind::Thread, 2}, {"thrd_create", Kind::Thread, 1},
    {"sigaction", Kind::Handler, 1},
};

void add(const CodeOperand& function, Starts& to) {
  if (function.kind == CodeOperand::Kind::Function)
    to.named.push_back(function.name);
  else if (function.kind != CodeOperand::Kind::Number)  // SIG_DFL, SIG_IGN
    to.others = true;
}

// Stores of functions to what lies within a `struct sigaction`, in the function that installs it.
void add_stored(const Function& within, Starts& to) {
  std::set<std::string> inside;  // registers
  bool stored = false;
  for (const Block& block : within.blocks)
    for (const CodeOp& op : block.ops) {
      const auto is_inside = [&](const CodeOperand& x) {
        return x.kind == CodeOperand::Kind::Register && inside.contains(x.name);
      };
      const bool is_field = op.op == CodeOp::Op::Field && op.word.find("sigaction") != std::string::npos;
      const bool goes_on = op.op == CodeOp::Op::Field || op.op == CodeOp::Op::Compute;
      if (is_field || (goes_on && !op.args.empty() && is_inside(op.args[0]))) inside.insert(op.result);
      if (op.op != CodeOp::Op::Store || !is_inside(op.args[1]) || op.type.find('(') == std::string::npos) continue;
      stored = true;
      add(op.args[0], to);
    }
  if (!stored) to.others = true;
}

}  // namespace

std::optional<Starts> starts_of(const Call& call, const Function& within) {
  const auto* known = std::find_if(std::begin(starters), std::end(starters),
                                   [&](const Starter& starter) { return starter.callee == call.callee; });
  if (known == std::end(starters) || known->position >= call.operands.size()) return std::nullopt;
  Starts result{known->kind, {}, false, {}};
  if (known->kind == Kind::Thread) result.handed = known->position + 1;
  const CodeOperand& handed = call.operands[known->position];
  if (call.callee != "sigaction")
    add(handed, result);
  else if (handed.kind != CodeOperand::Kind::Number)
    add_stored(within, result);
  return result;
}

bool can_start(const Function& function, Kind kind) {
  const auto& types = function.types;
  switch (kind) {
    case Kind::Handler: return (types.size() == 2 || types.size() == 4) && types[0] == "void" && types[1] == "i32";
    case Kind::Thread: return types.size() == 2 && types[1].ends_with('*') && types[0] != "void";
    case Kind::AtExit: return types.size() == 1 && types[0] == "void";
  }
  return false;
}

bool is_setjmp(std::string_view callee) {
  return callee == "setjmp" || callee == "_setjmp" || callee == "sigsetjmp" || callee == "__sigsetjmp";
}

bool is_longjmp(std::string_view callee) {
  return callee == "longjmp" || callee == "_longjmp" || callee == "siglongjmp" || callee == "__longjmp_chk";
}

std::string jump_buffer(const Call& call) {
  const bool known = !call.operands.empty() && call.operands[0].kind == CodeOperand::Kind::Global;
  return known ? call.operands[0].name : "";
}

}  // namespace whynot::front::c
