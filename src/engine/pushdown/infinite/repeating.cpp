// Strongly connected components of the head graph, with the edges that pass a repeat location marked.
#include "engine/pushdown/infinite/repeating.h"

#include <algorithm>
#include <map>

#include "base/check.h"
#include "engine/pushdown/infinite/components.h"
#include "engine/pushdown/pace.h"
#include "engine/pushdown/table/radix_heap.h"

namespace whynot::engine::pushdown {
namespace {

constexpr Distance longest_lasso = 5'000'000;  // steps; nobody reads longer ones
// Of a component, for the shortest lasso: each head that is tried costs a search of the component.
constexpr std::size_t heads_tried = 200, heads_searched = 1'000'000;

}  // namespace

Repeating::Repeating(Product& product, const Tabulation& tabulation, Context& context)
    : product_(product), tabulation_(tabulation), erasures_(product, tabulation, context) {
  if (!erasures_.complete()) return;
  find_origins();
  if (!find_arrivals(context)) return;
  find_components();
  complete_ = true;
}

// Calls f with each edge of the graph of heads.
template <class F>
void Repeating::for_each_edge(Head h, F f) const {
  if (!tabulation_.expands(h)) return;
  const bool visits = product_.is_repeat(product_.control_of(h));
  std::uint32_t index = product_.first_rule(h);
  for (const HeadRule& rule : product_.rules(h)) {
    const std::uint32_t at = index++;
    if (rule.is_exit()) continue;
    f(Edge{rule.head, 1, at, none, visits});
    if (!rule.is_call()) continue;
    for (std::uint32_t e = erasures_.first(rule.head); e != none; e = erasures_.fact(e).next) {
      const Erasures::Fact& erasure = erasures_.fact(e);
      const Head back = product_.find_head(erasure.to, rule.under);
      WHYNOT_CHECK(back != none, "where a call comes back should have been tabulated");
      f(Edge{back, plus(erasure.steps, 1), at, e, visits || erasure.visits});
    }
  }
}

// An initial stack g0 g1 … starts at the head of g0, and at those of g1 in which g0 can be erased, and so on.
void Repeating::find_origins() {
  for (std::uint32_t s = 0; s < product_.starts().size(); ++s) {
    const Product::Start& start = product_.starts()[s];
    const auto& stack = product_.pds().initial[start.initial].stack;
    std::map<Control, Origin> level{{start.control, {s, none, none, none, 0}}};
    for (std::uint32_t symbol : stack) {
      std::map<Control, Origin> next;
      for (auto& [control, origin] : level) {
        origin.head = product_.find_head(control, symbol);
        WHYNOT_CHECK(origin.head != none, "an initial stack's heads should have been tabulated");
        const auto self = static_cast<std::uint32_t>(origins_.size());
        origins_.push_back(origin);
        for (std::uint32_t e = erasures_.first(origin.head); e != none; e = erasures_.fact(e).next) {
          const Origin below{s, self, e, none, plus(origin.steps, erasures_.fact(e).steps)};
          const auto [at, fresh] = next.try_emplace(erasures_.fact(e).to, below);
          if (!fresh && below.steps < at->second.steps) at->second = below;
        }
      }
      level = std::move(next);
    }
  }
}

bool Repeating::find_arrivals(Context& context) {
  arrivals_.resize(product_.heads());
  RadixHeap<std::pair<Head, Arrival>> queue;
  for (std::uint32_t o = 0; o < origins_.size(); ++o)
    queue.push(origins_[o].steps, {origins_[o].head, {origins_[o].steps, none, {none, 0, o, none, false}}});
  Pace pace(context);
  while (!queue.empty()) {
    const auto [head, arrival] = queue.pop().second;
    if (pace.should_stop(product_.rules(head).size() + 1)) return false;
    if (arrivals_[head].steps != unreachable) continue;
    arrivals_[head] = arrival;
    for_each_edge(head, [&, from = head, so_far = arrival.steps](const Edge& edge) {
      if (arrivals_[edge.to].steps != unreachable) return;
      const Distance steps = plus(so_far, edge.steps);
      queue.push(steps, {edge.to, {steps, from, edge}});
    });
  }
  return true;
}

void Repeating::find_components() {
  std::vector<std::vector<std::uint32_t>> successors(product_.heads());
  for (Head h = 0; h < successors.size(); ++h)
    for_each_edge(h, [&](const Edge& edge) { successors[h].push_back(edge.to); });
  component_ = strong_components(successors);
  std::vector<bool> repeats(successors.size());  // by component
  for (Head h = 0; h < successors.size(); ++h)
    for_each_edge(h, [&](const Edge& edge) {
      if (edge.visits && component_[edge.to] == component_[h]) repeats[component_[h]] = true;
    });
  std::map<std::uint32_t, std::vector<Head>> members;
  for (Head h = 0; h < successors.size(); ++h)
    if (tabulation_.reached(h) && repeats[component_[h]]) members[component_[h]].push_back(h);
  const auto sooner = [&](Head a, Head b) {
    return std::pair(arrivals_[a].steps, a) < std::pair(arrivals_[b].steps, b);
  };
  for (auto& [component, heads] : members) {
    std::sort(heads.begin(), heads.end(), sooner);
    members_.push_back(std::move(heads));
  }
  std::sort(members_.begin(), members_.end(), [&](const auto& a, const auto& b) { return sooner(a[0], b[0]); });
}

// Dijkstra over heads of the component, each with and without a visit on the way.
Repeating::Round Repeating::round(Head origin, Context& context) const {
  struct Reached {
    std::uint32_t before;
    Edge edge;
  };
  std::vector<std::pair<std::uint32_t, Reached>> done;  // (head and visit, how)
  std::map<std::uint32_t, std::uint32_t> index;         // into done
  RadixHeap<std::pair<std::uint32_t, Reached>> queue;
  queue.push(0, {origin * 2, {none, {}}});
  Pace pace(context);
  while (!queue.empty()) {
    const auto [steps, item] = queue.pop();
    if (pace.should_stop(product_.rules(item.first / 2).size() + 1)) break;
    const auto self = static_cast<std::uint32_t>(done.size());
    const bool start = done.empty(), closes = item.first == origin * 2 + 1 && !start;
    if (!index.try_emplace(item.first, self).second) continue;
    done.push_back(item);
    if (closes) {
      Round result{steps, {}};
      for (std::uint32_t at = self; done[at].second.before != none; at = done[at].second.before)
        result.edges.push_back(done[at].second.edge);
      std::reverse(result.edges.begin(), result.edges.end());
      return result;
    }
    const bool visited = item.first % 2;
    for_each_edge(item.first / 2, [&, so_far = steps](const Edge& edge) {
      if (component_[edge.to] != component_[origin]) return;
      const std::uint32_t to = edge.to * 2 + (visited || edge.visits);
      if (!index.contains(to)) queue.push(plus(so_far, edge.steps), {to, {self, edge}});
    });
  }
  return {};
}

void Repeating::append(const Edge& edge, std::vector<std::uint32_t>& rules) const {
  rules.push_back(edge.rule);
  if (edge.erasure != none) erasures_.append(edge.erasure, rules);
}

Lasso Repeating::written(Head head, const Round& round) const {
  std::vector<Edge> edges;
  Arrival at = arrivals_[head];
  for (; at.from != none; at = arrivals_[at.from]) edges.push_back(at.edge);
  std::vector<std::uint32_t> erased;  // of the initial stack, the last first
  std::uint32_t origin = at.edge.rule;
  for (; origins_[origin].above != none; origin = origins_[origin].above) erased.push_back(origins_[origin].erasure);
  Lasso result;
  result.start = product_.starts()[origins_[origin].start];
  for (std::size_t i = erased.size(); i-- > 0;) erasures_.append(erased[i], result.stem);
  for (std::size_t i = edges.size(); i-- > 0;) append(edges[i], result.stem);
  for (const Edge& edge : round.edges) append(edge, result.loop);
  return result;
}

std::optional<Lasso> Repeating::lasso(std::size_t component, Context& context) const {
  const std::vector<Head>& heads = members_[component];
  Round best;
  Head at = none;
  Distance least = unreachable;
  const std::size_t tried = std::min({heads.size(), heads_tried, 1 + heads_searched / heads.size()});
  for (std::size_t i = 0; i < tried && arrivals_[heads[i]].steps < least; ++i) {
    Round round = this->round(heads[i], context);
    const Distance total = plus(arrivals_[heads[i]].steps, round.steps);
    if (total >= least) continue;
    least = total;
    at = heads[i];
    best = std::move(round);
  }
  if (least > longest_lasso || context.should_stop()) return std::nullopt;
  return written(at, best);
}

}  // namespace whynot::engine::pushdown
