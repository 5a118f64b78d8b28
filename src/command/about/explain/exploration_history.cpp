// What was chosen in an exploration, and by whom: each choice is recorded with the address of its goal and with words
// that name it again on a changed model, so that it can be undone, saved, and made again.
#include <fmt/format.h>

#include <algorithm>

#include "command/about/explain/exploration.h"
#include "command/about/explain/exploration_saved.h"
#include "expr/print.h"
#include "host/files.h"

namespace whynot::command {
namespace {

using explain::NodeId;

// Of addresses: the same goal, or one below it.
bool is_within(const std::string& goal, const std::string& top) {
  return top == "root" || goal == top || goal.starts_with(top + ".");
}

}  // namespace

std::string Exploration::address(NodeId id) const {
  std::string out;
  const explain::Proof& proof = builder_->proof();
  while (proof.at(id).parent != explain::no_node) {
    const NodeId up = proof.at(id).parent;
    const auto& premises = proof.at(up).premises;
    out = fmt::format("{}{}{}", std::find(premises.begin(), premises.end(), id) - premises.begin(),
                      out.empty() ? "" : ".", out);
    id = up;
  }
  return out.empty() ? "root" : out;
}

std::optional<NodeId> Exploration::at_address(const std::string& address) const {
  const explain::Proof& proof = builder_->proof();
  NodeId id = proof.root;
  if (address == "root") return id;
  for (const std::string& part : explain::split_outside(address, '.')) {
    const auto n = number(part);
    if (builder_->is_open(id)) builder_->expand(id);
    if (!n || *n >= proof.at(id).premises.size()) return std::nullopt;
    id = proof.at(id).premises[*n];
  }
  return id;
}

void Exploration::record(NodeId id, const std::string& by, std::optional<explain::Decision> decision) {
  const explain::Candidate chosen = builder_->chosen_at(id);
  history_.push_back({.at = address(id),
                      .what = key_of(id, chosen),
                      .by = by.empty() ? "default" : by,
                      .rule = chosen.sets.empty() ? "" : std::string(explain::rule_name(chosen.rule)),
                      .sets = set_texts(chosen),
                      .decision = std::move(decision)});
}

// On the way to another goal only what strategies chose is worth keeping: the rest is found again by itself.
void Exploration::record_steered(NodeId id) {
  if (const std::string& by = builder_->proof().at(id).by; !by.empty()) record(id, by);
}

// What had been chosen there before, and below, is there again.
Exploration::Answer Exploration::undo() {
  if (history_.empty()) return wrong("there is nothing to undo");
  const Choice last = std::move(history_.back());
  history_.pop_back();
  const auto id = at_address(last.at);
  if (!id) return wrong("the goal is gone");
  builder_->reopen(*id);
  for (const Choice& earlier : history_)
    if (is_within(earlier.at, last.at)) apply(earlier);
  at_ = at_address(last.at).value_or(builder_->proof().root);
  return {goal_text(at_) + "\n"};
}

// Without those that later ones took the place of.
std::vector<Exploration::Choice> Exploration::choices_in_force() const {
  std::vector<Choice> found;
  for (const Choice& choice : history_) {
    std::erase_if(found, [&](const Choice& earlier) { return is_within(earlier.at, choice.at); });
    found.push_back(choice);
  }
  return found;
}

// What a saved choice is here: variables that only one of the models has make no difference.
std::optional<explain::Candidate> Exploration::candidate_of(const Choice& choice, NodeId id) {
  const std::string goal = to_string(builder_->proof().pool(), builder_->proof().at(id).goal.formula);
  if (!choice.sets.empty() && choice.what.starts_with(goal + ": " + choice.rule)) {
    std::vector<Expr> sets;
    for (const std::string& text : choice.sets) sets.push_back(workbench_.expression(text));
    const bool read = std::all_of(sets.begin(), sets.end(), [](Expr e) { return static_cast<bool>(e); });
    return read && knows(sets) ? builder_->by_sets(id, choice.rule, sets) : std::nullopt;
  }
  std::optional<explain::Candidate> near;
  for (explain::Candidate& c : builder_->alternatives(id, 10000)) {
    const std::string key = key_of(id, c);
    if (key == choice.what) return std::move(c);
    if (!near && name_one_choice(choice.what, key)) near = std::move(c);
  }
  return near;
}

std::string Exploration::apply(const Choice& choice) {
  const auto id = at_address(choice.at);
  if (!id) return "its goal no longer exists";
  if (!builder_->is_open(*id)) builder_->reopen(*id);
  const auto candidate = candidate_of(choice, *id);
  if (!candidate) return "it is no longer possible there";
  if (!builder_->choose(*id, *candidate, choice.by == "default" ? "" : choice.by)) return "it could not be applied";
  explain::Extent facts;
  facts.depth = 1;
  explain::expand_below(*builder_, *id, facts);
  at_ = *id;
  return "";
}

Exploration::Answer Exploration::save(const std::string& path) {
  const SavedExploration saved{property_.name, property_.text, builder_->proof().holds, choices_in_force()};
  std::string error;
  if (!host::write_file(path, text_of(saved), error)) return wrong(fmt::format("cannot write {}", error));
  const std::size_t count = saved.choices.size();
  return {fmt::format("saved {} choice{} to {}\n", count, count == 1 ? "" : "s", path)};
}

// From the start, the saved choices one after the other.
Exploration::Answer Exploration::load(const std::string& path) {
  std::string error;
  const auto text = host::read_file(path, error);
  if (!text) return wrong(fmt::format("cannot read {}", error));
  const auto saved = read_saved(*text);
  if (!saved) return wrong(fmt::format("{} is not a saved exploration", path));
  if (saved->property != property_.name && saved->formula != property_.text)
    return wrong(
        fmt::format("{} explores `{}` ({}), this is `{}`", path, saved->property, saved->formula, property_.name));
  builder_->reopen(builder_->proof().root);
  at_ = builder_->proof().root;
  history_.clear();
  const std::size_t count = saved->choices.size();
  if (saved->holds != builder_->proof().holds)
    return wrong(fmt::format("the property {} now: none of the {} choices applies",
                             builder_->proof().holds ? "holds" : "fails", count));
  for (std::size_t i = 0; i < count; ++i) {
    const Choice& choice = saved->choices[i];
    if (const std::string why = apply(choice); !why.empty())
      return wrong(
          fmt::format("choice {} of {} is the first that no longer exists: {} ({})", i + 1, count, choice.what, why));
    history_.push_back(choice);
  }
  return {count == 1 ? "the choice was made again\n" : fmt::format("all {} choices were made again\n", count)};
}

}  // namespace whynot::command
