// A rule's left-hand side gives the conditions, its right-hand side what changes.  Indexes of components are elements
// of a sort that rules never look into: where all begin alike they are any number, and the initial states make scopes.
#include "front/algebra/soup.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "front/algebra/components.h"
#include "front/algebra/translate.h"

namespace whynot::front::algebra {
namespace {

using Trees = std::vector<Tree>;

void collect(const Tree& t, SortId sort, std::map<std::string, Tree>& out) {
  if (t->sort == sort) out.emplace(to_text(*t), t);
  for (const Tree& a : t->args) collect(a, sort, out);
}

class SoupReader {
 public:
  SoupReader(const Theory& theory, SortId state, Diagnostics& diagnostics)
      : theory_(theory),
        s_(theory.signature),
        diagnostics_(diagnostics),
        types_(theory, state, names_, diagnostics),
        translator_(theory, types_, names_, diagnostics),
        state_(state) {}

  std::optional<front::ots::SystemSyntax> run(const std::vector<Start>& starts, const std::vector<Sought>& sought) {
    for (const Start& s : starts) {
      const auto normal = normal_form(theory_, s.term);
      if (!normal) {
        diagnostics_.error("algebra.initial", "the equations do not bring this initial state to an end", s.term->where);
        return std::nullopt;
      }
      Soup plain;
      for (const Operator& op : s_.operators)
        if (op.associative && op.commutative && !op.built_in && s_.kinds[op.result] == s_.kinds[state_])
          plain.join = &op;
      starts_.push_back(parts_of(plain, *normal));
      scopes_.push_back(s.scope);
    }
    auto soup = find_components(theory_, state_, starts_, names_, diagnostics_);
    if (!soup) return std::nullopt;
    soup_ = std::move(*soup);
    use_operators(sought);
    if (!indexes()) return std::nullopt;
    for (const Component& c : soup_.components) observers(c);
    for (const Rule& r : theory_.rules) rule(r);
    for (const auto& [open, rules] : stuck_) {
      Diagnostic& d = diagnostics_.warning("algebra.unspecified",
                                           fmt::format("no equation says what `{}` is: rules whose conditions need it "
                                                       "never apply, as in Maude ({})",
                                                       open->name, fmt::join(rules, ", ")),
                                           open->where);
      d.help = fmt::format("say it in this module, or in one that includes it: `eq {} = … .`", open->name);
    }
    for (const Sought& s : sought) search(s);
    if (!diagnostics_.ok()) return std::nullopt;
    out_.functions = std::move(translator_.functions);
    out_.sorts = types_.declarations();
    return std::move(out_);
  }

 private:
  // Indexes --------------------------------------------------------------------------------------------------------

  // The operators that rules, searches and the functions that they use speak of.
  void use_operators(const std::vector<Sought>& sought) {
    for (const Rule& r : theory_.rules) {
      use(r.left);
      use(r.right);
      use(r.conditions);
    }
    for (const Sought& s : sought) {
      use(s.pattern);
      use(s.conditions);
    }
  }
  void use(const std::vector<Condition>& all) {
    for (const Condition& c : all) {
      if (c.pattern) use(c.pattern);
      use(c.value);
    }
  }
  // A value written out may be the name of an element; what has variables or is computed looks into its sort.
  bool is_written_out(const Node& n) const {
    if (n.kind == Node::Kind::Number) return true;
    if (!n.op || n.op->built_in || theory_.is_defined(*n.op)) return false;
    return std::all_of(n.args.begin(), n.args.end(), [&](const Tree& a) { return is_written_out(*a); });
  }
  void use(const Tree& t) {
    if (s_.kinds[t->sort] != s_.kinds[state_] && is_written_out(*t)) {
      written_[t->sort].push_back(t);
      return;
    }
    for (const Tree& a : t->args) use(a);
    if (!t->op) return;
    if (t->op->built_in && s_.is_numeric(t->op->sorts.empty() ? t->op->result : t->op->sorts[0]) && !t->op->any_sort)
      named_.insert(Signature::nat);
    if (!t->op->built_in && !theory_.is_defined(*t->op)) named_.insert(t->op->result);
    if (!used_.insert(t->op).second) return;
    for (const Equation& e : theory_.equations)
      if (e.left->op == t->op && s_.kinds[e.left->sort] != s_.kinds[state_]) {
        for (const Tree& a : e.left->args) use(a);
        use(e.right);
        use(e.conditions);
      }
  }

