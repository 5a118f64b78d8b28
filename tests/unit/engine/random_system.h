// Random tiny systems and formulas for testing engines against enumeration.
#pragma once
#include "base/random.h"
#include "model/property.h"
#include "model/system/transition_system.h"

namespace whynot::testing {

class RandomSystem {
 public:
  struct Options {
    bool may_stop = true;  // TRANS and INVAR, values that leave their type
    bool fairness = true;
    bool inputs = true;
    bool interleaved = false;  // an input tells which variable changes
    bool scheduled = false;    // so does a variable of the state, of which little is said; REQUIRES interleaved
  };

  RandomSystem(ExprPool& pool, std::uint64_t seed, Options options) : pool_(pool), random_(seed), options_(options) {
    system_.pool = &pool;
    declare("b", pool.boolean_type(), VariableKind::State);
    declare("n", pool.range_type(0, 2), VariableKind::State);
    if (options.interleaved || random_.chance(40))
      declare("e", pool.enum_type({Value::symbol("x"), Value::symbol("y"), Value::symbol("z")}), VariableKind::State);
    if (random_.chance(20)) declare("f", pool.boolean_type(), VariableKind::Frozen);
    if (options.interleaved)
      declare("who", pool.range_type(0, 3), options.scheduled ? VariableKind::State : VariableKind::Input);
    else if (options.inputs && random_.chance(40))
      declare("i", random_.chance(50) ? pool.boolean_type() : pool.range_type(1, 2), VariableKind::Input);
    for (const VariableDecl& v : system_.variables) assign(v);
    constrain();
  }
  const TransitionSystem& system() const { return system_; }
  Random& random() { return random_; }

  Expr boolean(int depth, bool inputs, bool next) {
    if (depth <= 0) return atom(inputs, next);
    switch (random_.below(5)) {
      case 0: return pool_.not_(boolean(depth - 1, inputs, next));
      case 1: return pool_.and_(boolean(depth - 1, inputs, next), boolean(depth - 1, inputs, next));
      case 2: return pool_.or_(boolean(depth - 1, inputs, next), boolean(depth - 1, inputs, next));
      case 3: return pool_.xor_(boolean(depth - 1, inputs, next), boolean(depth - 1, inputs, next));
      default: return atom(inputs, next);
    }
  }
  Expr ltl(int depth, bool leaves) {
    if (depth <= 0 || random_.chance(10)) return boolean(1, leaves, leaves && random_.chance(30));
    const auto sub = [&] { return ltl(depth - 1, leaves); };
    const auto bounds = [&] {
      const std::uint64_t lo = random_.below(3);
      return TimeBounds{lo, random_.chance(80) ? lo + random_.below(3) : no_bound};
    };
    const Op unary[] = {Op::X, Op::F, Op::G, Op::Y, Op::Z, Op::O, Op::H}, binary[] = {Op::U, Op::V, Op::S, Op::T};
    switch (random_.below(7)) {
      case 0: return pool_.not_(sub());
      case 1: return pool_.make(random_.chance(50) ? Op::And : Op::Implies, pool_.boolean_type(), {sub(), sub()});
      case 2: return pool_.make(random_.chance(50) ? Op::Or : Op::Iff, pool_.boolean_type(), {sub(), sub()});
      case 3: {
        const Op op = binary[random_.below(4)];
        return pool_.temporal(op, {sub(), sub()}, random_.chance(15) ? bounds() : TimeBounds());
      }
      default: {
        const Op op = unary[random_.below(7)];
        const bool can_bound = op != Op::X && op != Op::Y && op != Op::Z;
        return pool_.temporal(op, {sub()}, can_bound && random_.chance(20) ? bounds() : TimeBounds());
      }
    }
  }

 private:
  void declare(const char* name, Type type, VariableKind kind) {
    system_.variables.push_back({pool_.variable(name, type), kind, {}});
  }

