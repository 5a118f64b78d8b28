// The model's conditions are split into conjuncts, and those that only give a value to a variable nobody reads are left
// out.  Next values that are functions of the state are substituted instead of constrained.  A temporal formula adds
// one bit of memory for each of its operators (the tableau construction).
#include "check/relation.h"

#include <algorithm>

#include "base/check.h"
#include "model/property.h"

namespace whynot::check {
namespace {

// The conjuncts of a condition, in any order.
std::vector<Expr> parts_of(Expr condition) {
  std::vector<Expr> open{condition}, parts;
  while (!open.empty()) {
    const Expr e = open.back();
    open.pop_back();
    if (!e.is(Op::And)) {
      parts.push_back(e);
      continue;
    }
    open.push_back(e.arg(0));
    open.push_back(e.arg(1));
  }
  return parts;
}

// The variables to one of which a condition `x = e`, `x in e`, `x` or `!x` gives its value.
std::vector<Expr> given_by(Expr condition, bool next) {
  std::vector<Expr> found;
  const auto take = [&](Expr e) {
    if (e.is(next ? Op::Next : Op::Variable)) found.push_back(next ? e.arg(0) : e);
  };
  take(condition.is(Op::Not) ? condition.arg(0) : condition);
  if (condition.is(Op::Eq) || condition.is(Op::Iff) || condition.is(Op::In)) {
    take(condition.arg(0));
    take(condition.arg(1));
  }
  return found;
}

}  // namespace

Relation::Relation(const TransitionSystem& system, std::span<const Expr> roots, Extent extent, Context& context)
    : system_(system), pool_(*system.pool), encoding_(system, context) {
  for (const VariableDecl& v : system.variables) kinds_.emplace(v.variable, v.kind);
  collect(init_, system.init_assignments, system.init, false);
  collect(invar_, system.invar_assignments, system.invar, false);
  collect(trans_, system.next_assignments, system.trans, true);
  find_needed(roots, extent);
  find_functions();
}

void Relation::collect(Parts& parts, const std::vector<Assignment>& assignments,
                       const std::vector<Constraint>& constraints, bool next) {
  for (const Assignment& a : assignments) {
    const Expr target = next ? pool_.next(a.variable) : a.variable;
    parts.push_back(
        {a.value.type().is(TypeKind::Set) ? pool_.in(target, a.value) : pool_.eq(target, a.value), {a.variable}});
  }
  for (const Constraint& c : constraints)
    for (const Expr e : parts_of(c.condition)) parts.push_back({e, given_by(e, next)});
}

// Conditions that give a value to a variable nobody reads have nothing to do with the rest.
void Relation::find_needed(std::span<const Expr> roots, Extent extent) {
  std::unordered_map<Expr, std::vector<Part*>, ExprHash> giving;
  std::unordered_set<Expr, ExprHash> reached;
  std::vector<bool> seen;
  std::vector<Expr> open;
  const auto read = [&](Expr e) {
    for_each_postorder(std::span<const Expr>(&e, 1), seen, [&](Expr below) {
      if (below.is(Op::Variable) && reached.insert(below).second) open.push_back(below);
    });
  };
  for (Parts* parts : {&init_, &invar_, &trans_})
    for (Part& part : *parts) {
      for (const Expr variable : part.about) giving[variable].push_back(&part);
      if (!part.about.empty() && extent == Extent::Needed) continue;
      part.needed = true;
      read(part.condition);
    }
  for (const Expr root : roots) read(root);
  while (!open.empty()) {
    const Expr variable = open.back();
    open.pop_back();
    for (Part* part : giving[variable]) {
      if (part->needed) continue;
      part->needed = true;
      read(part->condition);
    }
  }
  for (const Parts* parts : {&init_, &invar_, &trans_})
    for (const Part& part : *parts) is_whole_ = is_whole_ && part.needed;
  for (const VariableDecl& v : system_.variables)
    if (v.kind == VariableKind::State && (extent == Extent::Whole || reached.count(v.variable)))
      state_.push_back(v.variable);
}

// Those that read each other's next values in a circle stay conditions.
void Relation::find_functions() {
  std::unordered_map<Expr, const Assignment*, ExprHash> open;
  for (std::size_t i = 0; i < system_.next_assignments.size(); ++i) {  // the parts begin with them, in this order
    const Assignment& a = system_.next_assignments[i];
    if (trans_[i].needed && kinds_.at(a.variable) == VariableKind::State && !a.value.type().is(TypeKind::Set) &&
        Encoding::can_have(a.variable.type(), a.value.type()))
      open.emplace(a.variable, &a);
  }
  std::unordered_map<Expr, std::size_t, ExprHash> waits;
  std::unordered_map<Expr, std::vector<Expr>, ExprHash> readers;
  std::vector<Expr> ready;
  for (const Assignment& a : system_.next_assignments) {
    const auto found = open.find(a.variable);
    if (found == open.end() || found->second != &a) continue;
    for (const Expr leaf : leaves(a.value))
      if (leaf.is(Op::Next) && open.count(leaf.arg(0))) {
        ++waits[a.variable];
        readers[leaf.arg(0)].push_back(a.variable);
      }
    if (waits[a.variable] == 0) ready.push_back(a.variable);
  }
  for (std::size_t i = 0; i < ready.size(); ++i) {
    functions_.push_back(*open.at(ready[i]));
    for (const Expr reader : readers[ready[i]])
      if (--waits[reader] == 0) ready.push_back(reader);
  }
}

bool Relation::speaks_of_step(Expr e) const {
  return speaks_of_transition(e, [&](Expr v) { return is_input(v); });
}

int Relation::all(const Parts& parts, Extent extent, Moment now) {
  int all = encoding_.constant(true);
  for (const Part& part : parts)
    if (part.needed || extent == Extent::Whole) all = encoding_.both(all, condition(part.condition, now));
  return all;
}

int Relation::whole_initial(Moment now) { return encoding_.both(all(init_, Extent::Whole, now), whole_allowed(now)); }

int Relation::whole_step(Moment now) {
  const int states = encoding_.both(whole_allowed(now), whole_allowed(now + 1));
  return encoding_.both(states, all(trans_, Extent::Whole, now));
}

void Relation::bind_step(Moment now) {
  int fits = encoding_.constant(true);
  for (const Assignment& f : functions_)
    fits = encoding_.both(fits, encoding_.identify(pool_.next(f.variable), f.value, now));
  fits_.emplace(now, fits);
}

int Relation::step(Moment now) {
  const auto fits = fits_.find(now);
  int result = encoding_.both(allowed(now), allowed(now + 1));
  if (fits != fits_.end()) result = encoding_.both(result, fits->second);
  result = encoding_.both(result, all(trans_, Extent::Needed, now));
  for (const Expr e : order_)
    if (remembers_.count(e)) result = encoding_.both(result, keeps_memory(e, now));
  return result;
}

int Relation::initial(Moment now) {
  int result = encoding_.both(all(init_, Extent::Needed, now), allowed(now));
  if (!formula_) return result;
  for (const Expr e : order_) {
    if (!is_past(e.op()) || !remembers_.count(e)) continue;
    const bool before = e.is(Op::Z) || e.is(Op::H) || e.is(Op::T);
    result = encoding_.both(result, before ? memory(e, now) : -memory(e, now));
  }
  return encoding_.both(result, value(formula_, now));
}

// ---- what a formula remembers

int Relation::memory(Expr e, Moment now) {
  const auto [found, fresh] = memories_[now].try_emplace(e);
  if (fresh) found->second = encoding_.input();
  return found->second;
}

// What speaks of the step is remembered before it, and bound by it.
void Relation::add_atom(Expr e) {
  order_.push_back(e);
  if (speaks_of_step(e)) remembers_.insert(e);
}

void Relation::remember(Expr formula) {
  formula_ = formula;
  std::unordered_set<Expr, ExprHash> added;
  const auto add_once = [&](Expr e) {
    if (added.insert(e).second) add_atom(e);
  };
  for (const Compassion& c : system_.compassion) {
    add_once(c.p);
    add_once(c.q);
  }
  for_each_postorder(formula, [&](Expr e) {
    bool found = is_ltl(e.op());
    for (std::size_t i = 0; i < e.arity(); ++i) found = found || is_temporal_.count(e.arg(i)) > 0;
    if (!found) return;
    is_temporal_.insert(e);
    for (std::size_t i = 0; i < e.arity(); ++i)
      if (!is_temporal_.count(e.arg(i))) add_once(e.arg(i));
    order_.push_back(e);
    if (!e.is(Op::And) && !e.is(Op::Or)) remembers_.insert(e);
  });
  if (!is_temporal_.count(formula)) add_once(formula);
}

int Relation::value(Expr e, Moment now) {
  auto& values = values_[now];
  if (values.empty())
    for (const Expr part : order_) values.emplace(part, value_of_part(part, now));
  return values.at(e);
}

int Relation::value_of_part(Expr part, Moment now) {
  if (is_temporal_.count(part)) return temporal(part, now);
  return remembers_.count(part) ? memory(part, now) : condition(part, now);
}

// What is true now, given a bit that says what will be true in the next state or was true in the one before.
int Relation::temporal(Expr e, Moment now) {
  const auto& values = values_.at(now);
  const int a = values.at(e.arg(0)), b = e.arity() > 1 ? values.at(e.arg(1)) : encoding_.constant(false);
  if (e.is(Op::And)) return encoding_.both(a, b);
  if (e.is(Op::Or)) return encoding_.either(a, b);
  const int m = memory(e, now);
  switch (e.op()) {
    case Op::X:
    case Op::Y:
    case Op::Z: return m;
    case Op::F:
    case Op::O: return encoding_.either(a, m);
    case Op::G:
    case Op::H: return encoding_.both(a, m);
    case Op::U:
    case Op::S: return encoding_.either(b, encoding_.both(a, m));
    default: return encoding_.both(b, encoding_.either(a, m));
  }
}

// What the bit of another state says of this one.
int Relation::told(Expr e, Moment now) { return value(e.is(Op::X) || e.is(Op::Y) || e.is(Op::Z) ? e.arg(0) : e, now); }

int Relation::keeps_memory(Expr e, Moment now) {
  if (!is_temporal_.count(e)) return encoding_.same(memory(e, now), condition(e, now));
  if (is_future(e.op())) return encoding_.same(memory(e, now), told(e, now + 1));
  return encoding_.same(memory(e, now + 1), told(e, now));
}

std::optional<int> Relation::justice(std::size_t index, Moment now) {
  const auto& conditions = system_.justice;
  if (index < conditions.size()) return condition(conditions[index].condition, now);
  index -= conditions.size();
  if (!certificate_ || index >= certificate_->remembered.size()) return std::nullopt;
  const Expr e = certificate_->remembered[index];
  if (!is_temporal_.count(e) || !(e.is(Op::F) || e.is(Op::U))) return std::nullopt;
  return encoding_.either(-value(e, now), value(e.arg(e.is(Op::F) ? 0 : 1), now));
}

// ---- what a certificate says

std::optional<int> Relation::bit(Certificate::Bit place, Moment now) {
  const auto& variables = system_.variables;
  if (place.variable < variables.size()) {
    const VariableDecl& v = variables[place.variable];
    if (v.kind == VariableKind::Input || place.bit >= Encoding::code_width(v.variable.type())) return std::nullopt;
    auto& code = codes_[now][place.variable];
    if (code.empty()) code = encoding_.code(v.variable, now);
    return code[place.bit];
  }
  const std::size_t number = place.variable - variables.size();
  if (number >= certificate_->remembered.size()) return bit_of_saving(place, now);
  const Expr e = certificate_->remembered[number];
  return remembers_.count(e) ? std::optional(memory(e, now)) : std::nullopt;
}

// Before the step they are anything; after it what the step makes of them.
std::optional<int> Relation::bit_of_saving(Certificate::Bit place, Moment now) {
  const std::size_t own = system_.variables.size() + certificate_->remembered.size();
  if (!formula_ || now > 1 || place.variable > 2 * own) return std::nullopt;
  if (!saving_) saving_ = Saving{encoding_.input(), encoding_.input(), {}, {}};
  const int since = encoding_.either(saving_->saved, saving_->save);
  if (place.variable < 2 * own) {
    const auto original = bit({place.variable - own, place.bit}, 0);
    if (!original) return std::nullopt;
    const auto [copy, fresh] = saving_->copies.try_emplace({place.variable - own, place.bit});
    if (fresh) copy->second = encoding_.input();
    if (now == 0) return copy->second;
    const int saves = encoding_.both(-saving_->saved, saving_->save);
    return encoding_.either(encoding_.both(saves, *original), encoding_.both(-saves, copy->second));
  }
  if (place.bit == 0) return now == 0 ? saving_->saved : since;
  const auto promise = justice(place.bit - 1, 0);
  if (!promise) return std::nullopt;
  const auto [kept, fresh] = saving_->kept.try_emplace(place.bit - 1);
  if (fresh) kept->second = encoding_.input();
  if (now == 0) return kept->second;
  return encoding_.both(since, encoding_.either(encoding_.both(saving_->saved, kept->second), *promise));
}

int Relation::nothing_saved() {
  int result = -saving_->saved;
  for (const auto& [promise, kept] : saving_->kept) result = encoding_.both(result, -kept);
  return result;
}

int Relation::comes_back(Moment now) {
  const std::size_t own = system_.variables.size() + certificate_->remembered.size();
  int result = *bit({2 * own, 0}, now);
  for (const auto& [promise, kept] : saving_->kept) result = encoding_.both(result, *bit({2 * own, promise + 1}, now));
  for (const auto& [place, copy] : saving_->copies) {
    const auto& [variable, number] = place;
    result = encoding_.both(result, encoding_.same(*bit({variable, number}, now), *bit({own + variable, number}, now)));
  }
  return result;
}

bool Relation::place(const Certificate& certificate) {
  certificate_ = &certificate;
  const auto& nodes = certificate.gates.nodes;
  bit_of_.assign(nodes.size(), 0);
  std::size_t number = 0;
  for (std::size_t node = 1; node < nodes.size(); ++node) {
    if (certificate.gates.is_input(node)) {
      if (number == certificate.bits.size() || !bit(certificate.bits[number], 0)) return false;
      bit_of_[node] = number++;
    } else if (nodes[node].a / 2 >= node || nodes[node].b / 2 >= node) {
      return false;
    }
  }
  return true;
}

int Relation::placed(Certificate::Lit literal, Moment now) {
  const Gates& gates = certificate_->gates;
  auto& made = placed_[now];
  made.resize(gates.nodes.size());
  made[0] = encoding_.constant(false);
  const auto of = [&](Certificate::Lit l) { return l % 2 != 0 ? -made[l / 2] : made[l / 2]; };
  WHYNOT_CHECK(literal / 2 < made.size(), "a certificate's literals should be those of its gates");
  std::vector<std::size_t> open{literal / 2};
  while (!open.empty()) {
    const std::size_t node = open.back();
    const auto [a, b] = gates.nodes[node];
    if (made[node] == 0 && gates.is_input(node)) made[node] = *bit(certificate_->bits[bit_of_[node]], now);
    if (made[node] == 0 && made[a / 2] != 0 && made[b / 2] != 0) made[node] = encoding_.both(of(a), of(b));
    if (made[node] != 0) {
      open.pop_back();
      continue;
    }
    for (const Certificate::Lit read : {a, b})
      if (made[read / 2] == 0) open.push_back(read / 2);
  }
  return of(literal);
}

std::optional<Relation::Taken> Relation::take(const Certificate::Way& way) {
  Taken taken{fresh_, fresh_ + 1, encoding_.constant(true)};
  fresh_ += 2;
  encoding_.share_state(taken.from, 0);
  Leaves known;
  for (const VariableDecl& v : system_.variables) {
    if (v.kind != VariableKind::Input) known.insert(v.variable);
    if (v.kind == VariableKind::Frozen) known.insert(pool_.next(v.variable));
  }
  if (!choose_codes(way, taken, known) || !give_rest(taken, known)) return std::nullopt;
  for (const VariableDecl& v : system_.variables)
    if (!known.count(v.kind == VariableKind::Input ? v.variable : pool_.next(v.variable))) return std::nullopt;
  taken.can = encoding_.both(taken.can, whole_step(taken.from));
  return taken;
}

bool Relation::choose_codes(const Certificate::Way& way, Taken& taken, Leaves& known) {
  std::unordered_map<std::size_t, std::vector<int>> codes;
  std::vector<std::size_t> order;
  for (const auto& [place, value] : way.choice) {
    if (place.variable >= system_.variables.size()) return false;
    auto& code = codes[place.variable];
    if (code.empty()) {
      order.push_back(place.variable);
      code.resize(Encoding::code_width(system_.variables[place.variable].variable.type()));
    }
    if (place.bit >= code.size()) return false;
    code[place.bit] = placed(value, 0);
  }
  for (const std::size_t i : order) {
    const auto& [variable, kind, where] = system_.variables[i];
    if (kind == VariableKind::Frozen || std::find(codes[i].begin(), codes[i].end(), 0) != codes[i].end()) return false;
    const bool is_now = kind == VariableKind::Input;
    taken.can = encoding_.both(taken.can, encoding_.identify(variable, codes[i], is_now ? taken.from : taken.to));
    known.insert(is_now ? variable : pool_.next(variable));
  }
  return true;
}

bool Relation::give_rest(Taken& taken, Leaves& known) {
  for (const auto& [leaf, value] : certificate_->given) {
    const bool is_next = leaf.is(Op::Next);
    const auto kind = kinds_.find(is_next ? leaf.arg(0) : leaf);
    if (kind == kinds_.end() || kind->second != (is_next ? VariableKind::State : VariableKind::Input)) return false;
    for (const Expr read : leaves(value))
      if (!known.count(read)) return false;
    if (!known.insert(leaf).second) return false;
    taken.can = encoding_.both(taken.can, encoding_.identify(leaf, value, taken.from));
  }
  return true;
}

}  // namespace whynot::check
