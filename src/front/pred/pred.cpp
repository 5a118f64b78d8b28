// Parses declarations of predicates, elaborates their conditions and fills the holes of their sentences.  A condition
// is an expression, with what reports say of loops, of what lies between and by other predicates before it:
//   P(i, j) := again and again: x = 1 & no y = 2 between i and j & Q(j) & i < j & x@i != x@j
#include "front/pred/pred.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <functional>

#include "front/common/elaborate.h"
#include "front/common/lexer.h"
#include "front/common/parser.h"
#include "front/pred/arguments.h"
#include "front/pred/names.h"

namespace whynot::front::pred {
namespace {

using front::Tok;
using front::Token;

constexpr std::size_t most_positions = 1000, most_values = 64;

// The text with what the common lexer does not know put out of its way, byte for byte, so that places stay: `@`
// becomes a dot, sentences (in double quotes) become blanks, and names that are no identifiers (`pc(a)`) become
// the identifiers that stand for them (names.h).
struct Plain {
  std::string text;
  std::vector<std::pair<std::size_t, std::size_t>> sentences;  // without their quotes
  std::optional<std::size_t> unclosed;                         // where a quote begins that nothing ends
};

// The longest of these names that begins here.
const OddName* odd_name_at(std::string_view text, std::size_t at, const std::vector<OddName>& odd_names) {
  const auto is_inside = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '.'; };
  if (at > 0 && is_inside(text[at - 1])) return nullptr;
  const OddName* longest = nullptr;
  for (const OddName& odd : odd_names)
    if (text.substr(at, odd.name.size()) == odd.name && (!longest || odd.name.size() > longest->name.size()))
      longest = &odd;
  return longest;
}

Plain plain_text(std::string_view text, const std::vector<OddName>& odd_names) {
  Plain made{std::string(text), {}, std::nullopt};
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (const OddName* odd = odd_name_at(text, i, odd_names)) {
      made.text.replace(i, odd->name.size(), odd->stand_in);
      i += odd->name.size() - 1;
      continue;
    }
    if (text.substr(i, 2) == "--")
      while (i < text.size() && text[i] != '\n') ++i;
    if (i >= text.size()) break;
    if (text[i] == '@') made.text[i] = '.';
    if (text[i] != '"') continue;
    const std::size_t end = std::min(text.find('"', i + 1), text.size());
    if (end == text.size()) made.unclosed = i;
    made.sentences.emplace_back(i + 1, end);
    for (std::size_t j = i; j < std::min(end + 1, text.size()); ++j)
      if (text[j] != '\n') made.text[j] = ' ';
    i = end;
  }
  return made;
}

class Loader {
 public:
  Loader(FileId original, FileId plain, std::vector<std::pair<std::size_t, std::size_t>> sentences, Sources& sources,
         const TransitionSystem& system, PredicateSet& set, Diagnostics& diagnostics)
      : original_(sources.text(original)),
        sentences_(std::move(sentences)),
        sources_(sources),
        system_(system),
        set_(set),
        diagnostics_(diagnostics),
        syntax_(plain, sources.text(plain)),
        elaborator_(*system.pool),
        parser_(front::lex(plain, sources, symbols_, diagnostics), syntax_, symbols_, diagnostics) {}

  void run() {
    while (!parser_.at(Tok::End) && !parser_.lost()) {
      statement();
      if (!parser_.at(Tok::End)) parser_.expect(Tok::Semicolon, "`;`");
    }
  }

 private:
  std::string word(const Token& t) const { return std::string(parser_.text(t)); }
  bool accept_word(std::string_view text) {
    if (!parser_.at(Tok::Identifier) || parser_.text(parser_.peek()) != text) return false;
    parser_.advance();
    return true;
  }

  void statement() {
    const bool is_definition = parser_.peek(1).kind == Tok::LeftParen || parser_.peek(1).kind == Tok::Assign;
    if (!is_definition && accept_word("hide")) {
      if (!parser_.accept(Tok::Star)) return names(set_.hide);
      set_.hides_all = true;
      return;
    }
    if (!is_definition && accept_word("anchor")) {
      std::vector<Named> one;
      names(one);
      if (!one.empty()) set_.anchor = one.front();
      return;
    }
    if (!is_definition && accept_word("use")) return use();
    Predicate p;
    for (bool more = !is_definition; more;) {
      more = false;
      if (accept_word("predicate")) more = true;
      if (accept_word("distinct")) more = p.distinct = true;
      if (accept_word("symmetric")) more = p.symmetric = p.distinct = true;
    }
    define(std::move(p));
  }

