// Two ways to answer: up to 512 rows of a truth table at a time, as bits of machine words, where all combinations of
// the inputs can be tried; else a solver, whose "no" comes with a proof that is checked.
#include "check/circuit.h"

#include <algorithm>
#include <array>
#include <cstdlib>

#include "solve/drat.h"

namespace whynot::check {
namespace {

constexpr std::uint64_t most_tried = 1'000'000;  // gates, each for one row
constexpr std::size_t widest_and = 12;           // of a gate that a solver is told of

// The values of a gate for many values of the inputs, and their logarithm.
constexpr std::size_t row_words = 8, row_inputs = 9;
using Row = std::array<std::uint64_t, row_words>;

// The values of the first six inputs: the same in every word.
constexpr std::uint64_t patterns[] = {0xaaaaaaaaaaaaaaaa, 0xcccccccccccccccc, 0xf0f0f0f0f0f0f0f0,
                                      0xff00ff00ff00ff00, 0xffff0000ffff0000, 0xffffffff00000000};

Row row_of_input(std::size_t k, std::uint64_t block) {
  Row row;
  if (k < std::size(patterns)) {
    row.fill(patterns[k]);
    return row;
  }
  for (std::size_t w = 0; w < row_words; ++w) {
    const std::uint64_t bit = k < row_inputs ? w >> (k - std::size(patterns)) : block >> (k - row_inputs);
    row[w] = (bit & 1) != 0 ? ~std::uint64_t{0} : 0;
  }
  return row;
}

template <class Join>
void join(Row& out, const Row& a, bool not_a, const Row& b, bool not_b, Join op) {
  const std::uint64_t flip_a = not_a ? ~std::uint64_t{0} : 0, flip_b = not_b ? ~std::uint64_t{0} : 0;
  for (std::size_t w = 0; w < row_words; ++w) out[w] = op(a[w] ^ flip_a, b[w] ^ flip_b);
}

}  // namespace

Circuit::Circuit(Context& context) : context_(context) { add({Kind::Yes}); }

std::size_t Circuit::GateHash::operator()(const Gate& g) const {
  std::uint64_t h = static_cast<std::uint64_t>(g.kind);
  for (const int read : {g.a, g.b, g.c})
    h = (h ^ static_cast<std::uint64_t>(static_cast<std::uint32_t>(read))) * 0x9e3779b97f4a7c15u;
  return static_cast<std::size_t>(h ^ h >> 32);
}

int Circuit::add(Gate g) {
  gates_.push_back(g);
  return size();
}

int Circuit::shared(Gate g) {
  const auto [found, fresh] = made_.try_emplace(g);
  if (fresh) found->second = add(g);
  return found->second;
}

int Circuit::both(int a, int b) {
  if (a == -yes_ || b == -yes_ || a == -b) return -yes_;
  if (a == yes_ || a == b) return b;
  if (b == yes_) return a;
  if (const auto chosen = as_choice(a, b)) return *chosen;
  return shared({Kind::And, std::min(a, b), std::max(a, b)});
}

// !(c & x) & !(!c & y) as the choice that it is: diagrams are made of these.
std::optional<int> Circuit::as_choice(int a, int b) {
  if (a > 0 || b > 0) return std::nullopt;
  const Gate x = gates_[static_cast<std::size_t>(-a - 1)], y = gates_[static_cast<std::size_t>(-b - 1)];
  if (x.kind != Kind::And || y.kind != Kind::And) return std::nullopt;
  if (x.a == -y.a) return choose(x.a, -x.b, -y.b);
  if (x.a == -y.b) return choose(x.a, -x.b, -y.a);
  if (x.b == -y.a) return choose(x.b, -x.a, -y.b);
  if (x.b == -y.b) return choose(x.b, -x.a, -y.a);
  return std::nullopt;
}

int Circuit::any_of(std::span<const int> literals) {
  int none = yes_;
  for (const int l : literals) none = both(none, -l);
  return -none;
}

int Circuit::all_of(std::span<const int> literals) {
  int all = yes_;
  for (const int l : literals) all = both(all, l);
  return all;
}

int Circuit::differ(int a, int b) {
  if (a == b) return -yes_;
  if (a == -b) return yes_;
  if (std::abs(a) == yes_) return a == yes_ ? -b : b;
  if (std::abs(b) == yes_) return b == yes_ ? -a : a;
  const int x = std::abs(a), y = std::abs(b), made = shared({Kind::Xor, std::min(x, y), std::max(x, y)});
  return (a < 0) != (b < 0) ? -made : made;
}

int Circuit::choose(int c, int a, int b) {
  if (a == b || c == yes_) return a;
  if (c == -yes_) return b;
  if (a == -b) return differ(-c, a);
  if (a == yes_ || a == c) return either(c, b);
  if (a == -yes_ || a == -c) return both(-c, b);
  if (b == yes_ || b == -c) return either(-c, a);
  if (b == -yes_ || b == c) return both(c, a);
  return c < 0 ? shared({Kind::Choose, b, a, -c}) : shared({Kind::Choose, a, b, c});
}

void Circuit::require(std::vector<int> clause) {
  Requirement r{std::move(clause), {}};
  std::unordered_map<int, bool> seen;
  std::vector<int> open = r.clause;
  while (!open.empty()) {  // few gates: those of one leaf, or of one division
    const int i = std::abs(open.back()) - 1;
    open.pop_back();
    if (!seen.emplace(i, true).second) continue;
    const Gate& g = gates_[static_cast<std::size_t>(i)];
    if (g.kind == Kind::Input) r.inputs.push_back(i);
    for (const int read : {g.a, g.b, g.c})
      if (read != 0) open.push_back(read);
  }
  for (const int i : r.inputs) requirements_on_[i].push_back(required_.size());
  required_.push_back(std::move(r));
}

// All that the literals depend on; and which inputs were not marked before.
void Circuit::mark(std::span<const int> literals, std::vector<bool>& marked, std::vector<int>* inputs) const {
  std::vector<int> open(literals.begin(), literals.end());
  while (!open.empty()) {
    const auto i = static_cast<std::size_t>(std::abs(open.back()) - 1);
    open.pop_back();
    if (marked[i]) continue;
    marked[i] = true;
    if (inputs && gates_[i].kind == Kind::Input) inputs->push_back(static_cast<int>(i));
    for (const int read : {gates_[i].a, gates_[i].b, gates_[i].c})
      if (read != 0) open.push_back(read);
  }
}

// A requirement on inputs that nothing else depends on can be met whatever the others are.
Circuit::Needed Circuit::needed_by(std::span<const int> wanted) const {
  Needed needed{std::vector<bool>(gates_.size()), {}};
  std::vector<int> inputs;
  mark(wanted, needed.gates, &inputs);
  std::vector<bool> taken(required_.size());
  while (!inputs.empty()) {
    const auto on = requirements_on_.find(inputs.back());
    inputs.pop_back();
    if (on == requirements_on_.end()) continue;
    for (const std::size_t r : on->second) {
      if (taken[r]) continue;
      taken[r] = true;
      needed.requirements.push_back(&required_[r]);
      mark(required_[r].clause, needed.gates, &inputs);
    }
  }
  return needed;
}

std::optional<bool> Circuit::solve_by_trying(std::span<const int> wanted) const {
  const auto [marked, needed] = needed_by(wanted);
  std::vector<std::size_t> inputs, gates;
  for (std::size_t i = 0; i < gates_.size(); ++i)
    if (marked[i]) (gates_[i].kind == Kind::Input ? inputs : gates).push_back(i);
  const std::size_t more = inputs.size() > row_inputs ? inputs.size() - row_inputs : 0;
  if (more > 20 || (std::uint64_t{1} << more) * (gates.size() + inputs.size()) > most_tried) return std::nullopt;
  std::vector<Row> rows(gates_.size());
  const auto row = [&](int literal) -> Row& { return rows[static_cast<std::size_t>(std::abs(literal) - 1)]; };
  const auto conjoin = [](std::uint64_t x, std::uint64_t y) { return x & y; };
  const auto disjoin = [](std::uint64_t x, std::uint64_t y) { return x | y; };
  for (std::uint64_t block = 0; block < std::uint64_t{1} << more; ++block) {
    for (std::size_t k = 0; k < inputs.size(); ++k) rows[inputs[k]] = row_of_input(k, block);
    for (const std::size_t i : gates) {
      const auto [kind, a, b, c] = gates_[i];
      if (kind == Kind::Yes) {
        rows[i].fill(~std::uint64_t{0});
      } else if (kind == Kind::And) {
        join(rows[i], row(a), a < 0, row(b), b < 0, conjoin);
      } else {
        join(rows[i], row(a), a < 0, row(b), b < 0, [](std::uint64_t x, std::uint64_t y) { return x ^ y; });
        if (kind == Kind::Xor) continue;
        join(rows[i], rows[i], false, row(c), c < 0, conjoin);  // b, but for where a counts and differs
        join(rows[i], rows[i], false, row(b), b < 0, [](std::uint64_t x, std::uint64_t y) { return x ^ y; });
      }
    }
    Row all;
    all.fill(~std::uint64_t{0});
    for (const int w : wanted) join(all, all, false, row(w), w < 0, conjoin);
    for (const Requirement* r : needed) {
      Row any{};
      for (const int literal : r->clause) join(any, any, false, row(literal), literal < 0, disjoin);
      join(all, all, false, any, false, conjoin);
    }
    if (all != Row{}) return true;
  }
  return false;
}

void Circuit::tell_gate(solve::Sat& sat, std::size_t gate, std::span<const int> variable) const {
  const auto literal = [&](int l) {
    const int v = l == 0 ? 0 : variable[static_cast<std::size_t>(std::abs(l) - 1)];
    return l < 0 ? -v : v;
  };
  const Gate& g = gates_[gate];
  const int out = variable[gate], a = literal(g.a), b = literal(g.b), c = literal(g.c);
  switch (g.kind) {
    case Kind::Input: break;
    case Kind::Yes: sat.add({out}); break;
    case Kind::And:
      sat.add({-out, a});
      sat.add({-out, b});
      sat.add({out, -a, -b});
      break;
    case Kind::Xor:
      for (const int sign : {1, -1}) {
        sat.add({-out, sign * a, sign * b});
        sat.add({out, sign * a, -sign * b});
      }
      break;
    case Kind::Choose:
      for (const int sign : {1, -1}) {
        sat.add({-c, -sign * a, sign * out});
        sat.add({c, -sign * b, sign * out});
        sat.add({-sign * a, -sign * b, sign * out});  // so that it is known as soon as both are
      }
  }
}

void Circuit::tell_solver() {
  if (!sat_) sat_.emplace(context_);
  while (told_variables_.size() < gates_.size()) {
    told_variables_.push_back(sat_->new_variable());
    tell_gate(*sat_, told_variables_.size() - 1, told_variables_);
  }
  for (; told_requirements_ < required_.size(); ++told_requirements_) sat_->add(required_[told_requirements_].clause);
}

solve::Answer Circuit::solve(std::span<const int> wanted) {
  if (context_.should_stop()) return solve::Answer::Stopped;
  if (const auto found = solve_by_trying(wanted)) return *found ? solve::Answer::Sat : solve::Answer::Unsat;
  tell_solver();
  return sat_->solve(wanted, most_conflicts);
}

// The literals whose AND a gate is: an AND that nothing else reads has no variable of its own.
std::vector<int> Circuit::factors(std::size_t gate, const std::vector<bool>& is_inner) const {
  std::vector<int> result{gates_[gate].a, gates_[gate].b};
  for (std::size_t i = 0; i < result.size();) {
    const auto below = static_cast<std::size_t>(std::abs(result[i]) - 1);
    if (result[i] < 0 || !is_inner[below]) {
      ++i;
      continue;
    }
    result[i] = gates_[below].a;
    result.push_back(gates_[below].b);
  }
  return result;
}

// The parts of a conjunction.
std::vector<int> Circuit::split(std::span<const int> wanted) const {
  std::vector<int> open(wanted.begin(), wanted.end()), parts;
  std::vector<bool> seen(gates_.size());
  while (!open.empty()) {
    const int l = open.back();
    const auto gate = static_cast<std::size_t>(std::abs(l) - 1);
    open.pop_back();
    if (l < 0 || gates_[gate].kind != Kind::And) {
      parts.push_back(l);
    } else if (!seen[gate]) {
      seen[gate] = true;
      open.push_back(gates_[gate].a);
      open.push_back(gates_[gate].b);
    }
  }
  return parts;
}

// ANDs that one other AND reads, and nothing else; in trees that are not too large: long clauses propagate late.
std::vector<bool> Circuit::inner_gates(const Needed& needed, std::span<const int> wanted) const {
  std::vector<std::uint8_t> readers(gates_.size());
  const auto count = [&](int l, std::uint8_t much) {
    if (l == 0) return;
    auto& readers_of_it = readers[static_cast<std::size_t>(std::abs(l) - 1)];
    readers_of_it = static_cast<std::uint8_t>(std::min(2, readers_of_it + much));
  };
  for (std::size_t i = 0; i < gates_.size(); ++i) {
    if (!needed.gates[i]) continue;
    const Gate& g = gates_[i];
    for (const int l : {g.a, g.b, g.c}) count(l, g.kind == Kind::And && l > 0 ? 1 : 2);
  }
  for (const Requirement* r : needed.requirements)
    for (const int l : r->clause) count(l, 2);
  for (const int l : wanted) count(l, 2);
  std::vector<bool> inner(gates_.size());
  std::vector<std::uint8_t> size(gates_.size(), 1);  // of the tree that would become one gate
  for (std::size_t i = 0; i < gates_.size(); ++i) {
    if (!needed.gates[i] || gates_[i].kind != Kind::And) continue;
    std::size_t factors = 0;
    for (const int l : {gates_[i].a, gates_[i].b})
      factors += l > 0 && inner[static_cast<std::size_t>(l - 1)] ? size[static_cast<std::size_t>(l - 1)] : 1;
    size[i] = static_cast<std::uint8_t>(std::min<std::size_t>(factors, widest_and));
    inner[i] = readers[i] == 1 && factors < widest_and;
  }
  return inner;
}

// A solver is told what matters and no more; the variables of the gates, 0 for those that do not.
std::vector<int> Circuit::tell(solve::Sat& sat, std::span<const int> all_wanted) const {
  const std::vector<int> wanted = split(all_wanted);
  const Needed needed = needed_by(wanted);
  const std::vector<bool> inner = inner_gates(needed, wanted);
  std::vector<int> variable(gates_.size()), clause;
  const auto literal = [&](int l) {
    const int v = variable[static_cast<std::size_t>(std::abs(l) - 1)];
    return l < 0 ? -v : v;
  };
  for (std::size_t i = 0; i < gates_.size(); ++i) {
    if (!needed.gates[i] || inner[i]) continue;
    variable[i] = sat.new_variable();
    if (gates_[i].kind != Kind::And) {
      tell_gate(sat, i, variable);
      continue;
    }
    clause.assign(1, variable[i]);
    for (const int l : factors(i, inner)) {
      sat.add({-variable[i], literal(l)});
      clause.push_back(-literal(l));
    }
    sat.add(clause);
  }
  for (const Requirement* r : needed.requirements) {
    clause.clear();
    for (const int l : r->clause) clause.push_back(literal(l));
    sat.add(clause);
  }
  for (const int l : wanted) sat.add({literal(l)});
  return variable;
}

Refusal Circuit::never(std::span<const int> wanted, const std::string& otherwise) {
  if (context_.should_stop()) return context_.stop_reason();
  if (const auto found = solve_by_trying(wanted)) return *found ? Refusal(otherwise) : std::nullopt;
  solve::Sat sat(context_, solve::Proofs::Kept);
  tell(sat, wanted);
  switch (sat.solve()) {
    case solve::Answer::Sat: return otherwise;
    case solve::Answer::Stopped: return context_.stop_reason();
    case solve::Answer::Unsat: break;
  }
  switch (sat.check_proof()) {
    case solve::ProofCheck::Accepted: return std::nullopt;
    case solve::ProofCheck::Stopped: return context_.stop_reason();
    case solve::ProofCheck::Refused: break;
  }
  return "the solver's proof is none";
}

Refusal Circuit::once(std::span<const int> wanted, const std::string& otherwise) {
  if (context_.should_stop()) return context_.stop_reason();
  if (const auto found = solve_by_trying(wanted)) return *found ? std::nullopt : Refusal(otherwise);
  solve::Sat sat(context_);
  const std::vector<int> variable = tell(sat, wanted);
  switch (sat.solve()) {
    case solve::Answer::Unsat: return otherwise;
    case solve::Answer::Stopped: return context_.stop_reason();
    case solve::Answer::Sat: break;
  }
  std::vector<bool> values(gates_.size());
  for (std::size_t i = 0; i < gates_.size(); ++i)
    if (variable[i] != 0 && gates_[i].kind == Kind::Input) values[i] = sat.value(variable[i]);
  return are_met_by(values, wanted) ? std::nullopt : Refusal("the solver's values are none");
}

// Whether values of the inputs (the others are computed) meet what is wanted, and required of what it depends on.
bool Circuit::are_met_by(std::vector<bool>& values, std::span<const int> wanted) const {
  const auto is_true = [&](int l) { return values[static_cast<std::size_t>(std::abs(l) - 1)] == (l > 0); };
  const auto [marked, requirements] = needed_by(wanted);
  for (std::size_t i = 0; i < gates_.size(); ++i) {
    const Gate& g = gates_[i];
    if (!marked[i] || g.kind == Kind::Input) continue;
    switch (g.kind) {
      case Kind::And: values[i] = is_true(g.a) && is_true(g.b); break;
      case Kind::Xor: values[i] = is_true(g.a) != is_true(g.b); break;
      case Kind::Choose: values[i] = is_true(is_true(g.c) ? g.a : g.b); break;
      default: values[i] = true;
    }
  }
  const auto meets = [&](const Requirement* r) { return std::any_of(r->clause.begin(), r->clause.end(), is_true); };
  return std::all_of(wanted.begin(), wanted.end(), is_true) &&
         std::all_of(requirements.begin(), requirements.end(), meets);
}

}  // namespace whynot::check
