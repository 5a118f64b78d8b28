// Declarations in the order in which they need each other: sorts, functions, observers, scopes, then everything
// that reads the state.
#include "front/ots/load.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "front/ots/analyse.h"
#include "front/ots/definite.h"
#include "front/ots/effects.h"
#include "front/ots/elaborate.h"
#include "front/ots/parser.h"
#include "model/ots/evaluate.h"

namespace whynot::front::ots {
namespace {

using whynot::ots::Op;
using whynot::ots::SortId;
using whynot::ots::SortKind;
using whynot::ots::Term;

std::string folded(std::string_view text) {
  std::string out;
  for (char c : text) {
    const bool blank = c == ' ' || c == '\n' || c == '\t' || c == '\r';
    if (!blank)
      out += c;
    else if (!out.empty() && out.back() != ' ')
      out += ' ';
  }
  return out;
}

class Loader {
 public:
  Loader(const Sources& sources, Diagnostics& diagnostics)
      : sources_(sources),
        diagnostics_(diagnostics),
        ots_(std::make_unique<whynot::ots::Ots>()),
        elaborator_(*ots_, diagnostics) {}

  std::unique_ptr<whynot::ots::Ots> load(const SystemSyntax& s) {
    const std::size_t errors_before = diagnostics_.errors();
    ots_->name = s.name.text;
    ots_->where = s.name.where;
    ots_->init = ots_->pool->boolean(true);
    sorts(s);
    functions(s);
    for (const ObserverSyntax& o : s.observers) observer(o);
    for (const DerivedSyntax& d : s.derived) derived(d);
    init(s);
    for (const TransitionSyntax& t : s.transitions) {
      transition(t, t.name);
      for (const Name& name : t.also) transition(t, name);
    }
    for (const InvariantSyntax& i : s.invariants) invariant(i);
    uses(s);
    for (const InvariantSyntax& a : s.axioms) axiom(a);
    for (const ScopeSyntax& sc : s.scopes) scope(sc);
    for (const ExpectSyntax& e : s.expects) expectation(e);
    if (diagnostics_.errors() == errors_before) check_whole();
    return std::move(ots_);
  }

 private:
  // A name for a thing of one kind: sorts by themselves; all that an expression may name together.
  void claim(std::set<std::string>& taken, const Name& name, std::string_view what) {
    if (!taken.insert(name.text).second)
      diagnostics_.error("ots.duplicate",
                         fmt::format("{} `{}` is declared twice, or hides something of that name", what, name.text),
                         name.where);
  }

  void add_sort(SortKind kind, std::string name, Span where) {
    whynot::ots::Sort& sort = ots_->sorts.emplace_back();
    sort.kind = kind;
    sort.name = std::move(name);
    sort.where = where;
  }

  void sorts(const SystemSyntax& s) {
    for (const auto& [kind, name] :
         {std::pair(SortKind::Bool, "Bool"), {SortKind::Nat, "Nat"}, {SortKind::Int, "Int"}}) {
      add_sort(kind, name, {});
      sort_names_.insert(name);
    }
    for (const SortSyntax& sort : s.sorts) {
      claim(sort_names_, sort.name, "sort");
      const bool loose = sort.kind == SortSyntax::Kind::Loose;
      add_sort(loose ? SortKind::Loose : SortKind::Free, sort.name.text, sort.name.where);
    }
    for (std::size_t i = 0; i < s.sorts.size(); ++i) members(s.sorts[i], static_cast<SortId>(3 + i));
    inhabited(s);
  }

  void members(const SortSyntax& syntax, SortId id) {
    for (const ConstructorSyntax& m : syntax.members) {
      claim(names_, m.name, syntax.kind == SortSyntax::Kind::Free ? "constructor" : "constant");
      if (syntax.kind == SortSyntax::Kind::Loose) {
        ots_->sorts[id].elements.push_back(static_cast<std::uint32_t>(ots_->elements.size()));
        ots_->elements.push_back({m.name.text, id});
        continue;
      }
      whynot::ots::Constructor c{m.name.text, id, {}, m.name.where};
      for (const Param& field : m.fields) {
        const SortId sort = elaborator_.type(field.type).value_or(whynot::ots::bool_sort);
        if (!field.name.text.empty()) check_field(id, field.name, sort, c);
        c.fields.push_back({field.name.text, sort});
      }
      ots_->sorts[id].constructors.push_back(static_cast<std::uint32_t>(ots_->constructors.size()));
      ots_->constructors.push_back(std::move(c));
    }
  }

