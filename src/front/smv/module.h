// The syntax tree of an SMV file: modules, and the declarations in them in the order of the text.
#pragma once
#include <cstdint>
#include <string_view>
#include <vector>

#include "base/integer.h"
#include "base/source.h"
#include "front/common/symbols.h"
#include "front/common/syntax.h"

namespace whynot::front::smv {

using front::no_symbol;
using front::Symbol;
using front::Syntax;
using front::Tree;

struct EnumMember {
  Symbol symbol = no_symbol;  // of a name, else:
  Integer number;
  Span where;
};

struct TypeSyntax {
  enum class Kind : std::uint8_t { Boolean, Word, Range, Enum, Array, Instance, Bad };
  Kind kind = Kind::Boolean;
  bool is_signed = false, is_process = false;
  Span where;
  Tree a, b;  // bounds of Range and Array; the width of Word is a
  std::vector<EnumMember> members;
  std::uint32_t element = 0;  // of an Array: index into File::types
  Symbol module = no_symbol;  // of an Instance
  std::vector<Tree> arguments;
};

enum class Declares : std::uint8_t {
  Variable,
  FrozenVariable,
  InputVariable,  // name, type
  Define,         // name := tree
  Constant,       // name
  Isa,            // name of a module
  AssignCurrent,
  AssignInit,
  AssignNext,  // tree := second
  Init,
  Invar,
  Trans,
  Justice,     // tree
  Compassion,  // tree, second
  InvarSpec,
  CtlSpec,
  LtlSpec,
  PslSpec,  // tree, with a name if given
  ComputeMin,
  ComputeMax,  // tree, second
};

struct Declaration {
  Declares what = Declares::Variable;
  bool in_context = false;  // a property with `IN path`; a DEFINE of `path.name`
  Symbol name = no_symbol;
  Symbol last = no_symbol;  // of a DEFINE in context: the name there
  std::uint32_t type = 0;   // index into File::types
  Span where;               // of the name; of the expression where there is none
  Tree tree, second, context;
};

struct Parameter {
  Symbol name = no_symbol;
  Span where;
};

struct Module {
  Symbol name = no_symbol;
  Span where;
  std::vector<Parameter> parameters;
  std::vector<Declaration> declarations;
};

struct File {
  File(FileId file, std::string_view text) : syntax(file, text) {}
  Syntax syntax;
  std::vector<TypeSyntax> types;
  std::vector<Module> modules;
};

}  // namespace whynot::front::smv
