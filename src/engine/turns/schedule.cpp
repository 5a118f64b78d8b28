// Rounds over the portfolios of the open questions.
#include "engine/turns/schedule.h"

#include <algorithm>
#include <chrono>
#include <new>

namespace whynot::engine {
namespace {

// So many questions keep what they have begun while the others have their turns; the rest begin again, which costs a
// part of the next turn but no memory.
constexpr std::size_t most_paused = 8;

}  // namespace

Schedule::Schedule(std::span<const Query> queries, std::span<const Engine* const> engines, const Limits& each,
                   Context& context)
    : context_(context), each_is_limited_(each.time.has_value()) {
  for (const Query& query : queries) entries_.emplace_back(query, engines, each, context);
}

void Schedule::run(Listener& listener) {
  while (round(listener)) {}
}

bool Schedule::round(Listener& listener) {
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    if (!entries_[i].open) continue;
    const bool is_late = i > 0 && !entries_[i].tried && context_.look() != Stop::None;
    if (is_late)
      leave(i, listener);
    else
      turn(i, listener);
  }
  return std::any_of(entries_.begin(), entries_.end(), [](const Entry& e) { return e.open; });
}

void Schedule::turn(std::size_t question, Listener& listener) {
  Entry& entry = entries_[question];
  listener.begins(question);
  entry.tried = true;
  try {
    auto answer = work(entry);
    if (!answer && !may_keep(question)) entry.portfolio.rest();
    if (!answer) return;
    entry.open = false;
    listener.answered(question, *std::move(answer), entry.seconds);
  } catch (const std::bad_alloc&) {  // the others may need less
    make_room(entry);
    entry.open = false;
    listener.answered(question, {Unknown{"out of memory"}, "", nullptr}, entry.seconds);
  }
  entry.portfolio.rest();
}

std::optional<Answer> Schedule::work(Entry& entry) {
  struct Turn {  // however it ends
    explicit Turn(Entry& e) : entry(e) { entry.context.resume(); }
    ~Turn() {
      entry.context.pause();
      entry.seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    }
    Entry& entry;
    std::chrono::steady_clock::time_point begin = std::chrono::steady_clock::now();
  };
  const Turn turn(entry);
  std::optional<WhenStopped> looks_at_the_clock;
  if (each_is_limited_) looks_at_the_clock.emplace(entry.context, [] {});
  return entry.portfolio.round();
}

void Schedule::leave(std::size_t question, Listener& listener) {
  entries_[question].open = false;
  const auto busiest = std::max_element(entries_.begin(), entries_.end(),
                                        [](const Entry& a, const Entry& b) { return a.seconds < b.seconds; });
  listener.not_tried(question, static_cast<std::size_t>(busiest - entries_.begin()));
}

void Schedule::make_room(Entry& entry) {
  for (Entry& each : entries_) each.portfolio.rest();
  if (entry.keep) entry.keep->clear();
}

// The first of those that are open: whose turn comes next.
bool Schedule::may_keep(std::size_t question) const {
  const auto open_before = std::count_if(entries_.begin(), entries_.begin() + static_cast<std::ptrdiff_t>(question),
                                         [](const Entry& e) { return e.open; });
  return static_cast<std::size_t>(open_before) < most_paused;
}

}  // namespace whynot::engine
