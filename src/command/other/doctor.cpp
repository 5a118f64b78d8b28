// whynot doctor: what this build can do on this machine.
#include <fmt/format.h>

#include <cstdlib>
#include <iostream>
#include <thread>

#include "command/cells.h"
#include "command/version.h"
#include "host/helper.h"
#include "page/assets.h"
#include "session/c_sources.h"

namespace whynot::command {

ExitCode run_doctor(Run& run) {
  const auto line = [&](std::string_view what, std::string_view state) {
    run.out << fmt::format("  + {:<12}{}\n", what, state);
  };
  const auto helper = [&](std::string_view what, std::string_view name, const std::optional<host::Helper>& found) {
    if (found) return line(what, found->path);
    run.out << fmt::format("  - {:<12}there is no {} on the PATH, outside of this folder\n", what, name);
  };
  std::string engines;
  for (const engine::Engine* engine : engine::engines())
    engines += fmt::format("{}{}", engines.empty() ? "" : ", ", engine->name());
  run.out << "whynot " << version << "\n";
  line("engines", engines);
  line("models", "SMV (.smv)");
  line("traces", "read: whynot JSON, ITF, NuSMV text and XML; write: also VCD, SARIF, JUnit");
  if (page::assets().missing.empty())
    line("explorer", "whynot serve MODEL");
  else
    run.out << fmt::format("  - {:<12}{}\n", "explorer", page::assets().missing);
  helper("C sources", "clang", session::find_clang({}));
  helper("--certify", "cvc5", host::find_helper("cvc5"));
  line("cores", fmt::format("{}", std::thread::hardware_concurrency()));
  const std::string_view terminal = std::getenv("NO_COLOR") ? "yes, NO_COLOR is set" : "yes";
  line("terminal", run.terminal_out ? terminal : "no: plain text");
  return exit_ok;
}

}  // namespace whynot::command
