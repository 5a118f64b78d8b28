// whynot complete -- WORDS: what may stand in place of the last word, one a line, each with a tab and what it means.
// A last line `:files` says that names of files may stand there too.  The scripts of `whynot completion` ask this, so
// that all of them know what the tables know, and the names in the model on the line.
#include <fmt/format.h>

#include <algorithm>
#include <iostream>

#include "command/cells.h"
#include "command/other/example_files.h"

namespace whynot::command {
namespace {

using Words = std::vector<std::string>;

// A model is opened only as far as a person waits at a key.
constexpr std::chrono::milliseconds most_wait{400};

struct Offer {
  std::string word, meaning = "";
};
struct Offers {
  std::vector<Offer> all = {};
  bool files = false;
};

const OptionRow* option_of_word(std::string_view word, std::string_view command) {
  if (word.starts_with("--")) return option_named(word.substr(2, word.find('=') - 2), command);
  if (word.size() < 2 || word[0] != '-') return nullptr;
  const OptionRow* found = nullptr;
  for (const OptionRow& option : option_table())
    if (option.letter == word.back() && applies(option, command) && (!found || option.commands != "*")) found = &option;
  return found;
}

bool takes_value(const OptionRow* option) { return option && option->kind != OptionKind::Flag; }

// Bash gives `--engine=b` as three words.
Words without_equals(const Words& words) {
  Words out;
  for (const std::string& word : words) {
    if (word == "=" && !out.empty() && &word == &words.back())
      out.emplace_back();
    else if (word != "=")
      out.push_back(word);
  }
  return out;
}

// What the words before the last one say the model is: operands, and the options that belong to the model.
Words model_words(std::span<const std::string> before) {
  Words out{before[0]};
  for (std::size_t i = 1; i < before.size(); ++i) {
    const OptionRow* option = option_of_word(before[i], before[0]);
    const bool apart = takes_value(option) && before[i].find('=') == std::string::npos && i + 1 < before.size();
    const bool about_model = option && option->role == Role::Model;
    if (!before[i].starts_with("-") || about_model) out.push_back(before[i]);
    if (apart) ++i;
    if (apart && about_model) out.push_back(before[i]);
  }
  return out;
}

struct Names {
  std::vector<Offer> properties, columns;
};

// Nothing where there is no model, or it cannot be read.
Names names_in_model(Run& run, std::span<const std::string> before) {
  const auto parsed = parse_arguments(model_words(before));
  const auto* arguments = std::get_if<Arguments>(&parsed);
  const CommandRow* command = command_named(before[0]);
  if (!arguments || arguments->operands.empty() || !command->is_about_model() || arguments->operands[0] == "-")
    return {};
  Limits limits;
  limits.time = most_wait;
  Context context(limits);
  context.start_watcher();
  const auto opened =
      run.session.open(model_named(*arguments, *command, front_of(*arguments, *command)), run.in, context);
  Names names;
  for (const auto& one : opened->models)
    for (const Property& property : one->model->properties) names.properties.push_back({property.name, property.text});
  if (!opened->models.empty())
    for (const Column& column : opened->models[0]->model->stepper->signature()->columns)
      names.columns.push_back({column.name});
  return names;
}

bool names_columns(const OptionRow& option) {
  return option.argument == "x,y" || option.argument == "VAR" || option.argument == "GLOB";
}

Offers values_of(Run& run, const OptionRow& option, std::span<const std::string> before, std::string_view begun) {
  Offers offers;
  for (std::string& word : words_of(option)) offers.all.push_back({std::move(word)});
  if (!offers.all.empty()) return offers;
  if (option.name == "property") return {names_in_model(run, before).properties};
  if (names_columns(option)) {  // after a comma a further one
    const std::string head(begun.substr(0, begun.find_last_of(',') + 1));
    for (Offer& column : names_in_model(run, before).columns) offers.all.push_back({head + column.word});
    return offers;
  }
  offers.files = option.kind == OptionKind::Text;
  return offers;
}

// "show|replay|convert|diff FILE..." offers the first words.
void offer_actions(const CommandRow& command, Offers& offers) {
  std::string_view actions = command.operands.substr(0, command.operands.find(' '));
  if (actions.find('|') == std::string_view::npos || actions.starts_with('[')) return;
  while (!actions.empty()) {
    const std::size_t end = std::min(actions.find('|'), actions.size());
    offers.all.push_back({std::string(actions.substr(0, end))});
    actions.remove_prefix(std::min(end + 1, actions.size()));
  }
}

Offers command_names() {
  Offers offers;
  for (const CommandRow& command : command_table())
    if (command.group != Group::Hidden) offers.all.push_back({std::string(command.name), std::string(command.summary)});
  return offers;
}

Offers operands_of(const CommandRow& command, bool first) {
  Offers offers;
  if (command.name == "help") return command_names();
  if (command.name == "examples")
    for (const Example& example : examples())
      offers.all.push_back({std::string(example.name), std::string(example.summary)});
  else if (first)
    offer_actions(command, offers);
  offers.files = offers.all.empty() && command.name != "doctor";
  return offers;
}

Offers options_of(std::string_view command) {
  Offers offers;
  for (const OptionRow& option : option_table())
    if (applies(option, command)) offers.all.push_back({fmt::format("--{}", option.name), help_of(option)});
  return offers;
}

Offers offers_for(Run& run, const Words& words) {
  const std::string& last = words.back();
  const std::span<const std::string> before(words.data(), words.size() - 1);
  if (before.empty()) return command_names();
  const CommandRow* command = command_named(before[0]);
  if (!command) return {};
  if (const std::size_t equals = last.find('='); last.starts_with("--") && equals != std::string::npos) {
    const OptionRow* option = option_of_word(last, command->name);
    Offers offers = option ? values_of(run, *option, before, std::string_view(last).substr(equals + 1)) : Offers();
    for (Offer& offer : offers.all) offer.word.insert(0, last, 0, equals + 1);
    return offers;
  }
  const OptionRow* option = before.size() > 1 ? option_of_word(before.back(), command->name) : nullptr;
  if (takes_value(option) && before.back().find('=') == std::string::npos)
    return values_of(run, *option, before.first(before.size() - 1), last);
  if (last.starts_with("-")) return options_of(command->name);
  return operands_of(*command, before.size() == 1);
}

}  // namespace

ExitCode run_complete(Run& run) {
  Words words = without_equals(run.arguments.operands);
  if (words.empty()) words.emplace_back();
  const Offers offers = offers_for(run, words);
  std::vector<std::string_view> told;
  for (const Offer& offer : offers.all) {
    if (!offer.word.starts_with(words.back()) || std::count(told.begin(), told.end(), offer.word)) continue;
    told.push_back(offer.word);
    run.out << offer.word;
    if (!offer.meaning.empty()) run.out << "\t" << offer.meaning;
    run.out << "\n";
  }
  if (offers.files) run.out << ":files\n";
  return exit_ok;
}

}  // namespace whynot::command
