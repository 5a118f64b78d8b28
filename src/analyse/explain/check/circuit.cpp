#include "analyse/explain/check/circuit.h"

#include <algorithm>
#include <array>
#include <cstdlib>

namespace whynot::analyse::explain {
namespace {

constexpr std::uint64_t most_tried = 1'000'000;  // gates, each for one row

// The values of a gate for many values of the inputs, and their logarithm.
constexpr std::size_t row_words = 8, row_inputs = 9;
using Row = std::array<std::uint64_t, row_words>;

// The values of the first six inputs, in every word the same.
constexpr std::uint64_t patterns[] = {0xaaaaaaaaaaaaaaaa, 0xcccccccccccccccc, 0xf0f0f0f0f0f0f0f0,
                                      0xff00ff00ff00ff00, 0xffff0000ffff0000, 0xffffffff00000000};

Row row_of_input(std::size_t k, std::uint64_t block) {
  Row row;
  for (std::size_t w = 0; w < row_words; ++w) {
    const bool is_set = k < row_inputs ? k >= 6 && (w >> (k - 6) & 1) != 0 : (block >> (k - row_inputs) & 1) != 0;
    row[w] = k < 6 ? patterns[k] : is_set ? ~std::uint64_t{0} : 0;
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

int Circuit::add(Gate g) {
  gates_.push_back(g);
  return size();
}

int Circuit::both(int a, int b) {
  if (a == -yes_ || b == -yes_ || a == -b) return -yes_;
  if (a == yes_ || a == b) return b;
  return b == yes_ ? a : add({Kind::And, a, b});
}

int Circuit::any_of(std::span<const int> literals) {
  int none = yes_;
  for (const int l : literals) none = both(none, -l);
  return -none;
}

int Circuit::differ(int a, int b) {
  if (a == b) return -yes_;
  if (a == -b) return yes_;
  if (std::abs(a) == yes_) return a == yes_ ? -b : b;
  if (std::abs(b) == yes_) return b == yes_ ? -a : a;
  return add({Kind::Xor, a, b});
}

int Circuit::choose(int c, int a, int b) {
  if (a == b || c == yes_) return a;
  if (c == -yes_) return b;
  if (a == -b || std::abs(a) == yes_ || std::abs(b) == yes_) return either(both(c, a), both(-c, b));
  return add({Kind::Choose, a, b, c});
}

void Circuit::require(std::vector<int> clause) {
  std::vector<bool> marked(gates_.size());
  mark(clause, marked);
  Requirement r{std::move(clause), {}};
  for (std::size_t i = 0; i < gates_.size(); ++i)
    if (marked[i] && gates_[i].kind == Kind::Input) r.inputs.push_back(static_cast<int>(i));
  required_.push_back(std::move(r));
}

// All that the literals depend on.
void Circuit::mark(std::span<const int> literals, std::vector<bool>& marked) const {
  std::vector<int> open(literals.begin(), literals.end());
  while (!open.empty()) {
    const auto i = static_cast<std::size_t>(std::abs(open.back()) - 1);
    open.pop_back();
    if (marked[i]) continue;
    marked[i] = true;
    for (const int read : {gates_[i].a, gates_[i].b, gates_[i].c})
      if (read != 0) open.push_back(read);
  }
}

// A requirement on inputs that nothing else depends on can be met whatever the others are.
std::vector<const Circuit::Requirement*> Circuit::that_matter(std::vector<bool>& marked) const {
  std::vector<const Requirement*> found;
  for (std::size_t before = found.size() + 1; before != found.size();) {
    before = found.size();
    for (const Requirement& r : required_) {
      if (std::find(found.begin(), found.end(), &r) != found.end()) continue;
      if (std::none_of(r.inputs.begin(), r.inputs.end(), [&](int i) { return marked[static_cast<std::size_t>(i)]; }))
        continue;
      found.push_back(&r);
      mark(r.clause, marked);
    }
  }
  return found;
}

std::optional<bool> Circuit::solve_by_trying(std::span<const int> wanted) const {
  std::vector<bool> marked(gates_.size());
  mark(wanted, marked);
  const auto needed = that_matter(marked);
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

void Circuit::tell_solver() {
  if (!sat_) sat_.emplace(context_);
  for (; told_gates_ < gates_.size(); ++told_gates_) {
    const auto [kind, a, b, c] = gates_[told_gates_];
    const int out = sat_->new_variable();
    switch (kind) {
      case Kind::Input: break;
      case Kind::Yes: sat_->add({out}); break;
      case Kind::And:
        sat_->add({-out, a});
        sat_->add({-out, b});
        sat_->add({out, -a, -b});
        break;
      case Kind::Xor:
        for (const int sign : {1, -1}) {
          sat_->add({-out, sign * a, sign * b});
          sat_->add({out, sign * a, -sign * b});
        }
        break;
      case Kind::Choose:
        for (const int sign : {1, -1}) {
          sat_->add({-c, -sign * a, sign * out});
          sat_->add({c, -sign * b, sign * out});
          sat_->add({-sign * a, -sign * b, sign * out});  // so that it is known as soon as both are
        }
    }
  }
  for (; told_requirements_ < required_.size(); ++told_requirements_) sat_->add(required_[told_requirements_].clause);
}

solve::Answer Circuit::solve(std::span<const int> wanted) {
  if (context_.should_stop()) return solve::Answer::Stopped;
  if (const auto found = solve_by_trying(wanted)) return *found ? solve::Answer::Sat : solve::Answer::Unsat;
  tell_solver();
  return sat_->solve(wanted, most_conflicts);
}

}  // namespace whynot::analyse::explain
