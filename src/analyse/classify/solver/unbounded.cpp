// Adds the automata of the classes to the model as variables and asks the engines for invariants of the product.
#include "analyse/classify/solver/unbounded.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "analyse/classify/listed/formula_monitor.h"
#include "analyse/classify/listed/monitor.h"
#include "encode/code.h"
#include "engine/certify.h"
#include "engine/turns/portfolio.h"

namespace whynot::analyse::classify {
namespace {

constexpr std::size_t most_automaton_states = 2'000, most_letters = 4'096, most_explored = 400'000, widest_memory = 8;
constexpr std::uint64_t proof_effort = 20'000'000;  // of one proof

// One of the things that an automaton reads at a position: which of these values an expression has there.
struct Digit {
  std::optional<Expr> at_start;  // nothing: it has the first of the values, which it never has later
  Expr after_step;               // over the state before, the inputs and the state after
  std::vector<Value> values;
};

// Deterministic; state 0 is before the first position, state 1 accepts and is never left.  A letter is a number
// with the digits, the first of which varies fastest.
struct Automaton {
  std::vector<Digit> digits;
  std::function<std::uint32_t(std::uint32_t state, std::size_t letter)> next;
  std::function<bool()> failed;

  std::size_t letters() const {
    std::size_t n = 1;
    for (const Digit& d : digits) n = std::min(n * d.values.size(), most_letters + 1);
    return n;
  }
  std::vector<std::size_t> digits_of(std::size_t letter) const {
    std::vector<std::size_t> found;
    for (const Digit& d : digits) {
      found.push_back(letter % d.values.size());
      letter /= d.values.size();
    }
    return found;
  }
  // How many states some sequence of letters leads to; 0 when they are too many.
  std::size_t states() const {
    std::vector<std::uint32_t> open = {0};
    std::vector<bool> seen = {true, true};
    const std::size_t all = letters();
    if (all > most_letters) return 0;
    for (std::size_t i = 0; i < open.size(); ++i) {
      for (std::size_t letter = 0; letter < all; ++letter) {
        const std::uint32_t to = next(open[i], letter);
        if (failed() || to >= most_automaton_states || open.size() * all > most_explored) return 0;
        if (to >= seen.size()) seen.resize(to + 1, false);
        if (!seen[to]) open.push_back(to);
        seen[to] = true;
      }
    }
    return seen.size();
  }
};

class Product {
 public:
  explicit Product(const Question& question) : pool_(*question.system->pool), system_(*question.system) {
    system_.obligations.clear();
    for (const VariableDecl& v : system_.variables)
      if (v.kind == VariableKind::Input) inputs_.push_back(v.variable);
  }

  const TransitionSystem& system() const { return system_; }

  // "The run so far violates the property", over the product's variables; nothing where no small automaton does it.
  std::optional<Expr> add_violation(Expr bad) {
    std::optional<FormulaMonitor> monitor = FormulaMonitor::of(system_, bad);
    if (!monitor) return std::nullopt;
    Automaton automaton;
    for (const FormulaMonitor::Atom& a : monitor->atoms())
      automaton.digits.push_back(a.of_transition ? condition(pool_.boolean(false), a.condition)
                                                 : condition(a.condition, in_next_state(a.condition)));
    automaton.next = [&](std::uint32_t state, std::size_t letter) {
      std::vector<bool> values;
      for (std::size_t digit : automaton.digits_of(letter)) values.push_back(digit == 1);
      return monitor->next(state, values);
    };
    automaton.failed = [&] { return monitor->overflowed(); };
    return add("violated?", automaton);
  }

  // "The class has been seen."
  std::optional<Expr> add_class(const Vocabulary& vocabulary, const TraceClass& c) {
    const std::optional<SplitClass> parts = split(vocabulary, c);
    if (!parts) return std::nullopt;
    Monitor monitor(vocabulary.system(), *parts);
    Automaton automaton;
    for (const std::vector<Expr>& alone : parts->alone) automaton.digits.push_back(fits(alone));
    const std::vector<Expr>& remembered = monitor.remembered();
    for (Expr variable : remembered)
      if (auto digit = value_of(variable))
        automaton.digits.push_back(*std::move(digit));
      else
        return std::nullopt;
    std::vector<std::optional<Monitor::LetterId>> letters(std::min(automaton.letters(), most_letters));
    automaton.next = [&](std::uint32_t state, std::size_t letter) {
      if (!letters[letter]) letters[letter] = letter_of(monitor, automaton, letter, parts->positions);
      return monitor.next(state, *letters[letter]);
    };
    automaton.failed = [&] { return monitor.overflowed(); };
    return add(fmt::format("class?{}", classes_++), automaton);
  }

