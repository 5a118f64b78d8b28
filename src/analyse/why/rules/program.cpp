// The automaton's moves are the causes: a step whose events leave it where it is plays no part.  A move counts only if
// the run would not violate the automaton had that step carried no event.
//
// The link of a configuration is the rule that led to it.  After a return it is the call that it came back from: what
// happened inside is told only where an event of it moved the automaton.
#include "analyse/why/rules/program.h"

#include <fmt/format.h>

#include <algorithm>

#include "analyse/why/wording.h"

namespace whynot::analyse::why {
namespace {

constexpr std::size_t control_column = 0, stack_column = 1, rule_column = 2, moves_shown = 4,
                      most_steps_tried = 200'000;

std::string control_text(const Step& step) {
  const Value& value = step.state[control_column];
  return value.kind() == Value::Kind::Term ? value.op() : value.to_string();
}

class ProgramReader {
 public:
  explicit ProgramReader(const ProgramRun& run) : run_(run), interpreter_(run.automaton, run.pds), rules_(run.by.stem) {
    rules_.insert(rules_.end(), run.by.loop.begin(), run.by.loop.end());
    PdsRun walked;
    walked.start(run.pds.initial[run.by.initial]);
    heights_.push_back(walked.stack().size());
    for (const std::uint32_t rule : rules_) {
      walked.apply(run.pds.rules[rule]);
      heights_.push_back(walked.stack().size());
    }
  }

  const ProgramRun& run() const { return run_; }
  const PdsRule& rule_into(std::size_t step) const { return run_.pds.rules[rules_[step - 1]]; }

  // Where the automaton is, without the control location of the system.
  std::string location(std::size_t step) const {
    const std::uint32_t own =
        step == 0 ? run_.pds.initial[run_.by.initial].control : run_.pds.rules[rules_[step - 1]].to;
    const std::string text = control_text(run_.trace.steps[step]);
    const std::string& name = run_.pds.controls[own];
    return name.empty() || text.size() <= name.size() ? text : text.substr(name.size() + 1);
  }

  std::string event(std::size_t step) const {
    const SharedAction& action = run_.trace.steps[step].action;
    return action ? action->event : "";
  }

  bool moves(std::size_t step) const { return step > 0 && location(step) != location(step - 1); }

  // The step after the call that the return into this step comes back from; nothing for another kind of step.
  std::optional<std::size_t> call_of(std::size_t step) const {
    if (rule_into(step).size != 0) return std::nullopt;
    for (std::size_t at = step - 1; at > 0; --at)
      if (rule_into(at).size == 2 && heights_[at - 1] == heights_[step]) return at;
    return std::nullopt;
  }

  // Whether an event has an argument that the model does not know.
  bool has_unknowns() const {
    return std::any_of(rules_.begin(), rules_.end(), [&](std::uint32_t rule) {
      const auto& events = run_.pds.event_sets[run_.pds.rules[rule].events];
      return std::any_of(events.begin(), events.end(), [&](std::uint32_t event) {
        const auto& args = run_.pds.events[event].args;
        return std::find(args.begin(), args.end(), std::nullopt) != args.end();
      });
    });
  }

  // How many rules the configuration before the step allows.
  std::size_t choices(std::size_t step) const {
    const PdsRule& taken = rule_into(step);
    return static_cast<std::size_t>(std::count_if(
        run_.pds.rules.begin(), run_.pds.rules.end(),
        [&](const PdsRule& rule) { return rule.control == taken.control && rule.symbol == taken.symbol; }));
  }

  // Whether the automaton still accepts where these steps carry no events.
  bool accepts_without(const std::vector<std::size_t>& blank) const {
    std::vector<EfsaLocation> at = interpreter_.initial();
    for (std::size_t step = 1; step <= run_.by.stem.size(); ++step) {
      const bool is_blank = std::find(blank.begin(), blank.end(), step) != blank.end();
      at = interpreter_.after(at, is_blank ? 0 : rule_into(step).events);
      if (std::any_of(at.begin(), at.end(), [&](const auto& l) { return run_.automaton.states[l.state].final; }))
        return true;
    }
    return false;
  }

 private:
  const ProgramRun run_;
  EfsaInterpreter interpreter_;
  std::vector<std::uint32_t> rules_;  // of the stem, then of the loop
  std::vector<std::size_t> heights_;  // of the stack, by step
};

// The moves that the violation needs, and the last one, which reaches the final state whether its events matter or not.
std::vector<std::size_t> needed_moves(const ProgramReader& reader) {
  std::vector<std::size_t> moves, left_out;
  for (std::size_t step = 1; step < reader.run().trace.steps.size(); ++step)
    if (reader.moves(step)) moves.push_back(step);
  if (reader.run().automaton.is_liveness() || moves.size() * reader.run().trace.steps.size() > most_steps_tried)
    return moves;
  // Who could be anybody could take the place of another: which ones are the same was settled elsewhere.
  if (!reader.run().automaton.variables.empty() && reader.has_unknowns()) return moves;
  for (std::size_t i = moves.size(); i-- > 1;) {
    left_out.push_back(moves[i - 1]);
    if (!reader.accepts_without(left_out)) left_out.pop_back();
  }
  std::erase_if(moves,
                [&](std::size_t step) { return std::find(left_out.begin(), left_out.end(), step) != left_out.end(); });
  return moves;
}

class ProgramTeller {
 public:
  ProgramTeller(const ProgramReader& reader, bool all) : reader_(reader), all_(all) {}

