// The bits of a system as variables of decision diagrams, circuits as functions of them, and the way back
// from one assignment to the values of a state.
//
// Current and next bit of a variable are neighbours and move together; frozen variables and inputs have one
// variable for each bit.  Further bits (what a formula remembers) can be added at any time.
#pragma once
#include <memory>
#include <optional>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/context.h"
#include "encode/bdd_parts.h"
#include "model/trace.h"
#include "solve/bdd.h"

namespace whynot::encode {

using solve::Bdd;
using solve::BddManager;
using solve::BddVariable;

class BddBits {
 public:
  // Only the variables of `cone` are there.  The manager fails beyond the memory, if any is given.  The bit
  // system must outlive this.
  BddBits(BitSystem&, std::vector<bool> cone, std::span<const BitPlace> order, std::uint64_t memory_bytes = 0);
  BddBits(const BddBits&) = delete;
  BddBits& operator=(const BddBits&) = delete;

  BitSystem& system() const { return system_; }
  const std::vector<bool>& cone() const { return cone_; }
  BddManager& manager() { return manager_; }

  // Functions of circuits over bits of the cone.  Roots that share parts are best asked for together.
  std::vector<Bdd> functions(std::span<const Lit> roots);
  Bdd function(Lit root) { return functions(std::span(&root, 1))[0]; }
  Bdd condition(Expr e) { return function(system_.condition(e)); }

  // A bit beyond the system's.  They are numbered from 0 and stay; one that is there is given again.
  struct Pair {
    BddVariable current, next;
  };
  Pair extra(std::size_t number);

  Bdd to_next(const Bdd& f) { return f.substitute(*to_next_); }
  Bdd to_current(const Bdd& f) { return f.substitute(*to_current_); }

  enum class Role : char { Current, Next, Input, Frozen };
  Role role(BddVariable v) const { return roles_[v]; }
  // REQUIRES a current bit.
  static BddVariable next_of(BddVariable current) { return current + 1; }
  std::size_t count() const { return roles_.size(); }       // of all variables
  std::size_t own_count() const { return places_.size(); }  // of the system's; extra ones come after them
  Bdd cube_of(Role) const;
  // What tells states apart: current and frozen bits, extra ones included.
  Bdd state_cube() const { return cube_of(Role::Current) & cube_of(Role::Frozen); }

  // A single input out of a set of them.
  Bdd pick_inputs(const Bdd& set) const { return set.pick_minterm(cube_of(Role::Input)); }
  // The values of variables in a single state, or of inputs; undefined outside the cone.
  State state_of(const Bdd& state) { return values(state, false); }
  Inputs inputs_of(const Bdd& inputs) { return values(inputs, true); }
  // The single state with these values.
  Bdd minterm_of(const State&);
  // The bit of the system that a variable stands for.  REQUIRES that it is no extra one.
  // REQUIRES a variable of the system, none of extra().
  BitPlace place_of(BddVariable v) const { return places_[v]; }
  bool has_extra() const { return !extra_.empty(); }
  // How many states of the system a set has, whatever the extra bits are in them.
  Integer count_states(const Bdd& set);

 private:
  struct Conversion;
  void add(Role, BddVariable);
  void refresh();
  Bdd definition(std::uint32_t node);
  void make_definitions();
  std::vector<Value> values(const Bdd& minterm, bool inputs);

  BitSystem& system_;
  std::vector<bool> cone_;
  BitRoles bit_roles_;
  BddManager manager_;
  std::vector<Role> roles_;                                 // by variable
  std::vector<BitPlace> places_;                            // likewise; extra ones come last and have none
  std::unordered_map<std::uint32_t, BddVariable> of_node_;  // inputs of the graph
  std::unordered_map<std::uint32_t, Bdd> definitions_;      // of the current bits of defined variables
  std::vector<std::pair<BddVariable, BddVariable>> pairs_;  // current and next
  std::vector<Pair> extra_;
  std::optional<solve::BddSubstitution> to_next_, to_current_;
  std::vector<Bdd> cubes_;  // by role
};

}  // namespace whynot::encode
