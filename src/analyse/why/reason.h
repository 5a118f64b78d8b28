// Why an expression has its value: as few of the leaves it reads as possible, such that its value is the same whatever
// the others are (within their types).
#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <unordered_map>
#include <vector>

#include "expr/expr.h"

namespace whynot::analyse::why {

// The place of a leaf among those that are read.  A variable that stands under `next` only is none of them, and
// whatever is found for it is not looked at: 0.
std::uint32_t leaf_number(const std::vector<Expr>& leaves, Expr leaf);

struct Reason {
  std::vector<Expr> leaves;  // Variables and Nexts, in the order in which the expression reads them
  bool minimal = false;      // none can be left out: shown, not only tried
};

using LeafValue = std::function<Value(Expr leaf)>;

struct ReasonEffort {
  std::uint64_t cases = 20'000;  // gone through to tell whether a leaf matters …
  bool asks_solver = true;       // … or, where there are more, a solver is asked
};

Reason reason(const ExprPool&, Expr, const LeafValue&, const ReasonEffort& = {});

// The same of a few expressions at many steps: each is prepared once.
class Reasons {
 public:
  explicit Reasons(const ExprPool&, const ReasonEffort& = {});
  ~Reasons();

  Reason of(Expr, const LeafValue&);
  Value value(Expr, const LeafValue&);

 private:
  struct Prepared;
  Prepared& prepared(Expr);

  const ExprPool& pool_;
  ReasonEffort effort_;
  std::unordered_map<Expr, std::unique_ptr<Prepared>, ExprHash> known_;
};

inline constexpr std::size_t most_samples = 4096;

// Whether the value is the same whatever leaves besides these are: by evaluation of all cases, or of `samples` chosen
// at random where there are too many.  Nothing of the search for reasons is used.
bool confirms(const ExprPool&, Expr, const LeafValue&, const std::vector<Expr>& kept,
              std::size_t samples = most_samples);

}  // namespace whynot::analyse::why
