// Values of a search, each one 32-bit word.  By its sort a word is the value itself (booleans, numbers, elements
// of loose sorts), the number of a hash-consed term, or the number of a hash-consed cell: collections are chains
// of cells, sets and bags sorted, so that equal values are equal words and collections share their tails.
//
// Two threads may intern at once.  Numbers then depend on who came first; nothing else does: the order inside
// sets and bags is by structural hash, never by number.
#pragma once
#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "engine/ots/store/big_array.h"
#include "model/ots/ots.h"

namespace whynot::engine::ots {

using Word = std::uint32_t;
constexpr Word undefined_word = ~Word{0};
constexpr Word no_default = ~Word{0} - 1;  // of a map that has an entry for each of its keys
constexpr Word nil = 0;                    // the empty collection; cells are numbered from 1

struct Overflow {};   // thrown: a number beyond ±2^30, terms beyond 2^28, calls too deep
struct TableFull {};  // thrown: grow() first

inline std::uint64_t mix(std::uint64_t h) {
  h ^= h >> 32;
  h *= 0xd6e8feb86659fd93u;
  h ^= h >> 32;
  h *= 0xd6e8feb86659fd93u;
  return h ^ (h >> 32);
}

// For places in tables, which show nowhere: one multiplication, both halves of which count.
inline std::uint64_t scatter(std::uint64_t key) {
  const auto product = static_cast<unsigned __int128>(key ^ 0x8ebc6af09c88c6e3u) * 0xd6e8feb86659fd93u;
  return static_cast<std::uint64_t>(product >> 64) ^ static_cast<std::uint64_t>(product);
}

// Cells: pairs of words, numbered.  Interning is lock-free; growing wants everybody else to be elsewhere.
class CellTable {
 public:
  CellTable();
  ~CellTable();
  CellTable(const CellTable&) = delete;
  CellTable& operator=(const CellTable&) = delete;

  // Numbers set aside for one thread, so that threads do not meet at the counter.
  struct Block {
    Word next = 0, end = 0;
  };
  Word intern(Word first, Word second, Block&);  // throws TableFull
  struct Cell {
    Word first, second;
  };
  Cell operator[](Word cell) const {
    const std::uint64_t both = at(cell);
    return {static_cast<Word>(both >> 32), static_cast<Word>(both)};
  }
  Word first(Word cell) const { return (*this)[cell].first; }
  Word second(Word cell) const { return (*this)[cell].second; }

  void share(bool shared) { shared_ = shared; }  // whether several threads intern at once
  bool crowded() const { return count_.load(std::memory_order_relaxed) > slots_ / 8 * (dense_ ? 5 : 4); }
  void be_dense() { dense_ = true; }  // takes less room and more time
  void grow();                        // doubles the room
  std::uint64_t cost_of_growing() const { return 2 * slots_ * sizeof(Slot); }
  std::size_t size() const { return count_.load(); }  // rounded up to blocks

 private:
  static constexpr std::size_t chunk_bits = 18, chunk_size = std::size_t{1} << chunk_bits;
  std::uint64_t& at(Word cell) const {
    return chunks_[cell >> chunk_bits].load(std::memory_order_acquire)[cell & (chunk_size - 1)];
  }
  void refill(Block&);
  // A slot is 0, or a cell's number below the upper half of its hash, which also tells its place: other cells are
  // passed, and all moved to a larger table, without a look at them.
  using Slot = std::atomic<std::uint64_t>;
  std::size_t place_of(std::uint64_t tag) const { return (tag >> 32) & (slots_ - 1); }
  static BigArray<Slot> make_table(std::size_t slots);

  BigArray<Slot> table_;
  std::size_t slots_;
  bool shared_ = true, dense_ = false;
  std::atomic<Word> count_{0};  // numbers given out, in blocks; 0 itself is none
  Pointers<std::uint64_t> chunks_;
  std::mutex chunk_mutex_;
};

// Terms: a constructor with arguments, numbered, with the structural hash of each.  There are few of them and they
// are asked for all the time: reading takes no lock, adding does.
class TermTable {
 public:
  struct alignas(64) Node {   // one line of the cache
    std::uint64_t order = 0;  // of terms in sets and bags: deep ones first, then by structural hash
    std::uint64_t hash = 0;
    std::uint32_t constructor = 0, arity = 0, depth = 1;
    std::array<Word, 4> few{};  // most terms have no more arguments: they stand beside what is asked with them
    std::unique_ptr<Word[]> many;
    const Word* args = few.data();
    template <std::size_t Arity>
    bool is(std::uint32_t c, std::span<const Word, Arity> as) const {
      if (constructor != c || arity != as.size()) return false;
      const Word* const mine = Arity <= 4 ? few.data() : args;
      for (std::uint32_t i = 0; i < as.size(); ++i)
        if (mine[i] != as[i]) return false;
      return true;
    }
  };
  TermTable();
  ~TermTable();

