#include "front/pds/import.h"

#include <fmt/format.h>

#include <map>
#include <nlohmann/json.hpp>
#include <pugixml.hpp>
#include <set>

namespace whynot::front {
namespace {

using Json = nlohmann::json;

// States of PDAAAL's automata: the names of control locations, then numbers.
std::string state_name(const Json& state) {
  return state.is_string() ? state.get<std::string>() : state.is_number_unsigned() ? fmt::format("#{}", state.get<std::uint64_t>()) : "";
}

struct Automaton {
  std::set<std::string> accepting;
  std::map<std::string, std::vector<std::pair<std::string, std::string>>> edges;  // from -> (symbol, to)
};

class PdaaalReader {
 public:
  PdaaalReader(const Sources& sources, FileId file, PdsDocument& into, Diagnostics& diagnostics)
      : text_(sources.text(file)), into_(into), diagnostics_(diagnostics),
        whole_{file, 0, static_cast<std::uint32_t>(std::min<std::size_t>(1, text_.size()))}, file_(file) {}

  void read() {
    Json root;
    try {
      root = Json::parse(text_);
    } catch (const Json::parse_error& problem) {
      const auto at = static_cast<std::uint32_t>(std::min<std::size_t>(problem.byte ? problem.byte - 1 : 0, text_.size()));
      diagnostics_.error("pds.json", fmt::format("this is not JSON: {}", problem.what()), {file_, at, at + 1});
      return;
    }
    const Json& instance = root.contains("instance") ? root["instance"] : Json();
    if (!instance.is_array() || instance.size() != 4 || !instance[1].is_object() || !instance[1].contains("states") ||
        !instance[1]["states"].is_object())
      return wrong("", "should be {\"instance\": [options, {\"states\": …}, initial, final]}");
    section_.name = {"pdaaal", whole_};
    rules(instance[1]["states"]);
    if (!failed_) configurations(automaton(instance[2], "initial"), automaton(instance[3], "final"));
    if (failed_) return;
    into_.imported = true;
    into_.models.push_back(std::move(section_));
    into_.properties.push_back(accept_property());
  }

 private:
  void wrong(std::string_view where, std::string_view what) {
    failed_ = true;
    diagnostics_.error("pds.json-shape", fmt::format("{}{}{}", where, where.empty() ? "" : ": ", what), whole_);
  }

  NameSyntax name(std::string text) const { return {std::move(text), whole_}; }

  void rules(const Json& states) {
    for (const auto& [control, symbols] : states.items()) {
      section_.controls.push_back(name(control));
      if (!symbols.is_object()) return wrong(control, "should map symbols to rules");
      for (const auto& [symbol, list] : symbols.items()) {
        if (!list.is_array()) return wrong(control + "." + symbol, "should be a list of rules");
        for (const Json& rule : list) add_rule(control, symbol, rule);
      }
    }
  }

  // "push": X puts X on the old top, which stays.
  void add_rule(const std::string& control, const std::string& symbol, const Json& json) {
    const auto text = [&](const char* key) {
      return json.is_object() && json.contains(key) && json[key].is_string() ? json[key].get<std::string>() : std::string();
    };
    RuleSyntax rule;
    rule.left = {name(control), {name(symbol)}, whole_};
    rule.right = {name(text("to")), {}, whole_};
    if (!text("swap").empty()) rule.right.stack = {name(text("swap"))};
    else if (!text("push").empty()) rule.right.stack = {name(text("push")), name(symbol)};
    else if (!json.is_object() || !json.contains("pop")) return wrong(control + "." + symbol, "a rule has `pop`, `swap` or `push`");
    if (text("to").empty()) return wrong(control + "." + symbol, "a rule has `to`, the name of a control location");
    section_.rules.push_back(std::move(rule));
  }

  Automaton automaton(const Json& json, std::string_view which) {
    Automaton result;
    if (!json.is_object() || !json.contains("accepting") || !json["accepting"].is_array() || !json.contains("edges") ||
        !json["edges"].is_array()) {
      wrong(which, "an automaton has `accepting` and `edges`");
      return result;
    }
    for (const Json& state : json["accepting"]) result.accepting.insert(state_name(state));
    for (const Json& edge : json["edges"]) {
      if (!edge.is_array() || edge.size() != 3 || !edge[1].is_string()) {
        wrong(which, "an edge is [state, symbol, state]");
        return result;
      }
      result.edges[state_name(edge[0])].emplace_back(edge[1].get<std::string>(), state_name(edge[2]));
    }
    return result;
  }

  void configurations(const Automaton& initial, const Automaton& final) {
    if (failed_) return;
    std::set<std::string> alphabet;
    for (const RuleSyntax& rule : section_.rules) {
      alphabet.insert(rule.left.stack[0].text);
      for (const NameSyntax& symbol : rule.right.stack) alphabet.insert(symbol.text);
    }
    for (const NameSyntax& control : section_.controls) initial_stacks(initial, control.text);
    std::map<std::string, std::set<std::string>> tops;
    for (const NameSyntax& control : section_.controls) tops[control.text] = accepted_tops(final, control.text, alphabet);
    for (RuleSyntax& rule : section_.rules) mark(rule, tops[rule.right.control->text], alphabet);
    if (section_.initial.empty()) wrong("initial", "accepts no configuration with a stack");
  }