  bool indexes() {
    std::set<SortId> sorts;
    for (const Component& c : soup_.components)
      for (std::size_t k : c.keys) sorts.insert(c.op->sorts[k]);
    for (SortId sort : sorts) {
      const auto values = types_.values(sort);
      if (values && !(starts_.size() > 1 && !named_.count(sort))) continue;
      const bool value_too = std::any_of(soup_.components.begin(), soup_.components.end(), [&](const Component& c) {
        return std::any_of(c.values.begin(), c.values.end(), [&](std::size_t v) { return c.op->sorts[v] == sort; });
      });
      if (!named_.count(sort) && !(sort == Signature::nat && value_too))
        list(sort);
      else if (const Component* c = indexed_by(sort))
        return infinite(*c, sort);
    }
    if (loose_.empty()) starts_.resize(1);
    scopes();
    return true;
  }

  const Component* indexed_by(SortId sort) const {
    for (const Component& c : soup_.components)
      for (std::size_t k : c.keys)
        if (!c.is_fixed() && c.op->sorts[k] == sort) return &c;
    return nullptr;
  }

  bool infinite(const Component& c, SortId sort) {
    Diagnostic& d = diagnostics_.error(
        "algebra.index",
        fmt::format("components `{}` are indexed by the infinite sort `{}`, whose terms rules build or look into",
                    c.op->name, s_.sort_names[sort]),
        c.op->where);
    d.help = "give the indexes a sort of their own, or list them as constants";
    return false;
  }

  void list(SortId sort) {
    std::vector<std::map<std::string, Tree>> elements(starts_.size());
    for (std::size_t i = 0; i < starts_.size(); ++i)
      for (const Tree& p : starts_[i]) collect(p, sort, elements[i]);
    const bool loose = written_[sort].empty() && alike(sort, elements);
    Trees all;
    for (const auto& of_start : elements)
      for (const auto& [text, t] : of_start)
        if (loose || &of_start == &elements[0]) all.push_back(t);
    all.insert(all.end(), written_[sort].begin(), written_[sort].end());
    types_.list(sort, all, loose);
    if (!loose) return;
    loose_.push_back(sort);
    for (const auto& of_start : elements) loose_elements_[sort].push_back(of_start);
  }

  // Whether each index begins with the same values, which name none, whatever the initial state.
  bool alike(SortId sort, const std::vector<std::map<std::string, Tree>>& elements) {
    for (const Component& c : soup_.components) {
      const auto indexes =
          std::count_if(c.keys.begin(), c.keys.end(), [&](std::size_t k) { return c.op->sorts[k] == sort; });
      std::set<std::string> values;
      for (std::size_t i = 0; i < starts_.size(); ++i) {
        std::size_t instances = 0;
        for (const Tree& p : starts_[i]) {
          if (p->op != c.op) continue;
          ++instances;
          std::map<std::string, Tree> named;
          std::string text;
          const auto& places = c.is_fixed() ? c.keys : c.values;
          for (std::size_t v : places) {
            collect(p->args[v], sort, named);
            text += to_text(*p->args[v]) + "\n";
          }
          if (!named.empty()) return false;
          values.insert(c.is_fixed() ? "" : text);
        }
        std::size_t product = 1;
        for (std::ptrdiff_t k = 0; k < indexes; ++k) product *= elements[i].size();
        if (indexes > 0 && (instances != product || c.keys.size() != static_cast<std::size_t>(indexes))) return false;
      }
      if (values.size() > 1 && (indexes > 0 || starts_.size() > 1)) return false;
    }
    return true;
  }

