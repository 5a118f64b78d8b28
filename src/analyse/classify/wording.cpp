// Every kind of fact has two forms: the notation of reports, and a phrase in plain words.
#include "analyse/classify/wording.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <tuple>

#include "analyse/classify/split.h"

namespace whynot::analyse::classify {
namespace {

std::string at(const std::string& variable, const std::string& position) {
  return fmt::format("{}@{}", variable, position);
}

// From the start of the trace.
std::string distance_relation(const Fact& f) {
  if (f.least == f.most) return "=";
  return f.most == any_distance ? ">=" : "<=";
}

std::string relation_words(std::string_view relation) {
  if (relation == "<=") return "at most ";
  return relation == ">=" ? "at least " : "";
}

FactText gap_text(const Vocabulary& vocabulary, const Fact& f) {
  const std::string to = position_name(vocabulary, f.at[1]);
  if (f.at[0] == trace_start) {
    const std::string relation = distance_relation(f);
    const std::string bound = std::to_string(relation == ">=" ? f.least : f.most);
    return {fmt::format("{} {} {}", to, relation, bound), relation, {to, bound}};
  }
  const std::string from = position_name(vocabulary, f.at[0]);
  if (f.least == 1 && f.most == 1) return {fmt::format("{} + 1 = {}", from, to), "next", {from, to}};
  if (f.least == f.most)
    return {fmt::format("{} + {} = {}", from, f.least, to), "exact", {from, to, std::to_string(f.least)}};
  if (f.least == 1) return {fmt::format("{} < {}", from, to), "<", {from, to}};
  return {fmt::format("{} - {} >= {}", to, from, f.least), "distance", {from, to, std::to_string(f.least)}};
}

// The order or distance that is all a user's predicate says, in the forms that gaps are shown in.
std::optional<Fact> as_gap(const Vocabulary& vocabulary, const Fact& f) {
  const Predicate& p = vocabulary.predicate(f.predicate);
  if (p.variable || p.left || p.arity != 2) return std::nullopt;
  TraceClass alone{0, {f}};
  for (PositionId id : f.at)
    if (!is_fixed(id)) alone.positions = std::max<std::size_t>(alone.positions, id + 1);
  const std::optional<SplitClass> parts = split(vocabulary, alone);
  if (!parts || parts->gaps.size() != 1 || !parts->ties.empty()) return std::nullopt;
  for (const std::vector<Expr>& said : parts->alone)
    if (!said.empty()) return std::nullopt;
  const Fact& gap = parts->gaps.front();
  const bool has_form = gap.at[0] != trace_start && gap.least > 0 && (gap.most == any_distance || gap.most == 1);
  return has_form ? std::optional(gap) : std::nullopt;
}

bool is_plain_order(const Fact& f) {
  return f.is_gap() && f.at[0] != trace_start && f.least == 1 && f.most == any_distance;
}

// Whether the order is the chain of all positions: then it is written where the positions are named.
bool is_chain(const TraceClass& c) {
  if (c.positions < 2) return false;
  std::vector<bool> linked(c.positions, false);
  for (const Fact& f : c.facts) {
    if (!f.is_gap()) continue;
    if (!is_plain_order(f) || f.at[1] != f.at[0] + 1) return false;
    linked[f.at[0]] = true;
  }
  return std::count(linked.begin(), linked.end(), true) + 1 == static_cast<std::ptrdiff_t>(c.positions);
}

std::string positions_text(const Vocabulary& vocabulary, const TraceClass& c, bool chain) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < c.positions; ++i) names.push_back(position_name(vocabulary, i));
  return fmt::format("{}", fmt::join(names, chain ? " < " : ", "));
}

// The text with the names of the positions in its holes {1}, {2}, …
std::string filled(const Vocabulary& vocabulary, std::string text, const Fact& f) {
  for (std::size_t n = 0; n < f.at.size(); ++n) {
    const std::string hole = fmt::format("{{{}}}", n + 1);
    for (std::size_t found = text.find(hole); found != std::string::npos; found = text.find(hole, found))
      text.replace(found, hole.size(), position_name(vocabulary, f.at[n]));
  }
  return text;
}

std::string fact_words(const Vocabulary& vocabulary, const Fact& f) {
  if (const auto gap = f.is_gap() ? std::nullopt : as_gap(vocabulary, f);
      gap && vocabulary.predicate(f.predicate).sentence.empty())
    return fact_words(vocabulary, *gap);
  if (f.is_gap()) {
    const FactText text = gap_text(vocabulary, f);
    if (f.at[0] == trace_start)
      return fmt::format("{} is {}{}", text.args[0], relation_words(text.predicate), text.args[1]);
    if (text.predicate == "next") return fmt::format("{} comes right after {}", text.args[1], text.args[0]);
    if (text.predicate == "exact")
      return fmt::format("{} comes {} steps after {}", text.args[1], text.args[2], text.args[0]);
    if (text.predicate == "<") return fmt::format("{} comes after {}", text.args[1], text.args[0]);
    return fmt::format("{} comes at least {} steps after {}", text.args[1], text.args[2], text.args[0]);
  }
  const Predicate& p = vocabulary.predicate(f.predicate);
  if (p.variable && p.text.empty()) {
    const std::string& name = vocabulary.system().pool->name_of(p.variable);
    const std::string where = position_name(vocabulary, f.at[0]);
    if (p.value.is_boolean())
      return fmt::format("{} {} at {}", name, p.value.as_boolean() ? "holds" : "does not hold", where);
    return fmt::format("{} is {} at {}", name,
                       p.value.is_word() ? to_string(p.value.as_integer()) : p.value.to_string(), where);
  }
  if (p.sentence.empty()) return fact_text(vocabulary, f).text;
  return filled(vocabulary, p.sentence, f);
}

}  // namespace

