// Exact numbers of counterexamples: in all, in each class, in each class only, in each pair of classes.  Dynamic
// programming over the lengths of runs on the explicit product of the model with the classes' automata: how many
// runs lead to each of its states.  What that does not treat is left to decision diagrams (count_diagrams.h).
//
// That product is built from decision diagrams and the evaluator, and shares nothing with the search for classes;
// so it also confirms what was found there: no counterexample outside all classes, no passing run inside one.
#pragma once
#include <string>
#include <variant>
#include <vector>

#include "analyse/classify/classify.h"
#include "analyse/classify/listed/graph.h"
#include "analyse/classify/solver/runs.h"

namespace whynot::analyse::classify {

constexpr std::size_t most_compared_classes = 64;  // pair by pair

struct Counts {
  explicit Counts(std::size_t classes = 0) : in(classes), only_in(classes), passing(classes) {
    if (classes <= most_compared_classes) in_both.assign(classes, std::vector<Integer>(classes));
  }

  // So many counterexamples are in these classes, which are in increasing order.
  void add(const std::vector<std::size_t>& in_classes, const Integer& runs);

  Integer total = 0, outside = 0;             // counterexamples; those in no class
  std::vector<Integer> in, only_in;           // by class
  std::vector<Integer> passing;               // by class: runs that pass and satisfy it
  std::vector<std::vector<Integer>> in_both;  // empty when classes are too many
  bool apart = false;                         // counted by code that shares nothing with the search for classes
};
struct Uncounted {
  std::string reason;
};

struct CountedClasses {
  std::vector<TraceClass> classes;
  std::optional<TraceClass> within;  // only counterexamples that satisfy it are counted
  // By class: those of one number, which follow one another, are counted as one.
  std::vector<std::size_t> entry;

  std::size_t entries() const { return entry.empty() ? 0 : entry.back() + 1; }
};

// State by state.  The violation must be F of a condition without temporal operators.
std::variant<Counts, Uncounted> count_states(const Question&, StepSource&, const Vocabulary&, const CountedClasses&,
                                             Context&);
// Explicit states for invariants where they are few, decision diagrams otherwise.
std::variant<Counts, Uncounted> count_runs(const Question&, const Vocabulary&, const CountedClasses&, Context&);

}  // namespace whynot::analyse::classify
