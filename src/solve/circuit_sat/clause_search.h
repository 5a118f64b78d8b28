// A small solver with learned clauses for very many short questions (after Een & Sorensson, "An extensible SAT-solver",
// SAT 2003).  What sets it apart: a question names the variables that it concerns, and no others are given values
// (Su, Yang, Ci, Li, Bu & Huang, "Deeply optimizing the SAT solver for the IC3 algorithm", 2025).
//
// Literals are codes: twice the variable, plus one for its complement.  Variable 0 is the solver's own.
#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/context.h"
#include "solve/sat.h"

namespace whynot::solve {

using Code = std::uint32_t;

class ClauseSearch {
 public:
  // The context must outlive this.  A copy knows the same clauses.
  explicit ClauseSearch(Context& context) : context_(&context) { make_room(1); }

  void make_room(std::size_t variables);
  void add(std::span<const Code> clause);

  // Names the variables of the next question.  REQUIRES that values for them that satisfy all clauses over them can be
  // extended to all variables.
  void begin_question();
  // Whether the variable was not named before.
  bool concern(std::uint32_t variable);
  // Whether the clauses can be satisfied together with the assumptions, and with one of `extra` where there are any.
  Answer solve(std::span<const Code> extra, std::span<const Code> assumed, std::uint64_t conflicts);

  bool value(Code l) const { return value_[l] > 0; }                // after Sat; what was not named is FALSE
  bool failed(Code assumed) const { return is_in_core_[assumed]; }  // after Unsat
  std::uint64_t effort() const { return propagations_; }

 private:
  using Place = std::uint32_t;  // of a clause: its header stands there, then its literals
  static constexpr Place nowhere = ~Place{0};
  struct Watch {
    Place clause;
    Code blocker;
  };
  // A header is the clause's size with two flags, and its glue: how many levels it spanned when it was learned.
  static constexpr std::uint32_t header_words = 2, learned_flag = 1, gone_flag = 2, flag_bits = 2;

  std::uint32_t size_of(Place at) const { return words_[at] >> flag_bits; }
  bool is_gone(Place at) const { return (words_[at] & gone_flag) != 0; }
  std::uint32_t glue(Place at) const { return words_[at + 1]; }
  Code* literals(Place at) { return &words_[at + header_words]; }
  Place make(std::span<const Code> clause, bool is_learned, std::uint32_t glue);
  void remove(Place);
  void collect();
  void reduce();
  void tidy_up();

  std::uint32_t level() const { return static_cast<std::uint32_t>(level_ends_.size()); }
  void assign(Code, Place reason);
  void undo_to(std::uint32_t level);
  // What holds without assumptions holds for good, and variable 0 never does.
  bool may_follow(std::uint32_t variable) const {
    return level() == 0 ? variable != 0 : concerned_by_[variable] == question_;
  }
  Place propagate();
  bool find_other_watch(Place, Code first);

  bool add_extra(std::span<const Code> extra);
  Answer search(std::span<const Code> assumed, std::uint64_t conflicts);
  std::optional<Answer> next_decision(std::span<const Code> assumed);
  bool learn(Place conflict);
  void analyse(Place conflict);
  bool is_redundant(Code);
  void explain_failure(Code assumed);
  std::uint32_t glue_of(std::span<const Code>);

  void bump(std::uint32_t variable);
  void fill_heap();
  void put(std::uint32_t variable);
  std::uint32_t take();
  void sift_up(std::size_t);
  void sift_down(std::size_t);
  bool comes_before(std::uint32_t a, std::uint32_t b) const { return activity_[a] > activity_[b]; }

  Context* context_;
  bool is_contradiction_ = false;
  std::vector<std::uint32_t> words_;  // all clauses
  std::size_t wasted_ = 0;
  std::vector<Place> learned_, temporary_;   // temporary: of this question only
  std::vector<std::vector<Watch>> watches_;  // by literal: the clauses that watch its complement

  std::vector<signed char> value_;  // by literal: 1 true, -1 false, 0 none
  std::vector<bool> phase_;         // by variable: its last value
  std::vector<std::uint32_t> level_of_;
  std::vector<Place> reason_;
  std::vector<Code> trail_;
  std::vector<std::size_t> level_ends_;
  std::size_t head_ = 0;

  std::uint32_t question_ = 0;
  std::vector<std::uint32_t> concerned_by_;  // by variable: the last question that named it
  std::vector<std::uint32_t> concerned_;
  std::vector<bool> is_in_core_;  // by literal
  std::vector<Code> core_;

  std::vector<double> activity_;
  double increment_ = 1;
  bool has_heap_ = false;
  std::vector<std::uint32_t> heap_;
  std::vector<std::int32_t> place_in_heap_;  // -1: none

  std::vector<bool> is_seen_;
  std::vector<Code> clause_, to_clear_;
  std::vector<std::uint32_t> glue_stamp_;
  std::uint32_t glue_count_ = 0;
  std::uint64_t propagations_ = 0, conflicts_ = 0, next_look_ = 0;
  std::size_t most_learned_ = 2000;
};

}  // namespace whynot::solve
