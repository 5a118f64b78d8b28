// Elaborates a property in the scope of its instance and checks that its logic fits its keyword.
#include "front/smv/properties.h"

#include <fmt/format.h>

#include <unordered_map>

#include "front/common/report.h"
#include "front/smv/contexts.h"

namespace whynot::front::smv {
namespace {

PropertyKind kind_of(Declares what) {
  switch (what) {
    case Declares::InvarSpec: return PropertyKind::Invariant;
    case Declares::CtlSpec: return PropertyKind::Ctl;
    case Declares::LtlSpec: return PropertyKind::Ltl;
    case Declares::PslSpec: return PropertyKind::Psl;
    default: return PropertyKind::Compute;
  }
}

class PropertyReader {
 public:
  PropertyReader(const File& file, Scope& scope, const Item& item, Diagnostics& diagnostics)
      : file_(file), scope_(scope), item_(item), d_(*item.declaration), diagnostics_(diagnostics) {}

  std::optional<Property> read() {
    const std::optional<InstanceId> home = context();
    if (!home) return std::nullopt;
    Property p;
    p.kind = kind_of(d_.what);
    p.instance = scope_.instance(*home).name;
    p.where = d_.where;
    p.text = front::folded(file_.syntax.source().substr(d_.where.begin, d_.where.end - d_.where.begin));
    if (d_.name != no_symbol) p.name = scope_.full_name(*home, scope_.symbols().text(d_.name));
    if (p.kind == PropertyKind::Compute) {
      const Expr from = formula(d_.tree, *home, in_compute), to = formula(d_.second, *home, in_compute);
      if (!from || !to) return std::nullopt;
      p.compute = Compute{d_.what == Declares::ComputeMax, from, to};
      return p;
    }
    p.formula = formula(d_.tree, *home, place(p.kind));
    return p.formula ? std::optional(std::move(p)) : std::nullopt;
  }

 private:
  static const Place& place(PropertyKind kind) {
    switch (kind) {
      case PropertyKind::Invariant: return in_invarspec;
      case PropertyKind::Ctl: return in_ctlspec;
      default: return in_ltlspec;
    }
  }

  // The instance that the property speaks in: its own, or the one after IN.
  std::optional<InstanceId> context() {
    if (!d_.in_context) return item_.instance;
    const Term t = scope_.term(file_.syntax, d_.context, item_.instance, diagnostics_);
    if (t.unusable()) return std::nullopt;
    if (t.is(Term::Kind::Entity) && scope_.entity(t.id).kind == Entity::Kind::Instance)
      return scope_.entity(t.id).instance;
    diagnostics_.error(
        "smv.not-an-instance",
        fmt::format("`{}` is not a module instance", front::folded(file_.syntax.text(d_.context.root), 60)),
        file_.syntax.span(d_.context.root));
    return std::nullopt;
  }

  Expr formula(Tree tree, InstanceId home, const Place& place) {
    const Expr e = scope_.value(file_.syntax, tree, home, diagnostics_);
    if (!e) return {};
    front::Facts& facts = scope_.elaborator().facts();
    // PSL has both logics, but not in one formula.
    const bool branching = d_.what == Declares::PslSpec && facts.has(e, front::Facts::HasCtl);
    const bool fits = is_condition(e, file_.syntax, tree, branching ? in_ctlspec : place, facts, diagnostics_);
    return fits ? e : Expr();
  }

  const File& file_;
  Scope& scope_;
  const Item& item_;
  const Declaration& d_;
  Diagnostics& diagnostics_;
};

}  // namespace

std::optional<Property> read_property(const File& file, Scope& scope, const Item& item, Diagnostics& diagnostics) {
  return PropertyReader(file, scope, item, diagnostics).read();
}

void name_properties(std::vector<Property>& properties, Diagnostics& diagnostics) {
  std::unordered_map<std::string, Span> given;
  for (const Property& p : properties) {
    if (p.name.empty()) continue;
    const auto [first, fresh] = given.emplace(p.name, p.where);
    if (!fresh)
      front::add_label(diagnostics.error("smv.duplicate-property",
                                         fmt::format("there are two properties named `{}`", p.name), p.where),
                       first->second, "the first one");
  }
  std::map<PropertyKind, std::size_t> numbers;
  for (Property& p : properties) {
    while (p.name.empty()) {
      std::string name = fmt::format("{}{}", kind_word(p.kind), ++numbers[p.kind]);
      if (!given.contains(name)) p.name = std::move(name);
    }
  }
}

}  // namespace whynot::front::smv
