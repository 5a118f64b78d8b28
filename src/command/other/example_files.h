// The files of examples/, compiled into the program (cmake/examples.cmake writes the other half).
#pragma once
#include <span>
#include <string_view>

namespace whynot::command {

struct ExampleFile {
  std::string_view name;     // net
  std::string_view file;     // net.smv
  std::string_view summary;  // its first comment line
  std::string_view text;
};

std::span<const ExampleFile> example_files();

}  // namespace whynot::command
