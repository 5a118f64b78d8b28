// What a command line says the model is, and whether the command and its options are for models of that kind.
#include <fmt/format.h>

#include "base/words.h"
#include "command/command.h"
#include "host/files.h"

namespace whynot::command {
namespace {

std::string plural(Kind kind) { return fmt::format("{}s", kind_word(kind)); }

// "systems and specifications"; of one language, what its models are called.
std::string whom(const Of& of) {
  if (!of.front.empty()) return std::string(session::front_end_named(of.front)->called);
  std::string out;
  for (const Kind kind : {Kind::System, Kind::Specification, Kind::Program})
    if (of.kinds & only(kind)) out += (out.empty() ? "" : " and ") + plural(kind);
  return out;
}

// What to do instead of an option that says nothing about this kind of model.
std::string advice(const OptionRow& option, const session::FrontEnd& front) {
  const bool program = front.makes == Kind::Program;
  if (option.name == "formula") return program ? "a policy is an automaton: -a FILE" : "-p names an invariant";
  if (option.name == "scope" || option.name == "depth")
    return program ? "--max-stack of `whynot paths` bounds the search" : "--bound bounds the search";
  if (option.name == "automaton") return "-p names a property of the model, -f adds one";
  if (option.name == "engine" || option.name == "race")
    return fmt::format("there is one engine for {}: leave it out", front.called);
  return "leave it out";
}

std::string option_text(const OptionRow& option) { return fmt::format("--{}", option.name); }

std::string operand_word(const CommandRow& command) {
  if (command.operands.starts_with("SPEC")) return "a specification";
  return command.operands.starts_with("PROGRAM") ? "a program" : "a model";
}

std::string_view example_words(const CommandRow& command) {
  if (command.front == "ots") return "nspk.ots -p SP";
  return command.front == "pds" ? "tar.pds -a tar.efsa" : "net.smv";
}

UsageError needs_model(const CommandRow& command) {
  const std::string_view file = example_words(command);
  const std::string_view example = file.substr(0, file.find('.'));
  return {fmt::format("`whynot {}` needs {}", command.name, operand_word(command)),
          fmt::format("e.g. whynot {} {}; `whynot examples {}` writes one", command.name, file, example)};
}

UsageError not_for(const CommandRow& command, const Arguments& arguments, const session::FrontEnd& front) {
  Of treated{0};
  for (std::size_t kind = 0; kind < kind_count; ++kind)
    if (command.prepare[kind]) treated.kinds |= only(static_cast<Kind>(kind));
  const std::string& file = arguments.operands[0];
  return {fmt::format("`whynot {}` treats {}; {} is a {}", command.name, whom(treated), file, kind_word(front.makes)),
          fmt::format("e.g. whynot {} {}", command.instead[static_cast<std::size_t>(front.makes)], quoted_word(file))};
}

}  // namespace

const session::FrontEnd& front_of(const Arguments& arguments, const CommandRow& command) {
  const auto& files = arguments.operands;
  if (arguments.has("lang")) return *session::front_end_named(arguments.text("lang"));
  if (arguments.has("c")) return *session::front_end_named("c");
  if (!files.empty()) {
    if (const auto* front = session::front_end_by_suffix(files[0])) return *front;
    std::string error;
    const auto beginning = files[0] == "-" ? std::nullopt : host::read_beginning(files[0], error);
    if (const auto* front = beginning ? session::front_end_by_text(*beginning) : nullptr) return *front;
  }
  return *session::front_end_named(command.front);
}

session::ModelName model_named(const Arguments& arguments, const CommandRow& command, const session::FrontEnd& front) {
  session::ModelName name{std::string(front.name), arguments.operands, {}};
  for (const OptionRow& option : option_table())
    if (option.role == Role::Model && option.name != "lang" && option.name != "c" && applies(option, command.name))
      for (const std::string& value : arguments.all(option.name)) name.options.emplace_back(option.name, value);
  if (arguments.has("modify")) name.options.emplace_back("seed", arguments.text("seed", "0"));
  name.listed = command.lists_systems && front.makes == Kind::System;
  return name;
}

std::optional<UsageError> refuses(const CommandRow& command, const Arguments& arguments,
                                  const session::FrontEnd& front) {
  if (arguments.operands.empty()) return needs_model(command);
  if (command.is_about_model() && !command.prepare[static_cast<std::size_t>(front.makes)])
    return not_for(command, arguments, front);
  if (arguments.operands.size() > 1 && !front.several)
    return UsageError{fmt::format("`whynot {}` takes one model, got {}", command.name, arguments.operands.size()),
                      "run it once per model"};
  if (!arguments.given("strict").empty() && arguments.given("expect").empty())
    return UsageError{"`--strict` needs `--expect FILE`", "FILE lists the properties: lines `NAME VERDICT`"};
  for (const OptionRow& option : option_table()) {
    if (!applies(option, command.name) || arguments.given(option.name).empty() || fits(option, front)) continue;
    if (!option.usual.empty() && arguments.given(option.name).back() == option.usual) continue;
    const std::string_view called = option.of.front.empty() ? "" : front.called;
    return UsageError{fmt::format("`{}` of `whynot {}` is for {}, not for {}", option_text(option), command.name,
                                  whom(option.of), called.empty() ? plural(front.makes) : std::string(called)),
                      advice(option, front)};
  }
  return std::nullopt;
}

}  // namespace whynot::command
