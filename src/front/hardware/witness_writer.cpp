#include <fmt/format.h>

#include "front/hardware/witness.h"

namespace whynot::front::hardware {
namespace {

char digit(const Value& v) { return v.as_boolean() ? '1' : '0'; }

std::string bits_of(const Value& v) {
  if (v.is_boolean()) return std::string(1, digit(v));
  std::string text;
  const Integer bits = v.bits();
  for (std::uint32_t i = v.width(); i-- > 0;) text += bit_test(bits, i) ? '1' : '0';
  return text;
}

std::string number_bits(std::size_t n, std::uint32_t width) {
  std::string text;
  for (std::uint32_t i = width; i-- > 0;) text += n >> i & 1 ? '1' : '0';
  return text;
}

// The lines of one input or state at a step; an array has one for each element.
std::string cell_lines(const Btor2Cell& cell, std::size_t number, const Trace& trace, std::size_t step, char mark) {
  std::string text;
  const std::string name = cell.symbol.empty() ? "" : fmt::format(" {}{}{}", cell.symbol, mark, step);
  for (std::size_t i = 0; i < cell.elements; ++i) {
    const std::string value = bits_of(trace.steps[step].state[cell.variable + i]);
    if (cell.index_width)
      text += fmt::format("{} [{}] {}{}\n", number, number_bits(i, cell.index_width), value, name);
    else
      text += fmt::format("{} {}{}\n", number, value, name);
  }
  return text;
}

std::string step_lines(const Btor2File& file, const Trace& trace, std::size_t step) {
  std::string states;
  for (std::size_t i = 0; i < file.states.size(); ++i) {
    const bool is_chosen = step == 0 ? !file.states[i].has_init : !file.states[i].has_next;
    if (is_chosen) states += cell_lines(file.states[i], i, trace, step, '#');
  }
  std::string text;
  if (step == 0 || !states.empty()) text += fmt::format("#{}\n{}", step, states);
  text += fmt::format("@{}\n", step);
  for (std::size_t i = 0; i < file.inputs.size(); ++i) text += cell_lines(file.inputs[i], i, trace, step, '@');
  return text;
}

}  // namespace

std::string WitnessOf::text() const { return fmt::format("{}{}", justice ? 'j' : 'b', number); }

std::string write_witness(const AigerFile& file, WitnessOf of, WitnessSays says, const Trace* trace) {
  if (says != WitnessSays::Violated) return fmt::format("{}\n{}\n.\n", says == WitnessSays::Holds ? 0 : 2, of.text());
  std::string text = fmt::format("1\n{}\n", of.text());
  const std::size_t inputs = file.inputs.size();
  for (std::size_t i = 0; i < file.latches.size(); ++i) text += digit(trace->steps[0].state[inputs + i]);
  text += '\n';
  for (const Step& step : trace->steps) {
    for (std::size_t i = 0; i < inputs; ++i) text += digit(step.state[i]);
    text += '\n';
  }
  return text + ".\n";
}

std::string write_witness(const Btor2File& file, WitnessOf of, WitnessSays says, const Trace* trace) {
  if (says == WitnessSays::Unknown) return "";
  if (says == WitnessSays::Holds) return fmt::format("unsat\n{}\n.\n", of.text());
  std::string text = fmt::format("sat\n{}\n", of.text());
  for (std::size_t step = 0; step < trace->steps.size(); ++step) text += step_lines(file, *trace, step);
  return text + ".\n";
}

}  // namespace whynot::front::hardware
