// Falsification: what search and induction say of an invariant of an observational transition system.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/drawing.h"
#include "expr/value.h"

namespace whynot::report {

struct LemmaEntry {
  std::string name, from, transition, text, status;  // status: proved, relative, falsified, open
  std::optional<std::size_t> fails_at;               // when falsified: the step of the trace that violates it
};

struct SearchDepth {
  std::uint64_t depth = 0, states = 0, transitions = 0;
};

struct SearchPartition {
  unsigned ranks = 1;
  std::uint64_t crossings = 0, cross_bytes = 0;  // states that went to another rank, and what they took
  std::uint64_t largest_rank_states = 0;
};

struct SearchSummary {
  std::string scope, symmetry;
  std::vector<SearchDepth> depths;
  bool exhausted = false;                    // there is nothing beyond
  std::string stopped;                       // why it ended early; may be empty
  std::optional<std::size_t> fewest;         // elements of each loose sort that the counterexample needs, where sought
  std::optional<std::size_t> enough;         // elements of each loose sort that are enough for all up to the depth
  std::optional<SearchPartition> partition;  // where ranks shared the states
};

// The step of one transition: whether the induction goes through there.
struct InductionCase {
  using Cells = std::vector<std::pair<std::string, Value>>;  // columns and what they show
  std::string transition, result;                            // result: holds, fails, unknown
  std::string reason;                                        // when unknown
  std::string action;                                        // when it fails: the transition with its arguments, …
  Cells state, next;                                         // … from where, and to where; confirmed
};

struct TriedEntry {
  std::string what;                  // search, induction
  std::string scope;                 // of a search
  std::optional<std::size_t> depth;  // of a search: looked at completely
  std::string result;
};

struct Falsification {
  std::string property;
  std::string outcome;  // falsified, verified or open; empty for a search that only counts
  std::string trace;    // id; may be empty
  std::vector<LemmaEntry> lemmas;
  std::optional<SearchSummary> search;
  std::vector<InductionCase> cases;    // of an induction alone
  std::string fragment;                // EPR, or what puts it outside; empty when nothing was asked of a solver
  std::vector<TriedEntry> tried;       // in order
  std::vector<std::string> invariant;  // what together is inductive, the property first; empty when not verified so
  std::string certificate;             // who confirmed it, or why not; empty when nobody was asked
  std::string text;                    // the lemma graph as a tree …
  Drawing drawing;                     // … and to look at
};

}  // namespace whynot::report
