// Whether a property that holds says anything: left sides that are never true (antecedent failure; Ben-David, Copty,
// Fisman & Ruah, "Vacuity in practice: temporal antecedent failure", FMSD 2014), parts without which it holds as well
// (Beer, Ben-David, Eisner & Rodeh, CAV 1997; Kupferman & Vardi, 2003), variables of it that never change.
#pragma once
#include <string>
#include <vector>

#include "analyse/variants/parts.h"
#include "analyse/variants/side_questions.h"

namespace whynot::analyse::variants {

struct Vacuity {
  enum class Reason { Antecedent, Irrelevant, Constant };
  Reason reason = Reason::Antecedent;
  Expr part;
  std::string part_text;
  std::string sentence;  // what follows the property's name: "holds because `req` is never TRUE"
  Expr variant;          // the property with the part replaced: it holds as well; null for a constant
};

// A property that holds, with what it takes to ask about it.  What is handed in must outlive this.
class Holding {
 public:
  Holding(const TransitionSystem&, const Property&, Keep*, SideQuestions&);

  // Whether the property is about anything: some state is initial, some fair run exists.  Nothing: not decided.
  std::optional<bool> has_runs();

  // Left sides that are never true where it matters, outer ones first; those inside of one found are not asked about.
  std::vector<Vacuity> antecedents();
  // Largest parts that could be anything, but for those that `found` explains already.
  std::vector<Vacuity> irrelevant(const std::vector<Vacuity>& found);
  std::vector<Vacuity> constants();

  // A run that satisfies the property.  Better is one that puts it to use: of an implication both sides are true; of
  // what is said of some run, it is shown.
  struct Use {
    enum class Kind { Used, Shown, True } kind = Kind::True;
    Trace run;
  };
  std::optional<Use> witness();

 private:
  std::optional<bool> still_holds(Expr formula);
  Vacuity failed(const Antecedent&) const;
  void look_below(const Part&, const std::vector<Vacuity>& found, std::vector<Vacuity>& into);
  std::optional<Trace> violation(PropertyKind, Expr formula);
  std::string text(Expr e) const;
  bool is_of_states() const { return property_.kind == PropertyKind::Invariant; }

  const TransitionSystem& system_;
  const Property& property_;
  Keep* keep_;
  SideQuestions& ask_;
  ExprNames names_;
};

}  // namespace whynot::analyse::variants
