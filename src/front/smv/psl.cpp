// PSL as NuSMV reads it (IEEE 1850's simple subset over infinite paths, where weak and strong `next` agree).
// Its operators bind differently from SMV's: `G p -> q` is `G (p -> q)`, `F p & q` is `F (p & q)`.
// Sequences ({a; b}, |->, [*]), abort, within, whilenot, forall and edges are refused by name.
#include "front/smv/psl.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "base/integer.h"

namespace whynot::front::smv {
namespace {

using front::Form;
using front::NodeId;
using front::Parser;
using front::Tok;
using front::Token;
using front::Tree;

// Loosest first, after the precedences of NuSMV's PSL grammar.
enum Level : int {
  Always = 1,
  Arrow,
  NextFamily,
  Before,
  Until,
  Temporal,
  Membership,
  Choice,
  OrOr,
  AndAnd,
  Or,
  Xor,
  And,
  Equality,
  Order,
  Shift,
  Sum,
  Product,
  Tight,
};

enum class Lowering {
  Plain,
  Weak,
  Strong,
  WeakOverlapping,
  StrongOverlapping,
  BeforeWeak,
  BeforeStrong,
  BeforeWeakOverlapping,
  BeforeStrongOverlapping,
  Conditional,
};

struct Infix {
  Form form;
  int level;
  int tokens = 1;
  Lowering lowering = Lowering::Plain;
};

constexpr int largest_count = 1000;  // of next[n]

class PslParser {
 public:
  explicit PslParser(Parser& parser) : p_(parser), syntax_(parser.syntax()) {}

  Tree run() {
    const NodeId first = syntax_.size();
    return {first, climb(Always)};
  }

 private:
  // Operators of several tokens -------------------------------------------------------------------------

  bool touching(std::size_t i, Tok kind) const {
    return p_.peek(i).kind == kind && adjacent(p_.peek(i - 1), p_.peek(i));
  }

  // `until`, `until!`, `until_`, `until!_`: the word with its suffix, and how many tokens it is.
  std::pair<std::string, int> suffixed_word(std::size_t i = 0) const {
    std::string word(p_.text(p_.peek(i)));
    int tokens = 1;
    if (touching(i + 1, Tok::Not)) {
      word += "!";
      tokens = 2;
      if (touching(i + 2, Tok::Identifier) && p_.text(p_.peek(i + 2)) == "_") {
        word += "_";
        tokens = 3;
      }
    }
    return {word, tokens};
  }

  std::optional<Infix> infix_word() const {
    const auto [word, tokens] = suffixed_word();
    if (word == "until") return Infix{Form::U, Until, tokens, Lowering::Weak};
    if (word == "until!") return Infix{Form::U, Until, tokens, Lowering::Strong};
    if (word == "until_") return Infix{Form::U, Until, tokens, Lowering::WeakOverlapping};
    if (word == "until!_") return Infix{Form::U, Until, tokens, Lowering::StrongOverlapping};
    if (word == "before") return Infix{Form::U, Before, tokens, Lowering::BeforeWeak};
    if (word == "before!") return Infix{Form::U, Before, tokens, Lowering::BeforeStrong};
    if (word == "before_") return Infix{Form::U, Before, tokens, Lowering::BeforeWeakOverlapping};
    if (word == "before!_") return Infix{Form::U, Before, tokens, Lowering::BeforeStrongOverlapping};
    return std::nullopt;
  }