  void scopes() {
    if (loose_.empty()) return;
    for (std::size_t i = 0; i < starts_.size(); ++i) {
      front::ots::ScopeSyntax scope;
      scope.name = {scopes_[i], {}};
      for (SortId sort : loose_) {
        front::ots::ScopeSyntax::Members members{{types_.role(sort).name, {}}, {}};
        for (const auto& [text, t] : loose_elements_[sort][i])
          members.elements.push_back({types_.role(sort).listed.at(text), t->where});
        scope.members.push_back(std::move(members));
      }
      out_.scopes.push_back(std::move(scope));
    }
  }

  // Observers ------------------------------------------------------------------------------------------------------

  void observers(const Component& c) {
    for (std::size_t v = 0; v < c.values.size(); ++v) {
      front::ots::ObserverSyntax o;
      o.name = {c.observers[v], c.op->where};
      o.type = types_.type(c.op->sorts[c.values[v]], c.op->where);
      std::vector<std::string> indexes;
      for (std::size_t k : c.keys) {
        indexes.push_back(names_.local(fmt::format("i{}", c.keys.size() == 1 ? "" : std::to_string(k + 1))));
        o.params.push_back({{indexes.back(), c.op->where}, types_.type(c.op->sorts[k], c.op->where)});
      }
      if (SyntaxPtr initial = initial_value(c, c.values[v], indexes)) o.initial.push_back(std::move(initial));
      out_.observers.push_back(std::move(o));
    }
  }

  // Its value at each index; where they begin alike, that one.
  SyntaxPtr initial_value(const Component& c, std::size_t place, const std::vector<std::string>& indexes) {
    SyntaxPtr out;
    std::string last;
    for (const Trees& instance : c.instances) {
      SyntaxPtr value = translator_.term(instance[place], c.op->sorts[place], {});
      if (!value) return nullptr;
      const std::string text = to_text(*instance[place]);
      if (!out) {
        out = std::move(value);
        last = text;
      } else if (text != last || out->kind == Syntax::Kind::If) {
        std::vector<SyntaxPtr> is;
        for (std::size_t k = 0; k < c.keys.size(); ++k) {
          SyntaxPtr index = translator_.term(instance[c.keys[k]], c.op->sorts[c.keys[k]], {});
          if (!index) return nullptr;
          is.push_back(binary("=", name_of(indexes[k], c.op->where), std::move(index)));
        }
        out = make_syntax(Syntax::Kind::If, "", c.op->where, conjunction(std::move(is)), std::move(value),
                          std::move(out));
      }
    }
    return out;
  }

  // Rules ----------------------------------------------------------------------------------------------------------

  void rule(const Rule& r) {
    if (s_.kinds[r.left->sort] != s_.kinds[state_]) {
      Diagnostic& d = diagnostics_.error(
          "algebra.unsupported",
          fmt::format("a rule about sort `{}` is not supported: rules are about states", s_.sort_names[r.left->sort]),
          r.where);
      d.help = fmt::format("states are of sort `{}`", s_.sort_names[state_]);
      return;
    }
    front::ots::TransitionSyntax t;
    t.name = {transition_name(r), r.where};
    const Trees left = parts_of(soup_, r.left), right = parts_of(soup_, r.right);
    if (!known(left, r) || !known(right, r)) return;
    Matching m;
    if (!state(left, m)) return;
    if (const Operator* open = value_missing(r)) {
      stuck_[open].push_back(fmt::format("`{}`", t.name.text));
      m.conditions.push_back(name_of("false", r.where));
    } else if (!translator_.conditions(r.conditions, m)) {
      return;
    }
    for (const Tree& p : right) changes(*p, left, m, t);
    t.params = std::move(m.params);
    t.when = std::move(m.conditions);
    out_.transitions.push_back(std::move(t));
  }

  std::string transition_name(const Rule& r) {
    const std::string base =
        r.label.empty() ? fmt::format("rule{}", out_.transitions.size() + 1) : Names::readable(r.label);
    std::string name = base;
    for (int number = 2; !transitions_.insert(name).second; ++number) name = fmt::format("{}_{}", base, number);
    return name;
  }

  const Operator* value_missing(const Rule& r) {
    for (const Condition& c : r.conditions)
      if (const Operator* open = translator_.without_value(*c.value)) return open;
    return nullptr;
  }

