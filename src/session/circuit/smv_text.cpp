// Names that SMV can read, definitions for what is used more than once, then section by section.
#include <fmt/format.h>

#include <algorithm>

#include "expr/print.h"
#include "front/common/symbols.h"
#include "front/hardware/design.h"
#include "session/circuit/netlist.h"

namespace whynot::session {
namespace {

constexpr std::size_t no_limit = std::size_t{1} << 40;
constexpr std::uint32_t most_nested = 40;  // operators in one another, before one gets a name

bool has(Expr e, Op op) { return e.node()->ops >> static_cast<unsigned>(op) & 1; }

// Values of states, which a DEFINE may name.
bool is_nameable(Expr e) {
  if (e.arity() == 0 || has(e, Op::Next) || e.type().is(TypeKind::Set)) return false;
  for (auto op = static_cast<unsigned>(Op::X); op < op_count; ++op)
    if (has(e, static_cast<Op>(op))) return false;
  return true;
}

class SmvWriter {
 public:
  SmvWriter(const TransitionSystem& system, const std::vector<Property>& properties)
      : system_(system), properties_(properties), pool_(*system.pool) {}

  std::string run() {
    text_ = "MODULE main\n";
    declare();
    rename_all();
    define_shared();
    assignments();
    const auto all = [&](std::string_view word, const std::vector<Constraint>& conditions) {
      for (const Constraint& c : conditions) text_ += fmt::format("{} {};\n", word, of(c.condition));
    };
    all("INIT", system_.init);
    all("TRANS", system_.trans);
    all("INVAR", system_.invar);
    all("JUSTICE", system_.justice);
    for (const Compassion& c : system_.compassion) text_ += fmt::format("COMPASSION ({}, {});\n", of(c.p), of(c.q));
    for (const Property& p : properties_) ask(p);
    return std::move(text_);
  }

 private:
  std::string name_for(const std::string& given) {
    const auto is_part = [](char c) {
      return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '$' || c == '#';
    };
    std::string name;
    for (char c : given) name += is_part(c) ? c : '_';
    const bool begins = !name.empty() && (std::isalpha(static_cast<unsigned char>(name[0])) || name[0] == '_');
    if (!begins || words_.find(name) != front::no_symbol) name = "v_" + name;
    return names_.take(name);
  }

  // An enumeration in full.
  static std::string type_text(Type type) {
    if (!type.is(TypeKind::Enum)) return type.to_string();
    std::string values;
    for (const Value& v : type.values()) values += (values.empty() ? "" : ", ") + v.to_string();
    return fmt::format("{{{}}}", values);
  }

  // Symbols keep their names; those that no variable can be are declared by themselves.
  void declare_symbols() {
    for (const VariableDecl& v : system_.variables)
      if (v.variable.type().is(TypeKind::Enum))
        for (const Value& value : v.variable.type().values())
          if (value.is_symbol() && !names_.is_taken(value.op())) names_.take(value.op());
    std::vector<bool> seen;
    for_each_postorder(roots(), seen, [&](Expr e) {
      if (!e.is(Op::Constant)) return;
      const Value& value = pool_.value_of(e);
      if (value.is_symbol() && !names_.is_taken(value.op()))
        text_ += fmt::format("CONSTANTS {};\n", names_.take(value.op()));
    });
  }

  void declare() {
    declare_symbols();
    for (const VariableDecl& v : system_.variables) {
      std::string_view word = "VAR";
      if (v.kind == VariableKind::Frozen) word = "FROZENVAR";
      if (v.kind == VariableKind::Input) word = "IVAR";
      const std::string name = name_for(pool_.name_of(v.variable));
      text_ += fmt::format("{} {} : {};\n", word, name, type_text(v.variable.type()));
      renamed_.emplace(v.variable, pool_.variable(name, v.variable.type()));
    }
  }