  std::optional<Infix> infix() const {
    switch (p_.peek().kind) {
      case Tok::Identifier: return infix_word();
      case Tok::Illegal: return p_.text(p_.peek()) == "^" ? std::optional(Infix{Form::Xor, Xor}) : std::nullopt;
      case Tok::Implies: return Infix{Form::Implies, Arrow};
      case Tok::Iff: return Infix{Form::Iff, Arrow};
      case Tok::In: return Infix{Form::In, Membership};
      case Tok::Union: return Infix{Form::Union, Membership};
      case Tok::Question: return Infix{Form::Conditional, Choice, 1, Lowering::Conditional};
      case Tok::Or:
        if (touching(1, Tok::Or)) return Infix{Form::Or, OrOr, 2};
        return Infix{Form::Or, Or};
      case Tok::And:
        if (touching(1, Tok::And)) return Infix{Form::And, AndAnd, 2};
        return Infix{Form::And, And};
      case Tok::Xor: return Infix{Form::Xor, Xor};
      case Tok::Xnor: return Infix{Form::Xnor, Xor};
      case Tok::Equal: return Infix{Form::Equal, Equality, touching(1, Tok::Equal) ? 2 : 1};
      case Tok::NotEqual: return Infix{Form::NotEqual, Equality};
      case Tok::Less: return Infix{Form::Less, Order};
      case Tok::LessEqual: return Infix{Form::LessEqual, Order};
      case Tok::Greater: return Infix{Form::Greater, Order};
      case Tok::GreaterEqual: return Infix{Form::GreaterEqual, Order};
      case Tok::ShiftLeft: return Infix{Form::ShiftLeft, Shift};
      case Tok::ShiftRight: return Infix{Form::ShiftRight, Shift};
      case Tok::Plus: return Infix{Form::Add, Sum};
      case Tok::Minus: return Infix{Form::Subtract, Sum};
      case Tok::Star: return Infix{Form::Multiply, Product};
      case Tok::Slash: return Infix{Form::Divide, Product};
      case Tok::Mod: return Infix{Form::Modulo, Product};
      case Tok::ColonColon: return Infix{Form::Concat, Product};
      default: return std::nullopt;
    }
  }

  // Climbing --------------------------------------------------------------------------------------------

  NodeId climb(int least) {
    const Parser::Depth depth(p_);
    if (depth.too_deep() || p_.lost()) return p_.failed();
    const std::uint32_t begin = p_.peek().begin;
    NodeId left = prefixed();
    while (!p_.lost()) {
      if (refused_infix()) break;
      const std::optional<Infix> op = infix();
      if (!op || op->level < least) break;
      for (int i = 0; i < op->tokens; ++i) p_.advance();
      if (op->lowering == Lowering::Conditional) {
        left = conditional(left, begin);
      } else {
        set_expected_ = op->level == Membership;
        const NodeId right = climb(op->level + 1);
        left = lowered(*op, left, right, begin);
      }
    }
    return left;
  }

  NodeId node(Form form, std::uint32_t begin, std::initializer_list<NodeId> children) {
    return syntax_.node(form, begin, p_.last_end(), children);
  }
  NodeId weak(NodeId strong, NodeId forever, std::uint32_t begin) {
    const NodeId always = node(Form::G, begin, {forever});
    return node(Form::Or, begin, {strong, always});
  }

  NodeId lowered(const Infix& op, NodeId a, NodeId b, std::uint32_t begin) {
    switch (op.lowering) {
      case Lowering::Strong: return node(Form::U, begin, {a, b});
      case Lowering::Weak: return weak(node(Form::U, begin, {a, b}), a, begin);
      case Lowering::StrongOverlapping: return node(Form::U, begin, {a, node(Form::And, begin, {a, b})});
      case Lowering::WeakOverlapping: return weak(node(Form::U, begin, {a, node(Form::And, begin, {a, b})}), a, begin);
      case Lowering::BeforeStrong:
      case Lowering::BeforeWeak: {
        const NodeId no_b = node(Form::Not, begin, {b});
        const NodeId until = node(Form::U, begin, {no_b, node(Form::And, begin, {a, no_b})});
        return op.lowering == Lowering::BeforeStrong ? until : weak(until, no_b, begin);
      }
      case Lowering::BeforeStrongOverlapping:
      case Lowering::BeforeWeakOverlapping: {
        const NodeId no_b = node(Form::Not, begin, {b});
        const NodeId until = node(Form::U, begin, {no_b, a});
        return op.lowering == Lowering::BeforeStrongOverlapping ? until : weak(until, no_b, begin);
      }
      default: return node(op.form, begin, {a, b});
    }
  }

  NodeId conditional(NodeId condition, std::uint32_t begin) {
    const NodeId value = climb(Choice);
    p_.expect(Tok::Colon, "`:` of `condition ? value : other`");
    const NodeId other = climb(Choice);
    return node(Form::Conditional, begin, {condition, value, other});
  }

  // Prefixes --------------------------------------------------------------------------------------------

  std::optional<Form> temporal(Tok t) const {
    switch (t) {
      case Tok::X: return Form::X;
      case Tok::F: return Form::F;
      case Tok::EX: return Form::EX;
      case Tok::AX: return Form::AX;
      case Tok::EF: return Form::EF;
      case Tok::AF: return Form::AF;
      case Tok::EG: return Form::EG;
      case Tok::AG: return Form::AG;
      default: return std::nullopt;
    }
  }

