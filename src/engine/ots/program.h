// Terms and binding plans compiled for the search: variables are registers, patterns know at compile time where
// they bind and where they compare, observers are cells of the state.
#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "engine/ots/store/store.h"
#include "model/ots/evaluate.h"
#include "model/ots/ots.h"
#include "model/ots/plan.h"

namespace whynot::engine::ots {

using Code = std::uint32_t;  // index into Program::instructions

struct Instruction {
  enum class Kind : std::uint8_t { Constant, Register, Cell, IndexedCell, Quantified, Operator };
  Kind kind = Kind::Operator;
  whynot::ots::Op op = whynot::ots::Op::Bool;
  whynot::ots::SortId sort = 0, operand_sort = 0;  // of the result; of the first operand
  std::uint32_t a = 0, b = 0;         // Constant: the word; Register: its number; Cell: which; Quantified: the query
  std::uint32_t args = 0, arity = 0;  // into Program::args
};

struct Pattern {
  enum class Kind : std::uint8_t { Bind, Construct, Compare };
  Kind kind = Kind::Compare;
  std::uint32_t a = 0;                // Bind: register; Construct: constructor; Compare: code
  std::uint32_t args = 0, arity = 0;  // Construct: into Program::args, patterns
};

struct CompiledMove {
  whynot::ots::Move::Kind kind = whynot::ots::Move::Kind::Filter;
  Code code = 0;  // Filter: condition; Member, Match: source
  std::uint32_t pattern = 0;
  std::uint32_t reg = 0;  // Domain, Active
  whynot::ots::SortId sort = 0;
  bool list = false;  // Member: the source is a list, whose equal members may stand apart
};

// All values of some variables that make a conjunction true; their registers are `vars`.
struct CompiledQuery {
  std::vector<std::uint32_t> vars;
  std::vector<CompiledMove> moves;
  bool negated = false;  // as a Quantified instruction: Forall
  bool complete = true;  // no variable is sought among the terms of the state only
};

struct CompiledUpdate {
  std::uint32_t observer = 0;
  std::vector<Code> index;
  Code value = 0;
  std::vector<std::pair<std::uint32_t, whynot::ots::SortId>> each = {};  // registers that take every value of a sort
  bool may_lack_index = false;  // that is undefined where the effect does not happen
};

struct CompiledTransition {
  CompiledQuery query;
  std::vector<CompiledUpdate> updates;
};

struct CompiledFunction {
  std::vector<std::uint32_t> params;  // registers
  Code body = 0;
  std::uint32_t frame_begin = 0, frame_end = 0;  // registers to save around a recursive call
};

// The place of each value of a finite sort among all of them.  Their words are neighbours or nearly so.
class Ranks {
 public:
  explicit Ranks(const std::vector<Word>& domain);
  std::uint32_t size() const { return size_; }
  std::optional<std::uint32_t> of(Word w) const {
    const Word at = w - least_;  // wraps around below the least
    if (at >= ranks_.size() || ranks_[at] == none) return {};
    return ranks_[at];
  }

 private:
  static constexpr std::uint32_t none = ~std::uint32_t{0};
  Word least_ = 0;
  std::uint32_t size_ = 0;
  std::vector<std::uint32_t> ranks_;
};

// Where an observer's values stand in an unpacked state, and how an index is ranked.
struct ObserverPlace {
  std::uint32_t begin = 0, size = 1;
  std::vector<Ranks> ranks;  // by index position
};

class Program {
 public:
  Program(Store&, const whynot::ots::Scope&);

  // For predicates that come later.  Not while a Machine runs.
  CompiledQuery compile_violation(const whynot::ots::Predicate&);

  const whynot::ots::Ots& ots() const { return store_.ots(); }
  const whynot::ots::Scope& scope() const { return scope_; }
  std::uint32_t cells() const { return cells_; }
  whynot::ots::SortId cell_sort(std::uint32_t cell) const { return cell_sorts_[cell]; }
  const std::vector<Word>& domain(whynot::ots::SortId s) const { return domains_[s]; }
  std::uint32_t registers() const { return registers_; }

  std::vector<CompiledTransition> transitions;
  std::vector<CompiledFunction> functions;
  std::vector<CompiledQuery> queries;  // of quantifiers
  std::vector<Instruction> instructions;
  std::vector<Pattern> patterns;
  std::vector<std::uint32_t> args;
  std::vector<ObserverPlace> places;

 private:
  CompiledQuery query(std::span<const whynot::ots::VarId>, const std::vector<whynot::ots::Term>& conjuncts);
  Code compile(whynot::ots::Term);
  Code compile_quantifier(whynot::ots::Term);
  std::uint32_t compile_pattern(whynot::ots::Term, std::vector<whynot::ots::VarId>& open);
  std::uint32_t register_of(whynot::ots::VarId);
  std::uint32_t push_args(const std::vector<std::uint32_t>&);
  void list_keys(const whynot::ots::Evaluator&, whynot::ots::SortId);
  void place_observers();
  void compile_functions();

  Store& store_;
  const whynot::ots::Scope& scope_;
  std::unordered_map<whynot::ots::VarId, std::uint32_t> register_of_;
  std::unordered_map<std::uint32_t, Code> code_of_;  // by term
  std::vector<std::vector<Word>> domains_;           // by sort; empty for infinite ones
  std::vector<bool> finite_;
  std::vector<whynot::ots::SortId> cell_sorts_;
  std::uint32_t registers_ = 0, cells_ = 0;
};

}  // namespace whynot::engine::ots
