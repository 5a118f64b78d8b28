// A step of a specification changes what its rule updates; all else is kept.  So a cell has a link for each rule that
// gave it its value, which rests on the choice of that rule, on what its condition reads and on what the value is made
// of.
#include "analyse/why/rules/specification.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "analyse/why/rules/rule_instance.h"

namespace whynot::analyse::why {
namespace {

constexpr std::size_t term_value_shown = 40, atoms_shown = 4, cells_shown = 3;

class RuleTracer {
 public:
  explicit RuleTracer(const RunReader& reader) : reader_(reader), run_(reader.run()) {}

  Link link(const Place& place) const {
    if (place.variable == columns()) return rule_link(place);
    Link link;
    link.place = place;
    link.value = run_.trace.steps[place.step].state[place.variable];
    link.since = place.step;
    if (place.step == 0)
      begin(link);
    else
      step(link);
    return link;
  }

 private:
  void begin(Link& link) const {
    link.minimal = true;
    const ots::Observer& observer = reader_.observer_of(link.place.variable);
    link.where = observer.where;
    const bool is_one = observer.initial.size() == 1;
    link.kind = is_one ? Link::Kind::Initial : Link::Kind::InitialChoice;
    std::vector<std::string> texts;
    for (ots::Term t : observer.initial) texts.push_back(to_text(run_.ots, t));
    if (is_one) link.gives = texts[0];
    if (texts.size() > 1) link.allowed = fmt::format("{{{}}}", fmt::join(texts, ", "));
  }

  void step(Link& link) const {
    const std::size_t from = link.place.step - 1;
    const State& before = run_.trace.steps[from].state;
    const auto instance = fired(reader_, link.place.step);
    const auto given = instance ? given_by(reader_, before, *instance, link.place.variable) : std::nullopt;
    if (!given) {
      link.kind = Link::Kind::Kept;
      link.because = {{from, link.place.variable, false}};
      link.minimal = true;
      return;
    }
    link.kind = Link::Kind::Rule;
    link.where = instance->rule->where;
    link.rule = text_of(*instance);
    if (!instance->rule->guard.is_true()) link.branch = text_of(run_.ots, instance->rule->guard, instance->env);
    link.gives = text_of(run_.ots, given->update->value, given->env);
    std::vector<ots::Term> terms{instance->rule->guard, given->update->value};
    terms.insert(terms.end(), given->update->index.begin(), given->update->index.end());
    const Settled settled = reader_.reads(from).settle(terms, given->env);
    link.minimal = settled.minimal;
    link.because.push_back({link.place.step, columns(), false});
    for (const std::size_t cell : settled.cells) link.because.push_back({from, cell, false});
  }

  // What was fired is chosen.
  Link rule_link(const Place& place) const {
    Link link;
    link.place = place;
    link.kind = Link::Kind::Choice;
    link.since = place.step;
    link.minimal = true;
    const SharedAction& action = run_.trace.steps[place.step].action;
    if (!action) return link;
    link.where = action->where;
    link.value = Value::term(action->name, action->args);
    return link;
  }

  std::size_t columns() const { return reader_.columns(); }

  const RunReader& reader_;
  const SpecificationRun& run_;
};

// A part of the invariant without connectives, and what it is made true or false by.
struct RuleAtom {
  ots::Term term;
  ots::Environment env;
  bool holds = false;
  bool is_trigger = false;
  std::vector<std::size_t> cells = {};
};

// Why the invariant's body is false: its atoms that make it so, as they are written.
class RuleAtoms {
 public:
  RuleAtoms(const RunReader& reader, const StateReads& reads, const State& state)
      : reader_(reader), reads_(reads), state_(state) {}

  std::vector<RuleAtom> of(ots::Term t, const ots::Environment& env) const {
    const Value value = truth(t, env);
    if (t.is(ots::Op::Not)) return of(t.arg(0), env);
    if (t.is(ots::Op::Implies) && value.defined() && !value.as_boolean()) return implication(t, env);
    const bool is_junction = t.is(ots::Op::And) || t.is(ots::Op::Or) || t.is(ots::Op::Implies);
    if (is_junction) return junction(t, env, !t.is(ots::Op::And));
    return {{t, env, value.is_true(), false, reads_.settle(std::span(&t, 1), env).cells}};
  }

