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

bool is_register(const CodeOperand& x, const std::string& name) {
  return x.kind == CodeOperand::Kind::Register && x.name == name;
}

bool starts_something(std::string_view callee) {
  return std::any_of(std::begin(starters), std::end(starters), [&](const Starter& s) { return s.callee == callee; });
}

// Where a value of the function comes from: constants, parameters, and what was installed before.
class Origin {
 public:
  Origin(const Function& within, Starts& to) : within_(within), to_(to) {}

  void add(const CodeOperand& value) {
    if (value.kind == CodeOperand::Kind::Function) return to_.named.push_back(value.name);
    if (value.kind == CodeOperand::Kind::Number) return;  // SIG_DFL, SIG_IGN
    if (value.kind != CodeOperand::Kind::Register) return void(to_.others = true);
    if (!seen_.insert(value.name).second) return;
    const auto& parameters = within_.parameters;
    const auto parameter = std::find(parameters.begin(), parameters.end(), value.name);
    if (parameter != parameters.end())
      return to_.parameters.push_back(static_cast<std::size_t>(parameter - parameters.begin()));
    if (!is_made(value.name)) to_.others = true;
  }

 private:
  bool is_made(const std::string& name) {
    for (const Block& block : within_.blocks) {
      for (const CodeOp& op : block.ops)
        if (op.result == name && op.op != CodeOp::Op::Store) return follow(op);
      for (const Call& call : block.calls)  // `signal` gives back what was there before
        if (call.result == name) return starts_something(call.callee);
    }
    return false;
  }

  bool follow(const CodeOp& op) {
    const bool casts = op.op == CodeOp::Op::Compute && op.args.size() == 1;
    const bool chooses = op.op == CodeOp::Op::Merge || op.op == CodeOp::Op::Choose;
    if (casts || chooses) {
      for (std::size_t i = op.op == CodeOp::Op::Choose ? 1 : 0; i < op.args.size(); ++i) add(op.args[i]);
      return true;
    }
    return op.op == CodeOp::Op::Load && op.args[0].kind == CodeOperand::Kind::Register && is_stored(op.args[0].name);
  }

  // What a variable of the function is given; nothing if its address goes anywhere else.
  bool is_stored(const std::string& variable) {
    bool found = false;
    for (const Block& block : within_.blocks) {
      for (const CodeOp& op : block.ops) {
        if (op.op == CodeOp::Op::Variable && op.result == variable) found = true;
        if (op.op == CodeOp::Op::Store && is_register(op.args[1], variable)) add(op.args[0]);
      }
      for (const Call& call : block.calls)
        for (const CodeOperand& x : call.operands)
          if (is_register(x, variable)) return false;
    }
    return found;
  }

  const Function& within_;
  Starts& to_;
  std::set<std::string> seen_;
};

// What another call has filled with the handler that was there before.
bool is_restored(const CodeOperand& handed, const Function& within) {
  for (const Block& block : within.blocks)
    for (const Call& call : block.calls)
      if (call.callee == "sigaction" && call.operands.size() > 2 && call.operands[2] == handed) return true;
  return false;
}

// Stores of functions to what lies within a `struct sigaction`, in the function that installs it.
void add_stored(const CodeOperand& handed, const Function& within, Starts& to) {
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
      Origin(within, to).add(op.args[0]);
    }
  if (!stored && !is_restored(handed, within)) to.others = true;
}

}  // namespace

std::optional<Starts> starts_of(const Call& call, const Function& within) {
  const auto* known = std::find_if(std::begin(starters), std::end(starters),
                                   [&](const Starter& starter) { return starter.callee == call.callee; });
  if (known == std::end(starters) || known->position >= call.operands.size()) return std::nullopt;
  Starts result;
  result.kind = known->kind;
  if (known->kind == Kind::Thread) result.handed = known->position + 1;
  const CodeOperand& handed = call.operands[known->position];
  if (call.callee != "sigaction")
    Origin(within, result).add(handed);
  else if (handed.kind != CodeOperand::Kind::Number)
    add_stored(handed, within, result);
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
