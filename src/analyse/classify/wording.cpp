// Every kind of fact has two forms: the notation of reports, and a phrase in plain words.
#include "analyse/classify/wording.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>
#include <optional>
#include <tuple>
#include <unordered_map>

#include "analyse/classify/facts/atoms.h"
#include "analyse/classify/facts/lasting.h"
#include "analyse/classify/facts/named_steps.h"
#include "analyse/classify/facts/step_comparisons.h"
#include "analyse/classify/split.h"
#include "expr/print.h"
#include "rewrite/definitions.h"

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

std::string gap_words(const Vocabulary& vocabulary, const Fact& f) {
  const FactText text = gap_text(vocabulary, f);
  if (f.at[0] == trace_start)
    return fmt::format("{} is {}{}", text.args[0], relation_words(text.predicate), text.args[1]);
  if (text.predicate == "next") return fmt::format("{} comes right after {}", text.args[1], text.args[0]);
  if (text.predicate == "exact")
    return fmt::format("{} comes {} steps after {}", text.args[1], text.args[2], text.args[0]);
  if (text.predicate == "<") return fmt::format("{} comes after {}", text.args[1], text.args[0]);
  return fmt::format("{} comes at least {} steps after {}", text.args[1], text.args[2], text.args[0]);
}

// Columns of listed runs of specifications and programs, which have the rule that each step took.
bool has_rules(const Vocabulary& vocabulary) {
  const auto& variables = vocabulary.system().variables;
  return std::any_of(variables.begin(), variables.end(), [&](const VariableDecl& v) {
    return v.kind == VariableKind::Input && vocabulary.system().pool->name_of(v.variable) == "rule";
  });
}

std::optional<std::string> words_of_listed(const std::string& name, const std::string& value) {
  if (name == "rule") return value + (value.find("->") == std::string::npos ? " fires" : " is taken");
  if (name == "event") return value == "none" ? "nothing happens" : value + " happens";
  if (name == "top") return value + " is reached";
  if (name == "height") return fmt::format("the stack is {} high", value);
  return std::nullopt;
}

std::string value_words(const Vocabulary& vocabulary, const Predicate& p) {
  const std::string& name = vocabulary.system().pool->name_of(p.variable);
  if (has_rules(vocabulary))
    if (auto words = words_of_listed(name, p.value.to_string())) return *std::move(words);
  if (p.value.is_boolean()) return fmt::format("{} {}", name, p.value.as_boolean() ? "holds" : "does not hold");
  return fmt::format("{} is {}", name, p.value.is_word() ? to_string(p.value.as_integer()) : p.value.to_string());
}

// With the names of its positions.
std::string fact_words(const Vocabulary& vocabulary, const Fact& f) {
  if (f.is_gap()) return gap_words(vocabulary, f);
  const Predicate& p = vocabulary.predicate(f.predicate);
  if (const auto gap = p.sentence.empty() ? as_gap(vocabulary, f) : std::nullopt) return gap_words(vocabulary, *gap);
  if (p.variable && p.text.empty())
    return fmt::format("{} at {}{}", value_words(vocabulary, p), is_fixed(f.at[0]) ? "step " : "",
                       position_name(vocabulary, f.at[0]));
  if (p.sentence.empty()) return fact_text(vocabulary, f).text;
  return filled(vocabulary, p.sentence, f);
}

// Of one position, which is known from what stands before.
std::string words_of_step(const Vocabulary& vocabulary, const Fact& f) {
  const Predicate& p = vocabulary.predicate(f.predicate);
  if (p.variable && p.text.empty()) return value_words(vocabulary, p);
  if (p.sentence.empty()) return fmt::format("{} holds", p.name);
  std::string words = p.sentence;
  for (const auto& [hole, with] : {std::pair(" at {1}", ""), std::pair("{1}", "this step")})
    for (std::size_t at = words.find(hole); at != std::string::npos; at = words.find(hole))
      words.replace(at, std::string_view(hole).size(), with);
  return words;
}

std::string in_a_row(const std::vector<std::string>& words) {
  if (words.size() < 2) return words.empty() ? "" : words[0];
  return fmt::format("{} and {}", fmt::join(words.begin(), words.end() - 1, ", "), words.back());
}

// A sentence of its own, which names no positions.
bool is_whole_sentence(const Vocabulary& vocabulary, const Fact& f) {
  if (f.is_gap()) return false;
  const Predicate& p = vocabulary.predicate(f.predicate);
  return f.at.empty() || (!p.variable && !p.sentence.empty() && p.sentence.find('{') == std::string::npos);
}

