// Exact numbers of counterexamples: in all, in each class, in each class only, in each pair of classes.  Dynamic
// programming over the lengths of runs on the explicit product of the model with the classes' automata: how many
// runs lead to each of its states.
//
// The product is built from decision diagrams and the evaluator, and shares nothing with the search for classes;
// so it also confirms what was found there: no counterexample outside all classes, no passing run inside one.
#pragma once
#include <string>
#include <variant>
#include <vector>

#include "analyse/classify/classify.h"
#include "analyse/classify/runs.h"

namespace whynot::classify {

struct Counts {
  Integer total = 0, outside = 0;      // counterexamples; those in no class
  std::vector<Integer> in, only_in;    // by class
  std::vector<Integer> passing;        // by class: runs that pass and satisfy it
  std::vector<std::vector<Integer>> in_both;
};
struct Uncounted {
  std::string reason;
};

std::variant<Counts, Uncounted> count_runs(const Question&, const Vocabulary&, const std::vector<TraceClass>&, Context&);

}  // namespace whynot::classify
