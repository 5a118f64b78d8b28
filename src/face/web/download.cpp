// A download is a row of a table: the option that makes the command write such a file.  Formats of reports come from
// the table of formats; only what single commands write is listed here.
#include "face/web/download.h"

#include <fmt/format.h>

#include <array>
#include <cctype>
#include <filesystem>
#include <vector>

#include "base/words.h"
#include "command/options.h"

namespace whynot::face::web {
namespace {

// What options of some commands write.
constexpr std::array others = std::to_array<Download>({
    {"graph-dot", ".dot", "rule graph, DOT", "graph", "paths"},
    {"graph-svg", ".svg", "rule graph, SVG", "graph", "paths"},
    {.name = "pds",
     .ending = ".pds",
     .called = "the program as .pds",
     .option = "save-pds",
     .commands = "paths",
     .front = "c"},
    {"maude", ".maude", "specification, Maude", "export", "falsify search prove"},
    {"smt2", ".smt2", "specification, SMT-LIB", "export", "falsify search prove"},
    {"cafe", ".cafe", "specification, CafeOBJ", "export", "falsify search prove"},
    {"smv", ".smv", "SMV", "", "net"},
});

std::vector<Download> all_downloads() {
  std::vector<Download> all;
  for (const report::Format& f : report::formats()) all.push_back({f.name, f.ending, f.called, "format", "*", f.holds});
  all.insert(all.end(), others.begin(), others.end());
  return all;
}

std::string plain(std::string_view text) {
  std::string out;
  for (const char c : text.substr(0, 60)) {
    const auto byte = static_cast<unsigned char>(c);
    out += std::isalnum(byte) || c == '_' || c == '-' ? c : '-';
  }
  return out;
}

}  // namespace

std::span<const Download> download_table() {
  static const std::vector<Download> all = all_downloads();
  return all;
}

const Download* download_named(std::string_view name) {
  for (const Download& download : download_table())
    if (download.name == name) return &download;
  return nullptr;
}

std::optional<std::string> refuses_download(std::string_view line, const Download* download) {
  if (!download) return "there is no such format";
  const auto words = split_words(line);
  const auto parsed = command::parse_arguments(words.value_or(std::vector<std::string>{}));
  const auto* arguments = std::get_if<command::Arguments>(&parsed);
  if (!arguments) return "the line cannot be read";
  const auto has = [&](std::string_view commands) {
    return fmt::format(" {} ", commands).find(fmt::format(" {} ", arguments->command)) != std::string::npos;
  };
  if (download->commands == "*" ? has("net") : !has(download->commands))
    return fmt::format("`{}` writes no {}", arguments->command, download->name);
  if (arguments->has("format") || arguments->has("graph")) return "the line itself says what is written";
  return std::nullopt;
}

std::string download_file(const std::string& model, std::string_view command, const Download& download) {
  std::filesystem::path path(model);
  if (path.filename().empty()) path = path.parent_path();  // a folder with a slash behind it
  return fmt::format("{}-{}{}", plain(path.stem().string()), plain(command), download.ending);
}

}  // namespace whynot::face::web