  NodeId prefixed() {
    const Token t = p_.peek();
    if (t.kind == Tok::Not || t.kind == Tok::Minus) {
      p_.advance();
      const NodeId operand = climb(Tight);
      return node(t.kind == Tok::Not ? Form::Not : Form::Negate, t.begin, {operand});
    }
    if (t.kind == Tok::G) {
      p_.advance();
      return wrap(Form::G, t.begin, climb(Arrow));
    }
    if (t.kind == Tok::X || t.kind == Tok::Next) return next_word(t);
    if (const std::optional<Form> form = temporal(t.kind)) {
      p_.advance();
      return wrap(*form, t.begin, climb(Membership));
    }
    if (t.kind == Tok::Identifier) return word(t);
    return primary();
  }

  NodeId wrap(Form form, std::uint32_t begin, NodeId operand) { return node(form, begin, {operand}); }

  // X p, X! p, next p, next! p, next[3](p).
  NodeId next_word(const Token& t) {
    const int level = t.kind == Tok::X ? Membership : Before;
    p_.advance();
    if (p_.at(Tok::Not) && p_.peek().begin == t.end) p_.advance();
    if (!p_.at(Tok::LeftBracket)) return wrap(Form::X, t.begin, climb(level));
    const auto [n, unused] = count(false);
    return later(n, parenthesised(), t.begin);
  }

  NodeId word(const Token& t) {
    const auto [word, tokens] = suffixed_word();
    const auto take = [&, tokens = tokens] {
      for (int i = 0; i < tokens; ++i) p_.advance();
    };
    if (word == "always") {
      take();
      return wrap(Form::G, t.begin, climb(Arrow));
    }
    if (word == "never") {
      take();
      const NodeId operand = climb(Arrow);
      return wrap(Form::G, t.begin, node(Form::Not, t.begin, {operand}));
    }
    if (word == "eventually!") {
      take();
      return wrap(Form::F, t.begin, climb(Before));
    }
    if (word == "next_a" || word == "next_a!" || word == "next_e" || word == "next_e!") {
      take();
      return next_range(word.starts_with("next_a") ? Form::And : Form::Or, t.begin);
    }
    if (word.starts_with("next_event")) {
      take();
      return next_event(word, t.begin);
    }
    if (refused_word(word)) return p_.failed();
    return primary();
  }

  // next_a[i:j](p), next_e[i:j](p).
  NodeId next_range(Form together, std::uint32_t begin) {
    const auto [lo, hi] = count(true);
    const NodeId operand = parenthesised();
    return combined(together, begin, lo, hi, [&, at = operand](int n) { return later(n, at, begin); });
  }

  template <class Make>
  NodeId combined(Form together, std::uint32_t begin, int lo, int hi, Make make) {
    std::vector<NodeId> parts;
    for (int n = lo; n <= hi && !p_.lost(); ++n) parts.push_back(make(n));
    if (parts.empty()) return p_.failed();
    return parts.size() == 1 ? parts[0] : syntax_.node(together, begin, p_.last_end(), parts);
  }

  NodeId later(int n, NodeId operand, std::uint32_t begin) {
    for (int i = 0; i < n; ++i) operand = wrap(Form::X, begin, operand);
    return operand;
  }

  // next_event(b)(p), next_event(b)[n](p), next_event_a(b)[i:j](p), …; with `!` the event must come.
  NodeId next_event(const std::string& word, std::uint32_t begin) {
    const bool strong = word.ends_with('!');
    const bool ranged = word.starts_with("next_event_a") || word.starts_with("next_event_e");
    const Form together = word.starts_with("next_event_e") ? Form::Or : Form::And;
    const NodeId event = parenthesised();
    std::pair<int, int> n = {1, 1};
    if (ranged || p_.at(Tok::LeftBracket)) n = count(ranged);
    if (n.first < 1) p_.error("smv.psl-count", "an event is counted from 1", here());
    const NodeId goal = parenthesised();
    return combined(together, begin, n.first, n.second,
                    [&](int k) { return event_number(k, event, goal, strong, begin); });
  }

  // The goal holds at the k-th position from here on where the event does.
  NodeId event_number(int k, NodeId event, NodeId goal, bool strong, std::uint32_t begin) {
    const NodeId no_event = node(Form::Not, begin, {event});
    NodeId then = goal;
    for (int i = 0; i < k; ++i) {
      if (i > 0) then = wrap(Form::X, begin, then);
      const NodeId until = node(Form::U, begin, {no_event, node(Form::And, begin, {event, then})});
      then = strong ? until : weak(until, no_event, begin);
    }
    return then;
  }

