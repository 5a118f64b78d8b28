// Asks the solver for a failing case, minimises it to a cube, excludes the cube and asks again.
#include "analyse/falsify/induction.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>

#include "analyse/falsify/thorough.h"
#include "encode/ots/encoder.h"
#include "encode/ots/simplify.h"
#include "solve/smt.h"

namespace whynot::analyse::falsify {

using encode::ots::after;
using encode::ots::simplify;
using encode::ots::simplify_literal;
using encode::ots::unsimplified_after;
using solve::SmtAnswer;
using solve::SmtSolver;
using solve::SmtTerm;
using whynot::ots::Op;
using whynot::ots::Substitution;
using whynot::ots::Transition;
using whynot::ots::VarId;

namespace {

constexpr std::size_t most_cases = 64;

bool is_connective(Term t) {
  return t.is(Op::Not) || t.is(Op::And) || t.is(Op::Or) || t.is(Op::Implies) ||
         (t.is(Op::Ite) && t.sort() == whynot::ots::bool_sort);
}

// The atoms of a formula, in order of occurrence.
std::vector<Term> atoms_of(Term formula) {
  std::vector<Term> atoms, todo{formula};
  std::unordered_set<std::uint32_t> seen;
  while (!todo.empty()) {
    const Term t = todo.back();
    todo.pop_back();
    if (!seen.insert(t.id()).second || t.is(Op::Bool)) continue;
    if (!is_connective(t))
      atoms.push_back(t);
    else
      for (std::size_t i = t.arity(); i-- > 0;) todo.push_back(t.arg(i));
  }
  return atoms;
}

// Solves equations for parameters: the cube says the same with fewer variables.
class Elimination {
 public:
  Elimination(const Ots& ots, Cube cube) : ots_(ots), cube_(std::move(cube)) {}

  void eliminate(std::span<const VarId> vars) {
    while (eliminate_one(vars)) {}
  }
  const Cube& cube() const { return cube_; }
  Term solution(VarId v) const { return apply(ots_.pool->var(v)); }
  bool consistent() const { return consistent_; }

 private:
  bool eliminate_one(std::span<const VarId> vars) {
    for (std::size_t i = 0; i < cube_.size(); ++i) {
      if (!cube_[i].is(Op::Eq)) continue;
      for (const std::size_t side : {0u, 1u}) {
        const Term x = cube_[i].arg(side), t = cube_[i].arg(1 - side);
        if (!x.is(Op::Var) || std::find(vars.begin(), vars.end(), x.var()) == vars.end() || occurs(x.var(), t))
          continue;
        cube_.erase(cube_.begin() + static_cast<std::ptrdiff_t>(i));
        solved_.emplace_back(x.var(), t);
        rebuild({{x.var(), t}});
        return true;
      }
    }
    return false;
  }

  void rebuild(const Substitution& by) {
    Cube out;
    for (Term l : cube_)
      for (Term part : conjuncts(*ots_.pool, simplify_literal(ots_, substitute(*ots_.pool, l, by)))) {
        consistent_ = consistent_ && !part.is_false();
        if (!part.is(Op::Bool) && std::find(out.begin(), out.end(), part) == out.end()) out.push_back(part);
      }
    cube_ = std::move(out);
  }

  Term apply(Term t) const {
    for (const auto& [v, value] : solved_) t = substitute(*ots_.pool, t, {{v, value}});
    return simplify(ots_, t);
  }

  const Ots& ots_;
  Cube cube_;
  std::vector<std::pair<VarId, Term>> solved_;
  bool consistent_ = true;
};

// A case becomes a lemma, whose own step by the same transition must not take the lemma's parameters for those of the
// transition.
void rename(const Ots& ots, std::span<const VarId> vars, FailingCase& c) {
  Substitution fresh;
  for (const VarId v : vars) {
    const whynot::ots::Variable like = ots.pool->variable(v);
    fresh[v] = ots.pool->var(ots.pool->new_variable(like.name, like.sort));
  }
  for (auto* terms : {&c.cube, &c.args, &c.instance})
    for (Term& t : *terms) t = substitute(*ots.pool, t, fresh);
}

}  // namespace

struct Induction::Impl {
  Impl(const Ots& o, std::span<const Term> later) : ots(o), encoder(o, smt, later), before(encoder.new_state("")) {}

  SmtTerm encode(Term t) { return encoder.encode(t, before); }

  void add_known(SmtSolver& solver, std::span<const Predicate> known) {
    for (const Predicate& p : known) solver.add(encoder.closed({p.name, p.params, simplify(ots, p.body)}, before));
    solver.add(encoder.background());
  }

