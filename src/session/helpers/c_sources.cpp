// Sources are compiled one by one, without optimisation and with debug information, so that the rules of the pushdown
// system point at lines of C.
#include "session/helpers/c_sources.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstdlib>
#include <filesystem>

#include "front/c/pushdown.h"
#include "host/files.h"
#include "host/process.h"
#include "session/helpers/compile_commands.h"

namespace whynot::session {
namespace {

constexpr std::string_view default_limit = "60s";

// Of what the option takes: 500ms, 60s, 2m, 1h.
std::chrono::milliseconds milliseconds_of(std::string_view text) {
  std::uint64_t number = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
  const std::string_view unit(read.ptr, text.data() + text.size());
  std::uint64_t scale = 1000;
  if (unit == "ms") scale = 1;
  if (unit == "m") scale = 60'000;
  if (unit == "h") scale = 3'600'000;
  constexpr std::uint64_t a_year = 365ull * 24 * 3'600'000;
  return std::chrono::milliseconds(std::min(number, a_year / scale) * scale);
}

class Compilation {
 public:
  explicit Compilation(Opening& opening) : opening_(opening) {}

  std::optional<std::vector<front::c::Module>> run(const std::vector<std::string>& paths) {
    std::vector<CSource> sources;
    for (const std::string& path : paths) {
      if (path.ends_with(".json"))
        add_commands(path, opening_, sources);
      else
        add_c_file(path, opening_, sources);
    }
    std::vector<front::c::Module> modules;
    if (const auto clang = opening_.diagnostics.ok() ? clang_for(paths) : std::nullopt)
      compile_all(*clang, sources, modules);
    if (opening_.context.should_stop()) opening_.diagnostics.error("c.stopped", opening_.context.stop_reason(), {});
    if (!opening_.diagnostics.ok()) return std::nullopt;
    return modules;
  }

 private:
  // One that lies beside the sources is not trusted.
  std::optional<host::Helper> clang_for(const std::vector<std::string>& paths) {
    std::vector<std::filesystem::path> projects;
    for (const std::string& path : paths) projects.emplace_back(host::folder_of(path));
    if (auto clang = find_clang(projects)) return clang;
    opening_.diagnostics.error("c.no-clang", "C sources need clang, which is not found", {}).help =
        "apt install clang-14, or name one by WHYNOT_CLANG: by its absolute path, or by its name on the PATH; "
        "one in the working directory or beside the sources is not taken";
    return std::nullopt;
  }

  // The time of the question begins when clang is done, which has a limit of its own for each source.
  void compile_all(const host::Helper& clang, const std::vector<CSource>& sources,
                   std::vector<front::c::Module>& modules) {
    opening_.context.pause();
    for (std::size_t i = 0; i < sources.size(); ++i) {
      if (!opening_.diagnostics.ok() || opening_.context.should_stop()) break;
      opening_.context.progress(fmt::format("clang {} of {}: {}", i + 1, sources.size(), sources[i].file));
      compile(clang, sources[i], modules);
    }
    opening_.context.resume();
  }

  void compile(const host::Helper& clang, const CSource& source, std::vector<front::c::Module>& modules) {
    std::vector<std::string> words{
        "-O0", "-g", "-fno-discard-value-names", "-S", "-emit-llvm", "-w", "-o", "-", "-x", source.language};
    words.insert(words.end(), source.flags.begin(), source.flags.end());
    words.insert(words.end(), {"--", source.file});
    const std::string limit = opening_.name.text("clang-timeout", default_limit);
    Context part(opening_.context, Limits{milliseconds_of(limit), std::nullopt, "--clang-timeout " + limit, {}});
    part.resume();
    const host::ProcessResult result = host::run_process(clang, words, part);
    if (opening_.context.should_stop()) return;
    if (part.should_stop())
      opening_.diagnostics.error("c.stopped", fmt::format("clang was {} at `{}`", part.stop_reason(), source.file), {})
          .help = "--clang-timeout gives it more time for each source";
    else if (result.status == 0)
      modules.push_back(front::c::read_ir(result.out, source.folder));
    else
      opening_.diagnostics
          .error("c.does-not-compile", fmt::format("clang does not compile `{}`", source.file), place_in(result.err))
          .help = result.err;
  }

  // Of the first error that clang tells: `FILE:LINE:COLUMN: error: …`.
  Span place_in(const std::string& said) {
    const std::size_t error = std::min(said.find(": error: "), said.find(": fatal error: "));
    if (error == said.npos || error == 0) return {};
    const std::size_t begin = said.rfind('\n', error) + 1;  // 0, where there is none
    const std::string words = said.substr(begin, error - begin);
    const std::size_t column = words.rfind(':');
    const std::size_t line = column == words.npos || column == 0 ? words.npos : words.rfind(':', column - 1);
    if (line == words.npos) return {};
    const auto file = opening_.add_regular(words.substr(0, line));
    return file ? place_at(*file, number_at(words, line + 1), number_at(words, column + 1)) : Span{};
  }

  static std::size_t number_at(const std::string& text, std::size_t begin) {
    std::size_t number = 1;
    std::from_chars(text.data() + begin, text.data() + text.size(), number);
    return number;
  }

  Span place_at(FileId file, std::size_t line, std::size_t column) const {
    const std::string_view text = opening_.sources.text(file);
    std::size_t at = 0;
    for (std::size_t i = 1; i < line && at < text.size(); ++i) at = std::min(text.find('\n', at), text.size() - 1) + 1;
    at = std::min(at + std::max<std::size_t>(column, 1) - 1, text.size());
    return {file, static_cast<std::uint32_t>(at), static_cast<std::uint32_t>(at)};
  }

  Opening& opening_;
};

}  // namespace

std::optional<host::Helper> find_clang(const std::vector<std::filesystem::path>& projects) {
  if (const char* named = std::getenv("WHYNOT_CLANG")) return host::find_helper(named, projects);
  auto clang = host::find_helper("clang-14", projects);
  return clang ? clang : host::find_helper("clang", projects);
}

std::optional<front::c::Pushdown> read_c_sources(Opening& opening) {
  const auto modules = Compilation(opening).run(opening.name.files);
  if (!modules) return std::nullopt;
  const std::string entry = opening.name.text("entry", std::string(front::c::follow_all));
  front::c::Pushdown made = front::c::make_pushdown(*modules, entry);
  if (made.text.empty()) {
    opening.diagnostics
        .error("c.no-entry",
               fmt::format("no source defines the function `{}`", entry == front::c::follow_all ? "main" : entry), {})
        .help = "--entry names the one to start with";
    return std::nullopt;
  }
  for (const std::string& note : made.notes)
    opening.diagnostics.add({Severity::Note, "c.abstracted", note, {}, {}, {}});
  return made;
}

}  // namespace whynot::session
