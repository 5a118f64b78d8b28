// Declarations in the order in which they need each other: sorts, symbols, definitions, then everything that uses them.
#include "front/pyv/load.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "front/pyv/parser.h"
#include "front/pyv/relational.h"
#include "front/pyv/scopes.h"

namespace whynot::front::pyv {
namespace {

using whynot::ots::bool_sort;
using whynot::ots::Op;
using whynot::ots::Ots;
using whynot::ots::SortKind;

std::string folded(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '#') i = std::min(text.find('\n', i), text.size() - 1);
    const bool blank = text[i] == ' ' || text[i] == '\n' || text[i] == '\t' || text[i] == '\r';
    if (!blank)
      out += text[i];
    else if (!out.empty() && out.back() != ' ')
      out += ' ';
  }
  return out;
}

// The outermost universal quantifiers as parameters.
Term without_quantifiers(Term t, std::vector<VarId>& params) {
  for (; t.is(Op::Forall); t = t.arg(0))
    for (std::size_t i = 1; i < t.arity(); ++i) params.push_back(t.arg(i).var());
  return t;
}

class Loader {
 public:
  Loader(const Sources& sources, Diagnostics& diagnostics)
      : sources_(sources), diagnostics_(diagnostics), loaded_{std::make_shared<Ots>(), {}}, ots_(*loaded_.ots) {
    language().ots = &ots_;
  }

  std::optional<Loaded> load(const std::string& name, const FileSyntax& file) {
    if (!diagnostics_.ok()) return std::nullopt;
    ots_.name = name;
    language().older = file.older;
    sorts(file);
    for (const SymbolSyntax& s : file.symbols)
      if (!s.derived) symbol(s);
    for (const SymbolSyntax& s : file.symbols)
      if (s.derived) derived(s);
    for (const DefinitionSyntax& d : file.definitions) definition(d);
    axioms_and_start(file);
    for (const DefinitionSyntax& t : file.transitions) transition(t);
    claims(file);
    for (const FormulaSyntax& t : file.theorems) theorem(t);
    for (const TraceSyntax& t : file.traces) trace(t);
    if (!diagnostics_.ok()) return std::nullopt;
    add_scopes(ots_);
    return std::move(loaded_);
  }

 private:
  Language& language() { return loaded_.language; }
  whynot::ots::TermPool& pool() { return *ots_.pool; }

  void claim_name(const Name& name) {
    if (!names_.insert(name.text).second)
      diagnostics_.error("pyv.duplicate", fmt::format("`{}` is declared twice", name.text), name.where);
  }

  void sorts(const FileSyntax& file) {
    const auto add = [&](SortKind kind, std::string name, Span where) {
      whynot::ots::Sort& sort = ots_.sorts.emplace_back();
      sort.kind = kind;
      sort.name = std::move(name);
      sort.where = where;
    };
    add(SortKind::Bool, "bool", {});
    add(SortKind::Nat, "Nat", {});
    add(SortKind::Int, "Int", {});
    language().sorts["bool"] = bool_sort;
    for (const Name& n : file.sorts) {
      if (!language().sorts.emplace(n.text, static_cast<SortId>(ots_.sorts.size())).second)
        diagnostics_.error("pyv.duplicate", fmt::format("sort `{}` is declared twice", n.text), n.where);
      add(SortKind::Loose, n.text, n.where);
    }
  }

  SortId sort_named(const Name& n) {
    const auto at = language().sorts.find(n.text);
    if (at != language().sorts.end()) return at->second;
    const bool number = n.text == "int";
    diagnostics_.error(
        number ? "pyv.unsupported" : "pyv.unknown-name",
        number ? "arithmetic is not read: sorts here have no numbers" : fmt::format("there is no sort `{}`", n.text),
        n.where);
    return bool_sort;
  }

  std::vector<VarId> indexes(const std::vector<Name>& sorts) {
    std::vector<VarId> out;
    out.reserve(sorts.size());
    for (const Name& n : sorts) out.push_back(pool().new_variable(fmt::format("x{}", out.size() + 1), sort_named(n)));
    return out;
  }

