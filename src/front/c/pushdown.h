// C programs as pushdown systems, in the text of docs/pushdown.md: functions are procedures, data is left out, so
// every branch is free.  A call carries the event of its function's name with the arguments that are constants.
#pragma once
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "front/c/ir.h"

namespace whynot::front::c {

struct Pushdown {
  std::string text;                // a `pds` section; empty when there is no entry
  std::vector<std::string> notes;  // what was abstracted, in sentences
  std::size_t functions = 0, rules = 0;
  PdsCode code;                         // what the rules compute
  std::vector<std::string> unfollowed;  // what may run although no step of the text does it
};

// In place of an entry: `main`, constructors before it, and all that runs beside it.
constexpr std::string_view follow_all = "auto";

// From the function `entry` on; what it never calls is left out.
Pushdown make_pushdown(std::span<const Module>, const std::string& entry);

}  // namespace whynot::front::c
