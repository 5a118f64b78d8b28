// Innermost rewriting of terms without variables: what initial states are computed by.
#include <algorithm>

#include "front/algebra/theory.h"

namespace whynot::front::algebra {
namespace {

using Bindings = std::map<std::string, Tree>;

class Rewriter {
 public:
  explicit Rewriter(const Theory& theory) : theory_(theory), s_(theory.signature) {}

  std::optional<Tree> run(const Tree& t) {
    const Tree out = normal(t, 0);
    return fuel_ > 0 ? std::optional(out) : std::nullopt;
  }

 private:
  Tree normal(const Tree& t, std::size_t depth) {
    if (depth > most_depth) fuel_ = 0;
    if (fuel_ == 0 || t->kind != Node::Kind::Apply) return t;
    if (t->is("if_then_else_fi")) {
      const Tree c = normal(t->args[0], depth + 1);
      if (c->is("true") || c->is("false")) return normal(t->args[c->is("true") ? 1 : 2], depth + 1);
    }
    std::vector<Tree> args;
    for (const Tree& a : t->args) args.push_back(normal(a, depth + 1));
    Tree now = t->args.empty() ? t : make_apply(*t->op, std::move(args), t->where);
    if (now->kind != Node::Kind::Apply) return now;
    if (now->op->built_in) return built_in(now);
    for (const bool otherwise : {false, true})
      for (const Equation& e : theory_.equations) {
        if (e.otherwise != otherwise || e.left->op != now->op) continue;
        if (const Tree next = apply(e, now, depth)) return fuel_ > 0 ? normal(next, depth + 1) : now;
      }
    return now;
  }

  Tree apply(const Equation& e, const Tree& t, std::size_t depth) {
    Tree result;
    Bindings b;
    match(*e.left, t, b, [&] {
      for (const Condition& c : e.conditions) {
        if (c.pattern || !normal(instance(c.value, b), depth + 1)->is("true")) return false;
      }
      if (fuel_ > 0) --fuel_;
      result = instance(e.right, b);
      return true;
    });
    return result;
  }

  // Calls `then` for each match until it says true.
  bool match(const Node& p, const Tree& t, Bindings& b, const std::function<bool()>& then) {
    if (p.is_variable()) {
      const auto [at, fresh] = b.emplace(p.name, t);
      if (!fresh) return same(at->second, t) && then();
      if (then()) return true;
      b.erase(p.name);
      return false;
    }
    if (p.kind == Node::Kind::Number) return t->kind == Node::Kind::Number && t->number == p.number && then();
    if (p.is("s_")) {
      if (t->kind != Node::Kind::Number || t->number == 0) return false;
      return match(*p.args[0], make_number(t->number - 1, t->where), b, then);
    }
    if (p.op->associative) return match_parts(p, t, b, then);
    if (t->op != p.op || t->args.size() != p.args.size()) return false;
    return match_from(p, t, 0, b, then);
  }

  bool match_from(const Node& p, const Tree& t, std::size_t at, Bindings& b, const std::function<bool()>& then) {
    if (at == p.args.size()) return then();
    return match(*p.args[at], t->args[at], b, [&] { return match_from(p, t, at + 1, b, then); });
  }

  bool match_parts(const Node& p, const Tree& t, Bindings& b, const std::function<bool()>& then) {
    std::vector<Tree> parts;
    if (t->op == p.op)
      parts = t->args;
    else if (!p.op->identity || t->op != p.op->identity)
      parts = {t};
    return match_rest(p, 0, parts, b, then);
  }

  // Each part of the pattern takes one part of the term, in order unless they commute; the last, if it is a variable,
  // what is left.
  bool match_rest(const Node& p, std::size_t at, const std::vector<Tree>& parts, Bindings& b,
                  const std::function<bool()>& then) {
    if (at == p.args.size()) return parts.empty() && then();
    const Node& first = *p.args[at];
    const bool last = at + 1 == p.args.size();
    if (last && first.is_variable() && s_.kinds[first.sort] == s_.kinds[p.op->result] && first.sort == p.op->result) {
      if (parts.empty() && !p.op->identity) return false;
      const Tree rest =
          parts.empty() ? make_apply(*p.op->identity, {}, first.where) : make_apply(*p.op, parts, first.where);
      return match(first, rest, b, then);
    }
    for (std::size_t i = 0; i < parts.size() && (p.op->commutative || i == 0); ++i) {
      std::vector<Tree> others = parts;
      others.erase(others.begin() + static_cast<std::ptrdiff_t>(i));
      if (match(first, parts[i], b, [&] { return match_rest(p, at + 1, others, b, then); })) return true;
    }
    return false;
  }

  Tree truth(bool value) const { return make_apply(s_.named(value ? "true" : "false"), {}, {}); }

  Tree built_in(const Tree& t) const {
    const auto number = [](const Tree& a) { return a->kind == Node::Kind::Number; };
    const bool numbers = std::all_of(t->args.begin(), t->args.end(), number);
    if (t->is("_==_") || t->is("_=_")) return truth(same(t->args[0], t->args[1]));
    if (t->is("_=/=_")) return truth(!same(t->args[0], t->args[1]));
    if (t->is("s_") && numbers) return make_number(t->args[0]->number + 1, t->where);
    if (t->is("_+_") && numbers) {
      std::int64_t sum = 0;
      for (const Tree& a : t->args) sum += a->number;
      return make_number(sum, t->where);
    }
    if ((t->is("_-_") || t->is("sd")) && numbers) {
      const std::int64_t difference = t->args[0]->number - t->args[1]->number;
      if (t->is("sd") || difference >= 0) return make_number(std::abs(difference), t->where);
    }
    if (t->is("_<_") && numbers) return truth(t->args[0]->number < t->args[1]->number);
    if (t->is("_<=_") && numbers) return truth(t->args[0]->number <= t->args[1]->number);
    if (t->is("_>_") && numbers) return truth(t->args[0]->number > t->args[1]->number);
    if (t->is("_>=_") && numbers) return truth(t->args[0]->number >= t->args[1]->number);
    return connective(t);
  }

  Tree connective(const Tree& t) const {
    const auto is_truth = [](const Tree& a) { return a->is("true") || a->is("false"); };
    if (!std::all_of(t->args.begin(), t->args.end(), is_truth) || t->args.empty()) return t;
    const auto trues = std::count_if(t->args.begin(), t->args.end(), [](const Tree& a) { return a->is("true"); });
    if (t->is("not_")) return truth(trues == 0);
    if (t->is("_and_") || t->is("_and-then_")) return truth(trues == static_cast<std::ptrdiff_t>(t->args.size()));
    if (t->is("_or_") || t->is("_or-else_")) return truth(trues > 0);
    if (t->is("_xor_")) return truth(trues % 2 == 1);
    if (t->is("_implies_")) return truth(t->args[0]->is("false") || t->args[1]->is("true"));
    return t->is("_iff_") ? truth(trues != 1) : t;
  }

  static constexpr std::size_t most_depth = 2000;
  const Theory& theory_;
  const Signature& s_;
  std::size_t fuel_ = 100'000;
};

}  // namespace

std::optional<Tree> normal_form(const Theory& theory, const Tree& t) { return Rewriter(theory).run(t); }

}  // namespace whynot::front::algebra
