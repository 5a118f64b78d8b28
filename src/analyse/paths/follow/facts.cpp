// Truths are taken apart down to comparisons with numbers; any other truth is a term that is 1 or 0.
#include "analyse/paths/follow/facts.h"

#include <algorithm>

namespace whynot::analyse::paths {

namespace {

std::string_view mirrored(std::string_view predicate) {
  if (predicate == "slt") return "sgt";
  if (predicate == "sle") return "sge";
  if (predicate == "sgt") return "slt";
  return predicate == "sge" ? "sle" : predicate;
}

}  // namespace

Facts::Known& Facts::of(TermId id) {
  const auto at = std::lower_bound(known_.begin(), known_.end(), id,
                                   [](const auto& known, TermId other) { return known.first < other; });
  if (at != known_.end() && at->first == id) return at->second;
  return known_.insert(at, {id, {}})->second;
}

// Whether some number is left.
bool Facts::settle(Known& known) {
  if (known.not_this && known.low == *known.not_this && known.low < known.high) ++known.low;
  if (known.not_this && known.high == *known.not_this && known.low < known.high) --known.high;
  return known.low <= known.high && !(known.low == known.high && known.not_this == known.low);
}

bool Facts::is(TermId id, std::int64_t number) {
  Known& known = of(id);
  known.low = std::max(known.low, number);
  known.high = std::min(known.high, number);
  return settle(known);
}

bool Facts::is_not(TermId id, std::int64_t number) {
  Known& known = of(id);
  if (!known.not_this || number == 0) known.not_this = number;  // of two the one that programs ask for
  return settle(known) && !(known.low == number && known.high == number);
}

bool Facts::add(const Terms& terms, TermId truth, bool value) {
  const Term& term = terms[truth];
  if (const auto number = number_of(term)) return (*number != 0) == value;
  if (term.kind == Term::Kind::Computed) {
    if (term.text == "xor i1" && terms.is_truth(term.args[1], true)) return add(terms, term.args[0], !value);
    if (term.text == "zext i1") return add(terms, term.args[0], value);
    const bool both = (term.text == "and i1" && value) || (term.text == "or i1" && !value);
    if (both) return add(terms, term.args[0], value) && add(terms, term.args[1], value);
    if (term.text == "and i1" || term.text == "or i1") return true;
    if (term.text.starts_with("icmp ")) return compare(terms, term, truth, value);
  }
  return value ? is_not(truth, 0) : is(truth, 0);
}

bool Facts::compare(const Terms& terms, const Term& comparison, TermId itself, bool value) {
  const bool turned = number_of(terms[comparison.args[0]]).has_value();  // 7 > x
  const TermId a = comparison.args[turned ? 1 : 0];
  const auto number = number_of(terms[comparison.args[turned ? 0 : 1]]);
  std::string_view predicate = std::string_view(comparison.text).substr(5);
  if (turned) predicate = mirrored(predicate);
  const bool equal = predicate == "eq", differs = predicate == "ne";
  if (!number || number_of(terms[a]) || predicate.starts_with('u')) return is(itself, value ? 1 : 0);
  const bool is_truth =
      terms[a].kind == Term::Kind::Computed && (terms[a].text.ends_with(" i1") || terms[a].text.starts_with("icmp "));
  if ((equal || differs) && is_truth && *number == 0) return add(terms, a, differs == value);
  if (equal || differs) return equal == value ? is(a, *number) : is_not(a, *number);
  Known& known = of(a);
  const bool below = predicate == "slt" || predicate == "sle";
  const bool strict = (predicate == "slt" || predicate == "sgt") == value;
  if (below == value)
    known.high = std::min(known.high, *number - (strict ? 1 : 0));
  else
    known.low = std::max(known.low, *number + (strict ? 1 : 0));
  return settle(known);
}

}  // namespace whynot::analyse::paths
