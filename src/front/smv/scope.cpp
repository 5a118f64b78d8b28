// Looks names up along instances, and settles entities with a stack that also finds cycles.
#include "front/smv/scope.h"

#include <fmt/format.h>

#include <algorithm>

#include "front/common/parser.h"
#include "front/common/report.h"
#include "front/common/typing.h"

namespace whynot::front::smv {
namespace {

std::uint64_t key(InstanceId instance, Symbol symbol) { return (std::uint64_t{instance} << 32) | symbol; }

constexpr std::size_t max_array_elements = 1'000'000;
constexpr std::size_t longest_joined_name = 1000;  // beyond it, no declared name is looked for
constexpr std::size_t max_redirections = 10'000;   // of parameters passed on; more only in a circle

}  // namespace

// Names -------------------------------------------------------------------------------------------------

std::optional<EntityId> Scope::find(InstanceId instance, Symbol symbol) const {
  const auto found = table_.find(key(instance, symbol));
  return found == table_.end() ? std::nullopt : std::optional(found->second);
}

EntityId Scope::declare(Entity entity) {
  const auto id = static_cast<EntityId>(entities_.size());
  table_.emplace(key(entity.home, entity.name), id);
  entities_.push_back(entity);
  return id;
}

InstanceId Scope::add_instance(Instance instance) {
  instances_.push_back(std::move(instance));
  return static_cast<InstanceId>(instances_.size() - 1);
}

Symbol Scope::join(Symbol name, std::string_view suffix) {
  return symbols_.intern(symbols_.text(name) + std::string(suffix));
}

std::string Scope::full_name(InstanceId instance, std::string_view name) const {
  const std::string& prefix = instances_[instance].name;
  return prefix.empty() ? std::string(name) : fmt::format("{}.{}", prefix, name);
}

void Scope::add_constant(Symbol symbol, Span where) { constants_.emplace(symbol, where); }

Expr Scope::constant(Symbol symbol) {
  Expr& e = constant_values_[symbol];
  if (!e) {
    const Value v = Value::symbol(symbols_.text(symbol));
    e = pool().constant(v, pool().enum_type({v}));
  }
  return e;
}

// Parameters are followed to what was passed for them.
std::optional<InstanceId> Scope::instance_of(const Syntax& syntax, front::NodeId node, InstanceId from) {
  std::vector<Symbol> members;  // still to be followed, the next one last
  for (std::size_t redirections = 0; redirections < max_redirections; ++redirections) {
    for (; syntax[node].form == front::Form::Member; node = syntax.child(node, 0))
      members.push_back(syntax[node].symbol);
    if (syntax[node].form == front::Form::Name)
      members.push_back(syntax[node].symbol);
    else if (syntax[node].form != front::Form::Self)
      return std::nullopt;
    bool redirected = false;
    while (!members.empty() && !redirected) {
      const auto id = find(from, members.back());
      if (!id) return std::nullopt;
      const Entity& e = entities_[*id];
      members.pop_back();
      redirected = e.kind == Entity::Kind::Parameter;
      if (e.kind == Entity::Kind::Instance)
        from = e.instance;
      else if (!redirected || e.state != Entity::State::Fresh)
        return std::nullopt;
      if (!redirected) continue;
      node = e.tree.root;
      from = e.context;
    }
    if (!redirected) return from;
  }
  return std::nullopt;
}

void Scope::refuse_ambiguous(Entity& e, Span where, Diagnostics& diagnostics) {
  Diagnostic& d = diagnostics.error(
      "smv.ambiguous-name",
      fmt::format("`{}` is both a name declared in a module and a symbol of an enumeration", symbols_.text(e.name)),
      where);
  front::add_label(d, e.where, "declared here");
  front::add_label(d, constant_span(e.name), "a symbol here");
  d.help = "rename one of them";
  e.refused = true;
}

// Names as seen from an instance.  An entity that is not settled is noted as pending.
class Scope::Names : public front::Resolver {
 public:
  Names(Scope& scope, InstanceId home, std::vector<EntityId>& pending, Diagnostics& diagnostics)
      : scope_(scope), home_(home), pending_(pending), diagnostics_(diagnostics) {}

  Term name(Symbol symbol, Span where) override { return lookup(home_, symbol, where); }

