#include "report/file/html.h"

#include "report/json/value.h"
#include "report/spelling.h"

namespace whynot::report {
namespace {

// Within a script element nothing but a `<` can end it or begin a comment; JSON has it only in strings.
std::string harmless(std::string_view json) {
  std::string out;
  out.reserve(json.size() + json.size() / 16);
  for (char c : json) {
    if (c == '<')
      out += "\\u003c";
    else
      out += c;
  }
  return out;
}

// The model is the first file that is read.
std::string source_text(const Report& report) {
  constexpr FileId model = 1;
  if (!report.sources || report.file.empty() || report.sources->name(model) != report.file) return "";
  return std::string(report.sources->text(model));
}

}  // namespace

void write_html(const Report& report, const JsonOptions& options, std::string_view page, std::string_view line,
                const Write& write) {
  constexpr std::string_view mark = "<!--REPORT-->";
  const Json source = {
      {"file", valid_utf8(report.file)}, {"text", valid_utf8(source_text(report))}, {"changed", false}};
  const std::size_t at = page.find(mark);
  write(page.substr(0, at));
  write("<script type=\"application/json\" id=\"whynot-report\">");
  write(harmless("{\"line\":" + dump(Json(valid_utf8(line))) + ",\"source\":" + dump(source) + ",\"report\":"));
  write_json(report, options, [&](std::string_view piece) { write(harmless(piece)); });
  write("}</script>");
  if (at != std::string_view::npos) write(page.substr(at + mark.size()));
}

}  // namespace whynot::report
