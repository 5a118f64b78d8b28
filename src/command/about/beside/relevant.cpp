#include "command/about/beside/relevant.h"

#include <algorithm>

#include "analyse/why/chain.h"

namespace whynot::command {

std::vector<std::string> relevant_columns(session::Workbench& bench, const Trace& trace,
                                          const std::vector<report::Cause>& causes) {
  std::vector<std::string> columns;
  const auto add = [&](const std::string& name) {
    if (std::find(columns.begin(), columns.end(), name) == columns.end()) columns.push_back(name);
  };
  std::vector<analyse::why::Place> from;
  for (const report::Cause& cause : causes) {
    add(cause.column);
    if (const auto place = analyse::why::place_named(bench.system(), trace, cause.column, cause.step))
      from.push_back(*place);
  }
  for (const analyse::why::Link& link : analyse::why::chain(bench.system(), trace, from).links)
    add(bench.pool().name_of(bench.system().variables[link.place.variable].variable));
  return columns;
}

}  // namespace whynot::command
