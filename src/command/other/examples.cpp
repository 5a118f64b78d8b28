// whynot examples: the models that come with the program.
#include <fmt/format.h>

#include <iostream>

#include "command/cells.h"
#include "command/other/example_files.h"
#include "host/files.h"

namespace whynot::command {

ExitCode run_examples(Run& run) {
  const auto& operands = run.arguments.operands;
  if (operands.empty()) {
    for (const ExampleFile& example : example_files())
      run.out << fmt::format("  {:<16}{}\n", example.name, example.summary);
    run.out << "\n`whynot examples NAME` writes one into this folder.\n";
    return exit_ok;
  }
  std::vector<std::string_view> names;
  for (const ExampleFile& example : example_files()) {
    names.push_back(example.name);
    if (example.name != operands[0]) continue;
    const std::string path = run.arguments.text("output", example.file);
    std::string error;
    if (!host::write_file(path, std::string(example.text), error)) {
      run.err << "whynot: cannot write " << error << "\n";
      return exit_io;
    }
    run.out << fmt::format("wrote {}: {}\n", path, example.summary);
    return exit_ok;
  }
  const auto near = nearest_name(operands[0], names);
  run.err << fmt::format("whynot: there is no example `{}`\n", operands[0]);
  run.err << (near.empty() ? std::string("        `whynot examples` lists them\n")
                           : fmt::format("        did you mean `{}`?\n", near));
  return exit_input;
}

}  // namespace whynot::command
