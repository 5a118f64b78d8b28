// The race of engines, built with ThreadSanitizer: random systems and properties, each decided by engines in turns and
// by racing ones, some races told to stop from outside, for as many seconds as asked.  Ends with 1 when two conclusive
// verdicts differ, or (by ThreadSanitizer's own exit code) after a data race.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <thread>

#include "engine/engine.h"
#include "engine/turns/race.h"
#include "unit/engine/random_system.h"

namespace whynot::engine {
namespace {

// The same question whenever it is made with the same seed.
class SeededQuestion final : public OwnQuestion {
 public:
  explicit SeededQuestion(std::uint64_t seed)
      : made_(pool_, seed, {.interleaved = seed % 3 == 0}), query_{&made_.system(), &property_, {}, 20, nullptr} {
    property_.kind = seed % 2 ? PropertyKind::Ltl : PropertyKind::Invariant;
    property_.formula = seed % 2 ? made_.ltl(3, false) : made_.boolean(2, false, false);
  }
  const Query& query() const override { return query_; }

 private:
  ExprPool pool_;
  testing::RandomSystem made_;
  Property property_;
  Query query_;
};

std::vector<const Engine*> racers() {
  std::vector<const Engine*> result;
  for (const char* name : {"bdd", "bmc", "kind", "explicit"}) result.push_back(engine_named(name));
  return result;
}

bool same_answers(std::uint64_t seed) {
  const std::vector<const Engine*> engines = racers();
  Context context, raced;
  const SeededQuestion question(seed);
  const Answer judge = decide(question.query(), engines, context);
  Answer answer;
  {
    const std::jthread spoiler([&] {
      if (seed % 4 == 0) raced.request_stop(Stop::Cancelled);
    });
    answer = race(
        engines, [&] { return std::make_unique<SeededQuestion>(seed); }, raced);
  }
  return !is_conclusive(answer.verdict) || !is_conclusive(judge.verdict) ||
         answer.verdict.index() == judge.verdict.index();
}

}  // namespace
}  // namespace whynot::engine

int main(int argc, char** argv) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(argc > 1 ? std::atoi(argv[1]) : 10);
  std::uint64_t seed = 0;
  while (std::chrono::steady_clock::now() < end)
    if (!whynot::engine::same_answers(++seed)) {
      std::printf("seed %llu: the race has another verdict\n", static_cast<unsigned long long>(seed));
      return 1;
    }
  std::printf("%llu races, all as in turns\n", static_cast<unsigned long long>(seed));
  return 0;
}
