// One link for each place, by the assignment that gives it its value; then the places it rests on, breadth first.
#include "analyse/why/chain.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "analyse/why/reason.h"
#include "analyse/why/relation/forced.h"
#include "base/check.h"
#include "expr/evaluate.h"
#include "model/system/slots.h"

namespace whynot::analyse::why {
namespace {

constexpr std::size_t branch_shown = 80;

const Assignment* assignment_of(const std::vector<Assignment>& list, Expr variable) {
  const auto found =
      std::find_if(list.begin(), list.end(), [&](const Assignment& a) { return a.variable == variable; });
  return found == list.end() ? nullptr : &*found;
}

bool is_several(const Value& value) {
  if (value.kind() != Value::Kind::Set) return false;
  std::size_t members = 0;
  for_each_member(value, [&](const Value&) { return ++members < 2; });
  return members > 1;
}

class Tracer {
 public:
  Tracer(const TransitionSystem& system, const Trace& trace)
      : system_(system), trace_(trace), slots_(system), names_(define_names(system)), reasons_(*system.pool) {}

  const Link& link(const Place& place) {
    const auto found = known_.find(place);
    return found != known_.end() ? found->second : known_.emplace(place, make(place)).first->second;
  }

  // The first step of the stretch over which the value has only been kept.
  std::size_t kept_since(Place place) {
    while (link(place).kind == Link::Kind::Kept) place = before(place);
    return place.step;
  }

 private:
  Link make(const Place& place) {
    Link link;
    link.place = place;
    link.value = value_at(place);
    link.since = place.step;
    const VariableDecl& declared = system_.variables[place.variable];
    const bool is_start = place.step == 0 && !place.closing;
    if (declared.kind == VariableKind::Input) {
      link.kind = Link::Kind::Input;
    } else if (const Assignment* always = assignment_of(system_.invar_assignments, declared.variable)) {
      assigned(link, *always, true);
    } else if (is_start) {
      begin(link);
    } else if (declared.kind == VariableKind::Frozen) {
      link.kind = Link::Kind::Kept;
      link.because = {before(place)};
      link.minimal = true;
    } else if (const Assignment* next = assignment_of(system_.next_assignments, declared.variable)) {
      assigned(link, *next, false);
    }
    return link;
  }

  void begin(Link& link) {
    const Expr variable = system_.variables[link.place.variable].variable;
    const Assignment* init = assignment_of(system_.init_assignments, variable);
    if (!init) {
      link.kind = Link::Kind::InitialChoice;
      return;
    }
    assigned(link, *init, true);
    link.kind = link.kind == Link::Kind::Choice ? Link::Kind::InitialChoice : Link::Kind::Initial;
  }

  // `at_once`: the value is read in the step itself, rather than in the transition into it.
  void assigned(Link& link, const Assignment& assignment, bool at_once) {
    const Place from = at_once ? link.place : before(link.place);
    const std::vector<Value> values = slots_.around(trace_, from.step);
    const LeafValue value_of = [&](Expr leaf) { return values[slots_.of(leaf)]; };
    const Reason why = reasons_.of(assignment.value, value_of);
    link.minimal = why.minimal;
    for (Expr leaf : why.leaves) link.because.push_back(read_at(leaf, from, link.place));
    std::vector<Expr> producing;
    const Expr fired = fire(link, assignment, value_of, producing);
    for (Expr leaf : why.leaves)
      if (std::find(producing.begin(), producing.end(), leaf) == producing.end())
        link.blockers.push_back(read_at(leaf, from, link.place));
    const Value allowed = reasons_.value(assignment.value, value_of);
    if (is_several(allowed)) {
      link.kind = Link::Kind::Choice;
      link.allowed = to_string(*system_.pool, fired, branch_shown, &names_);
      return;
    }
    link.kind = !at_once && is_kept(link, fired, assignment.variable) ? Link::Kind::Kept : Link::Kind::Assigned;
  }

  // The value stays because the branch says so, or because the value before is among the reasons and is the same.
  bool is_kept(const Link& link, Expr fired, Expr variable) const {
    const Place earlier = before(link.place);
    if (!(value_at(earlier) == link.value)) return false;
    return fired == variable || std::find(link.because.begin(), link.because.end(), earlier) != link.because.end();
  }

  // Down the choices to what fired: its guard, where it is written, and the value.  `producing`: what those read.
  Expr fire(Link& link, const Assignment& assignment, const LeafValue& value_of, std::vector<Expr>& producing) {
    const auto read_by = [&](Expr part) {
      for (Expr leaf : leaves(part)) producing.push_back(leaf);
    };
    Expr e = assignment.value;
    link.where = assignment.where;
    while (e.is(Op::Ite)) {
      const Value guard = reasons_.value(e.arg(0), value_of);
      if (!guard.defined()) break;
      const WrittenChoice* written = written_as(assignment, e);
      const bool then = guard.is_true();
      if (written && then) link.where = written->then;
      if (written && !then && written->otherwise.end > 0) link.where = written->otherwise;
      link.branch = then ? to_string(*system_.pool, e.arg(0), branch_shown, &names_) : "";
      if (then) read_by(e.arg(0));
      e = e.arg(then ? 1 : 2);
    }
    if (e.is(Op::SetOf) && e.arity() == 1) e = e.arg(0);  // a single value among sets
    read_by(e);
    link.gives = to_string(*system_.pool, e, branch_shown, &names_);
    return e;
  }

  static const WrittenChoice* written_as(const Assignment& assignment, Expr choice) {
    if (!assignment.choices) return nullptr;
    for (const WrittenChoice& written : *assignment.choices)
      if (written.choice == choice) return &written;
    return nullptr;
  }

