// An Explorer as a pair of hands: it checks and expands states that somebody else keeps, and forgets them.
#include "engine/ots/explorer.h"

namespace whynot::engine::ots {

void Explorer::go_on_with(const std::string& terms, Context& context) {
  speller_.emplace(store_, program_, packing_);
  spelled_.emplace(store_, program_, packing_);
  for (std::size_t at = 0; at < terms.size() && make_room(context);) spelled_->learn(terms, at);
  speller_->adopt(terms, spelled_->words());
}

bool Explorer::make_room(Context& context) {
  tables_.cells.share(false);
  while (tables_.cells.crowded() && grow_cells(context)) {}
  return context.stopped() == Stop::None;
}

std::vector<Root> Explorer::starts(Context& context) {
  if (!start(context) && stopped_.empty())
    stopped_ = context.should_stop() ? context.stop_reason() : "an initial value is undefined";
  return {roots_.begin(), roots_.end()};
}

void Explorer::take(std::span<const Root> states) { roots_.assign(states.begin(), states.end()); }

bool Explorer::check(Context& context, std::vector<bool>& violated) {
  const std::span<Chunk> chunks = chunks_of(0, roots_.size());
  checks_ = true;
  for (std::size_t q = 0; q < queries_.size(); ++q)  // those that are found are not looked for
    if (violated[q]) violations_[q] = 0;
  work(chunks, false, context);
  for (const Chunk& chunk : chunks)
    for (std::size_t q = 0; q < queries_.size(); ++q)
      if (chunk.violations[q]) violated[q] = true;
  return context.stopped() == Stop::None;
}

bool Explorer::expand(Context& context, const std::function<void(std::size_t, Root)>& each) {
  const std::span<Chunk> chunks = chunks_of(0, roots_.size());
  checks_ = false;
  work(chunks, true, context);
  if (context.stopped() != Stop::None) return false;
  for (const Chunk& chunk : chunks)
    for (std::size_t i = 0; i < chunk.successors.size(); ++i) each(chunk.parents[i], chunk.successors[i]);
  return true;
}

void Explorer::check_one(const CompiledQuery& query, const std::function<void(std::size_t)>& violates) {
  Worker& worker = *workers_[0];
  tables_.cells.share(false);
  for (std::size_t i = 0; i < roots_.size(); ++i) {
    while (tables_.cells.crowded()) tables_.cells.grow();
    packing_.unpack(worker.store.cells, roots_[i], worker.state);
    if (worker.machine.satisfiable(worker.state, query)) violates(i);
  }
}

}  // namespace whynot::engine::ots