// Steps told one after the other: what is said of each alone, and how far each is from the one before.
struct Story {
  std::vector<std::string> at_all;                                            // of no step
  std::vector<std::vector<std::string>> at_step;                              // by position
  std::vector<std::optional<Fact>> since_before;                              // by position
  std::vector<bool> is_step_into = std::vector<bool>(at_step.size(), false);  // by position: a step is named
};

// A gap to the position before; false where there is another one already.
bool add_gap(const Fact& f, Story& story) {
  std::optional<Fact>& before = story.since_before[f.at[1]];
  if (f.at[1] != f.at[0] + 1 || (before && *before != f)) return false;
  before = f;
  return true;
}

// The same gap told from the step before its end, where it is known how far that is from its beginning.
Fact from_last_known(Fact gap, const TraceClass& c) {
  const auto next_to = [&](PositionId p) {
    return std::find_if(c.facts.begin(), c.facts.end(), [&](const Fact& f) {
      return f.is_gap() && f.at == std::vector{p, p + 1} && f.least == f.most;
    });
  };
  if (gap.at[0] == trace_start || gap.most != any_distance) return gap;
  for (auto known = next_to(gap.at[0]); gap.at[0] + 1 < gap.at[1]; known = next_to(gap.at[0])) {
    if (known == c.facts.end() || known->least >= gap.least) break;
    gap = gap_between(gap.at[0] + 1, gap.at[1], gap.least - known->least);
  }
  return gap;
}

// What does not happen between two steps, or before one.
bool says_none(const Predicate& p) {
  using enum Predicate::Over;
  return p.variable && p.spans.size() == 1 && (p.spans[0].over == NoneBetween || p.spans[0].over == NoneBefore);
}

std::string none_words(const Predicate& p) {
  const bool is_before = p.spans[0].over == Predicate::Over::NoneBefore;
  const std::string words = p.sentence.substr(0, p.sentence.rfind(is_before ? " before {1}" : " between {1} and {2}"));
  return fmt::format("{} {}", words, is_before ? "before that" : "in between");
}

// Of a comparison on a step: nothing that comes in or is next.
bool reads_before_only(const Predicate& p) {
  bool found = false;
  for_each_postorder(p.body, [&](Expr e) { found = found || (e.is(Op::At) && e.a() == 1); });
  return !found;
}

std::string step_verb(bool is_comparison, bool is_before, bool is_change) {
  if (!is_comparison) return " happens";
  if (is_change) return "";
  return is_before ? "" : " on the way";
}

// Nothing where positions are tied together otherwise.
std::optional<Story> story_of(const Vocabulary& vocabulary, const TraceClass& c) {
  Story story{{}, std::vector<std::vector<std::string>>(c.positions), std::vector<std::optional<Fact>>(c.positions)};
  std::vector<std::string> lasting;
  std::vector<std::pair<PositionId, std::string>> none;  // told after what happens
  for (Fact f : in_reading_order(vocabulary, c)) {
    if (is_lasting(vocabulary, f)) {
      lasting.push_back(words_of_step(vocabulary, f));
      continue;
    }
    const bool is_sum = !f.is_gap() && is_step_comparison(vocabulary.predicate(f.predicate));
    const bool is_step = is_sum || (!f.is_gap() && is_named_step(vocabulary.predicate(f.predicate)));
    if (!f.is_gap() && vocabulary.predicate(f.predicate).sentence.empty()) f = as_gap(vocabulary, f).value_or(f);
    if (is_whole_sentence(vocabulary, f)) {
      story.at_all.push_back(fact_words(vocabulary, f));
      continue;
    }
    if (!f.is_gap() && says_none(vocabulary.predicate(f.predicate))) {
      if (f.at.size() == 2 && f.at[1] != f.at[0] + 1) return std::nullopt;
      none.emplace_back(f.at.back(), none_words(vocabulary.predicate(f.predicate)));
      continue;
    }
    const bool is_of_steps = std::none_of(f.at.begin(), f.at.end(), [](PositionId p) { return is_fixed(p); });
    if (!is_of_steps || (!f.is_gap() && f.at.size() > 1 && !is_step)) return std::nullopt;
    if (is_step) {
      const Predicate& p = vocabulary.predicate(f.predicate);
      const bool is_before = is_sum && reads_before_only(p);
      story.at_step[f.at[is_before ? 0 : 1]].push_back(p.args[0] +
                                                       step_verb(is_sum, is_before, p.args[0].ends_with(" changes")));
      story.is_step_into[f.at[1]] = true;
      if (!add_gap(gap_between(f.at[0], f.at[1], 1, 1), story)) return std::nullopt;
    } else if (!f.is_gap()) {
      story.at_step[f.at[0]].push_back(words_of_step(vocabulary, f));
    } else if (!add_gap(from_last_known(f, c), story)) {
      return std::nullopt;
    }
  }
  for (auto& [position, words] : none) story.at_step[position].push_back(std::move(words));
  if (!lasting.empty()) story.at_all.insert(story.at_all.begin(), in_a_row(lasting));
  return story;
}

