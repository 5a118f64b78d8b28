// Sources are compiled one by one, without optimisation and with debug information, so that the rules of the pushdown
// system point at lines of C.
#include "session/helpers/c_sources.h"

#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>

#include "front/c/pushdown.h"
#include "host/files.h"
#include "host/process.h"
#include "session/helpers/compile_commands.h"

namespace whynot::session {
namespace {

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
      for (const CSource& source : sources) {
        if (!opening_.diagnostics.ok() || opening_.context.should_stop()) break;
        opening_.context.progress(source.file);
        compile(*clang, source, modules);
      }
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
        "one in the working folder or beside the sources is not taken";
    return std::nullopt;
  }

  void compile(const host::Helper& clang, const CSource& source, std::vector<front::c::Module>& modules) {
    std::vector<std::string> words{
        "-O0", "-g", "-fno-discard-value-names", "-S", "-emit-llvm", "-w", "-o", "-", "-x", source.language};
    words.insert(words.end(), source.flags.begin(), source.flags.end());
    words.insert(words.end(), {"--", source.file});
    const host::ProcessResult result = host::run_process(clang, words, opening_.context);
    if (opening_.context.should_stop()) return;
    if (result.status == 0)
      modules.push_back(front::c::read_ir(result.out, source.folder));
    else
      opening_.diagnostics.error("c.does-not-compile", fmt::format("clang does not compile `{}`", source.file), {})
          .help = result.err;
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
