// The report is a stranger's until it has been checked: what does not look like one gives no answer at all.  A second
// opinion contradicts only what it decides itself; what it leaves open is unconfirmed.
#include "farm/answer.h"

#include <fmt/format.h>

#include <algorithm>

#include "report/json/value.h"

namespace whynot::farm {
namespace {

using nlohmann::json;
using report::member;
using report::string_member;

std::optional<std::size_t> count_member(const json& object, const char* key) {
  const json* found = member(object, key);
  return found && found->is_number_unsigned() ? std::optional(found->get<std::size_t>()) : std::nullopt;
}

// Nothing: it is no entry of a report.
std::optional<PropertyAnswer> property_of(const json& entry) {
  PropertyAnswer out{string_member(entry, "name"),    string_member(entry, "text"),
                     string_member(entry, "verdict"), "",
                     string_member(entry, "reason"),  string_member(entry, "why"),
                     count_member(entry, "bound"),    count_member(entry, "depth"),
                     count_member(entry, "line"),     {}};
  if (const json* value = member(entry, "value")) {
    out.verdict = "value";
    out.value = value->is_string() ? value->get<std::string>() : value->dump();
  }
  if (const json* traces = member(entry, "traces"); traces && traces->is_array())
    for (const json& id : *traces)
      if (id.is_string()) out.traces.push_back(id.get<std::string>());
  const bool known =
      out.verdict == "holds" || out.verdict == "violated" || out.verdict == "undecided" || out.verdict == "value";
  return known && !out.name.empty() ? std::optional(std::move(out)) : std::nullopt;
}

void add_errors(const json& report, Answer& answer) {
  const json* diagnostics = member(report, "diagnostics");
  if (!diagnostics || !diagnostics->is_array()) return;
  for (const json& entry : *diagnostics)
    if (string_member(entry, "severity") == "error")
      answer.errors.push_back(
          {string_member(entry, "code"), string_member(entry, "message"), count_member(entry, "line")});
}

bool says_the_same(const PropertyAnswer& one, const PropertyAnswer& other) {
  if (one.verdict != other.verdict || one.value != other.value) return false;
  return !one.bound || (other.bound && *other.bound >= *one.bound);
}

}  // namespace

std::string PropertyAnswer::words() const {
  if (verdict == "value") return "is " + value;
  if (verdict == "violated" && depth) return fmt::format("violated at depth {}", *depth);
  if (bound) return fmt::format("undecided: no counterexample up to {}", *bound);
  return verdict == "undecided" && !reason.empty() ? "undecided: " + reason : verdict;
}

const PropertyAnswer* Answer::property(std::string_view name) const {
  const auto found = std::find_if(properties.begin(), properties.end(), [&](const auto& p) { return p.name == name; });
  return found == properties.end() ? nullptr : &*found;
}

bool Answer::is_conclusive() const {
  return !properties.empty() &&
         std::all_of(properties.begin(), properties.end(), [](const PropertyAnswer& p) { return p.is_decided(); });
}

std::optional<Answer> read_answer(std::string_view text) {
  Diagnostics nobody_reads;
  const auto parsed = report::parse_json(text, {0, 0, "farm"}, nobody_reads);
  if (!parsed) return std::nullopt;
  const json& report = *parsed;
  const json* properties = member(report, "properties");
  if (string_member(report, "schema") != "whynot-report/1" || !properties || !properties->is_array())
    return std::nullopt;
  Answer answer;
  for (const json& entry : *properties) {
    auto property = property_of(entry);
    if (!property) return std::nullopt;
    answer.properties.push_back(std::move(*property));
  }
  add_errors(report, answer);
  return answer;
}

std::optional<std::string> contradiction(const std::vector<const PropertyAnswer*>& of, const Answer& again) {
  for (const PropertyAnswer* one : of) {
    const PropertyAnswer* other = again.property(one->name);
    if (!other || !other->is_decided()) continue;
    const bool shorter = one->bound && other->verdict == "violated" && other->depth && *other->depth <= *one->bound;
    const bool differs = one->is_decided() && (one->verdict != other->verdict || one->value != other->value);
    if (shorter || differs) return fmt::format("{}: {}, but here it is {}", one->name, one->words(), other->words());
  }
  return std::nullopt;
}

const PropertyAnswer* unconfirmed(const std::vector<const PropertyAnswer*>& of, const Answer& again) {
  for (const PropertyAnswer* one : of) {
    const PropertyAnswer* other = again.property(one->name);
    const bool more = other && !one->is_decided() && other->verdict == "holds";  // than no counterexample up to a bound
    if (!other || !(more || says_the_same(*one, *other))) return one;
  }
  return nullptr;
}

}  // namespace whynot::farm
