// Bounded search of an observational transition system, breadth first (Ogata et al. 2006, section 4): the depth is
// kept outside the state, so that a state is counted once whatever the number of steps to it.
//
// Work goes level by level in batches.  Threads expand a batch's states side by side, then each takes the shards
// of the visited set that are its own and goes through all candidates in order; new states are numbered in the
// order of their discovery by one thread.  So the answers do not depend on the number of threads.
#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/context.h"
#include "base/fabric.h"
#include "model/ots/ots.h"
#include "model/ots/space.h"
#include "model/query.h"

namespace whynot::engine::ots {

// What reports call it; its counterexamples are shortest ones.
inline constexpr std::string_view search_name = "search";

// What of a search was shared out among ranks, as far as it has come.
struct Partition {
  unsigned ranks = 1;
  std::uint64_t crossings = 0, cross_bytes = 0, largest_rank_states = 0;
};

struct SearchOptions {
  std::optional<std::size_t> depth;  // nothing: until the space is exhausted
  bool symmetry = false;
  unsigned threads = 1;
  std::optional<State> from;          // instead of the initial states
  std::size_t alone_up_to = 1 << 18;  // states that one thread has found before others could help
  // The Context's limit once more: tables that double would pass it by far before anybody looks.
  std::optional<std::uint64_t> memory_bytes = {};
  // Told at once, when a predicate is found violated: the run, and the depths completed so far.
  std::function<void(std::size_t predicate, const Trace&, const std::vector<whynot::ots::DepthCount>&,
                     const std::optional<Partition>&)>
      found = {};
  // Of each predicate that is violated: further shortest counterexamples, until it says that there are enough.
  std::function<bool(std::size_t predicate, Trace)> further = {};
  // More initial states than these are too many to begin with; nothing: as many as there are.
  std::optional<std::size_t> most_starts = {};
  // The states are shared out among ranks, all of which run the same search; null: we have all of them.
  Fabric* fabric = nullptr;
  // Of ranks: a folder where each level is kept when it is complete, and by what the question is known there.
  std::string checkpoint = {}, identity = {};
  bool resume = false;  // begin with what is there
  // A folder for the states, which are kept on disk then; empty: they are in memory.  Not with ranks.
  std::string spill = {};
  std::optional<std::size_t> spill_cells = {};  // the most that tables may have; nothing: by the memory there is
  // For tests: the rank that ends like a machine that is switched off, when it has come to this depth.
  std::optional<std::pair<unsigned, std::size_t>> ends_at = {};
};

struct SearchOutcome {
  std::vector<whynot::ots::DepthCount> depths;  // those that were completed
  std::vector<Verdict> verdicts;                // of the predicates: Violated with a trace, NoneUpTo, Holds, or Unknown
  std::vector<bool> complete;                   // false: a parameter was sought among the terms of states only
  bool exhausted = false;                       // the whole reachable space within the scope was seen
  std::string stopped;                          // why it ended early, in CONTRACT's words; empty when it did not
  std::optional<Partition> partition;           // of ranks
};

// REQUIRES that the specification has no errors and the scope covers its loose sorts.
SearchOutcome search(const whynot::ots::Ots&, const whynot::ots::Scope&, std::span<const whynot::ots::Predicate>,
                     const SearchOptions&, Context&);

// The same with the states shared out among so many ranks of this process: the same answers.
SearchOutcome search_in_parts(const whynot::ots::Ots&, const whynot::ots::Scope&,
                              std::span<const whynot::ots::Predicate>, const SearchOptions&, unsigned ranks, Context&);

// Why a search cannot go on from what is in options.checkpoint; nothing: it can.
std::optional<std::string> refuses_checkpoint(const SearchOptions&);

// The states up to options.depth, kept to be asked about many predicates.  `mentioned` are predicates that the
// symmetry must respect.  Ots and Scope must outlive it.
std::unique_ptr<whynot::ots::BoundedSpace> explore(const whynot::ots::Ots&, const whynot::ots::Scope&,
                                                   std::span<const whynot::ots::Predicate> mentioned,
                                                   const SearchOptions&, Context&);

// The states depth by depth, without violations of the goal so far.  `mentioned` as above.  find() and violates() look
// at the first `most_asked` states.
std::unique_ptr<whynot::ots::DeepeningSpace> deepen(const whynot::ots::Ots&, const whynot::ots::Scope&,
                                                    const whynot::ots::Predicate& goal, std::size_t most_asked,
                                                    const SearchOptions&);

}  // namespace whynot::engine::ots
