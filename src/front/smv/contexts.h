// What an expression may speak of depends on its place: INIT not of next values, CTL not of inputs.
#pragma once
#include <string_view>

#include "base/diagnostic.h"
#include "expr/expr.h"
#include "front/common/facts.h"
#include "front/common/syntax.h"

namespace whynot::front::smv {

struct Place {
  std::string_view name;  // for messages: "INIT", "a CTL property"
  bool next = false, inputs = false, ltl = false, ctl = false;
};

constexpr Place in_init{"INIT"}, in_invar{"INVAR"}, in_trans{"TRANS", true, true}, in_justice{"FAIRNESS", false, true},
    in_compassion{"COMPASSION", false, true}, in_assignment{"`x := …`"}, in_init_assignment{"`init(x) := …`"},
    in_next_assignment{"`next(x) := …`", true, true}, in_invarspec{"an invariant", true, true},
    in_ltlspec{"an LTL property", true, true, true, false}, in_ctlspec{"a CTL property", false, false, false, true},
    in_compute{"COMPUTE", false, false, false, true};

// Reports what does not belong here, at the place in the tree where it stands.
bool fits_place(Expr, const front::Syntax&, front::Tree, const Place&, front::Facts&, Diagnostics&);

// The same, and reports what is not boolean.
bool is_condition(Expr, const front::Syntax&, front::Tree, const Place&, front::Facts&, Diagnostics&);

}  // namespace whynot::front::smv
