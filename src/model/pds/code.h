// What the steps of a program compute, beside the pushdown system that has its control flow alone: enough to follow
// values along one run, and to tell whether the program can really go that way.
#pragma once
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace whynot {

struct CodeOperand {
  enum class Kind : std::uint8_t { Unknown, Number, Text, Function, Register, Global } kind = Kind::Unknown;
  std::string name;  // of a Number its digits
  std::string path;  // of a Global: what of it, if not all
  bool points = false;

  friend bool operator==(const CodeOperand&, const CodeOperand&) = default;
};

struct CodeOp {
  enum class Op : std::uint8_t {
    Variable,  // a place of its own in each call of the function
    Load,      // args: an address; of what others may write at any time the word says so, until the whole is read
    Store,     // args: a value, an address
    Field,     // args: an address, indices; the word is the type that they are in
    Compute,   // the word says what
    Choose,    // args: a condition, a value, another
    Merge,     // args: by the block that the run comes from
    Other      // nobody knows, unless the word says so even when the program runs
  } op = Op::Other;
  static constexpr const char* from_outside = "outside";
  std::string result;  // a register, unless it is a Store
  std::string word;
  std::string type;  // of what is loaded or stored
  std::vector<CodeOperand> args;
  std::vector<std::string> blocks;  // of a Merge
};

// Of one rule.
struct CodeStep {
  enum class End : std::uint8_t { None, Branch, Call, Return } end = End::None;
  std::string function, block, next_block;
  std::vector<CodeOp> ops;             // before it ends
  CodeOperand value;                   // that a branch looks at, that is returned, or a pointer that is called
  std::vector<std::string> equals;     // of a branch: numbers, one of which the value is …
  bool otherwise = false;              // … or none; of a call through a pointer: the function that it points to
  std::string callee;                  // of a call; empty: nobody knows
  bool enters = false;                 // its own steps follow
  std::string result;                  // the register for what comes back
  std::vector<CodeOperand> arguments;  // of a call; of a branch the one value that it tests
};

struct PdsCode {
  std::map<std::string, CodeStep> steps;                       // by the names in the rule: see step_name
  std::map<std::string, std::vector<std::string>> parameters;  // of functions: registers
  std::set<std::string> foreign;                               // globals that others define
  std::set<std::pair<std::string, std::string>> variables;     // registers that hold the place of one, by function
  std::set<std::pair<std::string, std::string>> shared;        // variables whose address goes somewhere, by function
  std::set<std::string> shared_globals;
  std::set<std::pair<std::string, std::string>> counters;  // variables that a step changes by a number, by function

  std::map<std::pair<std::string, std::string>, std::uint64_t>
      sizes;                // of variables in bytes, by function; of globals by none
  bool from_start = false;  // the first step is that of the program, with what globals hold then

  std::set<std::string> jumping;  // control locations in which frames are left one by one: steps compute nothing there

  // The rule from one point to another, through a call of a procedure if that is not empty; `to` is empty for a return.
  static std::string step_name(const std::string& from, const std::string& callee, const std::string& to) {
    return from + "\n" + callee + "\n" + to;
  }
  // The rule from one point to another in which a jump ends.
  static std::string landing_name(const std::string& from, const std::string& to) { return "\n" + from + "\n" + to; }
};

}  // namespace whynot
