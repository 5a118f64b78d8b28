// Three steps: a walk over the formula gives a set that suffices, cells are left out while the rest does, and where an
// atom has both polarities a solver is asked about what the quick test could not tell.
#include "analyse/why/witness.h"

#include <algorithm>
#include <bit>
#include <optional>
#include <unordered_map>

#include "analyse/why/normal_form.h"
#include "base/check.h"
#include "base/context.h"
#include "solve/cnf.h"

namespace whynot::analyse::why {
namespace {

// What happens to each cell: kept as the trace has it, or set to what helps.
class Free {
 public:
  Free(const Reading& reading, bool all) : steps_(reading.steps()), is_free_(reading.atoms().size() * steps_, all) {}
  bool operator[](Cell c) const { return is_free_[c.atom * steps_ + c.step]; }
  void set(Cell c, bool free) { is_free_[c.atom * steps_ + c.step] = free; }

 private:
  std::size_t steps_;
  std::vector<bool> is_free_;
};

bool helps(const Reading& reading, const Free& free, Cell cell, bool positive) {
  const Truth value = reading.value(cell);
  return free[cell] || value == Truth::Unknown || (value == Truth::True) == positive;
}

enum class Bit : std::uint8_t { No, Yes };
struct Bits {
  static Bit constant(bool value) { return value ? Bit::Yes : Bit::No; }
  static Bit unknown() { return Bit::Yes; }
  static Bit both(Bit a, Bit b) { return std::min(a, b); }
  static Bit either(Bit a, Bit b) { return std::max(a, b); }
};

bool stays_false(const Reading& reading, const NormalForm& form, const Free& free, const Positions& word) {
  return form.at_start<Bit>(Bits(), word, [&](std::size_t atom, bool positive, std::size_t position) {
    return Bits::constant(helps(reading, free, {reading.step(position), atom}, positive));
  }) == Bit::No;
}

// Why a part is false at a position: a set of cells, shared between all that contain it.
struct Blame {
  bool holds = true;
  std::uint32_t set = 0;
  friend bool operator==(const Blame&, const Blame&) = default;  // false for no reason is not false for some
};

// Of two false conjuncts the one with fewer atoms is to blame, then that of the same atoms at an earlier step, then the
// first; of two false disjuncts both are.
class Blames {
 public:
  static Blame constant(bool value) { return {value, 0}; }
  static Blame unknown() { return {true, 0}; }
  Blame both(Blame a, Blame b) const {
    if (a.holds || b.holds) return a.holds ? b : a;
    const Set &first = sets_[a.set], &second = sets_[b.set];
    if (first.atoms == second.atoms) return second.earliest < first.earliest ? b : a;
    return cost(b) < cost(a) ? b : a;
  }
  Blame either(Blame a, Blame b) {
    if (a.holds || b.holds) return {true, 0};
    if (a.set == b.set || b.set == 0) return a;
    if (a.set == 0) return b;
    const Set &first = sets_[a.set], &second = sets_[b.set];
    return add({{}, a.set, b.set, first.atoms | second.atoms, std::min(first.earliest, second.earliest)});
  }
  Blame cell(Cell c) { return add({c, 0, 0, std::uint64_t{1} << (c.atom % 64), c.step}); }

  std::vector<Cell> cells_of(Blame blame) const {
    std::vector<Cell> cells;
    std::vector<bool> seen(sets_.size(), false);
    std::vector<std::uint32_t> open = {blame.set};
    while (!open.empty()) {
      const std::uint32_t at = open.back();
      open.pop_back();
      if (at == 0 || seen[at]) continue;
      seen[at] = true;
      if (sets_[at].left == 0) cells.push_back(sets_[at].cell);
      open.insert(open.end(), {sets_[at].left, sets_[at].right});
    }
    std::sort(cells.begin(), cells.end());
    cells.erase(std::unique(cells.begin(), cells.end()), cells.end());
    return cells;
  }

