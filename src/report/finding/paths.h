// Paths: the counterexamples of a pushdown system against an automaton.
#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/drawing.h"
#include "base/integer.h"

namespace whynot::report {

struct PathGroup {
  std::string final_point;
  std::vector<std::string> events;  // the interesting ones, in order
  std::uint64_t count = 0;
  std::string representative;  // trace id
};

std::uint64_t counterexamples_in(const std::vector<PathGroup>&);

struct PathLoop {                   // the part of a counterexample that is taken forever
  std::string trace;                // its id; empty if it was not kept
  std::uint64_t start = 0;          // the step it comes back to
  std::vector<std::string> leaves;  // what each round leaves on the stack, top first
};

// A place in a file; line 0: unknown.
struct PathPlace {
  std::string file;
  std::uint64_t line = 0;
};

struct PathSite {  // where a violation completes, and how the automaton got there
  PathPlace at;
  std::string function, point;
  std::vector<std::string> states;
  std::vector<std::string> events;  // into each state but the first
  std::vector<std::string> named;   // likewise, as the program calls their arguments; empty: nobody says
  std::vector<PathPlace> places;    // likewise
  std::string feasible;             // yes, no, unknown
  std::vector<std::string> model;   // of the branches on the way of the representative
  std::string representative;       // trace id
  std::uint64_t count = 0;
};

// What became of the counterexamples to the policy as it was.
struct PathRefinement {
  std::vector<std::string> allowed;        // events that the policy was widened by
  std::string before;                      // the file or the property compared with; empty: this one
  std::vector<PathGroup> gone, remaining;  // of the counterexamples before; without representatives
  std::vector<PathGroup> added;            // of those now
  bool complete = false;                   // both sets are whole
};

// How several counterexamples begin: that many steps are the same, up to this stack, the top first.
struct PathPrefix {
  std::uint64_t steps = 0;
  std::vector<std::string> stack;
};

struct Paths {
  std::string property, verdict, mode;
  bool complete = false;         // the set is whole: not cut by a limit …
  std::string reason;            // … such as "limit", "timeout", "memory limit", "stack bound"; empty if it is whole
  std::optional<Integer> total;  // counterexamples there are, listed or not, where that can be told
  std::uint64_t missed_by_paper = 0;
  std::vector<PathSite> sites;
  bool sites_complete = false;         // there are no others
  std::uint64_t infeasible_sites = 0;  // left out, as no execution gets there
  std::uint64_t infeasible = 0;        // counterexamples left out likewise
  bool only_sites = false;             // in the text: nothing else
  std::vector<PathGroup> groups;
  std::vector<std::string> counterexamples;  // trace ids
  std::optional<std::uint64_t> stack_shown;  // symbols of each stack in traces that are too deep to be shown whole
  std::vector<PathLoop> loops;               // of the counterexamples, if the property is about infinite runs
  std::vector<std::string> common;           // events that every counterexample has
  std::vector<std::string> common_sequence;  // of the representatives, in order
  PathPrefix common_prefix;                  // of those that are listed
  std::optional<PathRefinement> refinement;
  Drawing drawing;  // the representatives merged where they begin alike
  Drawing graph;    // with --graph report: the rule graph; a label is a head, then its annotation
  std::vector<std::array<std::string, 3>> erase;  // with --graph erase: control location, symbol, where it is erased
  std::string text;                               // the folded view, made by the analysis
};

}  // namespace whynot::report
