// Short-circuit relevance gives a set that suffices; then leaves are left out, latest first, while the value stays the
// same: shown by three-valued evaluation, by going through the values of all that is left out, or by a solver.
#include "analyse/why/reason.h"

#include <algorithm>
#include <optional>
#include <unordered_map>

#include "base/context.h"
#include "base/random.h"
#include "encode/blast.h"
#include "expr/evaluate.h"
#include "solve/cnf.h"

namespace whynot::analyse::why {
namespace {

constexpr std::uint64_t conflicts_for_cases = 2'000;
constexpr std::uint64_t cheap_work = 200'000;  // operators evaluated, for one question about all cases

using Places = std::unordered_map<Expr, std::size_t, ExprHash>;

// The leaves with their values, and the expression as a program over them.
class Subject {
 public:
  Subject(const std::vector<Expr>& leaves, const CompiledExpr& program, const LeafValue& value_of)
      : leaves_(leaves), program_(program) {
    for (Expr leaf : leaves_) values_.push_back(value_of(leaf));
    value_ = program_.run(values_);
  }

  const std::vector<Expr>& list() const { return leaves_; }
  const std::vector<Value>& values() const { return values_; }
  const Value& value() const { return value_; }
  const CompiledExpr& program() const { return program_; }

  // How many cases there are when these are free; nothing where they are too many, or of a type that is not listed.
  std::optional<std::uint64_t> cases(const std::vector<bool>& kept, std::uint64_t most) const {
    std::uint64_t product = 1;
    for (std::size_t i = 0; i < leaves_.size(); ++i) {
      if (kept[i]) continue;
      const auto size = leaves_[i].type().size();
      if (!size || *size > most) return std::nullopt;
      product *= static_cast<std::uint64_t>(*size);
      if (product > most) return std::nullopt;
    }
    return product;
  }

  // The value in the case of this number.
  Value in_case(const std::vector<bool>& kept, std::uint64_t number) const {
    std::vector<Value> values = values_;
    for (std::size_t i = 0; i < leaves_.size(); ++i) {
      if (kept[i]) continue;
      const auto size = static_cast<std::uint64_t>(*leaves_[i].type().size());
      values[i] = leaves_[i].type().value(Integer(number % size));
      number /= size;
    }
    return program_.run(values);
  }

  Value with_unknown(const std::vector<bool>& kept) const {
    std::vector<Value> values = values_;
    for (std::size_t i = 0; i < leaves_.size(); ++i)
      if (!kept[i]) values[i] = Value();
    return program_.run(values);
  }

 private:
  const std::vector<Expr>& leaves_;
  const CompiledExpr& program_;
  std::vector<Value> values_;
  Value value_;
};

// Which parts settle the value of the whole, from the root down.
class Relevance {
 public:
  Relevance(const Subject& subject, const Places& place) : subject_(subject), place_(place) {
    subject.program().run_all(subject.values(), values_);
    for (Expr e : subject.program().nodes()) cost_.push_back(cost(e));
  }

  std::vector<bool> leaves(Expr root) const {
    std::vector<bool> needed(values_.size(), false), kept;
    needed[place_.at(root)] = true;
    const std::vector<Expr>& nodes = subject_.program().nodes();
    for (std::size_t i = nodes.size(); i-- > 0;)
      if (needed[i])
        for (Expr part : deciding(nodes[i])) needed[place_.at(part)] = true;
    for (Expr leaf : subject_.list()) kept.push_back(needed[place_.at(leaf)]);
    return kept;
  }

 private:
  const Value& value(Expr e) const { return values_[place_.at(e)]; }

  std::uint64_t cost(Expr e) const {
    if (is_leaf(e)) return 1;
    std::uint64_t sum = 0;
    for (Expr part : deciding(e)) sum += cost_[place_.at(part)];
    return std::min<std::uint64_t>(sum, 1u << 30);
  }

  static bool is_leaf(Expr e) { return e.is(Op::Variable) || e.is(Op::Next); }

  std::vector<Expr> deciding(Expr e) const {
    if (is_leaf(e)) return {};
    if (e.type().is_boolean()) {
      if (e.is(Op::And)) return junction(e, false, false);
      if (e.is(Op::Or)) return junction(e, true, true);
      if (e.is(Op::Implies)) return junction(e, false, true);
    }
    if (e.is(Op::Ite) && value(e.arg(0)).defined()) return {e.arg(0), e.arg(value(e.arg(0)).is_true() ? 1 : 2)};
    std::vector<Expr> all;
    for (std::size_t i = 0; i < e.arity(); ++i) all.push_back(e.arg(i));
    return all;
  }

