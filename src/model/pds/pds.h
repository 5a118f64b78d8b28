// Pushdown systems: a finite control, a stack, and rules that look at the top symbol only
// (Basu, Saha, Lin & Smolka, section 2).  A rule <p, g> -> <p', w> has at most two symbols in w: none is a
// return, one a step within a procedure, two a call whose second symbol is where it comes back to.
//
// Events stand on rules and fire when the rule is taken; the paper's relation lambda, which puts them on
// the point that a rule leaves, is the case where all rules of a point carry the same.
#pragma once
#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/source.h"
#include "expr/value.h"
#include "model/signature.h"
#include "model/stepper.h"

namespace whynot {

struct EventInstance {
  std::string name;
  std::vector<std::optional<Value>> args;  // nothing = `?`: the model does not say, any value is possible

  // open("/etc/passwd", ?), or with names for what is unknown: open("/etc/passwd", mode)
  std::string text(std::span<const std::string> names = {}) const;
  friend bool operator==(const EventInstance&, const EventInstance&) = default;
};

// Constants of events and automata: integers, or strings held as symbols.  "x" for a string, 3 for a number.
std::string constant_text(const Value&);

struct PdsRule {
  std::uint32_t control = 0, symbol = 0;  // <control, symbol> -> <to, push>
  std::uint32_t to = 0;
  std::uint32_t size = 0;               // of push, at most 2
  std::array<std::uint32_t, 2> push{};  // top first
  std::uint32_t events = 0;             // index into Pds::event_sets
  Span where;
};

struct PdsConfiguration {
  std::uint32_t control = 0;
  std::vector<std::uint32_t> stack;  // top first
  Span where;
};

struct Pds {
  static constexpr std::uint32_t none = ~0u;

  std::string name;
  std::vector<std::string> controls;  // a model without control locations has one, named ""
  std::vector<std::string> symbols;
  std::vector<std::string> procedures;
  std::vector<std::uint32_t> procedure_of;  // by symbol; none where the model does not say
  std::vector<EventInstance> events;
  std::vector<std::vector<std::uint32_t>> event_sets{{}};  // indices into events; set 0 is empty
  std::vector<PdsRule> rules;
  std::vector<PdsConfiguration> initial;
  // Where the arguments of an event that nobody knows come from: positions in the call, or one of these.
  static constexpr int from_nowhere = -1, from_result = -2;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<int>> origins;  // by rule and event

  std::string configuration_text(const PdsConfiguration&) const;  // <p, s0 m1>
  std::string rule_text(const PdsRule&) const;                    // <s0> -> <s1 s2>
};

// "call", "direct", "exit": what a rule does to the stack.
std::string_view step_word(std::uint32_t rule_size);

// A configuration that moves by rules, with the top of its stack at the back: the concrete meaning of a Pds,
// in the form that replay of long traces needs.
class PdsRun {
 public:
  void start(const PdsConfiguration&);
  bool apply(const PdsRule&);  // false, and nothing changes, if the rule does not fit the configuration

  std::uint32_t control() const { return control_; }
  const std::vector<std::uint32_t>& stack() const { return stack_; }  // bottom first

 private:
  std::uint32_t control_ = 0;
  std::vector<std::uint32_t> stack_;
};

// Columns `control` (a symbol) and `stack` (a list of symbols, top first).
std::shared_ptr<const Signature> pds_signature();

// States are those columns; the Pds must outlive the stepper.
std::unique_ptr<Stepper> make_stepper(const Pds&);

}  // namespace whynot
