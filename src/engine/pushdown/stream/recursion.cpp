// Tests a call against the calls that enclose it, by the paper's condition or a repair of it; cheap questions come
// first.
#include "engine/pushdown/stream/recursion.h"

#include <algorithm>

#include "engine/pushdown/infinite/components.h"

namespace whynot::engine::pushdown {
namespace {

constexpr std::uint8_t needed = 1, unneeded = 2;

}  // namespace

Recursion::Recursion(Product& product, const Tabulation& tabulation, const Distances& distances, Stacks& stacks,
                     RecursionMode mode, Context& context)
    : product_(product),
      tabulation_(tabulation),
      distances_(distances),
      stacks_(stacks),
      mode_(mode),
      context_(context) {
  find_recursive_symbols();
}

// Works on the call graph between entry symbols, whatever the control location.  A return symbol that is
// pushed in one procedure only repeats if a procedure called with it leads back to that one; where several
// procedures push it, assume that it may; what stands in an initial stack counts as pushed before.
void Recursion::find_recursive_symbols() {
  const std::size_t symbols = product_.bottom() + 1;
  may_repeat_.assign(symbols, false);
  recursive_.assign(symbols, false);
  const std::uint32_t root = product_.bottom();  // stands for the frames of initial stacks
  const auto symbol_of = [&](Entry e) {
    const Head head = tabulation_.entry_head(e);
    return head == none ? root : product_.symbol_of(head);
  };
  std::vector<std::vector<std::uint32_t>> calls(symbols);
  for (Entry e = 0; e < tabulation_.entries(); ++e)
    for (const Tabulation::Caller& caller : tabulation_.callers(e))
      if (auto& out = calls[symbol_of(caller.entry)]; out.empty() || out.back() != symbol_of(e))
        out.push_back(symbol_of(e));
  const std::vector<std::uint32_t> component = strong_components(calls);
  std::vector<std::uint32_t> sizes(symbols + 1);
  for (std::uint32_t c : component) ++sizes[c];
  for (Symbol s = 0; s < symbols; ++s)
    recursive_[s] =
        s != root && (sizes[component[s]] > 1 || std::find(calls[s].begin(), calls[s].end(), s) != calls[s].end());
  std::vector<std::uint32_t> pushed_in(symbols, none);
  for (Entry e = 0; e < tabulation_.entries(); ++e)
    for (const Tabulation::Caller& caller : tabulation_.callers(e)) {
      const std::uint32_t from = symbol_of(caller.entry), to = symbol_of(e);
      std::uint32_t& before = pushed_in[caller.symbol];
      if ((before != none && before != from) || (recursive_[from] && component[from] == component[to]))
        may_repeat_[caller.symbol] = true;
      before = from;
    }
  for (const PdsConfiguration& initial : product_.pds().initial)
    for (std::size_t i = 1; i < initial.stack.size(); ++i) may_repeat_[initial.stack[i]] = true;
}

Stack Recursion::call(Symbol symbol, Stack below, Head callee) {
  const Head tag = mode_ == RecursionMode::Complete && recursive_[product_.symbol_of(callee)] ? callee : none;
  return stacks_.push(symbol, below, tag, may_repeat_[symbol] || tag != none);
}

Stack Recursion::initial(const std::vector<std::uint32_t>& stack) {
  Stack result = stacks_.push(product_.bottom(), none, none, false);
  for (std::size_t i = stack.size(); i-- > 1;) result = stacks_.push(stack[i], result, none, may_repeat_[stack[i]]);
  return result;
}

bool Recursion::necessary(Stack stack) {
  if (stacks_.mark(stack) == 0) {
    const bool verdict = decide(stack);
    stacks_.mark(stack) = verdict ? needed : unneeded;
  }
  return stacks_.mark(stack) == needed;
}

bool Recursion::decide(Stack stack) {
  // Distances are at hand, effects must be worked out: ask the cheap question first.
  if (mode_ == RecursionMode::Complete && by_distance(stack)) return true;
  return by_effect(stack);
}

bool Recursion::by_distance(Stack stack) {
  const Head entered = stacks_.tag(stack);
  if (entered == none) return true;  // not recursive: there is no enclosing call that entered the same head
  for (Stack s = stacks_.watched_below(stack); s != none; s = stacks_.watched_below(s)) {
    if (stacks_.tag(s) != entered) continue;
    const auto returns = distances_.erasures(entered);
    const bool nearer = std::any_of(returns.begin(), returns.end(), [&](const Distances::Erasure& e) {
      return stacks_.to_final(stack, e.to) < stacks_.to_final(s, e.to);
    });
    if (!nearer) return false;
  }
  return true;
}

bool Recursion::by_effect(Stack stack) {
  const Symbol symbol = stacks_.symbol(stack);
  if (!may_repeat_[symbol]) return true;
  for (Stack s = stacks_.watched_below(stack); s != none; s = stacks_.watched_below(s)) {
    if (stacks_.symbol(s) != symbol) continue;
    if (effect(stack) == effect(s)) return false;
    if (mode_ == RecursionMode::Paper) return true;
  }
  return true;
}

// Effect of erasing the frames down to the deepest one with the same symbol.
std::uint32_t Recursion::effect(Stack stack) {
  std::vector<Stack> same{stack};  // frames with the symbol that are not done yet, topmost first
  while (!effect_of_word_.contains(stacks_.word(same.back()))) {
    Stack lower = stacks_.watched_below(same.back());
    while (lower != none && stacks_.symbol(lower) != stacks_.symbol(stack)) lower = stacks_.watched_below(lower);
    if (lower == none) break;
    same.push_back(lower);
  }
  if (!erase_) erase_.emplace(product_);
  const Effect unknown;
  const auto of_symbol = [&](Symbol symbol) -> const Effect& {
    const Effect* found = erase_->effect(symbol, context_);
    return found ? *found : unknown;
  };
  for (std::size_t i = same.size(); i-- > 0;) {
    const std::uint32_t word = stacks_.word(same[i]);
    if (effect_of_word_.contains(word)) continue;
    Effect sum = of_symbol(stacks_.symbol(stack));
    if (i + 1 < same.size()) {
      for (Stack s = stacks_.below(same[i]); s != same[i + 1] && !context_.should_stop(); s = stacks_.below(s))
        sum = erase_->compose(sum, of_symbol(stacks_.symbol(s)));
      if (!context_.should_stop())
        sum = erase_->compose(sum, *effects_[effect_of_word_.find(stacks_.word(same[i + 1]))]);
    }
    effect_of_word_.assign(word, intern(std::move(sum)));
  }
  return effect_of_word_.find(stacks_.word(stack));
}

std::uint32_t Recursion::intern(Effect effect) {
  const auto [at, fresh] = effect_ids_.try_emplace(std::move(effect), static_cast<std::uint32_t>(effects_.size()));
  if (fresh) effects_.push_back(&at->first);
  return at->second;
}

}  // namespace whynot::engine::pushdown