  // [n] or [i:j].
  std::pair<int, int> count(bool range) {
    p_.expect(Tok::LeftBracket, "`[`");
    const int lo = number();
    int hi = lo;
    if (range) {
      p_.expect(Tok::Colon, "`:` between the bounds");
      hi = number();
    }
    p_.expect(Tok::RightBracket, "`]`");
    if (!p_.lost() && hi < lo) p_.error("smv.psl-count", fmt::format("the range {}:{} is empty", lo, hi), here());
    return {lo, hi};
  }

  int number() {
    const Token t = p_.peek();
    if (!p_.expect(Tok::Number, "a number")) return 0;
    const Integer n = *parse_digits(p_.text(t), 10);
    if (n > largest_count)
      p_.error("smv.psl-count", fmt::format("`{}` is more than {}", p_.text(t), largest_count), p_.span(t));
    return p_.lost() ? 0 : static_cast<int>(n);
  }

  // Operands --------------------------------------------------------------------------------------------

  NodeId parenthesised() {
    p_.expect(Tok::LeftParen, "`(`");
    const NodeId inner = climb(Always);
    p_.expect(Tok::RightParen, "`)`");
    return inner;
  }

  NodeId primary() {
    const bool set = std::exchange(set_expected_, false);
    if (p_.at(Tok::LeftParen)) return parenthesised();
    if (p_.at(Tok::LeftBracket)) return bracketed_until();
    if (p_.at(Tok::LeftBrace) && !set) {
      refuse("a sequence `{…}`", p_.span(p_.peek()));
      return p_.failed();
    }
    return p_.operand();
  }

  // [p U q], [p W q]
  NodeId bracketed_until() {
    const Token open = p_.advance();
    const NodeId a = climb(Always);
    const bool is_weak = p_.at(Tok::Identifier) && p_.text(p_.peek()) == "W";
    if (is_weak)
      p_.advance();
    else
      p_.expect(Tok::U, "`U` or `W`");
    const NodeId b = climb(Always);
    p_.expect(Tok::RightBracket, "`]`");
    const NodeId until = node(Form::U, open.begin, {a, b});
    return is_weak ? weak(until, a, open.begin) : until;
  }

  // What is refused by name -----------------------------------------------------------------------------

  Span here() const { return p_.span(p_.peek()); }

  void refuse(std::string_view what, Span where) {
    p_.error(
        "smv.psl-unsupported", fmt::format("{} is PSL beyond what is checked here", what), where,
        "supported are always, never, eventually!, next…, until…, before…, next_event…, and LTL and CTL operators");
    skip_formula();
  }

  // To the `;` that ends the formula: those inside sequences do not.
  void skip_formula() {
    for (std::size_t open = 0; !p_.at(Tok::End) && !opens_section(p_.peek().kind); p_.advance()) {
      if (p_.at(Tok::Semicolon) && open == 0) return;
      if (p_.at(Tok::LeftBrace)) ++open;
      if (p_.at(Tok::RightBrace) && open > 0) --open;
    }
  }

  bool refused_word(std::string_view word) {
    static constexpr std::string_view refused[] = {"forall",   "forany",   "within",    "within!",   "within_",
                                                   "within!_", "whilenot", "whilenot!", "whilenot_", "whilenot!_",
                                                   "rose",     "fell",     "prev",      "sequence",  "property"};
    if (std::find(std::begin(refused), std::end(refused), word) == std::end(refused)) return false;
    refuse(fmt::format("`{}`", word), here());
    return true;
  }

  bool refused_infix() {
    const Token t = p_.peek();
    const bool suffix_implication = t.kind == Tok::Or && (touching(1, Tok::Implies) || touching(1, Tok::Equal));
    if (suffix_implication) refuse("suffix implication", p_.span(t));
    const bool repetition =
        t.kind == Tok::LeftBracket &&
        (p_.peek(1).kind == Tok::Star || p_.peek(1).kind == Tok::Equal || p_.peek(1).kind == Tok::Implies);
    if (repetition) refuse("repetition", p_.span(t));
    if (t.kind == Tok::Identifier && p_.text(t) == "abort") refuse("`abort`", p_.span(t));
    return p_.lost();
  }

  Parser& p_;
  front::Syntax& syntax_;
  bool set_expected_ = false;
};

}  // namespace

Tree parse_psl(Parser& parser) { return PslParser(parser).run(); }

}  // namespace whynot::front::smv
