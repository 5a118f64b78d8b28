// Strategies steer which evidence is built (the paper's Figure 7): which open goal next, which rule, which
// successor.  They never decide what is true: candidates come from the oracle, and a strategy without an
// opinion, or whose wish cannot be met, leaves the choice to the next one.
#pragma once
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "analyse/explain/proof.h"
#include "engine/oracle.h"

namespace whynot::analyse::explain {

// What applying a rule would bring (tryApply): for choosing among several.
struct Candidate {
  Rule rule = Rule::Open;
  std::vector<Expr> goals;          // the formulas of the premises that it would bring
  std::size_t temporal = 0;         // operators in them
  std::optional<std::size_t> rank;  // steps to the goal, or length of the loop
  std::vector<State> states;        // the successor, or the states of the loop; may be left out
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
  virtual std::string name() const = 0;            // as the user wrote it: "avoid(floor = 1)"

  virtual void init(const ProofView&) {}
  virtual std::optional<NodeId> pick_leaf(const ProofView&, const std::vector<NodeId>&) { return std::nullopt; }
  virtual std::optional<std::size_t> pick_rule(const ProofView&, NodeId, const std::vector<Candidate>&) { return std::nullopt; }
  virtual void rule_applied(const ProofView&, NodeId) {}

  // addRule EX_c: what should be true of the states that follow.  Null: nothing.
  virtual Expr wish(const ProofView&, NodeId) { return {}; }
  // The best of the states that may come next.  Nothing: no opinion; empty: none will do.
  virtual std::optional<engine::StateSet> narrow(const ProofView&, NodeId, const engine::StateSet&) { return std::nullopt; }
  // Whether all of them should be followed at once, as a set.
  virtual bool follows_all() const { return false; }
  // Whether to leave a goal open that takes this many steps.
  virtual bool leaves_open(const ProofView&, NodeId) { return false; }
  // If it fails, the goal stays open instead of falling to the next strategy.
  bool hard = false;
  std::size_t used = 0, could_not = 0;             // for the report
};

// Left to right; the first that has an opinion decides.
using Strategies = std::vector<std::unique_ptr<Strategy>>;

}  // namespace whynot::analyse::explain
