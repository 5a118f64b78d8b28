// Observational transition systems (Ogata et al. 2006, Def. 1): data types with free constructors, observers that
// give the state its values, guarded transitions with parameters, invariants whose parameters are universally
// quantified.  Parameters of loose sorts range over unboundedly many elements; a Scope makes them finitely many.
//
// A transition whose guard does not hold leaves the state as it is; nobody records such a step.  What is partial
// (the head of an empty list, a field of another constructor) is undefined: a guard or an invariant's negation
// that is not definitely true is false.  Guards and invariants are kept in the form where every such atom stands
// beside its condition, so that two-valued reading gives the same answers.
#pragma once
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/source.h"
#include "expr/expr.h"
#include "model/ots/term.h"
#include "model/refusal.h"
#include "model/stepper.h"

namespace whynot::ots {

enum class SortKind : std::uint8_t { Bool, Nat, Int, Loose, Free, Set, Bag, List, Map };

struct Sort {
  SortKind kind = SortKind::Bool;
  std::string name;                         // as a type is written: "bag Cipher"
  SortId element = 0, key = 0;              // Set, Bag, List; Map: values and keys
  std::vector<std::uint32_t> constructors;  // Free; an enum is a free sort of constants
  std::vector<std::uint32_t> elements;      // Loose: those that the specification names, pairwise distinct
  Span where;
  bool listed = false;  // Map: of choices, whose values are run through like those of other finite sorts
};

struct Field {
  std::string name;  // empty when it was not given one
  SortId sort = 0;
};

struct Constructor {
  std::string name;
  SortId sort = 0;
  std::vector<Field> fields;
  Span where;
};

struct Element {  // of a loose sort: a constant of the specification or a member of some scope
  std::string name;
  SortId sort = 0;
};

struct Function {
  std::string name;
  std::vector<VarId> params;
  SortId sort = 0;
  Term body;
  Span where;
};

struct Observer {
  std::string name;
  std::vector<VarId> params;  // indexes, each of a sort that is finite within a scope
  SortId sort = 0;
  std::vector<Term> initial;  // the values it may start with, over `params`; independently for each index.  None: any
  Span where;
  bool rigid = false;  // no transition changes it: axioms may speak of it
};

// A name for what the state shows: wherever it stands, its body does, so that terms do not have it.
struct Derived {
  std::string name;
  std::vector<VarId> params;
  SortId sort = 0;
  Term body;
  Span where;
};

struct Update {  // observer(index…) := value, read in the state before
  std::uint32_t observer = 0;
  std::vector<Term> index;
  Term value;
  // For all values of these: each is one of the indexes, the others do not mention them.  Distinct values of them are
  // distinct indexes.
  std::vector<VarId> each = {};
};

struct Transition {
  std::string name;
  std::vector<VarId> params;
  Term guard;
  std::vector<Update> updates;  // of one observer: later ones win where indexes are equal
  Span where;
  // So many of the last parameters say which of several states comes next, and are none that a user gave: traces do
  // not show them.
  std::size_t choices = 0;
  std::size_t shown() const { return params.size() - choices; }
};

struct Invariant {
  std::string name;
  std::vector<VarId> params;
  Term body;
  std::vector<std::uint32_t> uses;  // invariants given as lemmas
  std::string text;                 // the body as the user wrote it, white space folded
  Span where;
};

struct Axiom {
  std::string name;
  std::vector<VarId> params;
  Term body;  // about loose sorts and rigid observers; `init` says it too
  Span where;
};

struct Scope {
  std::string name;
  std::vector<std::pair<SortId, std::vector<std::uint32_t>>> elements;  // of loose sorts
  std::vector<std::pair<SortId, std::int64_t>> limits;                  // Nat and Int: the largest number
  std::vector<std::pair<std::uint32_t, Term>> wheres;                   // transition, extra guard
  Span where;
};

struct ExpectStates {
  std::uint32_t scope = 0;
  std::vector<std::pair<std::optional<std::size_t>, std::uint64_t>> counts;  // depth (nothing: whole space), states
};
struct ExpectVerdict {
  enum class Word { Falsified, None, Proved, Verified };
  std::uint32_t invariant = 0;
  Word word = Word::Falsified;
  std::optional<std::uint32_t> scope;
  std::optional<std::size_t> depth;
};
struct Expect {
  std::variant<ExpectStates, ExpectVerdict> what;
  Span where;
};

// What a specification says of itself beside its invariants: formulas that follow from the axioms, and runs that there
// are or are not.
struct Theorem {
  std::string name;
  Term against;  // about one state, over values that nobody quantifies: it fails exactly where this can hold
  Span where;
};
struct RunStep {
  struct Call {
    std::uint32_t transition = 0;
    std::vector<Term> args;  // null: any
  };
  std::vector<Call> calls;  // one of them is taken; none: a condition
  Term condition;           // on the state reached so far, where no transition is taken
};
struct Run {
  std::string name;
  bool exists = true;
  std::vector<RunStep> steps;
  Span where;
};

struct Ots {
  std::string name;
  std::vector<Sort> sorts;
  std::vector<Constructor> constructors;
  std::vector<Element> elements;
  std::vector<Function> functions;
  std::vector<Observer> observers;
  std::vector<Derived> derived;
  Term init;  // true, or what initial states satisfy besides Observer::initial
  std::vector<Transition> transitions;
  std::vector<Invariant> invariants;
  std::vector<Axiom> axioms;
  std::vector<Scope> scopes;
  std::vector<Expect> expects;
  std::vector<Theorem> theorems;
  std::vector<Run> runs;
  Span where;
  std::unique_ptr<TermPool> pool = std::make_unique<TermPool>();
  std::unique_ptr<ExprPool> types = std::make_unique<ExprPool>();  // of the columns that traces show

