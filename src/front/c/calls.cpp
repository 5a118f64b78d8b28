// Calls: of functions that the files define, of others, which may call back, and through pointers.
#include <fmt/format.h>

#include <algorithm>

#include "front/c/writer.h"

namespace whynot::front::c {

namespace {

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

// With _FILE_OFFSET_BITS=64, as most programs are built, headers make `stat64` of what the source calls `stat`.
constexpr std::string_view with_large_files[] = {
    "creat",   "fallocate", "fgetpos",  "fopen",     "freopen", "fseeko",   "fsetpos",   "fstat",    "fstatat",
    "fstatfs", "fstatvfs",  "ftello",   "ftruncate", "ftw",     "getdents", "glob",      "globfree", "lockf",
    "lseek",   "lstat",     "mkostemp", "mkostemps", "mkstemp", "mkstemps", "mmap",      "nftw",     "open",
    "openat",  "pread",     "preadv",   "pwrite",    "pwritev", "readdir",  "readdir_r", "scandir",  "sendfile",
    "stat",    "statfs",    "statvfs",  "tmpfile",   "truncate"};

// What the source calls it.
std::string source_name(const std::string& callee) {
  if (!callee.ends_with("64")) return callee;
  const std::string name = callee.substr(0, callee.size() - 2);
  const bool known = std::binary_search(std::begin(with_large_files), std::end(with_large_files), name);
  return known ? name : callee;
}

}  // namespace

bool Writer::comes_back(const Module& module, const Call& call) const {
  static constexpr std::string_view ends[] = {"exit", "_exit", "_Exit", "quick_exit", "abort", "__assert_fail"};
  const bool ending =
      is_longjmp(call.callee) || std::find(std::begin(ends), std::end(ends), call.callee) != std::end(ends);
  return !ending || defined_.contains(resolve(module, call.callee));
}

std::string Writer::rule(const Rule& r) {
  if (!r.callee.empty()) returns_.emplace_back(r.to, function_);
  if (modes_.plain()) return short_rule(r);
  std::string out;
  for (const Mode& mode : modes_.running()) {
    Mode then = mode;
    then.waiting |= r.starts_to_wait;
    out += full_rule(mode, r, then);
  }
  return out;
}

std::string Writer::short_rule(const Rule& r) {
  ++result_.rules;
  std::string to = r.to.empty() ? "return" : name_text(r.to);
  if (!r.callee.empty()) to = fmt::format("call {} ret {}", name_text(r.callee), to);
  return fmt::format("  {} -> {}{}{}\n", name_text(r.from), to, r.event, place_text(r.place));
}

std::string Writer::full_rule(const Mode& from, const Rule& r, const Mode& to) {
  ++result_.rules;
  const std::string entered = r.callee.empty() ? "" : name_text(entry_point(r.callee)) + " ";
  return fmt::format("  <{}, {}> -> <{}, {}{}>{}{}\n", name_text(modes_.name(from)), name_text(r.from),
                     name_text(modes_.name(to)), entered, r.to.empty() ? "" : name_text(r.to), r.event,
                     place_text(r.place));
}

std::string Writer::call_text(const Module& module, const Call& call, const std::string& from,
                              const std::string& after) {
  if (call.callee.empty()) return indirect_text(call, from, after);
  const std::string callee = resolve(module, call.callee);
  note_unmodelled(callee);
  make_call(call, callee, defined_.contains(callee));
  const std::string event = event_text(call.callee, call);
  if (!defined_.contains(callee)) return special_text(module, call, from, after, event);
  reach(callee);
  keep_step(from, callee, after);
  return rule({from, callee, after, event, call.place});
}

std::string Writer::special_text(const Module& module, const Call& call, const std::string& from,
                                 const std::string& after, const std::string& event) {
  if (follows_) {
    if (const auto starts = starts_of(call, *in_->function))
      return starting(module, call, *starts, {from, after}, event);
    if (is_setjmp(call.callee)) return setting_text(call, from, after, event);
    if (is_longjmp(call.callee)) return jumping_text(call, from, after, event);
    if (call.callee == "exit" && has_frame()) {
      keep_step(from, ending, after);
      return rule({from, ending, after, event, call.place});
    }
  }
  note_unfollowed(call, call.callee);
  return library_text(module, call, from, after, event);
}

void Writer::make_call(const Call& call, const std::string& callee, bool enters) {
  at_hand_.end = CodeStep::End::Call;
  at_hand_.callee = enters ? callee : source_name(callee);
  at_hand_.enters = enters;
  at_hand_.arguments = call.operands;
  at_hand_.result = call.result;
}

std::string Writer::library_text(const Module& module, const Call& call, const std::string& from,
                                 const std::string& after, const std::string& event) {
  std::set<std::string> handed;
  for (const Argument& argument : call.arguments)
    if (argument.kind == Argument::Kind::Function && defined_.contains(resolve(module, argument.text)))
      handed.insert(resolve(module, argument.text));
  const std::string within = fmt::format("{}@{}", after, call.callee);
  const bool calls_none = handed.empty() || others_.contains(call.callee);
  keep_step(from, "", calls_none ? after : within);
  if (calls_none) return rule({from, "", after, event, call.place});
  at_hand_.ops.clear();
  std::string out = rule({from, "", within, event, call.place});
  for (const std::string& name : handed) {
    reach(name);
    calls_back_.insert(call.callee);
    const Call back = called_by_others(name);
    make_call(back, name, true);
    keep_step(within, name, within);
    out += rule({within, name, within, event_text(defined_.at(name).function->name, back), call.place});
  }
  return out + rule({within, "", after, "", call.place});
}

std::string Writer::event_text(const std::string& callee, const Call& call) {
  std::string arguments;
  for (const Argument& argument : call.arguments)
    arguments += (arguments.empty() ? "" : ", ") + argument_text(argument);
  if (!arguments.empty()) arguments = "(" + arguments + ")";
  const std::string name = event_name(callee);
  const std::string plain = defined_.contains(callee) ? name : source_name(name);
  const std::string event = " @ " + name_text(name) + arguments;
  return plain == name ? event : event + ", " + name_text(plain) + arguments;
}

std::string Writer::indirect_text(const Call& call, const std::string& from, const std::string& after) {
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
    at_hand_.value = call.pointer;
    at_hand_.equals.clear();
    if (!has_aliases(name)) at_hand_.equals.push_back(function.name);  // else its address has several names
    keep_step(from, own == defined_.end() ? "" : name, after);
    out += rule({from, own == defined_.end() ? "" : name, after, event_text(function.name, call), call.place});
  }
  ++(out.empty() ? unresolved_ : resolved_);
  if (out.empty()) {
    make_call(call, "", false);
    keep_step(from, "", after);
  }
  return out.empty() ? rule({from, "", after, "", call.place}) : out;
}

bool Writer::has_aliases(const std::string& function) const {
  return std::any_of(aliases_.begin(), aliases_.end(), [&](const auto& alias) { return alias.second == function; });
}

bool Writer::fits(const Function& function, const Call& call) {
  if (function.variadic ? function.types.size() > call.types.size() : function.types.size() != call.types.size())
    return false;
  return std::equal(function.types.begin(), function.types.end(), call.types.begin());
}

}  // namespace whynot::front::c
