// The language of predicates (`.pred` files, and `--predicate` on the command line): conditions over the values at
// positions of a trace, in the syntax of SMV expressions with `x@i`.  docs/classify.md describes it.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "base/source.h"
#include "model/predicate.h"
#include "model/system/transition_system.h"

namespace whynot::front::pred {

struct Named {
  std::string name;
  Span where;
};

struct PredicateSet {
  std::vector<Predicate> predicates;
  std::vector<Named> hide;       // variables of which no built-in fact speaks
  bool hides_all = false;        // `hide *`: of none
  std::optional<Named> anchor;   // a predicate
  bool constants = false;        // whether predicates may name positions by their numbers: `x@2`
  std::vector<Obligation> owed;  // predicates mean nothing before these are discharged
};

// Adds what a file says to the set; false when it has errors (all of them are reported).
bool load(FileId, Sources&, const TransitionSystem&, PredicateSet&, Diagnostics&);

// The text of a library's predicate, bound to its arguments; nothing if there is none of that name, or it takes
// other arguments (then `problem` says which).
std::optional<std::string> library_text(const std::string& name, const std::vector<std::string>& args,
                                        std::string& problem);

}  // namespace whynot::front::pred