  Term member(const Term& owner, Symbol symbol, Span where) override {
    if (owner.is(Term::Kind::Unresolved)) {
      if (scope_.symbols_.text(owner.id).size() > longest_joined_name) return owner;
      return lookup(owner.home, scope_.join(owner.id, fmt::format(".{}", scope_.symbols_.text(symbol))), where);
    }
    const Entity& e = scope_.entity(owner.id);
    // A dotted name that was declared as such, or a symbol a.b, where `a` is also an instance.
    const Symbol dotted = scope_.join(e.name, fmt::format(".{}", scope_.symbols_.text(symbol)));
    if (e.kind != Entity::Kind::Instance || (e.home == home_ && is_known(home_, dotted)))
      return lookup(home_, dotted, where);
    return lookup(e.instance, symbol, where);
  }

  Term element(const Term& owner, const Integer& index, Span where) override {
    if (owner.is(Term::Kind::Unresolved))
      return lookup(owner.home, scope_.join(owner.id, fmt::format("[{}]", to_string(index))), where);
    const Entity& e = scope_.entity(owner.id);
    const Symbol part = scope_.join(e.name, fmt::format("[{}]", to_string(index)));
    if (is_known(e.home, part)) return lookup(e.home, part, where);
    front::add_label(
        diagnostics_.error(
            "smv.index-out-of-bounds",
            fmt::format("`{}` has no instance number {}", scope_.symbols_.text(e.name), to_string(index)), where),
        e.where, "declared here");
    return {};
  }

  Term self(Span) override { return Term::entity(self_entity()); }

  std::string describe(const Term& t) const override {
    const Entity& e = scope_.entity(t.id);
    if (e.kind == Entity::Kind::InstanceArray) return "an array of module instances";
    return fmt::format("an instance of module `{}`", scope_.symbols_.text(scope_.instance(e.instance).module));
  }

  Diagnostic undefined(const Term& t, Span where) override {
    const std::string& name = scope_.symbols_.text(t.id);
    const Instance& instance = scope_.instance(t.home);
    Diagnostic d;
    d.code = "smv.undefined-name";
    d.where = where;
    if (t.home == home_) {
      d.message = fmt::format("`{}` is not defined", name);
      d.help = front::advice_on(name);
      const std::size_t dash = name.find('-');
      if (dash != std::string::npos && is_known(home_, scope_.symbols_.find(name.substr(0, dash))))
        d.help = fmt::format("`-` belongs to names; to subtract, write `{} - {}`", name.substr(0, dash),
                             name.substr(dash + 1));
    } else {
      d.message = fmt::format("`{}` has no member `{}`", instance.name.empty() ? "main" : instance.name, name);
      front::add_label(d, instance.where,
                       fmt::format("an instance of module `{}`", scope_.symbols_.text(instance.module)));
    }
    if (d.help.empty() && scope_.may_suggest()) {
      const std::string_view near = nearest_name(name, candidates_in(t.home));
      if (!near.empty()) d.help = fmt::format("did you mean `{}`?", near);
    }
    return d;
  }

 private:
  Term of(EntityId id, Span where) {
    Entity& e = scope_.entity(id);
    const bool named = e.kind != Entity::Kind::Instance && e.kind != Entity::Kind::InstanceArray;
    if (named && scope_.is_constant(e.name)) {
      scope_.refuse_ambiguous(e, where, diagnostics_);
      return {};
    }
    if (e.state == Entity::State::Settled) return e.term;
    pending_.push_back(id);
    return Term::pending();
  }

  bool is_known(InstanceId instance, Symbol symbol) const { return scope_.find(instance, symbol).has_value(); }

  Term lookup(InstanceId instance, Symbol symbol, Span where) {
    if (const auto id = scope_.find(instance, symbol)) return of(*id, where);
    if (instance == home_ && scope_.is_constant(symbol)) return Term::of(scope_.constant(symbol));
    return scope_.forgiving_ ? Term() : Term::unresolved(symbol, instance);
  }

  std::vector<std::string_view> candidates_in(InstanceId instance) const {
    std::vector<std::string_view> names;
    for (const Entity& e : scope_.entities_)
      if (e.home == instance) names.push_back(scope_.symbols_.text(e.name));
    if (instance == home_) {
      std::vector<Symbol> constants;
      for (const auto& [symbol, where] : scope_.constants_) constants.push_back(symbol);
      std::sort(constants.begin(), constants.end());
      for (const Symbol s : constants) names.push_back(scope_.symbols_.text(s));
    }
    return names;
  }

  EntityId self_entity() {
    // `self` is an entity of its own in each instance that says it.
    const Symbol symbol = scope_.symbols_.intern("self");
    if (const auto id = scope_.find(home_, symbol)) return *id;
    Entity e;
    e.kind = Entity::Kind::Instance;
    e.state = Entity::State::Settled;
    e.name = symbol;
    e.home = home_;
    e.instance = home_;
    e.where = scope_.instance(home_).where;
    const EntityId id = scope_.declare(e);
    scope_.entity(id).term = Term::entity(id);
    return id;
  }

