// Classes that are known from before, each as one predicate: put beside those of now, and left out of a search.
#pragma once
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "analyse/classify/classify.h"

namespace whynot::analyse::classify {

enum class Since { Known, Grown, New };

struct Compared {
  std::vector<Since> now;                        // by class
  std::vector<std::optional<std::size_t>> like;  // by class: the known one with the very same counterexamples
  std::vector<bool> gone;                        // by known class: no counterexample is in it any more
  bool nothing_new = false;                      // every counterexample is in a known class
};

// A class is New where it has counterexamples outside of all known classes; but Grown where it has all of a known one.
// `classes` are an outcome of classify().  Nothing when stopped, or when a class ties too many positions together.
std::optional<Compared> compare(const TransitionSystem&, const Stepper&, const Property&, const Options&,
                                const std::vector<Predicate>& known, Outcome& classes, Context&);

struct Outside {
  std::optional<Trace> counterexample;  // the shortest one outside of all known classes
  bool proved = false;                  // there is none, of any length
  std::size_t bound = 0;                // else there is none up to this
  std::string stopped;                  // why it ended early; may be empty
};

// Up to each of the bounds, one after the other.
std::variant<Outside, NotTreated> find_outside(const TransitionSystem&, const Stepper&, const Property&,
                                               const std::vector<Predicate>& known,
                                               const std::vector<std::size_t>& bounds, Context&);

}  // namespace whynot::analyse::classify
