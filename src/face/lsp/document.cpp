// The text goes to the commands as the file "-": what the editor shows counts, not what is on the disk.
#include "face/lsp/document.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <sstream>

#include "command/run.h"
#include "face/lsp/wire.h"
#include "report/json/value.h"
#include "report/number_text.h"
#include "session/front_end.h"
#include "session/policies.h"
#include "session/session.h"

namespace whynot::face::lsp {
namespace {

using nlohmann::json;

constexpr std::chrono::milliseconds most_reading{1000};
constexpr int error = 1, warning = 2, information = 3;

int severity_number(Severity severity) {
  if (severity == Severity::Error) return error;
  return severity == Severity::Warning ? warning : information;
}

// What is said of a policy because its program is not there.
bool is_about_program(std::string_view code) {
  constexpr std::array codes = std::to_array<std::string_view>(
      {"pds.no-model", "pds.unknown-event", "pds.unknown-symbol", "pds.no-call", "pds.when-needs-system"});
  return std::find(codes.begin(), codes.end(), code) != codes.end();
}

// The kinds of symbols of the protocol.
int symbol_kind(NameKind kind) {
  switch (kind) {
    case NameKind::Module: return 2;
    case NameKind::Variable: return 13;
    case NameKind::Define: return 12;
    case NameKind::Constant: return 22;
    case NameKind::Parameter: return 26;
    case NameKind::Property: return 7;
    case NameKind::Transition: return 24;
    case NameKind::State:
    case NameKind::Point: return 14;
    case NameKind::Field: return 8;
  }
  return 13;
}

std::string text_member(const json& object, const char* name) {
  const auto found = object.find(name);
  return found != object.end() && found->is_string() ? found->get<std::string>() : "";
}

std::string value_text(const json& value) {
  const std::optional<Value> read = report::value_of(value);
  return read ? report::with_words_as(read->to_string(), report::plain_words) : value.dump();
}

struct Said {
  int code = 0;
  std::string out, err;
};

Said run_on(const std::string& text, const std::vector<std::string>& words) {
  std::istringstream in(text);
  std::ostringstream out, err;
  Said said;
  said.code = command::run(words, {in, out, err, false, false});
  said.out = out.str();
  said.err = err.str();
  return said;
}

}  // namespace

std::string edited_front(const std::string& uri) {
  const session::FrontEnd* front = session::front_end_by_suffix(uri);
  return front && front->name != "c" ? std::string(front->name) : "";  // C has language servers of its own
}

Document::Document(std::string uri, std::string language, std::string text)
    : uri_(std::move(uri)), language_(std::move(language)), names_(std::move(text), language_) {
  look();
}

void Document::read_again(std::string text) {
  names_ = Names(std::move(text), language_);
  results_.clear();
  traces_.clear();
  look();
}

void Document::look() {
  said_ = json::array();
  Limits limits;
  limits.time = most_reading;
  Context context(limits);
  std::istringstream in(names_.text());
  session::Session session;
  const auto opened = session.open({language_, {"-"}, {}}, in, context);
  for (const Diagnostic& d : opened->said) {
    if (session::is_policy_file(uri_) && is_about_program(d.code)) continue;  // which is in another file
    const bool here = d.where.file != 0 && opened->sources.name(d.where.file) == "-";
    const Range range = here ? Range{d.where.begin, std::max(d.where.end, d.where.begin + 1)} : Range{0, 0};
    json one = {{"range", range_of(names_.text(), range)},
                {"severity", severity_number(d.severity)},
                {"code", d.code},
                {"source", "whynot"},
                {"message", d.help.empty() ? d.message : fmt::format("{}\n{}", d.message, d.help)}};
    for (const Label& label : d.labels)
      one["relatedInformation"].push_back(
          {{"message", label.text},
           {"location", {{"uri", uri_}, {"range", range_of(names_.text(), {label.where.begin, label.where.end})}}}});
    said_.push_back(std::move(one));
  }
}

std::string Document::check(const std::string& property, const std::string& timeout) {
  std::vector<std::string> words{"check", "-", "--lang=" + language_, "--timeout=" + timeout, "--json"};
  if (!property.empty()) words.push_back("--property=" + property);
  const Said said = run_on(names_.text(), words);
  const json report = json::parse(said.out, nullptr, false);
  if (!report.is_object()) return said.err;
  for (const json& one : report["properties"]) {
    const std::string name = one["name"];
    results_[name] = one;
    traces_.erase(name);
    for (const json& trace : report["traces"])
      if (!one["traces"].empty() && trace["id"] == one["traces"][0]) traces_[name] = trace;
  }
  return said.err;
}

std::string Document::ask(const std::vector<std::string>& words) const {
  const Said said = run_on(names_.text(), words);
  return said.out.empty() ? said.err : said.out;
}

Range Document::range_of_property(const json& property) const {
  if (const Declared* declared = names_.property(text_member(property, "name"))) return declared->where;
  const std::size_t line = property.value("line", std::size_t{1}) - 1;
  const std::size_t begin = place_of(names_.text(), {{"line", line}, {"character", 0}});
  return {begin, std::min(names_.text().find('\n', begin), names_.text().size())};
}

// Where the variables are declared whose values are to blame.
json Document::places_of_causes(const json& property) const {
  json places = json::array();
  for (const json& cause : property.value("causes", json::array()))
    if (const Declared* declared = names_.variable(text_member(cause, "column")))
      places.push_back({{"message", text_member(cause, "text")},
                        {"location", {{"uri", uri_}, {"range", range_of(names_.text(), declared->where)}}}});
  return places;
}

json Document::verdict_diagnostic(const json& property) const {
  const std::string verdict = text_member(property, "verdict"), name = text_member(property, "name");
  const std::string said = verdict == "violated" ? text_member(property, "why") : text_member(property, "reason");
  json one = {{"range", range_of(names_.text(), range_of_property(property))},
              {"severity", verdict == "violated" ? warning : information},
              {"code", verdict},
              {"source", "whynot"},
              {"message",
               said.empty() ? fmt::format("{}: {}", name, verdict) : fmt::format("{}: {}. {}", name, verdict, said)}};
  if (json places = places_of_causes(property); !places.empty()) one["relatedInformation"] = std::move(places);
  return one;
}

json Document::diagnostics() const {
  json all = said_;
  for (const auto& [name, property] : results_)
    if (const std::string verdict = text_member(property, "verdict"); verdict == "violated" || verdict == "undecided")
      all.push_back(verdict_diagnostic(property));
  return all;
}

// Its values in the counterexamples that are shown, one line each.
std::string Document::values_of(const Declared& declared) const {
  constexpr std::size_t most_steps = 20;
  std::string out;
  for (const auto& [property, trace] : traces_)
    for (const json& column : trace["columns"]) {
      if (!column.is_string() || names_.variable(column.get<std::string>()) != &declared) continue;
      std::string values;
      for (std::size_t i = 0; i < trace["steps"].size() && i < most_steps; ++i)
        values += (i ? ", " : "") + value_text(trace["steps"][i]["state"].value(column.get<std::string>(), json()));
      if (trace["steps"].size() > most_steps) values += ", ...";
      out += fmt::format("\n\nIn the counterexample of `{}`, `{}` is {}", property, column.get<std::string>(), values);
    }
  return out;
}

json Document::hover(std::size_t place) const {
  const Declared* declared = names_.at(place);
  if (!declared) return nullptr;
  std::string text = fmt::format("```{}\n{}\n```{}", language_, declared->says, values_of(*declared));
  if (const auto result = results_.find(declared->name);
      declared->kind == NameKind::Property && result != results_.end()) {
    const std::string why = text_member(result->second, "why");
    text += fmt::format("\n\n{}{}{}", text_member(result->second, "verdict"), why.empty() ? "" : ": ", why);
  }
  return {{"contents", {{"kind", "markdown"}, {"value", text}}},
          {"range", range_of(names_.text(), *names_.word_at(place))}};
}

json Document::symbols() const {
  json all = json::array();
  for (const Declared& one : names_.declared()) {
    const bool is_part = one.kind == NameKind::Parameter || one.kind == NameKind::Field || one.kind == NameKind::Point;
    if (is_part) continue;  // an outline of thousands of points helps nobody
    const json range = range_of(names_.text(), one.where);
    all.push_back({{"name", one.name},
                   {"kind", symbol_kind(one.kind)},
                   {"detail", one.says},
                   {"range", range},
                   {"selectionRange", range}});
  }
  return all;
}

json Document::lenses() const {
  json all = json::array();
  const auto lens = [&](const Declared& property, const std::string& title, const char* command) {
    all.push_back({{"range", range_of(names_.text(), property.where)},
                   {"command", {{"title", title}, {"command", command}, {"arguments", {uri_, property.name}}}}});
  };
  for (const Declared& one : names_.declared()) {
    // A policy alone has nothing to be asked about.
    if (one.kind != NameKind::Property || session::is_policy_file(uri_)) continue;
    const auto result = results_.find(one.name);
    const std::string verdict = result == results_.end() ? "" : text_member(result->second, "verdict");
    lens(one, verdict.empty() ? "check" : "check again (" + verdict + ")", "whynot.check");
    if (language_ == "smv") lens(one, "explain", "whynot.explain");
    lens(one, "classify", "whynot.classify");
    lens(one, "explore", "whynot.explore");
  }
  return all;
}

}  // namespace whynot::face::lsp