  struct Shape {
    std::uint64_t hash = 0;
    std::uint32_t depth = 1;
  };
  // `shape` is called only for terms that are new.
  template <class ShapeOf>
  Word intern(std::uint32_t constructor, std::span<const Word> args, ShapeOf shape) {
    const auto look = [&](auto known) {  // how many there are: loops over them are unrolled
      const std::uint64_t key = key_of(constructor, known);
      const Word found = find(key, constructor, known);
      return found != undefined_word ? found : add(key, constructor, args, shape());
    };
    switch (args.size()) {
      case 1: return look(args.first<1>());
      case 2: return look(args.first<2>());
      case 3: return look(args.first<3>());
      case 4: return look(args.first<4>());
      default: return look(args);
    }
  }
  const Node& operator[](Word term) const {
    return chunks_[term >> chunk_bits].load(std::memory_order_acquire)[term & (chunk_size - 1)];
  }
  std::size_t size() const { return count_.load(); }

 private:
  static constexpr std::size_t chunk_bits = 12, chunk_size = std::size_t{1} << chunk_bits,
                               most_chunks = std::size_t{1} << 16;
  // An entry is empty, or a term's number below the upper half of its key: other terms are passed without a look.
  struct Table {
    static constexpr std::uint64_t empty = ~std::uint64_t{0};
    explicit Table(std::size_t n) : slots(n), entries(new std::atomic<std::uint64_t>[n]) {
      for (std::size_t i = 0; i < n; ++i) entries[i].store(empty, std::memory_order_relaxed);
    }
    void put(std::uint64_t key, Word term);
    std::size_t slots;
    std::unique_ptr<std::atomic<std::uint64_t>[]> entries;
  };
  template <std::size_t Arity>
  static std::uint64_t key_of(std::uint32_t constructor, std::span<const Word, Arity> args) {
    std::uint64_t h = constructor + 1;
    for (Word a : args) h = (h ^ (h >> 32) ^ a) * 0x9e3779b97f4a7c15u;
    return h ^ (h >> 32);
  }
  template <std::size_t Arity>
  Word find(std::uint64_t key, std::uint32_t constructor, std::span<const Word, Arity> args) const {
    const Table& table = *table_.load(std::memory_order_acquire);
    for (std::size_t slot = key & (table.slots - 1);; slot = (slot + 1) & (table.slots - 1)) {
      const std::uint64_t there = table.entries[slot].load(std::memory_order_acquire);
      if (there == Table::empty) return undefined_word;
      const auto number = static_cast<Word>(there);
      if ((there ^ key) >> 32 == 0 && (*this)[number].is(constructor, args)) return number;
    }
  }
  Word add(std::uint64_t key, std::uint32_t constructor, std::span<const Word> args, Shape);
  void enlarge();

  std::atomic<Table*> table_;
  std::vector<std::unique_ptr<Table>> tables_;  // older ones stay: somebody may be reading
  Pointers<Node> chunks_;
  std::atomic<Word> count_{0};
  std::mutex mutex_;
};

// By sort: the keys of maps, in order, where key_values lists them.
using KeyLists = std::vector<std::optional<std::vector<Word>>>;

struct Tables {
  CellTable cells;
  TermTable terms;
  KeyLists keys;  // made before anybody works with maps
};

// A collection whose first cell has no number: most states of the last depth, and all that turn out to be known,
// never need one.
struct Opened {
  Word first = undefined_word, rest = nil;  // nil is {undefined_word, nil}
};

// One thread's hand on the cells that all share.
class Cells {
 public:
  explicit Cells(CellTable& table) : table_(table) {}
  Word intern(Word first, Word second) { return table_.intern(first, second, block_); }
  Word first(Word cell) const { return table_.first(cell); }
  Word second(Word cell) const { return table_.second(cell); }
  CellTable::Cell operator[](Word cell) const { return table_[cell]; }

  Opened open(Word cell) const {
    if (cell == nil) return {};
    const auto [first, second] = table_[cell];
    return {first, second};
  }
  Word close(Opened o) { return o.first == undefined_word ? nil : intern(o.first, o.rest); }

 private:
  CellTable& table_;
  CellTable::Block block_;
};

// One for each thread, over tables that all share.
class Store {
 public:
  Store(const whynot::ots::Ots& ots, Tables& tables)
      : cells(tables.cells), terms(tables.terms), ots_(ots), keys_(tables.keys) {
    keys_.resize(ots.sorts.size());
  }
  const whynot::ots::Ots& ots() const { return ots_; }

  Cells cells;
  TermTable& terms;

