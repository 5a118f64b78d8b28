// Runs that are listed: the states that a model reaches within some depth, and the steps between them.  What
// facts can read of a state or a step are columns and inputs, as of a transition system; so the same predicates,
// classes and automata serve models of other kinds, once their runs are in a graph.
//
// Two states may show the same values (a pushdown system's columns leave out the rest of the stack), so states
// and steps have numbers.  They stand in rows as further, nameless values, which leads a trace over the graph back
// to the model (`node_of`, `edge_of`).
//
// Counterexamples and passing runs may start at nodes of their own, where they are listed by different means.
#pragma once
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "model/query.h"
#include "model/system/transition_system.h"
#include "model/trace.h"

namespace whynot::analyse::classify {

// Steps of a model one by one: what counting walks.
class StepSource {
 public:
  virtual ~StepSource() = default;
  // Whether it can be asked at all, within the limits it was given.
  virtual bool ready() const = 0;
  // Whether everything is listed already, so that listing it once more needs no limit.
  virtual bool is_listed() const = 0;
  // Calls `found` until it returns false; false when it was cut short.  REQUIRES ready().
  virtual bool initial(const std::function<bool(State)>& found) = 0;
  virtual bool successors(const State&, const std::function<bool(Inputs, State)>& found) = 0;
};

class RunGraph : public StepSource {
 public:
  using NodeId = std::uint32_t;
  using LabelId = std::uint32_t;  // equal labels show equal values
  struct Edge {
    NodeId to = 0;
    LabelId label = 0;
  };
  struct Label {
    std::uint32_t row = 0;
    std::uint32_t inputs = 0;  // 0: of a first state
  };

  RunGraph(std::vector<std::string> columns, std::vector<std::string> inputs);

  NodeId add_node(const State& shown, bool violates);
  void add_start(NodeId, Polarity);
  void add_edge(NodeId from, NodeId to, const Inputs& shown);  // distinct ones only, in the order of discovery
  // When all is there: gives the columns the types of what they show.
  void finish();
  // A value that a column or an input may have though no run here does: predicates may speak of it.
  void may_be(bool is_input, std::size_t column, const Value& value) { possible_[{is_input, column}].insert(value); }

  // Variables only; no conditions.  REQUIRES that it is finished.
  const TransitionSystem& system() const { return system_; }
  const std::shared_ptr<const Signature>& signature() const { return signature_; }  // without the numbers
  Expr violates() const { return violates_; }

  std::size_t nodes() const { return nodes_.size(); }
  std::size_t edges() const { return edge_count_; }
  std::size_t labels() const { return labels_.size(); }
  bool violates(NodeId n) const { return nodes_[n].violates; }
  const std::vector<NodeId>& starts(Polarity p) const { return p == Polarity::Violating ? violating_ : passing_; }
  LabelId start_label(NodeId n) const { return nodes_[n].start; }
  const std::vector<Edge>& edges_of(NodeId n) const { return nodes_[n].edges; }
  Value value(LabelId, Expr variable) const;  // undefined where there is none

  // A trace along edges from a start, and what it is made of.
  Trace trace(NodeId start, const std::vector<std::uint32_t>& edges) const;
  NodeId node_of(const State& row) const;
  std::uint32_t edge_of(const Inputs& row) const;

  bool ready() const override { return true; }
  bool is_listed() const override { return true; }
  bool initial(const std::function<bool(State)>& found) override;  // of counterexamples
  bool successors(const State&, const std::function<bool(Inputs, State)>& found) override;

 private:
  struct Node {
    std::uint32_t row = 0;
    bool violates = false;
    LabelId start = 0;
    std::vector<Edge> edges;
  };
  struct RowHash {
    std::size_t operator()(const std::vector<Value>&) const;
  };
  using RowIds = std::unordered_map<std::vector<Value>, std::uint32_t, RowHash>;

  static std::uint32_t intern(const std::vector<Value>&, RowIds&, std::vector<std::vector<Value>>&);
  LabelId label(std::uint32_t row, std::uint32_t inputs);
  Type type_of(bool is_input, std::size_t column, const std::vector<std::vector<Value>>& rows);
  State numbered(NodeId) const;
  Inputs numbered(const Edge&, std::uint32_t index) const;

  ExprPool pool_;
  TransitionSystem system_;
  std::shared_ptr<const Signature> signature_;
  std::vector<std::string> columns_, inputs_;
  Expr violates_;
  std::map<std::pair<bool, std::size_t>, std::set<Value>> possible_;  // by column, of states or of inputs
  std::vector<std::vector<Value>> rows_, input_rows_{{}};
  RowIds row_ids_, input_ids_;
  std::vector<Label> labels_;
  std::unordered_map<std::uint64_t, LabelId> label_ids_;
  std::unordered_map<Expr, std::pair<bool, std::size_t>, ExprHash> places_;  // is an input; index
  std::vector<Node> nodes_;
  std::vector<NodeId> violating_, passing_;  // where they start
  std::size_t edge_count_ = 0;
};

}  // namespace whynot::analyse::classify
