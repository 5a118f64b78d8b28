// whynot simulate: walk through the model, at random or by hand.
#include <fmt/format.h>

#include <functional>
#include <iostream>

#include "base/random.h"
#include "command/cells.h"
#include "expr/evaluate.h"
#include "model/replay.h"
#include "model/system/slots.h"
#include "session/traces.h"

namespace whynot::command {
namespace {

constexpr std::size_t choices_listed = 20;
constexpr std::size_t choices_told = 100;    // to a program, which scrolls
constexpr std::size_t choices_drawn = 1000;  // from which one is drawn, where the stepper does not draw itself

class Simulation {
 public:
  // `allowed`: only states where this holds.  `drawn`: how many choices a random one is taken from.
  Simulation(Run& run, const Stepper& stepper, std::function<bool(const State&)> allowed, std::size_t drawn)
      : run_(run), stepper_(stepper), allowed_(std::move(allowed)), drawn_(drawn), random_(run.context.seed()) {
    trace_.signature = stepper.signature();
  }

  // Takes up to `steps` steps; stops early where no state follows.
  Trace walk(std::size_t steps, bool by_hand) {
    if (trace_.steps.empty())
      if (auto first = choose(by_hand, nullptr)) trace_.steps.push_back({std::move(first->state), {}, std::nullopt});
    const std::size_t all = begun() + steps;
    while (!trace_.steps.empty() && trace_.steps.size() <= all && !run_.context.should_stop()) {
      auto next = choose(by_hand, &trace_.steps.back().state);
      if (!next) break;
      trace_.steps.push_back({std::move(next->state), std::move(next->inputs), std::move(next->action)});
    }
    return std::move(trace_);
  }

  // Goes on behind these steps.
  void begin(std::vector<Step> steps) {
    trace_.steps = std::move(steps);
    given_ = trace_.steps.size();
  }
  // How many steps behind the first were given.
  std::size_t begun() const { return given_ == 0 ? 0 : given_ - 1; }

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
      steps.push_back({std::move(s.state), std::move(s.inputs), std::move(s.action)});
    return steps;
  }
  const Trace& trace() const { return trace_; }

 private:
  // The first `limit` states that may come next, in random order unless by hand.
  std::vector<Successor> candidates(const State* from, std::size_t limit, Random* order) {
    std::vector<Successor> found;
    const auto take = [&](Successor successor) {
      if (allowed_(successor.state)) found.push_back(std::move(successor));
      return found.size() < limit;
    };
    if (from)
      stepper_.successors(*from, run_.context, take, order);
    else
      stepper_.initial(
          run_.context,
          [&](State state) {
            return take({{}, std::nullopt, std::move(state)});
          },
          order);
    return found;
  }

  std::optional<Successor> choose(bool by_hand, const State* from) {
    auto found = candidates(from, by_hand ? choices_listed : drawn_, by_hand ? nullptr : &random_);
    if (found.empty()) return std::nullopt;
    if (by_hand) return ask(found, from);
    return std::move(found[found.size() > 1 ? random_.below(found.size()) : 0]);
  }

  static std::string text_of(const Action& action) {
    std::string args;
    for (const Value& v : action.args) args += (args.empty() ? "" : ", ") + v.to_string();
    return args.empty() ? action.name : fmt::format("{}({})", action.name, args);
  }

