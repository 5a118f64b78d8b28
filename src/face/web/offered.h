// What the page offers in its forms: the rows of the option table that it may use, the files that it may download, and
// what was given on the command line for all of them.
#pragma once
#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "session/forward.h"

namespace whynot::face::web {

// {"options": [{"name", "kind", "argument", "choices", "commands", "many", "help"}],
//  "downloads": [{"name", "called", "option", "commands", "holds", "front"}],
//  "given": [{"name", "text", "commands", "many"}], "longest": milliseconds that a question may take, if limited};
// `commands` ["*"]: of every one.  `holds`: what an answer must have, one of it at least, for the file to say something
// ("verdicts": every answer does); `front`: what the model has to be, if not empty.  `given`: the options that every
// line has, as `--name=value`.
// Of the options only those that say something about models of that language; null: all.
std::string offered_options(const std::vector<std::string>& given, const session::FrontEnd*,
                            std::optional<std::chrono::milliseconds> longest);

}  // namespace whynot::face::web
