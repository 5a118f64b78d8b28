// Dijkstra over hops; erasures are opened by walking down their distances.
#include "engine/pushdown/nearest.h"

#include <algorithm>
#include <map>

#include "base/check.h"
#include "engine/pushdown/pace.h"

namespace whynot::engine::pushdown {
namespace {

constexpr Distance longest_run = 1'000'000;  // steps; nobody reads longer ones

}  // namespace

Nearest::Nearest(Product& product, const Tabulation& tabulation, const Distances& distances, Context& context)
    : product_(product), tabulation_(tabulation), distances_(distances) {
  hops_.resize(product.heads());
  for (std::uint32_t s = 0; s < product.starts().size(); ++s) add_bases(s);
  Queue queue;
  for (std::uint32_t b = 0; b < bases_.size(); ++b)
    queue.push(bases_[b].steps, {bases_[b].head, {bases_[b].steps, none, b}});
  Pace pace(context);
  while (!queue.empty()) {
    const auto [steps, reached] = queue.pop();
    if (hops_[reached.first].steps != unreachable) continue;
    hops_[reached.first] = reached.second;
    if (pace.should_stop(1)) return;
    leave(reached.first, queue);
  }
  complete_ = true;
}

// The frames of an initial stack from the top down, by where the frames above them can be erased.
void Nearest::add_bases(std::uint32_t start) {
  const Product::Start& at = product_.starts()[start];
  const auto& stack = product_.pds().initial[at.initial].stack;
  bases_.push_back({product_.head(at.control, stack[0]), 0, none, none, start});
  std::size_t first = bases_.size() - 1;
  for (std::size_t level = 1; level <= stack.size(); ++level) {
    const Symbol symbol = level < stack.size() ? stack[level] : product_.bottom();
    std::map<Control, Base> best;
    for (std::size_t b = first; b < bases_.size(); ++b)
      for (const Distances::Erasure& e : distances_.erasures(bases_[b].head)) {
        const Head head = product_.find_head(e.to, symbol);
        if (head >= hops_.size()) continue;
        const Base next{head, plus(bases_[b].steps, e.steps), static_cast<std::uint32_t>(b), e.to, start};
        const auto [known, fresh] = best.try_emplace(e.to, next);
        if (!fresh && next.steps < known->second.steps) known->second = next;
      }
    first = bases_.size();
    for (const auto& [control, base] : best) bases_.push_back(base);
  }
}

void Nearest::leave(Head head, Queue& queue) {
  if (!tabulation_.expands(head)) return;
  const Distance so_far = hops_[head].steps;
  const auto offer = [&](Head to, Hop hop) {
    if (to < hops_.size() && hops_[to].steps == unreachable) queue.push(hop.steps, {to, hop});
  };
  const auto count = static_cast<std::uint32_t>(product_.rules(head).size());
  const std::uint32_t first = product_.first_rule(head);
  for (std::uint32_t i = first; i < first + count; ++i) {
    const HeadRule rule = product_.rule(i);
    if (rule.is_exit()) continue;
    offer(rule.head, {plus(so_far, 1), head, i});
    if (!rule.is_call()) continue;
    for (const Distances::Erasure& e : distances_.erasures(rule.head))
      offer(product_.find_head(e.to, rule.under), {plus(plus(so_far, 1), e.steps), head, i, e.to});
  }
}

std::optional<Run> Nearest::run_to(Head head) const {
  if (steps(head) > longest_run) return std::nullopt;
  std::vector<Head> way;
  for (Head at = head; at != none; at = hops_[at].from) way.push_back(at);
  Run run;
  append_base(hops_[way.back()].by, run);
  for (std::size_t i = way.size() - 1; i-- > 0;) {
    const Hop& hop = hops_[way[i]];
    run.rules.push_back(hop.by);
    if (hop.erased_in != none) append_erasure(product_.rule(hop.by).head, hop.erased_in, run.rules);
  }
  WHYNOT_CHECK(run.rules.size() == steps(head), "a shortest run should be as long as its distance");
  return run;
}

void Nearest::append_base(std::uint32_t base, Run& run) const {
  std::vector<std::uint32_t> frames;
  for (; base != none; base = bases_[base].above) frames.push_back(base);
  run.start = product_.starts()[bases_[frames.back()].start];
  for (std::size_t i = frames.size() - 1; i-- > 0;)
    append_erasure(bases_[bases_[frames[i]].above].head, bases_[frames[i]].erased_in, run.rules);
}

std::optional<Distance> Nearest::erased(Head head, Control to) const {
  for (const Distances::Erasure& e : distances_.erasures(head))
    if (e.to == to) return e.steps;
  return std::nullopt;
}

// Some rule leads on along the distances: out at once, to a head that is one step nearer, or into a call that comes
// back in a control location from which the rest is as far as is left.
void Nearest::append_erasure(Head head, Control to, std::vector<std::uint32_t>& rules) const {
  std::vector<std::pair<Head, Control>> open{{head, to}};
  while (!open.empty()) {
    const auto [at, goal] = open.back();
    open.pop_back();
    const Distance left = *erased(at, goal) - 1;
    const auto count = static_cast<std::uint32_t>(product_.rules(at).size());
    const std::uint32_t first = product_.first_rule(at);
    for (std::uint32_t i = first, size = static_cast<std::uint32_t>(rules.size()); rules.size() == size; ++i) {
      WHYNOT_CHECK(i < first + count, "some rule should bring the erasure nearer");
      const HeadRule rule = product_.rule(i);
      if (rule.is_exit() && left == 0 && rule.to == goal) rules.push_back(i);
      if (rule.is_exit()) continue;
      if (!rule.is_call() && erased(rule.head, goal) == left) {
        rules.push_back(i);
        open.push_back({rule.head, goal});
      }
      if (!rule.is_call()) continue;
      for (const Distances::Erasure& e : distances_.erasures(rule.head)) {
        const Head rest = product_.find_head(e.to, rule.under);
        const auto further = rest == none ? std::nullopt : erased(rest, goal);
        if (!further || plus(e.steps, *further) != left) continue;
        rules.push_back(i);
        open.push_back({rest, goal});
        open.push_back({rule.head, e.to});
        break;
      }
    }
  }
}

}  // namespace whynot::engine::pushdown
