// The question that an engine is asked, and what comes back: a verdict that carries its evidence.
#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "base/integer.h"
#include "base/keep.h"
#include "model/property.h"
#include "model/system/transition_system.h"
#include "model/trace.h"

namespace whynot {

struct Query {
  const TransitionSystem* system = nullptr;
  const Property* property = nullptr;
  std::vector<Expr> different;       // variables of which further runs must differ; none = all that matter
  std::optional<std::size_t> bound;  // the largest depth a bounded engine looks at; nothing = until told to stop
  Keep* keep = nullptr;              // for what serves further questions about the same system; nothing = forget it
};

// Why a property holds, or fails where no trace can show it.
struct Induction {  // true in the first k steps, and k true steps are never followed by a false one
  std::size_t k = 0;
  bool simple_paths = false;  // the step case speaks of runs without repeated states only
};
// Clauses that, together with the property if that speaks of states only, hold at the start and are kept by every step.
struct Invariant {
  struct Literal {  // a bit of a variable as declared, by its code (Certificate::Bit), has this value
    std::size_t variable = 0, bit = 0;
    bool value = false;
  };
  struct Clause {
    std::vector<Literal> literals;
    std::string text;  // over the model's variables
  };
  std::vector<Clause> clauses;
};
struct WholeSpace {  // every reachable state was looked at
  Integer states = 0;
};
struct NoEvidence {
  std::string why;  // e.g. "no single trace shows that EF p fails"
};
using Evidence = std::variant<NoEvidence, Trace, Induction, WholeSpace, Invariant>;

struct Holds {
  Evidence evidence;
};
struct Violated {
  Evidence evidence;  // a Trace wherever one trace can show it
};
struct NoneUpTo {  // no violating run with at most `depth` transitions
  std::size_t depth = 0;
  std::string reason = {};  // why it went no further ("timeout"); empty: that was the bound asked for
};
struct Computed {  // of a COMPUTE; nothing = infinity
  std::optional<Integer> value;
};
struct Unknown {
  std::string reason;
};
using Verdict = std::variant<Holds, Violated, NoneUpTo, Computed, Unknown>;

// The run that violates the property; null where the verdict has none.
inline const Trace* trace_of(const Verdict& verdict) {
  if (const auto* violated = std::get_if<Violated>(&verdict)) return std::get_if<Trace>(&violated->evidence);
  return nullptr;
}

}  // namespace whynot