  void symbol(const SymbolSyntax& s) {
    claim_name(s.name);
    whynot::ots::Observer o;
    o.name = s.name.text;
    o.params = indexes(s.sorts);
    o.sort = s.result.text.empty() ? bool_sort : sort_named(s.result);
    o.where = s.name.where;
    o.rigid = !s.mutable_;
    language().observers[o.name] = static_cast<std::uint32_t>(ots_.observers.size());
    ots_.observers.push_back(std::move(o));
  }

  // d(X, Y) <-> formula, for all X and Y; whoever speaks of it speaks of the formula.
  void derived(const SymbolSyntax& s) {
    claim_name(s.name);
    Language with = language();
    const auto stand_in = static_cast<std::uint32_t>(ots_.observers.size());
    ots_.observers.push_back({s.name.text, indexes(s.sorts), bool_sort, {}, s.name.where});
    with.observers[s.name.text] = stand_in;
    const Elaborated e = elaborate(with, {}, *s.derived, States::One, diagnostics_);
    ots_.observers.pop_back();
    if (!e.body) return;
    Macro m;
    const Term body = without_quantifiers(e.body, m.params);
    const Term head = body.is(Op::Eq) ? body.arg(0) : Term();
    bool defines = head && head.is(Op::Observe) && head.a() == stand_in && head.arity() == m.params.size();
    for (std::size_t i = 0; defines && i < m.params.size(); ++i) {
      const auto at =
          head.arg(i).is(Op::Var) ? std::find(m.params.begin(), m.params.end(), head.arg(i).var()) : m.params.end();
      const auto earlier = m.params.begin() + static_cast<std::ptrdiff_t>(i);
      defines = at != m.params.end() && std::find(m.params.begin(), earlier, head.arg(i).var()) == earlier;
    }
    bool again = false;
    if (defines)
      for_each_subterm(body.arg(1), [&](Term t) { again = again || (t.is(Op::Observe) && t.a() == stand_in); });
    if (!defines || again) {
      diagnostics_.error(
          "pyv.derived",
          fmt::format("a derived relation is read as `{0}(X, …) <-> formula` without `{0}` in it", s.name.text),
          s.name.where);
      return;
    }
    for (std::size_t i = 0; i < head.arity(); ++i) m.params[i] = head.arg(i).var();
    m.body = body.arg(1);
    language().macros[s.name.text] = std::move(m);
  }

  void definition(const DefinitionSyntax& d) {
    claim_name(d.name);
    Elaborated e = elaborate(language(), d.params, *d.body, d.states, diagnostics_);
    if (!e.body) return;
    modified(d);  // for its mistakes: whoever uses the definition says what stays
    language().macros[d.name.text] = {std::move(e.params), e.body, d.states};
  }

  std::vector<std::uint32_t> modified(const DefinitionSyntax& d) {
    std::vector<std::uint32_t> out;
    for (const Name& n : d.modifies) {
      const auto at = language().observers.find(n.text);
      const bool is_derived = at == language().observers.end() && language().macros.count(n.text);
      if (is_derived) continue;  // it follows what it is made of
      if (at == language().observers.end())
        diagnostics_.error("pyv.unknown-name", fmt::format("there is no symbol `{}`", n.text), n.where);
      else if (ots_.observers[at->second].rigid)
        diagnostics_.error("pyv.immutable", fmt::format("`{}` is immutable: nothing modifies it", n.text), n.where);
      else if (std::find(out.begin(), out.end(), at->second) == out.end())
        out.push_back(at->second);
    }
    return out;
  }

  // The formula, and that all else stays as it is.
  Term framed(Term f, const std::vector<std::uint32_t>& may_change) {
    std::vector<Term> parts{f};
    for (std::uint32_t o = 0; o < ots_.observers.size(); ++o) {
      const auto& observer = ots_.observers[o];
      if (observer.rigid || std::find(may_change.begin(), may_change.end(), o) != may_change.end()) continue;
      std::vector<Term> index;
      for (VarId v : observer.params) index.push_back(pool().var(v));
      std::vector<Term> same{pool().eq(pool().make(Op::Observe, observer.sort, index, o, 1),
                                       pool().make(Op::Observe, observer.sort, index, o))};
      same.insert(same.end(), index.begin(), index.end());
      parts.push_back(index.empty() ? same[0] : pool().make(Op::Forall, bool_sort, same));
    }
    return pool().all(parts);
  }

