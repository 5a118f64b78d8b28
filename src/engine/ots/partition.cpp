// The states shared out among ranks, in step.  A level is looked at and expanded by everybody for the states that are
// theirs; successors of others travel to their owners.  Nothing is stored but the states: the run to a violation is
// found by going back level by level along the states that lead to it, which all ranks get to know, and their order is
// that of one machine's search: a level's states come in the order of the least paths to them.
#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <unordered_map>

#include "engine/ots/explorer.h"

namespace whynot::engine::ots {

using whynot::ots::Predicate;

namespace {

// States between two exchanges: as many as have so many successors, of which each rank gets its share.
constexpr std::size_t step_size = 1 << 13, first_step = 1 << 10, least_step = 1 << 7;
constexpr std::size_t least_successors = 1 << 16, successors_of_rank = 1 << 13;

struct RootHash {
  std::size_t operator()(const Root& r) const { return hash_of(r); }
};

template <class Number>
std::string bytes_of(const std::vector<Number>& numbers) {
  return {reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(Number)};
}

template <class Number>
void append_numbers(std::vector<Number>& to, const std::string& bytes) {
  if (bytes.empty()) return;
  const std::size_t before = to.size();
  to.resize(before + bytes.size() / sizeof(Number));
  std::memcpy(to.data() + before, bytes.data(), bytes.size());
}

// What every rank has, one rank behind the other.
template <class Number>
std::vector<Number> all_of(Fabric& fabric, const std::vector<Number>& mine) {
  std::vector<Number> out;
  for (const std::string& bytes : fabric.exchange(std::vector(fabric.ranks(), bytes_of(mine))))
    append_numbers(out, bytes);
  return out;
}

}  // namespace

bool Explorer::look_at_depth_in_step(Context& context) {
  Fabric& fabric = *options_.fabric;
  const std::size_t depth = depths_.size(), end = roots_.size();
  if (options_.ends_at == std::pair(fabric.rank(), depth)) std::quick_exit(EXIT_FAILURE);
  const Fabric::Sums totals = fabric.sum({states_here(), transitions_});
  total_states_ = totals[0];
  level_ends_.push_back(end);
  depths_.push_back({depth, totals[0], totals[1]});
  report_progress(depth, states_here() - begin_, context);
  const bool last = options_.depth && depth >= *options_.depth;
  if (last && queries_.empty()) return false;
  keeps_ = !(only_counts_ && options_.depth && depth + 1 >= *options_.depth);
  const std::size_t before = states_here();
  bool whole = check_in_step(begin_, end, depth, context);
  const bool expand = whole && !last && !all_violated();
  if (expand) whole = level_in_step(begin_, end, context);
  if (!whole) {
    stopped_ = context.stop_reason();
    return false;
  }
  none_up_to_ = depth;
  if (!expand) return false;
  const std::uint64_t fresh = fabric.sum({states_here() - before})[0];
  total_states_ += fresh;
  exhausted_ = fresh == 0;
  begin_ = end;
  return !exhausted_ && (options_.checkpoint.empty() || !keeps_ || save_in_step());
}

// One who has to stop stops all; one who has more to do keeps all at it.
Explorer::Agreed Explorer::agree(Context& context, bool overflow, bool more) {
  constexpr std::size_t stops = static_cast<std::size_t>(Stop::Effort) + 1;
  Fabric::Sums votes(stops + 2, 0);
  votes[static_cast<std::size_t>(context.stopped())] = 1;
  votes[stops] = overflow ? 1 : 0;
  votes[stops + 1] = more ? 1 : 0;
  votes = options_.fabric->sum(votes);
  if (votes[stops] > 0) throw Overflow{};
  for (std::size_t stop = 1; stop < stops; ++stop) {
    if (votes[stop] == 0) continue;
    context.request_stop(static_cast<Stop>(stop));
    return {false, false};
  }
  return {true, votes[stops + 1] > 0};
}

// Before anything is expanded: where all is violated, the next level, which may be the largest, is nobody's business.
bool Explorer::check_in_step(std::size_t begin, std::size_t end, std::size_t depth, Context& context) {
  if (queries_.empty()) return true;
  Fabric::Sums seen(queries_.size(), 0);
  bool overflow = false;
  try {
    for (std::size_t at = begin; at < end && context.stopped() == Stop::None; at += step_size) {
      const std::span<Chunk> chunks = chunks_of(at, std::min(end, at + step_size));
      work(chunks, false, context);
      for (const Chunk& chunk : chunks)
        for (std::size_t q = 0; q < queries_.size(); ++q) seen[q] |= chunk.violations[q].has_value() ? 1 : 0;
    }
  } catch (const Overflow&) {
    overflow = true;
  }
  if (!agree_to_go_on(context, overflow)) return false;
  seen = options_.fabric->sum(seen);
  for (std::size_t q = 0; q < queries_.size(); ++q)
    if (!violations_[q] && seen[q] > 0) violations_[q] = depth;
  return true;
}

bool Explorer::level_in_step(std::size_t begin, std::size_t end, Context& context) {
  const std::size_t wanted = std::max(least_successors, successors_of_rank * options_.fabric->ranks());
  std::size_t step = first_step;
  bool more = true;
  for (std::size_t at = begin, until; more; at = until) {
    until = std::min(end, at + step);
    const std::size_t used = chunks_of(at, until).size();
    bool overflow = false;
    checks_ = false;
    sends_ = workers_.size() == 1 && options_.fabric->ranks() > 1;
    try {
      work({chunks_.data(), used}, true, context);
    } catch (const Overflow&) {
      overflow = true;
    }
    checks_ = true;
    sends_ = false;
    const std::uint64_t sent = travel_->take_count();
    transitions_ += sent;
    crossings_ += sent;
    std::uint64_t made = sent;
    for (const Chunk& chunk : std::span(chunks_.data(), used)) made += chunk.successors.size();
    if (made > 0) step = std::clamp((until - at) * wanted / made, least_step, step_size);
    const Agreed agreed = agree(context, overflow, until < end);
    if (!agreed.go_on) return false;
    more = agreed.more;
    if (used == chunks_.size()) chunks_.emplace_back();
    if (workers_.size() > 1) send_away({chunks_.data(), used});
    Chunk& arrivals = chunks_[used];
    arrivals.take(until, until, queries_.size());
    receive(arrivals, context);
    const std::size_t arrived = arrivals.successors.size();
    arrivals.parents.resize(arrived, 0);
    merge({chunks_.data(), used + 1});
    transitions_ -= arrived;  // which their senders have counted
  }
  return agree_to_go_on(context, false);
}

// What is not ours goes into letters; the rest stays, in order.
void Explorer::send_away(std::span<Chunk> chunks) {
  for (Chunk& chunk : chunks) {
    std::size_t kept = 0;
    for (std::size_t i = 0; i < chunk.successors.size(); ++i) {
      const unsigned owner = travel_->owner_of(chunk.successors[i]);
      if (owner != options_.fabric->rank()) {
        travel_->add(chunk.successors[i], owner);
        continue;
      }
      chunk.successors[kept] = chunk.successors[i];
      chunk.parents[kept++] = chunk.parents[i];
    }
    transitions_ += chunk.successors.size() - kept;
    crossings_ += chunk.successors.size() - kept;
    chunk.successors.resize(kept);
    chunk.parents.resize(kept);
  }
}

void Explorer::receive(Chunk& chunk, Context& context) {
  Fabric& fabric = *options_.fabric;
  std::vector<Fabric::Bytes> letters;
  for (unsigned to = 0; to < fabric.ranks(); ++to) {
    letters.push_back(travel_->take_letter(to));
    cross_bytes_ += letters.back().size();
  }
  letters = fabric.exchange(std::move(letters));
  for (unsigned from = 0; from < fabric.ranks(); ++from) {
    while (tables_.cells.crowded() && grow_cells(context)) {}
    if (context.stopped() != Stop::None) return;  // what is lost is of a level that does not count
    parts::Travel::Arrivals arrivals(*travel_, letters[from], from);
    while (arrivals.more()) {
      while (tables_.cells.crowded() && grow_cells(context)) {}
      if (context.stopped() != Stop::None) return;
      chunk.successors.push_back(arrivals.next());
    }
  }
}

// The states of all ranks, one rank behind the other, as words of this one.
std::vector<Root> Explorer::shared(const std::vector<Root>& mine) {
  Fabric& fabric = *options_.fabric;
  std::vector<Fabric::Bytes> letters;
  for (unsigned to = 0; to < fabric.ranks(); ++to) {
    if (to != fabric.rank())
      for (const Root& root : mine) travel_->add(root, to);
    letters.push_back(travel_->take_letter(to));
  }
  letters = fabric.exchange(std::move(letters));
  std::vector<Root> out;
  for (unsigned from = 0; from < fabric.ranks(); ++from) {
    if (from == fabric.rank()) out.insert(out.end(), mine.begin(), mine.end());
    while (tables_.cells.crowded()) tables_.cells.grow();
    parts::Travel::Arrivals arrivals(*travel_, letters[from], from);
    while (arrivals.more()) {
      while (tables_.cells.crowded()) tables_.cells.grow();
      out.push_back(arrivals.next());
    }
  }
  return out;
}

Explorer::Marked Explorer::marked_in_step(std::size_t depth, const Predicate& p) {
  Fabric& fabric = *options_.fabric;
  const CompiledQuery query = program_.compile_violation(p);
  Worker& worker = *workers_[0];
  tables_.cells.share(false);
  const auto look_at = [&](std::size_t state) {
    while (tables_.cells.crowded()) tables_.cells.grow();
    packing_.unpack(worker.store.cells, roots_[state], worker.state);
  };
  const auto begin_of = [&](std::size_t d) { return d == 0 ? 0 : level_ends_[d - 1]; };
  Marked marked;
  marked.roots.resize(depth + 1);
  std::vector<std::vector<std::uint64_t>> edges(depth + 1);  // by depth: for each state how many, then which
  std::vector<Root> mine;
  std::vector<std::uint64_t> places;
  for (std::size_t i = begin_of(depth); i < level_ends_[depth]; ++i) {
    look_at(i);
    if (!worker.machine.satisfiable(worker.state, query)) continue;
    mine.push_back(roots_[i]);
    if (depth == 0) places.push_back(starts_[i]);
  }
  marked.roots[depth] = shared(mine);
  checks_ = false;
  for (std::size_t d = depth; d-- > 0;) {
    std::unordered_map<Root, std::uint64_t, RootHash> next;
    for (const Root& root : marked.roots[d + 1]) next.emplace(root, next.size());
    mine.clear();
    std::vector<std::uint64_t> my_edges;
    Chunk chunk;
    for (std::size_t i = begin_of(d); i < level_ends_[d]; ++i) {
      chunk.take(i, i + 1, queries_.size());
      look_at(i);
      expand_state(worker, chunk, i, true);
      std::vector<std::uint64_t> to;
      for (const Root& r : chunk.successors)
        if (const auto at = next.find(r); at != next.end() && std::find(to.begin(), to.end(), at->second) == to.end())
          to.push_back(at->second);
      if (to.empty()) continue;
      mine.push_back(roots_[i]);
      if (d == 0) places.push_back(starts_[i]);
      my_edges.push_back(to.size());
      my_edges.insert(my_edges.end(), to.begin(), to.end());
    }
    marked.roots[d] = shared(mine);
    edges[d] = all_of(fabric, my_edges);
  }
  checks_ = true;
  std::vector<std::size_t> sizes;
  for (const std::vector<Root>& roots : marked.roots) sizes.push_back(roots.size());
  marked.paths = parts::least_paths(sizes, all_of(fabric, places), edges);
  for (std::size_t d = 0; d <= depth; ++d) {
    std::vector<Root> sorted;
    for (const std::uint64_t i : marked.paths.order[d]) sorted.push_back(marked.roots[d][i]);
    marked.roots[d] = std::move(sorted);
  }
  return marked;
}

Trace Explorer::trace_in_step(std::size_t depth, const Predicate& predicate) {
  const Marked marked = marked_in_step(depth, predicate);
  std::vector<Root> chain;
  std::size_t state = 0;
  for (std::size_t d = depth + 1; d-- > 0;) {
    chain.push_back(marked.roots[d][state]);
    if (d > 0) state = marked.paths.first_parents[d][state];
  }
  std::reverse(chain.begin(), chain.end());
  return trace_along(chain, predicate);
}

void Explorer::for_each_shortest_in_step(std::size_t depth, const Predicate& p, Context& context,
                                         const std::function<bool(Trace)>& found) {
  const Marked marked = marked_in_step(depth, p);
  for_each_way(marked.paths.ways, context, [&](std::span<const std::size_t> chain) {
    std::vector<Root> roots;
    for (std::size_t d = 0; d < chain.size(); ++d) roots.push_back(marked.roots[d][chain[d]]);
    return found(trace_along(roots, p));
  });
}

std::optional<Partition> Explorer::partition() const {
  if (!options_.fabric) return std::nullopt;
  Fabric& fabric = *options_.fabric;
  const unsigned ranks = fabric.ranks();
  Fabric::Sums sums(ranks + 2, 0);
  sums[fabric.rank()] = states_here();
  sums[ranks] = crossings_;
  sums[ranks + 1] = cross_bytes_;
  sums = fabric.sum(sums);
  return Partition{ranks, sums[ranks], sums[ranks + 1], *std::max_element(sums.begin(), sums.begin() + ranks)};
}

}  // namespace whynot::engine::ots
