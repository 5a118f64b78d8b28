// Interning and folding of terms; their meaning for the solver.
#include "analyse/paths/follow/terms.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <set>

namespace whynot::analyse::paths {
namespace {

using TermKind = Term::Kind;
using solve::SmtOp;
using solve::SmtTerm;

constexpr std::uint64_t steps_of_question = 300'000;
constexpr TermId none = ~0u;

std::optional<bool> compare(std::string_view predicate, std::int64_t a, std::int64_t b) {
  if (predicate == "eq") return a == b;
  if (predicate == "ne") return a != b;
  if (predicate.starts_with('u') && (a < 0 || b < 0)) return std::nullopt;
  const std::string_view order = predicate.substr(1);
  if (order == "lt") return a < b;
  if (order == "le") return a <= b;
  if (order == "gt") return a > b;
  return order == "ge" ? std::optional(a >= b) : std::nullopt;
}

bool keeps_value(std::string_view word) {
  return word == "bitcast" || word == "bitcast i8*" || word == "sext" || word == "freeze" || word == "ptrtoint" ||
         word == "inttoptr" || word == "addrspacecast";
}

}  // namespace

std::optional<std::int64_t> number_of(const Term& term) {
  if (term.kind != TermKind::Number) return std::nullopt;
  std::int64_t value = 0;
  const char* const end = term.text.data() + term.text.size();
  const auto parsed = std::from_chars(term.text.data(), end, value);
  if (parsed.ec != std::errc() || parsed.ptr != end || value > (1ll << 61) || value < -(1ll << 61)) return std::nullopt;
  return value;
}

std::size_t TermHash::operator()(const Term& term) const {
  std::size_t hash = std::hash<std::string>()(term.text) * 31 + term.number * 7 + static_cast<std::size_t>(term.kind);
  for (const TermId arg : term.args) hash = (hash ^ arg) * 0x9e3779b97f4a7c15u;
  return hash;
}

TermId Terms::intern(Term term) {
  const auto [at, fresh] = ids_.try_emplace(std::move(term), static_cast<TermId>(terms_.size()));
  if (fresh) terms_.push_back(at->first);
  return at->second;
}

TermId Terms::object(const std::string& name) { return intern({TermKind::Object, name, ++unknowns_}); }

TermId Terms::unknown(const std::string& name, bool lost) {
  return intern({TermKind::Unknown, name, ++unknowns_, {}, lost});
}

void Terms::bound(TermId id, std::uint32_t width) {
  if (terms_[id].kind == TermKind::Unknown && width != 0) widths_.try_emplace(id, width);
}

std::uint32_t Terms::width(TermId id) const {
  const auto known = widths_.find(id);
  return known == widths_.end() ? 0 : known->second;
}

bool Terms::is_truth(TermId id, bool value) const {
  return terms_[id].kind == TermKind::Number && terms_[id].text == (value ? "1" : "0");
}

bool Terms::is_constant(TermId id) const {
  const TermKind kind = terms_[id].kind;
  return kind == TermKind::Number || kind == TermKind::Text || kind == TermKind::Function;
}

bool Terms::is_field(TermId id) const {
  return terms_[id].kind == TermKind::Computed && terms_[id].text.starts_with("field ");
}

bool Terms::is_result(TermId id) const {
  return terms_[id].kind == TermKind::Computed && terms_[id].text.ends_with("()");
}

void Terms::observe(TermId value, TermId root, Observed what) {
  const TermKind kind = terms_[root].kind;
  if (kind == TermKind::Text || kind == TermKind::Number) return;
  auto& known = observations_[value];
  known.push_back({root, what});
  // What a pointer into a text leads to is the text's.
  if (const auto behind = observations_.find(root); behind != observations_.end() && root != value) {
    const std::vector<Observation> also = behind->second;
    for (const Observation& of : also) observations_[value].push_back({of.root, {}});
  }
}

bool Terms::is_observed_twice(TermId value, const std::vector<TermId>& others) const {
  const auto mine = observations_.find(value);
  if (mine == observations_.end()) return false;
  const auto agrees = [&](const Observation& a, const Observation& b) {
    const bool apart = a.what.to < b.what.from || b.what.to < a.what.from;
    return a.root != b.root || apart || (a.what.from == a.what.to && b.what.from == b.what.to);
  };
  for (const TermId other : others) {
    const auto theirs = observations_.find(other);
    if (other == value || theirs == observations_.end()) continue;
    for (const Observation& a : mine->second)
      for (const Observation& b : theirs->second)
        if (!agrees(a, b)) return true;
  }
  return false;
}

TermId Terms::root(TermId id) const {
  while (is_field(id)) id = terms_[id].args[0];
  return id;
}

TermId Terms::computed(const std::string& word, std::vector<TermId> args, std::uint32_t width) {
  if (keeps_value(word)) return args[0];
  TermId known = folded(word, args);
  if (known == none && word == "choose") known = folded_choice(args);
  if (known == none && word.starts_with("icmp ")) known = compared_choice(word, args, width);
  if (known == none && word.starts_with("field ")) known = place(word, args);
  if (known != none) return known;
  return intern({TermKind::Computed, word, width, std::move(args)});
}

TermId Terms::folded_choice(const std::vector<TermId>& args) {
  if (is_truth(args[0], true)) return args[1];
  if (is_truth(args[0], false)) return args[2];
  return args[1] == args[2] ? args[1] : none;
}

// `(c ? 0 : x) == 0` is `c || x == 0`.
TermId Terms::compared_choice(const std::string& word, const std::vector<TermId>& args, std::uint32_t width) {
  const Term choice = terms_[args[0]];
  if (choice.kind != TermKind::Computed || choice.text != "choose" || !number_of(terms_[args[1]])) return none;
  const TermId condition = choice.args[0];
  const TermId one = computed(word, {choice.args[1], args[1]}, width);
  const TermId other = computed(word, {choice.args[2], args[1]}, width);
  if (is_truth(one, true)) return computed("or i1", {condition, other});
  if (is_truth(one, false)) return computed("and i1", {negated(condition), other});
  if (is_truth(other, true)) return computed("or i1", {negated(condition), one});
  return is_truth(other, false) ? computed("and i1", {condition, one}) : none;
}

// Each place has one name, however a program comes to it: a row of `[8 x i8]` begins where its first `i8` does, and
// what is two behind what is one behind is three behind.
TermId Terms::place(const std::string& word, const std::vector<TermId>& args) {
  const std::string_view type = std::string_view(word).substr(6);
  const std::size_t times = type.find(" x ");
  if (type.starts_with('[') && type.ends_with(']') && times != type.npos && args.size() > 2 &&
      is_truth(args[1], false)) {
    const std::string element = "field " + std::string(type.substr(times + 3, type.size() - times - 4));
    const TermId at = computed(element, {args[0], args[2]});
    if (args.size() == 3) return at;
    std::vector<TermId> rest{at, args[1]};
    rest.insert(rest.end(), args.begin() + 3, args.end());
    return computed(element, std::move(rest));
  }
  const Term before = terms_[args[0]];
  if (args.size() != 2 || before.kind != TermKind::Computed || before.text != word || before.args.size() != 2)
    return none;
  if (is_truth(args[1], false)) return args[0];
  const auto a = number_of(terms_[before.args[1]]), b = number_of(terms_[args[1]]);
  return a && b ? computed(word, {before.args[0], number(std::to_string(*a + *b))}) : none;
}

TermId Terms::folded(const std::string& word, const std::vector<TermId>& args) {
  const Term& first = terms_[args[0]];
  if (word == "trunc i1" && first.kind == TermKind::Computed && first.text == "zext i1") return first.args[0];
  const auto a = number_of(first);
  if (a && word.starts_with("zext") && (*a == 0 || *a == 1)) return truth(*a == 1);
  if (a && word == "trunc i1") return truth(*a & 1);
  if (args.size() != 2) return none;
  const bool same = args[0] == args[1];
  if (word == "icmp eq" && same) return truth(true);
  if (word == "icmp ne" && same) return truth(false);
  if (word == "icmp eq" || word == "icmp ne") {
    const TermKind one = first.kind, other = terms_[args[1]].kind;
    const bool addresses =
        (one == TermKind::Object || one == TermKind::Function) && (other == one || is_truth(args[1], false));
    if (addresses && !same) return truth(word == "icmp ne");
    if (one == TermKind::Text && is_truth(args[1], false)) return truth(word == "icmp ne");
  }
  const auto b = number_of(terms_[args[1]]);
  if (word == "xor i1" && b == 1 && first.kind == TermKind::Computed && first.text == "xor i1" &&
      is_truth(first.args[1], true))
    return first.args[0];
  if (word == "and i1" || word == "or i1") {
    const bool neutral = word == "and i1";
    for (int i : {0, 1}) {
      if (is_truth(args[i], neutral)) return args[1 - i];
      if (is_truth(args[i], !neutral)) return truth(!neutral);
    }
  }
  if (!a || !b) return none;
  if (word.starts_with("icmp ")) {
    const auto value = compare(std::string_view(word).substr(5), *a, *b);
    return value ? truth(*value) : none;
  }
  if (word == "xor i1") return truth((*a ^ *b) & 1);
  if (word.starts_with("add nsw")) return number(std::to_string(*a + *b));
  if (word.starts_with("sub nsw")) return number(std::to_string(*a - *b));
  if (word == "and" && *a >= 0 && *b >= 0) return number(std::to_string(*a & *b));
  if (word == "or" && *a >= 0 && *b >= 0) return number(std::to_string(*a | *b));
  return none;
}

std::string Terms::shown(TermId id, unsigned depth) const {
  const Term& term = terms_[id];
  if (term.kind == TermKind::Text) return "\"" + term.text + "\"";
  if (term.kind == TermKind::Object) return "&" + term.text;
  if (term.kind != TermKind::Computed) return term.text;
  if (depth > 5) return "…";
  if (is_field(id)) {
    std::string out = shown(term.args[0], depth + 1);
    const bool in_struct = term.text.find('%') != std::string::npos;
    for (std::size_t i = term.args.size() > 2 ? 2 : 1; i < term.args.size(); ++i)
      out += in_struct ? "->" + shown(term.args[i], depth + 1) : "[" + shown(term.args[i], depth + 1) + "]";
    return out;
  }
  std::string out = term.text + "(";
  for (const TermId arg : term.args) out += (arg == term.args[0] ? "" : ", ") + shown(arg, depth + 1);
  return out + ")";
}

// ---- the solver

TermSolver::TermSolver(const Terms& terms, Context& context) : terms_(terms), solver_(smt_, steps_of_question) {
  smt_.obey(context);
}

SmtTerm TermSolver::fresh(const char* kind, TermId id, solve::SmtSort sort) {
  return smt_.constant(fmt::format("{}{}", kind, id), sort);
}

SmtTerm TermSolver::compared(const std::string& predicate, TermId a, TermId b) {
  if (predicate == "eq") return smt_.make(SmtOp::Eq, {integer(a), integer(b)});
  if (predicate == "ne") return smt_.not_(smt_.make(SmtOp::Eq, {integer(a), integer(b)}));
  if (predicate == "slt") return smt_.make(SmtOp::Lt, {integer(a), integer(b)});
  if (predicate == "sle") return smt_.make(SmtOp::Le, {integer(a), integer(b)});
  if (predicate == "sgt") return smt_.make(SmtOp::Lt, {integer(b), integer(a)});
  return smt_.make(SmtOp::Le, {integer(b), integer(a)});
}

SmtTerm TermSolver::truth(TermId id) {
  if (const auto known = truths_.find(id); known != truths_.end()) return known->second;
  const Term& term = terms_[id];
  SmtTerm made;
  const bool computed = term.kind == TermKind::Computed;
  if (term.kind == TermKind::Number)
    made = smt_.boolean(term.text != "0");
  else if (computed && term.text.starts_with("icmp ") && term.text[5] != 'u')
    made = compared(term.text.substr(5), term.args[0], term.args[1]);
  else if (computed && term.text.starts_with("icmp "))
    made = fresh("b", id, smt_.boolean());
  else if (computed && term.text == "and i1")
    made = smt_.make(SmtOp::And, {truth(term.args[0]), truth(term.args[1])});
  else if (computed && term.text == "or i1")
    made = smt_.make(SmtOp::Or, {truth(term.args[0]), truth(term.args[1])});
  else if (computed && term.text == "xor i1")
    made = smt_.not_(smt_.make(SmtOp::Eq, {truth(term.args[0]), truth(term.args[1])}));
  else
    made = smt_.not_(smt_.make(SmtOp::Eq, {integer(id), smt_.number(0)}));
  return truths_[id] = made;
}

SmtTerm TermSolver::integer(TermId id) {
  if (const auto known = integers_.find(id); known != integers_.end()) return known->second;
  const Term& term = terms_[id];
  const auto number = number_of(term);
  SmtTerm made;
  const bool computed = term.kind == TermKind::Computed;
  const auto starts = [&](std::string_view word) { return computed && term.text.starts_with(word); };
  if (number)
    made = smt_.number(*number);
  else if (term.kind == TermKind::Text || term.kind == TermKind::Function || term.kind == TermKind::Object)
    made = smt_.number(first_address + id);
  else if (starts("icmp ") || starts("xor i1") || starts("and i1") || starts("or i1"))
    made = smt_.make(SmtOp::Ite, {truth(id), smt_.number(1), smt_.number(0)});
  else if (starts("zext i1"))
    made = smt_.make(SmtOp::Ite, {truth(term.args[0]), smt_.number(1), smt_.number(0)});
  else if (starts("add nsw") || starts("sub nsw"))
    made = smt_.make(starts("add") ? SmtOp::Add : SmtOp::Sub, {integer(term.args[0]), integer(term.args[1])});
  else if (starts("choose"))
    made = smt_.make(SmtOp::Ite, {truth(term.args[0]), integer(term.args[1]), integer(term.args[2])});
  else
    made = fresh("i", id, smt_.integer());
  if (terms_.counts(id)) solver_.add(smt_.make(SmtOp::Le, {smt_.number(0), made}));
  if (starts("zext ") && !starts("zext i1")) {  // it is 0 when the narrow one is, and never less
    const SmtTerm zero = smt_.number(0);
    solver_.add(smt_.make(SmtOp::Eq,
                          {smt_.make(SmtOp::Eq, {made, zero}), smt_.make(SmtOp::Eq, {integer(term.args[0]), zero})}));
    solver_.add(smt_.make(SmtOp::Le, {zero, made}));
  }
  return integers_[id] = made;
}

solve::SmtAnswer TermSolver::check(const std::vector<TermId>& truths) {
  std::vector<SmtTerm> assumed;
  assumed.reserve(truths.size());
  for (const TermId id : truths) assumed.push_back(truth(id));
  return solver_.check(assumed);
}

std::vector<TermId> unknowns_in(const Terms& terms, const std::vector<TermId>& truths) {
  std::set<TermId> unknown, seen;
  std::vector<TermId> open = truths;
  while (!open.empty()) {
    const TermId id = open.back();
    open.pop_back();
    if (!seen.insert(id).second) continue;
    if (terms[id].kind == TermKind::Unknown) unknown.insert(id);
    open.insert(open.end(), terms[id].args.begin(), terms[id].args.end());
  }
  return {unknown.begin(), unknown.end()};
}

std::string shown_value(const Terms& terms, TermId unknown, std::int64_t value) {
  if (value < first_address) return fmt::format("{} = {}", terms.shown(unknown), value);
  const std::int64_t address = value - first_address;
  if (static_cast<std::size_t>(address) >= terms.size()) return "";
  return fmt::format("{} ≈ {}", terms.shown(unknown), terms.shown(static_cast<TermId>(address)));
}

}  // namespace whynot::analyse::paths
