// Each foreign format is read into the syntax tree that our own text gives.
#include "front/pds/import.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <pugixml.hpp>
#include <set>

namespace whynot::front::pds {
namespace {

using Json = nlohmann::json;

constexpr int max_nesting = 20;

struct Automaton {
  std::set<std::string> accepting;
  std::map<std::string, std::vector<std::pair<std::string, std::string>>> edges;  // from -> (symbol, to)
};

class PdaaalReader {
 public:
  PdaaalReader(const Sources& sources, FileId file, PdsDocument& into, Diagnostics& diagnostics)
      : text_(sources.text(file)),
        into_(into),
        diagnostics_(diagnostics),
        whole_{file, 0, static_cast<std::uint32_t>(std::min<std::size_t>(1, text_.size()))},
        file_(file) {}

  void read() {
    Json root;
    bool deep = false;  // what is nested deeper than any instance is dropped: copies of values recurse
    try {
      root = Json::parse(text_, [&](int depth, Json::parse_event_t, const Json&) {
        deep = deep || depth > max_nesting;
        return depth <= max_nesting;
      });
    } catch (const Json::parse_error& problem) {
      const auto at =
          static_cast<std::uint32_t>(std::min<std::size_t>(problem.byte ? problem.byte - 1 : 0, text_.size()));
      diagnostics_.error("pds.json", fmt::format("this is not JSON: {}", problem.what()), {file_, at, at + 1});
      return;
    } catch (const Json::exception& problem) {  // a number beyond all bounds
      diagnostics_.error("pds.json", problem.what(), whole_);
      return;
    }
    if (deep) return wrong("", "nothing in an instance is nested as deep");
    const Json& instance = root.is_object() ? root["instance"] : root;
    if (!instance.is_array() || instance.size() != 4 || !instance[1].is_object() || !instance[1].contains("states") ||
        !instance[1]["states"].is_structured())
      return wrong("", "should be {\"instance\": [options, {\"states\": …}, initial, final]}");
    section_.name = {"pdaaal", whole_};
    if (instance[1]["states"].is_array()) numbered_ = instance[1]["states"].size();
    rules(instance[1]["states"]);
    if (!failed_) {
      const Automaton initial = automaton(instance[2], "initial"), final = automaton(instance[3], "final");
      configurations(initial, final);
    }
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

  // Control locations have names or, in a list, numbers; further states of automata have the numbers that follow.
  std::string state_name(const Json& state) const {
    if (state.is_string()) return state.get<std::string>();
    if (!state.is_number_unsigned()) return "";
    const auto number = state.get<std::uint64_t>();
    return fmt::format("{}{}", number < numbered_ ? "" : "#", number);
  }

  void rules(const Json& states) {
    for (const auto& [control, symbols] : states.items()) {
      section_.controls.push_back(name(control));
      if (!symbols.is_object()) return wrong(control, "should map symbols to rules");
      for (const auto& [symbol, one_or_more] : symbols.items()) {
        if (one_or_more.is_array())
          for (const Json& rule : one_or_more) add_rule(control, symbol, rule);
        else
          add_rule(control, symbol, one_or_more);
      }
    }
    // Locations without rules of their own need not be listed.
    std::set<std::string> listed;
    for (const NameSyntax& control : section_.controls) listed.insert(control.text);
    for (const RuleSyntax& rule : section_.rules)
      if (listed.insert(rule.right.control->text).second) section_.controls.push_back(*rule.right.control);
  }

  // "push": X puts X on the old top, which stays.
  void add_rule(const std::string& control, const std::string& symbol, const Json& json) {
    const auto text = [&](const char* key) {
      return json.is_object() && json.contains(key) && json[key].is_string() ? json[key].get<std::string>()
                                                                             : std::string();
    };
    const std::string to = json.is_object() && json.contains("to") ? state_name(json["to"]) : "";
    RuleSyntax rule;
    rule.left = {name(control), {name(symbol)}, whole_};
    rule.right = {name(to), {}, whole_};
    if (!text("swap").empty())
      rule.right.stack = {name(text("swap"))};
    else if (!text("push").empty())
      rule.right.stack = {name(text("push")), name(symbol)};
    else if (!json.is_object() || !json.contains("pop"))
      return wrong(control + "." + symbol, "a rule has `pop`, `swap` or `push`");
    if (to.empty() || (to[0] == '#' && json["to"].is_number()))
      return wrong(control + "." + symbol, "a rule has `to`, a control location");
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
    for (const ConfigurationSyntax& start : section_.initial)
      for (const NameSyntax& symbol : start.stack) alphabet.insert(symbol.text);
    if (section_.initial.empty()) return wrong("initial", "accepts no configuration with a stack");
    for (const std::string& symbol : alphabet) section_.symbols.push_back(name(symbol));
    if (!mark_by_tops(final, alphabet)) mark_by_reading(final, alphabet);
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
      if (automaton.accepting.contains(state) && !stack.empty())
        section_.initial.push_back({name(control), stack, whole_});
      const auto edges = automaton.edges.find(state);
      if (edges == automaton.edges.end()) continue;
      for (const auto& [symbol, to] : edges->second) {
        auto longer = stack;
        longer.push_back(name(symbol));
        open.emplace_back(to, std::move(longer));
      }
    }
  }

