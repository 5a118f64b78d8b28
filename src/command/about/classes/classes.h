// What `whynot classify` does whatever kind of model it is about: which variables facts speak of, which predicates
// there are, and how classes stand in the report.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "analyse/classify/classify.h"
#include "command/analysis.h"
#include "front/pred/pred.h"

namespace whynot::command {

// What classes are sought over.
struct ClassesOf {
  const Arguments& arguments;
  session::Workbench& bench;
  const TransitionSystem& system;  // the variables that facts may speak of
};

// The predicates that files and options give; nothing after errors.
std::optional<front::pred::PredicateSet> read_predicates(const ClassesOf&);

// Which variables built-in facts leave out by themselves, and why.
struct LeftOut {
  std::vector<Expr> own;    // the property speaks of them: "it is violated" explains nothing
  std::vector<Expr> large;  // their values are collections
};
// The options with what facts speak of and the anchor; nothing after errors.
std::optional<analyse::classify::Options> complete_options(const ClassesOf&, const front::pred::PredicateSet&,
                                                           const LeftOut&);

struct ClassesAsked {
  const Property& property;
  std::string engine;
  LeftOut left_out;
  std::string space;         // what runs were listed; empty for systems
  bool from_initial = true;  // runs start there
};
// The verdict, the traces and the finding.
Answer answer_of(const ClassesOf&, const ClassesAsked&, const analyse::classify::Outcome&);

// Of --write-predicates: what was found, property by property, as a file of predicates.
class WrittenPredicates {
 public:
  void add(const Answer&);
  // An error where the file cannot be written.
  void save(const ClassesOf&) const;

 private:
  std::string text_;
  std::size_t number_ = 0;
};

}  // namespace whynot::command
