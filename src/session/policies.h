// The policies that come with the program, by name.
#pragma once
#include <span>
#include <string_view>

namespace whynot::session {

struct Policy {
  std::string_view name, text;  // a property automaton with its events
};

std::span<const Policy> policies();

}  // namespace whynot::session
