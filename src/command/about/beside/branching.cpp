#include "command/about/beside/branching.h"

#include "analyse/branching/break.h"
#include "encode/code.h"

namespace whynot::command {

void tell_break(session::Workbench& bench, const Property& property, Answer& answer) {
  if (!property.is_ctl() || !std::holds_alternative<Violated>(answer.verdict)) return;
  answer.verdict = Violated{NoEvidence{"one run cannot show this; whynot explain does so by a proof"}};
  for (const VariableDecl& v : bench.system().variables)
    if (!encode::has_code(v.variable.type())) return;
  constexpr std::uint64_t effort = 20'000;
  Context limited(bench.context(), effort);
  auto found = analyse::branching::where_it_breaks(bench.system(), property, &bench.keep(), limited);
  if (!found) return;
  answer.verdict = Violated{NoEvidence{"one run cannot show this; here is where it breaks"}};
  answer.why = std::move(found->sentence);
  if (found->way.depth() > 0) answer.traces.push_back(bench.cite(std::move(found->way), property.name));
}

}  // namespace whynot::command
