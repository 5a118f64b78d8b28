// The automaton compiled on the fly: its states with the values of their variables become numbered
// locations, made when first reached.
//
// Values are small numbers.  An unknown argument ranges over the constants it could ever be compared with
// (variables, parameters and constants fall into classes by the comparisons and assignments between them),
// the unnamed values that variables hold, and a fresh one; unnamed values are numbered in the order of the
// variables that hold them, and a variable that is not read before it is written next holds nothing.
#pragma once
#include <cstdint>
#include <map>
#include <span>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "engine/pushdown/table/flat_map.h"
#include "model/pds/efsa.h"
#include "model/pds/pds.h"

namespace whynot::engine::pushdown {

class Monitor {
 public:
  static constexpr std::uint32_t no_event = ~0u;
  struct Move {
    std::uint32_t to = 0;
    std::uint32_t event = no_event;  // index into Pds::events of what the transition fired on
  };

  Monitor(const Pds&, const Efsa&);

  const std::vector<std::uint32_t>& initial() const { return initial_; }
  std::size_t locations() const { return locations_.size(); }
  std::vector<std::uint32_t> every_state();  // a location for each, with variables that hold nothing
  bool is_final(std::uint32_t location) const { return efsa_.states[locations_[location][0]].final; }
  bool is_repeat(std::uint32_t location) const { return efsa_.states[locations_[location][0]].repeat; }
  EfsaLocation location(std::uint32_t) const;
  std::uint32_t state(std::uint32_t location) const { return locations_[location][0]; }

  // Event sets that the automaton cannot tell apart are one class; class 0 has nothing it looks at.
  std::uint32_t event_class(std::uint32_t event_set) const { return class_of_set_[event_set]; }
  std::uint32_t event_classes() const { return static_cast<std::uint32_t>(class_events_.size()); }
  // Different in `to`; valid until the next call.
  std::span<const Move> moves(std::uint32_t location, std::uint32_t event_class);
  // Whether there are values of unknown arguments for which no transition is enabled.
  bool blocks(std::uint32_t location, std::uint32_t event_class);

 private:
  using Code = std::uint32_t;  // 0 = nothing, then constants, then unnamed values with their answers
  struct Element {             // a variable or a parameter, with its class by union-find
    std::uint32_t parent;
  };
  struct ValueClass {
    std::vector<Code> constants;
    std::uint32_t patterns = 0;
  };
  struct Firing;

  void relate_operands();
  void classify_events();
  void find_live_variables();
  std::uint32_t root(std::uint32_t element);
  void unite(std::uint32_t a, std::uint32_t b);
  std::uint32_t element(const EfsaTransition&, const EfsaOperand&);
  std::uint32_t parameter_element(const std::string& event, std::uint32_t position);
  Code constant(const Value&);
  std::uint32_t intern(std::vector<Code> location);

  void compute(std::uint32_t location, std::uint32_t event_class);
  void choose(Firing&, std::size_t unknown);
  void fire(Firing&);
  static void add_move(Firing&, std::uint32_t to, std::uint32_t event);
  bool attempt(Firing&, const EfsaTransition&, const std::vector<Code>& args, std::uint32_t event);
  bool holds(std::uint32_t guard, const std::vector<Code>& at, const std::vector<Code>& args) const;
  bool matches(std::uint32_t pattern, Code) const;
  Code value(const EfsaOperand&, const std::vector<Code>& at, const std::vector<Code>& args) const;
  Code other(std::uint32_t number, std::uint32_t answers) const {
    return first_other_ + (number << efsa_.patterns.size()) + answers;
  }
  std::uint32_t other_number(Code code) const { return (code - first_other_) >> efsa_.patterns.size(); }
  std::uint32_t other_answers(Code code) const { return (code - first_other_) & ((1u << efsa_.patterns.size()) - 1); }
  std::vector<Code> settled(std::vector<Code> location) const;
  std::uint32_t positions_looked_at(std::uint32_t state, const EventInstance&) const;

  const Pds& pds_;
  const Efsa& efsa_;
  std::map<Value, Code> constant_codes_;
  std::vector<Value> constants_{Value()};       // by code
  std::vector<std::uint32_t> pattern_answers_;  // by code of a constant
  std::vector<Code> efsa_constants_;            // by index into Efsa::constants
  Code first_other_ = 0;
  std::map<std::pair<std::string, std::uint32_t>, std::uint32_t> parameter_elements_;
  std::vector<Element> elements_;                          // variables first
  std::unordered_map<std::uint32_t, ValueClass> classes_;  // by root
  std::vector<std::vector<std::uint32_t>> class_events_;
  std::vector<std::uint32_t> class_of_set_;
  std::vector<std::vector<bool>> live_;                     // by state, variable
  std::vector<std::vector<std::uint32_t>> transitions_of_;  // by state
  std::vector<std::uint32_t> positions_;                    // by transition: arguments that guard and assignments use

  std::vector<std::vector<Code>> locations_;  // state, then variables
  std::map<std::vector<Code>, std::uint32_t> location_ids_;
  std::vector<std::uint32_t> initial_;
  FlatMap rows_;  // (location, event class) -> row
  std::vector<std::pair<std::uint32_t, std::uint32_t>> row_ranges_;
  std::vector<Move> moves_;
  std::unordered_set<std::uint64_t> blocked_rows_;
};

}  // namespace whynot::engine::pushdown
