// A line becomes the words of an ordinary command line: the open model is added as the operand, and the options that
// the shell was started with are added unless the line gives them itself.  Only a handful of commands (open, reload,
// help, quit) are the shell's own.
#include "face/shell/shell.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iostream>

#include "base/exit_code.h"
#include "base/words.h"
#include "command/command.h"

namespace whynot::face::shell {
namespace {

constexpr std::array own_commands = std::to_array<command::CommandRow>({
    {"open", "MODEL", "the lines that follow are about this model", ""},
    {"back", "", "the question before the last `why`, once more", ""},
    {"reload", "", "read the model again and say whether it is well-formed", ""},
    {"help", "[COMMAND]", "this text, or that of a command", ""},
    {"quit", "", "end (also: exit, or end of input)", ""},
});

// A shell within a shell would share its input.
bool is_nested(std::string_view command) {
  return command == "shell" || command == "worker" || command == "serve" || command == "lsp";
}

std::string help_of_shell() {
  std::string out = "Commands about the open model, as on the command line but without MODEL:\n";
  const auto line = [&](const command::CommandRow& c, std::string_view operands) {
    out += fmt::format("  {:<38}{}\n", fmt::format("{} {}", c.name, operands), c.summary);
  };
  for (const command::CommandRow& command : command::command_table())
    if (!is_nested(command.name) && command.name != "help")
      line(command, command.is_about_model()
                        ? command.operands.substr(std::min(command.operands.find(' '), command.operands.size()))
                        : command.operands);
  out += "and\n";
  for (const command::CommandRow& command : own_commands) line(command, command.operands);
  return out;
}

bool starts(std::string_view text, std::string_view prefix) { return text.substr(0, prefix.size()) == prefix; }

// The option of a command that stands as the last word of a line, if one does.
const command::OptionRow* option_at_end(std::string_view line, std::string_view command) {
  line = line.substr(0, line.find_last_not_of(" \t") + 1);
  const std::string_view word = line.substr(line.find_last_of(" \t") + 1);
  for (const command::OptionRow& option : command::option_table())
    if (applies(option, command) &&
        (word == fmt::format("--{}", option.name) || (option.letter && word == fmt::format("-{}", option.letter))))
      return &option;
  return nullptr;
}

bool names_columns(const command::OptionRow& option) {
  return option.argument == "x,y" || option.argument == "VAR" || option.argument == "GLOB";
}

}  // namespace

// Says whether the model can be read, what it is and what its properties are.
int Shell::look(const command::Streams& streams) {
  properties_.clear();
  columns_.clear();
  property_.clear();
  whys_.clear();
  const command::CommandRow& check = *command::command_named("check");
  const auto parsed = command::parse_arguments(command_line({"check"}));
  if (const auto* mistake = std::get_if<command::UsageError>(&parsed)) {
    streams.err << "whynot: " << mistake->message << "\n";
    return exit_usage;
  }
  const auto& arguments = std::get<command::Arguments>(parsed);
  Context context;
  const auto opened =
      session_.open(command::model_named(arguments, check, command::front_of(arguments, check)), streams.in, context);
  for (const Diagnostic& d : opened->said) streams.err << render(d, opened->sources);
  if (opened->models.empty()) return session::failure_of(opened->said, context);
  for (const auto& one : opened->models)
    for (const Property& property : one->model->properties) properties_.push_back(property.name);
  const Model& model = *opened->models[0]->model;
  for (const Column& column : model.stepper->signature()->columns) columns_.push_back(column.name);
  const std::string size = model.kind() == Kind::System ? fmt::format("{} variables", model.system().variables.size())
                                                        : fmt::format("a {}", kind_word(model.kind()));
  streams.out << fmt::format("{}: {}; properties: {}\n", model_[0], size,
                             properties_.empty() ? "none" : fmt::format("{}", fmt::join(properties_, ", ")));
  return exit_ok;
}

int Shell::open(std::vector<std::string> paths, const command::Streams& streams) {
  session_.forget();
  std::swap(model_, paths);
  const int code = look(streams);
  if (code == exit_io) model_ = std::move(paths);  // as it was
  return code;
}

std::vector<std::string> Shell::command_line(const std::vector<std::string>& words) const {
  // Options for models of another kind say nothing here.
  const command::CommandRow* command = command::command_named(words[0]);
  const session::FrontEnd* front = nullptr;
  if (command && command->is_about_model() && !model_.empty()) {
    command::Arguments about;
    about.operands = model_;
    front = &command::front_of(about, *command);
  }
  const auto line = command::parse_arguments(words);
  const auto* own = std::get_if<command::Arguments>(&line);
  std::vector<std::string> all{words[0]};
  // An option of the line takes the place of the default, unless it may be given several times.
  std::copy_if(defaults_.begin(), defaults_.end(), std::back_inserter(all), [&](const std::string& word) {
    const std::string name = word.substr(2, word.find('=') - 2);
    const auto table = command::option_table();
    return std::any_of(table.begin(), table.end(), [&](const command::OptionRow& option) {
      return option.name == name && applies(option, words[0]) && (option.many() || !own || !own->has(name)) &&
             (!front || fits(option, *front));
    });
  });
  all.insert(all.end(), words.begin() + 1, words.end());
  const auto parsed = command::parse_arguments(all);
  const auto* arguments = std::get_if<command::Arguments>(&parsed);
  if (!command || !arguments || model_.empty()) return all;
  if (command->is_about_model() && arguments->operands.empty())
    all.insert(all.begin() + 1, model_.begin(), model_.end());
  if (command->name == "net" && arguments->operands.size() == 1) all.push_back(model_[0]);
  const bool replays = command->name == "trace" && !arguments->operands.empty() && arguments->operands[0] == "replay";
  if (replays && !arguments->has("model")) all.push_back("--model=" + model_[0]);
  return all;
}

namespace {

// `why x@5`, `why x@5 = 2` and `why not`, as options say it.
std::vector<std::string> spelled_out(std::vector<std::string> words) {
  if (words.size() < 2 || words[0] != "why" || words[1].starts_with("-")) return words;
  if (words[1] == "not") {
    words[1] = "--contrast=2";
    return words;
  }
  const std::size_t at = words[1].find('@');
  if (at == std::string::npos) return words;
  const std::size_t equals = words[1].find('=', at);
  std::string value = equals == std::string::npos ? "" : words[1].substr(equals + 1);
  words[1] = "--cell=" + words[1].substr(0, equals);
  if (equals == std::string::npos && words.size() > 2 && words[2].starts_with("=")) {
    value = words[2].substr(1);
    words.erase(words.begin() + 2);
  } else if (equals == std::string::npos) {
    return words;
  }
  if (value.empty() && words.size() > 2) {
    value = words[2];
    words.erase(words.begin() + 2);
  }
  words.insert(words.begin() + 2, "--instead=" + value);
  return words;
}

}  // namespace

int Shell::execute(std::string_view line, const command::Streams& streams) {
  const auto words = split_words(line);
  if (!words) {
    streams.err << "whynot: a quote is not closed\n";
    return exit_usage;
  }
  if (words->empty()) return exit_ok;
  const std::string& command = (*words)[0];
  if (command == "quit" || command == "exit") {
    ended_ = true;
    return exit_ok;
  }
  if (command == "back") {
    if (whys_.size() < 2) {
      streams.err << "whynot: there is no earlier `why` to go back to\n";
      return exit_usage;
    }
    whys_.pop_back();
    const std::string before = std::move(whys_.back());
    whys_.pop_back();
    return execute(before, streams);
  }
  if (command == "help" && words->size() == 1) {
    streams.out << help_of_shell();
    return exit_ok;
  }
  if (command == "open" || command == "reload") {
    if (command == "open" && words->size() > 1) return open({words->begin() + 1, words->end()}, streams);
    if (command == "reload" && words->size() == 1 && !model_.empty()) {
      session_.forget();
      return look(streams);
    }
    streams.err << (command == "open" ? "whynot: `open` needs a model\n"
                                      : "whynot: no model is open; `open MODEL` opens one\n");
    return exit_usage;
  }
  if (is_nested(command)) {
    streams.err << fmt::format("whynot: `{}` does not run inside the shell\n", command);
    return exit_usage;
  }
  command::Streams with_session = streams;
  with_session.session = &session_;
  std::vector<std::string> spelled = spelled_out(*words);
  if (command == "why") whys_.emplace_back(line);
  follow(spelled, spelled != *words);
  return run(command_line(spelled), with_session);
}

void Shell::follow(std::vector<std::string>& words, bool is_short) {
  const auto parsed = command::parse_arguments(words);
  const auto* own = std::get_if<command::Arguments>(&parsed);
  if (!own || !command::option_named("property", words[0])) return;
  if (own->has("property"))
    property_ = own->all("property").back();
  else if (is_short && !property_.empty() && !own->has("formula"))
    words.push_back("--property=" + property_);
}

std::vector<std::string> Shell::completions(std::string_view line) const {
  const std::size_t blank = line.find_last_of(" \t");
  const std::string_view last = blank == std::string_view::npos ? line : line.substr(blank + 1);
  std::vector<std::string> found;
  const auto offer = [&](std::string word) {
    if (starts(word, last) && std::find(found.begin(), found.end(), word) == found.end())
      found.push_back(std::move(word));
  };
  if (blank == std::string_view::npos) {
    for (const command::CommandRow& command : command::command_table())
      if (!is_nested(command.name)) offer(std::string(command.name));
    for (const command::CommandRow& command : own_commands) offer(std::string(command.name));
    return found;
  }
  const std::string_view command = line.substr(0, line.find_first_of(" \t"));
  if (starts(last, "-"))
    for (const command::OptionRow& option : command::option_table())
      if (applies(option, command)) offer("--" + std::string(option.name));
  const command::OptionRow* option = option_at_end(line.substr(0, blank), command);
  if (option && option->name == "property")
    for (const std::string& name : properties_) offer(name);
  const std::string begun(last.substr(0, last.find_last_of(',') + 1));
  if (option && names_columns(*option))
    for (const std::string& name : columns_) offer(begun + name);
  return found;
}

}  // namespace whynot::face::shell
