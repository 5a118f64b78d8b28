#include "session/c_sources.h"

#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>

#include "front/c/pushdown.h"
#include "host/files.h"
#include "host/process.h"
#include "session/compile_commands.h"

namespace whynot::session {
namespace {

class Compilation {
 public:
  Compilation(Desk& desk, Context& context) : desk_(desk), context_(context) {}

  std::optional<std::vector<front::c::Module>> run(const std::vector<std::string>& paths) {
    std::vector<CSource> sources;
    for (const std::string& path : paths)
      path.ends_with(".json") ? add_commands(path, desk_, sources) : add_c_file(path, desk_, sources);
    std::vector<front::c::Module> modules;
    if (const auto clang = desk_.diagnostics.ok() ? clang_for(paths) : std::nullopt)
      for (const CSource& source : sources) {
        if (!desk_.diagnostics.ok() || context_.should_stop()) break;
        context_.progress(source.file);
        compile(*clang, source, modules);
      }
    if (context_.should_stop()) desk_.diagnostics.error("c.stopped", context_.stop_reason(), {});
    if (!desk_.diagnostics.ok()) return std::nullopt;
    return modules;
  }

 private:
  // Not one that lies beside the sources.
  std::optional<host::Helper> clang_for(const std::vector<std::string>& paths) {
    std::vector<std::filesystem::path> projects;
    for (const std::string& path : paths) projects.emplace_back(host::folder_of(path));
    if (auto clang = find_clang(projects)) return clang;
    desk_.diagnostics.error("c.no-clang", "C sources need clang, which is not found", {}).help =
        "apt install clang-14, or name one by WHYNOT_CLANG: by its absolute path, or by its name on the PATH; "
        "one in the working folder or beside the sources is not taken";
    return std::nullopt;
  }

  void compile(const host::Helper& clang, const CSource& source, std::vector<front::c::Module>& modules) {
    std::vector<std::string> words{"-O0", "-g", "-S", "-emit-llvm", "-w", "-o", "-", "-x", source.language};
    words.insert(words.end(), source.flags.begin(), source.flags.end());
    words.insert(words.end(), {"--", source.file});
    const host::ProcessResult result = host::run_process(clang, words, context_);
    if (context_.should_stop()) return;
    if (result.status == 0) return void(modules.push_back(front::c::read_ir(result.out, source.folder)));
    desk_.diagnostics.error("c.does-not-compile", fmt::format("clang does not compile `{}`", source.file), {}).help =
        result.err;
  }

  Desk& desk_;
  Context& context_;
};

}  // namespace

std::optional<host::Helper> find_clang(const std::vector<std::filesystem::path>& projects) {
  if (const char* named = std::getenv("WHYNOT_CLANG")) return host::find_helper(named, projects);
  auto clang = host::find_helper("clang-14", projects);
  return clang ? clang : host::find_helper("clang", projects);
}

std::optional<std::string> read_c_sources(const std::vector<std::string>& paths, const std::string& entry, Desk& desk,
                                          Context& context) {
  const auto modules = Compilation(desk, context).run(paths);
  if (!modules) return std::nullopt;
  const front::c::Pushdown made = front::c::make_pushdown(*modules, entry);
  if (made.text.empty()) {
    desk.diagnostics.error("c.no-entry", fmt::format("no source defines the function `{}`", entry), {}).help =
        "--entry names the one to start with";
    return std::nullopt;
  }
  for (const std::string& note : made.notes) desk.diagnostics.add({Severity::Note, "c.abstracted", note, {}, {}, {}});
  return made.text;
}

}  // namespace whynot::session
