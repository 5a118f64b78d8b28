// Several engines on one question, in turns: a deterministic schedule of work, the first conclusive answer
// wins.  The same question gets the same answer from the same engine on every machine.
#pragma once
#include <memory>
#include <span>
#include <string>

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

}  // namespace whynot::engine
