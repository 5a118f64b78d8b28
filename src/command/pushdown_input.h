// What `whynot paths` opens: programs and policies in our own text, in other tools' formats,
// C sources, or finite systems.
#pragma once
#include <optional>
#include <vector>

#include "command/command.h"
#include "front/pds/pds.h"
#include "session/desk.h"

namespace whynot::command {

// The files of a program and of its policy.
struct ProgramFiles {
  std::optional<FileId> system;  // an SMV model
  std::vector<FileId> program, policy;
};

struct Program {
  front::pds::PushdownInput input;
  bool whole = true;  // false: a finite system of which not all states were listed
  ProgramFiles files;
};

// Whether the operand is an SMV model: by its suffix, or because --lang says so.
bool is_finite_system(const Arguments&);

// The operands and the files of -a, as one model with its properties.  Nothing after errors, which the desk has.
std::optional<Program> read_program(Run&, session::Desk&);

// The same program with the policy of another file in place of its own; if that file holds a program, then with both.
// Diagnostics of the program are not told a second time.
std::optional<Program> read_other_policy(Run&, session::Desk&, const ProgramFiles&, const std::string& path);

// The properties that -p names, or all.  Nothing, and a diagnostic, where there are none or one is unknown.
std::optional<std::vector<const Efsa*>> asked_properties(const Arguments&, const std::vector<Efsa>&, session::Desk&);

// An automaton as a property of the report.
Property property_of(const Efsa&);

}  // namespace whynot::command