 private:
  bool is_input(Expr v) const { return std::find(inputs_.begin(), inputs_.end(), v) != inputs_.end(); }

  static Monitor::LetterId letter_of(Monitor& monitor, const Automaton& automaton, std::size_t letter,
                                     std::size_t positions) {
    const std::vector<std::size_t> digits = automaton.digits_of(letter);
    std::vector<bool> fits;
    for (std::size_t p = 0; p < positions; ++p) fits.push_back(digits[p] == 1);
    return monitor.letter(std::move(fits), [&](Expr variable) {
      const auto& names = monitor.remembered();
      const auto n =
          positions + static_cast<std::size_t>(std::find(names.begin(), names.end(), variable) - names.begin());
      return automaton.digits[n].values[digits[n]];
    });
  }

  static Digit condition(Expr at_start, Expr after_step) {
    return {at_start, after_step, {Value::boolean(false), Value::boolean(true)}};
  }
  Digit fits(const std::vector<Expr>& alone) const {
    std::vector<Expr> here, there;
    for (Expr body : alone) {
      here.push_back(at_start(body));
      there.push_back(after_step(body));
    }
    return condition(pool_.all(here), pool_.all(there));
  }
  // No transition leads to the first position, so inputs have no value there.
  std::optional<Digit> value_of(Expr variable) const {
    Digit digit{variable, is_input(variable) ? variable : next_of(variable), {}};
    if (is_input(variable)) {
      digit.at_start.reset();
      digit.values.emplace_back();
    }
    const Type type = variable.type();
    if (encode::code_width(type) > widest_memory) return std::nullopt;
    if (type.is(TypeKind::Enum)) {
      for (const Value& v : type.values()) digit.values.push_back(v);
      return digit;
    }
    for (Integer code = 0; code < (Integer(1) << static_cast<unsigned>(encode::code_width(type))); ++code)
      if (const Value v = encode::value_of_code(type, code); type.contains(v)) digit.values.push_back(v);
    return digit;
  }

  // The automaton as one further variable.
  std::optional<Expr> add(const std::string& name, const Automaton& automaton) {
    const std::size_t states = automaton.states();
    if (states == 0) return std::nullopt;
    const Expr state = pool_.variable(name, pool_.range_type(0, states - 1));
    const Expr accepting = pool_.integer(1);
    Expr next = accepting;
    for (std::size_t s = 0; s < states; ++s)
      if (s != 1) next = pool_.ite(pool_.eq(state, pool_.integer(Integer(s))), step_value(automaton, s, false), next);
    system_.variables.push_back({state, VariableKind::State, {}});
    system_.init_assignments.push_back({state, step_value(automaton, 0, true), {}});
    system_.next_assignments.push_back({state, next, {}});
    return pool_.eq(state, accepting);
  }

  // The state after a letter, decided digit by digit; equal outcomes are not decided.
  Expr step_value(const Automaton& automaton, std::size_t from, bool start) const {
    std::vector<Expr> outcome;
    for (std::size_t letter = 0; letter < automaton.letters(); ++letter)
      outcome.push_back(pool_.integer(Integer(automaton.next(static_cast<std::uint32_t>(from), letter))));
    for (auto d = automaton.digits.rbegin(); d != automaton.digits.rend(); ++d) {
      const std::size_t part = outcome.size() / d->values.size();
      std::vector<Expr> decided(outcome.begin(), outcome.begin() + static_cast<std::ptrdiff_t>(part));
      for (std::size_t v = 1; v < d->values.size() && !(start && !d->at_start); ++v)
        for (std::size_t i = 0; i < part; ++i) {
          const Expr then = outcome[v * part + i];
          if (decided[i] != then)
            decided[i] = pool_.ite(has_value(start ? *d->at_start : d->after_step, d->values[v]), then, decided[i]);
        }
      outcome = std::move(decided);
    }
    return outcome[0];
  }
  Expr has_value(Expr e, const Value& v) const {
    return v.is_boolean() && v.as_boolean() ? e : pool_.eq(e, pool_.constant(v, e.type()));
  }