  // One operand with the value that decides is enough: the cheaper one, the first if there is no difference.
  std::vector<Expr> junction(Expr e, bool first, bool second) const {
    const auto decides = [&](Expr part, bool by) { return value(part) == Value::boolean(by); };
    const bool a = decides(e.arg(0), first), b = decides(e.arg(1), second);
    if (a && b) return {e.arg(cost_[place_.at(e.arg(1))] < cost_[place_.at(e.arg(0))] ? 1 : 0)};
    if (a || b) return {e.arg(a ? 0 : 1)};
    return {e.arg(0), e.arg(1)};
  }

  const Subject& subject_;
  const Places& place_;  // among the program's nodes
  std::vector<Value> values_;
  std::vector<std::uint64_t> cost_;
};

// The expression as a circuit, for questions about more cases than can be gone through.
class CaseSolver {
 public:
  static bool takes(const Subject& subject, Expr e) {
    const auto coded = [](Expr leaf) { return encode::has_code(leaf.type()); };
    return subject.value().defined() && encode::has_code(e.type()) && e.type().contains(subject.value()) &&
           std::all_of(subject.list().begin(), subject.list().end(), coded);
  }

  CaseSolver(const ExprPool& pool, const std::vector<Expr>& leaves, Expr e)
      : leaves_(leaves), e_(e), sat_(context_), cnf_(graph_, sat_) {
    for (Expr leaf : leaves) {
      encode::Bits& bits = bits_.emplace_back();
      for (std::size_t k = 0; k < encode::code_width(leaf.type()); ++k) bits.push_back(graph_.input());
      cnf_.require(encode::valid_code(graph_, leaf.type(), bits));
    }
    encode::Blaster blaster(pool, graph_, [&](Expr leaf) {
      const auto found = std::find(leaves.begin(), leaves.end(), leaf);
      if (found != leaves.end()) return bits_[static_cast<std::size_t>(found - leaves.begin())];
      return encode::Bits(encode::code_width(leaf.type()));  // x below next(x): nobody reads it
    });
    form_ = blaster.form(e);
  }

  // Nothing when the solver gave up.
  std::optional<bool> is_settled(const Subject& subject, const std::vector<bool>& kept) {
    std::vector<int> assumed{cnf_.literal(!encode::is_value(graph_, form_, e_.type(), subject.value()))};
    for (std::size_t i = 0; i < kept.size(); ++i)
      if (kept[i]) assumed.push_back(given(i, subject.values()[i]));
    const solve::Answer answer = sat_.solve(assumed, conflicts_for_cases);
    if (answer == solve::Answer::Stopped) return std::nullopt;
    return answer == solve::Answer::Unsat;
  }

 private:
  int given(std::size_t i, const Value& value) {
    return cnf_.literal(encode::equal_constant(graph_, bits_[i], encode::code_of(leaves_[i].type(), value)));
  }

