// Equations say what each observer shows of the initial state and after each transition: `ceq nw(send(S, P)) = … if
// c-send(S, P)`.  Predicates of states are written out; those that no transition uses are invariants.  What nothing is
// said of is told, with what is taken instead.
#include "front/algebra/hidden.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "front/algebra/translate.h"

namespace whynot::front::algebra {
namespace {

using Trees = std::vector<Tree>;
using Values = std::map<std::string, Tree>;

class HiddenReader {
 public:
  HiddenReader(const Theory& theory, SortId state, Diagnostics& diagnostics)
      : theory_(theory),
        s_(theory.signature),
        diagnostics_(diagnostics),
        types_(theory, state, names_, diagnostics),
        translator_(theory, types_, names_, diagnostics),
        state_(state) {
    translator_.special = [this](const Tree& t, const Meanings& m) { return observation(t, m); };
  }

  std::optional<front::ots::SystemSyntax> run() {
    classify();
    if (!diagnostics_.ok()) return std::nullopt;
    for (const Operator* o : observers_) observer(*o);
    for (const Operator* a : actions_) transition(*a);
    invariants();
    if (!diagnostics_.ok()) return std::nullopt;
    out_.functions = std::move(translator_.functions);
    out_.sorts = types_.declarations();
    scopes();
    return std::move(out_);
  }

 private:
  bool takes_state(const Operator& op) const { return !op.sorts.empty() && op.sorts[0] == state_; }

  void classify() {
    for (const Operator& op : s_.operators) {
      if (op.built_in) continue;
      if (std::count(op.sorts.begin(), op.sorts.end(), state_) > (takes_state(op) ? 1 : 0)) {
        translator_.unsupported(
            fmt::format("`{}` takes a state in another place than the first: this is not supported", op.name),
            op.where);
        continue;
      }
      if (!takes_state(op)) {
        if (op.result == state_ && op.sorts.empty() && (!initial_ || op.name == "init")) initial_ = &op;
        continue;
      }
      if (op.result == state_)
        actions_.push_back(&op);
      else if (derived(op))
        predicates_.push_back(&op);
      else
        observers_.push_back(&op);
    }
    for (const Operator* o : observers_) observer_names_[o] = names_.claim(o->name);
    if (theory_.rules.empty()) return;
    translator_.unsupported("a transition written as a rule is not supported: here, equations say what observers show",
                            theory_.rules[0].where);
  }

  // The equation that says what a predicate of states is.
  const Equation* derived(const Operator& op) const {
    for (const Equation& e : theory_.equations)
      if (e.left->op == &op && e.left->args[0]->is_variable()) return &e;
    return nullptr;
  }

  // A name that stands for what another says, written out.
  Tree expanded(const Tree& t) {
    if (t->args.empty()) return t;
    Trees args;
    for (const Tree& a : t->args) args.push_back(expanded(a));
    const Equation* e = t->op->built_in || !takes_state(*t->op) || t->op->result == state_ ? nullptr : derived(*t->op);
    if (!e) return make_apply(*t->op, std::move(args), t->where);
    Values values;
    for (std::size_t i = 0; i < args.size(); ++i)
      if (e->left->args[i]->is_variable()) values[e->left->args[i]->name] = args[i];
    if (values.size() != args.size() || !e->conditions.empty() ||
        std::find(open_.begin(), open_.end(), t->op) != open_.end()) {
      translator_.unsupported(
          fmt::format("`{}` should be said by one equation without conditions, and not by itself", t->op->name),
          e->where);
      return make_apply(*t->op, std::move(args), t->where);
    }
    open_.push_back(t->op);
    Tree out = expanded(instance(e->right, values));
    open_.pop_back();
    return out;
  }

