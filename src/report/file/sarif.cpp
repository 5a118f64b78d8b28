// Rules, results and code flows, in the order that the schema gives them.
#include "report/file/sarif.h"

#include <fmt/format.h>

#include <map>

#include "report/file/group_places.h"
#include "report/json/value.h"
#include "report/number_text.h"
#include "report/spelling.h"
#include "report/summary.h"

namespace whynot::report {
namespace {

const char* sarif_kind(Outcome what) {
  switch (what) {
    case Outcome::Violated: return "fail";
    case Outcome::Holds: return "pass";
    case Outcome::Undecided: return "open";
    default: return "informational";
  }
}

Json message(std::string_view text) { return {{"text", valid_utf8(text)}}; }

// File names as relative references: what a URI may not hold is percent-encoded.
std::string uri_of(std::string_view path) {
  std::string out;
  for (const char c : path) {
    const auto byte = static_cast<unsigned char>(c);
    const bool plain = std::isalnum(byte) || std::string_view("-._~/").find(c) != std::string_view::npos;
    out += plain ? std::string(1, c) : fmt::format("%{:02X}", byte);
  }
  return out;
}

class SarifWriter {
 public:
  SarifWriter(const Report& report, const SarifOptions& options) : report_(report), options_(options) {}

  Json log() const {
    Json rules = Json::array(), results = Json::array();
    for (std::size_t i = 0; i < report_.properties.size(); ++i) {
      rules.push_back(rule(report_.properties[i]));
      add_results(report_.properties[i], i, results);
    }
    Json driver = {{"name", "whynot"}, {"version", options_.version}, {"rules", std::move(rules)}};
    Json run = {{"tool", {{"driver", std::move(driver)}}},
                {"invocations", Json::array({invocation()})},
                {"results", std::move(results)},
                {"columnKind", "unicodeCodePoints"}};
    return {{"version", "2.1.0"},
            {"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
            {"runs", Json::array({std::move(run)})}};
  }

 private:
  static Json rule(const PropertyResult& r) {
    return {{"id", valid_utf8(r.property.name)},
            {"name", valid_utf8(r.property.name)},
            {"shortDescription", message(r.property.text.empty() ? r.property.name : r.property.text)}};
  }

  Json invocation() const {
    Json notes = Json::array();
    bool good = true;
    for (const Diagnostic& d : report_.diagnostics) {
      good = good && d.severity != Severity::Error;
      notes.push_back({{"level", severity_word(d.severity)},
                       {"message", message(d.message)},
                       {"locations", Json::array({location(d.where, "")})},
                       {"descriptor", {{"id", valid_utf8(d.code)}}}});
    }
    return {{"executionSuccessful", good && !report_.interrupted}, {"toolExecutionNotifications", std::move(notes)}};
  }

  Json location(const Span& where, std::string_view text) const {
    const bool known = report_.sources && where.file != 0;
    Json physical = {{"artifactLocation", {{"uri", uri_of(known ? report_.sources->name(where.file) : report_.file)}}}};
    if (known) {
      const Place begin = report_.sources->place(where),
                  end = report_.sources->place({where.file, where.end, where.end});
      physical["region"] = {{"startLine", begin.line},
                            {"startColumn", character(where.file, begin)},
                            {"endLine", end.line},
                            {"endColumn", character(where.file, end)}};
    }
    Json out = {{"physicalLocation", std::move(physical)}};
    if (!text.empty()) out["message"] = message(text);
    return out;
  }

  // Places count bytes, SARIF counts characters.
  std::size_t character(FileId file, const Place& place) const {
    return 1 + display_width(report_.sources->line(file, place.line).substr(0, place.column - 1));
  }

  // Of a program one for each group of counterexamples, at the place where it ends; else one.
  std::vector<Json> results_of(const PropertyResult& r, std::size_t index) const {
    std::vector<Json> all;
    for (const GroupPlace& place : group_places(report_, r)) {
      if (place.where.file == 0) continue;
      Json one = result(r, index);
      one["message"] = message(fmt::format("{} violated: {}", r.property.name, place.told));
      one["locations"] = Json::array({location(place.where, "")});
      one["relatedLocations"] = Json::array({location(r.property.where, "the policy")});
      one["codeFlows"] = Json::array({Json{{"threadFlows", Json::array({thread_flow(*place.trace, r)})}}});
      one["partialFingerprints"] = {
          {"whynotProperty/v1", valid_utf8(report_.file + "#" + r.property.name + "#" + place.key)}};
      all.push_back(std::move(one));
    }
    if (all.empty()) all.push_back(result(r, index));
    return all;
  }

  Json result(const PropertyResult& r, std::size_t index) const {
    const Outcome what = outcome(r.verdict);
    Json out = {{"ruleId", valid_utf8(r.property.name)},
                {"ruleIndex", index},
                {"kind", sarif_kind(what)},
                {"level", what == Outcome::Violated ? "error" : "none"},
                {"message", message(sentence(r))},
                {"locations", Json::array({location(r.property.where, "")})}};
    out["partialFingerprints"] = {{"whynotProperty/v1", valid_utf8(report_.file + "#" + r.property.name)}};
    for (std::size_t i = 0; i < std::min(r.traces.size(), options_.traces); ++i)
      if (const TraceEntry* entry = report_.trace(r.traces[i]); entry && what == Outcome::Violated)
        out["codeFlows"].push_back({{"threadFlows", Json::array({thread_flow(*entry, r)})}});
    return out;
  }

  // One for each site where the property is violated, if they are known; else one for each group of runs, or one.
  void add_results(const PropertyResult& r, std::size_t index, Json& results) const {
    std::map<std::string, std::size_t> alike;
    for (const Finding& finding : report_.findings) {
      const Paths* paths = std::get_if<Paths>(&finding);
      if (!paths || paths->property != r.property.name || outcome(r.verdict) != Outcome::Violated) continue;
      for (const PathSite& site : paths->sites) {
        const std::string print = fingerprint(r, site);
        results.push_back(site_result(r, index, site, fmt::format("{}#{}", print, ++alike[print])));
      }
    }
    if (!alike.empty()) return;
    for (Json& one : results_of(r, index)) results.push_back(std::move(one));
  }

  // Lines may move: what happens, and where by name.
  static std::string fingerprint(const PropertyResult& r, const PathSite& site) {
    std::string out = r.property.name + "|" + site.at.file + "|" + site.function;
    for (const std::string& event : site.events) out += "|" + event;
    return out;
  }

  Json site_result(const PropertyResult& r, std::size_t index, const PathSite& site, const std::string& print) const {
    std::string text = r.property.name + " violated";
    if (!site.events.empty()) text += ": " + site.events.back();
    for (std::size_t i = 0; i + 1 < site.events.size(); ++i) text += (i == 0 ? " after " : ", ") + site.events[i];
    if (site.feasible == "unknown") text += " (feasibility unknown)";
    Json physical = {{"artifactLocation", {{"uri", uri_of(site.at.file)}}}};
    if (site.at.line > 0) physical["region"] = {{"startLine", site.at.line}};
    Json where = {{"physicalLocation", std::move(physical)}};
    if (!site.function.empty())
      where["logicalLocations"] = Json::array({{{"name", valid_utf8(site.function)}, {"kind", "function"}}});
    Json out = {{"ruleId", valid_utf8(r.property.name)},
                {"ruleIndex", index},
                {"kind", "fail"},
                {"level", "error"},
                {"message", message(text + ".")},
                {"locations", Json::array({std::move(where)})},
                {"relatedLocations", Json::array({location(r.property.where, "the policy")})},
                {"partialFingerprints", {{"whynotSite/v1", valid_utf8(print)}}}};
    if (const TraceEntry* entry = report_.trace(site.representative))
      out["codeFlows"] = Json::array({{{"threadFlows", Json::array({thread_flow(*entry, r)})}}});
    return out;
  }

  std::string sentence(const PropertyResult& r) const {
    const Outcome what = outcome(r.verdict);
    std::string out =
        fmt::format("{} {}", r.property.name,
                    what == Outcome::Value ? "is " + computed(r.verdict) : std::string(outcome_word(what)));
    if (what != Outcome::Value)
      if (const auto d = depth(report_, r)) out += fmt::format(" at depth {}", *d);
    if (const std::string why = what == Outcome::Holds ? proof(r.verdict) : reason(r.verdict); !why.empty())
      out += ": " + why;
    return r.why.empty() ? out + "." : out + ". " + with_words_as(r.why, options_.words_as);
  }

  // The columns that `take` accepts, as SARIF's map from name to message.
  template <class Take>
  Json state(const std::vector<Column>& columns, const std::vector<Value>& values, Take take) const {
    Json out = Json::object();
    for (std::size_t i = 0; i < columns.size() && i < values.size() && out.size() < options_.columns; ++i)
      if (take(i)) append(out, valid_utf8(columns[i].name), message(values[i].to_string()));
    return out;
  }

  Json thread_flow(const TraceEntry& entry, const PropertyResult& r) const {
    const Trace& trace = entry.trace;
    const std::vector<Column>& columns = trace.signature->columns;
    Json out = {{"id", valid_utf8(entry.id)}};
    const auto frozen = [&](std::size_t i) { return columns[i].frozen; };
    if (trace.steps.empty()) return out;
    if (Json fixed = state(columns, trace.steps[0].state, frozen); !fixed.empty())
      out["immutableState"] = std::move(fixed);
    out["initialState"] = state(columns, trace.steps[0].state, [&](std::size_t i) { return !frozen(i); });
    out["locations"] = Json::array();
    for (const std::size_t i : shown_steps(trace)) out["locations"].push_back(flow_location(trace, i, r));
    return out;
  }

  // Of a long run of a program its end and what changes the automaton's state; of others the beginning.
  std::vector<std::size_t> shown_steps(const Trace& trace) const {
    std::vector<std::size_t> shown;
    const std::size_t size = trace.steps.size();
    const bool is_program = trace.signature->columns.size() == 2 && trace.signature->columns[1].name == "stack";
    for (std::size_t i = 0; i < size; ++i) {
      const bool changes = i > 0 && trace.steps[i].state[0] != trace.steps[i - 1].state[0];
      if (is_program && size > options_.steps ? changes || i + options_.steps / 2 >= size
                                              : shown.size() < options_.steps)
        shown.push_back(i);
    }
    return shown;
  }

  // Where the step's action stands; a run begins where its first one does.
  static Span place_of(const Trace& trace, std::size_t i, const PropertyResult& r) {
    const std::size_t at = i == 0 && trace.steps.size() > 1 ? 1 : i;
    const auto& action = trace.steps[at].action;
    return action && action->where.file != 0 ? action->where : r.property.where;
  }

  Json flow_location(const Trace& trace, std::size_t i, const PropertyResult& r) const {
    const Step& step = trace.steps[i];
    Json out = {{"location", location(place_of(trace, i, r), step_text(trace, i))}};
    const auto changed = [&](std::size_t c) { return i == 0 || trace.steps[i - 1].state[c] != step.state[c]; };
    Json values = state(trace.signature->columns, step.state, changed);
    out["importance"] = values.empty() ? "unimportant" : "important";
    out["state"] = std::move(values);
    const Json inputs = state(trace.signature->inputs, step.inputs, [](std::size_t) { return true; });
    for (const auto& [name, text] : inputs.items()) append(out["state"], "input " + name, text);
    out["executionOrder"] = i + 1;
    return out;
  }

  std::string step_text(const Trace& trace, std::size_t i) const {
    std::string out = fmt::format("step {}", i);
    if (trace.steps[i].action) out += ": " + trace.steps[i].action->name;
    if (trace.loop == i) out += "; the loop starts here";
    if (i + 1 == trace.steps.size() && trace.loop) out += fmt::format("; goes on at step {} forever", *trace.loop);
    if (i + 1 == options_.steps && trace.steps.size() > options_.steps)
      out += fmt::format("; {} are left out", counted(trace.steps.size() - options_.steps, "further step"));
    return out;
  }

  const Report& report_;
  SarifOptions options_;
};

}  // namespace

std::string write_sarif(const Report& report, const SarifOptions& options) {
  return SarifWriter(report, options).log().dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace whynot::report
