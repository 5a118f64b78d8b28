// Keeps Z3's objects in vectors by number; most operations are one call to Z3.
#include "solve/smt.h"

#include <z3++.h>

#include <algorithm>
#include <cctype>
#include <limits>
#include <mutex>
#include <optional>
#include <set>
#include <string_view>

#include "base/check.h"

namespace whynot::solve {

namespace {

std::string symbol(const std::string& name) {
  const bool plain = std::all_of(name.begin(), name.end(), [](unsigned char c) {
    return std::isalnum(c) ||
           std::string_view("~!@$%^&*_-+=<>.?/").find(static_cast<char>(c)) != std::string_view::npos;
  });
  return plain ? name : "|" + name + "|";
}

}  // namespace

struct Smt::Impl {
  z3::context context;
  std::vector<z3::sort> sorts;
  std::vector<z3::expr> terms;
  std::vector<z3::func_decl> functions;
  struct Definition {
    z3::func_decl function;
    z3::expr_vector params;
    z3::expr body;
  };
  std::vector<Definition> definitions;  // of recursive functions, each after those that it calls
  std::string declared;                 // the sorts as a script declares them, each after those that it names

  // The number of the last one.
  template <class Kept>
  static std::uint32_t added(Kept& kept, const typename Kept::value_type& one) {
    kept.push_back(one);
    return static_cast<std::uint32_t>(kept.size() - 1);
  }
  SmtSort keep(const z3::sort& s) { return SmtSort{added(sorts, s)}; }
  SmtTerm keep(const z3::expr& e) { return SmtTerm{added(terms, e)}; }
  SmtFunction keep(const z3::func_decl& f) { return SmtFunction{added(functions, f)}; }
  z3::sort operator[](SmtSort s) const { return sorts[s.id]; }
  z3::expr operator[](SmtTerm t) const { return terms[t.id]; }
  z3::func_decl operator[](SmtFunction f) const { return functions[f.id]; }

  z3::expr_vector vector(std::span<const SmtTerm> ts) {
    z3::expr_vector out(context);
    for (SmtTerm t : ts) out.push_back(terms[t.id]);
    return out;
  }
  z3::sort_vector vector(std::span<const SmtSort> ss) {
    z3::sort_vector out(context);
    for (SmtSort s : ss) out.push_back(sorts[s.id]);
    return out;
  }

  void declare(const std::vector<SmtDatatype>& group) {
    std::string names, all;
    for (const SmtDatatype& d : group) {
      names += "(" + symbol(d.name) + " 0)";
      all += "\n (";
      for (const SmtDatatype::Constructor& con : d.constructors) {
        all += "(" + symbol(con.name);
        for (const SmtDatatype::Field& f : con.fields)
          all += " (" + symbol(f.name) + " " +
                 (f.member ? symbol(group[*f.member].name) : sorts[f.sort.id].to_string()) + ")";
        all += ")";
      }
      all += ")";
    }
    declared += "(declare-datatypes (" + names + ") (" + all + "))\n";
  }

