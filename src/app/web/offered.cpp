#include "app/web/offered.h"

#include <nlohmann/json.hpp>

#include "app/web/permitted.h"

namespace whynot::app::web {
namespace {

using nlohmann::ordered_json;

std::string_view word(OptionKind kind) {
  switch (kind) {
    case OptionKind::Flag: return "flag";
    case OptionKind::Count: return "count";
    case OptionKind::Choice: return "choice";
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

ordered_json row(const OptionSpec& option) {
  return {{"name", option.name},
          {"kind", word(option.kind)},
          {"argument", option.argument},
          {"choices", option.kind == OptionKind::Choice ? parts(option.argument, '|') : ordered_json::array()},
          {"commands", parts(option.commands, ' ')},
          {"many", option.many},
          {"help", option.help}};
}

}  // namespace

std::string offered_options() {
  ordered_json rows = ordered_json::array();
  for (const OptionSpec& option : option_table())
    if (is_permitted(option)) rows.push_back(row(option));
  return ordered_json{{"options", std::move(rows)}}.dump();
}

}  // namespace whynot::app::web