  Scope& scope_;
  InstanceId home_;
  std::vector<EntityId>& pending_;
  Diagnostics& diagnostics_;
};

// Elaboration -------------------------------------------------------------------------------------------

// Tries, settles what was pending, and tries again.  Only the last try may report.
template <class Elaborate>
auto Scope::elaborated(InstanceId instance, Diagnostics& diagnostics, Elaborate elaborate) {
  while (true) {
    Diagnostics attempt;
    std::vector<EntityId> pending;
    Names names(*this, instance, pending, attempt);
    auto result = elaborate(names, attempt);
    if (pending.empty()) {
      for (const Diagnostic& d : attempt.all()) diagnostics.add(d);
      return result;
    }
    for (const EntityId id : pending) settle(id, diagnostics);
  }
}

Term Scope::term(const Syntax& syntax, Tree tree, InstanceId instance, Diagnostics& diagnostics) {
  return elaborated(instance, diagnostics,
                    [&](Names& names, Diagnostics& d) { return elaborator_.term(syntax, tree, names, d); });
}

Expr Scope::value(const Syntax& syntax, Tree tree, InstanceId instance, Diagnostics& diagnostics) {
  return elaborated(instance, diagnostics,
                    [&](Names& names, Diagnostics& d) { return elaborator_.value(syntax, tree, names, d); });
}

std::optional<Integer> Scope::constant_integer(const Syntax& syntax, Tree tree, InstanceId instance,
                                               Diagnostics& diagnostics, std::string_view what) {
  return elaborated(instance, diagnostics,
                    [&](Names& names, Diagnostics& d) { return elaborator_.constant(syntax, tree, names, d, what); });
}

void Scope::settle(EntityId root, Diagnostics& diagnostics) {
  std::vector<EntityId> stack = {root}, pending;
  while (!stack.empty()) {
    Entity& e = entities_[stack.back()];
    if (e.state == Entity::State::Settled) {
      stack.pop_back();
      continue;
    }
    e.state = Entity::State::Open;
    pending.clear();
    if (attempt(e, pending, diagnostics)) {
      e.state = Entity::State::Settled;
      stack.pop_back();
      continue;
    }
    for (const EntityId id : pending) {
      if (entities_[id].state == Entity::State::Fresh) stack.push_back(id);
      if (entities_[id].state != Entity::State::Open) continue;
      report_cycle(stack, id, diagnostics);
      entities_[id].state = Entity::State::Settled;  // as poison, which ends the cycle
      entities_[id].term = {};
    }
  }
}

// Settles the entity, or says what must be settled before.
bool Scope::attempt(Entity& e, std::vector<EntityId>& pending, Diagnostics& diagnostics) {
  Diagnostics found;
  Names names(*this, e.context, pending, found);
  Term term;
  if (e.kind == Entity::Kind::Variable) {
    term = variable_term(e, e.type, full_name(e.home, symbols_.text(e.name)), names, found);
  } else {
    term = elaborator_.term(file_->syntax, e.tree, names, found);
    if (e.kind == Entity::Kind::Define) {
      if (term.is(Term::Kind::Entity)) {
        found.error(
            "smv.not-a-value",
            fmt::format("`{}` would be {}; a DEFINE names a value", symbols_.text(e.name), names.describe(term)),
            e.where);
        term = {};
      }
      term.assignable = false;
    }
    if (term.is(Term::Kind::Value) && elaborator_.facts().is_temporal(term.value)) {
      found.error("smv.temporal-operand",
                  fmt::format("`{}` stands for a temporal formula; those are allowed in properties only",
                              symbols_.text(e.name)),
                  e.where);
      term = {};
    }
  }
  if (!pending.empty()) return false;
  for (const Diagnostic& d : found.all()) diagnostics.add(d);
  e.term = term;
  return true;
}

void Scope::report_cycle(const std::vector<EntityId>& stack, EntityId again, Diagnostics& diagnostics) {
  std::vector<EntityId> circle;
  for (auto at = std::find(stack.begin(), stack.end(), again); at != stack.end(); ++at)
    if (entities_[*at].state == Entity::State::Open) circle.push_back(*at);
  const auto name = [&](EntityId id) { return full_name(entities_[id].home, symbols_.text(entities_[id].name)); };
  // Reported where the circle closes.
  Diagnostic& d = diagnostics.error("smv.circular-definition", fmt::format("`{}` is defined by itself", name(again)),
                                    entities_[circle.back()].where);
  for (std::size_t i = 0; i + 1 < circle.size() && i < 8; ++i)
    front::add_label(d, entities_[circle[i]].where, fmt::format("through `{}`", name(circle[i])));
}

// Variables and their types -----------------------------------------------------------------------------

Term Scope::variable_term(const Entity& e, std::uint32_t index, const std::string& name, Names& names,
                          Diagnostics& diagnostics) {
  const TypeSyntax& syntax = file_->types[index];
  if (syntax.kind == TypeSyntax::Kind::Array) return array_term(e, syntax, name, names, diagnostics);
  const Type type = scalar_type(syntax, names, diagnostics);
  if (!type) return {};
  const Expr variable = pool().variable(name, type);
  if (e.variable_kind == VariableKind::Input) elaborator_.facts().mark_input(variable);
  return Term::variable(variable);
}

Term Scope::array_term(const Entity& e, const TypeSyntax& syntax, const std::string& name, Names& names,
                       Diagnostics& diagnostics) {
  const auto lo = elaborator_.constant(file_->syntax, syntax.a, names, diagnostics, "an array's bound");
  const auto hi = elaborator_.constant(file_->syntax, syntax.b, names, diagnostics, "an array's bound");
  if (!lo || !hi) return {};
  if (*lo > *hi) {
    diagnostics.error("smv.empty-range",
                      fmt::format("the array's range {}..{} is empty", to_string(*lo), to_string(*hi)), syntax.where);
    return {};
  }
  if (*hi - *lo >= max_array_elements) {
    diagnostics.error("smv.too-large", fmt::format("an array of more than {} elements", max_array_elements),
                      syntax.where);
    return {};
  }
  std::vector<Term> elements;
  for (Integer i = *lo; i <= *hi; ++i) {
    elements.push_back(variable_term(e, syntax.element, fmt::format("{}[{}]", name, to_string(i)), names, diagnostics));
    if (elements.back().unusable()) return {};
  }
  Term result = Term::of(elaborator_.array(*lo, std::move(elements)));
  result.assignable = true;
  return result;
}

Type Scope::scalar_type(const TypeSyntax& syntax, Names& names, Diagnostics& diagnostics) {
  switch (syntax.kind) {
    case TypeSyntax::Kind::Boolean: return pool().boolean_type();
    case TypeSyntax::Kind::Enum: return enum_type(syntax, diagnostics);
    case TypeSyntax::Kind::Word: {
      const auto width = elaborator_.constant(file_->syntax, syntax.a, names, diagnostics, "a word's width");
      if (!width) return {};
      if (*width >= 1 && *width <= front::max_word_width)
        return pool().word_type(static_cast<std::uint32_t>(*width), syntax.is_signed);
      diagnostics.error("smv.word-width",
                        fmt::format("a word of {} bits; there are 1 to {}", to_string(*width), front::max_word_width),
                        syntax.where);
      return {};
    }
    case TypeSyntax::Kind::Range: {
      const auto lo = elaborator_.constant(file_->syntax, syntax.a, names, diagnostics, "a bound of a range");
      const auto hi = elaborator_.constant(file_->syntax, syntax.b, names, diagnostics, "a bound of a range");
      if (!lo || !hi) return {};
      if (*lo <= *hi) return pool().range_type(*lo, *hi);
      diagnostics.error("smv.empty-range", fmt::format("the range {}..{} is empty", to_string(*lo), to_string(*hi)),
                        syntax.where);
      return {};
    }
    default: return {};
  }
}

Type Scope::enum_type(const TypeSyntax& syntax, Diagnostics& diagnostics) {
  const auto [known, fresh] = enum_types_.try_emplace(&syntax);
  if (!fresh) return known->second;
  std::vector<Value> values;
  std::unordered_map<Value, Span, ValueHash> seen;
  for (const EnumMember& m : syntax.members) {
    const Value v = m.symbol == no_symbol ? Value::integer(m.number) : Value::symbol(symbols_.text(m.symbol));
    const auto [first, added] = seen.emplace(v, m.where);
    if (added) {
      values.push_back(v);
      continue;
    }
    Diagnostic& d = diagnostics.error("smv.duplicate-value",
                                      fmt::format("`{}` stands twice in this enumeration", v.to_string()), m.where);
    front::add_label(d, first->second, "first here");
  }
  return known->second = pool().enum_type(std::move(values));
}

}  // namespace whynot::front::smv
