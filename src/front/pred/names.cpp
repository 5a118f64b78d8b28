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
  const auto is_plain = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || std::string_view("_$#-.[]").find(c) != std::string_view::npos;
  };
  const bool begins_well = std::isalpha(static_cast<unsigned char>(name[0])) || name[0] == '_';
  if (begins_well && std::all_of(name.begin(), name.end(), is_plain)) return {};
  std::string dense = name;
  std::erase(dense, ' ');
  if (dense == name || name.starts_with('"')) return {name};
  return {name, dense};
}

// `_`, a number and as many `_` as are left.
std::string stand_in(std::size_t number, std::size_t length) {
  std::string made = "_";
  for (; number > 0 || made.size() == 1; number /= 36) made += "0123456789abcdefghijklmnopqrstuvwxyz"[number % 36];
  made.resize(std::max(made.size(), length), '_');
  return made;
}

}  // namespace

std::vector<OddName> odd_names_of(const TransitionSystem& system) {
  std::vector<OddName> odd;
  for (const VariableDecl& v : system.variables)
    for (std::string& spelling : spellings_of(system.pool->name_of(v.variable)))
      odd.push_back({std::move(spelling), "", v.variable});
  // Short names get small numbers, which fit.
  std::stable_sort(odd.begin(), odd.end(),
                   [](const OddName& a, const OddName& b) { return a.name.size() < b.name.size(); });
  for (std::size_t i = 0; i < odd.size(); ++i) odd[i].stand_in = stand_in(i, odd[i].name.size());
  return odd;
}

std::optional<Integer> number_of(std::string_view text) {
  const bool negative = text.starts_with('-');
  if (text.size() <= negative || !std::isdigit(static_cast<unsigned char>(text[negative]))) return std::nullopt;
  auto number = parse_digits(text.substr(negative), 10);
  if (number && negative) *number = -*number;
  return number;
}

Names::Names(const TransitionSystem& system, const front::Symbols& symbols, std::string_view text,
             std::vector<Parameter> parameters, bool constants, bool one_position)
    : system_(system), symbols_(symbols), text_(text), by_number_(constants), one_position_(one_position) {
  for (Parameter& p : parameters) (p.values.empty() ? parameters_ : values_given_).push_back(std::move(p));
  for (const VariableDecl& v : system.variables) {
    values_.emplace(system.pool->name_of(v.variable), v.variable);
    if (!v.variable.type().is(TypeKind::Enum)) continue;
    for (const Value& value : v.variable.type().values())
      if (value.is_symbol()) constants_.emplace(value.op(), value);
  }
  for (const OddName& odd : odd_names_of(system)) values_.emplace(odd.stand_in, odd.variable);
  for (const Define& d : system.defines) values_.emplace(d.name, d.value);
}

Term Names::entity(Path path) {
  paths_.push_back(std::move(path));
  return Term::entity(static_cast<std::uint32_t>(paths_.size() - 1));
}

Term Names::path(const std::string& name) { return one_position_ ? at({name, 0}, 0) : entity({name, std::nullopt}); }

// Whether a word that has a meaning of its own, such as `last`, is a name of the model's here.
bool Names::is_variable(const std::string& name, Span where) const {
  const std::size_t next = text_.find_first_not_of(" \t", where.end);
  const char sign = next == std::string_view::npos ? ' ' : text_[next];
  return values_.contains(name) ? one_position_ || sign == '@' : sign == '.' && !text_.substr(next).starts_with("..");
}

Term Names::name(Symbol symbol, Span where) {
  const std::string& name = symbols_.text(symbol);
  ExprPool& pool = *system_.pool;
  for (const Parameter& p : values_given_)
    if (p.name == name) return given(p.values.front());
  if (const auto n = position_named(name)) {
    if (parameters_[*n].instance.empty()) return Term::of(place_of_argument(pool, *n));
    return entity({parameters_[*n].instance, *n});
  }
  if (!is_variable(name, where)) {
    if (name == "first") return Term::of(pool.integer(0));
    if (name == "last") return Term::of(place_of_last(pool));
    if (name == "loop") return Term::of(place_of_loop(pool));
  }
  if (values_.contains(name)) return path(name);
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
  return path(value);
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
      d.message = fmt::format("`{}` is not a position: the predicate does not name it", name);
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
