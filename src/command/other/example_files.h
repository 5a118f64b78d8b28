// The examples, compiled into the program: examples/index.txt lists them (cmake/examples.cmake writes the other half).
#pragma once
#include <span>
#include <string_view>

namespace whynot::command {

struct ExampleFile {
  std::string_view path;  // where it is written: net.smv, campus/core_rtr.tf
  std::string_view text;
};

struct Example {
  std::string_view topic;
  std::string_view name;
  std::string_view summary;
  std::string_view command;  // the next one to type
  std::span<const ExampleFile> files;
};

// By topic, in the order of the list.
std::span<const Example> examples();

}  // namespace whynot::command
