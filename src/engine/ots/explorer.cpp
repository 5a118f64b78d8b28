// Level by level: threads expand chunks of states, then each inserts the successors of its own shards.
#include "engine/ots/explorer.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <new>
#include <thread>
#include <utility>

#include "base/check.h"

namespace whynot::engine::ots {

using whynot::ots::Predicate;

namespace {

constexpr std::size_t batch_size = 1 << 12, chunk_size = 1 << 7;  // a batch's successors fit the last cache
constexpr std::size_t small_batch = 1 << 9;                       // of one thread: they fit the second cache
constexpr std::size_t look_ahead = 16;  // states whose place is fetched while others are inserted
constexpr std::uint32_t no_parent = ~std::uint32_t{0};

}  // namespace

Explorer::Explorer(const whynot::ots::Ots& ots, const whynot::ots::Scope& scope, std::span<const Predicate> predicates,
                   bool check, const SearchOptions& options)
    : ots_(ots),
      options_(options),
      store_(ots, tables_),
      program_(store_, scope),
      packing_(program_),
      only_counts_(check && predicates.empty()) {
  if (check)
    for (const Predicate& p : predicates) queries_.push_back(program_.compile_violation(p));
  violations_.resize(queries_.size());
  if (options.symmetry && !options.from) {
    group_ = find_group(program_, predicates);
  } else {
    group_.permutations.emplace_back();
    group_.cell_maps.emplace_back();
  }
  for (unsigned i = 0; i < std::max(1u, options.threads); ++i)
    workers_.push_back(std::make_unique<Worker>(tables_, program_, packing_, group_));
  if (!options.fabric) return;
  travel_.emplace(store_, program_, packing_, options.fabric->rank(), options.fabric->ranks());
  dense_visited_.emplace();
  tables_.cells.be_dense();
}

bool Explorer::add_start(std::vector<Word> cells) {
  if (std::find(cells.begin(), cells.end(), undefined_word) != cells.end()) return false;
  while (tables_.cells.crowded()) tables_.cells.grow();
  if (group_.permutations.size() > 1) workers_[0]->canonizer.canonize(cells);
  const Root root = packing_.pack(store_.cells, cells);
  const std::uint64_t place = next_start_++;
  if (travel_ && travel_->owner_of(root) != options_.fabric->rank()) return true;
  if (!insert(root, hash_of(root))) return true;
  roots_.push_back(root);
  if (travel_)
    starts_.push_back(place);
  else
    parents_.push_back(no_parent);
  return true;
}

bool Explorer::start(Context& context) {
  const auto words = [&](const State& state) {
    std::vector<Word> cells;
    for (std::uint32_t c = 0; c < program_.cells() && c < state.size(); ++c)
      cells.push_back(store_.word_of(program_.cell_sort(c), state[c]));
    return cells;
  };
  if (options_.from) return add_start(words(*options_.from));
  bool defined = true;
  std::size_t starts = 0;
  const bool finished = make_stepper(ots_, scope())->initial(context, [&](const State& state) {
    defined = add_start(words(state));
    return defined && (!options_.most_starts || ++starts <= *options_.most_starts);
  });
  if (options_.most_starts && starts > *options_.most_starts) stopped_ = "there are too many initial states";
  return finished && defined && stopped_.empty();
}

void Explorer::run(Context& context, const std::function<void()>& after_each) {
  for (bool more = true; more;) {
    more = deepen(context);
    if (after_each) after_each();
  }
  if (!started_ || (options_.fabric && options_.fabric->rank() != 0)) return;
  context.count("ots.states", states());
  context.count("ots.cells", tables_.cells.size());
  context.count("ots.terms", tables_.terms.size());
}

bool Explorer::deepen(Context& context) try {
  bool good = started_ || start(context);
  if (!started_ && options_.fabric) good = options_.fabric->sum({good ? 0u : 1u})[0] == 0;
  if (!good) {
    if (stopped_.empty()) stopped_ = context.should_stop() ? context.stop_reason() : "an initial value is undefined";
    return false;
  }
  if (!std::exchange(started_, true) && options_.resume && !resume_in_step(context)) return false;
  return options_.fabric ? look_at_depth_in_step(context) : look_at_depth(context);
} catch (...) {
  stopped_ = why_it_ended();
  return false;
}

std::string why_it_ended() try { throw; } catch (const Overflow&) {
  return "a number, the number of terms or of calls under way grew beyond what the search can hold";
} catch (const TableFull&) {
  return "memory limit";
}

bool Explorer::look_at_depth(Context& context) {
  const std::size_t depth = depths_.size(), end = roots_.size();
  depths_.push_back({depth, states(), transitions_});
  report_progress(depth, states() - begin_, context);
  const bool last = options_.depth && depth >= *options_.depth;
  if (last && queries_.empty()) return false;
  keeps_ = !(only_counts_ && options_.depth && depth + 1 >= *options_.depth);
  if (!level(begin_, end, !last, context)) {
    stopped_ = context.stop_reason();
    return false;
  }
  none_up_to_ = depth;
  if (all_violated() || last) return false;
  exhausted_ = states() == end;
  begin_ = end;
  return !exhausted_;
}

bool Explorer::all_violated() const {
  return !violations_.empty() &&
         std::all_of(violations_.begin(), violations_.end(), [](const auto& v) { return v.has_value(); });
}

void Explorer::report_progress(std::size_t depth, std::size_t frontier, Context& context) const {
  context.progress(fmt::format("search depth {}: {} states, frontier {}", depth, states(), frontier));
}

void Explorer::Chunk::take(std::size_t from, std::size_t to, std::size_t queries) {
  begin = done = from;
  end = to;
  successors.clear();
  parents.clear();
  violations.assign(queries, std::nullopt);
}

std::span<Explorer::Chunk> Explorer::chunks_of(std::size_t begin, std::size_t end) {
  std::size_t used = 0;
  for (std::size_t at = begin; at < end; at += chunk_size, ++used) {
    if (used == chunks_.size()) chunks_.emplace_back();
    chunks_[used].take(at, std::min(end, at + chunk_size), queries_.size());
  }
  return {chunks_.data(), used};
}

// Checks the states of one depth and lists their successors.  False when the Context stopped it.
bool Explorer::level(std::size_t begin, std::size_t end, bool expand, Context& context) {
  for (std::size_t batch = begin, batch_end; batch < end; batch = batch_end) {
    batch_end = std::min(end, batch + (hands() == 1 ? small_batch : batch_size));
    const std::span<Chunk> chunks = chunks_of(batch, batch_end);
    work(chunks, expand, context);
    if (context.stopped() != Stop::None) return false;
    merge(chunks);
    if (all_violated()) return true;
  }
  return true;
}

void Explorer::work(std::span<Chunk> chunks, bool expand, Context& context) {
  bool finished = false;
  while (!finished && !context.should_stop()) {
    std::atomic<std::size_t> next{0};
    finished = in_parallel_within_room(context, [&](Worker& worker, std::size_t) {
      for (std::size_t i = next++; i < chunks.size(); i = next++) expand_chunk(worker, chunks[i], expand, context);
    });
  }
}

void Explorer::expand_chunk(Worker& worker, Chunk& chunk, bool expand, Context& context) {
  while (chunk.done < chunk.end && !context.should_stop()) {
    const std::size_t before = chunk.successors.size();
    try {
      expand_state(worker, chunk, chunk.done, expand);
    } catch (...) {  // TableFull, Stopped, Overflow: the state counts as not expanded
      chunk.successors.resize(before);
      chunk.parents.resize(before);
      if (sends_) travel_->take_back();
      throw;
    }
    ++chunk.done;
  }
}

void Explorer::expand_state(Worker& worker, Chunk& chunk, std::size_t index, bool expand) {
  packing_.unpack(worker.store.cells, roots_[index], worker.state);
  for (std::size_t q = 0; q < queries_.size() && checks_; ++q)
    if (!violations_[q] && !chunk.violations[q] && worker.machine.satisfiable(worker.state, queries_[q]))
      chunk.violations[q] = index;
  if (!expand) return;
  if (sends_) travel_->open(worker.state);
  const auto* additions = group_.permutations.size() > 1 ? nullptr : worker.additions.of(roots_[index], worker.state);
  for (std::uint32_t t = 0; t < program_.transitions.size(); ++t) {
    if (!additions || !(*additions)[t]) {
      expand_transition(worker, chunk, t);
      continue;
    }
    const bool unmade = sends_ && travel_->adds_unmade();
    for (const Additions::Addition& a : *(*additions)[t]) {
      if (!unmade)
        add_successor(chunk, worker.additions.apply(a, worker.state));
      else if (!travel_->send_unmade(a.rest, a.element))
        chunk.successors.push_back(worker.additions.apply(a, worker.state));
    }
  }
  chunk.parents.resize(chunk.successors.size(), static_cast<std::uint32_t>(index));
}

void Explorer::expand_transition(Worker& worker, Chunk& chunk, std::uint32_t transition) {
  worker.machine.successors(worker.state, transition, [&](std::span<Word> next) {
    Opened top = worker.machine.top();
    if (group_.permutations.size() > 1) {
      next = worker.machine.closed();
      worker.next.assign(next.begin(), next.end());
      next = worker.next;
      worker.canonizer.canonize(packing_.cells_of(next));
      if (packing_.opened() != Packing::none) top = worker.store.cells.open(next[packing_.opened()]);
    }
    add_successor(chunk, packing_.pack(worker.store.cells, next, top, worker.state));
  });
}

void Explorer::add_successor(Chunk& chunk, Root root) {
  if (!sends_ || !travel_->send(root)) chunk.successors.push_back(root);
}

// Inserts those of a chunk's successors whose shard is mine.
template <class Set>
void Explorer::mark_fresh(Set& set, Chunk& chunk, std::span<const char> mine) {
  std::array<std::uint64_t, look_ahead> hashes;  // of the next few, whose places are on their way
  const std::size_t size = chunk.successors.size();
  const auto announce = [&](std::size_t i) {
    const std::uint64_t hash = hashes[i % look_ahead] = hash_of(chunk.successors[i]);
    if (mine[Visited::shard_of(hash)]) set.prefetch(hash);
  };
  const auto announce_slot = [&](std::size_t i) {
    const std::uint64_t hash = hashes[i % look_ahead];
    if (mine[Visited::shard_of(hash)]) set.prefetch_slot(hash);
  };
  for (std::size_t i = 0; i < std::min(size, look_ahead); ++i) announce(i);
  for (std::size_t i = 0; i < std::min(size, look_ahead / 2); ++i) announce_slot(i);
  for (std::size_t i = 0; i < size; ++i) {
    const std::uint64_t hash = hashes[i % look_ahead];
    if (i + look_ahead < size) announce(i + look_ahead);
    if (i + look_ahead / 2 < size) announce_slot(i + look_ahead / 2);
    if (mine[Visited::shard_of(hash)]) chunk.fresh[i] = set.insert(chunk.successors[i], hash);
  }
}

void Explorer::merge(std::span<Chunk> chunks) {
  for (Chunk& chunk : chunks) chunk.fresh.assign(chunk.successors.size(), 0);
  in_parallel([&, all = hands()](Worker&, std::size_t me) {
    std::array<char, Visited::shards> mine;
    for (std::size_t s = 0; s < Visited::shards; ++s) mine[s] = s % all == me ? 1 : 0;
    for (Chunk& chunk : chunks) {
      if (dense_visited_)
        mark_fresh(*dense_visited_, chunk, mine);
      else
        mark_fresh(visited_, chunk, mine);
    }
  });
  for (const Chunk& chunk : chunks) {
    for (std::size_t q = 0; q < queries_.size(); ++q)
      if (!violations_[q]) violations_[q] = chunk.violations[q];
    transitions_ += chunk.successors.size();
    if (!keeps_) {
      counted_ += static_cast<std::size_t>(std::count(chunk.fresh.begin(), chunk.fresh.end(), 1));
      continue;
    }
    for (std::size_t i = 0; i < chunk.successors.size(); ++i) {
      if (!chunk.fresh[i]) continue;
      roots_.push_back(chunk.successors[i]);
      if (!travel_) parents_.push_back(chunk.parents[i]);
    }
  }
}

std::size_t Explorer::hands() const { return states_here() < options_.alone_up_to ? 1 : workers_.size(); }

void Explorer::in_parallel(const std::function<void(Worker&, std::size_t)>& job) {
  tables_.cells.share(hands() > 1);
  std::vector<std::jthread> threads;
  for (std::size_t i = 1; i < hands(); ++i) threads.emplace_back([&, i] { job(*workers_[i], i); });
  job(*workers_[0], 0);
}

// False when there is no room for a larger table, and the Context is stopped.
bool Explorer::grow_cells(Context& context) {
  if (options_.memory_bytes && resident_bytes() + tables_.cells.cost_of_growing() > *options_.memory_bytes)
    context.request_stop(Stop::Memory);
  if (context.look() != Stop::None) return false;
  tables_.cells.grow();
  return true;
}

// The same for jobs that intern.  False when the cells' room came to its end meanwhile, or the Context stopped it:
// what is not done is to be taken up again.
bool Explorer::in_parallel_within_room(Context& context, const std::function<void(Worker&, std::size_t)>& job) {
  while (tables_.cells.crowded())
    if (!grow_cells(context)) return false;
  std::atomic<bool> full{false}, overflow{false};
  in_parallel([&](Worker& worker, std::size_t me) {
    worker.machine.obey(&context);
    try {
      job(worker, me);
    } catch (const TableFull&) {
      full = true;
    } catch (const Overflow&) {
      overflow = true;
    } catch (const std::bad_alloc&) {
      context.request_stop(Stop::Memory);
    } catch (const Stopped&) {}
    worker.machine.obey(nullptr);
  });
  if (overflow) throw Overflow{};
  if (full) grow_cells(context);
  return !full && context.stopped() == Stop::None;
}

std::optional<std::size_t> Explorer::first_violation(const Predicate& p, Context& context, std::size_t most) try {
  const CompiledQuery query = program_.compile_violation(p);
  const std::size_t all = std::min(most, roots_.size());
  std::atomic<std::size_t> next{0}, least{all};
  while (!in_parallel_within_room(context, [&](Worker& worker, std::size_t) {
    for (std::size_t begin = next.fetch_add(chunk_size); begin < least.load() && !context.should_stop();
         begin = next.fetch_add(chunk_size))
      for (std::size_t i = begin; i < std::min(begin + chunk_size, all); ++i) {
        packing_.unpack(worker.store.cells, roots_[i], worker.state);
        if (!worker.machine.satisfiable(worker.state, query)) continue;
        std::size_t known = least.load();
        while (i < known && !least.compare_exchange_weak(known, i)) {}
        break;
      }
  })) {
    if (context.should_stop()) return {};
    next = 0;  // what lies before the least one known is looked at again
  }
  return least.load() < all ? std::optional(least.load()) : std::nullopt;
} catch (const Overflow&) {
  context.request_stop(Stop::Memory);  // a number or the number of terms grew beyond what the search can hold
  return {};
}

State Explorer::values(std::span<const Word> cells) const {
  State state;
  for (std::uint32_t c = 0; c < cells.size(); ++c) state.push_back(store_.value_of(program_.cell_sort(c), cells[c]));
  return state;
}

std::vector<State> Explorer::sample(std::size_t most) {
  std::vector<State> out;
  std::vector<Word> state;
  const std::size_t all = roots_.size(), wanted = std::min(most, all);
  for (std::size_t i = 0; i < wanted; ++i) {
    packing_.unpack(store_.cells, roots_[i * all / wanted], state);
    out.push_back(values(packing_.cells_of(std::span<const Word>(state))));
  }
  return out;
}

Trace Explorer::trace_to(std::size_t state, const Predicate& predicate) {
  if (options_.fabric) return trace_in_step(state, predicate);
  std::vector<Root> chain{roots_[state]};
  for (std::uint32_t at = parents_[state]; at != no_parent; at = parents_[at]) chain.push_back(roots_[at]);
  std::reverse(chain.begin(), chain.end());
  return trace_along(chain, predicate);
}

// With symmetry a state stands for all of its kind: the run is rebuilt from the start, taking at each step a
// successor whose representative is the next one of the chain.
Trace Explorer::trace_along(std::span<const Root> chain, const Predicate& predicate) {
  while (tables_.cells.crowded()) tables_.cells.grow();
  const auto stepper = make_stepper(ots_, scope());
  Trace trace;
  trace.signature = stepper->signature();
  Worker& worker = *workers_[0];
  packing_.unpack(store_.cells, chain[0], worker.state);
  const std::span<const Word> first = packing_.cells_of(std::span<const Word>(worker.state));
  std::vector<Word> here(first.begin(), first.end());
  trace.steps.push_back({values(here), {}, {}});
  for (std::size_t i = 1; i < chain.size(); ++i) {
    std::vector<Word> there;
    Action action;
    for (std::uint32_t t = 0; t < program_.transitions.size() && there.empty(); ++t)
      worker.machine.successors(here, t, [&](std::span<Word>) {
        if (!there.empty()) return;
        const std::span<const Word> next = worker.machine.closed();
        std::vector<Word> canonical(next.begin(), next.end());
        if (group_.permutations.size() > 1) worker.canonizer.canonize(canonical);
        if (packing_.pack(store_.cells, canonical) != chain[i]) return;
        there.assign(next.begin(), next.end());
        action = {ots_.transitions[t].name, {}, ots_.transitions[t].where, {}, {}};
        for (std::size_t v = 0; v < ots_.transitions[t].shown(); ++v)
          action.args.push_back(store_.value_of(ots_.pool->variable(ots_.transitions[t].params[v]).sort,
                                                worker.machine.reg(program_.transitions[t].query.vars[v])));
      });
    WHYNOT_CHECK(!there.empty(), "a state's parent should lead to it");
    here = there;
    trace.steps.push_back({values(here), {}, action});
  }
  const auto refusal = replay_specification(*stepper, trace, &predicate, !options_.from);
  WHYNOT_CHECK(!refusal, refusal->reason);
  return trace;
}

}  // namespace whynot::engine::ots
