// What `whynot paths` opens: programs and policies in our own text, in other tools' formats,
// C sources, or finite systems.
#pragma once
#include <optional>
#include <vector>

#include "app/command.h"
#include "app/desk.h"
#include "front/pds/pds.h"

namespace whynot::app {

struct Program {
  front::PushdownInput input;
  bool whole = true;  // false: a finite system of which not all states were listed
};

// Whether the operand is an SMV model: by its suffix, or because --lang says so.
bool is_finite_system(const Arguments&);

// The operands and the files of -a, as one model with its properties.  Nothing after errors, which the desk has.
std::optional<Program> read_program(Run&, Desk&);

// The properties that -p names, or all.  Nothing, and a diagnostic, where there are none or one is unknown.
std::optional<std::vector<const Efsa*>> asked_properties(const Arguments&, const std::vector<Efsa>&, Desk&);

// An automaton as a property of the report.
Property property_of(const Efsa&);

}  // namespace whynot::app
