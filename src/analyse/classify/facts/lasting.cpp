// A variable lasts when it is frozen, or when it is its own next value.
#include "analyse/classify/facts/lasting.h"

#include <algorithm>

#include "analyse/classify/facts/atoms.h"
#include "analyse/classify/minimise.h"

namespace whynot::analyse::classify {

bool never_changes(const TransitionSystem& system, Expr variable) {
  const auto is_frozen = [&](const VariableDecl& v) {
    return v.variable == variable && v.kind == VariableKind::Frozen;
  };
  const auto is_kept = [&](const Assignment& a) { return a.variable == variable && a.value == variable; };
  return std::any_of(system.variables.begin(), system.variables.end(), is_frozen) ||
         std::any_of(system.next_assignments.begin(), system.next_assignments.end(), is_kept);
}

bool is_lasting(const Vocabulary& vocabulary, const Fact& f) {
  if (f.is_gap() || f.at.size() != 1 || is_fixed(f.at[0])) return false;
  const Predicate& p = vocabulary.predicate(f.predicate);
  const std::vector<Expr> read = variables_read(p);
  return p.variable && p.spans.empty() && !read.empty() &&
         std::all_of(read.begin(), read.end(), [&](Expr x) { return never_changes(vocabulary.system(), x); });
}

TraceClass with_lasting_facts_joined(const Vocabulary& vocabulary, TraceClass c) {
  const auto lasts = [&](const Fact& f) { return is_lasting(vocabulary, f); };
  const auto first = std::find_if(c.facts.begin(), c.facts.end(), lasts);
  if (first == c.facts.end()) return c;
  const auto changes = std::find_if(c.facts.begin(), c.facts.end(), [&](const Fact& f) {
    return !f.is_gap() && !lasts(f) && !f.at.empty() && !is_fixed(f.at.back());
  });
  const PositionId position = changes == c.facts.end() ? first->at[0] : changes->at.back();
  for (Fact& f : c.facts)
    if (lasts(f)) f.at[0] = position;
  return renumbered(c.facts);
}

}  // namespace whynot::analyse::classify
