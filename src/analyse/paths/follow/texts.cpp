// What functions of the library tell of texts, letter by letter where one side is known: `strcmp(s, "ab")` is 0 where
// `s[0]` is `a`, `s[1]` is `b` and `s[2]` is 0, whoever else looks at these.  Of what is not taken apart (`atoi`,
// `strchr`) the result may be anything, as long as nothing else is asked about that text; where the program itself made
// the text, nobody knows it.
#include <algorithm>
#include <array>
#include <cctype>

#include "analyse/paths/follow/code_run.h"

namespace whynot::analyse::paths {
namespace {

constexpr std::int64_t longest_constant = 256, counted_letters = 8;

struct Comparison {
  std::string_view name;
  bool counts = false;        // the third argument says how many letters
  bool ends_with_nul = true;  // or looks at all of them
  bool folds_case = false;
};
constexpr std::array comparisons{Comparison{"strcmp"}, Comparison{"strncmp", true},
                                 Comparison{"strcasecmp", false, true, true},
                                 Comparison{"strncasecmp", true, true, true}, Comparison{"memcmp", true, false}};

}  // namespace

CodeValue CodeRun::letter(const CodeValue& text, std::int64_t offset) {
  CodeValue address = text;
  Terms& terms = tables_->terms;
  address.term = terms.computed("field i8", {text.term, terms.number(std::to_string(offset))});
  return load_from(address, image_->byte());
}

// Nothing: no side is a constant.
std::optional<CodeValue> CodeRun::compared_texts(const std::string& callee) {
  const auto how =
      std::find_if(comparisons.begin(), comparisons.end(), [&](const Comparison& c) { return c.name == callee; });
  if (how == comparisons.end() || arguments_.size() < (how->counts ? 3u : 2u)) return std::nullopt;
  Terms& terms = tables_->terms;
  const auto is_text = [&](int i) { return terms[arguments_[i].term].kind == Term::Kind::Text; };
  const bool turned = !is_text(1);
  const CodeValue one = arguments_[turned ? 1 : 0], other = arguments_[turned ? 0 : 1];
  if (one.term == other.term) return CodeValue{terms.number("0")};
  if (terms[other.term].kind != Term::Kind::Text) return std::nullopt;
  const auto size = static_cast<std::int64_t>(terms[other.term].text.size()) + 1;
  const auto count = how->counts ? number_of(terms[arguments_[2].term]) : std::optional(size);
  if (!count || *count < 0 || size > longest_constant || (!how->ends_with_nul && *count > size)) return std::nullopt;
  CodeValue result;
  join(result, one);
  join(result, other);
  if (how->counts) join(result, arguments_[2]);
  TermId same = terms.truth(true), below = terms.truth(false);
  for (std::int64_t i = std::min(*count, size); i-- > 0;) {
    const CodeValue a = letter(one, i), b = letter(other, i);
    join(result, a);
    TermId equal = terms.computed("icmp eq", {a.term, b.term}, 8);
    const auto known = number_of(terms[b.term]);
    const int c = known ? static_cast<int>(*known) & 255 : 0;
    const int folded = std::islower(c) != 0 ? std::toupper(c) : std::tolower(c);
    if (how->folds_case && folded != c)
      equal = terms.computed("or i1",
                             {equal, terms.computed("icmp eq", {a.term, terms.number(std::to_string(folded))}, 8)});
    const TermId less = how->folds_case ? terms.unknown(callee, true) : terms.computed("icmp ult", {a.term, b.term}, 8);
    below = terms.computed("choose", {equal, below, less});
    same = terms.computed("and i1", {equal, same});
  }
  const TermId order =
      terms.computed("choose", {below, terms.number(turned ? "1" : "-1"), terms.number(turned ? "-1" : "1")});
  result.term = terms.computed("choose", {same, terms.number("0"), order});
  return result;
}

std::optional<CodeValue> CodeRun::length_of_text() {
  Terms& terms = tables_->terms;
  const CodeValue text = arguments_[0];
  if (terms[text.term].kind == Term::Kind::Text)
    return CodeValue{terms.number(std::to_string(terms[text.term].text.size()))};
  CodeValue result = opaque_result("strlen", false);
  const auto beyond = byte_behind(text.term);
  if (!terms[result.term].lost && beyond)
    terms.observe(result.term, beyond->first, {beyond->second + counted_letters, Observed::all});
  result.term = terms.computed("zext i16", {result.term});
  result.term = terms.computed("add nsw", {result.term, terms.number(std::to_string(counted_letters))}, 64);
  for (std::int64_t i = counted_letters; i-- > 0;) {
    const CodeValue a = letter(text, i);
    join(result, a);
    const TermId ends = terms.computed("icmp eq", {a.term, terms.number("0")}, 8);
    result.term = terms.computed("choose", {ends, terms.number(std::to_string(i)), result.term});
  }
  return result;
}

std::optional<CodeValue> CodeRun::arithmetic_result(const std::string& callee) {
  Terms& terms = tables_->terms;
  if (arguments_.size() != 1) return std::nullopt;
  CodeValue value = arguments_[0];
  const TermId x = value.term;
  const auto number = [&](int n) { return terms.number(std::to_string(n)); };
  const auto between = [&](int from, int to) {
    const TermId low = terms.computed("icmp sge", {x, number(from)}, 32);
    return terms.computed("and i1", {low, terms.computed("icmp sle", {x, number(to)}, 32)});
  };
  if (callee == "abs") {
    const TermId turned = terms.computed("sub nsw", {number(0), x}, 32);
    value.term = terms.computed("choose", {terms.computed("icmp slt", {x, number(0)}, 32), turned, x});
  } else if (callee == "toupper") {
    value.term = terms.computed("choose", {between('a', 'z'), terms.computed("sub nsw", {x, number(32)}, 32), x});
  } else if (callee == "tolower") {
    value.term = terms.computed("choose", {between('A', 'Z'), terms.computed("add nsw", {x, number(32)}, 32), x});
  } else {
    return std::nullopt;
  }
  return value;
}

// Whether others wrote it, as a whole: nothing that the program has put there is known.
bool CodeRun::is_from_outside(const CodeValue& text) {
  const Terms& terms = tables_->terms;
  const CodeValue first = letter(text, 0);
  const TermId root = terms.root(text.term);
  const auto is_theirs = [&](TermId id) { return terms[id].kind == Term::Kind::Unknown && !terms[id].lost; };
  if (!is_theirs(first.term)) return false;
  for (const auto& [at, cell] : memory_)
    if (terms.root(at) == root && (cell.lost_at != CodeValue::never || !is_theirs(cell.value.term))) return false;
  return std::none_of(regions_.begin(), regions_.end(), [&](const Region& r) { return terms.root(r.whole) == root; });
}

// The same while no text is written.  `determined`: without texts, there is nothing that others have a say in.
CodeValue CodeRun::opaque_result(const std::string& callee, bool determined) {
  Terms& terms = tables_->terms;
  CodeValue result;
  std::vector<TermId> args;
  std::vector<TermId> texts;
  for (const CodeValue& argument : arguments_) {
    args.push_back(argument.term);
    join(result, argument);
    if (terms.is_constant(argument.term)) continue;
    texts.push_back(argument.term);
    determined = determined || !is_from_outside(argument);
  }
  determined = determined || texts.empty();
  args.push_back(terms.number(std::to_string(changes_)));
  rest(result, image_->places().all_memory());
  result.since = std::min(result.since, now_);
  result.term = determined ? terms.unknown(callee + "()", true) : terms.computed(callee + "()", std::move(args));
  for (const TermId text : texts)
    if (const auto place = byte_behind(text); !determined && callee != "strlen")
      terms.observe(result.term, place ? place->first : terms.root(text), {});
  return result;
}

// Who the process is, and what is in its environment: the same until the program changes it.
CodeValue CodeRun::same_again(const std::string& callee) {
  const Terms& terms = tables_->terms;
  std::string key = callee;
  for (const CodeValue& argument : arguments_) key += " " + std::to_string(argument.term);
  for (const auto& [known, value] : stable_)
    if (known == key) return value;
  const bool is_lost = callee == "getenv" && has_own_environment_;
  CodeValue value = is_lost ? unknown("getenv()", true) : born(callee + "()", Birth::Is::New, step_number());
  for (const CodeValue& argument : arguments_) join(value, argument);
  rest(value, image_->places().foreign());
  if (arguments_.empty() || terms.is_constant(arguments_[0].term)) stable_.emplace_back(key, value);
  return value;
}

// `strcpy(buffer, "text")`.
void CodeRun::copy_text() {
  Terms& terms = tables_->terms;
  const CodeValue to = arguments_[0], from = arguments_[1];
  lose(terms.root(to.term));
  const bool is_text = terms[from.term].kind == Term::Kind::Text;
  const auto size = static_cast<std::int64_t>(is_text ? terms[from.term].text.size() + 1 : 0);
  for (std::int64_t i = 0; i < std::min(size, longest_constant); ++i) {
    CodeValue value = letter(from, i);
    join(value, to);
    rest(value, image_->places().all_memory());
    value.since = std::min(value.since, now_);
    keep(terms.computed("field i8", {to.term, terms.number(std::to_string(i))}), {value, image_->byte()});
  }
}

}  // namespace whynot::analyse::paths
