// Recursive descent over the tokens that all sections share.
#include "front/pds/guard_parser.h"

#include <fmt/format.h>

#include "base/integer.h"

namespace whynot::front::pds {
namespace {

using Kind = PdsToken::Kind;
using Op = EfsaGuard::Op;

constexpr unsigned max_depth = 200;      // of nested guards: evaluation recurses as deep
constexpr std::size_t max_nodes = 2000;  // of one guard; rows of && nest as well

Value constant_of(const PdsToken& token) {
  if (token.kind != Kind::Number) return Value::symbol(token.text);
  const bool negative = token.text[0] == '-';
  const Integer digits = *parse_digits(std::string_view(token.text).substr(negative ? 1 : 0), 10);
  return Value::integer(negative ? Integer(-digits) : digits);
}

std::uint32_t add(std::vector<GuardSyntax>& into, GuardSyntax node) {
  into.push_back(std::move(node));
  return static_cast<std::uint32_t>(into.size() - 1);
}

}  // namespace

bool PdsReader::accept(std::string_view punctuation) {
  if (failed_ || !peek().is(punctuation)) return false;
  lexer_.take();
  return true;
}

bool PdsReader::accept_word(std::string_view word) {
  if (failed_ || !peek().is_word(word)) return false;
  lexer_.take();
  return true;
}

void PdsReader::expect(std::string_view punctuation) {
  if (!failed_ && !accept(punctuation)) fail(fmt::format("`{}`", punctuation));
}

void PdsReader::expect_word(std::string_view word) {
  if (!failed_ && !accept_word(word)) fail(fmt::format("`{}`", word));
}

void PdsReader::fail(std::string_view wanted) {
  if (failed_) return;
  failed_ = true;
  const std::string seen = at_end() ? "the end of the file" : fmt::format("`{}`", peek().text);
  diagnostics_.error("pds.syntax", fmt::format("{} where {} should be", seen, wanted), peek().where);
}

NameSyntax PdsReader::name(std::string_view wanted) {
  if (failed_) return {};
  if (peek().kind == Kind::End || peek().kind == Kind::Punctuation ||
      (peek().kind == Kind::String && peek().text.empty())) {
    fail(wanted);
    return {};
  }
  PdsToken token = lexer_.take();
  return {std::move(token.text), token.where};
}

Value PdsReader::constant(std::string_view wanted) {
  if (failed_) return {};
  if (peek().kind == Kind::End || peek().kind == Kind::Punctuation) {
    fail(wanted);
    return {};
  }
  return constant_of(lexer_.take());
}

Pattern PdsReader::regex() {
  const PdsToken token = lexer_.take_regex();
  if (token.kind == Kind::End) {
    fail("a regular expression between slashes");
    return {};
  }
  std::string error;
  if (auto pattern = Pattern::compile(token.text, error)) return *pattern;
  diagnostics_.error("pds.regex", fmt::format("`/{}/` is not a regular expression: {}", token.text, error),
                     token.where);
  failed_ = true;
  return {};
}

OperandSyntax PdsReader::operand() {
  OperandSyntax result;
  result.where = peek().where;
  result.is_name = peek().kind == Kind::Name;
  if (result.is_name)
    result.name = lexer_.take().text;
  else
    result.constant = constant("a variable, a parameter or a constant");
  return result;
}

std::vector<GuardSyntax> PdsReader::guard() {
  std::vector<GuardSyntax> nodes;
  disjunction(nodes, 0);
  return nodes;
}

std::uint32_t PdsReader::disjunction(std::vector<GuardSyntax>& nodes, unsigned depth) {
  std::uint32_t left = conjunction(nodes, depth);
  while (accept("||")) {
    const std::uint32_t right = conjunction(nodes, depth);
    left = add(nodes, {Op::Or, {}, {}, left, right, {}});
  }
  return left;
}

std::uint32_t PdsReader::conjunction(std::vector<GuardSyntax>& nodes, unsigned depth) {
  std::uint32_t left = negation(nodes, depth);
  while (accept("&&")) {
    const std::uint32_t right = negation(nodes, depth);
    left = add(nodes, {Op::And, {}, {}, left, right, {}});
  }
  return left;
}

std::uint32_t PdsReader::negation(std::vector<GuardSyntax>& nodes, unsigned depth) {
  if (depth > max_depth || nodes.size() > max_nodes) {
    if (!failed_) diagnostics_.error("pds.guard-too-large", "this guard is too deep or too long", peek().where);
    failed_ = true;
    return 0;
  }
  if (accept("!")) {
    const std::uint32_t inner = negation(nodes, depth + 1);
    return add(nodes, {Op::Not, {}, {}, inner, 0, {}});
  }
  if (accept("(")) {
    const std::uint32_t inner = disjunction(nodes, depth + 1);
    expect(")");
    return inner;
  }
  return comparison(nodes);
}

std::uint32_t PdsReader::comparison(std::vector<GuardSyntax>& nodes) {
  GuardSyntax node;
  node.a = operand();
  const bool differs = peek().is("!="), unmatched = peek().is("!~");
  if (accept("==") || accept("!=") || accept("=")) {
    if (!failed_) node.b = operand();
  } else if (accept("~") || accept("!~")) {
    node.op = Op::Matches;
    if (!failed_) node.pattern = regex();
  } else {
    fail("`==`, `!=`, `~` or `!~`");
  }
  const std::uint32_t index = add(nodes, std::move(node));
  return differs || unmatched ? add(nodes, {Op::Not, {}, {}, index, 0, {}}) : index;
}

}  // namespace whynot::front::pds
