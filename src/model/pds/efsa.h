// Extended finite automata (Basu et al., section 2): the automaton of the *negated* safety property.  Its
// states carry variables; transitions fire on events of the pushdown system, under guards over variables and
// event arguments, and assign variables.  Reaching a final state is a violation.
//
// Meaning.  At a rule that carries the events L, the enabled transitions of the current state are those
// whose event is in L with fitting arguments and whose guard holds, and those on `any`; those on `else` if
// there are no others.  An argument `?` may have any value: a constant, a value that a variable holds, or
// one nobody has named.  Of the unnamed values only their equality and the answers to the automaton's
// regular expressions are known; the answers are guessed once per value and then kept.
//
// An automaton with `repeat` states has no final ones: then an infinite run that visits repeat states forever is
// the violation (Büchi's condition), and a run that ends is none.
#pragma once
#include <compare>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "model/pds/pattern.h"
#include "model/pds/pds.h"

namespace whynot {

struct EfsaState {
  std::string name;
  bool initial = false, final = false;
  Span where;
  bool repeat = false;
};

struct EfsaVariable {
  std::string name;
  std::optional<std::vector<Value>> domain;  // what it may be assigned; nothing = everything
  bool is_address = false;                   // declared a `pointer`: told by where it points, not by what is there
  Span where;
};

struct EfsaOperand {
  enum class Kind : std::uint8_t { Variable, Parameter, Constant } kind = Kind::Constant;
  std::uint32_t index = 0;  // of the variable, of the argument's position, or into Efsa::constants
};

struct EfsaGuard {  // a node; children stand before their parents in Efsa::guards
  enum class Op : std::uint8_t { Equal, Matches, Not, And, Or } op = Op::Equal;
  EfsaOperand a, b;                   // Equal; Matches has `a` only
  std::uint32_t left = 0, right = 0;  // Not (left), And, Or; the pattern of Matches is `left`
};

struct EfsaTransition {
  enum class Trigger : std::uint8_t { Event, Any, Else } trigger = Trigger::Any;
  std::uint32_t from = 0, to = 0;
  std::string event;
  std::uint32_t arity = 0;  // arguments that an instance must have …
  bool open_ended = false;  // … or at least must have
  std::optional<std::uint32_t> guard;
  std::vector<std::pair<std::uint32_t, EfsaOperand>> assignments;  // all at once
  Span where;

  bool fits(const EventInstance& e) const {
    return trigger == Trigger::Event && e.name == event &&
           (e.args.size() == arity || (open_ended && e.args.size() > arity));
  }
};

struct Efsa {
  // What a step without an enabled transition means: a mistake in the automaton, to stay, or to end the run.
  enum class Missing : std::uint8_t { Mistake, Stay, Cut };

  std::string name;
  std::string about = {};  // in words
  Missing missing = Missing::Mistake;
  std::vector<EfsaState> states;
  std::vector<EfsaVariable> variables;
  std::vector<Value> constants;
  std::vector<Pattern> patterns;
  std::vector<EfsaGuard> guards;
  std::vector<EfsaTransition> transitions;
  Span where;

  bool mentions(const std::string& event) const;  // some transition fires on an event of this name
  bool is_liveness() const;                       // it has repeat states
};

// What a variable holds: nothing yet, a constant, or an unnamed value with its answers to the patterns.
struct EfsaValue {
  Value constant;
  std::uint32_t other = 0;    // 0 = none, else #1, #2, …
  std::uint32_t answers = 0;  // bit i: matches pattern i; of unnamed values

  bool unset() const { return other == 0 && !constant.defined(); }
  friend bool operator==(const EfsaValue&, const EfsaValue&) = default;
  friend std::strong_ordering operator<=>(const EfsaValue&, const EfsaValue&) = default;
};

struct EfsaLocation {
  std::uint32_t state = 0;
  std::vector<EfsaValue> values;  // by variable

  friend bool operator==(const EfsaLocation&, const EfsaLocation&) = default;
  friend std::strong_ordering operator<=>(const EfsaLocation&, const EfsaLocation&) = default;
};

// Whether a location is one that is shown: values that are shown are held, up to the names of unnamed ones; variables
// may be left out of what is shown.
bool agrees(const EfsaLocation& full, const EfsaLocation& shown);

// q1(f="x", g=#1): variables that hold nothing are left out.
std::string location_text(const Efsa&, const EfsaLocation&);

// The meaning above, read off directly; engines compile the automaton and are checked against this.
class EfsaInterpreter {
 public:
  EfsaInterpreter(const Efsa&, const Pds&);

  std::vector<EfsaLocation> initial() const;
  // All locations after a step that carries these events, sorted; empty where no transition is enabled,
  // whatever Efsa::missing says.
  std::vector<EfsaLocation> successors(const EfsaLocation&, std::span<const EventInstance* const> events) const;
  std::vector<EfsaLocation> successors(const EfsaLocation&, std::uint32_t event_set) const;
  // The same from any of these, as Efsa::missing says: where nothing is enabled, the automaton may stay.
  std::vector<EfsaLocation> after(std::span<const EfsaLocation>, std::uint32_t event_set) const;

 private:
  struct Choice;
  void choose(Choice&, std::size_t unknown) const;
  void fire(Choice&) const;
  bool holds(std::uint32_t guard, const EfsaLocation&, const std::vector<EfsaValue>& args) const;
  EfsaValue value(const EfsaOperand&, const EfsaLocation&, const std::vector<EfsaValue>& args) const;
  bool matches(std::uint32_t pattern, const EfsaValue&) const;
  bool argument_matters(std::uint32_t state, const EventInstance&, std::uint32_t position) const;

  const Efsa& efsa_;
  const Pds& pds_;
  std::vector<Value> constants_;  // of the automaton and of the events it mentions
};

// A run of the pushdown system watched by the automaton: what replay walks.  Where the automaton has a
// choice, the shown locations resolve it; a shown location may leave out variables.
class MonitoredRun {
 public:
  MonitoredRun(const Pds&, const Efsa&);

  bool start(std::uint32_t initial, const EfsaLocation& shown);
  bool step(std::uint32_t rule, const EfsaLocation& shown);
  bool final() const;  // the automaton is in a final state

  const PdsRun& run() const { return run_; }

 private:
  bool keep(std::vector<EfsaLocation> possible, const EfsaLocation& shown);
  const std::vector<EfsaLocation>& after(const EfsaLocation&, std::uint32_t event_set);

  const Pds& pds_;
  const Efsa& efsa_;
  PdsRun run_;
  EfsaInterpreter interpreter_;
  std::vector<EfsaLocation> possible_;
  std::map<std::pair<EfsaLocation, std::uint32_t>, std::vector<EfsaLocation>> known_;  // what the interpreter said
};

// Whether some run of the automaton over these rules ends in a final state, none before it unless
// `through_final`.
bool accepts(const Pds&, const Efsa&, std::span<const std::uint32_t> rules, bool through_final);

}  // namespace whynot