std::string position_name(const Vocabulary& vocabulary, std::size_t n) {
  if (is_fixed(static_cast<PositionId>(n))) return std::to_string(fixed_step(static_cast<PositionId>(n)));
  constexpr std::string_view letters = "ijklmnopqrstuvw";
  const auto taken = [&](const std::string& name) {
    const auto& variables = vocabulary.system().variables;
    return std::any_of(variables.begin(), variables.end(),
                       [&](const VariableDecl& v) { return vocabulary.system().pool->name_of(v.variable) == name; });
  };
  for (std::size_t i = 0;; ++i) {
    const std::string name =
        i < letters.size() ? std::string(1, letters[i]) : fmt::format("i{}", i - letters.size() + 1);
    if (!taken(name) && n-- == 0) return name;
  }
}

FactText fact_text(const Vocabulary& vocabulary, const Fact& f) {
  if (f.is_gap()) return gap_text(vocabulary, f);
  const Predicate& p = vocabulary.predicate(f.predicate);
  const ExprPool& pool = *vocabulary.system().pool;
  std::vector<std::string> positions;
  for (std::size_t n = 0; n < p.arity; ++n) positions.push_back(position_name(vocabulary, f.at[n]));
  if (!p.text.empty()) {
    FactText made{filled(vocabulary, p.text, f), p.name, {}};
    for (const std::string& arg : p.args) made.args.push_back(filled(vocabulary, arg, f));
    return made;
  }
  if (p.variable) {
    const std::string left = at(pool.name_of(p.variable), positions[0]), value = p.value.to_string();
    std::string text = fmt::format("{} = {}", left, value);
    if (p.value.is_boolean()) text = p.value.as_boolean() ? left : "!" + left;
    return {text, "=", {left, value}};
  }
  if (p.left) {
    const std::string left = at(pool.name_of(p.left), positions[0]), right = at(pool.name_of(p.right), positions[1]);
    return {fmt::format("{} = {}", left, right), "=", {left, right}};
  }
  if (const auto gap = as_gap(vocabulary, f)) return gap_text(vocabulary, *gap);
  return {fmt::format("{}({})", p.name, fmt::join(positions, ", ")), p.name, positions};
}

std::vector<Fact> in_reading_order(const Vocabulary& vocabulary, const TraceClass& c) {
  std::unordered_map<Expr, std::size_t, ExprHash> rank;
  for (const VariableDecl& v : vocabulary.system().variables) rank.emplace(v.variable, rank.size());
  std::vector<Fact> facts = c.facts;
  const auto key = [&](const Fact& f) {
    const bool built_in = !f.is_gap() && vocabulary.predicate(f.predicate).variable;
    const std::size_t place = built_in ? rank.at(vocabulary.predicate(f.predicate).variable) : f.predicate;
    return std::tuple(f.is_gap(), built_in, f.at, place);
  };
  std::stable_sort(facts.begin(), facts.end(), [&](const Fact& a, const Fact& b) { return key(a) < key(b); });
  return facts;
}

std::string constraint_text(const Vocabulary& vocabulary, const TraceClass& c) {
  const bool chain = is_chain(c);
  std::vector<std::string> parts;
  for (const Fact& f : in_reading_order(vocabulary, c))
    if (!(chain && f.is_gap())) parts.push_back(fact_text(vocabulary, f).text);
  if (parts.empty() && c.positions == 0) return "TRUE";
  const std::string body = parts.empty() ? "TRUE" : fmt::format("{}", fmt::join(parts, " & "));
  return c.positions == 0 ? body : fmt::format("exists {}: {}", positions_text(vocabulary, c, chain), body);
}

std::string sentence_of(const Vocabulary& vocabulary, const TraceClass& c) {
  const bool chain = is_chain(c);
  std::vector<std::string> parts;
  for (const Fact& f : in_reading_order(vocabulary, c))
    if (!(chain && f.is_gap())) parts.push_back(fact_words(vocabulary, f));
  if (c.positions == 0)
    return parts.empty() ? "every run violates the property" : fmt::format("{}", fmt::join(parts, " and "));
  std::string sentence = fmt::format("there {} {}", c.positions == 1 ? "is a position" : "are positions",
                                     positions_text(vocabulary, c, chain));
  if (!parts.empty()) sentence += fmt::format(" such that {}", fmt::join(parts, " and "));
  return sentence;
}

}  // namespace whynot::analyse::classify
