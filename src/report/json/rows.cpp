#include "report/json/rows.h"

#include <fmt/format.h>

namespace whynot::report {

std::vector<std::string> names_in(const nlohmann::json& object, const char* key) {
  std::vector<std::string> out;
  if (const auto* names = member(object, key); names && names->is_array())
    for (const auto& name : *names)
      if (name.is_string()) out.push_back(name.get<std::string>());
  return out;
}

void JsonRows::row(const nlohmann::json& object, ForeignRow& row, bool inputs) {
  if (!object.is_object()) return;
  for (const auto& [name, json] : object.items()) {
    if (name.starts_with('#')) continue;
    auto value = read_(json);
    if (!value) {
      diagnostics_.error("trace.bad-value", fmt::format("`{}` has something that is not a value", printable(name)),
                         {builder_.trace().file, 0, 0});
      continue;
    }
    ForeignBuilder::set(row, inputs ? builder_.input(name) : builder_.column(name), std::move(*value), 0);
  }
}

void JsonRows::transition(const nlohmann::json& part, ForeignRow& inputs, SharedAction& action) {
  if (const auto* values = member(part, "inputs")) row(*values, inputs, true);
  const auto* fired = member(part, "action");
  if (!fired || !fired->is_object()) return;
  Action read{string_member(*fired, "name"), {}, {}, string_member(*fired, "kind"), string_member(*fired, "event")};
  if (const auto* args = member(*fired, "args"))
    if (auto values = read_list(*args, read_)) read.args = std::move(*values);
  action = std::move(read);
}

void JsonRows::loop(const nlohmann::json& trace) {
  const auto* loop = member(trace, "loop");
  if (!loop || loop->is_null()) return;
  if (loop->is_number_unsigned() && loop->get<std::uint64_t>() < builder_.trace().steps.size())
    builder_.trace().loops = {loop->get<std::size_t>()};
  else
    diagnostics_.error("trace.bad-loop", "`loop` should be the index of a step", {builder_.trace().file, 0, 0});
}

}  // namespace whynot::report
