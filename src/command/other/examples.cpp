// whynot examples: the models that come with the program, by topic, each with a command to begin with.
#include <fmt/format.h>

#include <filesystem>
#include <iostream>

#include "command/cells.h"
#include "command/other/example_files.h"
#include "host/files.h"

namespace whynot::command {
namespace {

ExitCode list(Run& run) {
  std::string_view topic;
  for (const Example& example : examples()) {
    if (example.topic != topic) run.out << fmt::format("{}{}\n", topic.empty() ? "" : "\n", example.topic);
    topic = example.topic;
    run.out << fmt::format("  {:<18}{}\n", example.name, example.summary);
  }
  run.out << "\n`whynot examples NAME` writes one into this directory and says what to type next.\n";
  return exit_ok;
}

ExitCode write_out(Run& run, const Example& example) {
  if (run.arguments.has("output") && example.files.size() > 1)
    return usage_error(run, fmt::format("`{}` is {} files", example.name, example.files.size()),
                       "without -o they are written into this directory");
  for (const ExampleFile& file : example.files) {
    const std::string path = run.arguments.text("output", file.path);
    std::error_code ignored;  // a directory that cannot be made is told by the file
    if (const auto parent = std::filesystem::path(path).parent_path(); !parent.empty())
      std::filesystem::create_directories(parent, ignored);
    std::string error;
    if (!host::write_file(path, file.text, error)) {
      run.err << "whynot: cannot write " << error << "\n";
      return exit_io;
    }
    run.out << (&file == &example.files.front() ? fmt::format("wrote {}: {}\n", path, example.summary)
                                                : fmt::format("wrote {}\n", path));
  }
  run.out << fmt::format("next: {}\n", example.command);
  return exit_ok;
}

}  // namespace

ExitCode run_examples(Run& run) {
  const auto& operands = run.arguments.operands;
  if (operands.empty()) return list(run);
  std::vector<std::string_view> names;
  for (const Example& example : examples()) {
    names.push_back(example.name);
    if (example.name == operands[0]) return write_out(run, example);
  }
  const auto near = nearest_name(operands[0], names);
  run.err << fmt::format("whynot: there is no example `{}`\n", operands[0]);
  run.err << (near.empty() ? std::string("        `whynot examples` lists them\n")
                           : fmt::format("        did you mean `{}`?\n", near));
  return exit_input;
}

}  // namespace whynot::command
