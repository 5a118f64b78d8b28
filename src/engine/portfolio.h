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
};

// REQUIRES at least one engine.  Engines that refuse the query are left out; when all do, the verdict is
// Unknown with their reasons.
Answer decide(const Query&, std::span<const Engine* const>, Context&);

// An answer that settles the question.
bool is_conclusive(const Verdict&);
// The most that is known when no answer is conclusive: the deepest bound, else the reasons.
Answer best_of(std::vector<Answer>, const std::vector<std::string>& refusals, const Context&);

}  // namespace whynot::engine
