// Recursive descent with one function for each item and each level of formulas.  Quantifiers, `if` and `let` reach as
// far to the right as they can; `&` and `|` may stand before the first operand, too.
#include "front/pyv/parser.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "front/pyv/lexer.h"

namespace whynot::front::pyv {
namespace {

constexpr unsigned deepest = 200;  // nesting of formulas; keeps every later pass within the stack
constexpr std::array<std::string_view, 17> items{
    "sort",      "mutable",  "immutable", "derived",    "axiom",   "init", "transition", "safety", "invariant",
    "zerostate", "onestate", "twostate",  "definition", "theorem", "sat",  "unsat",      "fbii"};
constexpr std::array<std::string_view, 7> signs_of_numbers{"+", "-", "*", "<", "<=", ">", ">="};

struct Mistake {};  // thrown and caught within this file: back to the next item

class Parser {
 public:
  Parser(const Sources& sources, FileId file, Diagnostics& diagnostics)
      : diagnostics_(diagnostics), tokens_(tokenize(sources, file, diagnostics)) {}

  FileSyntax file() {
    FileSyntax out;
    out.older = std::any_of(tokens_.begin(), tokens_.end(), [](const Token& t) { return t.is("old"); });
    while (!at_end()) try {
        item(out);
      } catch (const Mistake&) {
        nesting_ = 0;
        do take();
        while (!at_end() && !starts_item());
      }
    return out;
  }

  SyntaxPtr formula() {
    try {
      SyntaxPtr e = expression();
      if (!at_end()) unexpected("the end of the formula");
      return e;
    } catch (const Mistake&) {
      return nullptr;
    }
  }

 private:
  // Tokens
  const Token& peek(std::size_t ahead = 0) const { return tokens_[std::min(at_ + ahead, tokens_.size() - 1)]; }
  bool at_end() const { return peek().kind == Token::Kind::End; }
  bool sees(std::string_view text) const { return peek().is(text); }
  const Token& take() { return tokens_[at_ + 1 < tokens_.size() ? at_++ : at_]; }
  bool accept(std::string_view text) {
    if (!sees(text)) return false;
    take();
    return true;
  }
  void expect(std::string_view text) {
    if (!accept(text)) unexpected(fmt::format("`{}`", text));
  }
  [[noreturn]] void unexpected(std::string_view wanted) {
    const std::string seen = at_end() ? "the end of the text" : fmt::format("`{}`", peek().text);
    fail("pyv.syntax", fmt::format("found {} where {} should stand", seen, wanted), peek().where);
  }
  [[noreturn]] void fail(const char* code, std::string message, Span where) {
    diagnostics_.error(code, std::move(message), where);
    throw Mistake{};
  }
  Name name(std::string_view what) {
    if (peek().kind != Token::Kind::Word) unexpected(what);
    const Token& t = take();
    return {std::string(t.text), t.where};
  }
  Span last() const { return tokens_[at_ ? at_ - 1 : 0].where; }
  bool starts_item() const {
    return peek().kind == Token::Kind::Word && std::find(items.begin(), items.end(), peek().text) != items.end();
  }

  template <class One>
  void list(std::string_view close, One one) {  // one, one, … close
    if (accept(close)) return;
    do one();
    while (accept(","));
    expect(close);
  }

  void annotations() {
    while (peek().kind == Token::Kind::Annotation) {
      take();
      if (!accept("(")) continue;
      while (!at_end() && !accept(")")) take();
    }
  }

  // Items
  void item(FileSyntax& out) {
    if (accept("sort")) {
      out.sorts.push_back(name("the name of the sort"));
      return annotations();
    }
    if (accept("mutable")) return symbol(out, true);
    if (accept("immutable")) return symbol(out, false);
    if (accept("derived")) return derived(out);
    if (accept("axiom")) return out.axioms.push_back(claim(States::Zero));
    if (accept("init")) return out.inits.push_back(claim(States::One));
    if (sees("safety") || sees("invariant")) {
      const bool safety = take().is("safety");
      return out.claims.push_back({safety, claim(States::One)});
    }
    if (accept("transition")) return out.transitions.push_back(transition());
    if (sees("zerostate") || sees("onestate") || sees("twostate") || sees("definition") || sees("theorem"))
      return about_states(out);
    if (sees("sat") || sees("unsat")) return out.traces.push_back(trace());
    if (sees("fbii")) fail("pyv.unsupported", "`fbii` (forward and backward invariants) is not read", peek().where);
    unexpected("a declaration");
  }

  void symbol(FileSyntax& out, bool is_mutable) {
    SymbolSyntax s;
    s.mutable_ = is_mutable;
    const bool relation = accept("relation"), constant = !relation && accept("constant");
    if (!relation && !constant && !accept("function")) unexpected("`relation`, `function` or `constant`");
    s.name = name("the name of the symbol");
    if (!constant && accept("(")) list(")", [&] { s.sorts.push_back(name("a sort")); });
    if (!relation) {
      expect(":");
      s.result = name("a sort");
    }
    annotations();
    out.symbols.push_back(std::move(s));
  }

