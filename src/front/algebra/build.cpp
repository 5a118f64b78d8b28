#include "front/algebra/build.h"

namespace whynot::front::algebra {

using Kind = Syntax::Kind;

bool is_same(const Syntax& a, const Syntax& b) {
  if (a.kind != b.kind || a.word != b.word || a.args.size() != b.args.size() || !a.params.empty()) return false;
  for (std::size_t i = 0; i < a.args.size(); ++i)
    if (!is_same(*a.args[i], *b.args[i])) return false;
  return true;
}

front::ots::EffectSyntax make_effect(SyntaxPtr seen, SyntaxPtr value) {
  front::ots::EffectSyntax e;
  e.observer = {seen->word, seen->where};
  e.where = value->where;
  e.sign = ":=";
  if (value->kind == Kind::If && is_same(*value->args[2], *seen)) {
    e.when = std::move(value->args[0]);
    value = SyntaxPtr(std::move(value->args[1]));
  }
  const bool adds = value->kind == Kind::Binary && value->word == "+" && value->args[1]->kind == Kind::Braces &&
                    is_same(*value->args[0], *seen);
  if (adds) {
    e.sign = "+=";
    e.values = std::move(value->args[1]->args);
  } else {
    e.values.push_back(std::move(value));
  }
  e.index = std::move(seen->args);
  return e;
}

}  // namespace whynot::front::algebra