  void axioms_and_start(const FileSyntax& file) {
    std::vector<Term> start, only;
    for (std::size_t i = 0; i < file.axioms.size(); ++i) {
      const FormulaSyntax& a = file.axioms[i];
      const Elaborated e = elaborate(language(), {}, *a.body, States::Zero, diagnostics_);
      if (!e.body) continue;
      whynot::ots::Axiom axiom{given(a, "axiom", i), {}, {}, a.body->where};
      axiom.body = without_quantifiers(e.body, axiom.params);
      ots_.axioms.push_back(std::move(axiom));
      start.push_back(e.body);
    }
    for (const FormulaSyntax& f : file.inits)
      if (const Elaborated e = elaborate(language(), {}, *f.body, States::One, diagnostics_); e.body)
        only.push_back(e.body);
    language().macros["init"] = {{}, pool().all(only), States::One};
    start.insert(start.end(), only.begin(), only.end());
    ots_.init = pool().all(start);
  }

  static std::string given(const FormulaSyntax& f, std::string_view kind, std::size_t number) {
    return f.name.text.empty() ? fmt::format("{}{}", kind, number + 1) : f.name.text;
  }

  void transition(const DefinitionSyntax& d) {
    claim_name(d.name);
    whynot::ots::Transition t;
    t.name = d.name.text;
    t.where = d.name.where;
    t.guard = pool().boolean(true);
    const Elaborated e = elaborate(language(), d.params, *d.body, States::Two, diagnostics_);
    const std::vector<std::uint32_t> may_change = modified(d);
    if (!e.body) return;
    t.params = e.params;
    make_executable(ots_, e.body, may_change, t);
    language().macros[t.name] = {e.params, framed(e.body, may_change), States::Two};
    ots_.transitions.push_back(std::move(t));
  }

  // Each with all the others: they are meant to be inductive together.
  void claims(const FileSyntax& file) {
    std::size_t number[2] = {0, 0};
    std::vector<Term> safe;
    for (const FileSyntax::Claim& c : file.claims) {
      const FormulaSyntax& f = c.formula;
      whynot::ots::Invariant i;
      i.name = given(f, c.safety ? "safety" : "invariant", number[c.safety]++);
      i.where = f.name.text.empty() ? f.body->where : f.name.where;
      i.text = folded(sources_.text(f.body->where));
      if (ots_.invariant(i.name))
        diagnostics_.error("pyv.duplicate", fmt::format("`{}` is declared twice", i.name), i.where);
      const Elaborated e = elaborate(language(), {}, *f.body, States::One, diagnostics_);
      if (!e.body) continue;
      i.body = without_quantifiers(e.body, i.params);
      if (!f.name.text.empty()) language().macros.emplace(i.name, Macro{{}, e.body, States::One});
      if (c.safety) safe.push_back(e.body);
      ots_.invariants.push_back(std::move(i));
    }
    for (std::uint32_t i = 0; i < ots_.invariants.size(); ++i)
      for (std::uint32_t k = 0; k < ots_.invariants.size(); ++k)
        if (i != k) ots_.invariants[i].uses.push_back(k);
    language().macros.emplace("safety", Macro{{}, pool().all(safe), States::One});
  }

  void theorem(const FormulaSyntax& t) {
    const Elaborated e = elaborate(language(), {}, *t.body, t.states, diagnostics_);
    if (!e.body) return;
    const Term against = pool().not_(e.body);
    whynot::ots::Theorem made{given(t, "theorem", ots_.theorems.size()), against, t.body->where};
    if (speaks_of_after(against)) made.against = two_states(against);
    ots_.theorems.push_back(std::move(made));
  }

