#include "command/ots_input.h"

#include <fmt/format.h>

#include <algorithm>

#include "analyse/falsify/falsify.h"
#include "analyse/falsify/passages.h"
#include "encode/ots/encoder.h"
#include "encode/ots/maude.h"
#include "front/ots/load.h"
#include "report/json/json.h"
#include "report/trace/foreign.h"

namespace whynot::command {
namespace {

constexpr std::size_t default_elements = 3;  // of each loose sort, where the specification has no scope

class Opening {
 public:
  Opening(const Arguments& arguments, session::Desk& desk, OtsInput& input)
      : arguments_(arguments), desk_(desk), input_(input) {}

  bool run() {
    const auto file = desk_.read(arguments_.operands[0]);
    if (!file) return false;
    file_ = *file;
    input_.systems = front::ots::load(desk_.sources, *file, desk_.diagnostics);
    if (!desk_.diagnostics.ok()) return false;
    choose_system();
    choose_scope();
    if (!desk_.diagnostics.ok()) return false;
    choose_goals();
    check_columns();
    if (desk_.diagnostics.ok() && arguments_.has("from")) read_start();
    return desk_.diagnostics.ok();
  }

 private:
  void error(std::string code, std::string message, std::string help = "") {
    desk_.diagnostics.error(std::move(code), std::move(message), {file_, 0, 0}).help = std::move(help);
  }

  void unknown(std::string_view what, const std::string& name, const std::vector<std::string_view>& candidates) {
    const auto near = nearest_name(name, candidates);
    std::string all;
    for (const auto& c : candidates) all += (all.empty() ? "" : ", ") + std::string(c);
    error(fmt::format("ots.unknown-{}", what), fmt::format("there is no {} `{}`", what, name),
          !near.empty() ? fmt::format("did you mean `{}`?", near)
          : all.empty() ? ""
                        : fmt::format("there are: {}", all));
  }

  // Of several systems in a file, the first that has what is asked for.
  void choose_system() {
    const auto& names = arguments_.all("property");
    for (std::size_t i = 0; i < input_.systems.size(); ++i) {
      const ots::Ots& system = *input_.systems[i];
      const bool has_all =
          std::all_of(names.begin(), names.end(), [&](const std::string& n) { return system.invariant(n); });
      const bool has_scope =
          !arguments_.has("scope") || arguments_.text("scope") == "any" || system.scope(arguments_.text("scope"));
      if (has_all && has_scope) {
        input_.chosen = i;
        return;
      }
    }
  }

  void choose_scope() {
    ots::Ots& system = input_.ots();
    if (arguments_.has("scope")) {
      const ots::Scope* scope = system.scope(arguments_.text("scope"));
      if (scope) {
        input_.scope_index = static_cast<std::size_t>(scope - system.scopes.data());
        return;
      }
      if (arguments_.text("scope") == "any") return choose_no_scope();
      std::vector<std::string_view> names;
      for (const ots::Scope& s : system.scopes) names.push_back(s.name);
      unknown("scope", arguments_.text("scope"), names);
    } else if (!system.scopes.empty()) {
      input_.scope_index = 0;
    } else {
      input_.made_scope = std::make_unique<ots::Scope>(ots::make_scope(system, "default", default_elements));
    }
  }

  void choose_no_scope() {
    if (arguments_.command != "search" || arguments_.has("count") || arguments_.has("from"))
      error("ots.any-scope",
            "`--scope any` looks for counterexamples of invariants by `whynot search`, from the initial states",
            "name a scope of the specification for the rest");
    input_.any_scope = true;
    input_.made_scope = std::make_unique<ots::Scope>(ots::make_scope(input_.ots(), "any", default_elements));
  }

  void choose_goals() {
    ots::Ots& system = input_.ots();
    for (const std::string& name : arguments_.all("property")) {
      if (const ots::Invariant* invariant = system.invariant(name)) {
        input_.goals.push_back(goal_of(*invariant));
        continue;
      }
      std::vector<std::string_view> names;
      for (const ots::Invariant& i : system.invariants) names.push_back(i.name);
      unknown("property", name, names);
    }
    for (const std::string& formula : arguments_.all("formula")) add_formula(formula);
    if (!arguments_.has("property") && !arguments_.has("formula") && !arguments_.has("count"))
      for (const ots::Invariant& invariant : system.invariants) input_.goals.push_back(goal_of(invariant));
  }