  // All configurations of one control location; they must be few and finite in number.
  void initial_stacks(const Automaton& automaton, const std::string& control) {
    constexpr std::size_t longest = 64, most = 1000;
    std::vector<std::pair<std::string, std::vector<NameSyntax>>> open{{control, {}}};
    while (!open.empty()) {
      const auto [state, stack] = std::move(open.back());
      open.pop_back();
      if (stack.size() > longest || section_.initial.size() > most)
        return wrong("initial", "accepts too many configurations, or infinitely many");
      if (automaton.accepting.contains(state) && !stack.empty()) section_.initial.push_back({name(control), stack, whole_});
      const auto edges = automaton.edges.find(state);
      if (edges == automaton.edges.end()) continue;
      for (const auto& [symbol, to] : edges->second) {
        auto longer = stack;
        longer.push_back(name(symbol));
        open.emplace_back(to, std::move(longer));
      }
    }
  }

  // The symbols g such that the automaton accepts every stack with g on top.
  std::set<std::string> accepted_tops(const Automaton& automaton, const std::string& control, const std::set<std::string>& alphabet) {
    std::set<std::string> tops;
    const auto edges = automaton.edges.find(control);
    if (edges == automaton.edges.end()) return tops;
    for (const auto& [symbol, to] : edges->second) {
      std::set<std::string> loops;
      if (const auto at = automaton.edges.find(to); at != automaton.edges.end())
        for (const auto& [other, back] : at->second)
          if (back == to) loops.insert(other);
      if (automaton.accepting.contains(to) && std::includes(loops.begin(), loops.end(), alphabet.begin(), alphabet.end()))
        tops.insert(symbol);
      else
        wrong("final", fmt::format("accepts some stacks of `{}` but not all: only tops can be told apart", control));
    }
    return tops;
  }

  void mark(RuleSyntax& rule, const std::set<std::string>& tops, const std::set<std::string>& alphabet) {
    if (tops.empty()) return;
    const bool all = std::includes(tops.begin(), tops.end(), alphabet.begin(), alphabet.end());
    if (rule.right.stack.empty() && !all)
      return wrong("final", "accepts by the top of the stack, and a rule pops into it: only all tops can be accepted there");
    if (rule.right.stack.empty() || tops.contains(rule.right.stack[0].text)) rule.events.push_back({name("accept"), {}});
  }

  PropertySection accept_property() const {
    PropertySection property;
    property.name = name("accept");
    property.states = {{"run", true, false, whole_}, {"accepted", false, true, whole_}};
    TransitionSyntax hit, stay;
    hit.from = stay.from = stay.to = name("run");
    hit.to = name("accepted");
    hit.trigger = EfsaTransition::Trigger::Event;
    hit.events.push_back({name("accept"), {}, false});
    stay.trigger = EfsaTransition::Trigger::Else;
    hit.where = stay.where = whole_;
    property.transitions = {hit, stay};
    return property;
  }

  std::string_view text_;
  PdsDocument& into_;
  Diagnostics& diagnostics_;
  Span whole_;
  FileId file_;
  PdsSection section_;
  bool failed_ = false;
};

}  // namespace

void import_pdaaal(const Sources& sources, FileId file, PdsDocument& into, Diagnostics& diagnostics) {
  PdaaalReader(sources, file, into, diagnostics).read();
}

void import_wali(const Sources& sources, FileId file, PdsDocument& into, Diagnostics& diagnostics) {
  const std::string_view text = sources.text(file);
  pugi::xml_document xml;
  const pugi::xml_parse_result parsed = xml.load_buffer(text.data(), text.size());
  const auto span = [&](std::ptrdiff_t offset) {
    const auto at = static_cast<std::uint32_t>(std::clamp<std::ptrdiff_t>(offset, 0, static_cast<std::ptrdiff_t>(text.size())));
    return Span{file, at, at + 1};
  };
  if (!parsed) return void(diagnostics.error("pds.xml", fmt::format("this is not XML: {}", parsed.description()), span(parsed.offset)));
  pugi::xml_node root = xml.child("WPDS");
  if (!root) return void(diagnostics.error("pds.xml-shape", "the root element should be WPDS", span(0)));
  PdsSection section;
  section.name = {"wali", span(root.offset_debug())};
  std::set<std::string> controls;
  for (const pugi::xml_node& node : root.children("Rule")) {
    const Span where = span(node.offset_debug());
    const auto attribute = [&](const char* key) { return NameSyntax{node.attribute(key).value(), where}; };
    RuleSyntax rule;
    rule.left = {attribute("from"), {attribute("fromStack")}, where};
    rule.right = {attribute("to"), {}, where};
    for (const char* key : {"toStack1", "toStack2"})
      if (node.attribute(key)) rule.right.stack.push_back(attribute(key));
    if (rule.left.control->text.empty() || rule.left.stack[0].text.empty() || rule.right.control->text.empty()) {
      diagnostics.error("pds.xml-shape", "a Rule has the attributes from, fromStack and to", where);
      continue;
    }
    for (const auto& control : {rule.left.control, rule.right.control})
      if (controls.insert(control->text).second) section.controls.push_back(*control);
    section.rules.push_back(std::move(rule));
  }
  into.imported = true;
  into.stand_in = section.rules.empty() ? std::nullopt : std::optional(section.rules.front().left);
  into.models.push_back(std::move(section));
}

}  // namespace whynot::front
