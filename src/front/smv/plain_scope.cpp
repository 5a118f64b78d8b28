#include <fmt/format.h>

#include "front/smv/scope.h"
#include "front/smv/smv.h"

namespace whynot::front::smv {
namespace {

void declare_settled(Scope& scope, const std::string& name, Entity::Kind kind, Term term, Span where) {
  const Symbol symbol = scope.symbols().intern(name);
  if (scope.find(main_instance, symbol)) return;
  Entity e;
  e.kind = kind;
  e.state = Entity::State::Settled;
  e.name = symbol;
  e.where = where;
  e.term = term;
  scope.declare(e);
}

}  // namespace

std::shared_ptr<Scope> scope_of(const TransitionSystem& system) {
  auto scope = std::make_shared<Scope>(*system.pool);
  Instance main;
  main.module = scope->symbols().intern("main");
  scope->add_instance(std::move(main));
  const auto declare = [&](const std::string& name, Entity::Kind kind, Term term, Span where) {
    declare_settled(*scope, name, kind, term, where);
    declare_settled(*scope, fmt::format("\"{}\"", name), kind, term, where);
  };
  for (const VariableDecl& v : system.variables) {
    if (v.kind == VariableKind::Input) scope->elaborator().facts().mark_input(v.variable);
    declare(system.pool->name_of(v.variable), Entity::Kind::Variable, Term::variable(v.variable), v.where);
  }
  for (const Define& d : system.defines) declare(d.name, Entity::Kind::Define, Term::of(d.value), d.where);
  return scope;
}

}  // namespace whynot::front::smv
