// Why: what makes a property fail on a trace, and what the cells that were asked about rest on.
#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "expr/value.h"
#include "report/finding/fairness.h"

namespace whynot::report {

struct WhyPlace {
  std::string column;
  std::size_t step = 0;
  bool closing = false;  // by the transition that closes the loop

  friend bool operator==(const WhyPlace&, const WhyPlace&) = default;
};

struct WitnessCell {
  WhyPlace place;
  Value value;
  std::string role;    // trigger, answer or cause
  std::string atom;    // the part of the property that reads it …
  bool holds = false;  // … and whether that is true there
};

struct WitnessSet {
  std::vector<WitnessCell> cells;
  bool minimal = false;
};

// A line of the model that plays a part: "TRANS", "INVAR", "INIT", "ASSIGN".
struct WhyRule {
  std::string kind;
  std::size_t line = 0;
};

struct WhyLink {
  WhyPlace place;
  Value value;
  std::string kind;           // assigned, kept, choice, input, initial, initial choice, free, forced, rule, call
  std::size_t line = 0;       // 0: nobody wrote it
  std::string branch, gives;  // the guard that held, and the value, as written
  std::string allowed;        // of a choice: from what
  std::vector<WhyPlace> because;
  std::vector<WhyPlace> blockers = {};  // those of them that only kept earlier branches from firing
  std::size_t since = 0;
  bool minimal = false;
  std::vector<WhyRule> core = {};  // of a forced value: what forces it
  std::string rule = {};           // of specifications and programs: what was fired, with its arguments
};

// A choice made otherwise.
struct WhyChange {
  WhyPlace place;
  Value from, to;
  bool input = false;
};

struct WhySealed {
  bool known = false;                // else not computed within the limits
  std::optional<std::size_t> step;   // from here on every run fails; nothing: at no step
  std::optional<std::size_t> again;  // beyond the last step of the trace: the one of the loop that it is
  bool every_run = false;            // whatever the initial values are
  std::string kind = {};             // of the runs that this is said of, where it is not of all: fair, infinite
  bool minimal = true;               // none of the initial values can be left out
  std::vector<WhyChange> initial;    // sealed from the start by these initial values; `to` says nothing
  std::vector<WhyChange> choice;     // what would have avoided it

  // "step 8 (step 6 again)"
  std::string when() const {
    const std::string said = "step " + std::to_string(step.value_or(0));
    return again ? said + " (step " + std::to_string(*again) + " again)" : said;
  }
  std::string each_run() const { return kind.empty() ? "every run" : "every " + kind + " run"; }
};

struct WhyContrast {
  std::vector<WhyChange> changes;
  bool each_round = false;
  bool keeps_trigger = true;
  bool by_engines = false;  // no few changes were found; the changes are those of the first step that differs
  std::size_t shared = 0;   // states that both runs begin with
  std::string trace;        // id
  std::size_t single = 0;   // single changes that help as this one does
};

// What `contrast` was looked for with.
struct WhyContrasts {
  std::vector<WhyContrast> found;
  bool has_trigger = false;
  std::size_t tried = 0;  // the largest number of changes
  bool complete = true;   // all of them were tried
};

struct WhyValue {
  WhyPlace place;
  Value value;
  bool input = false;
};

// A rule that would have given the value, and the condition that it lacked.
struct WhyBlocked {
  std::string rule;
  std::size_t line = 0;
  std::string condition;
};

// Why another value was not there: the first answer that applies.
struct WhyInstead {
  WhyPlace place;
  Value value;
  std::string answer;             // pick, input, state, history, time, never; or unknown
  std::vector<WhyValue> because;  // of an input: what it needs; of a state: what excludes it
  std::vector<WhyRule> core;      // the lines that play a part
  bool input = false;
  std::size_t line = 0;  // of a pick
  std::size_t step = 0;  // of a history: the last step that stays; of a time: the first step where it can be
  std::string trace;     // id of the run that has it; empty: none
  bool minimal = false;
  bool not_past = false;                 // what another history makes possible was not looked into
  std::string rule = {};                 // of a pick in a specification: the one to fire
  std::vector<WhyBlocked> blocked = {};  // of a specification
};

// A branch that fired or a choice that was made in every counterexample that was looked at.
struct WhySharedFact {
  std::string column;
  std::optional<Value> value = {};  // of a choice
  std::size_t line = 0;             // of a branch; 0: nobody wrote it
  std::string branch, gives;
  std::string with = {};    // of a branch: what was so at the step before; may be empty
  std::size_t passing = 0;  // passing runs that have it too
};

struct WhyShared {
  std::size_t counterexamples = 0, passing = 0;  // that were compared
  std::vector<WhySharedFact> facts = {};
};

struct Why {
  std::string property;
  std::string trace;     // id
  std::string sentence;  // empty when a single trace does not tell
  std::vector<WitnessSet> witnesses;
  std::vector<WhyPlace> asked;  // with --cell
  std::vector<WhyLink> chain;   // of what was asked, else of the first witness
  std::vector<WhyPlace> roots;  // the choices that it rests on
  bool all = false;             // show the chain to its end
  std::optional<WhySealed> sealed;
  std::optional<WhyContrasts> contrast;
  std::vector<WhyInstead> instead;
  std::optional<FairnessHint> fairness = {};  // of a loop: what never happens in it
  std::vector<std::string> relevant = {};     // columns of the witness, then those of the chain
  std::optional<WhyShared> shared_by = {};    // with -n: what all counterexamples have in common
};

}  // namespace whynot::report