  // Where a leaf is read by a transition out of `from` into `into`, or by a condition on `from` alone.
  Place read_at(Expr leaf, const Place& from, const Place& into) const {
    const Expr variable = leaf.is(Op::Next) ? leaf.arg(0) : leaf;
    const std::size_t number = number_of(variable);
    const bool is_input = system_.variables[number].kind == VariableKind::Input;
    if (leaf.is(Op::Next) || is_input) return {into.step, number, into.closing};
    return {from.step, number, from.closing};
  }

  std::size_t number_of(Expr variable) const {
    const auto found = std::find_if(system_.variables.begin(), system_.variables.end(),
                                    [&](const VariableDecl& v) { return v.variable == variable; });
    WHYNOT_CHECK(found != system_.variables.end(), "every variable of an assignment should be declared");
    return static_cast<std::size_t>(found - system_.variables.begin());
  }

  Place before(const Place& place) const {
    return {place.closing ? trace_.steps.size() - 1 : place.step - 1, place.variable, false};
  }

  Value value_at(const Place& place) const {
    const VariableDecl& declared = system_.variables[place.variable];
    if (declared.kind != VariableKind::Input) return trace_.steps[place.step].state[slots_.of(declared.variable)];
    const Inputs& inputs = place.closing ? trace_.closing_inputs : trace_.steps[place.step].inputs;
    return inputs[slots_.of(declared.variable) - slots_.inputs_begin()];
  }

  const TransitionSystem& system_;
  const Trace& trace_;
  Slots slots_;
  ExprNames names_;
  Reasons reasons_;
  std::map<Place, Link> known_;
};

}  // namespace

std::string_view kind_word(Link::Kind kind) {
  switch (kind) {
    case Link::Kind::Initial: return "initial";
    case Link::Kind::InitialChoice: return "initial choice";
    case Link::Kind::Input: return "input";
    case Link::Kind::Choice: return "choice";
    case Link::Kind::Free: return "free";
    case Link::Kind::Assigned: return "assigned";
    case Link::Kind::Kept: return "kept";
    case Link::Kind::Forced: return "forced";
    case Link::Kind::Rule: return "rule";
    case Link::Kind::Call: return "call";
  }
  return "";
}

bool is_chosen(Link::Kind kind) {
  return kind == Link::Kind::InitialChoice || kind == Link::Kind::Input || kind == Link::Kind::Choice ||
         kind == Link::Kind::Free;
}

Chain chain(const TransitionSystem& system, const Trace& trace, const std::vector<Place>& asked, Context* context) {
  Tracer tracer(system, trace);
  std::optional<Forcing> forcing;
  if (context) forcing.emplace(system, trace, *context);
  Chain result;
  std::set<Place> seen;
  std::vector<Place> open;
  const auto want = [&](const Place& place) {
    if (seen.insert(place).second) open.push_back(place);
    // What the loop's first step is, it is again each time round.
    Place again = place;
    again.closing = true;
    const bool is_input = system.variables[place.variable].kind == VariableKind::Input;
    if (trace.loop == place.step && !is_input && seen.insert(again).second) open.push_back(again);
  };
  for (const Place& place : asked) want(place);
  for (std::size_t i = 0; i < open.size(); ++i) {
    Link link = tracer.link(open[i]);
    if (forcing) forcing->refine(link);
    if (link.kind == Link::Kind::Kept && !link.place.closing) link.since = tracer.kept_since(link.place);
    for (const Place& place : link.because) want(place);
    if (is_chosen(link.kind)) result.roots.push_back(link.place);
    result.links.push_back(std::move(link));
  }
  std::sort(result.roots.begin(), result.roots.end());
  return result;
}

Chain follow(const std::vector<Place>& asked, const std::function<Link(const Place&)>& link_of) {
  std::map<Place, Link> known;
  const auto link_at = [&](const Place& place) -> Link& {
    const auto found = known.find(place);
    return found != known.end() ? found->second : known.emplace(place, link_of(place)).first->second;
  };
  Chain result;
  std::set<Place> seen;
  std::vector<Place> open;
  const auto want = [&](const Place& place) {
    if (seen.insert(place).second) open.push_back(place);
  };
  for (const Place& place : asked) want(place);
  for (std::size_t i = 0; i < open.size(); ++i) {
    Link link = link_at(open[i]);
    for (const Link* at = &link; at->kind == Link::Kind::Kept; link.since = at->place.step)
      at = &link_at(at->because[0]);
    for (const Place& place : link.because) want(place);
    if (is_chosen(link.kind)) result.roots.push_back(link.place);
    result.links.push_back(std::move(link));
  }
  std::sort(result.roots.begin(), result.roots.end());
  return result;
}

std::optional<Place> place_named(const TransitionSystem& system, const Trace& trace, std::string_view variable,
                                 std::size_t step) {
  const std::size_t steps = trace.steps.size();
  for (std::size_t v = 0; v < system.variables.size(); ++v) {
    if (system.pool->name_of(system.variables[v].variable) != variable) continue;
    const bool is_input = system.variables[v].kind == VariableKind::Input;
    if (step < steps && !(is_input && step == 0)) return Place{step, v, false};
    if (step < steps || !trace.loop) return std::nullopt;
    const std::size_t folded = *trace.loop + (step - steps) % (steps - *trace.loop);
    return Place{folded, v, folded == *trace.loop};
  }
  return std::nullopt;
}

}  // namespace whynot::analyse::why
