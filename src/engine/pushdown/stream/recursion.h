// Which calls are necessary recursion: the second condition of Definition 3, and two repairs of it.
//
//  paper     A call is necessary unless the nearest enclosing call with the same return symbol has the same
//            Effect of erasing the stack down to the first such call.  Literal; the set of traces may be
//            infinite, and may be empty although there is a violation.
//  distinct  The effect must differ from that of *all* enclosing calls with the same return symbol.  Finite:
//            a symbol nests at most as often as there are effects.
//  complete  A call is also necessary if it brings a final state nearer: some control location in which the
//            procedure may return reaches a final state in fewer steps over this stack than over the stack
//            of every enclosing call that entered the same head.
//
// Why `complete` is empty only if nothing is violated: on a shortest trace the distance to the final state
// falls with each step, so of two nested calls that enter the same head the inner one is nearer; as both
// have the same ways through the procedure, some return must be nearer over the inner stack.  Hence all
// shortest traces qualify.  Why it is finite: calls admitted by `distinct` nest finitely often, and in an
// infinite nesting of the others one head would be entered infinitely often with vectors of distances of
// which none is at least an earlier one in all components, against Dickson's lemma; so stacks are bounded
// along every nesting, and by König's lemma altogether.
#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "base/context.h"
#include "engine/pushdown/erase.h"
#include "engine/pushdown/stream/stacks.h"
#include "engine/pushdown/tabulation.h"

namespace whynot::engine::pushdown {

enum class RecursionMode { Paper, Distinct, Complete };

class Recursion {
 public:
  Recursion(Product&, const Tabulation&, const Distances&, Stacks&, RecursionMode, Context&);

  // The stack after a call that enters `callee` and is to return to `symbol`.
  Stack call(Symbol symbol, Stack below, Head callee);
  // What lies below the top of an initial stack.
  Stack initial(const std::vector<std::uint32_t>& stack);
  // Whether the call that pushed the topmost frame was necessary.
  bool necessary(Stack);

 private:
  void find_recursive_symbols();
  bool decide(Stack);
  bool by_effect(Stack);
  bool by_distance(Stack);
  std::uint32_t effect(Stack);  // an id; equal ids are equal effects
  std::uint32_t intern(Effect);

  Product& product_;
  const Tabulation& tabulation_;
  const Distances& distances_;
  Stacks& stacks_;
  RecursionMode mode_;
  Context& context_;
  std::vector<bool> may_repeat_;  // by symbol: may be twice on a stack
  std::vector<bool> recursive_;   // by symbol: a procedure entered here may be entered again before it returns
  std::optional<Erase> erase_;    // made when first needed
  std::map<Effect, std::uint32_t> effect_ids_;
  std::vector<const Effect*> effects_;
  FlatMap effect_of_word_;
};

}  // namespace whynot::engine::pushdown
