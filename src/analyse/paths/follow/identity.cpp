// Addresses are compared as places in something; other values by what they are made of.
#include "analyse/paths/follow/identity.h"

#include <algorithm>
#include <set>

namespace whynot::analyse::paths {
namespace {

using TermKind = Term::Kind;

bool are_different_fields(const Terms& terms, TermId one, TermId other) {
  if (one == other || !terms.is_field(one) || !terms.is_field(other)) return false;
  const Term &a = terms[one], &b = terms[other];
  if (a.args[0] != b.args[0] || a.text != b.text || a.args.size() != b.args.size()) return false;
  for (std::size_t i = 1; i < a.args.size(); ++i)
    if (a.args[i] != b.args[i] && terms.is_constant(a.args[i]) && terms.is_constant(b.args[i])) return true;
  return false;
}

}  // namespace

bool are_apart(const Terms& terms, TermId one, TermId other) {
  for (TermId a = one; terms.is_field(a); a = terms[a].args[0])
    for (TermId b = other; terms.is_field(b); b = terms[b].args[0])
      if (are_different_fields(terms, a, b)) return true;
  return false;
}

void Handed::add(TermId root, std::uint32_t step) {
  const auto at = std::lower_bound(steps_.begin(), steps_.end(), std::pair(root, std::uint32_t{0}));
  if (at == steps_.end() || at->first != root) steps_.insert(at, {root, step});
}

bool Handed::has(TermId root, std::uint32_t by) const {
  const auto at = std::lower_bound(steps_.begin(), steps_.end(), std::pair(root, std::uint32_t{0}));
  return at != steps_.end() && at->first == root && at->second <= by;
}

Likeness Identity::of(TermId a, TermId b) const {
  a = beginning(a);
  b = beginning(b);
  if (a == b) return Likeness::Same;
  const TermId root = terms_.root(a), other_root = terms_.root(b);
  return root == other_root ? within_one(a, b, root) : of_roots(root, other_root);
}

TermId Identity::beginning(TermId address) const {
  const auto is_zero = [&](TermId id) { return terms_.is_truth(id, false); };
  while (terms_.is_field(address) && std::all_of(terms_[address].args.begin() + 1, terms_[address].args.end(), is_zero))
    address = terms_[address].args[0];
  return address;
}

Likeness Identity::within_one(TermId a, TermId b, TermId root) const {
  if (are_apart(terms_, a, b)) return Likeness::Apart;
  const bool is_behind = a == root ? lies_behind_beginning(b) : b == root && lies_behind_beginning(a);
  return is_behind ? Likeness::Apart : Likeness::Perhaps;
}

// `p->second`, seen from `p`.
bool Identity::lies_behind_beginning(TermId place) const {
  bool behind = false;
  for (; terms_.is_field(place); place = terms_[place].args[0])
    for (std::size_t i = 1; i < terms_[place].args.size(); ++i) {
      const auto number = number_of(terms_[terms_[place].args[i]]);
      if (!number || *number < 0) return false;
      behind = behind || *number > 0;
    }
  return behind;
}

// A truth is none of the things that it speaks of.
bool Identity::is_truth_valued(TermId id) const {
  const Term& term = terms_[id];
  return term.kind == TermKind::Computed &&
         (term.text.starts_with("icmp ") || term.text.starts_with("fcmp ") || term.text.ends_with(" i1"));
}

std::vector<TermId> Identity::origins(TermId id) const {
  std::set<TermId> seen;
  std::vector<TermId> open{id}, out;
  while (!open.empty()) {
    const TermId next = open.back();
    open.pop_back();
    if (!seen.insert(next).second || terms_[next].kind == TermKind::Number || is_truth_valued(next)) continue;
    const auto& args = terms_[next].args;
    if (terms_.is_field(next))
      open.push_back(args[0]);
    else
      open.insert(open.end(), args.begin(), args.end());
    if (args.empty()) out.push_back(next);
  }
  return out;
}

Likeness Identity::of_roots(TermId a, TermId b) const {
  if (is_truth_valued(a) || is_truth_valued(b)) return Likeness::Apart;
  if (terms_[a].kind != TermKind::Computed && terms_[b].kind != TermKind::Computed) return of_origins(a, b);
  Likeness most = Likeness::Apart;
  for (const TermId one : origins(a))
    for (const TermId other : origins(b)) most = std::max(most, of_origins(one, other));
  return std::min(most, Likeness::Perhaps);
}

Likeness Identity::of_origins(TermId a, TermId b) const {
  return a == b ? Likeness::Same : std::max(may_become(a, b), may_become(b, a));
}

const Birth* Identity::birth(TermId id) const {
  const auto at = births_.of.find(id);
  return at == births_.of.end() ? nullptr : &at->second;
}

// Whether the first one may turn out to be the other, which was there before.
Likeness Identity::may_become(TermId a, TermId b) const {
  if (terms_[a].kind != TermKind::Unknown) return Likeness::Apart;
  if (const auto was = births_.successors.find(a); was != births_.successors.end() && was->second == b)
    return Likeness::Perhaps;
  const Birth *mine = birth(a), *theirs = birth(b);
  if (!mine) return Likeness::Perhaps;
  if (mine->is == Birth::Is::New) return Likeness::Apart;
  if (theirs && theirs->is == Birth::Is::New && theirs->step >= mine->step) return Likeness::Apart;
  if (mine->is == Birth::Is::Kept) return Likeness::Perhaps;
  if (mine->step == 0) return Likeness::Apart;
  return handed_.has(b, mine->step) ? Likeness::ByOthers : Likeness::ApartSoFar;
}

}  // namespace whynot::analyse::paths
