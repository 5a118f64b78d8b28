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

// What stands between two marks of a text that was written by us.
std::string_view between(std::string_view text, std::string_view begin, std::string_view end) {
  const std::size_t from = text.find(begin), to = text.rfind(end);
  if (from == std::string_view::npos || to == std::string_view::npos) return {};
  return text.substr(from + begin.size(), to - from - begin.size());
}

}  // namespace

std::string join_texts(std::span<const Part> parts) { return joined(parts, "\n"); }
std::string join_lines(std::span<const Part> parts) { return joined(parts, ""); }

std::string join_json(std::span<const Part> parts) {
  return "{\n\"schema\": \"" + std::string(schema_name) + "\",\n\"models\": [\n" + joined(parts, ",\n") + "]\n}\n";
}

std::string join_junit(std::span<const Part> parts) {
  std::string suites;
  for (const Part& part : parts) suites += between(part, "<testsuites>\n", "</testsuites>");
  return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n" + suites + "</testsuites>\n";
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
