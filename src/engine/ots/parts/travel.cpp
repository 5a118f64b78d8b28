// An owner is told by a hash of values; what many states have in common is hashed once.
#include "engine/ots/parts/travel.h"

namespace whynot::engine::ots::parts {

using whynot::ots::Sort;
using whynot::ots::SortId;
using whynot::ots::SortKind;

namespace {

constexpr std::size_t kept_sums = 1 << 13;

}  // namespace

Travel::Travel(Store& store, const Program& program, const Packing& packing, unsigned rank, unsigned ranks)
    : rank_(rank),
      store_(store),
      program_(program),
      packing_(packing),
      speller_(store, program, packing),
      out_(ranks),
      rests_(kept_sums),
      sums_(kept_sums) {
  for (unsigned i = 0; i < ranks; ++i) in_.emplace_back(store, program, packing);
  before_.resize(ranks);
  if (packing.opened() == Packing::none) return;
  const Sort& sort = store.ots().sorts[program.cell_sort(packing.opened())];
  element_ = sort.element;
  is_set_ = sort.kind == SortKind::Set;
  adds_to_bag_or_set_ = is_set_ || sort.kind == SortKind::Bag;
}

namespace {

std::uint64_t hash_of_member(std::uint64_t element) { return mix(element ^ 0x2545f491); }

}  // namespace

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
    walked_.push_back({w, hash_of_member(store_.hash(element, first))});
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
  return mix(h + hash_of_member(store_.hash(sort.element, o.first)) + sum_of(sort.element, o.rest));
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
  return owner_by(h);
}

unsigned Travel::owner_by(std::uint64_t hash) const {
  return static_cast<unsigned>(static_cast<unsigned __int128>(mix(hash + 1)) * out_.size() >> 64);
}

bool Travel::send(Root root) {
  const unsigned owner = owner_of(root);
  if (owner == rank_) return false;
  add(root, owner);
  ++sent_;
  return true;
}

void Travel::open(std::span<const Word> state) {
  parent_.collection = packing_.opened() == Packing::none ? nil : state[packing_.opened()];
  parent_.is_spelled = false;
  for (std::size_t to = 0; to < out_.size(); ++to) before_[to] = out_[to].states.size();
  sent_before_ = sent_;
}

void Travel::take_back() {
  for (std::size_t to = 0; to < out_.size(); ++to) out_[to].states.resize(before_[to]);
  sent_ = sent_before_;
}

void Travel::spell_parent() {
  parent_.items.clear();
  parent_.spelled.clear();
  parent_.ends.clear();
  for (Word w = parent_.collection; w != nil;) {
    const auto [first, second] = store_.cells[w];
    parent_.items.push_back(first);
    speller_.append(parent_.spelled, element_, first);
    parent_.ends.push_back(parent_.spelled.size());
    w = second;
  }
  parent_.sum = sum_of(element_, parent_.collection);
  parent_.is_spelled = true;
}

// As Store::insert finds it.
std::size_t Travel::place_in_parent(Word element) const {
  std::size_t at = 0;
  while (at < parent_.items.size() && parent_.items[at] != element &&
         !store_.before(element_, element, parent_.items[at]))
    ++at;
  return at;
}

bool Travel::send_unmade(Word rest, Word element) {
  if (!parent_.is_spelled) spell_parent();
  std::size_t at = parent_.items.size();
  bool adds = element != undefined_word;
  if (adds && is_set_) {
    at = place_in_parent(element);
    adds = at == parent_.items.size() || parent_.items[at] != element;
  }
  const std::uint64_t sum = parent_.sum + (adds ? hash_of_member(store_.hash(element_, element)) : 0);
  const Root root{rest, undefined_word, nil};
  const unsigned owner = owner_by(mix(hash_of_rest(root) * 31 + mix(1 + sum)));
  if (owner == rank_) return false;
  std::string& to = out_[owner].states;
  speller_.append_rest(to, root);
  write_number(to, parent_.items.size() + (adds ? 1 : 0));
  if (adds && !is_set_) at = place_in_parent(element);
  const std::size_t cut = adds && at > 0 ? parent_.ends[at - 1] : 0;
  to.append(parent_.spelled, 0, cut);
  if (adds) speller_.append(to, element_, element);
  to.append(parent_.spelled, cut);
  ++sent_;
  return true;
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
