#include "solve/sat.h"

#include <algorithm>
#include <cadical.hpp>
#include <limits>

#include "base/check.h"

namespace whynot::solve {

class Sat::Handle : private CaDiCaL::Terminator {
 public:
  explicit Handle(Context& context) : context_(context) {
    solver.set("quiet", 1);
    solver.connect_terminator(this);
  }
  ~Handle() override { solver.disconnect_terminator(); }

  bool should_stop() { return context_.should_stop(); }

  CaDiCaL::Solver solver;
  std::uint64_t effort = 0;

 private:
  bool terminate() override {
    ++effort;
    return should_stop();
  }

  Context& context_;
};

Sat::Sat(Context& context) : handle_(std::make_unique<Handle>(context)) {}
Sat::~Sat() = default;
Sat::Sat(Sat&&) noexcept = default;
Sat& Sat::operator=(Sat&&) noexcept = default;

int Sat::new_variable() { return ++variables_; }

void Sat::add(std::span<const int> clause) {
  for (int literal : clause) {
    WHYNOT_CHECK(literal != 0 && std::abs(literal) <= variables_, "a clause should speak of known variables");
    handle_->solver.add(literal);
  }
  handle_->solver.add(0);
}

Answer Sat::solve(std::span<const int> assumptions, std::optional<std::uint64_t> conflicts) {
  if (handle_->should_stop()) return Answer::Stopped;
  for (int literal : assumptions) handle_->solver.assume(literal);
  if (conflicts) {
    const std::uint64_t most = std::numeric_limits<int>::max();
    handle_->solver.limit("conflicts", static_cast<int>(std::min(*conflicts, most)));
  }
  switch (handle_->solver.solve()) {
    case 10: return Answer::Sat;
    case 20: return Answer::Unsat;
    default: return Answer::Stopped;
  }
}

std::uint64_t Sat::effort() const { return handle_->effort; }

// The solver knows only variables that occur in a clause or an assumption; any value does for the others.
bool Sat::value(int literal) const {
  if (std::abs(literal) > handle_->solver.vars()) return literal < 0;
  return handle_->solver.val(literal) > 0;
}

bool Sat::failed(int assumption) const { return handle_->solver.failed(assumption); }

}  // namespace whynot::solve
