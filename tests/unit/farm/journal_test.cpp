// What a journal says after a kill at any byte is what its whole lines say.
#include "farm/journal.h"

#include <gtest/gtest.h>

#include "host/files.h"

namespace whynot::farm {
namespace {

const Header header{"1.0", "abc"};

class JournalTest : public testing::Test {
 protected:
  std::unique_ptr<Journal> open(bool resume) {
    said = Diagnostics();
    return Journal::open(path, resume, header, sources, said);
  }
  std::string code() const { return said.all().empty() ? "" : said.all().back().code; }
  std::string text() const {
    std::string error;
    return host::read_file(path, error).value_or("");
  }

  host::TemporaryFolder folder;
  std::string path = folder.path() + "/run.jsonl";
  Sources sources;
  Diagnostics said;
};

TEST_F(JournalTest, SaysWhatWasDone) {
  {
    const auto journal = open(false);
    ASSERT_TRUE(journal);
    EXPECT_TRUE(journal->start("a", "k1", 1, 2));
    EXPECT_TRUE(journal->done("a", {"k1", 10, {{"p", "violated"}}, 0.5, 17, "run.reports/a.json", "s", "replayed ok"}));
    EXPECT_TRUE(journal->start("b", "k2", 1, 1));
    EXPECT_TRUE(journal->failed("b", {1, -9, "killed by signal 9", true}));
    EXPECT_TRUE(journal->start("b", "k2", 2, 1));
    EXPECT_TRUE(journal->start("c", "k3", 1, 1));
    EXPECT_TRUE(journal->dropped("c"));
    EXPECT_TRUE(journal->ended("d", "a"));
    EXPECT_TRUE(journal->refuted("e", "k5", "no run"));
  }
  const auto journal = open(true);
  ASSERT_TRUE(journal);
  EXPECT_EQ(code(), "");
  const Record* a = journal->record("a");
  ASSERT_TRUE(a && a->done);
  EXPECT_EQ(a->done->exit, 10);
  EXPECT_EQ(a->done->verdicts, (std::vector<std::pair<std::string, std::string>>{{"p", "violated"}}));
  EXPECT_EQ(a->done->recheck, "replayed ok");
  EXPECT_EQ(journal->record("b")->attempts, 2u);
  EXPECT_FALSE(journal->record("b")->failed);
  EXPECT_EQ(journal->record("c")->attempts, 0u);
  EXPECT_EQ(journal->record("d")->ended, "a");
  EXPECT_EQ(journal->record("e")->refuted, "no run");
  EXPECT_FALSE(journal->record("f"));
}

TEST_F(JournalTest, AnotherKeyBeginsAnew) {
  {
    const auto journal = open(false);
    journal->start("a", "k1", 1, 1);
    journal->done("a", {"k1", 0, {}, 0, 0, "", "", ""});
    journal->start("a", "k2", 1, 1);
  }
  const auto journal = open(true);
  EXPECT_EQ(journal->record("a")->key, "k2");
  EXPECT_FALSE(journal->record("a")->done);
  EXPECT_EQ(journal->record("a")->attempts, 1u);
}

TEST_F(JournalTest, CutAtAnyByte) {
  {
    const auto journal = open(false);
    for (int i = 0; i < 2; ++i) journal->start("a", "k", 1, 1);
  }
  const std::string whole = text();
  std::string error;
  for (std::size_t size = 0; size <= whole.size(); ++size) {
    const bool at_an_end = size <= 1 || whole[size - 1] == '\n' || whole[std::min(size, whole.size() - 1)] == '\n';
    if (!at_an_end && size % 11 != 0) continue;  // each takes two writes to the disk
    ASSERT_TRUE(host::write_file(path, whole.substr(0, size), error));
    const auto journal = open(true);
    ASSERT_TRUE(journal) << size;
    const std::string kept = whole.substr(0, size);
    const auto lines = std::count(kept.begin(), kept.end(), '\n');
    EXPECT_EQ(journal->record("a") ? journal->record("a")->attempts : 0, lines > 1 ? lines - 1 : 0) << size;
    EXPECT_EQ(code(), size == 0 || kept.ends_with('\n') ? "" : "farm.torn") << size;
    EXPECT_TRUE(journal->start("z", "k", 1, 1));
    EXPECT_TRUE(text().ends_with("\n"));
  }
}

TEST_F(JournalTest, RefusesWhatIsNoJournal) {
  std::string error;
  ASSERT_TRUE(host::write_file(path, "dear diary\n", error));
  EXPECT_FALSE(open(true));
  EXPECT_EQ(code(), "farm.journal");
  EXPECT_FALSE(open(false));
  EXPECT_EQ(code(), "farm.journal-exists");
  path = folder.path() + "/none/run.jsonl";
  EXPECT_FALSE(open(false));
  EXPECT_EQ(code(), "farm.cannot-write");
}

TEST_F(JournalTest, OneFarmAtATime) {
  const auto journal = open(false);
  EXPECT_FALSE(open(true));
  EXPECT_EQ(code(), "farm.journal-busy");
}

}  // namespace
}  // namespace whynot::farm
