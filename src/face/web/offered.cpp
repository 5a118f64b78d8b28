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

std::string_view word(command::OptionKind kind) {
  switch (kind) {
    case command::OptionKind::Flag: return "flag";
    case command::OptionKind::Count: return "count";
    case command::OptionKind::Choice: return "choice";
    default: return "text";
  }
}

ordered_json parts(std::string_view text, char at) {
  ordered_json all = ordered_json::array();
  for (std::size_t end = 0; !text.empty(); text.remove_prefix(end == text.npos ? text.size() : end + 1)) {
    end = text.find(at);
    all.push_back(text.substr(0, end));
  }
  return all;
}

ordered_json row(const command::OptionSpec& option) {
  return {{"name", option.name},
          {"kind", word(option.kind)},
          {"argument", option.argument},
          {"choices", option.kind == command::OptionKind::Choice ? parts(option.argument, '|') : ordered_json::array()},
          {"commands", parts(option.commands, ' ')},
          {"many", option.many},
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

// An option of every line, as a person writes it.
ordered_json given_row(const std::string& word) {
  const std::size_t equals = std::min(word.find('='), word.size());
  const std::string name = word.substr(2, equals - 2), value = word.substr(std::min(equals + 1, word.size()));
  for (const command::OptionSpec& option : command::option_table()) {
    if (option.name != name) continue;
    std::string text = option.letter ? fmt::format("-{}", option.letter) : fmt::format("--{}", name);
    if (option.kind != command::OptionKind::Flag) text += " " + quoted_word(value);
    return {{"name", name}, {"text", text}, {"commands", parts(option.commands, ' ')}, {"many", option.many}};
  }
  return nullptr;
}

}  // namespace

std::string offered_options(const std::vector<std::string>& given) {
  ordered_json rows = ordered_json::array();
  for (const command::OptionSpec& option : command::option_table())
    if (is_permitted(option)) rows.push_back(row(option));
  ordered_json files = ordered_json::array();
  for (const Download& download : download_table()) files.push_back(row(download));
  ordered_json always = ordered_json::array();
  for (const std::string& word : given) always.push_back(given_row(word));
  return ordered_json{{"options", std::move(rows)}, {"downloads", std::move(files)}, {"given", std::move(always)}}.dump(
      -1, ' ', false, ordered_json::error_handler_t::replace);
}

}  // namespace whynot::face::web
