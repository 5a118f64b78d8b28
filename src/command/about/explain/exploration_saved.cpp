// Files may come from another version of the model, or from an editor: what is missing is read as empty text, and then
// fails to name a choice.
#include "command/about/explain/exploration_saved.h"

#include <map>
#include <nlohmann/json.hpp>

#include "analyse/explain/strategy/strategies.h"

namespace whynot::command {
namespace {

using nlohmann::json;

constexpr std::string_view saved_schema = "whynot-exploration/1";

// "… EX [x = 1, y = TRUE]" as the words before the states, and the values of each state.
std::pair<std::string, std::vector<std::map<std::string, std::string>>> parts_of(const std::string& key) {
  const std::size_t states = key.ends_with(']') ? key.find(" [", key.rfind(": ")) : std::string::npos;
  std::vector<std::map<std::string, std::string>> values;
  for (std::size_t at = states; at != std::string::npos; at = key.find(" [", at + 1)) {
    const std::size_t end = key.find("] [", at);
    std::string list = key.substr(at + 2, end == std::string::npos ? key.size() - at - 3 : end - at - 2);
    values.emplace_back();
    for (const std::string& item : analyse::explain::split_outside(list, ','))
      if (const std::size_t equals = item.find(" = "); equals != std::string::npos)
        values.back()[item.substr(item.find_first_not_of(' '), equals - item.find_first_not_of(' '))] =
            item.substr(equals);
  }
  return {key.substr(0, states), std::move(values)};
}

std::string word(const json& in, const char* key) {
  return in.is_object() && in.contains(key) && in[key].is_string() ? in[key].get<std::string>() : std::string();
}

ProofChoice read_choice(const json& entry) {
  ProofChoice choice{
      .at = word(entry, "at"), .what = word(entry, "choice"), .by = word(entry, "by"), .rule = word(entry, "rule")};
  const json sets = entry.is_object() ? entry.value("sets", json::array()) : json::array();
  for (const json& set : sets) choice.sets.push_back(set.is_string() ? set.get<std::string>() : "");
  return choice;
}

}  // namespace

bool name_one_choice(const std::string& saved, const std::string& here) {
  const auto [rule, states] = parts_of(saved);
  const auto [other_rule, others] = parts_of(here);
  if (rule != other_rule || states.size() != others.size()) return false;
  for (std::size_t i = 0; i < states.size(); ++i)
    for (const auto& [name, value] : states[i])
      if (const auto other = others[i].find(name); other != others[i].end() && other->second != value) return false;
  return true;
}

std::string text_of(const SavedExploration& saved) {
  nlohmann::ordered_json out = {{"schema", saved_schema},
                                {"property", saved.property},
                                {"formula", saved.formula},
                                {"holds", saved.holds},
                                {"choices", nlohmann::ordered_json::array()}};
  for (const ProofChoice& c : saved.choices) {
    out["choices"].push_back({{"at", c.at}, {"choice", c.what}, {"by", c.by}});
    if (!c.sets.empty()) out["choices"].back().update({{"rule", c.rule}, {"sets", c.sets}});
  }
  return out.dump(1) + "\n";
}

std::optional<SavedExploration> read_saved(const std::string& text) {
  const json saved = json::parse(text, nullptr, false);
  if (word(saved, "schema") != saved_schema || !saved.contains("choices") || !saved["choices"].is_array())
    return std::nullopt;
  SavedExploration result{.property = word(saved, "property"),
                          .formula = word(saved, "formula"),
                          .holds = saved.contains("holds") && saved["holds"] == true,
                          .choices = {}};
  for (const json& entry : saved["choices"]) result.choices.push_back(read_choice(entry));
  return result;
}

}  // namespace whynot::command