  Expr atom(bool inputs, bool next) {
    std::vector<Expr> choices;
    for (const VariableDecl& v : system_.variables) {
      if (v.kind == VariableKind::Input && !inputs) continue;
      choices.push_back(next && v.kind != VariableKind::Input && random_.chance(50) ? pool_.next(v.variable)
                                                                                    : v.variable);
    }
    const Expr v = choices[random_.below(choices.size())];
    if (v.type().is_boolean()) return v;
    const Value value = v.type().value(Integer(random_.below(static_cast<std::size_t>(*v.type().size()))));
    const Expr constant = pool_.constant(value, v.type());
    return v.type().is_integer_like() && random_.chance(50) ? pool_.lt(v, constant) : pool_.eq(v, constant);
  }

  Expr value(Type type, bool inputs, int depth) {
    if (depth > 0 && random_.chance(60))
      return pool_.ite(boolean(1, inputs, false), value(type, inputs, depth - 1), value(type, inputs, depth - 1));
    for (const VariableDecl& v : system_.variables)
      if (v.variable.type() == type && v.kind != VariableKind::Input && random_.chance(40)) {
        if (!type.is(TypeKind::Range) || random_.chance(30)) return v.variable;
        const Expr sum = pool_.arithmetic(Op::Add, v.variable, pool_.integer(1));
        return options_.may_stop && random_.chance(50) ? sum : pool_.arithmetic(Op::Mod, sum, pool_.integer(3));
      }
    return pool_.constant(type.value(Integer(random_.below(static_cast<std::size_t>(*type.size())))), type);
  }

  Expr choice(Type type, bool inputs) {
    if (random_.chance(50)) return value(type, inputs, 2);
    const Type set = pool_.set_type(type);
    const Expr some = pool_.make(Op::SetOf, set, {value(type, inputs, 1), value(type, inputs, 1)});
    if (random_.chance(40)) return pool_.make(Op::Ite, set, {boolean(1, inputs, false), some, value(type, inputs, 1)});
    return some;
  }

  void assign(const VariableDecl& v) {
    const Type type = v.variable.type();
    const auto constant = [&] {
      return pool_.constant(type.value(Integer(random_.below(static_cast<std::size_t>(*type.size())))), type);
    };
    if (v.kind != VariableKind::Input && random_.chance(60))
      system_.init_assignments.push_back({v.variable, constant(), {}});
    const bool is_scheduler = options_.scheduled && v.variable == system_.variables.back().variable;
    if (is_scheduler && random_.chance(50)) return;
    if (v.kind == VariableKind::State && options_.interleaved && !is_scheduler)
      system_.next_assignments.push_back({v.variable, in_its_turn(v.variable), {}});
    else if (v.kind == VariableKind::State && random_.chance(80))
      system_.next_assignments.push_back({v.variable, choice(type, true), {}});
  }

  Expr in_its_turn(Expr variable) {
    int turn = 0;
    while (system_.variables[static_cast<std::size_t>(turn)].variable != variable) ++turn;
    const Expr who = system_.variables.back().variable;
    return pool_.make(Op::Ite, pool_.set_type(variable.type()),
                      {pool_.eq(who, pool_.integer(turn)), choice(variable.type(), false), variable});
  }

  void constrain() {
    if (random_.chance(20)) system_.init.push_back({boolean(1, false, false), {}});
    if (options_.may_stop && random_.chance(30)) system_.trans.push_back({boolean(2, true, true), {}});
    if (options_.may_stop && random_.chance(20)) {
      const Expr b = system_.variables[0].variable, n = system_.variables[1].variable;
      system_.trans.push_back({pool_.eq(pool_.next(n), pool_.ite(b, n, value(n.type(), false, 1))), {}});
    }
    if (options_.may_stop && random_.chance(20)) system_.invar.push_back({boolean(1, false, false), {}});
    if (options_.fairness && random_.chance(25)) system_.justice.push_back({boolean(1, false, false), {}});
    if (options_.fairness && random_.chance(15))
      system_.compassion.push_back({boolean(1, false, false), boolean(1, false, false), {}});
  }

  ExprPool& pool_;
  Random random_;
  Options options_;
  TransitionSystem system_;
};

}  // namespace whynot::testing
