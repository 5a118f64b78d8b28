// Choices in a proof by the address of a goal, for those who ask anew each time: `explain --choose 0.1:2
// --alternatives 0.1`, and with it the page.
#include <fmt/format.h>

#include "app/exploration.h"

namespace whynot::app {

std::optional<report::Alternatives> Exploration::alternatives_at(const std::string& address) {
  const auto id = at_address(address);
  if (!id) return std::nullopt;
  const auto found = builder_->alternatives(*id, most_alternatives);
  const std::string taken = builder_->is_open(*id) ? "" : key_of(*id, applied_at(*id));
  report::Alternatives out{address, {}, found.size() >= most_alternatives};
  for (const explain::Candidate& candidate : found)
    out.list.push_back({candidate_text(*id, candidate), !taken.empty() && key_of(*id, candidate) == taken});
  return out;
}

std::string Exploration::choose_at(const std::string& address, std::size_t number) {
  const auto id = at_address(address);
  if (!id) return fmt::format("there is no goal `{}`", address);
  const auto found = builder_->alternatives(*id, most_alternatives);
  if (number == 0 || number > found.size())
    return fmt::format("the goal `{}` has {} alternative{}", address, found.size(), found.size() == 1 ? "" : "s");
  if (!builder_->is_open(*id)) builder_->reopen(*id);
  if (!builder_->choose(*id, found[number - 1], "user")) return "that could not be applied";
  explain::expand_below(*builder_, builder_->proof().root, options_.extent);
  return "";
}

}  // namespace whynot::app
