// What is said of many steps is said of as few as will do; each end of a range is moved outwards by halves, and the
// class asked again; then two ends of one cell become one fact.
#include "analyse/classify/widen.h"

#include <algorithm>

#include "analyse/classify/facts/atoms.h"

namespace whynot::analyse::classify {
namespace {

class Widening {
 public:
  Widening(TraceClass c, Minimiser& minimiser, Vocabulary& vocabulary)
      : class_(std::move(c)), minimiser_(minimiser), vocabulary_(vocabulary) {}

  std::optional<TraceClass> run() {
    for (std::size_t i = 0; i < class_.facts.size(); ++i)
      if (!weaken(i)) return std::nullopt;
    for (std::size_t i = 0; i < class_.facts.size(); ++i)
      if (has_one_end(class_.facts[i]) && !widen(i)) return std::nullopt;
    join_ends();
    return std::move(class_);
  }

 private:
  const Predicate& predicate(const Fact& f) const { return vocabulary_.predicate(f.predicate); }

  // Of a span: what it says of each step.
  const Predicate& atom(const Fact& f) const {
    return vocabulary_.predicate(vocabulary_.atom_of(f.predicate).value_or(f.predicate));
  }

  // Of a span that was made of an atom.
  std::optional<Predicate::Over> over(const Fact& f) const {
    if (!vocabulary_.atom_of(f.predicate)) return std::nullopt;
    return predicate(f).spans[0].over;
  }

  bool has_one_end(const Fact& f) const {
    return !f.is_gap() && predicate(f).variable && atom(f).low.defined() != atom(f).high.defined();
  }

  Fact with_end(const Fact& f, bool is_low, const Integer& rank) {
    const Expr x = predicate(f).variable;
    const Value end = value_of_rank(x.type(), rank);
    Predicate made = in_range(*vocabulary_.system().pool, x, is_low ? end : Value(), is_low ? Value() : end);
    const PredicateId plain = vocabulary_.built_in(std::move(made));
    return {over(f) ? vocabulary_.spanning(plain, *over(f)) : plain, f.at};
  }

  // Facts that follow from what is said of many steps, the weakest first.
  std::vector<Fact> weaker(const Fact& f) {
    using enum Predicate::Over;
    const auto said = f.is_gap() ? std::nullopt : vocabulary_.atom_of(f.predicate);
    if (!said) return {};
    const Predicate::Over said_of = predicate(f).spans[0].over;
    std::vector<Fact> found;
    // Inputs belong to steps, and none leads to the first position.
    if (is_of_state(*said)) found.push_back({*said, {static_cast<PositionId>(class_.positions)}});
    if (said_of != SomeOfLoop) found.push_back({vocabulary_.spanning(*said, SomeOfLoop), {}});
    if (said_of == Always || said_of == AllFrom) found.push_back({vocabulary_.spanning(*said, AllOfLoop), {}});
    for (PositionId p = 0; said_of == Always && p < class_.positions; ++p)
      found.push_back({vocabulary_.spanning(*said, AllFrom), {p}});
    return found;
  }

  bool is_of_state(PredicateId atom) const {
    bool is_state = true;
    for_each_postorder(vocabulary_.predicate(atom).body, [&](Expr e) {
      if (e.is(Op::At)) is_state = is_state && e.a() == 0 && !vocabulary_.is_input(e.arg(0));
    });
    return is_state;
  }

  // A weaker fact makes a class of more counterexamples; those that were needed are needed all the more.
  bool weaken(std::size_t i) {
    if (!vocabulary_.grammar().always) return true;
    for (const Fact& fact : weaker(class_.facts[i])) {
      TraceClass tried = class_;
      tried.facts[i] = fact;
      for (PositionId p : fact.at) tried.positions = std::max<std::size_t>(tried.positions, p + 1);
      const Answer answer = minimiser_.sufficient(tried);
      if (answer == Answer::Stopped) return false;
      if (answer == Answer::Sat) continue;
      class_ = std::move(tried);
      return true;
    }
    return true;
  }

  // Without the fact the class is not sufficient, so an end at the far side of the type is too far.
  bool widen(std::size_t i) {
    const Fact fact = class_.facts[i];
    const Type type = predicate(fact).variable.type();
    const bool is_low = atom(fact).low.defined();
    Integer does = rank_of(type, is_low ? atom(fact).low : atom(fact).high);
    Integer fails = is_low ? Integer(0) : Integer(*type.size() - 1);
    while (is_low ? fails + 1 < does : does + 1 < fails) {
      const Integer middle = (does + fails) / 2;
      class_.facts[i] = with_end(fact, is_low, middle);
      const Answer answer = minimiser_.sufficient(class_);
      if (answer == Answer::Stopped) return false;
      (answer == Answer::Unsat ? does : fails) = middle;
    }
    class_.facts[i] = with_end(fact, is_low, does);
    return true;
  }

  void join_ends() {
    std::vector<Fact>& facts = class_.facts;
    for (std::size_t i = 0; i < facts.size(); ++i)
      for (std::size_t j = i + 1; j < facts.size(); ++j)
        if (are_ends(facts[i], facts[j])) {
          facts[i] = joined_ends(facts[i], facts[j]);
          facts.erase(facts.begin() + static_cast<std::ptrdiff_t>(j));
          break;
        }
  }

  bool are_ends(const Fact& a, const Fact& b) const {
    return has_one_end(a) && has_one_end(b) && a.at == b.at && predicate(a).variable == predicate(b).variable &&
           over(a) == over(b) && over(a) != Predicate::Over::SomeOfLoop &&
           atom(a).low.defined() != atom(b).low.defined();
  }

  Fact joined_ends(const Fact& a, const Fact& b) {
    const bool is_lower = atom(a).low.defined();
    const Predicate& low = atom(is_lower ? a : b);
    const Predicate& high = atom(is_lower ? b : a);
    ExprPool& pool = *vocabulary_.system().pool;
    Predicate made =
        low.low == high.high ? equals(pool, low.variable, low.low) : in_range(pool, low.variable, low.low, high.high);
    const PredicateId plain = vocabulary_.built_in(std::move(made));
    return {over(a) ? vocabulary_.spanning(plain, *over(a)) : plain, a.at};
  }

  TraceClass class_;
  Minimiser& minimiser_;
  Vocabulary& vocabulary_;
};

}  // namespace

std::optional<TraceClass> widened(TraceClass c, Minimiser& minimiser, Vocabulary& vocabulary) {
  return Widening(std::move(c), minimiser, vocabulary).run();
}

}  // namespace whynot::analyse::classify
