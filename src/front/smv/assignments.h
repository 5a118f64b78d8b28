// ASSIGN: each variable is assigned at most once for its initial value and once for its next one, or once for
// its value at all times; with processes, once for the next value in each.
#pragma once
#include <memory>
#include <vector>

#include "base/diagnostic.h"
#include "front/smv/instantiate.h"
#include "front/smv/scope.h"
#include "model/system/transition_system.h"

namespace whynot::front::smv {

struct AssignEntry {
  Declares what = Declares::AssignCurrent;
  InstanceId process = main_instance;
  Expr variable, value;
  Span where;
  std::shared_ptr<const std::vector<WrittenChoice>> choices = {};
};

// What the assignments of the instances say, element by element of arrays.  Reports targets that cannot be
// assigned and values of the wrong type; values that may not fit their variable become obligations.
class AssignmentReader {
 public:
  AssignmentReader(const File& file, Scope& scope, const std::vector<VariableKind>& kinds, Diagnostics& diagnostics)
      : file_(file), scope_(scope), kinds_(kinds), diagnostics_(diagnostics) {}

  void read(const Item&);
  std::vector<AssignEntry> take_entries() { return std::move(entries_); }
  std::vector<Obligation> take_obligations() { return std::move(obligations_); }

 private:
  void assign(const Item&, const Term& target, const Term& value);
  void assign_arrays(const Item&, const Term& target, const Term& value);
  void assign_value(const Item&, Expr variable, Expr value);
  bool may_be_assigned(const Item&, Expr variable);
  void check_fit(const Item&, Expr variable, Expr value);
  Diagnostic& wrong_type(const Item&, std::string message);

  const File& file_;
  Scope& scope_;
  const std::vector<VariableKind>& kinds_;  // by id of the variable
  Diagnostics& diagnostics_;
  std::shared_ptr<const std::vector<WrittenChoice>> choices_;  // of the assignment at hand
  std::vector<AssignEntry> entries_;
  std::vector<Obligation> obligations_;
};

// Reports variables that are assigned more than once.
void check_single_assignment(const std::vector<AssignEntry>&, const ExprPool&, Diagnostics&);

// Reports assignments that depend on themselves within one state.
void check_no_cycles(const std::vector<AssignEntry>&, const ExprPool&, front::Facts&, Diagnostics&);

}  // namespace whynot::front::smv