  // A constructor has a field once; constructors of a sort may share one, if it is of one sort.
  void check_field(SortId id, const Name& name, SortId sort, const whynot::ots::Constructor& newest) {
    const auto clash = [&](std::string_view why) {
      diagnostics_.error("ots.duplicate",
                         fmt::format("sort {} has two fields `{}`{}", ots_->sorts[id].name, name.text, why),
                         name.where);
    };
    for (const whynot::ots::Field& f : newest.fields)
      if (f.name == name.text) return clash(fmt::format(" in `{}`", newest.name));
    for (std::uint32_t c : ots_->sorts[id].constructors)
      for (const whynot::ots::Field& f : ots_->constructors[c].fields)
        if (f.name == name.text && f.sort != sort) return clash(", which are of different sorts");
  }

  // A free sort needs a constructor whose fields have values already.
  void inhabited(const SystemSyntax& s) {
    std::set<SortId> inhabited;
    const auto has_values = [&](SortId id) { return ots_->sorts[id].kind != SortKind::Free || inhabited.count(id); };
    for (bool grew = true; grew;) {
      grew = false;
      for (const whynot::ots::Constructor& c : ots_->constructors)
        if (std::all_of(c.fields.begin(), c.fields.end(),
                        [&](const whynot::ots::Field& f) { return has_values(f.sort); }))
          grew = inhabited.insert(c.sort).second || grew;
    }
    for (std::size_t i = 0; i < s.sorts.size(); ++i)
      if (!has_values(static_cast<SortId>(3 + i)))
        diagnostics_.error("ots.empty-sort",
                           fmt::format("sort {} has no values: each constructor needs one first", s.sorts[i].name.text),
                           s.sorts[i].name.where);
  }

  void functions(const SystemSyntax& s) {
    elaborator_.allow_observers(false);
    for (const FunctionSyntax& f : s.functions) {
      claim(names_, f.name, "function");
      const auto params = elaborator_.declare(f.params);
      const auto sort = elaborator_.type(f.type);
      ots_->functions.push_back(
          {f.name.text, params, sort.value_or(whynot::ots::bool_sort), ots_->pool->boolean(false), f.name.where});
      const Term body = elaborator_.expression(*f.body, sort);
      elaborator_.forget(params.size());
      if (!body) continue;
      ots_->functions.back().body = body;
      check_termination(*ots_, ots_->functions.back(), diagnostics_);
    }
    elaborator_.allow_observers(true);
  }

  void observer(const ObserverSyntax& o) {
    claim(names_, o.name, "observer");
    const auto params = elaborator_.declare(o.params);
    const SortId sort = elaborator_.type(o.type).value_or(whynot::ots::bool_sort);
    whynot::ots::Observer observer{o.name.text, params, sort, {}, o.name.where, o.rigid};
    elaborator_.allow_observers(false);
    for (const SyntaxPtr& e : o.initial)
      if (const Term t = elaborator_.expression(*e, sort)) observer.initial.push_back(t);
    elaborator_.allow_observers(true);
    elaborator_.forget(params.size());
    const bool any = ots_->sorts[sort].kind == SortKind::Loose;  // however many elements there are
    if (o.initial.empty() && !any) {
      if (const auto all = domain(*ots_, sort, nullptr))
        observer.initial = *all;
      else
        diagnostics_.error("ots.initial",
                           fmt::format("observer `{}` needs an initial value: its sort {} is not finite", o.name.text,
                                       ots_->sorts[sort].name),
                           o.name.where);
    }
    for (whynot::ots::VarId v : params) {
      const SortKind kind = ots_->sorts[ots_->pool->variable(v).sort].kind;
      if (kind != SortKind::Loose && !domain(*ots_, ots_->pool->variable(v).sort, nullptr))
        diagnostics_.error("ots.infinite-index",
                           fmt::format("index `{}` of observer `{}` is of an infinite sort; observe a map instead",
                                       ots_->pool->variable(v).name, o.name.text),
                           o.name.where);
    }
    ots_->observers.push_back(std::move(observer));
  }