 private:
  struct Set {
    Cell cell;
    std::uint32_t left = 0, right = 0;  // 0: a single cell
    std::uint64_t atoms = 0;            // one bit each, by number
    std::size_t earliest = 0;           // step
  };
  int cost(Blame b) const { return std::popcount(sets_[b.set].atoms); }
  Blame add(Set set) {
    sets_.push_back(set);
    return {false, static_cast<std::uint32_t>(sets_.size() - 1)};
  }
  std::vector<Set> sets_ = {Set{}};  // the first is empty
};

// All words of the trace's shape as a circuit over its cells, in a solver.
class Words {
 public:
  explicit Words(const Reading& reading, const NormalForm& form, std::uint64_t conflicts)
      : reading_(reading), conflicts_(conflicts), sat_(context_), cnf_(graph_, sat_) {
    for (std::size_t i = 0; i < reading.atoms().size() * reading.steps(); ++i) inputs_.push_back(graph_.input());
    const Gates gates{graph_};
    cnf_.require(form.at_start<solve::Lit>(gates, reading.positions(),
                                           [&](std::size_t atom, bool positive, std::size_t position) {
                                             return input({reading.step(position), atom}) ^ !positive;
                                           }));
  }

  // Nothing when the solver gave up.
  std::optional<bool> is_witness(const std::vector<Cell>& cells) {
    std::vector<int> assumed;
    assumed.reserve(cells.size());
    for (const Cell& cell : cells)
      assumed.push_back(cnf_.literal(input(cell) ^ (reading_.value(cell) == Truth::False)));
    const solve::Answer answer = sat_.solve(assumed, conflicts_);
    if (answer == solve::Answer::Stopped) return std::nullopt;
    return answer == solve::Answer::Unsat;
  }

 private:
  struct Gates {
    solve::Aig& graph;
    static solve::Lit constant(bool value) { return solve::Aig::constant(value); }
    static solve::Lit unknown() { return constant(true); }
    solve::Lit both(solve::Lit a, solve::Lit b) const { return graph.and_(a, b); }
    solve::Lit either(solve::Lit a, solve::Lit b) const { return graph.or_(a, b); }
  };
  solve::Lit input(Cell cell) const { return inputs_[cell.atom * reading_.steps() + cell.step]; }

  const Reading& reading_;
  std::uint64_t conflicts_;
  Context context_;
  solve::Aig graph_;
  solve::Sat sat_;
  solve::Cnf cnf_;
  std::vector<solve::Lit> inputs_;
};

class Search {
 public:
  Search(const Reading& reading, const Effort& effort) : reading_(reading), form_(reading), effort_(effort) {}

  std::vector<Witness> run() {
    std::vector<Witness> found = {*witness_without(std::nullopt)};
    for (const Cell& cell : found[0].cells) {
      if (found.size() > effort_.further || spent_ >= effort_.evaluations) break;
      auto other = witness_without(cell);
      if (other && std::find(found.begin(), found.end(), *other) == found.end()) found.push_back(std::move(*other));
    }
    return found;
  }

 private:
  // Nothing when the failure needs the cell that is left out.
  std::optional<Witness> witness_without(std::optional<Cell> left_out) {
    Free free(reading_, false);
    if (left_out) free.set(*left_out, true);
    Blames blames;
    const Blame blame =
        form_.at_start<Blame>(blames, reading_.positions(), [&](std::size_t atom, bool positive, std::size_t position) {
          const Cell cell{reading_.step(position), atom};
          return helps(reading_, free, cell, positive) ? Blames::constant(true) : blames.cell(cell);
        });
    spend();
    if (blame.holds) return std::nullopt;
    const std::vector<Cell> enough = blames.cells_of(blame);
    Witness witness = smaller({enough, true});
    if (reading_.is_false_by(witness.cells) || why::is_witness(reading_, witness.cells)) return witness;
    return Witness{enough, false};
  }

