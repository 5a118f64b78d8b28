// A system as a certificate's checker sees it: what makes a state initial and a pair of states a step, as single
// literals of one graph, with the bits that an LTL formula remembers (the tableau of Lichtenstein & Pnueli 1985,
// written once more, apart from the engine's), and questions to a solver whose proofs are checked.
#pragma once
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "encode/bit_system.h"
#include "engine/certificate.h"
#include "solve/sat.h"
#include "solve/substitution.h"

namespace whynot::engine {

using Refusal = std::optional<std::string>;  // why a certificate does not show what it should; nothing if it does

// Nothing if the solver's clauses contradict each other, and its proof says so; else what that means.  REQUIRES
// that proofs are kept, and that nothing was asked.
Refusal contradiction(solve::Sat&, Context&, const std::string& otherwise);

class CertifyCircuit {
 public:
  using Lit = solve::Lit;
  // The variables that matter for the roots.
  CertifyCircuit(const TransitionSystem&, std::span<const Expr> roots, Context&);

  // From now on runs on which the LTL formula holds.  REQUIRES negation normal form, no bounds.
  void remember(Expr formula);
  // The certificate's circuits over current bits; false when it speaks of bits that are not there.
  bool place(const Certificate&);

  solve::Aig& graph() { return bits_.graph(); }
  bool speaks_of_step(Expr) const;
  Lit condition(Expr e) { return bits_.condition(e); }
  Lit allowed() const { return allowed_; }  // what is true in every state of a run
  Lit initial() const { return initial_; }
  Lit step() const { return step_; }
  Lit placed(Lit of_certificate) { return placed_->apply(of_certificate); }
  Lit next(Lit l) { return next_.apply(l); }  // read in the next state; REQUIRES one over current bits

  struct Promise {
    Lit p, q;
  };
  std::optional<Lit> justice(std::size_t index);  // as Certificate::Stage says
  const std::vector<Promise>& compassion() const { return compassion_; }

  // Reads literals after the step that a choice takes.
  class Taken {
   public:
    // Nothing when the choice leaves something open.
    static std::optional<Taken> by(CertifyCircuit&, const std::vector<Certificate::Chosen>&);
    Lit operator()(Lit l) { return step_.apply(l); }  // over current, input and next bits

   private:
    explicit Taken(solve::Substitution step) : step_(std::move(step)) {}
    solve::Substitution step_;
  };

  // Nothing if the literal is never true, and a proof says so; else what that means.
  Refusal never(Lit, const std::string& otherwise);
  // Whether the literal is true of something.
  Refusal once(Lit, const std::string& otherwise);

 private:
  struct Memory {
    Lit current, next;
  };
  void require(Lit& all, Lit one) { all = graph().and_(all, one); }
  void make_step();
  Memory memory_of(Expr);
  Lit atom(Expr);
  Lit temporal(Expr);
  Lit value(Expr) const;
  std::optional<Lit> bit(const Certificate&, Certificate::Bit) const;

  encode::BitSystem bits_;
  std::vector<bool> cone_;
  Context& context_;
  Lit allowed_ = solve::Aig::constant(true), initial_ = allowed_, step_ = allowed_;
  solve::Substitution next_;
  std::optional<solve::Substitution> placed_;
  std::unordered_map<Expr, Memory, ExprHash> memories_;
  std::unordered_map<Expr, Lit, ExprHash> values_, promises_;
  std::vector<Promise> compassion_;
  std::vector<Expr> remembered_;  // of the certificate
};

}  // namespace whynot::engine
