// States and variables first, then transitions; what can never match is warned about.
#include "front/pds/property_builder.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "front/pds/suggest.h"

namespace whynot::front::pds {
namespace {

using Trigger = EfsaTransition::Trigger;

constexpr std::size_t max_patterns = 8;  // answers of unnamed values are guessed: 2^8 ways

class PropertyBuilder {
 public:
  PropertyBuilder(const PropertySection& syntax, const Pds& pds, const std::set<std::string>& defined,
                  Diagnostics& diagnostics)
      : syntax_(syntax), pds_(pds), diagnostics_(diagnostics), defined_(defined) {}

  Efsa build() {
    efsa_.name = syntax_.name.text;
    efsa_.where = syntax_.name.where;
    efsa_.about = syntax_.about;
    efsa_.missing = syntax_.missing;
    add_states();
    add_variables();
    collect_constants();
    for (const TransitionSyntax& transition : syntax_.transitions) add_transition(transition);
    check_blocked();
    check_assigned();
    if (efsa_.patterns.size() > max_patterns)
      diagnostics_.error("pds.too-many-patterns",
                         fmt::format("a property has at most {} regular expressions in its guards", max_patterns),
                         efsa_.where);
    return std::move(efsa_);
  }

 private:
  void add_states() {
    for (const EfsaState& state : syntax_.states) {
      const auto before =
          std::find_if(efsa_.states.begin(), efsa_.states.end(), [&](auto& s) { return s.name == state.name; });
      if (before == efsa_.states.end()) {
        efsa_.states.push_back(state);
        state_names_.push_back(state.name);
      } else {
        duplicate("pds.duplicate-state", "state", state.name, state.where, before->where);
      }
    }
    const auto none = [&](auto is) { return std::none_of(efsa_.states.begin(), efsa_.states.end(), is); };
    if (none([](const EfsaState& s) { return s.initial; }))
      diagnostics_.error("pds.no-initial-state", fmt::format("property `{}` has no initial state", efsa_.name),
                         efsa_.where);
    const bool reaches = !none([](const EfsaState& s) { return s.final; });
    if (!reaches && !efsa_.is_liveness())
      diagnostics_
          .error("pds.no-final-state",
                 fmt::format("property `{}` has no final state: nothing could violate it", efsa_.name), efsa_.where)
          .help = "or `repeat` states, which are not to be visited forever";
    if (reaches && efsa_.is_liveness())
      diagnostics_
          .error("pds.mixed-states", fmt::format("property `{}` has final and repeat states", efsa_.name), efsa_.where)
          .help = "write two properties: one that waits for a final state, one for infinite runs";
  }

  void add_variables() {
    for (const VariableSyntax& variable : syntax_.variables) {
      const auto at = std::find(variable_names_.begin(), variable_names_.end(), variable.name.text);
      if (at != variable_names_.end()) {
        const auto& before = efsa_.variables[static_cast<std::size_t>(at - variable_names_.begin())];
        duplicate("pds.duplicate-variable", "variable", variable.name.text, variable.name.where, before.where);
        continue;
      }
      efsa_.variables.push_back({variable.name.text, variable.domain, variable.is_address, variable.name.where});
      variable_names_.push_back(variable.name.text);
    }
  }

  void duplicate(std::string code, std::string_view what, const std::string& name, const Span& where,
                 const Span& before) {
    diagnostics_.error(std::move(code), fmt::format("{} `{}` is declared twice", what, name), where)
        .labels.push_back({before, "first here"});
  }

  // The names that may stand for themselves.
  void collect_constants() {
    for (const EventInstance& event : pds_.events)
      for (const auto& arg : event.args)
        if (arg && arg->is_symbol()) known_.insert(arg->op());
    for (const EfsaVariable& variable : efsa_.variables)
      if (variable.domain)
        for (const Value& value : *variable.domain)
          if (value.is_symbol()) known_.insert(value.op());
  }

  std::uint32_t state(const NameSyntax& name) {
    const auto at = std::find(state_names_.begin(), state_names_.end(), name.text);
    if (at != state_names_.end()) return static_cast<std::uint32_t>(at - state_names_.begin());
    unknown(diagnostics_, "pds.unknown-state", "state", name, state_names_, "declare it with `state NAME`");
    return 0;
  }

  void add_transition(const TransitionSyntax& syntax) {
    EfsaTransition base;
    base.trigger = syntax.trigger;
    base.from = state(syntax.from);
    base.to = state(syntax.to);
    base.where = syntax.where;
    if (efsa_.states.empty()) return;
    if (syntax.trigger != Trigger::Event) return finish(base, syntax, {}, {});
    for (const EventPattern& pattern : syntax.events) add_event(base, syntax, pattern);
  }

