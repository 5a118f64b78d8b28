// The listed states and steps, numbered, with labels for what facts can read of them.
#include "analyse/classify/listed/graph.h"

#include <algorithm>
#include <set>

#include "base/check.h"

namespace whynot::analyse::classify {

std::size_t RunGraph::RowHash::operator()(const std::vector<Value>& row) const {
  std::size_t h = row.size();
  for (const Value& v : row) h = h * 1099511628211u + v.hash();
  return h ^ (h >> 31);
}

RunGraph::RunGraph(std::vector<std::string> columns, std::vector<std::string> inputs)
    : columns_(std::move(columns)), inputs_(std::move(inputs)) {
  system_.pool = &pool_;
}

std::uint32_t RunGraph::intern(const std::vector<Value>& row, RowIds& ids, std::vector<std::vector<Value>>& rows) {
  const auto [known, fresh] = ids.emplace(row, static_cast<std::uint32_t>(rows.size()));
  if (fresh) rows.push_back(row);
  return known->second;
}

RunGraph::LabelId RunGraph::label(std::uint32_t row, std::uint32_t inputs) {
  const auto [known, fresh] =
      label_ids_.emplace((std::uint64_t{row} << 32) | inputs, static_cast<LabelId>(labels_.size()));
  if (fresh) labels_.push_back({row, inputs});
  return known->second;
}

RunGraph::NodeId RunGraph::add_node(const State& shown, bool violates) {
  nodes_.push_back({intern(shown, row_ids_, rows_), violates, 0, {}});
  return static_cast<NodeId>(nodes_.size() - 1);
}

void RunGraph::add_start(NodeId n, Polarity polarity) {
  nodes_[n].start = label(nodes_[n].row, 0);
  (polarity == Polarity::Violating ? violating_ : passing_).push_back(n);
}

void RunGraph::add_edge(NodeId from, NodeId to, const Inputs& shown) {
  nodes_[from].edges.push_back({to, label(nodes_[to].row, intern(shown, input_ids_, input_rows_))});
  ++edge_count_;
}

// Numbers make a range, so that predicates may compare and add them; everything else an enumeration of what is
// there.
Type RunGraph::type_of(bool is_input, std::size_t column, const std::vector<std::vector<Value>>& rows) {
  std::set<Value> seen = possible_[{is_input, column}];
  for (const std::vector<Value>& row : rows)
    if (column < row.size() && row[column].defined()) seen.insert(row[column]);
  const auto all = [&](auto is) { return !seen.empty() && std::all_of(seen.begin(), seen.end(), is); };
  if (all([](const Value& v) { return v.is_boolean(); })) return pool_.boolean_type();
  if (all([](const Value& v) { return v.is_integer(); }))
    return pool_.range_type(seen.begin()->as_integer(), seen.rbegin()->as_integer());
  if (seen.empty()) seen.insert(Value::symbol("none"));
  return pool_.enum_type({seen.begin(), seen.end()});
}

void RunGraph::finish() {
  auto signature = std::make_shared<Signature>();
  std::size_t states = 0, inputs = 0;
  const auto declare = [&](const std::string& name, Type type, bool is_input) {
    const Expr variable = pool_.variable(name, type);
    system_.variables.push_back({variable, is_input ? VariableKind::Input : VariableKind::State, {}});
    places_.emplace(variable, std::pair(is_input, is_input ? inputs++ : states++));
    return variable;
  };
  for (std::size_t c = 0; c < columns_.size(); ++c) {
    const Type type = type_of(false, c, rows_);
    declare(columns_[c], type, false);
    signature->columns.push_back({columns_[c], type, {}});
  }
  const Type number = pool_.range_type(0, Integer(~std::uint32_t{0}));
  declare("#node", number, false);
  violates_ = declare("#violates", pool_.boolean_type(), false);
  for (std::size_t c = 0; c < inputs_.size(); ++c) {
    const Type type = type_of(true, c, input_rows_);
    declare(inputs_[c], type, true);
    signature->inputs.push_back({inputs_[c], type, {}});
  }
  declare("#edge", number, true);
  signature_ = std::move(signature);
}

Value RunGraph::value(LabelId id, Expr variable) const {
  const auto [is_input, index] = places_.at(variable);
  const std::vector<Value>& row = is_input ? input_rows_[labels_[id].inputs] : rows_[labels_[id].row];
  return index < row.size() ? row[index] : Value();
}

State RunGraph::numbered(NodeId n) const {
  State row = rows_[nodes_[n].row];
  row.push_back(Value::integer(std::int64_t{n}));
  row.push_back(Value::boolean(nodes_[n].violates));
  return row;
}

Inputs RunGraph::numbered(const Edge& edge, std::uint32_t index) const {
  Inputs row = input_rows_[labels_[edge.label].inputs];
  row.push_back(Value::integer(std::int64_t{index}));
  return row;
}

Trace RunGraph::trace(NodeId start, const std::vector<std::uint32_t>& edges) const {
  Trace made;
  made.signature = signature_;
  made.steps.push_back({numbered(start), {}, std::nullopt});
  NodeId at = start;
  for (std::uint32_t index : edges) {
    const Edge& edge = nodes_[at].edges[index];
    made.steps.push_back({numbered(edge.to), numbered(edge, index), std::nullopt});
    at = edge.to;
  }
  return made;
}

RunGraph::NodeId RunGraph::node_of(const State& row) const {
  WHYNOT_CHECK(row.size() == columns_.size() + 2, "a row of a graph should have its number");
  return static_cast<NodeId>(row[columns_.size()].small_integer());
}

std::uint32_t RunGraph::edge_of(const Inputs& row) const {
  WHYNOT_CHECK(row.size() == inputs_.size() + 1, "inputs of a graph should have their number");
  return static_cast<std::uint32_t>(row.back().small_integer());
}

bool RunGraph::initial(const std::function<bool(State)>& found) {
  for (NodeId n : violating_)
    if (!found(numbered(n))) break;
  return true;
}

bool RunGraph::successors(const State& from, const std::function<bool(Inputs, State)>& found) {
  const std::vector<Edge>& edges = nodes_[node_of(from)].edges;
  for (std::uint32_t i = 0; i < edges.size(); ++i)
    if (!found(numbered(edges[i], i), numbered(edges[i].to))) break;
  return true;
}

}  // namespace whynot::analyse::classify
