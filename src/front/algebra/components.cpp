// The values of a component are the fewest arguments without which a rule's left-hand side and its right-hand side have
// the same components.
#include "front/algebra/components.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

namespace whynot::front::algebra {
namespace {

// The arguments at the places that are not values, as texts.
std::string key_of(const Node& n, std::uint32_t values) {
  std::string key;
  for (std::size_t i = 0; i < n.args.size(); ++i)
    if (!(values >> i & 1)) key += to_text(*n.args[i]) + "\n";
  return key;
}

std::vector<std::string> keys_of(const std::vector<Tree>& parts, const Operator& op, std::uint32_t values) {
  std::vector<std::string> keys;
  for (const Tree& p : parts)
    if (p->op == &op) keys.push_back(key_of(*p, values));
  std::sort(keys.begin(), keys.end());
  return keys;
}

}  // namespace

const Component* Soup::component(const Operator& op) const {
  const auto at = std::find_if(components.begin(), components.end(), [&](const Component& c) { return c.op == &op; });
  return at == components.end() ? nullptr : &*at;
}

std::vector<Tree> parts_of(const Soup& soup, const Tree& t) {
  std::vector<Tree> parts{t}, out;
  if (soup.join && t->op == soup.join) parts = t->args;
  for (const Tree& p : parts)
    if (!p->is_variable() && !(soup.join && soup.join->identity && p->op == soup.join->identity)) out.push_back(p);
  return out;
}

std::optional<Soup> find_components(const Theory& theory, SortId state, const std::vector<std::vector<Tree>>& starts,
                                    Names& names, Diagnostics& diagnostics) {
  const Signature& s = theory.signature;
  Soup soup;
  soup.state = state;
  for (const Operator& op : s.operators)
    if (op.associative && op.commutative && !op.built_in && s.kinds[op.result] == s.kinds[state]) soup.join = &op;
  const auto values_of = [&](const Operator& op) -> std::optional<std::uint32_t> {
    const auto all = static_cast<std::uint32_t>(op.sorts.size());
    std::size_t most = 0;
    for (const auto& start : starts)
      most = std::max(most, static_cast<std::size_t>(std::count_if(start.begin(), start.end(),
                                                                   [&](const Tree& p) { return p->op == &op; })));
    const auto kept = [&](std::uint32_t values) {
      return std::all_of(theory.rules.begin(), theory.rules.end(), [&](const Rule& r) {
        return keys_of(parts_of(soup, r.left), op, values) == keys_of(parts_of(soup, r.right), op, values);
      });
    };
    const auto unique = [&](std::uint32_t values) {
      return std::all_of(starts.begin(), starts.end(), [&](const auto& start) {
        const auto keys = keys_of(start, op, values);
        return std::adjacent_find(keys.begin(), keys.end()) == keys.end();
      });
    };
    if (most <= 1) return kept((1u << all) - 1) ? std::optional((1u << all) - 1) : std::nullopt;
    if (kept(0) && unique(0)) return 0;
    for (std::uint32_t size = 1; size <= all; ++size)
      for (std::uint32_t values = (1u << all); values-- > 0;)
        if (std::popcount(values) == static_cast<int>(size) && kept(values) && unique(values)) return values;
    return std::nullopt;
  };
  for (const auto& start : starts)
    for (const Tree& p : start) {
      if (!p->op || theory.is_defined(*p->op)) {
        diagnostics.error(
            "algebra.initial",
            fmt::format("the initial state has `{}`, which the equations do not bring to an end", to_text(*p)),
            p->where);
        return std::nullopt;
      }
      if (soup.component(*p->op)) continue;
      constexpr std::size_t most_arguments = 12;
      const auto values = p->op->sorts.size() > most_arguments ? std::nullopt : values_of(*p->op);
      if (!values) {
        Diagnostic& d = diagnostics.error(
            "algebra.components",
            fmt::format("rules make or remove components `{}`: a state should have the same ones always, and only "
                        "their values should change",
                        p->op->name),
            p->op->where);
        d.help = "keep what comes and goes in a multiset that one component holds";
        return std::nullopt;
      }
      Component c;
      c.op = p->op;
      for (std::size_t i = 0; i < p->op->sorts.size(); ++i) (*values >> i & 1 ? c.values : c.keys).push_back(i);
      for (const Tree& other : starts[0])
        if (other->op == c.op) c.instances.push_back(other->args);
      for (std::size_t i = 0; i < c.values.size(); ++i)
        c.observers.push_back(names.claim(
            c.values.size() == 1 ? p->op->name : fmt::format("{}-{}", Names::readable(p->op->name), i + 1)));
      soup.components.push_back(std::move(c));
    }
  return soup;
}

}  // namespace whynot::front::algebra
