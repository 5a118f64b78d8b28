// Topological order over the heads that matter, then sums of products along it.
#include "engine/pushdown/count.h"

#include <algorithm>
#include <map>
#include <numeric>

#include "engine/pushdown/infinite/components.h"

namespace whynot::engine::pushdown {
namespace {

constexpr std::size_t most_bits = 2000;  // of a number that somebody may want to read

class Counter {
 public:
  Counter(Product& product, const Tabulation& tabulation, const Distances& distances)
      : product_(product), tabulation_(tabulation), distances_(distances), heads_(product.heads()) {}

  std::optional<Integer> run() {
    const std::vector<std::uint32_t> component = strong_components(successors());
    std::vector<Head> order(heads_);
    std::iota(order.begin(), order.end(), 0);
    std::sort(order.begin(), order.end(), [&](Head a, Head b) { return component[a] < component[b]; });
    for (std::size_t i = 1; i < order.size(); ++i)
      if (component[order[i - 1]] == component[order[i]]) return std::nullopt;
    if (has_self_loop_) return std::nullopt;
    finals_.resize(heads_);
    erasures_.resize(heads_);
    for (Head h : order) {
      count(h);
      if (is_too_large(h)) return std::nullopt;
    }
    Integer sum = 0;
    for (const Product::Start& start : product_.starts()) sum += from_start(start);
    return sum;
  }

 private:
  bool matters(Head h) const {
    return h < heads_ && tabulation_.reached(h) &&
           (distances_.to_final(h) != unreachable || !distances_.erasures(h).empty());
  }
  bool is_too_large(Head h) const {
    const auto large = [](const auto& ways) { return bit_width(ways.second) > most_bits; };
    return bit_width(finals_[h]) > most_bits || std::any_of(erasures_[h].begin(), erasures_[h].end(), large);
  }
  bool is_final(Head h) const { return product_.is_final(product_.control_of(h)); }

  // Calls `visit` with each head that runs from `h` may be at next on h's own level or inside a call.
  template <class Visit>
  void each_next(const HeadRule& rule, Visit visit) {
    if (rule.is_exit() || !matters(rule.head)) return;
    visit(rule.head);
    if (!rule.is_call()) return;
    for (const Distances::Erasure& e : distances_.erasures(rule.head))
      if (const Head rest = product_.find_head(e.to, rule.under); matters(rest)) visit(rest);
  }

  std::vector<std::vector<std::uint32_t>> successors() {
    std::vector<std::vector<std::uint32_t>> result(heads_);
    for (Head h = 0; h < heads_; ++h) {
      if (!matters(h) || is_final(h)) continue;
      for (const HeadRule& rule : product_.rules(h))
        each_next(rule, [&](Head next) {
          result[h].push_back(next);
          has_self_loop_ = has_self_loop_ || next == h;
        });
    }
    return result;
  }

  void count(Head h) {
    if (!matters(h)) return;
    if (is_final(h)) return void(finals_[h] = 1);
    for (const HeadRule& rule : product_.rules(h)) {
      if (rule.is_exit()) {
        erasures_[h][rule.to] += 1;
        continue;
      }
      if (!matters(rule.head)) continue;
      finals_[h] += finals_[rule.head];
      for (const auto& [to, ways] : erasures_[rule.head]) {
        if (!rule.is_call()) {
          erasures_[h][to] += ways;
          continue;
        }
        const Head rest = product_.find_head(to, rule.under);
        if (!matters(rest)) continue;
        finals_[h] += ways * finals_[rest];
        for (const auto& [last, further] : erasures_[rest]) erasures_[h][last] += ways * further;
      }
    }
  }

  Integer from_start(const Product::Start& start) {
    const auto& stack = product_.pds().initial[start.initial].stack;
    Integer sum = 0;
    std::map<Control, Integer> at{{start.control, 1}};
    for (std::size_t i = 0; i <= stack.size(); ++i) {
      std::map<Control, Integer> next;
      for (const auto& [control, ways] : at) {
        const Head head = product_.find_head(control, i < stack.size() ? stack[i] : product_.bottom());
        if (!matters(head)) continue;
        sum += ways * finals_[head];
        for (const auto& [to, further] : erasures_[head]) next[to] += ways * further;
      }
      at = std::move(next);
    }
    return sum;
  }

  Product& product_;
  const Tabulation& tabulation_;
  const Distances& distances_;
  std::size_t heads_;
  bool has_self_loop_ = false;
  std::vector<Integer> finals_;
  std::vector<std::map<Control, Integer>> erasures_;
};

}  // namespace

std::optional<Integer> count_traces(Product& product, const Tabulation& tabulation, const Distances& distances) {
  if (tabulation.through_final()) return std::nullopt;
  return Counter(product, tabulation, distances).run();
}

}  // namespace whynot::engine::pushdown
