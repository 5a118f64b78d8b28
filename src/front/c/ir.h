// LLVM's intermediate language, read from the text that clang writes (-S -emit-llvm -g): just what a pushdown
// system needs of a program, its functions, their control flow, their calls and where in the sources these stand.
// Text rather than LLVM's library: it is stable for these parts, and nobody has to install or link the library.
#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/pds/code.h"

namespace whynot::front::c {

struct Place {
  std::string file;
  std::uint32_t line = 0;  // 0: unknown
};

struct Argument {
  enum class Kind : std::uint8_t { Unknown, Number, Text, Function } kind = Kind::Unknown;
  std::string text;  // of a Number its digits
};

struct Call {
  std::string callee;              // empty: through a pointer …
  CodeOperand pointer{};           // … which is this
  std::vector<std::string> types;  // of the result and the arguments
  std::vector<Argument> arguments;
  Place place;
  std::size_t before = 0;               // of the block's ops
  std::string result;                   // a register; empty: none
  std::vector<CodeOperand> operands{};  // the arguments again, those that are no constants as well
};

struct BranchTo {
  std::string label;
  std::vector<std::string> equals;  // the value is one of these …
  bool otherwise = false;           // … or none of those of the other ways
};

struct Block {
  std::string label;
  std::vector<Call> calls;
  std::vector<std::string> next;  // labels; empty: it returns, or never gets there
  bool returns = false;
  Place place;  // of its end
  std::vector<CodeOp> ops{};
  CodeOperand value{};           // that the end looks at, or that is returned
  std::vector<BranchTo> ways{};  // of an end that looks at a value
};

struct Function {
  std::string name;
  bool internal = false;  // only its own file sees it
  bool variadic = false;
  std::vector<std::string> types;  // of the result and the parameters
  std::vector<Block> blocks;       // the first one is where it begins
  Place place;
  std::vector<std::string> parameters{};         // registers
  std::map<std::string, std::uint64_t> sizes{};  // of variables, in bytes, by register
};

struct Module {
  std::string file;
  std::vector<Function> functions;  // those with a body
  std::vector<Function> declared;   // those without: somebody else's
  std::vector<std::string> address_taken;
  std::map<std::string, std::string> aliases;  // further names of functions
  bool constructors = false;                   // some functions run before the program starts
  bool exceptions = false;                     // some may leave a function
  std::vector<std::string> foreign;            // globals that others define …
  std::vector<std::string> globals;            // … and its own
  std::vector<CodeOp> initial;                 // what its own hold at first, as far as it is simple: stores
  std::map<std::string, std::uint64_t> sizes;  // of globals, in bytes
  std::vector<std::string> constructed;        // functions that run before the program starts …
  std::vector<std::string> destructed;         // … and after it
};

// Files below `folder` are told by their paths within it.
Module read_ir(std::string_view text, std::string_view folder = {});

}  // namespace whynot::front::c
