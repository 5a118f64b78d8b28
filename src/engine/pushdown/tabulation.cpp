// A worklist of path edges: steps stay within an entry, calls make entries, exits wake the callers.
#include "engine/pushdown/tabulation.h"

#include "engine/pushdown/pace.h"

namespace whynot::engine::pushdown {

Tabulation::Tabulation(Product& product, bool through_final) : product_(product), through_final_(through_final) {}

Entry Tabulation::new_entry(Head head) {
  heads_.push_back(head);
  callers_.emplace_back();
  exits_.emplace_back();
  return static_cast<Entry>(heads_.size() - 1);
}

Entry Tabulation::add_entry(Head head) {
  if (entry_of_head_.size() <= head) entry_of_head_.resize(std::max<std::size_t>(head + 1, product_.heads()), none);
  if (entry_of_head_[head] == none) {
    entry_of_head_[head] = new_entry(head);
    add_edge(entry_of_head_[head], head);
  }
  return entry_of_head_[head];
}

// An initial stack g0 g1 g2 is entered at g0 from a frame that returns to g1, and so on down to the bottom.
void Tabulation::add_starts() {
  accepting_ = new_entry(none);
  for (const Product::Start& start : product_.starts()) {
    const auto& stack = product_.pds().initial[start.initial].stack;
    Entry below = new_entry(none);
    add_caller(below, {accepting_, product_.bottom()});
    for (std::size_t i = stack.size(); i-- > 1;) {
      const Entry frame = new_entry(none);
      add_caller(frame, {below, stack[i]});
      below = frame;
    }
    add_edge(below, product_.head(start.control, stack[0]));
  }
}

void Tabulation::add_edge(Entry entry, Head head) {
  if (first_entry_.size() <= head) first_entry_.resize(std::max<std::size_t>(head + 1, product_.heads()), none);
  Entry& first = first_entry_[head];
  if (first == entry || (first != none && !edge_set_.insert(pair_key(head, entry)))) return;
  edges_.push_back({entry, head});
  if (first != none) return;
  first = entry;
  if (product_.is_final(product_.control_of(head))) final_heads_.push_back(head);
}

void Tabulation::add_caller(Entry callee, Caller caller) {
  const auto frame =
      frames_.insert(pair_key(caller.entry, caller.symbol), static_cast<std::uint32_t>(frames_.size())).first;
  if (!caller_set_.insert(pair_key(callee, frame))) return;
  callers_[callee].push_back(caller);
  for (std::size_t i = 0; i < exits_[callee].size(); ++i)
    add_edge(caller.entry, product_.head(exits_[callee][i], caller.symbol));
}

void Tabulation::add_exit(Entry entry, Control control) {
  if (!exit_set_.insert(pair_key(entry, control))) return;
  exits_[entry].push_back(control);
  for (std::size_t i = 0; i < callers_[entry].size(); ++i)
    add_edge(callers_[entry][i].entry, product_.head(control, callers_[entry][i].symbol));
}

bool Tabulation::run(Context& context) {
  Pace pace(context);
  for (; next_ < edges_.size(); ++next_) {
    if (stop_at_final_ && !final_heads_.empty()) return true;
    if (edges_.size() > most_edges_) return false;
    const auto [entry, head] = edges_[next_];
    if (!through_final_ && product_.is_final(product_.control_of(head))) continue;
    const auto count = static_cast<std::uint32_t>(product_.rules(head).size());
    const std::uint32_t first = product_.first_rule(head);
    if (pace.should_stop(count + 1)) return false;
    for (std::uint32_t i = first; i < first + count; ++i) {
      const HeadRule rule = product_.rule(i);
      if (!avoided_.empty() && avoided_[rule.rule]) continue;
      if (rule.is_exit())
        add_exit(entry, rule.to);
      else if (rule.is_call())
        add_caller(add_entry(rule.head), {entry, rule.under});
      else
        add_edge(entry, rule.head);
    }
  }
  return true;
}

}  // namespace whynot::engine::pushdown
