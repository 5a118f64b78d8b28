// A letter: how many bytes of new terms, those terms, then states, one after the other.  Numbers are written seven bits
// a byte.
#include "engine/ots/parts/travel.h"

#include "base/check.h"

namespace whynot::engine::ots::parts {

using whynot::ots::Sort;
using whynot::ots::SortId;
using whynot::ots::SortKind;

namespace {

void write_number(std::string& into, std::uint64_t n) {
  for (; n >= 128; n >>= 7) into += static_cast<char>(n | 128);
  into += static_cast<char>(n);
}

// Numbers near 0 are short, of either sign.
std::uint64_t folded(std::int64_t n) {
  return n < 0 ? ~(static_cast<std::uint64_t>(n) << 1) : static_cast<std::uint64_t>(n) << 1;
}
std::int64_t unfolded(std::uint64_t n) {
  return n & 1 ? static_cast<std::int64_t>(~(n >> 1)) : static_cast<std::int64_t>(n >> 1);
}

}  // namespace

Travel::Travel(Store& store, const Program& program, const Packing& packing, unsigned ranks)
    : store_(store), program_(program), packing_(packing), out_(ranks), known_(ranks) {}

std::uint64_t Travel::hash_of_opened(SortId id, Opened o) const {
  const Sort& sort = store_.ots().sorts[id];
  const auto each = [&](auto take) {
    if (o.first == undefined_word) return;
    take(o.first);
    for (Word w = o.rest; w != nil; w = store_.cells.second(w)) take(store_.cells.first(w));
  };
  std::uint64_t h = 1;
  if (sort.kind == SortKind::List) {
    each([&](Word w) { h = mix(h * 7 + store_.hash(sort.element, w)); });
    return h;
  }
  if (sort.kind == SortKind::Map) {
    h = o.first == no_default ? 2 : store_.hash(sort.element, o.first);
    for (Word e = o.rest; e != nil; e = store_.cells.second(e)) {
      const auto [key, value] = store_.cells[store_.cells.first(e)];
      h += mix(store_.hash(sort.key, key) * 5 + store_.hash(sort.element, value));
    }
    return mix(h);
  }
  each([&](Word w) { h += mix(store_.hash(sort.element, w) ^ 0x2545f491); });
  return mix(h);
}

unsigned Travel::owner_of(Root root) {
  if (out_.size() == 1) return 0;
  const Opened top = packing_.unpack_closed(store_.cells, root, state_);
  std::uint64_t h = 0;
  for (std::uint32_t c = 0; c < program_.cells(); ++c) {
    const SortId sort = program_.cell_sort(c);
    h = mix(h * 31 + (c == packing_.opened() ? hash_of_opened(sort, top) : store_.hash(sort, state_[c])));
  }
  return static_cast<unsigned>(static_cast<unsigned __int128>(mix(h + 1)) * out_.size() >> 64);
}

std::uint32_t Travel::place_of(Out& out, Word term) {
  if (out.sent.size() <= term) out.sent.resize(std::max<std::size_t>(store_.terms.size(), term + 1), 0);
  if (out.sent[term] == 0) {
    const TermTable::Node& node = store_.terms[term];
    const auto& fields = store_.ots().constructors[node.constructor].fields;
    std::string made;  // arguments come before it on the list
    write_number(made, node.constructor);
    for (std::uint32_t i = 0; i < node.arity; ++i) write(made, out, fields[i].sort, node.args[i]);
    out.terms += made;
    out.sent[term] = ++out.count;
  }
  return out.sent[term] - 1;
}

void Travel::write_chain(std::string& into, Out& out, const Sort& sort, Opened o) {
  std::size_t size = o.first == undefined_word ? 0 : 1;
  for (Word w = o.rest; w != nil; w = store_.cells.second(w)) ++size;
  write_number(into, size);
  if (size == 0) return;
  write(into, out, sort.element, o.first);
  for (Word w = o.rest; w != nil; w = store_.cells.second(w)) write(into, out, sort.element, store_.cells.first(w));
}

void Travel::write_map(std::string& into, Out& out, const Sort& sort, Opened o) {
  write_number(into, o.first == no_default ? 0 : 1);
  if (o.first != no_default) write(into, out, sort.element, o.first);
  std::size_t size = 0;
  for (Word e = o.rest; e != nil; e = store_.cells.second(e)) ++size;
  write_number(into, size);
  for (Word e = o.rest; e != nil; e = store_.cells.second(e)) {
    const auto [key, value] = store_.cells[store_.cells.first(e)];
    write(into, out, sort.key, key);
    write(into, out, sort.element, value);
  }
}

void Travel::write(std::string& into, Out& out, SortId id, Word w) {
  const Sort& sort = store_.ots().sorts[id];
  switch (sort.kind) {
    case SortKind::Bool:
    case SortKind::Loose: return write_number(into, w);
    case SortKind::Nat:
    case SortKind::Int: return write_number(into, folded(store_.number_of(w)));
    case SortKind::Free: return write_number(into, place_of(out, w));
    case SortKind::Map: return write_map(into, out, sort, store_.cells.open(w));
    default: return write_chain(into, out, sort, store_.cells.open(w));
  }
}

void Travel::add(Root root, unsigned to) {
  Out& out = out_[to];
  const Opened top = packing_.unpack_closed(store_.cells, root, state_);
  for (std::uint32_t c = 0; c < program_.cells(); ++c) {
    const SortId id = program_.cell_sort(c);
    const Sort& sort = store_.ots().sorts[id];
    if (c != packing_.opened())
      write(out.states, out, id, state_[c]);
    else if (sort.kind == SortKind::Map)
      write_map(out.states, out, sort, top);
    else
      write_chain(out.states, out, sort, top);
  }
}

std::string Travel::take_letter(unsigned to) {
  Out& out = out_[to];
  std::string letter;
  if (out.terms.empty() && out.states.empty()) return letter;
  write_number(letter, out.terms.size());
  letter += out.terms;
  letter += out.states;
  out.terms.clear();
  out.states.clear();
  return letter;
}

Travel::Arrivals::Arrivals(Travel& travel, std::string_view letter, unsigned from)
    : travel_(travel), letter_(letter), known_(travel.known_[from]) {
  if (letter_.empty()) return;
  const std::size_t bytes = number();
  read_terms(at_ + bytes);
}

std::uint64_t Travel::Arrivals::number() {
  std::uint64_t n = 0;
  for (unsigned shift = 0;; shift += 7) {
    WHYNOT_CHECK(at_ < letter_.size() && shift < 64, "a letter between ranks should be whole");
    const auto byte = static_cast<unsigned char>(letter_[at_++]);
    n |= std::uint64_t{byte & 127u} << shift;
    if (byte < 128) return n;
  }
}

void Travel::Arrivals::read_terms(std::size_t end) {
  std::vector<Word> args;
  while (at_ < end) {
    const auto constructor = static_cast<std::uint32_t>(number());
    args.clear();
    for (const auto& field : travel_.store_.ots().constructors[constructor].fields) args.push_back(word(field.sort));
    known_.push_back(travel_.store_.construct(constructor, args));
  }
}

Word Travel::Arrivals::chain(SortId element) {
  std::vector<Word> items(number());
  for (Word& item : items) item = word(element);
  Word out = nil;
  for (std::size_t i = items.size(); i-- > 0;) out = travel_.store_.cells.intern(items[i], out);
  return out;
}

Word Travel::Arrivals::word(SortId id) {
  const Sort& sort = travel_.store_.ots().sorts[id];
  Cells& cells = travel_.store_.cells;
  switch (sort.kind) {
    case SortKind::Bool:
    case SortKind::Loose: return static_cast<Word>(number());
    case SortKind::Nat:
    case SortKind::Int: return travel_.store_.number(unfolded(number()));
    case SortKind::Free: return known_[number()];
    case SortKind::Map: {
      const Word otherwise = number() == 0 ? no_default : word(sort.element);
      std::vector<Word> entries(number());
      for (Word& entry : entries) {
        const Word key = word(sort.key), value = word(sort.element);
        entry = cells.intern(key, value);
      }
      Word all = nil;
      for (std::size_t i = entries.size(); i-- > 0;) all = cells.intern(entries[i], all);
      return cells.intern(otherwise, all);
    }
    default: return chain(sort.element);
  }
}

Root Travel::Arrivals::next() {
  const std::size_t before = at_;
  try {
    cells_.clear();
    for (std::uint32_t c = 0; c < travel_.program_.cells(); ++c) cells_.push_back(word(travel_.program_.cell_sort(c)));
    return travel_.packing_.pack(travel_.store_.cells, cells_);
  } catch (...) {
    at_ = before;
    throw;
  }
}

}  // namespace whynot::engine::ots::parts
