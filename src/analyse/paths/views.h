// Ways to read pushdown counterexamples, from the traces alone: folded, as a call tree, merged into one tree
// like the paper's Fig. 7, as a graph.
#pragma once
#include <cstddef>
#include <string>
#include <vector>

#include "analyse/paths/paths.h"
#include "base/drawing.h"
#include "model/trace.h"

namespace whynot::analyse::paths {

// Steps [first, last] of a trace; a folded segment stands for steps in which nothing interesting happens.
struct Segment {
  std::size_t first = 0, last = 0;
  bool folded = false;
};

struct ViewOptions {
  bool unfold = false;               // show every step
  bool full_stack = false;           // else the top of the stack only
  std::vector<std::string> only;     // interesting events; empty = those that change the automaton's state
  std::vector<std::string> names{};  // of the traces of a tree, where they end; empty = t1, t2, …
  std::size_t most_nodes = 50'000;   // of a tree: traces from the one that would not fit are left out, and counted
};

// Whether the step into `step` is interesting.  REQUIRES step >= 1.
bool is_interesting(const Trace&, std::size_t step, const std::vector<std::string>& only);

// The first and last step and every interesting one stand alone; what lies between is folded.
std::vector<Segment> fold(const Trace&, const ViewOptions&);

// One step a line, indented by the depth of the stack, calls and exits marked:
//     q0  m0
//     q0  ▸ s0            call
//         … 4 steps
//     q1    s4            e1
std::string call_tree(const Trace&, const ViewOptions&);

// The traces merged where they begin alike: a tree as text, or as a drawing.
std::string prefix_tree_text(const std::vector<const Trace*>&, const ViewOptions&);
Drawing prefix_tree(const std::vector<const Trace*>&, const ViewOptions&);

}  // namespace whynot::analyse::paths
