// Strategies steer which evidence is built (the paper's Figure 7): which open goal next, which rule, which
// successor; over sets of states, which side of a disjunction settles which of them, and which set comes next
// (Figure 8).  They never decide what is true: candidates come from the oracle, and a strategy without an
// opinion, or whose wish cannot be met, leaves the choice to the next one.
#pragma once
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "analyse/explain/build/proof.h"
#include "engine/oracle.h"

namespace whynot::analyse::explain {

// What applying a rule would bring (tryApply): for choosing among several.
struct Candidate {
  Rule rule = Rule::Open;
  std::vector<Expr> goals;          // the formulas of the premises that it would bring
  std::size_t temporal = 0;         // operators in them
  std::optional<std::size_t> rank;  // steps to the goal, or length of the loop
  std::vector<State> states;        // the successor, or the states of the loop; may be left out
  // Over a set: what the left and the right side settle of it; the set of states that comes next.  May be left out.
  std::vector<engine::StateSet> sets;
  std::string like;  // the strategy that would choose these sets, if one comes to mind
};

// A disjunction over a set of states: those of them that either side settles.
struct Sides {
  Expr left, right;
  engine::StateSet either;
};

// Which of them each side settles; both do where these overlap, and what is in neither is left to the next strategy.
struct Division {
  engine::StateSet left, right;
  bool met = true;  // whether the wish can be met for all of them
};

// What strategies see of the proof under way.
struct ProofView {
  const Proof& proof;
  engine::Oracle& oracle;
  std::uint64_t seed = 0;
};

class Strategy {
 public:
  virtual ~Strategy() = default;
  virtual std::string name() const = 0;  // as the user wrote it: "avoid(floor = 1)"

  virtual void init(const ProofView&) {}
  virtual std::optional<NodeId> pick_leaf(const ProofView&, const std::vector<NodeId>&) { return std::nullopt; }
  virtual std::optional<std::size_t> pick_rule(const ProofView&, NodeId, const std::vector<Candidate>&) {
    return std::nullopt;
  }
  virtual void rule_applied(const ProofView&, NodeId) {}

  // addRule EX_c: what the states that follow should satisfy in place of a formula, which it implies.  Null: no
  // wish.
  virtual Expr stronger(const ProofView&, NodeId, Expr) { return {}; }
  // What it wants of the states of a run, one after the other: the condition whose turn it is; where that is met it is
  // another one's turn.  Of further conditions each that is false counts as well.  Empty: nothing that could be said of
  // each of them.
  struct Wanted {
    Expr condition;
    std::size_t next = 0;
    std::vector<Expr> further = {};
    bool of_step = false;  // the condition is one on the step to the state, and the only one
  };
  virtual std::vector<Wanted> objective() const { return {}; }
  virtual bool minds_length() const { return false; }
  virtual bool merges() const { return false; }  // states should be followed together
  // Whether the wish is for all states up to the end rather than for the next one.
  virtual bool lasts() const { return true; }
  // The best of the states that may come next of `from`: the goal's state, or of a goal about a set those that have no
  // successor yet.  Nothing: no opinion; empty: none will do.
  virtual std::optional<engine::StateSet> narrow(const ProofView&, NodeId, const engine::StateSet& /*from*/,
                                                 const engine::StateSet& /*next*/) {
    return std::nullopt;
  }
  // The same, where all that is given should be followed at once, as a set; strategies after this one are not asked.
  virtual std::optional<engine::StateSet> follow(const ProofView&, NodeId, const engine::StateSet& /*next*/) {
    return std::nullopt;
  }
  // Which side of a disjunction settles which states of a set.
  virtual std::optional<Division> divide(const ProofView&, NodeId, const Sides&) { return std::nullopt; }
  // Where a loop for an EG should lie, and what it should pass.
  struct LoopWish {
    engine::StateSet within;
    std::vector<engine::StateSet> pass;
  };
  virtual std::optional<LoopWish> loop_wish(const ProofView&, NodeId) { return std::nullopt; }
  // Whether to look further than the first loop for a shorter one.
  virtual bool looks_for_short_loops() const { return false; }
  // Whether goals with a choice should be left open; whether to leave this one open; and how many steps ahead what
  // settles is told from what does not.
  virtual bool asks() const { return false; }
  virtual bool leaves_open(const ProofView&, NodeId) { return false; }
  virtual std::optional<std::size_t> horizon() const { return std::nullopt; }

  // How the evidence is shown (section 4.3): where the view starts and stops, which variables of a state and
  // which words, as the options of the same names have it; and what to say of a goal in place of the prose.
  enum class Look : std::uint8_t { Start, Stop, Show, Words };
  virtual std::optional<std::string> look(const ProofView&, Look) { return std::nullopt; }
  virtual std::optional<std::string> says(const ProofView&, NodeId, const std::string& /*prose*/) {
    return std::nullopt;
  }

  // If it fails, the goal stays open instead of falling to the next strategy.
  bool hard = false;
  std::size_t used = 0, could_not = 0;  // for the report
  std::string trouble;                  // what went wrong in it, for the user; it has no opinion any more
};

// Left to right; the first that has an opinion decides.
using Strategies = std::vector<std::unique_ptr<Strategy>>;

}  // namespace whynot::analyse::explain
