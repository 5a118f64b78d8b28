// What one pass over the nodes tells of a set: the longest run, the numbers of intervals and blocks, the
// least table.  Each is a summary of a block that is put together from the summaries of its halves; a child
// that lies s levels below its parent's is its own pattern 2^s times over.
#include <algorithm>
#include <array>
#include <cstddef>
#include <memory_resource>
#include <unordered_map>

#include "analyse/intervals/value_set.h"

namespace whynot::analyse::intervals {
namespace {

using solve::BddNode;

// Numbers of up to 62 bits are counted in machine words.
constexpr std::size_t small_width = 62;

template <class N>
struct Runs {                                 // of members in a block of `length` places
  N length{}, first{}, last{}, best{}, at{};  // the run at the beginning, at the end, the longest, and where it begins

  static Runs constant(bool in, std::size_t levels) {
    const N length = N(1) << levels;
    return in ? Runs{length, length, length, length, 0} : Runs{length, 0, 0, 0, 0};
  }
  static Runs join(const Runs& a, const Runs& b) {
    Runs r{N(a.length + b.length), a.first == a.length ? N(a.length + b.first) : a.first,
           b.last == b.length ? N(b.length + a.last) : b.last, a.best, a.at};
    if (N(a.last + b.first) > r.best) {
      r.best = a.last + b.first;
      r.at = a.length - a.last;
    }
    if (b.best > r.best) {
      r.best = b.best;
      r.at = a.length + b.at;
    }
    return r;
  }
  // All that a longer repetition adds is length, once a pattern stands beside itself.
  static Runs repeat(const Runs& a, std::size_t levels) {
    if (levels == 0) return a;
    Runs twice = join(a, a);
    twice.length = a.length << levels;
    return twice;
  }
};

template <class N>
struct Counts {
  N boundaries{}, blocks{};          // between members and others inside the block; maximal aligned blocks
  bool first = false, last = false;  // whether the block begins and ends with a member

  static Counts constant(bool in, std::size_t) { return {0, in ? 1 : 0, in, in}; }
  static Counts join(const Counts& a, const Counts& b) {
    return {N(a.boundaries + b.boundaries + (a.last != b.first ? 1 : 0)), N(a.blocks + b.blocks), a.first, b.last};
  }
  static Counts repeat(const Counts& a, std::size_t levels) {
    const N times = N(1) << levels;
    return {N(times * a.boundaries + (a.last != a.first ? N(times - 1) : N(0))), N(times * a.blocks), a.first, a.last};
  }
};

// Summaries by the key of a node: their places by open addressing, because a pass does little else than look them up.
// Those of a small set lie on the stack: asking the heap for a few kilobytes after a large set of diagrams was freed
// takes longer than the pass itself, since the heap then joins all that was freed.
template <class Summary>
class Summaries {
 public:
  Summaries() : entries_(&memory_), places_(512, free_, &memory_) { entries_.reserve(48 * 1024 / sizeof(Entry)); }

  const Summary* find(std::uint32_t key) const {
    const std::uint32_t entry = places_[place(key)];
    return entry == free_ ? nullptr : &entries_[entry].second;
  }
  void put(std::uint32_t key, const Summary& value) {
    if (2 * entries_.size() >= places_.size()) grow();
    places_[place(key)] = static_cast<std::uint32_t>(entries_.size());
    entries_.emplace_back(key, value);
  }

 private:
  using Entry = std::pair<std::uint32_t, Summary>;
  static constexpr std::uint32_t free_ = ~std::uint32_t{0};

  // Where the key's entry is named, or is to be.
  std::size_t place(std::uint32_t key) const {
    const std::size_t mask = places_.size() - 1;
    std::size_t at = (key * 0x9e3779b1u >> 7) & mask;
    while (places_[at] != free_ && entries_[places_[at]].first != key) at = (at + 1) & mask;
    return at;
  }
  void grow() {
    places_.assign(places_.size() * 4, free_);
    for (std::uint32_t i = 0; i < entries_.size(); ++i) places_[place(entries_[i].first)] = i;
  }

  std::array<std::byte, 64 * 1024> stack_;
  std::pmr::monotonic_buffer_resource memory_{stack_.data(), stack_.size()};
  std::pmr::vector<Entry> entries_;
  std::pmr::vector<std::uint32_t> places_;  // of entries
};

// The summary of the whole line.
template <class Summary>
class Pass {
 public:
  Pass(const ValueSet& set, const std::vector<std::size_t>& rank)
      : rank_(rank), width_(set.scale().width()), is_signed_(set.scale().is_signed()), root_(set.function().node()) {}

