// Each end of a range is moved outwards by halves, and the class asked again; then two ends of one cell become one
// fact.
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
      if (has_one_end(class_.facts[i]) && !widen(i)) return std::nullopt;
    join_ends();
    return std::move(class_);
  }

 private:
  const Predicate& predicate(const Fact& f) const { return vocabulary_.predicate(f.predicate); }

  bool has_one_end(const Fact& f) const {
    return !f.is_gap() && predicate(f).variable && predicate(f).low.defined() != predicate(f).high.defined();
  }

  Fact with_end(const Fact& f, bool is_low, const Integer& rank) {
    const Expr x = predicate(f).variable;
    const Value end = value_of_rank(x.type(), rank);
    Predicate made = in_range(*vocabulary_.system().pool, x, is_low ? end : Value(), is_low ? Value() : end);
    return {vocabulary_.built_in(std::move(made)), f.at};
  }

  // Without the fact the class is not sufficient, so an end at the far side of the type is too far.
  bool widen(std::size_t i) {
    const Fact fact = class_.facts[i];
    const Type type = predicate(fact).variable.type();
    const bool is_low = predicate(fact).low.defined();
    Integer does = rank_of(type, is_low ? predicate(fact).low : predicate(fact).high);
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
           predicate(a).low.defined() != predicate(b).low.defined();
  }

  Fact joined_ends(const Fact& a, const Fact& b) {
    const Predicate &low = predicate(predicate(a).low.defined() ? a : b),
                    &high = predicate(&predicate(a) == &low ? b : a);
    ExprPool& pool = *vocabulary_.system().pool;
    Predicate made =
        low.low == high.high ? equals(pool, low.variable, low.low) : in_range(pool, low.variable, low.low, high.high);
    return {vocabulary_.built_in(std::move(made)), a.at};
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
