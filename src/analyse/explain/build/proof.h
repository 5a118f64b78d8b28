// Proofs that a CTL formula holds: a tree of goals [[φ]](s) for one state or [[φ]](B) for a set of states, each
// closed by a rule or left open (Chechik & Gurfinkel, "A Framework for Counterexample Generation and
// Exploration", FASE 2005, Figures 5 and 8).  Plain data: the builder writes it, the checker and the views
// read it.
//
// Sets are boolean expressions over the model's variables, read within `Proof::reachable`, a set that holds
// the initial states and is closed under steps.  Path quantifiers range over fair infinite runs, so two
// formulas have a part of their own: `EG TRUE`, some fair run starts here, and `AF FALSE`, none does.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "expr/expr.h"
#include "model/system/transition_system.h"
#include "model/trace.h"

namespace whynot::analyse::explain {

enum class Rule : std::uint8_t {
  Open,     // not expanded
  Initial,  // root only: what counts of initial states is what fair runs start from
  Atom,     // a fact of the state, or of all states of the set
  And,
  OrLeft,
  OrRight,
  Or,      // a set, each state by one side
  Split,   // a set as several
  Unfair,  // what is said of all fair runs holds where there are none
  Unfold,  // a bounded operator by its definition
  Valid,   // true whatever the model does
  EX,
  EU,  // a bound is given
  EUNow,
  EUStep,
  EGLoop,
  EGStep,
  EGNow,  // Step also for bounded EG; Now for its end
  EGSet,  // a set in which fair runs can stay
  AX,
  AU,
  AUNow,
  AUStep,
  AUFair,  // by layers that no fair run stays in
  AG,      // a closed set; also for the negation of E [a U b]; or induction, from the initial states
  AGStep,
  AGNow,  // of bounded AG
};
std::string_view rule_name(Rule);
// By some step, from one state.
inline bool takes_step(Rule rule) { return rule == Rule::EX || rule == Rule::EUStep || rule == Rule::EGStep; }

// A formula at one state, or at all states of a set.
struct Goal {
  Expr formula;
  std::optional<State> state;
  Expr set;  // without a state

  bool about_set() const { return !state; }
  friend bool operator==(const Goal&, const Goal&) = default;
};

using NodeId = std::uint32_t;
constexpr NodeId no_node = ~NodeId{0};

// One step for each state of a set: what the inputs and the variables of the next state become, each said by the
// state and by what stands before it.
struct Chosen {
  Expr target, value;
  friend bool operator==(const Chosen&, const Chosen&) = default;
};
using ChoiceFunction = std::vector<Chosen>;

// For AUFair: runs leave it to lower layers or the goal, at once or, where it names a justice constraint,
// because staying never meets that.
struct Layer {
  Expr set;
  std::optional<std::size_t> justice;
  ChoiceFunction step;  // EGSet: to a nearer one, or the one that meets the constraint
  friend bool operator==(const Layer&, const Layer&) = default;
};

struct Node {
  NodeId parent = no_node;
  Goal goal;
  Rule rule = Rule::Open;
  std::vector<NodeId> premises;
  std::optional<std::uint64_t> bound;  // EU, AU; AG by induction: over so many states
  std::vector<Inputs> inputs;          // of the steps between states: EX, EUStep, EGStep; EGLoop, the closing one last
  ChoiceFunction step;                 // likewise where one of the goals is about a set; EGSet: the one that stays
  std::optional<State> after;          // Atom that speaks of a step: where the step leads
  Expr closed;                         // AG, EGSet: the set that is not left
  std::vector<Layer> layers;           // AUFair; EGSet: ways to each justice constraint, nearest first
  std::string by;                      // who chose the rule
  friend bool operator==(const Node&, const Node&) = default;
};

enum class Runs : std::uint8_t {
  Fair,    // CTL: fair infinite ones
  Finite,  // invariants: whatever is reached counts
};

struct Proof {
  const TransitionSystem* system = nullptr;
  std::vector<Node> nodes;
  NodeId root = no_node;
  bool holds = false;  // the property itself was proved, else its negation
  Runs runs = Runs::Fair;
  Expr reachable;  // null while no goal is about a set
  // Where every reachable state starts a fair run nothing needs to be said of it: the node that proves so, or, where
  // no fairness is in the way, a step from each state that the model allows.
  bool always_fair = false;
  NodeId fairness = no_node;
  ChoiceFunction step;

  const Node& at(NodeId id) const { return nodes[id]; }
  ExprPool& pool() const { return *system->pool; }
};

}  // namespace whynot::analyse::explain
