#include <fmt/format.h>

#include "report/findings.h"
#include "report/paint.h"
#include "report/spelling.h"

namespace whynot::report {
namespace {

std::string joined(const std::vector<std::string>& words, std::string_view between) {
  std::string out;
  for (const std::string& word : words) out += (out.empty() ? "" : std::string(between)) + printable(word);
  return out;
}

}  // namespace

std::string text_of(const Paths& paths, const Report&, const Style& style) {
  const Paint paint(style.color);
  std::string out;
  if (!paths.allowed.empty())
    out += fmt::format("    Allowed: {}.  {} gone, {} remain, {} new.\n", joined(paths.allowed, ", "),
                       counted(paths.gone, "counterexample"), paths.remaining, paths.added);
  if (paths.verdict != "violated") return out;
  std::uint64_t count = 0;
  for (const PathGroup& group : paths.groups) count += group.count;
  const std::string whole = paths.total && !paths.complete ? fmt::format(" of {}", to_string(*paths.total)) : "";
  out +=
      fmt::format("{}: {}{}{} in {}, {}\n", paint.bold(printable(paths.property)), paths.complete ? "" : "the first ",
                  counted(count, "counterexample"), whole, counted(paths.groups.size(), "group"),
                  paths.loops.empty() ? "mode " + paths.mode : "each with a loop that goes on for ever");
  if (!paths.reason.empty()) out += fmt::format("    There may be more ({}).\n", printable(paths.reason));
  if (!paths.common.empty()) out += fmt::format("    On every error path: {}\n", joined(paths.common, ", "));
  if (!paths.common_sequence.empty())
    out += fmt::format("    In every group, in this order: {}\n", joined(paths.common_sequence, ", "));
  if (style.verbosity >= 0) out += paths.text;
  return out;
}

}  // namespace whynot::report
