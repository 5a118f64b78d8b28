#include "front/hardware/design.h"

#include <fmt/format.h>

#include "expr/print.h"

namespace whynot::front::hardware {

std::string Names::take(const std::string& wanted) {
  std::string name = wanted;
  for (std::size_t n = 2; !taken_.insert(name).second; ++n) name = fmt::format("{}#{}", wanted, n);
  return name;
}

void add_bad(Design& design, Names& properties, Names& columns, const std::string& name, Expr bad, Span where) {
  ExprPool& pool = *design.system.pool;
  const bool is_cover = name.starts_with(cover_mark);
  Property p;
  p.name = properties.take(is_cover ? name.substr(cover_mark.size()) : name);
  p.kind = is_cover ? PropertyKind::Cover : PropertyKind::Invariant;
  p.formula = is_cover ? pool.temporal(Op::EF, {bad}) : pool.not_(bad);
  p.text = is_cover ? p.name : fmt::format("!{}", p.name);
  p.where = where;
  if (!columns.is_taken(p.name)) design.system.defines.push_back({columns.take(p.name), bad, where});
  design.properties.push_back(std::move(p));
}

void add_justice(Design& design, Names& properties, const std::string& name, std::vector<Expr> again, Span where) {
  constexpr std::size_t longest_text = 400;
  ExprPool& pool = *design.system.pool;
  for (Expr& e : again) e = pool.temporal(Op::G, {pool.temporal(Op::F, {e})});
  Property p;
  p.name = properties.take(name);
  p.kind = PropertyKind::Ltl;
  p.formula = pool.not_(pool.all(again));
  p.text = to_string(pool, p.formula, longest_text);
  p.where = where;
  design.properties.push_back(std::move(p));
}

}  // namespace whynot::front::hardware
