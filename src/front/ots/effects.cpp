// Effects of transitions: which observer becomes what, at one index or at many.
//
// An update without a condition always happens, so one whose effect has a condition says what else its index keeps:
// the value from before or, where an earlier effect has the same index, what that one gives.
#include "front/ots/effects.h"

#include <fmt/format.h>

#include <algorithm>

#include "front/ots/definite.h"
#include "model/ots/rename.h"

namespace whynot::front::ots {
namespace {

using whynot::ots::Op;
using whynot::ots::SortId;
using whynot::ots::SortKind;
using whynot::ots::Term;

class Effects {
 public:
  explicit Effects(EffectContext& context)
      : context_(context), ots_(context.ots), elaborator_(context.elaborator), diagnostics_(context.diagnostics) {}

  void add(const EffectSyntax& e, const std::vector<whynot::ots::VarId>& each, whynot::ots::Transition& transition) {
    const auto at = std::find_if(ots_.observers.begin(), ots_.observers.end(),
                                 [&](const whynot::ots::Observer& o) { return o.name == e.observer.text; });
    if (at == ots_.observers.end()) return unknown_observer(e.observer);
    if (at->rigid) {
      diagnostics_.error("ots.rigid", fmt::format("`{}` is rigid: no transition changes it", at->name), e.where);
      return;
    }
    const auto number = static_cast<std::uint32_t>(at - ots_.observers.begin());
    if (e.index.size() != at->params.size()) {
      diagnostics_.error(
          "ots.arity",
          fmt::format("observer `{}` has {} indexes, here {} are given", at->name, at->params.size(), e.index.size()),
          e.where);
      return;
    }
    std::vector<Term> index;
    for (std::size_t i = 0; i < e.index.size(); ++i) {
      index.push_back(elaborator_.expression(*e.index[i], ots_.pool->variable(at->params[i]).sort));
      if (!index.back()) return;
    }
    if (!check_each(e, each, index)) return;
    const Term old = ots_.pool->make(Op::Observe, at->sort, index, number);
    const auto earlier =
        std::find_if(transition.updates.begin(), transition.updates.end(),
                     [&](const whynot::ots::Update& u) { return u.observer == number && u.index == index; });
    const bool again = earlier != transition.updates.end();
    if (again && e.sign == ":=") {
      diagnostics_.error("ots.assigned-twice",
                         fmt::format("`{}` is assigned twice in transition `{}`", to_text(ots_, old), transition.name),
                         e.where);
      return;
    }
    const Term before = again ? earlier->value : old;
    const bool open = is_any(e) && !context_.any_is_named;
    const Term after = open ? any_value(e, old.sort(), transition) : changed(e, before);
    Term when = ots_.pool->boolean(true);
    if (e.when && !(when = elaborator_.expression(*e.when, whynot::ots::bool_sort))) return;
    if (!after) return;
    when = definitely(ots_, when);
    need(when, index, after, each);
    const Term otherwise = again || when.is_true() ? before : kept(transition, number, index, old);
    const Term value = when.is_true() ? after : ots_.pool->ite(when, after, otherwise);
    if (again) {
      Term& happens = context_.when[static_cast<std::size_t>(earlier - transition.updates.begin())];
      happens = happens.is_true() || when.is_true() ? ots_.pool->boolean(true) : ots_.pool->any({happens, when});
      earlier->value = value;
    } else {
      transition.updates.push_back({number, index, value, each});
      context_.when.push_back(when);
    }
  }

 private:
  // What the earlier effects leave at an index.
  Term kept(const whynot::ots::Transition& transition, std::uint32_t observer, const std::vector<Term>& index,
            Term value) {
    for (std::size_t k = 0; k < transition.updates.size(); ++k) {
      const whynot::ots::Update& u = transition.updates[k];
      if (u.observer != observer) continue;
      std::vector<Term> same{context_.when[k]};
      whynot::ots::Substitution by;
      for (std::size_t i = 0; i < index.size(); ++i) {
        const bool is_each = u.index[i].is(Op::Var) && std::count(u.each.begin(), u.each.end(), u.index[i].var()) != 0;
        if (is_each)
          by[u.index[i].var()] = index[i];
        else
          same.push_back(ots_.pool->eq(index[i], u.index[i]));
      }
      for (Term& part : same) part = substitute_apart(*ots_.pool, part, by);
      value = ots_.pool->ite(ots_.pool->all(same), substitute_apart(*ots_.pool, u.value, by), value);
    }
    return value;
  }