  void derived(const DerivedSyntax& d) {
    claim(names_, d.name, "derived");
    const auto params = elaborator_.declare(d.params);
    const auto sort = elaborator_.type(d.type);
    const Term body = elaborator_.expression(*d.body, sort);
    elaborator_.forget(params.size());
    if (body) ots_->derived.push_back({d.name.text, params, body.sort(), body, d.name.where});
  }

  void init(const SystemSyntax& s) {
    std::vector<Term> conditions;
    for (const SyntaxPtr& e : s.inits)
      if (const Term t = elaborator_.expression(*e, whynot::ots::bool_sort)) conditions.push_back(t);
    ots_->init = definitely(*ots_, ots_->pool->all(conditions));
  }

  void transition(const TransitionSyntax& t, const Name& name) {
    claim(transition_names_, name, "transition");
    const auto params = elaborator_.declare(t.params);
    whynot::ots::Transition transition{name.text, params, {}, {}, name.where};
    std::vector<Term> guard;
    const auto add_guards = [&](bool about_next) {
      for (const SyntaxPtr& e : t.when)
        if (speaks_of_next(*e) == about_next)
          if (const Term c = elaborator_.expression(*e, whynot::ots::bool_sort)) guard.push_back(definitely(*ots_, c));
    };
    add_guards(false);
    EffectContext effects{*ots_, elaborator_, diagnostics_, names_.count("any") > 0};
    for (const EffectSyntax& e : t.effects) {
      const auto each = elaborator_.declare(e.each);
      add_effect(effects, e, each, transition);
      elaborator_.forget(each.size());
    }
    elaborator_.allow_next_of(&transition);
    add_guards(true);
    elaborator_.allow_next_of(nullptr);
    guard.insert(guard.end(), effects.needs.begin(), effects.needs.end());
    elaborator_.forget(params.size());
    transition.guard = ots_->pool->all(guard);
    ots_->transitions.push_back(std::move(transition));
  }

  bool speaks_of_next(const Syntax& e) const {
    return elaborator_.is_next(e) ||
           std::any_of(e.args.begin(), e.args.end(), [&](const SyntaxPtr& arg) { return speaks_of_next(*arg); });
  }

  static bool reads_observer(Term body) {
    bool reads = false;
    for_each_subterm(body, [&](Term t) { reads = reads || t.is(Op::Observe); });
    return reads;
  }

  void invariant(const InvariantSyntax& i) {
    claim(invariant_names_, i.name, "invariant");
    auto params = elaborator_.declare(i.params);
    Term body = elaborator_.expression(*i.body, whynot::ots::bool_sort);
    elaborator_.forget(params.size());
    if (body) body = without_outer_quantifiers(*ots_, body, params);
    ots_->invariants.push_back({i.name.text,
                                params,
                                body ? not_definitely_false(body) : ots_->pool->boolean(true),
                                {},
                                folded(sources_.text(i.body->where)),
                                i.name.where});
  }

  Term not_definitely_false(Term body) {
    const Term negation = ots_->pool->not_(body), definite = definitely(*ots_, negation);
    return definite == negation ? body : ots_->pool->not_(definite);
  }

  void uses(const SystemSyntax& s) {
    for (std::size_t i = 0; i < s.invariants.size(); ++i)
      for (const Name& name : s.invariants[i].uses) {
        const whynot::ots::Invariant* used = ots_->invariant(name.text);
        if (used)
          ots_->invariants[i].uses.push_back(static_cast<std::uint32_t>(used - ots_->invariants.data()));
        else
          unknown("invariant", name, [&](auto add) {
            for (const auto& other : ots_->invariants) add(other.name);
          });
      }
  }

  void axiom(const InvariantSyntax& a) {
    claim(invariant_names_, a.name, "axiom");
    const auto params = elaborator_.declare(a.params);
    elaborator_.allow_only_rigid();
    const Term body = elaborator_.expression(*a.body, whynot::ots::bool_sort);
    elaborator_.allow_observers(true);
    elaborator_.forget(params.size());
    if (!body) return;
    ots_->axioms.push_back({a.name.text, params, body, a.name.where});
    if (reads_observer(body)) ots_->init = ots_->pool->all({ots_->init, ots_->pool->for_all(params, body)});
  }

