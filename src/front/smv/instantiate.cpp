// Expands modules from main on, and gives every instance its names and items.
#include "front/smv/instantiate.h"

#include <fmt/format.h>

#include <unordered_set>

#include "front/common/report.h"
#include "front/common/typing.h"

namespace whynot::front::smv {
namespace {

constexpr std::size_t max_depth = 1000, max_instances = 1'000'000;

class Instantiator {
 public:
  Instantiator(const File& file, Scope& scope, Diagnostics& diagnostics)
      : file_(file), scope_(scope), diagnostics_(diagnostics) {}

  Instances run() {
    index_modules();
    const Module* main = find_module(scope_.symbols().intern("main"));
    if (!main) {
      if (!scope_.forgiving())
        diagnostics_.error("smv.no-main", "there is no module `main`", {file_.syntax.file(), 0, 0}).help =
            "a model starts with `MODULE main`";
      return std::move(result_);
    }
    if (!main->parameters.empty())
      diagnostics_.error("smv.main-parameters", "module `main` cannot have parameters", main->parameters[0].where);
    Instance root;
    root.module = main->name;
    root.where = main->where;
    scope_.add_instance(std::move(root));
    expand(main_instance, *main);
    for (const Item& item : elsewhere_) define_elsewhere(item);
    if (has_processes_) list_processes();
    if (diagnostics_.ok()) warn_about_unused_modules();
    return std::move(result_);
  }

 private:
  void index_modules() {
    for (const Module& m : file_.modules) {
      if (m.name == no_symbol) continue;
      const auto [first, fresh] = modules_.emplace(m.name, &m);
      if (fresh) continue;
      front::add_label(diagnostics_.error("smv.duplicate-module",
                                          fmt::format("module `{}` is declared twice", text(m.name)), m.where),
                       first->second->where, "first declared here");
    }
  }

  const Module* find_module(Symbol name) const {
    const auto found = modules_.find(name);
    return found == modules_.end() ? nullptr : found->second;
  }

  const std::string& text(Symbol s) const { return scope_.symbols().text(s); }

  // Names -----------------------------------------------------------------------------------------------

  // Whether the name is free in the instance; reports if not.
  bool is_free(InstanceId instance, Symbol name, Span where) {
    const auto known = scope_.find(instance, name);
    if (!known) return true;
    const Entity& e = scope_.entity(*known);
    const bool parameter = e.kind == Entity::Kind::Parameter;
    front::add_label(
        diagnostics_.error(
            "smv.duplicate-name",
            fmt::format("`{}` is declared twice{}", text(name), parameter ? ": it is a parameter already" : ""), where),
        e.where, "first declared here");
    return false;
  }

  // NuSMV's rule: a variable or an instance cannot be called like a symbol that came before it.
  bool is_no_symbol(Symbol name, Span where) {
    if (!scope_.is_constant(name)) return true;
    front::add_label(diagnostics_.error("smv.duplicate-name",
                                        fmt::format("`{}` is a symbol of an enumeration already", text(name)), where),
                     scope_.constant_span(name), "a symbol here");
    return false;
  }

  Entity entity(Entity::Kind kind, InstanceId home, Symbol name, Span where) {
    Entity e;
    e.kind = kind;
    e.name = name;
    e.home = e.context = home;
    e.where = where;
    return e;
  }

  // Instances -------------------------------------------------------------------------------------------

  void expand(InstanceId instance, const Module& m) {
    if (!active_.insert(&m).second) {
      front::add_label(
          diagnostics_.error("smv.recursive-module", fmt::format("module `{}` contains itself", text(m.name)),
                             scope_.instance(instance).where),
          m.where, "declared here");
      return;
    }
    used_.insert(&m);
    for (const Declaration& d : m.declarations) declare(instance, d);
    active_.erase(&m);
  }

  void declare(InstanceId instance, const Declaration& d) {
    switch (d.what) {
      case Declares::Variable:
      case Declares::FrozenVariable:
      case Declares::InputVariable: return variable(instance, d);
      case Declares::Define:
        if (d.in_context)
          elsewhere_.push_back({&d, instance});
        else
          define(instance, d, instance, d.name);
        return;
      case Declares::Constant: return scope_.add_constant(d.name, d.where);
      case Declares::Isa: return isa(instance, d);
      default: result_.items.push_back({&d, instance});
    }
  }

