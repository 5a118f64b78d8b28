// Paths: the counterexamples of a pushdown system against an automaton.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "base/drawing.h"

namespace whynot::report {

struct PathGroup {
  std::string final_point;
  std::vector<std::string> events;        // the interesting ones, in order
  std::uint64_t count = 0;
  std::string representative;             // trace id
};

struct Paths {
  std::string property, verdict, mode;
  bool complete = false;                  // the set is whole: not cut by a limit
  std::uint64_t missed_by_paper = 0;
  std::vector<PathGroup> groups;
  std::vector<std::string> counterexamples;  // trace ids
  std::vector<std::string> common;        // events that every counterexample has
  std::vector<std::string> common_sequence;  // of the representatives, in order
  std::vector<std::string> allowed;       // events that the policy was widened by …
  std::uint64_t gone = 0, remaining = 0, added = 0;  // … and what became of the counterexamples
  Drawing drawing;                        // the representatives merged where they begin alike
  Drawing graph;                          // with --graph report: the rule graph; a label is a head, then its annotation
  std::string text;                       // the folded view, made by the analysis
};

}  // namespace whynot::report
