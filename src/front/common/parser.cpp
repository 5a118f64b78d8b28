// Precedence climbing; nodes are appended after their operands, so that a tree is a range of numbers.
#include "front/common/parser.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <optional>
#include <utility>

#include "front/common/report.h"

namespace whynot::front {
namespace {

// Levels of precedence, loosest first.
enum Level : int {
  Implication = 1,
  Equivalence,
  Choice,
  Disjunction,
  Conjunction,
  Until,
  TemporalPrefix,
  Relation,
  Membership,
  Unions,
  Ranges,
  Shifts,
  Sums,
  Products,
  Concatenation,
  Tight,
};

struct Infix {
  Form form;
  int level;
  bool gathers = false;
};

std::optional<Infix> infix(Tok t) {
  switch (t) {
    case Tok::Implies: return Infix{Form::Implies, Implication};
    case Tok::Iff: return Infix{Form::Iff, Equivalence};
    case Tok::Question: return Infix{Form::Conditional, Choice};
    case Tok::Or: return Infix{Form::Or, Disjunction, true};
    case Tok::Xor: return Infix{Form::Xor, Disjunction};
    case Tok::Xnor: return Infix{Form::Xnor, Disjunction};
    case Tok::And: return Infix{Form::And, Conjunction, true};
    case Tok::U: return Infix{Form::U, Until};
    case Tok::V: return Infix{Form::V, Until};
    case Tok::S: return Infix{Form::S, Until};
    case Tok::T: return Infix{Form::T, Until};
    case Tok::Equal: return Infix{Form::Equal, Relation};
    case Tok::NotEqual: return Infix{Form::NotEqual, Relation};
    case Tok::Less: return Infix{Form::Less, Relation};
    case Tok::LessEqual: return Infix{Form::LessEqual, Relation};
    case Tok::Greater: return Infix{Form::Greater, Relation};
    case Tok::GreaterEqual: return Infix{Form::GreaterEqual, Relation};
    case Tok::In: return Infix{Form::In, Membership};
    case Tok::Union: return Infix{Form::Union, Unions, true};
    case Tok::DotDot: return Infix{Form::Interval, Ranges};
    case Tok::ShiftLeft: return Infix{Form::ShiftLeft, Shifts};
    case Tok::ShiftRight: return Infix{Form::ShiftRight, Shifts};
    case Tok::Plus: return Infix{Form::Add, Sums, true};
    case Tok::Minus: return Infix{Form::Subtract, Sums};
    case Tok::Star: return Infix{Form::Multiply, Products};
    case Tok::Slash: return Infix{Form::Divide, Products};
    case Tok::Mod: return Infix{Form::Modulo, Products};
    case Tok::ColonColon: return Infix{Form::Concat, Concatenation};
    default: return std::nullopt;
  }
}

std::optional<Form> temporal_prefix(Tok t) {
  switch (t) {
    case Tok::X: return Form::X;
    case Tok::F: return Form::F;
    case Tok::G: return Form::G;
    case Tok::Y: return Form::Y;
    case Tok::Z: return Form::Z;
    case Tok::O: return Form::O;
    case Tok::H: return Form::H;
    case Tok::EX: return Form::EX;
    case Tok::AX: return Form::AX;
    case Tok::EF:
    case Tok::EBF: return Form::EF;
    case Tok::AF:
    case Tok::ABF: return Form::AF;
    case Tok::EG:
    case Tok::EBG: return Form::EG;
    case Tok::AG:
    case Tok::ABG: return Form::AG;
    default: return std::nullopt;
  }
}

bool is_real_time(Tok t) { return t == Tok::EBF || t == Tok::ABF || t == Tok::EBG || t == Tok::ABG; }

}  // namespace

Parser::Depth::Depth(Parser& parser) : parser_(parser) {
  if (++parser_.depth_ > limit && !parser_.lost_)
    parser_.error("smv.too-deep", "expressions are nested too deeply here", parser_.span(parser_.peek()),
                  "give the inner parts names with DEFINE");
}

// Errors ------------------------------------------------------------------------------------------------

void Parser::error(std::string code, std::string message, Span where, std::string help) {
  if (!lost_) diagnostics_.error(std::move(code), std::move(message), where).help = std::move(help);
  lost_ = true;
}

void Parser::unexpected(std::string_view wanted) {
  const Token& t = peek();
  if (t.kind == Tok::End)
    return error("smv.syntax", fmt::format("the file ends here, but {} is expected", wanted), span(t));
  if (t.kind == Tok::Illegal)
    return error("smv.illegal-character", "this character means nothing here", span(t), advice_on(text(t)));
  if (wanted.starts_with("`;`") && begins_line()) return missing_at_line_end(";");
  if (is_doubled()) return error("smv.syntax", doubled(), {syntax_.file(), tokens_[at_ - 1].begin, t.end});
  if (misused_.contains(t.kind) || (at_ > 0 && misused_.contains(tokens_[at_ - 1].kind))) {
    lost_ = true;  // it has been told where the word was declared
    return;
  }
  std::string help = advice_on(text(t));
  const bool is_small_word = is_reserved(t.kind) && std::islower(static_cast<unsigned char>(text(t).front())) != 0;
  if (is_small_word && wanted.find("a name") != std::string_view::npos) {
    misused_.insert(t.kind);
    help = fmt::format("`{}` is a reserved word and cannot be a name; take another one wherever it stands", text(t));
  } else if (help.empty() && is_reserved(t.kind)) {
    help = fmt::format("`{}` is a reserved word and cannot be a name", text(t));
  }
  error("smv.syntax", fmt::format("found `{}`, but {} is expected", text(t), wanted), span(t), std::move(help));
}

// The token that comes is the first of its line.
bool Parser::begins_line() const {
  return syntax_.source().substr(last_end(), peek().begin - last_end()).find('\n') != std::string_view::npos;
}

void Parser::missing_at_line_end(std::string_view what) {
  const std::uint32_t end = last_end();
  const std::string_view before = syntax_.source().substr(0, end);
  error("smv.syntax",
        fmt::format("`{}` is missing at the end of line {}", what, 1 + std::count(before.begin(), before.end(), '\n')),
        {syntax_.file(), tokens_[at_ - 1].begin, end});
}

// `==`, `&&` and `||`, as other languages have them.
bool Parser::is_doubled() const {
  const Tok kind = peek().kind;
  return at_ > 0 && (kind == Tok::Equal || kind == Tok::And || kind == Tok::Or) && tokens_[at_ - 1].kind == kind &&
         last_end() == peek().begin;
}

std::string Parser::doubled() const {
  std::string_view meaning = "equality";
  if (at(Tok::And)) meaning = "conjunction";
  if (at(Tok::Or)) meaning = "disjunction";
  return fmt::format("`{0}` is {1} here; write `{0}`", text(peek()), meaning);
}

bool Parser::expect(Tok kind, std::string_view where) {
  if (lost_) return false;
  if (accept(kind)) return true;
  unexpected(where);
  return false;
}

std::size_t Parser::unclosed_cases() const {
  std::size_t open = 0;
  for (std::size_t i = marked_; i < at_; ++i) {
    if (tokens_[i].kind == Tok::Case) ++open;
    if (tokens_[i].kind == Tok::Esac && open > 0) --open;
  }
  return open;
}

// Entry points ------------------------------------------------------------------------------------------

Tree Parser::expression() {
  const NodeId first = syntax_.size();
  return {first, full()};
}

Tree Parser::conjunct() {
  const NodeId first = syntax_.size();
  return {first, climb(Conjunction + 1)};
}

Tree Parser::range_bound() {
  const NodeId first = syntax_.size();
  return {first, climb(Shifts)};
}

Tree Parser::path() {
  const NodeId first = syntax_.size();
  const std::uint32_t begin = peek().begin;
  if (!at(Tok::Identifier) && !at(Tok::Self)) {
    unexpected("the name of a variable");
    return {first, failed()};
  }
  return {first, postfixed(atom(), begin)};
}

Tree Parser::array_literal() {
  const NodeId first = syntax_.size();
  return {first, array_items()};
}

// Operators ---------------------------------------------------------------------------------------------

NodeId Parser::full() { return climb(Implication); }

NodeId Parser::climb(int least) {
  const Depth depth(*this);
  if (depth.too_deep() || lost_) return failed();
  const std::uint32_t begin = peek().begin;
  return climb_from(prefixed(least), begin, least);
}

NodeId Parser::climb_from(NodeId left, std::uint32_t begin, int least) {
  while (!lost_) {
    const std::optional<Infix> op = infix(peek().kind);
    if (!op || op->level < least) break;
    if (until_closes_ && op->form == Form::U) break;
    if (op->form == Form::Implies) return implications(left, begin);
    if (op->form == Form::Conditional) {
      left = conditionals(left, begin);
    } else if (op->gathers) {
      left = gathered(op->form, op->level + 1, left, begin);
    } else {
      advance();
      const NodeId right = climb(op->level + 1);
      left = syntax_.node(op->form, begin, last_end(), {left, right});
    }
  }
  return left;
}

// a & b & c …, one node however long.
NodeId Parser::gathered(Form form, int operand_level, NodeId left, std::uint32_t begin) {
  std::vector<NodeId> operands = {left};
  const Tok op = peek().kind;
  while (!lost_ && accept(op)) operands.push_back(climb(operand_level));
  return syntax_.node(form, begin, last_end(), operands);
}

// a -> b -> c is a -> (b -> c).
NodeId Parser::implications(NodeId left, std::uint32_t begin) {
  std::vector<std::pair<NodeId, std::uint32_t>> operands = {{left, begin}};
  while (!lost_ && accept(Tok::Implies)) {
    const std::uint32_t at = peek().begin;
    operands.emplace_back(climb(Equivalence), at);
  }
  NodeId right = operands.back().first;
  for (std::size_t i = operands.size() - 1; i-- > 0;)
    right = syntax_.node(Form::Implies, operands[i].second, last_end(), {operands[i].first, right});
  return right;
}

// c ? a : d ? b : e is c ? a : (d ? b : e).
NodeId Parser::conditionals(NodeId condition, std::uint32_t begin) {
  struct Part {
    NodeId condition, value;
    std::uint32_t begin;
  };
  std::vector<Part> parts;
  NodeId last = condition;
  std::uint32_t last_begin = begin;
  while (!lost_ && accept(Tok::Question)) {
    const NodeId value = full();
    expect(Tok::Colon, "`:` of `condition ? value : other`");
    parts.push_back({last, value, last_begin});
    last_begin = peek().begin;
    last = climb(Disjunction);
  }
  for (std::size_t i = parts.size(); i-- > 0;)
    last = syntax_.node(Form::Conditional, parts[i].begin, last_end(), {parts[i].condition, parts[i].value, last});
  return last;
}

// A run of prefixes.  Those after the last temporal one bind tightly (`!a = b` is `(!a) = b`); a temporal
// one takes a whole relation (`G a = b` is `G (a = b)`), and so do the prefixes before it.
NodeId Parser::prefixed(int least) {
  std::vector<Prefix> outer, inner;
  const std::uint32_t begin = peek().begin;
  std::uint32_t operand_begin = begin;
  while (!lost_ && prefix(least, inner)) {
    if (!inner.back().temporal) continue;
    std::move(inner.begin(), inner.end(), std::back_inserter(outer));
    inner.clear();
    operand_begin = peek().begin;
  }
  const std::uint32_t owner_begin = peek().begin;
  NodeId node = apply(inner, postfixed(atom(), owner_begin));
  if (!outer.empty()) node = apply(outer, climb_from(node, operand_begin, Relation));
  return node;
}

bool Parser::prefix(int least, std::vector<Prefix>& into) {
  const Token t = peek();
  if (t.kind == Tok::Not || t.kind == Tok::Minus) {
    advance();
    into.push_back({t.kind == Tok::Not ? Form::Not : Form::Negate, t.begin, false, {}});
    return true;
  }
  const std::optional<Form> form = temporal_prefix(t.kind);
  if (!form) return false;
  if (least > TemporalPrefix) {
    error("smv.syntax", fmt::format("`{}` cannot be an operand here without parentheses", text(t)), span(t),
          "temporal operators bind looser than `=`, `<`, `+` and their like: put the formula in parentheses");
    return false;
  }
  advance();
  into.push_back({*form, t.begin, true, {}});
  if (is_real_time(t.kind)) subrange(into.back().bounds);
  const bool may_be_bounded = *form == Form::F || *form == Form::G || *form == Form::O || *form == Form::H;
  if (may_be_bounded && at(Tok::LeftBracket)) bounds_in_brackets(into.back().bounds);
  return true;
}

NodeId Parser::apply(std::vector<Prefix>& prefixes, NodeId operand) {
  for (auto p = prefixes.rbegin(); p != prefixes.rend(); ++p) {
    p->bounds.insert(p->bounds.begin(), operand);
    operand = syntax_.node(p->form, p->begin, last_end(), p->bounds);
  }
  return operand;
}

// Operands ----------------------------------------------------------------------------------------------

NodeId Parser::operand() {
  const Depth depth(*this);
  if (depth.too_deep() || lost_) return failed();
  const std::uint32_t begin = peek().begin;
  return postfixed(atom(), begin);
}

// Small on purpose: it stands on the stack once for each bracket that is open.
NodeId Parser::atom() {
  if (lost_) return failed();
  switch (peek().kind) {
    case Tok::LeftParen: return enclosed();
    case Tok::LeftBrace: return set_literal();
    case Tok::Case: return case_expression();
    case Tok::Count: return count_call();
    case Tok::E:
    case Tok::A: return path_until();
    case Tok::Next: return call(Form::Next, 1);
    case Tok::Abs: return call(Form::Abs, 1);
    case Tok::Min: return call(Form::Min, 2);
    case Tok::Max: return call(Form::Max, 2);
    case Tok::Bool: return call(Form::Bool, 1);
    case Tok::Word1: return call(Form::Word1, 1);
    case Tok::Signed: return call(Form::Signed, 1);
    case Tok::Unsigned: return call(Form::Unsigned, 1);
    case Tok::Extend: return call(Form::Extend, 2);
    case Tok::Resize: return call(Form::Resize, 2);
    case Tok::Uwconst: return call(Form::Uwconst, 2);
    case Tok::Swconst: return call(Form::Swconst, 2);
    case Tok::Sizeof: return call(Form::Sizeof, 1);
    case Tok::Toint: return call(Form::Toint, 1);
    default: return leaf();
  }
}

NodeId Parser::single(Form form, Symbol symbol) {
  const Token t = advance();
  return syntax_.leaf(form, t.begin, t.end, symbol);
}

NodeId Parser::leaf() {
  const Token t = peek();
  switch (t.kind) {
    case Tok::Identifier: return single(Form::Name, t.symbol);
    case Tok::Self: return single(Form::Self);
    case Tok::True: return single(Form::True);
    case Tok::False: return single(Form::False);
    case Tok::WordNumber: return single(Form::WordNumber);
    case Tok::Plus: advance(); return number();
    case Tok::Number: return number();
    case Tok::Real:
      error("smv.real", fmt::format("`{}` is a real number; there are only integers and words", text(t)), span(t));
      return failed();
    default: unexpected("an expression"); return failed();
  }
}

NodeId Parser::number() {
  const Token t = peek();
  if (!expect(Tok::Number, "a number")) return failed();
  return syntax_.leaf(Form::Number, t.begin, t.end);
}

NodeId Parser::signed_number() {
  const std::uint32_t begin = peek().begin;
  if (!accept(Tok::Minus)) {
    accept(Tok::Plus);
    return number();
  }
  const NodeId n = number();
  return syntax_.node(Form::Negate, begin, last_end(), {n});
}

NodeId Parser::enclosed() {
  const bool outer = std::exchange(until_closes_, false);
  advance();
  const NodeId inner = full();
  expect(Tok::RightParen, "`)`");
  until_closes_ = outer;
  return inner;
}

NodeId Parser::call(Form form, std::size_t arguments) {
  const Depth depth(*this);
  if (depth.too_deep()) return failed();
  const bool outer = std::exchange(until_closes_, false);
  const Token name = advance();
  std::vector<NodeId> args;
  expect(Tok::LeftParen, "`(` after the operator's name");
  for (std::size_t i = 0; i < arguments && !lost_; ++i) {
    if (i > 0) expect(Tok::Comma, "`,` and a further operand");
    args.push_back(full());
  }
  expect(Tok::RightParen, "`)` after the operands");
  until_closes_ = outer;
  return lost_ ? failed() : syntax_.node(form, name.begin, last_end(), args);
}

NodeId Parser::count_call() {
  const Depth depth(*this);
  if (depth.too_deep()) return failed();
  const bool outer = std::exchange(until_closes_, false);
  const Token name = advance();
  std::vector<NodeId> args;
  expect(Tok::LeftParen, "`(` after `count`");
  do args.push_back(full());
  while (!lost_ && accept(Tok::Comma));
  expect(Tok::RightParen, "`)` after the operands");
  until_closes_ = outer;
  return syntax_.node(Form::Count, name.begin, last_end(), args);
}

NodeId Parser::case_expression() {
  const Depth depth(*this);
  if (depth.too_deep()) return failed();
  const bool outer = std::exchange(until_closes_, false);
  const Token name = advance();
  std::vector<NodeId> parts;
  do {
    parts.push_back(full());
    expect(Tok::Colon, "`:` after the condition of a case");
    parts.push_back(full());
    expect(Tok::Semicolon, "`;` after the value of a case");
  } while (!lost_ && !at(Tok::Esac) && !at(Tok::End));
  expect(Tok::Esac, "`esac`");
  until_closes_ = outer;
  return syntax_.node(Form::Case, name.begin, last_end(), parts);
}

NodeId Parser::set_literal() {
  const Depth depth(*this);
  if (depth.too_deep()) return failed();
  const bool outer = std::exchange(until_closes_, false);
  const Token open = advance();
  std::vector<NodeId> members;
  do members.push_back(full());
  while (!lost_ && accept(Tok::Comma));
  expect(Tok::RightBrace, "`,` or `}`");
  until_closes_ = outer;
  return syntax_.node(Form::Set, open.begin, last_end(), members);
}

NodeId Parser::array_items() {
  const Depth depth(*this);
  if (depth.too_deep() || lost_) return failed();
  const std::uint32_t begin = peek().begin;
  expect(Tok::LeftBracket, "`[`");
  std::vector<NodeId> items;
  do items.push_back(at(Tok::LeftBracket) ? array_items() : full());
  while (!lost_ && accept(Tok::Comma));
  expect(Tok::RightBracket, "`,` or `]`");
  return syntax_.node(Form::Array, begin, last_end(), items);
}

// E [p U q], A [p BU 2..5 q].
NodeId Parser::path_until() {
  const Depth depth(*this);
  if (depth.too_deep()) return failed();
  const Token quantifier = advance();
  const Form form = quantifier.kind == Tok::E ? Form::EU : Form::AU;
  expect(Tok::LeftBracket, "`[` of `E [p U q]` or `A [p U q]`");
  const bool outer = std::exchange(until_closes_, true);
  std::vector<NodeId> parts = {full()};
  const bool bounded = at(Tok::BU);
  std::vector<NodeId> bounds;
  if (accept(Tok::BU))
    subrange(bounds);
  else
    expect(Tok::U, "`U` or `BU`");
  parts.push_back(full());
  until_closes_ = outer;
  expect(Tok::RightBracket, "`]`");
  if (bounded) parts.insert(parts.end(), bounds.begin(), bounds.end());
  return syntax_.node(form, quantifier.begin, last_end(), parts);
}

void Parser::subrange(std::vector<NodeId>& into) {
  into.push_back(signed_number());
  expect(Tok::DotDot, "`..` between the bounds");
  into.push_back(signed_number());
}

void Parser::bounds_in_brackets(std::vector<NodeId>& into) {
  advance();
  into.push_back(number());
  expect(Tok::Comma, "`,` between the bounds");
  into.push_back(number());
  expect(Tok::RightBracket, "`]` after the bounds");
}

// Members and subscripts --------------------------------------------------------------------------------

NodeId Parser::postfixed(NodeId owner, std::uint32_t begin) {
  while (!lost_) {
    if (at(Tok::Dot))
      owner = member(owner, begin);
    else if (at(Tok::LeftBracket))
      owner = subscript(owner, begin);
    else if (at(Tok::LeftParen) && syntax_[owner].form == Form::Name)
      return unsupported_function();
    else
      break;
  }
  return owner;
}

NodeId Parser::member(NodeId owner, std::uint32_t begin) {
  advance();
  const Token t = peek();
  if (t.kind == Tok::Number) {
    advance();
    return syntax_.node(Form::MemberNumber, begin, t.end, {owner}, symbols_.intern(text(t)));
  }
  if (!expect(Tok::Identifier, "the name of a member")) return failed();
  return syntax_.node(Form::Member, begin, t.end, {owner}, t.symbol);
}

NodeId Parser::subscript(NodeId owner, std::uint32_t begin) {
  const Depth depth(*this);
  if (depth.too_deep()) return failed();
  const bool outer = std::exchange(until_closes_, false);
  advance();
  const NodeId index = full();
  NodeId result;
  if (accept(Tok::Colon)) {
    const NodeId low = full();
    expect(Tok::RightBracket, "`]` after the bits");
    result = syntax_.node(Form::Bits, begin, last_end(), {owner, index, low});
  } else {
    expect(Tok::RightBracket, "`]` after the index");
    result = syntax_.node(Form::Index, begin, last_end(), {owner, index});
  }
  until_closes_ = outer;
  return result;
}

NodeId Parser::unsupported_function() {
  const Token& name = tokens_[at_ - 1];
  if (text(name) == "if")
    error("smv.function", "there is no `if` in the language", span(name),
          "write `c ? a : b` or `case c : a; TRUE : b; esac`");
  else
    error("smv.function", "functions are not part of the language", span(peek()),
          "write a DEFINE, or a module with parameters");
  return failed();
}

}  // namespace whynot::front
