// Constants folded, choices that are made already taken: what a synthesis tool leaves behind, read by people.
#pragma once
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "expr/expr.h"

namespace whynot::front::verilog {

class Simplifier {
 public:
  explicit Simplifier(ExprPool& pool) : pool_(pool) {}

  // From now on `value` is written as `name`, wherever it stands.
  void call(Expr value, Expr name) { done_.insert_or_assign(value, name); }

  Expr operator()(Expr);
  // The same, but the expression itself is not replaced by a name.
  Expr below(Expr);

 private:
  Expr make(Expr, std::span<const Expr> args);
  Expr choice(Expr, std::span<const Expr> args);
  std::vector<Expr> arguments(Expr);
  std::optional<bool> constant(Expr) const;

  ExprPool& pool_;
  std::unordered_map<Expr, Expr, ExprHash> done_;
};

// `value` where `given` is known to be true: the same there, anything elsewhere.
Expr assuming(ExprPool&, Expr given, Expr value);

// The same for many values, and for the choices within them.
class Given {
 public:
  Given(ExprPool&, Expr given);
  Expr operator()(Expr);
  // Of what decides the condition; nothing of what it leaves open.
  std::optional<bool> truth(Expr) const;

 private:
  void learn(Expr);
  void learn_choice(Expr choice, bool truth, std::vector<std::pair<Expr, bool>>& open) const;

  ExprPool& pool_;
  std::unordered_map<Expr, bool, ExprHash> known_;
  std::unordered_map<Expr, Expr, ExprHash> done_;
};

}  // namespace whynot::front::verilog