  std::optional<SyntaxPtr> observation(const Tree& t, const Meanings& m) {
    if (t->sort == state_ || !t->op || !takes_state(*t->op)) return std::nullopt;
    const auto name = observer_names_.find(t->op);
    if (name == observer_names_.end() || !t->args[0]->is_variable())
      return translator_.unsupported(
          fmt::format("`{}` is read of the state before a transition, and of no other", t->op->name), t->where);
    SyntaxPtr out = name_of(name->second, t->where);
    for (std::size_t i = 1; i < t->args.size(); ++i) {
      SyntaxPtr index = translator_.term(t->args[i], t->op->sorts[i], m);
      if (!index) return SyntaxPtr();
      out->args.push_back(std::move(index));
    }
    return out;
  }

  // Observers ------------------------------------------------------------------------------------------------------

  void observer(const Operator& o) {
    front::ots::ObserverSyntax made;
    made.name = {observer_names_[&o], o.where};
    made.type = types_.type(o.result, o.where);
    const Equation* start = nullptr;
    for (const Equation& e : theory_.equations)
      if (e.left->op == &o && initial_ && e.left->args[0]->op == initial_) start = &e;
    Matching m;
    for (std::size_t i = 1; i < o.sorts.size(); ++i) {
      const Tree index = start ? start->left->args[i] : nullptr;
      if (index && !index->is_variable()) {
        translator_.unsupported("what an observer shows first should be said for all its indexes at once",
                                start->where);
        return;
      }
      translator_.declare(index ? index->name : fmt::format("i{}", i), o.sorts[i], o.where, m);
    }
    if (start) {
      if (SyntaxPtr value = translator_.term(expanded(start->right), o.result, m.meanings))
        made.initial.push_back(std::move(value));
    } else {
      any_start(o, made);
    }
    made.params = std::move(m.params);
    out_.observers.push_back(std::move(made));
  }

  // Nothing says what it shows first: any value where these are finitely many, else the least.
  void any_start(const Operator& o, front::ots::ObserverSyntax& made) {
    const Role& role = types_.role(o.result);
    std::string taken = "any value";
    const Operator* least = nullptr;
    for (const Operator* c : role.constructors)
      if (c->sorts.empty() && !least) least = c;
    const bool finite = role.is == Role::Is::Bool || role.is == Role::Is::Loose || types_.values(o.result).has_value();
    if (role.is_collection()) {
      made.initial.push_back(
          make_syntax(role.is == Role::Is::List ? Syntax::Kind::Brackets : Syntax::Kind::Braces, "", o.where));
      taken = "empty";
    } else if (!finite && least) {
      taken = fmt::format("`{}`", least->name);
      made.initial.push_back(name_of(types_.constructor_name(*least), o.where));
    } else if (role.is == Role::Is::Nat || role.is == Role::Is::Int) {
      taken = "0";
      made.initial.push_back(make_syntax(Syntax::Kind::Number, "0", o.where));
    }
    const std::string first = initial_ ? initial_->name : "init";
    Diagnostic& d = diagnostics_.warning(
        "algebra.unspecified",
        fmt::format("no equation says what `{}` shows of `{}`: it is taken to be {}", o.name, first, taken), o.where);
    d.help = fmt::format("say it: `eq {}({}{}) = … .`", o.name, first, o.sorts.size() > 1 ? ", …" : "");
  }

  // Transitions ----------------------------------------------------------------------------------------------------

  struct Change {
    const Operator* observer;
    Trees indexes;   // variables
    Tree condition;  // null: always
    Tree value;
  };

  void transition(const Operator& a) {
    Trees params;
    std::vector<Change> changes;
    Tree guard;
    std::set<const Operator*> told;
    for (const Equation& e : theory_.equations) {
      const bool of_observer = e.left->op && observer_names_.count(e.left->op) && e.left->args[0]->op == &a;
      const bool of_state = e.left->op == &a;
      if (!of_observer && !of_state) continue;
      const Tree& call = of_observer ? e.left->args[0] : e.left;
      Values values;
      if (!arguments(call, params, values, e)) return;
      if (of_observer) {
        told.insert(e.left->op);
        if (!change(e, values, params, changes)) return;
      } else if (!stays(e, values, guard)) {
        return;
      }
    }
    for (const Change& c : changes)
      if (!guard && c.condition) guard = c.condition;
    const bool common = guard && std::all_of(changes.begin(), changes.end(),
                                             [&](const Change& c) { return c.condition && same(c.condition, guard); });
    write(a, params, changes, common ? guard : nullptr);
    tell_untold(a, told);
  }