  // The guard, the predicate before and its negation after.
  struct Step {
    Term guard, pre, failed;
  };
  Step step(const Predicate& p, const Transition& t) {
    return {simplify(ots, t.guard), simplify(ots, p.body), simplify(ots, ots.pool->not_(after(ots, t, p.body)))};
  }

  void add_step(SmtSolver& solver, const Predicate& p, const Transition& t, std::span<const Predicate> known) {
    const Step s = step(p, t);
    for (Term f : {s.guard, s.pre, s.failed}) solver.add(encode(f));
    solver.add(encoder.take_side_conditions());
    add_known(solver, known);
  }

  void add_initial(SmtSolver& solver, const Predicate& p) {
    const Term here = encode::ots::initially(ots, p.body);
    solver.add(encode(simplify(ots, ots.pool->not_(here))));
    bool reads = false;
    for_each_subterm(here, [&](Term t) { reads = reads || t.is(Op::Observe); });
    if (reads || !ots.init.is_true()) solver.add(encoder.initial(before));
    solver.add(encoder.take_side_conditions());
    solver.add(encoder.background());
  }

  Truth refuted(SmtSolver& solver) {
    ++queries;
    const SmtAnswer a = solver.check();
    if (a == SmtAnswer::Unsat) return Truth::Yes;
    return a == SmtAnswer::Sat ? Truth::No : Truth::Unknown;
  }

  // The same question asked thoroughly.
  Truth refuted(const Question& question) {
    if (insists == 0 || smt.spent()) return Truth::Unknown;
    ++queries;
    const ThoroughAnswer a = ask_thoroughly(ots, question, insists, context);
    smt.charge(a.steps);
    if (a.answer == SmtAnswer::Unsat) return Truth::Yes;
    return a.answer == SmtAnswer::Sat ? Truth::No : Truth::Unknown;
  }

  std::optional<bool> truth(SmtSolver& models, std::span<const SmtTerm> before_it, SmtTerm atom, bool ask);
  bool literals_of_model(SmtSolver& models, SmtSolver& implied, const std::vector<Term>& atoms, bool ask,
                         Cube& literals, std::vector<SmtTerm>& encoded);
  std::optional<Cube> minimal_cube(SmtSolver& models, SmtSolver& implied, const std::vector<Term>& atoms);