  bool known(const Trees& parts, const Rule& r) {
    for (const Tree& p : parts) {
      if (p->op && soup_.component(*p->op)) continue;
      if (!p->op) {
        translator_.unsupported("a number as a part of the state is not supported", p->where);
      } else if (theory_.is_defined(*p->op)) {
        translator_.unsupported(
            fmt::format("`{}` computes components of the state within a rule: this is not supported", p->op->name),
            p->where);
      } else {
        diagnostics_.warning("algebra.never",
                             fmt::format("no state has a component `{}`: this rule never applies", p->op->name),
                             r.where);
      }
      return false;
    }
    return true;
  }

  SyntaxPtr observation(const Component& c, std::size_t value, const Node& part, const Meanings& meanings) {
    SyntaxPtr out = name_of(c.observers[value], part.where);
    for (std::size_t k : c.keys) {
      SyntaxPtr index = translator_.term(part.args[k], c.op->sorts[k], meanings);
      if (!index) return nullptr;
      out->args.push_back(std::move(index));
    }
    return out;
  }

  // That the state has these components: indexes, then values, collections last.
  bool state(const Trees& parts, Matching& m) {
    for (const Tree& p : parts) {
      const Component& c = *soup_.component(*p->op);
      std::map<std::string, SortId> variables;
      for (std::size_t k : c.keys) add_variables(*p->args[k], variables);
      for (const auto& [name, sort] : variables)
        if (!m.meanings.count(name)) translator_.declare(name, sort, p->where, m);
      if (!present(c, *p, m)) return false;
    }
    for (std::size_t i = 0; i < parts.size(); ++i)
      for (std::size_t j = i + 1; j < parts.size(); ++j)
        if (parts[i]->op == parts[j]->op && !differ(*soup_.component(*parts[i]->op), *parts[i], *parts[j], m))
          return false;
    for (const bool collections : {false, true})
      for (const Tree& p : parts) {
        const Component& c = *soup_.component(*p->op);
        for (std::size_t v = 0; v < c.values.size(); ++v) {
          const SortId sort = c.op->sorts[c.values[v]];
          if (types_.role(sort).is_collection() != collections) continue;
          const SyntaxPtr seen = observation(c, v, *p, m.meanings);
          if (!seen || !translator_.match(p->args[c.values[v]], sort, *seen, m)) return false;
        }
      }
    return true;
  }

  // That there is such a component, where some are missing.
  bool present(const Component& c, const Node& part, Matching& m) {
    std::size_t product = 1;
    bool finite = true;
    for (std::size_t k : c.keys) {
      const SortId sort = c.op->sorts[k];
      const auto values = types_.values(sort);
      const Role& role = types_.role(sort);
      if (role.is == Role::Is::Loose) return true;
      finite = finite && (values || !role.listed.empty());
      product *= values ? values->size() : role.listed.size();
    }
    if (finite && product == c.instances.size()) return true;
    std::vector<SyntaxPtr> any;
    for (const Trees& instance : c.instances) {
      std::vector<SyntaxPtr> is;
      for (std::size_t k : c.keys) {
        SyntaxPtr a = translator_.term(part.args[k], c.op->sorts[k], m.meanings),
                  b = translator_.term(instance[k], c.op->sorts[k], {});
        if (!a || !b) return false;
        is.push_back(binary("=", std::move(a), std::move(b)));
      }
      any.push_back(conjunction(std::move(is)));
    }
    m.conditions.push_back(conjunction(std::move(any), "or"));
    return true;
  }

  // Two components of one name are two.
  bool differ(const Component& c, const Node& a, const Node& b, Matching& m) {
    std::vector<SyntaxPtr> equal;
    for (std::size_t k : c.keys) {
      SyntaxPtr x = translator_.term(a.args[k], c.op->sorts[k], m.meanings),
                y = translator_.term(b.args[k], c.op->sorts[k], m.meanings);
      if (!x || !y) return false;
      equal.push_back(binary("=", std::move(x), std::move(y)));
    }
    m.conditions.push_back(negation(conjunction(std::move(equal))));
    return true;
  }

