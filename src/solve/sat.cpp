// Passes clauses and assumptions on to CaDiCaL, and stops it through a terminator.
#include "solve/sat.h"

#include <algorithm>
#include <cadical.hpp>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <memory>
#include <new>
#include <string_view>
#include <vector>

#include "base/check.h"

namespace whynot::solve {

class Sat::Handle : private CaDiCaL::Terminator {
 public:
  // Every call of the solver.  One that memory ran out in cannot be ended any more, not even destroyed: it is left as
  // it is, with what it holds.
  template <class Call>
  auto ask(const Call& call) {
    try {
      return call(*solver_);
    } catch (const std::bad_alloc&) {
      static_cast<void>(solver_.release());
      throw;
    }
  }

  Handle(Context& context, Proofs proofs) : context_(context) {
    ask([&](CaDiCaL::Solver& solver) {
      solver.set("quiet", 1);
      solver.connect_terminator(this);
      if (proofs == Proofs::None) return;
      proof_file_ = open_memstream(&proof_, &proof_size_);
      if (!proof_file_) throw std::bad_alloc();
      solver.set("binary", 0);
      solver.trace_proof(proof_file_, "proof");
    });
  }
  ~Handle() override {
    if (!solver_) return;
    solver_->disconnect_terminator();
    if (!proof_file_) return;
    solver_->close_proof_trace();
    std::fclose(proof_file_);
    std::free(proof_);
  }

  void note(std::span<const int> clause) {
    if (proof_file_) clauses_.emplace_back(clause.begin(), clause.end());
  }

  ProofCheck check_proof() {
    WHYNOT_CHECK(proof_file_, "proofs should be kept");
    solver_->flush_proof_trace();
    std::fflush(proof_file_);
    return check_drat(clauses_, std::string_view(proof_, proof_size_), context_);
  }

  bool should_stop() { return context_.should_stop(); }

  std::uint64_t effort = 0;

 private:
  bool terminate() override {
    // About a dozen decisions after the last one; in a large formula each gives values to very many variables.
    constexpr int variables_a_look = 4096;
    effort += 1 + static_cast<std::uint64_t>(solver_->vars() / variables_a_look);
    return should_stop();
  }

  Context& context_;
  std::unique_ptr<CaDiCaL::Solver> solver_ = std::make_unique<CaDiCaL::Solver>();
  std::FILE* proof_file_ = nullptr;  // into the following
  char* proof_ = nullptr;
  std::size_t proof_size_ = 0;
  std::vector<std::vector<int>> clauses_;  // for the proof's checker, which is not to trust the solver
};

Sat::Sat(Context& context, Proofs proofs) : handle_(std::make_unique<Handle>(context, proofs)) {}
Sat::~Sat() = default;
Sat::Sat(Sat&&) noexcept = default;
Sat& Sat::operator=(Sat&&) noexcept = default;

int Sat::new_variable() { return ++variables_; }

void Sat::add(std::span<const int> clause) {
  for (int literal : clause)
    WHYNOT_CHECK(literal != 0 && std::abs(literal) <= variables_, "a clause should speak of known variables");
  handle_->ask([&](CaDiCaL::Solver& solver) {
    for (int literal : clause) solver.add(literal);
    solver.add(0);
  });
  handle_->note(clause);
}

Answer Sat::solve(std::span<const int> assumptions, std::optional<std::uint64_t> conflicts) {
  if (handle_->should_stop()) return Answer::Stopped;
  const int answer = handle_->ask([&](CaDiCaL::Solver& solver) {
    for (int literal : assumptions) solver.assume(literal);
    if (conflicts) {
      const std::uint64_t most = std::numeric_limits<int>::max();
      solver.limit("conflicts", static_cast<int>(std::min(*conflicts, most)));
    }
    return solver.solve();
  });
  switch (answer) {
    case 10: return Answer::Sat;
    case 20: return Answer::Unsat;
    default: return Answer::Stopped;
  }
}

Answer Sat::solve_with(std::span<const int> clause, std::span<const int> assumptions,
                       std::optional<std::uint64_t> conflicts) {
  if (handle_->should_stop()) return Answer::Stopped;
  WHYNOT_CHECK(!clause.empty(), "a clause for one question should say something");
  handle_->ask([&](CaDiCaL::Solver& solver) {
    for (int literal : clause) solver.constrain(literal);
    solver.constrain(0);
  });
  return solve(assumptions, conflicts);
}

ProofCheck Sat::check_proof() { return handle_->check_proof(); }

std::uint64_t Sat::effort() const { return handle_->effort; }

// The solver knows only variables that occur in a clause or an assumption; any value does for the others.
bool Sat::value(int literal) const {
  return handle_->ask([&](CaDiCaL::Solver& solver) {
    return std::abs(literal) > solver.vars() ? literal < 0 : solver.val(literal) > 0;
  });
}

bool Sat::failed(int assumption) const {
  return handle_->ask([&](CaDiCaL::Solver& solver) { return solver.failed(assumption); });
}

}  // namespace whynot::solve
