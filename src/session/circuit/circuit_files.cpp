// The model's file is read once more: how it numbers its inputs and states is no matter of the model.
#include "session/circuit/circuit_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <variant>

#include "base/check.h"
#include "front/hardware/certificate.h"
#include "front/hardware/witness.h"

namespace whynot::session {
namespace {

using namespace front::hardware;

struct CircuitText {
  ExprPool pool;
  std::variant<AigerFile, Btor2File> is;
};

// That which its variables and properties stand in; 0 where it has none.
FileId file_of(const Model& model) {
  if (!model.system().variables.empty()) return model.system().variables[0].where.file;
  return model.properties.empty() ? 0 : model.properties[0].where.file;
}

std::unique_ptr<CircuitText> text_of(const Model& model, const Sources& sources) {
  auto text = std::make_unique<CircuitText>();
  Diagnostics told_already;
  const FileId file = file_of(model);
  if (model.front == "aiger") {
    auto read = read_aiger(file, sources, told_already);
    WHYNOT_CHECK(read || file == 0, "a model that is open should be readable");
    text->is = read ? *std::move(read) : AigerFile();
  } else {
    auto read = read_btor2(file, sources, text->pool, told_already);
    WHYNOT_CHECK(read, "a model that is open should be readable");
    text->is = *std::move(read);
  }
  return text;
}

std::size_t questions_of(const CircuitText& text) {
  if (const auto* aiger = std::get_if<AigerFile>(&text.is)) return aiger->questions().size();
  return std::get<Btor2File>(text.is).bad;
}

// By its place among the model's properties; nothing: the model has no such property.
std::optional<WitnessOf> number_of(const Model& model, const std::string& name, std::size_t questions) {
  for (std::size_t i = 0; i < model.properties.size(); ++i)
    if (model.properties[i].name == name) return WitnessOf{i >= questions, i >= questions ? i - questions : i};
  return std::nullopt;
}

WitnessSays says(const report::PropertyResult& result) {
  if (trace_of(result.verdict)) return WitnessSays::Violated;
  return std::holds_alternative<Holds>(result.verdict) ? WitnessSays::Holds : WitnessSays::Unknown;
}

}  // namespace

bool is_circuit(const Model& model) { return model.front == "aiger" || model.front == "btor2"; }

bool is_design(const Model& model) { return is_circuit(model) || model.front == "verilog"; }

std::string witness_text(const Model& model, const Sources& sources, const report::Report& report) {
  const auto circuit = text_of(model, sources);
  std::string text;
  for (const report::PropertyResult& result : report.properties) {
    const auto of = number_of(model, result.property.name, questions_of(*circuit));
    if (!of) continue;
    const Trace* trace = trace_of(result.verdict);
    text += std::visit([&](const auto& file) { return write_witness(file, *of, says(result), trace); }, circuit->is);
  }
  return text;
}

std::string certificate_text(const Model& model, const Sources& sources, const std::vector<Proved>& proved,
                             std::string_view file) {
  const auto circuit = text_of(model, sources);
  std::vector<std::size_t> bad;
  std::vector<Invariant::Clause> clauses;
  for (const Proved& p : proved) {
    if (const auto of = number_of(model, p.property, questions_of(*circuit))) bad.push_back(of->number);
    clauses.insert(clauses.end(), p.clauses.begin(), p.clauses.end());
  }
  if (const auto* aiger = std::get_if<AigerFile>(&circuit->is))
    return write_certificate(*aiger, file.ends_with(".aig"), bad, clauses);
  const std::string_view text = sources.text(file_of(model));
  return write_certificate(std::get<Btor2File>(circuit->is), text, bad, clauses);
}

bool looks_like_witness(std::string_view text) {
  while (text.starts_with('c') || text.starts_with('\n'))
    text.remove_prefix(std::min(text.find('\n') + 1, text.size()));
  const std::string_view first = text.substr(0, text.find_first_of("\r\n"));
  return first == "1" || first == "0" || first == "2" || first == "sat" || first == "unsat";
}

std::optional<std::vector<report::TraceEntry>> read_witness(FileId file, const Model& model, const Sources& sources,
                                                            Diagnostics& diagnostics) {
  const auto circuit = text_of(model, sources);
  const auto found =
      std::visit([&](const auto& design) { return read_witnesses(design, file, sources, diagnostics); }, circuit->is);
  if (!found) return std::nullopt;
  if (found->empty())
    diagnostics.error("app.no-trace", "no trace was found in this file: it says that nothing is violated",
                      {file, 0, 0});
  std::vector<report::TraceEntry> entries;
  for (const Witness& witness : *found) {
    const std::size_t place = witness.of.number + (witness.of.justice ? questions_of(*circuit) : 0);
    const bool is_known = place < model.properties.size() && (witness.of.justice || place < questions_of(*circuit));
    if (!is_known)
      diagnostics.error("witness.property", fmt::format("the model has no property {}", witness.of.text()),
                        {file, 0, 0});
    if (witness.steps == 0) diagnostics.error("witness.truncated", "a run has at least one step", {file, 0, 0});
    if (!diagnostics.ok()) return std::nullopt;
    report::TraceEntry& entry = entries.emplace_back();
    entry.id = fmt::format("t{}", entries.size());
    entry.property = model.properties[place].name;
    entry.trace = run_of(model.system(), witness);
    entry.trace.signature = model.stepper->signature();
  }
  if (!diagnostics.ok()) return std::nullopt;
  return entries;
}

std::optional<std::vector<report::TraceEntry>> read_wave(FileId file, const Model& model, const Sources& sources,
                                                         Diagnostics& diagnostics) {
  const auto wave = read_vcd(model.system(), file, sources, diagnostics);
  if (!wave) return std::nullopt;
  std::vector<report::TraceEntry> entries(1);
  entries[0].id = "t1";
  entries[0].trace = run_of(model.system(), *wave);
  entries[0].trace.signature = model.stepper->signature();
  return entries;
}

}  // namespace whynot::session