  // The arguments of a transition are variables, which the first equation names.
  bool arguments(const Tree& call, Trees& params, Values& values, const Equation& e) {
    const bool first = params.empty();
    std::set<std::string> names;
    for (const Tree& p : call->args)
      if (!p->is_variable() || !names.insert(p->name).second) {
        translator_.unsupported("a transition's arguments are different variables on the left-hand side", e.where);
        return false;
      }
    if (first) params = call->args;
    for (std::size_t i = 0; i < params.size(); ++i) values[call->args[i]->name] = params[i];
    return true;
  }

  bool change(const Equation& e, Values& values, const Trees& params, std::vector<Change>& changes) {
    Change c{e.left->op, {}, nullptr, nullptr};
    for (std::size_t i = 1; i < e.left->args.size(); ++i) {
      const Tree& index = e.left->args[i];
      if (!index->is_variable()) {
        translator_.unsupported("what an observer shows next should be said for all its indexes at once", e.where);
        return false;
      }
      Node own = *index;
      const auto taken = [&](const Tree& p) { return p->name == own.name; };
      while (std::any_of(params.begin(), params.end(), taken) || std::any_of(c.indexes.begin(), c.indexes.end(), taken))
        own.name += '\'';
      c.indexes.push_back(std::make_shared<const Node>(std::move(own)));
      values[index->name] = c.indexes.back();
    }
    Trees seen{params[0]};
    seen.insert(seen.end(), c.indexes.begin(), c.indexes.end());
    const Tree before = make_apply(*c.observer, seen, e.where);
    c.value = expanded(instance(e.right, values));
    if (!condition_of(e, values, c.condition)) return false;
    if (same(c.value, before)) return true;
    if (!c.condition && c.value->is("if_then_else_fi") && same(c.value->args[2], before) &&
        !mentions_any(*c.value->args[0], c.indexes)) {
      c.condition = c.value->args[0];
      c.value = c.value->args[1];
    }
    changes.push_back(std::move(c));
    return true;
  }

  static bool mentions_any(const Node& n, const Trees& variables) {
    std::map<std::string, SortId> names;
    add_variables(n, names);
    return std::any_of(variables.begin(), variables.end(), [&](const Tree& v) { return names.count(v->name); });
  }

  bool condition_of(const Equation& e, const Values& values, Tree& out) {
    for (const Condition& c : e.conditions) {
      if (c.pattern) {
        translator_.unsupported("a matching condition is not supported here", e.where);
        return false;
      }
      const Tree made = expanded(instance(c.value, values));
      out = out ? make_apply(s_.named("_and_"), {out, made}, made->where) : made;
    }
    return true;
  }

  // ceq act(S, …) = S if not c-act(S, …)
  bool stays(const Equation& e, const Values& values, Tree& guard) {
    Tree condition;
    if (!condition_of(e, values, condition)) return false;
    const bool identity = e.right->is_variable() && condition && condition->is("not_");
    if (!identity) {
      translator_.unsupported(
          "an equation between states says that one stays where a condition fails: `ceq t(S) = S if not c(S)`",
          e.where);
      return false;
    }
    guard = condition->args[0];
    return true;
  }

  void write(const Operator& a, const Trees& params, const std::vector<Change>& changes, const Tree& guard) {
    front::ots::TransitionSyntax t;
    t.name = {Names::readable(a.name), a.where};
    Matching m;
    for (std::size_t i = 1; i < params.size(); ++i)
      if (!types_.role(params[i]->sort).is_collection())
        translator_.declare(params[i]->name, params[i]->sort, params[i]->where, m);
    if (guard && !condition(guard, m)) return;
    for (std::size_t i = 1; i < params.size(); ++i)
      if (!m.meanings.count(params[i]->name))
        translator_.declare(params[i]->name, params[i]->sort, params[i]->where, m);
    for (const Change& c : changes) effect(c, guard == nullptr, params[0], m, t);
    t.params = std::move(m.params);
    t.when = std::move(m.conditions);
    out_.transitions.push_back(std::move(t));
  }

