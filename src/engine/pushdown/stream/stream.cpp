// A queue of prefixes by the length of their best completion; the best one is split at each pop.
#include "engine/pushdown/stream/stream.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/check.h"

namespace whynot::engine::pushdown {
namespace {

constexpr Distance longest_trace = 5'000'000;  // steps; nobody reads longer ones
constexpr std::uint32_t first_budget = 1 << 12;

}  // namespace

Stream::Stream(Product& product, const Tabulation& tabulation, const Distances& distances, StreamOptions options,
               Context& context)
    : product_(product),
      tabulation_(tabulation),
      options_(options),
      context_(context),
      pace_(context),
      stacks_(product, distances),
      recursion_(product, tabulation, distances, stacks_, options.mode, context) {
  for (std::uint32_t i = 0; i < product_.starts().size(); ++i) {
    const Configuration at = start(i);
    const Distance length = to_final(at);
    if (length == unreachable) continue;
    if (options_.max_stack && stacks_.height(at.stack) + 1 > *options_.max_stack) continue;
    queue_.push(length, {none, i, first_budget});
    ++queued_;
  }
}

std::optional<Run> Stream::next() {
  while (!queue_.empty() && stopped_.empty()) {
    const auto [bound, candidate] = queue_.pop();
    --queued_;
    bound_ = bound;
    if (out_of_bounds()) break;
    const Configuration at = configuration(candidate);
    const Distance depth = candidate.parent == none ? 0 : prefixes_[candidate.parent].depth + 1;
    seen_.clear();
    mark_prefix(candidate.parent);
    const Completion completion = complete(at, candidate.budget);
    if (context_.should_stop()) {
      stopped_ = context_.stop_reason();
      break;
    }
    if (completion.outcome == Completion::Outcome::None) continue;
    const Distance length = std::max(bound, plus(depth, completion.length));
    if (completion.outcome == Completion::Outcome::Found && length == bound) {
      if (auto run = emit(candidate, at, length)) return run;
      continue;
    }
    const bool later = completion.outcome == Completion::Outcome::Later;
    queue_.push(length, {candidate.parent, candidate.rule,
                         later ? std::min(candidate.budget, 1u << 30) * 2 : candidate.budget});
    ++queued_;
  }
  return std::nullopt;
}

bool Stream::out_of_bounds() {
  if (bound_ > longest_trace)
    stopped_ = fmt::format("the next counterexample has more than {} steps", longest_trace);
  else if (prefixes_.size() + stacks_.size() + queued_ > options_.max_nodes)
    stopped_ = "memory bound of the enumeration";
  else if (context_.should_stop())
    stopped_ = context_.stop_reason();
  return !stopped_.empty();
}

Stream::Configuration Stream::start(std::uint32_t index) {
  const Product::Start& start = product_.starts()[index];
  const auto& stack = product_.pds().initial[start.initial].stack;
  return {product_.head(start.control, stack[0]), recursion_.initial(stack)};
}

Stream::Configuration Stream::configuration(const Candidate& candidate) {
  if (candidate.parent == none) return start(candidate.rule);
  return step(prefixes_[candidate.parent].at, product_.rule(candidate.rule));
}

// The stack may get a frame whose call `allowed` then refuses.
Stream::Configuration Stream::step(Configuration at, const HeadRule& rule) {
  if (rule.is_call()) return {rule.head, recursion_.call(rule.under, at.stack, rule.head)};
  if (!rule.is_exit()) return {rule.head, at.stack};
  return {product_.find_head(rule.to, stacks_.symbol(at.stack)), stacks_.below(at.stack)};
}

// Indices rather than a span: deciding on a call may add rules to the product.
std::pair<std::uint32_t, std::uint32_t> Stream::rules_of(Configuration at) {
  const auto count = static_cast<std::uint32_t>(product_.rules(at.head).size());
  return {product_.first_rule(at.head), product_.first_rule(at.head) + count};
}

bool Stream::allowed(Configuration to, const HeadRule& rule) {
  if (!rule.is_call()) return true;
  if (options_.max_stack && stacks_.height(to.stack) + 1 > *options_.max_stack) return false;
  return recursion_.necessary(to.stack);
}

void Stream::mark_prefix(std::uint32_t prefix) {
  for (; prefix != none; prefix = prefixes_[prefix].parent) seen_.insert(key(prefixes_[prefix].at));
}

Stream::Completion Stream::complete(Configuration at, std::uint32_t budget) {
  completion_.clear();
  if (follow_distances(at)) return {Completion::Outcome::Found, static_cast<Distance>(completion_.size())};
  return search(at, budget);
}

// Down the distances: no configuration can come twice, only those of the prefix must be avoided.
bool Stream::follow_distances(Configuration at) {
  for (Distance left = to_final(at); left > 0; --left) {
    const auto [first, end] = rules_of(at);
    if (pace_.should_stop(end - first + 1)) return false;
    std::uint32_t chosen = none;
    Configuration to;
    for (std::uint32_t i = first; i < end && chosen == none; ++i) {
      const HeadRule rule = product_.rule(i);
      to = step(at, rule);
      if (to_final(to) == left - 1 && !seen_.contains(key(to)) && allowed(to, rule)) chosen = i;
    }
    if (chosen == none) return false;
    completion_.push_back(chosen);
    at = to;
  }
  return true;
}

// Best first, by steps so far plus distance.  A frame's necessity depends on the frames below it only, so
// that configurations can be looked at one by one; where equal stacks differ in tags, a completion may turn
// out to run through one word twice, which makes its length a bound and costs no trace.
Stream::Completion Stream::search(Configuration from, std::uint32_t budget) {
  struct Node {
    Configuration at;
    std::uint32_t parent, rule;
    Distance depth;
  };
  std::vector<Node> nodes{{from, none, none, 0}};
  FlatMap best;
  RadixHeap<std::uint32_t> open;
  const std::uint64_t origin = key(from);
  best.assign(pair_key(from.head, from.stack), 0);
  open.push(to_final(from), 0);
  for (std::uint32_t expanded = 0; !open.empty(); ++expanded) {
    const auto [bound, index] = open.pop();
    const Node node = nodes[index];
    if (best.find(pair_key(node.at.head, node.at.stack)) != index) continue;
    if (is_final(node.at)) {
      completion_.clear();
      for (std::uint32_t i = index; nodes[i].parent != none; i = nodes[i].parent) completion_.push_back(nodes[i].rule);
      std::reverse(completion_.begin(), completion_.end());
      return {Completion::Outcome::Found, node.depth};
    }
    if (expanded >= budget) return {Completion::Outcome::Later, bound};
    const auto [first, end] = rules_of(node.at);
    if (pace_.should_stop(end - first + 1)) return {};
    for (std::uint32_t i = first; i < end; ++i) {
      const HeadRule rule = product_.rule(i);
      const Configuration to = step(node.at, rule);
      const Distance left = to_final(to);
      if (left == unreachable || key(to) == origin || seen_.contains(key(to)) || !allowed(to, rule)) continue;
      const auto next = static_cast<std::uint32_t>(nodes.size());
      const auto [known, fresh] = best.insert(pair_key(to.head, to.stack), next);
      if (!fresh) {
        if (nodes[known].depth <= node.depth + 1) continue;
        best.assign(pair_key(to.head, to.stack), next);
      }
      nodes.push_back({to, index, i, node.depth + 1});
      open.push(plus(node.depth + 1, left), next);
    }
  }
  return {};
}

// Lays the completed candidate down as prefixes and turns the steps that leave it into candidates.  Nothing
// if the completion comes back to a word it has been at: the steps that leave it before count all the same.
std::optional<Run> Stream::emit(const Candidate& candidate, Configuration at, Distance length) {
  const Distance depth = candidate.parent == none ? 0 : prefixes_[candidate.parent].depth + 1;
  prefixes_.push_back({at, candidate.parent, candidate.rule, depth});
  for (std::size_t i = 0;; ++i) {
    const auto last = static_cast<std::uint32_t>(prefixes_.size() - 1);
    const std::uint32_t chosen = i < completion_.size() ? completion_[i] : none;
    seen_.insert(key(prefixes_[last].at));
    add_candidates(last, chosen, length);
    if (chosen == none) break;
    const Configuration to = step(prefixes_[last].at, product_.rule(chosen));
    if (seen_.contains(key(to))) return std::nullopt;
    prefixes_.push_back({to, last, chosen, prefixes_[last].depth + 1});
  }
  Run run;
  run.rules.resize(prefixes_.back().depth);
  std::uint32_t p = static_cast<std::uint32_t>(prefixes_.size() - 1);
  for (std::size_t i = run.rules.size(); i-- > 0; p = prefixes_[p].parent) run.rules[i] = prefixes_[p].rule;
  run.start = product_.starts()[prefixes_[p].rule];
  return run;
}

void Stream::add_candidates(std::uint32_t prefix, std::uint32_t except, Distance at_least) {
  const Prefix at = prefixes_[prefix];
  if (!goes_on(at.at)) return;
  const auto [first, end] = rules_of(at.at);
  if (pace_.should_stop(end - first + 1)) return void(stopped_ = context_.stop_reason());
  for (std::uint32_t i = first; i < end; ++i) {
    if (i == except) continue;
    const HeadRule rule = product_.rule(i);
    const Configuration to = step(at.at, rule);
    const Distance left = to_final(to);
    if (left == unreachable || seen_.contains(key(to)) || !allowed(to, rule)) continue;
    // No trace through here is shorter than the one that was just completed from an earlier prefix.
    queue_.push(std::max(at_least, plus(at.depth + 1, left)), {prefix, i, first_budget});
    ++queued_;
  }
}

}  // namespace whynot::engine::pushdown
