// The commands of an exploration: reading a line, moving through the proof, expanding it, choosing and steering.  What
// they answer is in exploration_text.cpp, what was chosen before in exploration_history.cpp.
#include "command/about/explain/exploration.h"

#include <fmt/format.h>

#include <sstream>

#include "analyse/explain/strategy/pattern.h"
#include "analyse/explain/strategy/strategies.h"
#include "analyse/why/reading.h"
#include "base/check.h"
#include "engine/partial/endless.h"
#include "engine/partial/invariant_oracle.h"
#include "engine/partial/trace_oracle.h"
#include "expr/print.h"

namespace whynot::command {
namespace {

using explain::NodeId;

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

constexpr std::size_t most_whole_bits = 20;  // of the states of a model that is taken whole

std::size_t bits_of(const TransitionSystem& system) {
  std::size_t bits = 0;
  for (const VariableDecl& v : system.variables)
    if (const auto size = v.variable.type().size(); size && *size > 1 && v.kind != VariableKind::Input)
      bits += bit_width(*size - 1);
  return bits;
}

}  // namespace

Exploration::Exploration(session::Workbench& workbench, Property property, ExploreOptions options)
    : workbench_(workbench), property_(std::move(property)), options_(std::move(options)) {
  if (options_.effort > 0) limited_ = std::make_unique<Context>(workbench_.context(), options_.effort);
}

Exploration::Answer Exploration::wrong(std::string text) {
  text += "\n";
  return {std::move(text), false, false};
}

std::optional<std::size_t> Exploration::number(const std::string& text) {
  if (text.empty() || text.size() > 9 || text.find_first_not_of("0123456789") != std::string::npos) return std::nullopt;
  return std::stoul(text);
}

// Small models are taken whole: then everything can be spoken of.  Of others only what matters.
std::vector<Expr> Exploration::matters() const {
  if (options_.whole || bits_of(workbench_.system()) <= most_whole_bits) return {};
  std::vector<Expr> all = explain::Outside::wayward(workbench_.system());
  all.insert(all.end(), options_.speaks_of.begin(), options_.speaks_of.end());
  all.push_back(property_.formula);
  return all;
}

bool Exploration::knows(const std::vector<Expr>& all) const {
  for (const Expr e : all)
    for (const Expr v : support(e))
      if (!oracle_->knows(v)) return false;
  return true;
}

void Exploration::restart() {
  builder_.reset();
  oracle_.reset();
  restart_with(engine::make_oracle(workbench_.system(), &workbench_.keep(), context(), matters()));
}

void Exploration::restart_with(std::unique_ptr<engine::Oracle> oracle) {
  builder_.reset();
  oracle_ = std::move(oracle);
  builder_ = std::make_unique<explain::Builder>(workbench_.system(), *oracle_, context());
  builder_->call(analyse::why::define_names(workbench_.system(), property_));
  auto judged = workbench_.keep().get<explain::Judged>([] { return std::make_shared<explain::Judged>(); });
  checker_ = std::make_unique<explain::Checker>(workbench_.system(), workbench_.stepper(), workbench_.context(),
                                                std::move(judged));
}

bool Exploration::widen(const std::vector<Expr>& all, bool whole) {
  if (!is_partial() && knows(all) && (!whole || matters().empty())) return true;
  options_.speaks_of.insert(options_.speaks_of.end(), all.begin(), all.end());
  options_.whole = options_.whole || whole;
  restart();
  if (oracle_->stopped() || !builder_->start(property_)) return false;
  at_ = builder_->proof().root;
  for (const Choice& choice : choices_in_force()) apply(choice);
  return true;
}

bool Exploration::begin() {
  if (const auto match = explain::pattern_of(workbench_.pool(), property_); match && options_.strategy.empty()) {
    options_.strategy = match->strategy;
    pattern_ = fmt::format("{}, so the strategy is {}", match->name, match->strategy);
  }
  std::optional<explain::Strategies> strategies;
  if (!options_.strategy.empty()) strategies = strategies_from(workbench_, options_.strategy, &options_.speaks_of);
  options_.whole = options_.whole || is_script(options_.strategy);
  restart();
  if (oracle_->stopped()) return false;
  if (strategies) builder_->use(std::move(*strategies));
  if (!builder_->start(property_)) return false;
  at_ = builder_->proof().root;
  explain::expand_below(*builder_, at_, options_.extent);
  return true;
}

// What an oracle like this says is believed only where it is what was found before: it knows too little to deny it.
bool Exploration::begin_with(std::unique_ptr<engine::Oracle> oracle, bool holds) {
  restart_with(std::move(oracle));
  if (!builder_->start(property_) || builder_->proof().holds != holds) return false;
  at_ = builder_->proof().root;
  const explain::Goal& goal = builder_->proof().at(at_).goal;
  if (holds && !oracle_->is_subset(builder_->place(at_), oracle_->states_of(goal.formula))) return false;
  explain::expand_below(*builder_, at_, options_.extent);
  const auto refusal = checker_->check(builder_->proof(), property_.formula);
  return !builder_->is_open(at_) && (!refusal || refusal->stopped);
}

bool Exploration::begin_along(const Trace& trace, bool holds) {
  const TransitionSystem& system = workbench_.system();
  restart_with(engine::partial::make_trace_oracle(system, trace, false));
  if (holds && !checker_->is_only_initial(trace.steps.front().state)) return false;
  const bool total = system.justice.empty() && checker_->always_steps(explain::Choices(system, *oracle_).unasked());
  std::optional<Trace> longer;
  if (!total && !trace.loop) longer = engine::partial::endless(system, trace, context());
  return begin_with(engine::partial::make_trace_oracle(system, longer ? *longer : trace, total), holds);
}

bool Exploration::begin_loosely() {
  std::vector<Expr> all = explain::Outside::wayward(workbench_.system());
  all.push_back(property_.formula);
  options_.extent.budget = 2;
  restart_with(engine::make_loose_oracle(workbench_.system(), context(), all));
  if (oracle_->stopped() || !builder_->start(property_) || !builder_->proof().holds) return false;
  at_ = builder_->proof().root;
  explain::expand_below(*builder_, at_, options_.extent);
  return !builder_->is_open(at_) && !gave_up();
}

bool Exploration::begin_within(Expr always, Expr set) {
  return begin_with(engine::partial::make_invariant_oracle(workbench_.system(), always, set), true);
}

bool Exploration::begin_by_induction(Expr always, std::size_t depth) {
  return begin_with(engine::partial::make_induction_oracle(workbench_.system(), always, depth), true);
}

report::Evidence Exploration::evidence(bool traces) {
  report::Evidence evidence = evidence_of(workbench_, *builder_, *checker_, property_, false);
  if (gave_up()) return evidence;
  if (traces) add_runs(workbench_, builder_->proof(), property_, evidence);
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
  std::vector<Expr> spoken_of;
  auto found = strategies_from(workbench_, words, &spoken_of);
  if (!found) return {told_since(before), false, false};
  if (!widen(spoken_of, is_script(words))) return wrong("the limit was reached before that could be spoken of");
  builder_->use(std::move(*found));
  told_.clear();
  pattern_.clear();
  return {};
}

}  // namespace whynot::command
