// Several engines on one question at once, each on a thread of its own with a model of its own: expressions are
// shared by nobody.  The first conclusive answer wins, the others are told to stop.  Which one that is may differ
// from run to run; the verdict does not.
#pragma once
#include <functional>
#include <memory>
#include <span>

#include "engine/turns/portfolio.h"

namespace whynot::engine {

// A question with all that it speaks of.
class OwnQuestion {
 public:
  virtual ~OwnQuestion() = default;
  virtual const Query& query() const = 0;
};

// `make` is called once on each thread.  The answer has no search, and a trace of it the signature of another
// model's pool: the caller must give it that of its own.  REQUIRES at least one engine.
Answer race(std::span<const Engine* const>, const std::function<std::unique_ptr<OwnQuestion>()>& make, Context&);

}  // namespace whynot::engine
