#include "solve/bdd/op_cache.h"

#include <algorithm>
#include <new>

namespace whynot::solve::bdd {

void OpCache::resize(std::size_t size) {
  Pages<Entry> fresh(size);
  if (fresh.size() == 0) {
    if (entries_.size() == 0) throw std::bad_alloc();
    return;
  }
  Pages<Entry> old = std::move(entries_);
  entries_ = std::move(fresh);
  shift_ = 64 - static_cast<unsigned>(std::countr_zero(size));
  for (const Entry& e : old)
    if (e.f | e.g) entries_[slot(e.f, e.g, e.h)] = e;
}

void OpCache::clear() { std::fill(entries_.begin(), entries_.end(), Entry{}); }

void OpCache::sweep(const MarkBits& alive) {
  const auto dead = [&](Edge e) { return !alive[index_of(e)]; };
  for (Entry& e : entries_) {
    if ((e.f | e.g) == 0) continue;
    const bool three = e.h < op_and;
    const bool stale =
        dead(e.f) || dead(e.result) || (e.h != op_substitute && dead(e.g)) || (three && dead(e.h & 0x7fffffff));
    if (stale) e = Entry{};
  }
}

}  // namespace whynot::solve::bdd
