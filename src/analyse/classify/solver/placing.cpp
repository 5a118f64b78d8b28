// Positions in order encoding, and for each fact a literal that makes it true when it is assumed.
#include "analyse/classify/solver/placing.h"

#include <algorithm>

#include "encode/code.h"

namespace whynot::analyse::classify {

Placing::Place& Placing::place(PositionId id) {
  if (is_fixed(id)) {
    Place& made = fixed_[id];
    made.at_or_after.assign(std::min(fixed_step(id), runs_.positions()) + 1, Aig::constant(true));
    return made;
  }
  while (places_.size() <= id) {
    Place made;
    made.at_or_after.push_back(Aig::constant(true));
    for (std::size_t p = 1; p < runs_.positions(); ++p) {
      made.at_or_after.push_back(runs_.graph().input());
      runs_.require({!made.at_or_after[p], made.at_or_after[p - 1]});
      runs_.require({!made.at_or_after[p], runs_.has(p)});
    }
    places_.push_back(std::move(made));
  }
  return places_[id];
}

// "At `position` or later": beyond the longest run nothing is.
Lit Placing::from(const Place& place, std::size_t position) const {
  return position < place.at_or_after.size() ? place.at_or_after[position] : Aig::constant(false);
}

Lit Placing::stands_at(const Place& place, std::size_t position) {
  return runs_.graph().and_(from(place, position), !from(place, position + 1));
}

std::optional<Bits> Placing::copy_of(Expr variable, PositionId id) {
  if (is_fixed(id)) return fixed_step(id) < runs_.positions() ? runs_.code(variable, fixed_step(id)) : std::nullopt;
  const auto found = place(id).copies.find(variable.id());
  if (found != place(id).copies.end()) return found->second;
  Bits copy;
  for (std::size_t i = 0; i < encode::code_width(variable.type()); ++i) copy.push_back(runs_.graph().input());
  for (std::size_t p = 0; p < runs_.positions(); ++p) {
    const std::optional<Bits> there = runs_.code(variable, p);
    const Lit before = !from(place(id), p), after = from(place(id), p + 1);
    for (std::size_t i = 0; there && i < copy.size(); ++i) {
      runs_.require({before, after, !copy[i], (*there)[i]});
      runs_.require({before, after, copy[i], !(*there)[i]});
    }
  }
  return place(id).copies.emplace(variable.id(), copy).first->second;
}

Bits Placing::number(PositionId id) {
  std::vector<Lit> at;
  for (std::size_t p = 0; p < runs_.positions(); ++p) at.push_back(stands_at(place(id), p));
  return number_of(runs_.graph(), at);
}

Bits Placing::last() {
  std::vector<Lit> at;
  for (std::size_t p = 0; p < runs_.positions(); ++p) {
    const Lit more = p + 1 < runs_.positions() ? runs_.has(p + 1) : Aig::constant(false);
    at.push_back(runs_.graph().and_(runs_.has(p), !more));
  }
  return number_of(runs_.graph(), at);
}

Lit Placing::gap_literal(const Fact& fact) {
  place(fact.at[1]);  // both are made before either is referred to
  const Place &since = place(fact.at[0]), &to = place(fact.at[1]);
  const Lit assumed = runs_.graph().input();
  for (std::size_t p = 0; p < since.at_or_after.size(); ++p) {
    runs_.require({!assumed, !from(since, p), from(to, p + fact.least)});
    if (fact.most != any_distance) runs_.require({!assumed, from(since, p + 1), !from(to, p + fact.most + 1)});
  }
  return assumed;
}

// What is said of positions that nobody names.
void Placing::require_span(Lit assumed, const Vocabulary::Part& part, const Fact& fact) {
  using enum Predicate::Over;
  const PredicateCircuits::Source numbers{[](Expr, std::size_t) { return std::nullopt; },
                                          [](std::size_t) { return Bits(); }, [&] { return last(); },
                                          [&] { return runs_.loop_place(); }};
  const auto holds = [&](std::size_t step) { return circuits_.leaving(part.body, runs_, step, numbers); };
  if (part.over == AllOfLoop) return runs_.require({!assumed, runs_.on_whole_loop(holds)});
  if (part.over == SomeOfLoop) return runs_.require({!assumed, runs_.somewhere_on_loop(holds)});
  if (part.over == Always) return runs_.require({!assumed, runs_.on_all_from(0, holds)});
  for (std::size_t n : part.arguments) place(fact.at[n]);  // all are made before any is referred to
  const Place &since = place(fact.at[part.arguments.front()]), &to = place(fact.at[part.arguments.back()]);
  if (part.over == AllFrom) {
    for (std::size_t step = 0; step < runs_.positions(); ++step) {
      const Lit here = holds(step);
      runs_.require({!assumed, from(since, step + 1), !runs_.has(step), here});
      runs_.require({!assumed, !runs_.on_loop(step), here});
    }
    return;
  }
  const bool is_before = part.over == NoneBefore;
  for (std::size_t step = is_before ? 0 : 1; step < runs_.positions(); ++step) {
    const Lit after_first = is_before ? Aig::constant(false) : from(since, step);
    runs_.require({!assumed, after_first, !from(to, step + 1), !holds(step)});
  }
}

Lit Placing::predicate_literal(const Fact& fact) {
  const PredicateCircuits::Source source{[&](Expr variable, std::size_t n) { return copy_of(variable, fact.at[n]); },
                                         [&](std::size_t n) { return number(fact.at[n]); }, [&] { return last(); },
                                         [&] { return runs_.loop_place(); }};
  const Expr body = vocabulary_.predicate(fact.predicate).body;
  const Lit holds = circuits_.instance(body, runs_.graph(), source);
  const Lit assumed = runs_.graph().input();
  runs_.require({!assumed, holds});
  for (std::size_t n = 0; n < vocabulary_.parts(fact.predicate); ++n)
    if (vocabulary_.part(fact.predicate, n).over) require_span(assumed, vocabulary_.part(fact.predicate, n), fact);
  for (PositionId p : fact.at)
    if (is_fixed(p))
      runs_.require({!assumed, fixed_step(p) < runs_.positions() ? runs_.has(fixed_step(p)) : Aig::constant(false)});
  // A fact about an input is about a position that a transition leads to.
  for_each_postorder(body, [&](Expr e) {
    if (e.is(Op::At) && vocabulary_.is_input(e.arg(0)))
      runs_.require({!assumed, from(place(fact.at[static_cast<std::size_t>(e.a())]), 1)});
  });
  return assumed;
}

int Placing::literal(const Fact& fact) {
  std::vector<std::uint32_t> key = {fact.predicate, fact.least, fact.most};
  key.insert(key.end(), fact.at.begin(), fact.at.end());
  const auto found = literals_.find(key);
  if (found != literals_.end()) return found->second;
  const int made = runs_.literal(fact.is_gap() ? gap_literal(fact) : predicate_literal(fact));
  literals_.emplace(std::move(key), made);
  return made;
}

// A position of which nothing was asked is anywhere.
std::size_t Placing::step_of(PositionId id) {
  if (!is_fixed(id) && id >= places_.size()) return 0;
  const std::vector<bool> model = runs_.unroll().cnf().model();
  const Place& at = place(id);
  std::size_t step = 0;
  while (step + 1 < at.at_or_after.size() && model[at.at_or_after[step + 1].node()]) ++step;
  return step;
}

}  // namespace whynot::analyse::classify
