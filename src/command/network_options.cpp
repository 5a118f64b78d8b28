#include "command/network_options.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

namespace whynot::command {
namespace {

// FROM,TO or FROM,TO,PREFIX.
std::optional<front::net::Reach> reach_of(const std::string& text) {
  std::vector<std::string> parts;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    parts.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  if (parts.size() < 2 || parts.size() > 3) return std::nullopt;
  front::net::Reach reach{parts[0], parts[1], {}};
  if (parts.size() == 3 && !(reach.destination = front::net::read_prefix(parts[2]))) return std::nullopt;
  return reach;
}

}  // namespace

std::optional<UsageError> read_network_options(const Arguments& arguments, session::NetworkOptions& options) {
  for (const std::string& text : arguments.all("reach")) {
    const auto reach = reach_of(text);
    if (!reach)
      return UsageError{fmt::format("`--reach {}`: expected FROM,TO or FROM,TO,PREFIX", text),
                        "a prefix is such as 171.67.160.0/19"};
    options.reach.push_back(*reach);
  }
  if (arguments.has("modify") != arguments.has("toward"))
    return UsageError{"`--modify` and `--toward` go together", "e.g. --modify 0.3 --toward 171.67.160.0/19"};
  options.seed = arguments.count("seed").value_or(0);
  if (!arguments.has("modify")) return std::nullopt;
  const std::string text = arguments.text("modify");
  char* end = nullptr;
  options.probability = std::strtod(text.c_str(), &end);
  if (text.empty() || *end != 0 || !(options.probability >= 0 && options.probability <= 1))
    return UsageError{fmt::format("`--modify {}`: expected a probability from 0 to 1", text), ""};
  options.toward_text = arguments.text("toward");
  options.toward = front::net::read_prefix(options.toward_text);
  if (options.toward) return std::nullopt;
  return UsageError{fmt::format("`--toward {}`: expected a prefix such as 171.67.160.0/19", options.toward_text), ""};
}

}  // namespace whynot::command
