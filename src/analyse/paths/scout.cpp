// Choices are kept with a copy of the program's values; going back takes the last one up again.
#include "analyse/paths/scout.h"

#include <algorithm>
#include <functional>
#include <utility>

namespace whynot::analyse::paths {

using namespace engine::pushdown;

namespace {

constexpr std::uint32_t few_visits = 3, many_visits = 80;  // of one configuration in a run
constexpr std::size_t effort_of_doubt = 1'000;             // that asking somebody else counts as

}  // namespace

Scout::Scout(Product& product, const Tabulation& tabulation, const Distances& distances, const PathsFollow& follow,
             Context& context)
    : product_(product),
      distances_(distances),
      follow_(follow),
      context_(context),
      towards_(product, tabulation, distances) {}

// First without going round loops, then with those that count.
std::optional<Run> Scout::run_to(std::span<const Head> goals, const Doubt& doubt, std::size_t& effort) {
  left_ = towards_(goals);
  stacks_.emplace(product_, distances_, &left_);
  std::size_t part = effort / 2;
  effort -= part;
  for (const std::uint32_t visits : {few_visits, many_visits}) {
    for (const Product::Start& start : product_.starts())
      if (walk(start, {doubt, part, visits})) {
        effort += part;
        return Run{start, std::move(rules_)};
      }
    part += std::exchange(effort, 0);
  }
  effort = part;
  return std::nullopt;
}

Scout::Configuration Scout::start_of(const Product::Start& start) {
  const auto& stack = product_.pds().initial[start.initial].stack;
  Stack below = stacks_->push(product_.bottom(), none, none, false);
  for (std::size_t i = stack.size(); i-- > 1;) below = stacks_->push(stack[i], below, none, false);
  return {product_.head(start.control, stack[0]), below};
}

bool Scout::walk(const Product::Start& start, const Bounds& bounds) {
  at_ = start_of(start);
  follower_ = follow_();
  choices_.clear();
  rules_.clear();
  passed_.clear();
  visits_.clear();
  while (!is_there(start, bounds)) {
    std::vector<std::uint32_t> ways = visits_[key()] < bounds.visits ? ways_from(at_) : std::vector<std::uint32_t>();
    std::optional<std::uint32_t> next;
    if (!ways.empty()) {
      next = ways.back();
      ways.pop_back();
    }
    if (!ways.empty()) choices_.push_back({follower_->copy(), at_, rules_.size(), std::move(ways)});
    do {
      if (bounds.effort == 0 || context_.should_stop()) return false;
      --bounds.effort;
      if (!next) next = go_back();
      if (!next) return false;
    } while (!advance(*std::exchange(next, std::nullopt)));
  }
  return true;
}

// If somebody doubts it, choices that come after the step in question are not taken up again.
bool Scout::is_there(const Product::Start& start, const Bounds& bounds) {
  if (at_.head >= left_.size() || left_[at_.head] != 0) return false;
  bounds.effort -= std::min(bounds.effort, effort_of_doubt);
  const auto impossible = bounds.doubt({start, rules_});
  if (!impossible) return true;
  forget_after(*impossible);
  return false;
}

void Scout::forget_after(std::size_t step) {
  while (!choices_.empty() && choices_.back().depth > step) choices_.pop_back();
}

Scout::Configuration Scout::after(Configuration at, const HeadRule& rule) {
  if (rule.is_call()) return {rule.head, stacks_->push(rule.under, at.stack, none, false)};
  if (!rule.is_exit()) return {rule.head, at.stack};
  return {product_.find_head(rule.to, stacks_->symbol(at.stack)), stacks_->below(at.stack)};
}

std::vector<std::uint32_t> Scout::ways_from(Configuration at) {
  if (product_.is_final(product_.control_of(at.head))) return {};
  std::vector<std::pair<Distance, std::uint32_t>> ways;
  const auto count = static_cast<std::uint32_t>(product_.rules(at.head).size());
  const std::uint32_t first = product_.first_rule(at.head);
  for (std::uint32_t i = first; i < first + count; ++i) {
    const Configuration to = after(at, product_.rule(i));
    const Distance left = to.head == none ? unreachable : stacks_->to_final_from(to.head, to.stack);
    if (left < too_long) ways.emplace_back(left, i);
  }
  std::sort(ways.begin(), ways.end(), std::greater<>());
  std::vector<std::uint32_t> rules;
  rules.reserve(ways.size());
  for (const auto& [left, rule] : ways) rules.push_back(rule);
  return rules;
}

// False if the program cannot: then the follower is of no use any more.
bool Scout::advance(std::uint32_t index) {
  const HeadRule rule = product_.rule(index);
  const auto state = [&](Control c) { return product_.monitor().state(product_.location(c)); };
  if (!follower_->take({rule.rule, rule.event, state(product_.control_of(at_.head)), state(rule.to)})) {
    forget_after(follower_->blame());
    return false;
  }
  passed_.push_back(key());
  ++visits_[passed_.back()];
  rules_.push_back(index);
  at_ = after(at_, rule);
  return true;
}

void Scout::shorten(std::size_t depth) {
  for (; passed_.size() > depth; passed_.pop_back()) --visits_[passed_.back()];
  rules_.resize(depth);
}

// The next rule to try, from where the last choice was.
std::optional<std::uint32_t> Scout::go_back() {
  if (choices_.empty()) return std::nullopt;
  Choice& last = choices_.back();
  const std::uint32_t rule = last.others.back();
  last.others.pop_back();
  at_ = last.at;
  shorten(last.depth);
  if (!last.others.empty()) {
    follower_ = last.before->copy();
    return rule;
  }
  follower_ = std::move(last.before);
  choices_.pop_back();
  return rule;
}

}  // namespace whynot::analyse::paths