  // Everything that is written, with the new names.
  std::vector<Expr> roots() const {
    std::vector<Expr> all;
    for (const auto* list : {&system_.init_assignments, &system_.next_assignments, &system_.invar_assignments})
      for (const Assignment& a : *list) all.push_back(a.value);
    for (const auto* list : {&system_.init, &system_.trans, &system_.invar, &system_.justice})
      for (const Constraint& c : *list) all.push_back(c.condition);
    for (const Compassion& c : system_.compassion) all.insert(all.end(), {c.p, c.q});
    for (const Property& p : properties_) {
      if (p.formula) all.push_back(p.formula);
      if (p.compute) all.insert(all.end(), {p.compute->from, p.compute->to});
    }
    return all;
  }

  void rename_all() {
    const std::vector<Expr> all = roots();
    std::vector<bool> seen;
    std::vector<Expr> args;
    for_each_postorder(all, seen, [&](Expr e) {
      if (e.is(Op::Variable)) return;
      args.clear();
      for (std::size_t i = 0; i < e.arity(); ++i) args.push_back(renamed_.at(e.arg(i)));
      renamed_.emplace(e, e.arity() == 0 ? e : rebuild(pool_, e, args));
    });
  }

  void define_shared() {
    std::vector<Expr> all = roots();
    for (Expr& e : all) e = renamed_.at(e);
    std::vector<std::uint32_t> uses(pool_.size(), 0), nested(pool_.size(), 0);
    std::vector<bool> seen, again;
    for_each_postorder(all, seen, [&](Expr e) {
      for (std::size_t i = 0; i < e.arity(); ++i) ++uses[e.arg(i).id()];
    });
    for (Expr e : all) ++uses[e.id()];
    for_each_postorder(all, again, [&](Expr e) {
      std::uint32_t depth = 0;
      for (std::size_t i = 0; i < e.arity(); ++i) depth = std::max(depth, nested[e.arg(i).id()] + 1);
      nested[e.id()] = depth;
      if (!is_nameable(e) || (uses[e.id()] < 2 && depth < most_nested)) return;
      const std::string name = names_.take(fmt::format("d{}", defined_.size()));
      text_ += fmt::format("DEFINE {} := {};\n", name, to_string(pool_, e, no_limit, &defined_));
      defined_.emplace(e, name);
      nested[e.id()] = 0;
    });
  }

  std::string of(Expr e) const { return to_string(pool_, renamed_.at(e), no_limit, &defined_); }

  void assignments() {
    const auto assign = [&](std::string_view form, const std::vector<Assignment>& from) {
      for (const Assignment& a : from)
        text_ += fmt::format("ASSIGN {} := {};\n", fmt::format(fmt::runtime(form), of(a.variable)), of(a.value));
    };
    assign("init({})", system_.init_assignments);
    assign("next({})", system_.next_assignments);
    assign("{}", system_.invar_assignments);
  }

  void ask(const Property& p) {
    const std::string name = name_for(p.name);
    if (p.compute) {
      text_ += fmt::format("COMPUTE NAME {} := {} [{}, {}];\n", name, p.compute->maximum ? "MAX" : "MIN",
                           of(p.compute->from), of(p.compute->to));
      return;
    }
    std::string_view word = p.is_ltl() ? "LTLSPEC" : "CTLSPEC";
    if (p.kind == PropertyKind::Invariant) word = "INVARSPEC";
    text_ += fmt::format("{} NAME {} := {};\n", word, name, of(p.formula));
  }

  const TransitionSystem& system_;
  const std::vector<Property>& properties_;
  ExprPool& pool_;
  front::Symbols words_;  // the reserved ones
  front::hardware::Names names_;
  std::unordered_map<Expr, Expr, ExprHash> renamed_;
  ExprNames defined_;
  std::string text_;
};

}  // namespace

std::string smv_text(const TransitionSystem& system, const std::vector<Property>& properties) {
  return SmvWriter(system, properties).run();
}

}  // namespace whynot::session
