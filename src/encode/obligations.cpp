// Asks a solver whether each condition can be false for some values of the variables, and shows an example.
#include "encode/obligations.h"

#include <fmt/format.h>

#include <unordered_map>

#include "encode/blast.h"
#include "expr/print.h"
#include "solve/cnf.h"

namespace whynot::encode {
namespace {

constexpr std::uint64_t conflicts_each = 200000;
constexpr std::size_t most_shown = 6;  // variables of an example

class Discharger {
 public:
  Discharger(const ExprPool& pool, Context& context)
      : pool_(pool),
        sat_(context),
        cnf_(graph_, sat_),
        blaster_(pool, graph_, [this](Expr leaf) { return code_of_leaf(leaf); }) {}

  // Whether the condition can be false; after Sat, `example` tells when.
  solve::Answer can_fail(Expr condition) {
    const Lit fails = !blaster_.condition(condition);
    for (const Lit valid : fresh_valid_) cnf_.require(valid);
    fresh_valid_.clear();
    if (fails == Aig::constant(false)) return solve::Answer::Unsat;
    const int assumed = cnf_.literal(fails);
    return sat_.solve(std::span(&assumed, 1), conflicts_each);
  }

  // "n = 3, b = TRUE": the variables of the condition in the last model.
  std::string example(Expr condition) const {
    std::string text;
    std::size_t shown = 0;
    for_each_postorder(condition, [&](Expr e) {
      const auto found = codes_.find(e);
      if (found == codes_.end() || shown > most_shown || !is_read(condition, e)) return;
      if (shown++ == most_shown) {
        text += ", …";
        return;
      }
      text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", to_string(pool_, e),
                          value_of_code(e.type(), number(found->second)).to_string());
    });
    return text;
  }

 private:
  Bits code_of_leaf(Expr leaf) {
    Bits code;
    for (std::size_t i = 0; i < code_width(leaf.type()); ++i) code.push_back(graph_.input());
    fresh_valid_.push_back(valid_code(graph_, leaf.type(), code));
    codes_.emplace(leaf, code);
    return code;
  }

  // A Variable that stands below Next only is not read itself.
  static bool is_read(Expr condition, Expr leaf) {
    if (!leaf.is(Op::Variable) || condition == leaf) return true;
    bool read = false;
    for_each_postorder(condition, [&](Expr e) {
      for (std::size_t i = 0; i < e.arity(); ++i) read = read || (e.arg(i) == leaf && !e.is(Op::Next));
    });
    return read;
  }

  Integer number(const Bits& code) const {
    Integer n = 0;
    for (std::size_t i = 0; i < code.size(); ++i)
      if (cnf_.input_value(code[i].node())) n += power_of_two(i);
    return n;
  }

  const ExprPool& pool_;
  Aig graph_;
  solve::Sat sat_;
  solve::Cnf cnf_;
  Blaster blaster_;
  std::unordered_map<Expr, Bits, ExprHash> codes_;
  std::vector<Lit> fresh_valid_;
};

bool is_constant(const ExprPool& pool, Expr condition, bool value) {
  return condition.is(Op::Constant) && pool.value_of(condition) == Value::boolean(value);
}

std::string with_example(const Obligation& obligation, const std::string& example) {
  const bool is_case = obligation.code == "smv.case-not-exhaustive";
  return fmt::format("{}{} {}", obligation.message, is_case ? ": nothing matches" : ", for example when", example);
}

}  // namespace

bool discharge(const ExprPool& pool, std::span<const Obligation> obligations, Context& context,
               Diagnostics& diagnostics) {
  const std::size_t before = diagnostics.errors();
  Discharger discharger(pool, context);
  std::unordered_map<Expr, solve::Answer, ExprHash> done;
  for (const Obligation& obligation : obligations) {
    if (is_constant(pool, obligation.condition, true)) continue;
    const auto [known, fresh] = done.emplace(obligation.condition, solve::Answer::Unsat);
    if (fresh || known->second == solve::Answer::Sat) known->second = discharger.can_fail(obligation.condition);
    if (known->second == solve::Answer::Unsat) continue;
    if (known->second == solve::Answer::Stopped) {
      diagnostics.warning("model.undecided-check",
                          fmt::format("not decided within limits whether this is always so: {}", obligation.message),
                          obligation.where);
      continue;
    }
    const std::string example = discharger.example(obligation.condition);
    std::string message = example.empty() ? obligation.message : with_example(obligation, example);
    diagnostics.add({obligation.fatal ? Severity::Error : Severity::Warning,
                     obligation.code,
                     std::move(message),
                     obligation.where,
                     {},
                     obligation.help});
  }
  return diagnostics.errors() == before;
}

bool discharge(const TransitionSystem& system, Context& context, Diagnostics& diagnostics) {
  return discharge(*system.pool, system.obligations, context, diagnostics);
}

}  // namespace whynot::encode
