// Gates over boolean inputs, and the question whether they can have wanted values.  Literals are those of the solver:
// v and -v.
//
// Where few inputs matter all their values are tried, many at a time.  That takes the same short time for every set of
// a small model, while clauses about sets that count something are hard for a solver.  Else the solver is asked.
#pragma once
#include <optional>
#include <span>
#include <vector>

#include "solve/sat.h"

namespace whynot::analyse::explain {

class Circuit {
 public:
  explicit Circuit(Context&);  // must outlive this

  int both(int a, int b);
  int any_of(std::span<const int>);
  int size() const { return static_cast<int>(gates_.size()); }
  // Whether values of the inputs that meet all that is required make all of these true.  Stopped, too, after so many
  // conflicts: a limit that does not depend on the machine.
  static constexpr std::uint64_t most_conflicts = 300'000;
  solve::Answer solve(std::span<const int> wanted);
  // By trying all; nothing where that would be too many.
  std::optional<bool> solve_by_trying(std::span<const int> wanted) const;

 protected:
  int input() { return add({Kind::Input}); }
  int constant(bool b) const { return b ? yes_ : -yes_; }
  int either(int a, int b) { return -both(-a, -b); }
  int differ(int a, int b);
  int choose(int c, int a, int b);
  void require(std::vector<int> clause);  // REQUIRES that all that is required can be met

  static constexpr int yes_ = 1;

 private:
  enum class Kind : std::uint8_t { Input, Yes, And, Xor, Choose };
  struct Gate {
    Kind kind = Kind::Input;
    int a = 0, b = 0, c = 0;
  };
  struct Requirement {
    std::vector<int> clause;
    std::vector<int> inputs;  // that it depends on
  };
  int add(Gate g);
  void mark(std::span<const int> literals, std::vector<bool>& marked) const;
  std::vector<const Requirement*> that_matter(std::vector<bool>& marked) const;
  void tell_solver();

  Context& context_;
  std::vector<Gate> gates_;  // of variable i + 1, each after those that it reads
  std::vector<Requirement> required_;
  std::optional<solve::Sat> sat_;
  std::size_t told_gates_ = 0, told_requirements_ = 0;
};

}  // namespace whynot::analyse::explain
