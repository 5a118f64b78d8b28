// The product with a copy of its state beside it; IC3 on it.
#include "engine/live/saving.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "encode/code.h"
#include "engine/ic3/tighten.h"
#include "engine/ic3/words.h"
#include "expr/print.h"

namespace whynot::engine::live {
namespace {

using check::Certificate;
using ic3::Blocking;
using ic3::Circuit;
using ic3::Clause;
using ic3::Cube;
using ic3::Places;

constexpr std::uint64_t least_for_tightening = 20'000;  // to make a proof small

// What comes back need only come back in the variables that have to do with the promises and with the formula.
std::vector<bool> matters(const Product& product, std::size_t variables_of_model) {
  const encode::BitSystem bits(product.system);
  std::vector<Expr> roots;
  for (const Promise& promise : product.promises) roots.push_back(promise.kept);
  for (const Constraint& c : product.system.init) roots.push_back(c.condition);
  for (std::size_t i = variables_of_model; i < product.system.variables.size(); ++i)
    roots.push_back(product.system.variables[i].variable);
  return bits.cone(roots);
}

// The product's variables, then those of what is saved.
struct Copied {
  TransitionSystem system;
  std::vector<Certificate::Bit> meaning;  // of each further variable, its first bit
  Expr comes_back;
};

class Copier {
 public:
  Copier(const Product& product, std::size_t variables_of_model)
      : product_(product), own_(product.system.variables.size()), pool_(*product.system.pool) {
    made_.system = product.system;
    made_.comes_back = saved_ = flag("looks_back");
    made_.meaning.push_back({2 * own_, 0});
    const Expr save = pool_.variable("save?", pool_.boolean_type());
    const Expr since = pool_.or_(saved_, save);
    made_.system.next_assignments.push_back({saved_, since, {}});
    for (const Promise& promise : product.promises)
      if (promise.index) keep(promise, since);
    const std::vector<bool> cone = matters(product, variables_of_model);
    for (std::size_t i = 0; i < own_; ++i)
      if (cone[i] && product.system.variables[i].kind == VariableKind::State) copy(i, save);
    made_.system.variables.push_back({save, VariableKind::Input, {}});
  }

  Copied take() { return std::move(made_); }

 private:
  Expr flag(const std::string& name) {
    const Expr variable = pool_.variable(name, pool_.boolean_type());
    made_.system.variables.push_back({variable, VariableKind::State, {}});
    made_.system.init_assignments.push_back({variable, pool_.boolean(false), {}});
    return variable;
  }

  void keep(const Promise& promise, Expr since) {
    const Expr kept = flag(fmt::format("kept@{}", *promise.index + 1));
    made_.meaning.push_back({2 * own_, 1 + *promise.index});
    const Expr before = pool_.and_(saved_, kept);
    made_.system.next_assignments.push_back({kept, pool_.and_(since, pool_.or_(before, promise.kept)), {}});
    made_.comes_back = pool_.and_(made_.comes_back, kept);
  }

  void copy(std::size_t of, Expr save) {
    const Expr original = product_.system.variables[of].variable;
    const Expr variable = pool_.variable(pool_.name_of(original) + "@saved", original.type());
    made_.system.variables.push_back({variable, VariableKind::State, {}});
    made_.meaning.push_back({own_ + of, 0});
    const Expr now = pool_.and_(save, pool_.not_(saved_));
    made_.system.next_assignments.push_back({variable, pool_.ite(now, original, variable), {}});
    made_.comes_back = pool_.and_(made_.comes_back, pool_.eq(variable, original));
  }

  const Product& product_;
  std::size_t own_;
  ExprPool& pool_;
  Copied made_;
  Expr saved_;
};

// Clauses as gates.
class ClauseGates {
 public:
  ClauseGates(const Copied& copied, std::size_t own) : copied_(copied), own_(own) {
    made_.reached = 1;
    // All of them, whether a clause speaks of them or not: who comes back does so in each.
    for (std::size_t i = 0; i < copied.meaning.size(); ++i)
      for (std::size_t bit = 0; bit < encode::code_width(copied.system.variables[own + i].variable.type()); ++bit)
        input({copied.meaning[i].variable, copied.meaning[i].bit + bit});
  }

