// What the page offers in its forms: the rows of the option table that it may use, the files that it may download, and
// what was given on the command line for all of them.
#pragma once
#include <string>
#include <vector>

#include "session/forward.h"

namespace whynot::face::web {

// {"options": [{"name", "kind", "argument", "choices", "commands", "many", "help"}],
//  "downloads": [{"name", "option", "commands"}], "given": [{"name", "text", "commands", "many"}]};
// `commands` ["*"]: of every one.  `given`: the options that every line has, as `--name=value`.
// Of the options only those that say something about models of that language; null: all.
std::string offered_options(const std::vector<std::string>& given, const session::FrontEnd*);

}  // namespace whynot::face::web
