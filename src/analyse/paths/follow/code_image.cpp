// One pass over the steps; what each may write is told in places as well.
#include "analyse/paths/follow/code_image.h"

#include <algorithm>
#include <charconv>
#include <set>
#include <string_view>

#include "analyse/paths/follow/library.h"

namespace whynot::analyse::paths {
namespace {

using Op = CodeOp::Op;
using OperandKind = CodeOperand::Kind;

// `argc.addr` is where clang keeps `argc`.
std::string shown_name(std::string name) {
  if (name.ends_with(".addr")) name.resize(name.size() - 5);
  return name;
}

}  // namespace

CodeImage::CodeImage(std::shared_ptr<const PdsCode> code) : code_(std::move(code)) {
  byte_ = type_number("i8");
  text_ = type_number("i8*");
  handle_ = type_number("i64");
  for (const auto& [name, parameters] : code_->parameters) {
    const std::uint32_t id = function(name);
    for (const std::string& parameter : parameters) {
      const std::uint32_t made = register_number(id, parameter);
      functions_[id].parameters.push_back(made);
    }
  }
  puns_ = finds_puns();
  for (const auto& [name, step] : code_->steps) steps_.emplace(name, image_of(step));
}

// Whether the address of something else than a letter is used as one of letters, other than by the library.
bool CodeImage::finds_puns() const {
  std::set<std::pair<std::string, std::string>> bytes;
  for (const auto& [name, step] : code_->steps)
    for (const CodeOp& op : step.ops)
      if (op.word == "bitcast i8*") bytes.emplace(step.function, op.result);
  const auto uses = [&](const CodeStep& step, const std::vector<CodeOperand>& operands) {
    return std::any_of(operands.begin(), operands.end(), [&](const CodeOperand& x) {
      return x.kind == OperandKind::Register && bytes.contains({step.function, x.name});
    });
  };
  return std::any_of(code_->steps.begin(), code_->steps.end(), [&](const auto& named) {
    const CodeStep& step = named.second;
    if (step.enters && uses(step, step.arguments)) return true;
    return std::any_of(step.ops.begin(), step.ops.end(), [&](const CodeOp& op) { return uses(step, op.args); });
  });
}

namespace {

// `i32`, and pointers.
std::uint32_t width_of(std::string_view type) {
  if (type.ends_with('*') || type == "ptr") return 64;
  std::uint32_t width = 0;
  const char* const end = type.data() + type.size();
  if (!type.starts_with('i') || std::from_chars(type.data() + 1, end, width).ptr != end) return 0;
  return width <= 64 ? width : 0;
}

}  // namespace

const ImageStep* CodeImage::step(const std::string& name) const {
  const auto at = steps_.find(name);
  return at == steps_.end() ? nullptr : &at->second;
}

std::uint32_t CodeImage::function(const std::string& name) {
  const auto [at, fresh] = function_ids_.try_emplace(name, static_cast<std::uint32_t>(functions_.size()));
  if (fresh) functions_.push_back({name, places_.call(name), {}, 0});
  return at->second;
}

std::uint32_t CodeImage::register_number(std::uint32_t function, const std::string& name) {
  if (name.empty()) return ~0u;
  const auto [at, fresh] = register_ids_.try_emplace({function, name}, static_cast<std::uint32_t>(registers_.size()));
  if (!fresh) return at->second;
  ImageFunction& in = functions_[function];
  ImageRegister made{shown_name(name),
                     function,
                     in.registers++,
                     places_.register_of(in.name, name),
                     places_.variable(in.name, name),
                     false,
                     false,
                     false,
                     0};
  const std::pair key(in.name, name);
  made.is_variable = code_->variables.contains(key);
  made.is_own = made.is_variable && !code_->shared.contains(key);
  made.counts = code_->counters.contains(key);
  if (const auto size = code_->sizes.find(key); size != code_->sizes.end()) made.size = size->second;
  registers_.push_back(std::move(made));
  return at->second;
}

std::uint32_t CodeImage::block(const std::string& label) {
  return block_ids_.try_emplace(label, static_cast<std::uint32_t>(block_ids_.size())).first->second;
}

std::uint32_t CodeImage::type_number(const std::string& type) {
  const auto [at, fresh] = type_ids_.try_emplace(type, static_cast<std::uint32_t>(types_.size()));
  if (!fresh) return at->second;
  types_.push_back(type);
  widths_.push_back(width_of(type));
  return at->second;
}

ImageOperand CodeImage::image_of(const CodeOperand& x, std::uint32_t function) {
  return {&x, x.kind == OperandKind::Register ? register_number(function, x.name) : ~0u};
}

ImageOp CodeImage::image_of(const CodeOp& op, std::uint32_t function) {
  ImageOp out{op.op, register_number(function, op.result), op.word, type_number(op.type), {}, {}};
  if (op.op == Op::Field) out.word = "field " + op.word;
  for (const CodeOperand& x : op.args) out.args.push_back(image_of(x, function));
  for (const std::string& label : op.blocks) out.blocks.push_back(block(label));
  return out;
}

ImageStep CodeImage::image_of(const CodeStep& step) {
  ImageStep out;
  out.is = &step;
  out.function = function(step.function);
  out.block = block(step.block);
  out.jump = places_.jump(step.function, step.block);
  for (const CodeOp& op : step.ops) out.ops.push_back(image_of(op, out.function));
  out.value = image_of(step.value, out.function);
  if (!step.callee.empty()) out.callee = function(step.callee);
  out.result = register_number(out.function, step.result);
  for (const CodeOperand& x : step.arguments) out.arguments.push_back(image_of(x, out.function));
  out.written = written_by(step);
  return out;
}

std::vector<PlaceId> CodeImage::written_by(const CodeStep& step) {
  std::vector<PlaceId> written;
  const auto add = [&](PlaceId place) { written.push_back(place); };
  for (const CodeOp& op : step.ops) {
    if (!op.result.empty()) add(places_.register_of(step.function, op.result));
    if (op.op != Op::Store) continue;
    const CodeOperand& to = op.args[1];
    if (to.kind == OperandKind::Register) add(places_.variable(step.function, to.name));
    if (to.kind == OperandKind::Global) add(places_.global(to.name));
    const std::pair place(step.function, to.name);
    const bool is_variable = to.kind == OperandKind::Register && code_->variables.contains(place);
    const bool is_own =
        is_variable ? !code_->shared.contains(place)
                    : to.kind == OperandKind::Global && to.path.empty() && !code_->shared_globals.contains(to.name);
    if (!is_own) add(places_.memory("", op.type));
    if (!is_own && puns_ && op.type == "i8") add(places_.all_memory());
  }
  const bool goes_on = step.end == CodeStep::End::None || step.end == CodeStep::End::Branch;
  if (goes_on) add(places_.jump(step.function, step.next_block));
  if (step.end == CodeStep::End::Return) add(places_.call(step.function));
  if (step.end == CodeStep::End::Call) {
    if (!step.result.empty()) add(places_.register_of(step.function, step.result));
    add(step.enters ? places_.call(step.callee) : places_.foreign());
    const bool resumes = step.enters && step.block.empty();
    if (resumes || step.callee == "pthread_create" || step.callee == "pthread_join") add(places_.threads());
    if (step.enters || !library::keeps_nothing(library::plain_name(step.callee))) add(places_.handed());
    const bool hands_over = std::any_of(step.arguments.begin(), step.arguments.end(), [](const CodeOperand& x) {
      return x.points && x.kind != OperandKind::Text && x.kind != OperandKind::Number &&
             x.kind != OperandKind::Function;
    });
    if (!step.enters && hands_over) add(places_.all_memory());
  }
  std::sort(written.begin(), written.end());
  written.erase(std::unique(written.begin(), written.end()), written.end());
  return written;
}

}  // namespace whynot::analyse::paths