  void changes(const Node& after, const Trees& left, const Matching& m, front::ots::TransitionSyntax& t) {
    const Component& c = *soup_.component(*after.op);
    const auto same_keys = [&](const Tree& p) {
      return p->op == c.op &&
             std::all_of(c.keys.begin(), c.keys.end(), [&](std::size_t k) { return same(p->args[k], after.args[k]); });
    };
    const Node& before = **std::find_if(left.begin(), left.end(), same_keys);
    for (std::size_t v = 0; v < c.values.size(); ++v) {
      const std::size_t place = c.values[v];
      if (same(before.args[place], after.args[place])) continue;
      SyntaxPtr seen = observation(c, v, after, m.meanings);
      SyntaxPtr value = translator_.term(after.args[place], c.op->sorts[place], m.meanings);
      if (seen && value) t.effects.push_back(make_effect(std::move(seen), std::move(value)));
    }
  }

  // That what is sought is never reached.
  void search(const Sought& s) {
    Matching m;
    const Trees parts = parts_of(soup_, s.pattern);
    for (const Tree& p : parts)
      if (!p->op || !soup_.component(*p->op)) {
        translator_.unsupported(fmt::format("no state has a component `{}`", to_text(*p)), p->where);
        return;
      }
    if (!state(parts, m) || !translator_.conditions(s.conditions, m)) return;
    front::ots::InvariantSyntax i;
    i.name = {fmt::format("search{}", out_.invariants.size() + 1), s.where};
    i.params = std::move(m.params);
    i.body = negation(conjunction(std::move(m.conditions)));
    i.body->where = s.where;
    out_.invariants.push_back(std::move(i));
  }

  const Theory& theory_;
  const Signature& s_;
  Diagnostics& diagnostics_;
  Names names_;
  Types types_;
  Translator translator_;
  SortId state_;
  std::vector<Trees> starts_;
  std::vector<std::string> scopes_;
  Soup soup_;
  std::set<const Operator*> used_;
  std::set<SortId> named_;                       // whose terms rules build or look into
  std::map<SortId, std::vector<Tree>> written_;  // values that stand in rules and searches
  std::vector<SortId> loose_;
  std::map<SortId, std::vector<std::map<std::string, Tree>>> loose_elements_;
  std::set<std::string> transitions_;
  std::map<const Operator*, std::vector<std::string>> stuck_;  // rules, by what has no value
  front::ots::SystemSyntax out_;
};

// Rules apply to states wherever they are: these should be in no others.
bool holds_no_states(const Theory& theory, SortId state, Diagnostics& diagnostics) {
  const Signature& s = theory.signature;
  for (const Operator& op : s.operators) {
    const bool takes_state =
        std::any_of(op.sorts.begin(), op.sorts.end(), [&](SortId sort) { return s.kinds[sort] == s.kinds[state]; });
    if (!takes_state || op.built_in || op.associative || theory.is_defined(op)) continue;
    diagnostics.error("algebra.unsupported",
                      fmt::format("`{}` holds a state within another term: this is not supported", op.name), op.where);
    return false;
  }
  return true;
}

// No soup, and rules lead from one constructor to another.
bool is_single(const Theory& theory, SortId state) {
  const Signature& s = theory.signature;
  for (const Operator& op : s.operators)
    if (!op.built_in && op.associative && s.kinds[op.result] == s.kinds[state]) return false;
  return std::any_of(theory.rules.begin(), theory.rules.end(), [&](const Rule& r) {
    return r.left->op != r.right->op || r.left->op != theory.rules[0].left->op;
  });
}

}  // namespace

std::optional<front::ots::SystemSyntax> read_soup(const Theory& theory, const std::vector<Start>& starts,
                                                  const std::vector<Sought>& sought, Diagnostics& diagnostics) {
  const SortId state = starts[0].term->sort;
  if (!holds_no_states(theory, state, diagnostics)) return std::nullopt;
  if (is_single(theory, state)) return read_single(theory, starts[0], sought, diagnostics);
  return SoupReader(theory, state, diagnostics).run(starts, sought);
}

}  // namespace whynot::front::algebra