  // That a state and some state after it, whatever it is, satisfy the formula.
  Term two_states(Term f) {
    std::vector<std::uint32_t> all;
    for (std::uint32_t o = 0; o < ots_.observers.size(); ++o)
      if (!ots_.observers[o].rigid) all.push_back(o);
    whynot::ots::Transition step;
    make_executable(ots_, f, all, step);
    return step.guard;
  }

  void trace(const TraceSyntax& t) {
    whynot::ots::Run run{fmt::format("trace{}", ots_.runs.size() + 1), t.sat, {}, t.where};
    for (const TraceStepSyntax& s : t.steps) run.steps.push_back(trace_step(s));
    ots_.runs.push_back(std::move(run));
  }

  whynot::ots::RunStep trace_step(const TraceStepSyntax& s) {
    whynot::ots::RunStep step;
    if (s.initially) step.condition = language().macros.at("init").body;
    if (s.assertion) step.condition = elaborate(language(), {}, *s.assertion, States::One, diagnostics_).body;
    if (s.any)
      for (std::uint32_t i = 0; i < ots_.transitions.size(); ++i)
        step.calls.push_back({i, std::vector<Term>(ots_.transitions[i].shown())});
    for (const CallSyntax& c : s.calls) call(c, step);
    return step;
  }

  void call(const CallSyntax& c, whynot::ots::RunStep& step) {
    const auto at = std::find_if(ots_.transitions.begin(), ots_.transitions.end(),
                                 [&](const auto& t) { return t.name == c.name.text; });
    if (at == ots_.transitions.end()) {
      diagnostics_.error("pyv.unknown-name", fmt::format("there is no transition `{}`", c.name.text), c.name.where);
      return;
    }
    whynot::ots::RunStep::Call made{static_cast<std::uint32_t>(at - ots_.transitions.begin()), {}};
    made.args.resize(at->shown());
    if (c.applied && c.args.size() != at->shown()) {
      diagnostics_.error(
          "pyv.arity", fmt::format("`{}` takes {} arguments, here {} are given", at->name, at->shown(), c.args.size()),
          c.name.where);
      return;
    }
    for (std::size_t i = 0; i < c.args.size(); ++i)
      if (c.args[i]) made.args[i] = argument(*c.args[i], at->params[i]);
    step.calls.push_back(std::move(made));
  }

  // A constant.
  Term argument(const Syntax& s, VarId param) {
    const auto at =
        s.kind == Syntax::Kind::Name && s.args.empty() ? language().observers.find(s.word) : language().observers.end();
    const auto& ots = ots_;
    if (at == language().observers.end() || !ots.observers[at->second].params.empty() ||
        ots.observers[at->second].sort != pool().variable(param).sort) {
      diagnostics_.error("pyv.unsupported", "an argument of a trace's transition is a constant of its sort, or `*`",
                         s.where);
      return {};
    }
    return pool().make(Op::Observe, ots.observers[at->second].sort, {}, at->second);
  }

  const Sources& sources_;
  Diagnostics& diagnostics_;
  Loaded loaded_;
  Ots& ots_;
  std::set<std::string> names_;
};

}  // namespace

std::optional<Loaded> load(const std::string& name, const Sources& sources, FileId file, Diagnostics& diagnostics) {
  const FileSyntax syntax = parse_file(sources, file, diagnostics);
  return Loader(sources, diagnostics).load(name, syntax);
}

std::optional<whynot::ots::Predicate> load_predicate(const Language& language, const Sources& sources, FileId file,
                                                     Diagnostics& diagnostics) {
  const SyntaxPtr syntax = parse_formula(sources, file, diagnostics);
  if (!syntax) return std::nullopt;
  const Elaborated e = elaborate(language, {}, *syntax, States::One, diagnostics);
  if (!e.body) return std::nullopt;
  whynot::ots::Predicate p{folded(sources.text(syntax->where)), {}, {}};
  p.body = without_quantifiers(e.body, p.params);
  return p;
}

}  // namespace whynot::front::pyv