  void define(InstanceId instance, const Declaration& d, InstanceId home, Symbol name) {
    if (!is_free(home, name, d.where)) return;
    Entity e = entity(Entity::Kind::Define, home, name, d.where);
    e.context = instance;
    e.tree = d.tree;
    scope_.declare(e);
  }

  // `left.ack := …` gives a name to the instance that `left` is, once all instances are known; where the
  // path leads to none, the dotted name is a name of its own.
  void define_elsewhere(const Item& item) {
    const Declaration& d = *item.declaration;
    const auto owner = scope_.instance_of(file_.syntax, d.context.root, item.instance);
    if (owner)
      define(item.instance, d, *owner, d.last);
    else
      define(item.instance, d, item.instance, d.name);
  }

  void variable(InstanceId instance, const Declaration& d) {
    if (!is_free(instance, d.name, d.where) || !is_no_symbol(d.name, d.where)) return;
    const TypeSyntax& type = file_.types[d.type];
    if (type.kind == TypeSyntax::Kind::Instance) return single_instance(instance, d.name, type, d.where);
    if (of_instances(type)) return instance_array(instance, d.name, type, d.where);
    Entity e = entity(Entity::Kind::Variable, instance, d.name, d.where);
    e.type = d.type;
    if (d.what == Declares::FrozenVariable) e.variable_kind = VariableKind::Frozen;
    if (d.what == Declares::InputVariable) e.variable_kind = VariableKind::Input;
    add_symbols(type);
    result_.variables.push_back(scope_.declare(e));
  }

  bool of_instances(const TypeSyntax& type) const {
    const TypeSyntax* t = &type;
    while (t->kind == TypeSyntax::Kind::Array) t = &file_.types[t->element];
    return t->kind == TypeSyntax::Kind::Instance;
  }

  void add_symbols(const TypeSyntax& type) {
    const TypeSyntax* t = &type;
    while (t->kind == TypeSyntax::Kind::Array) t = &file_.types[t->element];
    for (const EnumMember& m : t->members)
      if (m.symbol != no_symbol) scope_.add_constant(m.symbol, m.where);
  }

  void single_instance(InstanceId home, Symbol name, const TypeSyntax& type, Span where) {
    const Module* m = find_module(type.module);
    if (!m) return undefined_module(type.module, type.where);
    if (scope_.instances() >= max_instances || depth_ >= max_depth) return too_many(where);
    Entity e = entity(Entity::Kind::Instance, home, name, where);
    e.state = Entity::State::Settled;
    Instance child;
    child.module = m->name;
    child.name = scope_.full_name(home, text(name));
    child.parent = home;
    child.where = where;
    e.instance = scope_.add_instance(std::move(child));
    scope_.instance(e.instance).process = type.is_process ? e.instance : scope_.instance(home).process;
    if (type.is_process) deprecated_process(type.where);
    const InstanceId id = e.instance;
    const EntityId entity_id = scope_.declare(e);
    scope_.entity(entity_id).term = Term::entity(entity_id);
    pass_arguments(home, id, *m, type);
    ++depth_;
    expand(id, *m);
    --depth_;
  }

  void pass_arguments(InstanceId from, InstanceId to, const Module& m, const TypeSyntax& type) {
    if (type.arguments.size() != m.parameters.size()) {
      front::add_label(diagnostics_.error("smv.argument-count",
                                          fmt::format("module `{}` takes {} arguments and gets {}", text(m.name),
                                                      m.parameters.size(), type.arguments.size()),
                                          type.where),
                       m.where, "declared here");
    }
    for (std::size_t i = 0; i < m.parameters.size(); ++i) {
      if (!is_free(to, m.parameters[i].name, m.parameters[i].where)) continue;
      Entity e = entity(Entity::Kind::Parameter, to, m.parameters[i].name, m.parameters[i].where);
      e.context = from;
      if (i < type.arguments.size())
        e.tree = type.arguments[i];
      else
        e.state = Entity::State::Settled;  // poison: reported above
      scope_.declare(e);
    }
  }

