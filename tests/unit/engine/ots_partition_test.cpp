// States shared out among ranks: the counts, the verdicts and the traces are those of a search that has all of them.
#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>
#include <set>
#include <tuple>

#include "base/random.h"
#include "engine/ots/explorer.h"
#include "engine/ots/search.h"
#include "ots_support.h"
#include "support/random_maps.h"
#include "support/rounds.h"

namespace whynot::engine::ots {
namespace {

using whynot::ots::Predicate;
using whynot::ots::Scope;

class TemporaryFolder {
 public:
  TemporaryFolder() : name_(std::filesystem::temp_directory_path() / "whynot-parts-XXXXXX") {
    if (!mkdtemp(name_.data())) throw std::runtime_error("no temporary folder");
  }
  ~TemporaryFolder() { std::filesystem::remove_all(name_); }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  std::string path(const std::string& inside) const { return name_ + "/" + inside; }

 private:
  std::string name_;
};

std::string text_of(const Trace& trace) {
  std::string out;
  for (const Step& s : trace.steps) {
    if (s.action) out += s.action->name;
    for (const Value& v : s.action ? s.action->args : std::vector<Value>{}) out += " " + v.to_string();
    for (const Value& v : s.state) out += " | " + v.to_string();
    out += "\n";
  }
  return out;
}

std::string text_of(const Verdict& verdict) {
  if (const auto* violated = std::get_if<Violated>(&verdict))
    return "violated\n" + text_of(std::get<Trace>(violated->evidence));
  if (const auto* none = std::get_if<NoneUpTo>(&verdict))
    return "none up to " + std::to_string(none->depth) + none->reason;
  if (const auto* holds = std::get_if<Holds>(&verdict))
    return "holds in " + to_string(std::get<WholeSpace>(holds->evidence).states);
  return "unknown: " + std::get<Unknown>(verdict).reason;
}

struct Means {
  unsigned ranks = 0;  // 0: one that has all states
  std::string spill = {}, checkpoint = {};
  bool resume = false;
};

// Everything that a search says, of up to five counterexamples each.
std::string told_by(OtsInput& input, const Scope& scope, const std::vector<Predicate>& goals,
                    std::optional<std::size_t> depth, bool symmetry, const Means& means) {
  std::string out;
  std::vector<int> shown(goals.size(), 0);
  SearchOptions options{depth, symmetry, 1, {}, 0};
  options.spill = means.spill;
  if (!means.spill.empty()) options.spill_cells = 3000;  // tables are made anew every now and then
  options.checkpoint = means.checkpoint;
  options.resume = means.resume;
  options.found = [&](std::size_t p, const Trace& trace, const auto&, const auto&) {
    out += "found " + std::to_string(p) + "\n" + text_of(trace);
  };
  options.further = [&](std::size_t p, Trace trace) {
    out += "further " + std::to_string(p) + "\n" + text_of(trace);
    return ++shown[p] < 5;
  };
  Context context;
  const SearchOutcome outcome = means.ranks == 0
                                    ? search(input.ots(), scope, goals, options, context)
                                    : search_in_parts(input.ots(), scope, goals, options, means.ranks, context);
  for (const auto& d : outcome.depths) out += std::to_string(d.states) + " " + std::to_string(d.transitions) + "\n";
  for (const Verdict& v : outcome.verdicts) out += text_of(v) + "\n";
  return out + (outcome.exhausted ? "exhausted " : "") + outcome.stopped;
}

void expect_the_same(OtsInput& input, const Scope& scope, const std::vector<Predicate>& goals,
                     std::optional<std::size_t> depth) {
  for (const bool symmetry : {false, true}) {
    const TemporaryFolder folder;
    const std::string alone = told_by(input, scope, goals, depth, symmetry, {});
    for (const unsigned ranks : {1u, 2u, 3u, 5u})
      ASSERT_EQ(told_by(input, scope, goals, depth, symmetry, {ranks}), alone) << ranks << " ranks";
    ASSERT_EQ(told_by(input, scope, goals, depth, symmetry, {0, folder.path("spill")}), alone) << "on disk";
    const std::string kept = folder.path("kept");
    if (!goals.empty()) continue;
    told_by(input, scope, goals, *depth - 1, symmetry, {2, "", kept});
    if (!std::filesystem::exists(kept)) continue;  // it had come to an end by then
    ASSERT_EQ(told_by(input, scope, goals, depth, symmetry, {3, "", kept, true}), alone) << "resumed";
  }
}

// Each state is new once, whatever the tables look like meanwhile; many have the same tag, or the same place.
TEST(OtsPartition, TheDenseSetIsASet) {
  Random random(7);
  for (const std::uint64_t most : {50u, 5'000u, 300'000u}) {
    DenseVisited dense;
    std::set<std::tuple<Word, Word, Word>> known;
    for (std::size_t i = 0; i < 60'000; ++i) {
      const Root root{static_cast<Word>(random.below(3)), static_cast<Word>(random.below(7)),
                      static_cast<Word>(random.below(most))};
      const bool is_new = known.emplace(root.a, root.b, root.c).second;
      ASSERT_EQ(dense.insert(root, hash_of(root)), is_new);
    }
  }
}

TEST(OtsPartition, ExamplesSayTheSame) {
  for (const auto& [name, depth] : {std::pair{"nspk", 4},
                                    {"nslpk", 3},
                                    {"tas", 9},
                                    {"qlock", 6},
                                    {"abp", 5},
                                    {"2pc", 6},
                                    {"flawed", 5},
                                    {"suzuki", 4}}) {
    OtsInput input(read_example(name));
    std::vector<Predicate> goals;
    for (const auto& invariant : input.ots().invariants) goals.push_back(whynot::ots::predicate_of(invariant));
    for (const Scope& scope : input.ots().scopes) {
      SCOPED_TRACE(std::string(name) + " " + scope.name);
      expect_the_same(input, scope, goals, depth);
      expect_the_same(input, scope, {}, depth);
    }
  }
}

TEST(OtsPartition, RandomSpecificationsSayTheSame) {
  for (unsigned seed = 1; seed <= rounds(30); ++seed) {
    const RandomMaps model(seed);
    OtsInput input(model.text());
    SCOPED_TRACE(model.text());
    expect_the_same(input, input.scope("all"), {input.predicate("I")}, 4);
  }
}

TEST(OtsPartition, ADamagedCheckpointIsRefused) {
  OtsInput input(read_example("nspk"));
  const TemporaryFolder folder;
  SearchOptions options{4, false, 1, {}, 0};
  options.checkpoint = folder.path("kept");
  options.identity = "this";
  EXPECT_TRUE(refuses_checkpoint(options));  // there is none
  Context context;
  search_in_parts(input.ots(), input.scope("paper"), {}, options, 2, context);
  EXPECT_FALSE(refuses_checkpoint(options));
  options.identity = "that";
  EXPECT_NE(refuses_checkpoint(options).value_or("").find("another question"), std::string::npos);
  options.identity = "this";
  const std::string level = options.checkpoint + "/level-3.0-of-2";
  const auto size = std::filesystem::file_size(level);
  options.resume = true;
  for (const std::uintmax_t cut : {size - 1, size / 2, std::uintmax_t{3}, std::uintmax_t{0}}) {
    std::filesystem::resize_file(level, cut);
    const auto outcome = search_in_parts(input.ots(), input.scope("paper"), {}, options, 3, context);
    EXPECT_NE(outcome.stopped.find("level-3.0-of-2 is damaged"), std::string::npos) << outcome.stopped;
  }
  std::filesystem::remove(level);
  EXPECT_NE(search_in_parts(input.ots(), input.scope("paper"), {}, options, 1, context).stopped.find("cannot read"),
            std::string::npos);
  std::filesystem::resize_file(options.checkpoint + "/checkpoint", 60);
  EXPECT_TRUE(refuses_checkpoint(options));
}

TEST(OtsPartition, WhatCannotBeWrittenIsTold) {
  OtsInput input(read_example("nspk"));
  Context context;
  SearchOptions options{3, false, 1, {}, 0};
  options.spill = "/dev/null/spill";
  EXPECT_TRUE(
      search(input.ots(), input.scope("paper"), {}, options, context).stopped.starts_with("cannot make a file"));
  options.spill.clear();
  options.checkpoint = "/dev/null/kept";
  const auto outcome = search_in_parts(input.ots(), input.scope("paper"), {}, options, 2, context);
  EXPECT_TRUE(outcome.stopped.starts_with("cannot write /dev/null/kept/level-1.0-of-2")) << outcome.stopped;
  EXPECT_EQ(outcome.depths.size(), 1u);
}

TEST(OtsPartition, SharesAreEven) {
  OtsInput input(read_example("nspk"));
  Context context;
  const auto outcome = search_in_parts(input.ots(), input.scope("paper"), {}, {5, false, 1, {}, 0}, 4, context);
  ASSERT_TRUE(outcome.partition);
  EXPECT_EQ(outcome.partition->ranks, 4u);
  EXPECT_LT(outcome.partition->largest_rank_states, outcome.depths.back().states * 27 / 100);
  const double share =
      static_cast<double>(outcome.partition->crossings) / static_cast<double>(outcome.depths.back().transitions);
  EXPECT_NEAR(share, 0.75, 0.01);
}

TEST(OtsPartition, ALimitStopsAllRanks) {
  OtsInput input(read_example("nspk"));
  Context all;
  Context few(all, 2000);
  const auto outcome = search_in_parts(input.ots(), input.scope("paper"), {}, {9, false, 1, {}, 0}, 3, few);
  EXPECT_EQ(outcome.stopped, "effort limit");
  EXPECT_GE(outcome.depths.size(), 2u);
}

}  // namespace
}  // namespace whynot::engine::ots