  std::string path() {
    if (!parser_.at(Tok::Identifier)) {
      parser_.unexpected("a name");
      return "";
    }
    const Span where = syntax_.span(parser_.path().root);
    return front::folded(original_.substr(where.begin, where.end - where.begin));
  }

  void names(std::vector<Named>& into) {
    do {
      const Token begin = parser_.peek();
      if (std::string name = path(); !name.empty()) into.push_back({std::move(name), parser_.span(begin)});
    } while (!parser_.lost() && parser_.accept(Tok::Comma));
  }

  // A name or a value.
  std::string argument() {
    const std::string sign = parser_.accept(Tok::Minus) ? "-" : "";
    for (Tok kind : {Tok::Number, Tok::WordNumber, Tok::True, Tok::False})
      if (parser_.at(kind)) return sign + word(parser_.advance());
    return path();
  }

  // `use replay(m_sender, Eve, m_nonce)`: the library's text with these names, read like a file of its own.
  void use() {
    const Token begin = parser_.peek();
    if (!parser_.expect(Tok::Identifier, "a predicate of the library")) return;
    const std::string name = word(begin);
    std::vector<std::string> args;
    if (parser_.accept(Tok::LeftParen)) {
      do args.push_back(argument());
      while (!parser_.lost() && parser_.accept(Tok::Comma));
      if (!parser_.lost()) parser_.expect(Tok::RightParen, "`,` or `)`");
    }
    if (parser_.lost()) return;
    std::string problem;
    const auto text = library_text(name, args, problem);
    if (!text) {
      diagnostics_.error("pred.library", problem, parser_.span(begin));
      return;
    }
    load(sources_.add(fmt::format("library:{}", name), *text), sources_, system_, set_, diagnostics_);
  }

  void define(Predicate p) {
    const Token begin = parser_.peek();
    if (!parser_.expect(Tok::Identifier, "the name of a predicate")) return;
    p.name = word(begin);
    const std::size_t before = diagnostics_.errors();
    const std::vector<Parameter> parameters = this->parameters();
    if (parser_.lost() || !parser_.expect(Tok::Assign, "`:=`")) return;
    const std::uint32_t body_begin = parser_.peek().begin;
    const Condition condition = this->condition(parameters);
    if (parser_.lost() || diagnostics_.errors() != before) return;
    p.arity = static_cast<std::size_t>(
        std::count_if(parameters.begin(), parameters.end(), [](const Parameter& q) { return q.values.empty(); }));
    if (p.arity > most_positions) {
      diagnostics_.error("pred.positions", fmt::format("a predicate speaks of at most {} positions", most_positions),
                         parser_.span(begin));
      return;
    }
    for (const auto& [from, to] : sentences_)
      if (from > body_begin && from < parser_.peek().begin + 1) p.sentence = original_.substr(from, to - from);
    if (!check_holes(p.sentence, parameters, parser_.span(begin))) return;
    for_each_choice(parameters, parser_.span(begin), [&](const std::vector<std::size_t>& choice) {
      return define_one(p, parameters, choice, condition, parser_.span(begin));
    });
  }

  // What stands after the `:=`.
  struct SpanTree {
    Predicate::Over over;
    front::Tree tree;
    std::size_t from = 0, to = 0;
  };
  struct Call {  // of another predicate
    std::size_t predicate;
    std::vector<std::size_t> at;
  };
  struct Condition {
    std::vector<SpanTree> spans = {};
    std::vector<Call> calls = {};
    std::optional<front::Tree> tree = {};
    Span where = {};
  };

