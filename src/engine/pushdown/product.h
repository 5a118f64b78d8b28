// The product of a pushdown system and an automaton (Basu et al., section 2), made as it is explored.
// Control locations pair a location of the system with one of the automaton; heads pair a control location
// with a top symbol.  The bottom of the stack is made visible as one further symbol without rules, so that
// an emptied stack is a head like any other.
#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "engine/pushdown/monitor.h"
#include "engine/pushdown/table/head_table.h"

namespace whynot::engine::pushdown {

using Control = std::uint32_t;
using Symbol = std::uint32_t;
using Head = std::uint32_t;
constexpr std::uint32_t none = ~0u;

struct HeadRule {  // <control, symbol> -> …
  Control to = 0;
  Head head = none;            // none: <to, >; else the new top, in control location `to` …
  Symbol under = none;         // … and what lies under it, for a call
  std::uint32_t rule = 0;      // index into Pds::rules
  std::uint32_t event = none;  // index into Pds::events of what the automaton fired on

  bool is_exit() const { return head == none; }
  bool is_call() const { return under != none; }
};

// Somebody who looks at each step of the automaton and remembers something of it: locations are then paired with what
// is remembered, and some steps may be ruled out.
class Watch {
 public:
  struct Move {
    std::uint32_t rule = 0;      // index into Pds::rules
    std::uint32_t event = none;  // index into Pds::events of what the automaton fired on
    std::uint32_t to = 0;        // location of the monitor
  };

  virtual ~Watch() = default;
  virtual void attach(const Monitor&) {}  // before anything is asked
  // Numbers of pairs; `none` rules the step out.
  virtual std::uint32_t start(std::uint32_t location) = 0;
  virtual std::uint32_t step(std::uint32_t pair, const Move&) = 0;
  virtual std::uint32_t location(std::uint32_t pair) const = 0;
};

class Product {
 public:
  // The watch, if there is one, outlives the product.
  Product(const Pds&, const Efsa&, Watch* = nullptr);

  const Pds& pds() const { return pds_; }
  const Efsa& efsa() const { return efsa_; }

  Symbol bottom() const { return static_cast<Symbol>(pds_.symbols.size()); }
  Control control(std::uint32_t location, std::uint32_t pds_control) const {
    return location * pds_controls_ + pds_control;
  }
  std::uint32_t pair(Control c) const { return c / pds_controls_; }  // what a watch numbers
  std::uint32_t location(Control c) const { return watch_ ? watch_->location(pair(c)) : pair(c); }
  const Monitor& monitor() const { return monitor_; }
  bool is_final(Control c) const { return monitor_.is_final(location(c)); }
  bool is_repeat(Control c) const { return monitor_.is_repeat(location(c)); }
  EfsaLocation efsa_location(Control c) const { return monitor_.location(location(c)); }
  std::string control_text(Control) const;  // q1(f="x"), with the system's location before it if it has any
  std::string symbol_text(Symbol) const;    // the bottom is ε

  struct Start {
    std::uint32_t initial = 0;  // index into Pds::initial
    Control control = 0;
  };
  const std::vector<Start>& starts() const { return starts_; }

  std::size_t heads() const { return controls_.size(); }
  Head head(Control, Symbol);
  Head find_head(Control c, Symbol s) const { return head_ids_.find(c, s); }
  Control control_of(Head h) const { return controls_[h]; }
  Symbol symbol_of(Head h) const { return symbols_[h]; }

  // The rules of a head, and their index from first_rule on; valid until another head's are asked for first.
  std::span<const HeadRule> rules(Head h) {
    if (first_rule_[h] == none) expand(h);
    return std::span(rules_).subspan(first_rule_[h], rule_count_[h]);
  }
  std::uint32_t first_rule(Head h) const { return first_rule_[h]; }
  const HeadRule& rule(std::uint32_t index) const { return rules_[index]; }

  // A step for which the automaton has no transition although it should have one: Efsa::Missing::Mistake.
  struct Blocked {
    Control control;
    std::uint32_t rule;  // of the Pds
  };
  const std::vector<Blocked>& blocked() const { return blocked_; }

  // All control locations that the automaton can be in after any events of the program, reachable or not; or else those
  // of its other states as well, with variables that hold nothing.
  std::vector<Control> all_controls();
  void take_every_state() { every_state_ = true; }

 private:
  void expand(Head);
  std::uint32_t watched(Control, const Watch::Move&) const;
  void index_rules();

  const Pds& pds_;
  const Efsa& efsa_;
  std::uint32_t pds_controls_;
  Monitor monitor_;
  Watch* watch_;
  bool every_state_ = false;
  std::vector<Start> starts_;
  std::vector<std::uint32_t> rule_begin_, rule_order_;  // rules of the Pds by symbol and control
  HeadTable head_ids_;
  std::vector<Control> controls_;
  std::vector<Symbol> symbols_;
  std::vector<std::uint32_t> first_rule_, rule_count_;
  std::vector<HeadRule> rules_;
  std::vector<Blocked> blocked_;
};

}  // namespace whynot::engine::pushdown
