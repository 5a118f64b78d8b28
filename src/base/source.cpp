#include "base/source.h"

#include <algorithm>

#include "base/check.h"

namespace whynot {

Span join(const Span& a, const Span& b) {
  WHYNOT_CHECK(a.file == b.file, "spans should be joined within one file");
  return {a.file, std::min(a.begin, b.begin), std::max(a.end, b.end)};
}

Sources::Sources() { add("<none>", ""); }

FileId Sources::add(std::string name, std::string text) {
  File file{std::move(name), std::move(text), {0}};
  for (std::size_t end = file.text.find('\n'); end != std::string::npos; end = file.text.find('\n', end + 1))
    file.line_begins.push_back(static_cast<std::uint32_t>(end + 1));
  files_.push_back(std::move(file));
  return static_cast<FileId>(files_.size() - 1);
}

std::string_view Sources::name(FileId id) const { return files_.at(id).name; }
std::string_view Sources::text(FileId id) const { return files_.at(id).text; }

std::string_view Sources::text(const Span& span) const {
  return text(span.file).substr(span.begin, span.end - span.begin);
}

Place Sources::place(const Span& span) const {
  const auto& begins = files_.at(span.file).line_begins;
  const auto after = std::upper_bound(begins.begin(), begins.end(), span.begin);
  const auto line = static_cast<std::uint32_t>(after - begins.begin());
  return {line, span.begin - begins[line - 1] + 1};
}

std::string_view Sources::line(FileId id, std::uint32_t line) const {
  const File& file = files_.at(id);
  if (line == 0 || line > file.line_begins.size()) return {};
  std::string_view rest = std::string_view(file.text).substr(file.line_begins[line - 1]);
  rest = rest.substr(0, rest.find('\n'));
  if (!rest.empty() && rest.back() == '\r') rest.remove_suffix(1);
  return rest;
}

}  // namespace whynot
