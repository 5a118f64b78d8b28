#include <gtest/gtest.h>

#include "engine/ots/symbolic.h"
#include "ots_support.h"

namespace whynot::engine::ots {
namespace {

SymbolicOutcome run(OtsInput& input, const std::string& name, std::size_t depth) {
  Context context;
  return search_symbolically(input.ots(), input.predicate(name), depth, context);
}

TEST(OtsSymbolic, FindsWhatTheExplicitSearchFinds) {
  OtsInput input(read_example("nspk"));
  const SymbolicOutcome sp = run(input, "SP", 5), nl2 = run(input, "NL2", 5);
  ASSERT_TRUE(sp.trace) << sp.reason;
  EXPECT_EQ(sp.trace->depth(), 4u);
  EXPECT_EQ(sp.fewest, 2u);  // the paper's scope has three: it lets nobody talk to himself
  ASSERT_TRUE(nl2.trace) << nl2.reason;
  EXPECT_EQ(nl2.trace->depth(), 3u);
}

TEST(OtsSymbolic, SeesNothingWhereThereIsNothing) {
  OtsInput fixed(read_example("nslpk"));
  const SymbolicOutcome outcome = run(fixed, "SP", 5);
  EXPECT_FALSE(outcome.trace);
  EXPECT_TRUE(outcome.complete) << outcome.reason;
  EXPECT_EQ(outcome.none_up_to, 5u);
  OtsInput tas(read_example("tas"));
  EXPECT_TRUE(run(tas, "mutex", 4).complete);
}

TEST(OtsSymbolic, IndexedObserversAndLists) {
  OtsInput flawed(read_example("flawed"));
  const SymbolicOutcome outcome = run(flawed, "mutex", 6);
  ASSERT_TRUE(outcome.trace) << outcome.reason;
  EXPECT_EQ(outcome.trace->depth(), 4u);
  EXPECT_EQ(outcome.fewest, 2u);
}

TEST(OtsSymbolic, EnoughElementsForADepth) {
  OtsInput input(read_example("nspk"));
  EXPECT_EQ(enough_elements(input.ots(), input.predicate("SP"), 3), 7u);  // intr, and two for each of three steps
  OtsInput quantified(read_example("2pc"));
  EXPECT_FALSE(enough_elements(quantified.ots(), quantified.predicate("agreement"), 3));
}

// Of a bag out of which something may be taken the encoding knows no size: its run of one step is none, one of two is.
TEST(OtsSymbolic, GoesOnBehindARunThatIsNone) {
  OtsInput input(R"(ots T {
    sort Pid = loose
    sort M = free { req(by: Pid) | ack(by: Pid) }
    observer net : bag M = {}
    transition answer(i: Pid) { net := net - {req(i)} + {ack(i)} }
    invariant few : |net| <= 1
    scope s { Pid = { a } }
  })");
  Context context;
  const SymbolicOutcome outcome = search_symbolically(input.ots(), input.predicate("few"), 3, context);
  ASSERT_TRUE(outcome.trace) << outcome.reason;
  EXPECT_EQ(outcome.trace->steps.size(), 3u);
}

}  // namespace
}  // namespace whynot::engine::ots
