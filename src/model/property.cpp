#include "model/property.h"

namespace whynot {

std::string_view kind_word(PropertyKind kind) {
  switch (kind) {
    case PropertyKind::Invariant: return "invar";
    case PropertyKind::Ltl: return "ltl";
    case PropertyKind::Ctl: return "ctl";
    case PropertyKind::Compute: return "compute";
    case PropertyKind::Psl: return "psl";
    case PropertyKind::Automaton: return "automaton";
    case PropertyKind::Ots: return "ots";
    case PropertyKind::Cover: return "cover";
  }
  return "";
}

bool Property::is_ltl() const {
  return kind == PropertyKind::Ltl || (kind == PropertyKind::Psl && !contains_op(formula, whynot::is_ctl));
}

bool Property::is_ctl() const {
  return kind == PropertyKind::Ctl || kind == PropertyKind::Cover ||
         (kind == PropertyKind::Psl && contains_op(formula, whynot::is_ctl));
}

Property Property::never_covered(ExprPool& pool) const {
  Property never = *this;
  never.kind = PropertyKind::Invariant;
  never.formula = pool.not_(formula.arg(0));
  return never;
}

}  // namespace whynot
