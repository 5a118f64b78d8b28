// The page knows no option by name: its forms are made from this JSON, which is read off the tables of options,
// commands and downloads.
#include "face/web/offered.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/words.h"
#include "face/web/download.h"
#include "face/web/permitted.h"

namespace whynot::face::web {
namespace {

using nlohmann::ordered_json;

std::string_view word(const command::OptionRow& option) {
  if (option.kind == command::OptionKind::Flag) return "flag";
  if (option.kind == command::OptionKind::Count || option.kind == command::OptionKind::Positive) return "count";
  return words_of(option).empty() ? "text" : "choice";
}

ordered_json parts(std::string_view text, char at) {
  ordered_json all = ordered_json::array();
  for (std::size_t end = 0; !text.empty(); text.remove_prefix(end == text.npos ? text.size() : end + 1)) {
    end = text.find(at);
    all.push_back(text.substr(0, end));
  }
  return all;
}

ordered_json row(const command::OptionRow& option) {
  return {{"name", option.name},
          {"kind", word(option)},
          {"argument", argument_of(option)},
          {"choices", words_of(option)},
          {"commands", parts(option.commands, ' ')},
          {"many", option.many()},
          {"help", option.help}};
}

ordered_json row(const Download& download) {
  const report::Format::Holds& holds = download.holds;
  ordered_json about = ordered_json::array();
  if (holds.verdicts) about.push_back("verdicts");
  if (holds.traces) about.push_back("traces");
  if (holds.drawings) about.push_back("drawings");
  if (holds.intervals) about.push_back("intervals");
  return {{"name", download.name},     {"called", download.called},
          {"option", download.option}, {"commands", parts(download.commands, ' ')},
          {"holds", std::move(about)}, {"front", download.front}};
}

// The commands that have an option of this name.
ordered_json commands_with(std::string_view name) {
  ordered_json all = ordered_json::array();
  for (const command::OptionRow& option : command::option_table())
    if (option.name == name)
      for (auto& one : parts(option.commands, ' ')) all.push_back(std::move(one));
  return all;
}

// An option of every line, as a person writes it.
ordered_json given_row(const std::string& word) {
  const std::size_t equals = std::min(word.find('='), word.size());
  const std::string name = word.substr(2, equals - 2), value = word.substr(std::min(equals + 1, word.size()));
  const auto* option = command::option_named(name, "serve");
  if (!option) return nullptr;
  std::string text = option->letter ? fmt::format("-{}", option->letter) : fmt::format("--{}", name);
  if (option->kind != command::OptionKind::Flag) text += " " + quoted_word(value);
  return {{"name", name}, {"text", text}, {"commands", commands_with(name)}, {"many", option->many()}};
}

}  // namespace

std::string offered_options(const std::vector<std::string>& given, const session::FrontEnd* front,
                            std::optional<std::chrono::milliseconds> longest) {
  ordered_json rows = ordered_json::array();
  for (const command::OptionRow& option : command::option_table())
    if (is_permitted(option) && (!front || fits(option, *front))) rows.push_back(row(option));
  ordered_json files = ordered_json::array();
  for (const Download& download : download_table()) files.push_back(row(download));
  ordered_json always = ordered_json::array();
  for (const std::string& word : given) always.push_back(given_row(word));
  ordered_json out{{"options", std::move(rows)}, {"downloads", std::move(files)}, {"given", std::move(always)}};
  if (longest) out["longest"] = longest->count();
  return out.dump(-1, ' ', false, ordered_json::error_handler_t::replace);
}

}  // namespace whynot::face::web
