// Notation and words are made from those of the atom: `x is 2 at i` becomes "x is always 2".
#include "analyse/classify/facts/spans.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "analyse/classify/facts/atoms.h"
#include "analyse/classify/facts/named_steps.h"
#include "expr/print.h"

namespace whynot::analyse::classify {
namespace {

using Over = Predicate::Over;

constexpr unsigned price_of_loop = 10, price_of_always = 14, price_of_on = 17, price_of_change = 11, price_of_none = 12,
                   price_of_none_before = 16, price_of_step_part = 60;

// The sentence of a fact about a step, as one about none.
std::string without_position(std::string sentence) {
  const std::size_t at = sentence.find(" at {1}");
  if (at != std::string::npos) sentence.erase(at);
  return sentence;
}

std::string without_hole(std::string text) {
  for (std::size_t at = text.find("@{1}"); at != std::string::npos; at = text.find("@{1}")) text.erase(at, 4);
  return text;
}

// Of a plain `x = v`.
std::string value_text(const ExprPool& pool, const Predicate& p) {
  const std::string& name = pool.name_of(p.variable);
  if (!p.value.is_boolean()) return fmt::format("{} = {}", name, p.value.to_string());
  return p.value.as_boolean() ? name : "!" + name;
}

std::string value_words(const ExprPool& pool, const Predicate& p) {
  const std::string& name = pool.name_of(p.variable);
  if (!p.value.is_boolean()) return fmt::format("{} is {}", name, spoken(p.value));
  return fmt::format("{} {}", name, p.value.as_boolean() ? "holds" : "does not hold");
}

// What an atom says, but that all values but one is told as what it is not.
std::string words_of(const ExprPool& pool, const Predicate& atom) {
  if (atom.text.empty()) return value_words(pool, atom);
  const Type type = atom.variable.type();
  const bool is_range = atom.low.defined() != atom.high.defined();
  if (is_range && *type.size() > 2) {
    const Integer last = *type.size() - 1, rank = rank_of(type, atom.low.defined() ? atom.low : atom.high);
    const bool is_rest = atom.low.defined() ? rank == 1 : rank + 1 == last;
    const Value rest = value_of_rank(type, atom.low.defined() ? Integer(0) : last);
    if (is_rest) return fmt::format("{} is not {}", pool.name_of(atom.variable), spoken(rest));
  }
  return without_position(atom.sentence);
}

// "is" becomes "is always".
std::string every_time(std::string words) {
  const auto ends_so = [&](std::string_view end, std::string_view with) {
    if (!words.ends_with(end)) return false;
    words.replace(words.size() - end.size(), end.size(), with);
    return true;
  };
  if (ends_so(" does not hold", " never holds") || ends_so(" holds", " always holds") ||
      ends_so(" stays the same", " never changes") || ends_so(" changes", " changes at every step"))
    return words;
  for (const auto& [verb, with] :
       {std::pair(" is not ", " is never "), {" is ", " is always "}, {" equals ", " always equals "}})
    if (const std::size_t at = words.rfind(verb); at != std::string::npos) {
      words.replace(at, std::string_view(verb).size(), with);
      return words;
    }
  return words + " at every step";
}

// "is v" becomes "is never v", of a condition that nothing is said against.
std::string at_no_time(std::string words) {
  for (const auto& [verb, with] :
       {std::pair(" does not hold", " always holds"), {" holds", " never holds"}, {" is ", " is never "}})
    if (const std::size_t at = words.rfind(verb); at != std::string::npos)
      return words.replace(at, std::string_view(verb).size(), with);
  return "never " + words;
}

std::string notation_of(Over over, const std::string& said) {
  switch (over) {
    case Over::AllOfLoop: return "from some step on: " + said;
    case Over::SomeOfLoop: return "again and again: " + said;
    case Over::AllFrom: return "from {1} on: " + said;
    case Over::NoneBetween: return "no " + said + " between {1} and {2}";
    case Over::NoneBefore: return "no " + said + " before {1}";
    default: return "always: " + said;
  }
}

std::string sentence_of_span(Over over, const std::string& words) {
  switch (over) {
    case Over::AllOfLoop: return words + " from some step on forever";
    case Over::SomeOfLoop: return words + " again and again";
    case Over::AllFrom: return every_time(words) + " from {1} on";
    case Over::NoneBetween: return at_no_time(words) + " between {1} and {2}";
    case Over::NoneBefore: return at_no_time(words) + " before {1}";
    default: return every_time(words);
  }
}

std::string name_of_span(Over over) {
  switch (over) {
    case Over::AllOfLoop: return "forever";
    case Over::SomeOfLoop: return "again_and_again";
    case Over::AllFrom: return "from";
    case Over::NoneBetween: return "none_between";
    case Over::NoneBefore: return "none_before";
    default: return "always";
  }
}

unsigned price_of_span(Over over) {
  if (over == Over::Always) return price_of_always;
  if (over == Over::NoneBefore) return price_of_none_before;
  if (over == Over::NoneBetween) return price_of_none;
  return over == Over::AllFrom ? price_of_on : price_of_loop;
}

Predicate about_step(Expr variable, Expr body, std::string text, std::string sentence, unsigned price) {
  Predicate p;
  p.name = "next";
  p.variable = variable;
  p.body = body;
  p.text = std::move(text);
  p.sentence = std::move(sentence);
  p.price = price;
  return p;
}

// Whether it speaks of next values: the rest is said of positions.
bool speaks_of_next(Expr part) {
  return contains_op(part, [](Op op) { return op == Op::Next; });
}

}  // namespace

Predicate spanning(ExprPool& pool, const Predicate& atom, Over over) {
  Predicate p = atom;
  const std::string said = atom.text.empty() ? value_text(pool, atom) : without_hole(atom.text);
  const std::string words = words_of(pool, atom);
  p.spans = {{over, atom.body, 0, 1}};
  p.body = pool.boolean(true);
  p.arity = over == Over::AllFrom || over == Over::NoneBefore ? 1 : 0;
  if (over == Over::NoneBetween) p.arity = 2;
  p.name = name_of_span(over);
  p.args = {said};
  p.text = notation_of(over, said);
  p.sentence = sentence_of_span(over, words);
  p.value = p.low = p.high = Value();
  p.price += price_of_span(over);
  return p;
}

std::vector<Predicate> atoms_of_steps(const TransitionSystem& system, const std::vector<Expr>& variables,
                                      const Grammar& grammar) {
  ExprPool& pool = *system.pool;
  std::vector<Predicate> found;
  const auto is_own = [&](Expr x) { return std::find(grammar.own.begin(), grammar.own.end(), x) != grammar.own.end(); };
  for (const VariableDecl& v : system.variables) {
    const Expr x = v.variable;
    if (v.kind != VariableKind::State || std::find(variables.begin(), variables.end(), x) == variables.end()) continue;
    const Expr same = pool.eq(pool.make(Op::At, x.type(), {x}, 1), pool.make(Op::At, x.type(), {x}, 0));
    const std::string& name = pool.name_of(x);
    const unsigned price = price_of_change + (is_own(x) ? price_of_own : 0);
    found.push_back(about_step(x, same, fmt::format("next({0}) = {0}", name), name + " stays the same at {1}", price));
    found.push_back(
        about_step(x, pool.not_(same), fmt::format("next({0}) != {0}", name), name + " changes at {1}", price));
  }
  for (Expr part : grammar.parts) {
    if (!speaks_of_next(part)) continue;
    const Expr body = between_positions(system, part);
    const std::string said = to_string(pool, part);
    const Expr first = support(part).front();
    found.push_back(about_step(first, body, said, said + " holds at {1}", price_of_step_part));
    found.push_back(about_step(first, pool.not_(body), fmt::format("!({})", said), said + " does not hold at {1}",
                               price_of_step_part));
  }
  return found;
}

Expr with_inputs_leaving(const TransitionSystem& system, Expr condition) {
  ExprPool& pool = *system.pool;
  const auto is_input = [&](Expr x) {
    return std::any_of(system.variables.begin(), system.variables.end(),
                       [&](const VariableDecl& v) { return v.variable == x && v.kind == VariableKind::Input; });
  };
  std::unordered_map<Expr, Expr, ExprHash> done;
  for_each_postorder(condition, [&](Expr e) {
    std::vector<Expr> args;
    for (std::size_t i = 0; i < e.arity(); ++i) args.push_back(done.at(e.arg(i)));
    if (e.is(Op::At) && is_input(e.arg(0)))
      done.emplace(e, pool.make(Op::At, e.type(), args, 1));
    else
      done.emplace(e, args.empty() ? e : rebuild(pool, e, args));
  });
  return done.at(condition);
}

}  // namespace whynot::analyse::classify
