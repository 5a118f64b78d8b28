// The next state is made variable by variable: assignments are evaluated as soon as what they read is there.
#include "analyse/why/contrast/player.h"

#include <algorithm>

namespace whynot::analyse::why {
namespace {

constexpr std::size_t values_tried = 16;

const Assignment* assignment_to(const std::vector<Assignment>& list, Expr variable) {
  const auto found =
      std::find_if(list.begin(), list.end(), [&](const Assignment& a) { return a.variable == variable; });
  return found == list.end() ? nullptr : &*found;
}

}  // namespace

Player::Player(const TransitionSystem& system, const Stepper& stepper, Context& context)
    : system_(system), stepper_(stepper), slots_(system), context_(context) {
  // The state that is made stands in the slots of next values, whichever rule speaks of it.
  const auto of_step = [&](Expr leaf) { return slots_.of(leaf); };
  const auto of_state = [&](Expr leaf) {
    const std::uint32_t slot = slots_.of(leaf);
    return slot < slots_.inputs_begin() ? slot + slots_.next_begin() : slot;
  };
  const auto compiled = [&](const Assignment* a, const CompiledExpr::SlotOf& slot) {
    return a ? std::optional(CompiledExpr(*system.pool, a->value, slot)) : std::nullopt;
  };
  std::size_t columns = 0, inputs = 0;
  for (const VariableDecl& v : system.variables) {
    column_.push_back(v.kind == VariableKind::Input ? inputs++ : columns++);
    rules_.push_back({compiled(assignment_to(system.init_assignments, v.variable), of_state),
                      compiled(assignment_to(system.next_assignments, v.variable), of_step),
                      compiled(assignment_to(system.invar_assignments, v.variable), of_state)});
  }
}

Player::~Player() = default;

bool Player::is_input(std::size_t variable) const { return system_.variables[variable].kind == VariableKind::Input; }

const CompiledExpr* Player::rule(std::size_t variable, bool is_start) const {
  const Rule& rule = rules_[variable];
  if (rule.always) return &*rule.always;
  const auto& own = is_start ? rule.init : rule.next;
  return own ? &*own : nullptr;
}

Player::Pick Player::pick(const Value& allowed, std::size_t variable, const State* from, const State& like,
                          const Wish& wish) const {
  if (const auto wished = wish.find(variable); wished != wish.end()) {
    if (set_contains(allowed, wished->second)) return wished->second;
    return std::nullopt;
  }
  const std::size_t column = column_[variable];
  if (set_contains(allowed, like[column])) return like[column];
  if (from && set_contains(allowed, (*from)[column])) return (*from)[column];
  Pick first;
  const Type type = system_.variables[variable].variable.type();
  for_each_member(allowed, [&](const Value& v) {
    if (type.contains(v)) first = v;
    return !first;
  });
  return first;
}

// Fills in the state that is made.
bool Player::settle(std::vector<Value>& around, const State* from, const State& like, const Wish& wish) const {
  std::vector<std::size_t> open;
  for (std::size_t v = 0; v < rules_.size(); ++v) {
    if (is_input(v)) continue;
    Value& value = around[slots_.next_begin() + column_[v]];
    const bool is_frozen = from && system_.variables[v].kind == VariableKind::Frozen;
    if (is_frozen) {
      value = (*from)[column_[v]];
    } else if (rule(v, !from)) {
      open.push_back(v);
    } else {
      const auto wished = wish.find(v);
      value = wished == wish.end() ? like[column_[v]] : wished->second;
    }
  }
  while (!open.empty()) {
    std::vector<std::size_t> later;
    for (const std::size_t v : open) {
      ++spent_;
      const Value allowed = rule(v, !from)->run(around);
      if (!allowed.defined()) {
        later.push_back(v);
        continue;
      }
      const Pick picked = pick(allowed, v, from, like, wish);
      if (!picked) return false;
      around[slots_.next_begin() + column_[v]] = *picked;
    }
    if (later.size() == open.size()) return false;
    open = std::move(later);
  }
  return true;
}

std::optional<State> Player::start(const State& like, const Wish& wish) const {
  std::vector<Value> around(slots_.size());
  State made;
  if (settle(around, nullptr, like, wish)) made = slots_.next(around);
  if (!made.empty() && stepper_.is_initial(made)) return made;
  const auto solved = solve(nullptr, {}, like, wish);
  return solved ? std::optional(solved->state) : std::nullopt;
}

std::optional<Successor> Player::step(const State& from, const Inputs& inputs, const State& like,
                                      const Wish& wish) const {
  Inputs changed = inputs;
  for (const auto& [variable, value] : wish)
    if (is_input(variable)) changed[column_[variable]] = value;
  std::vector<Value> around = slots_.values(from, &changed, nullptr);
  State made;
  if (settle(around, &from, like, wish)) made = slots_.next(around);
  spent_ += rules_.size();
  if (!made.empty() && stepper_.is_step(from, changed, {}, made)) return Successor{changed, {}, std::move(made)};
  return solve(&from, inputs, like, wish);
}

// Without constraints there is nothing to solve: assignments do not block each other.
Relation* Player::relation(bool is_start) const {
  const bool is_free = system_.trans.empty() && system_.invar.empty() && system_.init.empty();
  if (is_free || !Relation::takes(system_)) return nullptr;
  auto& made = is_start ? at_start_ : in_step_;
  if (!made) made = std::make_unique<Relation>(system_, is_start ? Relation::Of::Start : Relation::Of::Step, context_);
  return made.get();
}

// Whether one more fact goes with the others, which it then belongs to.
bool Player::keep(Relation& given, std::vector<Fact>& facts, const Fact& fact) const {
  facts.push_back(fact);
  spent_ += 20;
  const auto found = given.possible(facts);
  if (!found) has_given_up_ = true;
  if (!found.value_or(false)) facts.pop_back();
  return found.value_or(false);
}

// The first of the preferred values that goes with the facts, else the first of its type, else what the solver has.
bool Player::keep_one(Relation& given, std::vector<Fact>& facts, const Fact& about,
                      const std::vector<Value>& preferred) const {
  const auto fits = [&](const Value& value) { return keep(given, facts, {about.variable, about.side, value}); };
  for (const Value& value : preferred)
    if (fits(value)) return true;
  const Type type = system_.variables[about.variable].variable.type();
  for (Integer i = 0; *type.size() <= values_tried && i < *type.size(); ++i)
    if (fits(type.value(i))) return true;
  if (!given.possible(facts).value_or(false)) return false;
  facts.push_back({about.variable, about.side, given.value(about.variable, about.side)});
  return true;
}

// A wish is met beside what stands before it, as a choice is made: nothing else is changed for its sake.
std::optional<Successor> Player::solve(const State* from, const Inputs& inputs, const State& like,
                                       const Wish& wish) const {
  Relation* given = relation(!from);
  if (!given) return std::nullopt;
  std::vector<Fact> facts;
  for (std::size_t v = 0; from && v < rules_.size(); ++v)
    if (!is_input(v)) facts.push_back({v, Side::Before, (*from)[column_[v]]});
  for (const bool inputs_first : {true, false})
    for (std::size_t v = 0; v < rules_.size(); ++v) {
      if (is_input(v) != inputs_first || (is_input(v) && !from)) continue;
      const Fact about{v, is_input(v) ? Side::Input : Side::After, {}};
      std::vector<Value> preferred = {is_input(v) ? inputs[column_[v]] : like[column_[v]]};
      if (!is_input(v) && from) preferred.push_back((*from)[column_[v]]);
      const auto wished = wish.find(v);
      const bool is_kept = wished == wish.end() ? keep_one(*given, facts, about, preferred)
                                                : keep(*given, facts, {v, about.side, wished->second});
      if (!is_kept) return std::nullopt;
    }
  Successor made{inputs, {}, like};
  for (const Fact& fact : facts) {
    if (fact.side == Side::Input) made.inputs[column_[fact.variable]] = fact.value;
    if (fact.side == Side::After) made.state[column_[fact.variable]] = fact.value;
  }
  const bool is_right = from ? stepper_.is_step(*from, made.inputs, {}, made.state) : stepper_.is_initial(made.state);
  return is_right ? std::optional(std::move(made)) : std::nullopt;
}

// Of a large type its ends and the neighbours of what was taken.
void Player::list_others(Choice& choice, const Value* allowed) const {
  const Type type = system_.variables[choice.place.variable].variable.type();
  const auto offer = [&](const Value& v) {
    const bool fits = !(v == choice.taken) && type.contains(v) &&
                      std::find(choice.others.begin(), choice.others.end(), v) == choice.others.end();
    if (fits && (!allowed || set_contains(*allowed, v))) choice.others.push_back(v);
  };
  if (allowed) {
    for_each_member(*allowed, [&](const Value& v) {
      choice.all = choice.others.size() < values_tried;
      if (choice.all) offer(v);
      return choice.all;
    });
    return;
  }
  const auto size = type.size();
  if (!size) {
    choice.all = false;
  } else if (*size <= values_tried) {
    for (Integer i = 0; i < *size; ++i) offer(type.value(i));
  } else {
    choice.all = false;
    const Integer at = type.index_of(choice.taken), last = *size - 1;
    for (const Integer& i : {Integer(at - 1), Integer(at + 1), Integer(0), Integer(1), last})
      if (i >= 0 && i <= last) offer(type.value(i));
  }
}

std::vector<Choice> Player::choices_at(const State* from, const Inputs* inputs, const State& to, Place at) const {
  std::vector<Choice> found;
  std::vector<Value> around = from ? slots_.values(*from, inputs, &to) : std::vector<Value>(slots_.size());
  if (!from) std::copy(to.begin(), to.end(), around.begin() + slots_.next_begin());
  for (std::size_t v = 0; v < rules_.size(); ++v) {
    at.variable = v;
    if (is_input(v)) {
      if (!from) continue;
      found.push_back({at, (*inputs)[column_[v]], {}});
      list_others(found.back(), nullptr);
      continue;
    }
    if (from && system_.variables[v].kind == VariableKind::Frozen) continue;
    const CompiledExpr* assigned = rule(v, !from);
    const Value allowed = assigned ? assigned->run(around) : Value();
    if (assigned && (!allowed.defined() || allowed.kind() != Value::Kind::Set)) continue;
    found.push_back({at, to[column_[v]], {}});
    list_others(found.back(), assigned ? &allowed : nullptr);
  }
  leave_possible(found, from, inputs, to);
  std::erase_if(found, [](const Choice& c) { return c.others.empty(); });
  return found;
}

// What TRANS, INVAR and INIT leave beside the same past, the same inputs and the same values of the variables that are
// declared before it: all else follows from a choice made there.
void Player::leave_possible(std::vector<Choice>& found, const State* from, const Inputs* inputs,
                            const State& to) const {
  const auto is_state = [&](const Choice& c) { return !is_input(c.place.variable); };
  if (std::none_of(found.begin(), found.end(), is_state)) return;
  Relation* given = relation(!from);
  if (!given) return;
  std::vector<Fact> facts;
  for (std::size_t v = 0; from && v < rules_.size(); ++v)
    facts.push_back(is_input(v) ? Fact{v, Side::Input, (*inputs)[column_[v]]}
                                : Fact{v, Side::Before, (*from)[column_[v]]});
  const std::vector<std::size_t> all = given->all_conditions();
  for (Choice& choice : found) {
    if (!is_state(choice)) continue;
    const Fact taken{choice.place.variable, Side::After, to[column_[choice.place.variable]]};
    const bool is_open = questions_left_ > 0 && possible(*given, facts, all, &taken);
    if (!is_open) choice.others.clear();
    std::erase_if(choice.others, [&](const Value& other) {
      facts.push_back({taken.variable, Side::After, other});
      const bool fits = possible(*given, facts, all, nullptr);
      facts.pop_back();
      return !fits;
    });
    facts.push_back(taken);
  }
}

// An unknown is left out, and then not all was looked at.
bool Player::possible(Relation& given, const std::vector<Fact>& facts, const std::vector<std::size_t>& conditions,
                      const Fact* except) const {
  if (questions_left_ > 0) --questions_left_;
  spent_ += 20;
  const auto answer = questions_left_ > 0 ? given.possible(facts, conditions, except) : std::nullopt;
  if (!answer) has_given_up_ = true;
  return answer.value_or(false);
}

std::vector<Choice> Player::choices(const Trace& trace) const {
  std::vector<Choice> found = choices_at(nullptr, nullptr, trace.steps[0].state, {0, 0, false});
  const auto add = [&](std::vector<Choice> more) { found.insert(found.end(), more.begin(), more.end()); };
  for (std::size_t i = 1; i < trace.steps.size(); ++i)
    add(choices_at(&trace.steps[i - 1].state, &trace.steps[i].inputs, trace.steps[i].state, {i, 0, false}));
  if (trace.loop)
    add(choices_at(&trace.steps.back().state, &trace.closing_inputs, trace.steps[*trace.loop].state,
                   {*trace.loop, 0, true}));
  return found;
}

}  // namespace whynot::analyse::why
