// Forward checking with watched literals: each added clause is tried by unit propagation.
#include "solve/drat.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <map>
#include <optional>

namespace whynot::solve {
namespace {

using Literals = std::vector<int>;
using Id = std::uint32_t;

// Clauses under unit propagation.  What follows from the clauses alone stays assigned for good; what a lemma is
// tried with is taken back.
class Database {
 public:
  bool contradictory() const { return contradictory_; }

  void add(Literals clause) {
    normalise(clause);
    for (int l : clause) make_room(l);
    const Id id = static_cast<Id>(clauses_.size());
    by_literals_.emplace(clause, id);
    clauses_.push_back({std::move(clause), false, true});
    attach(id);
    if (!contradictory_ && !propagate()) contradictory_ = true;
  }

  void remove(Literals clause) {
    normalise(clause);
    for (auto [at, end] = by_literals_.equal_range(clause); at != end; ++at) {
      Clause& c = clauses_[at->second];
      if (c.is_reason) continue;
      c.alive = false;
      by_literals_.erase(at);
      return;
    }
  }

  // Whether the clauses can be satisfied with it if they can be without.
  bool is_redundant(const Literals& lemma) {
    for (int l : lemma) make_room(l);
    const std::size_t mark = trail_.size();
    const bool implied = refutes(lemma, 0) || (!lemma.empty() && resolves(lemma[0]));
    undo(mark);
    return implied;
  }

 private:
  struct Clause {
    Literals literals;
    bool is_reason;  // of a literal that is true for good
    bool alive;
  };

  static std::size_t slot(int l) { return 2 * static_cast<std::size_t>(std::abs(l)) + (l < 0); }
  static void normalise(Literals& clause) {
    std::sort(clause.begin(), clause.end());
    clause.erase(std::unique(clause.begin(), clause.end()), clause.end());
  }
  bool is_true(int l) const { return value_[slot(l)]; }
  bool is_false(int l) const { return value_[slot(-l)]; }

  void make_room(int l) {
    const std::size_t size = 2 * static_cast<std::size_t>(std::abs(l)) + 2;
    if (value_.size() >= size) return;
    value_.resize(size, false);
    watches_.resize(size);
  }

  void assign(int l) {
    value_[slot(l)] = true;
    trail_.push_back(l);
  }

  void undo(std::size_t mark) {
    for (std::size_t i = mark; i < trail_.size(); ++i) value_[slot(trail_[i])] = false;
    trail_.resize(mark);
    done_ = mark;
  }

  // Watches two literals that are not false, if there are; with one, it is true for good from now on.
  // REQUIRES that nothing is being tried.
  void attach(Id id) {
    Literals& c = clauses_[id].literals;
    std::stable_partition(c.begin(), c.end(), [&](int l) { return !is_false(l); });
    if (c.empty() || is_false(c[0])) {
      contradictory_ = true;
      return;
    }
    if (c.size() > 1) {
      watches_[slot(c[0])].push_back(id);
      watches_[slot(c[1])].push_back(id);
      if (!is_false(c[1])) return;
    }
    if (is_true(c[0])) return;
    clauses_[id].is_reason = true;
    assign(c[0]);
  }

  // False when a clause has only false literals left.
  bool propagate(bool for_good = true) {
    while (done_ < trail_.size())
      if (!visit(-trail_[done_++], for_good)) return false;
    return true;
  }

  // The clauses that watch a literal which became false.
  bool visit(int falsified, bool for_good) {
    std::vector<Id>& watching = watches_[slot(falsified)];
    bool consistent = true;
    std::size_t kept = 0, i = 0;
    for (; i < watching.size() && consistent; ++i) {
      const Id id = watching[i];
      Clause& clause = clauses_[id];
      if (!clause.alive) continue;
      Literals& c = clause.literals;
      if (c[0] == falsified) std::swap(c[0], c[1]);
      if (!is_true(c[0])) {
        const auto other = std::find_if(c.begin() + 2, c.end(), [&](int l) { return !is_false(l); });
        if (other != c.end()) {
          std::swap(c[1], *other);
          watches_[slot(c[1])].push_back(id);
          continue;
        }
        if (is_false(c[0])) {
          consistent = false;
        } else {
          clause.is_reason = clause.is_reason || for_good;
          assign(c[0]);
        }
      }
      watching[kept++] = id;
    }
    for (; i < watching.size(); ++i) watching[kept++] = watching[i];
    watching.resize(kept);
    return consistent;
  }

  // Whether the clauses contradict the negation of all literals but one.
  bool refutes(const Literals& literals, int but) {
    for (int l : literals) {
      if (l == but || is_false(l)) continue;
      if (is_true(l)) return true;
      assign(-l);
    }
    return !propagate(false);
  }

  // Whether the lemma whose negation is assigned gives, with every clause that has the pivot's complement, an
  // implied clause.
  bool resolves(int pivot) {
    for (const Clause& clause : clauses_) {
      const Literals& c = clause.literals;
      if (!clause.alive || std::find(c.begin(), c.end(), -pivot) == c.end()) continue;
      const Literals copy = c;  // propagation moves literals about
      const std::size_t mark = trail_.size();
      const bool implied = refutes(copy, -pivot);
      undo(mark);
      if (!implied) return false;
    }
    return true;
  }

  std::vector<Clause> clauses_;
  std::multimap<Literals, Id> by_literals_;  // sorted, as they were added
  std::vector<bool> value_;                  // by slot: whether the literal is true
  std::vector<std::vector<Id>> watches_;     // by slot
  std::vector<int> trail_;
  std::size_t done_ = 0;  // of the trail: propagated
  bool contradictory_ = false;
};

struct Line {
  bool removes = false;
  Literals literals;
};

// The next line of a proof; nothing at its end, or where it is none.
std::optional<Line> read_line(std::string_view& text, bool& malformed) {
  const auto skip = [&] {
    const std::size_t at = text.find_first_not_of(" \t\r\n");
    text.remove_prefix(at == std::string_view::npos ? text.size() : at);
  };
  Line line;
  skip();
  if (text.empty()) return std::nullopt;
  if (text[0] == 'd') {
    line.removes = true;
    text.remove_prefix(1);
  }
  while (true) {
    skip();
    int literal = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), literal);
    malformed = error != std::errc() || literal == std::numeric_limits<int>::min();
    if (malformed) return std::nullopt;
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    if (literal == 0) return line;
    line.literals.push_back(literal);
  }
}

}  // namespace

ProofCheck check_drat(std::span<const std::vector<int>> clauses, std::string_view proof, Context& context) {
  Database database;
  for (const Literals& clause : clauses) database.add(clause);
  bool malformed = false;
  while (!database.contradictory()) {
    if (context.should_stop()) return ProofCheck::Stopped;
    const auto line = read_line(proof, malformed);
    if (!line) return ProofCheck::Refused;
    if (line->removes) {
      database.remove(line->literals);
      continue;
    }
    if (!database.is_redundant(line->literals)) return ProofCheck::Refused;
    database.add(line->literals);
  }
  return ProofCheck::Accepted;
}

}  // namespace whynot::solve
