// Collections are written as their sizes and members; reading puts members on a stack and makes cells of them from the
// end, so that a state needs no more cells than it has.
#include "engine/ots/parts/spelling.h"

#include <algorithm>

#include "base/check.h"
#include "engine/ots/parts/byte_hash.h"

namespace whynot::engine::ots::parts {

using whynot::ots::Sort;
using whynot::ots::SortId;
using whynot::ots::SortKind;

namespace {

constexpr std::size_t kept_rests = 1 << 12;

// Numbers near 0 are short, of either sign.
std::uint64_t folded(std::int64_t n) {
  return n < 0 ? ~(static_cast<std::uint64_t>(n) << 1) : static_cast<std::uint64_t>(n) << 1;
}
std::int64_t unfolded(std::uint64_t n) {
  return n & 1 ? static_cast<std::int64_t>(~(n >> 1)) : static_cast<std::int64_t>(n >> 1);
}

}  // namespace

void write_number(std::string& into, std::uint64_t n) {
  for (; n >= 128; n >>= 7) into += static_cast<char>(n | 128);
  into += static_cast<char>(n);
}

std::uint64_t read_number(std::string_view bytes, std::size_t& at) {
  std::uint64_t n = 0;
  for (unsigned shift = 0;; shift += 7) {
    WHYNOT_CHECK(at < bytes.size() && shift < 64, "states that were spelled should be whole");
    const auto byte = static_cast<unsigned char>(bytes[at++]);
    n |= std::uint64_t{byte & 127u} << shift;
    if (byte < 128) return n;
  }
}

Speller::Speller(Store& store, const Program& program, const Packing& packing)
    : store_(store), program_(program), packing_(packing), rests_(kept_rests) {}

void Speller::adopt(const std::string& terms, const std::vector<Word>& words) {
  terms_ = terms;
  places_.assign(store_.terms.size(), 0);
  for (const Word term : words) places_[term] = ++count_;
}

std::uint32_t Speller::place_of(Word term) {
  if (places_.size() <= term) places_.resize(std::max<std::size_t>(store_.terms.size(), term + 1), 0);
  if (places_[term] == 0) {
    const TermTable::Node& node = store_.terms[term];
    const auto& fields = store_.ots().constructors[node.constructor].fields;
    std::string made;  // arguments come before it on the list
    write_number(made, node.constructor);
    for (std::uint32_t i = 0; i < node.arity; ++i) write(made, fields[i].sort, node.args[i]);
    terms_ += made;
    places_[term] = ++count_;
  }
  return places_[term] - 1;
}

void Speller::write_chain(std::string& into, const Sort& sort, Opened o) {
  if (o.first == undefined_word) return write_number(into, 0);
  const std::size_t begin = into.size();
  into += '\0';  // the size, which mostly fits here
  std::size_t size = 1;
  write(into, sort.element, o.first);
  for (Word w = o.rest; w != nil; ++size) {
    const auto [first, second] = store_.cells[w];
    write(into, sort.element, first);
    w = second;
  }
  std::string number;
  write_number(number, size);
  into.replace(begin, 1, number);
}

void Speller::write_map(std::string& into, const Sort& sort, Opened o) {
  write_number(into, o.first == no_default ? 0 : 1);
  if (o.first != no_default) write(into, sort.element, o.first);
  std::size_t size = 0;
  for (Word e = o.rest; e != nil; e = store_.cells.second(e)) ++size;
  write_number(into, size);
  for (Word e = o.rest; e != nil; e = store_.cells.second(e)) {
    const auto [key, value] = store_.cells[store_.cells.first(e)];
    write(into, sort.key, key);
    write(into, sort.element, value);
  }
}

void Speller::write_opened(std::string& into, SortId id, Opened o) {
  const Sort& sort = store_.ots().sorts[id];
  if (sort.kind == SortKind::Map)
    write_map(into, sort, o);
  else
    write_chain(into, sort, o);
}

void Speller::write(std::string& into, SortId id, Word w) {
  switch (store_.ots().sorts[id].kind) {
    case SortKind::Bool:
    case SortKind::Loose: return write_number(into, w);
    case SortKind::Nat:
    case SortKind::Int: return write_number(into, folded(store_.number_of(w)));
    case SortKind::Free: return write_number(into, place_of(w));
    default: return write_opened(into, id, store_.cells.open(w));
  }
}

// All but the opened collection, with its length before it: a reader that has seen it need not read it.
const std::string& Speller::rest_of(Root root) {
  Known& known = rests_[scatter(root.a) % kept_rests];
  if (known.rest == root.a && !known.spelled.empty()) return known.spelled;
  packing_.unpack_closed(store_.cells, root, state_);
  std::string made;
  for (std::uint32_t c = 0; c < program_.cells(); ++c)
    if (c != packing_.opened()) write(made, program_.cell_sort(c), state_[c]);
  known.rest = root.a;
  known.spelled.clear();
  write_number(known.spelled, made.size());
  known.spelled += made;
  return known.spelled;
}

void Speller::append(std::string& to, Root root) {
  if (packing_.opened() != Packing::none) {
    to += rest_of(root);
    return write_opened(to, program_.cell_sort(packing_.opened()), {root.b, root.c});
  }
  packing_.unpack_closed(store_.cells, root, state_);
  for (std::uint32_t c = 0; c < program_.cells(); ++c) write(to, program_.cell_sort(c), state_[c]);
}

Spelled::Spelled(Store& store, const Program& program, const Packing& packing)
    : store_(store), program_(program), packing_(packing), rests_(kept_rests) {}

void Spelled::learn(std::string_view terms, std::size_t& at) {
  bytes_ = terms;
  in_opened_ = false;
  std::vector<Word> args;
  while (at < terms.size()) {
    at_ = at;
    items_.clear();
    const auto constructor = static_cast<std::uint32_t>(number());
    args.clear();
    for (const auto& field : store_.ots().constructors[constructor].fields) args.push_back(word(field.sort));
    words_.push_back(store_.construct(constructor, args));
    at = at_;
  }
}

// What was read last becomes a chain.
Word Spelled::chained(std::size_t from) {
  Word out = nil;
  for (; items_.size() > from; items_.pop_back()) out = store_.cells.intern(items_.back(), out);
  return out;
}

// The same for the opened collection, from where it differs from the last one.
Word Spelled::chained_like_last() {
  const std::size_t size = items_.size();
  std::size_t same = 0;
  while (same < size && same < last_.size() && items_[size - 1 - same] == last_[same].item) ++same;
  last_.resize(same);
  Word out = same == 0 ? nil : last_.back().chain;
  for (std::size_t i = size - same; i-- > 0;) {
    out = store_.cells.intern(items_[i], out);
    last_.push_back({items_[i], out});
  }
  return out;
}

Opened Spelled::chain(SortId element) {
  const std::size_t size = number();
  if (size == 0) return {};
  const Word first = word(element);
  const std::size_t from = items_.size();
  for (std::size_t i = 1; i < size; ++i) {
    const Word item = word(element);
    items_.push_back(item);
  }
  return {first, in_opened_ && from == 0 ? chained_like_last() : chained(from)};
}

Opened Spelled::map(const Sort& sort) {
  const Word otherwise = number() == 0 ? no_default : word(sort.element);
  const std::size_t size = number(), from = items_.size();
  for (std::size_t i = 0; i < size; ++i) {
    const Word key = word(sort.key), value = word(sort.element);
    items_.push_back(store_.cells.intern(key, value));
  }
  return {otherwise, chained(from)};
}

Opened Spelled::opened(SortId id) {
  const Sort& sort = store_.ots().sorts[id];
  return sort.kind == SortKind::Map ? map(sort) : chain(sort.element);
}

Word Spelled::word(SortId id) {
  switch (store_.ots().sorts[id].kind) {
    case SortKind::Bool:
    case SortKind::Loose: return static_cast<Word>(number());
    case SortKind::Nat:
    case SortKind::Int: return store_.number(unfolded(number()));
    case SortKind::Free: return words_[number()];
    default: return store_.cells.close(opened(id));
  }
}

Word Spelled::rest() {
  const std::size_t size = number();
  WHYNOT_CHECK(size <= bytes_.size() - at_, "states that were spelled should be whole");
  const std::string_view spelled = bytes_.substr(at_, size);
  Known& known = rests_[byte_hash(spelled) % kept_rests];
  if (known.rest != undefined_word && known.spelled == spelled) {
    at_ += size;
    return known.rest;
  }
  cells_.clear();
  for (std::uint32_t c = 0; c < program_.cells(); ++c) {
    const Word cell = c == packing_.opened() ? nil : word(program_.cell_sort(c));
    cells_.push_back(cell);
  }
  const Word made = packing_.pack(store_.cells, cells_).a;
  known.rest = undefined_word;
  known.spelled = spelled;
  known.rest = made;
  return made;
}

Root Spelled::next(std::string_view bytes, std::size_t& at) {
  bytes_ = bytes;
  at_ = at;
  items_.clear();
  in_opened_ = false;
  Root root;
  if (packing_.opened() != Packing::none) {
    const Word below = rest();
    in_opened_ = true;
    const Opened top = opened(program_.cell_sort(packing_.opened()));
    in_opened_ = false;
    root = {below, top.first, top.rest};
  } else {
    cells_.clear();
    for (std::uint32_t c = 0; c < program_.cells(); ++c) {
      const Word cell = word(program_.cell_sort(c));
      cells_.push_back(cell);
    }
    root = packing_.pack(store_.cells, cells_);
  }
  at = at_;
  return root;
}

}  // namespace whynot::engine::ots::parts