  void add(const Clause& clause) {
    Certificate::Lit none = 1;  // of its literals holds
    for (const Invariant::Literal& l : clause)
      none = both(none, input(place_of(l)) ^ static_cast<Certificate::Lit>(l.value));
    made_.reached = both(made_.reached, none ^ 1);
  }

  Certificate take() { return std::move(made_); }

 private:
  Certificate::Bit place_of(const Invariant::Literal& l) const {
    if (l.variable < own_) return {l.variable, l.bit};
    const Certificate::Bit first = copied_.meaning[l.variable - own_];
    return {first.variable, first.bit + l.bit};
  }
  Certificate::Lit input(Certificate::Bit bit) {
    const auto [found, fresh] = inputs_.try_emplace({bit.variable, bit.bit});
    if (fresh) {
      found->second = static_cast<Certificate::Lit>(2 * made_.gates.nodes.size());
      made_.gates.nodes.emplace_back();
      made_.bits.push_back(bit);
    }
    return found->second;
  }
  Certificate::Lit both(Certificate::Lit a, Certificate::Lit b) {
    made_.gates.nodes.push_back({a, b});
    return static_cast<Certificate::Lit>(2 * (made_.gates.nodes.size() - 1));
  }

  const Copied& copied_;
  std::size_t own_;
  Certificate made_;
  std::map<std::pair<std::size_t, std::size_t>, Certificate::Lit> inputs_;
};

}  // namespace

struct Saving::Saved {
  Saved(const Product& product, std::size_t variables_of_model, const std::shared_ptr<ic3::Facts>& known,
        Context& context)
      : copied(Copier(product, variables_of_model).take()), bits(copied.system) {
    bits.settle_fits(context);
    circuit.emplace(bits, copied.system.pool->not_(copied.comes_back), context);
    blocking.emplace(*circuit, context);
    facts.emplace(known, *circuit);
  }

  Copied copied;
  encode::BitSystem bits;
  std::optional<Circuit> circuit;
  std::optional<Blocking> blocking;
  std::optional<ic3::FactReader> facts;
};

Saving::Saving(const TransitionSystem& model, Expr formula, const std::shared_ptr<ic3::Facts>& facts, Context& context)
    : context_(context),
      product_(product_of(model, formula)),
      saved_(std::make_unique<Saved>(product_, model.variables.size(), facts, context)) {}

Saving::~Saving() = default;

std::uint64_t Saving::spent() const { return saved_->blocking->queries().spent(); }

bool Saving::has_failed() const { return saved_->blocking->state() == Blocking::State::Failed; }

bool Saving::advance(std::uint64_t conflicts) {
  if (proof_ || has_failed()) return false;
  Blocking& blocking = *saved_->blocking;
  blocking.queries().limit(conflicts);
  blocking.learn(saved_->facts->fresh());
  if (!blocking.advance()) return false;
  if (blocking.state() == Blocking::State::Proved) finish();
  return true;
}

void Saving::finish() {
  Blocking& blocking = *saved_->blocking;
  proof_ = ic3::tightened(*saved_->circuit, blocking.queries(), blocking.proof(),
                          std::max(least_for_tightening, spent()), context_);
}

Certificate Saving::certificate() const { return with_clauses(*proof_); }

Certificate Saving::all_bits() const { return with_clauses({}); }

Certificate Saving::with_clauses(const std::vector<Cube>& cubes) const {
  const Places places(*saved_->circuit);
  ClauseGates gates(saved_->copied, product_.system.variables.size());
  for (const Cube& cube : cubes) gates.add(places.clause(cube));
  Certificate result = gates.take();
  result.remembered = product_.remembered;
  result.counts_promises = true;
  return result;
}

Invariant Saving::words() const {
  ExprPool& pool = *product_.system.pool;
  const std::vector<Expr> told = meaning_of_memories(product_);
  const std::size_t first = product_.system.variables.size() - told.size();
  Invariant result;
  result.clauses.push_back({{}, "no state is one that was saved, with every promise kept since"});
  for (const Cube& cube : *proof_) {
    const Expr clause = substitute(pool, ic3::clause_of(*saved_->circuit, cube), [&](Expr leaf) {
      for (std::size_t i = 0; i < told.size(); ++i)
        if (leaf == product_.system.variables[first + i].variable) return told[i];
      return Expr();
    });
    result.clauses.push_back({{}, to_string(pool, clause)});
  }
  return result;
}

}  // namespace whynot::engine::live
