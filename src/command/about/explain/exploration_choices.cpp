// Choices in a proof by the address of a goal, for those who ask anew each time: `explain --choose 0.1:2
// --alternatives 0.1`, and with it the page.
#include <fmt/format.h>

#include <algorithm>

#include "command/about/explain/exploration.h"

namespace whynot::command {

std::optional<report::Alternatives> Exploration::alternatives_at(const std::string& address) {
  const auto id = at_address(address);
  if (!id) return std::nullopt;
  const auto found = builder_->alternatives(*id, most_alternatives);
  const std::string taken = builder_->is_open(*id) ? "" : key_of(*id, builder_->chosen_at(*id));
  report::Alternatives out{address, {}, found.size() >= most_alternatives};
  for (const explain::Candidate& candidate : found)
    out.list.push_back({candidate_text(*id, candidate), !taken.empty() && key_of(*id, candidate) == taken});
  return out;
}

std::string Exploration::take(explain::NodeId id, std::size_t number) {
  explain::Decision decision{builder_->proof().at(id).goal.state, builder_->alternatives(id, most_alternatives), 0};
  if (decision.offered.empty()) return "nothing can be chosen here";
  if (number == 0 || number > decision.offered.size())
    return fmt::format("choose takes a number from 1 to {}: `alternatives` lists them", decision.offered.size());
  decision.taken = number - 1;
  if (!builder_->is_open(id)) builder_->reopen(id);
  if (!builder_->choose(id, decision.offered[decision.taken], "user")) return "that could not be applied";
  record(id, "user", std::move(decision));
  return "";
}

std::string Exploration::choose_at(const std::string& address, std::size_t number) {
  const auto id = at_address(address);
  if (!id) return fmt::format("there is no goal `{}`", address);
  if (std::string why_not = take(*id, number); !why_not.empty()) return why_not;
  explain::expand_below(*builder_, builder_->proof().root, options_.extent);
  return "";
}

// The person's choices made once more by the strategy, the latest `times` of them; those before as they were made.
bool Exploration::would_choose(const std::string& strategy, std::size_t times) {
  auto strategies = strategies_from(workbench_, strategy);
  if (!strategies) return false;
  const std::vector<Choice> choices = choices_in_force();
  auto trial = std::make_unique<explain::Builder>(workbench_.system(), *oracle_, context());
  trial->use(std::move(*strategies));
  if (!trial->start(property_)) return false;
  const explain::NodeId before = at_;
  std::swap(builder_, trial);
  const auto is_persons = [](const Choice& c) { return c.decision.has_value(); };
  auto left = static_cast<std::size_t>(std::count_if(choices.begin(), choices.end(), is_persons));
  const auto is_made_again = [&](const Choice& choice) {
    if (!choice.decision || left-- > times) return apply(choice).empty();
    const auto id = at_address(choice.at);
    if (!id || (builder_->is_open(*id) && !builder_->expand(*id))) return false;
    return key_of(*id, builder_->chosen_at(*id)) == choice.what;
  };
  const bool same = std::all_of(choices.begin(), choices.end(), is_made_again);
  std::swap(builder_, trial);
  at_ = before;
  return same;
}

std::optional<explain::Habit> Exploration::suggestion() {
  std::vector<explain::Decision> decisions;
  for (const Choice& c : history_)
    if (c.decision) decisions.push_back(*c.decision);
  auto habit = explain::habit_of(decisions, *workbench_.stepper().signature());
  if (habit)
    for (const auto& s : builder_->strategies())
      if (s->name() == habit->strategy) return std::nullopt;
  if (habit && !would_choose(habit->strategy, habit->times)) return std::nullopt;
  return habit;
}

}  // namespace whynot::command
