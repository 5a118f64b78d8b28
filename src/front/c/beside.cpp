// What runs although no step of the text calls it: constructors before `main`, handlers and threads between any two
// events, and what is left for the end.
#include <fmt/format.h>

#include <algorithm>

#include "front/c/writer.h"

namespace whynot::front::c {

std::string Writer::starting(const Module& module, const Call& call, const Starts& starts, const Ends& at,
                             const std::string& event) {
  std::set<std::string> all;
  for (const std::string& name : starts.named)
    if (defined_.contains(resolve(module, name))) all.insert(resolve(module, name));
  bool others = starts.others;
  for (const std::size_t position : starts.parameters) {
    const auto handed = handed_to(function_, position);
    others = others || !handed;
    if (handed) all.insert(handed->begin(), handed->end());
  }
  if (others)
    for (const std::string& name : taken_)
      if (defined_.contains(name) && can_start(*defined_.at(name).function, starts.kind)) all.insert(name);
  if (others && all.empty()) unfollowed_.insert(fmt::format("what `{}` is handed", call.callee));
  std::uint32_t bits = 0;
  for (const std::string& name : all) {
    reach(name);
    found_.add({starts.kind, name});
    bits |= modes_.bit({starts.kind, name});
  }
  keep_step(at.from, "", at.after);
  std::string out = rule({at.from, "", at.after, event, call.place, modes_.plain() ? 0 : bits});
  if (starts.kind != Waiting::Kind::Thread) return out;
  for (const std::string& name : all) {
    Call runs;
    runs.operands = {starts.handed < call.operands.size() ? call.operands[*starts.handed] : CodeOperand{}};
    make_call(runs, name, true);
    keep_step(at.from, name, at.after);
    out += rule({at.from, name, at.after, event, call.place});
  }
  return out;
}

std::optional<std::set<std::string>> Writer::handed_to(const std::string& function, std::size_t position) const {
  std::set<std::string> out;
  if (taken_.contains(function)) return std::nullopt;  // others may call it through a pointer
  for (const auto& [name, caller] : defined_)
    for (const Block& block : caller.function->blocks)
      for (const Call& call : block.calls) {
        if (resolve(*caller.module, call.callee) != function || position >= call.operands.size()) continue;
        const CodeOperand& x = call.operands[position];
        if (x.kind == CodeOperand::Kind::Number) continue;
        if (x.kind != CodeOperand::Kind::Function) return std::nullopt;
        const std::string unique = resolve(*caller.module, x.name);
        if (defined_.contains(unique)) out.insert(unique);
      }
  return out;
}

std::string Writer::interrupts(const std::string& point, const Place& place) {
  std::string out;
  const std::string back = point + "@interrupted";
  if (modes_.plain() || !interrupted_.insert(point).second) return out;
  const CodeStep whole = at_hand_;
  for (const Waiting& what : modes_.waiting()) {
    if (what.kind == Waiting::Kind::AtExit) continue;
    const Call runs = called_by_others(what.function);
    at_hand_ = {};
    at_hand_.function = function_;
    make_call(runs, what.function, true);
    keep_step(point, what.function, back);
    const std::string event = event_text(defined_.at(what.function).function->name, runs);
    for (const std::uint32_t set : modes_.sets())
      if ((set & modes_.bit(what)) != 0) {
        const bool once = what.kind == Waiting::Kind::Thread && modes_.tells_apart();
        const std::uint32_t left = once ? set & ~modes_.bit(what) : set;
        out += full_rule({Mode::Is::Runs, set, 0}, {point, what.function, back, event, place},
                         {Mode::Is::Handles, left, 0});
      }
  }
  at_hand_ = whole;
  if (out.empty()) return out;
  returns_.emplace_back(back, function_);
  for (const std::uint32_t set : modes_.sets())
    out += full_rule({Mode::Is::Handles, set, 0}, {back, "", point, "", place}, {Mode::Is::Runs, set, 0});
  return out;
}

Call Writer::called_by_others(const std::string& name) const {
  Call call;
  call.arguments.resize(defined_.at(name).function->types.size() - 1);
  call.operands.resize(call.arguments.size());
  return call;
}

bool Writer::has_frame() const {
  if (!follows_) return false;
  const auto at_exit = [](const Waiting& what) { return what.kind == Waiting::Kind::AtExit; };
  return !constructed_.empty() || !destructed_.empty() ||
         std::any_of(modes_.waiting().begin(), modes_.waiting().end(), at_exit);
}

std::string Writer::call_from_outside(const std::string& from, const std::string& name, const std::string& after,
                                      bool tells) {
  if (!defined_.contains(name)) return rule({from, "", after, "", {}});
  reach(name);
  const Call call = called_by_others(name);
  at_hand_ = {};
  at_hand_.function = function_;
  make_call(call, name, true);
  if (!tells) at_hand_.arguments.clear();  // its parameters have their own names
  keep_step(from, name, after);
  const Function& function = *defined_.at(name).function;
  return rule({from, name, after, tells ? event_text(function.name, call) : "", function.place});
}

std::string Writer::frame_text() {
  function_ = frame;
  std::string out = fmt::format("proc {} entry {}\n", name_text(frame), name_text(entry_point(frame)));
  std::string point = entry_point(frame);
  for (const std::string& name : constructed_) {
    const std::string after = fresh_point(frame, {});
    out += call_from_outside(point, name, after, true);
    point = after;
  }
  const std::string after = fresh_point(frame, {});
  out += call_from_outside(point, entry_, after, false);
  return out + rule({after, "", entry_point(ending), "", {}});
}

std::string Writer::ending_text() {
  function_ = ending;
  std::string out = fmt::format("proc {} entry {}\n", name_text(ending), name_text(entry_point(ending)));
  std::string point = entry_point(ending);
  for (std::size_t i = modes_.waiting().size(); i-- > 0;) {
    const Waiting& what = modes_.waiting()[i];
    if (what.kind != Waiting::Kind::AtExit) continue;
    const std::string after = fresh_point(ending, {});
    out += at_exit_text(what, point, after);
    point = after;
  }
  for (const std::string& name : destructed_) {
    const std::string after = fresh_point(ending, {});
    out += call_from_outside(point, name, after, true);
    point = after;
  }
  // What the end calls may not have been reached before.
  out += stop_text(point);
  while (!todo_.empty()) {
    const std::string name = todo_.back();
    todo_.pop_back();
    out += function_text(name);
    ++result_.functions;
  }
  return out;
}

std::string Writer::at_exit_text(const Waiting& what, const std::string& from, const std::string& after) {
  std::string out;
  const Call call = called_by_others(what.function);
  at_hand_ = {};
  at_hand_.function = ending;
  make_call(call, what.function, true);
  keep_step(from, what.function, after);
  const Function& function = *defined_.at(what.function).function;
  const Rule runs{from, what.function, after, event_text(function.name, call), function.place};
  returns_.emplace_back(after, ending);
  for (const Mode& mode : modes_.running()) {
    const bool waits = (mode.waiting & modes_.bit(what)) != 0;
    if (waits) out += full_rule(mode, runs, mode);
    if (!waits || !modes_.tells_apart()) out += full_rule(mode, {from, "", after, "", {}}, mode);
  }
  return out;
}

}  // namespace whynot::front::c