  Condition condition(const std::vector<Parameter>& parameters) {
    Condition made;
    made.where = parser_.span(parser_.peek());
    do {
      if (accept_words({"from", "some", "step", "on"}))
        loop_span(Predicate::Over::AllOfLoop, made);
      else if (accept_words({"again", "and", "again"}))
        loop_span(Predicate::Over::SomeOfLoop, made);
      else if (accept_words({"always"}))
        loop_span(Predicate::Over::Always, made);
      else if (begins_from_on())
        all_from(parameters, made);
      else if (begins_between())
        between(parameters, made);
      else if (const auto called = predicate_called())
        made.calls.push_back({*called, positions_in_brackets(parameters)});
      else
        made.tree = parser_.expression();
    } while (!parser_.lost() && !made.tree && parser_.accept(Tok::And));
    return made;
  }

  bool accept_words(std::initializer_list<std::string_view> words) {
    std::size_t n = 0;
    for (std::string_view word : words)
      if (parser_.text(parser_.peek(n++)) != word) return false;
    if (parser_.peek(n).kind != Tok::Colon) return false;
    for (std::size_t i = 0; i <= words.size(); ++i) parser_.advance();
    return true;
  }

  void loop_span(Predicate::Over over, Condition& made) { made.spans.push_back({over, parser_.conjunct()}); }

  // `from i on: E`
  bool begins_from_on() const {
    return parser_.text(parser_.peek()) == "from" && parser_.text(parser_.peek(2)) == "on" &&
           parser_.peek(3).kind == Tok::Colon;
  }

  void all_from(const std::vector<Parameter>& parameters, Condition& made) {
    parser_.advance();
    const std::size_t from = position(parameters);
    if (parser_.lost()) return;
    parser_.advance();
    parser_.advance();
    made.spans.push_back({Predicate::Over::AllFrom, parser_.conjunct(), from});
  }

  // `no E between i and j`, or `no E before i`, unless `no` is a name itself.
  bool begins_between() const {
    if (!parser_.at(Tok::Identifier) || parser_.text(parser_.peek()) != "no") return false;
    const Tok next = parser_.peek(1).kind;
    return next == Tok::Identifier || next == Tok::Not || next == Tok::LeftParen;
  }

  void between(const std::vector<Parameter>& parameters, Condition& made) {
    parser_.advance();
    SpanTree span{Predicate::Over::NoneBetween, parser_.conjunct()};
    if (parser_.lost()) return;
    if (accept_word("before")) {
      span.over = Predicate::Over::NoneBefore;
      span.from = position(parameters);
    } else {
      if (!accept_word("between")) return parser_.unexpected("`between` or `before`");
      span.from = position(parameters);
      if (!parser_.lost() && !accept_word("and")) return parser_.unexpected("`and`");
      span.to = position(parameters);
    }
    made.spans.push_back(span);
  }

  // The number of a position among the parameters that are positions.
  std::size_t position(const std::vector<Parameter>& parameters) {
    const Token token = parser_.peek();
    if (parser_.lost() || !parser_.expect(Tok::Identifier, "a position")) return 0;
    std::size_t n = 0;
    for (const Parameter& p : parameters) {
      if (p.name == word(token) && p.values.empty()) return n;
      n += p.values.empty() ? 1 : 0;
    }
    diagnostics_.error("pred.unknown-position",
                       fmt::format("`{}` is not a position: the predicate does not name it", word(token)),
                       parser_.span(token));
    return 0;
  }

  // A predicate's name with a bracket behind it: `replay(i, j)`, `sends[Bob](i)`.
  std::optional<std::size_t> predicate_called() {
    if (!parser_.at(Tok::Identifier)) return std::nullopt;
    std::string name = word(parser_.peek());
    std::size_t tokens = 1;
    if (parser_.peek(1).kind == Tok::LeftBracket)
      while (parser_.peek(tokens).kind != Tok::End && parser_.peek(tokens - 1).kind != Tok::RightBracket) {
        if (parser_.peek(tokens - 1).kind == Tok::Comma) name += " ";
        name += parser_.text(parser_.peek(tokens++));
      }
    if (parser_.peek(tokens).kind != Tok::LeftParen) return std::nullopt;
    for (std::size_t i = 0; i < set_.predicates.size(); ++i)
      if (set_.predicates[i].name == name) {
        for (; tokens > 0; --tokens) parser_.advance();
        return i;
      }
    return std::nullopt;
  }

