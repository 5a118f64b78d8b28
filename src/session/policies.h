// The policies that come with the program, by name; and files of others that are policies.
#pragma once
#include <span>
#include <string_view>

namespace whynot::session {

struct Policy {
  std::string_view name, text;  // a property automaton with its events
};

std::span<const Policy> policies();

// Whether a file is a policy alone, by its name: its program is in another one.
bool is_policy_file(std::string_view name);

}  // namespace whynot::session