  Told tell() const {
    Told told;
    const std::vector<std::size_t> moves = needed_moves(reader_);
    told.minimal = is_minimal(moves);
    for (const std::size_t step : moves) {
      const std::string atom = fmt::format("{} -> {}", reader_.location(step - 1), reader_.location(step));
      told.causes.push_back({step, "event", Value::symbol(reader_.event(step)), "cause", atom, true});
    }
    told.sentence = sentence(moves);
    return told;
  }

 private:
  // Without any one of the moves there would be no violation.
  bool is_minimal(const std::vector<std::size_t>& moves) const {
    if (reader_.run().automaton.is_liveness() || moves.size() * reader_.run().trace.steps.size() > most_steps_tried)
      return false;
    return std::none_of(moves.begin(), moves.end(), [&](std::size_t step) { return reader_.accepts_without({step}); });
  }

  std::string place(std::size_t step) const {
    const Span& where = reader_.rule_into(step).where;
    const Sources* sources = reader_.run().sources;
    if (!sources || where.end == 0) return "";
    return fmt::format(" (line {})", sources->place(where).line);
  }

  // "e1 at step 7 moves q0 to q1"
  std::string clause(std::size_t step) const {
    const std::string event = reader_.event(step), from = reader_.location(step - 1), to = reader_.location(step);
    if (event.empty()) return fmt::format("step {}{} moves {} to {}", step, place(step), from, to);
    return fmt::format("{} at step {}{} moves {} to {}", event, step, place(step), from, to);
  }

  std::string sentence(const std::vector<std::size_t>& moves) const {
    std::string out;
    const std::size_t left_out = all_ || moves.size() <= moves_shown ? 0 : moves.size() - moves_shown;
    for (std::size_t i = 0; i < moves.size(); ++i) {
      if (left_out > 0 && i == 1) out += fmt::format("; … {} other moves: --all", left_out);
      if (left_out > 0 && i >= 1 && i <= left_out) continue;
      out += (out.empty() ? "" : "; ") + clause(moves[i]);
    }
    if (moves.empty()) out = fmt::format("{} is where the automaton begins", reader_.location(0));
    const Trace& trace = reader_.run().trace;
    if (!trace.loop) return out + ", a final state.";
    return fmt::format("{}{}, and comes by a repeat state each time.", out, loop_words(trace));
  }

  const ProgramReader& reader_;
  bool all_;
};

class ProgramTracer {
 public:
  explicit ProgramTracer(const ProgramReader& reader) : reader_(reader) {}

  Link link(const Place& place) const {
    Link link;
    link.place = place;
    link.since = place.step;
    link.minimal = true;
    if (place.variable == rule_column)
      choose(link);
    else
      link.value = reader_.run().trace.steps[place.step].state[place.variable];
    if (place.variable != rule_column && place.step == 0)
      link.kind = Link::Kind::Initial;
    else if (place.variable == control_column)
      move(link);
    else if (place.variable == stack_column)
      go(link);
    return link;
  }

 private:
  void choose(Link& link) const {
    const PdsRule& rule = reader_.rule_into(link.place.step);
    link.kind = Link::Kind::Choice;
    link.where = rule.where;
    link.value = Value::symbol(reader_.run().pds.rule_text(rule));
    link.allowed = fmt::format("{} rules", reader_.choices(link.place.step));
  }

  void move(Link& link) const {
    const std::size_t step = link.place.step;
    link.because = {{step - 1, control_column, false}};
    link.kind = reader_.moves(step) ? Link::Kind::Rule : Link::Kind::Kept;
    if (link.kind == Link::Kind::Kept) return;
    link.branch = reader_.event(step);
    link.gives = reader_.location(step);
    link.where = reader_.rule_into(step).where;
    link.rule = fmt::format("{} -> {}", reader_.location(step - 1), reader_.location(step));
    link.because.push_back({step, stack_column, false});
  }

  void go(Link& link) const {
    const std::size_t step = link.place.step;
    const PdsRule& rule = reader_.rule_into(step);
    link.kind = rule.size == 2 ? Link::Kind::Call : Link::Kind::Rule;
    link.where = rule.where;
    link.rule = reader_.run().pds.rule_text(rule);
    const auto call = reader_.call_of(step);
    link.because = {{call.value_or(step - 1), stack_column, false}};
    if (call) link.branch = fmt::format("returns from the call at step {}", *call);
    if (reader_.choices(step) > 1) link.because.push_back({step, rule_column, false});
  }

  const ProgramReader& reader_;
};

}  // namespace

Failure failure(const ProgramRun& run, bool all) {
  const ProgramReader reader(run);
  Told told = ProgramTeller(reader, all).tell();
  return {told.sentence, {told}};
}

Chain chain(const ProgramRun& run, const std::vector<Place>& asked) {
  const ProgramReader reader(run);
  const ProgramTracer tracer(reader);
  return follow(asked, [&](const Place& place) { return tracer.link(place); });
}

}  // namespace whynot::analyse::why
