// Draws an edge from sort to sort for each function, and for each thing that exists for all values of a sort, and looks
// for a way back.
#include "analyse/falsify/fragment.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "analyse/falsify/thorough.h"

namespace whynot::analyse::falsify {

using whynot::ots::Op;
using whynot::ots::Ots;
using whynot::ots::Predicate;
using whynot::ots::SortId;
using whynot::ots::SortKind;
using whynot::ots::Term;

namespace {

class Fragment {
 public:
  explicit Fragment(const Ots& ots) : ots_(ots) {}

  void add(Term formula) {
    for_each_subterm(formula, [&](Term t) { look_at(t); });
    walk(formula, true, {});
  }

  std::string text() const {
    if (!beyond_.empty()) return "outside EPR: " + beyond_;
    for (const auto& [from, targets] : edges_)
      for (const auto& [to, by] : targets)
        if (to == from || leads(to, from))
          return fmt::format("outside EPR: {} leads from {} back to it", by, ots_.sorts[from].name);
    return "EPR";
  }

 private:
  bool is_enum(SortId s) const {
    const auto& constructors = ots_.sorts[s].constructors;
    return ots_.sorts[s].kind == SortKind::Free && std::all_of(constructors.begin(), constructors.end(), [&](auto c) {
             return ots_.constructors[c].fields.empty();
           });
  }
  bool counts(SortId s) const { return s != whynot::ots::bool_sort && !is_enum(s); }

  void edge(SortId from, SortId to, const std::string& by) {
    if (counts(from) && counts(to)) edges_[from].emplace(to, by);
  }
  void beyond(std::string what) {
    if (beyond_.empty()) beyond_ = std::move(what);
  }

  void look_at(Term t) {
    const auto& sort = ots_.sorts[t.sort()];
    const auto from_args = [&](const std::string& by) {
      for (std::size_t i = 0; i < t.arity(); ++i) edge(t.arg(i).sort(), t.sort(), by);
    };
    if (sort.kind == SortKind::Nat || sort.kind == SortKind::Int) beyond("numbers");
    if (sort.kind == SortKind::List) beyond("lists");
    const auto at = static_cast<std::size_t>(t.a());
    const bool collection = sort.kind == SortKind::Set || sort.kind == SortKind::Bag;
    if (t.is(Op::Call)) beyond(fmt::format("the function `{}`", ots_.functions[at].name));
    if (t.is(Op::Eq) && is_collection(t.arg(0).sort())) beyond("a comparison of collections");
    if (t.is(Op::Observe) && !collection) from_args(fmt::format("`{}`", ots_.observers[at].name));
    if (t.is(Op::Construct) || t.is(Op::Select)) from_args(fmt::format("`{}`", ots_.constructors[at].name));
    if (t.is(Op::Get)) edge(ots_.sorts[t.arg(0).sort()].key, t.sort(), "a map");
  }
  bool is_collection(SortId s) const {
    const SortKind k = ots_.sorts[s].kind;
    return k == SortKind::Set || k == SortKind::Bag || k == SortKind::Map;
  }

  // `all`: the sorts of what is quantified universally around it.
  void walk(Term t, bool positive, std::vector<SortId> all) {
    if (t.is(Op::Forall) || t.is(Op::Exists)) {
      const bool universal = t.is(Op::Forall) == positive;
      for (std::size_t i = 1; i < t.arity(); ++i) {
        const SortId s = t.arg(i).sort();
        if (!universal)
          for (SortId a : all) edge(a, s, fmt::format("what exists for all {}", ots_.sorts[a].name));
      }
      if (universal)
        for (std::size_t i = 1; i < t.arity(); ++i) all.push_back(t.arg(i).sort());
      return walk(t.arg(0), positive, all);
    }
    if (t.sort() != whynot::ots::bool_sort) return;
    for (std::size_t i = 0; i < t.arity(); ++i) {
      const bool turns = t.is(Op::Not) || (t.is(Op::Implies) && i == 0);
      const bool both = (t.is(Op::Ite) && i == 0) || t.is(Op::Eq);
      walk(t.arg(i), positive != turns, all);
      if (both) walk(t.arg(i), positive == turns, all);
    }
  }

  bool leads(SortId from, SortId to) const {
    std::set<SortId> seen{from};
    std::vector<SortId> todo{from};
    while (!todo.empty()) {
      const auto found = edges_.find(todo.back());
      todo.pop_back();
      if (found == edges_.end()) continue;
      for (const auto& [next, by] : found->second) {
        if (next == to) return true;
        if (seen.insert(next).second) todo.push_back(next);
      }
    }
    return false;
  }

  const Ots& ots_;
  std::map<SortId, std::map<SortId, std::string>> edges_;
  std::string beyond_;
};

}  // namespace

std::string fragment_of(const Ots& ots, const Predicate& p, std::span<const Predicate> known) {
  Fragment fragment(ots);
  for (const auto& t : ots.transitions)
    for (Term f : question_of_step(ots, p, t, known)) fragment.add(f);
  for (const auto& a : ots.axioms) fragment.add(a.body);
  return fragment.text();
}

}  // namespace whynot::analyse::falsify
