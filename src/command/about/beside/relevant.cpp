#include "command/about/beside/relevant.h"

#include <algorithm>

#include "analyse/why/chain.h"
#include "analyse/why/cone.h"

namespace whynot::command {
namespace {

void add(const std::string& column, std::vector<std::string>& columns) {
  if (std::find(columns.begin(), columns.end(), column) == columns.end()) columns.push_back(column);
}

}  // namespace

std::vector<std::string> cone_columns(session::Workbench& bench, const Property& property,
                                      std::vector<std::string> first) {
  const auto add_cone = [&](Expr formula) {
    for (Expr variable : analyse::why::cone(bench.system(), formula)) add(bench.pool().name_of(variable), first);
  };
  add_cone(property.formula);
  if (property.kind == PropertyKind::Invariant) return first;
  for (const Constraint& justice : bench.system().justice) add_cone(justice.condition);  // a loop owes it to them
  for (const Compassion& compassion : bench.system().compassion) {
    add_cone(compassion.p);
    add_cone(compassion.q);
  }
  return first;
}

std::vector<std::string> relevant_columns(session::Workbench& bench, const Property& property, const Trace& trace,
                                          const std::vector<report::Cause>& causes) {
  std::vector<std::string> columns;
  std::vector<analyse::why::Place> from;
  for (const report::Cause& cause : causes) {
    add(cause.column, columns);
    if (const auto place = analyse::why::place_named(bench.system(), trace, cause.column,
                                                     cause.closing ? trace.steps.size() : cause.step))
      from.push_back(*place);
  }
  for (const analyse::why::Link& link : analyse::why::chain(bench.system(), trace, from).links)
    add(bench.pool().name_of(bench.system().variables[link.place.variable].variable), columns);
  return cone_columns(bench, property, std::move(columns));
}

std::vector<std::string> relevant_columns(const report::Why& why) {
  std::vector<std::string> columns;
  if (!why.witnesses.empty())
    for (const report::WitnessCell& cell : why.witnesses[0].cells) add(cell.place.column, columns);
  for (const report::WhyLink& link : why.chain) add(link.place.column, columns);
  return columns;
}

}  // namespace whynot::command