  // Those in which counterexamples shall differ.
  void check_columns() {
    const auto signature = make_signature(input_.ots(), input_.scope());
    std::vector<std::string_view> names;
    for (const Column& c : signature->columns) names.push_back(c.name);
    for (const std::string& name : arguments_.list("different"))
      if (std::find(names.begin(), names.end(), name) == names.end()) unknown("column", name, names);
  }

  Goal goal_of(const ots::Invariant& invariant) const {
    Goal goal{predicate_of(invariant), {}, invariant.text, invariant.where};
    const auto& all = input_.ots().invariants;
    std::vector<const ots::Invariant*> used{&invariant};  // each once, with those that they use
    for (std::size_t i = 0; i < used.size(); ++i)
      for (const std::uint32_t use : used[i]->uses)
        if (std::find(used.begin(), used.end(), &all[use]) == used.end()) used.push_back(&all[use]);
    for (std::size_t i = 1; i < used.size(); ++i) goal.given.push_back(predicate_of(*used[i]));
    return goal;
  }

  void add_formula(const std::string& text) {
    const FileId file = desk_.sources.add("-f", text);
    auto predicate = front::ots::load_predicate(input_.ots(), &input_.scope(), desk_.sources, file, desk_.diagnostics);
    if (!predicate) return;
    predicate->name = fmt::format("f{}", ++formulas_);
    input_.goals.push_back({std::move(*predicate), {}, text, {file, 0, static_cast<std::uint32_t>(text.size())}});
  }

  // TRACE[@STEP]: a state of a trace that a report holds; the last one unless a step is named.
  void read_start() {
    const auto [path, step] = split_step(arguments_.text("from"));
    const auto file = desk_.read(path);
    if (!file) return;
    const auto traces = report::read_json_traces(desk_.sources.text(*file), *file, desk_.diagnostics);
    if (!desk_.diagnostics.ok()) return;
    if (traces.empty()) return error("ots.no-trace", fmt::format("`{}` holds no trace", path));
    const auto stepper = ots::make_stepper(input_.ots(), input_.scope());
    const auto trace = report::bind_trace(traces[0], stepper->signature(), desk_.diagnostics);
    if (!trace || trace->steps.empty()) return;
    const std::size_t wanted = step.value_or(trace->steps.size() - 1);
    if (wanted >= trace->steps.size())
      return error("ots.no-step",
                   fmt::format("the trace in `{}` has steps 0 to {}, not {}", path, trace->steps.size() - 1, wanted));
    if (const auto reason = refuse_trace(*stepper, *trace, nullptr))
      return error("ots.not-a-run",
                   fmt::format("the trace in `{}` is not a run of the specification: {}", path, *reason));
    input_.from = trace->steps[wanted].state;
  }

  const Arguments& arguments_;
  session::Desk& desk_;
  OtsInput& input_;
  FileId file_ = 0;
  std::size_t formulas_ = 0;
};

std::string smt_scripts(const OtsInput& input) {
  std::vector<ots::Predicate> facts;
  for (const Goal& goal : input.goals) facts.push_back(goal.predicate);
  std::string out =
      "; Each part is unsatisfiable if the invariants hold initially and are kept together.\n(set-logic ALL)\n";
  for (const std::string& script : analyse::falsify::certificate_scripts(input.ots(), facts))
    out += "(push 1)\n" + script + "(pop 1)\n";
  return out;
}

std::string cafe_text(const OtsInput& input, Context& context) {
  std::vector<ots::Predicate> goals;
  for (const Goal& goal : input.goals) goals.push_back(goal.predicate);
  return analyse::falsify::cafeobj_with_passages(input.ots(), goals, context);
}

}  // namespace

bool open_ots(const Arguments& arguments, session::Desk& desk, OtsInput& input) {
  return Opening(arguments, desk, input).run();
}

std::optional<std::string> exported(const OtsInput& input, const std::string& path, Context& context,
                                    std::string& error) {
  if (path.ends_with(".maude")) {
    const auto made = encode::ots::MaudeModule::make(input.ots(), input.scope());
    if (const auto* module = std::get_if<encode::ots::MaudeModule>(&made)) return module->text();
    error = std::get<encode::ots::MaudeRefusal>(made).reason;
    return std::nullopt;
  }
  if (const auto refusal = encode::ots::Encoder::refuses(input.ots()); refusal && path.ends_with(".smt2")) {
    error = *refusal;
    return std::nullopt;
  }
  if (path.ends_with(".smt2")) return smt_scripts(input);
  if (path.ends_with(".cafe")) return cafe_text(input, context);
  error = fmt::format("`--export {}`: the suffix tells no language", path);
  return std::nullopt;
}

}  // namespace whynot::command
