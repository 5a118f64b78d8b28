// The parts are states of their own in what yosys writes: their first and next values, put together, are those of the
// whole.  Bits that are constant get a first value, and keep it.
#include "front/verilog/parts.h"

#include <fmt/format.h>

#include <optional>
#include <unordered_map>

#include "front/hardware/btor2_operators.h"

namespace whynot::front::verilog {
namespace {

using hardware::btor2_width;
using Values = std::unordered_map<Expr, Expr, ExprHash>;

struct Part {
  Expr value;  // a constant, or a variable
  std::uint32_t low = 0;
};

class Joining {
 public:
  explicit Joining(hardware::Design& design) : design_(design), system_(design.system), pool_(*system_.pool) {}

  void run() {
    for (std::size_t i = 0; i < system_.variables.size(); ++i) at_.emplace(system_.variables[i].variable, i);
    for (const Assignment& a : system_.init_assignments) first_.emplace(a.variable, a.value);
    for (const Assignment& a : system_.next_assignments) next_.emplace(a.variable, a.value);
    for (const Define& d : system_.defines) consider(d);
    if (!joined_.empty()) speak_of_wholes();
  }

 private:
  struct Whole {
    Expr variable, value;
    std::vector<Part> parts;
    Span where;
  };

  // What stands between the bars of a concatenation, the lowest last; nothing where that is neither a constant nor a
  // variable.
  static std::optional<std::vector<Part>> parts_of(Expr value) {
    std::vector<Part> parts;
    std::vector<Expr> open{value};
    std::uint32_t low = btor2_width(value);
    while (!open.empty()) {
      const Expr e = open.back();
      open.pop_back();
      if (e.is(Op::Concat) || e.is(Op::WordOfBool)) {
        for (std::size_t i = e.arity(); i > 0; --i) open.push_back(e.arg(i - 1));
        continue;
      }
      if (!e.is(Op::Constant) && !e.is(Op::Variable)) return std::nullopt;
      low -= btor2_width(e);
      parts.push_back({e, low});
    }
    return parts;
  }

  void consider(const Define& d) {
    if (!d.value.is(Op::Concat)) return;
    const auto parts = parts_of(d.value);
    if (!parts) return;
    std::size_t own = 0, registers = 0;
    for (const Part& part : *parts) {
      if (part.value.is(Op::Constant)) continue;
      const std::string name = part_name(d.name, part.low + btor2_width(part.value) - 1, part.low);
      if (pool_.name_of(part.value) != name || slices_.contains(part.value)) return;
      ++own;
      registers += next_.contains(part.value);
    }
    if (own == 0 || (registers != 0 && registers != own)) return;
    join({pool_.variable(d.name, d.value.type()), d.value, *parts, d.where}, registers != 0);
  }

  Expr slice(Expr whole, const Part& part) {
    const std::uint32_t numbers[] = {part.low + btor2_width(part.value) - 1, part.low};
    return hardware::btor2_apply(pool_, *hardware::btor2_operator("slice"), std::span(&whole, 1), numbers);
  }
  Expr together(const Whole& whole, const Values& values) {
    return substitute(pool_, whole.value, [&](Expr e) { return e.is(Op::Variable) ? values.at(e) : Expr(); });
  }

  void join(Whole whole, bool is_register) {
    bool begins = true;  // all of it
    for (const Part& part : whole.parts) {
      if (part.value.is(Op::Constant)) continue;
      slices_.emplace(part.value, slice(whole.variable, part));
      begins = begins && first_.contains(part.value);
    }
    if (begins)
      system_.init_assignments.push_back({whole.variable, together(whole, first_), whole.where});
    else
      begin_each(whole, is_register);
    if (is_register) system_.next_assignments.push_back({whole.variable, together(whole, next_), whole.where});
    system_.variables.at(at_.at(first_part(whole))) = {whole.variable, VariableKind::State, whole.where};
    joined_.push_back(std::move(whole));
  }
  static Expr first_part(const Whole& whole) {
    for (const Part& part : whole.parts)
      if (part.value.is(Op::Variable)) return part.value;
    return {};
  }
  // A constant bit of a register is constant from the start on, one of a wire in every step.
  void begin_each(const Whole& whole, bool is_register) {
    for (const Part& part : whole.parts) {
      const bool is_constant = part.value.is(Op::Constant);
      if (!is_constant && !first_.contains(part.value)) continue;
      const Expr value = is_constant ? part.value : first_.at(part.value);
      auto& to = is_constant && !is_register ? system_.invar : system_.init;
      to.push_back({pool_.eq(slice(whole.variable, part), value), whole.where});
    }
  }

  // Everything, in terms of them.
  void speak_of_wholes() {
    for (const Whole& whole : joined_) made_.emplace(whole.value, whole.variable);
    const auto is_part = [&](Expr e) { return slices_.contains(e); };
    std::erase_if(system_.variables, [&](const VariableDecl& v) { return is_part(v.variable); });
    for (auto* all : {&system_.init_assignments, &system_.next_assignments, &system_.invar_assignments}) {
      std::erase_if(*all, [&](const Assignment& a) { return is_part(a.variable); });
      for (Assignment& a : *all) a.value = again(a.value);
    }
    for (auto* all : {&system_.init, &system_.invar})
      for (Constraint& c : *all) c.condition = again(c.condition);
    for (Property& p : design_.properties) p.formula = again(p.formula);
    for (Define& d : system_.defines) d.value = again(d.value);
    std::erase_if(system_.defines,
                  [&](const Define& d) { return d.value.is(Op::Variable) && pool_.name_of(d.value) == d.name; });
  }
  Expr again(Expr root) {
    for_each_postorder(std::span<const Expr>(&root, 1), seen_, [&](Expr e) {
      if (made_.contains(e)) return;
      const auto part = slices_.find(e);
      std::vector<Expr> args;
      for (std::size_t i = 0; i < e.arity(); ++i) args.push_back(made_.at(e.arg(i)));
      bool same = true;
      for (std::size_t i = 0; i < e.arity(); ++i) same = same && args[i] == e.arg(i);
      Expr made = same ? e : over(e, args);
      if (part != slices_.end()) made = part->second;
      made_.emplace(e, made);
    });
    return made_.at(root);
  }
  // A slice of a slice is one slice.
  Expr over(Expr e, std::span<const Expr> args) {
    if (!e.is(Op::Extract) || !args[0].is(Op::Extract)) return rebuild(pool_, e, args);
    const Expr inner = args[0];
    return pool_.make(Op::Extract, e.type(), {inner.arg(0)}, e.a() + inner.b(), e.b() + inner.b());
  }

  hardware::Design& design_;
  TransitionSystem& system_;
  ExprPool& pool_;
  std::unordered_map<Expr, std::size_t, ExprHash> at_;  // among the variables
  Values first_, next_, slices_, made_;
  std::vector<bool> seen_;
  std::vector<Whole> joined_;
};

}  // namespace

std::string part_name(const std::string& whole, std::uint32_t high, std::uint32_t low) {
  return high == low ? fmt::format("{}[{}]", whole, low) : fmt::format("{}[{}:{}]", whole, high, low);
}

void join_parts(hardware::Design& design) { Joining(design).run(); }

}  // namespace whynot::front::verilog