  static bool holds(std::int64_t n) { return -bias < n && n < bias; }
  Word number(std::int64_t n) const {
    if (!holds(n)) throw Overflow{};
    return static_cast<Word>(n + bias);
  }
  std::int64_t number_of(Word w) const { return static_cast<std::int64_t>(w) - bias; }
  Word construct(std::uint32_t constructor, std::span<const Word> args);

  bool contains(Word collection, Word element) const {
    while (collection != nil) {
      const auto [here, rest] = cells[collection];
      if (here == element) return true;
      collection = rest;
    }
    return false;
  }
  Opened insert(whynot::ots::SortId collection_sort, Word collection, Word element);
  Opened remove(Word collection, Word element);
  Opened append(Word list, Word tail);
  // A map is a cell of its default and a chain of (key, value) cells sorted by key, none with the default.  Where the
  // keys are listed, the default is the value of more than half of them; if there is none, each key has an entry.  That
  // is the same whatever the map began with, and whichever elements are swapped.
  Word get(Word map, Word key) const;
  Opened put(whynot::ots::SortId map_sort, Word map, Word key, Word value);
  using Entry = std::pair<Word, Word>;  // key, value
  // `otherwise`: what keys without an entry have; no_default only where each has one.  Keys differ.
  Word make_map(whynot::ots::SortId map_sort, Word otherwise, std::vector<Entry>);
  // One for each key where they are listed, else those that differ from the default.
  std::vector<Entry> entries(whynot::ots::SortId map_sort, Word map) const;
  const std::optional<std::vector<Word>>& keys(whynot::ots::SortId map_sort) const { return keys_[map_sort]; }
  void list_keys(whynot::ots::SortId map_sort, std::vector<Word>);

  // Structural: the same in every run and thread.
  std::uint64_t hash(whynot::ots::SortId id, Word w) const {
    return hash_by(
        id, w, [](whynot::ots::SortId, Word leaf) { return leaf; }, [&](Word t) { return terms[t].hash; });
  }
  // The same fold over other leaves: `leaf` may replace an immediate value, `term` gives the hash of a term.
  template <class Leaf, class TermHash>
  std::uint64_t hash_by(whynot::ots::SortId, Word, const Leaf& leaf, const TermHash& term) const;
  // The hash of a term from those of its arguments.
  template <class ArgHash>
  static std::uint64_t term_hash(std::uint32_t constructor, std::size_t arity, const ArgHash& arg) {
    std::uint64_t h = mix(constructor + 1);
    for (std::size_t i = 0; i < arity; ++i) h = mix(h * 3 + arg(i));
    return h;
  }
  bool before(whynot::ots::SortId, Word, Word) const;  // a total order of the values of a sort

  Word word_of(whynot::ots::SortId, const Value&);  // undefined_word for a value that is not of the sort
  Value value_of(whynot::ots::SortId, Word) const;

 private:
  static constexpr std::int64_t bias = std::int64_t{1} << 30;
  int compare(whynot::ots::SortId, Word, Word) const;
  int compare_chains(whynot::ots::SortId element, Word, Word) const;
  int compare_maps(const whynot::ots::Sort&, Word, Word) const;
  Opened normal_map(const std::vector<Word>& keys, Word otherwise, Word entries);
  Word term_word(const whynot::ots::Sort&, const Value&);
  Word collection_word(whynot::ots::SortId, const Value&);
  Word map_word(whynot::ots::SortId, const Value&);

  const whynot::ots::Ots& ots_;
  KeyLists& keys_;
};

template <class Leaf, class TermHash>
std::uint64_t Store::hash_by(whynot::ots::SortId id, Word w, const Leaf& leaf, const TermHash& term) const {
  using whynot::ots::SortKind;
  const whynot::ots::Sort& sort = ots_.sorts[id];
  const auto member = [&](whynot::ots::SortId s, Word x) { return hash_by(s, x, leaf, term); };
  std::uint64_t h = 1;
  switch (sort.kind) {
    case SortKind::Bool:
    case SortKind::Nat:
    case SortKind::Int:
    case SortKind::Loose: return mix(leaf(id, w) + 0x51ed270b);
    case SortKind::Free: return term(w);
    case SortKind::List:
      for (; w != nil; w = cells.second(w)) h = mix(h * 7 + member(sort.element, cells.first(w)));
      return h;
    case SortKind::Map:
      h = cells.first(w) == no_default ? 2 : member(sort.element, cells.first(w));
      for (Word e = cells.second(w); e != nil; e = cells.second(e))
        h +=
            mix(member(sort.key, cells.first(cells.first(e))) * 5 + member(sort.element, cells.second(cells.first(e))));
      return mix(h);
    default: break;
  }
  for (; w != nil; w = cells.second(w))
    h += mix(member(sort.element, cells.first(w)) ^ 0x2545f491);  // whatever the order
  return mix(h);
}

}  // namespace whynot::engine::ots