  void scope(const ScopeSyntax& s) {
    claim(scope_names_, s.name, "scope");
    whynot::ots::Scope scope;
    scope.name = s.name.text;
    scope.where = s.name.where;
    for (const ScopeSyntax::Members& m : s.members) scope_members(m, scope);
    for (const ScopeSyntax::Limit& l : s.limits) scope_limit(l, scope);
    for (const ScopeSyntax::Where& w : s.wheres) scope_where(w, scope);
    complete_scope(scope);
    limit_size(scope);
    ots_->scopes.push_back(std::move(scope));
  }

  std::optional<SortId> sort_named(const Name& name) {
    for (SortId s = 0; s < ots_->sorts.size(); ++s)
      if (ots_->sorts[s].name == name.text) return s;
    unknown("sort", name, [&](auto add) {
      for (const auto& s : ots_->sorts) add(s.name);
    });
    return std::nullopt;
  }

  void scope_members(const ScopeSyntax::Members& m, whynot::ots::Scope& scope) {
    const auto sort = sort_named(m.sort);
    if (!sort) return;
    if (ots_->sorts[*sort].kind != SortKind::Loose) {
      diagnostics_.error("ots.scope-sort",
                         fmt::format("sort {} is not loose: a scope lists elements of loose sorts", m.sort.text),
                         m.sort.where);
      return;
    }
    claim_in_scope(*sort, m.sort, scope);
    std::vector<std::uint32_t> members;
    for (const Name& e : m.elements) {
      const std::uint32_t number = element(e, *sort);
      if (std::find(members.begin(), members.end(), number) != members.end())
        diagnostics_.error("ots.duplicate", fmt::format("element `{}` is listed twice", e.text), e.where);
      members.push_back(number);
    }
    for (std::uint32_t constant : ots_->sorts[*sort].elements)
      if (std::find(members.begin(), members.end(), constant) == members.end())
        diagnostics_.error("ots.scope-constant",
                           fmt::format("scope `{}` leaves out `{}`, a constant of sort {}", scope.name,
                                       ots_->elements[constant].name, m.sort.text),
                           m.sort.where);
    if (m.elements.empty() && ots_->sorts[*sort].elements.empty()) no_elements(m.sort);
    scope.elements.emplace_back(*sort, std::move(members));
  }

  // A scope says once what a sort has, and that is not nothing.
  void claim_in_scope(SortId sort, const Name& name, const whynot::ots::Scope& scope) {
    const auto of_sort = [&](const auto& entry) { return entry.first == sort; };
    if (std::any_of(scope.elements.begin(), scope.elements.end(), of_sort) ||
        std::any_of(scope.limits.begin(), scope.limits.end(), of_sort))
      diagnostics_.error("ots.duplicate", fmt::format("scope `{}` speaks of sort {} twice", scope.name, name.text),
                         name.where);
  }
  void no_elements(const Name& sort) {
    diagnostics_.error("ots.scope-sort", fmt::format("sort {} has no elements here; it needs one", sort.text),
                       sort.where);
  }

  std::uint32_t element(const Name& name, SortId sort) {
    const auto at = std::find_if(ots_->elements.begin(), ots_->elements.end(),
                                 [&](const whynot::ots::Element& e) { return e.name == name.text; });
    const auto number = static_cast<std::uint32_t>(at - ots_->elements.begin());
    if (at == ots_->elements.end()) {
      if (names_.count(name.text))
        diagnostics_.error("ots.duplicate", fmt::format("`{}` is the name of something else already", name.text),
                           name.where);
      ots_->elements.push_back({name.text, sort});
    } else if (at->sort != sort) {
      diagnostics_.error("ots.sort-mismatch", fmt::format("`{}` is of sort {}", name.text, ots_->sorts[at->sort].name),
                         name.where);
    }
    return number;
  }

