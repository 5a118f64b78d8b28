// The choices of an exploration as a file, "whynot-exploration/1".
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "analyse/explain/strategy/habits.h"

namespace whynot::command {

struct ProofChoice {
  std::string at;    // the goals from the root, as premise numbers: "0.1.0"
  std::string what;  // the rule, and the states where there are some
  std::string by;
  std::string rule = {};                                    // with sets, which a changed model may have in other words
  std::vector<std::string> sets = {};                       // as conditions
  std::optional<analyse::explain::Decision> decision = {};  // where a person chose; not in the file
};

struct SavedExploration {
  std::string property, formula;
  bool holds = false;
  std::vector<ProofChoice> choices;
};

std::string text_of(const SavedExploration&);
// Nothing for any other text.
std::optional<SavedExploration> read_saved(const std::string& text);

// Whether two choices, as `ProofChoice::what` tells them, are one, as far as both models have the variables.
bool name_one_choice(const std::string& saved, const std::string& here);

}  // namespace whynot::command
