#include "front/pred/pred.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "front/common/elaborate.h"
#include "front/common/lexer.h"
#include "front/common/parser.h"
#include "front/pred/names.h"

namespace whynot::pred {
namespace {

using front::Tok;
using front::Token;

constexpr std::size_t most_positions = 4;

// The text with what the common lexer does not know put out of its way, byte for byte, so that places stay: `@`
// becomes a dot, sentences (in double quotes) become blanks, and names that are no identifiers (`pc(a)`) become
// the identifiers that stand for them (names.h).
struct Plain {
  std::string text;
  std::vector<std::pair<std::size_t, std::size_t>> sentences;  // without their quotes
};

// The longest of these names that begins here.
const std::string* odd_name_at(std::string_view text, std::size_t at, const std::vector<std::string>& odd_names) {
  const auto is_inside = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '.'; };
  if (at > 0 && is_inside(text[at - 1])) return nullptr;
  const std::string* longest = nullptr;
  for (const std::string& name : odd_names)
    if (text.substr(at, name.size()) == name && (!longest || name.size() > longest->size())) longest = &name;
  return longest;
}

Plain plain_text(std::string_view text, const std::vector<std::string>& odd_names) {
  Plain made{std::string(text), {}};
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (const std::string* odd = odd_name_at(text, i, odd_names)) {
      made.text.replace(i, odd->size(), stand_in(*odd));
      i += odd->size() - 1;
      continue;
    }
    if (text.substr(i, 2) == "--")
      while (i < text.size() && text[i] != '\n') ++i;
    if (i >= text.size()) break;
    if (text[i] == '@') made.text[i] = '.';
    if (text[i] != '"') continue;
    const std::size_t end = std::min(text.find('"', i + 1), text.size());
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
      if (!parser_.at(Tok::End)) parser_.expect(Tok::Semicolon, "after a statement");
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
    if (!is_definition && accept_word("hide")) return names(set_.hide);
    if (!is_definition && accept_word("anchor")) {
      std::vector<std::string> one;
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

  void names(std::vector<std::string>& into) {
    do {
      if (std::string name = path(); !name.empty()) into.push_back(std::move(name));
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
    if (!parser_.expect(Tok::Identifier, "for a predicate of the library")) return;
    const std::string name = word(begin);
    std::vector<std::string> args;
    if (parser_.accept(Tok::LeftParen)) {
      do args.push_back(argument());
      while (!parser_.lost() && parser_.accept(Tok::Comma));
      if (!parser_.lost()) parser_.expect(Tok::RightParen, "after the arguments");
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
    if (!parser_.expect(Tok::Identifier, "where a predicate is defined")) return;
    p.name = word(begin);
    std::vector<Parameter> parameters = this->parameters();
    if (parser_.lost() || !parser_.expect(Tok::Assign, "after the positions of a predicate")) return;
    const std::uint32_t body_begin = parser_.peek().begin;
    const front::Tree tree = parser_.expression();
    if (parser_.lost()) return;
    p.arity = parameters.size();
    if (p.arity > most_positions) {
      diagnostics_.error("pred.positions", fmt::format("a predicate speaks of at most {} positions", most_positions),
                         parser_.span(begin));
      return;
    }
    Names names(system_, symbols_, original_, std::move(parameters));
    const std::size_t before = diagnostics_.errors();
    p.body = elaborator_.value(syntax_, tree, names, diagnostics_);
    if (!p.body || diagnostics_.errors() != before) return;
    if (!p.body.type().is_boolean()) {
      diagnostics_.error("pred.type", "a predicate is a condition, and this is none", syntax_.span(tree.root));
      return;
    }
    for (const auto& [from, to] : sentences_)
      if (from > body_begin && from < parser_.peek().begin + 1) p.sentence = original_.substr(from, to - from);
    add(std::move(p), parser_.span(begin));
  }

  std::vector<Parameter> parameters() {
    std::vector<Parameter> found;
    if (!parser_.accept(Tok::LeftParen)) return found;
    while (!parser_.lost() && !parser_.at(Tok::RightParen)) {
      Parameter p;
      const Token name = parser_.peek();
      if (!parser_.expect(Tok::Identifier, "for a position")) break;
      p.name = word(name);
      if (parser_.accept(Tok::Colon)) p.instance = path();
      found.push_back(std::move(p));
      if (!parser_.accept(Tok::Comma)) break;
    }
    if (!parser_.lost()) parser_.expect(Tok::RightParen, "after the positions");
    return found;
  }

  void add(Predicate p, Span where) {
    const auto same = [&](const Predicate& q) { return q.name == p.name; };
    if (std::any_of(set_.predicates.begin(), set_.predicates.end(), same)) {
      diagnostics_.error("pred.redefined", fmt::format("there is a predicate `{}` already", p.name), where);
      return;
    }
    // x@i = y@j is shown as it is written.
    const Expr e = p.body;
    if (e.is(Op::Eq) && e.arg(0).is(Op::At) && e.arg(1).is(Op::At) && p.arity == 2 && e.arg(0).a() == 0 &&
        e.arg(1).a() == 1)
      p.left = e.arg(0).arg(0), p.right = e.arg(1).arg(0);
    set_.predicates.push_back(std::move(p));
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
  const std::size_t before = diagnostics.errors();
  Plain plain = plain_text(sources.text(file), odd_names_of(system));
  const FileId read = sources.add(std::string(sources.name(file)), plain.text);
  Loader(file, read, std::move(plain.sentences), sources, system, set, diagnostics).run();
  return diagnostics.errors() == before;
}

}  // namespace whynot::pred
