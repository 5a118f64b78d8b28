// Level by level: check, expand into candidates, sort out part by part what is new.
#include "engine/ots/parts/spill.h"

#include <fmt/format.h>
#include <malloc.h>

#include <algorithm>
#include <array>
#include <unordered_map>

#include "engine/ots/parts/byte_hash.h"

namespace whynot::engine::ots::parts {

using whynot::ots::Predicate;

namespace {

constexpr std::size_t parts = 256, batch_size = 1 << 12, recent_size = 1 << 18;
constexpr std::size_t look_ahead = 16;       // texts whose place is fetched while others are inserted
constexpr std::uint64_t bytes_of_cell = 40;  // of a hand's tables, while they grow
constexpr std::uint64_t usual_memory = 1ull << 30;
constexpr Root no_root{undefined_word, undefined_word, undefined_word};

std::size_t part_of(std::uint64_t hash) { return hash >> 56; }  // tables take the lower bits

// A record is the length of a state's spelling, and the spelling.
std::string_view next_record(std::string_view block, std::size_t& at) {
  const std::size_t begin = at;
  const std::uint64_t size = read_number(block, at);
  at += size;
  return block.substr(begin, at - begin);
}
std::string_view state_of(std::string_view record) {
  std::size_t at = 0;
  read_number(record, at);
  return record.substr(at);
}

}  // namespace

Spill::Spill(const whynot::ots::Ots& ots, const whynot::ots::Scope& scope, std::span<const Predicate> predicates,
             const SearchOptions& options)
    : ots_(ots),
      scope_(scope),
      predicates_(predicates.begin(), predicates.end()),
      options_(options),
      hand_(std::make_unique<Explorer>(ots_, scope_, predicates_, true, options_)),
      recent_(recent_size, no_root) {
  violations_.resize(predicates_.size());
}

void Spill::run(Context& context, const std::function<void()>& after_each) {
  for (bool more = true; more;) {
    more = deepen(context);
    after_each();
  }
  if (started_) context.count("ots.states", states_);
}

bool Spill::deepen(Context& context) try {
  if (!started_ && !begin(context)) return false;
  started_ = true;
  return look_at_depth(context);
} catch (const CannotSpill& trouble) {
  stopped_ = trouble.why;
  return false;
} catch (...) {
  stopped_ = why_it_ended();
  return false;
}

bool Spill::begin(Context& context) {
  const std::vector<Root> starts = hand_->starts(context);
  stopped_ = hand_->stopped();
  if (!stopped_.empty()) return false;
  hand_->go_on_with("", context);
  levels_.push_back(std::make_unique<Pile>(options_.spill, parts));
  for (const Root& start : starts) {
    const std::string& record = starts_.emplace_back(record_of(start));
    levels_[0]->add(part_of(byte_hash(record)), record);
  }
  levels_[0]->finish();
  states_ = starts.size();
  return true;
}

const std::string& Spill::record_of(Root root) {
  spelled_.clear();
  record_.clear();
  hand_->speller().append(spelled_, root);
  write_number(record_, spelled_.size());
  record_ += spelled_;
  return record_;
}

bool Spill::all_violated() const {
  return !violations_.empty() && std::all_of(violations_.begin(), violations_.end(), [](auto& v) { return v; });
}

bool Spill::look_at_depth(Context& context) {
  const std::size_t depth = depths_.size();
  const std::uint64_t frontier = states_ - (depth == 0 ? 0 : depths_.back().states);
  depths_.push_back({depth, states_, transitions_});
  context.progress(fmt::format("search depth {}: {} states, frontier {}", depth, states_, frontier));
  const bool last = options_.depth && depth >= *options_.depth;
  if (last && predicates_.empty()) return false;
  const bool keeps = !(predicates_.empty() && options_.depth && depth + 1 >= *options_.depth);
  bool whole = check_level(context);
  const bool expands = whole && !last && !all_violated();
  if (expands) {
    Pile candidates(options_.spill, parts);
    whole = expand_level(candidates, context) && find_new(candidates, keeps, context);
  }
  if (!whole) {
    stopped_ = context.stop_reason();
    return false;
  }
  none_up_to_ = depth;
  if (!expands) return false;
  exhausted_ = states_ == depths_.back().states;
  return !exhausted_;
}

bool Spill::check_level(Context& context) {
  if (predicates_.empty()) return true;
  const std::size_t depth = depths_.size() - 1;
  std::vector<bool> violated;
  for (const auto& v : violations_) violated.push_back(v.has_value());
  const bool whole = for_each_batch(*levels_[depth], context, [&](auto) { return hand_->check(context, violated); });
  if (!whole) return false;
  for (std::size_t q = 0; q < violated.size(); ++q)
    if (violated[q] && !violations_[q]) violations_[q] = depth;
  return true;
}

bool Spill::expand_level(Pile& candidates, Context& context) {
  const bool whole = for_each_batch(*levels_.back(), context, [&](auto) {
    return hand_->expand(context, [&](std::size_t, Root to) {
      ++transitions_;
      Root& recent = recent_[hash_of(to) % recent_size];
      if (recent == to) return;
      recent = to;
      const std::string& record = record_of(to);
      candidates.add(part_of(byte_hash(record)), record);
    });
  });
  if (whole) candidates.finish();
  return whole;
}

// The next level.  Where nothing will be asked of it, its states are counted and not kept.
bool Spill::find_new(const Pile& candidates, bool keeps, Context& context) {
  auto next = keeps ? std::make_unique<Pile>(options_.spill, parts) : nullptr;
  for (std::size_t part = 0; part < parts; ++part) {
    if (context.look() != Stop::None) return false;
    if (candidates.records(part) == 0) continue;
    std::uint64_t most = candidates.records(part);
    for (const auto& level : levels_) most += level->records(part);
    set_.begin(most);
    seen_before(part);
    states_ += add_new(part, candidates, next.get());
  }
  if (next) next->finish();
  if (next) levels_.push_back(std::move(next));
  return true;
}

void Spill::seen_before(std::size_t part) {
  for (const auto& level : levels_)
    level->for_each_block(part, [&](std::string_view block) {
      for (std::size_t at = 0; at < block.size();) {
        const std::string_view record = next_record(block, at);
        set_.insert(record, byte_hash(record));
      }
      return true;
    });
}

std::uint64_t Spill::add_new(std::size_t part, const Pile& candidates, Pile* next) {
  std::uint64_t fresh = 0;
  candidates.for_each_block(part, [&](std::string_view block) {
    struct Announced {
      std::string_view record;
      std::uint64_t hash = 0;
    };
    std::array<Announced, look_ahead> coming;
    std::size_t at = 0, announced = 0;
    const auto announce = [&] {
      if (at == block.size()) return;
      Announced& one = coming[announced++ % look_ahead];
      one.record = next_record(block, at);
      one.hash = byte_hash(one.record);
      set_.prefetch(one.hash);
    };
    for (std::size_t i = 0; i < look_ahead; ++i) announce();
    for (std::size_t done = 0; done < announced; ++done) {
      const Announced one = coming[done % look_ahead];
      announce();
      if (!set_.insert(one.record, one.hash)) continue;
      ++fresh;
      if (next) next->add(part, one.record);
    }
    return true;
  });
  return fresh;
}

bool Spill::for_each_batch(const Pile& level, Context& context, const Batch& batch) {
  for (std::size_t part = 0; part < parts; ++part)
    if (!level.for_each_block(part, [&](std::string_view block) { return work_on(block, context, batch); }))
      return false;
  return context.stopped() == Stop::None;
}

bool Spill::work_on(std::string_view block, Context& context, const Batch& batch) {
  std::vector<std::string_view> records;
  std::vector<Root> roots;
  for (std::size_t at = 0; at < block.size();) {
    renew_hand(context);
    records.clear();
    roots.clear();
    while (at < block.size() && records.size() < batch_size) {
      if (!hand_->make_room(context)) return false;
      records.push_back(next_record(block, at));
      std::size_t begin = 0;
      roots.push_back(hand_->spelled().next(state_of(records.back()), begin));
    }
    hand_->take(roots);
    if (!batch(records)) return false;
  }
  return true;
}

// A hand whose tables have grown large is replaced by one that knows the terms and nothing else.
void Spill::renew_hand(Context& context) {
  const std::uint64_t most = options_.memory_bytes.value_or(usual_memory) / 4 / bytes_of_cell;
  if (hand_->cells() > options_.spill_cells.value_or(most)) {
    const std::string terms = hand_->speller().terms();
    hand_.reset();
    malloc_trim(0);
    hand_ = std::make_unique<Explorer>(ots_, scope_, predicates_, true, options_);
    hand_->go_on_with(terms, context);
    learnt_ = terms.size();
    std::fill(recent_.begin(), recent_.end(), no_root);
  }
  if (hand_->make_room(context)) hand_->spelled().learn(hand_->speller().terms(), learnt_);
}

// As ranks do it.
Spill::Marked Spill::marked(std::size_t depth, const Predicate& p) {
  Context context;
  Marked out;
  out.states.resize(depth + 1);
  std::vector<std::vector<std::uint64_t>> edges(depth + 1);
  for_each_batch(*levels_[depth], context, [&](std::span<const std::string_view> records) {
    hand_->check_one(hand_->compiled(p), [&](std::size_t i) { out.states[depth].emplace_back(records[i]); });
    return true;
  });
  for (std::size_t d = depth; d-- > 0;) {
    std::unordered_map<std::string, std::uint64_t> next;
    for (const std::string& state : out.states[d + 1]) next.emplace(state, next.size());
    for_each_batch(*levels_[d], context, [&](std::span<const std::string_view> records) {
      std::vector<std::vector<std::uint64_t>> to(records.size());
      hand_->expand(context, [&](std::size_t from, Root root) {
        const auto at = next.find(record_of(root));
        if (at != next.end() && std::find(to[from].begin(), to[from].end(), at->second) == to[from].end())
          to[from].push_back(at->second);
      });
      for (std::size_t i = 0; i < records.size(); ++i) {
        if (to[i].empty()) continue;
        out.states[d].emplace_back(records[i]);
        edges[d].push_back(to[i].size());
        edges[d].insert(edges[d].end(), to[i].begin(), to[i].end());
      }
      return true;
    });
  }
  std::unordered_map<std::string_view, std::uint64_t> place;
  for (const std::string& start : starts_) place.emplace(start, place.size());
  std::vector<std::uint64_t> places;
  for (const std::string& state : out.states[0]) places.push_back(place.at(state));
  std::vector<std::size_t> sizes;
  for (const auto& states : out.states) sizes.push_back(states.size());
  out.paths = least_paths(sizes, places, edges);
  for (std::size_t d = 0; d <= depth; ++d) {
    std::vector<std::string> sorted;
    for (const std::uint64_t i : out.paths.order[d]) sorted.push_back(out.states[d][i]);
    out.states[d] = std::move(sorted);
  }
  return out;
}

Trace Spill::trace_of(const Marked& marked, std::span<const std::size_t> chain, const Predicate& predicate) {
  Context context;
  renew_hand(context);
  std::vector<Root> roots;
  for (std::size_t d = 0; d < chain.size(); ++d) {
    hand_->make_room(context);
    std::size_t begin = 0;
    roots.push_back(hand_->spelled().next(state_of(marked.states[d][chain[d]]), begin));
  }
  return hand_->trace_along(roots, predicate);
}

Trace Spill::trace_to(std::size_t depth, const Predicate& predicate) {
  const Marked found = marked(depth, predicate);
  std::vector<std::size_t> chain(depth + 1, 0);
  for (std::size_t d = depth; d > 0; --d) chain[d - 1] = found.paths.first_parents[d][chain[d]];
  return trace_of(found, chain, predicate);
}

void Spill::for_each_shortest(std::size_t depth, const Predicate& p, Context& context,
                              const std::function<bool(Trace)>& found) try {
  const Marked all = marked(depth, p);
  for_each_way(all.paths.ways, context,
               [&](std::span<const std::size_t> chain) { return found(trace_of(all, chain, p)); });
} catch (const Overflow&) {  // as in a search in memory
} catch (const TableFull&) {}

}  // namespace whynot::engine::ots::parts
