// From syntax trees to typed expressions.  One loop over the nodes of a tree, operands before operators;
// names go through a Resolver, so that models, predicates, strategies and formulas on the command line share
// this code.  An operand that is wrong is reported once and gives no follow-up errors.
//
// What the model's expressions do not have is lowered here: `!=`, `>`, min, max, abs, count, dynamic indices,
// arrays as wholes, `next` of anything but a variable, temporal operators under `=` and `?:`.
#pragma once
#include <deque>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "front/common/facts.h"
#include "front/common/hazards.h"
#include "front/common/resolver.h"
#include "front/common/syntax.h"
#include "front/common/term.h"
#include "model/system/transition_system.h"

namespace whynot::front {

class Elaborator {
 public:
  explicit Elaborator(ExprPool& pool) : pool_(pool), hazards_(pool, facts_) {}
  Elaborator(const Elaborator&) = delete;
  Elaborator& operator=(const Elaborator&) = delete;

  // The meaning of a tree: a value, an array or an entity.
  Term term(const Syntax&, Tree, Resolver&, Diagnostics&);
  // The same, where a value is needed: reports anything else.  Null when there is none (reported, or Pending).
  Expr value(const Syntax&, Tree, Resolver&, Diagnostics&);
  // An integer known without a state, e.g. a bound of a range.
  std::optional<Integer> constant(const Syntax&, Tree, Resolver&, Diagnostics&, std::string_view what);

  // next(e), pushed down to the variables.  REQUIRES no Next below.
  Expr shift(Expr);
  const ArrayTerm* array(Integer lo, std::vector<Term> elements);

  // The choices that the tree elaborated last has, as written.
  std::vector<WrittenChoice> take_choices() { return std::move(choices_); }

  ExprPool& pool() { return pool_; }
  Facts& facts() { return facts_; }
  Hazards& hazards() { return hazards_; }

 private:
  Term combine(NodeId);

  // elaborate.cpp: leaves, members, arrays, next
  Term number(NodeId);
  Term word_number(NodeId);
  Term member(NodeId);
  Term index(NodeId);
  Term array_literal(NodeId);
  Term select(NodeId, const ArrayTerm&, Expr index);
  Term next(NodeId);
  Term choose(NodeId, std::vector<Expr> conditions, std::vector<Term> values, bool last_is_otherwise,
              std::optional<Hazard::Kind> otherwise);
  void note_choice(NodeId, Expr choice, std::size_t branch, bool is_last);
  Term choose_values(NodeId, const std::vector<Expr>& conditions, std::vector<Expr> values,
                     std::optional<Hazard::Kind> otherwise);
  Term choose_arrays(NodeId, const std::vector<Expr>& conditions, const std::vector<Term>& values,
                     std::optional<Hazard::Kind> otherwise);
  Term conditional(NodeId);
  Term case_of(NodeId);

  // operators.cpp
  Term logical(NodeId, Op);
  Term negation(NodeId);
  Term equality(NodeId, bool negated);
  Term relation(NodeId, Op, bool swapped);
  Term arithmetic(NodeId, Op);
  Term minus(NodeId);
  Term extreme(NodeId, bool maximum);
  Term absolute(NodeId);
  Term count(NodeId);
  Term temporal(NodeId, Op);
  Expr equal(Expr, Expr);

  // sets.cpp
  Term set_of(NodeId);
  Term interval(NodeId);
  Term membership(NodeId);
  Term union_of(NodeId, std::vector<Expr> parts);
  Expr as_set(Expr, Type set);

  // words.cpp
  Term shifted(NodeId, Op);
  Term concat(NodeId);
  Term bits(NodeId);
  Term to_boolean(NodeId);
  Term word_of_boolean(NodeId);
  Term change_sign(NodeId, bool to_signed);
  Term change_width(NodeId, Op);
  Term word_constant(NodeId, bool is_signed);
  Term size_of(NodeId);
  Term to_integer(NodeId);

  // Operands and errors
  const Term& term_of(NodeId id) const { return terms_[id - first_]; }
  Term checked(NodeId);  // reports what denotes nothing
  Expr operand(NodeId);  // a value, or null
  Expr operand(NodeId parent, std::size_t i) { return operand(syntax_->child(parent, i)); }
  Expr boolean_operand(NodeId parent, std::size_t i);  // likewise, of type boolean
  std::optional<Integer> constant_operand(NodeId parent, std::size_t i, std::string_view what);
  bool all_operands(NodeId, std::vector<Expr>&);
  Diagnostic& error(NodeId, std::string code, std::string message);
  // An error, and no value.
  Term refused(NodeId, std::string code, std::string message);
  Term mismatch(NodeId, std::string_view rule, std::span<const Expr> operands);
  Term mismatch(NodeId, std::string_view rule, std::span<const Expr> operands, std::size_t odd);
  std::string quote(NodeId id) const;

  ExprPool& pool_;
  Facts facts_;
  Hazards hazards_;
  std::deque<ArrayTerm> arrays_;
  std::vector<Expr> shifted_;  // by id; what shift() has made
  std::vector<bool> shift_seen_;

  // Of the tree at hand
  const Syntax* syntax_ = nullptr;
  Resolver* resolver_ = nullptr;
  Diagnostics* diagnostics_ = nullptr;
  NodeId first_ = 0;
  std::vector<Term> terms_;
  std::vector<WrittenChoice> choices_;
};

}  // namespace whynot::front
