// Writes a procedure for each function that is reached; its blocks become points, named by their lines.
#include "front/c/pushdown.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

namespace whynot::front::c {
namespace {

std::string in_quotes(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    if (c == '\n')
      out += "\\\\n";
    else if (c == '\t')
      out += "\\\\t";
    else if (c == '\r')
      out += "\\\\r";
    else if (static_cast<unsigned char>(c) < 32)
      out += fmt::format("\\\\x{:02x}", c);
    else
      out += c;
  }
  return out + "\"";
}

// A name of the pushdown language, quoted where it needs to be.
std::string name_text(const std::string& name) {
  const bool plain = !name.empty() && !std::isdigit(static_cast<unsigned char>(name[0])) &&
                     std::all_of(name.begin(), name.end(), [](unsigned char c) {
                       return std::isalnum(c) || c == '_' || c == '.' || c == '$' || c == ':' || c == '#';
                     });
  return plain ? name : in_quotes(name);
}

std::string argument_text(const Argument& argument) {
  switch (argument.kind) {
    case Argument::Kind::Unknown: return "?";
    case Argument::Kind::Number: return argument.text;
    case Argument::Kind::Text:
    case Argument::Kind::Function: return in_quotes(argument.text);
  }
  return "?";
}

// `llvm.memcpy.p0i8.p0i8.i64` is memcpy.
std::string event_name(const std::string& callee) {
  if (!callee.starts_with("llvm.")) return callee;
  return callee.substr(5, callee.find('.', 5) - 5);
}

std::string place_text(const Place& place) {
  if (place.line == 0 || place.file.empty()) return "";
  const std::string text = fmt::format("{}:{}", place.file, place.line);
  return " ! " + (text.find_first_of(" \t\"") == std::string::npos ? text : in_quotes(text));
}

class Writer {
 public:
  Writer(std::span<const Module> modules, const std::string& entry) : entry_(entry) {
    // Functions that all files see have their names for themselves.
    for (const bool internal : {false, true})
      for (const Module& module : modules)
        for (const Function& function : module.functions)
          if (function.internal == internal) define(module, function);
    for (const Module& module : modules) {
      for (const auto& [alias, target] : module.aliases) aliases_.try_emplace(alias, resolve(module, target));
      for (const Function& function : module.declared) declared_.try_emplace(function.name, &function);
      starts_before_ = starts_before_ || module.constructors;
      throws_ = throws_ || module.exceptions;
      constructed_.insert(module.constructed.begin(), module.constructed.end());
      constructed_.insert(module.destructed.begin(), module.destructed.end());
      result_.code.foreign.insert(module.foreign.begin(), module.foreign.end());
    }
    for (const Module& module : modules) {
      for (const std::string& name : module.globals) result_.code.foreign.erase(name);
    }
    for (const Module& module : modules)
      for (const std::string& name : module.address_taken)
        if (const std::string unique = resolve(module, name); defined_.contains(unique) || declared_.contains(unique))
          taken_.insert(unique);
  }

  Pushdown write() {
    if (!defined_.contains(entry_)) return {};
    reach(entry_);
    std::string body;
    while (!todo_.empty()) {
      const std::string name = todo_.back();
      todo_.pop_back();
      body += function_text(name);
      ++result_.functions;
    }
    result_.text = fmt::format("pds program\ninit <{}>\n{}", name_text(entry_point(entry_)), body);
    write_notes();
    return std::move(result_);
  }

 private:
  struct Defined {
    const Module* module;
    const Function* function;
  };

  void define(const Module& module, const Function& function) {
    const bool taken = function.internal && defined_.contains(function.name);
    const std::string unique = taken ? fmt::format("{}.{}", module.file, function.name) : function.name;
    names_[{&module, function.name}] = unique;
    const auto [first, fresh] = defined_.try_emplace(unique, Defined{&module, &function});
    if (!fresh && first->second.module->file != module.file) several_.insert(unique);
  }

