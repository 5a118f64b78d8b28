#include "engine/symbolic/fold.h"

#include <optional>
#include <unordered_map>

namespace whynot::engine::symbolic {
namespace {

class Folder {
 public:
  explicit Folder(ExprPool& pool) : pool_(pool) {}

  Expr run(Expr root) {
    for_each_postorder(root, [&](Expr e) { made_.emplace(e, e.type().is_boolean() ? node(e) : e); });
    return made_.at(root);
  }

 private:
  std::optional<bool> constant(Expr e) const {
    if (!e.is(Op::Constant) || !pool_.value_of(e).is_boolean()) return std::nullopt;
    return pool_.value_of(e).as_boolean();
  }

  Expr node(Expr e) {
    if (e.arity() == 0 || e.is(Op::Next) || !e.arg(0).type().is_boolean()) return e;
    std::vector<Expr> args;
    for (std::size_t i = 0; i < e.arity(); ++i) args.push_back(made_.at(e.arg(i)));
    const std::optional<bool> a = constant(args[0]), b = args.size() > 1 ? constant(args[1]) : std::nullopt;
    switch (e.op()) {
      case Op::Not:
        if (a) return pool_.boolean(!*a);
        break;
      case Op::And:
      case Op::Or: {
        const bool absorbing = e.is(Op::Or);
        if (a) return *a == absorbing ? args[0] : args[1];
        if (b) return *b == absorbing ? args[1] : args[0];
        break;
      }
      case Op::Implies:
        if (a) return *a ? args[1] : pool_.boolean(true);
        if (b && *b) return args[1];
        break;
      case Op::EX:
      case Op::AX:
      case Op::EF:
      case Op::AF:
      case Op::EG:
      case Op::AG:
        if (a) return args[0];
        break;
      case Op::EU:
      case Op::AU:
        if (b && (!*b || bounds_of(e).lo == 0)) return args[1];
        break;
      default: break;
    }
    return rebuild(pool_, e, args);
  }

  ExprPool& pool_;
  std::unordered_map<Expr, Expr, ExprHash> made_;
};

}  // namespace

Expr fold_constants(ExprPool& pool, Expr ctl) { return Folder(pool).run(ctl); }

}  // namespace whynot::engine::symbolic
