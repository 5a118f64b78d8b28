// .whynotrc: options of a project, beside the model or above it.  The command line wins.
//
//   # for every command that has the option
//   timeout = 60s
//   no-timing
//   [check]
//   bound = 40
//
// What a file that comes with a project may say is how to look and for how long, never what is written where: options
// that name files, models or questions are not taken from it.
#pragma once
#include <string>
#include <variant>

#include "command/options.h"

namespace whynot::command {

struct Config {
  std::string file;     // empty: there is none
  std::string options;  // that were taken from it, as they would stand on the command line
};

// Adds the options of the nearest file to those of a command about a model; what is wrong with the file is an error.
struct ConfigError {
  std::string text;  // a diagnostic, as people read it
};
std::variant<Config, ConfigError> add_config(Arguments&);

}  // namespace whynot::command
