// Values of a program along one run: numbers, texts, unknowns, places in memory, and what is computed of them.  Equal
// terms are equal values; each is kept once and named by a number.
#pragma once
#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "solve/smt.h"

namespace whynot::analyse::paths {

using TermId = std::uint32_t;

struct Term {
  enum class Kind : std::uint8_t {
    Number,    // the text has its digits
    Text,      // a string of the program
    Function,  // its address
    Unknown,   // the text is a name for people; the number tells those of one name apart
    Object,    // the address of a variable; likewise
    Computed   // the text says what; the number is the width of the operands, if it is known
  } kind = Kind::Number;
  std::string text;
  std::uint32_t number = 0;
  std::vector<TermId> args{};
  bool lost = false;  // an Unknown that the program knows, but not its follower

  friend bool operator==(const Term&, const Term&) = default;
};

// Bytes behind a pointer that a value depends on: one, or all from somewhere on, which is then the only thing that may
// be asked about them.
struct Observed {
  static constexpr std::int64_t all = std::int64_t{1} << 62;
  std::int64_t from = 0, to = all;
};

std::optional<std::int64_t> number_of(const Term&);  // if it is one, and not too large to be added to another

struct TermHash {
  std::size_t operator()(const Term&) const;
};

class Terms {
 public:
  TermId number(const std::string& digits) { return intern({Term::Kind::Number, digits}); }
  TermId truth(bool value) { return number(value ? "1" : "0"); }
  TermId text(const std::string& text) { return intern({Term::Kind::Text, text}); }
  TermId function(const std::string& name) { return intern({Term::Kind::Function, name}); }
  // That the value tells something of what lies behind a pointer, from one offset to another.
  void observe(TermId value, TermId root, Observed);
  bool is_observed_twice(TermId value, const std::vector<TermId>& others) const;  // and nobody knows how they agree
  // An unknown that fits into so many bits.
  void bound(TermId, std::uint32_t width);
  std::uint32_t width(TermId) const;  // 0: nobody knows
  // An unknown that counts something.
  void is_never_negative(TermId id) { counts_.insert(id); }
  bool counts(TermId id) const { return counts_.contains(id); }
  TermId object(const std::string& name, std::uint32_t which) { return intern({Term::Kind::Object, name, which}); }
  TermId object(const std::string& name);                      // another one each time
  TermId unknown(const std::string& name, bool lost = false);  // likewise
  // Folded where the arguments are numbers; casts that keep the value are the value.
  TermId computed(const std::string& word, std::vector<TermId> args, std::uint32_t width = 0);
  TermId equal(TermId a, TermId b) { return computed("icmp eq", {a, b}); }
  // A truth: they are the same thing, for all that is known; `by_others`, if others want them to be.
  TermId may_be(TermId a, TermId b, bool by_others) {
    return computed(by_others ? others_decide : "perhaps i1", {std::min(a, b), std::max(a, b)});
  }
  static constexpr const char* others_decide = "by others i1";
  TermId negated(TermId truth) { return computed("xor i1", {truth, this->truth(true)}); }

  std::size_t size() const { return terms_.size(); }
  const Term& operator[](TermId id) const { return terms_[id]; }
  bool is_truth(TermId, bool value) const;
  bool is_constant(TermId id) const;                    // a number, a text or a function
  bool is_field(TermId id) const;                       // a place within another
  bool is_result(TermId id) const;                      // of a call that always has the same for the same
  TermId root(TermId) const;                            // of a place: the object or the pointer that it is in
  std::string shown(TermId, unsigned depth = 0) const;  // argv[1], p->1, setuid()

 private:
  TermId intern(Term);
  TermId folded(const std::string& word, const std::vector<TermId>& args);
  TermId folded_choice(const std::vector<TermId>& args);
  TermId compared_choice(const std::string& word, const std::vector<TermId>& args, std::uint32_t width);
  TermId place(const std::string& word, const std::vector<TermId>& args);

  struct Observation {
    TermId root;
    Observed what;
  };
  std::vector<Term> terms_;
  std::unordered_map<TermId, std::vector<Observation>> observations_;
  std::unordered_map<Term, TermId, TermHash> ids_;
  std::unordered_map<TermId, std::uint32_t> widths_;  // of unknowns
  std::unordered_set<TermId> counts_;
  std::uint32_t unknowns_ = 0;
};

// That these are made of.
std::vector<TermId> unknowns_in(const Terms&, const std::vector<TermId>& truths);
std::string shown_value(const Terms&, TermId unknown, std::int64_t value);  // `argc = 3`; empty: it tells nothing

constexpr std::int64_t first_address = std::int64_t{1} << 40;  // of texts, functions and objects, for solvers

// Terms as formulas over the integers: what does not stay the same there, such as masks and unsigned comparisons, is
// taken for an unknown of its own.  So what has no solution here has none in the program.
class TermSolver {
 public:
  TermSolver(const Terms&, Context&);

  solve::SmtAnswer check(const std::vector<TermId>& truths);
  std::vector<std::size_t> core() const { return solver_.core(); }

 private:
  solve::SmtTerm truth(TermId);
  solve::SmtTerm integer(TermId);
  solve::SmtTerm compared(const std::string& predicate, TermId a, TermId b);
  solve::SmtTerm fresh(const char* kind, TermId, solve::SmtSort);

  const Terms& terms_;
  solve::Smt smt_;
  solve::SmtSolver solver_;
  std::unordered_map<TermId, solve::SmtTerm> truths_, integers_;
};

}  // namespace whynot::analyse::paths