  void scope_limit(const ScopeSyntax::Limit& l, whynot::ots::Scope& scope) {
    const auto sort = sort_named(l.sort);
    if (!sort) return;
    const SortKind kind = ots_->sorts[*sort].kind;
    claim_in_scope(*sort, l.sort, scope);
    if (kind == SortKind::Loose && l.limit == 0) {
      no_elements(l.sort);
      scope.elements.push_back({*sort, {}});
    } else if (l.limit > 10'000) {
      diagnostics_.error("ots.scope-sort", fmt::format("a limit of {} is too large", l.limit), l.sort.where);
    } else if (kind == SortKind::Nat || kind == SortKind::Int) {
      scope.limits.emplace_back(*sort, l.limit);
    } else if (kind == SortKind::Loose) {
      const whynot::ots::Scope sized = make_scope(*ots_, scope.name, static_cast<std::size_t>(l.limit));
      for (const auto& entry : sized.elements)
        if (entry.first == *sort) scope.elements.push_back(entry);
    } else {
      diagnostics_.error("ots.scope-sort",
                         fmt::format("sort {} is neither loose nor a number: it cannot be limited", l.sort.text),
                         l.sort.where);
    }
  }

  void scope_where(const ScopeSyntax::Where& w, whynot::ots::Scope& scope) {
    for (std::uint32_t t = 0; t < ots_->transitions.size(); ++t) {
      if (ots_->transitions[t].name != w.transition.text) continue;
      Elaborator inside(*ots_, diagnostics_);
      inside.add_elements(scope);
      inside.see(ots_->transitions[t].params);
      if (const Term c = inside.expression(*w.condition, whynot::ots::bool_sort))
        scope.wheres.emplace_back(t, definitely(*ots_, c));
      return;
    }
    unknown("transition", w.transition, [&](auto add) {
      for (const auto& t : ots_->transitions) add(t.name);
    });
  }

  void complete_scope(whynot::ots::Scope& scope) {
    for (SortId s = 0; s < ots_->sorts.size(); ++s) {
      if (ots_->sorts[s].kind != SortKind::Loose) continue;
      if (std::any_of(scope.elements.begin(), scope.elements.end(), [&](const auto& e) { return e.first == s; }))
        continue;
      diagnostics_.error("ots.scope-missing",
                         fmt::format("scope `{}` says nothing of the loose sort {}", scope.name, ots_->sorts[s].name),
                         scope.where);
    }
  }

  // A state of the scope must fit somewhere: it has a value for each index of each observer.
  void limit_size(const whynot::ots::Scope& scope) {
    std::size_t values = 0;
    for (const whynot::ots::Observer& o : ots_->observers) {
      values += instances(o.params, scope);
      if (values > most_values)
        return too_large(scope,
                         fmt::format("a state more than {} values, those of `{}` among them", most_values, o.name));
    }
  }

  void too_large(const whynot::ots::Scope& scope, const std::string& what) {
    diagnostics_.error("ots.scope-size", fmt::format("scope `{}` gives {}", scope.name, what), scope.where);
  }

  // The values that the parameters may have together, no further than it matters.
  std::size_t instances(const std::vector<whynot::ots::VarId>& params, const whynot::ots::Scope& scope) const {
    std::size_t product = 1;
    for (whynot::ots::VarId v : params) {
      const auto all = whynot::ots::domain(*ots_, ots_->pool->variable(v).sort, &scope);
      product = std::min(most_values + 1, product * (all ? all->size() : 1));
    }
    return product;
  }

  void expectation(const ExpectSyntax& e) {
    std::optional<std::uint32_t> scope;
    if (e.scope) {
      const whynot::ots::Scope* found = ots_->scope(e.scope->text);
      if (!found)
        return unknown("scope", *e.scope, [&](auto add) {
          for (const auto& s : ots_->scopes) add(s.name);
        });
      scope = static_cast<std::uint32_t>(found - ots_->scopes.data());
    }
    if (e.subject.text == "states") {
      ots_->expects.push_back({whynot::ots::ExpectStates{scope.value_or(0), e.counts}, e.where});
      return;
    }
    const whynot::ots::Invariant* invariant = ots_->invariant(e.subject.text);
    if (!invariant)
      return unknown("invariant", e.subject, [&](auto add) {
        for (const auto& i : ots_->invariants) add(i.name);
      });
    using Word = whynot::ots::ExpectVerdict::Word;
    for (const auto& [text, word] : {std::pair("falsified", Word::Falsified),
                                     {"none", Word::None},
                                     {"proved", Word::Proved},
                                     {"verified", Word::Verified}})
      if (e.word == text) {
        ots_->expects.push_back(
            {whynot::ots::ExpectVerdict{static_cast<std::uint32_t>(invariant - ots_->invariants.data()), word, scope,
                                        e.depth},
             e.where});
        return;
      }
    diagnostics_.error("ots.syntax", fmt::format("`{}` is none of falsified, none, proved, verified", e.word), e.where);
  }

