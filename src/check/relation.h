// What makes a state initial and a pair of states a step, read by the room's own encoding, with the bits that an LTL
// formula remembers (the tableau of Lichtenstein & Pnueli 1985, written once more, apart from the engine's).
//
// What is to be shown of every step may leave conditions of the model out: then there are more steps, and what is true
// of all of them is true of the model's.  So only those are read that have to do with the roots.  Who shows that a run
// exists takes the whole.
#pragma once
#include <map>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "check/certificate.h"
#include "check/encoding.h"
#include "model/system/transition_system.h"

namespace whynot::check {

enum class Extent { Needed, Whole };

class Relation {
 public:
  // All must outlive this.
  Relation(const TransitionSystem&, std::span<const Expr> roots, Extent, Context&);

  Encoding& gates() { return encoding_; }
  bool is_whole() const { return is_whole_; }  // nothing was left out
  // The state variables that conditions which were not left out speak of, but for frozen ones.
  const std::vector<Expr>& variables() const { return state_; }
  bool speaks_of_step(Expr) const;

  int condition(Expr e, Moment now) { return encoding_.literal(e, now); }
  int allowed(Moment now) { return all(invar_, Extent::Needed, now); }  // what is true in every state of a run
  int initial(Moment now);
  int step(Moment now);  // to the moment after it
  int whole_allowed(Moment now) { return all(invar_, Extent::Whole, now); }
  int whole_initial(Moment now);
  int whole_step(Moment now);
  // From here on two moments are asked about together with the step between them only: what a function gives in the
  // second is that function of the first.  REQUIRES that nothing was asked about the second.
  void bind_step(Moment now);

  // From now on runs on which the LTL formula holds.  REQUIRES negation normal form, no bounds.
  void remember(Expr formula);
  // Refers to the certificate's gates; false when it speaks of bits that are not there.  It must outlive this.
  bool place(const Certificate&);
  int placed(Certificate::Lit, Moment now);

  // As Certificate::Stage says; nothing when there is none.
  std::optional<int> justice(std::size_t index, Moment now);
  int compassion(Expr p_or_q, Moment now) { return value(p_or_q, now); }  // REQUIRES that something is remembered

  // A certificate that saves states: at some step the state is saved, once, and from then on which promises are kept
  // (Certificate::bits).  REQUIRES place().
  bool saves() const { return saving_.has_value(); }
  int nothing_saved();
  // What was saved is the state, in all bits that the certificate has a copy of, and all promises that it notes were
  // kept since.  A run that keeps them for ever comes to such a state if it saves the right one: there are finitely
  // many.
  int comes_back(Moment now);

  // The step that a choice takes from the states of moment 0.
  struct Taken {
    Moment from = 0, to = 0;
    int can = 0;  // it is one
  };
  // Nothing when the choice leaves something open.
  std::optional<Taken> take(const Certificate::Way&);

 private:
  struct Part {
    Expr condition;
    std::vector<Expr> about;  // it gives one of these its value; none: it concerns all
    bool needed = false;
  };
  using Parts = std::vector<Part>;
  void collect(Parts&, const std::vector<Assignment>&, const std::vector<Constraint>&, bool next);
  void find_needed(std::span<const Expr> roots, Extent);
  void find_functions();
  int all(const Parts&, Extent, Moment);
  bool is_input(Expr variable) const { return kinds_.at(variable) == VariableKind::Input; }
  void add_atom(Expr);
  int memory(Expr, Moment);
  int value(Expr, Moment);
  int value_of_part(Expr, Moment);  // REQUIRES those of its parts
  int told(Expr, Moment);
  int temporal(Expr, Moment);
  int keeps_memory(Expr, Moment);
  std::optional<int> bit(Certificate::Bit, Moment);
  std::optional<int> bit_of_saving(Certificate::Bit, Moment);
  using Leaves = std::unordered_set<Expr, ExprHash>;
  bool choose_codes(const Certificate::Way&, Taken&, Leaves& known);
  bool give_rest(Taken&, Leaves& known);

  const TransitionSystem& system_;
  ExprPool& pool_;
  Encoding encoding_;
  std::unordered_map<Expr, VariableKind, ExprHash> kinds_;
  Parts init_, invar_, trans_;
  std::vector<Assignment> functions_;  // of next values, each after those that it reads
  std::vector<Expr> state_;
  bool is_whole_ = true;

  std::unordered_map<Moment, int> fits_;  // that what functions give at the next moment is of its type

  Expr formula_;
  std::vector<Expr> order_;                         // atoms and temporal parts of the formula, parts first
  std::unordered_set<Expr, ExprHash> is_temporal_;  // of these
  std::unordered_set<Expr, ExprHash> remembers_;    // of these
  using Literals = std::unordered_map<Expr, int, ExprHash>;
  std::unordered_map<Moment, Literals> memories_, values_;

  struct Saving {
    int saved = 0, save = 0;          // before the step, and whether it saves the state that it leaves
    std::map<std::size_t, int> kept;  // before the step, by promise
    std::map<std::pair<std::size_t, std::size_t>, int> copies;  // before the step, by variable and bit of the original
  };
  std::optional<Saving> saving_;

  const Certificate* certificate_ = nullptr;
  std::vector<std::size_t> bit_of_;  // by node
  std::unordered_map<Moment, std::vector<int>> placed_;
  std::unordered_map<Moment, std::unordered_map<std::size_t, std::vector<int>>> codes_;
  Moment fresh_ = 2;  // 0 and 1 are those of every step
};

}  // namespace whynot::check
