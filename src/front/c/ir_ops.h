// One instruction of LLVM's text as an operation on values.
#pragma once
#include <functional>
#include <string_view>

#include "model/pds/code.h"

namespace whynot::front::c {

class OpReader {
 public:
  using Operand = std::function<CodeOperand(std::string_view typed)>;  // of `i32 %5`
  // The instruction without what it is assigned to.
  OpReader(std::string_view body, Operand operand) : body_(body), operand_(std::move(operand)) {}

  CodeOp read() const;

 private:
  CodeOp load(std::string_view rest) const;
  CodeOp store(std::string_view rest) const;
  CodeOp field(std::string_view rest) const;
  CodeOp cast(std::string_view word, std::string_view rest) const;
  CodeOp binary(std::string_view word, std::string_view rest) const;
  CodeOp fraction(std::string_view word, std::string_view rest) const;
  CodeOp choose(std::string_view rest) const;
  CodeOp merge(std::string_view rest) const;

  std::string_view body_;
  Operand operand_;
};

// Without the `, !dbg !12` at the end, and the `, align 4` before it.
std::string_view without_metadata(std::string_view);

}  // namespace whynot::front::c
