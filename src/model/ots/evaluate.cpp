// Evaluates terms recursively over environments; collections are compared in a standard form.
#include "model/ots/evaluate.h"

#include <algorithm>

#include "base/check.h"

namespace whynot::ots {
namespace {

constexpr unsigned deepest_call = 1000;   // recursion is structural: deeper means a value of that depth
const char* const everywhere_else = "_";  // the key that a map's default stands under

Value closed_value(const Ots& ots, Term t) {
  std::vector<Value> args;
  for (std::size_t i = 0; i < t.arity(); ++i) args.push_back(closed_value(ots, t.arg(i)));
  switch (t.op()) {
    case Op::Bool: return Value::boolean(t.a() != 0);
    case Op::Number: return Value::integer(t.a());
    case Op::Element: return Value::symbol(ots.elements[static_cast<std::size_t>(t.a())].name);
    default: return Value::term(ots.constructors[static_cast<std::size_t>(t.a())].name, std::move(args));
  }
}

std::optional<std::vector<Value>> domain_values(const Ots& ots, SortId sort, const Scope& scope) {
  const auto terms = domain(ots, sort, &scope);
  if (!terms) return std::nullopt;
  std::vector<Value> values;
  for (Term t : *terms) values.push_back(closed_value(ots, t));
  return values;
}

// Equal maps are equal values: one whose keys can be listed has an entry for each of them, others keep their default
// under a key of its own and no entry equal to it.
Value map_put(const Value& map, const Value& key, const Value& value) {
  std::vector<std::pair<Value, Value>> entries;
  Value otherwise;
  for (std::size_t i = 0; i + 1 < map.args().size(); i += 2) {
    if (map.args()[i] == Value::symbol(everywhere_else)) otherwise = map.args()[i + 1];
    if (map.args()[i] != key) entries.emplace_back(map.args()[i], map.args()[i + 1]);
  }
  if (value != otherwise) entries.emplace_back(key, value);
  return Value::map(std::move(entries));
}

Value map_get(const Value& map, const Value& key) {
  Value otherwise;
  for (std::size_t i = 0; i + 1 < map.args().size(); i += 2) {
    if (map.args()[i] == key) return map.args()[i + 1];
    if (map.args()[i] == Value::symbol(everywhere_else)) otherwise = map.args()[i + 1];
  }
  return otherwise;
}

Value with_members(Value::Kind kind, std::vector<Value> members) {
  if (kind == Value::Kind::Set) return Value::set(std::move(members));
  return kind == Value::Kind::Bag ? Value::bag(std::move(members)) : Value::list(std::move(members));
}

Value without(const Value& from, const std::vector<Value>& what) {
  std::vector<Value> members = from.args();
  for (const Value& v : what)
    if (const auto at = std::find(members.begin(), members.end(), v); at != members.end()) members.erase(at);
  return with_members(from.kind(), std::move(members));
}

Value together(const Value& a, const Value& b) {
  std::vector<Value> members = a.args();
  members.insert(members.end(), b.args().begin(), b.args().end());
  return with_members(a.kind(), std::move(members));
}

}  // namespace

Layout::Layout(const Ots& ots, const Scope& scope) {
  for (const Observer& o : ots.observers) {
    Place place{cells_, {}};
    std::size_t size = 1;
    for (VarId v : o.params) {
      place.domains.push_back(domain_values(ots, ots.pool->variable(v).sort, scope).value_or(std::vector<Value>{}));
      size *= place.domains.back().size();
    }
    cells_ += size;
    places_.push_back(std::move(place));
  }
}

std::optional<std::size_t> Layout::cell(std::uint32_t observer, std::span<const Value> index) const {
  const Place& place = places_[observer];
  std::size_t offset = 0;
  for (std::size_t i = 0; i < index.size(); ++i) {
    const auto& domain = place.domains[i];
    const auto at = std::find(domain.begin(), domain.end(), index[i]);
    if (at == domain.end()) return std::nullopt;
    offset = offset * domain.size() + static_cast<std::size_t>(at - domain.begin());
  }
  return place.begin + offset;
}

void Layout::for_each(const std::function<void(std::uint32_t, const std::vector<Value>&, std::size_t)>& visit) const {
  for (std::uint32_t o = 0; o < places_.size(); ++o) {
    const Place& place = places_[o];
    std::size_t size = 1;
    for (const auto& d : place.domains) size *= d.size();
    std::vector<Value> index(place.domains.size());
    for (std::size_t n = 0; n < size; ++n) {
      std::size_t rest = n;
      for (std::size_t i = index.size(); i-- > 0;) {
        index[i] = place.domains[i][rest % place.domains[i].size()];
        rest /= place.domains[i].size();
      }
      visit(o, index, place.begin + n);
    }
  }
}

Evaluator::Evaluator(const Ots& ots, const Scope& scope) : ots_(ots), scope_(scope), layout_(ots, scope) {
  for (SortId s = 0; s < ots.sorts.size(); ++s)
    domains_.push_back(ots.sorts[s].kind == SortKind::Map ? std::nullopt : domain_values(ots, s, scope));
  for (SortId s = 0; s < ots.sorts.size(); ++s)
    if (ots.sorts[s].listed) domains_[s] = values_of_maps(s);
}

const std::vector<Value>* Evaluator::keys_of(SortId map) const {
  if (const auto known = keys_.find(map); known != keys_.end()) return known->second ? &*known->second : nullptr;
  std::optional<Values> values;
  if (const auto terms = key_values(ots_, map, &scope_)) {
    Environment none;
    values.emplace();
    for (Term t : *terms) values->push_back(evaluate(t, {}, none));
  }
  const auto& kept = keys_.emplace(map, std::move(values)).first->second;
  return kept ? &*kept : nullptr;
}

Value Evaluator::constant_map(SortId map, const Value& value) const {
  const Values* keys = keys_of(map);
  if (!keys) return Value::map({{Value::symbol(everywhere_else), value}});
  std::vector<std::pair<Value, Value>> entries;
  for (const Value& key : *keys) entries.emplace_back(key, value);
  return Value::map(std::move(entries));
}

bool Evaluator::is_map(const Value& v, SortId id) const {
  if (v.kind() != Value::Kind::Map) return false;
  const Sort& sort = ots_.sorts[id];
  const Values* keys = keys_of(id);
  if (keys && v.args().size() != 2 * keys->size()) return false;
  bool has_default = false;
  for (std::size_t i = 0; i + 1 < v.args().size(); i += 2) {
    const bool is_default = !keys && v.args()[i] == Value::symbol(everywhere_else);
    has_default = has_default || is_default;
    const bool repeated = i > 0 && v.args()[i] == v.args()[i - 2];
    if (repeated || (!is_default && !has_sort(v.args()[i], sort.key)) || !has_sort(v.args()[i + 1], sort.element))
      return false;
  }
  return keys || has_default;
}

std::optional<std::vector<Value>> Evaluator::values_of_maps(SortId map) const {
  const auto terms = domain(ots_, map, &scope_);
  if (!terms) return std::nullopt;
  std::vector<Value> values;
  Environment none;
  for (Term t : *terms) values.push_back(evaluate(t, {}, none));
  return values;
}

bool Evaluator::has_sort(const Value& v, SortId id) const {
  const Sort& sort = ots_.sorts[id];
  const auto all_of = [&](SortId element) {
    return std::all_of(v.args().begin(), v.args().end(), [&](const Value& x) { return has_sort(x, element); });
  };
  switch (sort.kind) {
    case SortKind::Bool: return v.is_boolean();
    case SortKind::Nat: return v.is_integer() && v.as_integer() >= 0;
    case SortKind::Int: return v.is_integer();
    case SortKind::Loose:
      return domains_[id] && std::find(domains_[id]->begin(), domains_[id]->end(), v) != domains_[id]->end();
    case SortKind::Set: return v.kind() == Value::Kind::Set && all_of(sort.element);
    case SortKind::Bag: return v.kind() == Value::Kind::Bag && all_of(sort.element);
    case SortKind::List: return v.kind() == Value::Kind::List && all_of(sort.element);
    case SortKind::Map: return is_map(v, id);
    case SortKind::Free: break;
  }
  if (v.kind() != Value::Kind::Term) return false;
  for (std::uint32_t c : sort.constructors) {
    const Constructor& constructor = ots_.constructors[c];
    if (constructor.name != v.op() || constructor.fields.size() != v.args().size()) continue;
    for (std::size_t i = 0; i < v.args().size(); ++i)
      if (!has_sort(v.args()[i], constructor.fields[i].sort)) return false;
    return true;
  }
  return false;
}

Value Evaluator::evaluate(Term t, const State& state, Environment& env) const {
  switch (t.op()) {
    case Op::Var: {
      const auto found = env.find(t.var());
      return found == env.end() ? Value() : found->second;
    }
    case Op::Not:
    case Op::And:
    case Op::Or:
    case Op::Implies:
    case Op::Ite: return connective(t, state, env);
    case Op::Forall:
    case Op::Exists: return quantified(t, state, env);
    default: break;
  }
  Values args;
  for (std::size_t i = 0; i < t.arity(); ++i) {
    args.push_back(evaluate(t.arg(i), state, env));
    if (!args.back().defined()) return {};
  }
  return apply(t, args, state, env);
}

// Kleene's connectives: what one side decides, the other may leave undefined.
Value Evaluator::connective(Term t, const State& state, Environment& env) const {
  const auto value = [&](std::size_t i) { return evaluate(t.arg(i), state, env); };
  if (t.is(Op::Not)) {
    const Value v = value(0);
    return v.defined() ? Value::boolean(!v.as_boolean()) : v;
  }
  if (t.is(Op::Ite)) {
    Value c = value(0);
    if (!c.defined()) return c;
    return value(c.as_boolean() ? 1 : 2);
  }
  const bool decides = !t.is(Op::And);  // the operand value that settles And, Or; Implies: of the conclusion
  bool undefined = false;
  for (std::size_t i = 0; i < t.arity(); ++i) {
    const Value v = value(i);
    const bool negated = t.is(Op::Implies) && i == 0;
    if (v.defined() && (v.as_boolean() != negated) == decides) return Value::boolean(decides);
    undefined = undefined || !v.defined();
  }
  return undefined ? Value() : Value::boolean(!decides);
}

Value Evaluator::quantified(Term t, const State& state, Environment& env) const {
  std::vector<VarId> vars;
  for (std::size_t i = 1; i < t.arity(); ++i) vars.push_back(t.arg(i).var());
  const bool exists = t.is(Op::Exists);
  const Term body = exists ? t.arg(0) : ots_.pool->not_(t.arg(0));
  const bool none = solve(vars, conjuncts(*ots_.pool, body), state, env, [](const Environment&) { return false; });
  return Value::boolean(none != exists);
}

Value Evaluator::apply(Term t, const Values& args, const State& state, Environment&) const {
  const auto a = static_cast<std::size_t>(t.a());
  switch (t.op()) {
    case Op::Bool: return Value::boolean(t.a() != 0);
    case Op::Number: return Value::integer(t.a());
    case Op::Element: return Value::symbol(ots_.elements[a].name);
    case Op::Construct: return Value::term(ots_.constructors[a].name, args);
    case Op::Observe: {
      const auto cell = layout_.cell(static_cast<std::uint32_t>(a), args);
      return cell ? state[*cell] : Value();
    }
    case Op::Call: return call(t, args, state);
    case Op::Eq: return Value::boolean(args[0] == args[1]);
    case Op::In:
      return Value::boolean(std::find(args[1].args().begin(), args[1].args().end(), args[0]) != args[1].args().end());
    case Op::Select: return args[0].op() == ots_.constructors[a].name ? args[0].args()[t.b()] : Value();
    case Op::Is: return Value::boolean(args[0].op() == ots_.constructors[a].name);
    case Op::Add:
    case Op::Sub:
    case Op::Lt:
    case Op::Le: return apply_to_number(t, args);
    default: return apply_to_collection(t, args);
  }
}

Value Evaluator::apply_to_number(Term t, const Values& args) const {
  const Integer x = args[0].as_integer(), y = args[1].as_integer();
  switch (t.op()) {
    case Op::Add: return Value::integer(x + y);
    case Op::Sub: return Value::integer(t.sort() == nat_sort && x < y ? Integer(0) : Integer(x - y));
    case Op::Lt: return Value::boolean(x < y);
    default: return Value::boolean(x <= y);
  }
}

Value Evaluator::apply_to_collection(Term t, const Values& args) const {
  const SortKind kind = ots_.sorts[t.sort()].kind;
  switch (t.op()) {
    case Op::Empty:
      if (kind == SortKind::Set) return Value::set({});
      return kind == SortKind::Bag ? Value::bag({}) : Value::list({});
    case Op::Insert: return together(args[0], with_members(args[0].kind(), {args[1]}));
    case Op::Remove: return without(args[0], {args[1]});
    case Op::Union:
    case Op::Append: return together(args[0], args[1]);
    case Op::Difference: return without(args[0], args[1].args());
    case Op::Size: return Value::integer(static_cast<std::int64_t>(args[0].args().size()));
    case Op::Count: return Value::integer(std::count(args[1].args().begin(), args[1].args().end(), args[0]));
    case Op::Cons: return together(Value::list({args[0]}), args[1]);
    case Op::Head: return args[0].args().empty() ? Value() : args[0].args()[0];
    case Op::Tail:
      return args[0].args().empty() ? args[0] : Value::list(Values(args[0].args().begin() + 1, args[0].args().end()));
    case Op::Constant: return constant_map(t.sort(), args[0]);
    case Op::Get: return map_get(args[0], args[1]);
    case Op::Put: return map_put(args[0], args[1], args[2]);
    default: WHYNOT_CHECK(false, "every operator should be evaluated in one of the three functions");
  }
  return {};
}

Value Evaluator::call(Term t, const Values& args, const State& state) const {
  if (calls_ >= deepest_call) return {};
  const Function& f = ots_.functions[static_cast<std::size_t>(t.a())];
  Environment env;
  for (std::size_t i = 0; i < args.size(); ++i) env[f.params[i]] = args[i];
  ++calls_;
  Value result = evaluate(f.body, state, env);
  --calls_;
  return result;
}

bool Evaluator::solve(std::span<const VarId> vars, std::span<const Term> conjuncts, const State& state,
                      Environment& env, const std::function<bool(const Environment&)>& found) const {
  const Plan plan = plan_bindings(*ots_.pool, vars, conjuncts, [&](SortId s) { return domains_[s].has_value(); });
  return run(plan, 0, state, env, found);
}

bool Evaluator::run(const Plan& plan, std::size_t at, const State& state, Environment& env,
                    const std::function<bool(const Environment&)>& found) const {
  if (at == plan.moves.size()) return found(env);
  const Move& move = plan.moves[at];
  const auto give_each = [&](const Values& values) {
    bool go_on = true;
    for (std::size_t i = 0; i < values.size() && go_on; ++i) {
      env[move.var] = values[i];
      go_on = run(plan, at + 1, state, env, found);
    }
    env.erase(move.var);
    return go_on;
  };
  const auto match_each = [&](const Values& values) {
    bool go_on = true;
    for (std::size_t i = 0; i < values.size() && go_on; ++i) {
      if (i > 0 && std::find(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(i), values[i]) !=
                       values.begin() + static_cast<std::ptrdiff_t>(i))
        continue;
      std::vector<VarId> bound;
      if (match(move.term, values[i], state, env, bound)) go_on = run(plan, at + 1, state, env, found);
      for (VarId v : bound) env.erase(v);
    }
    return go_on;
  };
  switch (move.kind) {
    case Move::Kind::Filter: return !evaluate(move.term, state, env).is_true() || run(plan, at + 1, state, env, found);
    case Move::Kind::Domain: return give_each(*domains_[ots_.pool->variable(move.var).sort]);
    case Move::Kind::Active: return give_each(active(ots_.pool->variable(move.var).sort, state));
    default: break;
  }
  const Value source = evaluate(move.source, state, env);
  if (!source.defined()) return true;
  return match_each(move.kind == Move::Kind::Member ? source.args() : Values{source});
}

bool Evaluator::match(Term pattern, const Value& v, const State& state, Environment& env,
                      std::vector<VarId>& bound) const {
  if (pattern.is(Op::Var) && !env.count(pattern.var())) {
    env[pattern.var()] = v;
    bound.push_back(pattern.var());
    return true;
  }
  if (!pattern.is(Op::Construct)) return evaluate(pattern, state, env) == v;
  if (v.op() != ots_.constructors[static_cast<std::size_t>(pattern.a())].name) return false;
  for (std::size_t i = 0; i < pattern.arity(); ++i)
    if (!match(pattern.arg(i), v.args()[i], state, env, bound)) return false;
  return true;
}

std::vector<Value> Evaluator::active(SortId wanted, const State& state) const {
  Values out;
  layout_.for_each([&](std::uint32_t o, const Values&, std::size_t cell) {
    collect(wanted, ots_.observers[o].sort, state[cell], out);
  });
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

void Evaluator::collect(SortId wanted, SortId id, const Value& v, Values& out) const {
  if (id == wanted) out.push_back(v);
  const Sort& sort = ots_.sorts[id];
  switch (sort.kind) {
    case SortKind::Set:
    case SortKind::Bag:
    case SortKind::List:
      for (const Value& x : v.args()) collect(wanted, sort.element, x, out);
      break;
    case SortKind::Map:
      for (std::size_t i = 0; i < v.args().size(); ++i)
        if (v.args()[i] != Value::symbol(everywhere_else))
          collect(wanted, i % 2 ? sort.element : sort.key, v.args()[i], out);
      break;
    case SortKind::Free:
      for (std::uint32_t c : sort.constructors)
        if (ots_.constructors[c].name == v.op())
          for (std::size_t i = 0; i < v.args().size(); ++i)
            collect(wanted, ots_.constructors[c].fields[i].sort, v.args()[i], out);
      break;
    default: break;
  }
}

}  // namespace whynot::ots