  Summary run() {
    std::vector<BddNode> open;
    if (!root_.is_constant()) open.push_back(root_);
    while (!open.empty()) {
      const BddNode n = open.back();
      if (made_.find(n.key())) {
        open.pop_back();
        continue;
      }
      const BddNode halves[] = {n.low(), n.high()};
      const std::size_t before = open.size(), below = rank(n) + 1;
      const std::optional<Summary> low = from(halves[0], below), high = from(halves[1], below);
      if (!low) open.push_back(halves[0]);
      if (!high) open.push_back(halves[1]);
      if (open.size() != before) continue;
      open.pop_back();
      made_.put(n.key(), is_signed_ && below == 1 ? Summary::join(*high, *low) : Summary::join(*low, *high));
    }
    return *from(root_, 0);
  }

 private:
  std::size_t rank(const BddNode& n) const { return rank_[n.variable()]; }
  // Of the block of 2^(width - at) places that the node describes; nothing if it is not made yet.
  std::optional<Summary> from(const BddNode& n, std::size_t at) const {
    if (n.is_constant()) return Summary::constant(n.is_true(), width_ - at);
    const Summary* made = made_.find(n.key());
    if (!made) return std::nullopt;
    return Summary::repeat(*made, rank(n) - at);
  }

  const std::vector<std::size_t>& rank_;
  std::size_t width_;
  bool is_signed_;
  BddNode root_;
  Summaries<Summary> made_;
};

template <class N>
std::optional<Interval> longest_run(const ValueSet& set, const std::vector<std::size_t>& rank) {
  const Runs<N> runs = Pass<Runs<N>>(set, rank).run();
  if (runs.best == 0) return std::nullopt;
  const Integer lo = set.scale().number_at(Integer(runs.at));
  return Interval{lo, Integer(lo + Integer(runs.best) - 1)};
}

}  // namespace

std::optional<Interval> ValueSet::longest() const {
  return scale_.width() <= small_width ? longest_run<std::uint64_t>(*this, rank_) : longest_run<Integer>(*this, rank_);
}

Integer ValueSet::interval_count() const {
  const auto counts = Pass<Counts<Integer>>(*this, rank_).run();
  return (counts.boundaries + (counts.first ? 1 : 0) + (counts.last ? 1 : 0)) / 2;
}

Integer ValueSet::block_count() const { return Pass<Counts<Integer>>(*this, rank_).run().blocks; }

// The cost of a block under an inherited answer is that of its halves under the same, or one line that
// changes the answer and the halves under the other.
std::optional<std::vector<TableLine>> ValueSet::table(std::size_t limit) const {
  struct Cost {
    std::array<Integer, 2> under;  // inherited "out", inherited "in"
  };
  std::unordered_map<std::uint64_t, Cost> known;
  const auto key = [](const Cursor& c) { return std::uint64_t{c.node.key()} << 32 | c.rank; };
  const auto settled = [&](const Cursor& c) -> std::optional<Cost> {
    if (c.node.is_constant()) return c.node.is_true() ? Cost{{1, 0}} : Cost{{0, 1}};
    const auto found = known.find(key(c));
    return found == known.end() ? std::nullopt : std::optional<Cost>(found->second);
  };
  std::vector<Cursor> open = {top()};
  while (!open.empty()) {
    const Cursor c = open.back();
    if (settled(c)) {
      open.pop_back();
      continue;
    }
    const Cursor first = child(c, false), second = child(c, true);
    const auto a = settled(first), b = settled(second);
    if (!a) open.push_back(first);
    if (!b) open.push_back(second);
    if (!a || !b) continue;
    const Integer out = a->under[0] + b->under[0], in = a->under[1] + b->under[1];
    known.emplace(key(c), Cost{{std::min(out, Integer(in + 1)), std::min(in, Integer(out + 1))}});
  }
  if (settled(top())->under[0] > limit) return std::nullopt;
  std::vector<TableLine> lines;
  std::vector<std::pair<Cursor, bool>> todo = {{top(), false}};
  while (!todo.empty()) {
    auto [c, inherited] = todo.back();
    todo.pop_back();
    const Cost cost = *settled(c);
    if (cost.under[inherited] > cost.under[!inherited]) {
      inherited = !inherited;
      lines.push_back({{scale_.number_at(c.base), c.rank}, inherited});
    }
    if (cost.under[inherited] == 0) continue;
    todo.emplace_back(child(c, true), inherited);
    todo.emplace_back(child(c, false), inherited);
  }
  return lines;
}

}  // namespace whynot::analyse::intervals