  // An equation with a collection that nothing else gives is a pattern.
  bool condition(const Tree& t, Matching& m) {
    if (t->is("_and_"))
      return std::all_of(t->args.begin(), t->args.end(), [&](const Tree& part) { return condition(part, m); });
    if (t->is("_=_") || t->is("_==_"))
      for (const std::size_t side : {1u, 0u}) {
        std::map<std::string, SortId> variables;
        add_variables(*t->args[side], variables);
        const bool open = std::any_of(variables.begin(), variables.end(),
                                      [&](const auto& v) { return !m.meanings.count(v.first) && v.second != state_; });
        if (!open) continue;
        const SortId sort = types_.collection_of(t->args[side]->sort).value_or(t->args[side]->sort);
        const SyntaxPtr value = translator_.term(t->args[1 - side], sort, m.meanings);
        return value && translator_.match(t->args[side], sort, *value, m);
      }
    SyntaxPtr made = translator_.formula(t, m.meanings);
    if (!made) return false;
    m.conditions.push_back(std::move(made));
    return true;
  }

  void effect(const Change& c, bool with_condition, const Tree& state, const Matching& outer,
              front::ots::TransitionSyntax& t) {
    Matching m;
    m.meanings = outer.meanings;
    Tree value = c.value;
    if (const auto point = at_one_index(c, state)) {
      for (std::size_t i = 0; i < c.indexes.size(); ++i) {
        SyntaxPtr index = translator_.term(point->first[i], c.indexes[i]->sort, m.meanings);
        if (!index) return;
        m.meanings[c.indexes[i]->name] = meaning_of(std::move(index));
      }
      value = point->second;
    } else {
      for (const Tree& i : c.indexes) translator_.declare(i->name, i->sort, i->where, m);
    }
    SyntaxPtr seen = name_of(observer_names_[c.observer], c.observer->where);
    for (const Tree& i : c.indexes) seen->args.push_back(clone(*m.meanings[i->name].expression));
    SyntaxPtr made = translator_.term(value, c.observer->result, m.meanings);
    if (!made) return;
    if (with_condition && c.condition) {
      SyntaxPtr when = translator_.formula(c.condition, m.meanings);
      if (!when) return;
      made = make_syntax(Syntax::Kind::If, "", c.value->where, std::move(when), std::move(made), clone(*seen));
    }
    front::ots::EffectSyntax e = make_effect(std::move(seen), std::move(made));
    e.each = std::move(m.params);
    t.effects.push_back(std::move(e));
  }

  // if I = t then VALUE else as before: the indexes t, and the value.
  std::optional<std::pair<Trees, Tree>> at_one_index(const Change& c, const Tree& state) {
    if (c.indexes.empty() || !c.value->is("if_then_else_fi")) return std::nullopt;
    Trees seen{state};
    seen.insert(seen.end(), c.indexes.begin(), c.indexes.end());
    if (!same(c.value->args[2], make_apply(*c.observer, seen, {}))) return std::nullopt;
    Trees tests{c.value->args[0]}, point(c.indexes.size());
    if (tests[0]->is("_and_")) tests = Trees(tests[0]->args);
    for (const Tree& test : tests) {
      if (!test->is("_=_") && !test->is("_==_")) return std::nullopt;
      bool found = false;
      for (const std::size_t side : {0u, 1u})
        for (std::size_t i = 0; i < c.indexes.size(); ++i)
          if (!found && !point[i] && same(test->args[side], c.indexes[i]) &&
              !mentions_any(*test->args[1 - side], c.indexes)) {
            point[i] = test->args[1 - side];
            found = true;
          }
      if (!found) return std::nullopt;
    }
    if (std::any_of(point.begin(), point.end(), [](const Tree& p) { return !p; })) return std::nullopt;
    return std::pair(point, c.value->args[1]);
  }

