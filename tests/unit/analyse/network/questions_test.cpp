// Questions about all headers against walking each header on its own.
#include "analyse/network/questions.h"

#include <gtest/gtest.h>

#include <set>

#include "base/random.h"
#include "support/rounds.h"

namespace whynot::analyse::network {
namespace {

constexpr std::size_t dst = net::index_of(net::Field::IpDst), src = net::index_of(net::Field::IpSrc);
constexpr std::uint32_t addresses = 1024, sources = 4;

// Routers with prefixes of destinations, now and then a condition on sources or on any bits, and two next hops.
net::Network random_network(Random& random, std::size_t routers, std::size_t ends) {
  net::Network network;
  network.widths[dst] = 10;
  network.widths[src] = 2;
  network.first_end = routers;
  for (std::size_t r = 0; r < routers; ++r) {
    net::Location location{"r" + std::to_string(r), {}};
    const std::size_t rules = random.below(9);
    for (std::size_t i = 0; i < rules; ++i) {
      net::Rule rule;
      const std::size_t length = random.below(11);
      std::uint32_t mask = (addresses - 1) & ~((addresses >> length) - 1);
      if (random.chance(15)) mask = static_cast<std::uint32_t>(random.below(addresses));
      rule.when[dst] = {static_cast<std::uint32_t>(random.below(addresses)) & mask, mask};
      if (random.chance(20)) {
        const auto bits = static_cast<std::uint32_t>(random.below(sources));
        rule.when[src] = {static_cast<std::uint32_t>(random.below(sources)) & bits, bits};
      }
      rule.to.push_back(random.below(routers + ends + 1));
      if (random.chance(15)) rule.to.push_back(random.below(routers + ends + 1));
      location.rules.push_back(rule);
    }
    network.locations.push_back(location);
  }
  for (std::size_t e = 0; e < ends; ++e) network.locations.push_back({"e" + std::to_string(e), {}});
  network.locations.push_back({"drop", {}});
  return network;
}

std::vector<std::size_t> steps_of(const net::Network& n, std::size_t at, std::uint32_t d, std::uint32_t s) {
  if (at >= n.first_end) return {at};
  for (const net::Rule& r : n.locations[at].rules)
    if ((d & r.when[dst].mask) == r.when[dst].value && (s & r.when[src].mask) == r.when[src].value) return r.to;
  return {n.locations.size() - 1};
}

// Whether every way that takes at most as many steps as there are locations comes to the goal.
bool arrives_plainly(const net::Network& n, std::size_t from, std::size_t goal, std::uint32_t d, std::uint32_t s) {
  std::set<std::size_t> now = {from};
  for (std::size_t i = 0; i <= n.locations.size(); ++i) {
    now.erase(goal);
    std::set<std::size_t> next;
    for (std::size_t at : now)
      for (std::size_t to : steps_of(n, at, d, s)) next.insert(to);
    now = std::move(next);
  }
  now.erase(goal);
  return now.empty();
}
bool circles_plainly(const net::Network& n, std::size_t from, std::uint32_t d, std::uint32_t s) {
  std::set<std::size_t> now = {from};
  for (std::size_t i = 0; i <= n.locations.size(); ++i) {
    std::set<std::size_t> next;
    for (std::size_t at : now)
      if (at < n.first_end)
        for (std::size_t to : steps_of(n, at, d, s)) next.insert(to);
    now = std::move(next);
  }
  return !now.empty();
}
std::set<std::pair<std::size_t, std::size_t>> edges_plainly(const net::Network& n, std::size_t from, std::size_t goal,
                                                            std::uint32_t d, std::uint32_t s) {
  std::set<std::size_t> now = {from};
  std::set<std::pair<std::size_t, std::size_t>> edges;
  for (std::size_t i = 0; i <= n.locations.size(); ++i) {
    std::set<std::size_t> next;
    for (std::size_t at : now)
      if (at != goal && at < n.first_end)
        for (std::size_t to : steps_of(n, at, d, s)) {
          edges.insert({at, to});
          next.insert(to);
        }
    now.insert(next.begin(), next.end());
  }
  return edges;
}

std::set<std::uint32_t> members(const std::vector<net::Ternary>& blocks) {
  std::set<std::uint32_t> all;
  for (const net::Ternary& b : blocks)
    for (std::uint32_t d = 0; d < addresses; ++d)
      if (b.matches(d)) all.insert(d);
  return all;
}

template <class Holds>
std::set<std::uint32_t> all_for_which(Holds holds) {
  std::set<std::uint32_t> all;
  for (std::uint32_t d = 0; d < addresses; ++d)
    for (std::uint32_t s = 0; s < sources; ++s)
      if (holds(d, s)) all.insert(d);
  return all;
}

TEST(NetworkQuestions, AgreeWithEachAddressWalked) {
  Context context;
  Random random(11);
  std::size_t loops = 0;
  for (std::size_t round = 0; round < rounds(20); ++round) {
    const net::Network n = random_network(random, 1 + random.below(12), 1 + random.below(4));
    const auto looped = looping(n, net::Field::IpDst, context);
    ASSERT_TRUE(looped);
    EXPECT_EQ(members(looped->blocks), all_for_which([&](std::uint32_t d, std::uint32_t s) {
                for (std::size_t from = 0; from < n.first_end; ++from)
                  if (circles_plainly(n, from, d, s)) return true;
                return false;
              }));
    if (looped->example) {
      ++loops;
      EXPECT_TRUE(is_run(n, looped->example->header, looped->example->way));
      EXPECT_LT(looped->example->way.locations[*looped->example->way.loop], n.first_end);
    }
    for (int pair = 0; pair < 4; ++pair) {
      const std::size_t from = random.below(n.first_end), to = random.below(n.locations.size());
      net::Match when = {};
      if (random.chance(50)) when[dst] = {static_cast<std::uint32_t>(random.below(8)) << 7, 7u << 7};
      const auto found = not_arriving(n, net::Field::IpDst, {from, to}, when, context);
      ASSERT_TRUE(found);
      EXPECT_EQ(members(found->blocks), all_for_which([&](std::uint32_t d, std::uint32_t s) {
                  return when[dst].matches(d) && !arrives_plainly(n, from, to, d, s);
                }));
      if (found->example) EXPECT_TRUE(is_run(n, found->example->header, found->example->way));
    }
    const auto sources_found = not_arriving(n, net::Field::IpSrc, {0, n.first_end}, {}, context);
    ASSERT_TRUE(sources_found);
    for (std::uint32_t s = 0; s < sources; ++s) {
      bool some = false;
      for (std::uint32_t d = 0; d < addresses && !some; ++d) some = !arrives_plainly(n, 0, n.first_end, d, s);
      EXPECT_EQ(members(sources_found->blocks).count(s) > 0, some);
    }
  }
  EXPECT_GT(loops, rounds(2));
}

// All pairs of starts and ends, and some of any two locations.
TEST(NetworkQuestions, DifferencesAgreeWithEachAddressWalked) {
  Context context;
  Random random(5);
  std::size_t lost = 0, rerouted = 0;
  for (std::size_t round = 0; round < rounds(12); ++round) {
    const net::Network before = random_network(random, 1 + random.below(6), 2);
    net::Network after = before;
    for (int change = 0; change < 3; ++change) {
      auto& rules = after.locations[random.below(after.first_end)].rules;
      if (!rules.empty()) rules[random.below(rules.size())].to = {random.below(after.locations.size())};
    }
    DifferenceQuestion asked;
    asked.any = asked.loops = true;
    const auto found = difference(before, after, net::Field::IpDst, asked, context);
    ASSERT_TRUE(found);
    for (std::size_t from = 0; from < before.first_end; ++from)
      for (std::size_t to = before.first_end; to < before.drop(); ++to) {
        const auto is = [&](const net::Network& n, std::uint32_t d, std::uint32_t s) {
          return arrives_plainly(n, from, to, d, s);
        };
        const auto at = found->pairs.find({before.locations[from].name, before.locations[to].name});
        const PairChange change = at == found->pairs.end() ? PairChange() : at->second;
        EXPECT_EQ(members(change.lost.blocks), all_for_which([&](std::uint32_t d, std::uint32_t s) {
                    return is(before, d, s) && !is(after, d, s);
                  }));
        EXPECT_EQ(members(change.gained.blocks), all_for_which([&](std::uint32_t d, std::uint32_t s) {
                    return !is(before, d, s) && is(after, d, s);
                  }));
        EXPECT_EQ(members(change.rerouted.blocks), all_for_which([&](std::uint32_t d, std::uint32_t s) {
                    return is(before, d, s) && is(after, d, s) &&
                           edges_plainly(before, from, to, d, s) != edges_plainly(after, from, to, d, s);
                  }));
        lost += !change.lost.is_empty();
        rerouted += !change.rerouted.is_empty();
        DifferenceQuestion one;
        one.pairs = {{before.locations[from].name, before.locations[to].name, {}}};
        const auto alone = difference(before, after, net::Field::IpDst, one, context);
        ASSERT_TRUE(alone);
        EXPECT_EQ(members(alone->pairs.begin()->second.lost.blocks), members(change.lost.blocks));
        EXPECT_EQ(members(alone->pairs.begin()->second.rerouted.blocks), members(change.rerouted.blocks));
      }
    const auto loop = [&](const net::Network& n, std::size_t from, std::uint32_t d, std::uint32_t s) {
      return circles_plainly(n, from, d, s);
    };
    EXPECT_EQ(members(found->made.blocks), all_for_which([&](std::uint32_t d, std::uint32_t s) {
                for (std::size_t from = 0; from < before.first_end; ++from)
                  if (!loop(before, from, d, s) && loop(after, from, d, s)) return true;
                return false;
              }));
  }
  EXPECT_GT(lost, rounds(3));
  EXPECT_GT(rerouted, 0u);
}

TEST(NetworkQuestions, ArrivalsAreWhatAllWaysLeadTo) {
  Context context;
  Random random(3);
  const net::Network n = random_network(random, 6, 3);
  const auto found = arrivals(n, net::Field::IpDst, context);
  ASSERT_TRUE(found);
  for (std::size_t from = 0; from < n.first_end; ++from)
    for (std::size_t to = n.first_end; to < n.drop(); ++to) {
      const auto at = found->find({from, to});
      EXPECT_EQ(at == found->end() ? std::set<std::uint32_t>() : members(at->second),
                all_for_which([&](std::uint32_t d, std::uint32_t s) { return arrives_plainly(n, from, to, d, s); }));
    }
}

}  // namespace
}  // namespace whynot::analyse::network
