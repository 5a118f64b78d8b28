// The order of declaration makes the links of one step acyclic.
#include "analyse/why/relation/forced.h"

#include <algorithm>

namespace whynot::analyse::why {
namespace {

constexpr std::uint64_t most_questions = 20'000;

bool is_input(const TransitionSystem& system, std::size_t variable) {
  return system.variables[variable].kind == VariableKind::Input;
}

std::size_t column_of(const TransitionSystem& system, std::size_t variable) {
  std::size_t column = 0;
  for (std::size_t v = 0; v < variable; ++v) column += is_input(system, v) == is_input(system, variable) ? 1 : 0;
  return column;
}

std::size_t step_before(const Trace& trace, const Place& place) {
  return place.closing ? trace.steps.size() - 1 : place.step - 1;
}

bool reads_next(Expr e) {
  const std::vector<Expr> read = leaves(e);
  return std::any_of(read.begin(), read.end(), [](Expr leaf) { return leaf.is(Op::Next); });
}

}  // namespace

std::vector<Fact> facts_before(const TransitionSystem& system, const Trace& trace, const Place& place) {
  std::vector<Fact> facts;
  const State& state = trace.steps[step_before(trace, place)].state;
  std::size_t column = 0;
  for (std::size_t v = 0; v < system.variables.size(); ++v)
    if (!is_input(system, v)) facts.push_back({v, Side::Before, state[column++]});
  return facts;
}

std::vector<Fact> input_facts(const TransitionSystem& system, const Trace& trace, const Place& place) {
  std::vector<Fact> facts;
  const Inputs& inputs = place.closing ? trace.closing_inputs : trace.steps[place.step].inputs;
  std::size_t input = 0;
  for (std::size_t v = 0; v < system.variables.size(); ++v)
    if (is_input(system, v)) facts.push_back({v, Side::Input, inputs[input++]});
  return facts;
}

Value value_at(const TransitionSystem& system, const Trace& trace, const Place& place) {
  const std::size_t column = column_of(system, place.variable);
  if (!is_input(system, place.variable)) return trace.steps[place.step].state[column];
  return (place.closing ? trace.closing_inputs : trace.steps[place.step].inputs)[column];
}

Forcing::Forcing(const TransitionSystem& system, const Trace& trace, Context& context)
    : system_(system), trace_(trace), context_(context), left_(0) {
  const bool has_constraints = !system.trans.empty() || !system.invar.empty() || !system.init.empty();
  if ((has_constraints || !system.invar_assignments.empty()) && Relation::takes(system)) left_ = most_questions;
}

Forcing::~Forcing() = default;

Relation& Forcing::relation(Relation::Of of) {
  auto& made = of == Relation::Of::Start ? start_ : step_;
  if (!made) made = std::make_unique<Relation>(system_, of, context_);
  return *made;
}

void Forcing::refine(Link& link) {
  const bool is_start = link.place.step == 0 && !link.place.closing;
  const bool looks_chosen = is_chosen(link.kind) && link.kind != Link::Kind::Input;
  if (!looks_chosen || left_ == 0 || context_.should_stop()) return;
  Relation& given = relation(is_start ? Relation::Of::Start : Relation::Of::Step);
  const std::uint64_t before = given.questions();
  std::vector<Fact> facts = is_start ? std::vector<Fact>() : past_of(link.place);
  if (!force(link, given, facts)) {
    const std::vector<Fact> more = beside(link.place);
    facts.insert(facts.end(), more.begin(), more.end());
    if (!more.empty()) force(link, given, std::move(facts));
  }
  left_ -= std::min(left_, given.questions() - before);
}

bool Forcing::force(Link& link, Relation& given, std::vector<Fact> facts) {
  const auto core = given.core(std::move(facts), {link.place.variable, Side::After, link.value}, false);
  if (!core) return false;
  link.kind = Link::Kind::Forced;
  link.because.clear();
  link.blockers.clear();
  for (const Fact& fact : core->facts) link.because.push_back(place_of(fact, link.place));
  link.core.clear();
  for (const std::size_t i : core->conditions) link.core.push_back(given.conditions()[i]);
  link.minimal = core->minimal;
  link.branch.clear();
  link.gives.clear();
  link.allowed.clear();
  return true;
}

std::vector<Fact> Forcing::past_of(const Place& place) const {
  std::vector<Fact> facts = facts_before(system_, trace_, place);
  const std::vector<Fact> inputs = input_facts(system_, trace_, place);
  facts.insert(facts.end(), inputs.begin(), inputs.end());
  return facts;
}

// Choices of the same step that come before it.
std::vector<Fact> Forcing::beside(const Place& place) const {
  const bool is_start = place.step == 0 && !place.closing;
  std::vector<Fact> facts;
  for (std::size_t v = 0; v < place.variable; ++v)
    if (is_free(v, is_start))
      facts.push_back({v, Side::After, value_at(system_, trace_, {place.step, v, place.closing})});
  return facts;
}

// Whether nothing of the same step is read to give it its value.
bool Forcing::is_free(std::size_t variable, bool is_start) const {
  const VariableDecl& declared = system_.variables[variable];
  if (declared.kind == VariableKind::Input) return false;
  const auto assigned = [&](const std::vector<Assignment>& list) {
    return std::find_if(list.begin(), list.end(), [&](const Assignment& a) { return a.variable == declared.variable; });
  };
  if (assigned(system_.invar_assignments) != system_.invar_assignments.end()) return false;
  const auto& own = is_start ? system_.init_assignments : system_.next_assignments;
  const auto found = assigned(own);
  if (found == own.end()) return true;
  return is_start ? leaves(found->value).empty() : !reads_next(found->value);
}

Place Forcing::place_of(const Fact& fact, const Place& at) const {
  if (fact.side == Side::Before) return {step_before(trace_, at), fact.variable, false};
  return {at.step, fact.variable, at.closing};
}

}  // namespace whynot::analyse::why
