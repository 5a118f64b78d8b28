// All minimum-recursion loop-free traces of a product, shortest first, one at a time.
//
// The set of traces is split by prefixes, as Lawler and Yen do for the k shortest paths.  A candidate is a
// prefix with one further step; its bound is the prefix's length plus the exact distance to a final state.
// The candidate with the least bound is completed: along the distances if that avoids the prefix and
// unnecessary calls, else by a best-first search that does.  If the completion is as short as the bound
// says, it is the next trace, and every step that leaves it becomes a candidate; if it is longer, the
// candidate waits with its exact length; if there is none, it is dropped.  So every prefix that is taken
// apart leads to a trace.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/context.h"
#include "engine/pushdown/pace.h"
#include "engine/pushdown/stream/recursion.h"
#include "engine/pushdown/table/radix_heap.h"

namespace whynot::engine::pushdown {

struct StreamOptions {
  RecursionMode mode = RecursionMode::Complete;
  std::optional<std::uint32_t> max_stack;  // symbols on the stack; nothing = as many as it takes
  std::size_t max_nodes = 40'000'000;      // of prefixes, candidates and stacks together
};

struct Run {
  Product::Start start;
  std::vector<std::uint32_t> rules;  // indices for Product::rule
};

class Stream {
 public:
  // REQUIRES finished tabulation and distances of the same product; they outlive the stream.
  Stream(Product&, const Tabulation&, const Distances&, StreamOptions, Context&);

  // The next trace; nothing when there are no more or when stopped.
  std::optional<Run> next();
  // Why nothing more came, if not because there are no more.
  const std::string& stopped() const { return stopped_; }

  // Steps of the shortest of the traces still to come, at least.
  Distance bound() const { return bound_; }

 private:
  struct Configuration {
    Head head = none;
    Stack stack = none;
  };
  struct Prefix {
    Configuration at;
    std::uint32_t parent;  // none for an initial configuration
    std::uint32_t rule;    // into this one; the index of the start if there is no parent
    Distance depth;
  };
  struct Candidate {
    std::uint32_t parent, rule;  // as in Prefix
    std::uint32_t budget;        // of its completion search
  };
  struct Completion {
    enum class Outcome { Found, None, Later } outcome = Outcome::None;
    Distance length = 0;  // Found: of the completion; Later: at least
  };

  Configuration start(std::uint32_t index);
  Configuration step(Configuration, const HeadRule&);
  std::pair<std::uint32_t, std::uint32_t> rules_of(Configuration);
  bool allowed(Configuration, const HeadRule&);
  Configuration configuration(const Candidate&);
  Distance to_final(Configuration c) const { return stacks_.to_final_from(c.head, c.stack); }
  bool is_final(Configuration c) const { return product_.is_final(product_.control_of(c.head)); }
  bool goes_on(Configuration c) const { return tabulation_.through_final() || !is_final(c); }
  std::uint64_t key(Configuration c) const { return pair_key(c.head, stacks_.word(c.stack)); }

  void mark_prefix(std::uint32_t prefix);
  Completion complete(Configuration, std::uint32_t budget);
  bool follow_distances(Configuration);
  Completion search(Configuration, std::uint32_t budget);
  std::optional<Run> emit(const Candidate&, Configuration, Distance length);
  void add_candidates(std::uint32_t prefix, std::uint32_t except, Distance at_least);
  bool out_of_bounds();

  Product& product_;
  const Tabulation& tabulation_;
  StreamOptions options_;
  Context& context_;
  Pace pace_;
  Stacks stacks_;
  Recursion recursion_;
  RadixHeap<Candidate> queue_;
  std::size_t queued_ = 0;
  std::vector<Prefix> prefixes_;
  FlatMap seen_;                           // configurations of the prefix at hand
  std::vector<std::uint32_t> completion_;  // rules of the completion at hand
  Distance bound_ = 0;
  std::string stopped_;
};

}  // namespace whynot::engine::pushdown
