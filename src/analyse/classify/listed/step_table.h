// Initial states and successors, listed from decision diagrams.  The Stepper lists them too, but must guess where a
// model says by one large TRANS what may follow; a diagram shows all steps out of a state at once.
#pragma once
#include <functional>
#include <memory>
#include <vector>

#include "analyse/classify/listed/graph.h"
#include "encode/bdd_bits.h"
#include "encode/bdd_relation.h"

namespace whynot::analyse::classify {

class StepTable : public StepSource {
 public:
  // System and context must outlive this.
  StepTable(const TransitionSystem&, Context&);

  // Whether the diagrams could be built within the limits of the context.
  bool ready() const override { return relation_ != nullptr; }
  bool is_listed() const override { return false; }
  bool initial(const std::function<bool(State)>& found) override;
  bool successors(const State&, const std::function<bool(Inputs, State)>& found) override;

 private:
  using Role = encode::BddBits::Role;
  // The assignments to some variables that satisfy a function, each as literals.
  bool each(const solve::Bdd&, const std::vector<solve::BddVariable>&,
            const std::function<bool(const std::vector<solve::BddLiteral>&)>& visit);
  std::vector<solve::BddVariable> of_role(std::initializer_list<Role>) const;
  solve::Bdd all_of(const std::vector<encode::Lit>&);

  encode::BitSystem system_;
  encode::BddParts parts_;
  encode::BddBits bits_;
  std::unique_ptr<encode::BddRelation> relation_;
  solve::Bdd initial_;
  std::vector<solve::BddVariable> state_variables_, step_variables_, frozen_;
  std::vector<solve::BddVariable> current_of_;  // of a Next variable
};

}  // namespace whynot::analyse::classify
