#include "base/fabric.h"

#include <gtest/gtest.h>

#include <stdexcept>

namespace whynot {
namespace {

TEST(Fabric, LettersArriveInTheOrderOfRanks) {
  for (const unsigned ranks : {1u, 2u, 5u}) {
    unsigned ended = 0;
    run_ranks(ranks, [&](Fabric& fabric) {
      for (int round = 0; round < 20; ++round) {
        std::vector<std::string> letters;
        for (unsigned to = 0; to < fabric.ranks(); ++to)
          letters.push_back(std::to_string(fabric.rank() * 100 + to) + "," + std::to_string(round));
        const auto got = fabric.exchange(letters);
        for (unsigned from = 0; from < fabric.ranks(); ++from)
          EXPECT_EQ(got[from], std::to_string(from * 100 + fabric.rank()) + "," + std::to_string(round));
        EXPECT_EQ(fabric.sum({1, fabric.rank()}), (Fabric::Sums{ranks, ranks * (ranks - 1) / 2}));
      }
      ++ended;
    });
    EXPECT_EQ(ended, ranks);
  }
}

TEST(Fabric, OneFailureEndsAll) {
  EXPECT_THROW(run_ranks(3,
                         [](Fabric& fabric) {
                           fabric.sum({1});
                           if (fabric.rank() == 1) throw std::runtime_error("no");
                           fabric.sum({1});
                         }),
               std::runtime_error);
}

}  // namespace
}  // namespace whynot
