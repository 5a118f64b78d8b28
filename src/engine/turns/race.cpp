// A thread for each engine, each with a model of its own; the first conclusive answer stops the others.
#include "engine/turns/race.h"

#include <limits>
#include <mutex>
#include <new>
#include <thread>

namespace whynot::engine {
namespace {

constexpr std::uint64_t no_limit = std::numeric_limits<std::uint64_t>::max();

// What the threads share.  Contexts are told to stop by whoever wins.
struct RaceTrack {
  RaceTrack(Context& context, std::size_t runners) : answers(runners), refusals(runners) {
    for (std::size_t i = 0; i < runners; ++i) contexts.push_back(std::make_unique<Context>(context, no_limit));
  }

  // `may_wait`: others may show the same by a shorter run.
  void finish(std::size_t runner, Answer answer, bool may_wait = false) {
    std::lock_guard lock(mutex);
    answer.search.reset();  // it is about the runner's own model
    if (!winner && is_conclusive(answer.verdict) && !may_wait) {
      winner = runner;
      for (std::size_t i = 0; i < contexts.size(); ++i)
        if (i != runner) contexts[i]->request_stop(Stop::Cancelled);
    }
    answers[runner] = std::move(answer);
  }

  std::mutex mutex;
  std::vector<std::unique_ptr<Context>> contexts;
  std::vector<std::optional<Answer>> answers;
  std::vector<std::string> refusals;
  std::optional<std::size_t> winner;
};

void run_alone(const Engine& engine, std::size_t runner, const std::function<std::unique_ptr<OwnQuestion>()>& make,
               RaceTrack& track) {
  const std::unique_ptr<OwnQuestion> question = make();
  if (auto refusal = engine.refuses(question->query())) {
    track.refusals[runner] = std::move(*refusal);
    return;
  }
  const auto search = engine.start(question->query(), *track.contexts[runner]);
  Verdict verdict = search->next();
  const bool longer = may_be_longer(question->query(), engine, *search, verdict);
  track.finish(runner, {std::move(verdict), std::string(engine.name()), nullptr, longer}, engine.powers().wanders);
}

// What is thrown must not leave a thread.
void run_racer(const Engine& engine, std::size_t runner, const std::function<std::unique_ptr<OwnQuestion>()>& make,
               RaceTrack& track) {
  try {
    run_alone(engine, runner, make, track);
  } catch (const std::bad_alloc&) {
    track.finish(runner,
                 {Unknown{track.contexts[runner]->reason_of(Stop::Memory)}, std::string(engine.name()), nullptr});
  }
}

}  // namespace

Answer race(std::span<const Engine* const> engines, const std::function<std::unique_ptr<OwnQuestion>()>& make,
            Context& context) {
  RaceTrack track(context, engines.size());
  {
    std::vector<std::jthread> threads;
    for (std::size_t i = 0; i < engines.size(); ++i)
      threads.emplace_back([&, i] { run_racer(*engines[i], i, make, track); });
  }
  if (track.winner) return std::move(*track.answers[*track.winner]);
  for (auto& answer : track.answers)
    if (answer && is_conclusive(answer->verdict)) return std::move(*answer);
  std::vector<Answer> answers;
  std::vector<std::string> refusals;
  for (std::size_t i = 0; i < engines.size(); ++i) {
    if (track.answers[i]) answers.push_back(std::move(*track.answers[i]));
    if (!track.refusals[i].empty()) refusals.push_back(track.refusals[i]);
  }
  return best_of(std::move(answers), refusals, context);
}

}  // namespace whynot::engine
