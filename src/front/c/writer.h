// Writes the text of a pushdown system from the modules of a program.  A first writing finds out what runs beside the
// text; if there is something, a second one has a control location for each of its modes (modes.h).
#pragma once
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "front/c/modes.h"
#include "front/c/pds_text.h"
#include "front/c/pushdown.h"
#include "front/c/starts.h"

namespace whynot::front::c {

class Writer {
 public:
  Writer(std::span<const Module> modules, const std::string& entry);
  Pushdown write();

 private:
  struct Defined {
    const Module* module;
    const Function* function;
  };

  // All that is reached from the entry, and what runs beside it.
  std::string bodies();
  std::set<std::string> on_the_side() const;
  void settle_volatile();
  // The second writing knows what the first one found.
  void start_again();
  void define(const Module& module, const Function& function);
  // What a name means in a module: its own function, else that of another file.
  std::string resolve(const Module& module, const std::string& name) const;
  void reach(const std::string& name);
  static std::string entry_point(const std::string& function) { return function + ":entry"; }

  // Points are named by their lines: what a person looks for in a trace.
  std::string fresh_point(const std::string& function, const Place& place);
  std::string function_text(const std::string& name);
  // Runs stop there; a jump may yet leave it.
  std::string stop_text(const std::string& point);
  // Where something may come between although no call follows: the end of the program's first function, and loops.
  bool may_stay(const Function& function, const Block& block) const;

  // ---- what the rules compute

  void note_code(const std::string& name, const Function& function);
  static CodeStep step_of(const std::string& function, const Block& block, std::size_t begin, std::size_t end);
  void keep_step(const std::string& from, const std::string& callee, const std::string& to);
  // What globals hold when the program starts, if nothing runs before its first function and nobody calls that again.
  void note_initial(std::span<const Module> modules);
  std::string return_text(const Block& block, const std::string& from);
  std::string branch_text(const Block& block, const std::string& label, const std::string& from, const std::string& to);
  // ` @ true(?)` where what the branch says of a value excludes 0, ` @ false(?)` where it does not.
  std::string tested_event(const Block& block);
  // Whether 0 compares in this way with the number.
  static bool holds(std::string_view predicate, const std::string& number);

  // ---- calls

  // False for what ends the run, whether or not the program's headers say so.
  bool comes_back(const Module& module, const Call& call) const;
  struct Rule {
    std::string from, callee, to;  // without a `to` it returns
    std::string event;
    Place place;
    std::uint32_t starts_to_wait = 0;
  };

  std::string rule(const Rule& r);
  std::string short_rule(const Rule& r);
  std::string full_rule(const Mode& from, const Rule& r, const Mode& to);
  std::string call_text(const Module& module, const Call& call, const std::string& from, const std::string& after);
  // What somebody else's function does to the run itself, if it is known.
  std::string special_text(const Module& module, const Call& call, const std::string& from, const std::string& after,
                           const std::string& event);

  // ---- what runs beside the text

  struct Ends {
    const std::string &from, &after;
  };

  // From now on the functions that it is handed wait for their time; a thread may also run at once.
  std::string starting(const Module& module, const Call& call, const Starts& starts, const Ends& at,
                       const std::string& event);
  // The functions that callers of this one hand it; nothing if some of them are not known.
  std::optional<std::set<std::string>> handed_to(const std::string& function, std::size_t position) const;
  // Each handler and thread that waits may run here, if none does.  A thread does so once.
  std::string interrupts(const std::string& point, const Place& place);
  Call called_by_others(const std::string& name) const;
  // Something runs before the first function or after it.
  bool has_frame() const;
  std::string call_from_outside(const std::string& from, const std::string& name, const std::string& after, bool tells);
  std::string frame_text();
  // The last that was handed to `atexit` runs first; then what the files have for the end.
  std::string ending_text();
  std::string at_exit_text(const Waiting& what, const std::string& from, const std::string& after);

  // ---- longjmp

  // The first time 0 comes back.
  std::string setting_text(const Call& call, const std::string& from, const std::string& after,
                           const std::string& event);
  std::string jumping_text(const Call& call, const std::string& from, const std::string& after,
                           const std::string& event);
  // In the modes of a jump every frame is left, or its setjmp comes back once more.
  std::string jumps_text();

  // ---- calls of others, and through pointers

  void make_call(const Call& call, const std::string& callee, bool enters);
  // Somebody else's function may call those that it is handed, any number of times before it comes back.
  std::string library_text(const Module& module, const Call& call, const std::string& from, const std::string& after,
                           const std::string& event);
  std::string event_text(const std::string& callee, const Call& call);
  // Any function of that type whose address somebody takes, the program's own or another's.
  std::string indirect_text(const Call& call, const std::string& from, const std::string& after);
  static bool fits(const Function& function, const Call& call);
  bool has_aliases(const std::string& function) const;

  // ---- what is told of it

  // Functions that somebody else is handed to call later, at a time that no step of the text tells.
  void note_unfollowed(const Call& call, const std::string& callee);
  void note_unmodelled(const std::string& callee);
  void write_notes();
  void note_beside();

  struct Landing {
    std::string function, buffer, after;
    CodeStep step;
    Place place{};
  };

  // Procedures of nobody: what is around the program's first function, and how it ends.
  inline static const std::string frame = "(start)", ending = "(end)";

  std::string entry_;
  bool follows_;  // what runs beside the text
  Modes found_, modes_;
  const Defined* in_ = nullptr;                               // the function that is written …
  std::string function_;                                      // … and its name
  std::vector<std::pair<std::string, std::string>> returns_;  // points that calls come back to, with their functions
  std::vector<Landing> landings_;
  std::set<std::string> interrupted_, stops_;
  std::map<std::pair<const Module*, std::string>, std::string> names_;
  std::map<std::string, Defined> defined_;
  std::map<std::string, const Function*> declared_;
  std::map<std::string, std::string> aliases_;
  std::set<std::string> unfollowed_;
  std::vector<std::string> constructed_, destructed_;
  std::set<std::string> taken_, reached_, others_, several_, calls_back_;
  std::vector<std::string> todo_;
  std::map<std::string, std::size_t> used_;
  std::size_t resolved_ = 0, unresolved_ = 0;
  bool jumps_ = false, throws_ = false;
  CodeStep at_hand_;  // of the rule that is written next
  std::vector<CodeOp> initial_;
  std::map<std::string, std::uint64_t> global_sizes_;
  bool starts_once_ = false;  // main is where the program begins, and nowhere called again
  Pushdown result_;
};

}  // namespace whynot::front::c
