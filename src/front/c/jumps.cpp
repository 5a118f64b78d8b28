// longjmp: a control location in which frames are left one by one, until one has a setjmp of the same buffer.
#include <fmt/format.h>

#include <algorithm>

#include "front/c/writer.h"

namespace whynot::front::c {

std::string Writer::setting_text(const Call& call, const std::string& from, const std::string& after,
                                 const std::string& event) {
  CodeStep landing;
  landing.function = function_;
  landing.block = landing.next_block = at_hand_.block;
  landing.end = CodeStep::End::Branch;
  landing.value = {CodeOperand::Kind::Register, call.result, ""};
  landing.equals = {"0"};
  landing.otherwise = true;
  CodeOp comes;
  comes.result = call.result;
  comes.word = CodeOp::from_outside;
  landing.ops = {comes};
  landings_.push_back({function_, jump_buffer(call), after, landing});
  CodeOp zero;
  zero.op = CodeOp::Op::Compute;
  zero.word = "freeze";
  zero.result = call.result;
  zero.args = {{CodeOperand::Kind::Number, "0", ""}};
  at_hand_.end = CodeStep::End::None;
  at_hand_.ops.push_back(zero);
  keep_step(from, "", after);
  return rule({from, "", after, event, call.place});
}

std::string Writer::jumping_text(const Call& call, const std::string& from, const std::string& after,
                                 const std::string& event) {
  const std::string buffer = jump_buffer(call);
  found_.add_jump(buffer);
  keep_step(from, "", after);
  if (modes_.plain()) return rule({from, "", after, event, call.place});
  std::string out;
  const std::size_t jump = modes_.jump_of(buffer);
  for (const Mode& mode : modes_.running())
    out += full_rule(mode, {from, "", after, event, call.place}, {Mode::Is::Jumps, mode.waiting, jump});
  returns_.emplace_back(after, function_);
  return out;
}

std::string Writer::jumps_text() {
  if (modes_.jumps() == 0) return "";
  std::string out;
  const std::set all(returns_.begin(), returns_.end());
  for (const auto& [point, function] : all) stops_.erase(point);
  for (const std::string& point : stops_) out += fmt::format("  stop {}\n", name_text(point));
  for (const auto& [point, function] : all)
    for (std::size_t jump = 0; jump < modes_.jumps(); ++jump)
      for (const std::uint32_t set : modes_.sets()) {
        const Mode jumps{Mode::Is::Jumps, set, jump};
        result_.code.jumping.insert(modes_.name(jumps));
        out += full_rule(jumps, {point, "", "", "", {}}, jumps);
        for (const Landing& landing : landings_) {
          if (landing.function != function || !modes_.may_land(jump, landing.buffer)) continue;
          result_.code.steps[PdsCode::landing_name(point, landing.after)] = landing.step;
          out += full_rule(jumps, {point, "", landing.after, "", landing.place}, {Mode::Is::Runs, set, 0});
        }
      }
  return out;
}

}  // namespace whynot::front::c
