// Each is one walk from the leaves up.
#include "front/pred/arguments.h"

#include <fmt/format.h>

#include <functional>
#include <unordered_map>

namespace whynot::front::pred {
namespace {

// The condition with what `taken` gives for an expression; nothing: it stays as it is.
Expr rewritten(ExprPool& pool, Expr condition, const std::function<Expr(Expr)>& taken) {
  std::unordered_map<Expr, Expr, ExprHash> done;
  for_each_postorder(condition, [&](Expr e) {
    if (const Expr other = taken(e)) {
      done.emplace(e, other);
      return;
    }
    std::vector<Expr> args;
    for (std::size_t i = 0; i < e.arity(); ++i) args.push_back(done.at(e.arg(i)));
    done.emplace(e, args.empty() ? e : rebuild(pool, e, args));
  });
  return done.at(condition);
}

}  // namespace

Expr looking_ahead(ExprPool& pool, Expr condition) {
  return rewritten(pool, condition, [&](Expr e) {
    const bool is_next = e.is(Op::At) && e.arg(0).is(Op::Next);
    return is_next ? pool.make(Op::At, e.type(), {e.arg(0).arg(0)}, 1) : Expr();
  });
}

Expr moved(ExprPool& pool, Expr condition, const std::vector<std::size_t>& at) {
  return rewritten(pool, condition, [&](Expr e) {
    if (e.is(Op::At)) return pool.make(Op::At, e.type(), {e.arg(0)}, at[e.a()]);
    for (std::size_t n = 0; n < at.size(); ++n)
      if (e == place_of_argument(pool, n)) return place_of_argument(pool, at[n]);
    return Expr();
  });
}

Expr named(ExprPool& pool, Expr condition, const std::vector<std::string>& positions) {
  return rewritten(pool, condition, [&](Expr e) {
    if (!e.is(Op::At)) return Expr();
    return pool.variable(fmt::format("{}@{}", pool.name_of(e.arg(0)), positions[e.a()]), e.type());
  });
}

}  // namespace whynot::front::pred