  // Where the effect happens, for whatever it is for, its index and its value are defined.
  void need(Term when, std::vector<Term> parts, Term value, const std::vector<whynot::ots::VarId>& each) {
    parts.push_back(value);
    for (const Term part : parts) {
      const Term d = defined(ots_, part);
      if (d.is_true()) continue;
      const Term needed = when.is_true() ? d : ots_.pool->any({ots_.pool->not_(when), d});
      context_.needs.push_back(ots_.pool->for_all(each, needed));
    }
  }

  void unknown_observer(const Name& name) {
    std::vector<std::string_view> names;
    for (const auto& o : ots_.observers) names.push_back(o.name);
    Diagnostic& d =
        diagnostics_.error("ots.unknown-observer", fmt::format("no observer is called `{}`", name.text), name.where);
    if (const auto near = nearest_name(name.text, names); !near.empty())
      d.help = fmt::format("did you mean `{}`?", near);
  }

  // Each variable of a `for` is one of the indexes, and the others do not mention it.
  bool check_each(const EffectSyntax& e, const std::vector<whynot::ots::VarId>& each, const std::vector<Term>& index) {
    for (whynot::ots::VarId v : each) {
      const auto is = std::count_if(index.begin(), index.end(), [&](Term i) { return i.is(Op::Var) && i.var() == v; });
      const auto mention = std::count_if(index.begin(), index.end(), [&](Term i) { return occurs(v, i); });
      if (is == 1 && mention == 1) continue;
      diagnostics_.error("ots.for-index",
                         fmt::format("`{}` of `for` should be one index of `{}`, and stand in no other",
                                     ots_.pool->variable(v).name, e.observer.text),
                         e.where);
      return false;
    }
    return true;
  }

  // `:= any`, where nothing else is called so.
  static bool is_any(const EffectSyntax& e) {
    return e.sign == ":=" && e.values[0]->kind == Syntax::Kind::Name && e.values[0]->word == "any" &&
           e.values[0]->args.empty();
  }

  // A parameter that nobody gives says what it becomes.
  Term any_value(const EffectSyntax& e, SortId sort, whynot::ots::Transition& transition) {
    if (!e.each.empty()) {
      diagnostics_.error("ots.any", "`any` is one value: it does not go with `for`", e.where);
      return {};
    }
    transition.params.push_back(ots_.pool->new_variable("next_" + e.observer.text, sort));
    ++transition.choices;
    return ots_.pool->var(transition.params.back());
  }

  // += and -= take members of a set or bag, or numbers.
  Term changed(const EffectSyntax& e, Term before) {
    const SortId sort = before.sort();
    if (e.sign == ":=") return elaborator_.expression(*e.values[0], sort);
    const SortKind kind = ots_.sorts[sort].kind;
    const bool numbers = kind == SortKind::Nat || kind == SortKind::Int;
    if (!numbers && kind != SortKind::Set && kind != SortKind::Bag) {
      diagnostics_.error("ots.not-a-collection",
                         fmt::format("`{}` applies to sets, bags and numbers; `{}` is of sort {}", e.sign,
                                     e.observer.text, ots_.sorts[sort].name),
                         e.where);
      return {};
    }
    const bool adds = e.sign == "+=";
    const Op with_numbers = adds ? Op::Add : Op::Sub, with_members = adds ? Op::Insert : Op::Remove;
    const Op op = numbers ? with_numbers : with_members;
    for (const SyntaxPtr& v : e.values) {
      const Term t = elaborator_.expression(*v, numbers ? sort : ots_.sorts[sort].element);
      if (!t) return t;
      before = ots_.pool->make(op, sort, {before, t});
    }
    return before;
  }

  EffectContext& context_;
  whynot::ots::Ots& ots_;
  Elaborator& elaborator_;
  Diagnostics& diagnostics_;
};

}  // namespace

void add_effect(EffectContext& context, const EffectSyntax& e, const std::vector<whynot::ots::VarId>& each,
                whynot::ots::Transition& transition) {
  Effects(context).add(e, each, transition);
}

}  // namespace whynot::front::ots
