// Concrete evaluation of terms on values, and the enumeration of parameters that satisfy a conjunction: slow,
// direct, and the truth that the searches and the solver encodings are held to.
#pragma once
#include <functional>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "model/ots/ots.h"
#include "model/ots/plan.h"

namespace whynot::ots {

// Where the values of observers stand in a State.
class Layout {
 public:
  Layout(const Ots&, const Scope&);
  std::size_t cells() const { return cells_; }
  // Nothing for an index outside the scope.
  std::optional<std::size_t> cell(std::uint32_t observer, std::span<const Value> index) const;
  // Calls `visit(observer, index, cell)` for all cells in order.
  void for_each(const std::function<void(std::uint32_t, const std::vector<Value>&, std::size_t)>& visit) const;

 private:
  struct Place {
    std::size_t begin = 0;
    std::vector<std::vector<Value>> domains;  // of the indexes
  };
  std::vector<Place> places_;
  std::size_t cells_ = 0;
};

using Environment = std::unordered_map<VarId, Value>;

class Evaluator {
 public:
  Evaluator(const Ots&, const Scope&);
  const Layout& layout() const { return layout_; }

  // Undefined where a partial operation is applied outside its domain.
  Value evaluate(Term, const State&, Environment&) const;
  // Calls `found` for each assignment of `vars` that makes all conjuncts true until it returns false; false then.
  bool solve(std::span<const VarId> vars, std::span<const Term> conjuncts, const State&, Environment&,
             const std::function<bool(const Environment&)>& found) const;
  bool has_sort(const Value&, SortId) const;
  const std::vector<Value>* keys_of(SortId map) const;  // those that key_values lists, else null
  // Those of a sort that is finite within the scope, else null.
  const std::vector<Value>* values_of(SortId s) const { return domains_[s] ? &*domains_[s] : nullptr; }

 private:
  using Values = std::vector<Value>;
  Value connective(Term, const State&, Environment&) const;
  Value quantified(Term, const State&, Environment&) const;
  Value apply(Term, const Values& args, const State&, Environment&) const;
  Value apply_to_collection(Term, const Values& args) const;
  Value constant_map(SortId, const Value&) const;
  std::optional<Values> values_of_maps(SortId) const;
  bool is_map(const Value&, SortId) const;
  Value apply_to_number(Term, const Values& args) const;
  Value call(Term, const Values& args, const State&) const;
  bool run(const Plan&, std::size_t move, const State&, Environment&,
           const std::function<bool(const Environment&)>& found) const;
  bool match(Term pattern, const Value&, const State&, Environment&, std::vector<VarId>& bound) const;
  Values active(SortId, const State&) const;
  void collect(SortId wanted, SortId, const Value&, Values& out) const;

  const Ots& ots_;
  const Scope& scope_;
  Layout layout_;
  std::vector<std::optional<Values>> domains_;                      // by sort
  mutable std::unordered_map<SortId, std::optional<Values>> keys_;  // by the sort of maps, when first asked for
  mutable unsigned calls_ = 0;                                      // depth of recursive functions under way
};

}  // namespace whynot::ots
