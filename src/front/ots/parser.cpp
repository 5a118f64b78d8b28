// Recursive descent with one function for each item and each level of expressions.
#include "front/ots/parser.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>

#include "front/ots/lexer.h"

namespace whynot::front::ots {
namespace {

constexpr unsigned deepest = 200;  // nesting of expressions; keeps every later pass within the stack
constexpr std::array<std::string_view, 11> items{"sort",       "fun",       "observer", "rigid", "derived", "init",
                                                 "transition", "invariant", "axiom",    "scope", "expect"};

struct Mistake {};  // thrown and caught within this file: back to the next item

class Parser {
 public:
  Parser(const Sources& sources, FileId file, Diagnostics& diagnostics)
      : diagnostics_(diagnostics), tokens_(tokenize(sources, file, diagnostics)) {}

  std::vector<SystemSyntax> file() {
    std::vector<SystemSyntax> systems;
    try {
      while (!at_end()) systems.push_back(system());
    } catch (const Mistake&) {}
    return systems;
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
  Span expect(std::string_view text) {
    if (!sees(text)) unexpected(fmt::format("`{}`", text));
    return take().where;
  }
  [[noreturn]] void unexpected(std::string_view wanted) {
    const std::string seen = at_end() ? "the end of the text" : fmt::format("`{}`", peek().text);
    diagnostics_.error("ots.syntax", fmt::format("found {} where {} should stand", seen, wanted), peek().where);
    throw Mistake{};
  }
  Name name(std::string_view what) {
    if (peek().kind != Token::Kind::Word) unexpected(what);
    const Token& t = take();
    return {std::string(t.text), t.where};
  }
  std::int64_t number(std::string_view what) {
    if (peek().kind != Token::Kind::Number) unexpected(what);
    const Token& t = take();
    std::int64_t n = 0;
    if (std::from_chars(t.text.data(), t.text.data() + t.text.size(), n).ec != std::errc() || n > 1'000'000'000'000) {
      diagnostics_.error("ots.number", fmt::format("`{}` is too large a number", t.text), t.where);
      throw Mistake{};
    }
    return n;
  }
  Span last() const { return tokens_[at_ ? at_ - 1 : 0].where; }

  template <class One>
  void list(std::string_view close, One one) {  // one, one, … close
    if (accept(close)) return;
    do one();
    while (accept(","));
    expect(close);
  }

  // Items
  SystemSyntax system() {
    expect("ots");
    SystemSyntax s;
    s.name = name("the name of the system");
    expect("{");
    while (!sees("}")) {
      if (at_end()) unexpected("`}`");
      try {
        item(s);
      } catch (const Mistake&) {
        nesting_ = 0;
        skip_to_item();
      }
      accept(";");
    }
    take();
    return s;
  }

  bool starts_item() const {
    return std::find(items.begin(), items.end(), peek().text) != items.end() && peek().kind == Token::Kind::Word &&
           peek(1).kind == Token::Kind::Word;
  }

  // Braces opened since are skipped whole, so that an item's own `}` does not end the system.
  void skip_to_item() {
    int open = 0;
    while (!at_end() && !(open <= 0 && starts_item())) {
      if (sees("{")) ++open;
      if (sees("}") && --open < 0 && (peek(1).is("ots") || peek(1).kind == Token::Kind::End)) return;
      take();
    }
  }

  void item(SystemSyntax& s) {
    if (accept("sort"))
      s.sorts.push_back(sort());
    else if (accept("fun"))
      s.functions.push_back(function());
    else if (accept("observer"))
      s.observers.push_back(observer());
    else if (accept("rigid"))
      s.observers.push_back(rigid());
    else if (accept("derived"))
      s.derived.push_back(function());
    else if (accept("init"))
      s.inits.push_back(expression());
    else if (accept("transition"))
      s.transitions.push_back(transition());
    else if (accept("invariant"))
      s.invariants.push_back(invariant());
    else if (accept("axiom"))
      s.axioms.push_back(invariant());
    else if (accept("scope"))
      s.scopes.push_back(scope());
    else if (accept("expect"))
      s.expects.push_back(expectation());
    else
      unexpected("a declaration (sort, fun, observer, init, transition, invariant, axiom, scope, expect)");
  }

  SortSyntax sort() {
    SortSyntax s;
    s.name = name("the name of the sort");
    expect("=");
    if (accept("loose")) {
      if (accept("{")) list("}", [&] { s.members.push_back({name("a constant"), {}}); });
    } else if (accept("enum")) {
      s.kind = SortSyntax::Kind::Enum;
      expect("{");
      list("}", [&] { s.members.push_back({name("a constant"), {}}); });
    } else if (accept("free")) {
      s.kind = SortSyntax::Kind::Free;
      expect("{");
      do s.members.push_back(constructor());
      while (accept("|"));
      expect("}");
    } else {
      unexpected("`loose`, `enum` or `free`");
    }
    return s;
  }

  ConstructorSyntax constructor() {
    ConstructorSyntax c{name("a constructor"), {}};
    if (accept("("))
      list(")", [&] {
        Name field;
        if (peek(1).is(":")) {
          field = name("a field");
          take();
        }
        c.fields.push_back({field, type()});
      });
    return c;
  }

  TypeSyntax type() {
    TypeSyntax t;
    t.word = name("a type");
    if (++nesting_ > deepest) too_deep(t.word.where);
    std::size_t args = t.word.text == "set" || t.word.text == "bag" || t.word.text == "list" ? 1 : 0;
    if (t.word.text == "map") args = 2;
    for (std::size_t i = 0; i < args; ++i) {
      const bool enclosed = accept("(");
      t.args.push_back(type());
      if (enclosed) expect(")");
    }
    --nesting_;
    t.where = join(t.word.where, last());
    return t;
  }

  std::vector<Param> params() {
    std::vector<Param> out;
    if (accept("(")) list(")", [&] { out.push_back(param()); });
    return out;
  }
  Param param() {
    Param p;
    p.name = name("a parameter");
    expect(":");
    p.type = type();
    return p;
  }

  FunctionSyntax function() {
    FunctionSyntax f;
    f.name = name("the name of the function");
    f.params = params();
    expect(":");
    f.type = type();
    expect("=");
    f.body = expression();
    return f;
  }

  ObserverSyntax rigid() {
    ObserverSyntax o;
    o.rigid = true;
    o.name = name("the name of what never changes");
    o.params = params();
    expect(":");
    o.type = type();
    return o;
  }

  ObserverSyntax observer() {
    ObserverSyntax o;
    o.name = name("the name of the observer");
    o.params = params();
    expect(":");
    o.type = type();
    if (accept("=")) {
      o.initial.push_back(expression());
    } else if (accept("in")) {
      expect("{");
      list("}", [&] { o.initial.push_back(expression()); });
    }
    return o;
  }

  TransitionSyntax transition() {
    TransitionSyntax t;
    t.name = name("the name of the transition");
    while (accept(",")) t.also.push_back(name("the name of a further transition"));
    t.params = params();
    expect("{");
    if (accept("when")) {
      do t.when.push_back(expression());
      while (accept(","));
      accept(";");
    }
    while (!accept("}")) {
      t.effects.push_back(effect());
      accept(";");
    }
    return t;
  }

  EffectSyntax effect() {
    EffectSyntax e;
    if (sees("for") && peek(1).kind == Token::Kind::Word) {
      take();
      do e.each.push_back(param());
      while (accept(","));
      expect(".");
    }
    e.observer = name("an effect `observer := …`, `+= …`, `-= …`");
    if (accept("(")) list(")", [&] { e.index.push_back(expression()); });
    if (!sees(":=") && !sees("+=") && !sees("-=")) unexpected("`:=`, `+=` or `-=`");
    e.sign = std::string(take().text);
    do e.values.push_back(expression());
    while (e.sign != ":=" && accept(","));
    if (accept("when")) e.when = expression();
    e.where = join(e.observer.where, last());
    return e;
  }

  InvariantSyntax invariant() {
    InvariantSyntax i;
    i.name = name("a name");
    i.params = params();
    expect(":");
    i.body = expression();
    if (accept("using")) {
      do i.uses.push_back(name("the name of an invariant"));
      while (accept(","));
    }
    return i;
  }

  ScopeSyntax scope() {
    ScopeSyntax s;
    s.name = name("the name of the scope");
    expect("{");
    while (!accept("}")) {
      if (sees("where") && peek(1).kind == Token::Kind::Word) {
        take();
        Name transition = name("a transition");
        expect(":");
        s.wheres.push_back({transition, expression()});
      } else {
        Name sort = name("a sort");
        if (accept("<=")) {
          s.limits.push_back({sort, number("a number")});
        } else {
          expect("=");
          expect("{");
          s.members.push_back({sort, {}});
          list("}", [&] { s.members.back().elements.push_back(name("an element")); });
        }
      }
      if (!accept(";")) accept(",");
    }
    return s;
  }

  ExpectSyntax expectation() {
    ExpectSyntax e;
    e.subject = name("`states` or an invariant");
    if (e.subject.text == "states") {
      e.scope = name("a scope");
      do {
        std::optional<std::size_t> depth;
        if (accept("depth")) depth = static_cast<std::size_t>(number("a depth"));
        expect("=");
        e.counts.emplace_back(depth, static_cast<std::uint64_t>(number("a number of states")));
      } while (accept(","));
    } else {
      e.word = name("falsified, none, proved or verified").text;
      if (!starts_item() && !sees("depth") && peek().kind == Token::Kind::Word) e.scope = name("a scope");
      if (accept("depth")) e.depth = static_cast<std::size_t>(number("a depth"));
    }
    e.where = join(e.subject.where, last());
    return e;
  }

  // Expressions
  [[noreturn]] void too_deep(Span where) {
    diagnostics_.error("ots.too-deep", fmt::format("this is nested more than {} deep", deepest), where);
    throw Mistake{};
  }

  SyntaxPtr node(Syntax::Kind kind, std::string word, Span from, std::vector<SyntaxPtr> args) {
    auto n = std::make_unique<Syntax>();
    n->kind = kind;
    n->word = std::move(word);
    for (const SyntaxPtr& a : args) n->depth = std::max(n->depth, a->depth + 1);
    n->args = std::move(args);
    n->where = join(from, last());
    if (n->depth > deepest) too_deep(n->where);
    return n;
  }
  template <class... Args>
  static std::vector<SyntaxPtr> nodes(Args... args) {
    std::vector<SyntaxPtr> out;
    (out.push_back(std::move(args)), ...);
    return out;
  }
  SyntaxPtr binary(std::string word, SyntaxPtr left, SyntaxPtr right) {
    const Span from = left->where;
    return node(Syntax::Kind::Binary, std::move(word), from, nodes(std::move(left), std::move(right)));
  }

  SyntaxPtr expression() {
    if (++nesting_ > deepest) too_deep(peek().where);
    SyntaxPtr e = expression_within();
    --nesting_;
    return e;
  }

  SyntaxPtr expression_within() {
    if (sees("forall") || sees("exists")) return quantifier();
    return sees("if") ? conditional() : implication();
  }

  SyntaxPtr quantifier() {
    const Token word = take();
    std::vector<Param> bound;
    do bound.push_back(param());
    while (accept(","));
    if (!accept(".")) expect(":");
    SyntaxPtr e = node(Syntax::Kind::Quantifier, std::string(word.text), word.where, nodes(expression()));
    e->params = std::move(bound);
    return e;
  }

  SyntaxPtr conditional() {
    const Span from = take().where;
    SyntaxPtr c = expression();
    expect("then");
    SyntaxPtr a = expression();
    expect("else");
    SyntaxPtr b = expression();
    return node(Syntax::Kind::If, "if", from, nodes(std::move(c), std::move(a), std::move(b)));
  }

  SyntaxPtr implication() {
    SyntaxPtr left = chain("or");
    if (!accept("=>")) return left;
    return binary("=>", std::move(left), expression());
  }

  // a or b or c is one node: long chains are flat.
  SyntaxPtr chain(std::string_view word) {
    const auto operand = [&] { return word == "or" ? chain("and") : negation(); };
    SyntaxPtr first = operand();
    if (!sees(word)) return first;
    const Span from = first->where;
    std::vector<SyntaxPtr> args = nodes(std::move(first));
    while (accept(word)) args.push_back(operand());
    return node(Syntax::Kind::Binary, std::string(word), from, std::move(args));
  }

  SyntaxPtr negation() {
    if (sees("forall") || sees("exists") || sees("if")) return expression();
    if (!sees("not") && !sees("!")) return comparison();
    const Span from = take().where;
    if (++nesting_ > deepest) too_deep(from);
    SyntaxPtr e = node(Syntax::Kind::Unary, "not", from, nodes(negation()));
    --nesting_;
    return e;
  }

  SyntaxPtr comparison() {
    SyntaxPtr left = concatenation();
    for (std::string_view sign : {"=", "!=", "<", "<=", ">", ">=", "in"})
      if (accept(sign)) return binary(std::string(sign), std::move(left), concatenation());
    if (sees("not") && peek(1).is("in")) {
      take();
      take();
      return binary("not in", std::move(left), concatenation());
    }
    if (accept("is")) {
      const Span from = left->where;
      const std::string constructor = name("a constructor").text;
      return node(Syntax::Kind::Is, constructor, from, nodes(std::move(left)));
    }
    return left;
  }

  SyntaxPtr concatenation() {
    SyntaxPtr left = sum();
    while (accept("++")) left = binary("++", std::move(left), sum());
    return left;
  }

  SyntaxPtr sum() {
    SyntaxPtr left = postfix();
    while (sees("+") || sees("-")) {
      const std::string sign(take().text);
      left = binary(sign, std::move(left), postfix());
    }
    return left;
  }

  SyntaxPtr postfix() {
    SyntaxPtr e = primary();
    while (true) {
      const Span from = e->where;
      if (sees(".") && peek(1).kind == Token::Kind::Word) {
        take();
        const std::string field(take().text);
        e = node(Syntax::Kind::Field, field, from, nodes(std::move(e)));
      } else if (accept("[")) {
        SyntaxPtr key = expression();
        if (accept(":=")) {
          SyntaxPtr value = expression();
          expect("]");
          e = node(Syntax::Kind::Store, "", from, nodes(std::move(e), std::move(key), std::move(value)));
        } else {
          expect("]");
          e = node(Syntax::Kind::Index, "", from, nodes(std::move(e), std::move(key)));
        }
      } else {
        return e;
      }
    }
  }

  SyntaxPtr primary() {
    const Token t = peek();
    if (t.kind == Token::Kind::Number) {
      number("a number");
      return node(Syntax::Kind::Number, std::string(t.text), t.where, {});
    }
    if (t.kind == Token::Kind::Word) {
      take();
      std::vector<SyntaxPtr> args;
      if (accept("(")) list(")", [&] { args.push_back(expression()); });
      return node(Syntax::Kind::Name, std::string(t.text), t.where, std::move(args));
    }
    if (accept("(")) {
      SyntaxPtr e = expression();
      expect(")");
      e->where = {t.where.file, t.where.begin, last().end};
      return e;
    }
    if (accept("-")) {
      if (++nesting_ > deepest) too_deep(t.where);
      SyntaxPtr e = node(Syntax::Kind::Unary, "-", t.where, nodes(postfix()));
      --nesting_;
      return e;
    }
    if (accept("|")) {
      SyntaxPtr e = node(Syntax::Kind::Size, "", t.where, nodes(expression()));
      expect("|");
      return e;
    }
    if (sees("{") || sees("[")) return literal();
    unexpected("an expression");
  }

  SyntaxPtr literal() {
    const Token open = take();
    const bool braces = open.text == "{";
    if (!braces && sees("_") && peek(1).is(":=")) {
      take();
      take();
      SyntaxPtr e = node(Syntax::Kind::ConstantMap, "", open.where, nodes(expression()));
      expect("]");
      return e;
    }
    std::vector<SyntaxPtr> args;
    list(braces ? "}" : "]", [&] { args.push_back(expression()); });
    return node(braces ? Syntax::Kind::Braces : Syntax::Kind::Brackets, "", open.where, std::move(args));
  }

  Diagnostics& diagnostics_;
  std::vector<Token> tokens_;
  std::size_t at_ = 0;
  unsigned nesting_ = 0;
};

}  // namespace

std::vector<SystemSyntax> parse_file(const Sources& sources, FileId file, Diagnostics& diagnostics) {
  auto systems = Parser(sources, file, diagnostics).file();
  if (systems.empty() && diagnostics.ok())
    diagnostics.error("ots.no-system", "the file declares no system: `ots NAME { … }` is missing", {file, 0, 0});
  return systems;
}

SyntaxPtr parse_formula(const Sources& sources, FileId file, Diagnostics& diagnostics) {
  return Parser(sources, file, diagnostics).formula();
}

}  // namespace whynot::front::ots