  void tell_untold(const Operator& a, const std::set<const Operator*>& told) {
    std::vector<std::string> names;
    for (const Operator* o : observers_)
      if (!told.count(o)) names.push_back(fmt::format("`{}`", o->name));
    if (names.empty()) return;
    diagnostics_
        .warning("algebra.unspecified",
                 fmt::format("no equation says what {} {} after `{}`: what is not said is taken to stay",
                             fmt::join(names, ", "), names.size() == 1 ? "shows" : "show", a.name),
                 a.where)
        .help = "write an equation for each observer, also where it stays";
  }

  // Invariants -----------------------------------------------------------------------------------------------------

  void invariants() {
    std::set<const Operator*> used;
    const std::function<void(const Node&)> use = [&](const Node& n) {
      for (const Tree& a : n.args) use(*a);
      if (!n.op || n.op->built_in || !used.insert(n.op).second) return;
      if (const Equation* e = takes_state(*n.op) ? derived(*n.op) : nullptr) use(*e->right);
    };
    for (const Equation& e : theory_.equations) {
      const bool says = e.left->op && (observer_names_.count(e.left->op) || e.left->op->result == state_);
      if (!says) continue;
      use(*e.right);
      for (const Condition& c : e.conditions) use(*c.value);
    }
    for (const Operator* p : predicates_)
      if (p->result == Signature::boolean && !used.count(p)) invariant(*p);
  }

  void invariant(const Operator& p) {
    const Equation& e = *derived(p);
    front::ots::InvariantSyntax made;
    made.name = {Names::readable(p.name), p.where};
    Matching m;
    for (std::size_t i = 1; i < e.left->args.size(); ++i) {
      if (!e.left->args[i]->is_variable()) {
        translator_.unsupported("an invariant's arguments are variables on the left-hand side", e.where);
        return;
      }
      translator_.declare(e.left->args[i]->name, p.sorts[i], p.where, m);
    }
    made.body = translator_.formula(expanded(e.right), m.meanings);
    if (!made.body) return;
    made.body->where = e.right->where;
    made.params = std::move(m.params);
    out_.invariants.push_back(std::move(made));
  }

  void scopes() {
    for (const auto& [name, size] : {std::pair("three", 3), {"two", 2}, {"one", 1}}) {
      front::ots::ScopeSyntax scope;
      scope.name = {name, {}};
      for (const front::ots::SortSyntax& sort : out_.sorts) {
        if (sort.kind != front::ots::SortSyntax::Kind::Loose) continue;
        const auto least = static_cast<std::int64_t>(sort.members.size());
        scope.limits.push_back({sort.name, std::max<std::int64_t>(size, least)});
      }
      if (!scope.limits.empty()) out_.scopes.push_back(std::move(scope));
    }
  }

  const Theory& theory_;
  const Signature& s_;
  Diagnostics& diagnostics_;
  Names names_;
  Types types_;
  Translator translator_;
  SortId state_;
  const Operator* initial_ = nullptr;
  std::vector<const Operator*> observers_, actions_, predicates_, open_;
  std::map<const Operator*, std::string> observer_names_;
  front::ots::SystemSyntax out_;
};

}  // namespace

std::optional<front::ots::SystemSyntax> read_hidden(const Theory& theory, Diagnostics& diagnostics) {
  const std::set<SortId>& hidden = theory.signature.hidden;
  if (hidden.size() == 1) return HiddenReader(theory, *hidden.begin(), diagnostics).run();
  diagnostics.error("algebra.unsupported", "a system with several hidden sorts is not supported",
                    theory.signature.sort_places[*hidden.rbegin()]);
  return std::nullopt;
}

}  // namespace whynot::front::algebra