  // What a name means in a module: its own function, else that of another file.
  std::string resolve(const Module& module, const std::string& name) const {
    const auto own = names_.find({&module, name});
    if (own != names_.end()) return own->second;
    const auto alias = aliases_.find(name);
    return alias == aliases_.end() ? name : alias->second;
  }

  void reach(const std::string& name) {
    if (reached_.insert(name).second) todo_.push_back(name);
  }

  static std::string entry_point(const std::string& function) { return function + ":entry"; }

  // Points are named by their lines: what a person looks for in a trace.
  std::string fresh_point(const std::string& function, const Place& place) {
    const std::string base = place.line == 0 ? function + ":p" : fmt::format("{}:{}", function, place.line);
    const std::size_t count = ++used_[base];
    return count == 1 ? base : fmt::format("{}#{}", base, count);
  }

  std::string function_text(const std::string& name) {
    const Defined& at = defined_.at(name);
    std::map<std::string, std::string> points;  // by label
    for (const Block& block : at.function->blocks) {
      const bool first = &block == &at.function->blocks.front();
      const auto& place = block.calls.empty() ? block.place : block.calls.front().place;
      points[block.label] = first ? entry_point(name) : fresh_point(name, place);
    }
    std::string out = fmt::format("proc {} entry {}\n", name_text(name), name_text(entry_point(name)));
    note_code(name, *at.function);
    for (const Block& block : at.function->blocks) {
      std::string point = points.at(block.label);
      bool goes_on = true;
      std::size_t done = 0;  // of its ops
      for (const Call& call : block.calls) {
        const std::string after = fresh_point(name, call.place);
        at_hand_ = step_of(name, block, done, call.before);
        done = call.before;
        out += call_text(*at.module, call, point, after);
        point = after;
        if (!(goes_on = comes_back(*at.module, call))) break;
      }
      at_hand_ = step_of(name, block, done, block.ops.size());
      if (goes_on && block.returns) out += return_text(block, point);
      for (const std::string& next : block.next)
        if (goes_on && points.contains(next)) out += branch_text(block, next, point, points.at(next));
      if (!goes_on || (!block.returns && block.next.empty())) out += fmt::format("  stop {}\n", name_text(point));
    }
    return out;
  }

  // ---- what the rules compute

