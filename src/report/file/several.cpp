#include "report/file/several.h"

#include "report/json/parts.h"
#include "report/json/value.h"

namespace whynot::report {
namespace {

std::string joined(std::span<const Part> parts, std::string_view between) {
  std::string out;
  for (const Part& part : parts) out += (out.empty() || part.empty() ? "" : std::string(between)) + part;
  return out;
}

}  // namespace

std::string join_texts(std::span<const Part> parts) { return joined(parts, "\n"); }
std::string join_lines(std::span<const Part> parts) { return joined(parts, ""); }

std::string join_json(std::span<const Part> parts) {
  return "{\n\"schema\": \"" + std::string(schema_name) + "\",\n\"models\": [\n" + joined(parts, ",\n") + "]\n}\n";
}

std::string join_sarif(std::span<const Part> parts) {
  Json log;
  for (const Part& part : parts) {
    Json one = Json::parse(part, nullptr, false);
    if (log.is_null())
      log = std::move(one);
    else
      log["runs"].push_back(std::move(one["runs"][0]));
  }
  return log.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace whynot::report
