// What the pushdown languages say, as written: names are not looked up yet.
#pragma once
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/source.h"
#include "expr/value.h"
#include "model/pds/efsa.h"

namespace whynot::front::pds {

struct NameSyntax {
  std::string text;
  Span where;
};

struct ConfigurationSyntax {  // <p0, m0 m1>
  std::optional<NameSyntax> control;
  std::vector<NameSyntax> stack;
  Span where;
};

struct ConstantSyntax {  // `?` has no value
  std::optional<Value> value;
  Span where;
};

struct EventSyntax {  // open("x", ?)
  NameSyntax name;
  std::vector<ConstantSyntax> args;
};

struct RuleSyntax {
  ConfigurationSyntax left, right;
  std::optional<NameSyntax> callee;  // `call f`: right holds the return point, if any
  bool any_control = false;          // a short form: holds in every control location
  std::vector<EventSyntax> events;
  std::string file;  // ! file:line
  std::uint32_t line = 0;
  std::uint32_t procedure = Pds::none;  // index into PdsSection::procedures
};

struct ProcedureSyntax {
  NameSyntax name, entry;
};

struct PdsSection {
  NameSyntax name;
  std::vector<NameSyntax> controls, symbols;
  std::vector<NameSyntax> stops;  // points where runs end on purpose
  std::vector<ConfigurationSyntax> initial;
  std::vector<ProcedureSyntax> procedures;
  std::deque<RuleSyntax> rules;  // many and large: not to be moved
};

struct ParameterSyntax {  // in a pattern of arguments: a name to bind, `_`, or a constant
  enum class Kind : std::uint8_t { Name, Blank, Constant } kind = Kind::Blank;
  std::string name;
  Value constant;
  Span where;
};

struct EventPattern {  // open(f, _, ...)
  NameSyntax name;
  std::vector<ParameterSyntax> parameters;
  bool open_ended = false;
};

struct MapSource {  // `call seteuid(u)`, `point s3`, with f = "x"
  bool is_point = false;
  EventPattern pattern;
  std::optional<Pattern> regex;  // in place of the name
  std::string result;            // r := call …: the name of what comes back
  std::vector<std::pair<NameSyntax, Value>> with;
};

struct WhenSyntax {  // map e <- when EXPR: an event of the steps of a finite system for which EXPR holds
  NameSyntax event, condition;
};

struct MapSyntax {
  EventPattern event;
  std::vector<MapSource> sources;
};

struct EventsSection {
  NameSyntax name;
  std::vector<MapSyntax> maps;
  std::vector<WhenSyntax> whens;
};

struct OperandSyntax {  // a name may turn out to be a variable, a parameter or a constant
  bool is_name = false;
  std::string name;
  Value constant;
  Span where;
};

struct GuardSyntax {  // children before parents
  EfsaGuard::Op op = EfsaGuard::Op::Equal;
  OperandSyntax a, b;
  std::uint32_t left = 0, right = 0;
  std::optional<Pattern> pattern;
};

struct AssignmentSyntax {
  NameSyntax variable;
  OperandSyntax value;
};

struct TransitionSyntax {
  NameSyntax from, to;
  EfsaTransition::Trigger trigger = EfsaTransition::Trigger::Any;
  std::vector<EventPattern> events;  // alternatives
  std::vector<GuardSyntax> guard;    // the last node is the root; empty = true
  std::vector<AssignmentSyntax> assignments;
  Span where;
};

struct VariableSyntax {
  NameSyntax name;
  std::optional<std::vector<Value>> domain;
  bool is_address = false;
};

struct PropertySection {
  NameSyntax name;
  std::string about;  // in words
  Efsa::Missing missing = Efsa::Missing::Mistake;
  std::vector<VariableSyntax> variables;
  std::vector<EfsaState> states;
  std::vector<TransitionSyntax> transitions;
};

struct PdsDocument {  // all files together
  std::vector<PdsSection> models;
  std::vector<EventsSection> events;
  std::vector<PropertySection> properties;
  bool imported = false;                        // from another tool: a symbol without rules is then no mistake
  std::optional<ConfigurationSyntax> stand_in;  // initial, if no section says otherwise
};

}  // namespace whynot::front::pds
