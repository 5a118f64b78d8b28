// Resolves names for the common elaborator; variables are read at the position that stands after `@`.
#include "front/pred/names.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace whynot::front::pred {

using front::Symbol;
using front::Term;

namespace {

constexpr int last_step = 1'000'000;

// All spellings of a name, if it is odd.
std::vector<std::string> spellings_of(const std::string& name) {
  if (name.find('(') == std::string::npos) return {};
  std::string dense = name;
  std::erase(dense, ' ');
  if (dense == name) return {name};
  return {name, dense};
}

}  // namespace

std::vector<std::string> odd_names_of(const TransitionSystem& system) {
  std::vector<std::string> odd;
  for (const VariableDecl& v : system.variables)
    for (std::string& spelling : spellings_of(system.pool->name_of(v.variable))) odd.push_back(std::move(spelling));
  return odd;
}

std::optional<Integer> number_of(std::string_view text) {
  const bool negative = text.starts_with('-');
  if (text.size() <= negative || !std::isdigit(static_cast<unsigned char>(text[negative]))) return std::nullopt;
  auto number = parse_digits(text.substr(negative), 10);
  if (number && negative) *number = -*number;
  return number;
}

std::string stand_in(std::string_view name) {
  std::string made(name);
  for (char& c : made)
    if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
  return made;
}

Names::Names(const TransitionSystem& system, const front::Symbols& symbols, std::string_view text,
             std::vector<Parameter> parameters, bool constants)
    : system_(system), symbols_(symbols), text_(text), by_number_(constants) {
  for (Parameter& p : parameters) (p.values.empty() ? parameters_ : values_given_).push_back(std::move(p));
  for (const VariableDecl& v : system.variables) {
    values_.emplace(system.pool->name_of(v.variable), v.variable);
    for (const std::string& spelling : spellings_of(system.pool->name_of(v.variable)))
      values_.emplace(stand_in(spelling), v.variable);
    if (!v.variable.type().is(TypeKind::Enum)) continue;
    for (const Value& value : v.variable.type().values())
      if (value.is_symbol()) constants_.emplace(value.op(), value);
  }
  for (const Define& d : system.defines) values_.emplace(d.name, d.value);
}

Term Names::entity(Path path) {
  paths_.push_back(std::move(path));
  return Term::entity(static_cast<std::uint32_t>(paths_.size() - 1));
}

Term Names::name(Symbol symbol, Span) {
  const std::string& name = symbols_.text(symbol);
  ExprPool& pool = *system_.pool;
  for (const Parameter& p : values_given_)
    if (p.name == name) return given(p.values.front());
  if (const auto n = position_named(name)) {
    if (parameters_[*n].instance.empty()) return Term::of(place_of_argument(pool, *n));
    return entity({parameters_[*n].instance, *n});
  }
  if (name == "first") return Term::of(pool.integer(0));
  if (name == "last") return Term::of(place_of_last(pool));
  if (values_.contains(name)) return entity({name, std::nullopt});
  if (name == "loop") return Term::of(place_of_loop(pool));
  return given(name);
}

std::optional<std::size_t> Names::position_named(std::string_view name) const {
  for (std::size_t n = 0; n < parameters_.size(); ++n)
    if (parameters_[n].name == name) return n;
  return std::nullopt;
}

// The number that a name, or a parameter's value, is.
std::optional<Integer> Names::step_meant(const std::string& name) const {
  if (name == "first") return Integer(0);
  for (const Parameter& p : values_given_)
    if (p.name == name) return number_of(p.values.front());
  return number_of(name);
}

std::optional<std::size_t> Names::position_meant(const std::string& name) {
  if (const auto n = position_named(name)) return n;
  const auto step = step_meant(name);
  if (!step || *step < 0 || *step > last_step || (!by_number_ && name != "first")) return std::nullopt;
  const auto number = step->convert_to<std::size_t>();
  const auto index = static_cast<std::size_t>(std::find(fixed_.begin(), fixed_.end(), number) - fixed_.begin());
  if (index == fixed_.size()) fixed_.push_back(number);
  return parameters_.size() + index;
}

