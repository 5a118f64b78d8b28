// Tries the few spellings that an expression can have, and takes the one that stands in the text.
#include "analyse/why/spelling.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace whynot::analyse::why {
namespace {

constexpr std::size_t text_shown = 80;

std::string without_space(std::string_view text) {
  std::string out;
  std::copy_if(text.begin(), text.end(), std::back_inserter(out),
               [](char c) { return !std::isspace(static_cast<unsigned char>(c)); });
  return out;
}

// Without the instance that the property belongs to, whose names it uses without saying so.
std::string seen_from(const std::string& instance, std::string text) {
  if (instance.empty()) return text;
  for (std::size_t at = text.find(instance); at != std::string::npos; at = text.find(instance, at))
    text.erase(at, instance.size());
  return text;
}

}  // namespace

Spelling::Spelling(const TransitionSystem& system, const Property& property)
    : pool_(*system.pool),
      text_(without_space(property.text)),
      instance_(property.instance.empty() ? "" : property.instance + "."),
      names_(define_names(system, property)),
      with_constants_(names_) {
  for (const Define& define : system.defines)
    if (define.value && define.value.is(Op::Constant) && mentions_define(property, define))
      with_constants_.try_emplace(define.value, define.name);
}

bool Spelling::stands_in_text(const std::string& spelling) const {
  return mentions(text_, seen_from(instance_, without_space(spelling)));
}

void Spelling::sort_as_written(std::vector<Expr>& variables) const {
  const auto place = [&](Expr e) {
    const Expr variable = e.is(Op::Next) ? e.arg(0) : e;
    return text_.find(seen_from(instance_, without_space(to_string(pool_, variable, text_shown, &names_))));
  };
  std::stable_sort(variables.begin(), variables.end(), [&](Expr a, Expr b) { return place(a) < place(b); });
}

// The other way round: `b > a` for a < b.
std::string Spelling::turned(Expr e, const ExprNames& names) const {
  const auto side = [&](std::size_t i) { return to_string(pool_, e.arg(i), text_shown, &names); };
  const std::string_view equal = e.is(Op::Le) ? "=" : "";
  if (pool_.is_turned(e)) return fmt::format("{} <{} {}", side(0), equal, side(1));
  return fmt::format("{} >{} {}", side(1), equal, side(0));
}

Spelling::Told Spelling::told(Expr e) const {
  const std::string usual = to_string(pool_, e, text_shown, &names_);
  const bool is_order = e.is(Op::Lt) || e.is(Op::Le);
  const bool is_fixed = e.arity() == 0 || names_.count(e) || (!is_order && with_constants_.size() == names_.size());
  if (is_fixed || stands_in_text(usual)) return {usual};
  for (const ExprNames* names : {&names_, &with_constants_}) {
    const bool names_constants = names == &with_constants_;
    std::string as_kept = to_string(pool_, e, text_shown, names);
    if (stands_in_text(as_kept)) return {std::move(as_kept), names_constants};
    std::string other = is_order ? turned(e, *names) : as_kept;
    if (stands_in_text(other)) return {std::move(other), names_constants};
  }
  return {usual};
}

std::string Spelling::of(Expr e) const { return told(e).text; }

const ExprNames& Spelling::names_in(Expr atom) const { return told(atom).names_constants ? with_constants_ : names_; }

}  // namespace whynot::analyse::why