  std::vector<std::size_t> positions_in_brackets(const std::vector<Parameter>& parameters) {
    std::vector<std::size_t> found;
    parser_.expect(Tok::LeftParen, "`(`");
    while (!parser_.lost() && !parser_.at(Tok::RightParen)) {
      found.push_back(position(parameters));
      if (!parser_.accept(Tok::Comma)) break;
    }
    if (!parser_.lost()) parser_.expect(Tok::RightParen, "`,` or `)`");
    return found;
  }

  // The predicate with one value for each of its parameters that has some: `who[Bob]`.
  bool define_one(Predicate p, std::vector<Parameter> parameters, const std::vector<std::size_t>& choice,
                  const Condition& condition, Span where) {
    std::vector<std::string> given, holes;
    std::size_t positions = 0;
    for (std::size_t n = 0; n < parameters.size(); ++n) {
      if (parameters[n].values.empty()) {
        holes.push_back(fmt::format("{{{}}}", ++positions));
        continue;
      }
      parameters[n].values = {parameters[n].values[choice[n]]};
      given.push_back(parameters[n].values[0]);
      holes.push_back(given.back());
    }
    if (!given.empty()) p.name += fmt::format("[{}]", fmt::join(given, ", "));
    p.sentence = filled(p.sentence, parameters, holes);
    if (!elaborate(p, parameters, condition)) return false;
    owe(p.body, parameters, p.fixed, condition.where);
    for (const Predicate::Span& span : p.spans)
      owe(span.condition, {{"i", "", {}}, {"i + 1", "", {}}}, {}, condition.where);
    return add(std::move(p), where);
  }

  bool elaborate(Predicate& p, const std::vector<Parameter>& parameters, const Condition& condition) {
    ExprPool& pool = *system_.pool;
    const std::size_t before = diagnostics_.errors();
    Names names(system_, symbols_, original_, parameters, set_.constants);
    p.body = condition.tree ? value(*condition.tree, names) : pool.boolean(true);
    p.fixed = names.fixed();
    for (const SpanTree& span : condition.spans) {
      Names alone(system_, symbols_, original_, {}, false, true);
      p.spans.push_back({span.over, value(span.tree, alone, span.over), span.from, span.to});
    }
    if (diagnostics_.errors() != before) return false;
    for (const Call& call : condition.calls)
      if (!add_call(p, call, condition.where)) return false;
    return true;
  }

  // A condition; after an error, nothing.
  Expr value(const front::Tree& tree, Names& names, std::optional<Predicate::Over> over = std::nullopt) {
    const std::size_t before = diagnostics_.errors();
    const Expr made = elaborator_.value(syntax_, tree, names, diagnostics_);
    if (diagnostics_.errors() != before) return {};
    if (!made || !made.type().is_boolean()) {
      diagnostics_.error("pred.type", "a predicate is a condition, and this is none", syntax_.span(tree.root));
      return {};
    }
    const bool may_look_ahead = over && over != Predicate::Over::NoneBetween && over != Predicate::Over::NoneBefore;
    if (may_look_ahead && !contains_op(made, is_temporal)) return looking_ahead(*system_.pool, made);
    if (contains_op(made, [](Op op) { return is_temporal(op) || op == Op::Next; }))
      diagnostics_
          .error("pred.temporal", "a predicate speaks of positions: it has no temporal operators",
                 syntax_.span(tree.root))
          .help = "the position after i is a further one: `p(i, j) := i + 1 = j & x@j = …`";
    return made;
  }

  // What another predicate says of these positions.
  bool add_call(Predicate& p, const Call& call, Span where) {
    const Predicate& other = set_.predicates[call.predicate];
    if (call.at.size() != other.arity) {
      diagnostics_.error("pred.arguments",
                         fmt::format("`{}` speaks of {} positions, not of {}", other.name, other.arity, call.at.size()),
                         where);
      return false;
    }
    std::vector<std::size_t> at = call.at;
    for (std::size_t step : other.fixed) {
      const auto known = static_cast<std::size_t>(std::find(p.fixed.begin(), p.fixed.end(), step) - p.fixed.begin());
      if (known == p.fixed.size()) p.fixed.push_back(step);
      at.push_back(p.arity + known);
    }
    p.body = system_.pool->and_(p.body, moved(*system_.pool, other.body, at));
    for (Predicate::Span span : other.spans) {
      const bool is_between = span.over == Predicate::Over::NoneBetween;
      const bool is_of_one = span.over == Predicate::Over::AllFrom || span.over == Predicate::Over::NoneBefore;
      if (is_between || is_of_one) span.from = at[span.from];
      if (is_between) span.to = at[span.to];
      p.spans.push_back(span);
    }
    return true;
  }

