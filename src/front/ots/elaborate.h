// Expressions: names looked up, sorts checked, literals given their sort; syntax becomes terms.
#pragma once
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/diagnostic.h"
#include "front/ots/syntax.h"
#include "model/ots/ots.h"

namespace whynot::front::ots {

class Elaborator {
 public:
  Elaborator(whynot::ots::Ots& ots, Diagnostics& diagnostics) : ots_(ots), diagnostics_(diagnostics) {}

  // Null after a mistake, which has been reported.  `expected` gives literals their sort and is insisted on.
  whynot::ots::Term expression(const Syntax&, std::optional<whynot::ots::SortId> expected = {});
  // Nothing after a mistake.
  std::optional<whynot::ots::SortId> type(const TypeSyntax&);

  // Variables in sight; the last of a name wins.
  std::vector<whynot::ots::VarId> declare(const std::vector<Param>&);
  void see(const std::vector<whynot::ots::VarId>&);  // declared elsewhere
  void forget(std::size_t count) { locals_.resize(locals_.size() - count); }

  void allow_observers(bool allowed) { observers_allowed_ = rigid_allowed_ = allowed; }
  void allow_only_rigid() { observers_allowed_ = false; }
  void add_elements(const whynot::ots::Scope&);  // those that only a scope has
  // `next(e)` is what e is after this transition; null: there is none.
  void allow_next_of(const whynot::ots::Transition* transition) { next_of_ = transition; }
  bool is_next(const Syntax&) const;  // not what the specification calls so

 private:
  using Term = whynot::ots::Term;
  using SortId = whynot::ots::SortId;
  using Terms = std::vector<Term>;

  Term infer(const Syntax&, std::optional<SortId> expected);
  Term name(const Syntax&);
  Term derived(const whynot::ots::Derived&, const Syntax&);
  Term next(const Syntax&, std::optional<SortId> expected);
  bool is_called(std::string_view word) const;  // by the specification
  bool is_builtin(std::string_view word) const;
  Term builtin(const Syntax&, std::optional<SortId> expected);
  Term number(const Syntax&, std::optional<SortId> expected);
  Term unary(const Syntax&, std::optional<SortId> expected);
  Term binary(const Syntax&, std::optional<SortId> expected);
  Term junction(const Syntax&);
  Term equation(const Syntax&);
  Term membership(const Syntax&);
  Term order(const Syntax&);
  Term sum(const Syntax&, std::optional<SortId> expected);
  Term conditional(const Syntax&, std::optional<SortId> expected);
  Term field(const Syntax&);
  Term one_of(const Terms& selections, const Syntax&);
  Term is(const Syntax&);
  Term map_access(const Syntax&, std::optional<whynot::ots::SortId> expected);
  Term braces(const Syntax&, std::optional<SortId> expected);
  Term brackets(const Syntax&, std::optional<SortId> expected);
  Term constant_map(const Syntax&, std::optional<SortId> expected);
  Term size(const Syntax&);
  Term quantifier(const Syntax&);

  // Two operands of one sort: the one whose sort is plain gives it to the other.
  std::pair<Term, Term> alike(const Syntax& a, const Syntax& b, std::optional<SortId> expected);
  bool arguments(const Syntax&, const std::vector<SortId>& sorts, Terms& out);
  Term error(std::string code, std::string message, Span);
  Term unknown_name(const Syntax&);
  const std::string& sort_name(SortId s) const { return ots_.sorts[s].name; }
  bool is_kind(SortId s, whynot::ots::SortKind k) const { return ots_.sorts[s].kind == k; }

  whynot::ots::Ots& ots_;
  Diagnostics& diagnostics_;
  std::vector<std::pair<std::string, whynot::ots::VarId>> locals_;
  std::vector<std::uint32_t> scope_elements_;
  bool observers_allowed_ = true, rigid_allowed_ = true;
  const whynot::ots::Transition* next_of_ = nullptr;
};

}  // namespace whynot::front::ots