  std::optional<Successor> ask(std::vector<Successor>& found, const State* from) {
    const Signature& signature = *stepper_.signature();
    run_.err << (from ? fmt::format("\nstep {}:\n", trace_.steps.size()) : std::string("\ninitial states:\n"));
    for (std::size_t i = 0; i < found.size(); ++i) {
      std::string line = fmt::format("  {:>2}", i + 1);
      if (found[i].action) line += "  " + text_of(*found[i].action);
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
  const Stepper& stepper_;
  std::function<bool(const State&)> allowed_;
  std::size_t drawn_;
  Random random_;
  Trace trace_;
  std::size_t given_ = 0;
};

// --from TRACE[@STEP]: the run up to that step, the last one unless it is named.  Nothing after errors.
std::optional<std::vector<Step>> steps_to_begin_with(Run& run, session::Workbench& bench) {
  const auto [path, step] = split_step(run.arguments.text("from"));
  const auto traces = session::read_traces(path, run.in, &bench.model(), bench.sources(), bench.diagnostics());
  if (!traces) return std::nullopt;
  Trace trace = traces->front().trace;
  if (const auto refusal = replay(bench.model(), trace)) {
    bench.diagnostics().error("app.not-a-run",
                              fmt::format("the trace in `{}` is not a run of the model: {}", path, refusal->reason),
                              {1, 0, 0});
    return std::nullopt;
  }
  const std::size_t last = trace.steps.size() - 1, wanted = step.value_or(last);
  if (wanted > last) {
    bench.diagnostics().error(
        "app.no-step", fmt::format("the trace in `{}` has steps 0 to {}, not {}", path, last, wanted), {1, 0, 0});
    return std::nullopt;
  }
  trace.steps.resize(wanted + 1);
  return std::move(trace.steps);
}

// --choose: a walk that a program takes, step by step, each time from the beginning.
Prepared follow_choices(Run& run, session::Workbench& bench, Simulation simulation) {
  std::vector<std::size_t> choices;
  for (const std::string& word : run.arguments.list("choose")) {
    if (word.empty() || word.size() > 6 || word.find_first_not_of("0123456789") != std::string::npos)
      return UsageError{fmt::format("`--choose {}`: expected numbers such as 2,1,3", word), ""};
    choices.push_back(std::stoul(word));
  }
  if (choices.size() == 1 && choices[0] == 0) choices.clear();
  if (!simulation.follow(choices)) {
    bench.diagnostics().error("app.no-such-choice",
                              fmt::format("step {} has no choice of that number", simulation.trace().steps.size()),
                              {1, 0, 0});
    return Prepared::Failed{};
  }
  if (!choices.empty()) bench.cite(simulation.trace(), "");
  report::Report& report = bench.report();
  report.choices.emplace();
  report.choices->signature = simulation.trace().signature;
  report.choices->steps = simulation.next_states();
  return finish(run, report);
}

Prepared walk(Run& run, session::Workbench& bench, Simulation simulation) {
  const Arguments& a = run.arguments;
  if (a.has("from")) {
    auto steps = steps_to_begin_with(run, bench);
    if (!steps) return Prepared::Failed{};
    simulation.begin(std::move(*steps));
  }
  if (a.has("choose")) return follow_choices(run, bench, std::move(simulation));
  const std::size_t steps = a.count("steps").value_or(10);
  const std::size_t begun = simulation.begun();
  Trace trace = simulation.walk(steps, a.has("interactive"));
  const bool stopped = run.context.should_stop(), ends_early = trace.steps.size() <= begun + steps;
  if (trace.steps.empty() && stopped) {
    run.err << fmt::format("whynot: {} before a state was found\n", run.context.stop_reason());
    return finish(run, bench.report(), true);
  }
  if (trace.steps.empty()) {
    bench.diagnostics().error("app.no-initial-state", "no initial state meets the constraints", {1, 0, 0});
    return Prepared::Failed{};
  }
  if (ends_early && !a.has("interactive") && !stopped)
    run.err << fmt::format("step {} has no successor{}\n", trace.steps.size() - 1,
                           a.has("constraint") ? " that meets the constraint" : "");
  bench.cite(std::move(trace), "");
  return finish(run, bench.report(), ends_early && stopped);
}

}  // namespace

Prepared simulate_system(Run& run, session::Workbench& bench, Properties&) {
  const Slots slots(bench.system());
  std::optional<CompiledExpr> constraint;
  if (run.arguments.has("constraint")) {
    const Expr e = bench.expression(run.arguments.text("constraint"));
    if (!e) return Prepared::Failed{};
    constraint.emplace(bench.pool(), e, [&](Expr leaf) { return slots.of(leaf); });
  }
  const auto allowed = [&](const State& state) {
    return !constraint || constraint->all_true(slots.values(state, nullptr, nullptr));
  };
  return walk(run, bench, {run, bench.stepper(), allowed, 1});
}

Prepared simulate_other(Run& run, session::Workbench& bench, Properties&) {
  if (bench.model().kind() == Kind::Specification && bench.model().specification().any_scope)
    return UsageError{"`whynot simulate` needs a scope", "e.g. --scope NAME, or none"};
  return walk(run, bench, {run, bench.stepper(), [](const State&) { return true; }, choices_drawn});
}

}  // namespace whynot::command
