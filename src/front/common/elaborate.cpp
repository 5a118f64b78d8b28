// One function for each form of syntax, over terms that are values, arrays or entities; errors leave a term unusable.
#include "front/common/elaborate.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "base/check.h"
#include "front/common/report.h"
#include "front/common/typing.h"

namespace whynot::front {
namespace {

// Of a literal of words: 0b, 0o, 0d, 0h.
unsigned base_of(char letter) {
  switch (letter) {
    case 'b':
    case 'B': return 2;
    case 'o':
    case 'O': return 8;
    case 'd':
    case 'D': return 10;
    default: return 16;
  }
}

// REQUIRES base 2, 8 or 16.
int bits_of_digit(unsigned base) {
  if (base == 2) return 1;
  return base == 8 ? 3 : 4;
}

}  // namespace

// The loop ----------------------------------------------------------------------------------------------

Term Elaborator::term(const Syntax& syntax, Tree tree, Resolver& resolver, Diagnostics& diagnostics) {
  syntax_ = &syntax;
  resolver_ = &resolver;
  diagnostics_ = &diagnostics;
  first_ = tree.first;
  terms_.clear();
  choices_.clear();
  for (NodeId id = tree.first; id <= tree.root; ++id) {
    const Term t = combine(id);
    terms_.push_back(t);
  }
  return checked(tree.root);
}

Expr Elaborator::value(const Syntax& syntax, Tree tree, Resolver& resolver, Diagnostics& diagnostics) {
  term(syntax, tree, resolver, diagnostics);
  return operand(tree.root);
}

std::optional<Integer> Elaborator::constant(const Syntax& syntax, Tree tree, Resolver& resolver,
                                            Diagnostics& diagnostics, std::string_view what) {
  const Expr e = value(syntax, tree, resolver, diagnostics);
  if (!e) return std::nullopt;
  std::optional<Integer> n = static_integer(pool_, e);
  if (!n)
    error(tree.root, "smv.not-constant",
          fmt::format("{} is {}, but {} must be an integer constant", quote(tree.root), describe(e.type()), what));
  return n;
}

Term Elaborator::combine(NodeId id) {
  switch ((*syntax_)[id].form) {
    case Form::Error: return {};
    case Form::Name: return resolver_->name((*syntax_)[id].symbol, syntax_->span(id));
    case Form::Self: return resolver_->self(syntax_->span(id));
    case Form::Number: return number(id);
    case Form::WordNumber: return word_number(id);
    case Form::True: return Term::of(pool_.boolean(true));
    case Form::False: return Term::of(pool_.boolean(false));
    case Form::Member:
    case Form::MemberNumber: return member(id);
    case Form::Index: return index(id);
    case Form::Bits: return bits(id);
    case Form::Not: return negation(id);
    case Form::Negate: return minus(id);
    case Form::Next: return next(id);
    case Form::And: return logical(id, Op::And);
    case Form::Or: return logical(id, Op::Or);
    case Form::Xor: return logical(id, Op::Xor);
    case Form::Xnor:
    case Form::Iff: return logical(id, Op::Iff);
    case Form::Implies: return logical(id, Op::Implies);
    case Form::Add: return arithmetic(id, Op::Add);
    case Form::Subtract: return arithmetic(id, Op::Sub);
    case Form::Multiply: return arithmetic(id, Op::Mul);
    case Form::Divide: return arithmetic(id, Op::Div);
    case Form::Modulo: return arithmetic(id, Op::Mod);
    case Form::Equal: return equality(id, false);
    case Form::NotEqual: return equality(id, true);
    case Form::Less: return relation(id, Op::Lt, false);
    case Form::LessEqual: return relation(id, Op::Le, false);
    case Form::Greater: return relation(id, Op::Lt, true);
    case Form::GreaterEqual: return relation(id, Op::Le, true);
    case Form::In: return membership(id);
    case Form::Interval: return interval(id);
    case Form::Union:
    case Form::Set: return set_of(id);
    case Form::ShiftLeft: return shifted(id, Op::Shl);
    case Form::ShiftRight: return shifted(id, Op::Shr);
    case Form::Concat: return concat(id);
    case Form::Conditional: return conditional(id);
    case Form::Case: return case_of(id);
    case Form::Array: return array_literal(id);
    case Form::Abs: return absolute(id);
    case Form::Min: return extreme(id, false);
    case Form::Max: return extreme(id, true);
    case Form::Count: return count(id);
    case Form::Bool: return to_boolean(id);
    case Form::Word1: return word_of_boolean(id);
    case Form::Signed: return change_sign(id, true);
    case Form::Unsigned: return change_sign(id, false);
    case Form::Extend: return change_width(id, Op::Extend);
    case Form::Resize: return change_width(id, Op::Resize);
    case Form::Uwconst: return word_constant(id, false);
    case Form::Swconst: return word_constant(id, true);
    case Form::Sizeof: return size_of(id);
    case Form::Toint: return to_integer(id);
    case Form::X: return temporal(id, Op::X);
    case Form::F: return temporal(id, Op::F);
    case Form::G: return temporal(id, Op::G);
    case Form::Y: return temporal(id, Op::Y);
    case Form::Z: return temporal(id, Op::Z);
    case Form::O: return temporal(id, Op::O);
    case Form::H: return temporal(id, Op::H);
    case Form::U: return temporal(id, Op::U);
    case Form::V: return temporal(id, Op::V);
    case Form::S: return temporal(id, Op::S);
    case Form::T: return temporal(id, Op::T);
    case Form::EX: return temporal(id, Op::EX);
    case Form::AX: return temporal(id, Op::AX);
    case Form::EF: return temporal(id, Op::EF);
    case Form::AF: return temporal(id, Op::AF);
    case Form::EG: return temporal(id, Op::EG);
    case Form::AG: return temporal(id, Op::AG);
    case Form::EU: return temporal(id, Op::EU);
    case Form::AU: return temporal(id, Op::AU);
  }
  return {};
}

// Operands and errors -----------------------------------------------------------------------------------

std::string Elaborator::quote(NodeId id) const { return fmt::format("`{}`", folded(syntax_->text(id), 60)); }

Diagnostic& Elaborator::error(NodeId id, std::string code, std::string message) {
  return diagnostics_->error(std::move(code), std::move(message), syntax_->span(id));
}

Term Elaborator::refused(NodeId id, std::string code, std::string message) {
  error(id, std::move(code), std::move(message));
  return {};
}

Term Elaborator::checked(NodeId id) {
  Term& t = terms_[id - first_];
  if (t.is(Term::Kind::Unresolved)) {
    diagnostics_->add(resolver_->undefined(t, syntax_->span(id)));
    t = {};  // and so it is reported once
  }
  return t;
}

Expr Elaborator::operand(NodeId id) {
  const Term t = checked(id);
  if (t.is(Term::Kind::Value)) return t.value;
  if (t.is(Term::Kind::Array))
    error(id, "smv.array-value", fmt::format("{} is an array, but a single value is needed here", quote(id))).help =
        "select an element: `a[i]`";
  if (t.is(Term::Kind::Entity))
    error(id, "smv.not-a-value",
          fmt::format("{} is {}, but a value is needed here", quote(id), resolver_->describe(t)));
  return {};
}

Expr Elaborator::boolean_operand(NodeId parent, std::size_t i) {
  const NodeId id = syntax_->child(parent, i);
  const Expr e = operand(id);
  if (!e || e.type().is_boolean()) return e;
  Diagnostic& d = error(id, "smv.type-mismatch",
                        fmt::format("{} is {}, but a boolean is needed here", quote(id), describe(e.type())));
  if (const auto n = static_integer(pool_, e); n && (*n == 0 || *n == 1))
    d.help = fmt::format("write {} for {}", *n == 1 ? "TRUE" : "FALSE", to_string(*n));
  return {};
}

std::optional<Integer> Elaborator::constant_operand(NodeId parent, std::size_t i, std::string_view what) {
  const NodeId id = syntax_->child(parent, i);
  const Expr e = operand(id);
  if (!e) return std::nullopt;
  std::optional<Integer> n = static_integer(pool_, e);
  if (!n) error(id, "smv.not-constant", fmt::format("{} is not an integer constant, as {} must be", quote(id), what));
  return n;
}

bool Elaborator::all_operands(NodeId id, std::vector<Expr>& into) {
  bool ok = true;
  for (const NodeId child : syntax_->children(id)) {
    into.push_back(operand(child));
    ok = ok && into.back();
  }
  return ok;
}

// `rule` says what the operator takes; operands are labelled with what they are.
Term Elaborator::mismatch(NodeId id, std::string_view rule, std::span<const Expr> operands) {
  return mismatch(id, rule, operands, operands.size() - 1);
}

// Of many operands, the first and the one that does not go with it.
Term Elaborator::mismatch(NodeId id, std::string_view rule, std::span<const Expr> operands, std::size_t odd) {
  std::vector<std::size_t> shown;
  for (std::size_t i = 0; i < operands.size(); ++i)
    if (operands.size() <= 3 || i == 0 || i == odd) shown.push_back(i);
  std::string types;
  bool boolean = false, digit = false;
  for (const std::size_t i : shown) {
    if (i != shown.front()) types += i == shown.back() ? " and " : ", ";
    types += describe(operands[i].type());
    const auto n = static_integer(pool_, operands[i]);
    boolean = boolean || category(operands[i].type()) == Category::Boolean;
    digit = digit || (n && (*n == 0 || *n == 1));
  }
  Diagnostic& d = error(
      id, "smv.type-mismatch",
      fmt::format("{} has {} of type {}; {}", quote(id), shown.size() == 1 ? "an operand" : "operands", types, rule));
  for (const std::size_t i : shown) add_label(d, syntax_->span(syntax_->child(id, i)), describe(operands[i].type()));
  if (boolean && digit) d.help = booleans_are_not_numbers;
  return {};
}

// Leaves ------------------------------------------------------------------------------------------------

Term Elaborator::number(NodeId id) {
  const std::optional<Integer> n = parse_digits(syntax_->text(id), 10);
  WHYNOT_CHECK(n, "a number token should have decimal digits only");
  return Term::of(pool_.integer(*n));
}

// 0[us]?[bodh][width]_digits; a minus before the digits of a signed one
Term Elaborator::word_number(NodeId id) {
  const std::string_view text = syntax_->text(id);
  std::size_t i = 1;
  const bool is_signed = text[i] == 's';
  if (text[i] == 's' || text[i] == 'u') ++i;
  const char letter = text[i++];
  const unsigned base = base_of(letter);
  const std::size_t underscore = text.find('_', i);
  const bool negative = text[underscore + 1] == '-';
  const std::string_view width_text = text.substr(i, underscore - i), digits = text.substr(underscore + 1 + negative);
  const std::optional<Integer> bits = parse_digits(digits, base);
  const auto bad = [&](std::string why) {
    error(id, "smv.word-constant", fmt::format("{} {}", quote(id), why));
    return Term();
  };
  if (!bits) return bad(fmt::format("has digits that are not of base {}", base));
  Integer width;
  if (!width_text.empty()) {
    width = *parse_digits(width_text, 10);
  } else if (base == 10) {
    return bad("needs a width: decimal digits do not tell it");
  } else {
    const auto count = std::count_if(digits.begin(), digits.end(), [](char c) { return c != '_'; });
    width = count * bits_of_digit(base);
  }
  if (width < 1 || width > max_word_width) return bad(fmt::format("has a width outside 1..{}", max_word_width));
  const auto w = static_cast<std::uint32_t>(width);
  if (bit_width(*bits) > w) return bad(fmt::format("does not fit in {} bits", w));
  if (negative && *bits > power_of_two(w - 1)) return bad(fmt::format("does not fit in {} bits", w));
  const Type type = pool_.word_type(w, is_signed);
  return Term::of(
      pool_.constant(Value::word(w, is_signed, negative ? (power_of_two(w) - *bits) % power_of_two(w) : *bits), type));
}

// Members and arrays ------------------------------------------------------------------------------------

Term Elaborator::member(NodeId id) {
  const Term& owner = term_of(syntax_->child(id, 0));
  if (owner.unusable()) return owner;
  if (owner.is(Term::Kind::Entity) || owner.is(Term::Kind::Unresolved))
    return resolver_->member(owner, (*syntax_)[id].symbol, syntax_->span(id));
  error(id, "smv.not-an-instance",
        fmt::format("{} is not a module instance and has no members", quote(syntax_->child(id, 0))));
  return {};
}

Term Elaborator::index(NodeId id) {
  const NodeId owner_id = syntax_->child(id, 0);
  const Term owner = term_of(owner_id);
  if (owner.unusable()) return owner;
  const Expr index = operand(id, 1);
  if (!index) return {};
  if (owner.is(Term::Kind::Array)) return select(id, *owner.array, index);
  if (owner.is(Term::Kind::Value)) {
    Diagnostic& d = error(id, "smv.not-an-array",
                          fmt::format("{} is {}, not an array", quote(owner_id), describe(owner.value.type())));
    if (owner.value.type().is_word()) d.help = "for one bit of a word write `w[i:i]`";
    return {};
  }
  const std::optional<Integer> n = static_integer(pool_, index);
  if (n) return resolver_->element(owner, *n, syntax_->span(id));
  if (owner.is(Term::Kind::Unresolved)) return checked(owner_id);
  error(id, "smv.not-constant",
        fmt::format("{} must be an integer constant: instances are chosen before the model runs",
                    quote(syntax_->child(id, 1))));
  return {};
}

Term Elaborator::array_literal(NodeId id) {
  std::vector<Term> elements;
  for (const NodeId child : syntax_->children(id)) {
    const Term t = checked(child);
    if (t.unusable()) return t;
    if (t.is(Term::Kind::Entity)) {
      operand(child);
      return Term();
    }
    elements.push_back(t);
  }
  const bool uniform =
      std::all_of(elements.begin(), elements.end(), [&](const Term& t) { return t.kind == elements[0].kind; });
  if (!uniform) {
    error(id, "smv.type-mismatch", fmt::format("{} mixes single values and arrays", quote(id)));
    return {};
  }
  return Term::of(array(0, std::move(elements)));
}

const ArrayTerm* Elaborator::array(Integer lo, std::vector<Term> elements) {
  arrays_.push_back({std::move(lo), std::move(elements)});
  return &arrays_.back();
}

// a[i]: the element where i is known, else a choice by the value of i.
Term Elaborator::select(NodeId id, const ArrayTerm& array, Expr index) {
  const Type type = index.type();
  const auto out_of_bounds = [&](std::string_view what) {
    error(id, "smv.index-out-of-bounds",
          fmt::format("index {} {}; the array has elements {}..{}", quote(syntax_->child(id, 1)), what,
                      to_string(array.lo), to_string(array.hi())));
    return Term();
  };
  if (const auto n = static_integer(pool_, index)) {
    if (*n < array.lo || *n > array.hi()) return out_of_bounds(fmt::format("is {}", to_string(*n)));
    return array.elements[static_cast<std::size_t>(*n - array.lo)];
  }
  const bool is_word = type.is_word() && !type.is_signed();
  if (!is_word && !type.is_integer_like()) {
    error(syntax_->child(id, 1), "smv.type-mismatch",
          fmt::format("an index is an integer or an unsigned word, but {} is {}", quote(syntax_->child(id, 1)),
                      describe(type)));
    return {};
  }
  const Integer least = is_word ? Integer(0) : type.lo(),
                most = is_word ? Integer(power_of_two(type.width()) - 1) : type.hi();
  const Integer from = std::max(least, array.lo), to = std::min(most, array.hi());
  if (from > to) return out_of_bounds(fmt::format("lies in {}..{}", to_string(least), to_string(most)));
  std::vector<Expr> conditions;
  std::vector<Term> values;
  for (Integer n = from; n <= to; ++n) {
    const Expr at = is_word ? pool_.constant(Value::word(type.width(), false, n), type) : pool_.integer(n);
    conditions.push_back(pool_.eq(index, at));
    values.push_back(array.elements[static_cast<std::size_t>(n - array.lo)]);
    values.back().assignable = false;
  }
  const bool inside = array.lo <= least && most <= array.hi();
  return choose(id, std::move(conditions), std::move(values), inside, Hazard::Kind::IndexOutOfBounds);
}

// Choices -----------------------------------------------------------------------------------------------

// The first value whose condition holds.  With `last_is_otherwise` the last condition need not be looked
// at; else there is no value when none holds, and that is a hazard.
Term Elaborator::choose(NodeId id, std::vector<Expr> conditions, std::vector<Term> values, bool last_is_otherwise,
                        std::optional<Hazard::Kind> otherwise) {
  if (last_is_otherwise) {
    conditions.pop_back();
    otherwise.reset();
  }
  const bool arrays = values[0].is(Term::Kind::Array);
  for (const Term& v : values) {
    if (v.unusable()) return v;
    if (v.is(Term::Kind::Array) != arrays) {
      error(id, "smv.type-mismatch", fmt::format("the branches of {} mix single values and arrays", quote(id)));
      return {};
    }
  }
  if (arrays) return choose_arrays(id, conditions, values, otherwise);
  std::vector<Expr> exprs;
  exprs.reserve(values.size());
  for (const Term& v : values) exprs.push_back(v.value);
  return choose_values(id, conditions, std::move(exprs), otherwise);
}

Term Elaborator::choose_arrays(NodeId id, const std::vector<Expr>& conditions, const std::vector<Term>& values,
                               std::optional<Hazard::Kind> otherwise) {
  const ArrayTerm& shape = *values[0].array;
  std::vector<Term> elements;
  for (const Term& v : values)
    if (v.array->lo != shape.lo || v.array->elements.size() != shape.elements.size()) {
      error(id, "smv.type-mismatch", fmt::format("the arrays in {} have different bounds", quote(id)));
      return {};
    }
  for (std::size_t i = 0; i < shape.elements.size(); ++i) {
    std::vector<Term> parts;
    parts.reserve(values.size());
    for (const Term& v : values) parts.push_back(v.array->elements[i]);
    std::vector<Expr> all = conditions;
    if (!otherwise) all.push_back(pool_.boolean(true));
    elements.push_back(choose(id, std::move(all), std::move(parts), !otherwise, otherwise));
    if (elements.back().unusable()) return elements.back();
  }
  return Term::of(array(shape.lo, std::move(elements)));
}

// Where a branch is written; the last one has what applies else behind it.
void Elaborator::note_choice(NodeId id, Expr choice, std::size_t branch, bool is_last) {
  const Form form = (*syntax_)[id].form;
  if (form != Form::Case && form != Form::Conditional) return;
  const auto part = [&](std::size_t i) { return syntax_->span(syntax_->child(id, i)); };
  WrittenChoice written{choice, join(part(2 * branch), part(2 * branch + 1))};
  if (is_last && form == Form::Case) written.otherwise = join(part(2 * branch + 2), part(2 * branch + 3));
  if (is_last && form == Form::Conditional) written.otherwise = part(2);
  choices_.push_back(written);
}

Term Elaborator::choose_values(NodeId id, const std::vector<Expr>& conditions, std::vector<Expr> values,
                               std::optional<Hazard::Kind> otherwise) {
  std::vector<Type> types;
  for (const Expr v : values) {
    types.push_back(v.type());
    if (combinable(types[0], types.back())) continue;
    const Expr pair[] = {values[0], v};
    Diagnostic& d = error(id, "smv.type-mismatch",
                          fmt::format("the branches of {} are {} and {}, which do not go together", quote(id),
                                      describe(pair[0].type()), describe(pair[1].type())));
    if (category(types[0]) == Category::Boolean || category(types.back()) == Category::Boolean)
      d.help = booleans_are_not_numbers;
    return {};
  }
  const Type type = join_all(pool_, types);
  if (!type)
    return refused(id, "smv.type-mismatch", fmt::format("{} mixes symbols with a range too wide to list", quote(id)));
  for (Expr& v : values) v = is_set(type) ? as_set(v, type) : v;
  // Temporal formulas may not hide below a conditional.
  const bool temporal =
      std::any_of(values.begin(), values.end(), [&](Expr v) { return facts_.is_temporal(v); }) ||
      std::any_of(conditions.begin(), conditions.end(), [&](Expr c) { return facts_.is_temporal(c); });
  if (temporal && (otherwise || !type.is_boolean())) {
    error(id, "smv.temporal-operand",
          fmt::format("{} chooses by or among temporal formulas, and not all of it is boolean with a last branch TRUE",
                      quote(id)));
    return {};
  }
  Expr result = otherwise ? pool_.undefined(type) : values.back();
  for (std::size_t i = conditions.size(); i-- > 0;) {
    const Expr c = conditions[i];
    if (temporal)
      result = pool_.and_(pool_.implies(c, values[i]), pool_.or_(c, result));
    else
      result = pool_.make(Op::Ite, type, {c, values[i], result});
    if (!temporal) note_choice(id, result, i, !otherwise && i + 1 == conditions.size());
    if (otherwise && i + 1 == conditions.size()) hazards_.add(result, *otherwise, syntax_->span(id));
  }
  return Term::of(result);
}

Term Elaborator::conditional(NodeId id) {
  const Expr c = boolean_operand(id, 0);
  std::vector<Term> values = {checked(syntax_->child(id, 1)), checked(syntax_->child(id, 2))};
  for (std::size_t i = 0; i < 2; ++i)
    if (values[i].is(Term::Kind::Entity)) {
      operand(id, i + 1);
      return Term();
    }
  if (!c) return {};
  return choose(id, {c, pool_.boolean(true)}, std::move(values), true, std::nullopt);
}

Term Elaborator::case_of(NodeId id) {
  std::vector<Expr> conditions;
  std::vector<Term> values;
  bool ok = true;
  const std::size_t branches = (*syntax_)[id].count / 2;
  for (std::size_t i = 0; i < branches; ++i) {
    conditions.push_back(boolean_operand(id, 2 * i));
    values.push_back(checked(syntax_->child(id, 2 * i + 1)));
    if (values.back().is(Term::Kind::Entity)) {
      operand(id, 2 * i + 1);
      values.back() = {};
    }
    ok = ok && conditions.back() && !values.back().unusable();
  }
  if (!ok) return {};
  const bool exhaustive = conditions.back() == pool_.boolean(true);
  return choose(id, std::move(conditions), std::move(values), exhaustive, Hazard::Kind::CaseNotExhaustive);
}

// Next --------------------------------------------------------------------------------------------------

Expr Elaborator::shift(Expr root) {
  std::vector<Expr> args;
  for_each_postorder(std::span<const Expr>(&root, 1), shift_seen_, [&](Expr e) {
    if (e.id() >= shifted_.size()) shifted_.resize(e.id() + e.id() / 2 + 64);
    if (e.is(Op::Variable)) {
      shifted_[e.id()] = pool_.next(e);
      return;
    }
    args.clear();
    bool same = true;
    for (std::size_t i = 0; i < e.arity(); ++i) {
      args.push_back(shifted_[e.arg(i).id()]);
      same = same && args.back() == e.arg(i);
    }
    const Expr made = same ? e : rebuild(pool_, e, args);
    if (!same) hazards_.copy(e, made);
    shifted_[e.id()] = made;
  });
  return shifted_[root.id()];
}

Term Elaborator::next(NodeId id) {
  const Term t = checked(syntax_->child(id, 0));
  if (t.unusable()) return t;
  if (t.is(Term::Kind::Array)) {
    std::vector<Term> elements;
    for (const Term& element : t.array->elements) {
      if (!element.is(Term::Kind::Value)) {
        operand(id, 0);
        return Term();
      }
      elements.push_back(Term::of(shift(element.value)));
    }
    return Term::of(array(t.array->lo, std::move(elements)));
  }
  const Expr e = operand(id, 0);
  if (!e) return {};
  if (facts_.is_temporal(e))
    return refused(id, "smv.temporal-operand", fmt::format("{} puts `next` on a temporal formula", quote(id)));
  if (facts_.has(e, Facts::HasNext))
    return refused(id, "smv.nested-next", fmt::format("{} asks for the next of a next value", quote(id)));
  if (facts_.has(e, Facts::HasInput)) {
    error(id, "smv.next-of-input",
          fmt::format("{} asks for the next value of an input, and inputs have none", quote(id)))
        .help = "inputs belong to one transition; remember their values in a variable";
    return {};
  }
  return Term::of(shift(e));
}

}  // namespace whynot::front