  void derived(FileSyntax& out) {
    SymbolSyntax s;
    s.mutable_ = true;
    expect("relation");
    s.name = name("the name of the relation");
    if (accept("(")) list(")", [&] { s.sorts.push_back(name("a sort")); });
    annotations();
    expect(":");
    s.derived = expression();
    out.symbols.push_back(std::move(s));
  }

  Name label() {
    if (!accept("[")) return {};
    Name n = name("a name");
    expect("]");
    return n;
  }

  FormulaSyntax claim(States states) {
    FormulaSyntax f;
    f.states = states;
    f.name = label();
    annotations();
    f.body = expression();
    return f;
  }

  std::vector<Param> params() {
    std::vector<Param> out;
    if (!accept("(")) return out;
    list(")", [&] { out.push_back(param()); });
    return out;
  }
  Param param() {
    Param p{name("a name"), {}};
    if (accept(":")) p.sort = name("a sort");
    annotations();
    return p;
  }

  std::vector<Name> modified() {
    std::vector<Name> out;
    if (!accept("modifies")) return out;
    do out.push_back(name("the name of a symbol"));
    while (accept(","));
    return out;
  }

  DefinitionSyntax transition() {
    DefinitionSyntax d;
    d.states = States::Two;
    d.name = name("the name of the transition");
    d.params = params();
    annotations();
    d.modifies = modified();
    d.body = expression();
    return d;
  }

  void about_states(FileSyntax& out) {
    States states = States::One;
    const Span where = peek().where;
    if (accept("zerostate"))
      states = States::Zero;
    else if (accept("twostate"))
      states = States::Two;
    else
      accept("onestate");
    if (accept("theorem")) {
      out.theorems.push_back(claim(states));
      if (out.theorems.back().name.text.empty()) out.theorems.back().name.where = where;
      return;
    }
    expect("definition");
    DefinitionSyntax d;
    d.states = states;
    d.name = name("the name of the definition");
    d.params = params();
    annotations();
    d.modifies = modified();
    expect("=");
    d.body = expression();
    out.definitions.push_back(std::move(d));
  }

  TraceSyntax trace() {
    TraceSyntax t;
    t.where = peek().where;
    t.sat = take().is("sat");
    expect("trace");
    annotations();
    expect("{");
    while (!accept("}")) t.steps.push_back(trace_step());
    return t;
  }

  TraceStepSyntax trace_step() {
    TraceStepSyntax step;
    step.where = peek().where;
    if (accept("assert")) {
      if (accept("init"))
        step.initially = true;
      else
        step.assertion = expression();
      return step;
    }
    if (accept("any")) {
      expect("transition");
      step.any = true;
      return step;
    }
    do step.calls.push_back(call());
    while (accept("|"));
    return step;
  }

  CallSyntax call() {
    CallSyntax c;
    c.name = name("a transition, `any transition` or `assert`");
    if (!accept("(")) return c;
    c.applied = true;
    list(")", [&] { c.args.push_back(accept("*") ? nullptr : expression()); });
    return c;
  }

  // Formulas
  SyntaxPtr make(Syntax::Kind kind, Span from, std::vector<SyntaxPtr> args) {
    auto s = std::make_unique<Syntax>();
    s->kind = kind;
    for (const SyntaxPtr& a : args) s->depth = std::max(s->depth, a->depth + 1);
    s->where = join(from, last());
    s->args = std::move(args);
    if (s->depth > deepest) too_deep(s->where);
    return s;
  }
  [[noreturn]] void too_deep(Span where) {
    fail("pyv.too-deep", fmt::format("formulas are nested deeper than {}", deepest), where);
  }
  SyntaxPtr make(Syntax::Kind kind, Span from, SyntaxPtr a) {
    std::vector<SyntaxPtr> args;
    args.push_back(std::move(a));
    return make(kind, from, std::move(args));
  }
  SyntaxPtr make(Syntax::Kind kind, Span from, SyntaxPtr a, SyntaxPtr b) {
    std::vector<SyntaxPtr> args;
    args.push_back(std::move(a));
    args.push_back(std::move(b));
    return make(kind, from, std::move(args));
  }

  SyntaxPtr expression() {
    if (++nesting_ > deepest) too_deep(peek().where);
    const Span from = peek().where;
    SyntaxPtr a = implication();
    if (accept("<->")) a = make(Syntax::Kind::Iff, from, std::move(a), implication());
    --nesting_;
    return a;
  }

  SyntaxPtr implication() {
    if (++nesting_ > deepest) too_deep(peek().where);
    const Span from = peek().where;
    SyntaxPtr a = junction(Syntax::Kind::Or, "|");
    if (accept("->")) a = make(Syntax::Kind::Implies, from, std::move(a), implication());
    --nesting_;
    return a;
  }

