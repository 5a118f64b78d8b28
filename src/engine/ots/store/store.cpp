// Hash-consing of cells and terms that threads share, and the conversion between words and values, sort by sort.
#include "engine/ots/store/store.h"

#include <algorithm>

#include "engine/ots/prefix.h"

namespace whynot::engine::ots {

using whynot::ots::Sort;
using whynot::ots::SortId;
using whynot::ots::SortKind;

CellTable::CellTable()
    : slots_(std::size_t{1} << 16), chunks_(make_pointers<std::uint64_t>(std::size_t{1} << (32 - chunk_bits))) {
  table_ = make_table(slots_);
}

CellTable::~CellTable() {
  for (std::size_t i = 0; i < std::size_t{1} << (32 - chunk_bits) && chunks_[i].load(); ++i)
    FreeArray{}(chunks_[i].load());
}

BigArray<CellTable::Slot> CellTable::make_table(std::size_t slots) {
  auto table = make_big_array<Slot>(slots);
  for (std::size_t i = 0; i < slots; ++i) new (&table[i]) Slot(0);
  return table;
}

void CellTable::refill(Block& block) {
  constexpr Word block_size = 1 << 8;
  static_assert(chunk_size % block_size == 0);
  if (count_.load(std::memory_order_relaxed) > slots_ / 4 * 3) throw TableFull{};
  const Word first = count_.fetch_add(block_size, std::memory_order_relaxed);
  auto& chunk = chunks_[first >> chunk_bits];
  if (!chunk.load(std::memory_order_acquire)) {
    std::lock_guard lock(chunk_mutex_);
    if (!chunk.load(std::memory_order_relaxed))
      chunk.store(make_big_array<std::uint64_t>(chunk_size).release(), std::memory_order_release);
  }
  block = {std::max(first, Word{1}), first + block_size};
}

Word CellTable::intern(Word first, Word second, Block& block) {
  const std::uint64_t key = (std::uint64_t{first} << 32) | second, tag = scatter(key) >> 32 << 32;
  for (std::size_t slot = place_of(tag);; slot = (slot + 1) & (slots_ - 1)) {
    std::uint64_t there = table_[slot].load(std::memory_order_acquire);
    if (there == 0) {
      if (block.next == block.end) refill(block);
      at(block.next) = key;
      if (!shared_) {
        table_[slot].store(tag | block.next, std::memory_order_relaxed);
        return block.next++;
      }
      if (table_[slot].compare_exchange_strong(there, tag | block.next, std::memory_order_acq_rel)) return block.next++;
    }
    if ((there ^ tag) >> 32 == 0 && at(static_cast<Word>(there)) == key) return static_cast<Word>(there);
  }
}

void CellTable::grow() {
  const std::size_t old_slots = slots_;
  slots_ *= 2;
  const BigArray<Slot> old = std::move(table_);
  table_ = make_table(slots_);
  for (std::size_t i = 0; i < old_slots; ++i) {
    const std::uint64_t there = old[i].load(std::memory_order_relaxed);
    if (there == 0) continue;
    std::size_t slot = place_of(there);
    while (table_[slot].load(std::memory_order_relaxed) != 0) slot = (slot + 1) & (slots_ - 1);
    table_[slot].store(there, std::memory_order_relaxed);
  }
}

TermTable::TermTable() : chunks_(make_pointers<Node>(most_chunks)) {
  tables_.push_back(std::make_unique<Table>(std::size_t{1} << 10));
  table_.store(tables_.back().get());
}

TermTable::~TermTable() {
  for (std::size_t i = 0; i < most_chunks && chunks_[i].load(); ++i) delete[] chunks_[i].load();
}

void TermTable::Table::put(std::uint64_t key, Word term) {
  std::size_t slot = key & (slots - 1);
  while (entries[slot].load(std::memory_order_relaxed) != empty) slot = (slot + 1) & (slots - 1);
  entries[slot].store(key >> 32 << 32 | term, std::memory_order_release);
}

Word TermTable::add(std::uint64_t key, std::uint32_t constructor, std::span<const Word> args, Shape shape) {
  std::lock_guard lock(mutex_);
  if (const Word found = find(key, constructor, args); found != undefined_word) return found;
  if (count_.load() + 1 > tables_.back()->slots / 2) enlarge();
  const Word number = count_.load();
  if (number >= most_chunks * chunk_size) throw Overflow{};
  if (number % chunk_size == 0) chunks_[number >> chunk_bits].store(new Node[chunk_size], std::memory_order_release);
  Node& node = chunks_[number >> chunk_bits].load()[number & (chunk_size - 1)];
  node.hash = shape.hash;
  node.depth = shape.depth;
  node.order = (std::uint64_t{255 - std::min(shape.depth, 255u)} << 56) | (shape.hash >> 8);
  node.constructor = constructor;
  node.arity = static_cast<std::uint32_t>(args.size());
  if (args.size() > node.few.size()) node.many.reset(new Word[args.size()]);
  Word* const to = node.many ? node.many.get() : node.few.data();
  std::copy(args.begin(), args.end(), to);
  node.args = to;
  count_.store(number + 1);
  tables_.back()->put(key, number);
  return number;
}

void TermTable::enlarge() {
  auto larger = std::make_unique<Table>(tables_.back()->slots * 2);
  for (Word t = 0; t < count_.load(); ++t) {
    const Node& node = (*this)[t];
    larger->put(key_of(node.constructor, std::span<const Word>(node.args, node.arity)), t);
  }
  tables_.push_back(std::move(larger));
  table_.store(tables_.back().get(), std::memory_order_release);
}

Word Store::construct(std::uint32_t constructor, std::span<const Word> args) {
  return terms.intern(constructor, args, [&] {
    const auto& fields = ots_.constructors[constructor].fields;
    TermTable::Shape shape;
    for (std::size_t i = 0; i < args.size(); ++i)
      if (ots_.sorts[fields[i].sort].kind == SortKind::Free)
        shape.depth = std::max(shape.depth, terms[args[i]].depth + 1);
    shape.hash = term_hash(constructor, args.size(), [&](std::size_t i) { return hash(fields[i].sort, args[i]); });
    return shape;
  });
}

// Deep terms are young ones: they stand in front, where inserting them leaves the rest of the chain as it is.
bool Store::before(SortId id, Word a, Word b) const {
  const SortKind kind = ots_.sorts[id].kind;
  if (kind == SortKind::Free) {
    const std::uint64_t x = terms[a].order, y = terms[b].order;
    return x != y ? x < y : compare(id, a, b) < 0;
  }
  return compare(id, a, b) < 0;
}

int Store::compare(SortId id, Word a, Word b) const {
  if (a == b) return 0;
  const Sort& sort = ots_.sorts[id];
  switch (sort.kind) {
    case SortKind::Bool:
    case SortKind::Nat:
    case SortKind::Int:
    case SortKind::Loose: return a < b ? -1 : 1;
    case SortKind::Set:
    case SortKind::Bag:
    case SortKind::List: return compare_chains(sort.element, a, b);
    case SortKind::Map: return compare_maps(sort, a, b);
    case SortKind::Free: break;
  }
  const TermTable::Node &x = terms[a], &y = terms[b];
  if (x.constructor != y.constructor) return x.constructor < y.constructor ? -1 : 1;
  for (std::uint32_t i = 0; i < x.arity; ++i)
    if (const int c = compare(ots_.constructors[x.constructor].fields[i].sort, x.args[i], y.args[i])) return c;
  return 0;
}

int Store::compare_chains(SortId element, Word a, Word b) const {
  for (; a != b; a = cells.second(a), b = cells.second(b)) {
    if (a == nil || b == nil) return a == nil ? -1 : 1;
    if (const int c = compare(element, cells.first(a), cells.first(b))) return c;
  }
  return 0;
}

Opened Store::insert(SortId id, Word collection, Word element) {
  const Sort& sort = ots_.sorts[id];
  const bool terms_inside = ots_.sorts[sort.element].kind == SortKind::Free;
  const std::uint64_t order = terms_inside ? terms[element].order : 0;
  const auto goes_before = [&](Word here) {  // as before() says, which is asked only in doubt
    const std::uint64_t other = terms_inside ? terms[here].order : 0;
    return order != other ? order < other : before(sort.element, element, here);
  };
  Prefix smaller;
  Word rest = collection;
  while (rest != nil) {
    const auto [here, after] = cells[rest];
    if (here == element) {
      if (sort.kind == SortKind::Set) return cells.open(collection);
      break;
    }
    if (goes_before(here)) break;
    smaller.push(here);
    rest = after;
  }
  return smaller.onto(cells, Opened{element, rest});
}

Opened Store::remove(Word collection, Word element) {
  Prefix kept;
  for (Word at = collection; at != nil;) {
    const auto [here, rest] = cells[at];
    if (here == element) return kept.onto(cells, cells.open(rest));
    kept.push(here);
    at = rest;
  }
  return cells.open(collection);
}

Opened Store::append(Word list, Word tail) {
  Prefix items;
  for (; list != nil; list = cells.second(list)) items.push(cells.first(list));
  return items.onto(cells, cells.open(tail));
}

Word Store::word_of(SortId id, const Value& v) {
  const Sort& sort = ots_.sorts[id];
  switch (sort.kind) {
    case SortKind::Bool: return v.is_boolean() ? v.as_boolean() : undefined_word;
    case SortKind::Nat:
    case SortKind::Int: return v.is_small_integer() ? number(v.small_integer()) : undefined_word;
    case SortKind::Loose:
      for (std::size_t e = 0; e < ots_.elements.size(); ++e)
        if (ots_.elements[e].sort == id && Value::symbol(ots_.elements[e].name) == v) return static_cast<Word>(e);
      return undefined_word;
    case SortKind::Free: return v.kind() == Value::Kind::Term ? term_word(sort, v) : undefined_word;
    default: return collection_word(id, v);
  }
}

Word Store::term_word(const Sort& sort, const Value& v) {
  for (std::uint32_t c : sort.constructors) {
    const auto& constructor = ots_.constructors[c];
    if (constructor.name != v.op() || constructor.fields.size() != v.args().size()) continue;
    std::vector<Word> args;
    for (std::size_t i = 0; i < v.args().size(); ++i) {
      args.push_back(word_of(constructor.fields[i].sort, v.args()[i]));
      if (args.back() == undefined_word) return undefined_word;
    }
    return construct(c, args);
  }
  return undefined_word;
}

namespace {

Value::Kind collection_kind(SortKind kind) {
  switch (kind) {
    case SortKind::Set: return Value::Kind::Set;
    case SortKind::Bag: return Value::Kind::Bag;
    case SortKind::List: return Value::Kind::List;
    default: return Value::Kind::Map;
  }
}

}  // namespace

Word Store::collection_word(SortId id, const Value& v) {
  const Sort& sort = ots_.sorts[id];
  if (v.kind() != collection_kind(sort.kind)) return undefined_word;
  const auto& args = v.args();
  if (sort.kind == SortKind::Map) return map_word(id, v);
  Word out = nil;
  for (std::size_t i = args.size(); i-- > 0;) {
    const Word w = word_of(sort.element, args[i]);
    if (w == undefined_word) return w;
    out = sort.kind == SortKind::List ? cells.intern(w, out) : cells.close(insert(id, out, w));
  }
  return out;
}

Value Store::value_of(SortId id, Word w) const {
  const Sort& sort = ots_.sorts[id];
  std::vector<Value> members;
  switch (sort.kind) {
    case SortKind::Bool: return Value::boolean(w != 0);
    case SortKind::Nat:
    case SortKind::Int: return Value::integer(number_of(w));
    case SortKind::Loose: return Value::symbol(ots_.elements[w].name);
    case SortKind::Free: {
      const TermTable::Node& node = terms[w];
      const auto& constructor = ots_.constructors[node.constructor];
      for (std::uint32_t i = 0; i < node.arity; ++i)
        members.push_back(value_of(constructor.fields[i].sort, node.args[i]));
      return Value::term(constructor.name, std::move(members));
    }
    case SortKind::Map: {
      std::vector<std::pair<Value, Value>> shown;
      if (!keys(id)) shown.emplace_back(Value::symbol("_"), value_of(sort.element, cells.first(w)));
      for (const auto& [key, value] : entries(id, w))
        shown.emplace_back(value_of(sort.key, key), value_of(sort.element, value));
      return Value::map(std::move(shown));
    }
    default: break;
  }
  for (; w != nil; w = cells.second(w)) members.push_back(value_of(sort.element, cells.first(w)));
  if (sort.kind == SortKind::Set) return Value::set(std::move(members));
  return sort.kind == SortKind::Bag ? Value::bag(std::move(members)) : Value::list(std::move(members));
}

}  // namespace whynot::engine::ots
