// The proof is a chain: a state violates the property, or one of its successors leads to one that does.  It is built
// from the last step of the trace to the first.
#include "command/about/explain/trace_evidence.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/check.h"
#include "command/about/explain/exploration.h"
#include "report/draw/witness.h"
#include "report/text/trace_view.h"

namespace whynot::command {
namespace {

using report::ProofNode;

std::string in_steps(std::size_t left) { return fmt::format("in {} more step{}", left, left == 1 ? "" : "s"); }

ProofNode node(std::string goal, std::size_t step, std::string rule, std::string summary) {
  ProofNode out;
  out.goal = std::move(goal);
  out.state = fmt::format("s{}", step);
  out.open = rule.empty();
  if (!out.open) out.by = "default";
  out.rule = std::move(rule);
  out.summary = std::move(summary);
  return out;
}

std::string next_by(const Trace& trace, std::size_t step) {
  const auto& action = trace.steps[step + 1].action;
  return action ? "next: " + report::action_text(*action) : "the next state is on the way";
}

// The goal at a step of the trace, closed where `below`, of the next step, is there.
ProofNode step_node(const Trace& trace, std::size_t step, const std::string& wrong, std::optional<ProofNode> below) {
  const std::size_t left = trace.depth() - step;
  const std::string goal = fmt::format("E [TRUE BU 0..{} {}]", left, wrong);
  if (left == 0) {
    ProofNode out = node(goal, step, "EU-now", fmt::format("{} is true here: the goal is reached", wrong));
    out.children.push_back(node(wrong, step, "atom", fmt::format("{} is true", wrong)));
    return out;
  }
  const std::string ahead = fmt::format("on the way: {} becomes true {}", wrong, in_steps(left));
  if (!below) return node(goal, step, "", ahead);
  ProofNode out = node(goal, step, "EU-step", (step == 0 ? "" : ahead + "; ") + next_by(trace, step));
  out.children.push_back(std::move(*below));
  return out;
}

}  // namespace

std::string refuses_explore_options(const Arguments& arguments) {
  ExploreOptions unused;
  return read_explore_options(arguments, unused);
}

report::Evidence evidence_of_trace(const Arguments& arguments, const Trace& trace, const std::string& property,
                                   std::vector<std::string> ids) {
  WHYNOT_CHECK(!trace.loop && !trace.steps.empty(), "evidence of a trace is about one that ends");
  ExploreOptions options;
  WHYNOT_CHECK(read_explore_options(arguments, options).empty(), "options should be read before they are used");
  const std::size_t most = std::min(options.extent.budget, options.extent.depth.value_or(options.extent.budget));
  const std::size_t last = std::min(trace.depth(), most > 0 ? most - 1 : 0);  // the root is a goal, too

  report::Evidence evidence;
  evidence.property = property;
  evidence.traces = std::move(ids);
  evidence.proved = fmt::format("EF !{}", property);
  evidence.checked = true;
  evidence.open = most == 0 || last < trace.depth() ? 1 : 0;
  evidence.view = options.view;
  const std::string wrong = "!" + property, ahead = fmt::format("{} becomes true {}", wrong, in_steps(trace.depth()));
  evidence.headline = fmt::format("{}: {}", evidence.proved, ahead);
  evidence.proof = node(evidence.proved, 0, most == 0 ? "" : "EU", ahead);
  if (most > 0) {
    evidence.proof.bound = trace.depth();
    std::optional<ProofNode> below;
    for (std::size_t step = last + 1; step-- > 0;) below = step_node(trace, step, wrong, std::move(below));
    evidence.proof.children.push_back(std::move(*below));
  }
  const auto& columns = trace.signature->columns;
  for (std::size_t step = 0; step <= last; ++step) {
    report::NamedState named{fmt::format("s{}", step), {}};
    for (std::size_t c = 0; c < columns.size(); ++c)
      named.values.emplace_back(columns[c].name, trace.steps[step].state[c]);
    evidence.states.push_back(std::move(named));
  }
  evidence.drawing = report::drawing_of(evidence);
  return evidence;
}

}  // namespace whynot::command
