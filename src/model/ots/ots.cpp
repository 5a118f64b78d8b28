// What the model knows of itself: its collection sorts, the values of finite sorts, scopes, columns.
#include "model/ots/ots.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "model/ots/evaluate.h"

namespace whynot::ots {
namespace {

constexpr std::size_t largest_domain = 100'000;
constexpr std::size_t most_keys = 1024;  // to change a map of more at each of them takes as many steps

std::string_view collection_word(SortKind kind) {
  switch (kind) {
    case SortKind::Set: return "set";
    case SortKind::Bag: return "bag";
    case SortKind::List: return "list";
    default: return "map";
  }
}

using Terms = std::vector<Term>;

// Values of finite sorts.  As parameters, numbers have those up to the scope's limit, and collections are not run
// through; as keys of maps, numbers are without end, and sets and maps of finite sorts are values like others.
class Domains {
 public:
  enum class Of { Parameters, Keys };
  Domains(const Ots& ots, const Scope* scope, Of of)
      : ots_(ots), scope_(scope), keys_(of == Of::Keys), most_(keys_ ? most_keys : largest_domain) {}

  std::optional<Terms> of(SortId id) {
    const Sort& sort = ots_.sorts[id];
    switch (sort.kind) {
      case SortKind::Bool: return Terms{ots_.pool->boolean(false), ots_.pool->boolean(true)};
      case SortKind::Nat:
      case SortKind::Int: return numbers(id);
      case SortKind::Loose: return elements(id);
      case SortKind::Free: return terms(id);
      case SortKind::Set: return keys_ ? sets(id) : std::nullopt;
      case SortKind::Map: return keys_ || sort.listed ? maps(id) : std::nullopt;
      default: return std::nullopt;
    }
  }

 private:
  std::optional<Terms> numbers(SortId id) {
    if (keys_) return std::nullopt;
    for (const auto& [sort, limit] : scope_ ? scope_->limits : std::vector<std::pair<SortId, std::int64_t>>{}) {
      if (sort != id) continue;
      Terms out;
      for (std::int64_t n = id == nat_sort ? 0 : -limit; n <= limit; ++n) out.push_back(ots_.pool->number(n, id));
      return out;
    }
    return std::nullopt;
  }

  std::optional<Terms> elements(SortId id) {
    if (!scope_) return std::nullopt;
    for (const auto& [sort, members] : scope_->elements) {
      if (sort != id) continue;
      Terms out;
      for (std::uint32_t e : members) out.push_back(ots_.pool->make(Op::Element, id, {}, e));
      return out;
    }
    return std::nullopt;
  }

  // A free sort is finite when it is not recursive and its fields are finite.
  std::optional<Terms> terms(SortId id) {
    if (std::find(under_way_.begin(), under_way_.end(), id) != under_way_.end()) return std::nullopt;
    under_way_.push_back(id);
    std::optional<Terms> all = Terms{};
    for (std::uint32_t c : ots_.sorts[id].constructors) {
      if (!all) break;
      std::vector<Terms> rows{{}};
      for (const Field& field : ots_.constructors[c].fields) {
        const auto values = of(field.sort);
        if (!values || rows.size() * values->size() > most_) {
          all.reset();
          break;
        }
        std::vector<Terms> longer;
        for (const Terms& row : rows)
          for (Term v : *values) {
            longer.push_back(row);
            longer.back().push_back(v);
          }
        rows = std::move(longer);
      }
      if (all)
        for (const Terms& row : rows) all->push_back(ots_.pool->make(Op::Construct, id, row, c));
    }
    under_way_.pop_back();
    if (keys_ && all && all->size() > most_) return std::nullopt;
    return all;
  }

  std::optional<Terms> sets(SortId id) {
    const auto elements = of(ots_.sorts[id].element);
    if (!elements) return std::nullopt;
    Terms all{ots_.pool->make(Op::Empty, id, {})};
    for (Term e : *elements) {
      if (2 * all.size() > most_) return std::nullopt;
      for (std::size_t i = 0, n = all.size(); i < n; ++i) all.push_back(ots_.pool->make(Op::Insert, id, {all[i], e}));
    }
    return all;
  }

  std::optional<Terms> maps(SortId id) {
    const auto keys = Domains(ots_, scope_, Of::Keys).of(ots_.sorts[id].key), values = of(ots_.sorts[id].element);
    if (!keys || !values || values->empty()) return std::nullopt;
    Terms all{ots_.pool->make(Op::Constant, id, {values->front()})};
    for (Term k : *keys) {
      if (values->size() * all.size() > most_) return std::nullopt;
      for (std::size_t i = 0, n = all.size(); i < n; ++i)
        for (std::size_t v = 1; v < values->size(); ++v)
          all.push_back(ots_.pool->make(Op::Put, id, {all[i], k, (*values)[v]}));
    }
    return all;
  }

