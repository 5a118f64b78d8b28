// LTL over runs of bounded depth: finite ones and lassos.  The linear incremental encoding with virtual
// unrolling of Biere, Heljanko, Junttila, Latvala & Schuppan, "Linear encodings of bounded LTL model
// checking" (LMCS 2006), for formulas in negation normal form, so that labels need to imply their meaning
// only.
//
// A run of depth k has positions 0..k.  In a lasso with loop start l, position k is position l again: the
// state is the same, and what is promised for k is promised for l.  Past operators can tell the rounds of a
// loop apart, up to the nesting of past operators in the formula; so each formula has a label per position
// and *round*, the last of its rounds standing for all later ones.
//
// A loop closes on the state.  Where the formula speaks of transitions it may also close on what was read of the
// transition into its first state, as in NuSMV, which keeps such readings in state variables: depths agree with it.
//
// Everything is forever but the clauses of a bound, which hold while its `active` literal is assumed.
#pragma once
#include <optional>
#include <vector>

#include "encode/unroll.h"

namespace whynot::encode {

class Lasso {
 public:
  // Runs that satisfy `formula`, in negation normal form and without bounded operators; with fairness, only
  // lassos whose loop is fair.  All state variables should be in the cone of the unrolling, which must
  // outlive this: a loop closes on whole states.
  enum class Closing { States, Readings };
  Lasso(Unroll&, Expr formula, Closing = Closing::Readings);

  // Runs of depth `bound`: literals to assume.  Bounds go up; the unrolling is extended as needed.
  struct Bound {
    Lit active;
    Lit loops;  // whether the run is a lasso
  };
  Bound close(std::size_t bound);
  // "The loop starts at this position."
  Lit starts_at(std::size_t position) const { return loop_starts_[position]; }
  // After an answer Sat under a bound: where the loop starts, or nothing.
  std::optional<std::size_t> loop_start(std::size_t bound, const std::vector<bool>& model) const;

 private:
  struct Node {
    Expr formula;
    std::vector<std::size_t> args;
    std::size_t rounds = 0;  // the last round in which it may differ from the one before
    std::optional<Lit> atom;
    bool leaves = false;                   // an atom that speaks of the transition that leaves the position
    std::vector<std::vector<Lit>> labels;  // by round and position
  };
  struct Promise {  // what a label at the last position made says of the next one
    Lit promised;
    std::size_t node, round;
  };
  struct LoopChain {  // "at a position on the loop": made true by `goal` there
    Lit goal;         // in the bit system's graph, unless it is a label
    std::optional<std::size_t> node;
    std::vector<Lit> reached;  // by last position
  };

  void add_nodes(Expr formula);
  void add_position();
  void add_loop_start(std::size_t position);
  std::vector<Lit> closing_bits(std::size_t position);
  Lit make_label(Node&, std::size_t round, std::size_t position);
  Lit neighbour(const Node&, std::size_t round, std::size_t position);
  Lit promise(std::size_t node, std::size_t round);
  Lit before(std::size_t node, std::size_t round, std::size_t position, bool at_start);
  Lit label(std::size_t node, std::size_t round, std::size_t position) const;
  Lit& end_label(std::size_t node, std::size_t round, std::vector<std::vector<std::optional<Lit>>>& kept);
  Lit on_loop(LoopChain&, std::size_t position);
  void close_fairness(const Bound&, std::size_t bound);
  void require_when(Lit active, std::initializer_list<Lit> any);

  Unroll& unroll_;
  std::vector<Node> nodes_;
  std::vector<std::size_t> targets_;        // nodes that are promised: they must carry over the end of the loop
  std::vector<std::size_t> eventualities_;  // F and U, each with its chain of the same index
  std::vector<LoopChain> eventuality_chains_, justice_;
  std::vector<std::pair<LoopChain, LoopChain>> compassion_;

  std::vector<Lit> readings_;  // atoms that speak of transitions

  std::size_t positions_ = 0;
  std::vector<Lit> loop_starts_, in_loop_;       // by position
  std::vector<Promise> promises_;                // made at the last position
  std::vector<std::pair<Lit, Lit>> open_atoms_;  // label and literal of atoms that leave the last position
  std::vector<Lit> end_state_;
  std::vector<std::vector<std::optional<Lit>>> at_end_, before_start_;  // by node and round
};

}  // namespace whynot::encode
