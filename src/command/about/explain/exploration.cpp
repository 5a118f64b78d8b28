#include "command/about/explain/exploration.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

#include "analyse/explain/show/summary.h"
#include "analyse/explain/strategy/pattern.h"
#include "analyse/explain/strategy/strategies.h"
#include "base/check.h"
#include "expr/print.h"
#include "host/files.h"
#include "report/draw/witness.h"
#include "report/findings.h"

namespace whynot::command {
namespace {

using explain::NodeId;
using explain::Rule;

constexpr std::string_view saved_schema = "whynot-exploration/1";

std::vector<std::string> words_of(const std::string& line) {
  std::istringstream in(line);
  std::vector<std::string> words;
  for (std::string word; in >> word;) words.push_back(word);
  return words;
}

std::string rest_of(const std::string& line) {
  const std::size_t begin = line.find_first_not_of(" \t"), space = line.find_first_of(" \t", begin);
  const std::size_t rest = space == std::string::npos ? space : line.find_first_not_of(" \t", space);
  return rest == std::string::npos ? "" : line.substr(rest, line.find_last_not_of(" \t\r") - rest + 1);
}

std::optional<std::size_t> number(const std::string& text) {
  if (text.empty() || text.size() > 9 || text.find_first_not_of("0123456789") != std::string::npos) return std::nullopt;
  return std::stoul(text);
}

// "… EX [x = 1, y = TRUE]" as the words before the states, and the values of each state.
std::pair<std::string, std::vector<std::map<std::string, std::string>>> parts_of(const std::string& key) {
  const std::size_t states = key.ends_with(']') ? key.find(" [", key.rfind(": ")) : std::string::npos;
  std::vector<std::map<std::string, std::string>> values;
  for (std::size_t at = states; at != std::string::npos; at = key.find(" [", at + 1)) {
    const std::size_t end = key.find("] [", at);
    std::string list = key.substr(at + 2, end == std::string::npos ? key.size() - at - 3 : end - at - 2);
    values.emplace_back();
    for (const std::string& item : explain::split_outside(list, ','))
      if (const std::size_t equals = item.find(" = "); equals != std::string::npos)
        values.back()[item.substr(item.find_first_not_of(' '), equals - item.find_first_not_of(' '))] =
            item.substr(equals);
  }
  return {key.substr(0, states), std::move(values)};
}

// Of addresses: the same goal, or one below it.
bool is_within(const std::string& goal, const std::string& top) {
  return top == "root" || goal == top || goal.starts_with(top + ".");
}

// Whether two keys name one choice, as far as both models have the variables.
bool agree(const std::string& saved, const std::string& here) {
  const auto [rule, states] = parts_of(saved);
  const auto [other_rule, others] = parts_of(here);
  if (rule != other_rule || states.size() != others.size()) return false;
  for (std::size_t i = 0; i < states.size(); ++i)
    for (const auto& [name, value] : states[i])
      if (const auto other = others[i].find(name); other != others[i].end() && other->second != value) return false;
  return true;
}

Exploration::Answer wrong(std::string text) { return {std::move(text) + "\n", false, false}; }

}  // namespace

Exploration::Exploration(session::Workbench& workbench, Property property, ExploreOptions options)
    : workbench_(workbench), property_(std::move(property)), options_(std::move(options)) {}

void Exploration::restart() {
  oracle_ = engine::make_oracle(workbench_.system(), &workbench_.keep(), workbench_.context());
  builder_ = std::make_unique<explain::Builder>(workbench_.system(), *oracle_, workbench_.context());
  checker_ = std::make_unique<explain::Checker>(workbench_.system(), workbench_.stepper(), workbench_.context());
}

bool Exploration::begin() {
  restart();
  if (oracle_->stopped()) return false;
  if (const auto match = explain::pattern_of(workbench_.pool(), property_); match && options_.strategy.empty()) {
    options_.strategy = match->strategy;
    pattern_ = fmt::format("{}, so the strategy is {}", match->name, match->strategy);
  }
  if (!options_.strategy.empty()) {
    if (auto found = strategies_from(workbench_, options_.strategy)) builder_->use(std::move(*found));
  }
  if (!builder_->start(property_)) return false;
  at_ = builder_->proof().root;
  explain::expand_below(*builder_, at_, options_.extent);
  return true;
}

report::Evidence Exploration::evidence(bool traces) {
  report::Evidence evidence = evidence_of(workbench_, *builder_, *checker_, property_, traces);
  show_as(workbench_, *builder_, options_.view, evidence);
  if (!pattern_.empty()) evidence.notes.push_back(pattern_);
  return evidence;
}

std::vector<std::string> Exploration::commands() {
  return {"show",     "expand", "why",  "alternatives", "choose", "back", "forward", "until",
          "strategy", "undo",   "save", "load",         "export", "goal", "help",    "quit"};
}

std::string Exploration::prompt() const { return fmt::format("{} {}> ", property_.name, address(at_)); }

Exploration::Answer Exploration::execute(const std::string& line) {
  Answer answer = answer_to(line);
  for (const auto& s : builder_->strategies())
    if (!s->trouble.empty() && told_.insert(s->trouble).second)
      answer.text += fmt::format("  warning[explain.script]: {}; it is left out from here on\n", s->trouble);
  return answer;
}

Exploration::Answer Exploration::answer_to(const std::string& line) {
  const Arguments words = words_of(line);
  if (words.empty() || words[0][0] == '#') return {};
  const std::string& command = words[0];
  const Arguments rest(words.begin() + 1, words.end());
  if (command == "help") return help();
  if (command == "quit" || command == "exit") return {"", true, true};
  if (command == "show") return show();
  if (command == "goal") return {goal_text(at_) + "\n"};
  if (command == "expand") return expand(rest);
  if (command == "why") return why();
  if (command == "alternatives") return list_alternatives();
  if (command == "choose") return choose(rest);
  if (command == "back") return move_back();
  if (command == "forward") return move_forward(rest);
  if (command == "until") return until(rest_of(line));
  if (command == "strategy") return set_strategy(rest_of(line));
  if (command == "undo") return undo();
  if (command == "save") return rest.size() == 1 ? save(rest[0]) : wrong("save takes a file");
  if (command == "load") return rest.size() == 1 ? load(rest[0]) : wrong("load takes a file");
  if (command == "export") return write(rest);
  const auto all = commands();
  const auto near = nearest_name(command, {all.begin(), all.end()});
  return wrong(fmt::format("there is no command `{}`{}", command,
                           near.empty() ? "; `help` lists them" : fmt::format("; did you mean `{}`?", near)));
}

Exploration::Answer Exploration::help() const {
  return {
      "  show              the evidence so far, state by state\n"
      "  goal              the current goal\n"
      "  why               what settles it, and what that rests on\n"
      "  expand [N|all]    expand the current goal, N levels or everything below\n"
      "  alternatives      what could be chosen here\n"
      "  choose N          take the N-th of them\n"
      "  forward [N], back go to the N-th premise (default: the last), or to the goal above\n"
      "  until FORMULA     go on, expanding, to where FORMULA is the goal\n"
      "  strategy WORDS    steer what is expanded from now on, e.g. strategy avoid(floor = 1), shortest; `strategy "
      "none`\n"
      "  undo              take the last choice back\n"
      "  save F, load F    keep the choices, make them again (also on a changed model)\n"
      "  export FORMAT F   dot, svg or json\n"
      "  quit\n"};
}

// ---- text

std::string Exploration::state_text(const State& s, const State* before) const {
  const auto& columns = workbench_.stepper().signature()->columns;
  std::string out;
  for (std::size_t c = 0; c < columns.size(); ++c)
    if (!before || (*before)[c] != s[c]) out += (out.empty() ? "" : ", ") + columns[c].name + " = " + s[c].to_string();
  return out.empty() ? "the same state" : out;
}

std::string Exploration::goal_text(NodeId id) const {
  const explain::Proof& proof = builder_->proof();
  const explain::Node& n = proof.at(id);
  const std::string place =
      n.goal.state ? fmt::format("{} ({})", StateNames(proof).of(*n.goal.state), state_text(*n.goal.state, nullptr))
                   : fmt::format("all states where {}", to_string(proof.pool(), n.goal.set, 300));
  return fmt::format("{}  at {}", to_string(proof.pool(), n.goal.formula, 300), place);
}

std::string Exploration::candidate_text(NodeId id, const explain::Candidate& c) const {
  const explain::Proof& proof = builder_->proof();
  const auto& here = proof.at(id).goal.state;
  std::string out(explain::rule_name(c.rule));
  if (c.rule == Rule::EGLoop)
    return fmt::format("{}: a loop of {} state{}", out, c.states.size(), c.states.size() == 1 ? "" : "s");
  if (!c.states.empty()) return fmt::format("{}: next {}", out, state_text(c.states.front(), here ? &*here : nullptr));
  if (!c.sets.empty()) return out + sets_text(c);
  for (const Expr g : c.goals)
    out += fmt::format("{} {}", out.find(':') == std::string::npos ? ":" : ",", to_string(proof.pool(), g, 120));
  if (c.rank) out += fmt::format("  (settled in {} step{})", *c.rank, *c.rank == 1 ? "" : "s");
  return out;
}

// ": EF p where x < 2, EF q where x > 1", ": next 3 states where x > 1".
std::string Exploration::sets_text(const explain::Candidate& c) const {
  std::string out;
  for (std::size_t i = 0; i < c.sets.size(); ++i) {
    const std::string where = to_string(builder_->proof().pool(), oracle_->describe(c.sets[i]), 120);
    const Integer count = oracle_->count(c.sets[i]);
    const std::string what = c.rule == Rule::Or ? to_string(builder_->proof().pool(), c.goals[i], 120) + " in" : "next";
    out += fmt::format("{} {} {} state{} where {}", i == 0 ? ":" : ",", what, to_string(count), count == 1 ? "" : "s",
                       where);
  }
  return out + (c.like.empty() ? "" : fmt::format("  (as `{}` has it)", c.like));
}

Exploration::Answer Exploration::show() {
  report::Evidence e = evidence(false);
  return {report::text_of(e, workbench_.report(), {})};
}

// Only what has passed the checker is shown: a goal whose rule takes it too long is open again, and current.  Empty, or
// what happened.
std::string Exploration::check_so_far() {
  std::string out;
  while (const auto refusal = checker_->check(builder_->proof(), property_.formula)) {
    if (!refusal->stopped)
      WHYNOT_CHECK(false, fmt::format("the proof for `{}` was refused: {}", property_.name, refusal->reason));
    if (refusal->node == explain::no_node || refusal->node == builder_->proof().fairness ||
        builder_->is_open(refusal->node) || oracle_->stopped())
      return out + "  the limit was reached before all of this was checked\n";
    builder_->reopen(refusal->node);
    at_ = refusal->node;
    out += "  this goal took too long to check and stays open: other `alternatives` may be simpler\n";
  }
  return out;
}

Exploration::Answer Exploration::why() {
  const std::string unchecked = check_so_far();
  if (!unchecked.empty()) return {goal_text(at_) + "\n" + unchecked, false, false};
  const explain::Node& n = builder_->proof().at(at_);
  std::string out = goal_text(at_) + "\n";
  if (n.rule == Rule::Open) return {out + "  not expanded yet: `expand`, or `alternatives`\n"};
  out += fmt::format("  {}   [{}{}]{}\n", explain::summary(*builder_, at_), explain::rule_name(n.rule),
                     n.bound ? fmt::format(" {}", *n.bound) : "", n.by.empty() ? "" : fmt::format("  by {}", n.by));
  for (std::size_t i = 0; i < n.premises.size(); ++i)
    out +=
        fmt::format("  {}  {}{}\n", i + 1, goal_text(n.premises[i]), builder_->is_open(n.premises[i]) ? "   …+" : "");
  return {out};
}

Exploration::Answer Exploration::list_alternatives() {
  const auto found = builder_->alternatives(at_, most_alternatives);
  std::string out;
  for (std::size_t i = 0; i < found.size(); ++i)
    out += fmt::format("  {:>2}  {}\n", i + 1, candidate_text(at_, found[i]));
  if (found.size() >= most_alternatives) out += "  (there may be more; `strategy prefer(…)` narrows them)\n";
  return {out.empty() ? "  nothing can be chosen here\n" : out};
}

// ---- moving and choosing

Exploration::Answer Exploration::expand(const Arguments& words) {
  explain::Extent extent;
  extent.depth = 1;
  if (!words.empty() && words[0] == "all") {
    extent.depth.reset();
    extent.budget = 20000;
  } else if (!words.empty()) {
    const auto n = number(words[0]);
    if (!n) return wrong("expand takes a number or `all`");
    extent.depth = *n;
    extent.budget = 20000;
  }
  const bool was_open = builder_->is_open(at_);
  explain::expand_below(*builder_, at_, extent);
  if (builder_->is_open(at_))
    return wrong(
        oracle_->stopped()
            ? "the limit was reached before this goal was expanded"
            : "a strategy leaves this goal open: `alternatives` and `choose` settle it, `strategy none` drops it");
  if (was_open) record(at_, builder_->proof().at(at_).by);
  return why();
}

Exploration::Answer Exploration::choose(const Arguments& words) {
  const std::size_t n = words.size() == 1 ? number(words[0]).value_or(0) : 0;
  if (const std::string why_not = take(at_, n); !why_not.empty()) return wrong(why_not);
  explain::Extent facts;
  facts.depth = 1;
  explain::expand_below(*builder_, at_, facts);
  Answer answer = why();
  if (const auto habit = suggestion())
    answer.text += fmt::format("  You chose like this {} times: `strategy {}` does so by itself.\n", habit->times,
                               habit->strategy);
  return answer;
}

Exploration::Answer Exploration::move_back() {
  const NodeId up = builder_->proof().at(at_).parent;
  if (up == explain::no_node) return wrong("this is the root");
  at_ = up;
  return {goal_text(at_) + "\n"};
}

Exploration::Answer Exploration::move_forward(const Arguments& words) {
  const bool was_open = builder_->is_open(at_);
  if (was_open && !builder_->expand(at_)) return wrong("this goal stays open: `alternatives` and `choose` settle it");
  if (std::string unchecked = check_so_far(); !unchecked.empty()) return {std::move(unchecked), false, false};
  if (was_open) record_steered(at_);
  const auto& premises = builder_->proof().at(at_).premises;
  if (premises.empty()) return wrong("nothing lies further on: this is a fact");
  const std::size_t n = words.empty() ? premises.size() : number(words[0]).value_or(0);
  if (n == 0 || n > premises.size()) return wrong(fmt::format("forward takes a number from 1 to {}", premises.size()));
  at_ = premises[n - 1];
  return {goal_text(at_) + "\n"};
}

// The main way on, expanding, until the goal is the formula.
Exploration::Answer Exploration::until(const std::string& text) {
  if (text.empty()) return wrong("until takes a formula, e.g. until EG !f");
  const std::size_t before = workbench_.diagnostics().all().size();
  const Expr wanted = part_named(workbench_, text);
  if (!wanted) return {told_since(before), false, false};
  const std::string goal = to_string(workbench_.pool(), wanted);
  const auto is_wanted = [&](NodeId id) {
    return id != at_ && to_string(workbench_.pool(), builder_->proof().at(id).goal.formula) == goal;
  };
  std::vector<NodeId> open{at_}, expanded;
  for (std::size_t i = 0; i < 2000 && !open.empty() && !is_wanted(open.back()); ++i) {
    const NodeId id = open.back();
    open.pop_back();
    if (builder_->is_open(id) && builder_->expand(id)) expanded.push_back(id);
    const auto& premises = builder_->proof().at(id).premises;
    open.insert(open.end(), premises.begin(), premises.end());
  }
  if (std::string unchecked = check_so_far(); !unchecked.empty()) return {std::move(unchecked), false, false};
  if (open.empty() || !is_wanted(open.back())) return wrong(fmt::format("no goal below is `{}`", goal));
  for (const NodeId id : expanded) record_steered(id);
  at_ = open.back();
  return {goal_text(at_) + "\n"};
}

std::string Exploration::told_since(std::size_t before) const {
  std::string out;
  const auto& all = workbench_.diagnostics().all();
  for (std::size_t i = before; i < all.size(); ++i) out += render(all[i], workbench_.sources());
  return out;
}

Exploration::Answer Exploration::set_strategy(const std::string& words) {
  if (words.empty()) {
    std::string out;
    for (const auto& s : builder_->strategies())
      out += fmt::format("  {}  decided {}, could not {}\n", s->name(), s->used, s->could_not);
    if (!pattern_.empty()) out += fmt::format("  {}\n", pattern_);
    return {out.empty() ? "  none\n" : out};
  }
  if (words == "none") {
    builder_->use({});
    told_.clear();
    pattern_.clear();
    return {};
  }
  const std::size_t before = workbench_.diagnostics().all().size();
  auto found = strategies_from(workbench_, words);
  if (!found) return {told_since(before), false, false};
  builder_->use(std::move(*found));
  told_.clear();
  pattern_.clear();
  return {};
}

// ---- history

std::string Exploration::address(NodeId id) const {
  std::string out;
  const explain::Proof& proof = builder_->proof();
  for (NodeId up = proof.at(id).parent; up != explain::no_node; id = up, up = proof.at(id).parent) {
    const auto& premises = proof.at(up).premises;
    out = fmt::format("{}{}{}", std::find(premises.begin(), premises.end(), id) - premises.begin(),
                      out.empty() ? "" : ".", out);
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

// What was applied at a goal, in words that name it again on another model.
std::string Exploration::key_of(NodeId id, const explain::Candidate& c) const {
  std::string key(explain::rule_name(c.rule));
  for (const State& s : c.states) key += fmt::format(" [{}]", state_text(s, nullptr));
  for (const std::string& set : set_texts(c)) key += fmt::format(" {{{}}}", set);
  return fmt::format("{}: {}", to_string(builder_->proof().pool(), builder_->proof().at(id).goal.formula), key);
}

std::vector<std::string> Exploration::set_texts(const explain::Candidate& c) const {
  std::vector<std::string> texts;
  for (const engine::StateSet& set : c.sets)
    texts.push_back(to_string(builder_->proof().pool(), oracle_->describe(set)));
  return texts;
}

void Exploration::record(NodeId id, const std::string& by, std::optional<explain::Decision> decision) {
  const explain::Candidate chosen = builder_->chosen_at(id);
  Choice choice{address(id), key_of(id, chosen), by.empty() ? "default" : by, "", {}, std::move(decision)};
  if (!chosen.sets.empty()) choice.rule = explain::rule_name(chosen.rule);
  choice.sets = set_texts(chosen);
  history_.push_back(std::move(choice));
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
    return read ? builder_->by_sets(id, choice.rule, sets) : std::nullopt;
  }
  std::optional<explain::Candidate> near;
  for (explain::Candidate& c : builder_->alternatives(id, 10000)) {
    const std::string key = key_of(id, c);
    if (key == choice.what) return std::move(c);
    if (!near && agree(choice.what, key)) near = std::move(c);
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
  nlohmann::ordered_json out = {{"schema", saved_schema},
                                {"property", property_.name},
                                {"formula", property_.text},
                                {"holds", builder_->proof().holds},
                                {"choices", nlohmann::ordered_json::array()}};
  const std::vector<Choice> choices = choices_in_force();
  for (const Choice& c : choices) {
    out["choices"].push_back({{"at", c.at}, {"choice", c.what}, {"by", c.by}});
    if (!c.sets.empty()) out["choices"].back().update({{"rule", c.rule}, {"sets", c.sets}});
  }
  std::string error;
  if (!host::write_file(path, out.dump(1) + "\n", error)) return wrong(fmt::format("cannot write {}", error));
  return {fmt::format("saved {} choice{} to {}\n", choices.size(), choices.size() == 1 ? "" : "s", path)};
}

// From the start, the saved choices one after the other.
Exploration::Answer Exploration::load(const std::string& path) {
  std::string error;
  const auto text = host::read_file(path, error);
  if (!text) return wrong(fmt::format("cannot read {}", error));
  const auto saved = nlohmann::json::parse(*text, nullptr, false);
  const auto word = [](const nlohmann::json& in, const char* key) {
    return in.is_object() && in.contains(key) && in[key].is_string() ? in[key].get<std::string>() : std::string();
  };
  if (word(saved, "schema") != saved_schema || !saved.contains("choices") || !saved["choices"].is_array())
    return wrong(fmt::format("{} is not a saved exploration", path));
  const std::string name = word(saved, "property"), formula = word(saved, "formula");
  if (name != property_.name && formula != property_.text)
    return wrong(fmt::format("{} explores `{}` ({}), this is `{}`", path, name, formula, property_.name));
  std::vector<Choice> choices;
  for (const auto& c : saved["choices"]) {
    choices.push_back({word(c, "at"), word(c, "choice"), word(c, "by"), word(c, "rule"), {}, {}});
    for (const auto& set : c.is_object() ? c.value("sets", nlohmann::json::array()) : nlohmann::json::array())
      choices.back().sets.push_back(set.is_string() ? set.get<std::string>() : "");
  }
  const bool held = saved.contains("holds") && saved["holds"] == true;
  builder_->reopen(builder_->proof().root);
  at_ = builder_->proof().root;
  history_.clear();
  if (held != builder_->proof().holds)
    return wrong(fmt::format("the property {} now: none of the {} choices applies",
                             builder_->proof().holds ? "holds" : "fails", choices.size()));
  for (std::size_t i = 0; i < choices.size(); ++i) {
    if (const std::string why = apply(choices[i]); !why.empty())
      return wrong(fmt::format("choice {} of {} is the first that no longer exists: {} ({})", i + 1, choices.size(),
                               choices[i].what, why));
    history_.push_back(choices[i]);
  }
  return {fmt::format("all {} choices were made again\n", choices.size())};
}

Exploration::Answer Exploration::write(const Arguments& words) {
  if (words.size() != 2 || (words[0] != "dot" && words[0] != "svg" && words[0] != "json"))
    return wrong("export takes dot, svg or json, and a file");
  const report::Evidence e = evidence(false);
  const std::string text = words[0] == "dot"   ? to_dot(e.drawing)
                           : words[0] == "svg" ? to_svg(e.drawing)
                                               : report::dump(report::json_of(e)) + "\n";
  std::string error;
  if (!host::write_file(words[1], text, error)) return wrong(fmt::format("cannot write {}", error));
  return {fmt::format("wrote {}\n", words[1])};
}

}  // namespace whynot::command
