// Copies the circuits frame by frame; bits that are functions of earlier bits get no variables of their own.
#include "encode/unroll.h"

#include "base/check.h"

namespace whynot::encode {

Unroll::Unroll(BitSystem& system, std::vector<bool> cone, Start start_at, Context& context, solve::Proofs proofs)
    : system_(system),
      cone_(std::move(cone)),
      start_(start_at),
      sat_(context, proofs),
      cnf_(graph_, sat_),
      signature_(std::make_shared<Signature>(signature_of(system.system()))) {
  start();
}

Bits Unroll::fresh(std::size_t width) {
  Bits bits(width);
  for (Lit& bit : bits) bit = graph_.input();
  return bits;
}

Bits Unroll::image(const Bits& bits, std::size_t frame) {
  Bits result;
  result.reserve(bits.size());
  for (Lit bit : bits) result.push_back(at(bit, frame));
  return result;
}

void Unroll::set_code(std::size_t variable, std::size_t frame, const Bits& code) {
  const VariableBits& v = system_.variables()[variable];
  for (std::size_t i = 0; i < code.size(); ++i) frames_[frame].set(v.current[i].node(), code[i]);
  if (frame > 0 && v.kind == VariableKind::State)
    for (std::size_t i = 0; i < code.size(); ++i) frames_[frame - 1].set(v.next[i].node(), code[i]);
}

void Unroll::add_frame() {
  frames_.emplace_back(system_.graph(), graph_);
  const std::size_t frame = frames_.size() - 1;
  for (std::size_t i = 0; i < cone_.size(); ++i)
    if (cone_[i] && system_.variables()[i].kind == VariableKind::Input)
      set_code(i, frame, fresh(system_.variables()[i].current.size()));
}

void Unroll::start() {
  add_frame();
  const bool initial = start_ == Start::Initial;
  for (std::size_t i : system_.start_order()) {
    const VariableBits& v = system_.variables()[i];
    if (!cone_[i] || v.kind == VariableKind::Input) continue;
    if (v.always && v.always->function)
      set_code(i, 0, image(*v.always->function, 0));
    else if (initial && v.init && v.init->function)
      set_code(i, 0, image(*v.init->function, 0));
    else
      set_code(i, 0, fresh(v.current.size()));
  }
  if (initial) {
    for (const BitSystem::Condition& c : system_.init()) require(c.literal, 0);
    for (std::size_t i = 0; i < cone_.size(); ++i)
      if (const auto& init = system_.variables()[i].init; cone_[i] && init)
        require(init->function ? init->fits : init->holds, 0);
  }
  finish_frame(0);
}

// What holds in every state of a run.
void Unroll::finish_frame(std::size_t frame) {
  for (std::size_t i = 0; i < cone_.size(); ++i) {
    const VariableBits& v = system_.variables()[i];
    if (!cone_[i] || (v.kind == VariableKind::Frozen && frame > 0)) continue;
    bool is_function = v.always && v.always->function;
    if (frame > 0) is_function = v.is_function_of_step();
    if (frame == 0 && start_ == Start::Initial) is_function = v.is_function_at_start();
    if (!is_function) require(v.valid, frame);
    if (v.always) require(v.always->function ? v.always->fits : v.always->holds, frame);
  }
  for (const BitSystem::Condition& c : system_.invar()) require(c.literal, frame);
}

void Unroll::require(Lit l, std::size_t frame) {
  const Lit here = at(l, frame);
  cnf_.require(here);
  if (here != Aig::constant(true)) required_.push_back(here);
}

std::uint64_t Unroll::spent() const {
  constexpr std::uint64_t nodes_a_part = 200, parts_a_unit = 16;
  return (sat_.effort() + graph_.size() / nodes_a_part + frames()) / parts_a_unit;
}

void Unroll::extend() {
  add_frame();
  const std::size_t to = frames_.size() - 1, from = to - 1;
  for (std::size_t i : system_.step_order()) {
    const VariableBits& v = system_.variables()[i];
    if (!cone_[i] || v.kind == VariableKind::Input) continue;
    if (v.kind == VariableKind::Frozen) {
      set_code(i, to, bits(i, from));
    } else if (v.always && v.always->function) {
      set_code(i, to, image(*v.always->function, to));
    } else if (v.step && v.step->function) {
      set_code(i, to, image(*v.step->function, from));
    } else {
      set_code(i, to, fresh(v.current.size()));
    }
  }
  for (std::size_t i = 0; i < cone_.size(); ++i)
    if (const auto& step = system_.variables()[i].step; cone_[i] && step)
      require(step->function ? step->fits : step->holds, from);
  for (const BitSystem::Condition& c : system_.trans()) require(c.literal, from);
  finish_frame(to);
}

Lit Unroll::at(Lit l, std::size_t frame) {
  WHYNOT_CHECK(frame < frames_.size(), "a literal should be read in a frame that is there");
  return frames_[frame].apply(l);
}

Bits Unroll::bits(std::size_t variable, std::size_t frame) {
  return image(system_.variables()[variable].current, frame);
}

Value Unroll::value(std::size_t variable, std::size_t frame, const std::vector<bool>& model) {
  if (!cone_[variable]) return {};
  const Bits code = bits(variable, frame);
  Integer number = 0;
  for (std::size_t i = 0; i < code.size(); ++i)
    if (model[code[i].node()] != code[i].complemented())
      boost::multiprecision::bit_set(number, static_cast<unsigned>(i));
  return value_of_code(system_.variables()[variable].type(), number);
}

State Unroll::state(std::size_t frame, const std::vector<bool>& model) {
  State result;
  for (std::size_t i = 0; i < cone_.size(); ++i)
    if (system_.variables()[i].kind != VariableKind::Input) result.push_back(value(i, frame, model));
  return result;
}

Inputs Unroll::inputs(std::size_t frame, const std::vector<bool>& model) {
  Inputs result;
  for (std::size_t i = 0; i < cone_.size(); ++i)
    if (system_.variables()[i].kind == VariableKind::Input) result.push_back(value(i, frame, model));
  return result;
}

Trace Unroll::trace(std::size_t depth, std::optional<std::size_t> loop) {
  const std::vector<bool> model = cnf_.model();
  Trace trace;
  trace.signature = signature_;
  trace.loop = loop;
  const std::size_t last = loop ? depth - 1 : depth;
  for (std::size_t frame = 0; frame <= last; ++frame) {
    Step step;
    step.state = state(frame, model);
    if (frame > 0) step.inputs = inputs(frame - 1, model);
    trace.steps.push_back(std::move(step));
  }
  if (loop) trace.closing_inputs = inputs(last, model);
  return trace;
}

std::vector<Lit> Unroll::identity(std::size_t frame) {
  std::vector<Lit> result;
  for (std::size_t i = 0; i < cone_.size(); ++i) {
    const VariableBits& v = system_.variables()[i];
    if (!cone_[i] || v.kind != VariableKind::State || (v.always && v.always->function)) continue;
    const Bits code = bits(i, frame);
    result.insert(result.end(), code.begin(), code.end());
  }
  return result;
}

namespace {

// Fixes what the trace knows of a frame.
void pin(Unroll& unroll, VariableKind kind, std::size_t frame, const std::vector<Value>& values) {
  std::size_t column = 0;
  for (std::size_t i = 0; i < unroll.system().variables().size(); ++i) {
    const VariableBits& v = unroll.system().variables()[i];
    if ((v.kind == VariableKind::Input) != (kind == VariableKind::Input)) continue;
    const Value& value = values[column++];
    if (value.defined())
      unroll.cnf().require(equal_constant(unroll.graph(), unroll.bits(i, frame), code_of(v.type(), value)));
  }
}

}  // namespace

namespace {

// The trace with its loop written out `rounds` times.
Trace unwound(const Trace& trace, std::size_t rounds) {
  Trace longer = trace;
  const std::size_t begin = *trace.loop;
  for (std::size_t round = 1; round < rounds; ++round) {
    for (std::size_t i = begin; i < trace.steps.size(); ++i) longer.steps.push_back(trace.steps[i]);
    longer.steps[longer.steps.size() - (trace.steps.size() - begin)].inputs = trace.closing_inputs;
  }
  return longer;
}

// The loop as long as the trace has it; nothing if the variables left out do not close it.
std::optional<Trace> complete_as_is(BitSystem& system, const Trace& trace, Context& context) {
  Unroll unroll(system, system.everything(), Start::Initial, context);
  const std::size_t steps = trace.steps.size();
  unroll.extend_to(steps + (trace.loop ? 1 : 0));
  for (std::size_t i = 0; i < steps; ++i) {
    pin(unroll, VariableKind::State, i, trace.steps[i].state);
    if (i > 0) pin(unroll, VariableKind::Input, i - 1, trace.steps[i].inputs);
  }
  if (trace.loop) {
    pin(unroll, VariableKind::Input, steps - 1, trace.closing_inputs);
    const Bits entry = unroll.identity(*trace.loop), back = unroll.identity(steps);
    unroll.cnf().require(equal(unroll.graph(), entry, back));
  }
  const solve::Answer answer = unroll.sat().solve();
  if (answer == solve::Answer::Sat) return unroll.trace(trace.loop ? steps : steps - 1, trace.loop);
  WHYNOT_CHECK(trace.loop || answer == solve::Answer::Stopped,
               "what lies outside the cone should follow along any run");
  return std::nullopt;
}

}  // namespace

std::optional<Trace> complete(BitSystem& system, const Trace& trace, Context& context, std::size_t rounds) {
  if (!trace.loop) return complete_as_is(system, trace, context);
  for (std::size_t round = 1; round <= rounds && !context.should_stop(); ++round)
    if (auto found = complete_as_is(system, unwound(trace, round), context)) return found;
  return std::nullopt;
}

}  // namespace whynot::encode
