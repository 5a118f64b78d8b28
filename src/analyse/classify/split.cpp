// Splits a class into conditions on single positions, gaps between positions and ties between their values.
#include "analyse/classify/split.h"

#include <algorithm>
#include <map>
#include <set>

#include "rewrite/definitions.h"

namespace whynot::analyse::classify {
namespace {

// A sum of places and a number, as order atoms have it.
struct Linear {
  std::vector<int> places;
  Integer number = 0;
};

class Reader {
 public:
  Reader(const Vocabulary& vocabulary, const Predicate& predicate)
      : pool_(*vocabulary.system().pool),
        arity_(predicate.arity),
        last_(place_of_last(pool_)),
        loop_(place_of_loop(pool_)) {
    for (std::size_t n = 0; n < arity_; ++n) places_.push_back(place_of_argument(pool_, n));
  }

  bool speaks_of_places(Expr e) const {
    bool found = false;
    for_each_postorder(e, [&](Expr x) {
      found = found || x == last_ || x == loop_ || std::find(places_.begin(), places_.end(), x) != places_.end();
    });
    return found;
  }

  // The conjunct as gaps between the arguments; nothing if it is none.
  std::optional<std::vector<Fact>> gaps(Expr e) const {
    if (!(e.is(Op::Lt) || e.is(Op::Le) || e.is(Op::Eq))) return std::nullopt;
    const auto left = linear(e.arg(0)), right = linear(e.arg(1));
    if (!left || !right) return std::nullopt;
    // right - left >= at_least
    Linear d = *right;
    for (std::size_t n = 0; n < arity_; ++n) d.places[n] -= left->places[n];
    const Integer at_least = left->number - right->number + (e.is(Op::Lt) ? 1 : 0);
    return from_difference(d.places, at_least, e.is(Op::Eq));
  }

 private:
  std::optional<Linear> linear(Expr e) const {
    Linear made{std::vector<int>(arity_, 0), 0};
    if (e.is(Op::Constant) && pool_.value_of(e).is_integer()) {
      made.number = pool_.value_of(e).as_integer();
      return made;
    }
    const auto place = std::find(places_.begin(), places_.end(), e);
    if (place != places_.end()) {
      made.places[static_cast<std::size_t>(place - places_.begin())] = 1;
      return made;
    }
    if (!(e.is(Op::Add) || e.is(Op::Sub))) return std::nullopt;
    // Sums of places are shallow: one of them stands on each side at most, whatever else is no gap.
    const bool simple = [&] {
      std::size_t nodes = 0;
      for_each_postorder(e, [&](Expr) { ++nodes; });
      return nodes <= 16;
    }();
    if (!simple) return std::nullopt;
    const auto a = linear(e.arg(0)), b = linear(e.arg(1));
    if (!a || !b) return std::nullopt;
    const int sign = e.is(Op::Add) ? 1 : -1;
    for (std::size_t n = 0; n < arity_; ++n) made.places[n] = a->places[n] + sign * b->places[n];
    made.number = a->number + sign * b->number;
    return made;
  }

  std::optional<std::vector<Fact>> from_difference(const std::vector<int>& places, const Integer& at_least,
                                                   bool exactly) const {
    std::optional<PositionId> from, to;
    for (std::size_t n = 0; n < arity_; ++n) {
      if (places[n] == 0) continue;
      std::optional<PositionId>& end = places[n] > 0 ? to : from;
      if (end || places[n] > 1 || places[n] < -1) return std::nullopt;
      end = static_cast<PositionId>(n);
    }
    if (at_least < -1'000'000 || at_least > 1'000'000) return std::nullopt;
    int d = at_least.convert_to<int>();
    if (!to && from) {  // -from >= d: from <= -d
      if (d > 0) return std::nullopt;
      return std::vector{gap_between(trace_start, *from, exactly ? static_cast<std::uint32_t>(-d) : 0,
                                     static_cast<std::uint32_t>(-d))};
    }
    if (!to) return std::nullopt;
    const PositionId start = from.value_or(trace_start);
    if (exactly && d < 0 && from)
      return std::vector{gap_between(*to, *from, static_cast<std::uint32_t>(-d), static_cast<std::uint32_t>(-d))};
    if (exactly && d >= 0)
      return std::vector{gap_between(start, *to, static_cast<std::uint32_t>(d), static_cast<std::uint32_t>(d))};
    if (!exactly && d >= 0) return std::vector{gap_between(start, *to, static_cast<std::uint32_t>(d))};
    return std::nullopt;
  }

