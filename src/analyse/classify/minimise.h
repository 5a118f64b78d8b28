// From all facts about a counterexample to a class: a subset of them that no passing run has, and of which no
// fact can be left out (the paper's minimizeTC).
//
// In stages, each with the later ones' facts held: first whole positions, because a class that speaks of few
// positions is both general and readable; then single facts about values; then the order, between the positions
// that are still mentioned.  If their order does not do, positions that nothing is said of were needed to keep
// them apart, and distances say so.
#pragma once
#include <optional>
#include <span>
#include <variant>
#include <vector>

#include "analyse/classify/facts/facts.h"
#include "analyse/classify/space.h"

namespace whynot::analyse::classify {

struct Insufficiency {  // the facts do not tell the counterexample from this run
  Trace passing;
  Placement placement;  // of the positions of the counterexample
};
struct Halted {};

using Minimal = std::variant<TraceClass, Insufficiency, Halted>;

class Minimiser {
 public:
  // All must outlive this.
  Minimiser(PassingRuns& passing, const Vocabulary& vocabulary) : passing_(passing), vocabulary_(vocabulary) {}

  // Which facts are tried first: where several minimal sets exist, the choice falls on the others.
  enum class Preference { EarlierVariables, LaterVariables, EarlierComparisons, LaterComparisons };

  // `facts` about `positions` positions in their order; those of `anchored` are kept in any case.
  Minimal minimise(std::vector<Fact> facts, std::size_t positions, const std::vector<Fact>& anchored, Preference);
  // Among all subsets that do, one with the fewest facts about values.
  Minimal smallest(std::vector<Fact> facts, std::size_t positions, const std::vector<Fact>& anchored);
  // Whether no passing run has all of the facts.
  Answer sufficient(const TraceClass&);
  // Passing runs that spoke against some facts.
  std::size_t passing_seen() const { return passing_seen_; }
  void allow_constants() { constants_ = true; }

 private:
  using Facts = std::vector<Fact>;
  Answer without_passing_run(const Facts&, const Facts& hard);  // Unsat: there is none
  void keep_core(Facts&);
  bool shrink(Facts&, const Facts& hard);
  bool shrink_by_price(Facts&, const Facts& hard, Preference);
  bool shrink_between(Facts&, std::size_t begin, std::size_t& end, const Facts& hard);
  unsigned price_for(Preference, const Fact&) const;
  Answer drop(Facts&, const Facts& hard, std::span<const PositionId> positions);  // Unsat: they are gone
  bool drop_positions(Facts&, const Facts& hard, Preference);
  bool order_of(Facts& gaps, const Facts& facts, std::size_t positions);
  Answer closeness_of(Facts& gaps, const Facts& facts, const std::vector<PositionId>& mentioned);
  bool distances_of(Facts& gaps, const Facts& facts, std::vector<PositionId> mentioned, std::size_t positions);
  bool loosen(Facts& gaps, const Facts& facts);
  bool loosen_end(Fact& gap, const Facts& gaps, const Facts& facts);
  Answer enough(const Facts& facts, std::size_t positions, const Facts& anchored, Facts& hard);
  static bool hit(const std::vector<std::vector<std::size_t>>& sets, std::size_t left, std::vector<std::size_t>& chosen,
                  std::size_t& budget);
  void sort_for(Preference, Facts&) const;
  Insufficiency insufficiency(std::size_t positions);
  Minimal finish(Facts facts, const Facts& anchored, std::size_t positions);

  PassingRuns& passing_;
  const Vocabulary& vocabulary_;
  std::size_t passing_seen_ = 0;
  bool constants_ = false;
};

// The facts with what is said of a position that can only be one step said of that step.
std::vector<Fact> with_fixed_positions(std::vector<Fact>);
// The positions that are not fixed, in increasing order.
std::vector<PositionId> mentioned_in(const std::vector<Fact>&);
// Positions that only stand between two others are said by the distance of those: q - p >= a and r - q >= b for some q
// is r - p >= a + b.  A long trace has many of them, and whoever looks for places pays for each position.
std::vector<Fact> without_idle_positions(std::vector<Fact>);
// Whether it says how many steps there are before or after something, and nothing of them: that is soon a matter of the
// bound.
bool waits(const TraceClass&);
// The facts over positions that are numbered anew, from 0 and in their order.
TraceClass renumbered(const std::vector<Fact>&);

}  // namespace whynot::analyse::classify
