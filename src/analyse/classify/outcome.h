// What every way of classifying begins and ends with, whoever asked about runs.
#pragma once
#include <optional>
#include <variant>
#include <vector>

#include "analyse/classify/classify.h"
#include "analyse/classify/count/count.h"

namespace whynot::analyse::classify {

// The predicates as the search takes them.  What must not be of one position twice says so itself, and is then shown by
// its name; but a comparison of values that is no anchor is taken, and shown, as that.
std::vector<Predicate> with_distinct_positions(const TransitionSystem&, const Options&);
// What --anchor asks for: there are positions where the predicate holds.
std::optional<TraceClass> anchored_part(const Options&, const Vocabulary&);
std::vector<TraceClass> constraints_of(const Classes&);
// What is counted: with each class its images.
CountedClasses counted_classes(const Classes&, const Options&, const Vocabulary&);

// Adds the numbers; and where they were counted over counterexamples and passing runs alike, checks by them what
// the search found.
void take_counts(std::variant<Counts, Uncounted>, bool passing_too, Classes&);
// Why there are none, where the search ended early.
void leave_uncounted(Classes&);
// The predicates that no class mentions.
void list_unused(const Vocabulary&, Classes&);

}  // namespace whynot::analyse::classify