  Witness smaller(Witness witness) {
    Free free(reading_, true);
    for (const Cell& cell : witness.cells) free.set(cell, false);
    const std::vector<Cell> cells = witness.cells;
    for (std::size_t i = cells.size(); i-- > 0;) {
      if (spent_ >= effort_.evaluations) witness.minimal = false;
      if (spent_ >= effort_.evaluations) break;
      const auto is_spare = can_spare(witness, free, cells[i]);
      if (!is_spare) witness.minimal = false;
      if (is_spare.value_or(false))
        std::erase(witness.cells, cells[i]);
      else
        free.set(cells[i], false);
    }
    return witness;
  }

  // Leaves the cell free.
  std::optional<bool> can_spare(const Witness& witness, Free& free, Cell cell) {
    free.set(cell, true);
    spend();
    if (stays_false(reading_, form_, free, reading_.positions())) return true;
    if (!form_.is_mixed()) return false;
    if (!words_) words_.emplace(reading_, form_, effort_.conflicts);
    std::vector<Cell> rest = witness.cells;
    std::erase(rest, cell);
    return words_->is_witness(rest);
  }

  void spend() { spent_ += form_.size() * reading_.positions().count; }

  const Reading& reading_;
  NormalForm form_;
  Effort effort_;
  std::uint64_t spent_ = 0;
  std::optional<Words> words_;
};

}  // namespace

std::vector<Witness> witnesses(const Reading& reading, const Effort& effort) { return Search(reading, effort).run(); }

bool is_witness(const Reading& reading, const std::vector<Cell>& cells) {
  constexpr std::uint64_t conflicts = 20'000;
  return Words(reading, NormalForm(reading), conflicts).is_witness(cells).value_or(false);
}

namespace {

// How many steps ahead a part of the formula may look, at most, without looking on for ever.
std::size_t fixed_look_ahead(const Reading& reading) {
  std::unordered_map<Expr, std::size_t, ExprHash> ahead;
  for (Expr e : reading.parts()) {
    std::size_t most = 0;
    for (std::size_t i = 0; i < e.arity(); ++i)
      if (const auto part = ahead.find(e.arg(i)); part != ahead.end()) most = std::max(most, part->second);
    if (e.is(Op::X)) most += 1;
    if (is_bounded(e) && is_future(e.op()) && e.b() != no_bound) most += e.b();
    ahead.emplace(e, most);
  }
  return ahead.at(reading.formula());
}

}  // namespace

bool recurs(const Reading& reading, const std::vector<Cell>& witness, const std::vector<Cell>& part) {
  if (!reading.positions().wrap) return false;
  constexpr std::size_t farthest = 1000;
  Free free(reading, true), later(reading, true);
  for (const Cell& cell : witness) free.set(cell, false);
  for (const Cell& cell : witness) later.set(cell, false);
  for (const Cell& cell : part) later.set(cell, true);
  Positions word = reading.positions();
  const std::size_t steps = reading.steps(), length = word.count - *word.wrap;
  // With one round more than the formula looks ahead to by counting, from the last position at which it may fail first.
  const std::size_t ahead = std::min(reading.parts().empty() ? 0 : fixed_look_ahead(reading), farthest);
  const std::size_t rounds = (ahead + length - 1) / length, kept = word.count + rounds * length;
  word.count += (rounds + 1) * length;
  *word.wrap += (rounds + 1) * length;
  return NormalForm(reading).at_start<Bit>(Bits(), word, [&](std::size_t atom, bool positive, std::size_t p) {
    const std::size_t step = p < steps ? p : steps - length + (p - steps) % length;
    return Bits::constant(helps(reading, p < kept ? free : later, {step, atom}, positive));
  }) == Bit::Yes;
}

bool needs_loop(const Reading& reading, const std::vector<Cell>& cells) {
  if (!reading.positions().wrap) return false;
  Free free(reading, true);
  for (const Cell& cell : cells) free.set(cell, false);
  return !stays_false(reading, NormalForm(reading), free, {reading.steps(), std::nullopt});
}

}  // namespace whynot::analyse::why
