// Guards become terms over the arguments of events; what cannot be otherwise is no demand.
#include "analyse/paths/follow/automaton_run.h"

#include <algorithm>

namespace whynot::analyse::paths {
namespace {

using Trigger = EfsaTransition::Trigger;
using Guard = EfsaGuard::Op;

constexpr std::size_t longest_name = 60;  // longer ones tell people nothing

}  // namespace

std::optional<Aliases> aliases_named(std::string_view word) {
  if (word == "none") return Aliases::None;
  if (word == "local") return Aliases::Local;
  return word == "may" ? std::optional(Aliases::May) : std::nullopt;
}

AutomatonRun::AutomatonRun(const Pds& pds, const Efsa& efsa, Aliases aliases, RunTables& tables)
    : pds_(&pds), efsa_(&efsa), aliases_(aliases), tables_(&tables), variables_(efsa.variables.size()) {}

std::optional<CodeValue> AutomatonRun::take(const JudgedStep& step, std::uint32_t now, CodeRun& program) {
  now_ = now;
  program_ = &program;
  youngest_ = 0;
  CodeValue demanded{terms().truth(false)};
  const EfsaTransition* taken = nullptr;
  std::vector<CodeValue> arguments_taken;
  for (const EfsaTransition& t : efsa_->transitions) {
    if (t.from != step.from || t.to != step.to || !may_fire(t, step)) continue;
    const std::vector<CodeValue> arguments =
        step.event == none ? std::vector<CodeValue>() : arguments_of(step.rule, step.event, program);
    const TermId guard =
        t.trigger == Trigger::Else ? otherwise(step, program, demanded) : guard_of(t, arguments, demanded);
    if (!taken || terms().is_truth(demanded.term, false)) {
      taken = &t;
      arguments_taken = arguments;
    }
    demanded.term = terms().computed("or i1", {demanded.term, guard});
  }
  if (!taken) return std::nullopt;
  assign(*taken, arguments_taken);
  if (terms().is_truth(demanded.term, true)) return std::nullopt;
  return demanded;
}

bool AutomatonRun::may_fire(const EfsaTransition& t, const JudgedStep& step) const {
  if (step.event == none) return t.trigger != Trigger::Event;
  return t.trigger == Trigger::Event && t.fits(pds_->events[step.event]);
}

std::vector<CodeValue> AutomatonRun::arguments_of(std::uint32_t rule, std::uint32_t event, CodeRun& program) const {
  std::vector<CodeValue> out;
  const auto origins = pds_->origins.find({rule, event});
  const auto& args = pds_->events[event].args;
  for (std::size_t i = 0; i < args.size(); ++i) {
    if (args[i])
      out.push_back({constant(*args[i])});
    else if (origins != pds_->origins.end() && i < origins->second.size())
      out.push_back(program.argument(origins->second[i]));
    else
      out.push_back(program.argument(Pds::from_nowhere));
  }
  return out;
}

std::string AutomatonRun::named(const JudgedStep& step, CodeRun& program) const {
  if (step.event == none) return "";
  const EventInstance& event = pds_->events[step.event];
  const std::vector<CodeValue> arguments = arguments_of(step.rule, step.event, program);
  std::vector<std::string> names;
  for (const CodeValue& argument : arguments) {
    const std::string name = terms().shown(argument.term);
    names.push_back(name.size() > longest_name ? "?" : name);
  }
  return event.text(names);
}

TermId AutomatonRun::constant(const Value& value) const {
  return value.is_integer() ? terms().number(value.to_string()) : terms().text(value.to_string());
}

// None of the transitions on events is enabled.
TermId AutomatonRun::otherwise(const JudgedStep& step, CodeRun& program, CodeValue& demanded) {
  TermId none_fires = terms().truth(true);
  for (const std::uint32_t event : pds_->event_sets[pds_->rules[step.rule].events])
    for (const EfsaTransition& t : efsa_->transitions) {
      if (t.from != step.from || !t.fits(pds_->events[event])) continue;
      const TermId fires = guard_of(t, arguments_of(step.rule, event, program), demanded);
      none_fires = terms().computed("and i1", {none_fires, terms().negated(fires)});
    }
  return none_fires;
}

TermId AutomatonRun::guard_of(const EfsaTransition& t, const std::vector<CodeValue>& arguments, CodeValue& demanded) {
  return t.guard ? truth_of(*t.guard, arguments, demanded) : terms().truth(true);
}

TermId AutomatonRun::truth_of(std::uint32_t guard, const std::vector<CodeValue>& arguments, CodeValue& demanded) {
  const EfsaGuard& g = efsa_->guards[guard];
  const auto part = [&](std::uint32_t node) { return truth_of(node, arguments, demanded); };
  switch (g.op) {
    case Guard::Not: return terms().negated(part(g.left));
    case Guard::And: return terms().computed("and i1", {part(g.left), part(g.right)});
    case Guard::Or: return terms().computed("or i1", {part(g.left), part(g.right)});
    case Guard::Equal: return equality(g, arguments, demanded);
    case Guard::Matches: break;
  }
  const TermId text = operand(g.a, arguments, demanded);
  if (text != nothing && terms().is_constant(text))
    return terms().truth(efsa_->patterns[g.left].found_in(terms()[text].text));
  const auto [answer, fresh] = answers_.try_emplace({text, g.left}, 0);
  if (fresh) answer->second = terms().computed("icmp eq", {terms().unknown("matches"), terms().truth(true)});
  return answer->second;
}

TermId AutomatonRun::equality(const EfsaGuard& g, const std::vector<CodeValue>& arguments, CodeValue& demanded) {
  CodeValue a, b;
  a.term = operand(g.a, arguments, a);
  b.term = operand(g.b, arguments, b);
  for (const CodeValue& one : {a, b})
    if (one.since != CodeValue::never) youngest_ = std::max(youngest_, one.since);
  by_address_ = is_address(g.a) || is_address(g.b);
  const TermId result = same(a.term, b.term, demanded);
  // What a call brought back after the variable was set is another thing, whatever the variable holds.
  const bool differ = terms().is_truth(result, false);
  if (!differ || !is_newer(b, g.a)) rest(demanded, a);
  if (!differ || is_newer(b, g.a) || !is_newer(a, g.b)) rest(demanded, b);
  return result;
}

bool AutomatonRun::is_address(const EfsaOperand& x) const {
  return x.kind == EfsaOperand::Kind::Variable && efsa_->variables[x.index].is_address;
}

bool AutomatonRun::is_newer(const CodeValue& value, const EfsaOperand& x) const {
  if (x.kind != EfsaOperand::Kind::Variable || !variables_[x.index] || value.term == nothing) return false;
  const Birth* const birth = program_->birth(value.term);
  return birth && birth->is == Birth::Is::New && value.since != CodeValue::never &&
         value.since > variables_[x.index]->made_at;
}

void AutomatonRun::rest(CodeValue& demanded, const CodeValue& on) const {
  demanded.rests_on = tables_->rests.joined(demanded.rests_on, on.rests_on);
  demanded.since = std::min(demanded.since, on.since);
}

TermId AutomatonRun::operand(const EfsaOperand& x, const std::vector<CodeValue>& arguments, CodeValue& demanded) const {
  if (x.kind == EfsaOperand::Kind::Constant) return constant(efsa_->constants[x.index]);
  const bool is_variable = x.kind == EfsaOperand::Kind::Variable;
  if (!is_variable && x.index >= arguments.size()) return nothing;
  if (is_variable && !variables_[x.index]) return nothing;
  const CodeValue& value = is_variable ? *variables_[x.index] : arguments[x.index];
  rest(demanded, value);
  return value.term;
}

// Different names are different things, unless somebody asks what may be; but what the program has made of a thing, or
// its follower has lost sight of, may be it.
TermId AutomatonRun::same(TermId a, TermId b, CodeValue& demanded) const {
  if (a == nothing || b == nothing) return terms().truth(a == b);
  if (a == b) return terms().truth(true);
  if (terms().is_constant(a) && terms().is_constant(b)) return terms().truth(false);
  if (aliases_ == Aliases::May) return terms().equal(a, b);
  const auto is_choice = [&](TermId id) {
    return terms()[id].kind == Term::Kind::Computed && terms()[id].text == "choose";
  };
  if (is_choice(a)) return same_choice(a, b, demanded);
  if (is_choice(b)) return same_choice(b, a, demanded);
  if (terms().is_constant(a)) return same_text(a, b, demanded);
  return terms().is_constant(b) ? same_text(b, a, demanded) : same_thing(a, b, demanded);
}

// What comes from outside may be a name that the program knows: a guess.  By their addresses they differ, and a text
// that the program made is one that only its follower does not know.
TermId AutomatonRun::same_text(TermId constant, TermId other, CodeValue& demanded) const {
  const bool is_number = terms()[constant].kind == Term::Kind::Number;
  if (by_address_ && !is_number) return same_thing(constant, other, demanded);
  const TermId equal = terms().equal(constant, other);
  const Birth* const birth = program_->birth(other);
  if (is_number || !birth || birth->is != Birth::Is::New) return equal;
  return terms().computed("and i1", {equal, terms().may_be(constant, other, false)});
}

TermId AutomatonRun::same_choice(TermId choice, TermId other, CodeValue& demanded) const {
  const std::vector<TermId> args = terms()[choice].args;
  const TermId one = terms().computed("and i1", {args[0], same(args[1], other, demanded)});
  const TermId two = terms().computed("and i1", {terms().negated(args[0]), same(args[2], other, demanded)});
  return terms().computed("or i1", {one, two});
}

TermId AutomatonRun::same_thing(TermId a, TermId b, CodeValue& demanded) const {
  const Likeness likeness = program_->identity().of(a, b);
  if (likeness == Likeness::Same) return terms().truth(true);
  if (likeness == Likeness::ApartSoFar) {
    demanded.rests_on = tables_->rests.with(demanded.rests_on, program_->handed_place());
    for (const TermId id : {a, b})
      if (terms()[terms().root(id)].kind == Term::Kind::Object) demanded.since = 0;
  }
  if (likeness <= Likeness::ApartSoFar) return terms().truth(false);
  const TermId perhaps = terms().may_be(a, b, likeness == Likeness::ByOthers);
  return terms().computed("and i1", {terms().equal(a, b), perhaps});
}

void AutomatonRun::assign(const EfsaTransition& t, const std::vector<CodeValue>& arguments) {
  auto next = variables_;
  for (const auto& [variable, x] : t.assignments) {
    CodeValue value;
    value.term = operand(x, arguments, value);
    value.since = std::min(value.since, now_);
    value.made_at = now_;
    if (value.term == nothing)
      next[variable].reset();
    else
      next[variable] = value;
  }
  variables_ = std::move(next);
}

}  // namespace whynot::analyse::paths
