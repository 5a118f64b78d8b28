#include "session/traces.h"

#include "expr/expr.h"
#include "front/hardware/witness.h"
#include "host/files.h"
#include "report/formats.h"
#include "session/circuit/circuit_files.h"

namespace whynot::session {
namespace {

// With the pool that its types live in.
std::shared_ptr<const Signature> guessed(const report::ForeignTrace& foreign) {
  struct Guess {
    ExprPool pool;
    std::shared_ptr<const Signature> signature;
  };
  const auto guess = std::make_shared<Guess>();
  guess->signature = report::guess_signature(foreign, guess->pool);
  return {guess, guess->signature.get()};
}

}  // namespace

std::optional<std::vector<report::TraceEntry>> read_traces(const std::string& path, std::istream& in,
                                                           const Model* model, Sources& sources,
                                                           Diagnostics& diagnostics) {
  std::string error;
  const auto text = host::read_file(path, in, error);
  const FileId file = sources.add(path, text.value_or(""));
  if (!text) {
    diagnostics.error("app.cannot-read", error, {file, 0, 0});
    return std::nullopt;
  }
  if (model && is_circuit(*model) && looks_like_witness(sources.text(file)))
    return read_witness(file, *model, sources, diagnostics);
  if (model && is_design(*model) && front::hardware::looks_like_vcd(sources.text(file)))
    return read_wave(file, *model, sources, diagnostics);
  std::vector<report::TraceEntry> entries;
  for (const report::ForeignTrace& foreign : report::read_traces(sources.text(file), file, diagnostics)) {
    const auto columns = model ? model->stepper->signature() : guessed(foreign);
    if (auto trace = report::bind_trace(foreign, columns, diagnostics)) {
      report::TraceEntry& entry = entries.emplace_back();
      entry.id = foreign.id;
      entry.trace = std::move(*trace);
      entry.property = foreign.property;
    }
  }
  if (diagnostics.ok() && entries.empty())
    diagnostics.error("app.no-trace", "no trace was found in this file", {file, 0, 0});
  if (!diagnostics.ok()) return std::nullopt;
  return entries;
}

}  // namespace whynot::session
