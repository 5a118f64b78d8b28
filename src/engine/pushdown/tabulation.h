// post*: all configurations reachable in the product, by tabulation of paths within procedures.
//
// A path edge (entry, head) says that a run which entered a procedure at `entry` may be at `head` with the
// procedure's frame on top.  Entries know their callers (where to return to, in which entry) and their exits
// (in which control location).  Read as an automaton, entries are states, a path edge is a transition from
// the head's control location under its symbol, and a caller is a transition between entries under the
// return symbol: it accepts exactly the reachable configurations (Esparza, Hansel, Rossmanith & Schwoon
// 2000), which the paper writes as annotations of its B-graph.
#pragma once
#include <cstdint>
#include <vector>

#include "base/context.h"
#include "engine/pushdown/product.h"

namespace whynot::engine::pushdown {

using Entry = std::uint32_t;

class Tabulation {
 public:
  struct Edge {
    Entry entry;
    Head head;
  };
  struct Caller {
    Entry entry;    // of the caller
    Symbol symbol;  // where it returns to
  };

  // `through_final`: runs go on after a final state; otherwise they stop there (the frontier).
  Tabulation(Product&, bool through_final);

  void add_starts();      // the initial configurations of the product
  Entry add_entry(Head);  // as if called from nowhere
  void avoid(std::vector<bool> pds_rules) { avoided_ = std::move(pds_rules); }  // rules not to be taken
  void stop_at_final() { stop_at_final_ = true; }                               // one final head is enough
  void allow(std::size_t edges) { most_edges_ = edges; }                        // more are not looked at
  bool run(Context&);                                                           // false if cut short

  std::size_t entries() const { return heads_.size(); }
  Head entry_head(Entry e) const { return heads_[e]; }  // none for the frames of an initial stack
  const std::vector<Caller>& callers(Entry e) const { return callers_[e]; }
  const std::vector<Control>& exits(Entry e) const { return exits_[e]; }
  const std::vector<Edge>& edges() const { return edges_; }
  Entry accepting() const { return accepting_; }  // where an initial stack ends; none before add_starts

  bool reached(Head h) const { return h < first_entry_.size() && first_entry_[h] != none; }
  // Heads in a final control location, in the order found.
  const std::vector<Head>& final_heads() const { return final_heads_; }
  bool through_final() const { return through_final_; }
  // Whether runs that get to the head go on from it.
  bool expands(Head h) const { return reached(h) && (through_final_ || !product_.is_final(product_.control_of(h))); }

 private:
  Entry new_entry(Head);
  void add_edge(Entry, Head);
  void add_caller(Entry callee, Caller);
  void add_exit(Entry, Control);

  Product& product_;
  bool through_final_, stop_at_final_ = false;
  Entry accepting_ = none;
  std::vector<Head> heads_;
  std::vector<std::vector<Caller>> callers_;
  std::vector<std::vector<Control>> exits_;
  std::vector<Entry> entry_of_head_;
  std::vector<Entry> first_entry_;  // by head: most have no other, and need no place in the set
  FlatMap edge_set_, exit_set_, frames_, caller_set_;
  std::vector<Edge> edges_;
  std::size_t next_ = 0;  // edges before it are done
  std::size_t most_edges_ = ~std::size_t(0);
  std::vector<bool> avoided_;
  std::vector<Head> final_heads_;
};

}  // namespace whynot::engine::pushdown
