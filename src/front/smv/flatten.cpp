// Collects the parts of all instances in the order of the text, and ties processes together.
#include "front/smv/flatten.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "front/common/typing.h"
#include "front/smv/assignments.h"
#include "front/smv/contexts.h"
#include "front/smv/instantiate.h"
#include "front/smv/properties.h"

namespace whynot::front::smv {
namespace {

class Flattener {
 public:
  Flattener(const File& file, Scope& scope, Program& program, Diagnostics& diagnostics)
      : file_(file),
        scope_(scope),
        pool_(scope.pool()),
        program_(program),
        system_(program.system),
        diagnostics_(diagnostics) {}

  void run() {
    names_ = instantiate(file_, scope_, diagnostics_);
    if (scope_.instances() == 0) return;
    declare_selector();
    declare_variables();
    settle_names();
    AssignmentReader assignments(file_, scope_, kinds_, diagnostics_);
    for (const Item& item : names_.items) read(item, assignments);
    const std::vector<AssignEntry> entries = assignments.take_entries();
    check_single_assignment(entries, pool_, diagnostics_);
    check_no_cycles(entries, pool_, scope_.elaborator().facts(), diagnostics_);
    install(entries);
    name_properties(program_.properties, diagnostics_);
    refuse_unread_ambiguous_defines();
    settle_unread_parameters();
    find_obligations(assignments.take_obligations());
    if (diagnostics_.ok()) warn_about_unused_variables(entries);
    program_.instances = scope_.instances();
    program_.has_processes = !names_.processes.empty();
  }

 private:
  // Names -----------------------------------------------------------------------------------------------

  // With processes: an input that says who runs, and `running` in each of them.
  void declare_selector() {
    if (names_.processes.empty()) return;
    std::vector<Value> values;
    for (const InstanceId id : names_.processes) values.push_back(Value::symbol(process_name(id)));
    selector_ = pool_.variable("_process_selector_", pool_.enum_type(values));
    scope_.elaborator().facts().mark_input(selector_);
    declare_settled(Entity::Kind::Variable, main_instance, "_process_selector_", Term::variable(selector_));
    for (const InstanceId id : names_.processes)
      declare_settled(Entity::Kind::Running, id, "running", Term::of(runs(id)));
  }

  std::string process_name(InstanceId id) const { return id == main_instance ? "main" : scope_.instance(id).name; }

  Expr runs(InstanceId process) {
    const Value v = Value::symbol(process_name(process));
    return pool_.eq(selector_, pool_.constant(v, pool_.enum_type({v})));
  }

  void declare_settled(Entity::Kind kind, InstanceId home, std::string_view name, Term term) {
    Entity e;
    e.kind = kind;
    e.state = Entity::State::Settled;
    e.variable_kind = VariableKind::Input;
    e.name = scope_.symbols().intern(name);
    e.home = home;
    e.where = scope_.instance(home).where;
    e.term = term;
    if (const auto taken = scope_.find(home, e.name)) {
      diagnostics_.error("smv.duplicate-name",
                         fmt::format("`{}` has a meaning of its own in a model with processes", name),
                         scope_.entity(*taken).where);
      return;
    }
    const EntityId id = scope_.declare(e);
    if (kind == Entity::Kind::Variable) names_.variables.push_back(id);
  }

  void declare_variables() {
    for (const EntityId id : names_.variables) {
      scope_.settle(id, diagnostics_);
      declare_variable(scope_.entity(id), scope_.entity(id).term);
    }
  }

  void declare_variable(const Entity& e, const Term& term) {
    if (term.is(Term::Kind::Array))
      for (const Term& element : term.array->elements) declare_variable(e, element);
    if (!term.is(Term::Kind::Value)) return;
    const std::uint32_t id = term.value.id();
    if (kinds_.size() <= id) kinds_.resize(id + id / 2 + 64, VariableKind::State);
    kinds_[id] = e.variable_kind;
    system_.variables.push_back({term.value, e.variable_kind, e.where});
  }

