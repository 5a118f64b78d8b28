// The order of the passes: read, instantiate, settle, flatten, properties.
#include "front/smv/smv.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <tuple>

#include "front/common/lexer.h"
#include "front/common/parser.h"
#include "front/common/typing.h"
#include "front/smv/contexts.h"
#include "front/smv/flatten.h"
#include "front/smv/module_parser.h"
#include "front/smv/properties.h"
#include "front/smv/scope.h"

namespace whynot::front::smv {
namespace {

constexpr std::size_t plenty = 100'000;  // of diagnostics, before those of many instances are merged

// A module's mistakes show in each of its instances: each is told once, in the order of the text.
void tell(const Diagnostics& found, Diagnostics& diagnostics) {
  std::vector<const Diagnostic*> order;
  std::set<std::tuple<std::string, std::uint32_t, std::uint32_t>> told;
  for (const Diagnostic& d : found.all())
    if (told.emplace(d.code, d.where.begin, d.where.end).second) order.push_back(&d);
  std::stable_sort(order.begin(), order.end(),
                   [](const auto* a, const auto* b) { return a->where.begin < b->where.begin; });
  for (const Diagnostic* d : order) diagnostics.add(*d);
}

}  // namespace

std::optional<Program> load(FileId id, const Sources& sources, ExprPool& pool, Diagnostics& diagnostics) {
  auto scope = std::make_shared<Scope>(pool);
  Diagnostics found(plenty);
  const auto file = std::make_shared<const File>(parse_file(id, sources, scope->symbols(), found));
  scope->keep(file);
  if (!found.ok()) scope->forgive_unknown_names();
  scope->set_file(file.get());
  Program program;
  flatten(*file, scope, program, found);
  scope->set_file(nullptr);
  tell(found, diagnostics);
  if (!found.ok()) return std::nullopt;
  return program;
}

// Later formulas ----------------------------------------------------------------------------------------

namespace {

// A formula that is a file of its own: the whole text is one expression.
struct Formula {
  File file;
  Declaration declaration;
};

std::optional<Formula> parse_formula(FileId id, const Sources& sources, Scope& scope, Diagnostics& diagnostics) {
  Formula f{File(id, sources.text(id)), {}};
  const std::size_t before = diagnostics.errors();
  front::Parser parser(front::lex(id, sources, scope.symbols(), diagnostics), f.file.syntax, scope.symbols(),
                       diagnostics);
  const std::uint32_t begin = parser.peek().begin;
  f.declaration.tree = parser.expression();
  f.declaration.where = {id, begin, parser.last_end()};
  if (parser.accept(front::Tok::KwIn)) {
    f.declaration.in_context = true;
    f.declaration.context = parser.path();
  }
  parser.accept(front::Tok::Semicolon);
  if (!parser.lost() && !parser.at(front::Tok::End)) parser.unexpected("the end of the formula");
  if (diagnostics.errors() != before) return std::nullopt;
  return f;
}

Declares declares(PropertyKind kind) {
  if (kind == PropertyKind::Ctl) return Declares::CtlSpec;
  return kind == PropertyKind::Ltl ? Declares::LtlSpec : Declares::InvarSpec;
}

PropertyKind guess(const File& file, Tree tree) {
  PropertyKind kind = PropertyKind::Invariant;
  for (front::NodeId id = tree.first; id <= tree.root; ++id) {
    if (front::is_ctl(file.syntax[id].form)) return PropertyKind::Ctl;
    if (front::is_ltl(file.syntax[id].form)) kind = PropertyKind::Ltl;
  }
  return kind;
}

}  // namespace

namespace {

void add_obligations(Scope& scope, Expr of, std::vector<Obligation>& obligations) {
  for (Obligation& o : scope.elaborator().hazards().obligations(std::span(&of, 1))) obligations.push_back(std::move(o));
}

}  // namespace

std::optional<Property> parse_property(FileId id, const Sources& sources, Scope& scope,
                                       std::optional<PropertyKind> kind, std::vector<Obligation>& obligations,
                                       Diagnostics& diagnostics) {
  std::optional<Formula> f = parse_formula(id, sources, scope, diagnostics);
  if (!f) return std::nullopt;
  f->declaration.what = declares(kind ? *kind : guess(f->file, f->declaration.tree));
  std::optional<Property> property = read_property(f->file, scope, {&f->declaration, main_instance}, diagnostics);
  if (!property) return std::nullopt;
  add_obligations(scope, property->formula, obligations);
  return property;
}

std::optional<Expr> parse_expression(FileId id, const Sources& sources, Scope& scope, ExpressionRules rules,
                                     std::vector<Obligation>& obligations, Diagnostics& diagnostics) {
  const std::optional<Formula> f = parse_formula(id, sources, scope, diagnostics);
  if (!f) return std::nullopt;
  const Tree tree = f->declaration.tree;
  const Expr e = scope.value(f->file.syntax, tree, main_instance, diagnostics);
  if (!e) return std::nullopt;
  const Place place{"this expression", rules.next, rules.inputs, false, false};
  front::Facts& facts = scope.elaborator().facts();
  if (!rules.boolean && front::is_set(e.type())) {
    diagnostics.error("smv.type-mismatch", "a single value is needed, not a set", f->file.syntax.span(tree.root));
    return std::nullopt;
  }
  const auto fits = rules.boolean ? is_condition : fits_place;
  if (!fits(e, f->file.syntax, tree, place, facts, diagnostics)) return std::nullopt;
  add_obligations(scope, e, obligations);
  return e;
}

}  // namespace whynot::front::smv
