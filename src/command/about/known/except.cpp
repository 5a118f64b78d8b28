#include "command/about/known/except.h"

#include <fmt/format.h>

#include "analyse/classify/known/known.h"
#include "command/about/known/known_classes.h"
#include "report/spelling.h"

namespace whynot::command {
namespace {

// Without --bound: up to the first of these there may be one, and the last is far enough to try a proof.
const std::vector<std::size_t> usual_bounds = {10, 20, 40};

std::optional<std::vector<whynot::Predicate>> known_of(const Arguments& arguments, session::Workbench& bench,
                                                       const Property& property) {
  std::vector<whynot::Predicate> all;
  for (const std::string& one : arguments.all("except")) {
    const auto known = read_known({arguments, bench, bench.system()}, one, property.name);
    if (!known) return std::nullopt;
    for (whynot::Predicate& p : predicates_of(*known)) all.push_back(std::move(p));
  }
  return all;
}

}  // namespace

Answer decide_except(const Arguments& arguments, session::Workbench& bench, const Property& property,
                     const DecideOptions& options) {
  const auto known = known_of(arguments, bench, property);
  if (!known) return {};
  engine::Answer decided = bench.decide(property);
  if (known->empty() || !std::holds_alternative<Violated>(decided.verdict))
    return complete(bench, property, std::move(decided), options);
  const std::vector<std::size_t> bounds =
      arguments.has("bound") ? std::vector{*arguments.count("bound")} : usual_bounds;
  const std::string unrolls(engine::engine_with(&engine::Powers::several).name());
  const auto sought =
      analyse::classify::find_outside(bench.system(), bench.stepper(), property, *known, bounds, bench.context());
  if (const auto* no = std::get_if<analyse::classify::NotTreated>(&sought))
    return {Unknown{no->reason}, decided.engine};
  const auto& outside = std::get<analyse::classify::Outside>(sought);
  if (outside.counterexample) {
    decided.verdict = Violated{*outside.counterexample};
    decided.engine = unrolls;
    return complete(bench, property, std::move(decided), options);
  }
  const std::string which = report::counted(known->size(), "known class", "known classes");
  if (!outside.stopped.empty()) return {Unknown{outside.stopped}, unrolls};
  if (!outside.proved)
    return {NoneUpTo{outside.bound, fmt::format("it is violated, but only in the {}", which)}, unrolls};
  Answer answer{Holds{NoEvidence{fmt::format("every counterexample is in the {}", which)}}, unrolls};
  answer.why = fmt::format("It is violated, but every counterexample is in the {}.", which);
  return answer;
}

}  // namespace whynot::command
