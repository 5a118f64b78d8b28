// Gates over boolean inputs, and the question whether they can have wanted values.  Literals are those of the solver:
// v and -v.
//
// Where few inputs matter all their values are tried, many at a time.  That takes the same short time for every set of
// a small model, while clauses about sets that count something are hard for a solver.  Else the solver is asked.
//
// Equal gates are one gate, so that what is read twice costs nothing the second time.
#pragma once
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "solve/sat.h"

namespace whynot::check {

using Refusal = std::optional<std::string>;  // why something is not shown; nothing if it is

class Circuit {
 public:
  explicit Circuit(Context&);  // must outlive this

  int both(int a, int b);
  int either(int a, int b) { return -both(-a, -b); }
  int same(int a, int b) { return -differ(a, b); }
  int any_of(std::span<const int>);
  int all_of(std::span<const int>);
  int constant(bool b) const { return b ? yes_ : -yes_; }
  int size() const { return static_cast<int>(gates_.size()); }
  // Whether values of the inputs that meet all that is required make all of these true.  Stopped, too, after so many
  // conflicts: a limit that does not depend on the machine.
  static constexpr std::uint64_t most_conflicts = 300'000;
  solve::Answer solve(std::span<const int> wanted);
  // By trying all; nothing where that would be too many.
  std::optional<bool> solve_by_trying(std::span<const int> wanted) const;
  // Nothing if no values do, and a proof that was checked (or all values, tried) says so; else what that means.
  Refusal never(std::span<const int> wanted, const std::string& otherwise);
  // Nothing if some values do, which are evaluated; else what that means.
  Refusal once(std::span<const int> wanted, const std::string& otherwise);

  int input() { return add({Kind::Input}); }

 protected:
  int differ(int a, int b);
  int choose(int c, int a, int b);
  void require(std::vector<int> clause);  // REQUIRES that all that is required can be met

  static constexpr int yes_ = 1;

 private:
  enum class Kind : std::uint8_t { Input, Yes, And, Xor, Choose };
  struct Gate {
    Kind kind = Kind::Input;
    int a = 0, b = 0, c = 0;

    friend bool operator==(const Gate&, const Gate&) = default;
  };
  struct GateHash {
    std::size_t operator()(const Gate&) const;
  };
  struct Requirement {
    std::vector<int> clause;
    std::vector<int> inputs;  // that it depends on
  };
  struct Needed {  // by some literals: gates, and the requirements on inputs that these depend on
    std::vector<bool> gates;
    std::vector<const Requirement*> requirements;
  };
  int add(Gate g);
  int shared(Gate g);
  std::optional<int> as_choice(int a, int b);
  void mark(std::span<const int> literals, std::vector<bool>& marked, std::vector<int>* inputs = nullptr) const;
  Needed needed_by(std::span<const int> wanted) const;
  void tell_gate(solve::Sat&, std::size_t gate, std::span<const int> variable) const;
  std::vector<int> factors(std::size_t gate, const std::vector<bool>& is_inner) const;
  std::vector<int> split(std::span<const int> wanted) const;
  std::vector<bool> inner_gates(const Needed&, std::span<const int> wanted) const;
  std::vector<int> tell(solve::Sat&, std::span<const int> wanted) const;
  void tell_solver();
  bool are_met_by(std::vector<bool>& values, std::span<const int> wanted) const;

  Context& context_;
  std::vector<Gate> gates_;  // of variable i + 1, each after those that it reads
  std::unordered_map<Gate, int, GateHash> made_;
  std::vector<Requirement> required_;
  std::unordered_map<int, std::vector<std::size_t>> requirements_on_;  // by input
  std::optional<solve::Sat> sat_;
  std::vector<int> told_variables_;
  std::size_t told_requirements_ = 0;
};

}  // namespace whynot::check