  const Invariant* invariant(std::string_view name) const;
  const Scope* scope(std::string_view name) const;
};

// The sort `set e`, `map k e`, …: the same id each time it is asked for.
SortId collection_sort(Ots&, SortKind, SortId element, SortId key = 0);

// Whether it takes the head of a list, or a field that not all values of a sort have: then it may be undefined.
bool is_partial(const Ots&, Term);

// Text of a term as the language writes it.
std::string to_text(const Ots&, Term);
// With variables renamed: what lemmas are shown by.
std::string to_text(const Ots&, Term, const std::unordered_map<VarId, std::string>& names);

// The values of a sort, when they are finitely many within the scope (a null scope: those that the specification
// names, if it leaves no room for others), else nothing.
std::optional<std::vector<Term>> domain(const Ots&, SortId, const Scope*);

// All keys of a map's sort, where they are finitely many and not too many: such a map is known by its value at each of
// them, whatever it began with.  Other maps have a default, and values where they differ from it.
std::optional<std::vector<Term>> key_values(const Ots&, SortId map, const Scope*);

// A scope for runs that no scope of the specification holds: `sizes` elements of each loose sort, those that the
// specification names among them.
Scope make_scope(Ots&, std::string name, std::size_t size_of_loose_sorts);

// The columns of a trace within the scope: an indexed observer has one per index, `pc(a)`.
std::shared_ptr<const Signature> make_signature(const Ots&, const Scope&);

// A formula about one state, with universally quantified parameters; what searches look for violations of.
struct Predicate {
  std::string name;
  std::vector<VarId> params;
  Term body;
};
inline Predicate predicate_of(const Invariant& i) { return {i.name, i.params, i.body}; }

// The concrete meaning.  The Ots and the Scope must outlive it.  `is_step` takes any instance of a transition, also
// one that the scope's `where` excludes: it is a step of the system all the same; `successors` lists those within.
class OtsStepper : public Stepper {
 public:
  // An instance of the parameters that violates the predicate in the state; nothing when none does (parameters of
  // infinite sorts that nothing binds are sought among the terms of the state).
  virtual std::optional<std::vector<Value>> violation(const State&, const Predicate&) const = 0;
  // The successor by one instance of a transition; nothing when its guard does not hold.
  virtual std::optional<State> fire(const State&, std::uint32_t transition, const std::vector<Value>& args) const = 0;
  // A term over parameters with the given values, in the state.
  virtual Value evaluate(const State&, Term, const std::unordered_map<VarId, Value>&) const = 0;
};
std::unique_ptr<OtsStepper> make_stepper(const Ots&, const Scope&);

// Whether the trace is a run from an initial state (or from its own first state, where that is not required) and
// ends in a state that violates the predicate.  The reason why not, or nothing.
std::optional<Refusal> replay_specification(const OtsStepper&, const Trace&, const Predicate*,
                                            bool from_initial = true);

}  // namespace whynot::ots
