// The instance tree and what the names in it mean.  Every module instance has its own names; each name is an
// Entity that is settled (elaborated) once, when it is first needed.  Settling follows dependencies with a
// stack of its own, so that a chain of 100,000 DEFINEs is no deeper than one.
#pragma once
#include <cstdint>
#include <deque>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/diagnostic.h"
#include "front/common/elaborate.h"
#include "front/common/resolver.h"
#include "front/smv/module.h"
#include "model/system/transition_system.h"

namespace whynot::front::smv {

using front::Term;
using EntityId = std::uint32_t;
using InstanceId = std::uint32_t;
constexpr InstanceId main_instance = 0;

struct Entity {
  enum class Kind : std::uint8_t { Variable, Define, Parameter, Instance, InstanceArray, Running };
  enum class State : std::uint8_t { Fresh, Open, Settled };
  Kind kind = Kind::Variable;
  State state = State::Fresh;
  VariableKind variable_kind = VariableKind::State;
  bool refused = false;  // as ambiguous
  Symbol name = no_symbol;
  InstanceId home = main_instance;      // where the name is declared
  InstanceId context = main_instance;   // where its tree is read: a Parameter's is the instance that passes it
  InstanceId instance = main_instance;  // of Kind::Instance
  std::uint32_t type = 0;               // of a Variable: index into File::types
  Tree tree;                            // of a Define or Parameter
  Span where;
  Term term;
};

struct Instance {
  Symbol module = no_symbol;           // its name
  std::string name;                    // "a.b"; empty for main
  InstanceId process = main_instance;  // the nearest process above, or itself
  InstanceId parent = main_instance;
  Span where;
};

class Scope {
 public:
  explicit Scope(ExprPool& pool) : elaborator_(pool) {}
  // The model's syntax, to which instances point: later formulas still ask what their modules declare.
  void keep(std::shared_ptr<const File> model) { model_ = std::move(model); }
  Scope(const Scope&) = delete;
  Scope& operator=(const Scope&) = delete;

  // Names
  front::Symbols& symbols() { return symbols_; }
  const front::Symbols& symbols() const { return symbols_; }
  // The entity of a name in an instance, or nothing.
  std::optional<EntityId> find(InstanceId, Symbol) const;
  // REQUIRES that the name is free.
  EntityId declare(Entity);
  Entity& entity(EntityId id) { return entities_[id]; }
  const Entity& entity(EntityId id) const { return entities_[id]; }
  std::size_t entities() const { return entities_.size(); }
  InstanceId add_instance(Instance);
  Instance& instance(InstanceId id) { return instances_[id]; }
  const Instance& instance(InstanceId id) const { return instances_[id]; }
  std::size_t instances() const { return instances_.size(); }
  // The instance that a path such as `left.u` leads to, seen from an instance; nothing if to none.
  std::optional<InstanceId> instance_of(const Syntax&, front::NodeId path, InstanceId from);
  // The symbol of a longer name, e.g. of `a` and "[3]".
  Symbol join(Symbol, std::string_view suffix);
  // "a.b.x", or "x" in main.
  std::string full_name(InstanceId, std::string_view name) const;

  // Symbols of enumerations and CONSTANTS; they are known everywhere.
  void add_constant(Symbol, Span where);
  bool is_constant(Symbol s) const { return constants_.contains(s); }
  Span constant_span(Symbol s) const { return constants_.at(s); }
  Expr constant(Symbol);
  // Reports a name that is a symbol too.
  void refuse_ambiguous(Entity&, Span where, Diagnostics&);

  // Elaborates a tree in an instance, settling what it needs first.
  Term term(const Syntax&, Tree, InstanceId, Diagnostics&);
  Expr value(const Syntax&, Tree, InstanceId, Diagnostics&);
  std::optional<Integer> constant_integer(const Syntax&, Tree, InstanceId, Diagnostics&, std::string_view what);
  void settle(EntityId, Diagnostics&);

  front::Elaborator& elaborator() { return elaborator_; }
  ExprPool& pool() { return elaborator_.pool(); }

  // Until the file is loaded: its trees and types.
  void set_file(const File* file) { file_ = file; }
  // After syntax errors a name that is not known may only be one that was not understood: no report.
  void forgive_unknown_names() { forgiving_ = true; }
  bool forgiving() const { return forgiving_; }
  // Suggestions cost a look at all names: the first mistakes get them.
  bool may_suggest() { return suggestions_++ < 50; }

 private:
  class Names;
  template <class Elaborate>
  auto elaborated(InstanceId, Diagnostics&, Elaborate);
  bool attempt(Entity&, std::vector<EntityId>& pending, Diagnostics&);
  void report_cycle(const std::vector<EntityId>& stack, EntityId again, Diagnostics&);
  Term variable_term(const Entity&, std::uint32_t type, const std::string& name, Names&, Diagnostics&);
  Term array_term(const Entity&, const TypeSyntax&, const std::string& name, Names&, Diagnostics&);
  Type scalar_type(const TypeSyntax&, Names&, Diagnostics&);
  Type enum_type(const TypeSyntax&, Diagnostics&);

  const File* file_ = nullptr;
  std::shared_ptr<const File> model_;
  front::Symbols symbols_;
  front::Elaborator elaborator_;
  std::deque<Entity> entities_;
  std::deque<Instance> instances_;
  std::unordered_map<std::uint64_t, EntityId> table_;  // instance and symbol
  std::unordered_map<Symbol, Span> constants_;
  std::unordered_map<Symbol, Expr> constant_values_;
  std::unordered_map<const TypeSyntax*, Type> enum_types_;
  bool forgiving_ = false;
  unsigned suggestions_ = 0;
};

}  // namespace whynot::front::smv