Term Names::given(const std::string& value) {
  ExprPool& pool = *system_.pool;
  if (value == "TRUE" || value == "FALSE") return Term::of(pool.boolean(value == "TRUE"));
  if (const auto n = number_of(value)) return Term::of(pool.integer(*n));
  if (const auto found = constants_.find(value); found != constants_.end())
    return Term::of(pool.constant(found->second, pool.enum_type({found->second})));
  return entity({value, std::nullopt});
}

// The expression with all variables read at the position.
Expr Names::placed(Expr e, std::size_t position) const {
  ExprPool& pool = *system_.pool;
  return substitute(pool, e, [&](Expr leaf) {
    return leaf.is(Op::Variable) ? pool.make(Op::At, leaf.type(), {leaf}, position) : Expr();
  });
}

Term Names::at(const Path& path, std::size_t position) {
  const auto found = values_.find(path.name);
  if (found == values_.end()) return entity({path.name, position});
  return Term::of(placed(found->second, position));
}

Term Names::member(const Term& owner, Symbol symbol, Span where) {
  if (!owner.is(Term::Kind::Entity)) return owner;
  const Path path = paths_[owner.id];
  const std::string& name = symbols_.text(symbol);
  const std::size_t begin = where.end - name.size();
  const bool is_position = begin > 0 && text_.substr(0, begin).find_last_not_of(" \t") != std::string_view::npos &&
                           text_[text_.substr(0, begin).find_last_not_of(" \t")] == '@';
  if (!is_position) {
    const Path longer{path.name + "." + name, path.position};
    return longer.position ? at(longer, *longer.position) : entity(longer);
  }
  if (const auto n = position_meant(name)) {
    Term read = at(path, *n);
    if (read.is(Term::Kind::Value)) return read;
    return Term::unresolved(owner.id, 0);
  }
  return Term::unresolved(owner.id, static_cast<std::uint32_t>(symbol) + 1);
}

Term Names::element(const Term& owner, const Integer& index, Span) {
  if (!owner.is(Term::Kind::Entity)) return owner;
  const Path& path = paths_[owner.id];
  const Path longer{fmt::format("{}[{}]", path.name, to_string(index)), path.position};
  return longer.position ? at(longer, *longer.position) : entity(longer);
}

std::string Names::describe(const Term& t) const {
  const Path& path = paths_[t.id];
  if (path.position) return "part of an instance";
  if (!values_.contains(path.name)) return "no variable, position or symbol";
  return fmt::format("a variable without a position: write `{}@i`", path.name);
}

// Only what stands before or after an `@` gets here.
Diagnostic Names::undefined(const Term& t, Span where) {
  Diagnostic d;
  d.where = where;
  if (t.home != 0) {
    const std::string& name = symbols_.text(t.home - 1);
    const auto step = step_meant(name);
    d.code = step ? "pred.constants" : "pred.unknown-position";
    if (!step) {
      d.message = fmt::format("`{}` is no position: the predicate does not name it", name);
    } else if (*step < 0 || *step > last_step) {
      d.message = fmt::format("positions have numbers from 0 to {}, and `{}@{}` is at none", last_step,
                              paths_[t.id].name, name);
    } else {
      d.message = fmt::format("`{}@{}` names a position by its number, which makes classes depend on the bound",
                              paths_[t.id].name, name);
      d.help = "add `--constants` if this is meant";
    }
    return d;
  }
  d.code = "pred.unknown-variable";
  d.message = fmt::format("the model has no variable `{}`", paths_[t.id].name);
  std::vector<std::string_view> known;
  for (const auto& [name, value] : values_) known.push_back(name);
  std::sort(known.begin(), known.end());
  if (const auto near = nearest_name(paths_[t.id].name, known); !near.empty())
    d.help = fmt::format("did you mean `{}`?", near);
  return d;
}

}  // namespace whynot::front::pred
