// What the page offers in its forms: the rows of the option table that it may use.
#pragma once
#include <string>

namespace whynot::app::web {

// {"options": [{"name", "kind", "argument", "choices", "commands", "many", "help"}]}; `commands` ["*"]: of every one.
std::string offered_options();

}  // namespace whynot::app::web
