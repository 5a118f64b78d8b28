// Every listed run is a row; constraints are evaluated on the rows one by one.
#include "analyse/classify/listed/run_table.h"

#include <fmt/format.h>

#include <algorithm>

#include "analyse/classify/listed/walk.h"
#include "analyse/classify/minimise.h"
#include "base/check.h"

namespace whynot::analyse::classify {
namespace {

struct TabledRuns {
  const ListedRuns& runs;
  const Vocabulary& vocabulary;
  Context& context;
  std::vector<Trace> violating, passing;
  std::vector<std::size_t> sizes;  // of those that violate, increasing
};

class TabledViolating : public ViolatingRuns {
 public:
  explicit TabledViolating(const TabledRuns& table) : table_(table), kept_(table.violating.size(), true) {}

  std::size_t sizes() const override { return table_.runs.bound + 1; }
  std::size_t telling_positions(std::size_t size, const Trace& trace) const override {
    return std::min(size + 1, trace.steps.size());
  }
  std::optional<ClassId> know(const TraceClass& c) override {
    members_.emplace_back();
    for (const Trace& t : table_.violating) members_.back().push_back(table_.vocabulary.satisfied(c, t).has_value());
    return members_.size() - 1;
  }
  void keep_only(ClassId c) override {
    for (std::size_t i = 0; i < kept_.size(); ++i) kept_[i] = kept_[i] && members_[c][i];
  }
  Answer find(std::size_t size, std::span<const ClassId> in, std::span<const ClassId> outside) override {
    ++questions_;
    if (table_.context.should_stop()) return Answer::Stopped;
    for (found_ = 0; found_ < kept_.size() && table_.sizes[found_] <= size; ++found_) {
      const auto has = [&](ClassId c) { return static_cast<bool>(members_[c][found_]); };
      if (kept_[found_] && std::all_of(in.begin(), in.end(), has) && std::none_of(outside.begin(), outside.end(), has))
        return Answer::Sat;
    }
    return Answer::Unsat;
  }
  Trace trace() override { return table_.violating[found_]; }
  std::size_t questions() const override { return questions_; }

 private:
  const TabledRuns& table_;
  std::vector<bool> kept_;
  std::vector<std::vector<bool>> members_;  // by class
  std::size_t found_ = 0, questions_ = 0;
};

class TabledPassing : public PassingRuns {
 public:
  explicit TabledPassing(const TabledRuns& table) : table_(table) {}

  Answer find(std::span<const Fact> facts) override {
    ++questions_;
    const std::vector<Fact> all(facts.begin(), facts.end()), fewer = without_idle_positions(all);
    const TraceClass asked = renumbered(fewer);
    // The run that was found last is often found again.
    for (std::size_t i = 0; i < table_.passing.size(); ++i) {
      if (table_.context.should_stop()) return Answer::Stopped;
      const std::size_t run = (found_ + i) % table_.passing.size();
      const auto placed = table_.vocabulary.satisfied(asked, table_.passing[run]);
      if (!placed) continue;
      found_ = run;
      place_all(all, mentioned_in(fewer), *placed);
      return Answer::Sat;
    }
    return Answer::Unsat;
  }
  bool rested_on(const Fact&) override { return true; }  // nobody can tell
  Trace trace() override { return table_.passing[found_]; }
  std::size_t step_of(PositionId p) override { return p < placed_.size() ? placed_[p] : 0; }
  std::size_t questions() const override { return questions_; }

 private:
  // Those between go as early as they can.
  void place_all(const std::vector<Fact>& facts, const std::vector<PositionId>& known, const Placement& steps) {
    const std::vector<PositionId> mentioned = mentioned_in(facts);
    placed_.assign(mentioned.empty() ? 0 : mentioned.back() + 1, 0);
    for (std::size_t i = 0; i < known.size(); ++i) placed_[known[i]] = steps[i];
    for (PositionId p : mentioned) {
      if (std::binary_search(known.begin(), known.end(), p)) continue;
      for (const Fact& f : facts)
        if (f.is_gap() && f.at[1] == p) placed_[p] = std::max(placed_[p], step_at(f.at[0], placed_) + f.least);
    }
  }

  const TabledRuns& table_;
  Placement placed_;
  std::size_t found_ = 0, questions_ = 0;
};

class Table : public RunTable, private Space {
 public:
  explicit Table(TabledRuns runs) : table_(std::move(runs)), violating_(table_), passing_(table_) {}

  Space& space() override { return *this; }

  Counts count(const CountedClasses& asked) const override {
    Counts counts(asked.entries());
    const auto entries_of = [&](const Trace& t) {
      std::vector<std::size_t> in;
      for (std::size_t c = 0; c < asked.classes.size(); ++c)
        if ((in.empty() || in.back() != asked.entry[c]) && table_.vocabulary.satisfied(asked.classes[c], t))
          in.push_back(asked.entry[c]);
      return in;
    };
    for (const Trace& t : table_.violating)
      if (!asked.within || table_.vocabulary.satisfied(*asked.within, t)) counts.add(entries_of(t), 1);
    for (const Trace& t : table_.passing)
      for (const std::size_t entry : entries_of(t)) counts.passing[entry] += 1;
    return counts;
  }

 private:
  ViolatingRuns& violating() override { return violating_; }
  PassingRuns& passing() override { return passing_; }
  std::string stopped() const override { return table_.context.stop_reason(); }
  void confirm(const Trace& trace, Polarity polarity) const override {
    const auto refusal = table_.runs.refusal(trace, polarity);
    if (refusal) WHYNOT_CHECK(false, fmt::format("a trace failed replay: {}", *refusal));
  }

  TabledRuns table_;
  TabledViolating violating_;
  TabledPassing passing_;
};

}  // namespace

std::unique_ptr<RunTable> RunTable::of(const ListedRuns& runs, bool exact, const Vocabulary& vocabulary,
                                       Context& context) {
  TabledRuns table{runs, vocabulary, context, {}, {}, {}};
  std::vector<std::pair<std::size_t, Trace>> violating;
  const auto add_violating = [&](const Trace& t, std::optional<std::size_t> violated) {
    if (violated) violating.emplace_back(exact ? *violated : t.depth(), t);
  };
  const auto add_passing = [&](const Trace& t, std::optional<std::size_t> violated) {
    if (!violated) table.passing.push_back(t);
  };
  if (!for_each_run(runs, exact, Polarity::Violating, most_tabled_runs, context, add_violating) ||
      !for_each_run(runs, exact, Polarity::Passing, most_tabled_runs, context, add_passing))
    return nullptr;
  std::stable_sort(violating.begin(), violating.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  for (auto& [size, trace] : violating) {
    table.sizes.push_back(size);
    table.violating.push_back(std::move(trace));
  }
  return std::make_unique<Table>(std::move(table));
}

}  // namespace whynot::analyse::classify
