// The run is followed twice at once: by the program, whose branches demand something of its values, and by the
// automaton, whose guards do.
#include "analyse/paths/feasible.h"

#include <algorithm>

namespace whynot::analyse::paths {
namespace {

using Trigger = EfsaTransition::Trigger;
using Guard = EfsaGuard::Op;

constexpr std::size_t most_minimised = 24;  // demands of a core

// The automaton's variables along the run, and what its steps demand.
class AutomatonRun {
 public:
  AutomatonRun(const Pds& pds, const Efsa& efsa, Aliases aliases, Terms& terms)
      : pds_(pds), efsa_(efsa), aliases_(aliases), terms_(terms), variables_(efsa.variables.size()) {}

  // A truth, if the step rests on more than the states.
  std::optional<CodeValue> take(const JudgedStep& step, std::size_t now, CodeRun& program) {
    now_ = now;
    CodeValue demanded{terms_.truth(false)};
    const EfsaTransition* taken = nullptr;
    std::vector<CodeValue> arguments_taken;
    bool found = false;
    for (const EfsaTransition& t : efsa_.transitions) {
      if (t.from != step.from || t.to != step.to || !may_fire(t, step)) continue;
      const std::vector<CodeValue> arguments =
          step.event == none ? std::vector<CodeValue>() : arguments_of(step.rule, step.event, program);
      const TermId guard =
          t.trigger == Trigger::Else ? otherwise(step, program, demanded) : guard_of(t, arguments, demanded);
      found = true;
      if (!taken || terms_.is_truth(demanded.term, false)) {
        taken = &t;
        arguments_taken = arguments;
      }
      demanded.term = terms_.computed("or i1", {demanded.term, guard});
    }
    if (!found) return std::nullopt;
    assign(*taken, arguments_taken);
    if (terms_.is_truth(demanded.term, true)) return std::nullopt;
    return demanded;
  }

 private:
  static constexpr std::uint32_t none = ~0u;

  bool may_fire(const EfsaTransition& t, const JudgedStep& step) const {
    if (step.event == none) return t.trigger != Trigger::Event;
    return t.trigger == Trigger::Event && t.fits(pds_.events[step.event]);
  }

  std::vector<CodeValue> arguments_of(std::uint32_t rule, std::uint32_t event, CodeRun& program) const {
    std::vector<CodeValue> out;
    const auto origins = pds_.origins.find({rule, event});
    const auto& args = pds_.events[event].args;
    for (std::size_t i = 0; i < args.size(); ++i) {
      if (args[i])
        out.push_back({constant(*args[i])});
      else if (origins != pds_.origins.end() && i < origins->second.size())
        out.push_back(program.argument(origins->second[i]));
      else
        out.push_back(program.argument(Pds::from_nowhere));
    }
    return out;
  }

  TermId constant(const Value& value) const {
    return value.is_integer() ? terms_.number(value.to_string()) : terms_.text(value.to_string());
  }

  // None of the transitions on events is enabled.
  TermId otherwise(const JudgedStep& step, CodeRun& program, CodeValue& demanded) {
    TermId none_fires = terms_.truth(true);
    for (const std::uint32_t event : pds_.event_sets[pds_.rules[step.rule].events])
      for (const EfsaTransition& t : efsa_.transitions) {
        if (t.from != step.from || !t.fits(pds_.events[event])) continue;
        const TermId fires = guard_of(t, arguments_of(step.rule, event, program), demanded);
        none_fires = terms_.computed("and i1", {none_fires, terms_.negated(fires)});
      }
    return none_fires;
  }

  TermId guard_of(const EfsaTransition& t, const std::vector<CodeValue>& arguments, CodeValue& demanded) {
    return t.guard ? truth_of(*t.guard, arguments, demanded) : terms_.truth(true);
  }

  TermId truth_of(std::uint32_t guard, const std::vector<CodeValue>& arguments, CodeValue& demanded) {
    const EfsaGuard& g = efsa_.guards[guard];
    const auto part = [&](std::uint32_t node) { return truth_of(node, arguments, demanded); };
    switch (g.op) {
      case Guard::Not: return terms_.negated(part(g.left));
      case Guard::And: return terms_.computed("and i1", {part(g.left), part(g.right)});
      case Guard::Or: return terms_.computed("or i1", {part(g.left), part(g.right)});
      case Guard::Equal: return equality(g, arguments, demanded);
      case Guard::Matches: break;
    }
    const TermId text = operand(g.a, arguments, demanded);
    if (text != nothing && terms_.is_constant(text))
      return terms_.truth(efsa_.patterns[g.left].found_in(terms_[text].text));
    const auto [answer, fresh] = answers_.try_emplace({text, g.left}, 0);
    if (fresh) answer->second = terms_.computed("icmp eq", {terms_.unknown("matches"), terms_.truth(true)});
    return answer->second;
  }

