// A proof that a person walks through and steers: commands as lines of text, answers as text.  `whynot explain
// -i`, scripts, the shell and the page's worker speak to this; it writes nothing itself.
//
// Every choice is kept with who made it, so that it can be undone, saved, and made again on a changed model:
// then the first choice that no longer exists is told.
#pragma once
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "analyse/explain/strategy/habits.h"
#include "analyse/explain/strategy/strategies.h"
#include "analyse/explain/walk/drive.h"
#include "command/about/explain/evidence.h"
#include "command/about/explain/exploration_saved.h"
#include "command/options.h"
#include "session/workbench.h"

namespace whynot::command {

struct ExploreOptions {
  explain::Extent extent;
  std::string strategy;  // names with arguments, or a Lua script's file
  report::EvidenceView view;
  std::uint64_t effort = 0;     // that diagrams may take; 0: no limit
  bool whole = false;           // all variables matter, not only those that the property depends on
  std::vector<Expr> speaks_of;  // these matter, too
};

bool is_script(const std::string& strategy);
// Strategies from words or from a script; nothing after errors.  What the words speak of is added to `spoken_of`.
std::optional<explain::Strategies> strategies_from(session::Workbench&, const std::string& words,
                                                   std::vector<Expr>* spoken_of = nullptr);

// What the options ask for; a sentence where a value is malformed.
std::string read_explore_options(const Arguments&, ExploreOptions&);
struct GoalChoice {
  std::string goal;
  std::size_t number;  // from 1
};
std::optional<GoalChoice> read_goal_choice(const std::string&);  // "0.1:2"
// What --show and --words say; false for a malformed one.
bool read_show(const std::string& text, report::EvidenceView&);
bool read_words(const std::string& text, report::EvidenceView&);
// A formula as goals show it; null after a diagnostic.
Expr part_named(session::Workbench&, const std::string& text);
// The view as the options and the scripts among the strategies want it; what scripts say wrong is their trouble, a
// start or stop that no goal is becomes a note.
void show_as(session::Workbench&, explain::Builder&, const report::EvidenceView&, report::Evidence&);

class Exploration {
 public:
  // The workbench must outlive this.
  Exploration(session::Workbench&, Property, ExploreOptions);

  // Decides the property and shows the first screen's worth; false when the context said stop.
  bool begin();
  // The same without diagrams: along a trace that violates the property or, where it says that there is a run, is one;
  // by a set, or by induction, that shows
  // that something is always true.  False where that is no evidence.
  bool begin_along(const Trace&, bool holds);
  bool begin_within(Expr always, Expr set);
  bool begin_by_induction(Expr always, std::size_t depth);
  // By diagrams that have not looked for what can be reached, and no further than a few goals: for what holds wherever
  // one is.
  bool begin_loosely();
  bool is_partial() const { return oracle_->is_partial(); }
  // Whether the effort was not enough: then what this shows may not be all that it could.
  bool gave_up() const { return limited_ && limited_->stopped() == Stop::Effort; }
  explain::Builder& builder() { return *builder_; }
  explain::Checker& checker() { return *checker_; }
  const Property& property() const { return property_; }
  report::Evidence evidence(bool traces);

  struct Answer {
    std::string text;
    bool ok = true;
    bool quit = false;
  };
  Answer execute(const std::string& line);
  // What could be chosen at a goal, and what was; its address counts premises from the root: "root", "0.1".
  std::optional<report::Alternatives> alternatives_at(const std::string& address);
  // Takes one of them, from 1, and expands again; empty, or why it cannot be.
  std::string choose_at(const std::string& address, std::size_t number);
  // A strategy that makes the latest choices when it is tried, if it is not in use.
  std::optional<explain::Habit> suggestion();
  static std::vector<std::string> commands();  // for completion
  // "answered s2 EG !f> "
  std::string prompt() const;

 private:
  static constexpr std::size_t most_alternatives = 20;
  using Choice = ProofChoice;
  using Arguments = std::vector<std::string>;

  static Answer wrong(std::string text);
  static std::optional<std::size_t> number(const std::string& text);

  Answer answer_to(const std::string& line);
  Answer help() const;
  Answer show();
  Answer expand(const Arguments&);
  Answer why();
  Answer list_alternatives();
  Answer choose(const Arguments&);
  Answer move_back();
  Answer move_forward(const Arguments&);
  Answer until(const std::string& formula);
  Answer set_strategy(const std::string& words);
  Answer undo();
  Answer save(const std::string& path);
  Answer load(const std::string& path);
  Answer write(const Arguments&);

  std::string goal_text(explain::NodeId) const;
  std::string candidate_text(explain::NodeId, const explain::Candidate&) const;
  std::string sets_text(const explain::Candidate&) const;
  std::string key_of(explain::NodeId, const explain::Candidate&) const;
  std::string state_text(const State&, const State* before) const;
  std::string address(explain::NodeId) const;
  std::optional<explain::NodeId> at_address(const std::string&) const;
  std::string apply(const Choice&);  // empty, or why it is not possible
  std::optional<explain::Candidate> candidate_of(const Choice&, explain::NodeId);
  std::vector<std::string> set_texts(const explain::Candidate&) const;
  std::vector<Choice> choices_in_force() const;
  bool would_choose(const std::string& strategy, std::size_t times);
  std::string check_so_far();
  std::string told_since(std::size_t diagnostic) const;
  void record_steered(explain::NodeId);
  void record(explain::NodeId, const std::string& by, std::optional<explain::Decision> = std::nullopt);
  // Takes one of what is offered at a goal, from 1; empty, or why it cannot be.
  std::string take(explain::NodeId, std::size_t number);
  void restart();
  void restart_with(std::unique_ptr<engine::Oracle>);
  Context& context() { return limited_ ? *limited_ : workbench_.context(); }
  bool begin_with(std::unique_ptr<engine::Oracle>, bool holds);
  bool knows(const std::vector<Expr>&) const;
  // With diagrams in which all of these can be spoken of, too; false when the context said stop.
  bool widen(const std::vector<Expr>&, bool whole);
  std::vector<Expr> matters() const;

  session::Workbench& workbench_;
  Property property_;
  ExploreOptions options_;
  std::unique_ptr<Context> limited_;
  std::unique_ptr<engine::Oracle> oracle_;
  std::unique_ptr<explain::Builder> builder_;
  std::unique_ptr<explain::Checker> checker_;
  explain::NodeId at_ = 0;
  std::vector<Choice> history_;
  std::set<std::string> told_;  // trouble of scripts
  std::string pattern_;         // of the property, where it chose the strategy
};

}  // namespace whynot::command