  const Ots& ots_;
  const Scope* scope_;
  bool keys_;
  std::size_t most_;
  std::vector<SortId> under_way_;
};

Type column_type(const Ots& ots, SortId id) {
  const Sort& sort = ots.sorts[id];
  const auto node = [&](TypeKind kind) {
    TypeNode n;
    n.kind = kind;
    if (kind == TypeKind::Sort) n.name = sort.name;
    if (kind != TypeKind::Sort) n.element = column_type(ots, sort.element);
    if (kind == TypeKind::Map) n.key = column_type(ots, sort.key);
    return ots.types->intern(n);
  };
  switch (sort.kind) {
    case SortKind::Bool: return ots.types->boolean_type();
    case SortKind::Nat:
    case SortKind::Int: return ots.types->integer_type();
    case SortKind::Set: return node(TypeKind::Set);
    case SortKind::Bag: return node(TypeKind::Bag);
    case SortKind::List: return node(TypeKind::List);
    case SortKind::Map: return node(TypeKind::Map);
    default: return node(TypeKind::Sort);
  }
}

}  // namespace

const Invariant* Ots::invariant(std::string_view wanted) const {
  const auto at =
      std::find_if(invariants.begin(), invariants.end(), [&](const Invariant& i) { return i.name == wanted; });
  return at == invariants.end() ? nullptr : &*at;
}

const Scope* Ots::scope(std::string_view wanted) const {
  const auto at = std::find_if(scopes.begin(), scopes.end(), [&](const Scope& s) { return s.name == wanted; });
  return at == scopes.end() ? nullptr : &*at;
}

SortId collection_sort(Ots& ots, SortKind kind, SortId element, SortId key) {
  for (SortId s = 0; s < ots.sorts.size(); ++s)
    if (ots.sorts[s].kind == kind && ots.sorts[s].element == element && ots.sorts[s].key == key && !ots.sorts[s].listed)
      return s;
  Sort sort;
  sort.kind = kind;
  sort.element = element;
  sort.key = key;
  sort.name = kind == SortKind::Map ? fmt::format("map {} {}", ots.sorts[key].name, ots.sorts[element].name)
                                    : fmt::format("{} {}", collection_word(kind), ots.sorts[element].name);
  ots.sorts.push_back(std::move(sort));
  return static_cast<SortId>(ots.sorts.size() - 1);
}

bool is_partial(const Ots& ots, Term root) {
  bool partial = false;
  for_each_subterm(root, [&](Term t) {
    partial = partial || t.is(Op::Head) || (t.is(Op::Select) && ots.sorts[t.arg(0).sort()].constructors.size() > 1);
  });
  return partial;
}

std::optional<std::vector<Term>> domain(const Ots& ots, SortId sort, const Scope* scope) {
  return Domains(ots, scope, Domains::Of::Parameters).of(sort);
}

std::optional<std::vector<Term>> key_values(const Ots& ots, SortId map, const Scope* scope) {
  auto keys = Domains(ots, scope, Domains::Of::Keys).of(ots.sorts[map].key);
  return keys && keys->size() > most_keys ? std::nullopt : std::move(keys);
}

Scope make_scope(Ots& ots, std::string name, std::size_t size) {
  Scope scope;
  scope.name = std::move(name);
  for (SortId s = 0; s < ots.sorts.size(); ++s) {
    if (ots.sorts[s].kind != SortKind::Loose) continue;
    std::vector<std::uint32_t> members = ots.sorts[s].elements;
    std::string stem = ots.sorts[s].name;
    for (char& c : stem) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    for (std::size_t n = 1; members.size() < size; ++n) {
      const std::string fresh = fmt::format("{}{}", stem, n);
      const auto at = std::find_if(ots.elements.begin(), ots.elements.end(),
                                   [&](const Element& e) { return e.name == fresh && e.sort == s; });
      members.push_back(static_cast<std::uint32_t>(at - ots.elements.begin()));
      if (at == ots.elements.end()) ots.elements.push_back({fresh, s});
    }
    scope.elements.emplace_back(s, std::move(members));
  }
  return scope;
}

std::shared_ptr<const Signature> make_signature(const Ots& ots, const Scope& scope) {
  auto signature = std::make_shared<Signature>();
  Layout(ots, scope).for_each([&](std::uint32_t o, const std::vector<Value>& index, std::size_t) {
    const Observer& observer = ots.observers[o];
    std::string name = observer.name;
    for (std::size_t i = 0; i < index.size(); ++i) name += (i ? ", " : "(") + index[i].to_string();
    signature->columns.push_back(
        {index.empty() ? name : name + ")", column_type(ots, observer.sort), observer.where, false});
  });
  return signature;
}

}  // namespace whynot::ots
