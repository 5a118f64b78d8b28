// The loop with hands that are a function: what is answered, lost, denied and ended is what the rows say.
#include "farm/coordinator.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <functional>

#include "farm/summary.h"
#include "host/files.h"

namespace whynot::farm {
namespace {

std::string report(const std::string& verdict, const std::string& more = "", const std::string& name = "p") {
  return fmt::format(R"({{"schema":"whynot-report/1","properties":[{{"name":"{}","verdict":"{}"{},"traces":[]}}]}})",
                     name, verdict, more);
}

class FakeHands final : public Hands {
 public:
  std::function<Outcome(const Task&)> work;
  unsigned count() const override { return 1; }
  bool has_free(bool) const override { return !task_; }
  unsigned start(const Task& task) override {
    task_ = task;
    started.push_back((task.ours ? "!" : "") + task.words[1]);
    return 1;
  }
  void drop(std::size_t number) override {
    if (task_ && task_->number == number) task_.reset();
  }
  std::vector<Outcome> wait() override {
    if (!task_) return {};
    Outcome outcome = work(*task_);
    outcome.number = task_->number;
    outcome.ours = task_->ours;
    task_.reset();
    return {outcome};
  }
  std::vector<std::string> started;

 private:
  std::optional<Task> task_;
};

class CoordinatorTest : public testing::Test {
 protected:
  // One job for each model of a group.
  void add(Mode mode, const std::vector<std::string>& models) {
    Group group{models[0], mode, {}};
    for (const std::string& model : models) {
      Job job;
      job.id = job.model = model;
      job.command = "check";
      job.group = jobs.groups.size();
      job.is_cover = mode == Mode::Cubes && &model == &models.back();
      group.jobs.push_back(jobs.all.size());
      jobs.all.push_back(job);
    }
    jobs.groups.push_back(group);
  }

  std::vector<Row> run() {
    Diagnostics said;
    const auto journal = Journal::open(folder.path() + "/run.jsonl", true, {"1", "2"}, sources, said);
    Means means{recheck,
                folder.path(),
                "reports",
                [](const Job& job) { return "key of " + job.id; },
                [this](const Job&, const std::string&) { return refusal; },
                [](const std::string&) { return true; }};
    hands.started.clear();
    Coordinator coordinator(jobs, *journal, hands, means, context);
    EXPECT_TRUE(coordinator.run()) << coordinator.error();
    return rows_of(jobs, coordinator.results());
  }
  static Outcome said(int exit, std::string out) { return {0, false, exit, std::move(out), "", 0, 0}; }

  host::TemporaryFolder folder;
  Sources sources;
  Jobs jobs;
  FakeHands hands;
  Context context;
  Recheck recheck = Recheck::All;
  std::optional<std::string> refusal;
};

TEST_F(CoordinatorTest, AnAnswerIsAskedTwiceAndThenKept) {
  add(Mode::All, {"a", "b"});
  hands.work = [](const Task&) { return said(0, report("holds")); };
  const auto rows = run();
  EXPECT_EQ(hands.started, (std::vector<std::string>{"a", "!a", "b", "!b"}));
  EXPECT_EQ(rows[0].recheck, "decided again");
  EXPECT_EQ(exit_code_of(rows), exit_ok);
  EXPECT_EQ(run()[1].answer.properties[0].verdict, "holds");
  EXPECT_TRUE(hands.started.empty());
}

TEST_F(CoordinatorTest, AWordAgainstAWord) {
  add(Mode::All, {"a"});
  hands.work = [](const Task& task) { return said(0, report(task.ours ? "violated" : "holds")); };
  EXPECT_EQ(exit_code_of(run()), exit_internal);
  hands.work = [](const Task& task) { return said(0, report(task.ours ? "undecided" : "holds")); };
  EXPECT_EQ(run()[0].recheck, "not confirmed: p");
}

TEST_F(CoordinatorTest, ABoundIsAClaimToo) {
  add(Mode::All, {"a"});
  hands.work = [](const Task& task) {
    return task.ours ? said(10, report("violated", R"(,"depth":4)")) : said(30, report("undecided", R"(,"bound":9)"));
  };
  EXPECT_EQ(exit_code_of(run()), exit_internal);
}

TEST_F(CoordinatorTest, CrashesAreTriedAgain) {
  add(Mode::All, {"a"});
  int left = 2;
  hands.work = [&](const Task& task) { return !task.ours && left-- > 0 ? said(-11, "") : said(0, report("holds")); };
  EXPECT_EQ(run()[0].state, State::Done);
  EXPECT_EQ(hands.started.size(), 4u);
}

TEST_F(CoordinatorTest, ThreeMoreAttemptsAndNoMore) {
  add(Mode::All, {"a"});
  hands.work = [&](const Task&) { return said(-11, ""); };
  EXPECT_EQ(run()[0].state, State::Failed);
  EXPECT_EQ(hands.started.size(), 4u);
  EXPECT_EQ(run()[0].why, "killed by signal 11");
  EXPECT_TRUE(hands.started.empty());
}

TEST_F(CoordinatorTest, TheFirstAnswerEndsTheOthers) {
  add(Mode::First, {"a", "b", "c"});
  hands.work = [](const Task& task) {
    return task.words[1] == "a" ? said(30, report("undecided")) : said(0, report("holds"));
  };
  const auto rows = run();
  ASSERT_EQ(rows.size(), 1u);
  EXPECT_EQ(rows[0].answer.properties[0].verdict, "holds");
  EXPECT_EQ(rows[0].by, "b");
  EXPECT_EQ(hands.started, (std::vector<std::string>{"a", "b", "!b"}));
  EXPECT_EQ(run()[0].by, "b");
  EXPECT_TRUE(hands.started.empty());
}

TEST_F(CoordinatorTest, CubesHoldTogetherOnlyWhenTheyCover) {
  add(Mode::Cubes, {"a", "b", "cover"});
  recheck = Recheck::None;
  bool covered = false;
  hands.work = [&](const Task& task) {
    if (task.words[1] == "cover")
      return said(covered ? 30 : 10, covered ? report("undecided", R"(,"bound":0)") : report("violated"));
    return said(0, report("holds"));
  };
  auto rows = run();
  EXPECT_EQ(rows[0].answer.properties[0].words(), "undecided: the cubes are not known to cover all runs");
  EXPECT_EQ(hands.started.back(), "!cover");
  covered = true;
  jobs.all[2].id = "cover again";
  EXPECT_EQ(run()[0].answer.properties[0].verdict, "holds");
}

TEST_F(CoordinatorTest, AViolationInOneCubeIsOne) {
  add(Mode::Cubes, {"a", "b", "cover"});
  recheck = Recheck::None;
  hands.work = [&](const Task& task) {
    return task.words[1] == "a" ? said(10, report("violated")) : said(0, report("holds"));
  };
  const auto rows = run();
  EXPECT_EQ(rows[0].answer.properties[0].verdict, "violated");
  EXPECT_EQ(hands.started, (std::vector<std::string>{"a"}));
}

}  // namespace
}  // namespace whynot::farm
