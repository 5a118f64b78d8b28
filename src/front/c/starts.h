// Which functions a call hands to somebody who will run them later: those that `signal`, `sigaction`, `atexit`,
// `on_exit` and `pthread_create` are given.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "front/c/ir.h"
#include "front/c/modes.h"

namespace whynot::front::c {

struct Starts {
  Waiting::Kind kind = Waiting::Kind::Handler;
  std::vector<std::string> named;          // functions, as the file has them
  std::vector<std::size_t> parameters;     // of the function that has the call: what these are handed
  bool others = false;                     // it may be any that has the type
  std::optional<std::size_t> handed = {};  // of the call's arguments: what the function will get
};

// Nothing if the call starts nothing.  `within` is the function that has the call.
std::optional<Starts> starts_of(const Call&, const Function& within);
// Whether a function of this type can be started so.
bool can_start(const Function&, Waiting::Kind);

bool is_setjmp(std::string_view callee);
bool is_longjmp(std::string_view callee);
// The global that a jump's first argument is, or is a part of; empty if it is none.
std::string jump_buffer(const Call&);

}  // namespace whynot::front::c
