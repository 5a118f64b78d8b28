// The model's conditions on one step, or on an initial state, as clauses that can be switched on one by one: what
// forces a value, and what excludes one, is a set of values and of conditions that cannot all be true.
#pragma once
#include <optional>
#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/context.h"
#include "base/source.h"
#include "encode/blast.h"
#include "model/system/transition_system.h"
#include "model/trace.h"
#include "solve/cnf.h"

namespace whynot::analyse::why {

// A condition of the model: a conjunct of TRANS, INVAR or INIT, or an assignment.
struct Condition {
  enum class Kind { Assign, Init, Trans, Invar };
  Kind kind = Kind::Trans;
  Span where = {};
};
std::string_view kind_word(Condition::Kind);  // "TRANS"

// Where a variable is read.  An initial state has only what comes after.
enum class Side { Before, Input, After };

struct Fact {  // a variable has a value there
  std::size_t variable = 0;
  Side side = Side::After;
  Value value = {};

  friend bool operator==(const Fact&, const Fact&) = default;
};

class Relation {
 public:
  enum class Of { Start, Step };
  static bool takes(const TransitionSystem&);  // all types have codes
  // REQUIRES takes(system).  Both must outlive this.
  Relation(const TransitionSystem&, Of, Context&);

  const std::vector<Condition>& conditions() const { return conditions_; }
  std::vector<std::size_t> all_conditions() const;

  // Whether the facts go together under these conditions; nothing when the solver gave up.  With `except` that fact
  // must be otherwise.
  std::optional<bool> possible(std::span<const Fact> facts, std::span<const std::size_t> conditions,
                               const Fact* except = nullptr);
  std::optional<bool> possible(std::span<const Fact> facts) { return possible(facts, all_conditions()); }
  // After a yes.
  Value value(std::size_t variable, Side) const;

  // Facts and conditions that exclude the one asked for (or, otherwise, all but that one): as few as possible, those
  // that come last left out first, facts before conditions.
  struct Core {
    std::vector<Fact> facts;
    std::vector<std::size_t> conditions;
    bool minimal = true;
  };
  // Nothing when they do not exclude it, or the solver gave up.
  std::optional<Core> core(std::vector<Fact> facts, const Fact& asked, bool excluded);
  std::uint64_t questions() const { return questions_; }

 private:
  void add(Condition::Kind, Span, encode::Lit);
  void add_state_conditions(encode::Blaster&);
  const encode::Bits& bits(std::size_t variable, Side) const;
  int literal(const Fact&);
  encode::Bits leaf(Expr, bool after) const;
  void make_bits();

  const TransitionSystem& system_;
  Of of_;
  solve::Aig graph_;
  solve::Sat sat_;
  solve::Cnf cnf_;
  struct Codes {
    encode::Bits before, input, after;
  };
  std::vector<Codes> codes_;  // by variable
  std::unordered_map<Expr, std::size_t, ExprHash> number_;
  std::vector<Condition> conditions_;
  std::vector<int> switches_;  // of each condition
  std::uint64_t questions_ = 0;
};

}  // namespace whynot::analyse::why
