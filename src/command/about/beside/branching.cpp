#include "command/about/beside/branching.h"

#include <fmt/format.h>

#include "analyse/branching/break.h"
#include "encode/code.h"

namespace whynot::command {
namespace {

// Of a way that ends in one state, that state: where there is no step to show, nothing else does.
std::string where(const Trace& way) {
  if (way.loop) return "one run cannot show this; here is where it breaks";
  constexpr std::size_t few = 8;
  const auto& columns = way.signature->columns;
  std::string state;
  for (std::size_t c = 0; c < std::min(few, columns.size()); ++c)
    state += fmt::format("{}{} = {}", c ? ", " : "", columns[c].name, way.steps.back().state[c].to_string());
  if (columns.size() > few) state += fmt::format(" and {} more", columns.size() - few);
  return "one run cannot show this; here is the state where it breaks: " + state;
}

}  // namespace

void tell_break(session::Workbench& bench, const Property& property, Answer& answer) {
  if (!property.is_ctl() || !std::holds_alternative<Violated>(answer.verdict)) return;
  answer.verdict = Violated{NoEvidence{"one run cannot show this; whynot explain does so by a proof"}};
  for (const VariableDecl& v : bench.system().variables)
    if (!encode::has_code(v.variable.type())) return;
  constexpr std::uint64_t effort = 20'000;
  Context limited(bench.context(), effort);
  auto found = analyse::branching::where_it_breaks(bench.system(), property, &bench.keep(), limited);
  if (!found) return;
  answer.verdict = Violated{NoEvidence{where(found->way)}};
  answer.why = std::move(found->sentence);
  if (found->way.depth() > 0) answer.traces.push_back(bench.cite(std::move(found->way), property.name));
}

}  // namespace whynot::command
