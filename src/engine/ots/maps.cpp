// Maps as words: a default beside the entries that differ from it.  Two maps that agree at every key are equal, also
// when one began with another default and was changed everywhere: where the keys are finitely many, the form that a
// map takes depends on its values alone.
#include <algorithm>

#include "base/check.h"
#include "engine/ots/prefix.h"
#include "engine/ots/store/store.h"

namespace whynot::engine::ots {

using whynot::ots::Sort;
using whynot::ots::SortId;

namespace {

// The value of more than half of them, or no_default (Boyer and Moore: what is left after pairs of different ones).
Word majority(const std::vector<Word>& values) {
  Word candidate = no_default;
  std::size_t lead = 0;
  for (const Word v : values) {
    if (lead == 0) candidate = v;
    v == candidate ? ++lead : --lead;
  }
  const auto times = static_cast<std::size_t>(std::count(values.begin(), values.end(), candidate));
  return 2 * times > values.size() ? candidate : no_default;
}

}  // namespace

void Store::list_keys(SortId map, std::vector<Word> all) {
  std::sort(all.begin(), all.end(), [&](Word a, Word b) { return before(ots_.sorts[map].key, a, b); });
  keys_[map] = std::move(all);
}

int Store::compare_maps(const Sort& sort, Word a, Word b) const {
  const Word x = cells.first(a), y = cells.first(b);
  if (x != y && (x == no_default || y == no_default)) return x == no_default ? -1 : 1;
  if (const int c = compare(sort.element, x, y)) return c;
  for (a = cells.second(a), b = cells.second(b); a != b; a = cells.second(a), b = cells.second(b)) {
    if (a == nil || b == nil) return a == nil ? -1 : 1;
    const Word here = cells.first(a), there = cells.first(b);
    if (const int c = compare(sort.key, cells.first(here), cells.first(there))) return c;
    if (const int c = compare(sort.element, cells.second(here), cells.second(there))) return c;
  }
  return 0;
}

Word Store::get(Word map, Word key) const {
  for (Word entries = cells.second(map); entries != nil; entries = cells.second(entries))
    if (cells.first(cells.first(entries)) == key) return cells.second(cells.first(entries));
  return cells.first(map);
}

Opened Store::put(SortId id, Word map, Word key, Word value) {
  const Word otherwise = cells.first(map);
  Prefix kept;
  Word rest = cells.second(map);
  for (; rest != nil; rest = cells.second(rest)) {
    const Word here = cells.first(cells.first(rest));
    if (here == key) {
      rest = cells.second(rest);
      break;
    }
    if (before(ots_.sorts[id].key, key, here)) break;
    kept.push(cells.first(rest));
  }
  if (value != otherwise) rest = cells.intern(cells.intern(key, value), rest);
  rest = kept.onto(cells, rest);
  return keys(id) ? normal_map(*keys(id), otherwise, rest) : Opened{otherwise, rest};
}

// REQUIRES an entry for each key where there is no default.
Opened Store::normal_map(const std::vector<Word>& all, Word otherwise, Word entries) {
  std::size_t size = 0;
  for (Word e = entries; e != nil; e = cells.second(e)) ++size;
  if (otherwise != no_default && 2 * size < all.size()) return {otherwise, entries};
  std::vector<Word> values;
  for (Word e = entries; const Word key : all) {
    const bool listed = e != nil && cells.first(cells.first(e)) == key;
    values.push_back(listed ? cells.second(cells.first(e)) : otherwise);
    if (listed) e = cells.second(e);
  }
  const Word most = majority(values);
  if (most == otherwise) return {otherwise, entries};
  Word rest = nil;
  for (std::size_t i = all.size(); i-- > 0;)
    if (values[i] != most) rest = cells.intern(cells.intern(all[i], values[i]), rest);
  return {most, rest};
}

Word Store::make_map(SortId id, Word otherwise, std::vector<Entry> given) {
  const auto& listed = keys(id);
  WHYNOT_CHECK(otherwise != no_default || (listed && given.size() == listed->size()),
               "a map without a default should have an entry for each key");
  std::sort(given.begin(), given.end(),
            [&](const Entry& a, const Entry& b) { return before(ots_.sorts[id].key, a.first, b.first); });
  Word chain = nil;
  for (std::size_t i = given.size(); i-- > 0;)
    if (given[i].second != otherwise) chain = cells.intern(cells.intern(given[i].first, given[i].second), chain);
  return cells.close(listed ? normal_map(*listed, otherwise, chain) : Opened{otherwise, chain});
}

std::vector<Store::Entry> Store::entries(SortId id, Word map) const {
  std::vector<Entry> out;
  if (keys(id)) {
    for (const Word key : *keys(id)) out.emplace_back(key, get(map, key));
    return out;
  }
  for (Word e = cells.second(map); e != nil; e = cells.second(e))
    out.emplace_back(cells.first(cells.first(e)), cells.second(cells.first(e)));
  return out;
}

Word Store::map_word(SortId id, const Value& v) {
  const Sort& sort = ots_.sorts[id];
  Word otherwise = no_default;
  std::vector<Entry> given;
  for (std::size_t i = 0; i + 1 < v.args().size(); i += 2) {
    const bool is_default = !keys(id) && v.args()[i] == Value::symbol("_");
    const Word key = is_default ? no_default : word_of(sort.key, v.args()[i]);
    const Word value = word_of(sort.element, v.args()[i + 1]);
    if (key == undefined_word || value == undefined_word) return undefined_word;
    if (is_default)
      otherwise = value;
    else
      given.emplace_back(key, value);
  }
  const bool whole = keys(id) ? given.size() == keys(id)->size() : otherwise != no_default;
  return whole ? make_map(id, otherwise, std::move(given)) : undefined_word;
}

}  // namespace whynot::engine::ots