 private:
  Value truth(ots::Term t, ots::Environment env) const { return reader_.evaluator().evaluate(t, state_, env); }

  std::vector<RuleAtom> implication(ots::Term t, const ots::Environment& env) const {
    std::vector<RuleAtom> left = of(t.arg(0), env);
    for (RuleAtom& atom : left) atom.is_trigger = true;
    std::vector<RuleAtom> right = of(t.arg(1), env);
    left.insert(left.end(), right.begin(), right.end());
    return left;
  }

  std::vector<RuleAtom> junction(ots::Term t, const ots::Environment& env, bool decides) const {
    std::vector<RuleAtom> all;
    std::optional<std::vector<RuleAtom>> best;
    for (std::size_t i = 0; i < t.arity(); ++i) {
      const bool negated = t.is(ots::Op::Implies) && i == 0;
      const Value value = truth(t.arg(i), env);
      std::vector<RuleAtom> own = of(t.arg(i), env);
      const bool settles = value.defined() && (value.as_boolean() != negated) == decides;
      if (settles && (!best || own.size() < best->size())) best = own;
      all.insert(all.end(), own.begin(), own.end());
    }
    return best ? *best : all;
  }

  const RunReader& reader_;
  const StateReads& reads_;
  const State& state_;
};

class RuleTeller {
 public:
  RuleTeller(const RunReader& reader, const ots::Predicate& predicate)
      : reader_(reader),
        predicate_(predicate),
        state_(reader.run().trace.steps.back().state),
        step_(reader.run().trace.steps.size() - 1) {}

  std::optional<Told> tell() const {
    const auto instance = reader_.stepper().violation(state_, predicate_);
    if (!instance) return std::nullopt;
    ots::Environment env;
    for (std::size_t i = 0; i < instance->size(); ++i) env[predicate_.params[i]] = (*instance)[i];
    const StateReads reads = reader_.reads(step_);
    const Settled settled = reads.settle(std::span(&predicate_.body, 1), env);
    Told told;
    told.minimal = settled.minimal;
    std::vector<RuleAtom> atoms = RuleAtoms(reader_, reads, state_).of(predicate_.body, env);
    std::erase_if(atoms, [&](const RuleAtom& atom) { return !reads_any(atom, settled.cells); });
    for (const std::size_t cell : settled.cells) told.causes.push_back(cause(cell, atoms));
    told.sentence = sentence(atoms, env);
    return told;
  }

 private:
  static bool reads_any(const RuleAtom& atom, const std::vector<std::size_t>& cells) {
    return std::any_of(atom.cells.begin(), atom.cells.end(),
                       [&](std::size_t cell) { return std::find(cells.begin(), cells.end(), cell) != cells.end(); });
  }

  const std::string& column(std::size_t cell) const { return reader_.stepper().signature()->columns[cell].name; }

  Cause cause(std::size_t cell, const std::vector<RuleAtom>& atoms) const {
    Cause made{step_, column(cell), state_[cell], "cause", "", true};
    const bool has_trigger = std::any_of(atoms.begin(), atoms.end(), [](const RuleAtom& a) { return a.is_trigger; });
    for (const RuleAtom& atom : atoms) {
      if (std::find(atom.cells.begin(), atom.cells.end(), cell) == atom.cells.end()) continue;
      if (has_trigger) made.role = atom.is_trigger ? "trigger" : "answer";
      made.atom = text_of(reader_.run().ots, atom.term, atom.env);
      made.holds = atom.holds;
      break;
    }
    return made;
  }