  const Ots& ots;
  solve::Smt smt;
  encode::ots::Encoder encoder;
  encode::ots::Encoder::StateId before;
  std::uint64_t queries = 0;
  Context* context = nullptr;
  std::uint64_t insists = 0;  // steps of a question that is asked thoroughly; 0: none is
};

Induction::Induction(const Ots& ots, std::span<const Term> later)
    : refusal_(encode::ots::Encoder::refuses(ots).value_or("")) {
  if (refusal_.empty()) impl_ = std::make_unique<Impl>(ots, later);
}
Induction::~Induction() = default;
void Induction::obey(Context& context) {
  if (!impl_) return;
  impl_->smt.obey(context);
  impl_->context = &context;
}
void Induction::insist(std::uint64_t steps) {
  if (impl_) impl_->insists = steps;
}
void Induction::allow(std::uint64_t steps) {
  if (impl_) impl_->smt.allow(steps);
}
bool Induction::spent() const { return impl_ && impl_->smt.spent(); }
std::uint64_t Induction::queries() const { return impl_ ? impl_->queries : 0; }

Induction::Truth Induction::holds_initially(const Predicate& p) {
  if (!impl_) return Truth::Unknown;
  SmtSolver solver(impl_->smt);
  impl_->add_initial(solver, p);
  const Truth soon = impl_->refuted(solver);
  return soon == Truth::Unknown ? impl_->refuted(question_of_start(impl_->ots, p)) : soon;
}

Induction::Truth Induction::step_holds(const Predicate& p, const Transition& t, std::span<const Predicate> known) {
  if (!impl_) return Truth::Unknown;
  SmtSolver solver(impl_->smt);
  impl_->add_step(solver, p, t, known);
  const Truth soon = impl_->refuted(solver);
  return soon == Truth::Unknown ? impl_->refuted(question_of_step(impl_->ots, p, t, known)) : soon;
}

std::string Induction::step_script(const Predicate& p, const Transition& t, std::span<const Predicate> known) {
  if (!impl_) return {};
  SmtSolver solver(impl_->smt);
  impl_->add_step(solver, p, t, known);
  return solver.script();
}

std::string Induction::initial_script(const Predicate& p) {
  if (!impl_) return {};
  SmtSolver solver(impl_->smt);
  impl_->add_initial(solver, p);
  return solver.script();
}

// Whether the atom holds in the model; where asked, in some model with the literals before it, or in what may be one.
std::optional<bool> Induction::Impl::truth(SmtSolver& models, std::span<const SmtTerm> before_it, SmtTerm atom,
                                           bool ask) {
  if (!ask) return models.is_true(atom);
  const auto answer = [&](bool holds) {
    std::vector<SmtTerm> under(before_it.begin(), before_it.end());
    under.push_back(holds ? atom : smt.not_(atom));
    ++queries;
    return models.check(under);
  };
  const SmtAnswer with = answer(true);
  if (with == SmtAnswer::Sat) return true;
  const SmtAnswer without = answer(false);
  if (with == SmtAnswer::Unsat && without == SmtAnswer::Unsat) return std::nullopt;
  // What is not excluded will do: whether the whole implies the formula is asked afterwards.
  return without == SmtAnswer::Unsat || (with == SmtAnswer::Unknown && without == SmtAnswer::Unknown);
}

// The literals of a model, or none where they do not imply the formula.
bool Induction::Impl::literals_of_model(SmtSolver& models, SmtSolver& implied, const std::vector<Term>& atoms, bool ask,
                                        Cube& literals, std::vector<SmtTerm>& encoded) {
  literals.clear();
  encoded.clear();
  for (Term a : atoms) {
    const SmtTerm e = encode(a);
    const std::optional<bool> holds = truth(models, encoded, e, ask);
    if (!holds) return false;
    literals.push_back(*holds ? a : ots.pool->not_(a));
    encoded.push_back(*holds ? e : smt.not_(e));
  }
  ++queries;
  return implied.check(encoded) == SmtAnswer::Unsat;
}

// The literals of a model that imply the formula, none of them to spare.  `implied` holds the formula's negation.
// Models are not to be trusted with the equality of maps: what was read there and implies nothing is asked.
std::optional<Cube> Induction::Impl::minimal_cube(SmtSolver& models, SmtSolver& implied,
                                                  const std::vector<Term>& atoms) {
  Cube literals;
  std::vector<SmtTerm> encoded;
  if (!literals_of_model(models, implied, atoms, false, literals, encoded) &&
      !literals_of_model(models, implied, atoms, true, literals, encoded))
    return std::nullopt;
  const auto keep = [&](const std::vector<std::size_t>& positions) {
    Cube fewer;
    std::vector<SmtTerm> fewer_encoded;
    for (std::size_t i : positions) {
      fewer.push_back(literals[i]);
      fewer_encoded.push_back(encoded[i]);
    }
    literals = std::move(fewer);
    encoded = std::move(fewer_encoded);
  };
  keep(implied.core());
  for (std::size_t i = 0; i < literals.size();) {
    std::vector<SmtTerm> others = encoded;
    others.erase(others.begin() + static_cast<std::ptrdiff_t>(i));
    ++queries;
    if (implied.check(others) == SmtAnswer::Unsat) {
      literals.erase(literals.begin() + static_cast<std::ptrdiff_t>(i));
      encoded.erase(encoded.begin() + static_cast<std::ptrdiff_t>(i));
    } else {
      ++i;
    }
  }
  return literals;
}

StepResult Induction::split(const Predicate& p, const Transition& t, std::span<const Predicate> known, LemmaForm form) {
  if (!impl_) return {{}, false, refusal_};
  Impl& m = *impl_;
  const Impl::Step s = m.step(p, t);
  const Term wp = simplify(m.ots, m.ots.pool->all({s.guard, s.failed}));
  const Term formula = form == LemmaForm::Paper ? simplify(m.ots, m.ots.pool->all({wp, s.pre})) : wp;
  StepResult result;
  if (formula.is_false()) return result;
  SmtSolver models(m.smt), implied(m.smt);
  const SmtTerm f = m.encode(formula);
  models.add(f);
  models.add(m.encode(s.pre));
  const SmtTerm side = m.encoder.take_side_conditions();
  models.add(side);
  m.add_known(models, known);
  implied.add(m.smt.not_(f));
  implied.add(side);
  implied.add(m.encoder.background());
  const std::vector<Term> atoms = atoms_of(formula);
  Question question = m.insists > 0 ? question_of_step(m.ots, p, t, known) : Question{};
  bool may_be_refuted = m.insists > 0;
  std::unordered_set<std::uint32_t> seen;
  while (true) {
    ++m.queries;
    const SmtAnswer answer = models.check();
    if (answer == SmtAnswer::Unsat) return result;
    if (answer == SmtAnswer::Unknown && may_be_refuted) {
      const Truth truth = m.refuted(question);
      if (truth == Truth::Yes) return result;
      may_be_refuted = truth == Truth::No;  // it will be asked again without the cases found meanwhile
    }
    const bool too_many = result.cases.size() >= most_cases;
    const auto cube = !too_many && models.has_model() ? m.minimal_cube(models, implied, atoms) : std::nullopt;
    if (!cube) {
      result.decided = false;
      if (too_many)
        result.reason = "too many cases";
      else if (answer == SmtAnswer::Sat)
        result.reason = "the solver has a model that cannot be read";
      else
        result.reason = "the solver does not know: " + models.reason_unknown();
      return result;
    }
    const Term excluded = m.ots.pool->not_(m.ots.pool->all(*cube));
    if (!seen.insert(excluded.id()).second) {  // what may be a model satisfies what excludes it: it is none
      result.decided = false;
      result.reason = "the solver does not know: " + models.reason_unknown();
      return result;
    }
    std::vector<SmtTerm> blocked;
    for (Term l : *cube) blocked.push_back(m.encode(l));
    models.add(m.smt.not_(m.smt.make(solve::SmtOp::And, blocked)));
    question.push_back(excluded);
    Elimination elimination(m.ots, *cube);
    elimination.eliminate(t.params);
    elimination.eliminate(p.params);
    if (!elimination.consistent()) continue;
    FailingCase failing{elimination.cube(), {}, {}};
    for (VarId v : t.params) failing.args.push_back(elimination.solution(v));
    for (VarId v : p.params) failing.instance.push_back(elimination.solution(v));
    rename(m.ots, t.params, failing);
    result.cases.push_back(std::move(failing));
  }
}

namespace {

// Whether the part is about something that the whole quantifies over.
bool speaks_of_bound(Term whole, Term part) {
  const std::vector<VarId> free = free_variables(whole);
  const std::vector<VarId> of_part = free_variables(part);
  return std::any_of(of_part.begin(), of_part.end(),
                     [&](VarId v) { return std::find(free.begin(), free.end(), v) == free.end(); });
}

// The atoms of the formulas, those of conditions within terms first, and the equations between elements of loose sorts
// that are named in them.
std::vector<Term> questions_about(const Ots& ots, std::span<const Term> formulas, std::vector<Term>& conditions) {
  std::vector<Term> out, names;
  const auto add = [](std::vector<Term>& to, Term t) {
    if (std::find(to.begin(), to.end(), t) == to.end()) to.push_back(t);
  };
  for (Term f : formulas)
    for_each_subterm(f, [&](Term t) {
      if (t.is(Op::Ite) && t.sort() != whynot::ots::bool_sort && !speaks_of_bound(f, t.arg(0)))
        for (Term atom : atoms_of(t.arg(0))) add(conditions, atom);
    });
  out = conditions;
  for (Term f : formulas) {
    for (Term atom : atoms_of(f)) add(out, atom);
    for_each_subterm(f, [&](Term t) {
      if ((t.is(Op::Var) || t.is(Op::Element)) && ots.sorts[t.sort()].kind == whynot::ots::SortKind::Loose)
        add(names, t);
    });
  }
  for (std::size_t i = 0; i < names.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (names[i].sort() == names[j].sort()) add(out, ots.pool->eq(names[j], names[i]));
  return out;
}

std::vector<Term> quantified_atoms(Term formula) {
  std::vector<Term> atoms = atoms_of(formula);
  std::erase_if(atoms, [](Term t) { return !t.is(Op::Forall) && !t.is(Op::Exists); });
  return atoms;
}

bool is_numeric(Term atom) {
  return atom.is(Op::Lt) || atom.is(Op::Le) ||
         (atom.is(Op::Eq) &&
          (atom.arg(0).sort() == whynot::ots::nat_sort || atom.arg(0).sort() == whynot::ots::int_sort));
}

}  // namespace

Cube Induction::decided(const Predicate& p, const Transition& t, const FailingCase& c) {
  if (!impl_) return {};
  Impl& m = *impl_;
  Substitution by;
  for (std::size_t i = 0; i < t.params.size(); ++i) by.emplace(t.params[i], c.args[i]);
  for (std::size_t i = 0; i < p.params.size(); ++i) by.emplace(p.params[i], c.instance[i]);
  std::vector<Term> formulas;
  for (Term f : {t.guard, p.body, after(m.ots, t, p.body)}) {
    formulas.push_back(substitute(*m.ots.pool, f, by));
    formulas.push_back(simplify(m.ots, formulas.back()));
  }
  // Quantified formulas also as they stand, for those who do not look inside.
  const Term later = substitute(*m.ots.pool, unsimplified_after(m.ots, t, p.body), by);
  for (Term q : quantified_atoms(later)) formulas.push_back(q);
  std::vector<Term> conditions;
  const std::vector<Term> questions = questions_about(m.ots, formulas, conditions);
  const auto is_condition = [&](Term q) {
    return std::find(conditions.begin(), conditions.end(), q) != conditions.end();
  };
  SmtSolver solver(m.smt);
  for (Term l : c.cube) solver.add(m.encode(l));
  std::vector<SmtTerm> encoded;
  encoded.reserve(questions.size());
  for (Term q : questions) encoded.push_back(m.encode(q));
  solver.add(m.encoder.take_side_conditions());
  solver.add(m.encoder.background());
  Cube out;
  for (std::size_t i = 0; i < questions.size(); ++i) {
    m.queries += 2;
    const SmtTerm yes[] = {encoded[i]}, no[] = {m.smt.not_(encoded[i])};
    const bool holds = solver.check(no) == SmtAnswer::Unsat;
    const SmtAnswer may_hold = holds ? SmtAnswer::Sat : solver.check(yes);
    const bool chosen =
        !holds && may_hold == SmtAnswer::Sat && (is_numeric(questions[i]) || is_condition(questions[i]));
    if (holds || chosen) out.push_back(questions[i]);
    if (chosen) solver.add(encoded[i]);
    if (may_hold == SmtAnswer::Unsat) out.push_back(m.ots.pool->not_(questions[i]));
  }
  return out;
}

Cube Induction::decided_initially(const Predicate& p) {
  Cube out;
  for (Term atom : quantified_atoms(p.body))
    for (Term literal : {atom, impl_ ? impl_->ots.pool->not_(atom) : atom})
      if (holds_initially({p.name, p.params, literal}) == Truth::Yes) {
        out.push_back(literal);
        break;
      }
  return out;
}

Induction::Truth Induction::k_inductive(const Predicate& p, std::size_t k, std::span<const Predicate> known) {
  if (!impl_) return Truth::Unknown;
  Impl& m = *impl_;
  solve::Smt& smt = m.smt;
  std::vector<encode::ots::Encoder::StateId> states;
  for (std::size_t i = 0; i <= k; ++i) states.push_back(m.encoder.new_state(fmt::format("@{}", i)));
  const Term body = simplify(m.ots, p.body);
  const auto fails = [&](std::size_t i) { return m.encoder.encode(m.ots.pool->not_(body), states[i]); };
  std::vector<SmtTerm> steps;  // one of the transitions, with parameters of its own at each step
  for (std::size_t i = 0; i < k; ++i) {
    std::vector<SmtTerm> ways;
    for (const Transition& t : m.ots.transitions) {
      for (VarId v : t.params)
        m.encoder.bind(v, m.encoder.fresh(m.ots.pool->variable(v).name, m.ots.pool->variable(v).sort));
      ways.push_back(smt.make(solve::SmtOp::And,
                              {m.encoder.encode(t.guard, states[i]), m.encoder.effect(t, states[i], states[i + 1])}));
      for (VarId v : t.params) m.encoder.unbind(v);
    }
    steps.push_back(smt.make(solve::SmtOp::Or, ways));
  }
  SmtSolver step(smt);
  for (std::size_t i = 0; i < k; ++i) {
    step.add(steps[i]);
    step.add(m.encoder.closed({p.name, p.params, body}, states[i]));
    for (const Predicate& q : known) step.add(m.encoder.closed({q.name, q.params, simplify(m.ots, q.body)}, states[i]));
  }
  step.add(fails(k));
  step.add(m.encoder.take_side_conditions());
  step.add(m.encoder.background());
  const Truth inductive = m.refuted(step);
  if (inductive != Truth::Yes) return inductive;
  for (std::size_t i = 0; i < k; ++i) {
    SmtSolver reach(smt);
    reach.add(m.encoder.initial(states[0]));
    for (std::size_t j = 0; j < i; ++j) reach.add(steps[j]);
    reach.add(fails(i));
    reach.add(m.encoder.take_side_conditions());
    reach.add(m.encoder.background());
    if (const Truth t = m.refuted(reach); t != Truth::Yes) return t;
  }
  return Truth::Yes;
}

}  // namespace whynot::analyse::falsify
