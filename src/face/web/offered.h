// What the page offers in its forms: the rows of the option table that it may use, the files that it may download, and
// what was given on the command line for all of them.
#pragma once
#include <string>
#include <vector>

namespace whynot::face::web {

// {"options": [{"name", "kind", "argument", "choices", "commands", "many", "help"}],
//  "downloads": [{"name", "option", "commands"}], "given": [{"name", "text", "commands", "many"}]};
// `commands` ["*"]: of every one.  `given`: the options that every line has, as `--name=value`.
std::string offered_options(const std::vector<std::string>& given);

}  // namespace whynot::face::web