  // Frozen variables keep their values, and have no next ones.
  Expr next_of(Expr variable) const {
    for (const VariableDecl& v : system_.variables)
      if (v.variable == variable && v.kind == VariableKind::State) return pool_.next(variable);
    return variable;
  }
  Expr in_next_state(Expr e) const {
    return substitute(pool_, e, [&](Expr leaf) { return leaf.is(Op::Variable) ? next_of(leaf) : leaf; });
  }

  Expr replaced(Expr body, const std::function<Expr(Expr)>& value) const {
    std::unordered_map<Expr, Expr, ExprHash> done;
    for_each_postorder(body, [&](Expr e) {
      std::vector<Expr> args;
      for (std::size_t i = 0; i < e.arity(); ++i) args.push_back(done.at(e.arg(i)));
      const Expr rebuilt = args.empty() ? e : rebuild(pool_, e, args);
      done.emplace(e, e.is(Op::At) ? value(e.arg(0)) : rebuilt);
    });
    return done.at(body);
  }
  // No transition leads to the first position, so nothing is true of inputs there.
  Expr at_start(Expr body) const {
    bool reads_input = false;
    for_each_postorder(body, [&](Expr e) { reads_input = reads_input || (e.is(Op::At) && is_input(e.arg(0))); });
    return reads_input ? pool_.boolean(false) : replaced(body, [](Expr v) { return v; });
  }
  Expr after_step(Expr body) const {
    return replaced(body, [&](Expr v) { return is_input(v) ? v : next_of(v); });
  }

  ExprPool& pool_;
  TransitionSystem system_;
  std::vector<Expr> inputs_;
  std::size_t classes_ = 0;
};

Proof prove(const Product& product, Expr invariant, bool certify, UnboundedAnswer& known, Context& context) {
  Property property;
  property.name = "classes";
  property.formula = invariant;
  Context limited(context, proof_effort);
  const Query query{&product.system(), &property, {}, std::nullopt, nullptr};
  engine::Answer answer = engine::decide(query, engine::engines(), limited);
  if (std::holds_alternative<Holds>(answer.verdict)) {
    if (certify && known.doubt.empty()) known.doubt = engine::doubt(query, answer, context).value_or("");
    return Proof::Proved;
  }
  const auto* violated = std::get_if<Violated>(&answer.verdict);
  if (!violated) return Proof::Open;
  if (const Trace* trace = std::get_if<Trace>(&violated->evidence))
    known.longest = std::max(known.longest, trace->depth());
  return Proof::Refuted;
}

}  // namespace

UnboundedAnswer prove_unbounded(const Question& question, const Vocabulary& vocabulary,
                                const std::vector<TraceClass>& classes, const std::optional<TraceClass>& within,
                                bool certify, Context& context) {
  UnboundedAnswer answer;
  ExprPool& pool = *question.system->pool;
  answer.sufficiency.assign(classes.size(), Proof::Open);
  if (question.violation.lassos) return answer;
  Product all(question);
  const auto violated = all.add_violation(question.violation.bad);
  if (!violated) return answer;
  const auto meant = within ? all.add_class(vocabulary, *within) : pool.boolean(true);
  std::vector<Expr> seen;
  for (std::size_t i = 0; i < classes.size(); ++i) {
    Product alone(question);
    const auto accepted = alone.add_class(vocabulary, classes[i]);
    if (!accepted) continue;
    const Expr fails = *alone.add_violation(question.violation.bad);
    answer.sufficiency[i] = prove(alone, pool.implies(*accepted, fails), certify, answer, context);
    seen.push_back(*all.add_class(vocabulary, classes[i]));
  }
  if (meant && seen.size() == classes.size())
    answer.coverage = prove(all, pool.implies(pool.and_(*violated, *meant), pool.any(seen)), certify, answer, context);
  return answer;
}

Proof prove_coverage(const Question& question, const Vocabulary& vocabulary, const std::vector<TraceClass>& classes,
                     Context& context) {
  if (question.violation.lassos) return Proof::Open;
  Product product(question);
  const auto violated = product.add_violation(question.violation.bad);
  if (!violated) return Proof::Open;
  std::vector<Expr> seen;
  for (const TraceClass& c : classes) {
    const auto accepted = product.add_class(vocabulary, c);
    if (!accepted) return Proof::Open;
    seen.push_back(*accepted);
  }
  UnboundedAnswer known;
  return prove(product, question.system->pool->implies(*violated, question.system->pool->any(seen)), false, known,
               context);
}

}  // namespace whynot::analyse::classify
