// A word of the intermediate language is an operation of the solver between operands of its width; only values that
// nobody computes are bounded, by the widths that they are used in.
#include "analyse/paths/follow/exact.h"

#include <fmt/format.h>

#include <charconv>
#include <string_view>
#include <utility>

namespace whynot::analyse::paths {
namespace {

using TermKind = Term::Kind;
using solve::SmtOp;
using solve::SmtTerm;

constexpr unsigned word_bits = 64;
constexpr std::uint64_t steps_of_confirmation = 600'000;
constexpr std::size_t most_values = 8;
constexpr std::int64_t least_address = 1 << 20;

// Of `zext i8`, `field i32`: 0 if it is none.
unsigned width_in(std::string_view text) {
  const std::size_t at = text.rfind(" i");
  unsigned width = 0;
  if (at == std::string_view::npos) return text.ends_with('*') ? word_bits : 0;
  const char* const end = text.data() + text.size();
  const auto read = std::from_chars(text.data() + at + 2, end, width);
  if (read.ptr != end) return text.ends_with('*') ? word_bits : 0;
  return width <= word_bits ? width : 0;
}

std::string_view first_word(std::string_view text) { return text.substr(0, text.find(' ')); }

}  // namespace

ExactSolver::ExactSolver(const Terms& terms, Context& context, bool gives_back)
    : terms_(terms), solver_(smt_, steps_of_confirmation), gives_back_(gives_back) {
  smt_.obey(context);
}

SmtTerm ExactSolver::number(std::int64_t n) { return smt_.number_in_bits(n, word_bits); }

SmtTerm ExactSolver::fresh(TermId id, bool rough) {
  rough_ = rough_ || rough || terms_.is_observed_twice(id, named_);
  named_.push_back(id);
  return smt_.constant(fmt::format("w{}", id), smt_.bits(word_bits));
}

SmtTerm ExactSolver::as_unsigned(SmtTerm x, unsigned width) {
  if (width == 0 || width >= word_bits) return x;
  return make(SmtOp::BitsAnd, x, number((std::int64_t{1} << width) - 1));
}

SmtTerm ExactSolver::as_signed(SmtTerm x, unsigned width) {
  if (width == 0 || width >= word_bits) return x;
  if (width == 1) return as_unsigned(x, 1);  // truths are 0 and 1
  const SmtTerm unused = number(word_bits - width);
  return make(SmtOp::BitsRightSigned, make(SmtOp::BitsLeft, x, unused), unused);
}

SmtTerm ExactSolver::operand(TermId id, unsigned width) {
  const SmtTerm made = word(id);
  const bool is_bounded = terms_[id].kind == TermKind::Unknown || terms_.is_result(id);
  if (!is_bounded || width == 0 || width >= word_bits) return made;
  auto [known, fresh] = widths_.try_emplace(id, word_bits);
  if (width < known->second) {
    known->second = width;
    solver_.add(make(SmtOp::Eq, made, as_signed(made, width)));
  }
  return made;
}

bool ExactSolver::is_truth_valued(const Term& term) const {
  return term.kind == TermKind::Computed &&
         (term.text.starts_with("icmp ") || term.text == "and i1" || term.text == "or i1" || term.text == "xor i1");
}

bool ExactSolver::is_declined(TermId id) const {
  return !gives_back_ && terms_[id].kind == TermKind::Computed && terms_[id].text == Terms::others_decide;
}

template <class Make>
SmtTerm ExactSolver::once(std::unordered_map<TermId, SmtTerm>& known, TermId id, Make make) {
  if (const auto at = known.find(id); at != known.end()) return at->second;
  const SmtTerm made = make(id);
  return known[id] = made;
}

SmtTerm ExactSolver::truth(TermId id) {
  return once(truths_, id, [&](TermId which) { return truth_made(which); });
}

SmtTerm ExactSolver::truth_made(TermId id) {
  const Term& term = terms_[id];
  if (!is_truth_valued(term)) return smt_.not_(make(SmtOp::Eq, word(id), number(0)));
  if (term.text.starts_with("icmp ")) return compared(term);
  if (term.text == "and i1" && is_declined(term.args[1])) return smt_.boolean(false);
  const SmtTerm a = truth(term.args[0]), b = truth(term.args[1]);
  if (term.text == "xor i1") return smt_.not_(make(SmtOp::Eq, a, b));
  return make(term.text == "and i1" ? SmtOp::And : SmtOp::Or, a, b);
}

SmtTerm ExactSolver::compared(const Term& term) {
  const std::string_view predicate = std::string_view(term.text).substr(5);
  SmtTerm a = operand(term.args[0], term.number), b = operand(term.args[1], term.number);
  if (predicate == "eq") return make(SmtOp::Eq, a, b);
  if (predicate == "ne") return smt_.not_(make(SmtOp::Eq, a, b));
  const bool is_unsigned = predicate.starts_with('u');
  if (is_unsigned) {
    a = as_unsigned(a, term.number);
    b = as_unsigned(b, term.number);
  }
  if (predicate.substr(1).starts_with('g')) std::swap(a, b);
  const bool strict = predicate.ends_with('t');
  if (is_unsigned) return make(strict ? SmtOp::BitsLtUnsigned : SmtOp::BitsLeUnsigned, a, b);
  return make(strict ? SmtOp::BitsLt : SmtOp::BitsLe, a, b);
}

SmtTerm ExactSolver::word(TermId id) {
  return once(words_, id, [&](TermId which) { return word_made(which); });
}

SmtTerm ExactSolver::word_made(TermId id) {
  const Term& term = terms_[id];
  switch (term.kind) {
    case TermKind::Number: {
      std::int64_t value = 0;
      const char* const end = term.text.data() + term.text.size();
      return std::from_chars(term.text.data(), end, value).ptr == end ? number(value) : fresh(id, true);
    }
    case TermKind::Text:
    case TermKind::Function:
    case TermKind::Object: return number(first_address + id);
    case TermKind::Unknown: {
      words_[id] = fresh(id, term.lost);
      if (terms_.counts(id)) solver_.add(make(SmtOp::BitsLe, number(0), words_[id]));
      return operand(id, terms_.width(id));
    }
    case TermKind::Computed: break;
  }
  return computed(term, id);
}

SmtTerm ExactSolver::computed(const Term& term, TermId id) {
  const std::string_view op = first_word(term.text);
  if (is_truth_valued(term)) return smt_.make(SmtOp::Ite, {truth(id), number(1), number(0)});
  if (op == "choose") return smt_.make(SmtOp::Ite, {truth(term.args[0]), word(term.args[1]), word(term.args[2])});
  if (terms_.is_result(id)) return fresh(id, false);
  if (op == "fcmp") return as_unsigned(fresh(id, !is_free_fraction(term, id)), 1);
  const unsigned width = width_in(term.text);
  if (op == "zext" && width != 0) return as_unsigned(operand(term.args[0], width), width);
  if (op == "trunc" && width != 0) return as_signed(word(term.args[0]), width);
  if (op == "field" && width != 0 && width % 8 == 0 && term.args.size() == 2)
    return make(SmtOp::BitsAdd, pointer(term.args[0]), make(SmtOp::BitsMul, word(term.args[1]), number(width / 8)));
  return term.args.size() == 2 && op != "field" ? arithmetic(term, id) : fresh(id, true);
}

// One from outside is 0, or leaves room for what is counted from it.
SmtTerm ExactSolver::pointer(TermId id) {
  const SmtTerm made = word(id);
  if (terms_[id].kind != TermKind::Unknown && !terms_.is_result(id)) return made;
  const SmtTerm above = make(SmtOp::BitsLe, number(least_address), made);
  const SmtTerm below = make(SmtOp::BitsLt, made, number(first_address / 2));
  solver_.add(make(SmtOp::Or, make(SmtOp::Eq, made, number(0)), make(SmtOp::And, above, below)));
  return made;
}

// A fraction from outside that is compared once, with a number: either may be.
bool ExactSolver::is_free_fraction(const Term& term, TermId id) {
  if (term.args.size() != 2) return false;
  const Term &a = terms_[term.args[0]], &b = terms_[term.args[1]];
  if (a.kind != TermKind::Unknown || a.lost || b.kind != TermKind::Text) return false;
  return fractions_.try_emplace(term.args[0], id).first->second == id;
}

SmtTerm ExactSolver::arithmetic(const Term& term, TermId id) {
  const unsigned width = term.number;
  const std::string_view op = first_word(term.text);
  const SmtTerm a = operand(term.args[0], width), b = operand(term.args[1], width);
  const auto wrapped = [&](SmtOp how) { return as_signed(make(how, a, b), width); };
  const auto without_sign = [&](SmtOp how) {
    return as_signed(make(how, as_unsigned(a, width), as_unsigned(b, width)), width);
  };
  if (width == 0) return fresh(id, true);
  if (op == "add") return wrapped(SmtOp::BitsAdd);
  if (op == "sub") return wrapped(SmtOp::BitsSub);
  if (op == "mul") return wrapped(SmtOp::BitsMul);
  if (op == "and") return wrapped(SmtOp::BitsAnd);
  if (op == "or") return wrapped(SmtOp::BitsOr);
  if (op == "xor") return wrapped(SmtOp::BitsXor);
  if (op == "shl") return wrapped(SmtOp::BitsLeft);
  if (op == "ashr") return wrapped(SmtOp::BitsRightSigned);
  if (op == "lshr") return without_sign(SmtOp::BitsRight);
  const bool divides = op == "sdiv" || op == "udiv" || op == "srem" || op == "urem";
  if (!divides) return fresh(id, true);
  const auto divisor = number_of(terms_[term.args[1]]);
  rough_ = rough_ || !divisor || *divisor == 0;  // by nothing, programs end
  if (op == "sdiv") return wrapped(SmtOp::BitsDiv);
  if (op == "srem") return wrapped(SmtOp::BitsRem);
  return without_sign(op == "udiv" ? SmtOp::BitsDivUnsigned : SmtOp::BitsRemUnsigned);
}

solve::SmtAnswer ExactSolver::check(const std::vector<TermId>& truths) {
  std::vector<SmtTerm> assumed;
  assumed.reserve(truths.size());
  for (const TermId id : truths) assumed.push_back(truth(id));
  return solver_.check(assumed);
}

std::vector<std::string> ExactSolver::model(const std::vector<TermId>& truths) {
  std::vector<std::string> out;
  for (const TermId id : unknowns_in(terms_, truths)) {
    if (out.size() == most_values || !words_.contains(id)) continue;
    const auto value = solver_.value(words_.at(id)).number;
    if (std::string shown = value ? shown_value(terms_, id, *value) : ""; !shown.empty()) out.push_back(shown);
  }
  return out;
}

}  // namespace whynot::analyse::paths