  // Disjunctions of conjunctions; the sign may be doubled, and stand before the first operand.
  SyntaxPtr junction(Syntax::Kind kind, std::string_view sign) {
    const auto operand = [&] { return kind == Syntax::Kind::Or ? junction(Syntax::Kind::And, "&") : comparison(); };
    const Span from = peek().where;
    const auto skip = [&] {
      bool any = false;
      while (accept(sign)) any = true;
      return any;
    };
    skip();
    std::vector<SyntaxPtr> parts;
    do parts.push_back(operand());
    while (skip());
    return parts.size() == 1 ? std::move(parts[0]) : make(kind, from, std::move(parts));
  }

  SyntaxPtr comparison() {
    const Span from = peek().where;
    SyntaxPtr a = unary();
    if (accept("=")) return make(Syntax::Kind::Equal, from, std::move(a), unary());
    if (accept("!=") || accept("~=")) return make(Syntax::Kind::Unequal, from, std::move(a), unary());
    if (peek().kind == Token::Kind::Sign &&
        std::find(signs_of_numbers.begin(), signs_of_numbers.end(), peek().text) != signs_of_numbers.end())
      fail("pyv.unsupported", "arithmetic is not read: sorts here have no numbers", peek().where);
    return a;
  }

  SyntaxPtr unary() {
    const Span from = peek().where;
    if (accept("!") || accept("~")) {
      if (++nesting_ > deepest) too_deep(from);
      SyntaxPtr a = unary();
      --nesting_;
      return make(Syntax::Kind::Not, from, std::move(a));
    }
    if (sees("forall") || sees("exists")) return quantifier();
    if (accept("if")) return conditional(from);
    if (accept("let")) return let(from);
    return postfix(primary());
  }

  SyntaxPtr quantifier() {
    const Span from = peek().where;
    const auto kind = take().is("forall") ? Syntax::Kind::Forall : Syntax::Kind::Exists;
    std::vector<Param> bound;
    do bound.push_back(param());
    while (accept(","));
    expect(".");
    SyntaxPtr s = make(kind, from, expression());
    s->params = std::move(bound);
    return s;
  }

  SyntaxPtr conditional(Span from) {
    std::vector<SyntaxPtr> parts;
    parts.push_back(expression());
    expect("then");
    parts.push_back(expression());
    expect("else");
    parts.push_back(expression());
    return make(Syntax::Kind::If, from, std::move(parts));
  }

  SyntaxPtr let(Span from) {
    std::vector<Param> bound{param()};
    expect("=");
    SyntaxPtr value = expression();
    expect("in");
    SyntaxPtr s = make(Syntax::Kind::Let, from, std::move(value), expression());
    s->params = std::move(bound);
    return s;
  }

  SyntaxPtr postfix(SyntaxPtr s) {
    while (sees("'")) {
      take();
      const Span from = s->where;
      s = make(Syntax::Kind::After, from, std::move(s));
    }
    return s;
  }

  SyntaxPtr primary() {
    const Span from = peek().where;
    if (accept("(")) {
      SyntaxPtr e = expression();
      expect(")");
      return e;
    }
    if (sees("true") || sees("false")) {
      const std::string word(take().text);
      SyntaxPtr s = make(Syntax::Kind::Bool, from, std::vector<SyntaxPtr>{});
      s->word = word;
      return s;
    }
    if (peek().kind == Token::Kind::Number)
      fail("pyv.unsupported", "arithmetic is not read: sorts here have no numbers", from);
    if (peek(1).is("(") && (sees("new") || sees("old") || sees("distinct"))) return special();
    return application();
  }

  SyntaxPtr special() {
    const Span from = peek().where;
    const std::string_view word = take().text;
    std::vector<SyntaxPtr> args;
    take();
    list(")", [&] { args.push_back(expression()); });
    if (word == "distinct") return make(Syntax::Kind::Distinct, from, std::move(args));
    if (args.size() != 1) fail("pyv.syntax", fmt::format("`{}` takes one formula or term", word), from);
    return make(word == "new" ? Syntax::Kind::After : Syntax::Kind::Before, from, std::move(args));
  }

  SyntaxPtr application() {
    const Name n = name("a formula or a term");
    unsigned primes = 0;
    while (accept("'")) ++primes;
    std::vector<SyntaxPtr> args;
    if (accept("(")) list(")", [&] { args.push_back(expression()); });
    SyntaxPtr s = make(Syntax::Kind::Name, n.where, std::move(args));
    s->word = n.text;
    s->after = primes > 0;
    if (primes > 1) fail("pyv.unsupported", "only two states are compared: one prime, not more", s->where);
    return s;
  }

  Diagnostics& diagnostics_;
  std::vector<Token> tokens_;
  std::size_t at_ = 0;
  unsigned nesting_ = 0;
};

}  // namespace

FileSyntax parse_file(const Sources& sources, FileId file, Diagnostics& diagnostics) {
  return Parser(sources, file, diagnostics).file();
}

SyntaxPtr parse_formula(const Sources& sources, FileId file, Diagnostics& diagnostics) {
  return Parser(sources, file, diagnostics).formula();
}

}  // namespace whynot::front::pyv