  TermId equality(const EfsaGuard& g, const std::vector<CodeValue>& arguments, CodeValue& demanded) {
    CodeValue a, b;
    a.term = operand(g.a, arguments, a);
    b.term = operand(g.b, arguments, b);
    const TermId result = same(a.term, b.term);
    // What a call brought back after the variable was set is another thing, whatever the variable holds.
    const bool differ = terms_.is_truth(result, false);
    if (!differ || !is_newer(b, g.a)) rest(demanded, a);
    if (!differ || is_newer(b, g.a) || !is_newer(a, g.b)) rest(demanded, b);
    return result;
  }

  bool is_newer(const CodeValue& value, const EfsaOperand& x) const {
    if (x.kind != EfsaOperand::Kind::Variable || !variables_[x.index] || value.term == nothing) return false;
    const Term& term = terms_[value.term];
    return term.kind == Term::Kind::Unknown && term.text.ends_with("()") && value.since != ~std::size_t(0) &&
           value.since > variables_[x.index]->made_at;
  }

  static void rest(CodeValue& demanded, const CodeValue& on) {
    demanded.rests_on.insert(on.rests_on.begin(), on.rests_on.end());
    demanded.since = std::min(demanded.since, on.since);
  }

  static constexpr TermId nothing = ~0u;  // what a variable holds at first

  TermId operand(const EfsaOperand& x, const std::vector<CodeValue>& arguments, CodeValue& demanded) {
    if (x.kind == EfsaOperand::Kind::Constant) return constant(efsa_.constants[x.index]);
    const bool is_variable = x.kind == EfsaOperand::Kind::Variable;
    if (!is_variable && x.index >= arguments.size()) return nothing;
    if (is_variable && !variables_[x.index]) return nothing;
    const CodeValue& value = is_variable ? *variables_[x.index] : arguments[x.index];
    rest(demanded, value);
    return value.term;
  }

  // Two things that nobody knows to be one are not, unless somebody asks what may be.
  TermId same(TermId a, TermId b) {
    if (a == nothing || b == nothing) return terms_.truth(a == b);
    if (a == b) return terms_.truth(true);
    if (terms_.is_constant(a) && terms_.is_constant(b)) return terms_.truth(false);
    const bool both_unknown = !terms_.is_constant(a) && !terms_.is_constant(b);
    return both_unknown && aliases_ != Aliases::May ? terms_.truth(false) : terms_.equal(a, b);
  }

  void assign(const EfsaTransition& t, const std::vector<CodeValue>& arguments) {
    auto next = variables_;
    for (const auto& [variable, x] : t.assignments) {
      CodeValue value;
      value.term = operand(x, arguments, value);
      value.since = std::min(value.since, now_);
      value.made_at = now_;
      if (value.term == nothing)
        next[variable].reset();
      else
        next[variable] = std::move(value);
    }
    variables_ = std::move(next);
  }

  const Pds& pds_;
  const Efsa& efsa_;
  Aliases aliases_;
  Terms& terms_;
  std::vector<std::optional<CodeValue>> variables_;  // each made when it was set
  std::size_t now_ = 0;
  std::map<std::pair<TermId, std::uint32_t>, TermId> answers_;  // of patterns about unknown texts
};

}  // namespace

std::optional<Aliases> aliases_named(std::string_view word) {
  if (word == "none") return Aliases::None;
  if (word == "local") return Aliases::Local;
  return word == "may" ? std::optional(Aliases::May) : std::nullopt;
}

Feasibility::Feasibility(const Pds& pds, const Efsa& efsa, std::shared_ptr<const PdsCode> code, Aliases aliases)
    : pds_(pds), efsa_(efsa), code_(std::move(code)), aliases_(aliases) {
  const auto procedure = [&](std::uint32_t symbol) {
    return pds_.procedure_of[symbol] == Pds::none ? std::string() : pds_.procedures[pds_.procedure_of[symbol]];
  };
  if (!pds_.initial.empty()) entry_ = procedure(pds_.initial[0].stack[0]);
  for (const PdsRule& rule : pds_.rules) {
    const std::string callee = rule.size == 2 ? procedure(rule.push[0]) : "";
    const std::string to = rule.size == 0 ? "" : pds_.symbols[rule.push[rule.size - 1]];
    const std::string& from = pds_.symbols[rule.symbol];
    const bool jumps = code_->jumping.contains(pds_.controls[rule.control]);
    const auto at = code_->steps.find(jumps ? PdsCode::landing_name(from, to) : PdsCode::step_name(from, callee, to));
    steps_.push_back(at == code_->steps.end() ? nullptr : &at->second);
    const auto& events = pds_.event_sets[rule.events];
    watched_.push_back(std::any_of(events.begin(), events.end(),
                                   [&](std::uint32_t e) { return efsa_.mentions(pds_.events[e].name); }));
  }
  writes_.resize(pds_.rules.size());
}

std::vector<Feasibility::Demand> Feasibility::demands(std::span<const JudgedStep> steps, bool strict,
                                                      Terms& terms) const {
  std::vector<Demand> out;
  CodeRun program(*code_, terms, {aliases_ != Aliases::None, strict}, entry_);
  AutomatonRun automaton(pds_, efsa_, aliases_, terms);
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const PdsRule& rule = pds_.rules[steps[i].rule];
    auto branch = program.take(steps_[steps[i].rule], i, rule.size);
    if (branch && !terms.is_truth(branch->term, true)) out.push_back({std::move(*branch), i, false});
    auto guard = automaton.take(steps[i], i, program);
    if (guard) out.push_back({std::move(*guard), i, true});
  }
  return out;
}

