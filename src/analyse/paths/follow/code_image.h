// What the steps of a program compute, with numbers in place of names, so that a run can be followed quickly and many
// times: functions, registers, blocks and types are numbered once.
#pragma once
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "analyse/paths/follow/places.h"
#include "model/pds/code.h"

namespace whynot::analyse::paths {

struct ImageOperand {
  const CodeOperand* is = nullptr;
  std::uint32_t reg = ~0u;  // number of the register, if it is one
};

struct ImageOp {
  CodeOp::Op op = CodeOp::Op::Other;
  std::uint32_t result = ~0u;  // a register
  std::string word;
  std::uint32_t type = 0;
  std::vector<ImageOperand> args;
  std::vector<std::uint32_t> blocks;
};

struct ImageStep {
  const CodeStep* is = nullptr;
  std::uint32_t function = 0, block = 0;
  PlaceId jump = 0;  // who comes to the block
  std::vector<ImageOp> ops;
  ImageOperand value;
  std::uint32_t callee = ~0u;  // a function, if it has one
  std::uint32_t result = ~0u;  // a register
  std::vector<ImageOperand> arguments;
  std::vector<PlaceId> written;  // what the step may write, sorted
};

struct ImageRegister {
  std::string name;  // for people
  std::uint32_t function = 0, index = 0;
  PlaceId place = 0, variable = 0;  // the register's own, and that of the variable that it is the address of
  bool is_variable = false;
  bool is_own = false;  // a variable whose address goes nowhere
  bool counts = false;
  std::uint64_t size = 0;  // of a variable, in bytes; 0: nobody knows
};

struct ImageFunction {
  std::string name;
  PlaceId call = 0;
  std::vector<std::uint32_t> parameters;  // registers
  std::uint32_t registers = 0;
};

class CodeImage {
 public:
  explicit CodeImage(std::shared_ptr<const PdsCode>);

  const ImageStep* step(const std::string& name) const;  // as in PdsCode::steps; null: nobody knows
  std::uint32_t function(const std::string& name);
  const ImageFunction& function(std::uint32_t id) const { return functions_[id]; }
  const ImageRegister& reg(std::uint32_t id) const { return registers_[id]; }
  const std::string& type(std::uint32_t id) const { return types_[id]; }
  std::uint32_t width(std::uint32_t type) const { return widths_[type]; }  // in bits; 0: nobody knows
  std::uint32_t byte() const { return byte_; }                             // the type of a text's letters
  std::uint32_t text_type() const { return text_; }                        // of its address
  std::uint32_t handle_type() const { return handle_; }                    // of what stands for a thread
  Places& places() { return places_; }
  const Places& places() const { return places_; }
  const PdsCode& code() const { return *code_; }
  bool puns() const { return puns_; }  // bytes of other things than texts may be written one by one

 private:
  ImageStep image_of(const CodeStep&);
  ImageOp image_of(const CodeOp&, std::uint32_t function);
  ImageOperand image_of(const CodeOperand&, std::uint32_t function);
  std::uint32_t register_number(std::uint32_t function, const std::string& name);
  std::uint32_t block(const std::string& label);
  std::uint32_t type_number(const std::string& type);
  std::vector<PlaceId> written_by(const CodeStep&);
  bool finds_puns() const;

  std::shared_ptr<const PdsCode> code_;
  Places places_;
  std::unordered_map<std::string, std::uint32_t> function_ids_, block_ids_, type_ids_;
  std::map<std::pair<std::uint32_t, std::string>, std::uint32_t> register_ids_;
  std::vector<ImageFunction> functions_;
  std::vector<ImageRegister> registers_;
  std::vector<std::string> types_;
  std::vector<std::uint32_t> widths_;
  bool puns_ = false;
  std::uint32_t byte_ = 0, text_ = 0, handle_ = 0;
  std::map<std::string, ImageStep> steps_;
};

}  // namespace whynot::analyse::paths