  // A question is being answered, here or in a context beside; no solver is interrupted at any other time.  An
  // interrupt may come when the answer is there already, and the solver then throws at whatever it is asked next, the
  // model's values included.  So that answer counts for nothing, and after it nobody asks any more.
  bool begin_question(z3::context& where) {
    const std::lock_guard lock(asking);
    if (!interrupted) asked = &where;
    return !interrupted;
  }
  bool end_question() {  // whether the answer counts
    const std::lock_guard lock(asking);
    asked = nullptr;
    return !interrupted;
  }
  bool usable() {
    const std::lock_guard lock(asking);
    return !interrupted;
  }
  void interrupt() {
    const std::lock_guard lock(asking);
    if (!asked) return;
    interrupted = true;
    asked->interrupt();
  }
  std::uint64_t allowed = std::numeric_limits<std::uint64_t>::max(), taken = 0, elsewhere = 0;  // steps
  std::mutex asking;
  z3::context* asked = nullptr;
  bool interrupted = false;
  std::optional<WhenStopped> when_stopped;  // the last: it ends before what it interrupts
};

void Smt::obey(Context& context) {
  impl_->when_stopped.emplace(context, [smt = impl_.get()] { smt->interrupt(); });
}

void Smt::allow(std::uint64_t steps) { impl_->allowed = steps; }
std::uint64_t Smt::taken() const { return impl_->taken + impl_->elsewhere; }
void Smt::charge(std::uint64_t steps) { impl_->elsewhere += steps; }
bool Smt::spent() const { return impl_->taken + impl_->elsewhere >= impl_->allowed; }

// A recursive function's value in a candidate model need not be reached in finitely many steps.  The limit is Z3's own,
// of the whole process.
Smt::Smt() : impl_(std::make_unique<Impl>()) { z3::set_param("model_evaluator.max_steps", 100'000); }
Smt::~Smt() = default;

SmtSort Smt::boolean() { return impl_->keep(impl_->context.bool_sort()); }
SmtSort Smt::integer() { return impl_->keep(impl_->context.int_sort()); }
SmtSort Smt::bits(unsigned width) { return impl_->keep(impl_->context.bv_sort(width)); }
SmtSort Smt::uninterpreted(const std::string& name) {
  impl_->declared += "(declare-sort " + symbol(name) + " 0)\n";
  return impl_->keep(impl_->context.uninterpreted_sort(name.c_str()));
}
SmtSort Smt::array(SmtSort index, SmtSort element) {
  return impl_->keep(impl_->context.array_sort((*impl_)[index], (*impl_)[element]));
}

std::vector<SmtDatatypeSort> Smt::datatypes(const std::vector<SmtDatatype>& group) {
  if (group.empty()) return {};
  impl_->declare(group);
  z3::context& c = impl_->context;
  std::vector<Z3_symbol> names;
  std::vector<Z3_constructor_list> lists;
  std::vector<std::vector<Z3_constructor>> made;
  for (const SmtDatatype& d : group) {
    names.push_back(Z3_mk_string_symbol(c, d.name.c_str()));
    made.emplace_back();
    for (const SmtDatatype::Constructor& con : d.constructors) {
      std::vector<Z3_symbol> fields;
      std::vector<Z3_sort> sorts;
      std::vector<unsigned> refs;
      for (const SmtDatatype::Field& f : con.fields) {
        fields.push_back(Z3_mk_string_symbol(c, f.name.c_str()));
        sorts.push_back(f.member ? nullptr : static_cast<Z3_sort>((*impl_)[f.sort]));
        refs.push_back(static_cast<unsigned>(f.member.value_or(0)));
      }
      made.back().push_back(Z3_mk_constructor(
          c, Z3_mk_string_symbol(c, con.name.c_str()), Z3_mk_string_symbol(c, ("is-" + con.name).c_str()),
          static_cast<unsigned>(fields.size()), fields.data(), sorts.data(), refs.data()));
    }
    lists.push_back(Z3_mk_constructor_list(c, static_cast<unsigned>(made.back().size()), made.back().data()));
  }
  std::vector<Z3_sort> sorts(group.size());
  Z3_mk_datatypes(c, static_cast<unsigned>(group.size()), names.data(), sorts.data(), lists.data());
  c.check_error();
  std::vector<SmtDatatypeSort> out;
  for (std::size_t i = 0; i < group.size(); ++i) {
    out.push_back({impl_->keep(z3::sort(c, sorts[i])), {}});
    for (std::size_t k = 0; k < made[i].size(); ++k) {
      const auto arity = static_cast<unsigned>(group[i].constructors[k].fields.size());
      Z3_func_decl make_decl = nullptr, test = nullptr;
      std::vector<Z3_func_decl> fields(arity);
      Z3_query_constructor(c, made[i][k], arity, &make_decl, &test, fields.data());
      SmtDatatypeSort::Constructor con{
          impl_->keep(z3::func_decl(c, make_decl)), impl_->keep(z3::func_decl(c, test)), {}};
      for (Z3_func_decl f : fields) con.fields.push_back(impl_->keep(z3::func_decl(c, f)));
      out.back().constructors.push_back(std::move(con));
      Z3_del_constructor(c, made[i][k]);
    }
    Z3_del_constructor_list(c, lists[i]);
  }
  return out;
}

SmtFunction Smt::declare(const std::string& name, std::span<const SmtSort> params, SmtSort result) {
  return impl_->keep(impl_->context.function(name.c_str(), impl_->vector(params), (*impl_)[result]));
}

SmtFunction Smt::declare_recursive(const std::string& name, std::span<const SmtSort> params, SmtSort result) {
  std::vector<Z3_sort> sorts;
  for (SmtSort s : params) sorts.push_back((*impl_)[s]);
  z3::context& c = impl_->context;
  const Z3_func_decl f = Z3_mk_rec_func_decl(c, Z3_mk_string_symbol(c, name.c_str()),
                                             static_cast<unsigned>(sorts.size()), sorts.data(), (*impl_)[result]);
  c.check_error();
  return impl_->keep(z3::func_decl(c, f));
}

void Smt::define(SmtFunction f, std::span<const SmtTerm> params, SmtTerm body) {
  z3::expr_vector args = impl_->vector(params);
  impl_->context.recdef((*impl_)[f], args, (*impl_)[body]);
  impl_->definitions.push_back({(*impl_)[f], args, (*impl_)[body]});
}

SmtTerm Smt::constant(const std::string& name, SmtSort s) {
  return impl_->keep(impl_->context.constant(name.c_str(), (*impl_)[s]));
}
SmtTerm Smt::boolean(bool b) { return impl_->keep(impl_->context.bool_val(b)); }
SmtTerm Smt::number(std::int64_t n) { return impl_->keep(impl_->context.int_val(n)); }
SmtTerm Smt::number_in_bits(std::int64_t n, unsigned width) { return impl_->keep(impl_->context.bv_val(n, width)); }
SmtTerm Smt::constant_array(SmtSort index, SmtTerm element) {
  return impl_->keep(z3::const_array((*impl_)[index], (*impl_)[element]));
}

SmtTerm Smt::make(SmtOp op, std::span<const SmtTerm> args) {
  Impl& z = *impl_;
  const auto arg = [&](std::size_t i) { return z.terms[args[i].id]; };
  switch (op) {
    case SmtOp::Not: return z.keep(!arg(0));
    case SmtOp::And:
      if (args.size() < 2) return args.empty() ? boolean(true) : args[0];
      return z.keep(z3::mk_and(z.vector(args)));
    case SmtOp::Or:
      if (args.size() < 2) return args.empty() ? boolean(false) : args[0];
      return z.keep(z3::mk_or(z.vector(args)));
    case SmtOp::Implies: return z.keep(z3::implies(arg(0), arg(1)));
    case SmtOp::Ite: return z.keep(z3::ite(arg(0), arg(1), arg(2)));
    case SmtOp::Eq: return z.keep(arg(0) == arg(1));
    case SmtOp::Distinct: return args.size() < 2 ? boolean(true) : z.keep(z3::distinct(z.vector(args)));
    case SmtOp::Add: return z.keep(arg(0) + arg(1));
    case SmtOp::Sub: return z.keep(arg(0) - arg(1));
    case SmtOp::Lt: return z.keep(arg(0) < arg(1));
    case SmtOp::Le: return z.keep(arg(0) <= arg(1));
    case SmtOp::Select: return z.keep(z3::select(arg(0), arg(1)));
    case SmtOp::Store: return z.keep(z3::store(arg(0), arg(1), arg(2)));
    case SmtOp::SetUnion: return z.keep(z3::set_union(arg(0), arg(1)));
    case SmtOp::SetMinus: return z.keep(z3::set_difference(arg(0), arg(1)));
    case SmtOp::PointwiseAdd: {
      const z3::expr n = z.context.int_val(0);
      const z3::func_decl add = (n + n).decl();
      const Z3_ast both[] = {arg(0), arg(1)};
      return z.keep(z3::expr(z.context, Z3_mk_map(z.context, add, 2, both)));
    }
    case SmtOp::BitsAdd: return z.keep(arg(0) + arg(1));
    case SmtOp::BitsSub: return z.keep(arg(0) - arg(1));
    case SmtOp::BitsMul: return z.keep(arg(0) * arg(1));
    case SmtOp::BitsDiv: return z.keep(arg(0) / arg(1));
    case SmtOp::BitsRem: return z.keep(z3::srem(arg(0), arg(1)));
    case SmtOp::BitsDivUnsigned: return z.keep(z3::udiv(arg(0), arg(1)));
    case SmtOp::BitsRemUnsigned: return z.keep(z3::urem(arg(0), arg(1)));
    case SmtOp::BitsAnd: return z.keep(arg(0) & arg(1));
    case SmtOp::BitsOr: return z.keep(arg(0) | arg(1));
    case SmtOp::BitsXor: return z.keep(arg(0) ^ arg(1));
    case SmtOp::BitsLeft: return z.keep(z3::shl(arg(0), arg(1)));
    case SmtOp::BitsRight: return z.keep(z3::lshr(arg(0), arg(1)));
    case SmtOp::BitsRightSigned: return z.keep(z3::ashr(arg(0), arg(1)));
    case SmtOp::BitsLt: return z.keep(arg(0) < arg(1));
    case SmtOp::BitsLe: return z.keep(arg(0) <= arg(1));
    case SmtOp::BitsLtUnsigned: return z.keep(z3::ult(arg(0), arg(1)));
    case SmtOp::BitsLeUnsigned: return z.keep(z3::ule(arg(0), arg(1)));
  }
  WHYNOT_CHECK(false, "every operator should have its case");
  return {};
}

SmtTerm Smt::apply(SmtFunction f, std::span<const SmtTerm> args) {
  return impl_->keep((*impl_)[f](impl_->vector(args)));
}

SmtTerm Smt::quantify(bool forall, std::span<const SmtTerm> constants, SmtTerm body) {
  if (constants.empty()) return body;
  const z3::expr_vector vars = impl_->vector(constants);
  return impl_->keep(forall ? z3::forall(vars, (*impl_)[body]) : z3::exists(vars, (*impl_)[body]));
}

namespace {

// Steps grow dear where recursive functions are unfolded deeper and deeper: two million take minutes.
constexpr unsigned steps_with_recursion = 200'000;

// What the solver's context has taken so far.
std::uint64_t steps_of(const z3::solver& solver) {
  const z3::stats all = solver.statistics();
  for (unsigned i = 0; i < all.size(); ++i)
    if (all.is_uint(i) && all.key(i) == "rlimit count") return all.uint_value(i);
  return 0;
}

}  // namespace

struct SmtSolver::Impl {
  explicit Impl(z3::context& c) : solver(c, z3::solver::simple()), assumed(c) {}
  z3::solver solver;
  z3::expr_vector assumed;
  bool whole_core = false;  // the answer rests on all assumptions, for all we know
  std::optional<z3::model> model;
};

SmtSolver::SmtSolver(Smt& smt, std::uint64_t steps, bool models_of_quantifiers)
    : smt_(smt), impl_(std::make_unique<Impl>(smt.impl_->context)) {
  z3::params p(smt.impl_->context);
  p.set("auto_config", false);
  p.set("ctrl_c", false);  // or ^C would end a question, and nobody else would hear of it
  p.set("mbqi", models_of_quantifiers);
  p.set("rlimit", static_cast<unsigned>(std::min<std::uint64_t>(steps, 4'000'000'000u)));
  impl_->solver.set(p);
}
SmtSolver::~SmtSolver() = default;

void SmtSolver::add(SmtTerm t) {
  if (smt_.impl_->usable()) impl_->solver.add((*smt_.impl_)[t]);
}
void SmtSolver::push() {
  if (smt_.impl_->usable()) impl_->solver.push();
}
void SmtSolver::pop() {
  if (smt_.impl_->usable()) impl_->solver.pop();
}

SmtAnswer SmtSolver::check(std::span<const SmtTerm> assumptions) {
  impl_->model.reset();
  impl_->assumed = smt_.impl_->vector(assumptions);
  impl_->whole_core = false;
  if (smt_.spent()) return SmtAnswer::Unknown;
  const bool recursive = !smt_.impl_->definitions.empty();
  try {
    if (recursive) {
      z3::params p(smt_.impl_->context);
      p.set("rlimit", steps_with_recursion);
      impl_->solver.set(p);
    }
    if (!smt_.impl_->begin_question(smt_.impl_->context)) return SmtAnswer::Unknown;
    const z3::check_result r = assumptions.empty() ? impl_->solver.check() : impl_->solver.check(impl_->assumed);
    if (!smt_.impl_->end_question()) return SmtAnswer::Unknown;
    smt_.impl_->taken = steps_of(impl_->solver);
    if (r == z3::unsat) return SmtAnswer::Unsat;
    if (r == z3::unknown && recursive && refuted_by_axioms(assumptions)) {
      impl_->whole_core = true;
      return SmtAnswer::Unsat;
    }
    if (!smt_.impl_->usable()) return SmtAnswer::Unknown;
    // Where the solver was cut short, it is in no state to show a model.
    if (r == z3::unknown && impl_->solver.reason_unknown().find("incomplete") == std::string::npos)
      return SmtAnswer::Unknown;
    const Z3_model m = Z3_solver_get_model(smt_.impl_->context, impl_->solver);
    if (m) impl_->model.emplace(smt_.impl_->context, m);
    return r == z3::sat ? SmtAnswer::Sat : SmtAnswer::Unknown;
  } catch (const z3::exception&) {
    smt_.impl_->end_question();
    return SmtAnswer::Unknown;
  }
}

std::vector<std::size_t> SmtSolver::core() const {
  std::vector<std::size_t> out;
  const z3::expr_vector core = impl_->whole_core ? impl_->assumed : impl_->solver.unsat_core();
  for (unsigned i = 0; i < impl_->assumed.size(); ++i)
    for (unsigned k = 0; k < core.size(); ++k)
      if (z3::eq(core[k], impl_->assumed[i])) {
        out.push_back(i);
        break;
      }
  return out;
}

bool SmtSolver::has_model() const { return impl_->model.has_value(); }

std::optional<bool> SmtSolver::is_true(SmtTerm t) const {
  try {
    return impl_->model->eval((*smt_.impl_)[t], true).is_true();
  } catch (const z3::exception&) {
    return std::nullopt;
  }
}

namespace {

SmtValue read(const z3::expr& e) {
  SmtValue v;
  std::int64_t n = 0;
  std::uint64_t bits = 0;
  if (e.is_bv() && e.is_numeral_u64(bits)) {
    const unsigned unused = 64 - std::min(64u, e.get_sort().bv_size());
    v.number = static_cast<std::int64_t>(bits << unused) >> unused;
  } else if (e.is_numeral_i64(n)) {
    v.number = n;
  } else if (e.is_app() && !e.is_array()) {
    v.head = e.decl().name().str();
    for (unsigned i = 0; i < e.num_args(); ++i) v.args.push_back(read(e.arg(i)));
  }
  return v;
}

}  // namespace

SmtValue SmtSolver::value(SmtTerm t) const {
  try {
    return read(impl_->model->eval((*smt_.impl_)[t], true));
  } catch (const z3::exception&) {
    return {};
  }
}
std::string SmtSolver::reason_unknown() const {
  if (smt_.spent()) return "the effort for all questions is spent";
  return smt_.impl_->usable() ? impl_->solver.reason_unknown() : "it was stopped";
}

namespace {

// The functions that occur in a formula.
std::set<unsigned> functions_in(const z3::expr& root) {
  std::set<unsigned> functions, seen;
  std::vector<z3::expr> todo{root};
  while (!todo.empty()) {
    const z3::expr e = todo.back();
    todo.pop_back();
    if (!seen.insert(e.id()).second) continue;
    if (e.is_quantifier()) todo.push_back(e.body());
    if (!e.is_app()) continue;
    functions.insert(e.decl().id());
    for (unsigned i = 0; i < e.num_args(); ++i) todo.push_back(e.arg(i));
  }
  return functions;
}

void replace_all(std::string& text, const std::string& from, const std::string& to) {
  for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
    text.replace(at, from.size(), to);
}

// The end of what opens at the position.
std::size_t closing(const std::string& text, std::size_t at) {
  int depth = 0;
  for (; at < text.size(); ++at) {
    if (text[at] == '|') at = std::min(text.find('|', at + 1), text.size() - 1);
    if (text[at] == '(') ++depth;
    if (text[at] == ')') --depth;
    if (depth == 0) return at + 1;
  }
  return at;
}

void erase_declarations(std::string& text, const std::string& kind) {
  for (std::size_t at = 0; (at = text.find("(" + kind + " ", at)) != std::string::npos;)
    text.erase(at, closing(text, at) - at);
}

std::string declaration(const z3::func_decl& f) {
  std::string params;
  for (unsigned i = 0; i < f.arity(); ++i) params += (i ? " " : "") + f.domain(i).to_string();
  return "(declare-fun " + symbol(f.name().str()) + " (" + params + ") " + f.range().to_string() + ")\n";
}

// forall params. f(params) = body, to be used where f(params) occurs.
z3::expr axiom(z3::context& c, const z3::func_decl& f, const z3::expr_vector& params, const z3::expr& body) {
  const z3::expr here = f(params);
  std::vector<Z3_app> vars;
  for (unsigned i = 0; i < params.size(); ++i) vars.push_back(Z3_to_app(c, params[i]));
  Z3_ast terms[] = {here};
  Z3_pattern pattern = Z3_mk_pattern(c, 1, terms);
  const z3::ast kept(c, Z3_pattern_to_ast(c, pattern));
  return z3::expr(c,
                  Z3_mk_forall_const(c, 0, static_cast<unsigned>(vars.size()), vars.data(), 1, &pattern, here == body));
}

}  // namespace

// Z3 writes recursive functions in a form of its own and leaves out what they are.  Here they are axioms about
// functions of which nothing else is known; that is what a recursive definition means.  Nor does it write sorts in the
// order in which they need each other.
std::string SmtSolver::script() const { return script({}); }

std::string SmtSolver::script(std::span<const SmtTerm> assumptions) const {
  z3::context& c = smt_.impl_->context;
  z3::solver all(c, z3::solver::simple());
  std::set<unsigned> used;
  const auto add = [&](const z3::expr& e) {
    all.add(e);
    used.merge(functions_in(e));
  };
  for (const z3::expr& e : impl_->solver.assertions()) add(e);
  for (const z3::expr& e : smt_.impl_->vector(assumptions)) add(e);
  std::string declarations;
  std::vector<std::string> names;
  const auto& known = smt_.impl_->definitions;
  for (auto d = known.rbegin(); d != known.rend(); ++d) {
    if (!used.contains(d->function.id())) continue;
    used.merge(functions_in(d->body));
    all.add(d->params.size() == 0 ? d->function() == d->body : axiom(c, d->function, d->params, d->body));
    declarations += declaration(d->function);
    names.push_back(symbol(d->function.name().str()));
  }
  std::string text = all.to_smt2();
  for (const std::string& name : names) replace_all(text, "(_ " + name + " 0)", name);
  for (const char* kind : {"declare-datatypes", "declare-sort"}) erase_declarations(text, kind);
  text.insert(std::min(text.find("(assert"), text.size()), declarations);
  return smt_.impl_->declared + text;
}

bool SmtSolver::refuted_by_axioms(std::span<const SmtTerm> assumptions) const {
  try {
    z3::context c;
    z3::solver solver(c, z3::solver::simple());
    z3::params p(c);
    p.set("auto_config", false);
    p.set("ctrl_c", false);
    p.set("mbqi", false);
    p.set("rlimit", steps_with_recursion);
    solver.set(p);
    const std::string text = script(assumptions);
    if (!smt_.impl_->begin_question(c)) return false;
    solver.from_string(text.c_str());
    const z3::check_result r = solver.check();
    if (!smt_.impl_->end_question()) return false;
    smt_.impl_->elsewhere += steps_of(solver);
    return r == z3::unsat;
  } catch (const z3::exception&) {
    smt_.impl_->end_question();
    return false;
  }
}

}  // namespace whynot::solve