  // array 1..3 of m(x): instances a[1], a[2], a[3], and `a` to choose from.
  void instance_array(InstanceId home, Symbol name, const TypeSyntax& type, Span where) {
    const auto lo = scope_.constant_integer(file_.syntax, type.a, home, diagnostics_, "an array's bound");
    const auto hi = scope_.constant_integer(file_.syntax, type.b, home, diagnostics_, "an array's bound");
    Entity e = entity(Entity::Kind::InstanceArray, home, name, where);
    e.state = Entity::State::Settled;
    const EntityId id = scope_.declare(e);
    scope_.entity(id).term = lo && hi ? Term::entity(id) : Term();
    if (!lo || !hi) return;
    if (*lo > *hi) {
      diagnostics_.error("smv.empty-range",
                         fmt::format("the array's range {}..{} is empty", to_string(*lo), to_string(*hi)), type.where);
      return;
    }
    const TypeSyntax& element = file_.types[type.element];
    for (Integer i = *lo; i <= *hi && !told_too_many_; ++i) {
      const Symbol part = scope_.symbols().intern(fmt::format("{}[{}]", text(name), to_string(i)));
      if (element.kind == TypeSyntax::Kind::Instance)
        single_instance(home, part, element, where);
      else
        instance_array(home, part, element, where);
    }
  }

  void isa(InstanceId instance, const Declaration& d) {
    const Module* m = find_module(d.name);
    if (!m) return undefined_module(d.name, d.where);
    if (!m->parameters.empty())
      front::add_label(
          diagnostics_.error("smv.argument-count",
                             fmt::format("module `{}` has parameters and cannot be inherited by ISA", text(d.name)),
                             d.where),
          m->where, "declared here");
    else
      expand(instance, *m);
  }

  void undefined_module(Symbol name, Span where) {
    if (scope_.forgiving()) return;
    Diagnostic& d =
        diagnostics_.error("smv.undefined-module", fmt::format("there is no module `{}`", text(name)), where);
    std::vector<std::string_view> names;
    for (const Module& m : file_.modules)
      if (m.name != no_symbol) names.push_back(text(m.name));
    const std::string_view near = nearest_name(text(name), names);
    if (!near.empty()) d.help = fmt::format("did you mean `{}`?", near);
  }

  void too_many(Span where) {
    if (told_too_many_) return;
    told_too_many_ = true;
    if (depth_ >= max_depth)
      diagnostics_.error("smv.too-deep", fmt::format("module instances are nested more than {} deep", max_depth),
                         where);
    else
      diagnostics_.error("smv.too-large", fmt::format("the model has more than {} module instances", max_instances),
                         where);
  }

  // Processes -------------------------------------------------------------------------------------------

  void deprecated_process(Span where) {
    has_processes_ = true;
    if (told_deprecated_) return;
    told_deprecated_ = true;
    diagnostics_.warning("smv.process-deprecated", "processes are deprecated; one process runs at each step", where)
        .help = "an input variable that chooses who moves says the same in plain SMV";
  }

  // Main, then below each process its own, the last declared first.
  void list_processes() {
    std::vector<std::vector<InstanceId>> below(scope_.instances());
    for (InstanceId i = 1; i < scope_.instances(); ++i)
      if (scope_.instance(i).process == i) below[scope_.instance(scope_.instance(i).parent).process].push_back(i);
    std::vector<InstanceId> stack = {main_instance};
    while (!stack.empty()) {
      const InstanceId id = stack.back();
      stack.pop_back();
      result_.processes.push_back(id);
      stack.insert(stack.end(), below[id].begin(), below[id].end());
    }
  }

  void warn_about_unused_modules() {
    for (const Module& m : file_.modules)
      if (m.name != no_symbol && !used_.contains(&m) && find_module(m.name) == &m)
        diagnostics_.warning("smv.unused-module",
                             fmt::format("module `{}` is never used, and only its syntax is checked", text(m.name)),
                             m.where);
  }

  const File& file_;
  Scope& scope_;
  Diagnostics& diagnostics_;
  std::unordered_map<Symbol, const Module*> modules_;
  std::unordered_set<const Module*> active_, used_;
  std::size_t depth_ = 0;
  bool has_processes_ = false, told_deprecated_ = false, told_too_many_ = false;
  std::vector<Item> elsewhere_;  // DEFINEs with dotted names
  Instances result_;
};

}  // namespace

Instances instantiate(const File& file, Scope& scope, Diagnostics& diagnostics) {
  return Instantiator(file, scope, diagnostics).run();
}

}  // namespace whynot::front::smv
