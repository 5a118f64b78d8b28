// Pieces of a specification's syntax, built instead of read.
#pragma once
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "front/ots/syntax.h"

namespace whynot::front::algebra {

using front::ots::Syntax;
using front::ots::SyntaxPtr;

inline SyntaxPtr make_syntax(Syntax::Kind kind, std::string word, Span where) {
  auto out = std::make_unique<Syntax>();
  out->kind = kind;
  out->word = std::move(word);
  out->where = where;
  return out;
}

template <class... Args>
SyntaxPtr make_syntax(Syntax::Kind kind, std::string word, Span where, Args... args) {
  SyntaxPtr out = make_syntax(kind, std::move(word), where);
  (out->args.push_back(std::move(args)), ...);
  for (const SyntaxPtr& a : out->args)
    if (a->depth + 1 > out->depth) out->depth = a->depth + 1;
  return out;
}

inline SyntaxPtr name_of(std::string word, Span where) {
  return make_syntax(Syntax::Kind::Name, std::move(word), where);
}
inline SyntaxPtr binary(std::string word, SyntaxPtr a, SyntaxPtr b) {
  const Span where = a->where;
  return make_syntax(Syntax::Kind::Binary, std::move(word), where, std::move(a), std::move(b));
}
inline SyntaxPtr negation(SyntaxPtr a) {
  const Span where = a->where;
  return make_syntax(Syntax::Kind::Unary, "not", where, std::move(a));
}

inline SyntaxPtr clone(const Syntax& s) {
  auto out = std::make_unique<Syntax>();
  out->kind = s.kind;
  out->word = s.word;
  out->where = s.where;
  out->params = s.params;
  out->depth = s.depth;
  for (const SyntaxPtr& a : s.args) out->args.push_back(clone(*a));
  return out;
}

// All of them; true where there are none.
inline SyntaxPtr conjunction(std::vector<SyntaxPtr> parts, std::string word = "and") {
  if (parts.empty()) return name_of(word == "and" ? "true" : "false", {});
  SyntaxPtr out = std::move(parts[0]);
  for (std::size_t i = 1; i < parts.size(); ++i) out = binary(word, std::move(out), std::move(parts[i]));
  return out;
}

bool is_same(const Syntax&, const Syntax&);
// What an observer becomes; `seen` is the observer with its indexes.  Members that are only added are said so:
// induction has it easier.
front::ots::EffectSyntax make_effect(SyntaxPtr seen, SyntaxPtr value);

}  // namespace whynot::front::algebra