std::string distance_words(const std::optional<Fact>& gap) {
  if (!gap) return "at some step, whenever it is,";
  if (gap->least == 1) return gap->most == 1 ? "in the next step" : "later";
  if (gap->least == gap->most) return fmt::format("{} steps later", gap->least);
  return fmt::format("at least {} steps later", gap->least);
}

// Of the first step that something is said of, `before` it: how far it is from one that nothing is said of.
std::string beginning_words(const std::optional<Fact>& before, bool is_step) {
  if (!before || is_step) return "at some step";
  if (before->least == 1) return "at some step but the first";
  return fmt::format("at step {} or a later one (they are counted from 0)", before->least);
}

// `after`: how far the run goes on at least.
std::string ending_words(const Fact& after) {
  if (after.least == 1) return ", and not the last one,";
  return fmt::format(" with at least {} more after it", after.least);
}

// Positions that nothing is said of are told where they matter: before the first and after the last of the others.
std::string told(const Story& story) {
  std::vector<std::string> parts = story.at_all;
  const auto is_idle = [&](std::size_t p) { return story.at_step[p].empty(); };
  std::size_t first = 0, end = story.at_step.size();
  while (first < end && is_idle(first)) ++first;
  while (end > first && is_idle(end - 1)) --end;
  for (std::size_t p = first; p < end; ++p) {
    std::string lead = distance_words(story.since_before[p]);
    if (p == first)
      lead = beginning_words(first == 1 ? story.since_before[1] : std::nullopt, first == 1 && story.is_step_into[1]);
    if (p + 1 == end && end < story.at_step.size() && story.since_before[end])
      lead += ending_words(*story.since_before[end]);
    parts.push_back(fmt::format("{} {}", lead, in_a_row(story.at_step[p])));
  }
  if (first == end) {
    std::size_t steps = 0;
    for (const auto& gap : story.since_before) steps += gap ? gap->least : 0;
    if (steps > 0) parts.push_back(fmt::format("the run has at least {} {}", steps, steps == 1 ? "step" : "steps"));
  }
  if (parts.empty()) return "every run violates the property";
  return parts.size() == story.at_all.size() ? in_a_row(parts) : fmt::format("{}", fmt::join(parts, "; "));
}

// Declarations -------------------------------------------------------------------------------------------

// A condition as it is written in a file, `name` telling what stands for x at argument n, and for the place of n.
using ArgumentName = std::function<std::string(const std::string& variable, std::size_t argument)>;

std::string written(ExprPool& pool, Expr condition, std::size_t arguments, const ArgumentName& name) {
  std::unordered_map<Expr, Expr, ExprHash> done;
  for_each_postorder(condition, [&](Expr e) {
    std::vector<Expr> args;
    for (std::size_t i = 0; i < e.arity(); ++i) args.push_back(done.at(e.arg(i)));
    Expr made = args.empty() ? e : rebuild(pool, e, args);
    if (e.is(Op::Eq) && args[1] == pool.boolean(true)) made = args[0];
    if (e.is(Op::Eq) && args[1] == pool.boolean(false)) made = pool.not_(args[0]);
    if (e.is(Op::At)) made = pool.variable(name(pool.name_of(e.arg(0)), static_cast<std::size_t>(e.a())), e.type());
    for (std::size_t n = 0; n < arguments; ++n)
      if (e == place_of_argument(pool, n)) made = pool.variable(name("", n), e.type());
    if (e == place_of_last(pool)) made = pool.variable("last", e.type());
    if (e == place_of_loop(pool)) made = pool.variable("loop", e.type());
    done.emplace(e, made);
  });
  return to_string(pool, done.at(condition));
}

std::string span_text(const Vocabulary& vocabulary, const Fact& f, const Predicate::Span& s, const std::string& said) {
  const auto place = [&](std::size_t n) { return position_name(vocabulary, f.at[n]); };
  switch (s.over) {
    case Predicate::Over::AllOfLoop: return fmt::format("from some step on: ({})", said);
    case Predicate::Over::SomeOfLoop: return fmt::format("again and again: ({})", said);
    case Predicate::Over::Always: return fmt::format("always: ({})", said);
    case Predicate::Over::AllFrom: return fmt::format("from {} on: ({})", place(s.from), said);
    case Predicate::Over::NoneBefore: return fmt::format("no ({}) before {}", said, place(s.from));
    case Predicate::Over::NoneBetween:
      return fmt::format("no ({}) between {} and {}", said, place(s.from), place(s.to));
  }
  return said;
}

