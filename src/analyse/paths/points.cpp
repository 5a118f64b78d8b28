#include "analyse/paths/points.h"

#include <algorithm>
#include <charconv>

namespace whynot::analyse::paths {
namespace {

struct LineName {
  std::string_view file;
  std::uint32_t line = 0;
};

std::optional<LineName> line_named(std::string_view point) {
  const std::size_t colon = point.rfind(':');
  if (colon == point.npos || colon == 0) return std::nullopt;
  LineName name{point.substr(0, colon), 0};
  const char* const end = point.data() + point.size();
  const auto parsed = std::from_chars(point.data() + colon + 1, end, name.line);
  if (parsed.ec != std::errc() || parsed.ptr != end) return std::nullopt;
  return name;
}

bool is_file(std::string_view path, std::string_view named) {
  if (!path.ends_with(named)) return false;
  return path.size() == named.size() || path[path.size() - named.size() - 1] == '/';
}

}  // namespace

std::optional<std::vector<bool>> rules_at(const Pds& pds, const Sources& sources, std::string_view point) {
  std::vector<bool> marked(pds.rules.size());
  const auto symbol =
      static_cast<std::uint32_t>(std::find(pds.symbols.begin(), pds.symbols.end(), point) - pds.symbols.begin());
  const auto line = line_named(point);
  for (std::size_t r = 0; r < pds.rules.size(); ++r) {
    const PdsRule& rule = pds.rules[r];
    const bool by_symbol = rule.symbol == symbol || (rule.size > 0 && rule.push[0] == symbol);
    const bool by_line = line && rule.where.file != 0 && is_file(sources.name(rule.where.file), line->file) &&
                         sources.place(rule.where).line == line->line;
    marked[r] = by_symbol || by_line;
  }
  if (std::find(marked.begin(), marked.end(), true) == marked.end()) return std::nullopt;
  return marked;
}

Pds without_events(const Pds& pds, const std::vector<bool>& rules) {
  Pds result = pds;
  for (std::size_t r = 0; r < rules.size(); ++r)
    if (rules[r]) result.rules[r].events = 0;
  return result;
}

}  // namespace whynot::analyse::paths
