// Many questions, the easy ones first: each gets a turn of the first round, then those that are still open get larger
// ones.  A time limit is so shared among them, and none waits for one that is hard.  Effort decides the turns, never
// time: the same questions get the same answers in the same order on every machine.
#pragma once
#include <deque>
#include <span>
#include <string>
#include <vector>

#include "engine/turns/portfolio.h"

namespace whynot::engine {

class Schedule {
 public:
  class Listener {
   public:
    virtual ~Listener() = default;
    // A question is worked on from now on, for a while.
    virtual void begins(std::size_t question) = 0;
    // Once for each question; `seconds`: what its turns took.
    virtual void answered(std::size_t question, Answer, double seconds) = 0;
    // The context said stop before its first turn; most of the time went to `busiest`.
    virtual void not_tried(std::size_t question, std::size_t busiest) = 0;
  };

  // `each`: limits of one question.  The context, and what the queries speak of, must outlive this; this must outlive
  // the answers.  REQUIRES at least one engine.
  Schedule(std::span<const Query>, std::span<const Engine* const>, const Limits& each, Context&);

  void run(Listener&);

 private:
  struct Entry {
    Entry(const Query& query, std::span<const Engine* const> engines, const Limits& each, Context& parent)
        : context(parent, each), portfolio(query, engines, context), keep(query.keep) {}

    Context context;
    Portfolio portfolio;
    Keep* keep;
    double seconds = 0;
    bool tried = false, open = true;
  };
  // False once nothing is open.
  bool round(Listener&);
  void turn(std::size_t question, Listener&);
  std::optional<Answer> work(Entry&);
  void leave(std::size_t question, Listener&);
  void make_room(Entry&);
  bool may_keep(std::size_t question) const;

  Context& context_;
  bool each_is_limited_;
  std::deque<Entry> entries_;  // a deque: their contexts stay where they are
};

}  // namespace whynot::engine