  const std::vector<Expr>& leaves_;
  Expr e_;
  Context context_;
  solve::Aig graph_;
  solve::Sat sat_;
  solve::Cnf cnf_;
  std::vector<encode::Bits> bits_;
  encode::Bits form_;
};

// Nothing where there are too many cases to tell.
std::optional<bool> is_settled(const Subject& subject, const std::vector<bool>& kept, std::uint64_t most) {
  if (const Value value = subject.with_unknown(kept); value.defined() && value == subject.value()) return true;
  const auto cases = subject.cases(kept, most);
  if (!cases) return std::nullopt;
  for (std::uint64_t i = 0; i < *cases; ++i)
    if (!(subject.in_case(kept, i) == subject.value())) return false;
  return true;
}

std::vector<Expr> chosen(const Subject& subject, const std::vector<bool>& kept) {
  std::vector<Expr> result;
  for (std::size_t i = 0; i < kept.size(); ++i)
    if (kept[i]) result.push_back(subject.list()[i]);
  return result;
}

// Whether the value stays what it is; `samples` cases at most are gone through, or some at random.
bool confirmed(const Subject& subject, const std::vector<bool>& kept, std::size_t samples, std::uint64_t seed) {
  samples = std::min<std::size_t>(samples, cheap_work / 4 / subject.program().nodes().size());
  std::vector<Value> values = subject.values();
  std::vector<std::pair<std::size_t, Type>> free;
  for (std::size_t i = 0; i < kept.size(); ++i)
    if (const Type type = subject.list()[i].type(); !kept[i] && type.size()) free.emplace_back(i, type);
  std::uint64_t cases = 1;
  for (const auto& [i, type] : free)
    cases = *type.size() > samples
                ? samples + 1
                : std::min<std::uint64_t>(samples + 1, cases * static_cast<std::uint64_t>(*type.size()));
  Random random(seed);
  constexpr std::uint64_t at_random = 32;
  const bool listed = cases <= samples;
  for (std::uint64_t n = 0; n < (listed ? cases : at_random); ++n) {
    std::uint64_t rest = n;
    for (const auto& [i, type] : free) {
      const Integer size = *type.size();
      values[i] = type.value(Integer(listed ? Integer(rest) : Integer(random.next())) % size);
      if (listed) rest /= static_cast<std::uint64_t>(size);
    }
    if (!(subject.program().run(values) == subject.value())) return false;
  }
  return true;
}

}  // namespace

std::uint32_t leaf_number(const std::vector<Expr>& leaves, Expr leaf) {
  const auto found = std::find(leaves.begin(), leaves.end(), leaf);
  return found == leaves.end() ? 0 : static_cast<std::uint32_t>(found - leaves.begin());
}

struct Reasons::Prepared {
  Prepared(const ExprPool& pool, Expr e)
      : leaves(whynot::leaves(e)), program(pool, e, [this](Expr leaf) { return leaf_number(leaves, leaf); }) {
    for (std::size_t i = 0; i < program.nodes().size(); ++i) place.emplace(program.nodes()[i], i);
  }

  std::vector<Expr> leaves;
  CompiledExpr program;
  Places place;
  std::optional<CaseSolver> solver;
};

Reasons::Reasons(const ExprPool& pool, const ReasonEffort& effort) : pool_(pool), effort_(effort) {}
Reasons::~Reasons() = default;

Reasons::Prepared& Reasons::prepared(Expr e) {
  std::unique_ptr<Prepared>& here = known_[e];
  if (!here) here = std::make_unique<Prepared>(pool_, e);
  return *here;
}

Value Reasons::value(Expr e, const LeafValue& value_of) {
  const Prepared& made = prepared(e);
  return Subject(made.leaves, made.program, value_of).value();
}

Reason Reasons::of(Expr e, const LeafValue& value_of) {
  Prepared& made = prepared(e);
  const Subject subject(made.leaves, made.program, value_of);
  const std::uint64_t most = std::min<std::uint64_t>(effort_.cases, cheap_work / subject.program().nodes().size());
  std::vector<bool> kept = Relevance(subject, made.place).leaves(e);
  bool minimal = true;
  for (std::size_t i = kept.size(); i-- > 0;) {
    if (!kept[i]) continue;
    kept[i] = false;
    auto settled = is_settled(subject, kept, most);
    if (!settled && effort_.asks_solver && CaseSolver::takes(subject, e)) {
      if (!made.solver) made.solver.emplace(pool_, made.leaves, e);
      settled = made.solver->is_settled(subject, kept);
    }
    kept[i] = !settled.value_or(false);
    minimal = minimal && settled;
  }
  if (confirmed(subject, kept, most_samples, e.id())) return {chosen(subject, kept), minimal};
  return {subject.list(), false};
}

Reason reason(const ExprPool& pool, Expr e, const LeafValue& value_of, const ReasonEffort& effort) {
  return Reasons(pool, effort).of(e, value_of);
}

bool confirms(const ExprPool& pool, Expr e, const LeafValue& value_of, const std::vector<Expr>& kept,
              std::size_t samples) {
  const std::vector<Expr> all = leaves(e);
  const CompiledExpr program(pool, e, [&](Expr leaf) { return leaf_number(all, leaf); });
  std::vector<bool> is_kept;
  is_kept.reserve(all.size());
  for (Expr leaf : all) is_kept.push_back(std::find(kept.begin(), kept.end(), leaf) != kept.end());
  return confirmed(Subject(all, program, value_of), is_kept, samples, e.id());
}

}  // namespace whynot::analyse::why
