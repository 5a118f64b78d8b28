#include "model/system/formula_parts.h"

#include <unordered_map>
#include <unordered_set>

#include "model/property.h"

namespace whynot {

std::vector<FormulaPart> formula_parts(Expr formula) {
  std::unordered_map<Expr, bool, ExprHash> temporal;
  for_each_postorder(formula, [&](Expr e) {
    bool is = is_ltl(e.op());
    for (std::size_t i = 0; i < e.arity(); ++i) is = is || temporal.at(e.arg(i));
    temporal.emplace(e, is);
  });
  std::unordered_set<Expr, ExprHash> wanted = {formula};
  for (std::vector<Expr> open = {formula}; !open.empty();) {
    const Expr e = open.back();
    open.pop_back();
    for (std::size_t i = 0; temporal.at(e) && i < e.arity(); ++i)
      if (wanted.insert(e.arg(i)).second) open.push_back(e.arg(i));
  }
  std::vector<FormulaPart> parts;
  for_each_postorder(formula, [&](Expr e) {
    if (wanted.count(e)) parts.push_back({e, !temporal.at(e)});
  });
  return parts;
}

}  // namespace whynot