  void check_whole() {
    check_range_restriction(*ots_, diagnostics_);
    check_quantifiers(*ots_, diagnostics_);
    check_occurrences(*ots_, diagnostics_);
    for (const whynot::ots::Scope& scope : ots_->scopes) {
      const whynot::ots::Evaluator evaluator(*ots_, scope);
      for (const whynot::ots::Axiom& a : ots_->axioms) {
        if (reads_observer(a.body)) continue;  // the initial states keep to it
        if (instances(a.params, scope) > most_values) {
          too_large(scope, fmt::format("axiom `{}` more than {} instances", a.name, most_values));
          continue;
        }
        whynot::ots::Environment env;
        const State none;
        if (!evaluator.solve(a.params, conjuncts(*ots_->pool, ots_->pool->not_(a.body)), none, env,
                             [](const whynot::ots::Environment&) { return false; }))
          diagnostics_.error("ots.axiom-violated",
                             fmt::format("axiom `{}` does not hold in scope `{}`", a.name, scope.name), scope.where);
      }
    }
  }

  template <class AddNames>
  void unknown(std::string_view what, const Name& name, AddNames add_names) {
    std::vector<std::string_view> names;
    add_names([&](const std::string& n) { names.push_back(n); });
    Diagnostic& d = diagnostics_.error(fmt::format("ots.unknown-{}", what),
                                       fmt::format("no {} is called `{}`", what, name.text), name.where);
    if (const auto near = nearest_name(name.text, names); !near.empty())
      d.help = fmt::format("did you mean `{}`?", near);
  }

  static constexpr std::size_t most_values = 1'000'000;

  const Sources& sources_;
  Diagnostics& diagnostics_;
  std::unique_ptr<whynot::ots::Ots> ots_;
  Elaborator elaborator_;
  std::set<std::string> sort_names_, names_, transition_names_, invariant_names_, scope_names_;
};

}  // namespace

std::vector<std::unique_ptr<whynot::ots::Ots>> load(const Sources& sources, FileId file, Diagnostics& diagnostics) {
  std::vector<std::unique_ptr<whynot::ots::Ots>> systems;
  for (const SystemSyntax& s : parse_file(sources, file, diagnostics))
    systems.push_back(load_system(s, sources, diagnostics));
  return systems;
}

std::unique_ptr<whynot::ots::Ots> load_system(const SystemSyntax& s, const Sources& sources, Diagnostics& diagnostics) {
  return Loader(sources, diagnostics).load(s);
}

std::optional<whynot::ots::Predicate> load_predicate(whynot::ots::Ots& ots, const whynot::ots::Scope* scope,
                                                     const Sources& sources, FileId file, Diagnostics& diagnostics) {
  const SyntaxPtr formula = parse_formula(sources, file, diagnostics);
  if (!formula) return std::nullopt;
  Elaborator elaborator(ots, diagnostics);
  if (scope) elaborator.add_elements(*scope);
  Term body = elaborator.expression(*formula, whynot::ots::bool_sort);
  if (!body) return std::nullopt;
  whynot::ots::Predicate p{folded(sources.text(formula->where)), {}, {}};
  body = without_outer_quantifiers(ots, body, p.params);
  p.body = ots.pool->not_(definitely(ots, ots.pool->not_(body)));
  const std::size_t errors_before = diagnostics.errors();
  check_quantifiers(ots, p.body, "the formula", formula->where, diagnostics);
  if (diagnostics.errors() > errors_before) return std::nullopt;
  return p;
}

}  // namespace whynot::front::ots
