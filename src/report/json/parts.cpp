// One function for each object: properties, verdicts, diagnostics, spans.
#include "report/json/parts.h"

#include <algorithm>
#include <cmath>

#include "report/findings.h"
#include "report/number_text.h"
#include "report/spelling.h"
#include "report/summary.h"

namespace whynot::report {
namespace {

void add_place(Json& out, const Span& where, const Sources* sources) {
  if (!sources || where.file == 0) return;
  const Place place = sources->place(where);
  out["file"] = valid_utf8(sources->name(where.file));
  out["line"] = place.line;
  out["column"] = place.column;
  const Place end = sources->place({where.file, where.end, where.end});  // behind the last character
  out["end_line"] = end.line;
  out["end_column"] = end.column;
}

void add_verdict(Json& out, const Verdict& verdict) {
  const Outcome what = outcome(verdict);
  if (what == Outcome::Value) {
    const auto& value = std::get<Computed>(verdict).value;
    if (value)
      out["value"] = json_of(Value::integer(*value));
    else
      out["value"] = "infinity";
    return;
  }
  out["verdict"] = outcome_word(what);
  if (const std::string why = reason(verdict); !why.empty()) out["reason"] = valid_utf8(why);
  if (const auto* none = std::get_if<NoneUpTo>(&verdict)) out["bound"] = none->depth;
}

Json clauses_part(const Invariant& invariant) {
  Json out = Json::array();
  for (const Invariant::Clause& clause : invariant.clauses) out.push_back(valid_utf8(clause.text));
  return out;
}

void add_proof(Json& out, const Verdict& verdict) {
  const auto* holds = std::get_if<Holds>(&verdict);
  if (!holds) return;
  if (const auto* induction = std::get_if<Induction>(&holds->evidence))
    out["proof"] = {{"by", "k-induction"}, {"k", induction->k}, {"simple_paths", induction->simple_paths}};
  if (const auto* space = std::get_if<WholeSpace>(&holds->evidence))
    out["proof"] = {{"by", "states"}, {"states", json_of(Value::integer(space->states))}};
  if (const auto* invariant = std::get_if<Invariant>(&holds->evidence))
    out["proof"] = {{"by", "invariant"}, {"clauses", clauses_part(*invariant)}};
}

void add_why(Json& out, const PropertyResult& result) {
  if (!result.why.empty()) out["why"] = valid_utf8(result.why);
  if (!result.contrast.empty()) out["contrast"] = valid_utf8(result.contrast);
  for (const Cause& cause : result.causes) {
    Json cell = {{"step", cause.step}, {"column", valid_utf8(cause.column)}};
    if (cause.value.defined()) cell["value"] = json_of(cause.value);
    cell["text"] = valid_utf8(cause.text);
    if (cause.closing) cell["closing"] = true;
    out["causes"].push_back(std::move(cell));
  }
  if (result.complete) out["complete"] = true;
}

// Members that are sentences.  Formulas and values are for programs and stay as they are.
bool is_sentence(std::string_view key) {
  constexpr std::string_view sentences[] = {"why", "sentence", "contrast", "summary", "because", "reason"};
  return std::find(std::begin(sentences), std::end(sentences), key) != std::end(sentences);
}

void spell_words(Json& part, const std::string& as, bool is_told = false) {
  if (as.empty()) return;
  if (part.is_string() && is_told) part = with_words_as(part.get_ref<const std::string&>(), as);
  if (part.is_array())
    for (Json& item : part) spell_words(item, as, is_told);
  if (!part.is_object()) return;
  for (auto& [key, member] : part.items()) {
    const bool is_text_of_told = key == "text" && is_told;
    spell_words(member, as, is_sentence(key) || is_text_of_told || key == "story" || key == "causes");
  }
}

}  // namespace

Json input_part(const Report& report) {
  Json out = {{"file", valid_utf8(report.file)}, {"front", valid_utf8(report.front)}};
  if (!report.config.empty()) out["config"] = valid_utf8(report.config);
  if (report.instances != 0) out["instances"] = report.instances;
  if (report.variables != 0) out["variables"] = report.variables;
  return out;
}

Json diagnostic_part(const Diagnostic& diagnostic, const Sources* sources) {
  Json out = {{"severity", severity_word(diagnostic.severity)},
              {"code", valid_utf8(diagnostic.code)},
              {"message", valid_utf8(diagnostic.message)}};
  add_place(out, diagnostic.where, sources);
  for (const Label& label : diagnostic.labels) {
    Json further = {{"text", valid_utf8(label.text)}};
    add_place(further, label.where, sources);
    out["labels"].push_back(std::move(further));
  }
  if (!diagnostic.help.empty()) out["help"] = valid_utf8(diagnostic.help);
  return out;
}

Json property_part(const Report& report, const PropertyResult& result, const JsonOptions& options) {
  const Property& property = result.property;
  Json out = {
      {"name", valid_utf8(property.name)}, {"kind", kind_word(property.kind)}, {"text", valid_utf8(property.text)}};
  if (!property.instance.empty()) out["instance"] = valid_utf8(property.instance);
  if (const auto line = line_of(report.sources, property.where)) out["line"] = line;
  add_verdict(out, result.verdict);
  if (!result.engine.empty()) out["engine"] = valid_utf8(result.engine);
  add_proof(out, result.verdict);
  if (const auto d = depth(report, result)) out["depth"] = *d;
  if (result.may_be_longer) out["shortest"] = false;
  if (options.timing) out["seconds"] = std::round(result.seconds * 1e6) / 1e6;
  out["traces"] = Json::array();
  for (const std::string& id : result.traces) out["traces"].push_back(valid_utf8(id));
  out["certified"] = result.certified;
  if (!result.certified_reason.empty()) out["certified_reason"] = valid_utf8(result.certified_reason);
  add_why(out, result);
  spell_words(out, options.words_as);
  return out;
}

Json finding_part(const Finding& finding, const JsonOptions& options) {
  Json out = json_of(finding);
  spell_words(out, options.words_as);
  return out;
}

}  // namespace whynot::report