PathsJudgement Feasibility::judge(std::span<const JudgedStep> steps, bool strict, Context& context) {
  Terms terms;
  const std::vector<Demand> all = demands(steps, strict, terms);
  const auto impossible =
      std::find_if(all.begin(), all.end(), [&](const Demand& d) { return terms.is_truth(d.truth.term, false); });
  if (impossible != all.end()) return {PathsJudgement::Is::Infeasible, {}, exclusion(steps, {*impossible})};
  if (all.empty()) return {PathsJudgement::Is::Feasible, {}, {}};
  TermSolver solver(terms, context);
  std::vector<Demand> core = all;
  const auto truths = [](const std::vector<Demand>& demands) {
    std::vector<TermId> out;
    for (const Demand& d : demands) out.push_back(d.truth.term);
    return out;
  };
  const solve::SmtAnswer answer = solver.check(truths(all));
  if (answer == solve::SmtAnswer::Sat) return {PathsJudgement::Is::Feasible, solver.model(truths(all)), {}};
  if (answer == solve::SmtAnswer::Unknown) return {};
  std::vector<Demand> kept;
  for (const std::size_t i : solver.core()) kept.push_back(all[i]);
  // One by one: what is not needed goes.
  for (std::size_t i = 0; kept.size() <= most_minimised && i < kept.size();) {
    std::vector<Demand> fewer = kept;
    fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
    if (solver.check(truths(fewer)) == solve::SmtAnswer::Unsat)
      kept = std::move(fewer);
    else
      ++i;
  }
  return {PathsJudgement::Is::Infeasible, {}, exclusion(steps, kept)};
}

const Rest& Feasibility::written(std::uint32_t rule) {
  auto& known = writes_[rule];
  if (!known) known = steps_[rule] ? written_by(*code_, *steps_[rule]) : Rest{"m *", "x"};
  return *known;
}

// The steps that a contradiction rests on, in their order: wherever they come again with nothing between them that
// writes what they read, it comes again.
PathsExclusion Feasibility::exclusion(std::span<const JudgedStep> steps, const std::vector<Demand>& core) {
  PathsExclusion out;
  Rest rests_on;
  std::size_t first = steps.size(), last = 0;
  out.relevant.resize(pds_.rules.size());
  for (const Demand& demand : core) {
    rests_on.insert(demand.truth.rests_on.begin(), demand.truth.rests_on.end());
    first = std::min({first, demand.step, demand.truth.since});
    last = std::max(last, demand.step);
    out.with_states = out.with_states || demand.of_automaton;
    out.relevant[steps[demand.step].rule] = true;
  }
  for (std::uint32_t rule = 0; rule < pds_.rules.size(); ++rule)
    if ((out.with_states && watched_[rule]) || changes(written(rule), rests_on)) out.relevant[rule] = true;
  for (std::size_t i = first; i <= last; ++i) {
    if (!out.relevant[steps[i].rule]) continue;
    PathsExclusion::Step step{steps[i].rule};
    if (out.with_states) {
      step.from = steps[i].from;
      step.to = steps[i].to;
    }
    out.pattern.push_back(step);
  }
  return out;
}

PathsJudge judge_of(const Pds& pds, const Efsa& efsa, std::shared_ptr<const PdsCode> code, Aliases aliases) {
  const auto feasibility = std::make_shared<Feasibility>(pds, efsa, std::move(code), aliases);
  return [feasibility](std::span<const JudgedStep> steps, bool strict, Context& context) {
    return feasibility->judge(steps, strict, context);
  };
}

}  // namespace whynot::analyse::paths