  // What the predicate needs to have a value, over values and positions that are named as in its text.
  void owe(Expr body, const std::vector<Parameter>& parameters, const std::vector<std::size_t>& fixed, Span where) {
    std::vector<std::string> positions;
    for (const Parameter& q : parameters)
      if (q.values.empty()) positions.push_back(q.name);
    for (const std::size_t step : fixed) positions.push_back(std::to_string(step));
    front::Facts facts;
    front::Hazards hazards(*system_.pool, facts);
    hazards.add_below(body, elaborator_.hazards(), where);
    for (Obligation& o : hazards.obligations(std::span(&body, 1))) {
      o.condition = named(*system_.pool, o.condition, positions);
      set_.owed.push_back(std::move(o));
    }
  }

  // Each way to choose a value for each parameter that has some, until one is refused.
  void for_each_choice(const std::vector<Parameter>& parameters, Span where,
                       const std::function<bool(const std::vector<std::size_t>&)>& visit) {
    std::size_t choices = 1;
    for (const Parameter& p : parameters)
      if (choices <= most_values) choices *= std::max<std::size_t>(1, p.values.size());
    if (choices > most_values) {
      diagnostics_.error("pred.values", fmt::format("the parameters have more than {} values together", most_values),
                         where);
      return;
    }
    std::vector<std::size_t> choice(parameters.size(), 0);
    for (std::size_t n = 0; n < choices; ++n) {
      if (!visit(choice)) return;
      for (std::size_t i = parameters.size(); i-- > 0;) {
        if (++choice[i] < parameters[i].values.size()) break;
        choice[i] = 0;
      }
    }
  }

  // `{1}`, `{2}`, … of a sentence are the predicate's parameters, and so are their names; other braces are text.
  static std::optional<std::size_t> hole(std::string_view inside, const std::vector<Parameter>& parameters) {
    for (std::size_t n = 0; n < parameters.size(); ++n)
      if (parameters[n].name == inside || std::to_string(n + 1) == inside) return n;
    return std::nullopt;
  }

  bool check_holes(std::string_view sentence, const std::vector<Parameter>& parameters, Span where) {
    for (std::size_t open = sentence.find('{'); open != std::string_view::npos; open = sentence.find('{', open + 1)) {
      const std::string_view inside = sentence.substr(open + 1, sentence.find('}', open) - open - 1);
      if (!number_of(inside) || hole(inside, parameters)) continue;
      diagnostics_.error(
          "pred.sentence",
          fmt::format("`{{{}}}` in the sentence is none of the predicate's {} parameters", inside, parameters.size()),
          where);
      return false;
    }
    return true;
  }

  static std::string filled(std::string_view sentence, const std::vector<Parameter>& parameters,
                            const std::vector<std::string>& holes) {
    std::string made;
    for (std::size_t i = 0; i < sentence.size(); ++i) {
      const std::size_t close = sentence[i] == '{' ? sentence.find('}', i) : std::string_view::npos;
      const auto n =
          close == std::string_view::npos ? std::nullopt : hole(sentence.substr(i + 1, close - i - 1), parameters);
      if (n) {
        made += holes[*n];
        i = close;
      } else {
        made += sentence[i];
      }
    }
    return made;
  }