  // "pc(a) is cs"
  std::string clause(const RuleAtom& atom) const {
    const ots::Ots& ots = reader_.run().ots;
    const ots::Term t = atom.term;
    const auto value_told = [&](ots::Term observed) -> std::string {
      if (!observed.is(ots::Op::Observe) || atom.cells.empty()) return "";
      ots::Environment env = atom.env;
      const std::string value = reader_.evaluator().evaluate(observed, state_, env).to_string();
      return value.size() > term_value_shown ? "" : fmt::format("{} is {}", text_of(ots, observed, atom.env), value);
    };
    if (t.is(ots::Op::Observe))
      if (std::string told = value_told(t); !told.empty()) return told;
    if (t.is(ots::Op::Eq) && (t.arg(0).is(ots::Op::Observe) != t.arg(1).is(ots::Op::Observe)))
      if (std::string told = value_told(t.arg(t.arg(0).is(ots::Op::Observe) ? 0 : 1)); !told.empty()) return told;
    if (t.is(ots::Op::In))
      return fmt::format("{} is {}in {}", text_of(ots, t.arg(0), atom.env), atom.holds ? "" : "not ",
                         text_of(ots, t.arg(1), atom.env));
    return fmt::format("{} {}", text_of(ots, t, atom.env), atom.holds ? "holds" : "does not hold");
  }

  // Of what holds, or does not, the values are told beside it.
  bool tells_value(const RuleAtom& atom) const {
    const std::string said = clause(atom);
    return !said.ends_with(" holds") && !said.ends_with(" does not hold");
  }

  std::string clauses(const std::vector<RuleAtom>& atoms, bool triggers) const {
    std::vector<std::string> told;
    for (const RuleAtom& atom : atoms)
      if (const std::string text = clause(atom);
          atom.is_trigger == triggers && std::find(told.begin(), told.end(), text) == told.end())
        told.push_back(text);
    if (told.size() > atoms_shown) {
      const std::size_t others = told.size() - atoms_shown + 1;
      told.resize(atoms_shown - 1);
      told.push_back(fmt::format("{} others of the same kind", others));
    }
    return fmt::format("{}", fmt::join(told, " and "));
  }

  // "pc(a) is cs and pc(b) is cs at step 4 (i = a, j = b)."
  std::string sentence(const std::vector<RuleAtom>& atoms, const ots::Environment& env) const {
    const std::string when = clauses(atoms, true), then = clauses(atoms, false);
    std::string out = when + (when.empty() || then.empty() ? "" : ", but ") + then;
    if (out.empty()) return fmt::format("{} does not hold, whatever the state is.", predicate_.name);
    out += fmt::format(" at step {}", step_);
    std::vector<std::string> values;
    const auto add = [&](const std::string& name, const Value& value) {
      const std::string text = fmt::format("{} = {}", name, value.to_string());
      const bool is_short = text.size() <= name.size() + 3 + term_value_shown;
      if (is_short && std::find(values.begin(), values.end(), text) == values.end()) values.push_back(text);
    };
    for (const RuleAtom& atom : atoms)
      if (atom.cells.size() <= cells_shown && !tells_value(atom))
        for (const std::size_t cell : atom.cells) add(column(cell), state_[cell]);
    for (const ots::VarId v : predicate_.params) add(reader_.run().ots.pool->variable(v).name, env.at(v));
    return values.empty() ? out + "." : fmt::format("{} ({}).", out, fmt::join(values, ", "));
  }

  const RunReader& reader_;
  const ots::Predicate& predicate_;
  const State& state_;
  std::size_t step_;
};

}  // namespace

Failure failure(const SpecificationRun& run, const ots::Predicate& predicate) {
  Failure result;
  const RunReader reader(run);
  if (auto told = RuleTeller(reader, predicate).tell()) {
    result.sentence = told->sentence;
    result.witnesses.push_back(std::move(*told));
  }
  return result;
}

Chain chain(const SpecificationRun& run, const std::vector<Place>& asked) {
  const RunReader reader(run);
  const RuleTracer tracer(reader);
  return follow(asked, [&](const Place& place) { return tracer.link(place); });
}

std::optional<Place> place_named(const Trace& trace, std::string_view column, std::size_t step) {
  const auto& columns = trace.signature->columns;
  const auto found = std::find_if(columns.begin(), columns.end(), [&](const Column& c) { return c.name == column; });
  if (found == columns.end() || step >= trace.steps.size()) return std::nullopt;
  return Place{step, static_cast<std::size_t>(found - columns.begin()), false};
}

}  // namespace whynot::analyse::why
