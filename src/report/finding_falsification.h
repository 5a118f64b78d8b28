// Falsification: what search and induction say of an invariant of an observational transition system.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/drawing.h"

namespace whynot::report {

struct LemmaEntry {
  std::string name, from, transition, text, status;  // status: proved, relative, falsified, open
  std::optional<std::size_t> fails_at;               // when falsified: the step of the trace that violates it
};

struct SearchDepth {
  std::uint64_t depth = 0, states = 0, transitions = 0;
};

struct SearchSummary {
  std::string scope, symmetry;
  std::vector<SearchDepth> depths;
  bool exhausted = false;             // there is nothing beyond
  std::string stopped;                // why it ended early; may be empty
  std::optional<std::size_t> fewest;  // elements of each loose sort that the counterexample needs, where sought
  std::optional<std::size_t> enough;  // elements of each loose sort that are enough for all up to the depth
};

struct Falsification {
  std::string property;
  std::string outcome;  // falsified, verified or open; empty for a search that only counts
  std::string trace;    // id; may be empty
  std::vector<LemmaEntry> lemmas;
  std::optional<SearchSummary> search;
  std::string certificate;  // who confirmed it, or why not; empty when nobody was asked
  std::string text;         // the lemma graph as a tree …
  Drawing drawing;          // … and to look at
};

}  // namespace whynot::report