  void settle_names() {
    for (EntityId id = 0; id < scope_.entities(); ++id) {
      const Entity& e = scope_.entity(id);
      if (e.kind == Entity::Kind::Parameter) continue;
      scope_.settle(id, diagnostics_);
      if (e.kind == Entity::Kind::Define)
        add_define(e, scope_.full_name(e.home, scope_.symbols().text(e.name)), e.term);
    }
    if (kinds_.size() < pool_.size()) kinds_.resize(pool_.size(), VariableKind::State);
  }

  // NuSMV's rule: a DEFINE cannot be called like a symbol, be it read or not.
  void refuse_unread_ambiguous_defines() {
    for (EntityId id = 0; id < scope_.entities(); ++id)
      if (Entity& e = scope_.entity(id); e.kind == Entity::Kind::Define && !e.refused && scope_.is_constant(e.name))
        scope_.refuse_ambiguous(e, e.where, diagnostics_);
  }

  // What is passed for a parameter that nobody reads may be wrong without harm, and NuSMV lets it be.
  void settle_unread_parameters() {
    Diagnostics found;
    for (EntityId id = 0; id < scope_.entities(); ++id)
      if (scope_.entity(id).kind == Entity::Kind::Parameter) scope_.settle(id, found);
    for (Diagnostic d : found.all()) {
      d.severity = Severity::Warning;
      d.message += ", but nothing reads the parameter";
      diagnostics_.add(std::move(d));
    }
  }

  void add_define(const Entity& e, const std::string& name, const Term& term) {
    if (term.is(Term::Kind::Value)) system_.defines.push_back({name, term.value, e.where});
    if (!term.is(Term::Kind::Array)) return;
    Integer i = term.array->lo;
    for (const Term& element : term.array->elements)
      add_define(e, fmt::format("{}[{}]", name, to_string(i++)), element);
  }

  // Items -----------------------------------------------------------------------------------------------

  void read(const Item& item, AssignmentReader& assignments) {
    switch (item.declaration->what) {
      case Declares::AssignCurrent:
      case Declares::AssignInit:
      case Declares::AssignNext: return assignments.read(item);
      case Declares::Init: return constraint(item, in_init, system_.init);
      case Declares::Invar: return constraint(item, in_invar, system_.invar);
      case Declares::Trans: return constraint(item, in_trans, system_.trans);
      case Declares::Justice: return constraint(item, in_justice, system_.justice);
      case Declares::Compassion: return compassion(item);
      default:
        if (auto property = read_property(file_, scope_, item, diagnostics_))
          program_.properties.push_back(std::move(*property));
    }
  }

  Expr condition(const Item& item, Tree tree, const Place& place) {
    const Expr e = scope_.value(file_.syntax, tree, item.instance, diagnostics_);
    return e && is_condition(e, file_.syntax, tree, place, scope_.elaborator().facts(), diagnostics_) ? e : Expr();
  }

  void constraint(const Item& item, const Place& place, std::vector<Constraint>& into) {
    if (const Expr e = condition(item, item.declaration->tree, place)) into.push_back({e, item.declaration->where});
  }

  void compassion(const Item& item) {
    const Expr p = condition(item, item.declaration->tree, in_compassion);
    const Expr q = condition(item, item.declaration->second, in_compassion);
    if (p && q) system_.compassion.push_back({p, q, item.declaration->where});
  }

  // Assignments -----------------------------------------------------------------------------------------

  void install(const std::vector<AssignEntry>& entries) {
    for (const AssignEntry& e : entries) {
      if (e.what == Declares::AssignCurrent)
        system_.invar_assignments.push_back({e.variable, e.value, e.where, e.choices});
      if (e.what == Declares::AssignInit) system_.init_assignments.push_back({e.variable, e.value, e.where, e.choices});
      if (e.what == Declares::AssignNext && names_.processes.empty())
        system_.next_assignments.push_back({e.variable, e.value, e.where, e.choices});
    }
    if (!names_.processes.empty()) install_interleaved(entries);
  }