  void note_code(const std::string& name, const Function& function) {
    result_.code.parameters[name] = function.parameters;
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
      if (x.kind == CodeOperand::Kind::Register && variables.contains(x.name))
        result_.code.shared.emplace(name, x.name);
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

  static CodeStep step_of(const std::string& function, const Block& block, std::size_t begin, std::size_t end) {
    CodeStep step;
    step.function = function;
    step.block = step.next_block = block.label;
    step.ops.assign(block.ops.begin() + static_cast<std::ptrdiff_t>(begin),
                    block.ops.begin() + static_cast<std::ptrdiff_t>(end));
    return step;
  }

  void keep_step(const std::string& from, const std::string& callee, const std::string& to) {
    result_.code.steps[PdsCode::step_name(from, callee, to)] = at_hand_;
  }

  std::string return_text(const Block& block, const std::string& from) {
    at_hand_.end = CodeStep::End::Return;
    at_hand_.value = block.value;
    keep_step(from, "", "");
    return rule(from, "return", "", block.place);
  }

  std::string branch_text(const Block& block, const std::string& label, const std::string& from,
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
    return rule(from, name_text(to), event, block.place);
  }

  // ` @ true(?)` where what the branch says of a value excludes 0, ` @ false(?)` where it does not.
  std::string tested_event(const Block& block) {
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

  // Whether 0 compares in this way with the number.
  static bool holds(std::string_view predicate, const std::string& number) {
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

  // ---- calls

  // False for what ends the run, whether or not the program's headers say so.
  bool comes_back(const Module& module, const Call& call) const {
    static constexpr std::string_view ends[] = {"exit", "_exit", "_Exit", "quick_exit", "abort", "__assert_fail"};
    const bool ending =
        is_jump(call.callee) || std::find(std::begin(ends), std::end(ends), call.callee) != std::end(ends);
    return !ending || defined_.contains(resolve(module, call.callee));
  }

  static bool is_jump(std::string_view callee) {
    return callee == "longjmp" || callee == "_longjmp" || callee == "siglongjmp" || callee == "__longjmp_chk";
  }

  std::string rule(const std::string& from, const std::string& to, const std::string& event, const Place& place) {
    ++result_.rules;
    return fmt::format("  {} -> {}{}{}\n", name_text(from), to, event, place_text(place));
  }

  std::string call_text(const Module& module, const Call& call, const std::string& from, const std::string& after) {
    if (call.callee.empty()) return indirect_text(call, from, after);
    const std::string callee = resolve(module, call.callee);
    note_unmodelled(callee);
    note_unfollowed(call, callee);
    make_call(call, callee, defined_.contains(callee));
    const std::string event = event_text(call.callee, call);
    if (!defined_.contains(callee)) return library_text(module, call, from, after, event);
    reach(callee);
    keep_step(from, callee, after);
    return rule(from, fmt::format("call {} ret {}", name_text(callee), name_text(after)), event, call.place);
  }

  void make_call(const Call& call, const std::string& callee, bool enters) {
    at_hand_.end = CodeStep::End::Call;
    at_hand_.callee = callee;
    at_hand_.enters = enters;
    at_hand_.arguments = call.operands;
    at_hand_.result = call.result;
  }

  // Somebody else's function may call those that it is handed, any number of times before it comes back.
  std::string library_text(const Module& module, const Call& call, const std::string& from, const std::string& after,
                           const std::string& event) {
    std::set<std::string> handed;
    for (const Argument& argument : call.arguments)
      if (argument.kind == Argument::Kind::Function && defined_.contains(resolve(module, argument.text)))
        handed.insert(resolve(module, argument.text));
    const std::string within = fmt::format("{}@{}", after, call.callee);
    const bool calls_none = handed.empty() || others_.contains(call.callee);
    keep_step(from, "", calls_none ? after : within);
    if (calls_none) return rule(from, name_text(after), event, call.place);
    at_hand_.ops.clear();
    std::string out = rule(from, name_text(within), event, call.place);
    for (const std::string& name : handed) {
      reach(name);
      calls_back_.insert(call.callee);
      const Function& function = *defined_.at(name).function;
      Call back;
      back.arguments.resize(function.types.size() - 1);
      back.operands.resize(back.arguments.size());
      make_call(back, name, true);
      keep_step(within, name, within);
      out += rule(within, fmt::format("call {} ret {}", name_text(name), name_text(within)),
                  event_text(function.name, back), call.place);
    }
    return out + rule(within, name_text(after), "", call.place);
  }

  static std::string event_text(const std::string& callee, const Call& call) {
    std::string arguments;
    for (const Argument& argument : call.arguments)
      arguments += (arguments.empty() ? "" : ", ") + argument_text(argument);
    return fmt::format(" @ {}{}", name_text(event_name(callee)), arguments.empty() ? "" : "(" + arguments + ")");
  }

  // Any function of that type whose address somebody takes, the program's own or another's.
  std::string indirect_text(const Call& call, const std::string& from, const std::string& after) {
    std::string out;
    for (const std::string& name : taken_) {
      const auto own = defined_.find(name);
      const Function& function = own == defined_.end() ? *declared_.at(name) : *own->second.function;
      if (!fits(function, call)) continue;
      if (own != defined_.end())
        reach(name);
      else
        note_unmodelled(name);
      make_call(call, name, own != defined_.end());
      keep_step(from, own == defined_.end() ? "" : name, after);
      const std::string to =
          own == defined_.end() ? name_text(after) : fmt::format("call {} ret {}", name_text(name), name_text(after));
      out += rule(from, to, event_text(function.name, call), call.place);
    }
    ++(out.empty() ? unresolved_ : resolved_);
    if (out.empty()) {
      make_call(call, "", false);
      keep_step(from, "", after);
    }
    return out.empty() ? rule(from, name_text(after), "", call.place) : out;
  }

  static bool fits(const Function& function, const Call& call) {
    if (function.variadic ? function.types.size() > call.types.size() : function.types.size() != call.types.size())
      return false;
    return std::equal(function.types.begin(), function.types.end(), call.types.begin());
  }

  // Functions that somebody else is handed to call later, at a time that no step of the text tells.
  void note_unfollowed(const Call& call, const std::string& callee) {
    const bool starts = callee == "pthread_create" || callee == "sigaction" || callee == "on_exit" ||
                        callee == "atexit" || callee == "signal" || callee == "at_quick_exit";
    if (!starts || defined_.contains(callee)) return;
    for (std::size_t i = 0; i < call.operands.size(); ++i)
      if (call.arguments[i].kind == Argument::Kind::Function)
        unfollowed_.insert(fmt::format("`{}`, which `{}` is handed", call.arguments[i].text, callee));
    if (callee == "sigaction" && call.operands.size() > 1 && call.arguments[1].kind != Argument::Kind::Number)
      unfollowed_.insert("the handler that `sigaction` is handed");
  }

  void note_unmodelled(const std::string& callee) {
    jumps_ = jumps_ || is_jump(callee);
    for (const std::string_view other : {"signal", "sigaction", "pthread_create", "fork", "vfork", "atexit"})
      if (callee == other) others_.insert(callee);
  }

  void write_notes() {
    result_.notes.push_back(
        "data is not modelled: every branch may go either way, so a counterexample may be infeasible");
    if (resolved_ != 0)
      result_.notes.push_back(
          fmt::format("{} call{} through pointers may reach every function of that type whose address is taken",
                      resolved_, resolved_ == 1 ? "" : "s"));
    if (unresolved_ != 0)
      result_.notes.push_back(fmt::format("{} call{} through pointers fit no function of these files and do nothing",
                                          unresolved_, unresolved_ == 1 ? "" : "s"));
    for (const std::string& name : calls_back_)
      result_.notes.push_back(fmt::format("`{}` may call the functions that it is handed, any number of times", name));
    if (jumps_) result_.notes.push_back("longjmp is not modelled: a run that comes to it ends there");
    if (throws_)
      result_.notes.push_back("exceptions are followed within a function: a run in which one leaves it ends there");
    for (const std::string& name : several_)
      if (reached_.contains(name))
        result_.notes.push_back(fmt::format("several files define `{}`: the first definition is taken", name));
    for (const std::string& name : constructed_) unfollowed_.insert(fmt::format("the constructor `{}`", name));
    result_.unfollowed.assign(unfollowed_.begin(), unfollowed_.end());
    if (starts_before_)
      result_.notes.push_back("functions that run before the program starts (constructors) are not modelled");
    for (const std::string& name : others_)
      result_.notes.push_back(
          fmt::format("what `{}` starts or installs is not modelled; the call itself is an event", name));
  }

  std::string entry_;
  std::map<std::pair<const Module*, std::string>, std::string> names_;
  std::map<std::string, Defined> defined_;
  std::map<std::string, const Function*> declared_;
  std::map<std::string, std::string> aliases_;
  std::set<std::string> unfollowed_, constructed_;
  std::set<std::string> taken_, reached_, others_, several_, calls_back_;
  std::vector<std::string> todo_;
  std::map<std::string, std::size_t> used_;
  std::size_t resolved_ = 0, unresolved_ = 0;
  bool jumps_ = false, starts_before_ = false, throws_ = false;
  CodeStep at_hand_;  // of the rule that is written next
  Pushdown result_;
};

}  // namespace

Pushdown make_pushdown(std::span<const Module> modules, const std::string& entry) {
  return Writer(modules, entry).write();
}

}  // namespace whynot::front::c
