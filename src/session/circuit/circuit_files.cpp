// The model's file is read once more: how it numbers its inputs and states is no matter of the model.  Of Verilog it is
// the BTOR2 or AIGER text that `convert` writes: its first cells are the variables of the model, in their order.
#include "session/circuit/circuit_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <variant>

#include "base/check.h"
#include "front/hardware/certificate.h"
#include "front/hardware/witness.h"
#include "session/circuit/netlist.h"

namespace whynot::session {
namespace {

using namespace front::hardware;

struct CircuitText {
  ExprPool pool;
  Sources own;            // of a text that was made
  std::string_view text;  // of the file
  std::variant<AigerFile, Btor2File> is;
  std::vector<std::string> bad, justice;               // names of the properties, by number
  std::vector<std::vector<std::size_t>> columns = {};  // of AIGER that was made: by variable and bit
};

// That which its variables and properties stand in; 0 where it has none.
FileId file_of(const Model& model) {
  if (!model.system().variables.empty()) return model.system().variables[0].where.file;
  return model.properties.empty() ? 0 : model.properties[0].where.file;
}

void read(CircuitText& text, bool is_aiger, FileId file, const Sources& sources) {
  Diagnostics told_already;
  text.text = file == 0 ? "" : sources.text(file);
  if (is_aiger) {
    auto made = read_aiger(file, sources, told_already);
    WHYNOT_CHECK(made || file == 0, "a model that is open should be readable");
    text.is = made ? *std::move(made) : AigerFile();
  } else {
    auto made = file == 0 ? Btor2File() : read_btor2(file, sources, text.pool, told_already);
    WHYNOT_CHECK(made, "a model that is open should be readable");
    text.is = *std::move(made);
  }
}

// Where the bits of each cell stand among the inputs, and after them the latches, of an AIGER file.
std::vector<std::vector<std::size_t>> columns_of(const Netlist& netlist) {
  std::vector<std::vector<std::size_t>> columns(netlist.cells.size());
  std::size_t next = 0;
  for (const bool latches : {false, true})
    for (std::size_t i = 0; i < netlist.cells.size(); ++i)
      for (std::size_t b = 0; netlist.cells[i].is_latch() == latches && b < netlist.cells[i].bits.size(); ++b)
        columns[i].push_back(next++);
  return columns;
}

std::unique_ptr<CircuitText> converted(const Model& model, bool is_aiger) {
  auto text = std::make_unique<CircuitText>();
  const Netlist netlist = netlist_of(model.system(), model.properties);
  for (const Netlist::Question& q : netlist.questions) (q.justice ? text->justice : text->bad).push_back(q.name);
  if (is_aiger) text->columns = columns_of(netlist);
  const FileId file =
      is_aiger ? text->own.add("x.aag", aiger_text(netlist, false)) : text->own.add("x.btor2", btor2_text(netlist));
  read(*text, is_aiger, file, text->own);
  return text;
}

std::unique_ptr<CircuitText> text_of(const Model& model, const Sources& sources, bool wants_aiger = false) {
  if (!is_circuit(model)) return converted(model, wants_aiger);
  auto text = std::make_unique<CircuitText>();
  read(*text, model.front == "aiger", file_of(model), sources);
  const auto* aiger = std::get_if<AigerFile>(&text->is);
  const std::size_t bad = aiger ? aiger->questions().size() : std::get<Btor2File>(text->is).bad;
  for (const Property& p : model.properties) (text->bad.size() < bad ? text->bad : text->justice).push_back(p.name);
  return text;
}

// Nothing: the circuit does not ask for it.
std::optional<WitnessOf> number_of(const CircuitText& text, const std::string& name) {
  for (const bool justice : {false, true}) {
    const std::vector<std::string>& names = justice ? text.justice : text.bad;
    const auto found = std::find(names.begin(), names.end(), name);
    if (found != names.end()) return WitnessOf{justice, static_cast<std::size_t>(found - names.begin())};
  }
  return std::nullopt;
}

// Without what a circuit that was made has beside the model's variables.
Witness known(Witness witness, std::size_t variables) {
  std::erase_if(witness.given, [&](const Witness::Given& g) { return g.column >= variables; });
  return witness;
}

// To the bad state of the circuit, which a cover asks for.
const Trace* run_to_bad(const report::PropertyResult& result) {
  if (result.property.kind != PropertyKind::Cover) return trace_of(result.verdict);
  const auto* reached = std::get_if<Holds>(&result.verdict);
  return reached ? std::get_if<Trace>(&reached->evidence) : nullptr;
}

WitnessSays says(const report::PropertyResult& result) {
  if (run_to_bad(result)) return WitnessSays::Violated;
  const bool is_cover = result.property.kind == PropertyKind::Cover;
  const bool never_bad =
      is_cover ? std::holds_alternative<Violated>(result.verdict) : std::holds_alternative<Holds>(result.verdict);
  return never_bad ? WitnessSays::Holds : WitnessSays::Unknown;
}

bool is_of_states(const Property& p) { return p.kind == PropertyKind::Invariant || p.kind == PropertyKind::Cover; }

}  // namespace

bool is_circuit(const Model& model) { return model.front == "aiger" || model.front == "btor2"; }

bool is_design(const Model& model) { return is_circuit(model) || model.front == "verilog"; }

std::vector<std::string> without_witness(const Model& model, const report::Report& report) {
  std::vector<std::string> names;
  for (const report::PropertyResult& r : report.properties)
    if (!is_circuit(model) && !is_of_states(r.property)) names.push_back(r.property.name);
  return names;
}

std::string witness_text(const Model& model, const Sources& sources, const report::Report& report) {
  const auto circuit = text_of(model, sources);
  const bool is_btor2 = std::holds_alternative<Btor2File>(circuit->is);  // btorsim reads violations only
  const bool has_violated = std::any_of(report.properties.begin(), report.properties.end(),
                                        [](const auto& r) { return says(r) == WitnessSays::Violated; });
  std::string text;
  for (const report::PropertyResult& result : report.properties) {
    const auto of = number_of(*circuit, result.property.name);
    const bool is_made = !is_circuit(model);  // its monitors are not in the run
    if (!of || (is_made && of->justice)) continue;
    if (is_btor2 && has_violated && says(result) != WitnessSays::Violated) continue;
    const Trace* trace = run_to_bad(result);
    text += std::visit([&](const auto& file) { return write_witness(file, *of, says(result), trace); }, circuit->is);
  }
  return text;
}

std::string certificate_text(const Model& model, const Sources& sources, const std::vector<Proved>& proved,
                             std::string_view file) {
  const auto circuit = text_of(model, sources, file.ends_with(".aag") || file.ends_with(".aig"));
  std::vector<std::size_t> bad;
  std::vector<Invariant::Clause> clauses;
  for (const Proved& p : proved) {
    if (const auto of = number_of(*circuit, p.property)) bad.push_back(of->number);
    clauses.insert(clauses.end(), p.clauses.begin(), p.clauses.end());
  }
  if (!circuit->columns.empty())
    for (Invariant::Clause& clause : clauses)
      for (Invariant::Literal& l : clause.literals) l = {circuit->columns[l.variable][l.bit], 0, l.value};
  if (const auto* aiger = std::get_if<AigerFile>(&circuit->is))
    return write_certificate(*aiger, file.ends_with(".aig"), bad, clauses);
  return write_certificate(std::get<Btor2File>(circuit->is), circuit->text, bad, clauses);
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
    const std::vector<std::string>& names = witness.of.justice ? circuit->justice : circuit->bad;
    if (witness.of.number >= names.size())
      diagnostics.error("witness.property", fmt::format("the model has no property {}", witness.of.text()),
                        {file, 0, 0});
    if (witness.steps == 0) diagnostics.error("witness.truncated", "a run has at least one step", {file, 0, 0});
    if (!diagnostics.ok()) return std::nullopt;
    report::TraceEntry& entry = entries.emplace_back();
    entry.id = fmt::format("t{}", entries.size());
    entry.property = names[witness.of.number];
    entry.trace = run_of(model.system(), known(witness, model.system().variables.size()));
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