  void add_event(EfsaTransition transition, const TransitionSyntax& syntax, const EventPattern& pattern) {
    transition.event = pattern.name.text;
    transition.arity = static_cast<std::uint32_t>(pattern.parameters.size());
    transition.open_ended = pattern.open_ended;
    std::vector<std::string> parameters;
    std::vector<std::uint32_t> conditions;
    for (std::uint32_t i = 0; i < pattern.parameters.size(); ++i) {
      const ParameterSyntax& parameter = pattern.parameters[i];
      parameters.push_back(parameter.kind == ParameterSyntax::Kind::Name ? parameter.name : "");
      if (parameter.kind == ParameterSyntax::Kind::Name) check_parameter(parameter, parameters);
      if (parameter.kind == ParameterSyntax::Kind::Constant)
        conditions.push_back(
            add({EfsaGuard::Op::Equal, {EfsaOperand::Kind::Parameter, i}, constant(parameter.constant), 0, 0}));
    }
    check_event(transition, pattern);
    finish(std::move(transition), syntax, parameters, conditions);
  }

  void check_parameter(const ParameterSyntax& parameter, const std::vector<std::string>& before) {
    if (std::find(variable_names_.begin(), variable_names_.end(), parameter.name) != variable_names_.end())
      diagnostics_
          .error("pds.hides-variable", fmt::format("parameter `{}` hides the variable of that name", parameter.name),
                 parameter.where)
          .help = "give it another name and compare: `when f == x`";
    if (std::count(before.begin(), before.end(), parameter.name) > 1)
      diagnostics_.error("pds.duplicate-parameter", fmt::format("parameter `{}` stands here twice", parameter.name),
                         parameter.where);
  }

  // A property that waits for what never comes is most likely misspelt.
  void check_event(const EfsaTransition& transition, const EventPattern& pattern) {
    std::vector<std::string> names;
    bool named = false, fits = false;
    for (const EventInstance& event : pds_.events) {
      names.push_back(event.name);
      named = named || event.name == transition.event;
      fits = fits || transition.fits(event);
    }
    if (fits || !warned_.insert(transition.event).second) return;
    if (!named && defined_.contains(transition.event)) return;  // by a map: this program does none of it
    const std::vector<std::string_view> near(names.begin(), names.end());
    const std::string_view suggestion = nearest_name(transition.event, near);
    std::string message = fmt::format("the model has no event `{}`", transition.event);
    if (named)
      message =
          fmt::format("no event `{}` of the model has {}{} argument{}", transition.event,
                      transition.open_ended ? "at least " : "", transition.arity, transition.arity == 1 ? "" : "s");
    Diagnostic& warning =
        diagnostics_.warning(named ? "pds.arity" : "pds.unknown-event", std::move(message), pattern.name.where);
    if (!named && !suggestion.empty()) warning.help = fmt::format("did you mean `{}`?", suggestion);
  }

  void finish(EfsaTransition transition, const TransitionSyntax& syntax, const std::vector<std::string>& parameters,
              const std::vector<std::uint32_t>& conditions) {
    if (!syntax.guard.empty()) transition.guard = guard(syntax.guard, parameters);
    for (std::uint32_t condition : conditions)
      transition.guard = transition.guard ? add({EfsaGuard::Op::And, {}, {}, *transition.guard, condition}) : condition;
    for (const AssignmentSyntax& assignment : syntax.assignments) {
      const auto at = std::find(variable_names_.begin(), variable_names_.end(), assignment.variable.text);
      if (at == variable_names_.end()) {
        unknown(diagnostics_, "pds.unknown-variable", "variable", assignment.variable, variable_names_,
                "declare it with `var NAME : domain`");
        continue;
      }
      const auto variable = static_cast<std::uint32_t>(at - variable_names_.begin());
      if (std::any_of(transition.assignments.begin(), transition.assignments.end(),
                      [&](const auto& before) { return before.first == variable; }))
        diagnostics_.error("pds.duplicate-assignment", fmt::format("variable `{}` is assigned twice", *at),
                           assignment.variable.where);
      transition.assignments.emplace_back(variable, operand(assignment.value, parameters));
    }
    efsa_.transitions.push_back(std::move(transition));
  }

  std::uint32_t guard(const std::vector<GuardSyntax>& nodes, const std::vector<std::string>& parameters) {
    const auto base = static_cast<std::uint32_t>(efsa_.guards.size());
    for (const GuardSyntax& node : nodes) {
      EfsaGuard out{node.op, {}, {}, base + node.left, base + node.right};
      if (node.op == EfsaGuard::Op::Equal || node.op == EfsaGuard::Op::Matches) out.a = operand(node.a, parameters);
      if (node.op == EfsaGuard::Op::Equal) out.b = operand(node.b, parameters);
      if (node.op == EfsaGuard::Op::Matches) out.left = pattern(*node.pattern);
      add(out);
    }
    return static_cast<std::uint32_t>(efsa_.guards.size() - 1);
  }

