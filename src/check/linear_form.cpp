// Each part is read twice, as it stands and negated: negations are pushed down on the way, so that an E below an odd
// number of them is an A.  A choice must be settled in the state where it is made, and what an F or U waits for is a
// condition on a state.
#include "check/linear_form.h"

#include <unordered_map>
#include <utility>

namespace whynot::check {
namespace {

struct Form {
  Expr ltl;  // null: none is known
  bool is_condition = false;
};
struct Forms {
  Form affirmed, denied;
};

class Reader {
 public:
  explicit Reader(ExprPool& pool) : pool_(pool) {}

  Expr read(Expr root) {
    for_each_postorder(root, [&](Expr e) { forms_.emplace(e, forms_of(e)); });
    return forms_.at(root).affirmed.ltl;
  }

 private:
  Forms forms_of(Expr e) {
    bool is_condition = !is_temporal(e.op());
    for (std::size_t i = 0; i < e.arity(); ++i)
      is_condition = is_condition && forms_.at(e.arg(i)).affirmed.is_condition;
    if (is_condition) return {{e, true}, {denied(e), true}};
    const Forms a = forms_.at(e.arg(0)), b = e.arity() > 1 ? forms_.at(e.arg(1)) : Forms{};
    switch (e.op()) {
      case Op::Not: return {a.denied, a.affirmed};
      case Op::And: return {both(a.affirmed, b.affirmed), either(a.denied, b.denied)};
      case Op::Or: return {either(a.affirmed, b.affirmed), both(a.denied, b.denied)};
      case Op::Implies: return {either(a.denied, b.affirmed), both(a.affirmed, b.denied)};
      case Op::AX: return {always(Op::X, e, a.affirmed), {}};
      case Op::EX: return {{}, always(Op::X, e, a.denied)};
      case Op::AG: return {always(Op::G, e, a.affirmed), {}};
      case Op::EF: return {{}, always(Op::G, e, a.denied)};
      case Op::AF: return {waits(Op::F, e, a.affirmed, a.affirmed), {}};
      case Op::EG: return {{}, waits(Op::F, e, a.denied, a.denied)};
      case Op::AU: return {waits(Op::U, e, a.affirmed, b.affirmed), {}};
      default: return {};
    }
  }

  Expr denied(Expr condition) {
    if (!condition.type().is_boolean()) return {};
    return condition.is(Op::Not) ? condition.arg(0) : pool_.not_(condition);
  }
  Form both(Form a, Form b) { return a.ltl && b.ltl ? Form{pool_.and_(a.ltl, b.ltl)} : Form{}; }
  Form either(Form a, Form b) {
    const bool is_settled = a.is_condition || b.is_condition;
    return a.ltl && b.ltl && is_settled ? Form{pool_.or_(a.ltl, b.ltl)} : Form{};
  }
  Form always(Op op, Expr e, Form a) {
    if (!a.ltl) return {};
    return {op == Op::X ? pool_.temporal(op, {a.ltl}) : pool_.temporal(op, {a.ltl}, bounds_of(e))};
  }
  Form waits(Op op, Expr e, Form a, Form b) {
    if (!a.is_condition || !b.is_condition) return {};
    return {op == Op::F ? pool_.temporal(op, {a.ltl}, bounds_of(e)) : pool_.temporal(op, {a.ltl, b.ltl}, bounds_of(e))};
  }

  ExprPool& pool_;
  std::unordered_map<Expr, Forms, ExprHash> forms_;
};

}  // namespace

Expr linear_form(ExprPool& pool, Expr ctl) { return Reader(pool).read(ctl); }

}  // namespace whynot::check
