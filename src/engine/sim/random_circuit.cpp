// 64 evaluations of a circuit at once: free inputs get random bits, choices a random member of their sets, and lanes in
// which a requirement fails are repaired by other choices.
#include "engine/sim/random_circuit.h"

#include <algorithm>
#include <utility>

namespace whynot::engine {
namespace {

using solve::Aig;
using solve::Lit;

constexpr std::size_t most_repairs = 16;

// The nodes that the literals depend on, in their order.
std::vector<std::uint32_t> below(const Aig& graph, std::span<const Lit> roots) {
  std::vector<bool> needed(graph.size(), false);
  std::uint32_t last = 0;
  for (const Lit root : roots) {
    needed[root.node()] = true;
    last = std::max(last, root.node());
  }
  std::vector<std::uint32_t> found;
  for (std::uint32_t n = last; n > 0; --n) {
    if (!needed[n]) continue;
    found.push_back(n);
    if (graph.is_and(n)) needed[graph.left(n).node()] = needed[graph.right(n).node()] = true;
  }
  std::reverse(found.begin(), found.end());
  return found;
}

}  // namespace

RandomCircuit::RandomCircuit(const Aig& graph, Parts parts)
    : graph_(graph),
      parts_(std::move(parts)),
      is_free_(graph.size(), false),
      seen_(graph.size(), 0),
      supports_(parts_.required.size()),
      values_(graph.size(), 0) {
  std::vector<Lit> roots = parts_.wanted;
  roots.insert(roots.end(), parts_.required.begin(), parts_.required.end());
  for (const Choice& choice : parts_.choices)
    for (const Choice::Member& member : choice.members) {
      roots.push_back(member.guard);
      roots.insert(roots.end(), member.code.begin(), member.code.end());
    }
  std::vector<bool> is_given(graph.size(), false);
  for (const Lit input : parts_.given) is_given[input.node()] = true;
  for (const std::uint32_t n : below(graph, roots)) {
    if (graph.is_and(n)) ands_.push_back(n);
    if (graph.is_and(n) || is_given[n]) continue;
    free_.push_back(n);
    is_free_[n] = true;
  }
}

void RandomCircuit::evaluate() {
  for (const std::uint32_t n : ands_) values_[n] = value(graph_.left(n)) & value(graph_.right(n));
  work_ += ands_.size() + free_.size() + 1;
}

Lanes RandomCircuit::choose(Random& random) {
  for (const std::uint32_t n : free_) values_[n] = random.next();
  if (!parts_.choices.empty()) {
    evaluate();
    for (const Choice& choice : parts_.choices) propose(choice, ~Lanes{0}, random);
  }
  evaluate();
  Lanes wrong = repair(random);
  for (std::size_t i = 0; i < most_repairs && wrong; ++i) {
    for (const Choice& choice : parts_.choices) propose(choice, wrong & random.next(), random);
    evaluate();
    wrong = repair(random);
  }
  return ~wrong;
}

// One of the members whose guard holds; each has a chance, wherever it stands.
void RandomCircuit::propose(const Choice& choice, Lanes where, Random& random) {
  if (choice.members.empty() || !where) return;
  const std::size_t count = choice.members.size(), begin = random.below(count);
  for (std::size_t i = 0; i < 2 * count && where; ++i) {
    const Choice::Member& member = choice.members[(begin + i) % count];
    const Lanes here = where & value(member.guard) & (i < count ? random.next() : ~Lanes{0});
    where &= ~here;
    for (std::size_t bit = 0; bit < member.code.size(); ++bit) {
      const Lanes before = value(choice.bits[bit]);
      give(choice.bits[bit], (before & ~here) | (value(member.code[bit]) & here));
    }
  }
}

// The lanes in which something required fails; what it depends on has new values there.
Lanes RandomCircuit::repair(Random& random) {
  Lanes wrong = 0;
  for (std::size_t i = 0; i < parts_.required.size(); ++i) {
    const Lanes here = ~value(parts_.required[i]);
    if (!here) continue;
    wrong |= here;
    for (const std::uint32_t n : support(i)) values_[n] = (values_[n] & ~here) | (random.next() & here);
  }
  return wrong;
}

const std::vector<std::uint32_t>& RandomCircuit::support(std::size_t requirement) {
  auto& known = supports_[requirement];
  if (known) return *known;
  known.emplace();
  std::vector<std::uint32_t> open{parts_.required[requirement].node()};
  while (!open.empty()) {
    const std::uint32_t n = open.back();
    open.pop_back();
    if (std::exchange(seen_[n], requirement + 1) == requirement + 1) continue;
    if (is_free_[n]) known->push_back(n);
    if (graph_.is_and(n)) open.insert(open.end(), {graph_.left(n).node(), graph_.right(n).node()});
  }
  return *known;
}

}  // namespace whynot::engine
