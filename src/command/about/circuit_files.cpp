// Certificates rest on invariants: what another engine proved is proved once more by IC3.
#include "command/about/circuit_files.h"

#include <fmt/format.h>

#include "engine/engine.h"
#include "host/files.h"
#include "session/circuit/circuit_files.h"

namespace whynot::command {
namespace {

void write(const std::string& path, const std::string& text, session::Workbench& bench) {
  std::string error;
  if (!host::write_file(path, text, error))
    bench.diagnostics().error("app.cannot-write", fmt::format("cannot write {}", error), {1, 0, 0});
}

std::optional<std::vector<Invariant::Clause>> clauses_of(const Verdict& verdict) {
  const auto* holds = std::get_if<Holds>(&verdict);
  const auto* invariant = holds ? std::get_if<Invariant>(&holds->evidence) : nullptr;
  return invariant ? std::optional(invariant->clauses) : std::nullopt;
}

std::optional<std::vector<Invariant::Clause>> invariant_of(const report::PropertyResult& result,
                                                           session::Workbench& bench) {
  if (!std::holds_alternative<Holds>(result.verdict) || result.property.kind != PropertyKind::Invariant)
    return std::nullopt;
  if (auto known = clauses_of(result.verdict)) return known;
  Query query = bench.query(result.property);
  query.bound.reset();
  return clauses_of(engine::engine_with(&engine::Powers::clauses).start(std::move(query), bench.context())->next());
}

void write_certificate(const std::string& path, session::Workbench& bench) {
  std::vector<session::Proved> proved;
  for (const report::PropertyResult& result : bench.report().properties) {
    if (auto clauses = invariant_of(result, bench)) {
      proved.push_back({result.property.name, *std::move(clauses)});
      continue;
    }
    bench.diagnostics()
        .warning("certificate.none",
                 fmt::format("no certificate is written: there is no invariant that shows {}", result.property.name),
                 result.property.where)
        .help = "-p names the properties that it is about";
    return;
  }
  write(path, session::certificate_text(bench.model(), bench.sources(), proved, path), bench);
}

}  // namespace

std::optional<UsageError> refuses_circuit_files(const Run& run, const session::Workbench& bench) {
  for (const char* option : {"witness", "certificate"})
    if (run.arguments.has(option) && !session::is_design(bench.model()))
      return UsageError{fmt::format("`--{}` is for AIGER, BTOR2 and Verilog", option),
                        fmt::format("`whynot convert {} -o design.btor2` makes one, with the same names; then `whynot "
                                    "check design.btor2 --{} {}`",
                                    fmt::join(run.arguments.operands, " "), option, run.arguments.text(option))};
  return std::nullopt;
}

void write_circuit_files(Run& run, session::Workbench& bench) {
  const Arguments& a = run.arguments;
  if (a.has("witness")) {
    for (const std::string& name : session::without_witness(bench.model(), bench.report()))
      bench.diagnostics().warning("witness.none", fmt::format("no witness is written of {}", name), {1, 0, 0}).help =
          "witnesses are about states; `--format vcd=FILE` writes any run";
    write(a.text("witness"), session::witness_text(bench.model(), bench.sources(), bench.report()), bench);
  }
  if (a.has("certificate")) write_certificate(a.text("certificate"), bench);
}

}  // namespace whynot::command
