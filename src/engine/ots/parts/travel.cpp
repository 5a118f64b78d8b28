// An owner is told by a hash of values; what many states have in common is hashed once.
#include "engine/ots/parts/travel.h"

namespace whynot::engine::ots::parts {

using whynot::ots::Sort;
using whynot::ots::SortId;
using whynot::ots::SortKind;

namespace {

constexpr std::size_t kept_sums = 1 << 13;

}  // namespace

Travel::Travel(Store& store, const Program& program, const Packing& packing, unsigned ranks)
    : store_(store),
      program_(program),
      packing_(packing),
      speller_(store, program, packing),
      out_(ranks),
      rests_(kept_sums),
      sums_(kept_sums) {
  for (unsigned i = 0; i < ranks; ++i) in_.emplace_back(store, program, packing);
}

// Of the members of a set or bag, whatever their order.  A successor's chain mostly ends as one that was summed before.
std::uint64_t Travel::sum_of(SortId element, Word chain) {
  walked_.clear();
  std::uint64_t sum = 0;
  for (Word w = chain; w != nil;) {
    const Summed& known = sums_[scatter(w) % kept_sums];
    if (known.word == w) {
      sum = known.hash;
      break;
    }
    const auto [first, second] = store_.cells[w];
    walked_.push_back({w, mix(store_.hash(element, first) ^ 0x2545f491)});
    w = second;
  }
  for (; !walked_.empty(); walked_.pop_back()) {
    sum += walked_.back().hash;
    sums_[scatter(walked_.back().word) % kept_sums] = {walked_.back().word, sum};
  }
  return sum;
}

std::uint64_t Travel::hash_of_opened(SortId id, Opened o) {
  const Sort& sort = store_.ots().sorts[id];
  std::uint64_t h = 1;
  if (sort.kind == SortKind::List) {
    if (o.first == undefined_word) return h;
    h = mix(h * 7 + store_.hash(sort.element, o.first));
    for (Word w = o.rest; w != nil; w = store_.cells.second(w))
      h = mix(h * 7 + store_.hash(sort.element, store_.cells.first(w)));
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
  if (o.first == undefined_word) return mix(h);
  return mix(h + mix(store_.hash(sort.element, o.first) ^ 0x2545f491) + sum_of(sort.element, o.rest));
}

// Of all cells but the opened one.
std::uint64_t Travel::hash_of_rest(Root root) {
  const bool known_by_word = packing_.opened() != Packing::none;
  Summed& known = rests_[scatter(root.a) % kept_sums];
  if (known_by_word && known.word == root.a) return known.hash;
  packing_.unpack_closed(store_.cells, root, state_);
  std::uint64_t h = 0;
  for (std::uint32_t c = 0; c < program_.cells(); ++c)
    if (c != packing_.opened()) h = mix(h * 31 + store_.hash(program_.cell_sort(c), state_[c]));
  if (known_by_word) known = {root.a, h};
  return h;
}

unsigned Travel::owner_of(Root root) {
  if (out_.size() == 1) return 0;
  std::uint64_t h = hash_of_rest(root);
  if (packing_.opened() != Packing::none)
    h = mix(h * 31 + hash_of_opened(program_.cell_sort(packing_.opened()), {root.b, root.c}));
  return static_cast<unsigned>(static_cast<unsigned __int128>(mix(h + 1)) * out_.size() >> 64);
}

std::string Travel::take_letter(unsigned to) {
  Out& out = out_[to];
  std::string letter;
  if (out.states.empty()) return letter;
  const std::string& terms = speller_.terms();
  write_number(letter, terms.size() - out.told);
  letter.append(terms, out.told);
  letter += out.states;
  out.told = terms.size();
  out.states.clear();
  return letter;
}

Travel::Arrivals::Arrivals(Travel& travel, std::string_view letter, unsigned from)
    : letter_(letter), spelled_(travel.in_[from]) {
  if (letter_.empty()) return;
  const std::size_t bytes = read_number(letter_, at_);
  spelled_.learn(letter_.substr(0, at_ + bytes), at_);
}

}  // namespace whynot::engine::ots::parts