// What a fact says, conjunct by conjunct; what is no plain condition comes first.
void add_written(const Vocabulary& vocabulary, const Fact& f, std::vector<std::string>& spans,
                 std::vector<std::string>& conditions) {
  if (f.is_gap()) return conditions.push_back(gap_text(vocabulary, f).text);
  ExprPool& pool = *vocabulary.system().pool;
  const Predicate& p = vocabulary.predicate(f.predicate);
  const auto at_positions = [&](const std::string& variable, std::size_t n) {
    const std::string place = position_name(vocabulary, f.at[n]);
    return variable.empty() ? place : at(variable, place);
  };
  for (const Predicate::Span& s : p.spans) {
    const std::string said = written(pool, s.condition, 0, [](const std::string& variable, std::size_t argument) {
      return argument == 0 ? variable : fmt::format("next({})", variable);
    });
    spans.push_back(span_text(vocabulary, f, s, said));
  }
  if (p.spans.empty() || p.body != pool.boolean(true))
    for (Expr conjunct : rewrite::conjuncts(p.body)) {
      const std::string said = written(pool, conjunct, p.arity, at_positions);
      const bool is_tight = conjunct.is(Op::Eq) || conjunct.is(Op::Lt) || conjunct.is(Op::Le) || conjunct.arity() < 2;
      conditions.push_back(is_tight ? said : fmt::format("({})", said));
    }
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
    std::string name = i < letters.size() ? std::string(1, letters[i]) : fmt::format("i{}", i - letters.size() + 1);
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

// Comparisons on one step all say which step comes next: the last one does.
static void tell_next_once(std::vector<std::string>& parts) {
  const auto next_in = [](const std::string& part) {
    const std::size_t at = part.rfind(" & ");
    return at == std::string::npos ? std::string() : part.substr(at);
  };
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const std::string next = next_in(parts[i]);
    const bool again = !next.empty() && std::any_of(parts.begin() + static_cast<std::ptrdiff_t>(i) + 1, parts.end(),
                                                    [&](const std::string& later) { return later.ends_with(next); });
    if (again && next.find(" + 1 = ") != std::string::npos) parts[i].erase(parts[i].size() - next.size());
  }
}

std::string constraint_text(const Vocabulary& vocabulary, const TraceClass& c) {
  const bool chain = is_chain(c);
  std::vector<std::string> parts;
  for (const Fact& f : in_reading_order(vocabulary, c))
    if (!(chain && f.is_gap())) parts.push_back(fact_text(vocabulary, f).text);
  tell_next_once(parts);
  if (parts.empty() && c.positions == 0) return "TRUE";
  const std::string body = parts.empty() ? "TRUE" : fmt::format("{}", fmt::join(parts, " & "));
  return c.positions == 0 ? body : fmt::format("exists {}: {}", positions_text(vocabulary, c, chain), body);
}

std::string sentence_of(const Vocabulary& vocabulary, const TraceClass& c) {
  if (const auto story = story_of(vocabulary, c)) return told(*story);
  const bool chain = is_chain(c);
  std::vector<std::string> parts;
  for (const Fact& f : in_reading_order(vocabulary, c))
    if (!(chain && f.is_gap())) parts.push_back(fact_words(vocabulary, f));
  if (c.positions == 0) return in_a_row(parts);
  return fmt::format("there {} {} such that {}", c.positions == 1 ? "is a step" : "are steps",
                     positions_text(vocabulary, c, chain), in_a_row(parts));
}

std::string declaration_of(const Vocabulary& vocabulary, const std::string& name, const TraceClass& c) {
  std::vector<std::string> said, conditions, positions;
  for (const Fact& f : in_reading_order(vocabulary, c)) add_written(vocabulary, f, said, conditions);
  said.insert(said.end(), conditions.begin(), conditions.end());
  for (std::size_t p = 0; p < c.positions; ++p) positions.push_back(position_name(vocabulary, p));
  return fmt::format("{}{} := {}", name, positions.empty() ? "" : fmt::format("({})", fmt::join(positions, ", ")),
                     said.empty() ? "TRUE" : fmt::format("{}", fmt::join(said, " & ")));
}

std::string kind_of(const Vocabulary& vocabulary, const TraceClass& c) {
  std::string kind = "value";
  for (const Fact& f : c.facts) {
    if (f.is_gap()) {
      kind = f.least == 1 && f.most == 1 ? "next" : "order";
      continue;
    }
    const Predicate& p = vocabulary.predicate(f.predicate);
    if (!p.spans.empty()) return says_none(p) ? "between" : "forever";
    if (!p.variable) return "given";
    if (kind == "value" && (p.low.defined() || p.high.defined())) kind = "range";
    if (kind == "value" && compares(p)) kind = "pair";
  }
  return kind;
}

}  // namespace whynot::analyse::classify
