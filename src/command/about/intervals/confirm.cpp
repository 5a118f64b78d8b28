// Samples of a set are the ends of some of its intervals and values between and beside them, each made into a trace.
#include "command/about/intervals/confirm.h"

#include <fmt/format.h>

#include "base/check.h"
#include "base/random.h"
#include "model/replay.h"

namespace whynot::command {
namespace {

using analyse::intervals::Interval;
using analyse::intervals::ValueSet;

// Of a large set not all intervals: the first ones, the longest, and those around members taken at random.
std::vector<Interval> some_intervals(const ValueSet& set, std::uint64_t seed) {
  constexpr std::size_t first = 4, others = 4;
  std::vector<Interval> chosen;
  set.for_each_interval([&](const Interval& i) {
    chosen.push_back(i);
    return chosen.size() < first;
  });
  if (chosen.size() < first) return chosen;
  chosen.push_back(*set.longest());
  Random random(seed);
  const Integer count = set.count();
  for (std::size_t n = 0; n < others; ++n)
    chosen.push_back(*set.around(*set.member(Integer(random.next()) * random.next() % count)));
  return chosen;
}

struct Samples {
  std::vector<Integer> members, others;
};

Samples samples_of(const ValueSet& set, std::uint64_t seed) {
  Samples samples;
  Random random(seed);
  for (const Interval& i : some_intervals(set, seed)) {
    samples.members.push_back(i.lo);
    if (i.hi != i.lo) samples.members.push_back(i.hi);
    if (i.length() > 2) samples.members.push_back(i.lo + 1 + Integer(random.next()) % (i.length() - 2));
    samples.others.push_back(i.lo - 1);
    samples.others.push_back(i.hi + 1);
  }
  return samples;
}

// Over all runs each sample is a search of its own, and a run may be long: a few are tried, and one that is not found
// soon tells nothing.
void confirm_some(session::Workbench& bench, const analyse::intervals::Question& question, const Target& target,
                  const analyse::intervals::Constrained& solved, const std::vector<Integer>& members) {
  constexpr std::size_t most = 4;
  constexpr std::uint64_t effort = 2000;
  for (std::size_t i = 0; i < std::min(members.size(), most); ++i) {
    Context limited(bench.context(), effort);
    const auto trace = solved.witness({members[i]}, limited);
    WHYNOT_CHECK(!trace || !replay(bench.model(), *trace, {question.property}),
                 fmt::format("{} = {} should be a counterexample", target.name, to_string(members[i])));
  }
}

}  // namespace

void confirm_samples(session::Workbench& bench, const analyse::intervals::Question& question, const Target& target,
                     const analyse::intervals::Constrained& solved, const ValueSet& set) {
  const Samples samples = samples_of(set, bench.context().seed());
  if (solved.is_over_all()) return confirm_some(bench, question, target, solved, samples.members);
  for (const Integer& n : samples.members) {
    const auto trace = solved.witness({n}, bench.context());
    if (!trace && bench.context().should_stop()) return;
    WHYNOT_CHECK(trace && !replay(bench.model(), *trace, {question.property}),
                 fmt::format("{} = {} should be a counterexample", target.name, to_string(n)));
  }
  if (target.decl.kind != VariableKind::Frozen || !question.free.empty() || question.free_lasso) return;
  for (const Integer& n : samples.others) {
    if (!target.scale.is_value(n)) continue;
    Trace trace = question.base;
    for (Step& s : trace.steps) s.state[target.column] = target.scale.value(n);
    WHYNOT_CHECK(
        replay(bench.model(), trace, {question.property}),
        fmt::format("{} = {} at step {} should be no counterexample", target.name, to_string(n), question.step));
  }
}

}  // namespace whynot::command
