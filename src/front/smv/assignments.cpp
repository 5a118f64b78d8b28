// Reads assignments, elaborates their right-hand sides, and checks that no variable is assigned twice.
#include "front/smv/assignments.h"

#include <fmt/format.h>

#include <unordered_map>

#include "front/common/report.h"
#include "front/common/typing.h"
#include "front/smv/contexts.h"

namespace whynot::front::smv {
namespace {

const Place& place_of(Declares what) {
  if (what == Declares::AssignInit) return in_init_assignment;
  return what == Declares::AssignNext ? in_next_assignment : in_assignment;
}

}  // namespace

// Reading -----------------------------------------------------------------------------------------------

void AssignmentReader::read(const Item& item) {
  const Declaration& d = *item.declaration;
  const Term target = scope_.term(file_.syntax, d.tree, item.instance, diagnostics_);
  const Term value = scope_.term(file_.syntax, d.second, item.instance, diagnostics_);
  choices_ = std::make_shared<const std::vector<WrittenChoice>>(scope_.elaborator().take_choices());
  if (target.unusable()) return;
  if (!target.assignable) {
    Diagnostic& report = diagnostics_.error("smv.not-assignable",
                                            fmt::format("`{}` is not a variable, and only variables can be assigned",
                                                        front::folded(file_.syntax.text(d.tree.root), 60)),
                                            d.where);
    if (file_.syntax[d.tree.root].form == front::Form::Index)
      report.help = "an index on the left of `:=` must be a constant";
    return;
  }
  if (!value.unusable()) assign(item, target, value);
}

void AssignmentReader::assign(const Item& item, const Term& target, const Term& value) {
  const Declaration& d = *item.declaration;
  if (target.is(Term::Kind::Array)) return assign_arrays(item, target, value);
  if (!value.is(Term::Kind::Value)) {
    wrong_type(item, fmt::format("`{}` is not a single value, but the variable is",
                                 front::folded(file_.syntax.text(d.second.root), 60)));
    return;
  }
  if (!may_be_assigned(item, target.value)) return;
  if (!fits_place(value.value, file_.syntax, d.second, place_of(d.what), scope_.elaborator().facts(), diagnostics_))
    return;
  assign_value(item, target.value, value.value);
}

void AssignmentReader::assign_arrays(const Item& item, const Term& target, const Term& value) {
  const bool same = value.is(Term::Kind::Array) && value.array->lo == target.array->lo &&
                    value.array->elements.size() == target.array->elements.size();
  if (!same) {
    wrong_type(item, fmt::format("an array {}..{} gets a value that is not such an array", to_string(target.array->lo),
                                 to_string(target.array->hi())));
    return;
  }
  for (std::size_t i = 0; i < target.array->elements.size(); ++i)
    assign(item, target.array->elements[i], value.array->elements[i]);
}

Diagnostic& AssignmentReader::wrong_type(const Item& item, std::string message) {
  const Declaration& d = *item.declaration;
  Diagnostic& report = diagnostics_.error("smv.type-mismatch", std::move(message), d.where);
  front::add_label(report, file_.syntax.span(d.second.root), "this value");
  return report;
}

bool AssignmentReader::may_be_assigned(const Item& item, Expr variable) {
  const Declaration& d = *item.declaration;
  const VariableKind kind = kinds_[variable.id()];
  const std::string& name = scope_.pool().name_of(variable);
  if (kind == VariableKind::Input) {
    diagnostics_
        .error("smv.input-assigned", fmt::format("`{}` is an input, and inputs cannot be assigned", name), d.where)
        .help = "constrain it by TRANS";
    return false;
  }
  if (kind == VariableKind::Frozen && d.what != Declares::AssignInit) {
    diagnostics_
        .error("smv.frozen-assigned", fmt::format("`{}` is frozen: it has an initial value, and keeps it", name),
               d.where)
        .help = fmt::format("write `init({}) := …`, or declare it under VAR", name);
    return false;
  }
  return true;
}

void AssignmentReader::assign_value(const Item& item, Expr variable, Expr value) {
  const Declaration& d = *item.declaration;
  if (!front::comparable(variable.type(), value.type())) {
    Diagnostic& report =
        wrong_type(item, fmt::format("`{}` is {}, but the value is {}", scope_.pool().name_of(variable),
                                     front::describe(variable.type()), front::describe(value.type())));
    if (variable.type().is_boolean()) report.help = front::booleans_are_not_numbers;
    return;
  }
  check_fit(item, variable, value);
  const InstanceId process = scope_.instance(item.instance).process;
  entries_.push_back({d.what, process, variable, value, d.where, choices_});
}

void AssignmentReader::check_fit(const Item& item, Expr variable, Expr value) {
  const Type type = variable.type();
  if (type.is_boolean() || type.is_word() || front::element_of(value.type()) == type) return;
  const Expr condition = scope_.elaborator().hazards().fits(value, type);
  if (!condition) return;
  const Declaration& d = *item.declaration;
  std::string message =
      fmt::format("`{}` may get a value outside its type {}", scope_.pool().name_of(variable), type.to_string());
  std::string help = "widen the variable's type, or guard the value";
  if (condition == scope_.pool().boolean(false)) {
    diagnostics_.error("smv.value-out-of-range", std::move(message), d.where).help = std::move(help);
    return;
  }
  obligations_.push_back({condition, "smv.value-out-of-range", std::move(message), std::move(help), d.where});
}

// Single assignment -------------------------------------------------------------------------------------

void check_single_assignment(const std::vector<AssignEntry>& entries, const ExprPool& pool, Diagnostics& diagnostics) {
  struct Seen {
    const AssignEntry* current = nullptr;
    const AssignEntry* init = nullptr;
    std::vector<const AssignEntry*> next;  // one per process
  };
  std::unordered_map<std::uint32_t, Seen> seen;
  const auto twice = [&](const AssignEntry& first, const AssignEntry& second) {
    front::add_label(
        diagnostics.error("smv.multiple-assignment",
                          fmt::format("`{}` is assigned more than once", pool.name_of(second.variable)), second.where),
        first.where, "first assigned here");
  };
  for (const AssignEntry& e : entries) {
    Seen& s = seen[e.variable.id()];
    const AssignEntry* clash = s.current;
    if (e.what == Declares::AssignCurrent) {
      if (!clash) clash = s.init;
      if (!clash && !s.next.empty()) clash = s.next[0];
      s.current = &e;
    } else if (e.what == Declares::AssignInit) {
      if (!clash) clash = s.init;
      s.init = &e;
    } else {
      for (const AssignEntry* other : s.next)
        if (!clash && other->process == e.process) clash = other;
      s.next.push_back(&e);
    }
    if (clash) twice(*clash, e);
  }
}

}  // namespace whynot::front::smv
