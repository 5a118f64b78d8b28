#include "face/web/download.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>

#include "base/words.h"
#include "command/options.h"

namespace whynot::face::web {
namespace {

constexpr std::array downloads = std::to_array<Download>({
    {"human", ".txt", "format", "*"},
    {"json", ".json", "format", "*"},
    {"jsonl", ".jsonl", "format", "*"},
    {"html", ".html", "format", "*"},
    {"sarif", ".sarif", "format", "*"},
    {"junit", ".xml", "format", "*"},
    {"itf", ".itf.json", "format", "*"},
    {"nusmv", ".txt", "format", "*"},
    {"nusmv-xml", ".xml", "format", "*"},
    {"vcd", ".vcd", "format", "*"},
    {"dot", ".dot", "format", "*"},
    {"svg", ".svg", "format", "*"},
    {"csv", ".csv", "format", "*"},
    {"graph-dot", ".dot", "graph", "paths"},
    {"graph-svg", ".svg", "graph", "paths"},
    {"pds", ".pds", "save-pds", "paths"},
    {"maude", ".maude", "export", "falsify search prove"},
    {"smt2", ".smt2", "export", "falsify search prove"},
    {"cafe", ".cafe", "export", "falsify search prove"},
    {"smv", ".smv", "", "net"},
});

std::string plain(std::string_view text) {
  std::string out;
  for (const char c : text.substr(0, 60)) {
    const auto byte = static_cast<unsigned char>(c);
    out += std::isalnum(byte) || c == '_' || c == '-' ? c : '-';
  }
  return out;
}

}  // namespace

std::span<const Download> download_table() { return downloads; }

const Download* download_named(std::string_view name) {
  const auto found =
      std::find_if(downloads.begin(), downloads.end(), [&](const Download& d) { return d.name == name; });
  return found == downloads.end() ? nullptr : &*found;
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
