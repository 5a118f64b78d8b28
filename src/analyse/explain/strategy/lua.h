// A strategy as a Lua 5.4 script: the user's own init, pick_leaf, pick_rule, pick_state, pick_set, partition,
// rule_applied and wish (docs/explain.md tells what they get).  A script cannot reach files, the system or the
// debugger, and has a limit of instructions for each call and of memory; when it fails, `trouble` says where, and the
// proof goes on without it.
#pragma once
#include <memory>
#include <string>

#include "analyse/explain/strategy/strategies.h"

namespace whynot::analyse::explain {

// Null when the script cannot be loaded: `error` has the line.
std::unique_ptr<Strategy> lua_strategy(const std::string& file, const std::string& text, const StrategyReader&,
                                       std::string& error);

}  // namespace whynot::analyse::explain
