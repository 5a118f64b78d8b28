// whynot simulate: walk through the model, at random or by hand.
#include <fmt/format.h>

#include <iostream>

#include "app/command.h"
#include "base/random.h"
#include "expr/evaluate.h"
#include "model/slots.h"

namespace whynot::app {
namespace {

constexpr std::size_t choices_listed = 20;
constexpr std::size_t choices_told = 100;  // to a program, which scrolls

class Simulation {
 public:
  Simulation(Run& run, Workbench& workbench, Expr constraint)
      : run_(run), workbench_(workbench), slots_(workbench.system()), random_(run.context.seed()) {
    if (constraint) constraint_.emplace(workbench.pool(), constraint, [this](Expr leaf) { return slots_.of(leaf); });
    trace_.signature = workbench.stepper().signature();
  }

  // Takes up to `steps` steps; stops early where no state follows.
  Trace walk(std::size_t steps, bool by_hand) {
    if (auto first = choose(by_hand, nullptr)) trace_.steps.push_back({std::move(first->state), {}, std::nullopt});
    while (!trace_.steps.empty() && trace_.steps.size() <= steps && !run_.context.should_stop()) {
      auto next = choose(by_hand, &trace_.steps.back().state);
      if (!next) break;
      trace_.steps.push_back({std::move(next->state), std::move(next->inputs), std::nullopt});
    }
    return std::move(trace_);
  }

  // Takes the choices, each the number of one of the states that may come next; false when there is none of that
  // number.
  bool follow(const std::vector<std::size_t>& choices) {
    for (std::size_t choice : choices) {
      auto found = next_states();
      if (choice == 0 || choice > found.size()) return false;
      trace_.steps.push_back(std::move(found[choice - 1]));
    }
    return true;
  }

  std::vector<Step> next_states() {
    std::vector<Step> steps;
    for (Successor& s : candidates(trace_.steps.empty() ? nullptr : &trace_.steps.back().state, choices_told, nullptr))
      steps.push_back({std::move(s.state), std::move(s.inputs), std::nullopt});
    return steps;
  }
  const Trace& trace() const { return trace_; }

 private:
  bool allowed(const State& state) const {
    return !constraint_ || constraint_->all_true(slots_.values(state, nullptr, nullptr));
  }

  // The first `limit` states that may come next, in random order unless by hand.
  std::vector<Successor> candidates(const State* from, std::size_t limit, Random* order) {
    std::vector<Successor> found;
    const auto take = [&](Successor successor) {
      if (allowed(successor.state)) found.push_back(std::move(successor));
      return found.size() < limit;
    };
    if (from)
      workbench_.stepper().successors(*from, run_.context, take, order);
    else
      workbench_.stepper().initial(
          run_.context,
          [&](State state) {
            return take({{}, std::nullopt, std::move(state)});
          },
          order);
    return found;
  }

  std::optional<Successor> choose(bool by_hand, const State* from) {
    auto found = candidates(from, by_hand ? choices_listed : 1, by_hand ? nullptr : &random_);
    if (found.empty()) return std::nullopt;
    return by_hand ? ask(found, from) : std::move(found.front());
  }

  std::optional<Successor> ask(std::vector<Successor>& found, const State* from) {
    const Signature& signature = *workbench_.stepper().signature();
    run_.err << (from ? fmt::format("\nstep {}:\n", trace_.steps.size()) : std::string("\ninitial states:\n"));
    for (std::size_t i = 0; i < found.size(); ++i) {
      std::string line = fmt::format("  {:>2}", i + 1);
      for (std::size_t c = 0; c < found[i].inputs.size(); ++c)
        line += fmt::format("  [{} = {}]", signature.inputs[c].name, found[i].inputs[c].to_string());
      for (std::size_t c = 0; c < signature.columns.size(); ++c)
        if (!from || found[i].state[c] != (*from)[c])
          line += fmt::format("  {} = {}", signature.columns[c].name, found[i].state[c].to_string());
      run_.err << line << "\n";
    }
    if (found.size() == choices_listed) run_.err << "  (there may be more; --constraint narrows them)\n";
    while (true) {
      run_.err << fmt::format("choose 1 to {}, or q to end: ", found.size()) << std::flush;
      std::string answer;
      if (!std::getline(run_.in, answer) || answer == "q") return std::nullopt;
      const bool number =
          !answer.empty() && answer.size() < 6 && answer.find_first_not_of("0123456789") == std::string::npos;
      const std::size_t choice = number ? std::stoul(answer) : 0;
      if (choice >= 1 && choice <= found.size()) return std::move(found[choice - 1]);
    }
  }

  Run& run_;
  Workbench& workbench_;
  Slots slots_;
  std::optional<CompiledExpr> constraint_;
  Random random_;
  Trace trace_;
};

// --choose: a walk that a program takes, step by step, each time from the beginning.
ExitCode simulate_chosen(Run& run, Workbench& workbench, Expr constraint) {
  std::vector<std::size_t> choices;
  for (const std::string& word : run.arguments.list("choose")) {
    if (word.empty() || word.size() > 6 || word.find_first_not_of("0123456789") != std::string::npos)
      return usage_error(run, fmt::format("`--choose {}`: expected numbers such as 2,1,3", word));
    choices.push_back(std::stoul(word));
  }
  if (choices.size() == 1 && choices[0] == 0) choices.clear();
  Simulation simulation(run, workbench, constraint);
  if (!simulation.follow(choices)) {
    workbench.diagnostics().error("app.no-such-choice",
                                  fmt::format("step {} has no choice of that number", simulation.trace().steps.size()),
                                  {1, 0, 0});
    return fail_with_diagnostics(run, workbench, exit_input);
  }
  report::Report& report = workbench.report();
  report.choices.emplace();
  report.choices->signature = simulation.trace().signature;
  report.choices->steps = simulation.next_states();
  if (!choices.empty()) workbench.add_trace(simulation.trace(), "", run.arguments.has("verbose"));
  return write_report(run, report);
}

}  // namespace

ExitCode run_simulate(Run& run) {
  const Arguments& a = run.arguments;
  Workbench workbench(run.context);
  if (const ExitCode code = open_model(run, workbench); code != exit_ok) return code;
  Expr constraint;
  if (a.has("constraint")) {
    constraint = workbench.expression(a.text("constraint"));
    if (!constraint) return fail_with_diagnostics(run, workbench, exit_input);
  }
  if (a.has("choose")) return simulate_chosen(run, workbench, constraint);
  const std::size_t steps = a.count("steps").value_or(10);
  Trace trace = Simulation(run, workbench, constraint).walk(steps, a.has("interactive"));
  if (trace.steps.empty()) {
    workbench.diagnostics().error("app.no-initial-state", "no initial state meets the constraints", {1, 0, 0});
    return fail_with_diagnostics(run, workbench, exit_input);
  }
  if (trace.steps.size() <= steps && !a.has("interactive") && !run.context.should_stop())
    run.err << fmt::format("step {} has no successor{}\n", trace.steps.size() - 1,
                           constraint ? " that meets the constraint" : "");
  workbench.add_trace(std::move(trace), "", a.has("verbose"));
  report::Report& report = workbench.report();
  const ExitCode code = write_report(run, report);
  return code == exit_ok && report.interrupted ? exit_interrupted : code;
}

}  // namespace whynot::app
