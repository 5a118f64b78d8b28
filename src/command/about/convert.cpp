// whynot convert: a system in another language, for other tools.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iostream>

#include "command/cells.h"
#include "encode/code.h"
#include "host/files.h"
#include "session/circuit/netlist.h"

namespace whynot::command {
namespace {

struct Written {
  std::string_view ending;                          // of a file's name
  std::string (*circuit)(const session::Netlist&);  // null: SMV, which is no circuit
};
constexpr std::array written = std::to_array<Written>({
    {".smv", nullptr},
    {".aag", [](const session::Netlist& n) { return session::aiger_text(n, false); }},
    {".aig", [](const session::Netlist& n) { return session::aiger_text(n, true); }},
    {".btor2", session::btor2_text},
    {".btor", session::btor2_text},
});

// What the file's name asks for; nothing: no language that is written.
std::optional<std::string> converted(const std::string& file, const Properties& properties, session::Workbench& bench) {
  const TransitionSystem& system = bench.system();
  const auto asked =
      std::find_if(written.begin(), written.end(), [&](const auto& w) { return file.ends_with(w.ending); });
  if (asked == written.end()) return std::nullopt;
  if (!asked->circuit) return session::smv_text(system, properties);
  const session::Netlist netlist = session::netlist_of(system, properties);
  for (const std::string& name : netlist.left_out)
    bench.diagnostics()
        .warning("convert.left-out", fmt::format("{} is left out: it is not a question about single runs", name),
                 {1, 0, 0})
        .help = "circuits are asked about states (INVARSPEC) and about linear time (LTLSPEC)";
  return asked->circuit(netlist);
}

// A variable without bits.
std::optional<std::string> infinite(const TransitionSystem& system) {
  for (const VariableDecl& v : system.variables)
    if (!encode::has_code(v.variable.type())) return system.pool->name_of(v.variable);
  return std::nullopt;
}

}  // namespace

Prepared convert_system(Run& run, session::Workbench& bench, Properties& properties) {
  const std::string file = run.arguments.text("output");
  if (file.empty())
    return UsageError{"`whynot convert` needs the file to write", "e.g. -o x.aag, x.aig, x.btor2 or x.smv"};
  if (const auto name = infinite(bench.system())) {
    bench.diagnostics().error("convert.infinite", fmt::format("{} has no finite type", *name), {1, 0, 0});
    return Prepared::Failed{};
  }
  const auto text = converted(file, properties, bench);
  if (!text)
    return UsageError{fmt::format("`{}` is in no language that is written", file),
                      "the name ends in .aag, .aig, .btor2 or .smv"};
  tell_diagnostics(run, bench.report());
  std::string error;
  if (host::write_file(file, *text, error)) return exit_ok;
  run.err << "whynot: cannot write " << error << "\n";
  return exit_io;
}

}  // namespace whynot::command