  std::uint32_t add(EfsaGuard node) {
    efsa_.guards.push_back(node);
    return static_cast<std::uint32_t>(efsa_.guards.size() - 1);
  }

  std::uint32_t pattern(const Pattern& pattern) {
    for (std::uint32_t i = 0; i < efsa_.patterns.size(); ++i)
      if (efsa_.patterns[i].text() == pattern.text()) return i;
    efsa_.patterns.push_back(pattern);
    return static_cast<std::uint32_t>(efsa_.patterns.size() - 1);
  }

  EfsaOperand constant(const Value& value) {
    const auto at = std::find(efsa_.constants.begin(), efsa_.constants.end(), value);
    const auto index = static_cast<std::uint32_t>(at - efsa_.constants.begin());
    if (at == efsa_.constants.end()) efsa_.constants.push_back(value);
    return {EfsaOperand::Kind::Constant, index};
  }

  EfsaOperand operand(const OperandSyntax& syntax, const std::vector<std::string>& parameters) {
    if (!syntax.is_name) return constant(syntax.constant);
    const auto index_in = [&](const std::vector<std::string>& names) {
      return static_cast<std::uint32_t>(std::find(names.begin(), names.end(), syntax.name) - names.begin());
    };
    if (const auto i = index_in(parameters); i < parameters.size()) return {EfsaOperand::Kind::Parameter, i};
    if (const auto i = index_in(variable_names_); i < variable_names_.size()) return {EfsaOperand::Kind::Variable, i};
    if (!known_.contains(syntax.name)) {
      std::vector<std::string> names(known_.begin(), known_.end());
      names.insert(names.end(), parameters.begin(), parameters.end());
      names.insert(names.end(), variable_names_.begin(), variable_names_.end());
      unknown(diagnostics_, "pds.unknown-name", "variable, parameter or constant of the model",
              {syntax.name, syntax.where}, names,
              fmt::format("write \"{}\" if it is meant as a constant", syntax.name));
    }
    return constant(Value::symbol(syntax.name));
  }

  // A variable that nobody assigns holds nothing: every comparison with it fails.
  void check_assigned() {
    for (std::uint32_t v = 0; v < efsa_.variables.size(); ++v) {
      const auto is_it = [&](const EfsaOperand& x) { return x.kind == EfsaOperand::Kind::Variable && x.index == v; };
      const bool read = std::any_of(efsa_.guards.begin(), efsa_.guards.end(),
                                    [&](const EfsaGuard& g) { return is_it(g.a) || is_it(g.b); });
      const bool assigned =
          std::any_of(efsa_.transitions.begin(), efsa_.transitions.end(), [&](const EfsaTransition& t) {
            return std::any_of(t.assignments.begin(), t.assignments.end(), [&](const auto& a) { return a.first == v; });
          });
      if (read && !assigned)
        diagnostics_
            .warning(
                "pds.never-assigned",
                fmt::format("variable `{}` is compared but never assigned: it holds nothing", efsa_.variables[v].name),
                efsa_.variables[v].where)
            .help = "assign it on an event: `do x := f`";
    }
  }

  void check_blocked() {
    if (efsa_.missing != Efsa::Missing::Mistake) return;
    for (std::uint32_t s = 0; s < efsa_.states.size(); ++s) {
      const bool leaves =
          std::any_of(efsa_.transitions.begin(), efsa_.transitions.end(), [&](auto& t) { return t.from == s; });
      if (!leaves && !efsa_.states[s].final)
        diagnostics_
            .error("pds.blocked",
                   fmt::format("no transition leaves state `{}`: every run would end there", efsa_.states[s].name),
                   efsa_.states[s].where)
            .help =
            fmt::format("add `{0} -> {0} on any`, or write `property {1} stutter` to stay where nothing is enabled",
                        efsa_.states[s].name, efsa_.name);
    }
  }

  const PropertySection& syntax_;
  const Pds& pds_;
  Diagnostics& diagnostics_;
  Efsa efsa_;
  std::vector<std::string> state_names_, variable_names_;
  const std::set<std::string>& defined_;
  std::set<std::string> known_, warned_;
};

}  // namespace

Efsa build_property(const PropertySection& syntax, const Pds& pds, const std::set<std::string>& defined,
                    Diagnostics& diagnostics) {
  return PropertyBuilder(syntax, pds, defined, diagnostics).build();
}

}  // namespace whynot::front::pds
