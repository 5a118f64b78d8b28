// Several engines on one question, by turns: a deterministic schedule of work, the first conclusive answer
// wins.  The same question gets the same answer from the same engine on every machine.
#pragma once
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "engine/engine.h"

namespace whynot::engine {

struct Answer {
  Verdict verdict;
  std::string engine;              // the one that gave it; empty when none did
  std::unique_ptr<Search> search;  // of that engine: asking it again gives further runs
  bool may_be_longer = false;      // the run, than a shortest one: nobody found out
};

// One question on its way: rounds of turns, each larger than the one before.  The first is a glance: what is easy for
// somebody is answered before anybody begins to work hard.
class Portfolio {
 public:
  // REQUIRES at least one engine.  The context, and what the query speaks of, must outlive this and its answer.
  Portfolio(Query, std::span<const Engine* const>, Context&);

  // A turn for each engine that has more to say; the answer once it is known, or nobody has.
  std::optional<Answer> round();
  // Gives memory back: what was begun is begun again in the next round, which has several times the effort.
  void rest();
  // Nobody will read the run: the first one is as good as a shortest.
  void take_any_run() { takes_any_run_ = true; }
  // Nobody but this engine treats the query; null when there are several, or none.
  const Engine* only() const { return runners_.size() == 1 ? runners_[0].engine : nullptr; }

 private:
  struct Runner {
    const Engine* engine;
    std::unique_ptr<Search> search = nullptr;      // made when its turn comes
    std::optional<Verdict> last = std::nullopt;    // inconclusive: this engine has nothing more to say
    std::optional<Verdict> so_far = std::nullopt;  // of searches that were given up
    bool leaves_runs = false;                      // to somebody else
    bool goes_well = false;                        // it did at the end of its last turn
    bool leads = false;                            // its turns are larger than those of the others

    void take_turn(const Query&, std::uint64_t effort, Context&);
  };
  void choose_leaders();
  void go_ahead(Runner&);
  bool takes_part(const Runner&) const;
  std::uint64_t effort_of(const Runner&) const;
  std::optional<Answer> concluded(Runner&);
  std::optional<Answer> ended();
  bool none_is_shorter(const Trace&) const;

  Query query_;
  std::vector<const Engine*> engines_;
  Context& context_;
  std::vector<Runner> runners_;
  std::vector<std::string> refusals_;
  bool is_wide_ = false, takes_any_run_ = false;
  std::size_t round_ = 0;
  std::uint64_t effort_;
  std::optional<Answer> far_;  // a violation that others may show by a shorter run
};

// REQUIRES at least one engine.  Engines that refuse the query are left out; when all do, the verdict is
// Unknown with their reasons.
enum class Runs { Short, Any };
Answer decide(const Query&, std::span<const Engine* const>, Context&, Runs = Runs::Short);

// Of the run that a search of this engine gave.
bool may_be_longer(const Query&, const Engine&, const Search&, const Verdict&);

// An answer that settles the question.
bool is_conclusive(const Verdict&);
// The most that is known when no answer is conclusive: the deepest bound, else the reasons.
Answer best_of(std::vector<Answer>, const std::vector<std::string>& refusals, const Context&);

}  // namespace whynot::engine