  ExprPool& pool_;
  std::size_t arity_;
  Expr last_, loop_;
  std::vector<Expr> places_;
};

// The arguments that a condition reads.
std::vector<std::size_t> arguments_of(Expr e) {
  std::set<std::size_t> found;
  for_each_postorder(e, [&](Expr x) {
    if (x.is(Op::At)) found.insert(static_cast<std::size_t>(x.a()));
  });
  return {found.begin(), found.end()};
}

Expr at_argument(ExprPool& pool, Expr e, const std::vector<std::size_t>& arguments) {
  std::unordered_map<Expr, Expr, ExprHash> done;
  for_each_postorder(e, [&](Expr x) {
    std::vector<Expr> args;
    for (std::size_t i = 0; i < x.arity(); ++i) args.push_back(done.at(x.arg(i)));
    if (x.is(Op::At)) {
      const auto n = std::find(arguments.begin(), arguments.end(), x.a()) - arguments.begin();
      done.emplace(x, pool.make(Op::At, x.type(), args, static_cast<std::uint64_t>(n)));
    } else {
      done.emplace(x, args.empty() ? x : rebuild(pool, x, args));
    }
  });
  return done.at(e);
}

// Fixed positions become positions of the automaton, which are that far from the start.
class Fixed {
 public:
  explicit Fixed(SplitClass& made) : made_(made) {}

  PositionId placed(PositionId p) {
    if (!is_fixed(p)) return p;
    const auto [known, fresh] = ids_.emplace(p, static_cast<PositionId>(made_.positions));
    if (!fresh) return known->second;
    ++made_.positions;
    made_.alone.emplace_back();
    const auto step = static_cast<std::uint32_t>(fixed_step(p));
    made_.gaps.push_back(gap_between(trace_start, known->second, step, step));
    return known->second;
  }

 private:
  SplitClass& made_;
  std::map<PositionId, PositionId> ids_;
};

bool add_predicate(const Vocabulary& vocabulary, Fact fact, Fixed& fixed, SplitClass& made) {
  ExprPool& pool = *vocabulary.system().pool;
  for (PositionId& p : fact.at) p = fixed.placed(p);
  const Predicate& p = vocabulary.predicate(fact.predicate);
  if (!p.spans.empty()) return false;
  const Reader reader(vocabulary, p);
  for (Expr conjunct : rewrite::conjuncts(p.body)) {
    if (reader.speaks_of_places(conjunct)) {
      const auto gaps = reader.gaps(conjunct);
      if (!gaps) return false;
      for (Fact g : *gaps) {
        for (PositionId& n : g.at)
          if (n != trace_start) n = fact.at[n];
        made.gaps.push_back(std::move(g));
      }
      continue;
    }
    const std::vector<std::size_t> arguments = arguments_of(conjunct);
    std::vector<PositionId> at;
    at.reserve(arguments.size());
    for (std::size_t n : arguments) at.push_back(fact.at[n]);
    const Expr body = at_argument(pool, conjunct, arguments);
    if (at.size() == 1)
      made.alone[at[0]].push_back(body);
    else
      made.ties.push_back({body, std::move(at)});
  }
  return true;
}

}  // namespace

std::optional<SplitClass> split(const Vocabulary& vocabulary, const TraceClass& c) {
  SplitClass made;
  made.positions = c.positions;
  made.alone.resize(c.positions);
  Fixed fixed(made);
  for (const Fact& f : c.facts) {
    if (f.is_gap())
      made.gaps.push_back(f);
    else if (!add_predicate(vocabulary, f, fixed, made))
      return std::nullopt;
  }
  return made;
}

}  // namespace whynot::analyse::classify
