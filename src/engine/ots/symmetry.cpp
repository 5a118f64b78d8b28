// Lists the permutations of interchangeable elements and picks the image of a state with the least hash.
#include "engine/ots/symmetry.h"

#include <algorithm>
#include <numeric>
#include <set>

namespace whynot::engine::ots {

using whynot::ots::Op;
using whynot::ots::SortId;
using whynot::ots::SortKind;
using whynot::ots::Term;

namespace {

constexpr std::size_t most_permutations = 120;
constexpr std::size_t most_work = 2'000;    // cells to be looked at for one state, under all permutations
constexpr std::size_t most_symmetric = 12;  // of more, so few could be permuted that it does not pay

std::set<Word> named_elements(const Program& program, std::span<const whynot::ots::Predicate> predicates) {
  std::set<Word> named;
  const auto look = [&](Term root) {
    for_each_subterm(root, [&](Term t) {
      if (t.is(Op::Element)) named.insert(static_cast<Word>(t.a()));
    });
  };
  const auto& ots = program.ots();
  look(ots.init);
  for (const auto& o : ots.observers)
    for (Term t : o.initial) look(t);
  for (const auto& f : ots.functions) look(f.body);
  for (const auto& t : ots.transitions) {
    look(t.guard);
    for (const auto& u : t.updates) {
      look(u.value);
      for (Term i : u.index) look(i);
    }
  }
  for (const auto& [of, condition] : program.scope().wheres) look(condition);
  for (const auto& p : predicates) look(p.body);
  return named;
}

// Where each cell goes when indexes are permuted.
std::vector<std::uint32_t> cell_map(const Program& program, const std::vector<Word>& permutation) {
  std::vector<std::uint32_t> map(program.cells());
  for (std::size_t o = 0; o < program.places.size(); ++o) {
    const ObserverPlace& place = program.places[o];
    const auto& params = program.ots().observers[o].params;
    for (std::uint32_t n = 0; n < place.size; ++n) {
      std::uint32_t rest = n, to = 0, factor = 1;
      for (std::size_t i = params.size(); i-- > 0;) {
        const SortId sort = program.ots().pool->variable(params[i]).sort;
        const auto size = static_cast<std::uint32_t>(place.ranks[i].size());
        Word w = program.domain(sort)[rest % size];
        if (program.ots().sorts[sort].kind == SortKind::Loose) w = permutation[w];
        to += *place.ranks[i].of(w) * factor;
        factor *= size;
        rest /= size;
      }
      map[place.begin + n] = place.begin + to;
    }
  }
  return map;
}

// The number of permutations of `n` things, no further than it matters.
std::size_t orders(std::size_t n) {
  std::size_t product = 1;
  for (std::size_t i = 2; i <= n && product <= most_permutations; ++i) product *= i;
  return product;
}

// Observers indexed by terms that hold elements: such systems are left as they are.
bool has_composite_index(const whynot::ots::Ots& ots) {
  for (const auto& observer : ots.observers)
    for (whynot::ots::VarId v : observer.params)
      for (std::uint32_t c : ots.sorts[ots.pool->variable(v).sort].constructors)
        if (!ots.constructors[c].fields.empty()) return true;
  return false;
}

}  // namespace

Group find_group(const Program& program, std::span<const whynot::ots::Predicate> predicates) {
  Group group;
  std::vector<Word> identity(program.ots().elements.size());
  std::iota(identity.begin(), identity.end(), Word{0});
  group.permutations.push_back(identity);
  const std::set<Word> named = named_elements(program, predicates);
  const std::size_t most = std::min(most_permutations, most_work / std::max<std::size_t>(program.cells(), 1));
  for (const auto& [sort, members] : program.scope().elements) {
    std::vector<Word> free;
    for (Word e : members)
      if (!named.count(e)) free.push_back(e);
    if (free.size() > most_symmetric) free.clear();
    while (free.size() > 1 && orders(free.size()) * group.permutations.size() > most) free.pop_back();
    std::vector<std::vector<Word>> product;
    for (const auto& before : group.permutations) {
      std::vector<Word> to = free;
      std::sort(to.begin(), to.end());
      do {
        product.push_back(before);
        for (std::size_t i = 0; i < free.size(); ++i) product.back()[free[i]] = to[i];
      } while (std::next_permutation(to.begin(), to.end()));
    }
    group.permutations = std::move(product);
  }
  if (has_composite_index(program.ots())) group.permutations.assign(1, identity);
  const auto is_identity = std::find(group.permutations.begin(), group.permutations.end(), identity);
  std::iter_swap(group.permutations.begin(), is_identity);
  for (const auto& p : group.permutations) group.cell_maps.push_back(cell_map(program, p));
  return group;
}

std::uint64_t Canonizer::hash(std::size_t p, SortId id, Word w) {
  const auto leaf = [&](SortId sort, Word x) {
    return store_.ots().sorts[sort].kind == SortKind::Loose ? group_.permutations[p][x] : x;
  };
  return store_.hash_by(id, w, leaf, [&](Word t) {
    if (const auto found = hashes_[p].find(t); found != hashes_[p].end()) return found->second;
    const TermTable::Node& node = store_.terms[t];
    const auto& fields = store_.ots().constructors[node.constructor].fields;
    const std::uint64_t h = Store::term_hash(node.constructor, node.arity,
                                             [&](std::size_t i) { return hash(p, fields[i].sort, node.args[i]); });
    hashes_[p].emplace(t, h);
    return h;
  });
}

std::uint64_t Canonizer::state_hash(std::size_t p, std::span<const Word> state) {
  std::uint64_t h = 0;
  for (std::uint32_t c = 0; c < state.size(); ++c)
    h += mix(hash(p, program_.cell_sort(c), state[c]) * 9 + group_.cell_maps[p][c]);
  return h;
}

Word Canonizer::image(std::size_t p, SortId id, Word w) {
  const auto& sort = store_.ots().sorts[id];
  switch (sort.kind) {
    case SortKind::Loose: return group_.permutations[p][w];
    case SortKind::Bool:
    case SortKind::Nat:
    case SortKind::Int: return w;
    case SortKind::Free: {
      if (const auto found = images_[p].find(w); found != images_[p].end()) return found->second;
      const TermTable::Node& node = store_.terms[w];
      std::vector<Word> args;
      for (std::uint32_t i = 0; i < node.arity; ++i)
        args.push_back(image(p, store_.ots().constructors[node.constructor].fields[i].sort, node.args[i]));
      return images_[p][w] = store_.construct(node.constructor, args);
    }
    case SortKind::List: {
      if (w == nil) return nil;
      std::vector<Word> items;
      for (; w != nil; w = store_.cells.second(w)) items.push_back(image(p, sort.element, store_.cells.first(w)));
      Word out = nil;
      for (std::size_t i = items.size(); i-- > 0;) out = store_.cells.intern(items[i], out);
      return out;
    }
    case SortKind::Map: {
      std::vector<Store::Entry> entries = store_.entries(id, w);
      for (auto& [key, value] : entries) {
        key = image(p, sort.key, key);
        value = image(p, sort.element, value);
      }
      const bool listed = store_.keys(id).has_value();
      return store_.make_map(id, listed ? no_default : image(p, sort.element, store_.cells.first(w)),
                             std::move(entries));
    }
    default: break;
  }
  Word out = nil;
  for (; w != nil; w = store_.cells.second(w))
    out = store_.cells.close(store_.insert(id, out, image(p, sort.element, store_.cells.first(w))));
  return out;
}

void Canonizer::canonize(std::span<Word> state) {
  std::size_t best = 0;
  std::uint64_t least = state_hash(0, state);
  for (std::size_t p = 1; p < group_.permutations.size(); ++p)
    if (const std::uint64_t h = state_hash(p, state); h < least) {
      least = h;
      best = p;
    }
  if (best == 0) return;
  scratch_.resize(state.size());
  for (std::uint32_t c = 0; c < state.size(); ++c)
    scratch_[group_.cell_maps[best][c]] = image(best, program_.cell_sort(c), state[c]);
  std::copy(scratch_.begin(), scratch_.end(), state.begin());
}

}  // namespace whynot::engine::ots
