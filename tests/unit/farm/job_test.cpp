#include "farm/job.h"

#include <gtest/gtest.h>

namespace whynot::farm {
namespace {

class JobTest : public testing::Test {
 protected:
  Jobs read(const std::string& text) {
    const FileId file = sources.add("jobs.jsonl", text);
    const Tables tables{[](const std::vector<std::string>& words) {
                          return words[0] == "dance" ? std::optional<std::string>("there is no command `dance`")
                                                     : std::nullopt;
                        },
                        [](const std::string&, const std::string& variable, Diagnostics&, Span) {
                          return std::optional(variable == "b" ? std::vector<std::string>{"FALSE", "TRUE"}
                                                               : std::vector<std::string>{"0", "1", "2"});
                        },
                        "bmc"};
    return read_jobs(file, sources, tables, diagnostics);
  }
  std::string codes() const {
    std::string out;
    for (const Diagnostic& d : diagnostics.all()) out += (out.empty() ? "" : " ") + d.code;
    return out;
  }
  static std::string ids(const Jobs& jobs) {
    std::string out;
    for (const Job& job : jobs.all) out += (out.empty() ? "" : " ") + job.id;
    return out;
  }

  Sources sources;
  Diagnostics diagnostics;
};

TEST_F(JobTest, ListsAreMultipliedOut) {
  const Jobs jobs = read(
      R"({"id":"m-*","command":"check","model":"m.smv","engines":["bmc","bdd"],"bounds":[3,4],"seeds":["7"]}
{"id":"n","command":"check","model":"m.smv","properties":["p","q"],"mode":"first"}

{"id":"o","command":"search","model":"o.ots","args":["--depth",5],"limits":{"cpu_s":9,"memory":"1G"}}
)");
  EXPECT_EQ(codes(), "");
  EXPECT_EQ(ids(jobs), "m-bmc-3-7 m-bmc-4-7 m-bdd-3-7 m-bdd-4-7 n-p n-q o");
  EXPECT_EQ(jobs.all[1].args, (std::vector<std::string>{"--engine", "bmc", "--bound", "4", "--seed", "7"}));
  ASSERT_EQ(jobs.groups.size(), 3u);
  EXPECT_EQ(jobs.groups[0].mode, Mode::All);
  EXPECT_EQ(jobs.groups[1].mode, Mode::First);
  EXPECT_EQ(jobs.groups[1].jobs, (std::vector<std::size_t>{4, 5}));
  EXPECT_EQ(jobs.all[6].cpu_seconds, 9u);
  EXPECT_EQ(jobs.all[6].words(), (std::vector<std::string>{"search", "o.ots", "--depth", "5", "--memory", "1G",
                                                           "--json", "--no-timing", "--no-config", "--threads", "1"}));
}

TEST_F(JobTest, CubesAreAllValuesAndAJobThatShowsIt) {
  const Jobs jobs =
      read(R"({"id":"q","command":"check","model":"m.smv","args":["-p","P"],"cubes":{"split":["b","x"],"depth":4}})");
  EXPECT_EQ(codes(), "");
  ASSERT_EQ(jobs.all.size(), 7u);
  EXPECT_EQ(jobs.all[0].id, "q-b=FALSE-x=0");
  EXPECT_EQ(jobs.all[5].args, (std::vector<std::string>{"-p", "P", "--except", "b@4 != TRUE", "--except", "x@4 != 2"}));
  EXPECT_TRUE(jobs.all[6].is_cover);
  EXPECT_EQ(jobs.all[6].args[1], "(b = FALSE | b = TRUE) & (x = 0 | x = 1 | x = 2)");
}

TEST_F(JobTest, AllMistakesAreToldWithTheirLines) {
  read(R"({"id":"a","command":"check","model":"m","spede":1}
{"id":"a","command":"dance","model":"m"}
[1]
{"id":7,"command":"check","model":"m","args":"-p"}
nonsense
)");
  EXPECT_EQ(codes(), "farm.unknown-key farm.option farm.type farm.missing farm.type farm.json");
  EXPECT_EQ(sources.place(diagnostics.all()[1].where).line, 2u);
  EXPECT_EQ(sources.place(diagnostics.all()[5].where).line, 5u);
}

TEST_F(JobTest, IdsAreUnique) {
  read(
      "{\"id\":\"a-p\",\"command\":\"check\",\"model\":\"m\"}\n"
      "{\"id\":\"a\",\"command\":\"check\",\"model\":\"m\",\"properties\":[\"p\"]}\n");
  EXPECT_EQ(codes(), "farm.duplicate-id");
  EXPECT_EQ(diagnostics.all()[0].labels.size(), 1u);
}

}  // namespace
}  // namespace whynot::farm
