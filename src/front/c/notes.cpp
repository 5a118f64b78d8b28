// What is abstracted, in sentences.
#include <fmt/format.h>

#include <algorithm>

#include "front/c/writer.h"

namespace whynot::front::c {

void Writer::note_unfollowed(const Call& call, const std::string& callee) {
  const bool starts = callee == "pthread_create" || callee == "sigaction" || callee == "on_exit" ||
                      callee == "atexit" || callee == "signal" || callee == "at_quick_exit";
  if (!starts || defined_.contains(callee)) return;
  for (std::size_t i = 0; i < call.operands.size(); ++i)
    if (call.arguments[i].kind == Argument::Kind::Function)
      unfollowed_.insert(fmt::format("`{}`, which `{}` is handed", call.arguments[i].text, callee));
  if (callee == "sigaction" && call.operands.size() > 1 && call.arguments[1].kind != Argument::Kind::Number)
    unfollowed_.insert("the handler that `sigaction` is handed");
}

void Writer::note_unmodelled(const std::string& callee) {
  jumps_ = jumps_ || (is_longjmp(callee) && !defined_.contains(callee));
  const bool forks = callee == "fork" || callee == "vfork";
  const bool starts =
      !follows_ && (callee == "signal" || callee == "sigaction" || callee == "pthread_create" || callee == "atexit");
  if (forks || starts) others_.insert(callee);
}

void Writer::write_notes() {
  result_.notes.push_back(
      "in the pushdown system every branch may go either way; the program's values are followed along each run before "
      "it "
      "is shown, and `feasible` tells whether they allow it");
  if (resolved_ != 0)
    result_.notes.push_back(
        fmt::format("{} call{} through pointers may reach every function of that type whose address is taken",
                    resolved_, resolved_ == 1 ? "" : "s"));
  if (unresolved_ != 0)
    result_.notes.push_back(fmt::format("{} call{} through pointers fit no function of these files and do nothing",
                                        unresolved_, unresolved_ == 1 ? "" : "s"));
  for (const std::string& name : calls_back_)
    result_.notes.push_back(fmt::format("`{}` may call the functions that it is handed, any number of times", name));
  note_beside();
  if (throws_)
    result_.notes.push_back("exceptions are followed within a function: a run in which one leaves it ends there");
  for (const std::string& name : several_)
    if (reached_.contains(name))
      result_.notes.push_back(fmt::format("several files define `{}`: the first definition is taken", name));
  if (!follows_) {
    for (const std::string& name : constructed_) unfollowed_.insert(fmt::format("the constructor `{}`", name));
    for (const std::string& name : destructed_) unfollowed_.insert(fmt::format("the destructor `{}`", name));
  }
  result_.unfollowed.assign(unfollowed_.begin(), unfollowed_.end());
  for (const std::string& name : others_)
    result_.notes.push_back(
        name.ends_with("fork")
            ? fmt::format("`{}` comes back in one process and in the other: a run follows one of them", name)
            : fmt::format("what `{}` starts or installs is not modelled; the call itself is an event", name));
}

void Writer::note_beside() {
  if (jumps_ && modes_.jumps() == 0)
    result_.notes.push_back("longjmp is not modelled: a run that comes to it ends there");
  else if (jumps_)
    result_.notes.push_back("longjmp goes back to each setjmp of its buffer in a function that has not returned");
  std::string handlers, threads, last;
  for (const Waiting& what : modes_.waiting()) {
    std::string* list = &handlers;
    if (what.kind == Waiting::Kind::Thread) list = &threads;
    if (what.kind == Waiting::Kind::AtExit) list = &last;
    *list += fmt::format("{}`{}`", list->empty() ? "" : ", ", what.function);
  }
  if (!handlers.empty())
    result_.notes.push_back(fmt::format(
        "{} may run between any two events once installed, but not within another handler or thread", handlers));
  if (!threads.empty())
    result_.notes.push_back(fmt::format("the thread of {} runs as a whole, between two events of the rest", threads));
  if (!last.empty()) result_.notes.push_back(fmt::format("run at the end, once installed: {}", last));
  if (!modes_.tells_apart())
    result_.notes.push_back("which of these are installed is not told apart: with the first one all may run");
}

}  // namespace whynot::front::c