  std::vector<Parameter> parameters() {
    std::vector<Parameter> found;
    if (!parser_.accept(Tok::LeftParen)) return found;
    while (!parser_.lost() && !parser_.at(Tok::RightParen)) {
      Parameter p;
      const Token name = parser_.peek();
      if (!parser_.expect(Tok::Identifier, "the name of a position")) break;
      p.name = word(name);
      if (std::any_of(found.begin(), found.end(), [&](const Parameter& q) { return q.name == p.name; }))
        diagnostics_.error("pred.redefined", fmt::format("there is a parameter `{}` already", p.name),
                           parser_.span(name));
      if (parser_.accept(Tok::Colon)) kind_of(p);
      found.push_back(std::move(p));
      if (!parser_.accept(Tok::Comma)) break;
    }
    if (!parser_.lost()) parser_.expect(Tok::RightParen, "`,` or `)`");
    return found;
  }

  // What stands after the colon of a parameter: values (`{Bob, Eve}`, `0..3`, `boolean`), or an instance.
  void kind_of(Parameter& p) {
    if (parser_.accept(Tok::Boolean)) {
      p.values = {"FALSE", "TRUE"};
    } else if (parser_.accept(Tok::LeftBrace)) {
      do p.values.push_back(argument());
      while (!parser_.lost() && parser_.accept(Tok::Comma));
      if (!parser_.lost()) parser_.expect(Tok::RightBrace, "`,` or `}`");
    } else if (parser_.at(Tok::Number) || parser_.at(Tok::Minus)) {
      range(p);
    } else {
      p.instance = path();
    }
  }

  void range(Parameter& p) {
    const Token begin = parser_.peek();
    const auto lo = number_of(argument());
    if (parser_.lost() || !parser_.expect(Tok::DotDot, "`..`")) return;
    const auto hi = number_of(argument());
    if (parser_.lost()) return;
    if (!lo || !hi || *hi < *lo || *hi - *lo >= most_values) {
      diagnostics_.error("pred.values", fmt::format("a range of 1 to {} numbers is needed here", most_values),
                         parser_.span(begin));
      return;
    }
    for (Integer n = *lo; n <= *hi; ++n) p.values.push_back(to_string(n));
  }

  bool add(Predicate p, Span where) {
    const auto same = [&](const Predicate& q) { return q.name == p.name; };
    if (std::any_of(set_.predicates.begin(), set_.predicates.end(), same)) {
      diagnostics_.error("pred.redefined", fmt::format("there is a predicate `{}` already", p.name), where);
      return false;
    }
    // x@i = y@j is shown as it is written.
    const Expr e = p.body;
    if (e.is(Op::Eq) && e.arg(0).is(Op::At) && e.arg(1).is(Op::At) && p.arity == 2 && e.arg(0).a() == 0 &&
        e.arg(1).a() == 1) {
      p.left = e.arg(0).arg(0);
      p.right = e.arg(1).arg(0);
    }
    set_.predicates.push_back(std::move(p));
    return true;
  }

  std::string_view original_;
  std::vector<std::pair<std::size_t, std::size_t>> sentences_;
  Sources& sources_;
  const TransitionSystem& system_;
  PredicateSet& set_;
  Diagnostics& diagnostics_;
  front::Symbols symbols_;
  front::Syntax syntax_;
  front::Elaborator elaborator_;
  front::Parser parser_;
};

}  // namespace

bool load(FileId file, Sources& sources, const TransitionSystem& system, PredicateSet& set, Diagnostics& diagnostics) {
  Plain plain = plain_text(sources.text(file), odd_names_of(system));
  const FileId read = sources.add(std::string(sources.name(file)), plain.text);
  const std::size_t owed_before = set.owed.size();
  Diagnostics found;
  if (plain.unclosed) {
    const auto at = static_cast<std::uint32_t>(*plain.unclosed);
    found.error("pred.sentence", "this sentence has no end: a `\"` is missing", {file, at, at + 1});
  } else {
    Loader(file, read, std::move(plain.sentences), sources, system, set, found).run();
  }
  // What was read is shown as it was written.
  for (Diagnostic d : found.all()) {
    if (d.where.file == read) d.where.file = file;
    for (Label& label : d.labels)
      if (label.where.file == read) label.where.file = file;
    diagnostics.add(std::move(d));
  }
  for (std::size_t i = owed_before; i < set.owed.size(); ++i)
    if (set.owed[i].where.file == read) set.owed[i].where.file = file;
  return found.ok();
}

}  // namespace whynot::front::pred
