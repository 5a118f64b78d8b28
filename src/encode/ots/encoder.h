// An OTS as SMT: loose sorts are uninterpreted, free sorts and lists datatypes, sets, bags, maps and indexed
// observers arrays, functions recursive definitions.  A bag of which only membership matters is a set.  A collection
// that is a member or a key stands boxed, in a datatype of one field: not every solver indexes arrays by arrays.
//
// Where this says less than the concrete semantics (the size of a set is any number) it has more models: what is
// refuted holds, what is not may not be real.
//
// Observers may be functions instead of arrays (`Seen::AsFunctions`), a set that is only asked for its members a
// predicate: quantified formulas over those are what solvers find models of.  Within a scope loose sorts have the
// elements of the scope and no others.
#pragma once
#include <map>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "model/ots/ots.h"
#include "solve/smt.h"

namespace whynot::encode::ots {

using whynot::ots::Ots;
using whynot::ots::Term;

class Encoder {
 public:
  enum class Seen { AsArrays, AsFunctions };

  // Why the system cannot be encoded, or nothing.
  static std::optional<std::string> refuses(const Ots&);

  // What a name of the specification is for the solver: itself, unless solvers have another use for it.
  static std::string symbol(const std::string& name);

  // `later`: formulas that will be encoded besides the specification's own; they decide how bags are seen.  As
  // functions: they are all that will be encoded, and decide how collections are seen; `initial` and `effect` are for
  // arrays.  The scope must outlive this.
  Encoder(const Ots&, solve::Smt&, std::span<const Term> later = {}, Seen = Seen::AsArrays,
          const whynot::ots::Scope* = nullptr);

  // A state of its own: a constant per observer, named with the suffix.
  using StateId = std::size_t;
  StateId new_state(const std::string& suffix);

  // Variables become constants, one per variable unless renamed by `bind`.
  solve::SmtTerm encode(Term, StateId);
  void bind(whynot::ots::VarId, solve::SmtTerm);
  void unbind(whynot::ots::VarId);
  solve::SmtTerm variable(whynot::ots::VarId);  // the constant that stands for it
  solve::SmtTerm fresh(const std::string& name, whynot::ots::SortId);

  // forall params. body, in the state.
  solve::SmtTerm closed(const whynot::ots::Predicate&, StateId);
  // What always holds: elements are distinct, axioms; natural numbers that functions give are none below 0.
  solve::SmtTerm background();
  // That the state is initial.
  solve::SmtTerm initial(StateId);
  // The state after the transition is `to`; the guard is not part of it.
  solve::SmtTerm effect(const whynot::ots::Transition&, StateId from, StateId to);
  // What natural numbers and counts among the terms encoded so far satisfy; forgets them.
  solve::SmtTerm take_side_conditions();
  // That all numbers within a value are those of its sort; nothing where there is nothing to say.
  std::optional<solve::SmtTerm> well_formed(solve::SmtTerm, whynot::ots::SortId);

  solve::SmtTerm element(std::uint32_t e) const { return elements_[e]; }

 private:
  using SmtTerm = solve::SmtTerm;
  struct ListSort {
    solve::SmtDatatypeSort datatype;
    std::optional<solve::SmtFunction> append, member, size;
  };

  // How an observer is seen as a function: its own value, or what is asked of the collection that it shows.
  enum class View { Value, Membership, Lookup };

  void decide_bags(std::span<const Term> later);
  void decide_views(std::span<const Term> all);
  void make_sorts();
  solve::SmtSort elements_of_scope(whynot::ots::SortId);
  bool holds_numbers(whynot::ots::SortId, std::vector<whynot::ots::SortId>& seen) const;
  std::optional<SmtTerm> fields_well_formed(SmtTerm, whynot::ots::SortId);
  std::optional<SmtTerm> recursively_well_formed(SmtTerm, whynot::ots::SortId);
  SmtTerm relative(bool forall, std::span<const whynot::ots::VarId>, SmtTerm body);
  bool is_asked(Term) const;  // of a collection that is seen by what is asked of it
  std::vector<Term> parts_of(Term) const;
  SmtTerm effect_everywhere(const whynot::ots::Transition&, std::uint32_t observer, StateId from, StateId to);
  SmtTerm asked(Term, const std::vector<SmtTerm>& parts, StateId);
  void declare_functions(const std::string& suffix);
  std::vector<SmtTerm> numbers_of_functions();
  void make_functions();
  solve::SmtSort sort_of(whynot::ots::SortId);
  solve::SmtSort index_sort(whynot::ots::SortId);  // of arrays over the sort
  SmtTerm index(whynot::ots::SortId, SmtTerm);     // its values there
  SmtTerm select(SmtTerm array, whynot::ots::SortId, SmtTerm at);
  SmtTerm store(SmtTerm array, whynot::ots::SortId, SmtTerm at, SmtTerm value);
  SmtTerm apply(Term, const std::vector<SmtTerm>& args, StateId);
  SmtTerm apply_collection(Term, const std::vector<SmtTerm>& args);
  SmtTerm opaque(std::string_view name, Term, const std::vector<SmtTerm>& args);
  SmtTerm apply_list(Term, const std::vector<SmtTerm>& args);
  SmtTerm observe(Term, const std::vector<SmtTerm>& args, StateId);
  SmtTerm stored(SmtTerm array, std::span<const Term> index, SmtTerm value, StateId);
  SmtTerm clamped(SmtTerm number);  // not below 0
  solve::SmtFunction list_function(whynot::ots::SortId, whynot::ots::Op);
  SmtTerm quantified(Term, StateId);
  bool is_counted(whynot::ots::SortId s) const { return counted_[s]; }

  const Ots& ots_;
  solve::Smt& smt_;
  Seen seen_;
  const whynot::ots::Scope* scope_;
  std::vector<View> views_;                                                  // by observer
  std::vector<std::vector<solve::SmtFunction>> observed_;                    // by state: the observers, as functions
  std::unordered_map<whynot::ots::SortId, solve::SmtFunction> well_formed_;  // of recursive sorts
  std::vector<bool> counted_;                                                // by sort: a bag whose counts matter
  std::vector<solve::SmtSort> sorts_;
  std::vector<bool> sort_made_;
  std::unordered_map<whynot::ots::SortId, solve::SmtDatatypeSort> datatypes_;
  std::unordered_map<whynot::ots::SortId, ListSort> lists_;
  std::unordered_map<whynot::ots::SortId, solve::SmtDatatypeSort> boxes_;  // of collections that index arrays
  std::map<std::pair<whynot::ots::Op, whynot::ots::SortId>, solve::SmtFunction> opaque_;
  std::vector<solve::SmtFunction> functions_;
  std::vector<SmtTerm> elements_;
  std::unordered_map<std::uint32_t, SmtTerm> in_scope_;  // elements, where there is a scope
  std::vector<std::vector<SmtTerm>> states_;             // by state: the observers
  std::unordered_map<whynot::ots::VarId, SmtTerm> variables_;
  std::map<std::pair<std::uint32_t, StateId>, SmtTerm> memo_;
  std::vector<SmtTerm> side_conditions_;
  std::size_t binders_ = 0;  // quantifiers around what is being encoded
  std::size_t fresh_ = 0;
};

}  // namespace whynot::encode::ots