  // A variable that is assigned by processes changes when one of them runs, and else keeps its value.
  void install_interleaved(const std::vector<AssignEntry>& entries) {
    std::unordered_map<std::uint32_t, std::size_t> place;  // of the variable in next_assignments
    for (const AssignEntry& e : entries) {
      if (e.what != Declares::AssignNext) continue;
      const auto [known, fresh] = place.emplace(e.variable.id(), system_.next_assignments.size());
      if (fresh) system_.next_assignments.push_back({e.variable, e.variable, e.where});
      Assignment& made = system_.next_assignments[known->second];
      made.value = guarded(runs(e.process), e.value, made.value);
      made.choices = joined(made.choices, e.choices);
    }
  }

  using Choices = std::shared_ptr<const std::vector<WrittenChoice>>;
  static Choices joined(const Choices& a, const Choices& b) {
    if (!a || !b) return a ? a : b;
    std::vector<WrittenChoice> all = *a;
    all.insert(all.end(), b->begin(), b->end());
    return std::make_shared<const std::vector<WrittenChoice>>(std::move(all));
  }

  Expr guarded(Expr condition, Expr then, Expr otherwise) {
    const Type types[] = {then.type(), otherwise.type()};
    const Type type = front::join_all(pool_, types);
    const auto fitted = [&](Expr e) {
      return front::is_set(type) && !front::is_set(e.type()) ? pool_.make(Op::SetOf, type, {e}) : e;
    };
    return pool_.make(Op::Ite, type, {condition, fitted(then), fitted(otherwise)});
  }

  // What is left for a solver ---------------------------------------------------------------------------

  void find_obligations(std::vector<Obligation> fits) {
    std::vector<Expr> roots;
    for (const auto* assignments : {&system_.init_assignments, &system_.next_assignments, &system_.invar_assignments})
      for (const Assignment& a : *assignments) roots.push_back(a.value);
    for (const auto* constraints : {&system_.init, &system_.trans, &system_.invar, &system_.justice})
      for (const Constraint& c : *constraints) roots.push_back(c.condition);
    for (const Compassion& c : system_.compassion) roots.insert(roots.end(), {c.p, c.q});
    for (const Property& p : program_.properties) {
      if (p.formula) roots.push_back(p.formula);
      if (p.compute) roots.insert(roots.end(), {p.compute->from, p.compute->to});
    }
    system_.obligations = scope_.elaborator().hazards().obligations(roots);
    system_.obligations.insert(system_.obligations.end(), fits.begin(), fits.end());
  }

  // A variable that is neither assigned nor read in any instance is a slip more often than not.
  void warn_about_unused_variables(const std::vector<AssignEntry>& entries) {
    std::unordered_set<std::uint32_t> used, assigned;
    for (const AssignEntry& e : entries) assigned.insert(e.variable.id());
    front::Facts& facts = scope_.elaborator().facts();
    for (const VariableDecl& v : system_.variables)
      if (assigned.contains(v.variable.id()) || facts.visited(v.variable)) used.insert(v.where.begin);
    for (const VariableDecl& v : system_.variables)
      if (v.variable != selector_ && used.insert(v.where.begin).second)
        diagnostics_.warning("smv.unused",
                             fmt::format("variable `{}` is neither assigned nor read", pool_.name_of(v.variable)),
                             v.where);
  }

  const File& file_;
  Scope& scope_;
  ExprPool& pool_;
  Program& program_;
  TransitionSystem& system_;
  Diagnostics& diagnostics_;
  Instances names_;
  Expr selector_;
  std::vector<VariableKind> kinds_;
};

}  // namespace

void flatten(const File& file, const std::shared_ptr<Scope>& scope, Program& program, Diagnostics& diagnostics) {
  program.system.pool = &scope->pool();
  program.scope = scope;
  Flattener(file, *scope, program, diagnostics).run();
}

}  // namespace whynot::front::smv