  // Where the top of the stack alone decides whether a configuration is accepted, rules into such configurations carry
  // the event.  False, and nothing is marked, if it does not.
  bool mark_by_tops(const Automaton& final, const std::set<std::string>& alphabet) {
    std::map<std::string, std::set<std::string>> tops;
    for (const NameSyntax& control : section_.controls) {
      const auto accepted = accepted_tops(final, control.text, alphabet);
      if (!accepted) return false;
      tops[control.text] = *accepted;
    }
    for (const ConfigurationSyntax& start : section_.initial)
      if (tops[start.control->text].contains(start.stack[0].text)) return false;  // no rule leads there
    std::vector<RuleSyntax*> hits;
    for (RuleSyntax& rule : section_.rules) {
      const std::string& to = rule.right.control->text;
      const auto& accepted = tops[to];
      const bool none = accepted.empty() && !final.accepting.contains(to),
                 all = accepted == alphabet && final.accepting.contains(to);
      if (rule.right.stack.empty() && !none && !all) return false;
      if (rule.right.stack.empty() ? all : accepted.contains(rule.right.stack[0].text)) hits.push_back(&rule);
    }
    for (RuleSyntax* rule : hits) rule->events.push_back({name("accept"), {}});
    return true;
  }

  // The symbols g such that the automaton accepts every stack with g on top; nothing if it accepts some of them only.
  static std::optional<std::set<std::string>> accepted_tops(const Automaton& automaton, const std::string& control,
                                                            const std::set<std::string>& alphabet) {
    std::set<std::string> tops;
    std::map<std::string, bool> all;  // by state: whether it accepts every word
    const auto edges = automaton.edges.find(control);
    if (edges == automaton.edges.end()) return tops;
    for (const auto& [symbol, to] : edges->second) {
      const auto [known, fresh] = all.try_emplace(to);
      if (fresh) known->second = accepts_all(automaton, to, alphabet);
      if (!known->second) return std::nullopt;
      if (alphabet.contains(symbol)) tops.insert(symbol);
    }
    return tops;
  }

  static bool accepts_all(const Automaton& automaton, const std::string& state, const std::set<std::string>& alphabet) {
    std::set<std::string> loops;
    if (const auto at = automaton.edges.find(state); at != automaton.edges.end())
      for (const auto& [symbol, to] : at->second)
        if (to == state) loops.insert(symbol);
    return automaton.accepting.contains(state) &&
           std::includes(loops.begin(), loops.end(), alphabet.begin(), alphabet.end());
  }

  // Otherwise a run may at any time stop and read its stack off with the automaton, down to a symbol below all others.
  void mark_by_reading(const Automaton& final, const std::set<std::string>& alphabet) {
    std::string bottom = "bottom";
    while (alphabet.contains(bottom)) bottom += "_";
    section_.symbols.push_back(name(bottom));
    std::set<std::string> controls;
    for (const NameSyntax& control : section_.controls) controls.insert(control.text);
    const auto reading = [&](const std::string& state) { return "read " + state; };
    const auto add = [&](const std::string& from, const std::string& symbol, const std::string& to, bool accepts) {
      RuleSyntax rule;
      rule.left = {name(from), {name(symbol)}, whole_};
      rule.right = {name(to), {}, whole_};
      if (accepts) {
        rule.right.stack = {name(symbol)};
        rule.events.push_back({name("accept"), {}});
      }
      section_.rules.push_back(std::move(rule));
    };
    std::set<std::string> states(final.accepting);
    for (const auto& [from, edges] : final.edges)
      for (const auto& [symbol, to] : edges) {
        states.insert({from, to});
        add(reading(from), symbol, reading(to), false);
        if (controls.contains(from)) add(from, symbol, reading(to), false);
      }
    for (const std::string& state : states) section_.controls.push_back(name(reading(state)));
    for (const std::string& state : final.accepting) {
      add(reading(state), bottom, reading(state), true);
      if (controls.contains(state)) add(state, bottom, state, true);
    }
    for (ConfigurationSyntax& start : section_.initial) start.stack.push_back(name(bottom));
    diagnostics_.add({Severity::Note,
                      "pds.reads-stack",
                      "the final automaton looks below the top of the stack: counterexamples end by reading it off",
                      whole_,
                      {},
                      {}});
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
  std::size_t numbered_ = 0;  // control locations that have numbers for names
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
    const auto at =
        static_cast<std::uint32_t>(std::clamp<std::ptrdiff_t>(offset, 0, static_cast<std::ptrdiff_t>(text.size())));
    return Span{file, at, at + 1};
  };
  if (!parsed)
    return void(
        diagnostics.error("pds.xml", fmt::format("this is not XML: {}", parsed.description()), span(parsed.offset)));
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
    const bool unnamed = std::any_of(rule.right.stack.begin(), rule.right.stack.end(),
                                     [](const NameSyntax& symbol) { return symbol.text.empty(); });
    if (unnamed || (node.attribute("toStack2") && !node.attribute("toStack1"))) {
      diagnostics.error("pds.xml-shape", "toStack1 and toStack2 name symbols; toStack2 needs toStack1", where);
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

}  // namespace whynot::front::pds
