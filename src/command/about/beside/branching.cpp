#include "command/about/beside/branching.h"

#include <fmt/format.h>

#include <set>

#include "analyse/branching/break.h"
#include "encode/code.h"

namespace whynot::command {
namespace {

// Of a way that ends in one state what the property reads of it, or all of it where there is little.
std::string where(const ExprPool& pool, const Property& property, const Trace& way) {
  if (way.loop) return "one run cannot show this; here is where it breaks";
  constexpr std::size_t few = 8;
  std::set<std::string> read;
  for (const Expr v : support(property.formula)) read.insert(pool.name_of(v));
  const auto& columns = way.signature->columns;
  std::vector<std::string> values;
  for (std::size_t c = 0; c < columns.size(); ++c)
    if (columns.size() <= few || read.count(columns[c].name) > 0)
      values.push_back(fmt::format("{} = {}", columns[c].name, way.steps.back().state[c].to_string()));
  const std::string words = "one run cannot show this; here is the state where it breaks";
  return values.empty() || values.size() > few ? words : fmt::format("{}: {}", words, fmt::join(values, ", "));
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
  answer.verdict = Violated{NoEvidence{where(bench.pool(), property, found->way)}};
  answer.why = std::move(found->sentence);
  if (found->way.depth() > 0) answer.traces.push_back(bench.cite(std::move(found->way), property.name));
}

}  // namespace whynot::command
