// Lists the members of a diagram: the initial states, or the successors of one state with the inputs that lead there.
#include "analyse/classify/listed/step_table.h"

#include <map>

#include "encode/bdd_order.h"
#include "encode/code.h"

namespace whynot::analyse::classify {

using encode::Lit;
using solve::Bdd;
using solve::BddLiteral;
using solve::BddVariable;

StepTable::StepTable(const TransitionSystem& system, Context& context)
    : system_(system),
      parts_(encode::bdd_parts(system_, system_.everything())),
      bits_(system_, system_.everything(), encode::bdd_orders(system_, system_.everything(), parts_).front()) {
  bits_.manager().watch(&context);
  std::vector<Bdd> steps;
  for (const encode::BddPart& part : parts_.step) {
    const Bdd holds = bits_.function(part.literal);
    steps.push_back(part.next ? holds.iff(bits_.function(*part.next)) : holds);
  }
  const Bdd allowed = all_of(parts_.allowed);
  initial_ = allowed & all_of(parts_.initial);
  auto relation = std::make_unique<encode::BddRelation>(bits_, std::move(steps), allowed);
  if (bits_.manager().failed() || context.should_stop()) return;
  relation_ = std::move(relation);
  state_variables_ = of_role({Role::Current, Role::Frozen});
  step_variables_ = of_role({Role::Next, Role::Input});
  frozen_ = of_role({Role::Frozen});
  std::map<std::pair<std::size_t, std::size_t>, BddVariable> current;
  for (BddVariable v : of_role({Role::Current})) current[{bits_.place_of(v).variable, bits_.place_of(v).bit}] = v;
  current_of_.resize(bits_.count());
  for (BddVariable v : of_role({Role::Next}))
    current_of_[v] = current.at({bits_.place_of(v).variable, bits_.place_of(v).bit});
}

std::vector<BddVariable> StepTable::of_role(std::initializer_list<Role> roles) const {
  std::vector<BddVariable> found;
  for (BddVariable v = 0; v < bits_.count(); ++v)
    for (Role role : roles)
      if (bits_.role(v) == role) found.push_back(v);
  return found;
}

Bdd StepTable::all_of(const std::vector<Lit>& literals) {
  Bdd result = bits_.manager().constant(true);
  for (Lit l : literals) result &= bits_.function(l);
  return result;
}

bool StepTable::each(const Bdd& f, const std::vector<BddVariable>& variables,
                     const std::function<bool(const std::vector<BddLiteral>&)>& visit) {
  if (!f.valid()) return false;
  f.for_each_cube([&](const solve::BddCube& cube) {
    std::vector<int> value(bits_.count(), -1);
    for (const BddLiteral& l : cube) value[l.variable] = l.positive;
    std::vector<BddLiteral> literals;
    std::vector<std::size_t> open;  // literals that the cube leaves open: counted through like digits
    for (BddVariable v : variables) {
      if (value[v] < 0) open.push_back(literals.size());
      literals.push_back({v, value[v] > 0});
    }
    while (true) {
      if (!visit(literals)) return false;
      std::size_t digit = 0;
      while (digit < open.size() && literals[open[digit]].positive) literals[open[digit++]].positive = false;
      if (digit == open.size()) return true;
      literals[open[digit]].positive = true;
    }
  });
  return true;
}

bool StepTable::initial(const std::function<bool(State)>& found) {
  return each(initial_, state_variables_, [&](const std::vector<BddLiteral>& literals) {
    return found(bits_.state_of(bits_.manager().cube(literals)));
  });
}

bool StepTable::successors(const State& from, const std::function<bool(Inputs, State)>& found) {
  const Bdd state = bits_.minterm_of(from);
  std::vector<BddLiteral> kept;
  if (const auto cube = state.pick_cube())
    for (const BddLiteral& l : *cube)
      if (bits_.role(l.variable) == Role::Frozen) kept.push_back(l);
  // What states must satisfy speaks of frozen bits too, and those are known.
  return each(relation_->steps_from(state).cofactor(state), step_variables_,
              [&](const std::vector<BddLiteral>& literals) {
                std::vector<BddLiteral> next = kept, inputs;
                for (const BddLiteral& l : literals) {
                  if (bits_.role(l.variable) == Role::Input)
                    inputs.push_back(l);
                  else
                    next.push_back({current_of_[l.variable], l.positive});
                }
                return found(bits_.inputs_of(bits_.manager().cube(inputs)), bits_.state_of(bits_.manager().cube(next)));
              });
}

}  // namespace whynot::analyse::classify
